// Alarms: what the gateway said after an ending, about another payment than the one asked for, or of one payment as of another.
// What an alarm means, in sentences for people: they never advise to pay again, but say what is known and whom to ask.

import { unreachable } from '../../../shared/failures.ts';
import { type BatchId, formatPayoutName, type Reference } from '../../../shared/ids.ts';
import { joined, type Message, msg, type Words } from '../../../shared/messages/message.ts';
import type { Paise } from '../../../shared/money.ts';
import type { StateKind } from '../../../shared/states.ts';

/** A later payout of the same chain of retries, which may have paid the same person once more. */
export interface Successor {
  readonly batch: BatchId;
  readonly rowNumber: number;
  readonly state: StateKind;
}

/**
 * What an alarm can be about beside a state. `mismatch`: an answer about another payment. `sameId`: an id that another payout
 * already has. `forgotten`: paid, and not known at any later look-up. `walletFall`: the wallet fell by a hundred times the amount.
 * `bothPaid`: it was not known to be paid when the same was paid again, and now both are.
 */
export const ALARM_SUBJECTS = ['mismatch', 'sameId', 'forgotten', 'walletFall', 'bothPaid'] as const;
export type AlarmSubject = (typeof ALARM_SUBJECTS)[number];

/** The state that an alarm is about; the one before where it is about something else. */
export function stateOfAlarm({ from, to }: Pick<LateNews, 'from' | 'to'>): StateKind {
  return isAlarmSubject(to) ? from : to;
}

/** Whether the alarm may be about two payments, so that a later one stands in it. */
export function mayNameDuplicate(to: LateNews['to']): boolean {
  return !isAlarmSubject(to) || to === 'bothPaid';
}

export function isAlarmSubject(to: string): to is AlarmSubject {
  return ALARM_SUBJECTS.some((subject) => subject === to);
}

/**
 * One alarm.
 * Shape: `to` equal to `from` when its word `word` contradicts the ending without moving it. `declaredBy`: the person who had
 * declared the payout not paid.
 */
export interface LateNews {
  readonly newsId: number;
  readonly batch: BatchId;
  readonly rowNumber: number;
  readonly reference: Reference;
  readonly name: string | null;
  readonly amountPaise: Paise;
  readonly from: StateKind;
  readonly to: StateKind | AlarmSubject;
  readonly word: string;
  readonly heardAtMs: number;
  readonly readAtMs: number | null;
  readonly readBy: string | null;
  readonly declaredBy: string | null;
  /** Not null: a possible duplicate. */
  readonly successor: Successor | null;
}

/** The payouts that an alarm concerns: its own, and the possible duplicate. */
export function concernedPayouts({ batch, rowNumber, successor }: LateNews): readonly Omit<Successor, 'state'>[] {
  return [{ batch, rowNumber }, ...(successor === null ? [] : [successor])];
}

/** Shape: `batch` asks for the alarms that concern one batch, null for every alarm; `all` includes the ones already read. */
export interface NewsQuestion {
  readonly batch: number | null;
  readonly all: boolean;
}

/** What kind of alarm it is, in two or three words. */
export function alarmTitle({ from, to, successor }: LateNews): Message {
  if (successor !== null) return msg('alarmTitle.duplicate');
  if (isAlarmSubject(to)) return msg(`alarmTitle.${to}`);
  return msg(to === from ? 'alarmTitle.contradicted' : 'alarmTitle.changed');
}

/** Whether nobody had read it at that moment. */
export function wasOpen({ heardAtMs, readAtMs }: LateNews, atMs: number): boolean {
  return heardAtMs <= atMs && (readAtMs === null || readAtMs > atMs);
}

export interface NewsReading {
  /** Oldest first. */
  list(question: NewsQuestion): LateNews[];
  /** What nobody has read, under each batch that it concerns. */
  unreadByBatch(): ReadonlyMap<BatchId, readonly LateNews[]>;
  /** Whether an alarm that concerns it, or did, may name another payout as the possible duplicate than it did before. */
  mayNameAnother(batch: number): boolean;
  /** The batches of this desk that have an unread alarm of their own. */
  unreadBatches(): BatchId[];
}

/** The alarm in sentences, with the possible duplicate where there is one. */
export function newsSentence(news: LateNews): Words {
  return joined([...duplicate(news), ...whatHappened(news), ...outdated(news)]);
}

/** What moved a payout makes every report of its batch untrue that was saved before. */
function outdated({ from, to, batch }: LateNews): readonly Message[] {
  return isAlarmSubject(to) || to === from ? [] : [msg('alarm.outdated', { batch })];
}

function duplicate({ successor }: LateNews): readonly Message[] {
  if (successor === null) return [];
  const { batch, rowNumber, state } = successor;
  return [msg('alarm.duplicate', { payout: formatPayoutName(batch, rowNumber), state: msg(`state.${state}`) })];
}

function subjectSentence(subject: AlarmSubject, word: string): Message {
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
