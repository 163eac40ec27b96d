// The first of the two steps that lead to money: payable rows become a sealed confirmation, plain data that a person sees and
// that start pays exactly or not at all. A file and a retry are two sources of rows for the same two steps. Until the person says
// yes, only lookup results are stored and the gateway is only read.

import { createHash } from 'node:crypto';
import type { ConfirmationView } from '../../../../shared/api/batch-commands.ts';
import type { Answer } from '../../../../shared/api/contract.ts';
import { invariant } from '../../../../shared/failures.ts';
import type { BatchId, Reference, Sha256 } from '../../../../shared/ids.ts';
import { type Message, msg } from '../../../../shared/messages/message.ts';
import { type Paise, sumPaise } from '../../../../shared/money.ts';
import type { Profile } from '../../../../shared/profiles.ts';
import type { Ticks } from '../../../../shared/repeats.ts';
import type { CheckedFile, Refusal } from '../../../../shared/rows.ts';
import type { KnownWallet, ReportedWallet } from '../../../../shared/wallet.ts';
import type { Confirmation, ConfirmationMarks } from '../../domain/batches.ts';
import type { Preflight } from '../../domain/run.ts';
import { REPEAT_WINDOW_MS } from '../../domain/same-payment.ts';
import type { CheckRequest } from '../../import/open-sheet.ts';
import { bookOfProfile, refused } from '../../session/desks.ts';
import { anyProfile } from '../../session/find-profile.ts';
import { unlessCutShort } from '../../session/following.ts';
import type { System } from '../../session/system.ts';
import { batchFingerprint, fileReferences, rowsFingerprint } from '../../store/references.ts';
import type { HeadedWriter } from '../../store/store.ts';
import { chooseRows, noPaymentsOf, underCeiling, type Warning } from '../drafts/choose-rows.ts';
import { SAID_AS_TICKS } from '../drafts/doubles-in-file.ts';
import { type HistoryPlace, payeeNumbersIn } from '../drafts/row-history.ts';
import { namesInFile, type ScreenedRows } from '../drafts/screen-rows.ts';
import { type Acceptance, knownWallet, shortfallOf, unaccepted } from './accept-doubts.ts';
import {
  type Answered,
  type Candidate,
  questionsBeside,
  type SaidBefore,
  type StartPlace,
  strayBatch,
  strayName,
  ticksOf,
  withNamed,
} from './candidate.ts';
import { findKnown, nameChosen, probesOf, withoutRows } from './known-references.ts';
import { type EarlierLookedUp, type LookedUpAtMs, lookEarlierUp } from './look-earlier.ts';
import { lookAtOthers, withOthers } from './others-payments.ts';
import { type PreparedView, viewOf } from './prepared-view.ts';
import { namesLookedUp, rowsToLookUp } from './rows-to-look-up.ts';
import {
  blockedAnswer,
  blockedRetry,
  ceilingRefusal,
  cureOfDoubt,
  cureOfStop,
  hiddenRefusal,
  lostBatchWarning,
  lostLately,
  lostRepeatRefusal,
  lostUnnamedRefusal,
  NO_ROW_LEFT,
  NOT_CONFIRMED,
  notARepeatRefusal,
  otherDeskWarnings,
  repeatRefusal,
  TOO_MUCH,
  tooManyPayouts,
  warningsRefusal,
  whyCutShort,
} from './start-refusals.ts';
import { releaseUnheard } from './unheard-earlier.ts';

/** A file to be paid. `calledAs`: the person's name for the batch, if it is known when the rows are screened. */
export interface FileRows {
  readonly kind: 'file';
  readonly profile: Profile;
  readonly checked: CheckedFile;
  readonly onlyPayable: boolean;
  readonly acceptRepeats: readonly BatchId[];
  readonly includeHidden: boolean;
  readonly calledAs: string | null;
}

/** Reads a file to be paid from this account. Refuses if either does not exist or the file cannot be read. */
export async function readFileRows(
  system: System,
  asked: Omit<FileRows, 'kind' | 'profile' | 'checked'> & {
    readonly file: Omit<CheckRequest, 'maxPayoutPaise' | 'includeHidden'>;
    readonly profile: string;
  },
): Promise<Answer<FileRows>> {
  const { file, onlyPayable, acceptRepeats, includeHidden, calledAs } = asked;
  const found = anyProfile(system, asked.profile);
  if (found.kind !== 'done') return found;
  const profile = found.value;
  const { maxPayoutPaise } = profile;
  const result = await system.checkFile({ ...file, includeHidden, maxPayoutPaise });
  if (result.kind === 'refused') return refused(result.refusal, result.fileName);
  const checked = underCeiling(result.checked, maxPayoutPaise);
  return {
    kind: 'done',
    value: { kind: 'file', profile, checked, onlyPayable, acceptRepeats, includeHidden, calledAs },
  };
}

/** Makes every check that does not need the gateway. */
export function candidateOfFile(
  system: System,
  { store, source, said }: { store: HeadedWriter; source: FileRows; said: SaidBefore },
): Answered<Candidate> {
  const { checked, profile, acceptRepeats } = source;
  let screened: ScreenedRows | null = null;
  const found = <Value>(answer: Answer<Value>): Answered<Value> => {
    return { screened, answer };
  };
  const refuse = (refusal: Refusal): Answered<never> => found(refused(refusal, checked.file.name));
  const { mid } = profile;
  const tooMany = tooManyPayouts(checked.payableCount);
  if (tooMany !== null) return refuse(tooMany);
  const book = bookOfProfile(profile.name);
  const fingerprint = fingerprintOfFile(checked);
  const sameFile = { fingerprint, sha256: checked.file.sha256 };
  const repeats = store.batches.repeats(mid, sameFile);
  const lost = store.lostBatches.filter((batch) => batch.fingerprint === fingerprint);
  const isAccepted = ({ id }: { readonly id: BatchId }): boolean => acceptRepeats.includes(id);
  const nowMs = system.clock.nowMs();
  const lately = lostLately(store.lostBatches, nowMs);
  const isLostNamed = lost.some(isAccepted);
  if (lost[0] !== undefined && !isLostNamed) return refuse(lostRepeatRefusal(lost[0]));
  // Rows paid within the last month are each asked about. For anything older, only this says which batch paid the rows last.
  const [latest] = repeats;
  const isOld = latest !== undefined && latest.confirmedAtMs <= nowMs - REPEAT_WINDOW_MS;
  const isNamed = isLostNamed || (isOld ? isAccepted(latest) : repeats.some(isAccepted));
  if (latest !== undefined && !isNamed) return refuse(repeatRefusal(store, repeats));
  const { name: fileName } = checked.file;
  const payable = checked.rows.filter((row) => row.kind === 'payable');
  const called = { batchName: source.calledAs, fileName };
  const place: HistoryPlace = {
    mid,
    book,
    nowMs,
    called,
    retryOf: new Map(),
    repeats: new Set(repeats.filter(isAccepted).map(({ batch }) => batch)),
    namesInFile: namesInFile(payable, called),
    numbersPayees: payeeNumbersIn(store, mid, payable),
  };
  let asked = place;
  const judge = (ticks: Ticks): ScreenedRows => chooseRows(store, checked, { ...asked, ticks });
  let chosen = judge(ticksOf(said));
  screened = chosen;
  if (said.named !== undefined) {
    const questions = questionsBeside(chosen, said.named);
    if (questions !== null) {
      asked = { ...place, questions };
      chosen = judge(ticksOf(said));
    }
    const ticked = judge(withNamed(ticksOf(said), chosen.asked, said.named));
    const stray =
      strayName(chosen, said.named, namesLookedUp(store, ticked)) ??
      strayBatch(chosen, said.named, [...repeats, ...lost, ...lately]);
    if (stray !== null) {
      const others = [...repeats.map(({ id }) => id), ...chosen.questions.map(({ batch }) => batch)];
      const { batches } = said.named;
      return refuse(notARepeatRefusal(stray, others.find((batch) => !batches.includes(batch)) ?? null));
    }
    chosen = ticked;
  }
  const named = nameChosen(store, mid, chosen);
  if ('code' in named) return refuse(named);
  const { references } = named;
  ({ chosen } = named);
  screened = chosen;
  if (said.ticks === 'ask' && chosen.asked.length + chosen.questions.length > 0) return refuse(NOT_CONFIRMED);
  const unticked =
    said.ticks === null
      ? []
      : [...chosen.asked, ...chosen.questions.flatMap(({ rows }) => rows)].map(({ rowNumber }) => rowNumber);
  const leaveOut = new Set([...noPaymentsOf(checked.rows), ...unticked]);
  const blocked = blockedAnswer(checked, chosen, { ...source, leaveOut });
  if (blocked !== null) return found(blocked);
  const isHidden = checked.hiddenRowCount + checked.hiddenColumnCount > 0;
  if (isHidden && !source.includeHidden) return refuse(hiddenRefusal(checked));
  const leftOut = new Set(chosen.excluded.map((row) => row.rowNumber));
  const unnamed = said.named === undefined ? undefined : lately.find((batch) => !isAccepted(batch));
  if (unnamed !== undefined) return refuse(lostUnnamedRefusal(unnamed));
  const others = [
    ...otherDeskWarnings(store.otherDesks({ mid, sinceMs: nowMs - REPEAT_WINDOW_MS })),
    ...checked.issues.filter(
      ({ severity, row, isOfSheet, code }) =>
        severity === 'warning' && !SAID_AS_TICKS.has(code) && (isOfSheet === true || !leftOut.has(row)),
    ),
  ];
  const lostWarnings = lately.map(lostBatchWarning);
  const warnings = [...lostWarnings, ...others];
  // A lost batch named on the command line needs no second acceptance.
  const unread = said.named === undefined ? warnings : others;
  if (unread.length > 0 && !said.acceptWarnings) return refuse(warningsRefusal(unread));
  const totalPaise = sumPaise(chosen.rows.map(({ payment }) => payment.amountPaise));
  if (totalPaise === null) return refuse(TOO_MUCH);
  if (profile.maxBatchPaise !== null && totalPaise > profile.maxBatchPaise) {
    return refuse(ceilingRefusal(totalPaise, profile.maxBatchPaise));
  }
  const nextRun = store.batches.nextRunNumber(mid, fingerprint);
  const runNumber = lost.reduce((next, batch) => Math.max(next, batch.runNumber + 1), nextRun);
  const nameAs = (run: number): readonly Reference[] =>
    nameRows(checked, { chosen, make: fileReferences({ mid, fingerprint, runNumber: run }) });
  // A batch that is no longer here may have paid any of these rows, under the row's own reference or under one made from the
  // whole file, as was done before. Only the gateway can tell which run it was.
  const isHere = new Set(repeats.flatMap((batch) => (batch.fingerprint === fingerprint ? [batch.runNumber] : [])));
  const otherReferences = new Map<number, readonly Reference[]>();
  for (const [index, { rowNumber }] of lost.length > 0 ? chosen.rows.entries() : []) {
    otherReferences.set(rowNumber, references.slice(index, index + 1));
  }
  for (let run = 1; lost.length > 0 && run < runNumber; run += 1) {
    if (isHere.has(run)) continue;
    const named = nameAs(run);
    for (const [index, { rowNumber }] of chosen.rows.entries()) {
      otherReferences.set(rowNumber, [...(otherReferences.get(rowNumber) ?? []), ...named.slice(index, index + 1)]);
    }
  }
  const { file, sheet, headers } = checked;
  const candidate: Candidate = {
    ...chosen,
    profile,
    references,
    otherReferences,
    file: { fileName, fileSha256: file.sha256, sheet, headers },
    name: fileName,
    place,
    warnings,
    source: { kind: 'file', checked, onlyPayable: source.onlyPayable, leaveOut, fingerprint, runNumber },
  };
  return found({ kind: 'done', value: candidate });
}

/** The references that the chosen rows got when references were made from the whole file, whatever was left out of it. */
function nameRows(
  checked: CheckedFile,
  { chosen, make }: { readonly chosen: ScreenedRows; readonly make: ReturnType<typeof fileReferences> },
): readonly Reference[] {
  const references: Reference[] = [];
  for (const row of checked.rows) {
    if (row.kind !== 'payable') continue;
    const next = chosen.rows[references.length];
    const own = next?.rowNumber === row.rowNumber ? next.payment.reference : row.payment.reference;
    const reference = own ?? make(row.payment);
    if (next?.rowNumber === row.rowNumber) references.push(reference);
  }
  invariant(references.length === chosen.rows.length, 'a row without a reference');
  return references;
}

const known = new WeakMap<CheckedFile, Sha256>();

/** The fingerprint of the rows. It is cached, as a checked file never changes. */
export function fingerprintOfFile(checked: CheckedFile): Sha256 {
  const before = known.get(checked);
  if (before !== undefined) return before;
  const made = rowsFingerprint(checked.rows);
  known.set(checked, made);
  return made;
}

type Repeat = ConfirmationView['repeats'][number];

export function repeatsOf(
  store: HeadedWriter,
  { profile, checked }: { readonly profile: Profile; readonly checked: CheckedFile },
): Repeat[] {
  const fingerprint = fingerprintOfFile(checked);
  return sameRuns(store, { profile, file: { fingerprint, sha256: checked.file.sha256 } });
}

/** The first of sameRuns() for a file that is not open. `fingerprint` is null while its rows are not known. */
export function newestRepeatOf(store: HeadedWriter, about: SameFile): Repeat | null {
  return sameRuns(store, about)[0] ?? null;
}

interface SameFile {
  readonly profile: Profile;
  readonly file: { readonly sha256: Sha256; readonly fingerprint: Sha256 | null };
}

/** The earlier batches of a file. Lost ones come first: nobody knows how many of their payouts were paid. */
export function sameRuns(store: HeadedWriter, { profile, file }: SameFile): Repeat[] {
  // The SHA-256 of a file never equals a fingerprint of rows, so it matches none.
  const same = { sha256: file.sha256, fingerprint: file.fingerprint ?? file.sha256 };
  const lost = store.lostBatches.filter(({ fingerprint }) => fingerprint === same.fingerprint);
  const known = store.batches.repeats(profile.mid, same);
  return [
    ...lost.map(({ id, confirmedAtMs, count }) => ({ batch: id, confirmedAtMs, rows: count, paid: null })),
    ...known.map(({ batch, id, confirmedAtMs, payoutCount }) => ({
      batch: id,
      confirmedAtMs,
      rows: payoutCount,
      paid: store.tally(batch).counts.success,
    })),
  ];
}

/** A confirmation before the person's yes. `seal` is a digest of everything that is shown and would be stored. */
export interface Prepared {
  readonly seal: Sha256;
  readonly view: PreparedView;
  /** Without the rows that the gateway's answers spoke against. */
  readonly candidate: Candidate;
  /** What is stored once the person says yes, except the values given with that yes, the lookups, and the merchant's id. */
  readonly confirmation: Omit<Confirmation, 'merchantId' | 'name' | 'marks' | 'nowMs' | 'seal'> & {
    readonly marks: Omit<ConfirmationMarks, 'firstAlone' | 'lookedUp'>;
  };
  readonly wallet: KnownWallet | null;
  readonly walletBefore: ReportedWallet;
  readonly notKnown: string | null;
  readonly lookedUpAtMs: LookedUpAtMs;
}

/** What the gateway said about the rows. `candidate` is without the rows in `against`. */
interface GatewayAnswers {
  readonly candidate: Candidate;
  readonly against: ReadonlyMap<number, Refusal>;
  readonly ready: Extract<Preflight, { kind: 'ready' }>;
  readonly lookedUpAtMs: LookedUpAtMs;
}

/** Asks the gateway about the rows. Refuses with only the lookup results stored. */
export async function askGateway(place: StartPlace, said: SaidBefore & Acceptance): Promise<Answer<GatewayAnswers>> {
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
  const others = await unlessCutShort(signal, () =>
    lookAtOthers(system, { store: place.store, candidate: whole, said }),
  );
  if (others === null) return refuse(whyCutShort(signal));
  if ('code' in others) return refuse({ ...others, cure: msg('cure.registerAtStart') });
  const { candidate: released, against: heard } = releaseUnheard(whole, looked.against, said);
  const against = new Map([...others.against, ...heard]);
  const candidate = withOthers(released, others);
  return { kind: 'done', value: { candidate: withoutRefused(candidate, against), against, ready, lookedUpAtMs } };
}

/** Seals what may be paid. Refuses or blocks without storing anything. */
export function prepare(
  place: StartPlace,
  { candidate, against, ready, lookedUpAtMs }: GatewayAnswers,
  accepts: Acceptance,
): Answer<Prepared> {
  const { profile, rows } = candidate;
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
  const view = viewOf(candidate, { warnings, balance: ready.balance, against });
  const confirmation = confirmationOf(place, candidate, totalPaise);
  const { asked, questions, claimed = [] } = candidate;
  const seal = sealOf(confirmation, { asked, questions, claimed, warnings });
  const walletBefore = { balance: ready.balance, unit: profile.walletUnit };
  return {
    kind: 'done',
    value: { seal, view, candidate, confirmation, wallet, walletBefore, notKnown, lookedUpAtMs },
  };
}

/** The file that a refusal names; null for a retry without a file. */
export function namedFile({ source }: Candidate): string | null {
  return source.checked?.file.name ?? null;
}

/** The cure after the gateway has stopped the preparation. */
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

/** The candidate without the rows in `against`. */
function withoutRefused(candidate: Candidate, against: ReadonlyMap<number, Refusal>): Candidate {
  if (against.size === 0) return candidate;
  const { rows, references, warnings } = candidate;
  const isAllowed = (rowNumber: number): boolean => !against.has(rowNumber);
  return {
    ...withoutRows(candidate, against),
    references: references.filter((_, index) => isAllowed(rows[index]?.rowNumber ?? 0)),
    warnings: warnings.filter(({ row }) => row === null || isAllowed(row)),
  };
}

/** Returns why the remaining rows cannot be paid, or null. `asked`: how many rows the gateway was asked about. */
function whyBlocked(candidate: Candidate, asked: number): Extract<Answer<never>, { kind: 'blocked' }> | null {
  const { source, rows, findings } = candidate;
  if (source.kind === 'file') return blockedAnswer(source.checked, candidate, source);
  if (rows.length > 0) return null;
  const issues = [...findings, ...source.others.map(({ issue }) => issue)];
  return blockedRetry(source.batch, { checked: source.checked, rows: asked, issues, refusal: NO_ROW_LEFT });
}

function confirmationOf({ store }: StartPlace, candidate: Candidate, totalPaise: Paise): Prepared['confirmation'] {
  const { profile, source, rows, references, excluded, ticked, relations, heldNames, file } = candidate;
  const { name, baseUrl, mid, environment } = profile;
  const account = { profile: name, baseUrl, mid, environment };
  const marks = { ticks: ticked, relations, heldNames };
  if (source.kind === 'file') {
    const { fingerprint, runNumber } = source;
    const facts = { ...account, ...file, fingerprint, runNumber, totalPaise };
    return { ...facts, rows, references, excluded, marks: { ...marks, retry: null } };
  }
  // The fingerprint includes the references, each of which is made once, so a retry never counts as a run of the same rows.
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

/** `asked`, `questions` and `claimed`: everything that needed a tick, given or not, as it was shown. */
function sealOf(
  confirmation: Prepared['confirmation'],
  {
    asked,
    questions,
    claimed,
    warnings,
  }: Required<Pick<Candidate, 'asked' | 'questions' | 'claimed'>> & { readonly warnings: readonly Warning[] },
): Sha256 {
  const { rows, references, excluded, marks, ...facts } = confirmation;
  const { relations, heldNames, ...sealedMarks } = marks;
  const sealed = new SealedLines();
  sealed.add(facts);
  sealed.add(sealedMarks);
  for (const [rowNumber, earlier] of relations) sealed.add(['repeats', rowNumber, earlier]);
  for (const [rowNumber, holds] of heldNames) sealed.add(['heldName', rowNumber, holds]);
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
  for (const { rowNumber, others } of claimed) sealed.add(['claimed', rowNumber, others]);
  for (const warning of warnings) sealed.add(['warned', warning.code, warning.row, warning.message]);
  return sealed.end();
}

/** How many characters are hashed at once: hashing line by line takes twice as long. */
const SEALED_AT_ONCE = 64 * 1024;

/** Hashes one line of JSON per value. JSON contains no line breaks, so two different lists never give the same text. */
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
    // Decoding: a SHA-256 digest is 64 lower-case hex digits.
    return this.#hash.update(this.#text).digest('hex') as Sha256;
  }
}
