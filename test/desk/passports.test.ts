// Passports of a desk's payments: what they show, that nothing in them can be changed, and what the desk says of them later.

import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { exportBatch } from '../../electron/main/desk/batches/export-batch.ts';
import { makePassports } from '../../electron/main/desk/payouts/passports.ts';
import { verifyAudit } from '../../electron/main/desk/recovery/desk-data.ts';
import { verifyPassport } from '../../electron/main/desk/recovery/verify-passport.ts';
import { verifyReport } from '../../electron/main/desk/recovery/verify-report.ts';
import type { Claimed } from '../../electron/main/domain/ledger.ts';
import { encodeCode, sha256 } from '../../electron/main/reports/passport-page.ts';
import type { System } from '../../electron/main/session/system.ts';
import type { BatchId } from '../../shared/ids.ts';
import { DAY_MS } from '../../shared/limits.ts';
import { decodePassport, headOf } from '../../shared/passport/passport.ts';
import { type EncodeCode, readPassportPdf } from '../../shared/passport/passport-pdf.ts';
import { confirm } from '../store/confirm.ts';
import {
  answer,
  claimOne,
  confirmation,
  LOST,
  lookUp,
  MERCHANT,
  NOW_MS,
  PAID,
  payments,
  said,
  turn,
} from '../store/desk-file.ts';
import { atTime, done, filledFolder, systemOf } from './filled-desk.ts';
import { deskFor } from './window-desk.ts';

const BATCH = 'B0001' as BatchId;
const ACCOUNT = '00123456789012';

interface Scene {
  readonly folder: string;
  readonly system: System;
  readonly first: Claimed;
}

/** B0001: three paid to accounts, one lost, one queued. */
function scene(): Scene {
  let first: Claimed | undefined;
  const folder = filledFolder((store) => {
    const merchantId = store.merchants.ensure(MERCHANT);
    const accounts = payments(5).map((one, at) => ({
      ...one,
      beneficiary: { method: 'IMPS', accountNumber: `${ACCOUNT}${at}`, ifsc: 'HDFC0000001' } as const,
    }));
    const batch = confirm(store, confirmation({ store, merchantId }, accounts));
    const outcomes = [PAID, PAID, PAID, LOST];
    const claimed = outcomes.map(() => claimOne(store, batch));
    turn(store, batch, { news: claimed.map((one, at) => answer(one, outcomes[at] ?? PAID)) });
    [first] = claimed;
  });
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  if (first === undefined) throw new Error('nothing was claimed');
  return { folder, system: systemOf(folder), first };
}

async function saved(
  { folder, system }: Scene,
  name: string,
  rowNumber: number | null = 2,
  language: 'en' | 'hi' = 'en',
) {
  const path = join(folder, name);
  return { path, made: done(await makePassports(system, { batch: BATCH, rowNumber, path, language })) };
}

/** Writes to the desk as a run would. */
function change({ system }: Scene, act: Parameters<typeof filledFolder>[0]): void {
  const opening = system.openWriter('live');
  if (opening.kind !== 'open') throw new Error(opening.kind);
  act(opening.store, '');
  opening.store.close();
}

const hasPoppler = ['pdftotext', 'pdfdetach', 'qpdf'].every((name) => spawnSync(name, ['--help']).error === undefined);
const wordsOf = (path: string): string =>
  execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' }).replaceAll(/\s+/g, ' ');

describe('a passport', () => {
  it('is what the desk recorded, as PDF and as text, and leads to an entry of its log', async () => {
    const desk = scene();
    const { path, made } = await saved(desk, 'one.pdf');
    expect(done(await verifyPassport(desk.system, path))).toEqual({
      file: 'one.pdf',
      payout: 'B0001/2',
      asOf: expect.stringMatching(/^\d{4}-/),
      entry: made.entry,
      hash: made.hash,
      verdict: 'same',
      findings: [],
    });
    const text = await saved(desk, 'one.json');
    expect(done(await verifyPassport(desk.system, text.path))).toMatchObject({ verdict: 'same', payout: 'B0001/2' });
    expect(done(await verifyAudit(desk.system)).ok).toBe(true);
  });

  it('shows the last digits of the account only, nobody else, and nobody of the payer’s', async () => {
    const desk = scene();
    const { path } = await saved(desk, 'one.json');
    const text = readFileSync(path, 'utf8');
    expect(text).toContain('0120"');
    for (const other of [ACCOUNT, 'Payee 2', 'Payee 3', 'root@', process.env['USER'] ?? 'root@'])
      expect(text).not.toContain(other);
    expect(decodePassport(text)?.payment).toMatchObject({
      payee: 'Payee 1',
      payTo: expect.stringMatching(/^•+\d{4}$/),
    });
  });

  it.skipIf(!hasPoppler)('is a sound PDF that says what it proves, against what, and how to check it', async () => {
    const desk = scene();
    const { path, made } = await saved(desk, 'one.pdf');
    expect(spawnSync('qpdf', ['--check', path], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
    const words = wordsOf(path);
    for (const part of [
      'Payment passport',
      '₹500.00',
      'Paid, as of',
      'anybody could have made it',
      'passport-checker.html',
    ])
      expect(words).toContain(part);
    // A holder could print any.
    expect(words).not.toContain(made.hash);
    const attached = `${path}.attached`;
    execFileSync('pdfdetach', ['-save', '1', '-o', attached, path]);
    expect(await headOf(decodePassport(readFileSync(attached, 'latin1')) ?? never(), sha256)).toMatchObject({
      hash: made.hash,
    });
    const hindi = await saved(desk, 'hi.pdf', 3, 'hi');
    expect(wordsOf(hindi.path)).toContain('भ');
    expect(done(await verifyPassport(desk.system, hindi.path)).verdict).toBe('same');
  });

  it('is another one whichever byte of it is changed', async () => {
    const desk = scene();
    const { path, made } = await saved(desk, 'one.pdf');
    const pdf = readFileSync(path);
    const codes = new Map<string, ReturnType<EncodeCode>>();
    const encodeOnce: EncodeCode = (text) => {
      const known = codes.get(text) ?? encodeCode(text);
      codes.set(text, known);
      return known;
    };
    const whole = readPassportPdf(pdf, encodeOnce);
    if (whole === null) throw new Error('it is a passport');
    const isCalledTheSame = async (bytes: Uint8Array): Promise<boolean> => {
      const read = readPassportPdf(bytes, encodeOnce);
      if (read === null || (await sha256(read.page)) !== read.passport.page.sha256) return false;
      return (await headOf(read.passport, sha256))?.hash === made.hash;
    };
    expect(await isCalledTheSame(pdf)).toBe(true);
    for (let at = 0; at < pdf.length; at += 1) {
      // The page is one hash, and each letter of the text is changed in test/shared: a sample tells as much.
      if (at % (at < whole.page.length ? 37 : 7) !== 0) continue;
      const changed = Buffer.from(pdf);
      changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8));
      expect([at, await isCalledTheSame(changed)]).toEqual([at, false]);
    }
    for (const other of [
      pdf.subarray(0, -1),
      pdf.subarray(0, whole.page.length),
      Buffer.concat([pdf, Buffer.from('\n')]),
      Buffer.concat([pdf, Buffer.from('1 0 obj\n<<>>\nendobj\n')]),
      Buffer.concat([pdf, pdf.subarray(whole.page.length)]),
    ])
      expect(await isCalledTheSame(other)).toBe(false);
  });

  it('does not verify once its page is changed, or its text together with its page', async () => {
    const desk = scene();
    const { path } = await saved(desk, 'one.pdf');
    const pdf = readFileSync(path).toString('latin1');
    const forge = async (bytes: string, name = 'forged.pdf') => {
      const forged = join(desk.folder, name);
      writeFileSync(forged, bytes, 'latin1');
      return done(await verifyPassport(desk.system, forged));
    };
    expect(await forge(pdf.replace('/CreationDate', '/CreationDatE'))).toMatchObject({
      verdict: 'altered',
      entry: null,
    });
    expect(await forge(pdf.replaceAll('50000', '90000'))).toMatchObject({ verdict: 'altered' });
    // Longer than any QR code.
    const remark = /"remark":"[^"]*"/.exec(pdf)?.[0] ?? '';
    expect(await forge(pdf.replaceAll(remark, `"remark":"${'x'.repeat(4_000)}"`))).toMatchObject({
      verdict: 'altered',
    });
    const { path: other } = await saved(desk, 'one.json');
    const json = readFileSync(other, 'latin1');
    expect(await forge(json.replace('50000', '90000'), 'forged.json')).toMatchObject({ verdict: 'altered' });
    expect(await forge(json.replace('"passport":1', '"passport":1,"x":1'), 'forged.json')).toMatchObject({
      verdict: 'altered',
      payout: null,
    });
  });

  it('of another desk is not this desk’s, however sound', async () => {
    const [desk, other] = [scene(), scene()];
    await saved(desk, 'own.pdf');
    const { path } = await saved(other, 'one.pdf');
    const verdict = done(await verifyPassport(desk.system, path));
    expect(verdict).toMatchObject({ verdict: 'altered', findings: [{ message: { code: 'verify.passport.notOurs' } }] });
  });

  it('is told what is true now: a payment that was reversed, a UTR that came', async () => {
    const desk = scene();
    const { path } = await saved(desk, 'one.pdf');
    change(desk, (store) => {
      turn(store, 1, { news: [lookUp(desk.first, said('reversed'))] });
    });
    const { verdict, findings } = done(await verifyPassport(desk.system, path));
    expect(verdict).toBe('outdated');
    expect(findings.map(({ message }) => message.code)).toContain('verify.passport.state');
    const again = await saved(desk, 'again.json');
    expect(decodePassport(readFileSync(again.path, 'latin1'))?.payment).toMatchObject({
      state: 'reversed',
      isAlarmed: true,
    });
  });

  it('is made of a payment in doubt, which it does not call paid, and of none that was never sent', async () => {
    const desk = scene();
    const { path } = await saved(desk, 'lost.pdf', 5);
    if (hasPoppler) expect(wordsOf(path)).toMatch(/Not confirmed, as of/);
    const refused = await makePassports(desk.system, {
      batch: BATCH,
      rowNumber: 6,
      path: join(desk.folder, 'x.pdf'),
      language: 'en',
    });
    expect(refused).toMatchObject({ kind: 'refused', refusal: { code: 'nothingToShow' } });
  });
});

describe('the passports of a batch', () => {
  it('are one for each that is paid, under one root, with the page that checks them', async () => {
    const desk = scene();
    const { path, made } = await saved(desk, 'all.zip', null);
    expect(made.payouts).toEqual(['B0001/2', 'B0001/3', 'B0001/4']);
    const list = execFileSync('unzip', ['-Z1', path], { encoding: 'utf8' }).trim().split('\n');
    expect(list).toEqual(['B0001-2.pdf', 'B0001-3.pdf', 'B0001-4.pdf', 'passport-checker.html']);
    for (const name of list.slice(0, 3)) {
      execFileSync('unzip', ['-q', '-o', path, name, '-d', desk.folder]);
      const verdict = done(await verifyPassport(desk.system, join(desk.folder, name)));
      expect(verdict).toMatchObject({ verdict: 'same', entry: made.entry, hash: made.hash });
    }
  });

  it('stand in every later report of the batch with the hash that they are checked against', async () => {
    const desk = scene();
    const before = join(desk.folder, 'before.pdf');
    done(await exportBatch(desk.system, { batch: BATCH, path: before }));
    const { made } = await saved(desk, 'all.zip', null);
    const [pdf, csv] = [join(desk.folder, 'after.pdf'), join(desk.folder, 'after.xlsx')];
    for (const path of [pdf, csv]) done(await exportBatch(desk.system, { batch: BATCH, path }));
    if (hasPoppler) {
      const words = wordsOf(pdf).replaceAll(' ', '');
      expect(words).toContain(made.hash);
      expect(wordsOf(before).replaceAll(' ', '')).not.toContain(made.hash);
    }
    for (const path of [before, pdf, csv]) expect(done(await verifyReport(desk.system, path)).verdict).toBe('same');
  });

  it('are made once for one command, and again for another', async () => {
    const desk = scene();
    const request = {
      batch: BATCH,
      rowNumber: 2,
      path: join(desk.folder, 'one.pdf'),
      language: 'en',
      commandId: 'once-and-no-more',
    } as const;
    const first = done(await makePassports(desk.system, { ...request, commandId: request.commandId as never }));
    expect(done(await makePassports(desk.system, { ...request, commandId: request.commandId as never }))).toEqual(
      first,
    );
    const over = await makePassports(desk.system, { ...request, commandId: null });
    expect(over).toMatchObject({ kind: 'refused', refusal: { code: 'fileExists' } });
    expect(done(await verifyAudit(desk.system)).ok).toBe(true);
  });

  it('are made in a window too, and verified there', async (test) => {
    const desk = scene();
    const window = deskFor(test, desk.folder, { change: atTime(NOW_MS + DAY_MS) });
    const made = await window.change('exportPassport', { batch: BATCH, rowNumber: 2, format: 'pdf', language: 'en' });
    expect(made.name).toBe('B0001-2 passport.pdf');
    expect(window.take(made.download).subarray(0, 5).toString()).toBe('%PDF-');
    expect(made.hash).toMatch(/^[0-9a-f]{64}$/);
  });
});

function never(): never {
  throw new Error('it is a passport');
}
