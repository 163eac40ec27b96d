// The system of one simulated process, wired as compose wires the real one: the real api, engine, store, classifier and rate over
// a virtual clock, seeded randomness, a simulated disk and a simulated network. Never replace a rule here: only what a computer
// is made of.

import { dirname } from 'node:path';
import { BatchRun } from '../../electron/main/engine/batch-run.ts';
import { lookUpOnce, preflight } from '../../electron/main/engine/preflight.ts';
import { RateWindow } from '../../electron/main/engine/rate-window.ts';
import { clientOver } from '../../electron/main/gateway/client.ts';
import type { System } from '../../electron/main/session/system.ts';
import { verbatim } from '../../shared/messages/message.ts';
import type { Journal } from './journal.ts';
import type { Machine } from './machine.ts';
import type { Random } from './random.ts';
import type { SalaryFile } from './salary-files.ts';
import type { SimulatedGateway } from './simulated-gateway.ts';
import type { SimulatedProcess } from './simulated-process.ts';
import type { Witness } from './wire-witness.ts';

export interface SystemWorld {
  readonly machine: Machine;
  readonly process: SimulatedProcess;
  readonly random: Random;
  readonly journal: Journal;
  readonly files: ReadonlyMap<string, SalaryFile>;
  readonly gateway: SimulatedGateway;
  readonly witness: Witness;
  /** Whether the keychain refuses this process its token. */
  readonly keychainIsLocked: boolean;
}

/** The system of one process. */
export function openDesk({ machine, process, random, files, gateway, witness, keychainIsLocked }: SystemWorld): System {
  const { clock } = process;
  const sinceMs = clock.monotonicMs();
  const pacers = new Map<string, RateWindow>();
  return {
    clock,
    checkFile: ({ path }) => {
      const file = files.get(path);
      if (file === undefined) return absent();
      return Promise.resolve({ kind: 'checked', checked: file.checked });
    },
    readSheet: absent,
    checkWhole: absent,
    workOnFile: absent,
    // There is no practice desk here.
    openReader: (book) => (book === 'live' ? { kind: 'open', store: machine.reader } : { kind: 'absent' }),
    isDeskHeld: () => machine.isHeld,
    openWriter: (book) => (book === 'live' ? machine.openWriter(process) : { kind: 'absent' }),
    tokens: {
      read: () =>
        Promise.resolve(
          keychainIsLocked
            ? { kind: 'locked', message: verbatim('The keychain is locked.') }
            : { kind: 'token', token: 'secret', forSession: false },
        ),
      write: absent,
      remove: absent,
    },
    passwords: { read: absent, write: absent, remove: absent },
    signingKeys: { read: absent, write: absent, remove: absent },
    registerSecrets: { read: absent, write: absent, remove: absent },
    openMailer: absent,
    startPractice: absent,
    connect: (options) => {
      const { baseUrl, mid } = options;
      const caller = { machine: machine.name, process, baseUrl, mid, sinceMs };
      return clientOver(gateway.connect(caller), { ...options, now: () => clock.nowMs() });
    },
    lendPacer: ({ merchant, limitPerSecond, refusedRate }) => {
      // A desk open in a window has one rate for each merchant, whatever sends.
      const key = `${merchant.baseUrl} ${merchant.mid}`;
      const pacer = pacers.get(key) ?? new RateWindow({ limitPerSecond, refusedRate, nowMs: clock.monotonicMs() });
      if (!pacers.has(key)) witness.permit(process, merchant, limitPerSecond);
      pacers.set(key, pacer);
      return { pacer, release: () => undefined };
    },
    inventReference: () => `NOBODY${random.int(1_000_000_000)}`,
    randomBelow: (limit) => random.int(limit),
    secondLook: { leastMs: 2_000, mostMs: 8_000 },
    engine: {
      preflight,
      lookUpOnce,
      newRun: (world, request) => {
        process.arm();
        return new BatchRun(world, request);
      },
    },
    files: {
      dataFolder: dirname(machine.path),
      heads: absent,
      hold: absent,
      track: absent,
      settings: { read: () => undefined, write: absent },
      recentFiles: { read: () => null, write: absent },
      samplePath: '',
      checkerPath: '',
    },
  };
}

function absent(): never {
  throw new Error('the simulation has no such thing');
}
