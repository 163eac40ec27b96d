// Payment advice in a window: its mail server, who would get one, and one sending at a time in this process. Sending never starts
// by itself: after a restart a person sends again, and only those who are left get a mail.

import type { Answer, AnswerOf } from '../../../../shared/api/contract.ts';
import type { AdviceProgress } from '../../../../shared/api/mail-commands.ts';
import type { BatchId } from '../../../../shared/ids.ts';
import type { MailServer } from '../../../../shared/mail.ts';
import { type Book, bookOfBatch } from '../../../../shared/profiles.ts';
import type { Refusal } from '../../../../shared/rows.ts';
import type { System } from '../../session/system.ts';
import type { HeadedWriter } from '../../store/store.ts';
import {
  done,
  type HandlerContext,
  type Handlers,
  isRefusal,
  refuse,
  replyOf,
  rowsInWindow,
  unlessUnderWay,
} from '../runtime/context.ts';
import { readRemembered, windowLanguage } from '../runtime/memory.ts';
import { CLOSING } from '../runtime/runner.ts';
import { statusIn } from './advice-status.ts';
import { ADVICE_UNDER_WAY, stopWords } from './advice-words.ts';
import {
  findMailServer,
  prepareMailServer,
  readPasswordState,
  removeMailPassword,
  setMailPassword,
  testMail,
} from './mail-server.ts';
import { type AdviceAsked, planAdvice } from './plan-advice.ts';
import { openSending, sendAdvice } from './send-advice.ts';

/** How long closing the desk waits for the mail on its way. It then counts as maybe sent. */
const CLOSE_WITHIN_MS = 5_000;
/** Pages are told no more often. */
const EMIT_EVERY_MS = 500;

interface SenderNeeds {
  readonly system: System;
  readonly stores: Readonly<Record<Book, HeadedWriter>>;
  readonly emitChanged: HandlerContext['emitChanged'];
  readonly onFault: (error: unknown) => void;
}

interface Active {
  readonly batch: BatchId;
  readonly stopping: AbortController;
  readonly cut: () => void;
  readonly ended: Promise<void>;
}

/** Sends one batch's advice at a time. */
export class AdviceSender {
  readonly #needs: SenderNeeds;
  readonly #progress = new Map<BatchId, AdviceProgress>();
  #active: Active | null = null;
  #isOver = false;

  constructor(needs: SenderNeeds) {
    this.#needs = needs;
  }

  /** How a batch's sending in this process goes, or ended; null if there was none. */
  progressOf(batch: BatchId): AdviceProgress | null {
    return this.#progress.get(batch) ?? null;
  }

  /** Starts sending what was planned. Refuses another plan than the person saw. */
  async start(asked: AdviceAsked, seal: string): Promise<Answer<AnswerOf<'sendAdvice'>>> {
    const { system, stores } = this.#needs;
    const busy = this.#refusalNow();
    if (busy !== null) return refuse(busy);
    const opened = await openSending(system, asked, seal);
    if (opened.kind !== 'done') return opened;
    // Another window may have started meanwhile, or the desk is closing.
    const busySince = this.#refusalNow();
    if (busySince !== null) return refuse(busySince);
    const { mailer, server } = opened.value;
    const stopping = new AbortController();
    const { batch } = asked;
    const book = bookOfBatch(batch);
    let emittedMs = 0;
    const tell = (progress: AdviceProgress): void => {
      this.#progress.set(batch, progress);
      const nowMs = system.clock.monotonicMs();
      if (progress.active && nowMs - emittedMs < EMIT_EVERY_MS) return;
      emittedMs = nowMs;
      this.#needs.emitChanged(book, 'advice');
    };
    tell({ active: true, done: 0, total: opened.value.plan.recipients.length, stop: null });
    const sending = sendAdvice(system, {
      ...opened.value,
      writing: () => stores[book].adviceWriting,
      signal: stopping.signal,
      onProgress: tell,
    });
    const ended = sending
      .catch((error: unknown): AdviceProgress => {
        this.#needs.onFault(error);
        return this.#broken(batch, server);
      })
      .then((progress) => {
        this.#active = null;
        tell(progress);
      });
    this.#active = { batch, stopping, cut: () => mailer.close(), ended };
    return done({});
  }

  #refusalNow(): Refusal | null {
    if (this.#isOver) return CLOSING;
    return this.#active === null ? null : ADVICE_UNDER_WAY;
  }

  #broken(batch: BatchId, server: MailServer): AdviceProgress {
    const { done: count, total } = this.progressOf(batch) ?? { done: 0, total: 0 };
    return { active: false, done: count, total, stop: stopWords('disk', null, server) };
  }

  /** The mail on its way is finished. */
  stop(batch: BatchId): void {
    if (this.#active?.batch === batch) this.#active.stopping.abort('person');
  }

  /** Closes, and starts nothing more. */
  async end(): Promise<void> {
    this.#isOver = true;
    await this.close();
  }

  /** Stops, and waits a little for the mail on its way. */
  async close(): Promise<void> {
    const active = this.#active;
    if (active === null) return;
    active.stopping.abort('closing');
    const callOff = this.#needs.system.clock.after(CLOSE_WITHIN_MS, active.cut);
    await active.ended;
    callOff();
  }
}

type MailCommand =
  | 'readMailServer'
  | 'saveMailServer'
  | 'setMailPassword'
  | 'removeMailPassword'
  | 'testMail'
  | 'planAdvice'
  | 'sendAdvice'
  | 'stopAdvice'
  | 'readAdvice';

export function adviceHandlers(context: HandlerContext & { readonly advice: AdviceSender }): Handlers<MailCommand> {
  const { system, memory, stores, emitChanged, advice } = context;
  const changed = <Value>(answer: Answer<Value>): Answer<Value> => {
    emitChanged(null, 'settings');
    return answer;
  };
  return {
    readMailServer: async () => {
      const { mail } = readRemembered(system.files.settings);
      const kept = mail === null ? ({ kind: 'none' } as const) : await readPasswordState(system, mail);
      return done({ server: mail, kept } satisfies AnswerOf<'readMailServer'>);
    },
    saveMailServer: async ({ server }) => {
      const wrong = await prepareMailServer(system, server);
      if (wrong !== null) return refuse(wrong);
      memory.rememberMail(server);
      return changed(done({}));
    },
    setMailPassword: async ({ password }) =>
      changed(replyOf(await setMailPassword(system, password), (kept) => ({ kept }))),
    removeMailPassword: async () => changed(replyOf(await removeMailPassword(system), (removed) => ({ removed }))),
    testMail: () => testMail(system, windowLanguage(system)),
    // Reading a whole batch takes seconds for the largest.
    planAdvice: unlessUnderWay(context, (asked) => {
      const server = findMailServer(system);
      return isRefusal(server) ? refuse(server) : replyOf(planAdvice(system, asked, server), ({ view }) => view);
    }),
    sendAdvice: unlessUnderWay(context, ({ seal, batch, language, emailColumn, again }) =>
      advice.start({ batch, language, emailColumn, again }, seal),
    ),
    stopAdvice: ({ batch }) => {
      advice.stop(batch);
      return done({});
    },
    readAdvice: ({ batch, window }) =>
      replyOf(statusIn(stores[bookOfBatch(batch)], batch), ({ counts, lines }) => ({
        counts,
        total: lines.length,
        lines: [...rowsInWindow(lines, window)],
        progress: advice.progressOf(batch),
      })),
  };
}
