// Makes payment passports: reads the payments, makes a page for each, writes the root over all of them into the audit log, and then
// the files. A payment that changes meanwhile gets no passport. What was written into the log and given to nobody does no harm.

import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import type { Answer } from '../../../../shared/api/contract.ts';
import { invariant } from '../../../../shared/failures.ts';
import { type BatchId, type CommandId, formatPayoutName } from '../../../../shared/ids.ts';
import { msg } from '../../../../shared/messages/message.ts';
import { treeOver } from '../../../../shared/passport/merkle.ts';
import {
  encodePassport,
  hashOfPassport,
  headOf,
  PASSPORTS_MAX,
  type Passport,
  type PassportPayment,
} from '../../../../shared/passport/passport.ts';
import { updateOf } from '../../../../shared/passport/passport-pdf.ts';
import { bookOfBatch } from '../../../../shared/profiles.ts';
import type { Language } from '../../../../shared/report-forms.ts';
import { maskAccount, type Refusal } from '../../../../shared/rows.ts';
import type { StateKind } from '../../../../shared/states.ts';
import type { BatchRecord } from '../../domain/batches.ts';
import type { BatchReport, UnpricedPayout } from '../../domain/report.ts';
import { bankOf } from '../../import/ifsc-list.ts';
import { type FillFile, writeByEnding } from '../../reports/atomic-file.ts';
import { alarmsByRow, localIso } from '../../reports/report-payouts.ts';
import { changeOnce, findBatch, onceWithWriter, refused } from '../../session/desks.ts';
import type { System } from '../../session/system.ts';
import type { CommandTicket } from '../../store/command-tickets.ts';
import type { LoggedEntry } from '../../store/payout-entries.ts';
import type { HeadedWriter } from '../../store/store.ts';
import { CHANGED_MEANWHILE } from '../drafts/draft.ts';
import { isSourceSheet } from '../drafts/source-sheets.ts';
import { readRemembered } from '../runtime/memory.ts';

export interface PassportRequest {
  readonly batch: BatchId;
  /** Null for all payments of the batch that are paid. */
  readonly rowNumber: number | null;
  /** A .pdf or .json for one payment, a .zip for one or many. */
  readonly path: string;
  readonly force?: boolean;
  readonly language: Language;
  readonly commandId?: CommandId | null;
}

/** `entry` and `hash`: what a passport is checked against. */
export interface PassportsMade {
  readonly file: string;
  readonly batch: BatchId;
  readonly payouts: readonly string[];
  readonly entry: number;
  readonly hash: string;
}

/** States in which a payment has something to show. */
const SHOWN_STATES: readonly StateKind[] = ['processing', 'unknown', 'success', 'failed', 'rejected', 'reversed'];

/** Writes passports. Refuses if there is nothing to show, if a payment changes meanwhile, or if the file cannot be written. */
export function makePassports(system: System, request: PassportRequest): Promise<Answer<PassportsMade>> {
  const { batch, rowNumber, path, commandId: id = null } = request;
  const what = `passport ${JSON.stringify([batch, rowNumber, path])}`;
  return onceWithWriter<PassportsMade>(
    system,
    { book: bookOfBatch(batch), id, what },
    { stands: () => null, act: (store, ticket) => make(system, { store, ticket, request }) },
  );
}

interface Making {
  readonly store: HeadedWriter;
  readonly ticket: CommandTicket | null;
  readonly request: PassportRequest;
}

async function make(system: System, { store, ticket, request }: Making): Promise<Answer<PassportsMade>> {
  const { path, force = false } = request;
  const batch = findBatch(store, request.batch);
  if ('kind' in batch) return batch;
  const changed = store.checkBatch(batch);
  if (changed !== null) return refused(changed);
  let made: readonly MadePassport[] = [];
  const fillWith =
    (contentOf: (passports: readonly MadePassport[]) => Promise<Readable> | Readable): FillFile =>
    async (sink, signal) => {
      const passports = await passportsOf(system, { store, ticket, batch, request });
      if ('code' in passports) return passports;
      made = passports;
      await pipeline(await contentOf(passports), sink, { signal });
      return null;
    };
  const [ofOne, ofAll] = [
    {
      '.pdf': fillWith(([one]) => Readable.from(one === undefined ? [] : [one.pdf])),
      '.json': fillWith(([one]) => Readable.from(one === undefined ? [] : [`${one.text}\n`])),
    },
    { '.zip': fillWith((passports) => zipOf(system, passports)) },
  ];
  const written = await writeByEnding(
    { path, existing: { force, isSource: isSourceSheet(system, batch) }, track: system.files.track },
    { what: 'report', forms: request.rowNumber === null ? ofAll : { ...ofOne, ...ofAll } },
  );
  if (written.kind === 'refused') return refused(written.refusal);
  const [first] = made;
  invariant(first !== undefined, 'a file of passports was written without one');
  return {
    kind: 'done',
    value: {
      file: written.path,
      batch: request.batch,
      payouts: made.map(({ payment }) => payment.payout),
      entry: first.head.sequence,
      hash: first.head.hash,
    },
  };
}

interface MadePassport {
  readonly payment: PassportPayment;
  readonly text: string;
  readonly pdf: Uint8Array;
  readonly head: NonNullable<Awaited<ReturnType<typeof headOf>>>;
}

async function passportsOf(
  system: System,
  { store, ticket, batch, request }: Making & { readonly batch: BatchRecord },
): Promise<readonly MadePassport[] | Refusal> {
  const nowMs = system.clock.nowMs();
  const report = store.report(batch, nowMs);
  const payouts = chosenOf(report, request.rowNumber);
  if ('code' in payouts) return payouts;
  const entries = store.payoutEntries.last(
    batch.batch,
    payouts.map(({ rowNumber }) => rowNumber),
  );
  const payer = readRemembered(system.files.settings).settings.books.payer || batch.profile;
  const { encodeCode, makePassportPage, sha256 } = await import('../../reports/passport-page.ts');
  const alarmed = alarmsByRow(report);
  const unsealed: Pick<Passport, 'payment' | 'salt' | 'page'>[] = [];
  const pages: Uint8Array[] = [];
  for (const payout of payouts) {
    const entry = entries.get(payout.rowNumber);
    if (entry === undefined) return NOTHING_TO_SHOW;
    const about = { report, payer, entry, isAlarmed: alarmed.has(payout.rowNumber), language: request.language };
    const payment = await paymentOf(payout, about);
    const { bytes, page } = await makePassportPage(payment, { count: payouts.length, madeAtMs: nowMs });
    // The desk goes on meanwhile: an answer to a payout must not wait.
    await setImmediate();
    pages.push(bytes);
    unsealed.push({ payment, salt: randomBytes(16).toString('hex'), page });
  }
  const leaves = await Promise.all(unsealed.map((one) => hashOfPassport(one, sha256)));
  const { root, paths } = await treeOver(leaves, sha256);
  const entry = changeOnce(system, { store, ticket }, () =>
    store.writePassportRoot({ batch: batch.batch, atMs: system.clock.nowMs(), root, entries }),
  );
  if (entry === null) return CHANGED_MEANWHILE;
  const made: MadePassport[] = [];
  for (const [leaf, one] of unsealed.entries()) {
    const passport: Passport = { passport: 1, ...one, leaf, path: paths[leaf] ?? [], entry };
    await setImmediate();
    const head = await headOf(passport, sha256);
    invariant(head?.hash === store.chain.hashAt(entry.sequence), 'a passport does not lead to the entry of its root');
    const page = pages[leaf] ?? new Uint8Array();
    const update = updateOf(page, passport, encodeCode);
    invariant(update !== null, 'the page of a passport does not end as a PDF does');
    made.push({ payment: one.payment, text: encodePassport(passport), pdf: Buffer.concat([page, update]), head });
  }
  return made;
}

/** The payments that get a passport. */
function chosenOf(report: BatchReport, rowNumber: number | null): readonly UnpricedPayout[] | Refusal {
  if (rowNumber === null && report.head.counts.success > PASSPORTS_MAX) {
    return {
      code: 'tooManyPassports',
      message: msg('passport.tooMany', { count: report.head.counts.success, max: PASSPORTS_MAX }),
      cure: msg('cure.passportOfOne'),
    };
  }
  const one = rowNumber === null ? null : report.payoutAt(rowNumber);
  const chosen: readonly UnpricedPayout[] =
    rowNumber === null
      ? [...report.payouts()].filter(({ state }) => state === 'success')
      : one !== null && SHOWN_STATES.includes(one.state)
        ? [one]
        : [];
  return chosen.length === 0 ? NOTHING_TO_SHOW : chosen;
}

const NOTHING_TO_SHOW: Refusal = {
  code: 'nothingToShow',
  message: msg('passport.nothing'),
  cure: msg('cure.passportLater'),
};

interface PaymentContext {
  readonly report: Pick<BatchReport, 'head' | 'asOfMs'>;
  readonly payer: string;
  readonly entry: LoggedEntry;
  readonly isAlarmed: boolean;
  readonly language: Language;
}

/** What a passport says of a payment. */
export async function paymentOf(
  payout: UnpricedPayout,
  { report: { head, asOfMs }, payer, entry, isAlarmed, language }: PaymentContext,
): Promise<PassportPayment> {
  const { batch, rowNumber, beneficiary, ids, name, amountPaise, state, message, reference, remark } = payout;
  const isUpi = beneficiary.method === 'UPI';
  return {
    payout: formatPayoutName(batch, rowNumber),
    environment: head.environment,
    payer,
    mid: head.mid,
    payee: name,
    method: beneficiary.method,
    // A UPI ID is how its owner is known; of an account only the last digits are shown.
    payTo: isUpi ? beneficiary.upiId : maskAccount(beneficiary.accountNumber),
    ifsc: isUpi ? null : beneficiary.ifsc,
    bank: isUpi ? null : await bankOf(beneficiary.ifsc),
    amountPaise,
    state,
    isDecided: message?.code === 'decision.paid' || message?.code === 'decision.notPaid',
    isAlarmed,
    utr: ids.utr,
    rrn: ids.rrn,
    transactionId: ids.transactionId,
    reference,
    remark,
    sentAt: timeOf(payout.sentAtMs),
    settledAt: timeOf(payout.settledAtMs),
    asOf: localIso(asOfMs),
    entry: entry.sequence,
    entryHash: entry.hash,
    language,
  };
}

function timeOf(atMs: number | null): string | null {
  return atMs === null ? null : localIso(atMs);
}

/** Each passport as a PDF, and the page that checks them. */
async function zipOf(system: System, passports: readonly MadePassport[]): Promise<Readable> {
  const { ZipFile } = await import('yazl');
  const zip = new ZipFile();
  const options = { mtime: new Date(system.clock.nowMs()), mode: 0o100_600 };
  for (const { payment, pdf } of passports) {
    zip.addBuffer(Buffer.from(pdf), `${payment.payout.replace('/', '-')}.pdf`, options);
  }
  zip.addBuffer(await readFile(system.files.checkerPath), 'passport-checker.html', options);
  zip.end();
  return zip.outputStream as Readable;
}
