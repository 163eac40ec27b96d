// Drafts in processes of their own, as in the desktop app: what ends such a process never ends what is being sent.

import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, type TestContext } from 'vitest';
import { type HostedDesk, openHostedDesk } from '../../electron/main/desk-host.ts';
import type { StartChild } from '../../electron/main/platform/start-child.ts';
import type { AnswerOf, CommandName, Reply } from '../../shared/api/contract.ts';
import { inEnglish } from '../../shared/messages/speak.ts';
import { type SpecGateway, startSpecGateway } from '../cli/spec-gateway.ts';
import { utilityProcess } from '../e2e/electron-double/utility-process.ts';
import { PROFILE } from './live-scene.ts';

/** Slow enough to be under way while the other file ends. */
const PAYMENTS = 40;
const PER_SECOND = 10;

/** What V8 does where a heap is full: the process ends in the middle. */
const OUT_OF_MEMORY = `
process.parentPort.on('message', () => { const all = []; for (;;) all.push(new Array(1e6).fill({})); });`;

interface Scene {
  readonly desk: HostedDesk;
  readonly gateway: SpecGateway;
  readonly broken: unknown[];
  /** The processes of drafts, in the order they were started; `next.script` is what the next one runs. */
  readonly processes: { kill(): boolean }[];
  readonly next: { script: string | null };
  readonly open: (name: string, text: string) => Promise<AnswerOf<'openDraft'>>;
  readonly ask: <Name extends CommandName>(name: Name, params: object) => Promise<AnswerOf<Name>>;
  readonly change: <Name extends CommandName>(name: Name, params: object) => Promise<AnswerOf<Name>>;
}

/** Rejects with the refusal's code and words. */
function valueOf<Name extends CommandName>(reply: Reply<unknown>): AnswerOf<Name> {
  if (reply.kind === 'done') return reply.value as AnswerOf<Name>;
  throw new Error(reply.kind === 'fault' ? 'fault' : `${reply.refusal.code}: ${inEnglish(reply.refusal.message)}`);
}

async function openScene(test: TestContext): Promise<Scene> {
  const home = mkdtempSync(join(tmpdir(), 'draft-process-'));
  const gateway = await startSpecGateway(test, {});
  const processes: Scene['processes'] = [];
  const next: Scene['next'] = { script: null };
  const startChild: StartChild = ({ script, environment }, listeners) => {
    const planted = next.script;
    next.script = null;
    const options = { execArgv: planted === null ? [] : ['--max-old-space-size=64'] };
    const env = Object.fromEntries(
      Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined),
    );
    const child = utilityProcess.fork(planted ?? script, [], { ...options, env });
    if (!script.includes('keychain')) processes.push(child);
    child.once('spawn', listeners.onSpawn);
    child.on('message', listeners.onMessage);
    child.once('exit', listeners.onEnd);
    return { send: (message) => child.postMessage(message), kill: () => void child.kill() };
  };
  const broken: unknown[] = [];
  const opening = await openHostedDesk({
    dataFolder: home,
    stateFolder: join(home, 'state'),
    environmentToken: gateway.token,
    version: '0',
    door: 'electron',
    systemProxy: null,
    startChild,
    onBroken: (error) => broken.push(error),
  });
  if (opening.kind === 'refused') throw new Error(opening.refusal.code);
  const { desk } = opening;
  test.onTestFinished(async () => {
    await desk.close().catch((error: unknown) => expect(String(error)).toContain('gone'));
    rmSync(home, { recursive: true, force: true });
  });
  const ask: Scene['ask'] = async (name, params) => valueOf<typeof name>(await desk.dispatch(name, params));
  const change: Scene['change'] = (name, params) => ask(name, { ...params, commandId: randomUUID() });
  const open: Scene['open'] = async (name, text) => {
    writeFileSync(join(home, name), text);
    const file = await desk.takeFromDisk(join(home, name));
    if (!('file' in file)) throw new Error(file.code);
    return change('openDraft', { file: file.file, profile: PROFILE, options: {} });
  };
  await change('saveProfile', {
    name: PROFILE,
    baseUrl: gateway.url,
    mid: gateway.mid,
    isNew: true,
    ratePerSecond: PER_SECOND,
  });
  return { desk, gateway, broken, processes, next, open, ask, change };
}

function sheetOf(rows: number, of = 'p'): string {
  const lines = Array.from({ length: rows }, (_, at) => `${of}${at}@bank,${at + 1}.50,Salary,Person ${at}`);
  return ['UPI ID,Amount,Remark,Name', ...lines, ''].join('\n');
}

it('goes on paying while the process of another file runs out of memory, and says so in plain words', async (test) => {
  const { desk, broken, next, open, ask, change, processes } = await openScene(test);
  const script = join(mkdtempSync(join(tmpdir(), 'out-of-memory-')), 'draft.mjs');
  test.onTestFinished(() => rmSync(join(script, '..'), { recursive: true, force: true }));
  writeFileSync(script, OUT_OF_MEMORY);
  const reading = await open('salary.csv', sheetOf(PAYMENTS));
  if (reading.kind !== 'checked') throw new Error('it was not read');
  const { draft, revision } = reading.summary;
  const { count, totalPaise, seal, ticks } = await ask('readConfirmation', { draft, revision, profile: PROFILE });
  const start = { draft, revision, profile: PROFILE, name: null, count, totalPaise, seal, ticks, repeatOf: null };
  const { batch } = await change('startBatch', start);
  await expect.poll(() => desk.isSending()).toBe(true);

  next.script = script;
  await expect(open('huge.csv', sheetOf(3, 'q'))).rejects.toThrow(
    'draftProcessGone: The part of Payout Desk that held this file ended. The file most likely needs more memory than there is. Nothing else was touched.',
  );
  expect(processes).toHaveLength(2);
  expect(desk.isSending()).toBe(true);
  await expect.poll(async () => (await ask('readBatch', { batch })).view.counts.success).toBe(PAYMENTS);
  expect(broken).toEqual([]);
});

it('reads a file again, with what was corrected, whose process was killed', async (test) => {
  const { open, ask, change, processes } = await openScene(test);
  const reading = await open('salary.csv', sheetOf(3));
  if (reading.kind !== 'checked') throw new Error('it was not read');
  const { draft, revision } = reading.summary;
  const cells = [{ rowNumber: 2, field: 'remark', text: 'Corrected' }];
  await change('editDraft', { draft, revision, edit: { kind: 'setCells', words: 'edit', cells } });
  processes[0]?.kill();
  await expect
    .poll(() => ask('readDraftRows', { draft, window: { from: 0, count: 1 } }))
    .toMatchObject({
      total: 3,
      rows: [
        { rowNumber: 2, cells: expect.arrayContaining([{ field: 'remark', original: 'Salary', text: 'Corrected' }]) },
      ],
    });
  await expect.poll(() => processes.length).toBe(2);
});

it('ends the process of a file that is closed, and those that are open with the desk', async (test) => {
  const { open, change, processes, desk } = await openScene(test);
  const ended: number[] = [];
  const readingOf = async (name: string): Promise<string> => {
    const reading = await open(name, sheetOf(3));
    const at = processes.length - 1;
    (processes[at] as unknown as NodeJS.EventEmitter).once('exit', () => ended.push(at));
    return reading.kind === 'checked' ? reading.summary.draft : '';
  };
  const draft = await readingOf('one.csv');
  await readingOf('two.csv');
  await change('closeDraft', { draft });
  await expect.poll(() => ended).toEqual([0]);
  await desk.close();
  expect(ended).toEqual([0, 1]);
});
