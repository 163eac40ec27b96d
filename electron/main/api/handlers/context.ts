// What every handler of a window's command stands on. In: nothing. Out: types, and the small things all handlers need.
// This file must never hold what one command does.

import type { Answer } from '../../../../shared/api/answers.ts';
import type { AnswerOf, CommandName, TakenParamsOf } from '../../../../shared/api/contract.ts';
import type { Topic } from '../../../../shared/api/events.ts';
import type { NotDone, Reply } from '../../../../shared/api/reply.ts';
import type { BatchRecord } from '../../../../shared/batches.ts';
import { type Book, bookOfBatch } from '../../../../shared/books.ts';
import type { BatchId } from '../../../../shared/ids.ts';
import type { Refusal } from '../../../../shared/issues.ts';
import type { createDesk } from '../desk.ts';
import { findBatch } from '../desks.ts';
import type { DraftShelf } from '../drafts/draft-shelf.ts';
import type { EventHub } from '../held/event-hub.ts';
import type { FileShelf } from '../held/file-shelf.ts';
import type { HeldDesks } from '../held/hold-desk.ts';
import type { LeftOver } from '../held/left-over.ts';
import type { Memory } from '../held/memory.ts';
import type { RecentFiles } from '../held/recent-files.ts';
import type { Runner } from '../held/runner.ts';
import type { Surroundings } from '../held/surroundings.ts';
import type { DeskLog, Rooms, Writer } from '../ports.ts';
import type { NewestQuestion } from './newest-question.ts';

/** What does not change while the process lives. */
export interface DeskFacts {
  readonly version: string;
  readonly door: 'electron' | 'browser';
  readonly dataFolder: string;
  readonly actor: string;
}

export interface HandlerContext {
  readonly facts: DeskFacts;
  readonly rooms: Rooms;
  readonly desk: ReturnType<typeof createDesk>;
  readonly stores: Readonly<Record<Book, Writer>>;
  readonly runner: Runner;
  readonly hub: Pick<EventHub, 'place'>;
  readonly drafts: DraftShelf;
  readonly files: FileShelf;
  readonly questions: NewestQuestion;
  readonly memory: Memory;
  readonly recent: RecentFiles;
  readonly log: DeskLog;
  readonly warnings: readonly string[];
  readonly leftOver: Pick<LeftOver, 'pauseOf'>;
  readonly reopenAround: HeldDesks['reopenAround'];
  readonly surroundings: Pick<Surroundings, 'unreached' | 'forget'>;
  /** Tells all windows to ask again. */
  readonly tellChanged: (book: Book | null, ...topics: readonly Topic[]) => void;
}

type Result<Name extends CommandName> = Reply<AnswerOf<Name>>;

/** Shape: the parameters are checked already; the answer is checked again on its way out. */
export type Handler<Name extends CommandName> = (params: TakenParamsOf<Name>) => Result<Name> | Promise<Result<Name>>;

/** The handlers of some commands. */
export type Handlers<Names extends CommandName> = { readonly [Name in Names]: Handler<Name> };

export function done<Value>(value: Value): { readonly kind: 'done'; readonly value: Value } {
  return { kind: 'done', value };
}

export function refuse(refusal: Refusal): NotDone {
  return { kind: 'refused', refusal };
}

/** An answer of the desk as a window gets it. */
export function replyOf<Value, Shown>(answer: Answer<Value>, show: (value: Value) => Shown): Reply<Shown> {
  if (answer.kind === 'unsure') return { kind: 'unsure', refusal: answer.refusal };
  return answer.kind === 'done' ? done(show(answer.value)) : refuse(answer.refusal);
}

/** A value or a refusal as a window gets it. */
export function replyWith<Value extends object, Shown>(
  value: Value | Refusal,
  show: (value: Value) => Shown,
): Reply<Shown> {
  return isRefusal(value) ? refuse(value) : done(show(value));
}

export function isRefusal(value: object): value is Refusal {
  return 'code' in value && 'message' in value && 'cure' in value;
}

/** A command that is refused while payouts leave, or are about to, and once the desk closes: it would hold them up. */
export function unlessUnderWay<Params, Shown>(
  { runner }: Pick<HandlerContext, 'runner'>,
  act: (params: Params) => Reply<Shown> | Promise<Reply<Shown>>,
): (params: Params) => Reply<Shown> | Promise<Reply<Shown>> {
  return (params) => {
    const underWay = runner.whyNot();
    return underWay === null ? act(params) : refuse(underWay);
  };
}

/** The batch of that name with the desk it lies in. Errors: a refusal when there is none. */
export function lookUpBatch(
  { stores }: Pick<HandlerContext, 'stores'>,
  id: BatchId,
): { readonly batch: BatchRecord; readonly store: Writer; readonly book: Book } | Refusal {
  const book = bookOfBatch(id);
  const store = stores[book];
  const batch = findBatch(store, id);
  return 'kind' in batch ? batch.refusal : { batch, store, book };
}

/** The batch and the row that a payout's name is made of. */
export function splitPayoutName(name: string): { readonly batch: string; readonly rowNumber: number } {
  const dash = name.lastIndexOf('-');
  return { batch: name.slice(0, dash), rowNumber: Number(name.slice(dash + 1)) };
}
