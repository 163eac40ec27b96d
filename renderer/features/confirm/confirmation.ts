// Which confirmation stands on the screen while the desk is asked again. What was typed and ticked stays exactly as
// long as the seal does: no word of a person is carried over to other figures.

import { useState } from 'react';
import type { ConfirmationView } from '../../../shared/api/batch-commands.ts';
import type { Words } from '../../../shared/messages/message.ts';
import { formatRupees } from '../../../shared/money.ts';
import { isRepeatCode } from '../../../shared/repeats.ts';
import { CONFIRM } from '../../../shared/text/drafts.ts';
import { COUNTED, formatMonth } from '../../../shared/text/format.ts';
import type { QuestionState } from '../../bridge/use-desk.ts';
import { say } from '../../language.ts';

type ConfirmTick = ConfirmationView['ticks'][number];

/** Shape: `read` are the warnings ticked, by `warningKey`. */
export interface Given {
  readonly typedCount: string;
  readonly ticks: readonly ConfirmTick[];
  readonly read: ReadonlySet<string>;
}

export const NOTHING_GIVEN: Given = { typedCount: '', ticks: [], read: new Set() };

type ShownWarning = ConfirmationView['warnings'][number];

/** A warning about one row has a tick of its own; one about the whole batch, or about rows beyond those listed, has one for them all. */
export function warningKeys({ message, count, rows }: ShownWarning): readonly string[] {
  const ofRows = rows.map(({ rowNumber }) => warningKey(message, rowNumber));
  return count > rows.length ? [...ofRows, warningKey(message, null)] : ofRows;
}

export function warningKey(message: Words, rowNumber: number | null): string {
  return `${rowNumber ?? 'all'} ${JSON.stringify(message)}`;
}

/** What was ticked. The desk's one tick for the warnings is given once each of them has its own. */
export function givenTicks(confirmation: ConfirmationView, { ticks, read }: Given): readonly ConfirmTick[] {
  const isAllRead =
    unlistedWarnings(confirmation) === 0 &&
    confirmation.warnings.every((warning) => warningKeys(warning).every((key) => read.has(key)));
  return isAllRead && confirmation.ticks.includes('warnings') ? [...ticks, 'warnings'] : ticks;
}

type MayPay =
  | { readonly kind: 'yes' }
  | { readonly kind: 'no'; readonly why: 'unchosen' | 'blocked' | 'nothing' | 'asking' | 'ticks' | 'count' };

/** Shape: LIVE wants the exact count typed; practice a plain click. `isAsking` while the desk looks whether it still stands. */
export function mayPay(confirmation: ConfirmationView, given: Given, isAsking = false): MayPay {
  const { typedCount } = given;
  const ticks = givenTicks(confirmation, given);
  if (isUnchosen(confirmation)) return { kind: 'no', why: 'unchosen' };
  if (confirmation.blocked !== null || confirmation.seal === null) return { kind: 'no', why: 'blocked' };
  if (confirmation.count === 0) return { kind: 'no', why: 'nothing' };
  if (isAsking) return { kind: 'no', why: 'asking' };
  if (!confirmation.ticks.every((tick) => ticks.includes(tick))) return { kind: 'no', why: 'ticks' };
  if (confirmation.environment === 'LIVE' && !isCount(typedCount, confirmation.count))
    return { kind: 'no', why: 'count' };
  return { kind: 'yes' };
}

/** Whether nothing can be paid only because no row was ticked that a tick would let through. */
export function isUnchosen({
  blocked,
  tickable,
  questions,
}: Pick<ConfirmationView, 'blocked' | 'tickable' | 'questions'>): boolean {
  return blocked?.code === 'nothingPayable' && tickable.length + questions.length > 0;
}

/** Spaces around it and commas as people group them are no other number; anything else is. */
export function isCount(typed: string, count: number): boolean {
  const text = typed.trim();
  return /^\d{1,3}(?:,\d{2,3})*$|^\d+$/.test(text) && text.replaceAll(',', '') === String(count);
}

const SAYS_A_MONTH =
  /(?<!\p{L})(jan(uary)?|feb(ruary)?|mar(ch)?|apr(il)?|may|june?|july?|aug(ust)?|sept?(ember)?|oct(ober)?|nov(ember)?|dec(ember)?)(?!\p{L})|20\d\d[-_. ]?(0[1-9]|1[0-2])/iu;

/** The period that a batch is suggested to be of: this month, unless its file's name says one itself. */
export function suggestedPeriod(file: string, nowMs: number): string {
  return SAYS_A_MONTH.test(file) ? '' : formatMonth(nowMs);
}

/** A batch's name with its period, as one line. Shape: null when neither was given. */
export function batchName({ name, period }: { readonly name: string; readonly period: string }): string | null {
  const parts = [name.trim(), period.trim()].filter((part) => part !== '');
  return parts.length === 0 ? null : parts.join(' · ');
}

/** How many warnings are not listed yet: nobody has read those. */
export function unlistedWarnings({
  warnings,
  warningCount,
}: Pick<ConfirmationView, 'warnings' | 'warningCount'>): number {
  return warningCount - warnings.reduce((listed, { count }) => listed + count, 0);
}

/** Rows that are left out for one reason. No amount is said where none is known. */
export function leftOutWords({ code, sum: { count, paise }, message }: ConfirmationView['leftOut'][number]): string {
  const rupees = paise === 0 ? [] : [formatRupees(paise)];
  if (isRepeatCode(code)) return [CONFIRM.leftOutAs[code](count), ...rupees].join(' · ');
  return [COUNTED.rows(count), ...rupees, ...(message === null ? [] : [say(message)])].join(' · ');
}

/** Shape: `asked` is what the person chose to be shown; `key` is another one when what was typed no longer counts. */
interface ShownAnswer {
  readonly confirmation: ConfirmationView;
  readonly asked: string;
  readonly key: string;
  readonly isChanged: boolean;
}

/** What stands there after one more answer. A change that the person asked for is none that must be pointed out. */
export function nextShown(before: ShownAnswer | null, confirmation: ConfirmationView, asked: string): ShownAnswer {
  const key = JSON.stringify([asked, confirmation.seal, confirmation.blocked?.code ?? null]);
  const isSameQuestion = before?.asked === asked;
  const isChanged = isSameQuestion && (before.isChanged || before.key !== key);
  return { confirmation, asked, key, isChanged };
}

interface ShownConfirmation {
  /** Null before the first answer. */
  readonly shown: ShownAnswer | null;
  /** What is shown answers what was asked before: nothing of it may be paid. */
  readonly isStale: boolean;
  /** The person has seen that it changed. */
  readonly seen: () => void;
}

/** Shape: nothing else is shown while `isFrozen`, as during a Start. */
export function useShownConfirmation(
  result: QuestionState<ConfirmationView>,
  { asked, isFrozen }: { readonly asked: string; readonly isFrozen: boolean },
): ShownConfirmation {
  const [kept, setKept] = useState<ShownAnswer | null>(null);
  let shown = kept;
  if (result.kind === 'done' && !isFrozen && (result.value !== kept?.confirmation || asked !== kept.asked)) {
    shown = nextShown(kept, result.value, asked);
    setKept(shown);
  }
  return {
    shown,
    isStale: shown !== null && shown.asked !== asked,
    seen: () => setKept((now) => (now === null ? null : { ...now, isChanged: false })),
  };
}
