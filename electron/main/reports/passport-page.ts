// The page of a payment passport, as it is before its tree's root is known: everything a person reads on it, and empty room for the
// QR code and the attached text, which shared/passport/passport-pdf.ts fills in.

import { hash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { encode } from 'uqr';
import { type Message, msg } from '../../../shared/messages/message.ts';
import { asPaise, formatRupees } from '../../../shared/money.ts';
import { pathLength } from '../../../shared/passport/merkle.ts';
import {
  encodePassport,
  type PassportPage,
  type PassportPayment,
  shownTime,
} from '../../../shared/passport/passport.ts';
import { CODE_BYTES_MAX, codeLookOf, type EncodeCode } from '../../../shared/passport/passport-pdf.ts';
import { INK, PdfPages } from './pdf-pages.ts';
import { voiceOf } from './report-voice.ts';

/** The smallest modules that a phone reads from paper are half a millimetre. */
const CODE_SIZE = 235;

export const encodeCode: EncodeCode = (text) => encode(text, codeLookOf(text)).data;

export const sha256 = (bytes: Uint8Array): Promise<string> => Promise.resolve(hash('sha256', bytes, 'hex'));

export const PASSPORT_FILE = 'passport.json';

/** `count`: how many passports get one root. The page is for one of them. */
export async function makePassportPage(
  payment: PassportPayment,
  { count, madeAtMs }: { readonly count: number; readonly madeAtMs: number },
): Promise<{ readonly bytes: Buffer; readonly page: PassportPage }> {
  const { say, inWords } = voiceOf(payment.language);
  const { payout, payer, state } = payment;
  const asOf = shownTime(payment.asOf);
  const pages = new PdfPages({
    title: say(msg('passport.of', { payout })),
    creator: 'Payout Desk passport',
    madeAtMs,
    foot: say(msg('passport.foot', { payout, time: asOf })),
    alarm: payment.environment === 'PRACTICE' ? say(msg('paper.practice')) : null,
    language: payment.language,
    isCounted: false,
    hasFiles: true,
  });
  const whole = buffer(pages.document);
  pages.heading(say(msg('passport.title')), 'H1');
  pages.text(say(msg('passport.about', { payer })), { size: 9, color: INK.soft });
  pages.skip(6);
  pages.text(formatRupees(payment.amountPaise), { size: 22, weight: 'bold' });
  pages.text(inWords(asPaise(payment.amountPaise)), { size: 9 });
  pages.skip(2);
  const isPaid = state === 'success';
  const stateWords = msg(`stateTitle.${state}`);
  const shownState = payment.isDecided ? msg('passport.decided', { state: stateWords }) : stateWords;
  pages.text(say(msg('passport.state', { state: shownState, time: asOf })), {
    size: 11,
    weight: 'bold',
    ...(isPaid ? {} : { color: INK.alarm }),
  });
  if (payment.isAlarmed) pages.text(say(msg('passport.alarmed')), { size: 9, color: INK.alarm });
  pages.skip(4);
  pages.facts(
    passportFacts(payment).flatMap(([label, value]) =>
      value === null || value === '' ? [] : [[say(label), say(value)]],
    ),
  );
  pages.skip(8);
  const file = pages.emptyFile({ name: PASSPORT_FILE, about: say(msg('passport.file')) });
  const how = [
    say(msg('passport.proves')),
    say(msg('passport.check')),
    say(msg('passport.head')),
    say(msg('passport.later', { time: asOf })),
  ];
  const hasCode = longestText(payment, count) <= CODE_BYTES_MAX;
  const code = hasCode ? pages.emptyPicture({ size: CODE_SIZE, alt: say(msg('passport.code')) }, how) : 0;
  if (!hasCode) for (const text of [...how, say(msg('passport.noCode'))]) pages.text(text, { size: 9 });
  pages.end();
  const bytes = await whole;
  return { bytes, page: { bytes: bytes.length, sha256: await sha256(bytes), code, file } };
}

/** The facts on the page, without the amount and the state. */
function passportFacts(payment: PassportPayment): readonly (readonly [Message, string | Message | null])[] {
  const { payer, mid, environment, payee, method, payTo, ifsc, bank, sentAt, settledAt } = payment;
  return [
    [msg('slip.from'), payer],
    [msg('passport.account'), msg('passport.merchant', { environment, mid })],
    [msg('slip.to'), payee],
    [msg(method === 'UPI' ? 'field.upiId' : 'slip.account'), payTo],
    [msg('paper.column.bank'), [bank, ifsc].filter((part) => part !== null).join(', ')],
    [msg('paper.column.method'), method],
    [msg('passport.utr'), payment.utr],
    [msg('passport.rrn'), payment.rrn],
    [msg('passport.transaction'), payment.transactionId],
    [msg('slip.reference'), `${payment.reference} (${payment.payout})`],
    [msg('slip.remark'), payment.remark],
    [msg('paper.column.sent'), sentAt === null ? null : shownTime(sentAt)],
    [msg('passport.settled'), settledAt === null ? null : shownTime(settledAt)],
    [msg('passport.recorded'), msg('paper.auditEntryAndHash', { entry: payment.entry, hash: payment.entryHash })],
  ];
}

/** How long the passport's text can become: what is not known yet has a fixed length. */
function longestText(payment: PassportPayment, count: number): number {
  const most = Number.MAX_SAFE_INTEGER;
  const hashed = '0'.repeat(64);
  return encodePassport({
    passport: 1,
    payment,
    salt: '0'.repeat(32),
    page: { bytes: most, sha256: hashed, code: most, file: most },
    leaf: count,
    path: Array<string>(pathLength(count)).fill(hashed),
    entry: { sequence: most, atMs: most, batchId: most, count, root: hashed, before: hashed },
  }).length;
}
