// One command from a window: its name and parameters are checked, it is carried out once, and its answer is checked. A page never
// sees the text of a fault, names from the program, or what was typed, which may be a secret.

import type { z } from 'zod';
import { type Answer, CONTRACT, type CommandName, isCommandName, type Reply } from '../../../../shared/api/contract.ts';
import { invariant } from '../../../../shared/failures.ts';
import type { CommandId } from '../../../../shared/ids.ts';
import { AMOUNT_MAX_PAISE, TOTAL_MAX_PAISE } from '../../../../shared/limits.ts';
import { type Message, msg } from '../../../../shared/messages/message.ts';
import { FIELDS, type Refusal } from '../../../../shared/rows.ts';
import { type HandlerTable, PROGRAM_CHANGED } from './context.ts';

/** How many replies to changing commands are remembered for repeated clicks: a long day's clicks. */
const COMMANDS_REMEMBERED_MAX = 5_000;

/** Carries out one command. The reply is plain data, ready for any door. */
export type Dispatch = (name: unknown, params: unknown) => Promise<Reply<unknown>>;

type AnyHandler = (params: never) => unknown;

interface DispatchNeeds {
  readonly onFault: (name: string, error: unknown) => void;
  /** Whether a fault comes from files that an update replaced or removed. */
  readonly hasProgramChanged: () => boolean;
}

export function createDispatch(table: HandlerTable, { onFault, hasProgramChanged }: DispatchNeeds): Dispatch {
  const handlers = new Map<string, AnyHandler>(Object.entries(table));
  const once = rememberCommands();

  const carryOut = async (name: CommandName, params: unknown): Promise<Reply<unknown>> => {
    const handler = handlers.get(name);
    invariant(handler !== undefined, 'every command of the contract has a handler');
    const { answer: schema } = CONTRACT[name];
    try {
      // The parameters have just passed this command's schema.
      const answer = (await handler(params as never)) as Answer<unknown>;
      if (answer.kind === 'done') return { kind: 'done', value: schema.parse(answer.value) };
      const refusal = answer.refusal;
      return { kind: answer.kind === 'unsure' ? 'unsure' : 'refused', refusal };
    } catch (error) {
      onFault(name, error);
      if (hasProgramChanged()) return { kind: isChanging(params) ? 'unsure' : 'refused', refusal: PROGRAM_CHANGED };
      return { kind: 'fault', message: msg('running.fault') };
    }
  };

  return async (name, params) => {
    if (typeof name !== 'string' || !isCommandName(name)) {
      return refuse('unknownCommand', msg('running.unknownCommand'), msg('cure.reloadPage'));
    }
    const parsed = CONTRACT[name].params.safeParse(params);
    if (!parsed.success) {
      return { kind: 'refused', refusal: wrongValueRefusal(name, parsed.error.issues, params) };
    }
    const act = (): Promise<Reply<unknown>> => carryOut(name, parsed.data);
    return isChanging(parsed.data) ? once(parsed.data.commandId, name, act) : act();
  };
}

function isChanging(params: unknown): params is { readonly commandId: CommandId } {
  return typeof params === 'object' && params !== null && 'commandId' in params;
}

/** While `isUnderWay` is true the entry is not forgotten, because only it prevents a second start. */
interface RememberedCommand {
  readonly name: string;
  readonly reply: Promise<Reply<unknown>>;
  isUnderWay: boolean;
}

type Once = (commandId: CommandId, name: string, act: () => Promise<Reply<unknown>>) => Promise<Reply<unknown>>;

/**
 * A changing command is done once per id: a second click gets the first one's reply, even while that is in progress. A refused
 * command changed nothing, so its id is free again and the same click may be retried once the reason is gone. A command that may
 * have been done, or that met a fault, keeps its id. The store does the same: docs/decisions/command-ids.md.
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
      return Promise.resolve(refuse('commandIdUsed', msg('running.commandIdUsed'), msg('cure.tryAgain')));
    }
    // A copy: a header or sample is a slice of the file's text and would keep all its salaries in memory.
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

function refuse(code: string, message: Message, cure: Message): Reply<never> {
  return { kind: 'refused', refusal: { code, message, cure } };
}

type ZodIssue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/** The first finding that a person can fix by typing. If there is none, the page has another version than the desk. */
export function wrongValueRefusal(command: CommandName, issues: readonly ZodIssue[], params: unknown): Refusal {
  for (const issue of issues) {
    const words = sentenceOf(command, issue, params);
    if (words !== null) return { code: 'wrongValue', ...words };
  }
  return {
    code: 'wrongValue',
    message: msg('wrongValue.page'),
    cure: msg('cure.reloadPageTryAgain'),
  };
}

type RefusalWords = Pick<Refusal, 'message' | 'cure'>;

function sentenceOf(command: CommandName, issue: ZodIssue, params: unknown): RefusalWords | null {
  if (issue.code === 'too_big' && issue.origin === 'array')
    return tooMany(command, issue.maximum, at(params, issue.path));
  const what = placeOf(command, issue.path, params);
  if (what === null) return null;
  const shape = shapeOf(issue.path);
  if (shape !== null) return { message: msg('wrongValue.value', { what }), cure: shape };
  const isText = 'origin' in issue && issue.origin === 'string';
  if (issue.code === 'too_big' && isText) return tooLong(what, issue.maximum, at(params, issue.path));
  if (issue.code === 'too_small' && isText)
    return { message: msg('wrongValue.empty', { what }), cure: msg('cure.fillItIn') };
  if (issue.code === 'too_big') {
    const count = Number(issue.maximum);
    return { message: msg('wrongValue.tooLarge', { what }), cure: msg('cure.atMost', { count }) };
  }
  if (issue.code === 'too_small') {
    const count = Number(issue.minimum);
    return { message: msg('wrongValue.tooSmall', { what }), cure: msg('cure.atLeast', { count }) };
  }
  return { message: msg('wrongValue.value', { what }), cure: msg('cure.typeItAgain') };
}

function tooLong(what: Message, maximum: number | bigint, text: unknown): RefusalWords {
  const length = typeof text === 'string' ? text.length : 0;
  return {
    message: msg('wrongValue.tooLong', { what, count: length }),
    cure: msg('cure.atMostFit', { count: Number(maximum) }),
  };
}

function tooMany(command: CommandName, maximum: number | bigint, list: unknown): RefusalWords {
  const length = Array.isArray(list) ? list.length : 0;
  const what = command === 'resolvePayouts' ? 'payouts' : command === 'editDraft' ? 'cells' : 'entries';
  return {
    message: msg('wrongValue.tooMany', { count: length, what: msg(`typed.${what}`) }),
    cure: msg('cure.atMostInOneStep', { count: Number(maximum) }),
  };
}

/** Where a person typed the value; null if no person types it. A cell of the sheet is named by row and column. */
function placeOf(command: CommandName, path: Path, params: unknown): Message | null {
  const cell = path[0] === 'edit' && path[1] === 'cells' ? at(params, path.slice(0, 3)) : null;
  if (typeof cell === 'object' && cell !== null && (path[3] === 'text' || path[3] === 'seen')) {
    const rowNumber: unknown = Reflect.get(cell, 'rowNumber');
    const field = FIELDS.find((known) => known === Reflect.get(cell, 'field'));
    if (typeof rowNumber !== 'number' || field === undefined) return msg('typed.aCell');
    return msg('cell.ofRow', { row: rowNumber, field: msg(`fieldName.${field}`) });
  }
  const names = path.filter((part) => typeof part === 'string');
  const last = names.at(-1) ?? '';
  const words = TYPED_WORDS[`${command}.${last}`] ?? TYPED_WORDS[last];
  if (words === undefined) return null;
  const index = path.at(-1);
  return typeof index === 'number' ? msg('typed.numbered', { what: words, number: index + 1 }) : words;
}

const AMOUNT = msg('cure.shapeOfAmount', { least: 1, most: AMOUNT_MAX_PAISE });
const CEILING = msg('cure.shapeOfCeiling', { least: 1, most: TOTAL_MAX_PAISE });

/** The required form of values that are neither text nor plain numbers. */
const SHAPES: Readonly<Record<string, Message>> = {
  mid: msg('cure.shapeOfMid'),
  amountPaise: AMOUNT,
  amountFromPaise: AMOUNT,
  amountToPaise: AMOUNT,
  maxPayoutPaise: CEILING,
  maxBatchPaise: CEILING,
  fromPaise: msg('cure.shapeOfAmount', { least: 0, most: TOTAL_MAX_PAISE }),
};

function shapeOf(path: Path): Message | null {
  const name = path.findLast((part) => typeof part === 'string');
  return (name === undefined ? undefined : SHAPES[name]) ?? null;
}

/** The value at a path, or undefined. */
function at(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (inner, part) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, part) : undefined),
    value,
  );
}

/** By name in the contract; `command.name` if a name is typed in two places. */
const TYPED_WORDS: Readonly<Record<string, Message>> = {
  value: msg('typed.ruleValue'),
  search: msg('typed.search'),
  amountFromPaise: msg('typed.amountFrom'),
  amountToPaise: msg('typed.amountTo'),
  fromMs: msg('typed.from'),
  toMs: msg('typed.to'),
  from: msg('typed.from'),
  to: msg('typed.to'),
  amountFrom: msg('typed.amountFrom'),
  amountTo: msg('typed.amountTo'),
  state: msg('typed.state'),
  filters: msg('typed.filters'),
  'saveSettings.name': msg('typed.filtersName'),
  note: msg('typed.note'),
  notBefore: msg('typed.day'),
  rrn: msg('typed.bankReference'),
  ticket: msg('typed.ticket'),
  typed: msg('typed.confirmation'),
  below: msg('typed.lowBalance'),
  transactionId: msg('typed.transactionId'),
  reference: msg('typed.reference'),
  orderId: msg('typed.orderId'),
  userId: msg('typed.customerId'),
  mobile: msg('typed.mobile'),
  amountPaise: msg('typed.amount'),
  userDefined: msg('typed.ownField'),
  find: msg('typed.find'),
  replaceWith: msg('typed.replaceWith'),
  fillRemark: msg('typed.fillRemark'),
  column: msg('typed.header'),
  header: msg('typed.header'),
  headerRow: msg('typed.headerRow'),
  word: msg('typed.method'),
  methods: msg('typed.methods'),
  words: msg('typed.words'),
  sheet: msg('typed.sheet'),
  baseUrl: msg('typed.address'),
  mid: msg('typed.mid'),
  token: msg('typed.token'),
  ratePerSecond: msg('typed.rate'),
  inFlightMax: msg('typed.inFlight'),
  maxPayoutPaise: msg('typed.maxPayout'),
  maxBatchPaise: msg('typed.maxBatch'),
  hours: msg('typed.hours'),
  count: msg('typed.count'),
  debit: msg('typed.debit'),
  credit: msg('typed.credit'),
  payer: msg('typed.payer'),
  host: msg('typed.mailHost'),
  port: msg('typed.mailPort'),
  user: msg('typed.mailUser'),
  'saveMailServer.from': msg('typed.mailFrom'),
  replyTo: msg('typed.mailReplyTo'),
  perMinute: msg('typed.mailRate'),
  password: msg('typed.mailPassword'),
  person: msg('typed.person'),
  'addPerson.name': msg('typed.person'),
  'makePersonFile.name': msg('typed.person'),
  'removePerson.name': msg('typed.person'),
  approvals: msg('typed.approvals'),
  fromPaise: msg('typed.amountFrom'),
  passphrase: msg('typed.passphrase'),
  reason: msg('typed.reason'),
  'editDraft.text': msg('typed.remark'),
  'lookUpPayout.text': msg('typed.anyId'),
  'saveProfile.name': msg('typed.accountName'),
  'startBatch.name': msg('typed.batchName'),
  'createOrder.name': msg('typed.payerName'),
};
