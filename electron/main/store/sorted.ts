// Putting sorted runs of texts together. In: the runs, each in order. Out: all texts in the order of Array.sort, which compares
// code units, as < does. This file must never compare as a language does: a fingerprint would differ between two computers.

import { CONFIRM_ROWS_PER_TURN } from '../../../shared/limits.ts';
import type { Steps } from '../../../shared/steps.ts';

/** All texts in one order. */
export function* sorted(runs: readonly (readonly string[])[]): Steps<readonly string[]> {
  let left = runs;
  while (left.length > 1) {
    const next: (readonly string[])[] = [];
    for (let at = 0; at < left.length; at += 2) next.push(yield* merged(left[at] ?? [], left[at + 1] ?? []));
    left = next;
  }
  return left[0] ?? [];
}

function* merged(one: readonly string[], other: readonly string[]): Steps<readonly string[]> {
  const all: string[] = [];
  let [here, there] = [0, 0];
  while (here < one.length || there < other.length) {
    const [mine, theirs] = [one[here], other[there]];
    const isMine = theirs === undefined || (mine !== undefined && mine <= theirs);
    const next = isMine ? mine : theirs;
    if (next !== undefined) all.push(next);
    if (isMine) here += 1;
    else there += 1;
    if (all.length % CONFIRM_ROWS_PER_TURN === 0) yield;
  }
  return all;
}
