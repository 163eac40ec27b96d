// Counts the files through which each row of a batch passes in the desk, from a cell to the wire and from an answer to the
// screen's data. A batch is paid twice, with few and with more rows, while V8 counts the calls of every function: a function
// called once more for each further row is on the way. After the first payout has proved the gateway, the gateway holds its
// answers until the in-flight limit is reached, which separates the two ways.

import { Session } from 'node:inspector/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { TestContext } from 'vitest';
import { REPOSITORY } from '../../build/repository.ts';
import { IN_FLIGHT_MAX } from '../../shared/limits.ts';
import { startSpecGateway } from '../cli/spec-gateway.ts';
import { openTestDesk } from '../desk/window-desk.ts';

const FEW = 12;
const MORE = 300;
const PRODUCT = pathToFileURL(`${REPOSITORY}/`).href;
/** By then the last request has been written, and the desk knows it. */
const WRITTEN_MS = 300;
/** Layers whose functions only answer questions about a value. */
const LEAVES = ['shared/', 'electron/main/domain/', 'electron/main/platform/'];

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

const few = await payBatch(FEW);
const more = await payBatch(MORE);
const WAYS = [
  // Rows beyond the limit leave together with the answers.
  { name: 'cell to wire', rows: Math.min(MORE, IN_FLIGHT_MAX) - FEW },
  { name: 'answer to screen', rows: MORE - FEW },
];
for (const [index, { name, rows }] of WAYS.entries()) {
  const files = filesOnTheWay(few[index] ?? new Map(), more[index] ?? new Map(), rows);
  const leafCount = files.filter((file) => LEAVES.some((leaf) => file.startsWith(leaf))).length;
  say(`${name}: ${files.length - leafCount} files, and ${leafCount} of ${LEAVES.join(', ')}`);
  for (const file of files) say(`  ${file}`);
}
process.exit(0);

/** How often each function was called, by its file and place. */
type Calls = ReadonlyMap<string, number>;

/** Pays a batch of this many rows. Returns the calls on the way to the wire, and those on the way back. */
async function payBatch(count: number): Promise<readonly [Calls, Calls]> {
  const ends: (() => unknown)[] = [];
  const test = { onTestFinished: (end: () => unknown) => ends.push(end) } as unknown as TestContext;
  const askedForAll = Promise.withResolvers<void>();
  const answering = Promise.withResolvers<void>();
  let askedCount = 0;
  const gateway = await startSpecGateway(test, {
    conduct: () => {
      const isFirst = askedCount === 0;
      askedCount += 1;
      if (askedCount === Math.min(count, IN_FLIGHT_MAX)) askedForAll.resolve();
      return { until: isFirst ? null : answering.promise, word: 'pending', later: { afterMs: 0, word: 'success' } };
    },
  });
  const desk = openTestDesk(undefined, { token: gateway.token });
  const backoff = { ratePerSecond: 100, inFlightMax: IN_FLIGHT_MAX, pollFirstMs: 100, pollMaxMs: 200 };
  await desk.change('saveProfile', { name: 'acme', baseUrl: gateway.url, mid: gateway.mid, ...backoff });
  const file = await desk.give('pay.csv', salaries(count));
  const path = desk.desk.files.find(file)?.path ?? '';
  await takeCalls();

  // Runs the work of a draft's thread in this thread, so that it is counted.
  const asItIs = {
    sheet: null,
    columns: [],
    encoding: null,
    fillRemark: null,
    includeHidden: false,
    maxPayoutPaise: null,
  };
  await desk.system.checkFile({ path, ...asItIs });
  const reading = await desk.change('openDraft', { file, profile: 'acme', options: {} });
  if (reading.kind !== 'checked') throw new Error(reading.refusal.code);
  const { draft, revision } = reading.summary;
  const seen = await desk.ask('readConfirmation', { draft, revision, profile: 'acme' });
  const { totalPaise, seal, ticks } = seen;
  const said = { count: seen.count, totalPaise, seal, ticks, repeatOf: null, name: null };
  const { batch } = await desk.change('startBatch', { draft, revision, profile: 'acme', ...said });
  await askedForAll.promise;
  await wait(WRITTEN_MS);
  const toWire = await takeCalls();

  const ended = desk.eventWhere(
    (event) => event.kind === 'ended' && event.view.batch === batch && event.view.state === 'settled',
  );
  answering.resolve();
  await ended;
  const sort = { by: 'rowNumber', direction: 'up' };
  await desk.ask('readPayouts', { batch, states: [], search: '', sort, window: { from: 0, count } });
  const toScreen = await takeCalls();
  await desk.close();
  for (const end of ends) await end();
  return [toWire, toScreen];
}

/** People, every second one paid by IMPS. */
function salaries(count: number): string {
  const rows = Array.from({ length: count }, (_, at) =>
    at % 2 === 0 ? `p ${at},p${at}@sample,,,${at + 1},pay` : `p ${at},,${at}12345678,HDFC0001234,${at + 1},pay`,
  );
  return ['name,upi id,account number,ifsc,amount,remark', ...rows, ''].join('\n');
}

/** The calls since this was last called. */
async function takeCalls(): Promise<Calls> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const calls = new Map<string, number>();
  for (const { url, functions } of result) {
    if (!/^(?:electron|shared)\//.test(url.replace(PRODUCT, ''))) continue;
    for (const { ranges } of functions) {
      const [whole] = ranges;
      if (whole !== undefined) calls.set(`${url.slice(PRODUCT.length)} ${whole.startOffset}`, whole.count);
    }
  }
  return calls;
}

function filesOnTheWay(before: Calls, after: Calls, rows: number): readonly string[] {
  const onTheWay = [...after].filter(([place, count]) => count - (before.get(place) ?? 0) >= rows);
  return [...new Set(onTheWay.map(([place]) => place.slice(0, place.indexOf(' '))))].toSorted();
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
