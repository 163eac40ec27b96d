// What every command of the command line says and how it ends, frozen: exit code, standard output, standard error.
// Whoever moves code about sees here that no script of anybody's breaks. Only what differs from run to run is masked.
// After a change that is meant: `npx vitest run golden --update`, and read the difference.

import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import path from 'node:path';
import { describe, it } from 'vitest';
import { REPOSITORY } from '../../build/repository.ts';
import { makeRows, writeCsv } from './payout-files.ts';
import { type Desk, type DeskOptions, makeClock, openDeskFor, PATIENCE_MS } from './run-desk.ts';
import { type SpecGateway, startSpecGateway } from './spec-gateway.ts';
import type { Conduct } from './spec-payouts.ts';

const DAY_MS = 86_400_000;
const ALONE = ['--rate', '5000', '--in-flight', '1', '--poll-first-ms', '20', '--poll-max-ms', '200'];

/** Row 3 fails, of which look-ups know or not, row 5 is lost before it is executed, every other one succeeds. */
function conductOf({
  remembers,
}: Pick<Conduct, 'remembers'>): (asked: { readonly remark: unknown }) => Partial<Conduct> {
  return ({ remark }) => {
    const row = Number(String(remark).slice(-4));
    if (row === 3) return { executes: false, word: 'failed', remembers };
    return row === 5 ? { executes: false, reply: 'lost' } : {};
  };
}

describe.concurrent('the command line', { timeout: PATIENCE_MS * 3 }, () => {
  it('checks and refuses as it always did', async (test) => {
    const { expect } = test;
    const scene = await openScene(test);
    const say = record(scene);
    const { folder } = scene.desk;
    for (const sample of ['salary.csv', 'salary.xlsx', 'messy.csv', 'messy.xlsx', 'refunds.csv']) {
      copyFileSync(path.join(REPOSITORY, 'samples', sample), path.join(folder, sample));
      await say('check', sample, '--json');
    }
    writeFileSync(path.join(folder, 'empty.csv'), '');
    writeFileSync(path.join(folder, 'nothing.csv'), 'Name,UPI ID,Amount,Remark\n');
    writeFileSync(
      path.join(folder, 'wrong.csv'),
      'Name,UPI ID,Account No,IFSC,Amount,Remark\nAsha,asha@@ok,,,1e5,Salary\nRavi,,12345,HDFC1,10.005,\n',
    );
    await say('check', 'empty.csv');
    await say('check', 'nothing.csv', '--json');
    await say('check', 'wrong.csv');
    await say('check', 'wrong.csv', '--json');
    await say('check', 'absent.csv', '--json');
    await say('check', 'wrong.csv', '--map', 'amount=Nowhere', '--json');
    await say('run', 'wrong.csv', '--profile', 'acme', '--yes');
    await say('run', 'wrong.csv', '--profile', 'nobody', '--yes', '--json');
    await say('template', 'template.csv');
    await say('template', 'template.txt', '--json');
    await say('nonsense');
    await say('run');
    await say('run', 'wrong.csv', '--profile', 'acme', '--until', 'never', '--json');
    await say('status', 'B0009', '--json');
    await say('list', '--json');
    await say('version');
    const nobody = ['--host', '127.0.0.1', '--database', 'team', '--user', 'keeper'];
    await say('register', 'status');
    await say('register', 'status', '--json');
    await say('register', 'leave', '--json');
    await say('register', 'retire', 'Pune');
    await say('register', 'init', ...nobody, '--out', 'team.join', '--json');
    await say('register', 'join', 'absent.join', '--name', 'Delhi', '--user', 'clerk');
    await expect(say.text()).toMatchFileSnapshot('../goldens/check.golden.txt');
  });

  it('helps as it always did', async (test) => {
    const { expect } = test;
    const scene = await openScene(test);
    const say = record(scene);
    await say('help');
    const names = [...say.text().matchAll(/^ {2}([a-z]+(?: [a-z]+)?)(?: \S+)? {2,}/gm)].map(([, name = '']) =>
      name.split(' '),
    );
    expect(names.length).toBeGreaterThan(20);
    for (const words of names) await say('help', ...words);
    await expect(say.text()).toMatchFileSnapshot('../goldens/help.golden.txt');
  });

  it('pays, follows and reports as it always did', async (test) => {
    const { expect } = test;
    const scene = await openScene(test, { remembers: true });
    const { desk } = scene;
    const say = record(scene);
    const rows = makeRows(6);
    writeCsv(desk.folder, { name: 'pay.csv', rows });
    await say('profile', 'list');
    await say('profile', 'list', '--json');
    await say('run', 'pay.csv', '--profile', 'acme', '--yes', '--until', 'sent', '--json');
    await say('watch', 'B0001', '--for', '3', '--json');
    await say('status');
    await say('status', 'B0001', '--json');
    await say('list');
    await say('list', '--json');
    await say('resolve', 'B0001/6', '--not-paid', '--note', 'asked the bank', '--json');
    await say('resolve', 'B0001/6', '--paid', '--rrn', 'short', '--note', 'x', '--json');
    await say('resolve', 'B0001/6', '--paid', '--rrn', '512345678901', '--note', 'bank statement of the day', '--json');
    await say('resolve', 'B0001/6', '--paid', '--rrn', '512345678901', '--note', 'again');
    await say('retry', 'B0001', '--yes', '--json');
    await say('run', 'pay.csv', '--profile', 'acme', '--yes', '--json');
    await say('run', 'pay.csv', '--profile', 'acme', '--yes', '--accept-repeat', 'B0001', '--json');
    await say('resume', 'B0001', '--yes', '--json');
    await say('cancel', 'B0001', '--json');
    await say('news');
    await say('news', '--json');
    await say('export', 'B0001', '--out', 'report.csv', '--json');
    await say('export', 'B0001', '--out', 'report.doc', '--json');
    say.note('report.csv', mask(readFileSync(path.join(desk.folder, 'report.csv'), 'utf8'), scene));
    await say('audit', 'verify');
    await say('audit', 'verify', '--json');
    await say('backup', 'backup.db', '--json');
    await expect(say.text()).toMatchFileSnapshot('../goldens/run.golden.txt');
  });

  it('asks the gateway as it always did', async (test) => {
    const { expect } = test;
    const scene = await openScene(test);
    const { gateway } = scene;
    const say = record(scene);
    writeCsv(scene.desk.folder, { name: 'pay.csv', rows: makeRows(1) });
    await scene.desk.run('run', 'pay.csv', '--profile', 'acme', '--yes');
    await say('wallet', '--profile', 'acme');
    await say('wallet', '--profile', 'acme', '--json');
    await say('lookup', '--transaction-id', gateway.executed[0]?.transactionId ?? '', '--profile', 'acme');
    await say('lookup', '--udf1', gateway.executed[0]?.reference ?? '', '--profile', 'acme', '--json');
    await say('lookup', '--udf1', 'NOBODY-1', '--profile', 'acme');
    await say('lookup', '--udf1', 'NOBODY-1', '--profile', 'acme', '--json');
    const who = ['--user-id', '77', '--mobile', '9800000000', '--name', 'A Customer', '--ud1', 'one'];
    await say('order', 'create', '--profile', 'acme', '--amount', '1,250.50', ...who);
    await say('order', 'create', '--profile', 'acme', '--amount', '1,250.50', ...who, '--json');
    await say('order', 'status', 'ORDER-0', '--profile', 'acme', '--json');
    gateway.changeToken('another');
    await say('wallet', '--profile', 'acme');
    await say('run', 'pay.csv', '--profile', 'acme', '--yes', '--accept-repeat', 'B0001', '--json');
    await gateway.close();
    await say('wallet', '--profile', 'acme', '--json');
    await say('profile', 'set', 'acme', '--base-url', 'http://far.example', '--mid', '1', '--json');
    await expect(say.text()).toMatchFileSnapshot('../goldens/gateway.golden.txt');
  });

  it('leaves payouts in doubt to a person as it always did', async (test) => {
    const { expect } = test;
    const scene = await openScene(test);
    const { desk } = scene;
    const say = record(scene);
    writeCsv(desk.folder, { name: 'pay.csv', rows: makeRows(6) });
    await desk.run('run', 'pay.csv', '--profile', 'acme', '--yes', '--until', 'sent');
    await desk.run('watch', 'B0001', '--for', '6');
    scene.setClock(DAY_MS + 60_000);
    await say('unknown');
    await say('resolve', 'B0001/6', '--not-paid', '--note', 'asked', '--ticket', 'T-1');
    await say('retry', 'B0001', '--yes', '--until', 'sent', '--json');
    await say('unlock', '--json');
    await expect(say.text()).toMatchFileSnapshot('../goldens/unknown.golden.txt');
  });
});

interface Scene {
  readonly gateway: SpecGateway;
  readonly desk: Desk;
  readonly setClock: (aheadMs: number) => void;
}

async function openScene(
  test: Parameters<typeof startSpecGateway>[0],
  { remembers = false }: Partial<Pick<Conduct, 'remembers'>> = {},
): Promise<Scene> {
  const gateway = await startSpecGateway(test, { conduct: conductOf({ remembers }) });
  const plain = await openDeskFor(test, gateway, { options: ALONE });
  const clockFolder = path.join(plain.folder, 'clock-of-test');
  mkdirSync(clockFolder);
  const clock = makeClock(clockFolder);
  const options: DeskOptions = { data: plain.data, token: gateway.token, clock };
  return { gateway, desk: plain.with(options), setClock: (aheadMs) => clock.setBy(aheadMs) };
}

interface Say {
  (...words: readonly string[]): Promise<void>;
  note(title: string, text: string): void;
  text(): string;
}

/** Runs commands one after the other and keeps what each said. */
function record(scene: Scene): Say {
  const said: string[] = [];
  const say = async (...words: readonly string[]): Promise<void> => {
    const { exitCode, stdout, stderr } = await scene.desk.run(...words);
    const outputs = [
      `$ ${words.join(' ')}`,
      `exit ${exitCode}`,
      `--- stdout`,
      stdout,
      `--- stderr`,
      withoutProgress(stderr),
    ];
    said.push(mask(outputs.join('\n'), scene));
  };
  return Object.assign(say, {
    note: (title: string, text: string) => void said.push(`# ${title}\n${text}`),
    text: () => said.join('\n\n'),
  });
}

/** How far a run is at which moment differs from run to run; what it ends with does not. */
function withoutProgress(stderr: string): string {
  return stderr.replace(/^.*(?:so far|looking up before).*\n/gm, '');
}

/** How often a payout in doubt was looked up within some seconds differs from machine to machine. */
const LOOKUP_COUNTS = /\b\d+(?= look-ups|, of them| of them "not known"| times, by)/g;
const SPOKEN_TIME = /\d{1,2} [A-Z][a-z]{2} \d{4}, \d{1,2}:\d\d [ap]m/g;
const TIME = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?/g;

function mask(text: string, { desk, gateway }: Scene): string {
  return text
    .replaceAll(desk.folder, 'FOLDER')
    .replaceAll(gateway.url, 'GATEWAY')
    .replaceAll(`${userInfo().username}@${hostname()}`, 'PERSON')
    .replace(SPOKEN_TIME, 'TIME')
    .replace(TIME, 'TIME')
    .replace(LOOKUP_COUNTS, 'N')
    .replace(/"bytes":\d+/g, '"bytes":N')
    .replace(/\d{4}-\d\d-\d\d/g, 'DAY')
    .replace(/\b(on|of) \d{1,2} [A-Z][a-z]{2,3}\b/g, '$1 DAY')
    .replace(/\b[0-9a-f]{64}\b/g, 'SHA256')
    .replace(/\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/g, 'UUID');
}
