// What every handler of a window's command stands on.

import type { Answer, AnswerOf, CommandName, TakenParamsOf } from '../../../../shared/api/contract.ts';
import type { DeskEvent, Topic } from '../../../../shared/api/events.ts';
import type { BatchId } from '../../../../shared/ids.ts';
import type { Words } from '../../../../shared/messages/message.ts';
import { type Book, bookOfBatch } from '../../../../shared/profiles.ts';
import type { Refusal } from '../../../../shared/rows.ts';
import type { BatchRecord } from '../../domain/batches.ts';
import type { Log } from '../../platform/log.ts';
import { findBatch, refused } from '../../session/desks.ts';
import type { NewestQuestion } from '../../session/following.ts';
import type { System } from '../../session/system.ts';
import type { HeadedWriter } from '../../store/store.ts';
import type { ReceivedFiles } from '../drafts/received-files.ts';
import type { RecentFiles } from '../drafts/recent-files.ts';
import type { EnvironmentWatch } from './environment-watch.ts';
import type { EventHub } from './event-hub.ts';
import type { HeldDesks } from './hold-desk.ts';
import type { LeftOver } from './left-over.ts';
import type { Memory } from './memory.ts';
import type { Runner } from './runner.ts';

/** What does not change while the process lives. */
export interface DeskFacts {
  readonly version: string;
  readonly door: 'electron' | 'browser';
  readonly dataFolder: string;
  readonly actor: string;
}

export interface HandlerContext {
  readonly facts: DeskFacts;
  readonly system: System;
  readonly stores: Readonly<Record<Book, HeadedWriter>>;
  readonly runner: Runner;
  readonly hub: Pick<EventHub, 'place'>;
  readonly files: ReceivedFiles;
  readonly questions: NewestQuestion;
  readonly memory: Memory;
  readonly recent: RecentFiles;
  readonly log: Log;
  readonly warnings: readonly Words[];
  readonly leftOver: Pick<LeftOver, 'pauseOf'>;
  readonly reopenAround: HeldDesks['reopenAround'];
  readonly environmentWatch: Pick<EnvironmentWatch, 'unreached' | 'forget'>;
  /** Shows all windows what is around the desk now. */
  readonly emitAround: (about: Extract<DeskEvent, { kind: 'environment' }>['about']) => void;
  /** Has all windows ask again. */
  readonly emitChanged: (book: Book | null, ...topics: readonly Topic[]) => void;
}

type Result<Name extends CommandName> = Answer<AnswerOf<Name>>;

/** Shape: the parameters are checked already; the answer is checked again on its way out. */
export type Handler<Name extends CommandName> = (params: TakenParamsOf<Name>) => Result<Name> | Promise<Result<Name>>;

/** The handlers of some commands. */
export type Handlers<Names extends CommandName> = { readonly [Name in Names]: Handler<Name> };

/** The handlers of every command. */
export type HandlerTable = Handlers<CommandName>;

export function done<Value>(value: Value): { readonly kind: 'done'; readonly value: Value } {
  return { kind: 'done', value };
}

export function refuse(refusal: Refusal): Answer<never> {
  return refused(refusal);
}

/** An answer of the desk as a window gets it. */
export function replyOf<Value, Shown>(answer: Answer<Value>, show: (value: Value) => Shown): Answer<Shown> {
  return answer.kind === 'done' ? done(show(answer.value)) : answer;
}

/** A value or a refusal as a window gets it. */
export function replyWith<Value extends object, Shown>(
  value: Value | Refusal,
  show: (value: Value) => Shown,
): Answer<Shown> {
  return isRefusal(value) ? refuse(value) : done(show(value));
}

export function isRefusal(value: object): value is Refusal {
  return 'code' in value && 'message' in value && 'cure' in value;
}

/** A command that is refused while payouts leave, or are about to, and once the desk closes: it would hold them up. */
export function unlessUnderWay<Params, Shown>(
  { runner }: Pick<HandlerContext, 'runner'>,
  act: (params: Params) => Answer<Shown> | Promise<Answer<Shown>>,
): (params: Params) => Answer<Shown> | Promise<Answer<Shown>> {
  return (params) => {
    const underWay = runner.whyNot();
    return underWay === null ? act(params) : refuse(underWay);
  };
}

/** The batch of that name with the desk it lies in. Errors: a refusal when there is none. */
export function lookUpBatch(
  { stores }: Pick<HandlerContext, 'stores'>,
  id: BatchId,
): { readonly batch: BatchRecord; readonly store: HeadedWriter; readonly book: Book } | Refusal {
  const book = bookOfBatch(id);
  const store = stores[book];
  const batch = findBatch(store, id);
  return 'kind' in batch ? batch.refusal : { batch, store, book };
}

/** The batch and the row that a payout's name is made of. Shape: `name` as the contract has checked it. */
export function splitPayoutName(name: string): { readonly batch: BatchId; readonly rowNumber: number } {
  const [batch = '', rowNumber] = name.split('/');
  // Decoding: PAYOUT_NAME has the shape of a batch's id before the stroke.
  return { batch: batch as BatchId, rowNumber: Number(rowNumber) };
}

// Lists that the desk makes itself, sorted as a person asked and cut to the rows in sight.

type SortValue = string | number | null;

const TEXT_ORDER = new Intl.Collator('en-IN', { numeric: true, sensitivity: 'base' });

/** A sorted copy. Shape: what has no value comes last in either direction; equals stay in the order they had. */
export function sortedBy<Row>(
  rows: readonly Row[],
  read: (row: Row) => SortValue,
  direction: 'up' | 'down',
): readonly Row[] {
  const sign = direction === 'up' ? 1 : -1;
  return rows
    .map((row) => ({ row, value: read(row) }))
    .sort(({ value: one }, { value: other }) => {
      if (one === null || other === null) return Number(one === null) - Number(other === null);
      return (
        sign *
        (typeof one === 'number' && typeof other === 'number'
          ? one - other
          : TEXT_ORDER.compare(String(one), String(other)))
      );
    })
    .map(({ row }) => row);
}

/** The rows in sight. */
export function rowsInWindow<Row>(
  rows: readonly Row[],
  { from, count }: { readonly from: number; readonly count: number },
): readonly Row[] {
  return rows.slice(from, from + count);
}

/** Whether one of these holds what was typed, without case. */
export function holdsText(typed: string, texts: readonly (string | null)[]): boolean {
  const text = typed.trim().toLowerCase();
  return text === '' || texts.some((one) => one?.toLowerCase().includes(text) === true);
}
