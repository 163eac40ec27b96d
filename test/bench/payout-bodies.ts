// The bodies of the bare loops: exactly the bytes that the engine sends. Never time this: the bare loops get their bodies
// ready-made.

import { encodePayout } from '../../electron/main/gateway/client.ts';
import { batchFingerprint } from '../../electron/main/store/references.ts';
import type { Mid } from '../../shared/ids.ts';
import { paidAtOnceRow, referencesOf } from './payroll.ts';

/** The bodies of a whole batch. */
export function payoutBodies(mid: number, count: number): string[] {
  const merchant = mid as Mid;
  const rows = Array.from({ length: count }, (_, index) => paidAtOnceRow(index));
  const fingerprint = batchFingerprint(rows.map((row) => row.payment));
  const references = referencesOf(rows, { mid: merchant, fingerprint });
  return references.map((reference, index) => {
    const { beneficiary, amountPaise, remark } = paidAtOnceRow(index).payment;
    return encodePayout(merchant, { beneficiary, amountPaise, remark, reference });
  });
}

/** Sends every body, this many at once, and waits for all answers. Returns seconds. */
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
