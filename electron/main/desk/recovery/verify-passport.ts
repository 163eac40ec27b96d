// Checks a payment passport at the desk that made it: nothing in the file is changed, the entry it leads to is in this desk's log,
// and what is true of the payment now.

import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Answer } from '../../../../shared/api/contract.ts';
import type { PassportVerdict, ReportFinding } from '../../../../shared/api/views.ts';
import { errorCode } from '../../../../shared/failures.ts';
import { type BatchId, parseBatchId } from '../../../../shared/ids.ts';
import { type Message, msg } from '../../../../shared/messages/message.ts';
import type { Passport, PassportHead, PassportPayment } from '../../../../shared/passport/passport.ts';
import { type OpenedPassport, openPassport } from '../../../../shared/passport/passport-pdf.ts';
import { bookOfBatch, environmentOf } from '../../../../shared/profiles.ts';
import type { Refusal } from '../../../../shared/rows.ts';
import { alarmsByRow } from '../../reports/report-payouts.ts';
import { findBatch, noSuchBatch, refused } from '../../session/desks.ts';
import type { System } from '../../session/system.ts';
import type { HeadedReader } from '../../store/store.ts';
import { paymentOf } from '../payouts/passports.ts';

/** No passport is longer; a page is some ten kilobytes. */
const PASSPORT_BYTES_MAX = 4 * 1024 * 1024;

/** Verifies a passport. Refuses a file that cannot be read or is none; an altered one is a finding. */
export async function verifyPassport(system: System, path: string): Promise<Answer<PassportVerdict>> {
  const opened = await readPassport(path);
  if ('code' in opened) return refused(opened);
  if (opened.kind === 'notOne') return refused(NOT_A_PASSPORT);
  const name = basename(path);
  const { passport } = opened;
  const batch = passport === null ? null : batchOf(passport.payment);
  if (opened.kind === 'altered' || batch === null) {
    const isPageAlone = opened.kind === 'altered' && passport !== null;
    const message = msg(isPageAlone ? 'verify.passport.page' : 'verify.passport.altered');
    return verdictOf(name, passport, { head: null, findings: [found('altered', message)] });
  }
  const { head } = opened;
  const opening = system.openReader(bookOfBatch(batch));
  if (opening.kind === 'refused') return refused(opening.refusal);
  if (opening.kind !== 'open') return refused(noSuchBatch(batch));
  const { store } = opening;
  try {
    const isOurs = store.hashAt(head.sequence) === head.hash;
    const findings = isOurs
      ? await changesSince(store, { passport: opened.passport, batch, nowMs: system.clock.nowMs() })
      : [found('altered', msg('verify.passport.notOurs', { entry: head.sequence }))];
    return verdictOf(name, opened.passport, { head, findings });
  } finally {
    store.close();
  }
}

function verdictOf(
  file: string,
  passport: Passport | null,
  { head, findings }: { readonly head: PassportHead | null; readonly findings: readonly ReportFinding[] },
): Answer<PassportVerdict> {
  const worst = (['altered', 'outdated'] as const).find((kind) => findings.some((one) => one.kind === kind));
  const about = { file, payout: passport?.payment.payout ?? null, asOf: passport?.payment.asOf ?? null };
  const against = { entry: head?.sequence ?? null, hash: head?.hash ?? null };
  return { kind: 'done', value: { ...about, ...against, verdict: worst ?? 'same', findings } };
}

function found(kind: 'altered' | 'outdated', message: Message): ReportFinding {
  return { kind, message };
}

async function readPassport(path: string): Promise<OpenedPassport | Refusal> {
  const bytes = await readNamedFile(path, PASSPORT_BYTES_MAX);
  if (bytes === null) return NOT_A_PASSPORT;
  if ('code' in bytes) return bytes;
  const { encodeCode, sha256 } = await writer();
  return await openPassport(bytes, { encodeCode, sha256 });
}

/** The bytes of a file that a person named, or why it cannot be read; null for a longer one, or no file at all. */
export async function readNamedFile(path: string, bytesMax: number): Promise<Buffer | Refusal | null> {
  try {
    const facts = await stat(path);
    return facts.isFile() && facts.size <= bytesMax ? await readFile(path) : null;
  } catch (error) {
    const code = errorCode(error);
    if (code === null) throw error;
    const file = basename(path);
    return code === 'ENOENT' || code === 'ENOTDIR'
      ? { code: 'missingFile', message: msg('backup.fileMissing', { file }), cure: msg('file.missingFile.cure') }
      : {
          code: 'unreadableFile',
          message: msg('file.unreadableFile', { reason: code }),
          cure: msg('file.unreadableFile.cure'),
        };
  }
}

/** The fonts and the rest of the writer are loaded only for a passport. */
const writer = async () => await import('../../reports/passport-page.ts');

/** The batch of the payment; null for a passport whose name and environment contradict each other. */
function batchOf({ payout, environment }: PassportPayment): BatchId | null {
  const batch = parseBatchId(payout.split('/')[0] ?? '');
  return batch !== null && environmentOf(bookOfBatch(batch)) === environment ? batch : null;
}

/** What never changes once a payment is confirmed, and what may. The payer's name and the list of banks are no part of the record. */
const FIXED = [
  ['payee', 'slip.to'],
  ['payTo', 'slip.account'],
  ['ifsc', 'paper.column.bank'],
  ['method', 'paper.column.method'],
  ['reference', 'slip.reference'],
  ['remark', 'slip.remark'],
  ['mid', 'passport.account'],
] as const;
const MOVING = [
  ['utr', 'passport.utr'],
  ['rrn', 'passport.rrn'],
  ['transactionId', 'passport.transaction'],
] as const;

interface Then {
  readonly passport: Passport;
  readonly batch: BatchId;
  readonly nowMs: number;
}

/** How the payment differs from its passport now. */
async function changesSince(
  store: HeadedReader,
  { passport: { payment: then }, batch: id, nowMs }: Then,
): Promise<readonly ReportFinding[]> {
  const gone = [found('altered', msg('verify.passport.gone', { payout: then.payout }))];
  const batch = findBatch(store, id);
  if ('kind' in batch) return gone;
  const report = store.report(batch, nowMs);
  const rowNumber = Number(then.payout.split('/')[1]);
  const payout = report.payoutAt(rowNumber);
  const entry = store.payoutEntries.last(batch.batch, [rowNumber]).get(rowNumber);
  if (payout === null || entry === undefined) return gone;
  const isAlarmed = alarmsByRow(report).has(rowNumber);
  const now = await paymentOf(payout, { report, payer: then.payer, entry, isAlarmed, language: then.language });
  const differences = (kind: ReportFinding['kind'], fields: typeof FIXED | typeof MOVING): readonly ReportFinding[] =>
    fields.flatMap(([field, what]) =>
      now[field] === then[field]
        ? []
        : [
            {
              kind,
              message: msg('verify.passport.differs', {
                what: msg(what),
                was: then[field] ?? '',
                is: now[field] ?? '',
              }),
            },
          ],
    );
  const isSameAmount = now.amountPaise === then.amountPaise;
  const isSameState = now.state === then.state && now.isDecided === then.isDecided;
  const state = msg(`stateTitle.${now.state}`);
  return [
    ...differences('altered', FIXED),
    ...(isSameAmount ? [] : [found('altered', msg('verify.passport.altered'))]),
    ...(isSameState
      ? []
      : [
          found(
            'outdated',
            msg('verify.passport.state', { state: now.isDecided ? msg('passport.decided', { state }) : state }),
          ),
        ]),
    ...differences('outdated', MOVING),
    ...(isAlarmed && !then.isAlarmed ? [found('outdated', msg('verify.passport.alarm'))] : []),
  ];
}

export const NOT_A_PASSPORT: Refusal = {
  code: 'notAPassport',
  message: msg('verify.notAPassport'),
  cure: msg('cure.chooseAPassport'),
};
