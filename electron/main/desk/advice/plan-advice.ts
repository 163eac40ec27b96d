// Who gets a payment advice by e-mail, and who does not, as a person sees it before anything leaves. The address is the one that
// advice-address.ts chooses for drafts; a payment that is not known to be paid, or has an open alarm, gets none.

import { createHash } from 'node:crypto';
import type { Answer } from '../../../../shared/api/contract.ts';
import { ADVICE_NAMED, type AdvicePlan } from '../../../../shared/api/mail-commands.ts';
import type { BatchId } from '../../../../shared/ids.ts';
import { ADVICE_HOLDS, type AdviceHold, type MailServer } from '../../../../shared/mail.ts';
import { msg } from '../../../../shared/messages/message.ts';
import { bookOfBatch } from '../../../../shared/profiles.ts';
import type { Language } from '../../../../shared/report-forms.ts';
import { concernedPayouts } from '../../domain/late-news.ts';
import type { BatchReport, ReportPayout } from '../../domain/report.ts';
import { readAddresses } from '../../reports/advice-address.ts';
import { payoutName } from '../../reports/report-payouts.ts';
import { findBatch, noSuchBatch, refused, withReader } from '../../session/desks.ts';
import { lockedRefusal } from '../../session/locked-desk.ts';
import type { System } from '../../session/system.ts';
import type { AdviceMail } from '../../store/advice-mails.ts';
import type { HeadedReader } from '../../store/store.ts';

/** A sending stays in memory until it ends; at 20 a minute this many take most of a day. */
const PAYEES_MAX = 20_000;

export interface AdviceAsked {
  readonly batch: BatchId;
  readonly language: Language;
  /** As for readAddresses(). */
  readonly emailColumn: string | null;
  /** Payouts, or an AdviceUndelivered for all of a kind, that get another mail although an earlier one did not surely arrive. */
  readonly again: readonly string[];
  /** Practice: the payees themselves get the mail. */
  readonly toPayees?: boolean;
}

/** One mail to send. `tries`: earlier mails of the payout. */
export interface AdviceRecipient {
  readonly payout: ReportPayout;
  readonly address: string;
  readonly tries: number;
}

export interface WholePlan {
  readonly view: AdvicePlan;
  readonly report: Pick<BatchReport, 'head' | 'asOfMs'>;
  readonly recipients: readonly AdviceRecipient[];
}

/** Reads the batch as it is now. Refuses an unclear address column, a locked desk, and when nobody is paid. */
export function planAdvice(system: System, asked: AdviceAsked, server: MailServer): Answer<WholePlan> {
  return withReader(system, bookOfBatch(asked.batch), {
    act: (store) => planIn(store, { asked, server, nowMs: system.clock.nowMs() }),
    absent: () => refused(noSuchBatch(asked.batch)),
  });
}

function planIn(
  store: HeadedReader,
  { asked, server, nowMs }: { readonly asked: AdviceAsked; readonly server: MailServer; readonly nowMs: number },
): Answer<WholePlan> {
  const { batch: id, emailColumn, language } = asked;
  if (store.standing.kind === 'locked') return refused(lockedRefusal(store, bookOfBatch(id)));
  const batch = findBatch(store, id);
  if ('kind' in batch) return batch;
  const changed = store.checkBatch(batch);
  if (changed !== null) return refused(changed);
  const report = store.report(batch, nowMs);
  if (report.head.counts.success === 0) {
    return refused({ code: 'nothingPaid', message: msg('advice.nothingPaid'), cure: msg('cure.adviceLater') });
  }
  const addresses = readAddresses(report, emailColumn);
  if ('code' in addresses) return refused(addresses);
  const mails = new Map(store.adviceMails.list(batch.batch).map((mail) => [mail.rowNumber, mail]));
  const alarmed = new Set(report.alarms.flatMap(concernedPayouts).map(payoutName));
  const withheld = new Map(addresses.withheld.map(({ payout, address }) => [payout, address]));
  const again = new Set<string>(asked.again);
  const undelivered = { refused: 0, unsure: 0 };
  const toSelf = report.head.environment === 'PRACTICE' && asked.toPayees !== true;
  const recipients: AdviceRecipient[] = [];
  const held = new Map<AdviceHold, Payee[]>();
  const all: string[] = [];
  for (const payout of report.payouts()) {
    const name = payoutName(payout);
    const mail = mails.get(payout.rowNumber) ?? null;
    const own = addresses.of(payout);
    const isAlarmed = alarmed.has(name);
    const isAgain = again.has(name) || (mail !== null && again.has(mail.state));
    const why = holdOf(payout, { mail, own, isAlarmed, isShared: withheld.has(name), isAgain });
    const untold = mail?.state === 'refused' || mail?.state === 'unsure' ? mail.state : null;
    if (untold !== null && (why === null || why === untold)) undelivered[untold] += 1;
    const address = own ?? withheld.get(name) ?? null;
    all.push(`${name} ${payout.state} ${mail?.tries ?? 0} ${mail?.state ?? ''} ${own ?? ''} ${isAlarmed ? 1 : 0}`);
    if (why === null && own !== null) {
      recipients.push({ payout, address: toSelf ? server.from : own, tries: mail?.tries ?? 0 });
    } else if (why !== null) {
      const payees = held.get(why);
      const one = payeeOf(payout, address);
      if (payees === undefined) held.set(why, [one]);
      else payees.push(one);
    }
  }
  if (recipients.length > PAYEES_MAX) {
    const message = msg('advice.tooManySlips', { count: recipients.length, max: PAYEES_MAX });
    return refused({ code: 'tooManySlips', message, cure: msg('cure.mailMerge') });
  }
  const { from, replyTo, perMinute, host, port, user } = server;
  const seal = createHash('sha256')
    .update(JSON.stringify([from, replyTo, host, port, user, language, emailColumn, toSelf, all, [...again].sort()]))
    .digest('hex');
  const view: AdvicePlan = {
    batch: id,
    from,
    replyTo,
    toSelf,
    perMinute,
    sum: sumOf(recipients.map(({ payout }) => ({ paise: payout.amountPaise }))),
    payees: recipients.slice(0, ADVICE_NAMED).map(({ payout, address }) => payeeOf(payout, address)),
    held: ADVICE_HOLDS.flatMap((why) => {
      const payees = held.get(why);
      return payees === undefined ? [] : [{ why, sum: sumOf(payees), payees: payees.slice(0, ADVICE_NAMED) }];
    }),
    undelivered,
    seal,
  };
  return { kind: 'done', value: { view, report, recipients } };
}

interface Holding {
  readonly mail: AdviceMail | null;
  readonly own: string | null;
  readonly isAlarmed: boolean;
  readonly isShared: boolean;
  readonly isAgain: boolean;
}

/** Why a payee gets no advice now, or null. */
function holdOf({ state }: ReportPayout, { mail, own, isAlarmed, isShared, isAgain }: Holding): AdviceHold | null {
  if (mail?.state === 'sent') return 'sent';
  if (state !== 'success') return 'notPaid';
  if (isAlarmed) return 'alarm';
  if (own === null) return isShared ? 'shared' : 'noAddress';
  if (mail !== null && mail.state !== 'later' && !isAgain) return mail.state;
  return null;
}

type Payee = AdvicePlan['payees'][number];

function payeeOf(payout: ReportPayout, address: string | null): Payee {
  return { payout: payoutName(payout), name: payout.name, paise: payout.amountPaise, address };
}

function sumOf(of: readonly { readonly paise: number }[]): AdvicePlan['sum'] {
  return { count: of.length, paise: of.reduce((sum, { paise }) => sum + paise, 0) };
}
