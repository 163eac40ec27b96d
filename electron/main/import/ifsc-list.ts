// The bank branches known to this version, offline. A missing branch may still exist, so this list must never cause a refusal.

import { remembering } from '../domain/remembering.ts';

/** By a bank's first four letters: its name, its numeric branches as runs, its other branches with six letters each. */
interface BranchData {
  readonly version: string;
  readonly banks: Readonly<Record<string, readonly string[]>>;
}

/** The list's version, and lookups in it. */
export interface IfscList {
  readonly version: string;
  readonly isListed: (ifsc: string) => boolean;
  /** The bank's name; null when it is not listed. */
  readonly bankOf: (ifsc: string) => string | null;
}

interface Bank {
  /** First and last number of each run, ascending. */
  readonly runs: readonly number[];
  readonly others: ReadonlySet<string>;
}

let loading: Promise<IfscList> | null = null;

/** Loads the list on first use. */
export function loadIfscList(): Promise<IfscList> {
  loading ??= import('./ifsc-data.json', { with: { type: 'json' } }).then((file) => openList(file.default));
  return loading;
}

/** The bank of an IFSC, by its first four letters; null when it is not listed. */
export async function bankOf(ifsc: string): Promise<string | null> {
  return (await loadIfscList()).bankOf(ifsc);
}

function openList(data: BranchData): IfscList {
  const opened = new Map<string, Bank>();
  const open = (bank: string): Bank | null => {
    const known = opened.get(bank);
    const parts = known === undefined && Object.hasOwn(data.banks, bank) ? data.banks[bank] : undefined;
    if (parts === undefined) return known ?? null;
    const made = { runs: decodeRuns(parts[1] ?? ''), others: new Set(parts[2]?.match(/.{6}/g)) };
    opened.set(bank, made);
    return made;
  };
  return {
    version: data.version,
    isListed: remembering((ifsc) => {
      const bank = open(ifsc.slice(0, 4));
      return bank !== null && holds(bank, ifsc.slice(5));
    }),
    bankOf(ifsc) {
      const bank = ifsc.slice(0, 4).toUpperCase();
      const name = Object.hasOwn(data.banks, bank) ? data.banks[bank]?.[0] : undefined;
      return name === undefined || name === '' ? null : name;
    },
  };
}

function decodeRuns(text: string): readonly number[] {
  const runs: number[] = [];
  let before = 0;
  for (const run of text === '' ? [] : text.split(',')) {
    const [gap = '0', length = '0'] = run.split('-');
    const start = before + Number.parseInt(gap, 36);
    before = start + Number.parseInt(length, 36);
    runs.push(start, before);
  }
  return runs;
}

function holds({ runs, others }: Bank, branch: string): boolean {
  if (!/^\d{6}$/.test(branch)) return others.has(branch);
  const number = Number(branch);
  for (let at = 0; at < runs.length; at += 2) {
    if (number < (runs[at] ?? 0)) return false;
    if (number <= (runs[at + 1] ?? 0)) return true;
  }
  return false;
}
