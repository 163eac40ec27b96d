// A folder whose live desk holds payouts before any window opens it.

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compose } from '../../electron/main/compose.ts';
import type { Claimed, News } from '../../electron/main/domain/ledger.ts';
import type { LookedUpOnce } from '../../electron/main/domain/run.ts';
import { RateWindow } from '../../electron/main/engine/rate-window.ts';
import { machineId } from '../../electron/main/platform/machine-id.ts';
import type { System } from '../../electron/main/session/system.ts';
import { type HeadedWriter, openHeadedWriter } from '../../electron/main/store/store.ts';
import type { Answer } from '../../shared/api/contract.ts';
import { DAY_MS, HOUR_MS } from '../../shared/limits.ts';
import { verbatim } from '../../shared/messages/message.ts';
import type { LookupKey } from '../../shared/outcomes.ts';
import { type Book, PRACTICE_PROFILE } from '../../shared/profiles.ts';
import { headPlaceIn } from '../fixtures/head-place.ts';
import { confirm } from '../store/confirm.ts';
import {
  ACTOR,
  answer,
  claimOne,
  confirmation,
  LOST,
  lookUp,
  MERCHANT,
  NOW_MS,
  payments,
  proveLookups,
  said,
  turn,
} from '../store/desk-file.ts';

/** Fills the live desk of a new folder; its database is at `path`. */
export function filledFolder(fill: (writer: HeadedWriter, path: string) => void): string {
  const folder = mkdtempSync(join(tmpdir(), 'filled-desk-'));
  const state = join(folder, 'state');
  const place = headPlaceIn(state, machineId(state, { platform: process.platform }));
  const who = { actor: ACTOR, nowMs: NOW_MS, monotonicMs: () => 0, place };
  const path = join(folder, 'desk.db');
  const opening = openHeadedWriter({ path, prefix: 'B' }, who);
  if (opening.kind !== 'open') throw new Error(`the desk is ${opening.kind}`);
  fill(opening.store, path);
  opening.store.close();
  return folder;
}

/** A filled folder's system, a day later. */
export function systemOf(folder: string): System {
  const about = { dataFolder: folder, stateFolder: join(folder, 'state'), environmentToken: null, systemProxy: null };
  return atTime(NOW_MS + DAY_MS)(compose({ ...about, onWarning: () => {} }));
}

/** What a command returned. Throws when it was not carried out. */
export function done<Value>(answer: Answer<Value>): Value {
  if (answer.kind !== 'done') throw new Error(JSON.stringify(answer));
  return answer.value;
}

/** Puts this many payouts of a new batch in doubt, each looked up this often without being known. Returns them in file order. */
export function fillDoubt(
  writer: HeadedWriter,
  {
    count,
    answers,
    book = 'live',
    idOf = () => null,
  }: {
    readonly count: number;
    readonly answers: number;
    readonly book?: Book;
    /** What the gateway called each payment at its first lookup; null for nothing. */
    readonly idOf?: (index: number) => string | null;
  },
): Claimed[] {
  const merchantId = writer.merchants.ensure(MERCHANT);
  writer.merchants.saveFingerprint(merchantId, '[400,"false"]');
  const account = book === 'practice' ? ({ environment: 'PRACTICE', profile: PRACTICE_PROFILE } as const) : {};
  const batch = confirm(writer, confirmation({ store: writer, merchantId }, payments(count), account));
  const claimed = Array.from({ length: count }, () => claimOne(writer, batch));
  turn(writer, batch, { news: claimed.map((one) => answer(one, LOST)) });
  proveLookups({ store: writer, merchantId }, account);
  for (const [index, one] of claimed.entries()) {
    const echoedId = idOf(index);
    if (echoedId !== null) turn(writer, batch, { news: [{ ...lookUp(one, said('failed')), echoedId } as News] });
  }
  for (let asked = 0; asked < answers; asked += 1) {
    // Seven hours apart, to spread them over a day's wait.
    const atMs = NOW_MS + asked * 7 * HOUR_MS;
    turn(writer, batch, { news: claimed.map((one) => lookUp(one, { kind: 'notKnown' }, atMs)) });
  }
  return claimed;
}

/** A system whose keychain is empty. */
export function withoutToken(system: System): System {
  return { ...system, tokens: { ...system.tokens, read: () => Promise.resolve({ kind: 'none' }) } };
}

/** The gateway's answer to each lookup of a decision; "not known" by default. */
export type SaysOf = (key: LookupKey) => LookedUpOnce;

export const STILL_NOT_KNOWN = {
  kind: 'looked',
  finding: { kind: 'notKnown' },
  utr: null,
  message: null,
  evidence: { httpStatus: 400, text: '{"status":false}' },
} as const satisfies LookedUpOnce;

/** A system whose gateway answers only the lookup before a decision. */
export function withGateway(system: System, says: SaysOf = () => STILL_NOT_KNOWN): System {
  const unreachable = { kind: 'unreachable', message: verbatim('Nobody is there.'), certificate: false } as const;
  const never = (): Promise<typeof unreachable> => Promise.resolve(unreachable);
  return {
    ...system,
    tokens: {
      ...system.tokens,
      read: () => Promise.resolve({ kind: 'token', token: 'x'.repeat(40), forSession: false }),
    },
    startPractice: () =>
      Promise.resolve({
        kind: 'started',
        gateway: { url: 'http://127.0.0.1:1', mid: 1, token: 'x', close: async () => {} },
      } as never),
    connect: () => ({
      pay: () => Promise.reject(new Error('a payout was sent')),
      lookUp: never,
      wallet: never,
      createOrder: never,
      orderStatus: never,
      close: () => {},
    }),
    engine: {
      ...system.engine,
      preflight: () => Promise.resolve({ kind: 'ready', notKnown: '[400,"false"]', balance: '1', doubt: null }),
      lookUpOnce: (_reads, { key }) => Promise.resolve(says(key)),
    },
    lendPacer: ({ limitPerSecond }) => ({
      pacer: new RateWindow({ limitPerSecond, nowMs: system.clock.monotonicMs(), refusedRate: null }),
      release: () => {},
    }),
  };
}

/** A system at another time. */
export function atTime(nowMs: number): (system: System) => System {
  return (system) => ({ ...withoutToken(system), clock: { ...system.clock, nowMs: () => nowMs } });
}
