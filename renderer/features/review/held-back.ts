// Rows with nothing wrong in the file that are still not paid, because they may be paid twice or wait for an earlier payment.
// None of them is called, counted or shown as ready.

import type { AnswerOf } from '../../../shared/api/contract.ts';
import { type DraftFilter, type DraftQuery, type DraftSummary, EVERY_ROW } from '../../../shared/api/draft-commands.ts';
import type { Message } from '../../../shared/messages/message.ts';
import { formatRupees } from '../../../shared/money.ts';
import { isRepeatCode, type Ticks } from '../../../shared/repeats.ts';
import { CONFIRM, REVIEW } from '../../../shared/text/drafts.ts';
import { formatDayAndTime } from '../../../shared/text/format.ts';
import { say } from '../../language.ts';

export type HeldGroup = AnswerOf<'readRepeats'>['held'][number];

/** `about` gives more detail where it is known. */
interface HeldWord {
  readonly word: string;
  readonly about: string | null;
}

export interface HeldBack {
  readonly groups: readonly HeldGroup[];
  /** The row numbers of all of them, in file order. */
  readonly rows: readonly number[];
  /** How many of them the draft counts as ready. */
  readonly ready: number;
  /** The word for each row that is not paid, or not in full. */
  readonly byRow: ReadonlyMap<number, HeldWord>;
}

export const NONE_HELD: HeldBack = { groups: [], rows: [], ready: 0, byRow: new Map() };

/** Which rows earlier payments hold back, and which are paid only the difference. */
export function heldBackOf(
  { held, heldReady, tickable }: Pick<AnswerOf<'readRepeats'>, 'held' | 'heldReady' | 'tickable'>,
  { difference }: Pick<Ticks, 'difference'>,
): HeldBack {
  const byRow = new Map<number, HeldWord>();
  for (const group of held) {
    for (const [at, rowNumber] of group.rows.entries()) {
      const said = group.messages[at];
      const about = said === undefined ? null : `${say(said)} ${say(group.cure)}`;
      const fromMs = againFromMs(said ?? group.message, group);
      const word = fromMs === null ? REVIEW.heldBack[whyHeld(group)] : REVIEW.againFrom(formatDayAndTime(fromMs));
      byRow.set(rowNumber, { word, about });
    }
  }
  const rows = [...byRow.keys()].toSorted((one, other) => one - other);
  const chosen = new Set(difference);
  for (const { rowNumber, differencePaise } of tickable.flatMap((kind) => kind.rows)) {
    if (differencePaise === null || !chosen.has(rowNumber)) continue;
    byRow.set(rowNumber, { word: REVIEW.paysOnly(formatRupees(differencePaise)), about: null });
  }
  return byRow.size === 0 ? NONE_HELD : { groups: held, rows, ready: heldReady, byRow };
}

function whyHeld({ isAsked, code }: HeldGroup): keyof typeof REVIEW.heldBack {
  if (code === 'payeeHeld') return 'onHold';
  if (code === 'heldName') return 'nameOnHold';
  if (isAsked) return 'asked';
  return code === 'inFlightElsewhere' ? 'waits' : 'other';
}

/** From when the earlier payment of a row may be paid again, where the desk knows that. */
function againFromMs({ params }: Message, { code }: Pick<HeldGroup, 'code'>): number | null {
  const time = params['time'];
  return code === 'silentTooShortly' && typeof time === 'number' ? time : null;
}

/** Describes one group of rows. */
export function heldWords(group: HeldGroup): string {
  const { code, message, messages, rows } = group;
  const times = (messages.length === 0 ? [message] : messages).map((one) => againFromMs(one, group) ?? 0);
  const lastMs = Math.max(...times);
  if (lastMs > 0) return REVIEW.rowsAgainFrom(rows.length, formatDayAndTime(lastMs));
  return isRepeatCode(code) ? CONFIRM.leftOutAs[code](rows.length) : say(message);
}

/** A chip above the rows. `held` is not one of the draft's own filters. */
export type ReviewChip = DraftFilter | 'held';

/** The counts of the chips, arranged so that those which add up to all rows count each row once. */
export function chipCounts(
  { counts }: Pick<DraftSummary, 'counts'>,
  { rows, ready }: HeldBack,
): Readonly<Record<ReviewChip, number>> {
  return {
    ...counts,
    held: rows.length,
    ready: Math.max(0, counts.ready - ready),
    warnings: Math.max(0, counts.warnings - (rows.length - ready)),
  };
}

/** The query for the rows of a chip. */
export function chipQuery(chip: ReviewChip, before: DraftQuery, { rows }: HeldBack): DraftQuery {
  const asked = { ...before, issue: null };
  if (chip === 'held') return { ...asked, filter: 'all', ticked: theseRows(rows) };
  const leavesOut = rows.length > 0 && (chip === 'ready' || chip === 'warnings');
  return { ...asked, filter: chip, ticked: leavesOut ? { isAll: true, rows: [...rows] } : null };
}

export function chosenChip({ filter, ticked }: DraftQuery): ReviewChip {
  return ticked?.isAll === false ? 'held' : filter;
}

/** Only the rows of a group. */
export function groupQuery({ rows }: HeldGroup): DraftQuery {
  return { ...EVERY_ROW, ticked: theseRows(rows) };
}

function theseRows(rows: readonly number[]): DraftQuery['ticked'] {
  return { isAll: false, rows: [...rows] };
}

interface Way {
  readonly from: number;
  readonly isBackward: boolean;
}

/** The next or previous row, wrapping around at the end; null when there are no rows. */
export function nextRow(rows: readonly number[], { from, isBackward }: Way): number | null {
  const next = isBackward
    ? (rows.findLast((row) => row < from) ?? rows.at(-1))
    : (rows.find((row) => row > from) ?? rows[0]);
  return next ?? null;
}
