// Asking for the ticks that a person may give: once, row by row, before the gateway is read. In: how rows are judged.
// Out: the judgement after the answer. This file must never make up a tick: where nobody is asked, nothing is lifted.

import { type AskTicks, NO_TICKS, type TickRow, type Ticks } from '../../../shared/ticks.ts';

export type Ticked<Judged> =
  | {
      readonly kind: 'judged';
      readonly judged: Judged;
      readonly leaveOut: ReadonlySet<number>;
      /** Every row that a person was asked about, with what was said of it. */
      readonly asked: readonly TickRow[];
    }
  | { readonly kind: 'stopped' };

/** Judges the rows, asks about those that only a tick lets through, and judges again with the answer. */
export async function judgeWithTicks<Judged extends { readonly tickable: readonly TickRow[] }>(
  judge: (ticks: Ticks) => Promise<Judged>,
  askTicks: AskTicks | undefined,
): Promise<Ticked<Judged>> {
  const judged = await judge(NO_TICKS);
  if (judged.tickable.length === 0 || askTicks === undefined) {
    return { kind: 'judged', judged, leaveOut: new Set(), asked: [] };
  }
  const answer = await askTicks({ rows: judged.tickable });
  if (answer === null) return { kind: 'stopped' };
  const asked = new Set(judged.tickable.map(({ rowNumber }) => rowNumber));
  const ofAsked = (rows: readonly number[]): number[] => rows.filter((row) => asked.has(row));
  const { paidBefore, accountChanged, leaveOut } = answer;
  const ticks = { paidBefore: ofAsked(paidBefore), accountChanged: ofAsked(accountChanged) };
  return { kind: 'judged', judged: await judge(ticks), leaveOut: new Set(ofAsked(leaveOut)), asked: judged.tickable };
}
