// The rooms of one simulated process, as compose wires the real ones: the real api, engine, store, classifier and rate over
// a virtual clock, a drawn randomness, a simulated disk and a simulated network. In: a process on a machine. Out: its desk.
// This file must never replace a rule: only what a computer is made of.

import { createDesk } from '../../electron/main/api/desk.ts';
import type { Rooms } from '../../electron/main/api/ports.ts';
import { BatchRun } from '../../electron/main/engine/batch-run.ts';
import { lookAgain } from '../../electron/main/engine/look-again.ts';
import { preflight } from '../../electron/main/engine/preflight.ts';
import { RateWindow } from '../../electron/main/engine/rate-window.ts';
import { clientOver } from '../../electron/main/gateway/client.ts';
import { faultOfDisk } from '../../electron/main/store/disk-refusals.ts';
import { fingerprintSteps, referenceMaker } from '../../electron/main/store/references.ts';
import { retryReference } from '../../electron/main/store/retry-reference.ts';
import { atOnce } from '../../shared/steps.ts';
import type { Journal } from './journal.ts';
import type { Machine } from './machine.ts';
import type { Random } from './random.ts';
import type { SalaryFile } from './salary-files.ts';
import type { SimulatedGateway } from './simulated-gateway.ts';
import type { SimulatedProcess } from './simulated-process.ts';
import type { Witness } from './wire-witness.ts';

export type Desk = ReturnType<typeof createDesk>;

export interface RoomsWorld {
  readonly machine: Machine;
  readonly process: SimulatedProcess;
  readonly random: Random;
  readonly journal: Journal;
  readonly files: ReadonlyMap<string, SalaryFile>;
  readonly gateway: SimulatedGateway;
  readonly witness: Witness;
  /** Whether this process finds its token now. */
  readonly keychainIsLocked: boolean;
}

/** The desk of one process. */
export function openDesk(world: RoomsWorld): Desk {
  return createDesk(roomsOf(world));
}

function roomsOf({ machine, process, random, files, gateway, witness, keychainIsLocked }: RoomsWorld): Rooms {
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
    openSheet: absent,
    openRows: absent,
    bankOf: absent,
    settings: { read: () => null, write: absent },
    recentFiles: { read: () => null, write: absent },
    samplePath: '',
    // There is no practice desk here.
    openReader: (book) => (book === 'live' ? { kind: 'open', store: machine.reader } : { kind: 'absent' }),
    isDeskHeld: () => machine.isHeld,
    openWriter: (book) => (book === 'live' ? machine.openWriter(process) : { kind: 'absent' }),
    faultOfDisk: (error) => faultOfDisk(error, machine.path),
    tokens: {
      read: () =>
        Promise.resolve(
          keychainIsLocked
            ? { kind: 'locked', message: 'The keychain is locked.' }
            : { kind: 'token', token: 'secret', forSession: false },
        ),
      write: absent,
      remove: absent,
    },
    startPractice: absent,
    connect: (options) => {
      const { baseUrl, mid } = options;
      const caller = { machine: machine.name, process, baseUrl, mid, sinceMs };
      return clientOver(gateway.connect(caller), { ...options, now: () => clock.nowMs() });
    },
    lendPacer: ({ merchant, limitPerSecond, refusedRate }) => {
      // Of a desk that is open in a window there is one rate for each merchant, whatever asks.
      const key = `${merchant.baseUrl} ${merchant.mid}`;
      const pacer = pacers.get(key) ?? new RateWindow({ limitPerSecond, refusedRate, nowMs: clock.monotonicMs() });
      if (!pacers.has(key)) witness.permit(process, merchant, limitPerSecond);
      pacers.set(key, pacer);
      return { pacer, release: () => undefined };
    },
    // A turn of the real event loop would be none of the simulated machine's time.
    inTurns: (steps) => Promise.resolve(atOnce(steps)),
    fingerprint: fingerprintSteps,
    references: referenceMaker,
    retryReference,
    lookAgain,
    exportReport: absent,
    exportProblemRows: absent,
    writeTemplate: absent,
    saveCopy: absent,
    verify: absent,
    backUp: absent,
    restore: absent,
    inventReference: () => `NOBODY${random.int(1_000_000_000)}`,
    randomBelow: (limit) => random.int(limit),
    preflight,
    prepareRun: ({ store, gateway: client, pacer }, request) => {
      process.arm();
      return new BatchRun(
        {
          ledger: store.ledger,
          notes: store.notes,
          gateway: client,
          clock,
          window: pacer,
          invent: () => `NOBODY${random.int(1_000_000_000)}`,
        },
        request,
      );
    },
  };
}

function absent(): never {
  throw new Error('the simulation has no such room');
}
