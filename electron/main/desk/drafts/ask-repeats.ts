// What a person is asked about rows that repeat earlier payments, and what the answers let through. If few rows of an earlier
// batch differ, each is asked about separately. If most differ, or all are another payment, there is one question for the batch.
// A row is refused until everything asked about it is answered, and each answer lifts only what was shown with it.

import { invariant } from '../../../../shared/failures.ts';
import type { BatchId, PayoutId } from '../../../../shared/ids.ts';
import { asPaise, type Paise } from '../../../../shared/money.ts';
import { type Book, batchIdIn } from '../../../../shared/profiles.ts';
import type { BatchQuestion, ClaimedRow, TickReason, TickRow, Ticks } from '../../../../shared/repeats.ts';
import { type Issue, type PayableRow, payToText } from '../../../../shared/rows.ts';
import type { EarlierRelation } from '../../domain/batches.ts';
import type { HeldBack } from '../../domain/payee-hold.ts';
import { personKey } from '../../domain/person-key.ts';
import type { GuardHit } from '../../store/guards.ts';
import type { HeadedWriter } from '../../store/store.ts';
import type { Double } from './doubles-in-file.ts';
import { batchIssue, doubleIssue, earlierPaid, heldIssue, hitIssue, movedIssue, otherNameOf } from './repeat-issues.ts';
import { MOST, type RowHistory } from './row-history.ts';

/** The kind of question asked about each earlier batch as a whole, by batch number. Other rows are asked about one by one. */
export function questionsOf(
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
  if (counts.size === 0) return kinds;
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

/** The result for one row: what is `against` it, or its `relations` and the amount to pay. */
interface Verdict {
  readonly against: readonly Issue[];
  readonly relations: readonly EarlierRelation[];
  readonly amountPaise: Paise;
}

/** All questions about the rows, answered or not. `ticked`: the given ticks that a row needed. */
export interface AskedRows {
  readonly asked: readonly TickRow[];
  readonly questions: readonly BatchQuestion[];
  readonly ticked: Ticks;
  /** Rows that repeat payments of other desks; absent where there are none. Known once the register was asked. */
  readonly claimed?: readonly ClaimedRow[];
}

/** The hits of one row, split by the question they belong to: the row's own or an earlier batch's. */
interface Parts {
  readonly ofRow: readonly GuardHit[];
  readonly ofBatch: readonly GuardHit[];
  /** The earlier payouts to which the row is another payment, because a person says so of the batch or the desk learned it. */
  readonly another: readonly EarlierRelation[];
}

/** Asks about rows one after the other, and lets through those that the given ticks answer. */
export class Asking {
  readonly #store: HeadedWriter;
  readonly #book: Book;
  readonly #kinds: ReadonlyMap<number, BatchQuestion['kind']>;
  readonly #ticks: Readonly<Record<TickReason | 'difference', ReadonlySet<number>>>;
  readonly #tickedBatches: ReadonlySet<BatchId>;
  readonly #asked: TickRow[] = [];
  readonly #questions = new Map<number, BatchQuestion['rows'][number][]>();
  readonly #ticked = {
    paidBefore: [] as number[],
    difference: [] as number[],
    accountChanged: [] as number[],
    heldName: [] as number[],
    batches: new Set<BatchId>(),
  };

  /** `kinds`: the batches that are asked about as a whole, from questionsOf(). */
  constructor(
    store: HeadedWriter,
    {
      book,
      kinds,
      ticks: given,
    }: { readonly book: Book; readonly kinds: ReadonlyMap<number, BatchQuestion['kind']>; readonly ticks: Ticks },
  ) {
    this.#store = store;
    this.#book = book;
    this.#kinds = kinds;
    this.#ticks = {
      paidBefore: new Set(given.paidBefore),
      difference: new Set(given.difference),
      accountChanged: new Set(given.accountChanged),
      heldName: new Set(given.heldName),
    };
    this.#tickedBatches = new Set(given.batches);
  }

  asked(): AskedRows {
    const questions = [...this.#questions].map(([number, rows]): BatchQuestion => {
      const batch = this.#store.batches.find(number);
      invariant(batch !== null, 'a payout without a batch');
      const { id, name, confirmedAtMs } = batch;
      return { batch: id, name, confirmedAtMs, kind: this.#kinds.get(number) ?? 'another', rows };
    });
    const { batches, ...rows } = this.#ticked;
    return { asked: this.#asked, questions, ticked: { ...rows, batches: [...batches] } };
  }

  /** `heldNames`: the holds on payees of the row's name with other accounts. */
  judge(
    row: PayableRow,
    {
      history,
      doubles,
      heldNames,
    }: {
      readonly history: RowHistory;
      readonly doubles: readonly Double[];
      readonly heldNames: readonly HeldBack[];
    },
  ): Verdict {
    const { used, hits, moved } = history;
    if (used !== null) return refusing([used]);
    if (hits.length + doubles.length + heldNames.length === 0 && moved === null) return freely(row);
    const blocking = hits.find(({ kind }) => kind === 'news' || kind === 'waits');
    if (blocking !== undefined) return refusing([this.#hitIssue(row, blocking, true)]);
    const ofRow = hits.filter((hit) => this.#isOfRow(hit, row.payment.amountPaise));
    const ofBatch = hits.filter((hit) => !ofRow.includes(hit) && this.#isOfBatch(hit));
    const learned = hits.filter((hit) => hit.isLearned === true && !ofBatch.includes(hit));
    const another = [...ofBatch, ...learned].map(
      ({ payoutId }) => ({ earlier: payoutId, relation: 'another' }) as const,
    );
    const parts = { ofRow, ofBatch, another };
    // A question about a name already shows both accounts.
    const movedFrom = ofRow.some(({ kind }) => kind === 'name') ? null : moved;
    if (ofRow.length + doubles.length + heldNames.length === 0 && movedFrom === null) {
      return this.#judgeByBatch(row, parts);
    }
    return this.#judgeByRow(row, { parts, doubles, moved: movedFrom, heldNames });
  }

  #judgeByRow(
    row: PayableRow,
    {
      parts: { ofRow, ofBatch, another },
      doubles,
      moved,
      heldNames,
    }: {
      readonly parts: Parts;
      readonly doubles: readonly Double[];
      readonly moved: RowHistory['moved'];
      readonly heldNames: readonly HeldBack[];
    },
  ): Verdict {
    const { rowNumber } = row;
    const { name, amountPaise, beneficiary } = row.payment;
    const reasons: TickReason[] = [
      ...(ofRow.length + doubles.length > 0 ? (['paidBefore'] as const) : []),
      ...(moved === null ? [] : (['accountChanged'] as const)),
      ...(heldNames.length === 0 ? [] : (['heldName'] as const)),
    ];
    // Includes corrections that are asked about with their batch: the difference counts everything that was paid.
    const ofPurpose = [...ofRow, ...ofBatch.filter(({ kind }) => kind === 'correction')];
    const repeats = [
      ...ofRow.map((hit) => this.#hitIssue(row, hit, ofPurpose.length === 1)),
      ...doubles.map((double) => doubleIssue(row, double.message)),
    ];
    const changes = moved === null ? [] : [movedIssue(row, moved, this.#book)];
    const onHold = heldNames.map((held) => heldIssue(row, held));
    const repeated = [...ofRow, ...ofBatch];
    const earlier = repeated.map((hit) => earlierPaid(row, hit, this.#book));
    if (moved !== null && !repeated.some(({ payoutId }) => payoutId === moved.payoutId)) {
      earlier.push(earlierPaid(row, { ...moved, name, state: 'success', paidPaise: moved.amountPaise }, this.#book));
    }
    const isAlone = doubles.length + heldNames.length === 0 && moved === null;
    const differencePaise = isAlone ? differenceOf(row, ofPurpose) : null;
    this.#asked.push({
      rowNumber,
      name,
      amountPaise,
      payTo: payToText(beneficiary),
      reasons,
      messages: [
        ...repeats.map(({ message }) => ({ reason: 'paidBefore', message }) as const),
        ...changes.map(({ message }) => ({ reason: 'accountChanged', message }) as const),
        ...onHold.map(({ message }) => ({ reason: 'heldName', message }) as const),
      ],
      earlier,
      differencePaise,
      besideRows: doubles.map((double) => double.rowNumber),
    });
    const isDifference = differencePaise !== null && this.#ticks.difference.has(rowNumber);
    const isTicked = reasons.every(
      (reason) => (reason === 'paidBefore' && isDifference) || this.#ticks[reason].has(rowNumber),
    );
    if (!isTicked) return refusing([...repeats, ...changes, ...onHold]);
    for (const reason of reasons) {
      this.#ticked[isDifference && reason === 'paidBefore' ? 'difference' : reason].push(rowNumber);
    }
    return {
      against: [],
      relations: [...ofRow.map((hit) => relationOf(hit, isDifference)), ...another],
      amountPaise: isDifference ? differencePaise : amountPaise,
    };
  }

  #judgeByBatch(row: PayableRow, { ofBatch, another }: Parts): Verdict {
    const heads = new Map(ofBatch.filter(({ isBehind }) => isBehind !== true).map((hit) => [hit.batch, hit]));
    for (const hit of heads.values()) this.#askOfBatch(row, hit);
    for (const hit of heads.values()) {
      const id = batchIdIn(this.#book, hit.batch);
      const kind = this.#kinds.get(hit.batch) ?? null;
      if (!this.#tickedBatches.has(id)) return refusing([batchIssue(row, hit, { book: this.#book, kind })]);
      this.#ticked.batches.add(id);
    }
    return { against: [], relations: another, amountPaise: row.payment.amountPaise };
  }

  /** Whether the row's own question covers the hit. */
  #isOfRow({ kind, batch, paidPaise }: GuardHit, amountPaise: number): boolean {
    if (kind === 'correction') return paidPaise === amountPaise || this.#kinds.get(batch) !== 'copy';
    return kind === 'again' || kind === 'name';
  }

  /** Whether the batch's question covers the hit. */
  #isOfBatch({ kind, batch, isLearned }: GuardHit): boolean {
    const asked = this.#kinds.get(batch);
    if (kind === 'correction') return asked === 'copy';
    // If the batch is asked about at all, the question covers all its people within ten days.
    if (kind === 'nearby') return asked !== undefined && isLearned !== true;
    return (kind === 'usual' || kind === 'another') && isLearned !== true;
  }

  #askOfBatch(row: PayableRow, hit: GuardHit): void {
    const { name, amountPaise, beneficiary } = row.payment;
    const rows = this.#questions.get(hit.batch) ?? [];
    this.#questions.set(hit.batch, rows);
    const earlier = earlierPaid(row, hit, this.#book);
    rows.push({ rowNumber: row.rowNumber, name, amountPaise, payTo: payToText(beneficiary), earlier });
  }

  #hitIssue(row: PayableRow, hit: GuardHit, isOnly: boolean): Issue {
    return hitIssue(row, hit, { store: this.#store, book: this.#book, isOnly });
  }
}

function freely({ payment: { amountPaise } }: PayableRow): Verdict {
  return { against: [], relations: [], amountPaise };
}

function refusing(against: readonly Issue[]): Verdict {
  return { against, relations: [], amountPaise: asPaise(0) };
}

function relationOf({ payoutId, kind }: GuardHit, isDifference: boolean): EarlierRelation {
  if (kind === 'correction' && isDifference) return { earlier: payoutId, relation: 'difference' };
  return { earlier: payoutId, relation: kind === 'name' ? 'name' : 'again' };
}

/**
 * Returns what a correction adds to one paid payout. Returns null if it adds nothing, if the row repeats something else as well,
 * or if that payout was another person's: one person's pay is not corrected by another's.
 */
function differenceOf(row: PayableRow, hits: readonly GuardHit[]): Paise | null {
  const [only] = hits;
  if (only?.kind !== 'correction' || hits.length > 1 || otherNameOf(row, only) !== null) return null;
  const { amountPaise } = row.payment;
  return only.state === 'success' && amountPaise > only.paidPaise ? asPaise(amountPaise - only.paidPaise) : null;
}
