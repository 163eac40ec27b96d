// What a draft in a process of its own costs beside one in a thread: to start, and to hand over all its rows. The process is the
// double's; the desk and its host are one thread here, so the copy between those two is made by hand.

import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import { builtWorker } from '../../build/fresh-build.ts';
import {
  type DraftProcessHost,
  draftsInProcesses,
  draftsInThreads,
  type StartDraft,
} from '../../electron/main/desk/drafts/draft-places.ts';
import { DRAFT_GONE, startDraftThread, takePieces } from '../../electron/main/desk/drafts/start-draft.ts';
import type { Asked } from '../../electron/main/platform/thread-calls.ts';
import { READ_OPTIONS } from '../../shared/api/draft-commands.ts';
import { utilityProcess } from '../e2e/electron-double/utility-process.ts';
import { type Figure, median, reported, SHOW } from './figures.ts';
import type { Plan } from './plan.ts';
import { writeSalaryCsv } from './salary-files.ts';

const STARTS = 9;
const FEW_ROWS = 3;

const PLACES: readonly (readonly [name: string, start: () => StartDraft])[] = [
  ['a thread', () => draftsInThreads(pathToFileURL(builtWorker('draft-thread')))],
  ['a process', inProcesses],
];

export async function measureDrafts({ rowCount }: Plan, folder: string): Promise<Figure[]> {
  const [few, many] = [join(folder, 'few.csv'), join(folder, 'many.csv')];
  writeSalaryCsv(few, FEW_ROWS);
  writeSalaryCsv(many, rowCount);
  const figures: Figure[] = [];
  for (const [name, start] of PLACES) {
    const starts: number[] = [];
    for (let at = 0; at < STARTS; at += 1) starts.push((await measure(start(), few)).readMs);
    const { readMs, handMs, busyMs } = await measure(start(), many);
    figures.push(
      reported(`a draft in ${name}: started, and ${FEW_ROWS} rows read`, SHOW.milliseconds(median(starts))),
      reported(`  ${rowCount} rows read`, SHOW.milliseconds(readMs)),
      reported('  all of them checked again and handed over', SHOW.milliseconds(handMs)),
      reported('  of that at work in the desk and its host', SHOW.milliseconds(busyMs)),
    );
  }
  return figures;
}

async function measure(
  start: StartDraft,
  path: string,
): Promise<{ readonly readMs: number; readonly handMs: number; readonly busyMs: number }> {
  const beganMs = performance.now();
  const thread = startDraftThread(start, () => null);
  const read = await thread.ask((asked) =>
    asked.read({
      draft: 'bench',
      from: path,
      options: READ_OPTIONS.parse({}),
      maxPayoutPaise: null,
      nowMs: Date.now(),
      isNewer: false,
      isSample: false,
    }),
  );
  if (!('kind' in read) || read.kind !== 'read') throw new Error('the file was not read');
  const readMs = performance.now() - beganMs;
  const before = performance.eventLoopUtilization();
  const handed = await thread.ask(async (asked) => {
    const head = await asked.checkWhole(read.summary.revision);
    return 'code' in head ? head : takePieces(asked, head);
  });
  if ('code' in handed) throw new Error(handed.code);
  const handMs = performance.now() - beganMs - readMs;
  const busyMs = performance.eventLoopUtilization(before).active;
  await thread.close(DRAFT_GONE);
  return { readMs, handMs, busyMs };
}

function inProcesses(): StartDraft {
  const running = new Map<number, ReturnType<typeof utilityProcess.fork>>();
  const host: Asked<DraftProcessHost> = {
    startDraft: (draft) => {
      const child = utilityProcess.fork(builtWorker('draft-process'), [], { env: {} });
      running.set(draft, child);
      child.on('message', (message: object) => listener.onDraftMessage(draft, structuredClone(message)));
      child.once('exit', () => listener.onDraftGone(draft));
      return Promise.resolve();
    },
    sendToDraft: (draft, message) => Promise.resolve(running.get(draft)?.postMessage(structuredClone(message))),
    endDraft: (draft) => {
      running.get(draft)?.kill();
      return Promise.resolve();
    },
  };
  const { startDraft, listener } = draftsInProcesses(host);
  return startDraft;
}
