// What is handed to the gateway or a bank about one payment: all of the evidence, in both languages, and nothing that is not theirs.

import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { compose } from '../../electron/main/compose.ts';
import { makeDispute } from '../../electron/main/desk/payouts/dispute.ts';
import type { News } from '../../electron/main/domain/ledger.ts';
import type { System } from '../../electron/main/session/system.ts';
import type { BatchId } from '../../shared/ids.ts';
import { DAY_MS, HOUR_MS } from '../../shared/limits.ts';
import { verbatim } from '../../shared/messages/message.ts';
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
import { refuse } from '../store/retries.ts';
import { atTime, done, filledFolder } from './filled-desk.ts';
import { deskFor } from './window-desk.ts';

const BATCH = 'B0001' as BatchId;
const ACCOUNT = '001234567890123';
const TOKEN = 'a-token-that-nobody-may-ever-see-0123456789';

interface Scene {
  readonly folder: string;
  readonly system: System;
}

/** B0001: row 2 paid, row 3 lost and looked up, row 4 failed, row 5 never sent. */
function scene(): Scene {
  const folder = filledFolder((store) => {
    const merchantId = store.merchants.ensure(MERCHANT);
    const accounts = payments(4).map((one, at) => ({
      ...one,
      beneficiary: { method: 'IMPS', accountNumber: `${ACCOUNT}${at}`, ifsc: 'HDFC0000001' } as const,
    }));
    const batch = confirm(store, confirmation({ store, merchantId }, accounts));
    const outcomes = [PAID, LOST, { ...refuse('failed'), message: verbatim(`account ${ACCOUNT}2 is closed`) }];
    const claimed = outcomes.map(() => claimOne(store, batch));
    turn(store, batch, { news: claimed.map((one, at) => answer(one, outcomes[at] ?? PAID)) });
    const [paid, lost] = claimed;
    if (paid === undefined || lost === undefined) throw new Error('three were claimed');
    const looked = {
      ...lookUp(lost, { kind: 'notKnown' }, NOW_MS + HOUR_MS),
      evidence: { httpStatus: 400, text: '{"said":"no such"}' },
    };
    turn(store, batch, { news: [looked] });
    turn(store, batch, { news: [{ ...lookUp(paid, said('success')), message: verbatim('done') } as News] });
  });
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const about = { dataFolder: folder, stateFolder: join(folder, 'state'), systemProxy: null, onWarning: () => {} };
  const system = compose({ ...about, environmentToken: TOKEN });
  return { folder, system: { ...system, clock: { ...system.clock, nowMs: () => NOW_MS + DAY_MS } } };
}

async function saved({ folder, system }: Scene, rowNumber: number, name: string, language: 'en' | 'hi' = 'en') {
  const path = join(folder, name);
  return { path, made: done(await makeDispute(system, { batch: BATCH, rowNumber, path, language })) };
}

function unzipped(path: string): (name: string) => string {
  const folder = `${path}.files`;
  execFileSync('unzip', ['-q', '-o', path, '-d', folder]);
  return (name) => readFileSync(join(folder, name), 'utf8');
}

const hasPoppler = ['pdftotext', 'qpdf'].every((name) => spawnSync(name, ['--help']).error === undefined);
const wordsOf = (path: string): string =>
  execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' }).replaceAll(/\s+/g, ' ');

describe('a dispute pack', () => {
  it.skipIf(!hasPoppler)(
    'holds the letters, the request, each answer, the dates and the history as one PDF',
    async () => {
      const desk = scene();
      const { path, made } = await saved(desk, 3, 'lost.pdf');
      expect(made).toMatchObject({ payout: 'B0001/3', state: 'unknown', isMasked: false });
      expect(spawnSync('qpdf', ['--check', path], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
      const words = wordsOf(path);
      for (const part of [
        'Please tell us whether it was executed',
        'DPSS.CO.PD No.629/02.01.014/2019-20',
        'Working days leave out Saturdays and Sundays. This desk does not know bank holidays',
        `"beneficiaryBankACNumber":"${ACCOUNT}1"`,
        'https://gateway.example/api/payout/',
        'Authorization: Bearer (not in this record)',
        'No answer came in time.',
        'Word for word: {"said":"no such"}',
        'not known to the gateway',
        'History of its state, from the audit log',
        'T + 3 working days',
      ])
        expect(words).toContain(part);
      expect(words).toContain('भ');
      expect(words).not.toContain('PRACTICE');
      const hindi = await saved(desk, 3, 'lost-hi.pdf', 'hi');
      expect(wordsOf(hindi.path)).toContain('Please tell us whether it was executed');
    },
  );

  it('asks for what follows from what is known, in both languages', async () => {
    const desk = scene();
    const asked = async (row: number): Promise<readonly [string, string]> => {
      const file = unzipped((await saved(desk, row, `d${row}.zip`)).path);
      return [file('letter-en.txt'), file('letter-hi.txt')];
    };
    const [paid, paidHindi] = await asked(2);
    expect(paid).toContain('the payee says that the money never came. Please trace it');
    expect(paid).toMatch(/UTR|RRN|transaction id/);
    expect(paidHindi).toContain('प्राप्तकर्ता कहता है कि पैसा नहीं आया');
    const [lost, lostHindi] = await asked(3);
    expect(lost).toContain('only then can we pay again');
    expect(lost).not.toContain('We were told that it was paid');
    expect(lostHindi).toContain('तभी हम दोबारा भुगतान कर सकते हैं');
    const [failed] = await asked(4);
    expect(failed).toContain('when and under which reference the money was returned');
  });

  it('is a ZIP with the evidence as text and JSON, and checksums that fit', async () => {
    const desk = scene();
    const { path } = await saved(desk, 3, 'lost.zip');
    const file = unzipped(path);
    expect(execFileSync('sha256sum', ['-c', 'SHA256SUMS'], { cwd: `${path}.files`, encoding: 'utf8' })).toBe(
      ['dispute.pdf', 'letter-en.txt', 'letter-hi.txt', 'evidence.txt', 'evidence.json']
        .map((one) => `${one}: OK\n`)
        .join(''),
    );
    expect(JSON.parse(file('evidence.json'))).toMatchObject({
      payout: 'B0001/3',
      environment: 'LIVE',
      state: 'unknown',
      accountMasked: false,
      payTo: { accountNumber: `${ACCOUNT}1` },
      attempts: [{ number: 1, outcome: 'unknown: timeout' }],
      lookups: [{ finding: 'unproven', httpStatus: 400, answer: '{"said":"no such"}' }],
      history: [{ what: 'sending' }, { what: 'unknown' }],
    });
    expect(file('evidence.txt')).toContain('Word for word: {"said":"no such"}');
  });

  it('shows the account as the desk is set, and says so', async () => {
    const desk = scene();
    const settings = { theme: 'system', density: 'comfortable', maskAccounts: true, profile: null };
    desk.system.files.settings.write({ settings: { ...settings, filters: [], grids: {} } });
    const { path, made } = await saved(desk, 3, 'lost.zip');
    expect(made.isMasked).toBe(true);
    const file = unzipped(path);
    for (const name of ['letter-en.txt', 'letter-hi.txt', 'evidence.txt', 'evidence.json']) {
      expect(file(name)).not.toContain(`${ACCOUNT}1`);
      expect(file(name)).toContain('•');
    }
    for (const name of ['letter-en.txt', 'evidence.txt']) expect(file(name)).toContain('A bank needs the whole number');
    if (hasPoppler) expect(wordsOf(`${path}.files/dispute.pdf`)).not.toContain(`${ACCOUNT}1`);
    // The gateway named the account in its message.
    const failed = unzipped((await saved(desk, 4, 'failed.zip')).path);
    for (const name of ['evidence.txt', 'evidence.json']) expect(failed(name)).not.toContain(`${ACCOUNT}2`);
    expect(failed('evidence.txt')).toMatch(/account •+\d{4} is closed/);
  });

  it('holds neither the token nor anybody else, and only reads', async () => {
    const desk = scene();
    const before = readFileSync(join(desk.folder, 'desk.db'));
    const file = unzipped((await saved(desk, 3, 'lost.zip')).path);
    for (const name of ['letter-en.txt', 'letter-hi.txt', 'evidence.txt', 'evidence.json']) {
      for (const other of [TOKEN, 'Payee 1', 'Payee 3', `${ACCOUNT}0`]) expect(file(name)).not.toContain(other);
    }
    expect(readFileSync(join(desk.folder, 'desk.db')).equals(before)).toBe(true);
  });

  it('is refused where nothing was ever sent, or no request left this computer', async () => {
    const desk = scene();
    const opening = desk.system.openWriter('live');
    if (opening.kind !== 'open') throw new Error(opening.kind);
    const claimed = claimOne(opening.store, 1);
    const aborted = { kind: 'notSent', cause: 'aborted', message: verbatim('It did not leave.') } as const;
    turn(opening.store, 1, { news: [answer(claimed, aborted)] });
    opening.store.close();
    const refused = await makeDispute(desk.system, {
      batch: BATCH,
      rowNumber: 5,
      path: join(desk.folder, 'x.pdf'),
      language: 'en',
    });
    expect(refused).toMatchObject({ kind: 'refused', refusal: { code: 'nothingSent' } });
  });

  it('is made in a window too', async (test) => {
    const desk = scene();
    const window = deskFor(test, desk.folder, { change: atTime(NOW_MS + DAY_MS) });
    const made = await window.ask('exportDispute', { batch: BATCH, rowNumber: 3, format: 'zip' });
    expect(made.name).toBe('B0001-3 dispute.zip');
    expect(window.take(made.download).subarray(0, 2).toString()).toBe('PK');
  });
});
