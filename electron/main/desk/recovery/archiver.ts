// Archiving from a window: begun by one command, followed and stopped by others. Nothing is sent or looked up meanwhile.

import type { Answer, AnswerOf } from '../../../../shared/api/contract.ts';
import type { BatchId } from '../../../../shared/ids.ts';
import { msg } from '../../../../shared/messages/message.ts';
import type { Book } from '../../../../shared/profiles.ts';
import type { Refusal } from '../../../../shared/rows.ts';
import type { System } from '../../session/system.ts';
import { done, type HandlerContext, type Handlers, refuse, replyOf } from '../runtime/context.ts';
import { type ArchiveGoing, archiveOld, planArchive } from './archive-old.ts';

const EMIT_EVERY_MS = 500;

interface ArchiverNeeds extends Pick<HandlerContext, 'emitChanged' | 'runner'> {
  readonly system: System;
  readonly onFault: (error: unknown) => void;
}

type Archiving = AnswerOf<'readArchiving'>;

/** One archiving at a time. */
export class Archiver {
  readonly #needs: ArchiverNeeds;
  readonly #archiving: Record<Book, Archiving> = { live: NOTHING, practice: NOTHING };
  #stopping: AbortController | null = null;

  constructor(needs: ArchiverNeeds) {
    this.#needs = needs;
  }

  read(book: Book): Archiving {
    return this.#archiving[book];
  }

  /** Begins with what a person confirmed. Refuses if something else is under way. */
  start(asked: {
    readonly book: Book;
    readonly withUnpaid: boolean;
    readonly batches: readonly BatchId[];
  }): Answer<AnswerOf<'startArchive'>> {
    const { runner } = this.#needs;
    const underWay = runner.refusalNow();
    if (underWay !== null) return refuse(underWay);
    const { signal } = (this.#stopping = new AbortController());
    void this.#carryOut(asked, signal);
    return done({});
  }

  /** Ends after the batch that is leaving the database, or at once while one is only copied. */
  stop(): void {
    this.#stopping?.abort();
  }

  async #carryOut({ book, withUnpaid, batches }: Parameters<Archiver['start']>[0], signal: AbortSignal): Promise<void> {
    const { system, runner, emitChanged, onFault } = this.#needs;
    let emittedMs = Number.NEGATIVE_INFINITY;
    const show = (archiving: Archiving): void => {
      this.#archiving[book] = archiving;
      const nowMs = system.clock.monotonicMs();
      if (archiving.going !== null && nowMs - emittedMs < EMIT_EVERY_MS) return;
      emittedMs = nowMs;
      emitChanged(book, 'archive');
    };
    const onProgress = (going: ArchiveGoing): void => show({ going, ended: null });
    show({ going: { batch: null, step: 'copy', done: 0, of: 0, at: 0, batches: batches.length }, ended: null });
    try {
      const answer = await runner.aside('archive', () =>
        archiveOld(system, { book, beforeMs: null, withUnpaid }, { batches, signal, onProgress }),
      );
      show({ going: null, ended: endOf(answer) });
    } catch (error) {
      onFault(error);
      show({ going: null, ended: { ...STOPPED, refusal: BROKEN } });
    } finally {
      if (this.#stopping?.signal === signal) this.#stopping = null;
    }
  }
}

const NOTHING: Archiving = { going: null, ended: null };

type Ended = NonNullable<Archiving['ended']>;

const STOPPED: Ended = {
  archived: [],
  isStopped: true,
  bytesBefore: 0,
  bytesAfter: 0,
  notCompacted: null,
  refusal: null,
};

function endOf(answer: Awaited<ReturnType<typeof archiveOld>>): Ended {
  if (answer.kind === 'done') {
    const { archived, isStopped, bytesBefore, bytesAfter, notCompacted } = answer.value;
    return { archived: [...archived], isStopped, bytesBefore, bytesAfter, notCompacted, refusal: null };
  }
  return { ...STOPPED, refusal: 'refusal' in answer ? answer.refusal : BROKEN };
}

const BROKEN: Refusal = {
  code: 'archiveBroken',
  message: msg('archive.broken'),
  cure: msg('cure.planArchiveAgain'),
};

type ArchiveCommand = 'planArchive' | 'startArchive' | 'stopArchive' | 'readArchiving';

export function archiveHandlers({
  system,
  archiver,
}: HandlerContext & { readonly archiver: Archiver }): Handlers<ArchiveCommand> {
  return {
    planArchive: ({ book, withUnpaid }) =>
      replyOf(
        planArchive(system, { book, beforeMs: null, withUnpaid }),
        ({ beforeMs, going, staying, unfinished, ...sums }) => {
          const shown = ({ id, name, payments, paise, lastAtMs, unpaid, stays }: (typeof going)[number]) => {
            return { batch: id, name, payments, paise, lastAtMs, unpaid, stays };
          };
          const { payments, paise, bytes, databaseBytes } = sums;
          const lists = { going: going.map(shown), staying: staying.map(shown), unfinished: [...unfinished] };
          return { beforeMs, ...lists, payments, paise, bytes, databaseBytes };
        },
      ),
    startArchive: ({ book, withUnpaid, batches }) => archiver.start({ book, withUnpaid, batches }),
    stopArchive: () => {
      archiver.stop();
      return done({});
    },
    readArchiving: ({ book }) => done(archiver.read(book)),
  };
}
