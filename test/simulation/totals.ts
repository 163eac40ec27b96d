// The sums of many seeds, and how they are told. This file must never leave out a kind of fault: one that never came is
// named.

import {
  addCounts,
  type Counts,
  KNOWINGLY,
  OTHER_COMPUTER,
  TWO_COMPUTERS,
  UNFORESEEABLE,
  WRONG_DECISION,
  WRONG_GATEWAY,
} from './journal.ts';
import { MISHAP_KINDS } from './mishaps.ts';
import type { SeedResult } from './seed-run.ts';
import { REQUEST_FAULTS } from './weather.ts';

export interface Totals {
  readonly seeds: number;
  readonly counts: Counts;
  readonly faults: Counts;
  readonly failed: readonly SeedResult[];
}

/** What persons do amiss, or twice. */
const PERSON_KINDS: readonly string[] = [
  'sameFileOnTwoMachines',
  'sameCommandAgain',
  'idOfAnotherCommand',
  'oldDatabasePutBack',
  'databaseCopied',
  'clockSetBetween',
];

/** What the simulation does not hold yet, and where it is shown instead. */
const LEFT_OUT: readonly string[] = [
  'power loss that tears a write: the crashes here lose memory only (see test/store and npm run chaos)',
];

export function emptyTotals(): Totals {
  return { seeds: 0, counts: {}, faults: {}, failed: [] };
}

export function addResult(totals: Totals, result: SeedResult): Totals {
  const counts = { ...totals.counts };
  const faults = { ...totals.faults };
  addCounts(counts, result.counts);
  addCounts(faults, result.faults);
  const failed = result.violations.length === 0 ? totals.failed : [...totals.failed, result];
  return { seeds: totals.seeds + 1, counts, faults, failed };
}

/** The command that runs one seed again, exactly. */
function replayOf(seed: number): string {
  return `npm run sim -- --seeds 1 --seed ${seed} --trace`;
}

/** The last lines of the command. Units: `seconds` of real time. */
export function tellTotals({ seeds, counts, faults, failed }: Totals, seconds: number): string {
  const never = [...REQUEST_FAULTS, ...MISHAP_KINDS, ...PERSON_KINDS].filter((kind) => faults[kind] === undefined);
  const share = seeds === 0 ? 0 : Math.round((counts['crashes'] ?? 0) / seeds);
  return [
    `seeds ${seeds}, commands ${n(counts['commands'])}, crashes ${n(counts['crashes'])} (${share} a seed; ${n(counts['files opened anew'])} with the files copied as they lay and opened anew)`,
    `POSTs ${n(counts['POSTs'])}, money movements ${n(counts['money movements'])}, reads ${n(counts['reads'])}`,
    `paid from two computers before look-ups could tell: ${n(counts[TWO_COMPUTERS])}, from another file of another computer ${n(counts[OTHER_COMPUTER])} (no desk alone can prevent it)`,
    `paid again to the same person: knowingly ${n(counts[KNOWINGLY])}, before a look-up could tell ${n(counts[UNFORESEEABLE])}`,
    `decided by a person: paid ${n(counts['decided paid'])}, not paid ${n(counts['decided notPaid'])}; paid again after a decision that was wrong ${n(counts[WRONG_DECISION])}, after the gateway was ${n(counts[WRONG_GATEWAY])}`,
    `payouts in the end: ${list(counts, 'in the end ')}`,
    `ways taken: ${list(counts, 'became ')}`,
    `faults: ${list(faults, '')}`,
    ...(never.length === 0 ? [] : [`faults that never came: ${never.join(', ')}`]),
    ...LEFT_OUT.map((what) => `left out: ${what}`),
    ...failed.slice(0, 10).flatMap(tellFailure),
    `${failed.length === 0 ? 'no violation' : `VIOLATIONS in ${failed.length} seeds`}, ${seconds.toFixed(1)} s`,
  ].join('\n');
}

function tellFailure({ seed, violations }: SeedResult): string[] {
  return [`seed ${seed}: ${violations.slice(0, 5).join('; ')}`, `  again: ${replayOf(seed)}`];
}

function n(count: number | undefined): string {
  return String(count ?? 0);
}

function list(counts: Readonly<Counts>, prefix: string): string {
  const entries = Object.entries(counts).filter(([name]) => name.startsWith(prefix));
  return entries
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, count]) => `${name.slice(prefix.length)} ${count}`)
    .join(', ');
}
