// What needs a person, and what the desk is merely checking: one model for the rail, Home, Run, Result, Needs review and the
// system's notifications. It only sorts what is shown. What may be decided, resumed or paid again is judged by the desk, when a
// person does it.

import type { BatchId } from './ids.ts';

/**
 * A payment is only being checked for this long after its send: the look-ups of the first minutes settle most, and nobody has a
 * ticket or a bank statement yet.
 */
export const CHECKED_FOR_MS = 600_000;

/**
 * A payment that is not confirmed. `sinceMs`: the latest time at which a request for it may have left. `isOpen`: it may be decided
 * "not paid" now, without a ticket. `opensAtMs`: when that opens by time alone; null where more must happen first.
 * `waitsForAnswer`: not even a ticket decides it before the gateway answers again.
 */
export interface Doubt {
  readonly batch: BatchId;
  readonly amountPaise: number;
  readonly sinceMs: number;
  readonly isOpen: boolean;
  readonly opensAtMs: number | null;
  readonly waitsForAnswer: boolean;
}

/** `decide`: a person can act on it now. `checking`: the next check comes by itself. */
export const NEEDS = ['decide', 'checking'] as const;
export type Need = (typeof NEEDS)[number];

export function needOf({ isOpen, waitsForAnswer, sinceMs }: Doubt, nowMs: number): Need {
  if (isOpen) return 'decide';
  return waitsForAnswer || nowMs < sinceMs + CHECKED_FOR_MS ? 'checking' : 'decide';
}

/** When time alone makes it a person's; null when it is already, or when an answer must come first. */
export function needsPersonAtMs(doubt: Doubt, nowMs: number): number | null {
  if (needOf(doubt, nowMs) === 'decide') return null;
  const times = [doubt.waitsForAnswer ? null : doubt.sinceMs + CHECKED_FOR_MS, doubt.opensAtMs];
  const coming = times.filter((atMs) => atMs !== null && atMs > nowMs).map(Number);
  return coming.length === 0 ? null : Math.min(...coming);
}

export interface Sum {
  readonly count: number;
  readonly paise: number;
}

/** The payments of one batch that are not confirmed. */
export interface BatchNeeds extends Readonly<Record<Need, Sum>> {
  readonly batch: BatchId;
}

export const NOTHING: Sum = { count: 0, paise: 0 };

/** Batches with a payment that is not confirmed, in the order of their first. */
export function needsByBatch(doubts: readonly Doubt[], nowMs: number): BatchNeeds[] {
  const needs = new Map<BatchId, Record<Need, Sum>>();
  for (const doubt of doubts) {
    const own = needs.get(doubt.batch) ?? { decide: NOTHING, checking: NOTHING };
    needs.set(doubt.batch, own);
    const need = needOf(doubt, nowMs);
    own[need] = sumOf([own[need], { count: 1, paise: doubt.amountPaise }]);
  }
  return [...needs].map(([batch, own]) => ({ batch, ...own }));
}

/**
 * A batch's needs after an event that has newer counts. What was confirmed meanwhile no longer needs anybody; what is newly not
 * confirmed was sent just now, so it is being checked.
 */
export function needsNow({ batch, decide }: BatchNeeds, unknown: Sum): BatchNeeds {
  const count = Math.min(decide.count, unknown.count);
  const paise = count === unknown.count ? unknown.paise : Math.min(decide.paise, unknown.paise);
  const own = count === decide.count ? decide : { count, paise };
  return {
    batch,
    decide: own,
    checking: { count: unknown.count - count, paise: Math.max(0, unknown.paise - own.paise) },
  };
}

export function sumNeeds(needs: readonly BatchNeeds[]): Readonly<Record<Need, Sum>> {
  return { decide: sumOf(needs.map(({ decide }) => decide)), checking: sumOf(needs.map(({ checking }) => checking)) };
}

function sumOf(sums: readonly Sum[]): Sum {
  return {
    count: sums.reduce((sum, { count }) => sum + count, 0),
    paise: sums.reduce((sum, { paise }) => sum + paise, 0),
  };
}
