// The thread of a draft never blocks the desk, and reports when it ends.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { draftsInThreads } from '../../electron/main/desk/drafts/draft-places.ts';
import { DRAFT_GONE, startDraftThread } from '../../electron/main/desk/drafts/start-draft.ts';
import { workerFiles } from '../../electron/main/platform/worker-files.ts';
import { READ_OPTIONS } from '../../shared/api/draft-commands.ts';
import { openTestDesk, type TestWindowDesk } from './window-desk.ts';

const ROWS = 30_000;
const nothingRemembered = (): null => null;

/** A thread that runs this code on its first request. */
function threadThat(code: string, heapMb?: number): ReturnType<typeof startDraftThread> {
  const folder = mkdtempSync(join(tmpdir(), 'draft-thread-'));
  const path = join(folder, 'thread.mjs');
  writeFileSync(path, `import { parentPort } from 'node:worker_threads';\n${code}`);
  const thread = startDraftThread(draftsInThreads(pathToFileURL(path), heapMb), nothingRemembered);
  onTestFinished(async () => {
    await thread.close(DRAFT_GONE);
    rmSync(folder, { recursive: true, force: true });
  });
  return thread;
}

function open(): TestWindowDesk {
  const desk = openTestDesk();
  onTestFinished(() => desk.close());
  return desk;
}

function longFile(): string {
  const rows = Array.from({ length: ROWS }, (_, at) => `p${at}@bank,${at + 1}.50,Salary,Person ${at}`);
  return ['UPI ID,Amount,Remark,Name', ...rows, ''].join('\n');
}

describe('the thread of a draft', { timeout: 60_000 }, () => {
  it('reads and checks a long file without taking the time of the desk', async () => {
    const desk = open();
    const file = await desk.give('long.csv', longFile());
    const before = process.threadCpuUsage();
    const { draft } = await desk.change('openDraft', { file, profile: 'practice', options: {} });
    const spent = process.threadCpuUsage(before);
    expect((spent.user + spent.system) / 1_000).toBeLessThan(100);
    const page = await desk.ask('readDraftRows', { draft, window: { from: ROWS - 1, count: 5 } });
    expect(page).toMatchObject({ total: ROWS, rows: [{ rowNumber: ROWS + 1 }] });
  });

  it('says in plain words that a file needs too much memory', async () => {
    const thread = threadThat(
      `parentPort.on('message', () => { const all = []; for (;;) all.push(new Array(1e6).fill(all.length)); });`,
      64,
    );
    expect(await thread.ask((asked) => asked.issues())).toMatchObject({ code: 'tooManyCells' });
    expect(await thread.ask((asked) => asked.issues())).toMatchObject({ code: 'tooManyCells' });
  });

  it('tells whoever still waits for it why it was closed', async () => {
    const thread = threadThat(`parentPort.on('message', () => {});`);
    const waiting = thread.ask((asked) => asked.issues());
    void thread.close(DRAFT_GONE);
    expect(await waiting).toEqual(DRAFT_GONE);
  });

  it('rejects for a bug of ours, and says which', async () => {
    const thread = threadThat(`throw new RangeError('planted');`);
    await expect(thread.ask((asked) => asked.issues())).rejects.toThrow('planted');
    const missing = startDraftThread(
      draftsInThreads(new URL('./no-such-thread.js', import.meta.url)),
      nothingRemembered,
    );
    await expect(missing.ask((asked) => asked.issues())).rejects.toThrow(/no-such-thread/);
  });

  it('says which bug of ours it met, and lives on', async () => {
    const thread = startDraftThread(draftsInThreads(workerFiles().draft), nothingRemembered);
    onTestFinished(() => thread.close(DRAFT_GONE));
    await expect(thread.ask((asked) => asked.issues())).rejects.toThrow('issues: InvariantError: a draft is checked');
    const from = join(tmpdir(), 'no-such-folder', 'pay.csv');
    const request = {
      draft: 'draft',
      from,
      options: READ_OPTIONS.parse({}),
      maxPayoutPaise: null,
      nowMs: Date.now(),
      isNewer: false,
      isSample: false,
    };
    expect(await thread.ask((asked) => asked.read(request))).toMatchObject({ code: 'missingFile' });
  });

  it('does not see the environment, which may hold a token', async () => {
    process.env['PAYOUT_DESK_TOKEN'] = 'a-token';
    onTestFinished(() => void delete process.env['PAYOUT_DESK_TOKEN']);
    const thread = threadThat(
      `parentPort.on('message', ({ id }) => parentPort.postMessage({ kind: 'value', id, value: { ...process.env } }));`,
    );
    expect(await thread.ask((asked) => asked.issues())).toEqual({});
  });
});
