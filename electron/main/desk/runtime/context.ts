import type { Answer, AnswerOf, CommandName, ParsedParamsOf } from '../../../../shared/api/contract.ts';
import type { DeskEvent, Topic } from '../../../../shared/api/events.ts';
import type { BatchId } from '../../../../shared/ids.ts';
import { type Message, msg } from '../../../../shared/messages/message.ts';
import { type Book, bookOfBatch } from '../../../../shared/profiles.ts';
import type { Refusal } from '../../../../shared/rows.ts';
import type { BatchRecord } from '../../domain/batches.ts';
import type { Log } from '../../platform/log.ts';
import { findBatch, refused } from '../../session/desks.ts';
import type { NewestQuestion } from '../../session/following.ts';
import type { System } from '../../session/system.ts';
import type { HeadedWriter } from '../../store/store.ts';
import type { Login } from '../approval/login.ts';
import type { ReceivedFiles } from '../drafts/received-files.ts';
import type { RecentFiles } from '../drafts/recent-files.ts';
import type { Doubts } from '../payouts/doubts.ts';
import type { EnvironmentWatch } from './environment-watch.ts';
import type { EventHub } from './event-hub.ts';
import type { HeldDesks } from './hold-desk.ts';
import type { LeftOver } from './left-over.ts';
import type { Memory } from './memory.ts';
import type { Runner } from './runner.ts';

/** Facts that do not change while the process runs. */
export interface DeskFacts {
  readonly version: string;
  readonly door: 'electron' | 'browser';
  readonly dataFolder: string;
  readonly actor: string;
}

/** When orders were asked about, since the desk was opened. */
export interface AskedOrders {
  askedAtMs(book: Book, order: number): number | null;
  noteAsked(book: Book, order: number): void;
  /** An order was made: when it is asked about is known now. */
  changed(): void;
}

export interface HandlerContext {
  readonly facts: DeskFacts;
  readonly system: System;
  readonly stores: Readonly<Record<Book, HeadedWriter>>;
  readonly runner: Runner;
  readonly hub: Pick<EventHub, 'place'>;
  readonly files: ReceivedFiles;
  readonly login: Login;
  readonly questions: NewestQuestion;
  readonly memory: Memory;
  readonly recent: RecentFiles;
  readonly log: Log;
  readonly warnings: readonly Message[];
  readonly doubts: Doubts;
  readonly leftOver: Pick<LeftOver, 'pauseOf'>;
  readonly orderWatch: AskedOrders;
  readonly reopenAround: HeldDesks['reopenAround'];
  readonly environmentWatch: Pick<EnvironmentWatch, 'unreached' | 'forget'>;
  /** Tells all windows about a change around the desk. */
  readonly emitAround: (about: Extract<DeskEvent, { kind: 'environment' }>['about']) => void;
  /** Tells all windows to reload these topics. */
  readonly emitChanged: (book: Book | null, ...topics: readonly Topic[]) => void;
}

type Result<Name extends CommandName> = Answer<AnswerOf<Name>>;

/** The parameters are already checked; the answer is checked before it leaves. */
export type Handler<Name extends CommandName> = (params: ParsedParamsOf<Name>) => Result<Name> | Promise<Result<Name>>;

export type Handlers<Names extends CommandName> = { readonly [Name in Names]: Handler<Name> };

export type HandlerTable = Handlers<CommandName>;

export const PROGRAM_CHANGED: Refusal = {
  code: 'programChanged',
  message: msg('running.programChanged'),
  cure: msg('cure.restartDesk'),
};

export function done<Value>(value: Value): { readonly kind: 'done'; readonly value: Value } {
  return { kind: 'done', value };
}

export function refuse(refusal: Refusal): Answer<never> {
  return refused(refusal);
}

/** Turns a desk's answer into what a window gets. */
export function replyOf<Value, Shown>(answer: Answer<Value>, show: (value: Value) => Shown): Answer<Shown> {
  return answer.kind === 'done' ? done(show(answer.value)) : answer;
}

/** Turns a value or a refusal into what a window gets. */
export function replyWith<Value extends object, Shown>(
  value: Value | Refusal,
  show: (value: Value) => Shown,
): Answer<Shown> {
  return isRefusal(value) ? refuse(value) : done(show(value));
}

export function isRefusal(value: object): value is Refusal {
  return 'code' in value && 'message' in value && 'cure' in value;
}

/** Refuses the command while payouts are being sent or about to be, because it would delay them, and while the desk closes. */
export function unlessUnderWay<Params, Shown>(
  { runner }: Pick<HandlerContext, 'runner'>,
  act: (params: Params) => Answer<Shown> | Promise<Answer<Shown>>,
): (params: Params) => Answer<Shown> | Promise<Answer<Shown>> {
  return (params) => {
    const underWay = runner.refusalNow();
    return underWay === null ? act(params) : refuse(underWay);
  };
}

/** Finds a batch and its book. Returns a refusal if there is none. */
export function lookUpBatch(
  { stores }: Pick<HandlerContext, 'stores'>,
  id: BatchId,
): { readonly batch: BatchRecord; readonly store: HeadedWriter; readonly book: Book } | Refusal {
  const book = bookOfBatch(id);
  const store = stores[book];
  const batch = findBatch(store, id);
  return 'kind' in batch ? batch.refusal : { batch, store, book };
}

/** Splits a payout's name, already checked by the contract, into batch and row number. */
export function splitPayoutName(name: string): { readonly batch: BatchId; readonly rowNumber: number } {
  const [batch = '', rowNumber] = name.split('/');
  // Decoding: PAYOUT_NAME guarantees a batch id before the slash.
  return { batch: batch as BatchId, rowNumber: Number(rowNumber) };
}

// Lists that the desk sorts itself and cuts to the visible rows.

type SortValue = string | number | null;

const TEXT_ORDER = new Intl.Collator('en-IN', { numeric: true, sensitivity: 'base' });

/** Digits of a number whose length one character of a key can say. */
const NUMBER_DIGITS_MAX = 40;

/**
 * A key that compares as TEXT_ORDER compares the text, in a fifth of the time; null unless it has only letters A to Z, digits and
 * spaces, as most names do. A number is led by its count of digits, which comes after a space and before a letter.
 */
function plainKey(text: string): string | null {
  if (!/^[A-Za-z0-9 ]*$/.test(text)) return null;
  let isLong = false;
  const key = text.toLowerCase().replaceAll(/\d+/g, (number) => {
    const digits = number.replace(/^0+(?=\d)/, '');
    isLong ||= digits.length > NUMBER_DIGITS_MAX;
    return String.fromCharCode(0x30 + digits.length) + digits;
  });
  return isLong ? null : key;
}

/** Returns a sorted copy. Rows without a value come last in either direction; equal rows keep their order. */
export function sortedBy<Row>(
  rows: readonly Row[],
  read: (row: Row) => SortValue,
  direction: 'up' | 'down',
): readonly Row[] {
  const sign = direction === 'up' ? 1 : -1;
  const values = rows.map(read);
  const keys = values.map((value) => (typeof value === 'string' ? plainKey(value) : value));
  const compare = (one: number, other: number): number => {
    const [value, otherValue] = [values[one] ?? null, values[other] ?? null];
    if (value === null || otherValue === null) return Number(value === null) - Number(otherValue === null);
    const [key, otherKey] = [keys[one] ?? null, keys[other] ?? null];
    if (key === null || otherKey === null || typeof key !== typeof otherKey)
      return sign * TEXT_ORDER.compare(String(value), String(otherValue));
    return key === otherKey ? 0 : key < otherKey ? -sign : sign;
  };
  // Numbers are sorted instead of rows: a hundred thousand objects would cost more than comparing them.
  const order = Uint32Array.from(rows.keys()).sort((one, other) => compare(one, other) || one - other);
  return Array.from(order, (at) => rows[at]).filter((row) => row !== undefined);
}

export function rowsInWindow<Row>(
  rows: readonly Row[],
  { from, count }: { readonly from: number; readonly count: number },
): readonly Row[] {
  return rows.slice(from, from + count);
}

/** Whether one of these texts contains what was typed, ignoring case. */
export function holdsText(typed: string, texts: readonly (string | null)[]): boolean {
  const text = typed.trim().toLowerCase();
  return text === '' || texts.some((one) => one?.toLowerCase().includes(text) === true);
}
