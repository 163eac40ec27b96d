import type { Answer, ParsedParamsOf } from '../../../../shared/api/contract.ts';
import type { PayeeLine, PayoutLine } from '../../../../shared/api/payout-commands.ts';
import { type BatchId, formatPayoutName } from '../../../../shared/ids.ts';
import { msg } from '../../../../shared/messages/message.ts';
import { inEnglish } from '../../../../shared/messages/speak.ts';
import { type Book, bookOfBatch } from '../../../../shared/profiles.ts';
import { reversedRange } from '../../../../shared/ranges.ts';
import type { Beneficiary, Refusal } from '../../../../shared/rows.ts';
import { type StateKind, sumResults } from '../../../../shared/states.ts';
import { monthStarts } from '../../domain/paid-months.ts';
import type {
  ListedPayout,
  Payee,
  PayeeTexts,
  PayoutPage,
  PayoutSearch,
  PayoutSort,
  ShownPayout,
} from '../../domain/payout-pages.ts';
import { bankOf, loadIfscList } from '../../import/ifsc-list.ts';
import type { Column } from '../../reports/report-payouts.ts';
import { refused, refusedByDisk } from '../../session/desks.ts';
import { stateInLock, statesInLock } from '../../session/locked-desk.ts';
import type { System } from '../../session/system.ts';
import type { HeadedReader } from '../../store/store.ts';
import {
  done,
  type HandlerContext,
  type Handlers,
  holdsText,
  isRefusal,
  lookUpBatch,
  refuse,
  replyOf,
  rowsInWindow,
  sortedBy,
  splitPayoutName,
} from '../runtime/context.ts';
import { windowLanguage } from '../runtime/memory.ts';
import { makeDispute } from './dispute.ts';
import { makePassports } from './passports.ts';

type PayoutCommand =
  | 'readPayouts'
  | 'searchPayouts'
  | 'exportPayouts'
  | 'exportDispute'
  | 'exportPassport'
  | 'readPayout'
  | 'listPayees'
  | 'readFigures';

export function payoutHandlers(context: HandlerContext): Handlers<PayoutCommand> {
  const { stores, system, files } = context;
  const listed = rememberPayees(stores);
  return {
    readPayouts: async ({ batch: id, states, search, sort, window }) => {
      const found = lookUpBatch(context, id);
      if (isRefusal(found)) return refuse(found);
      const { store, batch } = found;
      const asked = statesIn(store, states);
      if (asked === null) return done(NOTHING);
      const page = store.payouts.page(batch.batch, { states: asked, search, sort, window });
      return done(await pageOf(store, page));
    },
    searchPayouts: async ({ book, states, ...query }) => {
      const reversed = reversedRange(query);
      if (reversed !== null) return refuse(reversed);
      const asked = statesIn(stores[book], states);
      if (asked === null) return done(NOTHING);
      return done(await pageOf(stores[book], stores[book].payouts.search({ ...query, states: asked })));
    },
    exportPayouts: async ({ book, format, states, ...query }) => {
      const reversed = reversedRange(query);
      if (reversed !== null) return refuse(reversed);
      const practice = book === 'practice' ? 'PRACTICE ' : '';
      const asked = statesIn(stores[book], states);
      const { made, download } = await files.offer(`${practice}payments.${format}`, (path) =>
        exportFound(system, { book, path, search: asked === null ? null : { ...query, states: asked } }),
      );
      return replyOf(made, () => download);
    },
    exportDispute: async ({ batch, rowNumber, format }) => {
      const { made, download } = await files.offer(paperName({ batch, rowNumber, what: 'dispute', format }), (path) =>
        makeDispute(system, { batch, rowNumber, path, language: windowLanguage(system) }),
      );
      return replyOf(made, () => download);
    },
    exportPassport: async ({ batch, rowNumber, format, language, commandId }) => {
      const { made, download } = await files.offer(paperName({ batch, rowNumber, what: 'passport', format }), (path) =>
        makePassports(system, { batch, rowNumber, path, language, commandId }),
      );
      return replyOf(made, ({ entry, hash }) => ({ ...download, entry, hash }));
    },
    listPayees: async ({ book, search, sort, window }) => {
      const store = stores[book];
      const { total, sum, ids } = await listed({ book, search, sort });
      const rows = store.payouts.payees(rowsInWindow(ids, window));
      return done({ total, sum, rows: await Promise.all(rows.map((payee) => payeeLine(store, payee))) });
    },
    readFigures: ({ book }) => {
      const store = stores[book];
      const [monthFromMs = 0] = monthStarts(system.clock.nowMs(), 1);
      const moving = store.batches.list().flatMap(({ id, batch }) => {
        const { counts, paise } = store.tally(batch);
        return counts.queued + sumResults(counts).notSettled > 0
          ? [{ batch: id, counts: { ...counts }, paise: { ...paise } }]
          : [];
      });
      return done({ monthFromMs, ...store.payouts.settledSince(monthFromMs), moving });
    },
    readPayout: async ({ payout }) => {
      const { batch, rowNumber } = splitPayoutName(payout);
      const found = lookUpBatch(context, batch);
      if (isRefusal(found)) return refuse(found);
      const story = found.store.payouts.story(found.batch.batch, rowNumber);
      if (story === null) return refuse(noSuchPayout(payout));
      const { payout: listed, source, attempts, answers, decisions, ...facts } = story;
      const { logNumber, tranRefNo } = listed.ids;
      const headers = found.batch.headers;
      return done({
        ...facts,
        line: await lineOf(found.store, listed),
        logNumber,
        tranRefNo,
        source: source.map((text, at) => ({ header: headers[at] ?? '', text })),
        attempts: attempts.map(({ sentAtMs, ...attempt }) => ({ ...attempt, atMs: sentAtMs })),
        answers: [...answers],
        decisions: [...decisions],
      });
    },
  };
}

interface Paper {
  readonly batch: BatchId;
  readonly rowNumber: number | null;
  readonly what: string;
  readonly format: string;
}

/** The name of a file about one payment, or about a batch. */
function paperName({ batch, rowNumber, what, format }: Paper): string {
  const practice = bookOfBatch(batch) === 'practice' ? 'PRACTICE ' : '';
  return `${practice}${batch}${rowNumber === null ? '' : `-${rowNumber}`} ${what}.${format}`;
}

/** The states to query, or null if the desk is locked and can show none of them. */
function statesIn({ standing }: HeadedReader, states: readonly StateKind[]): readonly StateKind[] | null {
  return standing.kind === 'locked' ? statesInLock(states) : states;
}

interface LinesPage {
  readonly total: number;
  readonly sum: { count: number; paise: number };
  readonly rows: PayoutLine[];
}

const NOTHING: LinesPage = { total: 0, sum: { count: 0, paise: 0 }, rows: [] };

async function pageOf(store: HeadedReader, { total, totalPaise, rows }: PayoutPage): Promise<LinesPage> {
  const lines = await Promise.all(rows.map((row) => lineOf(store, row)));
  return { total, sum: { count: total, paise: totalPaise }, rows: lines };
}

async function lineOf({ standing }: HeadedReader, payout: ShownPayout): Promise<PayoutLine> {
  const { beneficiary, ids, ...facts } = payout;
  return {
    ...facts,
    state: standing.kind === 'locked' ? stateInLock(payout.state) : payout.state,
    payout: formatPayoutName(payout.batch, payout.rowNumber),
    ...(await payToLine(beneficiary)),
    message: payout.decided === null ? payout.message : null,
    transactionId: ids.transactionId,
    rrn: ids.rrn,
    utr: ids.utr,
  };
}

type PayeesAsked = Pick<ParsedParamsOf<'listPayees'>, 'book' | 'search' | 'sort'>;

interface PayeesListed {
  readonly total: number;
  readonly sum: { count: number; paise: number };
  /** In the order asked for. */
  readonly ids: readonly number[];
}

/** Keeps the last list of payees until the desk has written or is asked for another, so that scrolling sorts nothing. */
function rememberPayees(stores: HandlerContext['stores']): (asked: PayeesAsked) => Promise<PayeesListed> {
  let last: { readonly key: string; readonly list: Promise<PayeesListed> } | null = null;
  return ({ book, search, sort }) => {
    const { payouts } = stores[book];
    const key = JSON.stringify([book, search, sort, payouts.changedAt()]);
    if (last?.key !== key) last = { key, list: listPayees(payouts, { search, sort }) };
    return last.list;
  };
}

async function listPayees(
  payouts: HeadedReader['payouts'],
  { search, sort }: Omit<PayeesAsked, 'book'>,
): Promise<PayeesListed> {
  const found = payouts.listPayees(sort.by, search.trim() === '' ? null : await payeeSearch(search));
  const order = sortedBy([...found.ids.keys()], (at) => found.values[at] ?? null, sort.direction);
  return { total: order.length, sum: { ...found.sum }, ids: order.flatMap((at) => found.ids[at] ?? []) };
}

/** Prepares a search. The bank follows from the IFSC, so it is found too. */
async function payeeSearch(search: string): Promise<(texts: PayeeTexts) => boolean> {
  const list = await loadIfscList();
  return ([name, upiId, accountNumber, ifsc]) =>
    holdsText(search, [name, upiId, accountNumber, ifsc, ifsc === null ? null : list.bankOf(ifsc)]);
}

export async function payeeLine({ standing }: HeadedReader, payee: Payee): Promise<PayeeLine> {
  const { person, name, beneficiary, payoutCount, paidCount, paidPaise, lastPaidAtMs, lastPaidPaise } = payee;
  return {
    person,
    name,
    ...(await payToLine(beneficiary)),
    payouts: payoutCount,
    paid: { count: paidCount, paise: paidPaise },
    lastPaidAtMs,
    lastPaidPaise,
    unknown: payee.unknownCount + (standing.kind === 'locked' ? payee.unsentCount : 0),
    failed: payee.failedCount,
  };
}

interface FoundExport {
  readonly book: Book;
  readonly path: string;
  /** Null when nothing can be found. */
  readonly search: (PayoutSearch & { readonly sort: PayoutSort }) | null;
}

/** Writes what a search finds, with a separate reader, so that the desk can write meanwhile. */
async function exportFound(system: System, { book, path, search }: FoundExport): Promise<Answer<null>> {
  const opening = system.openReader(book);
  if (opening.kind === 'refused') return refused(opening.refusal);
  const store = opening.kind === 'open' ? opening.store : null;
  try {
    const { writeList } = await import('../../reports/export-list.ts');
    const rows = store === null || search === null ? [] : listedNow(store, store.payouts.each(search));
    const list = { madeAtMs: system.clock.nowMs(), title: 'Payments', columns: FOUND_COLUMNS, rows };
    const written = await writeList(path, list);
    return written.kind === 'refused' ? refused(written.refusal) : { kind: 'done', value: null };
  } catch (error) {
    return refusedByDisk(system, error);
  } finally {
    store?.close();
  }
}

function* listedNow({ standing }: HeadedReader, payouts: Iterable<ListedPayout>): Generator<ListedPayout> {
  for (const payout of payouts) {
    yield standing.kind === 'locked' ? { ...payout, state: stateInLock(payout.state) } : payout;
  }
}

const FOUND_COLUMNS: readonly Column<ListedPayout>[] = [
  { name: 'batch', kind: 'text', read: ({ batch }) => batch },
  { name: 'row', kind: 'integer', read: ({ rowNumber }) => rowNumber },
  { name: 'status', kind: 'text', read: ({ state }) => state },
  { name: 'name', kind: 'text', read: ({ name }) => name },
  { name: 'payment_method', kind: 'text', read: ({ beneficiary }) => beneficiary.method },
  {
    name: 'beneficiary',
    kind: 'text',
    read: ({ beneficiary }) => (beneficiary.method === 'UPI' ? beneficiary.upiId : beneficiary.accountNumber),
  },
  { name: 'ifsc', kind: 'text', read: ({ beneficiary }) => (beneficiary.method === 'IMPS' ? beneficiary.ifsc : null) },
  { name: 'amount', kind: 'rupees', read: ({ amountPaise }) => amountPaise },
  { name: 'remark', kind: 'text', read: ({ remark }) => remark },
  { name: 'reference', kind: 'text', read: ({ reference }) => reference },
  { name: 'transaction_id', kind: 'text', read: ({ ids }) => ids.transactionId },
  { name: 'rrn', kind: 'text', read: ({ ids }) => ids.rrn },
  { name: 'utr', kind: 'text', read: ({ ids }) => ids.utr },
  { name: 'gateway_status', kind: 'text', read: ({ gatewayStatus }) => gatewayStatus },
  { name: 'message', kind: 'text', read: ({ message }) => (message === null ? null : inEnglish(message)) },
  { name: 'sent_at', kind: 'time', read: ({ sentAtMs }) => sentAtMs },
  { name: 'settled_at', kind: 'time', read: ({ settledAtMs }) => settledAtMs },
];

function noSuchPayout(name: string): Refusal {
  return {
    code: 'unknownPayout',
    message: msg('payout.unknownPayout', { payout: name }),
    cure: msg('cure.unknownPayout'),
  };
}

export async function payToLine(
  beneficiary: Beneficiary,
): Promise<Pick<PayoutLine, 'method' | 'beneficiary' | 'ifsc' | 'bank'>> {
  if (beneficiary.method === 'UPI') return { method: 'UPI', beneficiary: beneficiary.upiId, ifsc: null, bank: null };
  const { accountNumber, ifsc } = beneficiary;
  return { method: 'IMPS', beneficiary: accountNumber, ifsc, bank: await bankOf(ifsc) };
}
