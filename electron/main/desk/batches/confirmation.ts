// The first of the two steps to money: rows that may be paid become a sealed confirmation, plain data that a person is
// shown and that start pays exactly, or not at all. A file and a retry are two sources of rows for the same two steps.
// Until a person has said yes nothing is stored but what look-ups found, and the gateway is only read.

import { createHash } from 'node:crypto';
import type { Answer } from '../../../../shared/api/contract.ts';
import type { ConfirmView, RetryConfirmView } from '../../../../shared/api/views.ts';
import { invariant } from '../../../../shared/failures.ts';
import type { Reference, Sha256 } from '../../../../shared/ids.ts';
import { type Message, msg } from '../../../../shared/messages/message.ts';
import { type Paise, sumPaise } from '../../../../shared/money.ts';
import type { Correction } from '../../../../shared/retry.ts';
import type { Issue, PayableRow, Refusal } from '../../../../shared/rows.ts';
import type { KnownWallet, ReportedWallet } from '../../../../shared/wallet.ts';
import type { Confirmation, ConfirmationMarks } from '../../domain/batches.ts';
import type { Preflight } from '../../domain/run.ts';
import { SEND_SHARE_OF_TEN } from '../../engine/run-demand.ts';
import { refused } from '../../session/desks.ts';
import { unlessCutShort } from '../../session/following.ts';
import { batchFingerprint } from '../../store/references.ts';
import type { HeadedWriter } from '../../store/store.ts';
import { noPaymentCount, type Warning } from '../drafts/choose-rows.ts';
import { earlierOf } from '../drafts/judge-rows.ts';
import { type Acceptance, knownWallet, shortfallOf, unaccepted } from './accept-doubts.ts';
import type { Candidate, RetrySource, SaidBefore, StartPlace } from './candidate.ts';
import { findKnown, probesOf, withoutRows } from './known-references.ts';
import { type EarlierLookedUp, type LookedUpAtMs, lookEarlierUp, type RowToLookUp } from './look-earlier.ts';
import { blockedRetry, NO_ROW_LEFT } from './retry-world.ts';
import { blockedAnswer, ceilingRefusal, cureOfDoubt, cureOfStop, TOO_MUCH, whyCutShort } from './start-refusals.ts';
import { releaseUnheard } from './unheard-earlier.ts';

/** What is stored once a person says yes. Left out is what they give with it, what was looked up, and the merchant, named in it. */
type ToStore = Omit<Confirmation, 'merchantId' | 'name' | 'marks' | 'nowMs'> & {
  readonly marks: Omit<ConfirmationMarks, 'firstAlone' | 'lookedUp'>;
};

/** What a person confirms. Shape: `seal` is one word for everything that is shown and would be stored. */
export interface Prepared {
  readonly seal: Sha256;
  readonly view: ConfirmView;
  readonly warnings: readonly Warning[];
  /** Without the rows that the gateway's word speaks against. */
  readonly candidate: Candidate;
  readonly toStore: ToStore;
  readonly wallet: KnownWallet | null;
  readonly walletBefore: ReportedWallet;
  readonly notKnown: string | null;
  readonly lookedUpAtMs: LookedUpAtMs;
}

/** What the gateway said of the rows. Shape: `candidate` without those that its word speaks `against`. */
interface Heard {
  readonly candidate: Candidate;
  readonly against: ReadonlyMap<number, Refusal>;
  readonly ready: Extract<Preflight, { kind: 'ready' }>;
  readonly lookedUpAtMs: LookedUpAtMs;
}

/** Asks the gateway about the rows. Errors: refused with nothing stored but what was found. */
export async function askGateway(place: StartPlace, said: SaidBefore & Acceptance): Promise<Answer<Heard>> {
  const { system, session, signal, candidate: whole } = place;
  const { source } = whole;
  const refuse = (refusal: Refusal): Answer<never> => refused(refusal, namedFile(whole));
  const probes = source.kind === 'file' ? probesOf(system, whole) : [];
  const ready = await unlessCutShort(signal, () => system.engine.preflight(session.reads, probes));
  if (ready === null) return refuse(whyCutShort(signal));
  if (ready.kind === 'stopped' && ready.known !== undefined) {
    return refuse(await findKnown(place, ready.known, ready.pause));
  }
  if (ready.kind === 'stopped') return refuse({ ...ready.pause, cure: cureOfStopped(whole, ready.pause) });
  if (source.kind === 'retry' && ready.doubt !== null && unaccepted([ready.doubt], said) !== null) {
    return refuse({ ...ready.doubt, cure: msg('cure.askForLookups') });
  }
  const lookedUpAtMs: LookedUpAtMs = new Map();
  const looked = await lookUpRows(place, whole, { notKnown: ready.notKnown, lookedUpAtMs });
  if (looked.kind === 'stopped') return refuse(looked.refusal);
  const { candidate, against } = releaseUnheard(whole, looked.against, said);
  return { kind: 'done', value: { candidate: withoutRefused(candidate, against), against, ready, lookedUpAtMs } };
}

/** Seals what may be paid. Errors: refused or blocked with nothing stored. */
export function prepare(
  place: StartPlace,
  { candidate, against, ready, lookedUpAtMs }: Heard,
  accepts: Acceptance,
): Answer<Prepared> {
  const { profile, rows, findings, excluded, source } = candidate;
  const { notKnown } = ready;
  const refuse = (refusal: Refusal): Answer<never> => refused(refusal, namedFile(candidate));
  if (against.size > 0) {
    const blocked = whyBlocked(candidate, place.candidate.rows.length);
    if (blocked !== null) return blocked;
  }
  const totalPaise = sumPaise(rows.map(({ payment }) => payment.amountPaise));
  if (totalPaise === null) return refuse(TOO_MUCH);
  const { maxBatchPaise } = profile;
  if (maxBatchPaise !== null && totalPaise > maxBatchPaise) return refuse(ceilingRefusal(totalPaise, maxBatchPaise));
  const wallet = knownWallet(ready.balance, profile);
  const doubts = [ready.doubt, shortfallOf(wallet, totalPaise)].filter((doubt) => doubt !== null);
  const doubt = unaccepted(doubts, accepts);
  if (doubt !== null) return refuse({ ...doubt, cure: cureOfDoubt(doubt) });
  const warnings = [...candidate.warnings, ...doubts.map((one) => ({ ...one, row: null }))];
  const view = confirmView(candidate, {
    totalPaise,
    warnings,
    balance: ready.balance,
    excluded: excluded.length + (source.kind === 'retry' ? source.others.length : 0),
    said:
      source.kind === 'retry'
        ? { retry: retryView(candidate, source) }
        : refusedOf(findings.filter(({ row }) => against.has(row))),
  });
  const toStore = toStoreOf(place, candidate, totalPaise);
  const { asked, questions } = candidate;
  const seal = sealOf(toStore, { asked, questions, warnings });
  const walletBefore = { balance: ready.balance, unit: profile.walletUnit };
  return {
    kind: 'done',
    value: { seal, view, warnings, candidate, toStore, wallet, walletBefore, notKnown, lookedUpAtMs },
  };
}

/** The file that a refusal names; null where rows are paid again without one. */
export function namedFile({ source }: Candidate): string | null {
  return source.checked?.file.name ?? null;
}

/** What helps once the gateway has stopped it. */
function cureOfStopped({ profile, source }: Candidate, pause: Parameters<typeof cureOfStop>[0]): Message {
  return source.kind === 'file' ? cureOfStop(pause, profile.name) : msg('cure.mendThenRetry');
}

function referenceAt(references: readonly Reference[], index: number): Reference {
  const reference = references[index];
  invariant(reference !== undefined, 'a row without a reference');
  return reference;
}

type RowsLookedUp =
  | Extract<EarlierLookedUp, { kind: 'looked' }>
  | { readonly kind: 'stopped'; readonly refusal: Refusal };

/** Looks up what the rows would pay once more. */
async function lookUpRows(
  { system, store, session, follower, signal }: StartPlace,
  candidate: Candidate,
  { notKnown, lookedUpAtMs }: Pick<Prepared, 'notKnown' | 'lookedUpAtMs'>,
): Promise<RowsLookedUp> {
  const rows = rowsToLookUp(store, candidate);
  if (rows.length === 0) return { kind: 'looked', against: new Map() };
  const { profile, source } = candidate;
  const about = { system, store, profile, reads: session.reads, notKnown, follower, signal, lookedUpAtMs };
  const looked = await lookEarlierUp(source.kind === 'retry' ? { ...about, batch: source.batch } : about, rows);
  if (looked === null) return { kind: 'stopped', refusal: whyCutShort(signal) };
  if (looked.kind === 'looked') return looked;
  return { kind: 'stopped', refusal: { ...looked.pause, cure: cureOfStopped(candidate, looked.pause) } };
}

/** The rows that would pay something once more, with what is looked up before each. */
export function rowsToLookUp(store: HeadedWriter, candidate: Candidate): RowToLookUp[] {
  if (candidate.relations.size + candidate.otherReferences.size === 0) return [];
  return candidate.rows.flatMap(({ rowNumber }) => {
    const payouts = earlierOf(store, candidate, rowNumber);
    const references = candidate.otherReferences.get(rowNumber) ?? [];
    return payouts.length + references.length === 0 ? [] : [{ rowNumber, payouts, references }];
  });
}

/** The candidate without the rows that the gateway's word speaks against. */
function withoutRefused(candidate: Candidate, against: ReadonlyMap<number, Refusal>): Candidate {
  if (against.size === 0) return candidate;
  const { rows, references, warnings } = candidate;
  const isKept = (rowNumber: number): boolean => !against.has(rowNumber);
  return {
    ...withoutRows(candidate, against),
    references: references.filter((_, index) => isKept(rows[index]?.rowNumber ?? 0)),
    warnings: warnings.filter(({ row }) => row === null || isKept(row)),
  };
}

/** Why what the gateway left is not paid. Shape: `asked` how many rows it was asked about. */
function whyBlocked(candidate: Candidate, asked: number): Extract<Answer<never>, { kind: 'blocked' }> | null {
  const { source, rows, findings } = candidate;
  if (source.kind === 'file') return blockedAnswer(source.checked, candidate, source);
  if (rows.length > 0) return null;
  const issues = [...findings, ...source.others.map(({ issue }) => issue)];
  return blockedRetry(source.batch, { checked: source.checked, rows: asked, issues, refusal: NO_ROW_LEFT });
}

function toStoreOf({ store }: StartPlace, candidate: Candidate, totalPaise: Paise): ToStore {
  const { profile, source, rows, references, excluded, ticked, relations, file } = candidate;
  const { name, baseUrl, mid, environment } = profile;
  const account = { profile: name, baseUrl, mid, environment };
  const marks = { ticks: ticked, relations };
  if (source.kind === 'file') {
    const { fingerprint, runNumber } = source;
    const facts = { ...account, ...file, fingerprint, runNumber, totalPaise };
    return { ...facts, rows, references, excluded, marks: { ...marks, retry: null } };
  }
  // With the references in it, which are each made once: a retry never counts as a run of the same rows.
  const payments = rows.map(({ payment }, index) => ({ ...payment, reference: referenceAt(references, index) }));
  const fingerprint = batchFingerprint(payments);
  const runNumber = store.batches.nextRunNumber(mid, fingerprint);
  const payouts = rows.map(({ rowNumber }) => {
    const again = source.paidAgain.get(rowNumber);
    invariant(again !== undefined, 'a row of a retry that pays nothing again');
    return { retryOf: again.payoutId, changed: again.corrections.map(({ field }) => field) };
  });
  const retry = { batch: source.batch.batch, payouts };
  const facts = { ...account, ...file, fingerprint, runNumber, totalPaise };
  return { ...facts, rows, references, excluded, marks: { ...marks, retry } };
}

/** `asked` and `questions` are all that needed a tick, given or not, with what was said of each. */
function sealOf(
  toStore: ToStore,
  { asked, questions, warnings }: Pick<Candidate, 'asked' | 'questions'> & { readonly warnings: readonly Warning[] },
): Sha256 {
  const { rows, references, excluded, marks, ...facts } = toStore;
  const { relations, ...given } = marks;
  const sealed = new SealedLines();
  sealed.add(facts);
  sealed.add(given);
  for (const [rowNumber, earlier] of relations) sealed.add(['repeats', rowNumber, earlier]);
  for (const [at, { rowNumber, payment }] of rows.entries()) {
    const { beneficiary, amountPaise, remark, name } = payment;
    sealed.add(['pay', rowNumber, references[at], beneficiary, amountPaise, remark, name]);
  }
  for (const { rowNumber, issues } of excluded) {
    sealed.add(['leave', rowNumber, issues.map(({ code }) => code)]);
  }
  for (const { rowNumber, reasons, messages } of asked) sealed.add(['asked', rowNumber, reasons, messages]);
  for (const { batch, kind, rows: ofBatch } of questions) {
    sealed.add(['question', batch, kind, ofBatch.map(({ rowNumber, earlier }) => [rowNumber, earlier.paise])]);
  }
  for (const warning of warnings) sealed.add(['warned', warning.code, warning.row, warning.message]);
  return sealed.end();
}

/** Characters handed to the hash at once: line by line it takes twice as long. */
const SEALED_AT_ONCE = 64 * 1024;

/** The hash over one line of JSON for each value. JSON writes no line break: two different lists never make the same text. */
class SealedLines {
  readonly #hash = createHash('sha256');
  #text = '';

  add(value: unknown): void {
    this.#text += `${JSON.stringify(value)}\n`;
    if (this.#text.length < SEALED_AT_ONCE) return;
    this.#hash.update(this.#text);
    this.#text = '';
  }

  end(): Sha256 {
    // Decoding: 64 digits of a SHA-256, in lower case.
    return this.#hash.update(this.#text).digest('hex') as Sha256;
  }
}

/** Shape: `balance` as the gateway reported it; `said` what a retry pays again, or which rows the gateway spoke against. */
interface Figures {
  readonly totalPaise: Paise;
  readonly warnings: readonly Warning[];
  readonly balance: string | null;
  readonly excluded: number;
  readonly said: Pick<ConfirmView, 'retry' | 'refused'>;
}

function confirmView(
  { profile, file, rows, ticked, payeeNumbers, source }: Candidate,
  { totalPaise, warnings, balance, excluded, said }: Figures,
): ConfirmView {
  const { paidBefore, difference, accountChanged, batches } = ticked;
  const ticks = {
    paidBefore: paidBefore.length,
    difference: difference.length,
    accountChanged: accountChanged.length,
    batches,
  };
  return {
    profile: profile.name,
    environment: profile.environment,
    mid: profile.mid,
    baseUrl: profile.baseUrl,
    file: file.fileName,
    count: rows.length,
    totalPaise,
    byMethod: { UPI: shareOf(rows, 'UPI'), IMPS: shareOf(rows, 'IMPS') },
    largestPaise: rows.reduce((most, row) => Math.max(most, row.payment.amountPaise), 0),
    excluded,
    ...(source.kind === 'file' ? noPaymentCount(source.checked) : {}),
    warnings: warnings.map(({ message }) => message),
    ...(payeeNumbers.length > 0 ? { payeeNumbers: payeeNumbers.length } : {}),
    walletAsReported: balance,
    estimatedSeconds: Math.ceil((rows.length * 10) / (profile.ratePerSecond * SEND_SHARE_OF_TEN)),
    ...(ticks.paidBefore + ticks.difference + ticks.accountChanged + batches.length > 0 ? { ticked: ticks } : {}),
    ...said,
  };
}

function retryView(candidate: Candidate, source: RetrySource): RetryConfirmView {
  const { batch, askedFor, others } = source;
  const found = candidate.findings.map((issue) => ({ issue, payment: askedFor.get(issue.row) ?? null }));
  const leftOut = [...found, ...others].map(({ issue, payment }) => {
    return { ...issue, name: payment?.name ?? null, amountPaise: payment?.amountPaise ?? null };
  });
  return { batch: batch.id, corrections: correctionsOf(candidate, source), leftOut };
}

function correctionsOf(
  { rows }: Candidate,
  { paidAgain }: RetrySource,
): readonly (Correction & { readonly row: number })[] {
  return rows.flatMap(({ rowNumber }) =>
    (paidAgain.get(rowNumber)?.corrections ?? []).map((correction) => ({ row: rowNumber, ...correction })),
  );
}

function refusedOf(issues: readonly Issue[]): Pick<ConfirmView, 'refused'> {
  return issues.length === 0 ? {} : { refused: issues };
}

/** What goes one way, and how much of it. */
export function shareOf(rows: readonly PayableRow[], method: 'UPI' | 'IMPS'): { count: number; paise: number } {
  const ofMethod = rows.filter((row) => row.payment.beneficiary.method === method);
  return { count: ofMethod.length, paise: ofMethod.reduce((total, row) => total + row.payment.amountPaise, 0) };
}
