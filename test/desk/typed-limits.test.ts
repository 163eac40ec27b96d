// Every limit that typed input can exceed, read from the contract itself: each is refused in plain words.

import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { wrongValueRefusal } from '../../electron/main/desk/runtime/dispatch.ts';
import { CONTRACT, type CommandName, isCommandName } from '../../shared/api/contract.ts';
import { CELL_MAX_CHARACTERS, EDIT_CELLS_MAX, TYPED_TEXT_MAX_CHARACTERS } from '../../shared/limits.ts';
import type { Message } from '../../shared/messages/message.ts';
import { inEnglish } from '../../shared/messages/speak.ts';
import { spoken } from '../fixtures/spoken.ts';
import { withoutToken } from './filled-desk.ts';
import { openTestDesk, type TestWindowDesk } from './window-desk.ts';

let open: TestWindowDesk | null = null;
afterEach(async () => {
  await open?.close();
  open = null;
});

/** Words of a checker, a programmer or a log, which no accounts person would use. */
const MACHINE_WORDS =
  /invalid|expected|received|too (?:big|small):|string|array|object|undefined|null|NaN|regex|pattern|schema|>=|<=|[{}[\]`_]|[a-z]\.[a-z]/i;
const CAMEL = /[a-z][A-Z]/;

/** Chosen from the desk's own answers, or made by the page: never typed. */
const FROM_THE_PAGE = new Set(
  [
    'commandId draft revision profile batch payout payouts payment seal file from count rowNumber fromRowNumber code listed request digest',
    'title columns money emailColumn totalPaise unknown repeatOf rows paidBefore difference accountChanged heldName hold also ticks states news pollFirstMs pollMaxMs timeoutMs',
  ].flatMap((names) => names.split(' ')),
);

interface Leaf {
  readonly path: readonly (string | number)[];
  readonly value: unknown;
}

const RECORD = z.record(z.string(), z.unknown());

/** Every place of a schema with a limit, with a value beyond it. */
function beyond(schema: unknown, path: readonly (string | number)[] = []): Leaf[] {
  const read = RECORD.safeParse(schema);
  if (!read.success) return [];
  const node = read.data;
  const leaves: Leaf[] = [];
  const { maxLength, maximum, minimum, maxItems } = node;
  if (typeof maxLength === 'number') leaves.push({ path, value: 'x'.repeat(maxLength + 1) });
  if (typeof maximum === 'number' && maximum < Number.MAX_SAFE_INTEGER) leaves.push({ path, value: maximum + 1 });
  if (typeof minimum === 'number' && minimum > 0) leaves.push({ path, value: minimum - 1 });
  if (typeof maxItems === 'number') leaves.push({ path, value: Array.from({ length: maxItems + 1 }, () => ({})) });
  for (const key of ['anyOf', 'oneOf', 'allOf', 'prefixItems'] as const) {
    const list = z.array(z.unknown()).safeParse(node[key]);
    if (list.success)
      leaves.push(...list.data.flatMap((one, at) => beyond(one, key === 'prefixItems' ? [...path, at] : path)));
  }
  const properties = RECORD.safeParse(node['properties']);
  if (properties.success)
    for (const [name, child] of Object.entries(properties.data)) leaves.push(...beyond(child, [...path, name]));
  if (node['items'] !== undefined) leaves.push(...beyond(node['items'], [...path, 0]));
  return leaves;
}

function limitsOf(command: CommandName): Leaf[] {
  return beyond(z.toJSONSchema(CONTRACT[command].params, { unrepresentable: 'any', io: 'input' }));
}

function nested(path: readonly (string | number)[], value: unknown): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return value;
  const inner = nested(rest, value);
  return typeof first === 'number' ? Array.from({ length: first + 1 }, () => inner) : { [first]: inner };
}

const LIMITS = Object.keys(CONTRACT)
  .filter(isCommandName)
  .flatMap((command) =>
    limitsOf(command)
      .filter(({ path }) => !path.some((part) => typeof part === 'string' && FROM_THE_PAGE.has(part)))
      .map((leaf) => ({ command, leaf, where: `${command} ${leaf.path.join('.')}` })),
  );

/** The contract's issue for one value beyond its limit. */
function issueAt({ path, value }: Leaf): z.core.$ZodIssue {
  const place = [...path];
  if (typeof value === 'string')
    return { code: 'too_big', origin: 'string', maximum: value.length - 1, path: place, message: 'Too big: expected' };
  if (Array.isArray(value))
    return { code: 'too_big', origin: 'array', maximum: value.length - 1, path: place, message: 'Too big: expected' };
  const number = Number(value);
  return number <= 100
    ? { code: 'too_small', origin: 'number', minimum: number + 1, path: place, message: 'Too small: expected' }
    : { code: 'too_big', origin: 'number', maximum: number - 1, path: place, message: 'Too big: expected' };
}

function expectPlain(refusal: { readonly message: Message; readonly cure: Message }): void {
  const [message, cure] = [inEnglish(refusal.message), inEnglish(refusal.cure)];
  expect(message).not.toMatch(/page asked/);
  for (const words of [message, cure]) {
    expect(words).not.toMatch(CAMEL);
    expect(words.replaceAll(/₹[\d.,]+/g, '').replaceAll(/[\d,]+/g, '')).not.toMatch(MACHINE_WORDS);
  }
}
describe('what is typed beyond a limit', () => {
  it('finds the limits of the contract that people type into', () => {
    const places = LIMITS.map(({ where }) => where);
    expect(places).toContain('readPayouts search');
    expect(places).toContain('saveProfile baseUrl');
    expect(places).toContain('editDraft edit.cells.0.text');
    expect(places).toContain('resolvePayouts note');
    expect(places).toContain('createOrder order.userDefined.4');
    expect(places.length).toBeGreaterThan(30);
  });

  it.each(LIMITS)('is refused in plain words: $where', ({ command, leaf }) => {
    expectPlain(wrongValueRefusal(command, [issueAt(leaf)], nested(leaf.path, leaf.value)));
  });

  const plain: readonly (readonly [CommandName, object, RegExp])[] = [
    ['setToken', { profile: 'a', token: 'x'.repeat(65_537) }, /^Token: .*65,537/],
    ['saveProfile', { name: 'x'.repeat(41), baseUrl: 'https://a.example', mid: 1 }, /^Name of this account: .*41/],
    ['saveProfile', { name: ' ', baseUrl: 'https://a.example', mid: 1 }, /^Name of this account: nothing/],
    ['saveProfile', { name: 'a', baseUrl: `https://${'x'.repeat(500)}`, mid: 1 }, /^Gateway's address: .*508/],
    ['saveProfile', { name: 'a', baseUrl: 'https://a.example', mid: 1.5 }, /^Merchant id/],
    ['saveProfile', { name: 'a', baseUrl: 'https://a.example', mid: 1, ratePerSecond: 20_001 }, /^Requests a second/],
    ['saveProfile', { name: 'a', baseUrl: 'https://a.example', mid: 1, maxBatchPaise: 0 }, /^Largest batch/],
    ['saveDecisionWait', { profile: 'a', hours: 721 }, /^Hours before/],
    ['lookUpPayout', { profile: 'a', key: { by: 'reference', reference: 'x'.repeat(256) } }, /^Reference: .*256/],
    ['readOrderStatus', { profile: 'a', orderId: ' ' }, /^Order id: nothing/],
    ['saveLowBalance', { profile: 'a', below: '9'.repeat(256) }, /^Warn when it is below: .*256/],
    ['openLockedDesk', { book: 'live', unknown: 0, note: 'x'.repeat(1_001) }, /^Note: .*1,001/],
    ['restore', { book: 'live', file: 'A'.repeat(22), typed: 'x'.repeat(256) }, /^What is typed to confirm: .*256/],
    [
      'searchPayouts',
      {
        book: 'live',
        states: [],
        search: 'x'.repeat(TYPED_TEXT_MAX_CHARACTERS + 1),
        amountFromPaise: null,
        amountToPaise: null,
        fromMs: null,
        toMs: null,
        sort: { by: 'rowNumber', direction: 'down' },
        window: { from: 0, count: 1 },
      },
      /^Search: .*256/,
    ],
  ];
  it.each(plain)('is said of the field by the desk itself: %s', async (name, params, says) => {
    open = openTestDesk(undefined, { change: withoutToken });
    const commandId = CONTRACT[name].changing ? { commandId: randomUUID() } : {};
    const reply = await open.desk.dispatch(name, { ...params, ...commandId });
    if (reply.kind !== 'refused') throw new Error(`${name} was ${reply.kind}`);
    expect(inEnglish(reply.refusal.message)).toMatch(says);
    expectPlain(reply.refusal);
  });

  it('names the row and the column of a cell, and its limit, and changes nothing', async () => {
    open = openTestDesk(undefined, { change: withoutToken });
    const { desk } = open;
    const file = await open.give('p.csv', 'Name,UPI ID,Amount,Remark\nA,a@ok,1,Salary\nB,b@ok,2,Salary\n');
    const reading = await open.change('openDraft', { file, profile: 'practice', options: {} });
    const setCells = (cells: readonly object[]): Promise<unknown> => {
      const edit = { kind: 'setCells', words: 'paste', cells };
      return desk.dispatch('editDraft', { draft: reading.draft, revision: 0, edit, commandId: randomUUID() });
    };
    const cell = { rowNumber: 3, field: 'upiId', text: 'y'.repeat(CELL_MAX_CHARACTERS + 1) };
    expect(spoken(await setCells([{ rowNumber: 2, field: 'remark', text: 'fine' }, cell]))).toMatchObject({
      refusal: {
        code: 'wrongValue',
        message: 'Row 3, UPI ID: the text is too long, 32,768 characters.',
        cure: 'At most 32,767 fit. Make it shorter.',
      },
    });
    const many = Array.from({ length: EDIT_CELLS_MAX + 1 }, () => ({ rowNumber: 2, field: 'remark', text: '' }));
    expect(spoken(await setCells(many))).toMatchObject({
      refusal: {
        message: 'These are 2,00,001 cells at once: nothing was changed.',
        cure: 'At most 2,00,000 go in one step. Do it in parts.',
      },
    });
    const { rows } = await open.ask('readDraftRows', { draft: reading.draft, window: { from: 0, count: 10 } });
    expect(rows.map(({ edited }) => edited)).toEqual([false, false]);
  });

  it('tells a page of another version to reload, and nothing of the program', async () => {
    open = openTestDesk(undefined, { change: withoutToken });
    const reply = await open.desk.dispatch('readBatch', { batch: 'x', more: { deep: 1 } });
    const cure = expect.stringMatching(/^Reload the page/);
    expect(spoken(reply)).toMatchObject({ kind: 'refused', refusal: { code: 'wrongValue', cure } });
    expect(JSON.stringify(reply)).not.toMatch(/batch|more|deep|[Ii]nvalid|expected/);
  });
});
