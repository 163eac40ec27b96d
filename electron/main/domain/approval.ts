// Who may let money leave, as rules. A person asks for something with a request, which is a text and the signature of its maker;
// other persons sign the request's digest. Nothing here trusts what is stored: every judgement begins with the text that was
// signed, and asks whether it fits the desk as it is now. Whatever does not fit is refused, never repaired.

import type { ConfirmationView } from '../../../shared/api/batch-commands.ts';
import type { BatchId, Mid, Sha256 } from '../../../shared/ids.ts';
import { DAY_MS } from '../../../shared/limits.ts';
import { type Message, msg } from '../../../shared/messages/message.ts';
import type { Environment, Profile } from '../../../shared/profiles.ts';
import type { Ticks } from '../../../shared/repeats.ts';
import { type ApprovalDecision, type PersonRole, TIER_SCOPES } from '../../../shared/requests.ts';
import { type PayableRow, payToText } from '../../../shared/rows.ts';
import { personKey } from './person-key.ts';

/** `publicKey`: Ed25519, in base64url. A person is known by it; the name is what people read. */
export interface Person {
  readonly name: string;
  readonly role: PersonRole;
  readonly publicKey: string;
}

export const canMake = ({ role }: Pick<Person, 'role'>): boolean => role === 'maker' || role === 'both';
export const canApprove = ({ role }: Pick<Person, 'role'>): boolean => role === 'approver' || role === 'both';

/** From this amount on, of the largest payment or of the batch, so many approvals are needed. */
export interface Tier {
  readonly profile: string;
  readonly scope: (typeof TIER_SCOPES)[number];
  readonly fromPaise: number;
  readonly approvals: number;
}

/** How long a request may wait. */
export const REQUEST_VALID_MS = 3 * DAY_MS;

export interface Sums {
  readonly largestPaise: number;
  readonly totalPaise: number;
}

/** How many approvals a payment of these sums needs. */
export function approvalsNeeded(tiers: readonly Tier[], { largestPaise, totalPaise }: Sums): number {
  const asked = tiers.map(({ scope, fromPaise, approvals }) =>
    (scope === 'payment' ? largestPaise : totalPaise) >= fromPaise ? approvals : 0,
  );
  return Math.max(0, ...asked);
}

/** A batch of the same merchant that began within the day before. `approvals`: how many approved it. */
export interface StartedBatch {
  readonly approvals: number;
  /** What left or may still leave of it. */
  readonly paise: number;
  /** The same to each payee, by personOfPayTo(). */
  paidTo(): ReadonlyMap<string, number>;
}

/** How long what began without approval counts with what follows. */
export const COUNTED_TOGETHER_MS = DAY_MS;

export interface Asking {
  readonly needed: number;
  /** Why more are needed than for the largest payment and the sum alone; null where those alone need as many. */
  readonly why: Message | null;
}

/**
 * How many approvals a payment needs together with what began before: several small batches, or several parts to one payee, are
 * no way round a tier. What began with as many approvals as a tier asks for does not count for that tier.
 */
export function approvalsAsked(
  tiers: readonly Tier[],
  { rows, ...sums }: Sums & { readonly rows: () => readonly ShownRow[] },
  startedBefore: () => readonly StartedBatch[],
): Asking {
  let found: Asking = { needed: approvalsNeeded(tiers, sums), why: null };
  const stricter = tiers
    .filter(({ approvals }) => approvals > found.needed)
    .toSorted((a, b) => a.approvals - b.approvals);
  if (stricter.length === 0) return found;
  const started = startedBefore();
  const parts = stricter.some(({ scope }) => scope === 'payment') ? partsByPayee(rows()) : new Map<string, Part>();
  for (const { scope, fromPaise: from, approvals: needed } of stricter) {
    const counted = started.filter((one) => one.approvals < needed);
    if (scope === 'batch') {
      const earlier = counted.reduce((total, { paise }) => total + paise, 0);
      const sum = earlier + sums.totalPaise;
      if (sum >= from) found = { needed, why: msg('approval.why.day', { earlier, sum, from }) };
      continue;
    }
    const paidTo = counted.map((one) => one.paidTo());
    for (const [key, { payee, paise }] of parts) {
      const earlier = paidTo.reduce((total, paid) => total + (paid.get(key) ?? 0), 0);
      const sum = earlier + paise;
      if (sum < from) continue;
      const why =
        earlier > 0
          ? msg('approval.why.payee', { payee, earlier, sum, from })
          : msg('approval.why.parts', { payee, sum, from });
      found = { needed, why };
      break;
    }
  }
  return found;
}

interface Part {
  readonly payee: string;
  readonly paise: number;
}

function partsByPayee(rows: readonly ShownRow[]): ReadonlyMap<string, Part> {
  const parts = new Map<string, Part>();
  for (const { name, payTo, paise } of rows) {
    const key = personOfPayTo(payTo);
    parts.set(key, { payee: name ?? payTo, paise: paise + (parts.get(key)?.paise ?? 0) });
  }
  return parts;
}

/** The personKey() of what payToText() wrote. */
export function personOfPayTo(payTo: string): string {
  const [account = '', ifsc] = payTo.split(' ');
  return personKey(
    ifsc === undefined ? { method: 'UPI', upiId: account } : { method: 'IMPS', accountNumber: account, ifsc },
  );
}

/** How many approvals a change of persons, or one that loosens a rule, needs: as many as the strictest tier, and at least one. */
export function approvalsOfChange(tiers: readonly Tier[]): number {
  return Math.max(1, ...tiers.map(({ approvals }) => approvals));
}

/** The tiers of one account after this one is set; none for 0 approvals. */
export function withTier(tiers: readonly Tier[], tier: Tier): readonly Tier[] {
  const others = tiers.filter((one) => !isSameTier(one, tier));
  return tier.approvals === 0 ? others : [...others, tier];
}

function isSameTier(one: Tier, other: Tier): boolean {
  return (
    one.profile.toLowerCase() === other.profile.toLowerCase() &&
    one.scope === other.scope &&
    one.fromPaise === other.fromPaise
  );
}

/** Whether some payment needs fewer approvals than before. Both are of one account. */
export function loosensTiers(before: readonly Tier[], after: readonly Tier[]): boolean {
  const steps = [0, ...[...before, ...after].map(({ fromPaise }) => fromPaise)];
  return TIER_SCOPES.some((scope) => {
    const [earlier, later] = [before, after].map((tiers) => tiers.filter((tier) => tier.scope === scope));
    return steps.some((paise) => {
      const sums = { largestPaise: paise, totalPaise: paise };
      return approvalsNeeded(later ?? [], sums) < approvalsNeeded(earlier ?? [], sums);
    });
  });
}

/** Settings that say how fast the desk asks. They move no money to anybody. */
const HARMLESS: readonly (keyof Profile)[] = [
  'ratePerSecond',
  'inFlightMax',
  'pollFirstMs',
  'pollMaxMs',
  'timeoutMs',
] as const;
const CEILINGS = ['maxPayoutPaise', 'maxBatchPaise'] as const;

/** Whether an account's change lets more through than before. A new account does. */
export function loosensProfile(before: Profile | null, after: Profile): boolean {
  if (before === null) return true;
  const names = new Set([...Object.keys(before), ...Object.keys(after)]) as ReadonlySet<keyof Profile>;
  return [...names].some((name) => {
    if (HARMLESS.includes(name) || before[name] === after[name]) return false;
    // A ceiling that is new or lower is stricter.
    if (!CEILINGS.some((ceiling) => ceiling === name)) return true;
    const [old, now] = [before[name] as number | null, after[name] as number | null];
    return now === null || (old !== null && now > old);
  });
}

/** Whether a request of some maker could be approved so often by others. */
export function canBeMet(persons: readonly Person[], approvals: number): boolean {
  return persons.some(
    (maker) => canMake(maker) && persons.filter((person) => person !== maker && canApprove(person)).length >= approvals,
  );
}

/** The account that a request names, word for word as it is sent to. */
export interface AccountNamed {
  readonly profile: string;
  readonly baseUrl: string;
  readonly mid: Mid;
  readonly environment: Environment;
}

/** Money to be sent: a new batch, a retry included, or the unsent rest of a stored one. */
export interface PaymentAsked extends Sums {
  readonly kind: 'start' | 'resume';
  readonly account: AccountNamed;
  /** The batch to be resumed, else null. */
  readonly batch: BatchId | null;
  /** Of the sealed confirmation; for a resume, of what is unsent. */
  readonly seal: Sha256;
  readonly count: number;
  readonly file: string;
}

export type ChangeAsked =
  | { readonly kind: 'enrol'; readonly person: Person }
  | { readonly kind: 'remove'; readonly person: Person }
  | { readonly kind: 'tier'; readonly tier: Tier }
  | { readonly kind: 'profile'; readonly profile: Profile }
  /** Once, to store another token. The token itself is in no request. */
  | { readonly kind: 'token'; readonly account: AccountNamed };

/** What a maker signs. */
export interface RequestContent {
  readonly databaseId: string;
  /** How often a person declared a restored or copied database to be the true one: that ends every request of before. */
  readonly epoch: number;
  /** How often the clock was set back until then: after that, nobody knows how old a request is. */
  readonly setBacks: number;
  readonly asked: PaymentAsked | ChangeAsked;
  /** Limits, addresses, tokens and tiers in force. */
  readonly rules: Sha256;
  /** What the maker saw, which is given beside. */
  readonly shown: Sha256;
  readonly maker: Person;
  readonly madeAtMs: number;
  readonly expiresAtMs: number;
}

/** One row that a maker saw and an approver is shown. */
export interface ShownRow {
  readonly row: number;
  readonly name: string | null;
  readonly payTo: string;
  readonly paise: number;
  readonly remark: string;
}

/** Rows as a maker sees them and an approver is shown them. */
export function shownRows(rows: readonly PayableRow[]): readonly ShownRow[] {
  return rows.map(({ rowNumber: row, payment: { name, beneficiary, amountPaise: paise, remark } }) => {
    return { row, name, payTo: payToText(beneficiary), paise, remark };
  });
}

/** What a window's Confirm showed beside the rows, every row of it. */
export type ShownConfirm = Pick<
  ConfirmationView,
  | 'tickable'
  | 'questions'
  | 'claimed'
  | 'leftOut'
  | 'leftOutCount'
  | 'leftOutPaise'
  | 'warnings'
  | 'warningCount'
  | 'since'
  | 'retry'
  | 'byMethod'
>;

/**
 * What a maker saw beside the figures. `ticks`: the rows and batches that are paid because the maker said so. `confirm` and
 * `draft`, the one that it is paid from as it was then, are null where no window asked.
 */
export interface ShownPayment {
  readonly rows: readonly ShownRow[];
  readonly warnings: readonly Message[];
  readonly ticks: Ticks;
  readonly confirm: ShownConfirm | null;
  readonly draft: { readonly id: string; readonly revision: number } | null;
}

/** A person's signature over a request's digest and their own decision. */
export interface SignedDecision {
  readonly digest: Sha256;
  readonly decision: ApprovalDecision;
  readonly reason: string;
  readonly person: Person;
  readonly signedAtMs: number;
  readonly signature: string;
}

/** A request as it was signed: `text` is the JSON of `content`, and the digest is of the text. */
export interface SignedRequest {
  readonly text: string;
  readonly digest: Sha256;
  readonly content: RequestContent;
  readonly signature: string;
}

/** What a maker's signature covers. */
export const requestSigned = (text: string): string => `Payout Desk request, form 1\n${text}`;

/** What an approver's signature covers: everything that is stored beside it. */
export function decisionSigned({
  digest,
  decision,
  reason,
  person,
  signedAtMs,
}: Omit<SignedDecision, 'signature'>): string {
  const parts = [digest, decision, reason, person.name, person.role, person.publicKey, signedAtMs];
  return `Payout Desk decision, form 1\n${JSON.stringify(parts)}`;
}

/** Whether this key made this signature over this text. */
export type IsSigned = (signed: {
  readonly text: string;
  readonly publicKey: string;
  readonly signature: string;
}) => boolean;

/** The desk as it is now. `persons`: those enrolled and not removed. */
export interface ApprovalWorld {
  readonly databaseId: string;
  readonly epoch: number;
  readonly setBacks: number;
  readonly rules: Sha256;
  readonly persons: readonly Person[];
  /** The latest clock that the desk knows. */
  readonly nowMs: number;
  readonly isSigned: IsSigned;
}

export type RequestVerdict =
  | { readonly kind: 'approved'; readonly by: readonly string[] }
  | { readonly kind: 'waiting'; readonly by: readonly string[]; readonly needed: number }
  | { readonly kind: 'rejected'; readonly by: string; readonly reason: string }
  | { readonly kind: 'void'; readonly why: Message };

const voided = (why: Message): RequestVerdict => ({ kind: 'void', why });

/** Judges a request that was not used yet. `needed` counts other persons, each once. */
export function judgeRequest(
  { text, digest, content, signature }: SignedRequest,
  {
    decisions,
    needed,
    world,
  }: { readonly decisions: readonly SignedDecision[]; readonly needed: number; readonly world: ApprovalWorld },
): RequestVerdict {
  const { maker, asked } = content;
  if (content.databaseId !== world.databaseId || content.epoch !== world.epoch)
    return voided(msg('approval.void.desk'));
  if (content.setBacks !== world.setBacks) return voided(msg('approval.void.clock'));
  if (content.expiresAtMs <= world.nowMs || content.expiresAtMs - content.madeAtMs > REQUEST_VALID_MS) {
    return voided(msg('approval.void.expired', { atMs: content.expiresAtMs }));
  }
  if (content.rules !== world.rules) return voided(msg('approval.void.rules'));
  if (!isEnrolled(world.persons, maker) || (!canMake(maker) && !canApprove(maker))) {
    return voided(msg('approval.void.maker', { name: maker.name }));
  }
  // Changes may be asked for by an approver too; money only by a maker.
  if ('seal' in asked && !canMake(maker)) return voided(msg('approval.void.maker', { name: maker.name }));
  if (!world.isSigned({ text: requestSigned(text), publicKey: maker.publicKey, signature })) {
    return voided(msg('approval.void.forged'));
  }
  const valid = decisions.filter(
    (one) =>
      one.digest === digest &&
      whyNotCounted(content, one.person, world.persons) === null &&
      isItsOwn(one, world.isSigned),
  );
  const rejection = valid.find(({ decision }) => decision === 'reject');
  if (rejection !== undefined) return { kind: 'rejected', by: rejection.person.name, reason: rejection.reason };
  const by = [...new Set(valid.map(({ person }) => person.publicKey))].flatMap(
    (key) => valid.find(({ person }) => person.publicKey === key)?.person.name ?? [],
  );
  return by.length >= needed ? { kind: 'approved', by } : { kind: 'waiting', by, needed };
}

/** Whether the signature fits the decision that it stands beside. */
export function isItsOwn(decision: SignedDecision, isSigned: IsSigned): boolean {
  const { person, signature } = decision;
  return isSigned({ text: decisionSigned(decision), publicKey: person.publicKey, signature });
}

/** Enrolled with this name, this key and this role. */
export function isEnrolled(persons: readonly Person[], { name, role, publicKey }: Person): boolean {
  return persons.some((one) => one.publicKey === publicKey && one.name === name && one.role === role);
}

/** Why a person's signature under a request counts for nothing; null when it counts. */
export function whyNotCounted(
  { maker, asked }: RequestContent,
  person: Person,
  persons: readonly Person[],
): Message | null {
  const { name } = person;
  if (!isEnrolled(persons, person)) return msg('approval.notEnrolled', { name });
  if (isSamePerson(person, maker)) return msg('approval.ownRequest', { name });
  if ((asked.kind === 'enrol' || asked.kind === 'remove') && isSamePerson(person, asked.person)) {
    return msg('approval.aboutThemselves', { name });
  }
  return canApprove(person) ? null : msg('approval.noApprover', { name });
}

export function isSamePerson(
  one: Pick<Person, 'name' | 'publicKey'>,
  other: Pick<Person, 'name' | 'publicKey'>,
): boolean {
  return one.publicKey === other.publicKey || one.name.toLowerCase() === other.name.toLowerCase();
}

/** A request to enrol one of the first two persons of a desk. */
export interface FoundingRequest {
  readonly request: SignedRequest;
  readonly decisions: readonly SignedDecision[];
}

/**
 * The two who enrol each other, one who can make and one who can approve: the first asked for their own enrolment, which the
 * second signed, and the first signed that of the second, or asked for it. Null while there are no such two, or once anybody is
 * enrolled.
 */
export function foundersOf(
  requests: readonly FoundingRequest[],
  world: ApprovalWorld,
): readonly [FoundingRequest, FoundingRequest] | null {
  if (world.persons.length > 0) return null;
  const open = requests.filter(({ request }) => isFounding(request, world));
  for (const one of open) {
    const first = one.request.content.maker;
    if (!isEnrolled([first], enrolledBy(one.request))) continue;
    for (const other of open) {
      const second = enrolledBy(other.request);
      const isAPair =
        !isSamePerson(first, second) &&
        ((canMake(first) && canApprove(second)) || (canMake(second) && canApprove(first)));
      const isOtherSigned =
        isEnrolled([first], other.request.content.maker) ||
        (isEnrolled([second], other.request.content.maker) && isSignedBy(other, first, world.isSigned));
      if (isAPair && isSignedBy(one, second, world.isSigned) && isOtherSigned) return [one, other];
    }
  }
  return null;
}

/** Whether the request asks to enrol somebody, and is valid. */
export function isFounding({ text, content, signature }: SignedRequest, world: ApprovalWorld): boolean {
  const { asked, maker } = content;
  return (
    asked.kind === 'enrol' &&
    content.databaseId === world.databaseId &&
    content.epoch === world.epoch &&
    content.setBacks === world.setBacks &&
    content.expiresAtMs > world.nowMs &&
    content.expiresAtMs - content.madeAtMs <= REQUEST_VALID_MS &&
    world.isSigned({ text: requestSigned(text), publicKey: maker.publicKey, signature })
  );
}

function enrolledBy({ content: { asked, maker } }: SignedRequest): Person {
  return asked.kind === 'enrol' ? asked.person : maker;
}

function isSignedBy({ request, decisions }: FoundingRequest, person: Person, isSigned: IsSigned): boolean {
  const own = decisions.filter((one) => one.digest === request.digest && isEnrolled([person], one.person));
  return own.length > 0 && own.every((one) => one.decision === 'approve' && isItsOwn(one, isSigned));
}

/** Who approved what of a batch, in order. */
export interface BatchApproval {
  readonly request: number;
  readonly maker: string;
  readonly by: readonly string[];
  readonly kind: PaymentAsked['kind'];
  readonly digest: Sha256;
  readonly atMs: number;
}
