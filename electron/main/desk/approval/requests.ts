// Asking other persons, and their answers: on one computer, or by files between computers. A file holds nothing secret, and
// nothing in it is believed but what a signature covers.

import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { ListedRequest } from '../../../../shared/api/approval-commands.ts';
import type { ApprovalAsked } from '../../../../shared/api/batch-commands.ts';
import type { Answer } from '../../../../shared/api/contract.ts';
import type { BatchId, Sha256 } from '../../../../shared/ids.ts';
import { type Message, msg } from '../../../../shared/messages/message.ts';
import { formatRupees } from '../../../../shared/money.ts';
import { bookOf, bookOfBatch, type Profile } from '../../../../shared/profiles.ts';
import { NO_TICKS } from '../../../../shared/repeats.ts';
import {
  type ApprovalDecision,
  PERSON_ROLES,
  type PersonRole,
  type RequestState,
} from '../../../../shared/requests.ts';
import type { Refusal } from '../../../../shared/rows.ts';
import {
  type ChangeAsked,
  canApprove,
  canBeMet,
  canMake,
  decisionSigned,
  isItsOwn,
  isSamePerson,
  loosensTiers,
  type Person,
  REQUEST_VALID_MS,
  type RequestContent,
  requestSigned,
  type ShownPayment,
  type SignedDecision,
  type Tier,
  whyNotCounted,
  withTier,
} from '../../domain/approval.ts';
import { isPublicKey, isSigned, sha256 } from '../../platform/signing-keys.ts';
import { writeAtomically } from '../../reports/atomic-file.ts';
import { findBatch, refused, withReader, withWriter } from '../../session/desks.ts';
import { findProfile } from '../../session/find-profile.ts';
import type { System } from '../../session/system.ts';
import {
  type PaymentStanding,
  paymentNow,
  refuseApproval,
  type StoredRequest,
  verdictInWords,
} from '../../store/approvals.ts';
import type { HeadedReader, HeadedWriter } from '../../store/store.ts';
import type { Prepared } from '../batches/confirmation.ts';
import { createSigner, openSigner, type Signer } from './person-keys.ts';

/** A request, and how it stands. */
export interface RequestView {
  readonly request: number;
  readonly state: RequestState;
  readonly asked: RequestContent['asked'];
  readonly maker: string;
  readonly madeAtMs: number;
  readonly expiresAtMs: number;
  readonly digest: Sha256;
  readonly needed: number;
  readonly approvedBy: readonly string[];
  readonly what: Message;
  /** The batch that it let through; null while there is none. */
  readonly batch: BatchId | null;
}

export interface RequestDetails extends RequestView {
  /** What the maker saw; null for a change. */
  readonly shown: ShownPayment | null;
}

export interface Team {
  readonly persons: readonly Person[];
  readonly tiers: readonly Tier[];
  /** Whether the desk could no longer be changed once one of these persons is gone. */
  readonly isFragile: boolean;
}

export function viewOfRequest(
  store: Pick<HeadedReader, 'approvals'>,
  request: StoredRequest,
  nowMs: number,
): RequestView {
  const { content, digest, used } = request;
  const { asked, maker, madeAtMs, expiresAtMs } = content;
  const signed = request.decisions.filter(({ decision }) => decision === 'approve').map(({ person }) => person.name);
  const facts = {
    request: request.request,
    asked,
    maker: maker.name,
    madeAtMs,
    expiresAtMs,
    digest,
    needed: used === null ? store.approvals.neededByRequest(request, nowMs) : signed.length,
  };
  if (used !== null) {
    const what = msg('approval.used', { names: signed });
    return { ...facts, state: 'used', approvedBy: signed, what, batch: used.batch };
  }
  const verdict = store.approvals.verdict(request, nowMs);
  const approvedBy = 'by' in verdict && verdict.kind !== 'rejected' ? verdict.by : signed;
  return { ...facts, state: verdict.kind, approvedBy, what: verdictInWords(verdict), batch: null };
}

/** What a window shows of who must approve a payment; null where nobody must. */
export function approvalShown(
  store: Pick<HeadedReader, 'approvals'>,
  { needed, why, approved, newest }: PaymentStanding,
  nowMs: number,
): ApprovalAsked | null {
  if (needed === 0) return null;
  const persons = store.approvals.persons();
  const isApproved = approved !== null;
  const found = approved?.request ?? newest?.request ?? null;
  const named = (those: readonly Person[]): string[] => those.map(({ name }) => name);
  const shown = { needed, why, isApproved, makers: named(persons.filter(canMake)), validMs: REQUEST_VALID_MS };
  const approvers = named(persons.filter(canApprove));
  if (found === null || found.used !== null) return { ...shown, approvers, request: null };
  const { request, maker, expiresAtMs, ...view } = viewOfRequest(store, found, nowMs);
  // One that is approved and does not let it leave is not what was signed.
  const state = !isApproved && view.state === 'approved' ? 'void' : view.state;
  return { ...shown, approvers, request: { request, state, maker, expiresAtMs, what: newest?.what ?? view.what } };
}

/** A request as a window lists it. */
export function listedRequest(view: RequestView): ListedRequest {
  const { asked, approvedBy, ...facts } = view;
  return { ...facts, approvedBy: [...approvedBy], ...askedShown(asked) };
}

/** What is asked for, as a window shows it. */
export function askedShown(asked: RequestContent['asked']): Pick<ListedRequest, 'asked' | 'payment'> {
  const words = askedWords(asked);
  if (!('seal' in asked)) return { asked: words, payment: null };
  const { account, batch, count, totalPaise, largestPaise, file } = asked;
  return { asked: words, payment: { ...account, batch, count, totalPaise, largestPaise, file } };
}

/** What a request is for, in words. */
export function askedWords(asked: RequestContent['asked']): Message {
  switch (asked.kind) {
    case 'start':
      return msg('asked.start', { file: asked.file });
    case 'resume':
      return msg('asked.resume', { batch: asked.batch ?? '', file: asked.file });
    case 'enrol': {
      const { name, role, publicKey } = asked.person;
      return msg('asked.enrol', { name, role: msg(`role.${role}`), key: publicKey });
    }
    case 'remove':
      return msg('asked.remove', { name: asked.person.name });
    case 'tier':
      return tierWords(asked.tier);
    case 'profile': {
      const { name, baseUrl, mid, maxPayoutPaise, maxBatchPaise } = asked.profile;
      const ceiling = (paise: number | null): string | Message =>
        paise === null ? msg('profile.noCeiling') : formatRupees(paise);
      const ceilings = { payout: ceiling(maxPayoutPaise), batch: ceiling(maxBatchPaise) };
      return msg('asked.profile', { name, baseUrl, mid, ...ceilings });
    }
    case 'token':
      return msg('asked.token', { name: asked.account.profile });
  }
}

export function tierWords({ profile, scope, fromPaise, approvals }: Tier): Message {
  return scope === 'batch'
    ? msg('tier.batch', { profile, from: fromPaise, count: approvals })
    : msg('tier.payment', { profile, from: fromPaise, count: approvals });
}

export function readTeam(system: System): Answer<Team> {
  return withReader<Team>(system, 'live', {
    act: ({ approvals }) => {
      const persons = approvals.persons();
      const tiers = approvals.tiers();
      const strictest = Math.max(1, ...tiers.map(({ approvals: count }) => count));
      const isFragile = persons.some(
        (gone) =>
          !canBeMet(
            persons.filter((one) => one !== gone),
            strictest,
          ),
      );
      return { kind: 'done', value: { persons, tiers, isFragile } };
    },
    absent: () => ({ kind: 'done', value: { persons: [], tiers: [], isFragile: false } }),
  });
}

/** More than a firm makes while a request is valid. An older one is read by its number. */
export const REQUESTS_LISTED = 500;

/** The newest requests, newest first. */
export function listRequests(system: System): Answer<{ readonly requests: readonly RequestView[] }> {
  return withReader<{ readonly requests: readonly RequestView[] }>(system, 'live', {
    act: (store) => {
      const nowMs = system.clock.nowMs();
      const requests = store.approvals.newest(REQUESTS_LISTED).map((request) => viewOfRequest(store, request, nowMs));
      return { kind: 'done', value: { requests } };
    },
    absent: () => ({ kind: 'done', value: { requests: [] } }),
  });
}

/** A request with everything that its maker saw. Refuses one whose rows are not those that were signed. */
export function readRequest(system: System, number: number): Answer<RequestDetails> {
  return withRequest(system, number, (store, request) => {
    const shown = shownWith(store, request);
    if (shown === 'altered') return refused(refuseApproval(msg('approval.void.forged')));
    return { kind: 'done', value: { ...viewOfRequest(store, request, system.clock.nowMs()), shown } };
  });
}

/** A request of an earlier version knows fewer kinds of ticks. */
function shownIn(text: string): ShownPayment {
  const shown = JSON.parse(text) as ShownPayment;
  return { ...shown, ticks: { ...NO_TICKS, ...shown.ticks } };
}

function shownWith(store: HeadedReader, request: StoredRequest): ShownPayment | null | 'altered' {
  const text = store.approvals.shown(request);
  if (text === null) return 'altered';
  return text === '' ? null : shownIn(text);
}

function withRequest<Value>(
  system: System,
  number: number,
  act: (store: HeadedReader, request: StoredRequest) => Answer<Value>,
): Answer<Value> {
  const none = (): Answer<Value> => refused(refuseApproval(msg('approval.noRequest', { request: number })));
  return withReader(system, 'live', {
    act: (store) => {
      const request = store.approvals.find(number);
      return request === null ? none() : act(store, request);
    },
    absent: none,
  });
}

/** Who signs, and with which passphrase. */
export interface SignedBy {
  readonly name: string;
  readonly passphrase: string;
}

/** Opens the key of an enrolled person. */
async function signerOf(system: System, { name, passphrase }: SignedBy): Promise<Answer<Signer>> {
  const found = withReader<Person>(system, 'live', {
    act: ({ approvals }) => {
      const person =
        approvals.persons().find((one) => one.name.toLowerCase() === name.toLowerCase()) ??
        foundersIn(approvals.changes()).find((one) => one.name.toLowerCase() === name.toLowerCase());
      return person === undefined ? notEnrolled(name) : { kind: 'done', value: person };
    },
    absent: () => notEnrolled(name),
  });
  return found.kind === 'done' ? openSigner(system, { person: found.value, passphrase }) : found;
}

/** Who a passphrase says somebody is. Refuses a person who may not pay. */
export async function unlockPayer(system: System, by: SignedBy): Promise<Answer<Person>> {
  const signer = await signerOf(system, by);
  if (signer.kind !== 'done') return signer;
  const { person } = signer.value;
  return withReader<Person>(system, 'live', {
    act: ({ approvals }) => {
      const against = approvals.persons().length === 0 ? NOBODY_ENROLLED : approvals.whyNotPaidBy(person);
      return against === null ? { kind: 'done', value: person } : refused(against);
    },
    absent: () => refused(NOBODY_ENROLLED),
  });
}

const NOBODY_ENROLLED: Refusal = {
  code: 'noPersons',
  message: msg('approval.noPersons'),
  cure: msg('cure.addPersons'),
};

/** Before anybody is enrolled: those who ask to be. */
function foundersIn(requests: readonly StoredRequest[]): readonly Person[] {
  return requests.flatMap(({ content: { asked }, used }) =>
    asked.kind === 'enrol' && used === null ? [asked.person] : [],
  );
}

function notEnrolled(name: string): ReturnType<typeof refused> {
  return refused({
    code: 'notEnrolled',
    message: msg('approval.notEnrolled', { name }),
    cure: msg('cure.listPersons'),
  });
}

/** Signs a request as its maker and stores it. */
function makeRequest(
  system: System,
  store: HeadedWriter,
  {
    asked,
    shown,
    signer,
  }: { readonly asked: RequestContent['asked']; readonly shown: ShownPayment | null; readonly signer: Signer },
): Answer<RequestView> {
  const { person: maker, sign } = signer;
  const nowMs = system.clock.nowMs();
  const world = store.approvals.world('seal' in asked ? asked.account.mid : null, nowMs);
  const shownText = shown === null ? '' : JSON.stringify(shown);
  const content: RequestContent = {
    databaseId: world.databaseId,
    epoch: world.epoch,
    setBacks: world.setBacks,
    asked,
    rules: world.rules,
    shown: sha256(shownText),
    maker,
    madeAtMs: world.nowMs,
    expiresAtMs: world.nowMs + REQUEST_VALID_MS,
  };
  const text = JSON.stringify(content);
  const stored = store.approvals.request({ text, signature: sign(requestSigned(text)) }, shownText, nowMs);
  if (typeof stored !== 'number') return refused(stored);
  return storedView(system, store, stored);
}

function storedView(system: System, store: HeadedWriter, number: number): Answer<RequestView> {
  const request = store.approvals.find(number);
  if (request === null) return refused(refuseApproval(msg('approval.noRequest', { request: number })));
  return { kind: 'done', value: viewOfRequest(store, request, system.clock.nowMs()) };
}

/** Asks for exactly what was prepared. Refuses when nobody has to approve it. `window`: what a window showed beside. */
export async function requestStart(
  system: System,
  prepared: Prepared,
  { window, ...by }: SignedBy & { readonly window?: Pick<ShownPayment, 'confirm' | 'draft'> },
): Promise<Answer<RequestView>> {
  const signer = await signerOf(system, by);
  if (signer.kind !== 'done') return signer;
  const { confirmation, seal, view } = prepared;
  const payment = paymentNow({ ...confirmation, seal });
  const { asked, rows } = payment;
  const warnings = view.warnings.map(({ message }) => message);
  const shown: ShownPayment = {
    rows,
    warnings,
    ticks: confirmation.marks.ticks,
    confirm: null,
    draft: null,
    ...window,
  };
  return withWriter(system, 'live', (store) =>
    bookOf(payment.asked.account) !== 'live' || store.approvals.neededBy(payment, system.clock.nowMs()).needed === 0
      ? refused(NOBODY_ASKED)
      : makeRequest(system, store, { asked, shown, signer: signer.value }),
  );
}

/** Asks for what is unsent of a batch to be sent, and to repeat these payments of other desks on purpose. */
export async function requestResume(
  system: System,
  { batch: id, acceptClaims = [] }: { readonly batch: BatchId; readonly acceptClaims?: readonly string[] },
  by: SignedBy,
): Promise<Answer<RequestView>> {
  if (bookOfBatch(id) !== 'live') return refused(NOBODY_ASKED);
  const signer = await signerOf(system, by);
  if (signer.kind !== 'done') return signer;
  return withWriter(system, 'live', (store) => {
    const batch = findBatch(store, id);
    if ('kind' in batch) return batch;
    const nowMs = system.clock.nowMs();
    if (store.approvals.resumeStanding(batch, nowMs, acceptClaims).needed === 0) return refused(NOBODY_ASKED);
    const { asked, rows, claims = [] } = store.approvals.unsent(batch, acceptClaims);
    const ticks = claims.length === 0 ? NO_TICKS : { ...NO_TICKS, claims };
    const shown = { rows, warnings: [], ticks, confirm: null, draft: null };
    return makeRequest(system, store, { asked, shown, signer: signer.value });
  });
}

const NOBODY_ASKED: Refusal = {
  code: 'nobodyAsked',
  message: msg('approval.nobodyAsked'),
  cure: msg('cure.startWithout'),
};

function requestChange(system: System, store: HeadedWriter, change: ChangeAsked, signer: Signer): Answer<RequestView> {
  return makeRequest(system, store, { asked: change, shown: null, signer });
}

/** A new person, whose key is made here, or was made elsewhere and is in a file. `by`: who asks; null for oneself. */
export interface PersonAsked {
  readonly name: string;
  readonly role: PersonRole;
  readonly passphrase: string;
}

/**
 * Asks for a person to be enrolled whose key is made on this computer. The first two persons ask for themselves; later ones are
 * asked for by a person who is enrolled.
 */
export async function addPerson(
  system: System,
  asked: PersonAsked | { readonly file: string },
  by: SignedBy | null,
): Promise<Answer<RequestView>> {
  const maker = by === null ? null : await signerOf(system, by);
  if (maker !== null && maker.kind !== 'done') return maker;
  const made: Answer<Pick<Signer, 'person'> & Partial<Signer>> =
    'file' in asked ? await readPersonFile(asked.file) : await createSigner(system, asked);
  if (made.kind !== 'done') return made;
  const { person, sign } = made.value;
  return withWriter(system, 'live', (store) => {
    const isFirst = store.approvals.persons().length === 0;
    const signer = maker?.value ?? (sign !== undefined && isFirst ? { person, sign } : null);
    if (signer === null) {
      return refused({ code: 'missingOption', message: msg('approval.whoAsks'), cure: msg('cure.nameWhoAsks') });
    }
    return requestChange(system, store, { kind: 'enrol', person }, signer);
  });
}

export async function removePerson(system: System, name: string, by: SignedBy): Promise<Answer<RequestView>> {
  const signer = await signerOf(system, by);
  if (signer.kind !== 'done') return signer;
  return withWriter(system, 'live', (store) => {
    const person = store.approvals.persons().find((one) => one.name.toLowerCase() === name.toLowerCase());
    return person === undefined
      ? notEnrolled(name)
      : requestChange(system, store, { kind: 'remove', person }, signer.value);
  });
}

/** Sets a tier: at once where it is stricter, else by a request. */
export async function setTier(
  system: System,
  tier: Tier,
  by: SignedBy | null,
): Promise<Answer<RequestView | { readonly tier: Tier }>> {
  const profile = findProfile(system, tier.profile);
  if (profile.kind !== 'done') return profile;
  const named = { ...tier, profile: profile.value.name };
  const signer = by === null ? null : await signerOf(system, by);
  if (signer !== null && signer.kind !== 'done') return signer;
  return withWriter<RequestView | { readonly tier: Tier }>(system, 'live', (store) => {
    const { approvals } = store;
    if (approvals.persons().length === 0) {
      return refused(NOBODY_ENROLLED);
    }
    const own = approvals.tiers().filter(({ profile: of }) => of.toLowerCase() === named.profile.toLowerCase());
    if (!canBeMet(approvals.persons(), Math.max(1, named.approvals))) {
      return refused(refuseApproval(msg('approval.tooFewForTier', { count: named.approvals })));
    }
    const change = { kind: 'tier', tier: named } as const;
    if (loosensTiers(own, withTier(own, named))) {
      if (signer !== null) return requestChange(system, store, change, signer.value);
      return refused({
        code: 'needsApproval',
        message: msg('approval.needed', { count: approvals.neededByChange() }),
        cure: msg('cure.nameWhoAsks'),
      });
    }
    approvals.setTier(named, system.clock.nowMs());
    return { kind: 'done', value: { tier: named } };
  });
}

/** Asks for an account's new settings, in the desk that is open. */
export async function changeProfileAs(
  system: System,
  by: SignedBy,
  save: (onLooser: (store: HeadedWriter, profile: Profile) => Answer<never>) => Promise<Answer<Profile>>,
): Promise<Answer<RequestView | Profile>> {
  const signer = await signerOf(system, by);
  if (signer.kind !== 'done') return signer;
  let view: Answer<RequestView> | null = null;
  const saved = await save((store, profile) => {
    view = requestChange(system, store, { kind: 'profile', profile }, signer.value);
    return view.kind === 'done' ? refused(ASKED) : view;
  });
  return view ?? saved;
}

/** Stands for a change that was asked for instead of made. */
const ASKED: Refusal = { code: 'asked', message: msg('approval.requestedBefore'), cure: msg('cure.listRequests') };

/** Asks for the right to store another token, once. */
export async function requestToken(system: System, profile: string, by: SignedBy): Promise<Answer<RequestView>> {
  const known = findProfile(system, profile);
  if (known.kind !== 'done') return known;
  const signer = await signerOf(system, by);
  if (signer.kind !== 'done') return signer;
  const { name, baseUrl, mid, environment } = known.value;
  return withWriter(system, 'live', (store) =>
    requestChange(
      system,
      store,
      { kind: 'token', account: { profile: name, baseUrl, mid, environment } },
      signer.value,
    ),
  );
}

export interface Deciding extends SignedBy {
  readonly decision: ApprovalDecision;
  readonly reason: string;
}

/** A request, and the digest of what the person was shown of it. */
export interface SeenRequest {
  readonly request: number;
  readonly digest: string;
}

export interface Decided {
  readonly request: number;
  readonly answer: Answer<RequestView>;
}

/** Signs for or against each of several requests, under one passphrase. What one is refused for keeps no other back. */
export async function decideRequests(
  system: System,
  seen: readonly SeenRequest[],
  deciding: Deciding,
): Promise<Answer<readonly Decided[]>> {
  const signer = await signerOf(system, deciding);
  if (signer.kind !== 'done') return signer;
  return withWriter(system, 'live', (store) => {
    const decide = ({ request: number, digest }: SeenRequest): Answer<RequestView> => {
      const request = store.approvals.find(number);
      if (request === null) return refused(refuseApproval(msg('approval.noRequest', { request: number })));
      if (request.digest !== digest) return refused(refuseApproval(msg('approval.void.forged')));
      const decision = signDecision(system, { digest: request.digest, signer: signer.value, deciding });
      return storeDecision(system, store, number, decision);
    };
    return { kind: 'done', value: seen.map((one) => ({ request: one.request, answer: decide(one) })) };
  });
}

function signDecision(
  { clock }: Pick<System, 'clock'>,
  {
    digest,
    signer,
    deciding: { decision, reason },
  }: { readonly digest: SignedDecision['digest']; readonly signer: Signer; readonly deciding: Deciding },
): SignedDecision {
  const facts = { digest, decision, reason, person: signer.person, signedAtMs: clock.nowMs() };
  return { ...facts, signature: signer.sign(decisionSigned(facts)) };
}

function storeDecision(
  system: System,
  store: HeadedWriter,
  number: number,
  decision: SignedDecision,
): Answer<RequestView> {
  const stored = store.approvals.decide(number, decision, system.clock.nowMs());
  return 'code' in stored ? refused(stored) : storedView(system, store, number);
}

// Files between computers.

const PERSON_FORMAT = 'Payout Desk person, form 1';
const REQUEST_FORMAT = 'Payout Desk request, form 1';
export const SIGNATURE_FORMAT = 'Payout Desk signature, form 1';
const FILE_MAX_BYTES = 256 * 1024 * 1024;

const personText = ({ name, role, publicKey }: Person): string =>
  `${PERSON_FORMAT}\n${JSON.stringify([name, role, publicKey])}`;

/** Makes a person's key on this computer, and a file from which another one asks for the person to be enrolled. */
export async function makePersonFile(
  system: System,
  { out, ...asked }: PersonAsked & { readonly out: string },
): Promise<Answer<Written>> {
  const made = await createSigner(system, asked);
  if (made.kind !== 'done') return made;
  const { person, sign } = made.value;
  return writeJson(system, out, { format: PERSON_FORMAT, ...person, signature: sign(personText(person)) });
}

async function readPersonFile(file: string): Promise<Answer<{ readonly person: Person }>> {
  const read = await readJson(file, PERSON_FORMAT);
  if (read.kind !== 'done') return read;
  const { name, role, publicKey, signature } = read.value;
  const person = { name: String(name), role: role as PersonRole, publicKey: String(publicKey) };
  const isWhole =
    typeof name === 'string' &&
    PERSON_ROLES.some((one) => one === role) &&
    isPublicKey(person.publicKey) &&
    isSigned({ text: personText(person), publicKey: person.publicKey, signature: String(signature) });
  return isWhole ? { kind: 'done', value: { person } } : notOurFile(file);
}

interface Written {
  readonly file: string;
}

/** Writes a request for another computer: what was signed, what was shown, and who may sign. */
export async function exportRequest(
  system: System,
  { request: number, out }: { readonly request: number; readonly out: string },
): Promise<Answer<Written>> {
  const content = withRequest(system, number, (store, request) => {
    const value = requestText(store, request);
    return value === null ? refused(refuseApproval(msg('approval.void.forged'))) : { kind: 'done', value };
  });
  return content.kind === 'done' ? writeJson(system, out, content.value) : content;
}

/** What another computer is given of a request; null where what was shown is not what was signed. */
export function requestText(
  { approvals }: Pick<HeadedReader, 'approvals'>,
  request: StoredRequest,
): Record<string, unknown> | null {
  const shown = approvals.shown(request);
  if (shown === null) return null;
  const { text, signature, digest } = request;
  const now = approvals.persons();
  const persons = now.length > 0 ? now : foundersIn(approvals.changes());
  return { format: REQUEST_FORMAT, text, signature, digest, shown, persons };
}

/** A request from a file, as the approver reads it before signing. */
export interface RequestFile {
  readonly content: RequestContent;
  readonly digest: SignedDecision['digest'];
  readonly shown: ShownPayment | null;
  readonly persons: readonly Person[];
}

/** Reads a request file. Refuses one whose parts do not fit its maker's signature. */
export async function readRequestFile(system: System, file: string): Promise<Answer<RequestFile>> {
  const read = await readJson(file, REQUEST_FORMAT);
  return read.kind === 'done' ? requestIn(system, read.value, file) : read;
}

/** The request that another computer gave. `file`: where it came from. */
export function requestIn(
  system: Pick<System, 'clock'>,
  { format, text, signature, shown, persons }: Record<string, unknown>,
  file: string,
): Answer<RequestFile> {
  if (
    format !== REQUEST_FORMAT ||
    typeof text !== 'string' ||
    typeof signature !== 'string' ||
    typeof shown !== 'string' ||
    !Array.isArray(persons)
  ) {
    return notOurFile(file);
  }
  const content = parsed(text) as RequestContent | null;
  if (typeof content?.maker?.publicKey !== 'string' || typeof content.asked?.kind !== 'string') return notOurFile(file);
  const { maker } = content;
  const isWhole =
    isSigned({ text: requestSigned(text), publicKey: maker.publicKey, signature }) && sha256(shown) === content.shown;
  if (!isWhole) return refused(refuseApproval(msg('approval.void.forged')), basename(file));
  if (content.expiresAtMs <= system.clock.nowMs()) {
    return refused(refuseApproval(msg('approval.void.expired', { atMs: content.expiresAtMs })), basename(file));
  }
  const received = shown === '' ? null : (parsed(shown) as ShownPayment | null);
  const payment = Array.isArray(received?.rows) ? shownIn(shown) : null;
  if ('seal' in content.asked && (payment === null || !areFiguresOf(payment, content.asked))) {
    return refused(refuseApproval(msg('approval.void.forged')), basename(file));
  }
  return { kind: 'done', value: { content, digest: sha256(text), shown: payment, persons: persons.filter(isNamed) } };
}

/** Read before anybody signs; the signature itself is judged elsewhere. */
function isNamed(one: unknown): one is Person {
  const { name, publicKey, role } = (typeof one === 'object' && one !== null ? one : {}) as Record<string, unknown>;
  return typeof name === 'string' && typeof publicKey === 'string' && PERSON_ROLES.some((known) => known === role);
}

/** Whether the rows shown are as many, and of as much, as the figures say. */
function areFiguresOf(
  { rows }: ShownPayment,
  { kind, count, totalPaise }: Extract<RequestContent['asked'], { seal: unknown }>,
): boolean {
  const sum = rows.reduce((total, { paise }) => total + paise, 0);
  return rows.length === count && (kind === 'resume' ? sum <= totalPaise : sum === totalPaise);
}

/** Why a person's signature under a request from another computer would count for nothing there. */
export function whyNotSigned(content: RequestContent, person: Person, persons: readonly Person[]): Message | null {
  const { asked, maker } = content;
  // One of the first two, who enrol each other: whether both may is judged by the desk that asked.
  const isFounding = asked.kind === 'enrol' && isSamePerson(asked.person, maker);
  const ownOrNot = isSamePerson(person, maker) ? msg('approval.ownRequest', { name: person.name }) : null;
  return isFounding ? ownOrNot : whyNotCounted(content, person, persons);
}

/** Signs a request from another computer, and writes the signature to a file. */
export async function signRequestFile(
  system: System,
  file: RequestFile,
  { out, ...deciding }: Deciding & { readonly out: string },
): Promise<Answer<Written>> {
  const signed = await signedBy(system, file, deciding);
  return signed.kind === 'done' ? writeJson(system, out, { format: SIGNATURE_FORMAT, ...signed.value }) : signed;
}

/** A person's signature under a request from another computer. */
export async function signedBy(
  system: System,
  { content, digest, persons }: RequestFile,
  deciding: Deciding,
): Promise<Answer<SignedDecision>> {
  const person = persons.find((one) => one.name.toLowerCase() === deciding.name.toLowerCase());
  if (person === undefined) return notEnrolled(deciding.name);
  const against = whyNotSigned(content, person, persons);
  if (against !== null) return refused(refuseApproval(against));
  const signer = await openSigner(system, { person, passphrase: deciding.passphrase });
  if (signer.kind !== 'done') return signer;
  return { kind: 'done', value: signDecision(system, { digest, signer: signer.value, deciding }) };
}

/** Brings a signature from another computer into the desk that asked. */
export async function importSignature(system: System, file: string): Promise<Answer<RequestView>> {
  const read = await readJson(file, SIGNATURE_FORMAT);
  if (read.kind !== 'done') return read;
  const decision = decodeDecision(read.value);
  if (decision === null || !isItsOwn(decision, isSigned)) return notOurFile(file);
  return withWriter(system, 'live', (store) => bringSignature(system, store, { decision, file }));
}

/** Stores a signature from another computer, if it stands. */
export function bringSignature(
  system: System,
  store: HeadedWriter,
  { decision, file }: { readonly decision: SignedDecision; readonly file: string },
): Answer<RequestView> {
  const request = store.approvals.withDigest(decision.digest);
  if (request === null) return refused(refuseApproval(msg('approval.noSuchRequest')), basename(file));
  return storeDecision(system, store, request.request, decision);
}

export function decodeDecision({
  digest,
  decision,
  reason,
  person,
  signedAtMs,
  signature,
}: Record<string, unknown>): SignedDecision | null {
  const { name, role, publicKey } = (typeof person === 'object' && person !== null ? person : {}) as Record<
    string,
    unknown
  >;
  const texts = [digest, reason, name, role, publicKey, signature];
  const isWhole =
    texts.every((text) => typeof text === 'string') &&
    (decision === 'approve' || decision === 'reject') &&
    PERSON_ROLES.some((one) => one === role) &&
    Number.isSafeInteger(signedAtMs);
  // Decoding: every part was just checked.
  return isWhole
    ? ({ digest, decision, reason, person: { name, role, publicKey }, signedAtMs, signature } as SignedDecision)
    : null;
}

async function readJson(file: string, format: string): Promise<Answer<Record<string, unknown>>> {
  const bytes = await readFile(file).catch(() => null);
  if (bytes === null || bytes.length > FILE_MAX_BYTES) {
    return refused({
      code: 'noFile',
      message: msg('path.unreadable', { file: basename(file) }),
      cure: msg('cure.nameTheFile'),
    });
  }
  const value = parsed(bytes.toString('utf8'));
  return typeof value === 'object' && value !== null && 'format' in value && value.format === format
    ? { kind: 'done', value: { ...value } }
    : notOurFile(file);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function notOurFile(file: string): ReturnType<typeof refused> {
  const name = basename(file);
  return refused(
    { code: 'notOurFile', message: msg('approval.notOurFile', { file: name }), cure: msg('cure.fileAgain') },
    name,
  );
}

async function writeJson({ files }: System, path: string, value: object): Promise<Answer<Written>> {
  const written = await writeAtomically({
    path,
    track: files.track,
    fill: (sink) => {
      sink.end(`${JSON.stringify(value)}\n`);
      return Promise.resolve(null);
    },
  });
  return written.kind === 'written' ? { kind: 'done', value: { file: written.path } } : refused(written.refusal);
}
