// Checks whether this installation works: opens a desk in a new folder, reads a workbook, pays the sample at the practice
// gateway, writes a report and verifies both. It touches no desk of the person, reads no token, and contacts nothing outside this
// machine.

import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { AnswerOf, CommandName, Reply } from '../../../shared/api/contract.ts';
import { faultWords, RefusedError } from '../../../shared/failures.ts';
import { verbatim } from '../../../shared/messages/message.ts';
import { inEnglish } from '../../../shared/messages/speak.ts';
import { type HostedDesk, type HostOptions, openHostedDesk } from '../desk-host.ts';
import { listPageFiles, pageHeaders } from './page-files.ts';
import { EXIT, type ExitCode } from './process-end.ts';

/** `more`: checks that only this door has, each a name and a function that returns its result or throws. */
export interface SelfTestOptions extends Pick<HostOptions, 'version' | 'door' | 'systemProxy' | 'startChild'> {
  readonly pageFolder: string;
  readonly more?: readonly Check[];
}

type Check = readonly [name: string, act: () => string | Promise<string>];

/** By then the sample's payouts have settled, except those that never do. */
const SETTLED_WITHIN_MS = 120_000;
const LOOK_EVERY_MS = 250;
const PRACTICE = 'practice';

/** Prints a line for each check, up to the first that fails. */
export async function selfTest({ pageFolder, more = [], ...options }: SelfTestOptions): Promise<ExitCode> {
  const folder = mkdtempSync(join(tmpdir(), 'payout-desk-self-test-'));
  let desk = null as HostedDesk | null;
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  const open = async (): Promise<string> => {
    const opening = await openHostedDesk({
      ...options,
      dataFolder: folder,
      stateFolder: join(folder, 'state'),
      environmentToken: null,
      onBroken: (error) => say(`FAILED desk: ${faultWords('desk', error)}`),
    });
    if (opening.kind === 'refused') throw new RefusedError(opening.refusal);
    desk = opening.desk;
    return 'a new database: WAL, full synchronous writes and foreign keys asserted';
  };
  const opened = (): HostedDesk => {
    if (desk === null) throw new Error('the desk is not open');
    return desk;
  };
  const checks: readonly Check[] = [
    ['program', () => `${options.version}, Node ${process.versions.node}, ${process.platform} ${process.arch}`],
    ...more,
    ['page', () => readPage(pageFolder)],
    ['store', open],
    ['keychain', () => readKeychain(opened())],
    ['workers', () => readWorkbook(opened())],
    ['payment', () => paySample(opened())],
    ['report', () => writeReport(opened())],
    ['audit', () => verifyLog(opened())],
  ];
  let failed: string | null = null;
  for (const [name, act] of checks) {
    try {
      say(`ok     ${name}: ${await act()}`);
    } catch (error) {
      failed = name;
      say(`FAILED ${name}: ${error instanceof Error ? error.message : String(error)}`);
      break;
    }
  }
  await desk?.close();
  rmSync(folder, { recursive: true, force: true });
  say(failed === null ? 'Payout Desk can pay from this computer.' : `The self-test failed at: ${failed}.`);
  return failed === null ? EXIT.done : EXIT.fault;
}

function readPage(folder: string): string {
  const files = listPageFiles(folder);
  const policy = pageHeaders({ connect: "'none'" })['Content-Security-Policy'] ?? '';
  if (!policy.startsWith("default-src 'none'") || policy.includes('unsafe')) throw new Error('its policy is open');
  return `${files.size} files, nothing loaded from elsewhere`;
}

/** Whether the keychain answers, tried with a profile that has no token. */
async function readKeychain(desk: HostedDesk): Promise<string> {
  await change(desk, 'saveProfile', { name: 'Self-test', isNew: true, baseUrl: 'https://self-test.invalid', mid: 1 });
  const state = await ask(desk, 'readTokenState', { profile: 'Self-test' });
  // The desk works without one: a token is then kept in memory, and the window says so.
  return 'message' in state ? `not there (${inEnglish(state.message)})` : 'answers';
}

async function readWorkbook(desk: HostedDesk): Promise<string> {
  const { download, name } = await ask(desk, 'readTemplate', { format: 'xlsx' });
  const found = await desk.files.find(download);
  const file = await desk.takeFromDisk(found?.path ?? '');
  if (!('file' in file)) throw new RefusedError(file);
  const reading = await change(desk, 'openDraft', { file: file.file, profile: PRACTICE, options: {} });
  if (reading.kind !== 'checked') throw new Error(`${name} was not read`);
  return `${name} written, read and checked`;
}

async function paySample(desk: HostedDesk): Promise<string> {
  const { file, name } = await change(desk, 'openSample', {});
  const reading = await change(desk, 'openDraft', { file, profile: PRACTICE, options: {} });
  if (reading.kind !== 'checked') throw new Error(`${name} was not read`);
  const { draft, revision } = reading.summary;
  const seen = await ask(desk, 'readConfirmation', { draft, revision, profile: PRACTICE });
  const { count, totalPaise, seal, ticks, blocked } = seen;
  if (blocked !== null) throw new Error(inEnglish(blocked.message));
  const start = { draft, revision, profile: PRACTICE, name: null, count, totalPaise, seal, ticks, repeatOf: null };
  const { batch } = await change(desk, 'startBatch', start);
  const { success } = await untilEnded(desk, batch);
  if (success === 0) throw new Error(`of ${count} payouts of ${name} none was paid`);
  return `${success} of ${count} of ${name} paid at the practice gateway`;
}

async function untilEnded(desk: HostedDesk, batch: string): Promise<{ readonly success: number }> {
  const fromMs = performance.now();
  while (performance.now() - fromMs < SETTLED_WITHIN_MS) {
    const { counts } = (await ask(desk, 'readBatch', { batch })).view;
    if (counts.queued + counts.sending + counts.processing === 0) return counts;
    await wait(LOOK_EVERY_MS);
  }
  throw new Error(`after ${SETTLED_WITHIN_MS / 1_000} s payouts were still on their way`);
}

async function writeReport(desk: HostedDesk): Promise<string> {
  const [first] = (await ask(desk, 'listBatches', {})).batches;
  if (first === undefined) throw new Error('there is no batch');
  const { batch } = first.view;
  for (const form of ['csv', 'xlsx', 'pdf'] as const) {
    const { download } = await ask(desk, 'exportBatch', { batch, form });
    const file = await desk.takeFromDisk((await desk.files.find(download))?.path ?? '');
    if (!('file' in file)) throw new RefusedError(file);
    const { verdict, findings } = await ask(desk, 'verifyReport', { file: file.file });
    if (verdict === 'altered')
      throw new Error(inEnglish(findings[0]?.message ?? verbatim(`the ${form} is not what the desk wrote`)));
  }
  return `${batch} as CSV, XLSX and PDF, each verified`;
}

async function verifyLog(desk: HostedDesk): Promise<string> {
  const { entries, payouts, findings } = await ask(desk, 'verifyAudit', { book: PRACTICE });
  const [first] = findings;
  if (first !== undefined) throw new Error(inEnglish(first.message));
  return `${entries} entries and ${payouts} payouts fit together`;
}

/** Runs a command; retries while the desk refuses just after a run's last payout. Throws if the command is not done. */
async function ask<Name extends CommandName>(desk: HostedDesk, name: Name, params: object): Promise<AnswerOf<Name>> {
  const fromMs = performance.now();
  for (;;) {
    const reply: Reply<unknown> = await desk.dispatch(name, params);
    if (reply.kind === 'done') return reply.value as AnswerOf<Name>;
    if (reply.kind === 'fault') throw new Error(inEnglish(reply.message));
    const { code, message } = reply.refusal;
    if (code !== 'runUnderWay' || performance.now() - fromMs > SETTLED_WITHIN_MS) throw new Error(inEnglish(message));
    await wait(LOOK_EVERY_MS);
  }
}

function change<Name extends CommandName>(desk: HostedDesk, name: Name, params: object): Promise<AnswerOf<Name>> {
  return ask(desk, name, { ...params, commandId: randomUUID() });
}
