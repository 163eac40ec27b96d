// Sends planned payment advice: one mail after the other over one connection, at the server's rate. Each mail is stored before it
// leaves and answered afterwards. What the server refuses for now is tried twice more; what it refuses for good is told; what may
// have been sent is never sent again by this. Whatever dies in between, what was acknowledged is never sent twice.

import { createHash } from 'node:crypto';
import type { Answer } from '../../../../shared/api/contract.ts';
import type { AdviceProgress } from '../../../../shared/api/mail-commands.ts';
import { unreachable } from '../../../../shared/failures.ts';
import { batchNumber } from '../../../../shared/ids.ts';
import { type AdviceState, type AdviceStop, domainOf, type MailServer } from '../../../../shared/mail.ts';
import { bookOfBatch } from '../../../../shared/profiles.ts';
import type { Language } from '../../../../shared/report-forms.ts';
import { bankOf } from '../../import/ifsc-list.ts';
import type { Delivery, Mailer, MailFault } from '../../mail/mailer.ts';
import type { Clock } from '../../platform/clock.ts';
import { payoutName } from '../../reports/report-payouts.ts';
import { refused, withWriter } from '../../session/desks.ts';
import type { System } from '../../session/system.ts';
import type { AdviceWriting } from '../../store/advice-mails.ts';
import { readRemembered } from '../runtime/memory.ts';
import { type AdviceStatus, statusIn } from './advice-status.ts';
import { NOBODY_LEFT, PLAN_CHANGED, stopWords } from './advice-words.ts';
import { findMailServer, mailerFor } from './mail-server.ts';
import { type AdviceAsked, type AdviceRecipient, planAdvice, type WholePlan } from './plan-advice.ts';

/** Waits before a mail that was refused for now is tried again, and before a lost server is called again. */
const TRY_AGAIN_MS: readonly number[] = [60_000, 300_000];
const CALL_AGAIN_MS: readonly number[] = [5_000, 30_000, 120_000];
/** So many in a row, and something is wrong with more than one mail. */
const UNSURE_MAX = 3;
const SAME_REFUSALS_MAX = 5;

export interface AdviceSending {
  readonly plan: WholePlan;
  readonly server: MailServer;
  readonly mailer: Mailer;
  readonly language: Language;
  readonly payer: string;
  /** The open desk, asked for anew each time: a window may reopen it. */
  readonly writing: () => AdviceWriting;
  /** Aborted with the reason to stop. The mail on its way is finished. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: AdviceProgress) => void;
}

interface Waiting extends AdviceRecipient {
  readonly dueMs: number;
  readonly failures: number;
}

/** Returns how it ended. Throws the disk's error; the mail on its way then counts as maybe sent. */
export async function sendAdvice(
  { clock }: Pick<System, 'clock'>,
  { plan, server, mailer, language, payer, writing, signal, onProgress }: AdviceSending,
): Promise<AdviceProgress> {
  const { composeAdvice } = await import('../../reports/payment-advice.ts');
  const { composeMail } = await import('../../reports/compose-mail.ts');
  const batch = batchNumber(plan.view.batch);
  const total = plan.recipients.length;
  const queue: Waiting[] = plan.recipients.map((one) => ({ ...one, dueMs: 0, failures: 0 }));
  const gapMs = 60_000 / server.perMinute;
  let done = 0;
  let nextMs = 0;
  let unsure = 0;
  let refusals: { readonly answer: string; readonly count: number } = { answer: '', count: 0 };
  const progress = (stop: AdviceProgress['stop'], active: boolean): AdviceProgress => ({ active, done, total, stop });
  const stopped = (code: AdviceStop, answer: string | null = null): AdviceProgress =>
    progress(stopWords(code, answer, server), false);
  const whyAborted = (): AdviceProgress => stopped(signal.reason === 'closing' ? 'closing' : 'person');
  /** Returns whether it was not cut short. */
  const waitUntil = (atMs: number): Promise<boolean> => wait(clock, atMs - clock.monotonicMs(), signal);
  try {
    for (;;) {
      const next = queue.shift();
      if (next === undefined) return progress(null, false);
      onProgress(progress(null, true));
      if (!(await waitUntil(Math.max(nextMs, next.dueMs)))) return whyAborted();
      const fault = await openPatiently(mailer, clock, signal);
      if (signal.aborted) return whyAborted();
      if (fault !== null) return stopped(fault.code, fault.answer);
      const { payout, address, tries } = next;
      const messageId = messageIdOf(plan, payoutName(payout), server.from);
      const content = await composeAdvice(plan.report, {
        payout,
        look: { language, payer, bankOf, emailColumn: null },
      });
      const { from, replyTo } = server;
      const mail = await composeMail(content, { from, to: address, replyTo, messageId, atMs: clock.nowMs() });
      const about = { batch, rowNumber: payout.rowNumber, address, sender: from, language, messageId, tries };
      const mailId = writing().begin(about, clock.nowMs());
      if (typeof mailId === 'string') {
        // The payment came back or has an alarm meanwhile, or another window has sent it.
        done += 1;
        continue;
      }
      nextMs = clock.monotonicMs() + gapMs;
      const delivery = await mailer.send({ from, to: address, content: mail });
      writing().answer(mailId, answerOf(delivery), clock.nowMs());
      switch (delivery.kind) {
        case 'sent':
          unsure = 0;
          refusals = { answer: '', count: 0 };
          break;
        case 'unsure':
          unsure += 1;
          break;
        case 'refused': {
          unsure = 0;
          const answer = delivery.answer.replaceAll(address, '').replaceAll(/\d{4,}/g, '');
          refusals = { answer, count: answer === refusals.answer ? refusals.count + 1 : 1 };
          break;
        }
        case 'later':
          if (delivery.fault !== null) return stopped(delivery.fault.code, delivery.fault.answer);
          break;
        default:
          return unreachable(delivery);
      }
      const again = delivery.kind === 'later' ? TRY_AGAIN_MS[next.failures] : undefined;
      if (again === undefined) done += 1;
      else insertByTime(queue, { ...next, tries: tries + 1, failures: next.failures + 1, dueMs: nextMs + again });
      if (unsure >= UNSURE_MAX) return stopped('unsure');
      if (refusals.count >= SAME_REFUSALS_MAX) return stopped('sameRefusals', refusals.answer);
    }
  } finally {
    mailer.close();
  }
}

/** Behind those that are due now, in the order of their times. */
function insertByTime(queue: Waiting[], one: Waiting): void {
  const at = queue.findIndex(({ dueMs }) => dueMs > one.dueMs);
  queue.splice(at === -1 ? queue.length : at, 0, one);
}

/** Opens the connection, again after a while where that may help. Returns why it could not be opened. */
async function openPatiently(mailer: Mailer, clock: Clock, signal: AbortSignal): Promise<MailFault | null> {
  for (const waitMs of [...CALL_AGAIN_MS, null]) {
    const opened = await mailer.open();
    if (opened.kind === 'open') return null;
    if (!opened.mayPass || waitMs === null || !(await wait(clock, waitMs, signal))) return opened;
  }
  return null;
}

function wait(clock: Clock, ms: number, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return Promise.resolve(false);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const cut = (): void => {
    callOff();
    resolve(false);
  };
  const callOff = clock.after(ms, () => {
    signal.removeEventListener('abort', cut);
    resolve(true);
  });
  signal.addEventListener('abort', cut, { once: true });
  return promise;
}

function answerOf(delivery: Delivery): { readonly outcome: AdviceState; readonly answer: string | null } {
  return { outcome: delivery.kind, answer: delivery.kind === 'unsure' ? null : delivery.answer };
}

/** The same for each mail about a payout, so that a mailbox or a person recognises one that came twice. */
function messageIdOf({ report: { head } }: WholePlan, payout: string, from: string): string {
  const hash = createHash('sha256').update(JSON.stringify([head.mid, head.fingerprint, head.confirmedAtMs, payout]));
  return `<advice.${hash.digest('hex').slice(0, 32)}@${domainOf(from)}>`;
}

/** Everything a sending needs, for exactly the plan that a person saw. The caller closes the mailer. */
export async function openSending(
  system: System,
  asked: AdviceAsked,
  seal: string,
): Promise<Answer<Pick<AdviceSending, 'plan' | 'server' | 'mailer' | 'language' | 'payer'>>> {
  const server = findMailServer(system);
  if ('code' in server) return refused(server);
  const made = await mailerFor(system, server);
  if (made.kind === 'refused') return refused(made.refusal);
  const planned = planAdvice(system, asked, server);
  if (planned.kind !== 'done') return planned;
  const plan = planned.value;
  if (plan.view.seal !== seal) return refused(PLAN_CHANGED);
  if (plan.recipients.length === 0) return refused(NOBODY_LEFT);
  const { payer } = readRemembered(system.files.settings).settings.books;
  return { kind: 'done', value: { plan, server, mailer: made.mailer, language: asked.language, payer } };
}

/** Plans again and sends, for a door without a window. Returns who got it in the end, and why it stopped early. */
export async function sendPlannedAdvice(
  system: System,
  asked: AdviceAsked,
  { seal, ...following }: { readonly seal: string } & Pick<AdviceSending, 'signal' | 'onProgress'>,
): Promise<Answer<AdviceStatus & Pick<AdviceProgress, 'stop'>>> {
  return await withWriter(system, bookOfBatch(asked.batch), async (store) => {
    const opened = await openSending(system, asked, seal);
    if (opened.kind !== 'done') return opened;
    const writing = (): AdviceWriting => store.adviceWriting;
    const { stop } = await sendAdvice(system, { ...opened.value, ...following, writing });
    const status = statusIn(store, asked.batch);
    return status.kind === 'done' ? { kind: 'done', value: { ...status.value, stop } } : status;
  });
}
