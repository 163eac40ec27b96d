// One long work of a desk with a long history, in a process of its own: an export, a backup, an audit.

import { peakMegabytes, readTask, report } from '../child.ts';
import { EVERYWHERE, openHistoryDesk } from '../history-desk.ts';
import type { HistoryWork, HistoryWorked } from '../tasks.ts';

const { folder, command, params } = readTask<HistoryWork>();
const desk = openHistoryDesk(folder);
const startedMs = performance.now();
const before = process.cpuUsage();
await desk.ask(command, command === 'exportPayouts' ? { ...EVERYWHERE, ...params } : params);
const { user, system } = process.cpuUsage(before);
const seconds = (performance.now() - startedMs) / 1_000;
report({ seconds, cpuSeconds: (user + system) / 1e6, peakMegabytes: peakMegabytes() } satisfies HistoryWorked);
await desk.close();
