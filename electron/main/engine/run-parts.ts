// Builds the parts of one run and hands each the others it needs. In: the ports, the request, and who hears of what.
// Out: the parts. This file must never decide anything: it fits pieces together.

import type { Pacer, RunRequest } from '../../../shared/run.ts';
import { Departures } from './departures.ts';
import { DiskPatience } from '../../../shared/disk-patience.ts';
import { prepareExchanges } from './exchange.ts';
import { Listener, type ListenerWorld } from './listener.ts';
import { Permits } from './permits.ts';
import type { EngineClock, EngineGateway, EngineLedger, EngineNotes } from './ports.ts';
import { ProgressReport } from './progress-report.ts';
import { Purse } from './purse.ts';
import { type ControlStart, RunControl } from './run-control.ts';
import { RunDemand } from './run-demand.ts';
import { RunTotals } from './run-totals.ts';
import { SendRate } from './send-rate.ts';
import { Traffic, type TrafficEvents } from './traffic.ts';

export interface RunWorld {
  readonly ledger: EngineLedger;
  readonly notes: EngineNotes;
  readonly gateway: EngineGateway;
  readonly clock: EngineClock;
  readonly window: Pacer;
  /** Makes a reference that nobody has ever used. */
  readonly invent: () => string;
}

/** Who hears of what. `onWish`: somebody waits for a permit. */
export interface RunEvents
  extends Pick<ControlStart, 'onProven' | 'onLift' | 'onFirstAlone'>,
    Pick<ListenerWorld, 'onRefusedRate'>,
    TrafficEvents {
  onWish(): void;
}

export interface RunParts {
  readonly totals: RunTotals;
  readonly control: RunControl;
  readonly listener: Listener;
  readonly purse: Purse;
  readonly traffic: Traffic;
  readonly permits: Permits;
  readonly demand: RunDemand;
  readonly departures: Departures;
  readonly patience: DiskPatience;
  readonly report: ProgressReport;
}

/** Puts the parts of a run together. */
export function buildRunParts(world: RunWorld, request: RunRequest, events: RunEvents): RunParts {
  const { ledger, gateway, clock, window, invent } = world;
  const { notKnown, onProgress } = request;
  const { onProven, onLift, onFirstAlone, onRefusedRate } = events;
  const firstAlone = request.firstAlone === true;
  const totals = new RunTotals(ledger.tally(request.batch));
  const control = new RunControl({
    sends: request.send,
    // Without a fingerprint no look-up by reference proves anything; the person accepted that before this run.
    needsProof: firstAlone || (!request.lookupsProven && notKnown !== null),
    firstAlone,
    liftsUsed: request.liftsUsed,
    acceptsUnprovable: request.acceptWarnings,
    onProven,
    onLift,
    onFirstAlone,
  });
  const listener = new Listener({ control, notKnown, onRefusedRate });
  const purse = new Purse(request.wallet);
  const traffic = new Traffic(window, events);
  const permits = new Permits(window, () => events.onWish());
  const sendRate = new SendRate();
  const onPaymentWritten = (nowMs: number): void => sendRate.written(nowMs);
  const nextPermit = (): Promise<void> => permits.next();
  const exchanges = prepareExchanges({ gateway, window, clock, invent, notKnown, nextPermit, onPaymentWritten });
  const shared = { control, traffic, purse };
  const demand = new RunDemand({ ...shared, request, ledger, clock, window, permits, listener, totals });
  const departures = new Departures({ ...shared, exchanges, demand });
  const startedMs = clock.monotonicMs();
  const patience = new DiskPatience();
  const report = new ProgressReport({ control, demand, totals, traffic, patience, sendRate, startedMs, onProgress });
  return { totals, control, listener, purse, traffic, permits, demand, departures, patience, report };
}
