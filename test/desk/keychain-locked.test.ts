// Resuming a batch while the keychain is locked or has no token: a pause with its cure, and no request at all.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { resumeBatch } from '../../electron/main/desk/batches/resume-batch.ts';
import { watchBatches } from '../../electron/main/desk/batches/watch-batches.ts';
import { systemClock } from '../../electron/main/platform/clock.ts';
import type { TokenReading } from '../../electron/main/platform/keychain/vault.ts';
import type { System } from '../../electron/main/session/system.ts';
import { openHeadedReader, openHeadedWriter } from '../../electron/main/store/store.ts';
import type { PauseCode } from '../../shared/failures.ts';
import { pauseCure } from '../../shared/failures.ts';
import { formatBatchId, type Mid } from '../../shared/ids.ts';
import { verbatim } from '../../shared/messages/message.ts';
import { inEnglish } from '../../shared/messages/speak.ts';
import { confirmPaidAtOnce } from '../bench/confirmed-batch.ts';
import { headPlaceIn } from '../fixtures/head-place.ts';
import { spoken } from '../fixtures/spoken.ts';

const FOLLOWER = { onProgress: () => undefined, signal: new AbortController().signal };

/** A system with a real store that holds one batch, a keychain that answers with `reading`, and no gateway. */
function systemWith(reading: TokenReading): System {
  const folder = mkdtempSync(join(tmpdir(), 'payout-desk-api-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const place = { path: join(folder, 'desk.db'), prefix: 'B' } as const;
  const heads = headPlaceIn(join(folder, 'state'));
  const open = () => openHeadedWriter(place, { actor: 'meera', nowMs: Date.now(), monotonicMs: () => 0, place: heads });
  const first = open();
  if (first.kind !== 'open') throw new Error(`the desk is ${first.kind}`);
  confirmPaidAtOnce(first.store, { baseUrl: 'https://gateway.example', mid: 77 as Mid, count: 3 });
  first.store.close();
  let drawn = 0;
  const unused = (): never => {
    throw new Error('a batch without its token must not come this far');
  };
  return {
    clock: systemClock,
    secondLook: { leastMs: 0, mostMs: 0 },
    openReader: (book) => (book === 'live' ? openHeadedReader(place, heads) : { kind: 'absent' }),
    openWriter: () => {
      const opening = open();
      return opening.kind === 'open' ? { ...opening, isFresh: true } : opening;
    },
    files: {
      dataFolder: folder,
      heads: () => heads,
      hold: unused,
      track: unused,
      settings: { read: () => null, write: unused },
      recentFiles: { read: () => null, write: unused },
      samplePath: '',
      checkerPath: '',
    },
    isDeskHeld: () => false,
    tokens: { read: () => Promise.resolve(reading), write: unused, remove: unused },
    checkFile: unused,
    readSheet: unused,
    checkWhole: unused,
    workOnFile: unused,
    passwords: { read: unused, write: unused, remove: unused },
    signingKeys: { read: unused, write: unused, remove: unused },
    registerSecrets: { read: unused, write: unused, remove: unused },
    openMailer: unused,
    startPractice: unused,
    connect: unused,
    lendPacer: unused,
    inventReference: unused,
    randomBelow: (limit) => {
      drawn += 1;
      return drawn % limit;
    },
    engine: { preflight: unused, lookUpOnce: unused, newRun: unused },
  };
}

describe('a keychain that', () => {
  it.each<[string, TokenReading, PauseCode, RegExp]>([
    [
      'is locked',
      { kind: 'locked', message: verbatim('The keychain is locked.') },
      'keychainLocked',
      /Unlock the keychain/,
    ],
    ['has no token', { kind: 'none' }, 'noToken', /profile token/],
    [
      'is not there',
      { kind: 'unavailable', message: verbatim('There is no keychain.') },
      'noToken',
      /PAYOUT_DESK_TOKEN/,
    ],
  ])('%s pauses the batch with the way out, and everything stays queued', async (_name, reading, code, cure) => {
    const system = systemWith(reading);
    const batch = formatBatchId('B', 1);
    const options = { acceptWarnings: false, until: 'settled', forMs: null, follower: FOLLOWER } as const;
    const resumed = await resumeBatch(system, { ...options, batch, count: 'any' });
    expect(spoken(resumed)).toMatchObject({
      kind: 'done',
      value: {
        end: 'paused',
        view: { paused: { code, message: expect.stringMatching(/^[^`]+$/) }, counts: { queued: 3 } },
      },
    });
    expect(inEnglish(pauseCure(code, { batch, profile: 'acme' }))).toMatch(cure);
    const watched = await watchBatches(system, { batch, forMs: null, follower: FOLLOWER });
    expect(watched).toMatchObject({ kind: 'done', value: [{ view: { paused: { code } } }] });
  });
});
