// Alarms: the gateway contradicted an ending, answered about another payment, or gave one payment's id to another. The
// sentences never advise paying again; they say what is known and whom to ask.

import { unreachable } from '../../../shared/failures.ts';
import { type BatchId, formatPayoutName, type Reference } from '../../../shared/ids.ts';
import { joined, type Message, msg } from '../../../shared/messages/message.ts';
import type { Paise } from '../../../shared/money.ts';
import type { StateKind } from '../../../shared/states.ts';

/** A later payout of the same chain of retries, which may have paid the same person a second time. */
export interface Successor {
  readonly batch: BatchId;
  readonly rowNumber: number;
  readonly state: StateKind;
}

/**
 * What an alarm can be about besides a state. `mismatch`: an answer about another payment. `sameId`: an id that another payout
 * already has. `forgotten`: paid, but not known at any later lookup. `walletFall`: the wallet fell by a hundred times the
 * amount. `bothPaid`: it was not known to be paid when it was paid again, and now both are paid.
 */
export const ALARM_SUBJECTS = ['mismatch', 'sameId', 'forgotten', 'walletFall', 'bothPaid'] as const;
export type AlarmSubject = (typeof ALARM_SUBJECTS)[number];

/** The state the alarm is about, or the previous state when it is about something else. */
export function stateOfAlarm({ from, to }: Pick<LateNews, 'from' | 'to'>): StateKind {
  return isAlarmSubject(to) ? from : to;
}

/** Whether the alarm may be about two payments, so that it names the later one. */
export function mayNameDuplicate(to: LateNews['to']): boolean {
  return !isAlarmSubject(to) || to === 'bothPaid';
}

export function isAlarmSubject(to: string): to is AlarmSubject {
  return ALARM_SUBJECTS.some((subject) => subject === to);
}

/** `to` equals `from` when `word` contradicts the ending without changing it. `declaredBy`: who had declared it not paid. */
export interface LateNews {
  readonly newsId: number;
  readonly batch: BatchId;
  readonly rowNumber: number;
  readonly reference: Reference;
  readonly name: string | null;
  readonly amountPaise: Paise;
  readonly from: StateKind;
  readonly to: StateKind | AlarmSubject;
  readonly word: Message;
  readonly heardAtMs: number;
  readonly readAtMs: number | null;
  readonly readBy: string | null;
  readonly declaredBy: string | null;
  /** Not null: a possible duplicate. */
  readonly successor: Successor | null;
}

/** The payouts that an alarm concerns: its own and the possible duplicate. */
export function concernedPayouts({ batch, rowNumber, successor }: LateNews): readonly Omit<Successor, 'state'>[] {
  return [{ batch, rowNumber }, ...(successor === null ? [] : [successor])];
}

/** `batch`: only alarms that concern this batch, or null for every alarm. `all` includes alarms that were read. */
export interface NewsQuestion {
  readonly batch: number | null;
  readonly all: boolean;
}

/** The kind of alarm, in two or three words. */
export function alarmTitle({ from, to, successor }: LateNews): Message {
  if (successor !== null) return msg('alarmTitle.duplicate');
  if (isAlarmSubject(to)) return msg(`alarmTitle.${to}`);
  return msg(to === from ? 'alarmTitle.contradicted' : 'alarmTitle.changed');
}

/** Whether the alarm had been raised and not yet read at that time. */
export function wasOpen({ heardAtMs, readAtMs }: LateNews, atMs: number): boolean {
  return heardAtMs <= atMs && (readAtMs === null || readAtMs > atMs);
}

export interface NewsReading {
  /** Oldest first. */
  list(question: NewsQuestion): LateNews[];
  /** Unread alarms, under each batch that they concern. */
  unreadByBatch(): ReadonlyMap<BatchId, readonly LateNews[]>;
  /** Whether an alarm that concerns the batch, now or earlier, may name a different possible duplicate than before. */
  mayNameAnother(batch: number): boolean;
  /** Batches with an unread alarm about one of their own payouts. */
  unreadBatches(): BatchId[];
}

/** The alarm in sentences, including the possible duplicate if there is one. */
export function newsSentence(news: LateNews): Message {
  return joined([...duplicate(news), ...whatHappened(news), ...outdated(news)]);
}

/** When an alarm changes a payout's state, every report of its batch saved earlier is wrong. */
function outdated({ from, to, batch }: LateNews): readonly Message[] {
  return isAlarmSubject(to) || to === from ? [] : [msg('alarm.outdated', { batch })];
}

function duplicate({ successor }: LateNews): readonly Message[] {
  if (successor === null) return [];
  const { batch, rowNumber, state } = successor;
  return [msg('alarm.duplicate', { payout: formatPayoutName(batch, rowNumber), state: msg(`state.${state}`) })];
}

function subjectSentence(subject: AlarmSubject, word: Message): Message {
  switch (subject) {
    case 'mismatch':
      return msg('alarm.mismatch', { said: word });
    case 'sameId':
      return msg('alarm.sameId', { words: word });
    case 'forgotten':
      return msg('alarm.forgotten');
    case 'walletFall':
      return msg('alarm.walletFall', { words: word });
    case 'bothPaid':
      return msg('alarm.bothPaid');
    default:
      return unreachable(subject);
  }
}

function whatHappened({ from: before, to, word, declaredBy }: LateNews): readonly Message[] {
  if (isAlarmSubject(to)) return [subjectSentence(to, word)];
  const person = before === 'failed' ? declaredBy : null;
  const from = msg(`state.${before}`);
  if (to === before) {
    const said = { from, word };
    return [
      person === null ? msg('alarm.contradicted', said) : msg('alarm.declared.contradicted', { person, ...said }),
    ];
  }
  if (to === 'success')
    return [person === null ? msg('alarm.paid', { from }) : msg('alarm.declared.paid', { person, from })];
  const now = { from, word: msg(`state.${to}`) };
  if (before === 'success') return [msg('alarm.noLongerPaid', { word: now.word })];
  if (before === 'queued') return [msg('alarm.knownUnsent')];
  return [person === null ? msg('alarm.changed', now) : msg('alarm.declared', { person, ...now })];
}
