// Which confirmation stays on screen while the desk is asked again. Ticks and typed text last exactly as long as the seal: they
// are never carried over to other figures.

import { useState } from 'react';
import type { ConfirmationView } from '../../../shared/api/batch-commands.ts';
import { BATCH_NAME_MAX_CHARACTERS, SHEET_MAX_ROWS } from '../../../shared/limits.ts';
import type { Message } from '../../../shared/messages/message.ts';
import { formatRupees } from '../../../shared/money.ts';
import { monthOf } from '../../../shared/months.ts';
import { isRepeatCode } from '../../../shared/repeats.ts';
import { CONFIRM } from '../../../shared/text/drafts.ts';
import { COUNTED, formatMonth } from '../../../shared/text/format.ts';
import type { QuestionState } from '../../bridge/use-desk.ts';
import { say } from '../../language.ts';

type ConfirmTick = ConfirmationView['ticks'][number];

/** `read` holds the ticked warnings, by `warningKey`. */
export interface Entered {
  readonly typedCount: string;
  readonly ticks: readonly ConfirmTick[];
  readonly read: ReadonlySet<string>;
}

export const NOTHING_ENTERED: Entered = { typedCount: '', ticks: [], read: new Set() };

type ShownWarning = ConfirmationView['warnings'][number];

/**
 * A warning about one row has its own tick. One about the whole batch, or about rows beyond those listed, has one tick for all of
 * them.
 */
export function warningKeys({ message, count, rows }: ShownWarning): readonly string[] {
  const ofRows = rows.map(({ rowNumber }) => warningKey(message, rowNumber));
  return count > rows.length ? [...ofRows, warningKey(message, null)] : ofRows;
}

export function warningKey(message: Message, rowNumber: number | null): string {
  return `${rowNumber ?? 'all'} ${JSON.stringify(message)}`;
}

/** The ticks to send. The desk's single tick for warnings is sent once every warning has its own tick. */
export function acceptedTicks(confirmation: ConfirmationView, { ticks, read }: Entered): readonly ConfirmTick[] {
  const isAllRead =
    unlistedWarnings(confirmation) === 0 &&
    confirmation.warnings.every((warning) => warningKeys(warning).every((key) => read.has(key)));
  return isAllRead && confirmation.ticks.includes('warnings') ? [...ticks, 'warnings'] : ticks;
}

type MayPay =
  | { readonly kind: 'yes' }
  | { readonly kind: 'no'; readonly why: 'unchosen' | 'blocked' | 'nothing' | 'away' | 'asking' | 'count' }
  /** So many ticks are left. */
  | { readonly kind: 'no'; readonly why: 'ticks'; readonly left: number };

interface ConfirmNow {
  readonly isAsking?: boolean;
  readonly isAway?: boolean;
  readonly isRequest?: boolean;
}

/**
 * LIVE requires the exact count to be typed, practice only a click. `isAsking` while the desk checks whether the confirmation
 * still holds, `isAway` while the account's gateway is not reached. With
 * `isRequest` only approval is asked for, and the count is typed once it is paid.
 */
export function mayPay(
  confirmation: ConfirmationView,
  entered: Entered,
  { isAsking = false, isAway = false, isRequest = false }: ConfirmNow = {},
): MayPay {
  const { typedCount } = entered;
  const ticks = acceptedTicks(confirmation, entered);
  if (isUnchosen(confirmation)) return { kind: 'no', why: 'unchosen' };
  if (confirmation.blocked !== null || confirmation.seal === null) return { kind: 'no', why: 'blocked' };
  if (confirmation.count === 0) return { kind: 'no', why: 'nothing' };
  if (isAway) return { kind: 'no', why: 'away' };
  if (isAsking) return { kind: 'no', why: 'asking' };
  if (!confirmation.ticks.every((tick) => ticks.includes(tick)))
    return { kind: 'no', why: 'ticks', left: ticksLeft(confirmation, entered) };
  if (!isRequest && confirmation.environment === 'LIVE' && !isCount(typedCount, confirmation.count))
    return { kind: 'no', why: 'count' };
  return { kind: 'yes' };
}

function ticksLeft({ ticks, warnings }: ConfirmationView, entered: Entered): number {
  const unread = ticks.includes('warnings')
    ? warnings.flatMap(warningKeys).filter((key) => !entered.read.has(key))
    : [];
  return unread.length + ticks.filter((tick) => tick !== 'warnings' && !entered.ticks.includes(tick)).length;
}

/** Whether nothing is payable only because no row that needs a tick has been ticked. */
export function isUnchosen({
  blocked,
  tickable,
  questions,
  claimed,
}: Pick<ConfirmationView, 'blocked' | 'tickable' | 'questions' | 'claimed'>): boolean {
  return blocked?.code === 'nothingPayable' && tickable.length + questions.length + claimed.rows.length > 0;
}

/** Surrounding spaces and grouping commas are allowed; anything else is a different number. */
export function isCount(typed: string, count: number): boolean {
  const text = typed.trim();
  return /^\d{1,3}(?:,\d{2,3})*$|^\d+$/.test(text) && text.replaceAll(',', '') === String(count);
}

const YEAR_AND_MONTH = /20\d\d[-_. ]?(0[1-9]|1[0-2])/;

/** The file's name without its ending, in words. */
export function suggestedName(file: string): string {
  const words = file.replace(/\.(?:csv|xlsx)$/i, '').replace(/[_\s]+/g, ' ');
  return words.trim().slice(0, BATCH_NAME_MAX_CHARACTERS / 2);
}

/** Suggests the current month as the period, unless the file name already contains one. */
export function suggestedPeriod(file: string, nowMs: number): string {
  const words = file.match(/\p{L}[\p{L}\p{M}]*/gu) ?? [];
  const saysMonth = YEAR_AND_MONTH.test(file) || words.some((word) => monthOf(word) !== null);
  return saysMonth ? '' : formatMonth(nowMs);
}

/** Joins a batch's name and period in one line. Returns null when both are empty. */
export function batchName({ name, period }: { readonly name: string; readonly period: string }): string | null {
  const parts = [name.trim(), period.trim()].filter((part) => part !== '');
  return parts.length === 0 ? null : parts.join(' · ');
}

/** How many warnings are not listed and so cannot have been read. */
export function unlistedWarnings({
  warnings,
  warningCount,
}: Pick<ConfirmationView, 'warnings' | 'warningCount'>): number {
  return warningCount - warnings.reduce((listed, { count }) => listed + count, 0);
}

/** Describes rows left out for one reason. Omits the amount when none is known. */
export function leftOutWords({ code, sum: { count, paise }, message }: ConfirmationView['leftOut'][number]): string {
  const rupees = paise === 0 ? [] : [formatRupees(paise)];
  if (isRepeatCode(code)) return [CONFIRM.leftOutAs[code](count), ...rupees].join(' · ');
  return [COUNTED.rows(count), ...rupees, ...(message === null ? [] : [say(message)])].join(' · ');
}

/** `asked` is what the person chose to see; `key` changes when what was typed and ticked no longer counts. */
interface ShownAnswer {
  readonly confirmation: ConfirmationView;
  readonly asked: string;
  readonly key: string;
  readonly isChanged: boolean;
}

/** The confirmation to show after one more answer. A change that the person asked for is not marked as a change. */
export function nextShown(before: ShownAnswer | null, confirmation: ConfirmationView, asked: string): ShownAnswer {
  const key = JSON.stringify([asked, confirmation.seal, confirmation.blocked?.code ?? null]);
  const isSameQuestion = before?.asked === asked;
  const isChanged = isSameQuestion && (before.isChanged || before.key !== key);
  return { confirmation, asked, key, isChanged };
}

interface ShownConfirmation {
  /** Null before the first answer. */
  readonly shown: ShownAnswer | null;
  /** The confirmation shown answers an older question, so nothing of it may be paid. */
  readonly isStale: boolean;
  /** The person has seen that it changed. */
  readonly seen: () => void;
}

/** While `isFrozen`, as during a Start, the confirmation shown never changes. */
export function useShownConfirmation(
  result: QuestionState<ConfirmationView>,
  { asked, isFrozen }: { readonly asked: string; readonly isFrozen: boolean },
): ShownConfirmation {
  const [latest, setLatest] = useState<ShownAnswer | null>(null);
  let shown = latest;
  if (result.kind === 'done' && !isFrozen && (result.value !== latest?.confirmation || asked !== latest.asked)) {
    shown = nextShown(latest, result.value, asked);
    setLatest(shown);
  }
  return {
    shown,
    isStale: shown !== null && shown.asked !== asked,
    seen: () => setLatest((now) => (now === null ? null : { ...now, isChanged: false })),
  };
}

const LISTED_GROWTH = 10;

/** How many rows are listed once a person asks for more. */
export function moreThan(listed: number): number {
  return Math.min(listed * LISTED_GROWTH, SHEET_MAX_ROWS);
}
