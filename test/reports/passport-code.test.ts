// The QR code of a passport is read from the page by another program's decoder, as a web page scans it: whole, and at any length.

import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import jsQr from 'jsqr';
import { expect, it } from 'vitest';
import { encodeCode, makePassportPage, sha256 } from '../../electron/main/reports/passport-page.ts';
import { encodePassport, hashOfPassport, type Passport, type PassportPayment } from '../../shared/passport/passport.ts';
import { CODE_BYTES_MAX, updateOf } from '../../shared/passport/passport-pdf.ts';
import { reportFolder } from './report-folder.ts';

const decode = jsQr.default;

/** What is read from pixels, 1 byte each, as a camera has them. */
function readFrom(grey: Uint8Array, width: number, height: number): string | null {
  const pixels = new Uint8ClampedArray(width * height * 4);
  for (let at = 0; at < width * height; at += 1) pixels.fill(grey[at] ?? 0, at * 4, at * 4 + 3);
  for (let at = 3; at < pixels.length; at += 4) pixels[at] = 255;
  return decode(pixels, width, height)?.data ?? null;
}

it('is read at every length that a text may have', () => {
  const whole = '{"passport":1,"payment":{"payout":"B0001/2","amountPaise":1250050}}'.repeat(40);
  const unread: number[] = [];
  for (let length = 300; length <= CODE_BYTES_MAX; length += 60) {
    const text = whole.slice(0, length);
    const modules = encodeCode(text);
    const side = modules.length * 3;
    const grey = Uint8Array.from({ length: side * side }, (_, at) =>
      modules[Math.floor(at / side / 3)]?.[Math.floor((at % side) / 3)] === true ? 0 : 255,
    );
    if (readFrom(grey, side, side) !== text) unread.push(length);
  }
  expect(unread).toEqual([]);
});

const PAYMENT: PassportPayment = {
  payout: 'B0001/2',
  environment: 'LIVE',
  payer: 'Asha Traders',
  mid: 1001,
  payee: 'Ravi Kumar',
  method: 'UPI',
  payTo: 'ravi.kumar@upi',
  ifsc: null,
  bank: null,
  amountPaise: 1_850_000,
  state: 'success',
  isDecided: false,
  isAlarmed: false,
  utr: '94435360000000000001',
  rrn: '440000000001',
  transactionId: 'PG443536000000000001',
  reference: 'R77W8M4SP3059QL3WTOR',
  remark: 'Salary Nov 2026',
  sentAt: '2026-11-30T12:01:00.000+05:30',
  settledAt: '2026-11-30T12:02:00.000+05:30',
  asOf: '2026-11-30T12:04:00.000+05:30',
  entry: 95,
  entryHash: 'ab'.repeat(32),
  language: 'en',
};

const hasPoppler = spawnSync('pdftoppm', ['-v'], { timeout: 60_000 }).error === undefined;

// From a person with few facts to one with many: an alone payment, and one among two thousand.
it.skipIf(!hasPoppler).each([
  ['en', 1, 'Salary'],
  ['en', 1, 'Salary Nov 2026'],
  ['hi', 2_000, 'नवंबर का वेतन'],
] as const)('is read from the page (%s, %i passports, %s)', async (language, count, remark) => {
  const payment = { ...PAYMENT, language, remark };
  const { bytes, page } = await makePassportPage(payment, { count, madeAtMs: 0 });
  const salt = '0'.repeat(32);
  const hash = await hashOfPassport({ payment, salt, page }, sha256);
  const path = count === 1 ? [] : Array<string>(11).fill(hash);
  const entry = { sequence: 219, atMs: 1_796_000_000_000, batchId: 1, count, root: hash, before: 'cd'.repeat(32) };
  const passport: Passport = { passport: 1, payment, salt, page, leaf: 0, path, entry };
  const update = updateOf(bytes, passport, encodeCode);
  const file = reportFolder().file('passport.pdf');
  writeFileSync(file, Buffer.concat([bytes, update ?? Buffer.alloc(0)]));
  const args = ['-r', '200', '-gray', '-singlefile', '-x', '90', '-y', '900', '-W', '760', '-H', '1100', file];
  spawnSync('pdftoppm', [...args, file.replace('.pdf', '')], { timeout: 60_000 });
  const picture = readFileSync(file.replace('.pdf', '.pgm'));
  const [head = '', width, height] =
    /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(picture.subarray(0, 64).toString('latin1')) ?? [];
  const read = readFrom(picture.subarray(head.length), Number(width), Number(height));
  expect(read).toBe(encodePassport(passport));
});
