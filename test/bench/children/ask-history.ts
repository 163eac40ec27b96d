// Asks a desk with a long history what a window asks, and how long each answer takes: the first time and again.

import type { AnswerOf, CommandName } from '../../../shared/api/contract.ts';
import { peakMegabytes, readTask, report } from '../child.ts';
import { EVERYWHERE, openHistoryDesk } from '../history-desk.ts';
import type { Asked, HistoryAsked, HistoryTask } from '../tasks.ts';

const { folder, count } = readTask<HistoryTask>();
const asked: Asked[] = [];

const desk = await timed('open the window', () => openHistoryDesk(folder));
const filter = { ...EVERYWHERE, window: { from: 0, count: 60 } };
const first = await twice('first page of History', 'searchPayouts', filter);
await twice('middle page', 'searchPayouts', { ...filter, window: { from: count / 2, count: 60 } });
await twice('last page', 'searchPayouts', { ...filter, window: { from: count - 60, count: 60 } });
for (const by of ['amount', 'state', 'name', 'beneficiary', 'reference', 'utr', 'message', 'todo', 'sentAt'])
  await twice(`sorted by ${by}`, 'searchPayouts', { ...filter, sort: { by, direction: 'up' } });
await twice('the failed', 'searchPayouts', { ...filter, states: ['failed'] });
await twice('a range of amounts', 'searchPayouts', { ...filter, amountFromPaise: 500, amountToPaise: 520 });
await twice('one month', 'searchPayouts', { ...filter, fromMs: Date.UTC(2025, 3, 1), toMs: Date.UTC(2025, 4, 1) });
const [row] = first.rows;
if (row === undefined) throw new Error('History is empty');
for (const [what, search] of Object.entries({
  UTR: row.utr,
  RRN: row.rrn,
  reference: row.reference,
  'transaction id': row.transactionId,
  account: row.beneficiary,
  name: row.name,
  'a part of a name': row.name?.slice(-6),
  'a part of a remark': 'March',
  nothing: 'nobody has this',
}))
  await twice(`find by ${what}`, 'searchPayouts', { ...filter, search: search ?? '' });
await twice('list of batches', 'listBatches', {});
await twice('figures of Home', 'readFigures', { book: 'live' });
await twice('payroll chart', 'readPayroll', { book: 'live', person: null });
await twice('one batch', 'readBatch', { batch: 'B0005' });
const page = { batch: 'B0005', states: [], search: '', sort: filter.sort, window: filter.window };
await twice('first page of a batch', 'readPayouts', page);
await twice('sorted by amount, far down', 'searchPayouts', {
  ...filter,
  sort: { by: 'amount', direction: 'up' },
  window: { from: count / 2, count: 60 },
});
await twice('Payees', 'listPayees', {
  book: 'live',
  search: '',
  sort: { by: 'name', direction: 'up' },
  window: filter.window,
});
await twice('Needs review', 'readAttention', { book: 'live' }).catch(() => undefined);
await desk.close();
report({ asked, peakMegabytes: peakMegabytes() } satisfies HistoryAsked);

async function twice<Name extends CommandName>(name: string, command: Name, params: object): Promise<AnswerOf<Name>> {
  const ask = (): Promise<AnswerOf<Name>> => desk.ask(command, params);
  await timed(name, ask);
  const startedMs = performance.now();
  const answer = await ask();
  const last = asked.pop();
  if (last !== undefined) asked.push({ ...last, againMs: performance.now() - startedMs });
  return answer;
}

async function timed<Result>(name: string, act: () => Result | Promise<Result>): Promise<Result> {
  const startedMs = performance.now();
  const before = process.cpuUsage();
  const result = await act();
  const { user, system: kernel } = process.cpuUsage(before);
  const firstMs = performance.now() - startedMs;
  asked.push({ name, firstMs, firstCpuMs: (user + kernel) / 1_000, againMs: firstMs });
  return result;
}
