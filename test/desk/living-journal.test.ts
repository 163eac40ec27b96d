import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  exportJournal,
  exportJournalAgain,
  type JournalAsked,
  type JournalExported,
  listJournals,
} from '../../electron/main/desk/batches/journal.ts';
import type { Claimed } from '../../electron/main/domain/ledger.ts';
import { verifyDatabase } from '../../electron/main/store/verify-database.ts';
import type { Answer } from '../../shared/api/contract.ts';
import type { BatchId, CommandId } from '../../shared/ids.ts';
import { DAY_MS } from '../../shared/limits.ts';
import { inEnglish } from '../../shared/messages/speak.ts';
import { asPaise } from '../../shared/money.ts';
import type { JournalForm } from '../../shared/report-forms.ts';
import { confirm } from '../store/confirm.ts';
import {
  answer,
  claimOne,
  confirmation,
  lookUp,
  NOW_MS,
  openRaw,
  PAID,
  payment,
  said,
  tamper,
  turn,
} from '../store/desk-file.ts';
import { type BookedVoucher, readBookedFile } from './booked-file.ts';
import { DEFAULT_RULES, type JournalDesk, journalDesk } from './journal-desk.ts';

const BATCH = 'B0001' as BatchId;
const ACME = { profile: 'acme', fromDay: null, toDay: null } as const;
const ACCOUNT = '50100012345678';

beforeEach(() => {
  vi.stubEnv('TZ', 'Asia/Kolkata');
  onTestFinished(() => void vi.unstubAllEnvs());
});

interface Paid {
  readonly desk: JournalDesk;
  readonly batch: number;
  readonly claimed: readonly Claimed[];
}

/** A desk whose one batch is paid: a salary to an account, and a refund. */
function paidDesk(prefix: 'B' | 'P' = 'B'): Paid {
  const desk = journalDesk(prefix);
  onTestFinished(() => desk.close());
  const imps = { method: 'IMPS', accountNumber: ACCOUNT, ifsc: 'HDFC0001234' } as const;
  const paid = [
    payment({ beneficiary: imps, name: 'Asha & Sons <Rao>', amountPaise: asPaise(12_500_050) }),
    payment({
      beneficiary: { method: 'UPI', upiId: 'ravi@bank' },
      name: 'Ravi',
      remark: 'Refund 7',
      amountPaise: asPaise(304),
    }),
  ];
  const account = prefix === 'P' ? ({ profile: 'practice', environment: 'PRACTICE' } as const) : {};
  const made = confirmation(desk, paid, { headers: ['Name', 'Dept '], ...account });
  const rows = made.rows.map((row, index) => ({ ...row, source: ['x', index === 0 ? ' sales' : 'Shop'] }));
  const batch = confirm(desk.store, { ...made, rows });
  const claimed = paid.map(() => claimOne(desk.store, batch));
  turn(desk.store, batch, { news: claimed.map((one) => answer(one, PAID)) });
  return { desk, batch, claimed };
}

function reverse({ desk, batch, claimed }: Paid, index: number, days: number): void {
  const [one] = claimed.slice(index, index + 1);
  if (one === undefined) throw new Error('nobody to reverse');
  desk.nowMs = NOW_MS + days * DAY_MS;
  turn(desk.store, batch, { nowMs: desk.nowMs, news: [lookUp(one, said('reversed'), desk.nowMs)] });
}

interface Exporting {
  readonly asked?: JournalAsked;
  readonly form?: JournalForm;
  readonly name?: string;
  readonly force?: boolean;
  readonly lastInBooks?: number | null;
  readonly commandId?: CommandId;
}

async function exported(
  desk: JournalDesk,
  { asked = { batch: BATCH }, form = 'journal', name = 'j.csv', ...more }: Exporting = {},
): Promise<Answer<JournalExported>> {
  return await exportJournal(desk.system, { asked, form, path: join(desk.folder, name), ...more });
}

async function booked(desk: JournalDesk, how: Exporting = {}): Promise<readonly BookedVoucher[]> {
  const name = how.name ?? `${desk.store.journals.newest() + 1}.${how.form === 'tally-xml' ? 'xml' : 'csv'}`;
  expect(await exported(desk, { ...how, name })).toMatchObject({ kind: 'done' });
  return readBookedFile(readFileSync(join(desk.folder, name), 'utf8'));
}

function refusalOf(answered: Answer<unknown>): { readonly code: string; readonly words: string } {
  if (!('refusal' in answered)) throw new Error(`it was ${answered.kind}`);
  return { code: answered.refusal.code, words: inEnglish(answered.refusal.message) };
}

const SALARY = [
  { ledger: 'Payouts', paise: 12_500_050 },
  { ledger: 'Gateway wallet', paise: -12_500_050 },
];
const NEGATED = SALARY.toReversed().map(({ ledger, paise }) => ({ ledger, paise: -paise }));

describe('a journal export', () => {
  it('has each paid payment once: the next has nothing, and touches no file', async () => {
    const { desk } = paidDesk();
    const first = await booked(desk, { name: 'j.csv' });
    expect(first.map(({ number, day, type }) => [number, day, type])).toEqual([
      ['B0001/2', '2026-04-01', 'Payment'],
      ['B0001/3', '2026-04-01', 'Payment'],
    ]);
    expect(first[0]?.sides).toEqual(SALARY);
    const before = readFileSync(join(desk.folder, 'j.csv'));
    expect(refusalOf(await exported(desk, { force: true })).code).toBe('nothingToBook');
    expect(refusalOf(await exported(desk, { asked: ACME, force: true })).code).toBe('nothingToBook');
    expect(readFileSync(join(desk.folder, 'j.csv')).equals(before)).toBe(true);
    expect(desk.store.journals.newest()).toBe(1);
  });

  it.each(['journal', 'tally', 'tally-xml'] as const)(
    'reverses as %s what came back after it was booked, on the day of the news, and books it again if it is paid after all',
    async (form) => {
      const paid = paidDesk();
      const { desk } = paid;
      const [first] = await booked(desk, { form });
      reverse(paid, 0, 3);
      desk.rules = { debit: 'Other', credit: 'Changed', rules: [] };
      const undone = await booked(desk, { form, asked: ACME });
      expect(undone).toEqual([
        {
          number: 'B0001/2-2',
          day: '2026-04-04',
          type: 'Receipt',
          id: first?.id === null ? null : first?.id?.replace(/-1$/, '-2'),
          narration: expect.stringContaining('Reverses B0001/2, IMPS 125000.50, to Asha & Sons <Rao>') as string,
          sides: NEGATED,
        },
      ]);
      const [one] = paid.claimed;
      if (one === undefined) throw new Error('nobody');
      turn(desk.store, paid.batch, { news: [lookUp(one, said('success'), NOW_MS + 5 * DAY_MS)] });
      expect(await booked(desk, { form })).toMatchObject([
        { number: 'B0001/2-3', day: '2026-04-06', type: 'Payment', sides: SALARY },
      ]);
      expect(refusalOf(await exported(desk)).code).toBe('nothingToBook');
    },
  );

  it('shows what the gateway told of a fee and a tax by then, in a journal, and books neither', async () => {
    const { desk, claimed } = paidDesk();
    const [first] = claimed;
    if (first === undefined) throw new Error('nobody');
    const evidence = { httpStatus: 200, text: '{"amount":125000.5,"fee":5.9,"gst":"0.90"}' };
    turn(desk.store, 1, { news: [{ ...lookUp(first, said('success'), NOW_MS), evidence }] });
    expect((await booked(desk, { name: 'j.csv' }))[0]?.sides).toEqual(SALARY);
    const [header, one, two] = readFileSync(join(desk.folder, 'j.csv'), 'utf8').split('\r\n');
    expect(header?.endsWith('"export","fee","tax"')).toBe(true);
    expect([one?.endsWith(',1,5.90,0.90'), two?.endsWith(',1,,')]).toEqual([true, true]);
  });

  it('books nothing of a payment that came back before it was booked', async () => {
    const paid = paidDesk();
    reverse(paid, 0, 1);
    expect((await booked(paid.desk)).map(({ number }) => number)).toEqual(['B0001/3']);
  });

  it('is written again byte for byte, whatever has changed since, and books nothing', async () => {
    const paid = paidDesk();
    const { desk } = paid;
    await booked(desk, { form: 'tally-xml', name: 'one.xml' });
    reverse(paid, 0, 2);
    desk.rules = { ...DEFAULT_RULES, debit: 'Other' };
    vi.stubEnv('TZ', 'America/New_York');
    const again = { book: 'live', number: 1, path: join(desk.folder, 'again.xml') } as const;
    expect(await exportJournalAgain(desk.system, again)).toMatchObject({
      kind: 'done',
      value: { export: 1, vouchers: 2 },
    });
    expect(readFileSync(again.path)).toEqual(readFileSync(join(desk.folder, 'one.xml')));
    expect(refusalOf(await exportJournalAgain(desk.system, again)).code).toBe('fileExists');
    expect(refusalOf(await exportJournalAgain(desk.system, { ...again, number: 2 })).code).toBe('unknownExport');
    expect(desk.store.journals.newest()).toBe(1);
  });

  it('is not written where its bytes would be others than those that were recorded', async () => {
    const { desk } = paidDesk();
    await booked(desk);
    const raw = openRaw(join(desk.folder, 'desk.db'));
    tamper(raw, `UPDATE journal_entries SET debit_ledger = 'Mine' WHERE payout_id = 1`);
    const path = join(desk.folder, 'again.csv');
    expect(refusalOf(await exportJournalAgain(desk.system, { book: 'live', number: 1, path })).code).toBe(
      'journalDiffers',
    );
    expect(existsSync(path)).toBe(false);
    const { findings } = verifyDatabase(raw, { prefix: 'B', machine: '', head: null });
    expect(findings.map(({ code }) => code)).toEqual(['journalDiffers']);
  });

  it('stands in the way of the next until it has its file, and is got by its number', async () => {
    const { desk } = paidDesk();
    desk.faults = {
      record: (...given) => {
        const isRecorded = desk.store.journals.record(...given);
        // Another program takes the name at the last moment.
        writeFileSync(join(desk.folder, 'j.csv'), 'mine');
        return isRecorded;
      },
    };
    const { code, words } = refusalOf(await exported(desk));
    expect([code, words]).toEqual([
      'journalNotSaved',
      'j.csv is already there. Export 1 is booked, and its file was not saved.',
    ]);
    desk.faults = {};
    expect(readFileSync(join(desk.folder, 'j.csv'), 'utf8')).toBe('mine');
    expect(refusalOf(await exported(desk, { name: 'k.csv', asked: ACME })).code).toBe('journalNotSaved');
    const path = join(desk.folder, 'k.csv');
    expect(await exportJournalAgain(desk.system, { book: 'live', number: 1, path })).toMatchObject({ kind: 'done' });
    expect(readBookedFile(readFileSync(path, 'utf8'))).toHaveLength(2);
    expect(refusalOf(await exported(desk, { name: 'l.csv' })).code).toBe('nothingToBook');
  });

  it('books nothing when its file cannot be written', async () => {
    const { desk } = paidDesk();
    expect(refusalOf(await exported(desk, { name: 'nowhere/j.csv' })).code).toBe('folderMissing');
    expect(refusalOf(await exported(desk, { name: 'j.xml' })).code).toBe('reportFormat');
    writeFileSync(join(desk.folder, 'j.csv'), 'mine');
    expect(refusalOf(await exported(desk)).code).toBe('fileExists');
    expect(desk.store.journals.newest()).toBe(0);
    expect(await booked(desk)).toHaveLength(2);
  });

  it('books each payment once when two are made at the same moment', async () => {
    const { desk } = paidDesk();
    const both = await Promise.all([exported(desk, { name: 'a.csv' }), exported(desk, { name: 'b.csv' })]);
    expect(both.map((one) => (one.kind === 'done' ? 'done' : refusalOf(one).code)).toSorted()).toEqual([
      'done',
      'journalChanged',
    ]);
    expect([existsSync(join(desk.folder, 'a.csv')), existsSync(join(desk.folder, 'b.csv'))].filter(Boolean)).toEqual([
      true,
    ]);
  });

  it('is made once by a command that is sent twice', async () => {
    const { desk } = paidDesk();
    const commandId = '0b1c6a0e-7a53-4a52-8d3c-3f0f3f6a7a11' as CommandId;
    await booked(desk, { commandId, name: 'a.csv' });
    expect(await exported(desk, { commandId, name: 'b.csv' })).toMatchObject({ kind: 'done', value: { export: 1 } });
    expect(readFileSync(join(desk.folder, 'b.csv'))).toEqual(readFileSync(join(desk.folder, 'a.csv')));
    expect(desk.store.journals.newest()).toBe(1);
  });

  it('of an account takes the days that were asked for, and says what is left outside them', async () => {
    const paid = paidDesk();
    const { desk } = paid;
    const days = (fromDay: string | null, toDay: string | null): JournalAsked => ({ profile: 'ACME', fromDay, toDay });
    expect(refusalOf(await exported(desk, { asked: days('2026-04-02', null) }))).toEqual({
      code: 'nothingToBook',
      words: 'Nothing within these days is left to book; 2 payments outside them.',
    });
    expect(await exported(desk, { asked: days('2026-04-01', '2026-04-01') })).toMatchObject({
      kind: 'done',
      value: { left: 0 },
    });
    reverse(paid, 0, 3);
    reverse(paid, 1, 9);
    expect(await exported(desk, { asked: days(null, '2026-04-05'), name: 'k.csv' })).toMatchObject({
      kind: 'done',
      value: { profile: 'acme', batch: null, vouchers: 1, reversals: 1, reversedPaise: 12_500_050, left: 1 },
    });
    expect(refusalOf(await exported(desk, { asked: days('2026-04-05', '2026-04-01') })).code).toBe('daysReversed');
    expect(refusalOf(await exported(desk, { asked: days(null, null), name: 'j.csv' })).code).toBe('fileExists');
    expect(refusalOf(await exported(desk, { asked: { ...ACME, profile: 'nobody' } })).code).toBe('unknownProfile');
  });

  it('says what is practice in each voucher, and has no account number in any form', async () => {
    const { desk } = paidDesk('P');
    const path = join(desk.folder, 'p.csv');
    const asked = { batch: 'P0001' as BatchId };
    expect(await exportJournal(desk.system, { asked, form: 'journal', path })).toMatchObject({ kind: 'done' });
    const text = readFileSync(path, 'utf8');
    for (const { narration } of readBookedFile(text)) expect(narration).toMatch(/^PRACTICE: no money was moved, /);
    expect(text).toContain('"PRACTICE"');
    expect(text).not.toContain(ACCOUNT);
    for (const form of ['tally', 'tally-xml'] as const) {
      const live = paidDesk().desk;
      await booked(live, { form, name: form === 'tally' ? 'x.csv' : 'x.xml' });
      expect(readFileSync(join(live.folder, form === 'tally' ? 'x.csv' : 'x.xml'), 'utf8')).not.toContain(ACCOUNT);
    }
  });

  it('gives a voucher an id for Tally that no other desk gives', async () => {
    const ids = [];
    for (const { desk } of [paidDesk(), paidDesk()]) {
      ids.push(...(await booked(desk, { form: 'tally-xml' })).map(({ id }) => id));
    }
    expect(new Set(ids).size).toBe(4);
  });

  it('books nothing after the desk was unlocked before the books were found to have the same last export', async () => {
    const { desk } = paidDesk();
    const raw = openRaw(join(desk.folder, 'desk.db'));
    tamper(raw, `UPDATE audit SET what = 'unlocked' WHERE sequence = (SELECT max(sequence) FROM audit)`);
    for (const [lastInBooks, code] of [
      [null, 'journalAfterRestore'],
      [3, 'journalsDiffer'],
    ] as const) {
      expect(await exported(desk, { lastInBooks })).toMatchObject({ kind: 'refused', refusal: { code } });
    }
    expect(readdirSync(desk.folder).filter((name) => name.endsWith('.csv'))).toEqual([]);
    expect(await exported(desk, { lastInBooks: 0 })).toMatchObject({
      kind: 'done',
      value: { export: 1, restoredAtMs: expect.any(Number) as number },
    });
    expect(
      await exportJournalAgain(desk.system, { book: 'live', number: 1, path: join(desk.folder, 'k.csv') }),
    ).toMatchObject({
      value: { restoredAtMs: null },
    });
  });

  it('is listed with what it booked, beside what is not booked yet', async () => {
    const paid = paidDesk();
    const { desk } = paid;
    const due = (answered: Answer<{ readonly due: readonly unknown[] }>) =>
      answered.kind === 'done' ? answered.value.due : null;
    expect(due(listJournals(desk.system, { book: 'live' }))).toEqual([
      { profile: 'acme', paid: { count: 2, paise: 12_500_354 }, back: { count: 0, paise: 0 } },
    ]);
    await booked(desk);
    reverse(paid, 1, 1);
    expect(listJournals(desk.system, { book: 'live', profile: 'Acme' })).toMatchObject({
      value: {
        exports: [{ number: 1, entryCount: 2, paidPaise: 12_500_354, undonePaise: 0, saved: { file: '1.csv' } }],
        due: [{ profile: 'acme', paid: { count: 0 }, back: { count: 1, paise: 304 } }],
      },
    });
  });
});

describe('the ledgers of a voucher', () => {
  const rule = { column: '', value: '', kind: null, profile: '', debit: '', credit: '' } as const;

  it('are those of the first rule that fits: by a column of the sheet, what it is for, and the account', async () => {
    const { desk } = paidDesk();
    desk.rules = {
      ...DEFAULT_RULES,
      rules: [
        { ...rule, profile: 'other', debit: 'Never' },
        { ...rule, column: 'DEPT', value: 'Sales', credit: 'HDFC' },
        { ...rule, kind: 'salary', debit: 'Too late' },
        { ...rule, kind: 'refund', profile: 'ACME', debit: 'Refunds' },
      ],
    };
    const ledgers = (await booked(desk)).map(({ sides }) => sides.map(({ ledger }) => ledger));
    expect(ledgers).toEqual([
      ['Payouts', 'HDFC'],
      ['Refunds', 'Gateway wallet'],
    ]);
  });

  it('are never empty: who has none, and why, is said, and nothing is booked', async () => {
    const { desk } = paidDesk();
    desk.rules = { debit: '', credit: 'Wallet', rules: [{ ...rule, kind: 'salary', debit: 'Salaries' }] };
    expect(refusalOf(await exported(desk))).toEqual({
      code: 'noLedger',
      words: 'No rule and no default names a ledger for 1 payment: B0001/3 Ravi (refund; nothing to debit).',
    });
    expect(desk.store.journals.newest()).toBe(0);
    expect(existsSync(join(desk.folder, 'j.csv'))).toBe(false);
  });
});
