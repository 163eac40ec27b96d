// Loaded into a process by NODE_OPTIONS: how long its event loop kept others waiting, and how much of that it was working.

import { closeSync, openSync, writeSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const EVERY_MS = 100;
const LOOK_EVERY_MS = 5;
const file = process.env['STALLS_FILE'];

if (isMainThread && file !== undefined) {
  const out = openSync(file, 'a');
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const work = workMeter();
  setInterval(() => work.look(), LOOK_EVERY_MS).unref();
  setInterval(() => {
    work.look();
    writeSync(out, `${Date.now()} ${(delay.max / 1e6).toFixed(1)} ${work.takeLongestMs().toFixed(1)}\n`);
    delay.reset();
  }, EVERY_MS).unref();
  process.once('exit', () => closeSync(out));
}

/** The most processor time of this thread between two checks: none of its own turns was longer, however busy the machine is. */
function workMeter(): { look(): void; takeLongestMs(): number } {
  let before = threadCpuMs();
  let longestMs = 0;
  return {
    look: () => {
      const now = threadCpuMs();
      longestMs = Math.max(longestMs, now - before);
      before = now;
    },
    takeLongestMs: () => {
      const longest = longestMs;
      longestMs = 0;
      return longest;
    },
  };
}

function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1e3;
}
