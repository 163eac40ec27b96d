import type { Confirmation } from '../../../shared/api/batch-commands.ts';
import type { TickReason, Ticks } from '../../../shared/ticks.ts';

type Tick = Confirmation['ticks'][number];

export interface Given {
  readonly typedCount: string;
  readonly ticks: readonly Tick[];
}

export type MayPay =
  | { readonly kind: 'yes' }
  | { readonly kind: 'no'; readonly why: 'unchosen' | 'blocked' | 'nothing' | 'asking' | 'ticks' | 'count' };

/** Shape: LIVE wants the exact count typed; practice a plain click. `isAsking` while the desk looks whether it still stands. */
export function mayPay(confirmation: Confirmation, { typedCount, ticks }: Given, isAsking = false): MayPay {
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
export function isUnchosen({ blocked, tickable }: Pick<Confirmation, 'blocked' | 'tickable'>): boolean {
  return blocked?.code === 'nothingPayable' && tickable.length > 0;
}

/** Spaces around it and commas as people group them are no other number; anything else is. */
export function isCount(typed: string, count: number): boolean {
  const text = typed.trim();
  return /^\d{1,3}(?:,\d{2,3})*$|^\d+$/.test(text) && text.replaceAll(',', '') === String(count);
}

/** A batch's name with its period, as one line. Shape: null when neither was given. */
export function batchName({ name, period }: { readonly name: string; readonly period: string }): string | null {
  const parts = [name.trim(), period.trim()].filter((part) => part !== '');
  return parts.length === 0 ? null : parts.join(' · ');
}

/** How many warnings are not listed yet: nobody has read those. */
export function unlistedWarnings({ warnings, warningCount }: Pick<Confirmation, 'warnings' | 'warningCount'>): number {
  return warningCount - warnings.reduce((listed, { count }) => listed + count, 0);
}

/** The ticks with those of a reason given or taken back. Shape: only rows that are listed are ever ticked. */
export function withRowTicks(
  ticks: Ticks,
  { reason, rows }: Pick<Confirmation['tickable'][number], 'reason' | 'rows'>,
  isTicked: boolean,
): Ticks {
  const given = { [reason]: isTicked ? rows.map(({ rowNumber }) => rowNumber) : [] } satisfies Partial<
    Record<TickReason, number[]>
  >;
  return { ...ticks, ...given };
}
