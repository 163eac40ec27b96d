// A page that broke. In: when it broke. Out: whether it may be loaded again by itself. What is sent goes on without a page.
// This file must never reload a page for ever that breaks as it starts.

/** One crash is bad luck; this many in a minute is a page that cannot start here. */
const RELOADS_MAX = 3;
const RELOADS_WITHIN_MS = 60_000;

export function openCrashWatch(): { mayReload(nowMs: number): boolean } {
  let crashes: readonly number[] = [];
  return {
    mayReload: (nowMs) => {
      crashes = [...crashes.filter((atMs) => nowMs - atMs < RELOADS_WITHIN_MS), nowMs];
      return crashes.length <= RELOADS_MAX;
    },
  };
}
