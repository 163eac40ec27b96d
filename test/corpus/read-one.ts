// Reads one file in a separate process and prints the result: the verdict, the time and the peak memory.

import { existsSync, readFileSync } from 'node:fs';
import { checkAlone } from './read-corpus.ts';
import { verdictOf } from './verdict.ts';

const [path = ''] = process.argv.slice(2);
const startedMs = performance.now();
const result = await checkAlone(path);
const seconds = (performance.now() - startedMs) / 1_000;
const cpu = process.cpuUsage();
const cpuSeconds = (cpu.user + cpu.system) / 1_000_000;
const peakMb = peakKb() / 1024;
process.stdout.write(
  `${JSON.stringify({ verdict: verdictOf(result), seconds: Math.min(seconds, cpuSeconds), peakMb })}\n`,
);

/** In maxRSS, Linux includes what a process had before it became this program; VmHWM does not. */
function peakKb(): number {
  const status = existsSync('/proc/self/status') ? readFileSync('/proc/self/status', 'utf8') : '';
  return Number(/^VmHWM:\s*(\d+)/m.exec(status)?.[1] ?? process.resourceUsage().maxRSS);
}
