// What the gateway says of an earlier payout, just before the same is paid once more.

import { describe, expect, it } from 'vitest';
import type { BatchId } from '../../shared/ids.ts';
import type { Finding } from '../../shared/states.ts';
import {
  answer,
  BACKOFF,
  claimOne,
  confirmBatch,
  LOST,
  lookUp,
  NOW_MS,
  payments,
  proveLookups,
  said,
  turn,
} from '../store/desk-file.ts';
import { endUnpaid, refuse } from '../store/retries.ts';
import { startRead } from './computers.ts';
import { type RefusingDesk, refusingDesk } from './refusing-desk.ts';

const SILENT: Finding = { kind: 'notKnown' };

function retry({ system }: RefusingDesk): ReturnType<typeof startRead> {
  const follower = { onProgress: () => undefined, signal: new AbortController().signal };
  const said = { acceptWarnings: true, ticks: null, name: null, until: 'settled', forMs: null, follower } as const;
  return startRead(system, { kind: 'retry', batch: 'B0001' as BatchId, from: null }, said);
}

const MINUTE_MS = 60_000;

interface Refused {
  readonly desk: RefusingDesk;
  /**
   * Retries it this many minutes after the first lookup; the last finding stays. Returns how it ends, and why the row is left
   * out.
   */
  readonly retryAt: (
    minutes: number,
    ...says: readonly Finding[]
  ) => Promise<readonly [ends: string, against: string | null]>;
}

/** A payout refused by its own request, at a gateway whose lookups are proven or not. */
function refusedAtOnce({ isProven }: { readonly isProven: boolean }): Refused {
  const desk = refusingDesk((filled) => {
    endUnpaid(filled, payments(1), [refuse('rejected')]);
    if (isProven) proveLookups(filled);
  });
  const beganMs = desk.clock.nowMs;
  const sent: unknown = desk.raw.prepare('SELECT reference FROM payouts WHERE payout_id = 1').pluck().get();
  return {
    desk,
    retryAt: async (minutes, ...says) => {
      desk.clock.nowMs = beganMs + minutes * MINUTE_MS;
      let asked = 0;
      desk.gateway.says = (key) => {
        if (key.by !== 'reference' || key.reference !== sent) return SILENT;
        asked += 1;
        return says[asked - 1] ?? says.at(-1) ?? SILENT;
      };
      const answer = await retry(desk);
      return [answer.kind, answer.kind === 'blocked' ? (answer.check.issues[0]?.code ?? null) : null];
    },
  };
}

describe('a payout that the gateway refused at once', () => {
  it('is not paid again while it has not been silent for ten minutes, and then it is', async () => {
    const { retryAt, desk } = refusedAtOnce({ isProven: true });
    expect(await retryAt(0, SILENT)).toEqual(['blocked', 'silentTooShortly']);
    expect(await retryAt(9.5, SILENT)).toEqual(['blocked', 'silentTooShortly']);
    expect(await retryAt(10.5, SILENT)).toEqual(['done', null]);
    expect(desk.raw.prepare('SELECT count(*) FROM payouts WHERE retry_of = 1').pluck().get()).toBe(1);
  });

  it('is not paid again when only one look-up missed it', async () => {
    const { retryAt } = refusedAtOnce({ isProven: true });
    expect(await retryAt(0, SILENT)).toEqual(['blocked', 'silentTooShortly']);
    expect(await retryAt(11, SILENT, said('success'))).toEqual(['blocked', 'maybePaid']);
  });

  it('is not paid again when the gateway knows it after a while', async () => {
    const { retryAt, desk } = refusedAtOnce({ isProven: true });
    expect(await retryAt(0, SILENT)).toEqual(['blocked', 'silentTooShortly']);
    expect(await retryAt(11, said('success'))).toEqual(['blocked', 'maybePaid']);
    expect(desk.raw.prepare('SELECT state FROM payouts WHERE payout_id = 1').pluck().get()).toBe('success');
  });

  it('is never paid again on silence where look-ups are not proven', async () => {
    const { retryAt } = refusedAtOnce({ isProven: false });
    for (const minutes of [0, 11, 24 * 60])
      expect(await retryAt(minutes, SILENT)).toEqual(['blocked', 'lookupsUnproven']);
  });

  it.each([true, false])('is paid again at once when the gateway says so again: proven %s', async (isProven) => {
    const { retryAt } = refusedAtOnce({ isProven });
    expect(await retryAt(0, said('rejected'))).toEqual(['done', null]);
  });
});

describe('a payout that another computer retried', () => {
  it('stays left out once the gateway knew that retry, also where the gateway forgets it', async () => {
    const desk = refusingDesk((filled) => {
      endUnpaid(filled, payments(1), [refuse('rejected')]);
      proveLookups(filled);
    });
    const sent: unknown = desk.raw.prepare('SELECT reference FROM payouts WHERE payout_id = 1').pluck().get();
    let elsewhere: Finding = said('reversed');
    desk.gateway.says = (key) => (key.by === 'reference' && key.reference === sent ? said('rejected') : elsewhere);
    const against = async (): Promise<unknown> => {
      const answer = await retry(desk);
      return answer.kind === 'blocked' ? answer.check.issues.map(({ code }) => code) : answer.kind;
    };
    expect(await against()).toEqual(['retriedElsewhere']);
    elsewhere = SILENT;
    expect(await against()).toEqual(['retriedElsewhere']);
    expect(desk.raw.prepare('SELECT word FROM known_references').pluck().all()).toEqual(['reversed']);
  });
});

describe('a payout that a person declared not paid', () => {
  const declared = (ticket: string | null): RefusingDesk =>
    refusingDesk((filled) => {
      const batch = confirmBatch(filled, payments(1));
      const claimed = claimOne(filled.store, batch);
      turn(filled.store, batch, { news: [answer(claimed, LOST)] });
      if (ticket === null) proveLookups(filled);
      for (let asked = 0; asked < 5; asked += 1)
        turn(filled.store, batch, { news: [lookUp(claimed, SILENT, NOW_MS + 2_000 + asked)] });
      const about = { payoutId: claimed.payoutId, verdict: { kind: 'notPaid' }, note: 'So they say.', ticket } as const;
      const at = { nowMs: NOW_MS + 5_000, backoff: BACKOFF, decideAfterMs: 0, sameEvidence: null };
      expect(filled.store.decide({ ...about, ...at }).kind).toBe('decided');
    });

  it('is paid again on silence by the ticket that said so, whatever look-ups are worth', async () => {
    expect((await retry(declared('T-1'))).kind).toBe('done');
  });

  it('is paid again on silence that lasts ten minutes, where the wait for a decision was set to nothing', async () => {
    const desk = declared(null);
    desk.clock.nowMs = NOW_MS + 5 * MINUTE_MS;
    expect((await retry(desk)).kind).toBe('blocked');
    desk.clock.nowMs = NOW_MS + 11 * MINUTE_MS;
    expect((await retry(desk)).kind).toBe('done');
  });
});
