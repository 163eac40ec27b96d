// What the gateway says of an earlier payout, just before the same is paid once more.

import { describe, expect, it } from 'vitest';
import type { BatchId } from '../../shared/ids.ts';
import type { Finding } from '../../shared/states.ts';
import { payments, said } from '../store/desk-file.ts';
import { endUnpaid, refuse } from '../store/retries.ts';
import { startRead } from './computers.ts';
import { type RefusingDesk, refusingDesk } from './refusing-desk.ts';

const SILENT: Finding = { kind: 'notKnown' };

function retry({ system }: RefusingDesk): ReturnType<typeof startRead> {
  const follower = { onProgress: () => undefined, signal: new AbortController().signal };
  const said = { acceptWarnings: true, ticks: null, name: null, until: 'settled', forMs: null, follower } as const;
  return startRead(system, { kind: 'retry', batch: 'B0001' as BatchId, from: null }, said);
}

describe('a payout that the gateway refused at once', () => {
  it.each<[string, readonly Finding[], string, number]>([
    ['is paid again when the gateway does not know it twice', [SILENT, SILENT], 'done', 2],
    ['is not paid again when only one look-up missed it', [SILENT, said('success')], 'blocked', 2],
    ['is paid again when the gateway says at once that it was refused', [said('rejected')], 'done', 1],
  ])('%s', async (_name, findings, ends, lookups) => {
    const desk = refusingDesk((filled) => void endUnpaid(filled, payments(1), [refuse('rejected')]));
    const sent: unknown = desk.raw.prepare('SELECT reference FROM payouts').pluck().get();
    let asked = 0;
    desk.gateway.says = (key) => {
      if (key.by !== 'reference' || key.reference !== sent) return SILENT;
      asked += 1;
      return findings[asked - 1] ?? expect.unreachable('asked once more');
    };
    const answer = await retry(desk);
    expect({ ends: answer.kind, asked }).toEqual({ ends, asked: lookups });
    expect(desk.raw.prepare('SELECT count(*) FROM batches').pluck().get()).toBe(ends === 'done' ? 2 : 1);
  });
});
