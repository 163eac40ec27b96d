// A report's payouts, shared by all of its forms: the columns, and the totals that they must add up to. Sums are whole paise. No
// amount becomes text or a double here: each writer does that in its own exact way.

import { type Message, msg } from '../../../shared/messages/message.ts';
import { asPaise, decimalText, type Paise } from '../../../shared/money.ts';
import type { Refusal } from '../../../shared/rows.ts';
import { STATE_KINDS, zeroCounts } from '../../../shared/states.ts';
import { concernedPayouts, type LateNews, newsSentence } from '../domain/late-news.ts';
import type { BatchReport, ReportHead, ReportPayout } from '../domain/report.ts';
import type { Voice } from './report-voice.ts';

/** How to write a cell. `rupees` holds paise, `time` holds milliseconds since 1970. */
export type CellKind = 'text' | 'integer' | 'rupees' | 'time';
export type CellValue = string | number | null;

export interface Column<Row> {
  readonly name: string;
  readonly kind: CellKind;
  readonly read: (row: Row) => CellValue;
}

/** The columns of the payouts, then one per column of the source file. Programs read them in the CSV: do not change them. */
export function payoutColumns(head: ReportHead, { say }: Voice): readonly Column<ReportPayout>[] {
  return [
    { name: 'row', kind: 'integer', read: (payout) => payout.rowNumber },
    { name: 'status', kind: 'text', read: (payout) => payout.state },
    { name: 'reference', kind: 'text', read: (payout) => payout.reference },
    { name: 'payment_method', kind: 'text', read: (payout) => payout.beneficiary.method },
    { name: 'beneficiary', kind: 'text', read: beneficiaryText },
    {
      name: 'ifsc',
      kind: 'text',
      read: ({ beneficiary }) => (beneficiary.method === 'IMPS' ? beneficiary.ifsc : null),
    },
    { name: 'amount', kind: 'rupees', read: (payout) => payout.amountPaise },
    { name: 'remark', kind: 'text', read: (payout) => payout.remark },
    { name: 'name', kind: 'text', read: (payout) => payout.name },
    { name: 'transaction_id', kind: 'text', read: (payout) => payout.ids.transactionId },
    { name: 'rrn', kind: 'text', read: (payout) => payout.ids.rrn },
    { name: 'utr', kind: 'text', read: (payout) => payout.ids.utr },
    { name: 'log_number', kind: 'text', read: (payout) => payout.ids.logNumber },
    { name: 'tran_ref_no', kind: 'text', read: (payout) => payout.ids.tranRefNo },
    { name: 'gateway_status', kind: 'text', read: (payout) => payout.gatewayStatus },
    { name: 'message', kind: 'text', read: ({ message }) => (message === null ? null : say(message)) },
    { name: 'attempts', kind: 'integer', read: (payout) => payout.attempts },
    { name: 'sent_at', kind: 'time', read: (payout) => payout.sentAtMs },
    { name: 'settled_at', kind: 'time', read: (payout) => payout.settledAtMs },
    { name: 'retry_of', kind: 'text', read: (payout) => payout.retryOf },
    { name: 'batch', kind: 'text', read: () => head.batch },
    { name: 'profile', kind: 'text', read: () => head.profile },
    { name: 'mid', kind: 'text', read: () => String(head.mid) },
    { name: 'environment', kind: 'text', read: () => head.environment },
    { name: 'fee', kind: 'rupees', read: ({ feePaise }) => feePaise },
    { name: 'tax', kind: 'rupees', read: ({ taxPaise }) => taxPaise },
    ...sourceColumns<ReportPayout>(head),
  ];
}

/** One column per column of the source file, with its original cells. */
export function sourceColumns<Row extends { readonly source: readonly string[] }>(
  head: BatchReport['head'],
): readonly Column<Row>[] {
  return head.headers.map((header, index) => ({
    name: `source.${header}`,
    kind: 'text',
    read: (row) => row.source[index] ?? null,
  }));
}

/** The fees and the taxes that the gateway told of a batch's payouts, and what its wallet tells, each in a sentence. */
export function feeWords({ fees, head: { confirmedCount } }: Pick<BatchReport, 'fees' | 'head'>): {
  readonly fee: Message;
  readonly tax: Message;
  readonly wallet: Message;
} {
  const { feeCount, feePaise, taxCount, taxPaise, walletPaise } = fees();
  const words = (count: number, paise: number): Message =>
    count === 0 ? NOT_TOLD : msg('fees.told', { count, paise, left: confirmedCount - count });
  const wallet = walletPaise === null ? NOT_TOLD : msg('fees.wallet', { paise: walletPaise });
  return { fee: words(feeCount, feePaise), tax: words(taxCount, taxPaise), wallet };
}

export const NOT_TOLD = msg('fees.notTold');

/** Rupees as a decimal, negative for a decrease. */
export function signedDecimal(paise: number): string {
  return paise < 0 ? `-${decimalText(asPaise(-paise))}` : decimalText(asPaise(paise));
}

/** A day such as `2026-04-01` as people write it here: `01-04-2026`. */
export function writtenDay(day: string): string {
  return day.split('-').toReversed().join('-');
}

/** The payout's public name, such as `B0012/17`. */
export function payoutName({ batch, rowNumber }: Pick<ReportPayout, 'batch' | 'rowNumber'>): string {
  return `${batch}/${rowNumber}`;
}

function beneficiaryText({ beneficiary }: ReportPayout): string {
  return beneficiary.method === 'UPI' ? beneficiary.upiId : beneficiary.accountNumber;
}

/** The local time with its offset: `2026-04-01T10:30:00.123+05:30`. */
export function localIso(atMs: number, offsetMinutes = -new Date(atMs).getTimezoneOffset()): string {
  const localMs = atMs + offsetMinutes * 60_000;
  const minute = Math.floor(localMs / 60_000);
  // A list has many times of one minute, and spelling a whole one takes most of the time.
  if (minute !== spelt.minute || offsetMinutes !== spelt.offsetMinutes) {
    const start = new Date(minute * 60_000).toISOString().slice(0, -'00.000Z'.length);
    spelt = { minute, offsetMinutes, start, offset: offsetText(offsetMinutes) };
  }
  const seconds = ((localMs - minute * 60_000) / 1_000).toFixed(3);
  return `${spelt.start}${seconds.length < 6 ? '0' : ''}${seconds}${spelt.offset}`;
}

/** The minute that was spelt last. */
let spelt = { minute: Number.NaN, offsetMinutes: 0, start: '', offset: '' };

function offsetText(offsetMinutes: number): string {
  const minutes = Math.abs(offsetMinutes);
  const clock = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  return `${offsetMinutes < 0 ? '-' : '+'}${clock}`;
}

interface Reconciliation {
  readonly count: number;
  readonly paise: Paise;
  readonly agrees: boolean;
  readonly sentence: Message;
}

/** The open alarms at each row of the batch that they concern. */
export function alarmsByRow({ head, alarms }: Pick<BatchReport, 'head' | 'alarms'>): ReadonlyMap<number, LateNews[]> {
  const atRows = alarms.flatMap((alarm) =>
    concernedPayouts(alarm).flatMap(({ batch, rowNumber }) => (batch === head.batch ? [{ alarm, rowNumber }] : [])),
  );
  const byRow = Map.groupBy(atRows, ({ rowNumber }) => rowNumber);
  return new Map([...byRow].map(([row, at]) => [row, at.map(({ alarm }) => alarm)]));
}

/** The alarms of each row, in words. Rows without alarms are left out. An alarm about another payout names it first. */
export function alarmWordsByRow(
  report: Pick<BatchReport, 'head' | 'alarms'>,
  { say }: Voice,
): ReadonlyMap<number, string> {
  const wordsAt = (row: number, alarm: LateNews): Message =>
    alarm.batch === report.head.batch && alarm.rowNumber === row ? newsSentence(alarm) : alarmWords(alarm);
  return new Map(
    [...alarmsByRow(report)].map(([row, alarms]) => [row, alarms.map((one) => say(wordsAt(row, one))).join(' ')]),
  );
}

/** An alarm with the payout that it is about. */
export function alarmWords(alarm: LateNews): Message {
  return msg('alarm.ofPayout', { payout: payoutName(alarm), alarm: newsSentence(alarm) });
}

/** A CSV puts the alarm before the gateway's message, so that its columns stay the same. */
export function withAlarm(message: string | null, alarm: string | undefined): string | null {
  if (alarm === undefined) return message;
  return `[ALARM: ${alarm.replaceAll(']', ')')}]${message === null ? '' : ` ${message}`}`;
}

/** Removes the alarm before a message. */
export function withoutAlarm(message: string): string {
  return message.replace(/^\[ALARM: [^\]]*\] ?/, '');
}

/** Compares what was confirmed with the sum over all states. With an open alarm, nothing agrees. */
export function reconcile({ head, alarms }: Pick<BatchReport, 'head' | 'alarms'>): Reconciliation {
  const count = STATE_KINDS.reduce((sum, state) => sum + head.counts[state], 0);
  const paise = asPaise(STATE_KINDS.reduce((sum, state) => sum + head.paise[state], 0));
  const isSame = count === head.confirmedCount && paise === head.confirmedPaise;
  const confirmed = { count: head.confirmedCount, paise: head.confirmedPaise };
  const agrees = isSame && alarms.length === 0;
  const sentence = !isSame
    ? msg('reconcile.differs', { ...confirmed, stored: count, storedPaise: paise })
    : agrees
      ? msg('reconcile.agrees', confirmed)
      : msg('reconcile.alarms', { ...confirmed, alarms: alarms.length });
  return { count, paise, agrees, sentence };
}

interface CountedPayouts {
  readonly payouts: () => Iterable<ReportPayout>;
  /** Refuses when the payouts read so far are not those of the report's head. */
  readonly difference: () => Refusal | null;
}

/** Counts the payouts while they are written, so that a report never contradicts its own totals. */
export function countPayouts(report: BatchReport): CountedPayouts {
  const counts = zeroCounts();
  const paise = zeroCounts();
  return {
    *payouts() {
      for (const payout of report.payouts()) {
        counts[payout.state] += 1;
        paise[payout.state] += payout.amountPaise;
        yield payout;
      }
    },
    difference: () => {
      const { head } = report;
      const same = STATE_KINDS.every(
        (state) => counts[state] === head.counts[state] && paise[state] === head.paise[state],
      );
      return same ? null : CHANGED;
    },
  };
}

const CHANGED: Refusal = {
  code: 'changedWhileWriting',
  message: msg('report.changedWhileWriting'),
  cure: msg('cure.exportAgain'),
};
