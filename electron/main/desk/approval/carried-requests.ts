// Requests and signatures that the desks of a team give each other through their register. The register only carries them: each is
// the file that would be carried by hand, and is judged by the same functions. Without the register there are still the files.

import type { Answer } from '../../../../shared/api/contract.ts';
import { msg } from '../../../../shared/messages/message.ts';
import type { RequestState } from '../../../../shared/requests.ts';
import { canApprove, isItsOwn, type Person, type SignedDecision, whyNotCounted } from '../../domain/approval.ts';
import { isSigned } from '../../platform/signing-keys.ts';
import {
  type ApprovalFile,
  fetchRequests,
  fetchSignatures,
  lackingRequests,
  sendApprovalFiles,
} from '../../register/approval-files.ts';
import { isFault, type RegisterFault } from '../../register/connection.ts';
import { refused, withReader, withWriter } from '../../session/desks.ts';
import { openRegister, pauseOf, type RegisterSession } from '../../session/register-session.ts';
import type { System } from '../../session/system.ts';
import { refuseApproval } from '../../store/approvals.ts';
import type { HeadedReader, HeadedWriter } from '../../store/store.ts';
import {
  bringSignature,
  type Decided,
  type Deciding,
  decideRequests,
  decodeDecision,
  type RequestDetails,
  type RequestFile,
  type RequestView,
  requestIn,
  requestText,
  type SeenRequest,
  SIGNATURE_FORMAT,
  signedBy,
} from './requests.ts';

/** Another desk's request, as it was carried here. */
interface Carried {
  readonly request: number;
  readonly desk: string;
  readonly file: RequestFile;
  readonly needed: number;
  readonly decisions: readonly SignedDecision[];
}

/** Below it are the numbers of this desk's own requests. Every desk numbers another one's by its digest, so all say the same. */
const CARRIED_FROM = 100_000_000;

const isCarried = (request: number): boolean => request >= CARRIED_FROM;

const numberOf = (digest: string): number => CARRIED_FROM + Number.parseInt(digest.slice(0, 7), 16);

/** What was carried to each desk of this process last. */
const HEARD = new Map<string, readonly Carried[]>();

function heardBy(system: System): readonly Carried[] {
  const none = { kind: 'done', value: [] } as const;
  const found = withReader<readonly Carried[]>(system, 'live', {
    act: ({ register }) => ({ kind: 'done', value: HEARD.get(register.membership()?.deskId ?? '') ?? [] }),
    absent: () => none,
  });
  if (found.kind !== 'done') return [];
  return found.value.filter(({ file }) => file.content.expiresAtMs > system.clock.nowMs());
}

/** One that two requests share names neither. */
function carriedAs(system: System, request: number): Carried | null {
  const [found, another] = heardBy(system).filter((one) => one.request === request);
  return found === undefined || another !== undefined ? null : found;
}

export function carriedViews(system: System): readonly RequestView[] {
  return heardBy(system).map(viewOf);
}

/** Null for a number of this desk's own. */
export function readCarried(system: System, request: number): Answer<RequestDetails> | null {
  if (!isCarried(request)) return null;
  const found = carriedAs(system, request);
  return found === null ? noRequest(request) : { kind: 'done', value: { ...viewOf(found), shown: found.file.shown } };
}

/** Who may sign it, and why somebody may not; null for a number of this desk's own. */
export function signersOfCarried(
  system: System,
  request: number,
): readonly { readonly name: string; readonly why: ReturnType<typeof whyNotCounted> }[] | null {
  if (!isCarried(request)) return null;
  const found = carriedAs(system, request);
  if (found === null) return [];
  const { file, decisions } = found;
  const signed = decisions.map(({ person }) => person.publicKey);
  return file.persons.filter(canApprove).map((person) => {
    const { name, publicKey } = person;
    const why = signed.includes(publicKey) ? msg('approval.decidedBefore', { name }) : null;
    return { name, why: why ?? whyNotCounted(file.content, person, file.persons) };
  });
}

/** Signs for or against each of these, this desk's own first. What one is refused for keeps no other back. */
export async function decideSeen(
  system: System,
  seen: readonly SeenRequest[],
  deciding: Deciding,
): Promise<Answer<readonly Decided[]>> {
  const own = seen.filter(({ request }) => !isCarried(request));
  const ofOwn = own.length === 0 ? NOTHING_DECIDED : await decideRequests(system, own, deciding);
  if (ofOwn.kind !== 'done') return ofOwn;
  const decided = [...ofOwn.value];
  for (const one of seen) {
    if (!isCarried(one.request)) continue;
    decided.push({ request: one.request, answer: await decideCarried(system, one, deciding) });
  }
  return { kind: 'done', value: decided };
}

const NOTHING_DECIDED: Answer<readonly Decided[]> = { kind: 'done', value: [] };

/** Signs for or against one of them. */
export async function decideOne(system: System, seen: SeenRequest, deciding: Deciding): Promise<Answer<RequestView>> {
  const decided = await decideSeen(system, [seen], deciding);
  if (decided.kind !== 'done') return decided;
  return decided.value[0]?.answer ?? noRequest(seen.request);
}

/** Signs another desk's request and sends the signature. */
async function decideCarried(
  system: System,
  { request, digest }: SeenRequest,
  deciding: Deciding,
): Promise<Answer<RequestView>> {
  const found = carriedAs(system, request);
  if (found === null) return noRequest(request);
  const { file } = found;
  if (digest !== file.digest) return refused(refuseApproval(msg('approval.void.forged')));
  const signed = await signedBy(system, file, deciding);
  if (signed.kind !== 'done') return signed;
  const decision = signed.value;
  const text = JSON.stringify({ format: SIGNATURE_FORMAT, ...decision });
  const key = `${decision.digest} ${decision.person.publicKey}`;
  const sent = await withRegister(system, (_, session, deskId) =>
    sendApprovalFiles(session.place, deskId, [{ kind: 'signature', key, about: decision.digest, text }]),
  );
  if (sent.kind !== 'done') return sent;
  if (sent.value !== null) {
    const { code, message } = pauseOf(sent.value);
    return refused({ code, message, cure: msg('cure.approvalByFile') });
  }
  return { kind: 'done', value: viewOf({ ...found, decisions: [...found.decisions, decision] }) };
}

/**
 * Gives the register this desk's requests that it lacks, brings in the signatures under them, and hears the other desks'
 * requests. Nothing happens at a desk without a register, or while it is away: what is missing comes later. Returns whether anything
 * came.
 */
export async function exchangeApprovals(system: System): Promise<boolean> {
  if (!isOf(system, ({ register }) => register.membership() !== null)) return false;
  const done = await withRegister(system, (store, session, deskId) => exchangeIn(system, { store, session, deskId }));
  return done.kind === 'done' && done.value === true;
}

/** The same before a payment that persons of this desk approve; nothing at any other desk. */
export async function hearSignatures(system: System): Promise<void> {
  const asks = ({ register, approvals }: HeadedReader): boolean =>
    register.membership() !== null && approvals.persons().length > 0;
  if (isOf(system, asks)) await exchangeApprovals(system);
}

function isOf(system: System, question: (store: HeadedReader) => boolean): boolean {
  const answer = withReader<boolean>(system, 'live', {
    act: (store) => ({ kind: 'done', value: question(store) }),
    absent: () => ({ kind: 'done', value: false }),
  });
  return answer.kind === 'done' && answer.value;
}

/** Exchanges again and again while a window is open. `onNews` is called when anything came. */
export function keepExchanging(
  system: System,
  {
    isReadable,
    onNews,
    onFault,
  }: {
    readonly isReadable: () => boolean;
    readonly onNews: () => void;
    readonly onFault: (error: unknown) => void;
  },
): { close(): Promise<void> } {
  let callOff: () => void = () => undefined;
  let exchanging: Promise<void> = Promise.resolve();
  let isOver = false;
  const schedule = (): void => {
    if (isOver) return;
    callOff = system.clock.after(EXCHANGED_EVERY_MS, () => {
      exchanging = (isReadable() ? exchangeApprovals(system) : Promise.resolve(false))
        .then((isNews) => (isNews ? onNews() : undefined), onFault)
        .then(schedule);
    });
  };
  schedule();
  return {
    close: async () => {
      isOver = true;
      callOff();
      await exchanging;
    },
  };
}

const EXCHANGED_EVERY_MS = 10_000;

async function exchangeIn(
  system: System,
  {
    store,
    session: { place },
    deskId,
  }: { readonly store: HeadedWriter; readonly session: RegisterSession; readonly deskId: string },
): Promise<boolean | RegisterFault> {
  const nowMs = system.clock.nowMs();
  const own = store.approvals
    .newest(OWN_LOOKED_AT)
    .filter(({ used, content }) => used === null && content.expiresAtMs > nowMs);
  const digests = own.map(({ digest }) => digest);
  const lacking = digests.length === 0 ? new Set<string>() : await lackingRequests(place, digests);
  if (isFault(lacking)) return lacking;
  const toSend = own.flatMap((request): ApprovalFile[] => {
    if (!lacking.has(request.digest)) return [];
    const file = requestText(store, request);
    if (file === null) return [];
    const text = JSON.stringify({ ...file, needed: store.approvals.neededByRequest(request, nowMs) });
    // What is larger goes by file.
    return text.length > CARRIED_MAX ? [] : [{ kind: 'request', key: request.digest, about: null, text }];
  });
  const sent = await sendApprovalFiles(place, deskId, toSend);
  if (sent !== null) return sent;
  const signatures = digests.length === 0 ? [] : await fetchSignatures(place, digests);
  if (isFault(signatures)) return signatures;
  let isNew = false;
  for (const { text } of signatures) {
    const value = parsedObject(text);
    const decision = value?.['format'] === SIGNATURE_FORMAT ? decodeDecision(value) : null;
    const request = own.find(({ digest }) => digest === decision?.digest);
    const isKnown = request?.decisions.some(({ person }) => person.publicKey === decision?.person.publicKey) ?? true;
    // Whatever does not stand is refused as one from a file would be; nobody has to be told of a forgery that changes nothing.
    if (!isKnown && decision !== null)
      isNew = bringSignature(system, store, { decision, file: '' }).kind === 'done' || isNew;
  }
  const requests = await fetchRequests(place, deskId);
  if (isFault(requests)) return requests;
  const files = requests.flatMap(({ desk, text }) => {
    const value = parsedObject(text);
    const file = value === null ? null : requestIn(system, value, desk);
    return value === null || file?.kind !== 'done' ? [] : [{ desk, file: file.value, needed: value['needed'] }];
  });
  const under =
    files.length === 0
      ? []
      : await fetchSignatures(
          place,
          files.map(({ file }) => file.digest),
        );
  if (isFault(under)) return under;
  const decisions = under.flatMap(({ text }) => decodeDecision(parsedObject(text) ?? {}) ?? []);
  const heard = files.map(({ desk, file, needed }): Carried => {
    const own = decisions.filter((one) => one.digest === file.digest && counts(file, one));
    const request = numberOf(file.digest);
    return { request, desk, file, needed: Number.isSafeInteger(needed) ? Number(needed) : 1, decisions: own };
  });
  const before = HEARD.get(deskId) ?? [];
  HEARD.set(deskId, heard);
  return isNew || JSON.stringify(before.map(viewOf)) !== JSON.stringify(heard.map(viewOf));
}

/** As many as this desk lists. */
const OWN_LOOKED_AT = 500;

/** The register's database is no place for more. */
const CARRIED_MAX = 32 * 1024 * 1024;

/** Whether it is by somebody who may sign the request. Only for showing: the desk that asked judges it by its own persons. */
function counts({ content, persons }: RequestFile, decision: SignedDecision): boolean {
  return isItsOwn(decision, isSigned) && whyNotCounted(content, decision.person, persons) === null;
}

function viewOf({ request, desk, file, needed, decisions }: Carried): RequestView {
  const { content, digest } = file;
  const { asked, maker, madeAtMs, expiresAtMs } = content;
  const by = (decision: SignedDecision['decision']): Person[] =>
    decisions.filter((one) => one.decision === decision).map(({ person }) => person);
  const approvedBy = by('approve').map(({ name }) => name);
  const rejection = decisions.find(({ decision }) => decision === 'reject');
  const state: RequestState =
    rejection !== undefined ? 'rejected' : approvedBy.length >= needed ? 'approved' : 'waiting';
  const how =
    rejection !== undefined
      ? msg('approval.rejected', { name: rejection.person.name, reason: rejection.reason })
      : state === 'approved'
        ? msg('approval.approved', { names: approvedBy })
        : msg('approval.waiting', { have: approvedBy.length, needed });
  const what = msg('approval.carried', { desk, how });
  return {
    request,
    state,
    asked,
    maker: maker.name,
    madeAtMs,
    expiresAtMs,
    digest,
    needed,
    approvedBy,
    what,
    batch: null,
  };
}

function withRegister<Value>(
  system: System,
  act: (store: HeadedWriter, session: RegisterSession, deskId: string) => Promise<Value | RegisterFault>,
): Promise<Answer<Value | RegisterFault>> {
  return withWriter<Value | RegisterFault>(system, 'live', async (store) => {
    const membership = store.register.membership();
    const session = await openRegister(system, store);
    if (membership === null || session === null) return refused(NOT_CARRIED);
    if ('code' in session) return refused({ ...session, cure: msg('cure.approvalByFile') });
    try {
      return { kind: 'done', value: await act(store, session, membership.deskId) };
    } finally {
      await session.close();
    }
  });
}

const NOT_CARRIED = {
  code: 'noRegister',
  message: msg('register.none'),
  cure: msg('cure.approvalByFile'),
};

function parsedObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
}

function noRequest(request: number): ReturnType<typeof refused> {
  return refused(refuseApproval(msg('approval.noRequest', { request })));
}
