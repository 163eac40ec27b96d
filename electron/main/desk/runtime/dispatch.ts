// One command from a window: its name and parameters are checked, it is done once, and its answer is checked on the way
// out. No page is shown what a fault said, a name of the program, or the text that was typed: it may be a secret.

import type { z } from 'zod';
import { type Answer, CONTRACT, type CommandName, isCommandName, type Reply } from '../../../../shared/api/contract.ts';
import { invariant } from '../../../../shared/failures.ts';
import type { CommandId } from '../../../../shared/ids.ts';
import { AMOUNT_MAX_PAISE, TOTAL_MAX_PAISE } from '../../../../shared/limits.ts';
import { asPaise, formatRupees } from '../../../../shared/money.ts';
import { FIELD_WORDS, FIELDS, type Refusal } from '../../../../shared/rows.ts';
import type { HandlerTable } from './context.ts';

/** Changing commands whose replies are kept, so that a repeated click gets the first one's: a long day's clicks. */
const COMMANDS_REMEMBERED_MAX = 5_000;

/** Carries out one command. Shape: the reply is plain data, ready for any door. */
export type Dispatch = (name: unknown, params: unknown) => Promise<Reply<unknown>>;

type AnyHandler = (params: never) => unknown;

export function createDispatch(table: HandlerTable, onFault: (name: string, error: unknown) => void): Dispatch {
  const handlers = new Map<string, AnyHandler>(Object.entries(table));
  const once = rememberCommands();

  const carryOut = async (name: CommandName, params: unknown): Promise<Reply<unknown>> => {
    const handler = handlers.get(name);
    invariant(handler !== undefined, 'every command of the contract has a handler');
    const { answer: schema } = CONTRACT[name];
    try {
      // The parameters have just passed this very command's schema.
      const answer = (await handler(params as never)) as Answer<unknown>;
      if (answer.kind === 'done') return { kind: 'done', value: schema.parse(answer.value) };
      const refusal = answer.refusal;
      return { kind: answer.kind === 'unsure' ? 'unsure' : 'refused', refusal };
    } catch (error) {
      onFault(name, error);
      return { kind: 'fault', message: 'The desk met a fault of its own. What is on disk is as it was last shown.' };
    }
  };

  return async (name, params) => {
    if (typeof name !== 'string' || !isCommandName(name)) {
      return refuse('unknownCommand', 'There is no such command.', 'Reload the page.');
    }
    const taken = CONTRACT[name].params.safeParse(params);
    if (!taken.success) {
      return { kind: 'refused', refusal: wrongValueRefusal(name, taken.error.issues, params) };
    }
    const act = (): Promise<Reply<unknown>> => carryOut(name, taken.data);
    return 'commandId' in taken.data ? once(taken.data.commandId, name, act) : act();
  };
}

/** Shape: `isUnderWay` is the only thing that keeps a second one from beginning. */
interface RememberedCommand {
  readonly name: string;
  readonly reply: Promise<Reply<unknown>>;
  isUnderWay: boolean;
}

type Once = (commandId: CommandId, name: string, act: () => Promise<Reply<unknown>>) => Promise<Reply<unknown>>;

/**
 * A changing command is done once per id: a second click gets the first one's reply, even while that is under way. What was
 * refused changed nothing, so its id is free again: the same click may be tried once more when the reason is gone. What may
 * have been done, or met a fault on the way, keeps its id. Why the store does the same: docs/decisions/command-ids.md.
 */
function rememberCommands(): Once {
  const remembered = new Map<CommandId, RememberedCommand>();
  const forgetOldest = (): void => {
    for (const [id, { isUnderWay }] of remembered) if (!isUnderWay) return void remembered.delete(id);
  };
  return (commandId, name, act) => {
    const known = remembered.get(commandId);
    if (known !== undefined) {
      if (known.name === name) return known.reply;
      return Promise.resolve(refuse('commandIdUsed', 'This command id was used for another command.', 'Try again.'));
    }
    // A copy: a header or a sample cut out of a file's text would keep all its salaries in memory.
    const reply = act().then((answer) => structuredClone(answer));
    const command = { name, reply, isUnderWay: true };
    remembered.set(commandId, command);
    void reply.then(({ kind }) => {
      command.isUnderWay = false;
      if (kind === 'refused') remembered.delete(commandId);
    });
    if (remembered.size > COMMANDS_REMEMBERED_MAX) forgetOldest();
    return reply;
  };
}

function refuse(code: string, message: string, cure: string): Reply<never> {
  return { kind: 'refused', refusal: { code, message, cure } };
}

type ZodIssue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

const COUNT = new Intl.NumberFormat('en-IN');

/** The first finding that a person can mend by typing; otherwise the page is of another version than the desk. */
export function wrongValueRefusal(command: CommandName, issues: readonly ZodIssue[], params: unknown): Refusal {
  for (const issue of issues) {
    const words = sentenceOf(command, issue, params);
    if (words !== null) return { code: 'wrongValue', ...words };
  }
  return {
    code: 'wrongValue',
    message: 'This page asked the desk for something that the desk does not know.',
    cure: 'Reload the page, then try again.',
  };
}

type RefusalWords = Pick<Refusal, 'message' | 'cure'>;

function sentenceOf(command: CommandName, issue: ZodIssue, params: unknown): RefusalWords | null {
  if (issue.code === 'too_big' && issue.origin === 'array')
    return tooMany(command, issue.maximum, at(params, issue.path));
  const what = placeOf(command, issue.path, params);
  if (what === null) return null;
  const shape = shapeOf(issue.path);
  if (shape !== null) return { message: `${what}: this cannot be taken.`, cure: shape };
  const isText = 'origin' in issue && issue.origin === 'string';
  if (issue.code === 'too_big' && isText) return tooLong(what, issue.maximum, at(params, issue.path));
  if (issue.code === 'too_small' && isText) return { message: `${what}: nothing is there.`, cure: 'Fill it in.' };
  if (issue.code === 'too_big')
    return { message: `${what}: the number is too large.`, cure: `At most ${COUNT.format(issue.maximum)}.` };
  if (issue.code === 'too_small')
    return { message: `${what}: the number is too small.`, cure: `At least ${COUNT.format(issue.minimum)}.` };
  return { message: `${what}: this cannot be taken.`, cure: 'Type it again.' };
}

function tooLong(what: string, maximum: number | bigint, text: unknown): RefusalWords {
  const length = typeof text === 'string' ? text.length : 0;
  return {
    message: `${what}: the text is too long, ${COUNT.format(length)} characters.`,
    cure: `At most ${COUNT.format(maximum)} fit. Make it shorter.`,
  };
}

function tooMany(command: CommandName, maximum: number | bigint, list: unknown): RefusalWords {
  const length = Array.isArray(list) ? list.length : 0;
  const what = command === 'resolvePayouts' ? 'payouts' : command === 'editDraft' ? 'cells' : 'entries';
  return {
    message: `These are ${COUNT.format(length)} ${what} at once: nothing was changed.`,
    cure: `At most ${COUNT.format(maximum)} go in one step. Do it in parts.`,
  };
}

/** Where a person typed it; null where no person types. A cell of the sheet is named by its row and its column. */
function placeOf(command: CommandName, path: Path, params: unknown): string | null {
  const cell = path[0] === 'edit' && path[1] === 'cells' ? at(params, path.slice(0, 3)) : null;
  if (typeof cell === 'object' && cell !== null && (path[3] === 'text' || path[3] === 'seen')) {
    const rowNumber: unknown = Reflect.get(cell, 'rowNumber');
    const field = FIELDS.find((known) => known === Reflect.get(cell, 'field'));
    if (typeof rowNumber === 'number' && field !== undefined) return `Row ${rowNumber}, ${FIELD_WORDS[field]}`;
    return 'A cell';
  }
  const names = path.filter((part) => typeof part === 'string');
  const last = names.at(-1) ?? '';
  const words = TYPED_WORDS[`${command}.${last}`] ?? TYPED_WORDS[last];
  if (words === undefined) return null;
  const index = path.at(-1);
  return typeof index === 'number' ? `${words} ${index + 1}` : words;
}

const rupees = (paise: number): string => formatRupees(asPaise(paise));
const AMOUNT = `An amount of ${rupees(1)} to ${rupees(AMOUNT_MAX_PAISE)}.`;
const CEILING = `An amount of ${rupees(1)} to ${rupees(TOTAL_MAX_PAISE)}; leave it empty for no limit.`;

/** What a value that is no text and no plain number must look like. */
const SHAPES: Readonly<Record<string, string>> = {
  mid: 'Digits only, at most 15, not beginning with 0.',
  amountPaise: AMOUNT,
  amountFromPaise: AMOUNT,
  amountToPaise: AMOUNT,
  maxPayoutPaise: CEILING,
  maxBatchPaise: CEILING,
};

function shapeOf(path: Path): string | null {
  const name = path.findLast((part) => typeof part === 'string');
  return (name === undefined ? undefined : SHAPES[name]) ?? null;
}

/** What stands at a path; undefined where nothing does. */
function at(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (inner, part) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, part) : undefined),
    value,
  );
}

/** Shape: by the name in the contract; `command.name` where one name is typed in two places. */
const TYPED_WORDS: Readonly<Record<string, string>> = {
  search: 'Search',
  amountFromPaise: 'Amount from',
  amountToPaise: 'Amount to',
  fromMs: 'From',
  toMs: 'To',
  from: 'From',
  to: 'To',
  amountFrom: 'Amount from',
  amountTo: 'Amount to',
  state: 'State',
  filters: 'Saved filters',
  'saveSettings.name': 'Name of the filters',
  note: 'Note',
  rrn: 'RRN or UTR',
  ticket: "Gateway's ticket number",
  typed: 'What is typed to confirm',
  below: 'Warn when it is below',
  transactionId: 'Transaction id',
  reference: 'Reference',
  orderId: 'Order id',
  userId: 'Customer id',
  mobile: 'Mobile number',
  amountPaise: 'Amount in rupees',
  userDefined: 'Own field',
  find: 'Find',
  replaceWith: 'Replace with',
  fillRemark: 'Remark for empty rows',
  header: "A column's header",
  headerRow: 'Header row',
  word: "The sheet's payment method",
  methods: "The sheet's payment methods",
  sheet: "The sheet's name",
  baseUrl: "Gateway's address",
  mid: 'Merchant id (mid)',
  token: 'Token',
  ratePerSecond: 'Requests a second',
  inFlightMax: 'Payments awaiting reply at once',
  maxPayoutPaise: 'Largest single payout',
  maxBatchPaise: 'Largest batch',
  hours: 'Hours before "not paid" can be decided',
  count: 'The count',
  debit: 'Ledger that is debited',
  credit: 'Ledger that is credited',
  payer: 'Who pays',
  'editDraft.text': 'Remark',
  'lookUpPayout.text': 'Transaction id or reference',
  'saveProfile.name': 'Name of this account',
  'startBatch.name': 'Name of this batch',
  'createOrder.name': 'Name of the payer',
};
