// Late news and other alarms. An alarm is kept for ever; a person marks it as read.

import { type BatchId, batchNumber, formatBatchId, type PayoutId } from '../../../shared/ids.ts';
import { areSameWords, type Message } from '../../../shared/messages/message.ts';
import type { StateKind } from '../../../shared/states.ts';
import {
  ALARM_SUBJECTS,
  type AlarmSubject,
  concernedPayouts,
  type LateNews,
  mayNameDuplicate,
  type NewsReading,
} from '../domain/late-news.ts';
import type { AuditLog } from './audit-log.ts';
import type { DeskDatabase } from './desk-database.ts';
import { messageFrom, storedText } from './stored-messages.ts';

interface NewsRow extends Omit<LateNews, 'batch' | 'successor' | 'word'> {
  readonly word: string;
  readonly payoutId: number;
  readonly batchId: number;
}

interface SuccessorRow {
  readonly batch: number;
  readonly rowNumber: number;
  readonly state: StateKind;
}

export interface Alarm {
  readonly payoutId: PayoutId;
  readonly before: StateKind;
  readonly after: StateKind | AlarmSubject;
  readonly word: Message;
  readonly atMs: number;
}

const quoted = (subjects: readonly AlarmSubject[]): string => subjects.map((subject) => `'${subject}'`).join(', ');

/** What an alarm can be about, other than a new state. */
const SUBJECTS = quoted(ALARM_SUBJECTS);

/** The subjects that concern one payment only: such an alarm names no possible duplicate. */
const OF_ONE_PAYMENT = quoted(ALARM_SUBJECTS.filter((subject) => !mayNameDuplicate(subject)));

/**
 * `n` first only suspected a word, and `later` then moved the payout by it: one piece of news, shown as the later row. Both rows
 * are kept. Only unread rows count, so what a person has already read hides nothing.
 */
const SUPERSEDED = `n.read_at_ms IS NULL AND n.state_after = n.state_before AND EXISTS (
    SELECT 1 FROM late_news later WHERE later.payout_id = n.payout_id AND later.read_at_ms IS NULL
      AND later.late_news_id > n.late_news_id AND later.word = n.word AND later.state_before = n.state_before
      AND later.state_after <> later.state_before AND later.state_after NOT IN (${SUBJECTS}))`;
const NOT_SUPERSEDED = `NOT (${SUPERSEDED})`;

/** SQL of the unread alarms of all batches. */
export const OPEN_ALARMS = `SELECT 1 FROM late_news n WHERE n.read_at_ms IS NULL AND ${NOT_SUPERSEDED}`;

/** SQL condition: a relation to the same payment. Not 'another' (a person called it another payment) and not 'difference'. */
export const PAYS_AGAIN = `relation IN ('unpaid', 'again', 'name')`;

/**
 * What was confirmed later for the same payment as the payouts that `start` selects, by a retry or from a file; not what a person
 * called another payment. SQL of `chain (origin, payout_id, depth)`, with each start itself at depth 0.
 */
function laterPayments(start: string): string {
  return `WITH RECURSIVE chain (origin, payout_id, depth) AS (
     ${start}
     UNION
     SELECT chain.origin, p.payout_id, depth + 1 FROM chain JOIN payouts p ON p.retry_of = chain.payout_id
     WHERE p.retry_of IS NOT NULL
     UNION
     SELECT chain.origin, r.payout_id, depth + 1 FROM chain JOIN payout_relations r ON r.earlier_id = chain.payout_id
     WHERE r.${PAYS_AGAIN})`;
}

/** Prepares raising alarms. Unless it is repeatable, an alarm is skipped while the same one is still unread. */
export function prepareAlarms(database: DeskDatabase): (alarm: Alarm, isRepeatable: boolean) => void {
  const insert = database.statement(
    'INSERT INTO late_news (payout_id, state_before, state_after, word, heard_at_ms) VALUES (?, ?, ?, ?, ?)',
  );
  const unread = database
    .statement<[number, string, string, string], 1>(
      `SELECT 1 FROM late_news WHERE payout_id = ? AND read_at_ms IS NULL
       AND state_before = ? AND state_after = ? AND word = ?`,
    )
    .pluck();
  return ({ payoutId, before, after, word, atMs }, isRepeatable) => {
    const text = storedText(word);
    if (!isRepeatable && unread.get(payoutId, before, after, text) === 1) return;
    insert.run(payoutId, before, after, text, atMs);
  };
}

/**
 * Prepares finding the payments that a newly paid payout duplicates: the earlier one of each pair that a person or a lookup let
 * through before the earlier one was known to be paid.
 */
export function preparePaidTwice(database: DeskDatabase): (payoutId: PayoutId) => readonly PayoutId[] {
  // Two steps, because nearly every payout has no pair.
  const pairs = database.statement<[{ payout: PayoutId }], { readonly earlier: PayoutId; readonly later: PayoutId }>(
    `SELECT earlier_id AS earlier, payout_id AS later FROM payout_relations
       WHERE payout_id = @payout AND ${PAYS_AGAIN}
     UNION ALL SELECT earlier_id, payout_id FROM payout_relations
       WHERE earlier_id = @payout AND ${PAYS_AGAIN}
     UNION ALL SELECT retry_of, payout_id FROM payouts WHERE payout_id = @payout AND retry_of IS NOT NULL
     UNION ALL SELECT retry_of, payout_id FROM payouts WHERE retry_of = @payout AND retry_of IS NOT NULL`,
  );
  // By record order, because clocks are set back. If the earlier one was known to be paid at confirmation, a person saw that. Of
  // one archived since nobody knows when it moved.
  const areBothPaid = database
    .statement<[{ earlier: PayoutId; later: PayoutId }], 1>(
      `SELECT 1 FROM payouts one JOIN payouts two ON two.payout_id = @later
       WHERE one.payout_id = @earlier AND one.state = 'success' AND two.state = 'success' AND EXISTS (
         SELECT 1 FROM audit WHERE audit.payout_id = @earlier AND json_extract(detail, '$.from') IS NOT what
           AND sequence > (SELECT min(sequence) FROM audit WHERE audit.batch_id = two.batch_id)
         UNION ALL SELECT 1 FROM archives WHERE batch_id = one.batch_id
           AND sequence > (SELECT min(sequence) FROM audit WHERE audit.batch_id = two.batch_id))`,
    )
    .pluck();
  return (payoutId) => {
    const found = pairs.all({ payout: payoutId }).filter((pair) => areBothPaid.get(pair) === 1);
    return [...new Set(found.map(({ earlier }) => earlier))];
  };
}

/** Prepares reading the alarms of any open database. */
export function prepareNews(database: DeskDatabase, prefix: 'B' | 'P'): NewsReading {
  const select = `SELECT n.late_news_id AS newsId, n.payout_id AS payoutId, p.batch_id AS batchId, p.row_number AS rowNumber,
       p.reference, p.name, p.amount_paise AS amountPaise, n.state_before AS "from", n.state_after AS "to", n.word,
       n.heard_at_ms AS heardAtMs, n.read_at_ms AS readAtMs, n.read_by AS readBy,
       (SELECT d.decided_by FROM decisions d WHERE d.payout_id = n.payout_id AND d.decided = 'notPaid'
        ORDER BY d.decision_id DESC LIMIT 1) AS declaredBy
     FROM late_news n JOIN payouts p USING (payout_id)`;
  const all = database.statement<[], NewsRow>(`${select} WHERE ${NOT_SUPERSEDED} ORDER BY late_news_id`);
  const unread = database.statement<[], NewsRow>(
    `${select} WHERE n.read_at_ms IS NULL AND ${NOT_SUPERSEDED} ORDER BY late_news_id`,
  );
  const unreadBatches = database
    .statement<[], number>(
      `SELECT DISTINCT p.batch_id FROM late_news n JOIN payouts p USING (payout_id) WHERE n.read_at_ms IS NULL ORDER BY 1`,
    )
    .pluck();
  // Paid ones first, then open ones, the nearest first. One that ended unpaid is no duplicate.
  const successor = database.statement<[number], SuccessorRow>(
    `${laterPayments('SELECT payout_id, payout_id, 0 FROM payouts WHERE payout_id = ?')}
     SELECT p.batch_id AS batch, p.row_number AS rowNumber, p.state FROM chain JOIN payouts p USING (payout_id)
     WHERE depth > 0 AND p.state IN ('success', 'queued', 'sending', 'processing', 'unknown')
     ORDER BY p.state = 'success' DESC, depth, p.payout_id LIMIT 1`,
  );
  const paidLater = database
    .statement<[{ batch: number }], 1>(
      `${laterPayments(`SELECT payout_id, payout_id, 0 FROM late_news WHERE state_after NOT IN (${OF_ONE_PAYMENT})`)}
       SELECT 1 FROM chain JOIN payouts p USING (payout_id) JOIN payouts origin ON origin.payout_id = chain.origin
       WHERE depth > 0 AND (p.batch_id = @batch OR origin.batch_id = @batch) LIMIT 1`,
    )
    .pluck();

  const decode = ({ payoutId, batchId, ...row }: NewsRow): LateNews => {
    const news = { ...row, batch: formatBatchId(prefix, batchId), word: messageFrom(row.word), successor: null };
    if (!mayNameDuplicate(row.to)) return { ...news, declaredBy: null };
    const after = successor.get(payoutId);
    return after === undefined ? news : { ...news, successor: { ...after, batch: formatBatchId(prefix, after.batch) } };
  };

  return {
    list: ({ batch, all: withRead }) => {
      const news = (withRead ? all : unread).all().map(decode);
      if (batch === null) return news;
      const id = formatBatchId(prefix, batch);
      return news.filter((one) => concernedPayouts(one).some((payout) => payout.batch === id));
    },
    unreadByBatch: () => {
      const byBatch = new Map<BatchId, LateNews[]>();
      for (const one of unread.all().map(decode)) {
        for (const id of new Set(concernedPayouts(one).map(({ batch }) => batch))) {
          const ofBatch = byBatch.get(id);
          if (ofBatch === undefined) byBatch.set(id, [one]);
          else ofBatch.push(one);
        }
      }
      return byBatch;
    },
    mayNameAnother: (batch) => paidLater.get({ batch }) === 1,
    unreadBatches: () => unreadBatches.all().map((batch) => formatBatchId(prefix, batch)),
  };
}

/** Prepares marking alarms as read: who and when, in one transaction. Returns exactly the alarms that it marked. */
export function prepareReadNews(
  database: DeskDatabase,
  { audit, prefix }: { readonly audit: AuditLog; readonly prefix: 'B' | 'P' },
): (batch: number | null, nowMs: number, only?: ReadonlySet<number>) => LateNews[] {
  const news = prepareNews(database, prefix);
  const mark = database.statement('UPDATE late_news SET read_at_ms = ?, read_by = ? WHERE late_news_id = ?');
  // Marked together with the news that superseded it: once that is read, this row would show up as unread.
  const superseded = database.statement<[], Omit<ReadingRow, 'word'> & { readonly word: string }>(
    `SELECT n.late_news_id AS newsId, p.batch_id AS batchId, p.row_number AS rowNumber, p.reference,
            n.state_before AS "from", n.state_after AS "to", n.word, n.heard_at_ms AS heardAtMs
     FROM late_news n JOIN payouts p USING (payout_id)
     WHERE ${SUPERSEDED} ORDER BY n.late_news_id`,
  );
  const markRead = ({ newsId, batchId, rowNumber, ...news }: ReadingRow, atMs: number): void => {
    mark.run(atMs, audit.actor, newsId);
    // Without a payout id: reading does not change the payout.
    audit.append({ atMs, what: 'newsRead', batchId, detail: { row: rowNumber, ...news } });
  };
  return audit.transaction((batch: number | null, nowMs: number, only?: ReadonlySet<number>) => {
    const shown = news.list({ batch, all: false }).filter(({ newsId }) => only?.has(newsId) ?? true);
    for (const row of superseded.all()) {
      const hidden = { ...row, word: messageFrom(row.word) };
      if (shown.some((one) => supersedes(one, hidden))) markRead(hidden, nowMs);
    }
    return shown.map((one) => {
      const { newsId, rowNumber, reference, from, to, word, heardAtMs } = one;
      markRead({ newsId, batchId: batchNumber(one.batch), rowNumber, reference, from, to, word, heardAtMs }, nowMs);
      return { ...one, readAtMs: nowMs, readBy: audit.actor };
    });
  });
}

/** Whether a piece of news confirms what an earlier one with the same word only suspected. */
function supersedes(one: LateNews, hidden: ReadingRow): boolean {
  const isSamePayout = batchNumber(one.batch) === hidden.batchId && one.rowNumber === hidden.rowNumber;
  return isSamePayout && one.newsId > hidden.newsId && areSameWords(one.word, hidden.word) && one.from === hidden.from;
}

/** What the audit log records about a read alarm. */
type ReadingRow = Pick<LateNews, 'newsId' | 'rowNumber' | 'reference' | 'from' | 'to' | 'word' | 'heardAtMs'> & {
  readonly batchId: number;
};
