// Rows held against what the desk ever paid, and what a person says to each that repeats something. Where few rows of an
// earlier batch differ, each is asked about by itself; where most do, or all are another payment, one question stands for
// the batch. Nothing asked is paid before it is answered.

import { CURES } from '../../../../shared/cures.ts';
import { invariant } from '../../../../shared/failures.ts';
import type { BatchId, Mid, PayoutId } from '../../../../shared/ids.ts';
import { asPaise, formatRupees, type Paise, sumPaise } from '../../../../shared/money.ts';
import { type Book, batchIdIn } from '../../../../shared/profiles.ts';
import type { BatchQuestion, EarlierPaid, TickReason, TickRow, Ticks } from '../../../../shared/repeats.ts';
import type { RetryPayout } from '../../../../shared/retry.ts';
import type { Beneficiary, Issue, PayableRow } from '../../../../shared/rows.ts';
import type { EarlierRelation, Judged } from '../../domain/batches.ts';
import { accountKey, foldName, personKey } from '../../domain/person-key.ts';
import { comparePurposes, Purposes, periodsDiffer } from '../../domain/purpose.ts';
import { type Intention, USUAL_AFTER_MS } from '../../domain/same-payment.ts';
import { namesDiffer } from '../../import/compare-names.ts';
import { CLEAR, type Guarded, type GuardHit, type NamesInFile } from '../../store/guards.ts';
import type { HeadedWriter } from '../../store/store.ts';

/**
 * Where and as what rows would be paid. Shape: `called` what the batch (null while nobody has named it) and its file are
 * called; `retryOf` what each row pays again; `repeats` batches that are repeated knowingly; `namesInFile` of the whole file;
 * `questions` where they were asked about the whole file before, and now only some of it is judged.
 */
export interface HistoryPlace {
  readonly mid: Mid;
  readonly book: Book;
  readonly nowMs: number;
  readonly called: { readonly batchName: string | null; readonly fileName: string };
  readonly retryOf: ReadonlyMap<number, PayoutId>;
  readonly repeats: ReadonlySet<number>;
  readonly namesInFile: NamesInFile;
  readonly questions?: ReadonlyMap<number, BatchQuestion['kind']>;
}

/** Shape: `ticked` is what was needed of the ticks given; `asked` and `questions` all that only a tick lets through, given or not. */
export interface JudgedRows {
  readonly rows: readonly PayableRow[];
  /** What the desk's history found against the rows left out, as their issues. */
  readonly findings: readonly Issue[];
  readonly ticked: Ticks;
  readonly asked: readonly TickRow[];
  readonly questions: readonly BatchQuestion[];
  /** Rows whose reference is their payee's own number, such as an employee's: it is not sent. */
  readonly payeeNumbers: readonly number[];
  /** By row number, of `rows`: what a person was shown with it, and what is looked up before it is paid. */
  readonly relations: ReadonlyMap<number, readonly EarlierRelation[]>;
  /** By row number, of `rows`: the row as the file has it, where another amount or no reference is paid. */
  readonly asInFile: ReadonlyMap<number, PayableRow>;
  /** The desk's last record when the first row was judged: while it is the last, every row stands as it was judged. */
  readonly judgedAt: number;
}

/** Judges payable rows by the desk's history and the ticks given. */
export function judgeRows(
  store: HeadedWriter,
  payable: readonly PayableRow[],
  { ticks, ...place }: HistoryPlace & { readonly ticks: Ticks },
): JudgedRows {
  const judgedAt = store.lastRecord();
  const read = prepareReading(store, place);
  const doubles = findDoubles(store, payable, place);
  let known = NOBODY;
  const apart = payable.map((row, at) => {
    if (at % ROWS_AT_ONCE === 0) known = knownOf(store, payable.slice(at, at + ROWS_AT_ONCE));
    return read(row, known);
  });
  const histories = withSums(payable, apart, (row) => read(row, knownOf(store, [row])));
  const kinds = place.questions ?? questionsOf(store, { payable, histories });
  const asking = new Asking(store, { book: place.book, kinds, given: ticks });
  const rows: PayableRow[] = [];
  const asInFile = new Map<number, PayableRow>();
  const relations = new Map<number, readonly EarlierRelation[]>();
  const findings: Issue[] = [];
  const payeeNumbers: number[] = [];
  for (const [at, row] of payable.entries()) {
    const history = histories[at];
    invariant(history !== undefined, 'a row without a history');
    const { rowNumber } = row;
    const verdict = asking.judge(row, { history, doubles: doubles.get(rowNumber) ?? [] });
    findings.push(...verdict.against);
    if (verdict.against.length > 0) continue;
    const paid = paidRow(row, { history, amountPaise: verdict.amountPaise });
    if (paid !== row) asInFile.set(rowNumber, row);
    if (history.isPayeeNumber) payeeNumbers.push(rowNumber);
    rows.push(paid);
    const unpaid = history.unpaid.map((earlier) => ({ earlier, relation: 'unpaid' }) as const);
    if (verdict.relations.length + unpaid.length > 0) relations.set(rowNumber, [...verdict.relations, ...unpaid]);
  }
  return { rows, findings, ...asking.asked(), payeeNumbers, relations, asInFile, judgedAt };
}

/** Rows of which the desk is asked at once whom it knows at all. */
const ROWS_AT_ONCE = 1_000;

/** Whom the desk has payouts to. Shape: keys as by personKey() and foldName(). */
interface Known {
  readonly people: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
}

const NOBODY: Known = { people: new Set(), names: new Set() };

function knownOf({ payees }: HeadedWriter, rows: readonly PayableRow[]): Known {
  return {
    people: payees.knownPeople(rows.map(({ payment }) => personKey(payment.beneficiary))),
    names: payees.knownNames(rows.map(({ payment }) => foldName(payment.name ?? ''))),
  };
}

/** The payees of some rows by their names, found out when one is first asked for. */
export function namesInFile(
  rows: readonly { readonly payment: { readonly name: string | null; readonly beneficiary: Beneficiary } }[],
): NamesInFile {
  let byName: Map<string, Set<string>> | null = null;
  return (name) => {
    if (byName === null) {
      byName = new Map();
      for (const { payment } of rows) {
        const key = foldName(payment.name ?? '');
        if (key === '') continue;
        const payees = byName.get(key) ?? new Set();
        byName.set(key, payees.add(personKey(payment.beneficiary)));
      }
    }
    return byName.get(name) ?? NO_PAYEES;
  };
}

const NO_PAYEES: ReadonlySet<string> = new Set();

/** What the desk knows of a row. Shape: `used` where another payee has its reference; `moved` the last payout to another account. */
interface RowHistory extends Guarded {
  readonly used: Issue | null;
  readonly moved: ReturnType<HeadedWriter['payees']['paidElsewhere']>;
  readonly keepsReference: boolean;
  readonly isPayeeNumber: boolean;
}

const NOTHING_KNOWN: RowHistory = { ...CLEAR, used: null, moved: null, keepsReference: true, isPayeeNumber: false };

function prepareReading(
  store: HeadedWriter,
  place: Omit<HistoryPlace, 'questions'>,
): (row: PayableRow, known: Known) => RowHistory {
  const { mid, nowMs, called, retryOf: retries, repeats, namesInFile: beside } = place;
  const names = [called.batchName, called.fileName].filter((name) => name !== null);
  const purposes = new Purposes();
  return (row, known) => {
    const { beneficiary, amountPaise, remark, name: written, reference } = row.payment;
    const payee = personKey(beneficiary);
    const name = foldName(written ?? '');
    const retryOf = retries.get(row.rowNumber) ?? null;
    const holder = reference === null ? null : store.referenceHolder(mid, reference);
    const isKnown = known.people.has(payee);
    const isNamed = name !== '' && known.names.has(name);
    if (retryOf === null && holder === null && !isKnown && !isNamed) return NOTHING_KNOWN;
    if (holder !== null && holder.intention.payee !== payee) {
      return { ...NOTHING_KNOWN, used: referenceUsed(row) };
    }
    const plain = purposes.of({ reference: null, remark, called: names });
    const isPayeeNumber =
      holder !== null &&
      (periodsDiffer(plain, holder.intention.purpose) || nowMs - (holder.atMs ?? nowMs) >= USUAL_AFTER_MS);
    const purpose = reference === null || isPayeeNumber ? plain : purposes.of({ reference, remark, called: names });
    const intention: Intention = { payee, name, amountPaise, purpose };
    const batch = Number.MAX_SAFE_INTEGER;
    const guarded = store.guard({ mid, batch, row: intention, nowMs, retryOf, namesInFile: beside, repeats });
    const moved = isNamed
      ? store.payees.paidElsewhere({ mid, name, account: accountKey(beneficiary), beside: beside(name) })
      : null;
    return { ...guarded, used: null, moved, keepsReference: holder === null, isPayeeNumber };
  };
}

/** What rows of one person come to together may be what was paid at once before: each of them repeats it. */
function withSums(
  payable: readonly PayableRow[],
  histories: readonly RowHistory[],
  readSum: (row: PayableRow) => RowHistory,
): readonly RowHistory[] {
  const hitsOf = new Map<string, readonly GuardHit[]>();
  for (const [payee, rows] of severalOfOne(payable)) {
    const [first] = rows;
    const sum = sumPaise(rows.map(({ payment }) => payment.amountPaise));
    if (first === undefined || sum === null) continue;
    const { hits } = readSum({ ...first, payment: { ...first.payment, amountPaise: sum, reference: null } });
    const whole = hits.filter(({ kind, paidPaise }) => WHOLE.has(kind) && paidPaise === sum);
    if (whole.length > 0) hitsOf.set(payee, whole);
  }
  if (hitsOf.size === 0) return histories;
  return histories.map((history, at) => {
    const row = payable[at];
    const whole = row === undefined ? [] : (hitsOf.get(personKey(row.payment.beneficiary)) ?? []);
    if (whole.length === 0) return history;
    const isWhole = ({ payoutId }: GuardHit): boolean => whole.some((hit) => hit.payoutId === payoutId);
    return { ...history, hits: [...whole, ...history.hits.filter((hit) => !isWhole(hit))] };
  });
}

/** As what a payment repeats one that was paid whole. */
const WHOLE: ReadonlySet<GuardHit['kind']> = new Set(['waits', 'again', 'another']);

/** The rows of each person whom several pay, by personKey(). */
function severalOfOne(payable: readonly PayableRow[]): ReadonlyMap<string, readonly PayableRow[]> {
  const first = new Map<string, PayableRow>();
  const several = new Map<string, PayableRow[]>();
  for (const row of payable) {
    const payee = personKey(row.payment.beneficiary);
    const before = first.get(payee);
    if (before === undefined) first.set(payee, row);
    else several.set(payee, [...(several.get(payee) ?? [before]), row]);
  }
  return several;
}

function referenceUsed(row: PayableRow): Issue {
  return {
    ...about(row),
    field: 'reference',
    code: 'referenceUsed',
    message: `Reference ${row.payment.reference} was used before for another payee.`,
    cure: 'Give the row a reference of its own.',
  };
}

/** The row as it is paid: for the difference alone, or under a reference of the desk's where its own was used before. */
function paidRow(
  row: PayableRow,
  { history, amountPaise }: { readonly history: RowHistory; readonly amountPaise: Paise },
): PayableRow {
  const { payment } = row;
  const reference = history.keepsReference ? payment.reference : null;
  if (amountPaise === payment.amountPaise && reference === payment.reference) return row;
  return { ...row, payment: { ...payment, amountPaise, reference } };
}

/**
 * Of a file's people so many must be of an earlier batch, or of that batch's amounts so many must differ, for it to be asked
 * about as a whole. Source: DESIGN, The same payment.
 */
const MOST = 0.5;

/** How each earlier batch is asked about as a whole, by its number; the other rows are asked about one by one. */
function questionsOf(
  store: HeadedWriter,
  { payable, histories }: { readonly payable: readonly PayableRow[]; readonly histories: readonly RowHistory[] },
): ReadonlyMap<number, BatchQuestion['kind']> {
  const kinds = new Map<number, BatchQuestion['kind']>();
  const counts = new Map<number, Record<'corrected' | 'same' | 'people', Set<string | PayoutId>>>();
  for (const [at, { hits }] of histories.entries()) {
    for (const { payoutId, batch, kind, paidPaise, isLearned, payTo } of hits) {
      const count = counts.get(batch) ?? { corrected: new Set(), same: new Set(), people: new Set() };
      counts.set(batch, count);
      const isCorrected = kind === 'correction' && paidPaise !== payable[at]?.payment.amountPaise;
      if (isCorrected) count.corrected.add(payoutId);
      else if (kind === 'again' || kind === 'correction') count.same.add(payoutId);
      else if (isLearned !== true && (kind === 'another' || kind === 'usual')) kinds.set(batch, kind);
      if (isLearned !== true) count.people.add(personKey(payTo));
    }
  }
  for (const [batch, { corrected, same }] of counts) {
    const { size } = corrected;
    if (size > 1 && size > same.size && size > payoutsOf(store, batch) * MOST) kinds.set(batch, 'copy');
  }
  const people = new Set(payable.map(({ payment }) => personKey(payment.beneficiary))).size;
  const [nearest] = [...counts].toSorted(([, one], [, other]) => other.people.size - one.people.size);
  if (nearest !== undefined && nearest[1].people.size > people * MOST && !kinds.has(nearest[0])) {
    kinds.set(nearest[0], 'samePeople');
  }
  return kinds;
}

function payoutsOf(store: HeadedWriter, batch: number): number {
  const found = store.batches.find(batch);
  invariant(found !== null, 'a payout without a batch');
  return found.payoutCount;
}

/** A row of the same file that pays the same person. */
interface Double {
  readonly rowNumber: number;
  readonly message: string;
}

/** By row number, the rows before it that pay its person too, where they may be the same payment. */
function findDoubles(
  store: HeadedWriter,
  payable: readonly PayableRow[],
  { mid, retryOf, called }: HistoryPlace,
): ReadonlyMap<number, readonly Double[]> {
  const names = [called.batchName, called.fileName].filter((name) => name !== null);
  const purposes = new Purposes();
  const purposeOfRow = ({ payment: { reference, remark } }: PayableRow) =>
    purposes.of({ reference, remark, called: names });
  const paidBefore = (row: PayableRow): string | null => {
    const payout = retryOf.get(row.rowNumber);
    const before = payout === undefined ? null : store.retries.find(payout);
    return before === null ? null : personKey(before.payment.beneficiary);
  };
  const isKnownAs = ({ payment: { name, beneficiary } }: PayableRow): boolean =>
    store.payees.wasPaid({ mid, name: foldName(name ?? ''), account: accountKey(beneficiary) });
  const messageOf = (row: PayableRow, other: PayableRow): string | null => {
    const [one, two] = [row.payment, other.payment];
    const isSameAmount = one.amountPaise === two.amountPaise;
    const purposes = comparePurposes(purposeOfRow(row), purposeOfRow(other));
    if (isSameAmount && purposes !== 'another')
      return `The same person gets the same amount in row ${other.rowNumber}.`;
    if ((purposes === 'same' || purposes === 'sameReference') && numbersIn(one.remark) === numbersIn(two.remark)) {
      return `The same person gets ${formatRupees(two.amountPaise)} for the same in row ${other.rowNumber}.`;
    }
    if (paidBefore(row) !== paidBefore(other)) return `Row ${other.rowNumber} was corrected to the same account.`;
    const isOtherName = one.name !== null && two.name !== null && namesDiffer(one.name, two.name);
    if (!isOtherName || (isKnownAs(row) && isKnownAs(other))) return null;
    return `Row ${other.rowNumber} pays the same account under the name ${two.name}.`;
  };
  const doubles = new Map<number, readonly Double[]>();
  for (const rows of severalOfOne(payable).values()) {
    for (const [at, row] of rows.entries()) {
      const found = rows.slice(0, at).flatMap((other) => {
        const message = messageOf(row, other);
        return message === null ? [] : [{ rowNumber: other.rowNumber, message }];
      });
      if (found.length > 0) doubles.set(row.rowNumber, found);
    }
  }
  return doubles;
}

/** "Invoice 7" and "Invoice 8" are two payments where they stand in one file. */
function numbersIn(remark: string): string {
  return (remark.match(/\p{N}+/gu) ?? []).join(' ');
}

/** Issues of the import that the doubles of a file say as ticks of their rows. */
export const SAID_AS_TICKS: ReadonlySet<string> = new Set(['samePayment', 'otherName']);

interface Verdict {
  readonly against: readonly Issue[];
  readonly relations: readonly EarlierRelation[];
  readonly amountPaise: Paise;
}

/** Asks about rows, and hears what was ticked. */
class Asking {
  readonly #store: HeadedWriter;
  readonly #book: Book;
  readonly #kinds: ReadonlyMap<number, BatchQuestion['kind']>;
  readonly #given: Readonly<Record<TickReason | 'difference', ReadonlySet<number>>>;
  readonly #givenBatches: ReadonlySet<BatchId>;
  readonly #asked: TickRow[] = [];
  readonly #questions = new Map<number, BatchQuestion['rows'][number][]>();
  readonly #ticked = {
    paidBefore: [] as number[],
    difference: [] as number[],
    accountChanged: [] as number[],
    batches: new Set<BatchId>(),
  };

  constructor(
    store: HeadedWriter,
    {
      book,
      kinds,
      given,
    }: { readonly book: Book; readonly kinds: ReadonlyMap<number, BatchQuestion['kind']>; readonly given: Ticks },
  ) {
    this.#store = store;
    this.#book = book;
    this.#kinds = kinds;
    this.#given = {
      paidBefore: new Set(given.paidBefore),
      difference: new Set(given.difference),
      accountChanged: new Set(given.accountChanged),
    };
    this.#givenBatches = new Set(given.batches);
  }

  asked(): Pick<JudgedRows, 'asked' | 'questions' | 'ticked'> {
    const questions = [...this.#questions].map(([number, rows]): BatchQuestion => {
      const batch = this.#store.batches.find(number);
      invariant(batch !== null, 'a payout without a batch');
      const { id, name, confirmedAtMs } = batch;
      return { batch: id, name, confirmedAtMs, kind: this.#kinds.get(number) ?? 'another', rows };
    });
    const { batches, ...rows } = this.#ticked;
    return { asked: this.#asked, questions, ticked: { ...rows, batches: [...batches] } };
  }

  judge(
    row: PayableRow,
    { history, doubles }: { readonly history: RowHistory; readonly doubles: readonly Double[] },
  ): Verdict {
    const { payment, rowNumber } = row;
    const { amountPaise } = payment;
    const { used, hits, moved } = history;
    const blocking = hits.filter(({ kind }) => kind === 'news' || kind === 'waits');
    if (used !== null) return refusing([used]);
    if (blocking.length > 0) return refusing(blocking.slice(0, 1).map((hit) => this.#issueOf(row, hit)));
    const ofRow = hits.filter((hit) => this.#isOfRow(hit, amountPaise));
    const ofBatch = hits.filter((hit) => !ofRow.includes(hit) && this.#isOfBatch(hit));
    const learned = hits.filter((hit) => hit.isLearned === true && !ofBatch.includes(hit));
    const reasons: TickReason[] = ofRow.length + doubles.length > 0 ? ['paidBefore'] : [];
    // A name that is asked about shows both accounts already.
    const isMoved = moved !== null && !ofRow.some(({ kind }) => kind === 'name');
    if (isMoved) reasons.push('accountChanged');
    const differencePaise = differenceOf(ofRow, { amountPaise, doubles, isMoved });
    const issues = [
      ...ofRow.map((hit) => this.#issueOf(row, hit)),
      ...doubles.map(({ message }) => ({
        ...about(row),
        field: null,
        code: 'paidTwiceHere',
        message,
        cure: CURES.paidBefore,
      })),
      ...(isMoved ? [this.#movedIssue(row, moved)] : []),
    ];
    if (reasons.length > 0) {
      const messages = issues.map(({ message }) => message);
      const earlier = [...ofRow, ...ofBatch].map((hit) => this.#earlierOf(hit));
      const besideRows = doubles.map((double) => double.rowNumber);
      const shown = isMoved ? [...earlier, this.#movedEarlier(moved)] : earlier;
      const { name } = payment;
      this.#asked.push({
        rowNumber,
        name,
        amountPaise,
        reasons,
        messages,
        earlier: shown,
        differencePaise,
        besideRows,
      });
      const isDifference = differencePaise !== null && this.#given.difference.has(rowNumber);
      const isGiven = reasons.every(
        (reason) => (reason === 'paidBefore' && isDifference) || this.#given[reason].has(rowNumber),
      );
      if (!isGiven) return refusing(issues);
      for (const reason of reasons) {
        this.#ticked[isDifference && reason === 'paidBefore' ? 'difference' : reason].push(rowNumber);
      }
      return {
        against: [],
        relations: [
          ...ofRow.map((hit) => relationOf(hit, isDifference)),
          ...[...ofBatch, ...learned].map(({ payoutId }) => ({ earlier: payoutId, relation: 'another' }) as const),
        ],
        amountPaise: isDifference ? differencePaise : amountPaise,
      };
    }
    const relations = [...ofBatch, ...learned].map(
      ({ payoutId }) => ({ earlier: payoutId, relation: 'another' }) as const,
    );
    const heads = new Map(ofBatch.filter(({ isBehind }) => isBehind !== true).map((hit) => [hit.batch, hit]));
    for (const hit of heads.values()) this.#askOfBatch(row, hit);
    for (const hit of heads.values()) {
      const id = batchIdIn(this.#book, hit.batch);
      if (!this.#givenBatches.has(id)) return refusing([this.#batchIssue(row, hit)]);
      this.#ticked.batches.add(id);
    }
    return { against: [], relations, amountPaise };
  }

  /** Whether the hit is asked about with its row. */
  #isOfRow({ kind, batch, paidPaise }: GuardHit, amountPaise: number): boolean {
    if (kind === 'correction') return paidPaise === amountPaise || this.#kinds.get(batch) !== 'copy';
    return kind === 'again' || kind === 'name';
  }

  /** Whether it is asked about with its batch. */
  #isOfBatch({ kind, batch, isLearned }: GuardHit): boolean {
    const asked = this.#kinds.get(batch);
    if (kind === 'correction') return asked === 'copy';
    // Where the batch is asked about at all, so are all of its people within ten days.
    if (kind === 'nearby') return asked !== undefined && isLearned !== true;
    return (kind === 'usual' || kind === 'another') && isLearned !== true;
  }

  #askOfBatch({ rowNumber, payment: { name, amountPaise } }: PayableRow, hit: GuardHit): void {
    const rows = this.#questions.get(hit.batch) ?? [];
    this.#questions.set(hit.batch, rows);
    rows.push({ rowNumber, name, amountPaise, earlier: this.#earlierOf(hit) });
  }

  #earlierOf({ batch, rowNumber, state, paidPaise, atMs, payTo }: GuardHit): EarlierPaid {
    const id = batchIdIn(this.#book, batch);
    return { batch: id, rowNumber, state, paise: asPaise(paidPaise), atMs, payTo: payToText(payTo) };
  }

  #movedEarlier({ batch, rowNumber, amountPaise, atMs, payTo }: NonNullable<RowHistory['moved']>): EarlierPaid {
    const id = batchIdIn(this.#book, batch);
    return { batch: id, rowNumber, state: 'success', paise: asPaise(amountPaise), atMs, payTo: payToText(payTo) };
  }

  #movedIssue(row: PayableRow, moved: NonNullable<RowHistory['moved']>): Issue {
    return {
      ...about(row),
      field: 'name',
      code: 'payeeChanged',
      message: `${row.payment.name} was paid before, to another account: ${payToText(moved.payTo)}.`,
      cure: CURES.payeeChanged,
    };
  }

  #issueOf(row: PayableRow, hit: GuardHit): Issue {
    const id = batchIdIn(this.#book, hit.batch);
    const account = hit.elsewhere === true ? (this.#store.batches.find(hit.batch)?.profile ?? null) : null;
    const ofAccount = account === null ? '' : ` of account ${account}`;
    const place = `batch ${id} row ${hit.rowNumber}${ofAccount}`;
    const paise = asPaise(hit.paidPaise);
    const day = hit.atMs === null ? '' : ` on ${DAY.format(hit.atMs)}`;
    const issue = (code: string, message: string, cure: Issue['cure'] = CURES.paidBefore): Issue => {
      return { ...about(row), field: null, code, message, cure };
    };
    if (hit.kind === 'news') {
      return issue(
        'unreadNews',
        `Late news about ${place} has not been read: this may have been paid.`,
        'Read the news first.',
      );
    }
    if (hit.kind === 'waits') {
      return issue(
        'inFlightElsewhere',
        `This waits for ${place}, which is not settled yet.`,
        CURES.inFlightElsewhere(id),
      );
    }
    const done = hit.state === 'success' ? `was paid${day}` : 'is not settled yet';
    if (hit.kind === 'name') {
      return issue(
        'sameName',
        `${formatRupees(paise)} to this name, on another account (${payToText(hit.payTo)}), ${done} (${place}).`,
      );
    }
    const now = row.payment.amountPaise;
    if (hit.otherDetails !== true && now !== paise) {
      const then = `${formatRupees(paise)} ${done} for this (${place})`;
      const change = formatRupees(asPaise(Math.abs(now - paise)));
      const message = now > paise ? `${then}; now ${change} more.` : `${then}; now ${change} less.`;
      if (hit.kind !== 'correction') return issue('paidBefore', message);
      const hasDifference = hit.state === 'success' && now > paise;
      return issue('correction', message, hasDifference ? CURES.correction : CURES.paidBefore);
    }
    if (hit.otherDetails === true) {
      return issue('paidBefore', `The same ${done}, to other details (${payToText(hit.payTo)}; ${place}).`);
    }
    return issue('paidBefore', `The same ${done} (${place}).`);
  }

  #batchIssue(row: PayableRow, hit: GuardHit): Issue {
    const id = batchIdIn(this.#book, hit.batch);
    const then = formatRupees(asPaise(hit.paidPaise));
    const day = hit.atMs === null ? 'another day' : DAY.format(hit.atMs);
    const message =
      this.#kinds.get(hit.batch) === 'copy'
        ? `${then} was paid for this on ${day} in batch ${id}, of which most amounts differ here: another payment, or a corrected copy?`
        : `Batch ${id} paid this person ${then} on ${day}: is this another payment?`;
    const clock = hit.byRecord === true ? " Check this computer's date." : '';
    return { ...about(row), field: null, code: 'repeatsBatch', message: message + clock, cure: CURES.repeatsBatch(id) };
  }
}

function refusing(against: readonly Issue[]): Verdict {
  return { against, relations: [], amountPaise: asPaise(0) };
}

function relationOf({ payoutId, kind }: GuardHit, isDifference: boolean): EarlierRelation {
  if (kind === 'correction' && isDifference) return { earlier: payoutId, relation: 'difference' };
  return { earlier: payoutId, relation: kind === 'name' ? 'name' : 'again' };
}

/** What a correction adds; null where that is nothing, or where something else is asked about the row as well. */
function differenceOf(
  hits: readonly GuardHit[],
  {
    amountPaise,
    doubles,
    isMoved,
  }: { readonly amountPaise: Paise; readonly doubles: readonly Double[]; readonly isMoved: boolean },
): Paise | null {
  const [only] = hits;
  if (only?.kind !== 'correction' || hits.length > 1 || doubles.length > 0 || isMoved) return null;
  return only.state === 'success' && amountPaise > only.paidPaise ? asPaise(amountPaise - only.paidPaise) : null;
}

/**
 * What the transaction that stores these rows asks: whether each would be chosen again now, by the same rules and ticks, and
 * whether nothing is to be looked up before it that was not.
 */
export function asJudged(
  store: HeadedWriter,
  chosen: Pick<JudgedRows, 'rows' | 'ticked' | 'relations' | 'asInFile' | 'questions' | 'judgedAt'>,
  place: HistoryPlace,
): Pick<Judged, 'at' | 'stands'> {
  const { rows, ticked, relations, asInFile, questions, judgedAt } = chosen;
  const kinds = new Map(questions.map(({ batch, kind }) => [Number(batch.slice(1)), kind]));
  const stands = (): boolean => {
    const whole = rows.map((row) => asInFile.get(row.rowNumber) ?? row);
    const again = judgeRows(store, whole, { ...place, questions: kinds, ticks: ticked });
    return (
      again.rows.length === rows.length &&
      again.rows.every(({ rowNumber, payment }, at) => {
        const shown = relations.get(rowNumber) ?? [];
        const isShown = ({ earlier }: EarlierRelation): boolean => shown.some((one) => one.earlier === earlier);
        return (
          payment.amountPaise === rows[at]?.payment.amountPaise && (again.relations.get(rowNumber) ?? []).every(isShown)
        );
      })
    );
  };
  return { at: judgedAt, stands };
}

/** The earlier payouts that are looked up before the row of this number is paid. */
export function earlierOf(
  store: HeadedWriter,
  { relations }: Pick<JudgedRows, 'relations'>,
  rowNumber: number,
): RetryPayout[] {
  return (relations.get(rowNumber) ?? []).flatMap(({ earlier, relation }) =>
    relation === 'unpaid' ? [foundEarlier(store, earlier)] : [],
  );
}

/** An earlier payout that is to be looked up. Errors: throws when it is not there: its row would pass without a word. */
export function foundEarlier(store: HeadedWriter, payoutId: PayoutId): RetryPayout {
  const payout = store.retries.find(payoutId);
  invariant(payout !== null, 'an earlier payout that is to be looked up is not in the store');
  return payout;
}

function payToText(beneficiary: Beneficiary): string {
  return beneficiary.method === 'UPI' ? beneficiary.upiId : `${beneficiary.accountNumber} ${beneficiary.ifsc}`;
}

const DAY = new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'short' });

function about({ rowNumber }: PayableRow): { readonly row: number; readonly cell: null; readonly severity: 'error' } {
  return { row: rowNumber, cell: null, severity: 'error' };
}
