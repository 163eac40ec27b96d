// Sums many seeds and reports them. Never omit a kind of fault: one that never occurred is named.

import { CORRECTION_KINDS } from './corrections.ts';
import { QUIRK_KINDS } from './gateway-quirks.ts';
import {
  addCounts,
  CORRECTED,
  type Counts,
  DOUBLE_TICKS,
  FILES_READ,
  INTENTIONS_AGAIN,
  INTENTIONS_ONCE,
  KNOWINGLY,
  OTHER_COMPUTER,
  RIGHTFUL_TICKS,
  TWO_COMPUTERS,
  TWO_PEOPLE,
  UNFORESEEABLE,
  WRONG_DECISION,
  WRONG_GATEWAY,
} from './journal.ts';
import { MISHAP_KINDS } from './mishaps.ts';
import type { SeedResult } from './seed-run.ts';
import { REQUEST_FAULTS } from './weather.ts';
import type { Mix } from './world.ts';

export interface Totals {
  readonly mix: Mix;
  readonly seeds: number;
  readonly counts: Counts;
  readonly faults: Counts;
  readonly failed: readonly SeedResult[];
}

/** What people do wrong, or twice. */
const PERSON_KINDS: readonly string[] = [
  'sameFileOnTwoMachines',
  'sameCommandAgain',
  'idOfAnotherCommand',
  'oldDatabasePutBack',
  'databaseCopied',
  'clockSetBetween',
];

/** What only people who correct encounter. */
const CORRECTION_FAULTS: readonly string[] = [
  ...CORRECTION_KINDS.map((kind) => `corrected ${kind}`),
  'paidAnotherWay',
  'machineRolledBack',
  ...QUIRK_KINDS,
];

/** What the simulation does not cover yet, and where that is tested. */
const LEFT_OUT: readonly string[] = [
  'power loss that tears a write: the crashes here lose memory only (see test/store and npm run chaos)',
];

export function emptyTotals(mix: Mix): Totals {
  return { mix, seeds: 0, counts: {}, faults: {}, failed: [] };
}

export function addResult(totals: Totals, result: SeedResult): Totals {
  const counts = { ...totals.counts };
  const faults = { ...totals.faults };
  addCounts(counts, result.counts);
  addCounts(faults, result.faults);
  const failed = result.violations.length === 0 ? totals.failed : [...totals.failed, result];
  return { ...totals, seeds: totals.seeds + 1, counts, faults, failed };
}

/** The command that runs one seed again, exactly. */
function replayOf(seed: number, mix: Mix): string {
  return `npm run sim -- --seeds 1 --seed ${seed}${mix === 'mixed' ? '' : ` --people ${mix}`} --trace`;
}

/** The last lines of the command; `seconds` of real time. */
export function tellTotals({ mix, seeds, counts, faults, failed }: Totals, seconds: number): string {
  const kinds = mix === 'usual' ? [] : CORRECTION_FAULTS;
  const never = [...REQUEST_FAULTS, ...MISHAP_KINDS, ...PERSON_KINDS, ...kinds].filter(
    (kind) => faults[kind] === undefined,
  );
  const share = seeds === 0 ? 0 : Math.round((counts['crashes'] ?? 0) / seeds);
  return [
    `seeds ${seeds}, commands ${n(counts['commands'])}, crashes ${n(counts['crashes'])} (${share} a seed; ${n(counts['files opened anew'])} with the files copied as they lay and opened anew)`,
    `POSTs ${n(counts['POSTs'])}, money movements ${n(counts['money movements'])}, reads ${n(counts['reads'])}`,
    `paid from two computers before look-ups could tell: ${n(counts[TWO_COMPUTERS])}, from another file of another computer ${n(counts[OTHER_COMPUTER])} (no desk alone can prevent it)`,
    `paid again to the same person: knowingly ${n(counts[KNOWINGLY])}, before a look-up could tell ${n(counts[UNFORESEEABLE])}`,
    `decided by a person: paid ${n(counts['decided paid'])}, not paid ${n(counts['decided notPaid'])}; paid again after a decision that was wrong ${n(counts[WRONG_DECISION])}, after the gateway was ${n(counts[WRONG_GATEWAY])}`,
    ...(mix === 'usual' ? [] : tellIntentions(counts)),
    `payouts in the end: ${list(counts, 'in the end ')}`,
    `ways taken: ${list(counts, 'became ')}`,
    `faults: ${list(faults, '')}`,
    ...(never.length === 0 ? [] : [`faults that never came: ${never.join(', ')}`]),
    ...LEFT_OUT.map((what) => `left out: ${what}`),
    ...failed.slice(0, 10).flatMap((failure) => tellFailure(failure, mix)),
    `${failed.length === 0 ? 'no violation' : `VIOLATIONS in ${failed.length} seeds`}, ${seconds.toFixed(1)} s`,
  ].join('\n');
}

/** What people were asked, judged by what the office knows: a tick is rightful when nobody has paid the row's intention. */
function tellIntentions(counts: Readonly<Counts>): string[] {
  const [files, rightful] = [counts[FILES_READ] ?? 0, counts[RIGHTFUL_TICKS] ?? 0];
  const each = files === 0 ? '0' : (rightful / files).toFixed(2);
  return [
    `ticks asked: of rightful rows ${rightful} in ${files} files, ${each} a file; of rows paid before ${n(counts[DOUBLE_TICKS])}`,
    `intentions that were paid: once ${n(counts[INTENTIONS_ONCE])}, more than once ${n(counts[INTENTIONS_AGAIN])}, to a corrected amount by the difference ${n(counts[CORRECTED])}; to accounts that pass for two people ${n(counts[TWO_PEOPLE])}`,
  ];
}

function tellFailure({ seed, violations }: SeedResult, mix: Mix): string[] {
  return [`seed ${seed}: ${violations.slice(0, 5).join('; ')}`, `  again: ${replayOf(seed, mix)}`];
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
