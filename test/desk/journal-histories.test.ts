// The journal's promise: whatever news comes between exports of whatever scope and form, with crashes around them, the sum of all
// exported files is what the desk knows to be paid, under the ledgers that the rules named when each payment was booked first.

import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exportJournal, exportJournalAgain, type JournalAsked } from '../../electron/main/desk/batches/journal.ts';
import type { LedgerRules } from '../../electron/main/domain/journal.ts';
import type { Claimed } from '../../electron/main/domain/ledger.ts';
import { DAY_MS, HOUR_MS } from '../../shared/limits.ts';
import { verbatim } from '../../shared/messages/message.ts';
import { asPaise } from '../../shared/money.ts';
import { NO_IDS } from '../../shared/outcomes.ts';
import { JOURNAL_FORMS, type JournalForm } from '../../shared/report-forms.ts';
import type { SettlingOutcome, StateKind } from '../../shared/states.ts';
import { type Random, seededRandom } from '../seeded/random.ts';
import { confirm } from '../store/confirm.ts';
import {
  ACCEPTED,
  answer,
  BACKOFF,
  confirmation,
  LOST,
  lookUp,
  PAID,
  payment,
  said,
  turn,
} from '../store/desk-file.ts';
import { type BookedVoucher, readBookedFile } from './booked-file.ts';
import { DEFAULT_RULES, type JournalDesk, journalDesk } from './journal-desk.ts';

const HISTORIES = 500;
const PROFILES = ['acme', 'Salaries & more'] as const;
const DEPARTMENTS = ['Sales', 'R&D', '', 'शाखा <1>'] as const;
const REMARKS = ['Salary April', 'Refund 77', 'Travel expenses', 'Invoice 9'] as const;

const OUTCOMES: readonly [SettlingOutcome, ...SettlingOutcome[]] = [
  PAID,
  PAID,
  ACCEPTED,
  LOST,
  { kind: 'refused', state: 'rejected', word: 'rejected', ids: NO_IDS, message: verbatim('no such account') },
];

const RULES: readonly [LedgerRules, ...LedgerRules[]] = [
  DEFAULT_RULES,
  {
    debit: 'Other <costs> & "more"',
    credit: '=Bank',
    rules: [
      { column: 'department', value: 'r&d', kind: null, profile: '', debit: 'Research', credit: '' },
      { column: '', value: '', kind: 'salary', profile: 'acme', debit: 'Salaries', credit: 'HDFC' },
      { column: '', value: '', kind: 'refund', profile: '', debit: 'Refunds', credit: '' },
    ],
  },
  {
    debit: 'Rest',
    credit: 'Wallet',
    rules: [{ column: '', value: '', kind: null, profile: PROFILES[1], debit: '', credit: 'Axis' }],
  },
];

interface Made {
  readonly claimed: Claimed;
  readonly batch: number;
}

/** One desk's life. */
class History {
  readonly desk: JournalDesk = journalDesk();
  readonly random: Random;
  readonly claimed: Made[] = [];
  readonly batches: number[] = [];
  /** The bytes of each export that has a file. */
  readonly files = new Map<number, Buffer>();
  readonly rulesAt = new Map<number, LedgerRules>();
  #paths = 0;

  constructor(seed: number) {
    this.random = seededRandom(seed, 'journal');
  }

  confirm(): void {
    const { random, desk } = this;
    const paid = Array.from({ length: random.between(1, 5) }, () =>
      payment({
        beneficiary: { method: 'UPI', upiId: `p${random.below(1e9)}@bank` },
        name: random.pick(['Asha & Co', 'Ravi', 'रवि <b>']),
        amountPaise: asPaise(random.between(1, 9_999_999)),
        remark: random.pick(REMARKS),
      }),
    );
    const profile = random.pick(PROFILES);
    const made = confirmation(desk, paid, { profile, headers: ['Name', 'Department'], nowMs: desk.nowMs });
    const rows = made.rows.map((row) => ({ ...row, source: ['x', random.pick(DEPARTMENTS)] }));
    this.batches.push(confirm(desk.store, { ...made, rows }));
  }

  send(): void {
    const batch = this.batches[this.random.below(this.batches.length)];
    if (batch === undefined) return;
    const { store, nowMs } = this.desk;
    const { claimed } = turn(store, batch, { claim: this.random.between(1, 3), nowMs });
    for (const one of claimed) {
      this.claimed.push({ claimed: one, batch });
      turn(store, batch, { nowMs, news: [answer(one, this.random.pick(OUTCOMES), nowMs + 1)] });
    }
  }

  news(): void {
    const made = this.claimed[this.random.below(this.claimed.length)];
    if (made === undefined) return;
    const word = this.random.pick(['success', 'reversed', 'failed', 'failed', 'success'] as const);
    // A person believes a contradiction only when it is said twice.
    for (let times = this.random.between(1, 2); times > 0; times -= 1) {
      this.desk.nowMs += HOUR_MS;
      const { store, nowMs } = this.desk;
      turn(store, made.batch, { nowMs, news: [lookUp(made.claimed, said(word), nowMs)] });
    }
  }

  decide(): void {
    const { store, nowMs } = this.desk;
    const open = this.claimed.filter(({ claimed }) => this.stateOf(claimed.payoutId) === 'unknown');
    const one = open[this.random.below(open.length)];
    if (one === undefined) return;
    const { payoutId } = one.claimed;
    const verdict = this.random.percent(50)
      ? ({ kind: 'notPaid' } as const)
      : ({ kind: 'paid', bankReference: `UTR${nowMs}` } as const);
    const about = { payoutId, verdict, note: 'Asked the bank.', ticket: 'GW-1', sameEvidence: null };
    store.decide({ ...about, nowMs, decideAfterMs: 0, backoff: BACKOFF });
    if (this.random.percent(30)) store.takeBack({ payoutId, note: 'A mistake.', nowMs, backoff: BACKOFF });
  }

  stateOf(payoutId: number): StateKind | undefined {
    return this.ledger().get(payoutId)?.state;
  }

  /** Every payout as the store has it. */
  ledger(): ReadonlyMap<number, { state: StateKind; name: string; paise: number; facts: RuledFacts }> {
    const { store } = this.desk;
    const found = new Map<number, { state: StateKind; name: string; paise: number; facts: RuledFacts }>();
    for (const batch of store.batches.list()) {
      const report = store.report(batch, this.desk.nowMs);
      for (const payout of report.payouts()) {
        const { claimed } = this.claimed.find(
          (one) => one.batch === batch.batch && one.claimed.order.reference === payout.reference,
        ) ?? { claimed: null };
        if (claimed === null) continue;
        const facts = { profile: batch.profile, remark: payout.remark, department: payout.source[1] ?? '' };
        const { state, amountPaise, rowNumber } = payout;
        found.set(claimed.payoutId, { state, name: `${batch.id}/${rowNumber}`, paise: amountPaise, facts });
      }
    }
    return found;
  }

  async export(crash: Crash, asked: JournalAsked, form: JournalForm): Promise<string> {
    const { desk } = this;
    const { journals } = desk.store;
    const path = join(desk.folder, `${(this.#paths += 1)}${form === 'tally-xml' ? '.xml' : '.csv'}`);
    const number = journals.newest() + 1;
    desk.faults = CRASHES[crash](desk);
    const before = crash === 'folderMissing' ? join(desk.folder, 'nowhere', basename(path)) : path;
    const ended = await exportJournal(desk.system, { asked, form, path: before }).then(
      (done) => ('refusal' in done ? done.refusal.code : done.kind),
      (error: unknown) => {
        if (error instanceof Crashed) return 'crashed';
        throw error;
      },
    );
    desk.faults = {};
    if (ended === 'crashed') seen.crashes.set(crash, (seen.crashes.get(crash) ?? 0) + 1);
    if (journals.newest() === number) this.rulesAt.set(number, desk.rules);
    if (existsSync(path)) this.keep(number, path);
    return ended;
  }

  /** Writes an export again, into a new file. */
  async again(number: number): Promise<void> {
    const { desk } = this;
    const form = desk.store.journals.find(number)?.form;
    const path = join(desk.folder, `${(this.#paths += 1)}${form === 'tally-xml' ? '.xml' : '.csv'}`);
    const done = await exportJournalAgain(desk.system, { book: 'live', number, path });
    expect(done).toMatchObject({ kind: 'done' });
    this.keep(number, path);
  }

  keep(number: number, path: string): void {
    const bytes = readFileSync(path);
    const kept = this.files.get(number);
    if (kept !== undefined) expect(bytes.equals(kept), `export ${number} is the same again`).toBe(true);
    this.files.set(number, bytes);
  }

  async saveUnsaved(): Promise<void> {
    for (const { number, saved } of this.desk.store.journals.exports()) if (saved === null) await this.again(number);
  }

  async someExport(): Promise<void> {
    const { random } = this;
    const day = (): string | null =>
      random.percent(60) ? null : new Date(this.desk.nowMs - random.below(20) * DAY_MS).toISOString().slice(0, 10);
    const batches = this.desk.store.batches.list();
    const batch = batches[random.below(batches.length)];
    const asked: JournalAsked =
      batch !== undefined && random.percent(50)
        ? { batch: batch.id }
        : { profile: random.pick(PROFILES), fromDay: day(), toDay: day() };
    const crash = random.percent(60) ? 'none' : random.pick(CRASH_KINDS);
    const ended = await this.export(crash, asked, random.pick(JOURNAL_FORMS));
    expect(['done', 'crashed', ...REFUSED]).toContain(ended);
    if (ended === 'journalNotSaved' || random.percent(20)) await this.saveUnsaved();
    const some = this.desk.store.journals.newest();
    if (some > 0 && random.percent(20)) await this.again(random.between(1, some));
  }

  async step(): Promise<void> {
    const { random } = this;
    this.desk.nowMs += random.below(DAY_MS);
    const what = random.below(100);
    if (what < 15 || this.batches.length === 0) this.confirm();
    else if (what < 35) this.send();
    else if (what < 65) this.news();
    else if (what < 75) this.decide();
    else if (what < 80) this.desk.rules = random.pick(RULES);
    else await this.someExport();
  }

  /** Saves what has no file, and books what is left. */
  async finish(): Promise<void> {
    await this.saveUnsaved();
    for (const profile of PROFILES) {
      const ended = await this.export('none', { profile, fromDay: null, toDay: null }, this.random.pick(JOURNAL_FORMS));
      expect(['done', 'nothingToBook', 'unknownProfile']).toContain(ended);
    }
  }
}

const REFUSED = [
  'nothingToBook',
  'daysReversed',
  'unknownProfile',
  'journalNotSaved',
  'folderMissing',
  'journalChanged',
] as const;

class Crashed extends Error {}

function crashed(): never {
  throw new Crashed('the process died here');
}

/** Where the process dies, or what refuses. */
const CRASHES = {
  none: () => ({}),
  folderMissing: () => ({}),
  beforeRecording: () => ({ record: crashed }),
  beforeNaming: ({ store }: JournalDesk) => ({
    record: (...given: Parameters<typeof store.journals.record>) => {
      store.journals.record(...given);
      return crashed();
    },
  }),
  beforeNotingTheFile: () => ({ saved: crashed }),
} as const;
type Crash = keyof typeof CRASHES;
const CRASH_KINDS: readonly [Crash, ...Crash[]] = [
  'folderMissing',
  'beforeRecording',
  'beforeNaming',
  'beforeNotingTheFile',
];

interface RuledFacts {
  readonly profile: string;
  readonly remark: string;
  readonly department: string;
}

/** The ledgers by these rules, worked out apart from the desk's own function. */
function expectedLedgers({ profile, remark, department }: RuledFacts, { rules, debit, credit }: LedgerRules) {
  // Where a remark says nothing, the batch's name does: "April salaries".
  const kind = { S: 'salary', R: 'refund', T: 'expenses', I: 'salary' }[remark[0] ?? ''];
  for (const rule of rules) {
    const isKind = rule.kind === null || rule.kind === kind;
    const isHere = rule.profile === '' || rule.profile === profile;
    const isThere = rule.column === '' || rule.value === department.toLowerCase();
    if (isKind && isHere && isThere) return { debit: rule.debit || debit, credit: rule.credit || credit };
  }
  return { debit, credit };
}

/** What all histories together went through, so that none of it is missing by chance. */
const seen = { undone: 0, again: 0, crashes: new Map<string, number>() };

async function live(seed: number): Promise<void> {
  const history = new History(seed);
  try {
    const steps = history.random.between(10, 40);
    for (let step = 0; step < steps; step += 1) await history.step();
    await history.finish();
    // What was exported is what is recorded, no more files and no fewer.
    const exports = history.desk.store.journals.exports();
    expect([...history.files.keys()].toSorted((a, b) => b - a)).toEqual(exports.map(({ number }) => number));
    const vouchers = new Map<string, BookedVoucher & { readonly export: number }>();
    for (const [number, bytes] of [...history.files].toSorted(([a], [b]) => a - b)) {
      for (const voucher of readBookedFile(bytes.toString('utf8'))) {
        expect(vouchers.has(voucher.number), `${voucher.number} is one voucher`).toBe(false);
        vouchers.set(voucher.number, { ...voucher, export: number });
        expect(voucher.sides.reduce((sum, { paise }) => sum + paise, 0)).toBe(0);
        if (voucher.number.endsWith('-2')) seen.undone += 1;
        if (voucher.number.endsWith('-3')) seen.again += 1;
      }
    }
    const ledger = [...history.ledger().values()];
    const perPayout = Map.groupBy(vouchers.values(), ({ number }) => number.split('-')[0] ?? '');
    const [books, expected] = [new Map<string, number>(), new Map<string, number>()];
    for (const { name, state, paise, facts } of ledger) {
      const booked = perPayout.get(name) ?? [];
      const net = new Map<string, number>();
      for (const { sides } of booked) for (const side of sides) add(net, side.ledger, side.paise);
      const rules = history.rulesAt.get(booked[0]?.export ?? 0);
      const { debit, credit } = rules === undefined ? { debit: '', credit: '' } : expectedLedgers(facts, rules);
      const due = state === 'success' ? paise : 0;
      expect(
        [...net].filter(([, sum]) => sum !== 0),
        `${name}, ${state}`,
      ).toEqual(
        due === 0
          ? []
          : [
              [debit, due],
              [credit, -due],
            ].toSorted(([one]) => (booked.length % 2 === 1 && one === debit ? -1 : 1)),
      );
      for (const [account, sum] of net) add(books, account, sum);
      if (due === 0) continue;
      add(expected, debit, due);
      add(expected, credit, -due);
    }
    const nonZero = (sums: Map<string, number>) => new Map([...sums].filter(([, sum]) => sum !== 0));
    expect(nonZero(books)).toEqual(nonZero(expected));
    expect(perPayout.size).toBeLessThanOrEqual(ledger.length);
  } finally {
    history.desk.close();
  }
}

function add(sums: Map<string, number>, name: string, paise: number): void {
  sums.set(name, (sums.get(name) ?? 0) + paise);
}

describe('the journals of a desk', () => {
  it(`sum up to its ledger after each of ${HISTORIES} histories`, { timeout: 600_000 }, async () => {
    for (let seed = 1; seed <= HISTORIES; seed += 1) {
      try {
        await live(seed);
      } catch (error) {
        throw new Error(`history ${seed}`, { cause: error });
      }
    }
    expect(seen.undone).toBeGreaterThan(HISTORIES / 10);
    expect(seen.again).toBeGreaterThan(HISTORIES / 100);
    expect([...seen.crashes.values()].every((times) => times > HISTORIES / 25)).toBe(true);
    expect([...seen.crashes.keys()].toSorted()).toEqual(['beforeNaming', 'beforeNotingTheFile', 'beforeRecording']);
  });
});
