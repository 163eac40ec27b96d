// A desk whose disk refuses one write of a command, or whose database another program holds for a while. Never let a run begin
// here: the tests look at what a command writes before it.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { onTestFinished } from 'vitest';
import { composeForWindows } from '../../electron/main/compose.ts';
import type { AskKeychain } from '../../electron/main/platform/keychain/keychain-vault.ts';
import { recover } from '../../electron/main/session/desks.ts';
import type { System } from '../../electron/main/session/system.ts';
import type { HeadedWriter } from '../../electron/main/store/store.ts';
import type { LookupKey } from '../../shared/outcomes.ts';
import type { Finding } from '../../shared/states.ts';
import { MERCHANT, openRaw, type TestDesk } from '../store/desk-file.ts';
import { filledFolder } from './filled-desk.ts';

/** The number of the write that the disk refuses, from 1; 0 for none. `seen` counts the writes. */
interface Disk {
  refuses: number;
  seen: number;
  /** Until when another program holds the database, in milliseconds of the test's clock. */
  heldUntilMs: number;
}

export interface RefusingDesk {
  readonly system: System;
  readonly raw: Database.Database;
  readonly disk: Disk;
  readonly clock: { nowMs: number };
  /** What a lookup finds. */
  readonly gateway: { says: (key: LookupKey) => Finding };
  /** How many runs were prepared. */
  readonly runs: { count: number };
  /** Every row of every table. */
  readonly everything: () => unknown;
}

/** Opens the desk after filling it, so that what opening writes is on disk. */
export function refusingDesk(fill: (desk: TestDesk) => void): RefusingDesk {
  const folder = filledFolder((store: HeadedWriter, path) =>
    fill({ store, path, raw: openRaw(path), merchantId: store.merchants.ensure(MERCHANT) }),
  );
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const disk: Disk = { refuses: 0, seen: 0, heldUntilMs: 0 };
  const gateway: RefusingDesk['gateway'] = { says: () => ({ kind: 'notKnown' }) };
  const runs = { count: 0 };
  const { system: plain } = composeForWindows({
    dataFolder: folder,
    stateFolder: join(folder, 'state'),
    environmentToken: null,
    askKeychain: noKeychain,
    systemProxy: null,
    secondLook: { leastMs: 0, mostMs: 0 },
    onWarning: () => undefined,
  });
  // Opening records the day after a long time without a record; here there is no such gap.
  const clock = { nowMs: plain.clock.nowMs() };
  const system: System = {
    ...plain,
    clock: {
      nowMs: () => clock.nowMs,
      monotonicMs: () => clock.nowMs,
      after: (delayMs, callback) => {
        setImmediate(() => {
          clock.nowMs += delayMs;
          callback();
        });
        return () => undefined;
      },
    },
    tokens: { ...plain.tokens, read: () => Promise.resolve({ kind: 'token', token: 'test', forSession: true }) },
    engine: {
      preflight: () => Promise.resolve({ kind: 'ready', notKnown: '[400,"false"]', balance: '0', doubt: null }),
      lookUpOnce: (_, { key }) => {
        const evidence = { httpStatus: 200, text: '{}' };
        return Promise.resolve({ kind: 'looked', finding: gateway.says(key), utr: null, message: null, evidence });
      },
      newRun: () => {
        runs.count += 1;
        return {
          run: () => Promise.resolve({ kind: 'bound' }),
          pause: () => undefined,
          preempt: () => undefined,
          inFlight: 0,
        };
      },
    },
    openWriter: (book) => {
      const opening = plain.openWriter(book);
      return opening.kind === 'open' ? { ...opening, store: refusing(opening.store, disk, clock) } : opening;
    },
  };
  const opening = system.openWriter('live');
  if (opening.kind !== 'open') throw new Error(`the desk is ${opening.kind}`);
  recover(system, opening.store);
  opening.store.close();
  const raw = openRaw(join(folder, 'desk.db'));
  return { system, raw, disk, clock, gateway, runs, everything: () => everything(raw) };
}

/** Counts the writes of a store. The disk fails when the write is done, and its transaction rolls back. */
function refusing(store: HeadedWriter, disk: Disk, clock: { readonly nowMs: number }): HeadedWriter {
  const counted = <Result>(result: Result): Result => {
    disk.seen += 1;
    if (disk.seen === disk.refuses) throw new Database.SqliteError('database or disk is full', 'SQLITE_FULL');
    return result;
  };
  const { commands, ledger, merchants, notes } = store;
  return {
    ...store,
    commands: { ...commands, take: (...args) => counted(commands.take(...args)) },
    ledger: {
      ...ledger,
      cancel: (...input) => counted(ledger.cancel(...input)),
      releaseHeld: (...received) => counted(ledger.releaseHeld(...received)),
      hastenLookups: (...supplied) => counted(ledger.hastenLookups(...supplied)),
      turn: (request) =>
        clock.nowMs < disk.heldUntilMs ? { kind: 'unwritable', code: 'SQLITE_BUSY' } : ledger.turn(request),
    },
    merchants: { ...merchants, saveFingerprint: (...args) => counted(merchants.saveFingerprint(...args)) },
    notes: { ...notes, pause: (...args) => counted(notes.pause(...args)) },
    decide: (decision) => counted(store.decide(decision)),
    saveProfile: (...args) => counted(store.saveProfile(...args)),
  };
}

function everything(raw: Database.Database): unknown {
  const tables = raw.prepare<[], string>(`SELECT name FROM sqlite_schema WHERE type = 'table'`).pluck().all();
  return Object.fromEntries(tables.map((table) => [table, raw.prepare(`SELECT * FROM "${table}"`).all()]));
}

const noKeychain: AskKeychain = () => Promise.resolve({ kind: 'failed' });
