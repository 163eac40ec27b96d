// The bodies of the bare loops: the very bytes that the engine sends. In: how many. Out: JSON texts.
// This file must never be timed: the bare loops get their bodies ready-made.

import { encodePayout } from '../../electron/main/gateway/encode.ts';
import type { Mid } from '../../shared/ids.ts';
import { paidAtOnceRow, referenceOf } from './payroll.ts';

/** The first payouts of the benchmark's batch. */
export function payoutBodies(mid: number, count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const { beneficiary, amountPaise, remark } = paidAtOnceRow(index).payment;
    const order = { beneficiary, amountPaise, remark, reference: referenceOf(index), firstRequest: true };
    return encodePayout(mid as Mid, order);
  });
}

/** Sends every body, so many at once, and waits for all answers. Units: seconds. */
export async function sendAll(
  bodies: readonly string[],
  { inFlightMax, send }: { readonly inFlightMax: number; readonly send: (body: string) => Promise<void> },
): Promise<number> {
  const startedMs = performance.now();
  const waiting = bodies.values();
  const sendOneByOne = async (): Promise<void> => {
    for (const body of waiting) await send(body);
  };
  await Promise.all(Array.from({ length: inFlightMax }, sendOneByOne));
  return (performance.now() - startedMs) / 1_000;
}
