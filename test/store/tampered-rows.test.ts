// Changes one value at a time behind the desk's back, in each column of each table as the database itself lists them: the audit
// names each. It also names a row that was removed, inserted or swapped with another, and a log cut short.

import { describe, expect, it } from 'vitest';
import { paymentNow } from '../../electron/main/store/approvals.ts';
import { openAuditLog } from '../../electron/main/store/audit-log.ts';
import { DeskDatabase } from '../../electron/main/store/desk-database.ts';
import { MIGRATIONS } from '../../electron/main/store/schema.ts';
import { verifyDatabase } from '../../electron/main/store/verify-database.ts';
import type { CommandId, Mid, PayoutId, Sha256 } from '../../shared/ids.ts';
import { DAY_MS } from '../../shared/limits.ts';
import { verbatim } from '../../shared/messages/message.ts';
import { asPaise } from '../../shared/money.ts';
import { NO_IDS } from '../../shared/outcomes.ts';
import type { Profile } from '../../shared/profiles.ts';
import { NO_TICKS } from '../../shared/repeats.ts';
import { STATE_KINDS } from '../../shared/states.ts';
import { confirm, NO_MARKS } from './confirm.ts';
import {
  ACCEPTED,
  answer,
  BACKOFF,
  claimOne,
  confirmation,
  confirmBatch,
  LOST,
  lookUp,
  MERCHANT,
  makeDesk,
  NOW_MS,
  PAID,
  payment,
  payments,
  reference,
  said,
  tamper,
  turn,
} from './desk-file.ts';
import { agree, found, member } from './team.ts';

const PROFILE: Profile = {
  name: 'acme',
  ...MERCHANT,
  environment: 'LIVE',
  ratePerSecond: 5,
  inFlightMax: 4,
  pollFirstMs: 1_000,
  pollMaxMs: 60_000,
  timeoutMs: 30_000,
  maxPayoutPaise: asPaise(100_000),
  maxBatchPaise: asPaise(900_000),
  decideAfterMs: 60_000,
  walletUnit: 'rupees',
};

const LINKS = { upi: 'upi://pay', gpay: '', phonepe: '', paytm: '' };
const CREATED = { orderDate: '', orderAmount: '5.00', orderName: 'Asha', links: LINKS, message: null };
const ORDER_STATUS = {
  initiatedAt: null,
  completedAt: null,
  payerAddress: null,
  payerMobile: null,
  payerName: null,
  bankRrn: '412345678909',
  userId: null,
  userDefined: [],
  message: null,
};
const IDS = { transactionId: 'TX9', rrn: '412345678909', utr: 'UTR9', logNumber: 'L9', tranRefNo: 'R9' };
const FAILED = {
  kind: 'refused',
  state: 'failed',
  word: 'failed',
  ids: NO_IDS,
  message: verbatim('no such account'),
} as const;

/** A desk with payouts in every state, on hold, retried and ticked, decisions, alarms, profiles and commands. */
function filledDesk(): Buffer {
  const desk = makeDesk();
  const { store } = desk;
  const elsewhere = { ...PROFILE, name: 'moved', baseUrl: 'https://old.example', mid: 77 as Mid };
  store.merchants.ensure(elsewhere);
  store.saveProfile(elsewhere, NOW_MS);
  store.saveProfile({ ...elsewhere, baseUrl: 'https://new.example' }, NOW_MS);
  store.saveProfile({ ...PROFILE, maxBatchPaise: null }, NOW_MS);
  store.saveProfile({ ...PROFILE, severalComputers: true }, NOW_MS);
  const received = { reference: reference('R1'), knownAs: reference('R2'), word: 'success' };
  const alsoNoted = { reference: reference('R3'), knownAs: reference('R3'), word: 'pending' };
  store.knownReferences.note(desk.merchantId, [received, alsoNoted], NOW_MS);
  store.merchants.saveFingerprint(desk.merchantId, '[400,"false"]');

  const bank = { method: 'IMPS', accountNumber: '001122334455', ifsc: 'HDFC0000001' } as const;
  const first = confirm(
    store,
    confirmation(desk, [...payments(9), payment({ beneficiary: bank, reference: reference('OWN1') })], {
      sheet: 'April',
      excluded: [{ rowNumber: 20, source: ['a', 'b'], issues: [] }],
    }),
    { id: 'a'.repeat(16) as CommandId, what: 'start' },
  );
  store.commands.answered('a'.repeat(16) as CommandId, '{"kind":"done"}');
  store.commands.take({ id: 'b'.repeat(16) as CommandId, what: 'cancel' }, NOW_MS);
  const settle = (...outcomes: readonly Parameters<typeof answer>[1][]): void => {
    for (const outcome of outcomes) turn(store, first, { news: [answer(claimOne(store, first), outcome)] });
  };
  settle({ ...PAID, ids: IDS }, ACCEPTED, FAILED, { ...FAILED, state: 'rejected', word: 'rejected' });
  const reversed = claimOne(store, first);
  turn(store, first, { news: [answer(reversed, { ...PAID, ids: NO_IDS })] });
  turn(store, first, { news: [lookUp(reversed, said('success'), NOW_MS + 8_000)] });
  turn(store, first, { news: [lookUp(reversed, { kind: 'notKnown' }, NOW_MS + 8_500)] });
  turn(store, first, { news: [lookUp(reversed, said('processing'), NOW_MS + 9_000)] });
  store.readNews(first, NOW_MS + 9_500);
  turn(store, first, { news: [lookUp(reversed, said('reversed'), NOW_MS + 9_900)] });
  for (const verdict of [{ kind: 'paid', bankReference: '512345678901' } as const, { kind: 'notPaid' } as const]) {
    const { payoutId } = claimOne(store, first);
    store.ledger.interrupt('crashed', { nowMs: NOW_MS, backoff: BACKOFF });
    const about = { payoutId, verdict, note: 'seen on the statement', ticket: 'T-1', sameEvidence: null };
    store.decide({ ...about, nowMs: NOW_MS + 5_000, backoff: BACKOFF, decideAfterMs: 0 });
  }
  const doubted = claimOne(store, first);
  turn(store, first, { news: [answer(doubted, { ...LOST, message: verbatim('torn \ud800 letters') })] });
  turn(store, first, { news: [lookUp(doubted, { kind: 'notKnown' })] });
  turn(store, first, { news: [lookUp(doubted, said('failed'), NOW_MS + 3_000)] });
  claimOne(store, first);

  const links = { batch: first, payouts: [{ retryOf: 3 as never, changed: [] }] };
  const relations = new Map([
    [
      2,
      [
        { earlier: 1 as PayoutId, relation: 'again' },
        { earlier: 3 as PayoutId, relation: 'unpaid' },
      ] as const,
    ],
  ]);
  const marks = { ...NO_MARKS, ticks: { ...NO_TICKS, paidBefore: [2] }, relations, retry: links };
  const retried = payments(3).slice(2);
  const second = confirm(store, confirmation(desk, retried, { marks, runNumber: 2 }));
  const known = claimOne(store, second);
  turn(store, second, { news: [answer(known, { kind: 'notSent', cause: 'refused', message: verbatim('Refused.') })] });
  const held = { kind: 'held', payoutId: known.payoutId, hold: 'referenceKnown', atMs: NOW_MS } as const;
  turn(store, second, { news: [{ ...held, evidence: { httpStatus: 200, text: '{}' } }] });
  const third = confirmBatch(desk, payments(1, { remark: 'Gone' }));
  store.ledger.cancel(third, { nowMs: NOW_MS, backoff: BACKOFF });
  confirmBatch(desk, payments(2, { remark: 'Later' }));
  for (const readFor of ['start', 'person'] as const) {
    store.keepWalletReading(
      { merchant: MERCHANT, balance: `50${readFor.length}.25`, readFor },
      NOW_MS + readFor.length,
    );
  }
  for (const [index, isPaid] of [false, true].entries()) {
    const userDefined = ['INV-7', '', '', '', ''] as const;
    const order = { userId: 'C1', mobile: '9800000000', amountPaise: asPaise(500 + index), name: 'Asha', userDefined };
    const number = store.orders.ask(order, { profile: 'acme', merchant: MERCHANT }, NOW_MS);
    store.orders.answered(number, { ...CREATED, orderId: `O${index}` }, NOW_MS + 1);
    store.orders.heard(
      number,
      { status: { ...ORDER_STATUS, status: isPaid ? 'SUCCESS' : 'PENDING' }, isOpen: !isPaid },
      NOW_MS,
    );
  }
  for (const [tries, outcome] of [
    [0, 'unsure'],
    [1, 'sent'],
  ] as const) {
    const about = { address: 'asha@home.example', sender: 'accounts@firm.example', language: 'en' } as const;
    const mail = { ...about, batch: first, rowNumber: 2, messageId: `<${tries}@firm.example>`, tries };
    const mailId = store.adviceWriting.begin(mail, NOW_MS + tries);
    const said = { outcome, answer: outcome === 'sent' ? '250 ok' : null };
    store.adviceWriting.answer(Number(mailId), said, NOW_MS + 5 + tries);
  }
  for (const [fromDay, batch, commandId] of [
    [null, first, null],
    ['2026-04-01', null, 'c'.repeat(16) as CommandId],
  ] as const) {
    const number = store.journals.newest() + 1;
    const due = [...store.journals.due({ profile: 'acme', batch })].slice(0, 1);
    const entries = due.map((payout) => {
      const ledgers = {
        debit: 'Payouts',
        credit: 'Wallet',
        utr: batch === null ? null : 'UTR7',
        feePaise: asPaise(590),
        taxPaise: asPaise(90),
      };
      return { ...payout, ...ledgers, turn: 1, day: '2026-04-01' };
    });
    const scope = {
      profile: 'acme',
      batch,
      fromDay,
      toDay: fromDay,
      form: 'journal',
      fileSha256: 'f'.repeat(64),
    } as const;
    expect(store.journals.record({ ...scope, number, entries, commandId }, NOW_MS)).toBe(true);
    store.journals.saved(number, `${number}.csv`, NOW_MS);
  }
  store.notes.proveLookups(first);
  store.notes.countLift(first);
  store.notes.refuseRate(first, 3);
  store.notes.pause(first, { code: 'person', message: verbatim('Paused.') }, NOW_MS);
  // A clock that is set back twice.
  for (const days of [0, -1, 1, -2])
    store.notes.pause(first, { code: 'person', message: verbatim(`Paused ${days}.`) }, NOW_MS + days * DAY_MS);

  // Before the team, whose approval every batch needs from then on.
  fillHolds(desk);
  fillRegister(desk);
  fillTeam(desk);
  store.close();
  // A desk of the first schema stored whom it had paid.
  const insert = desk.raw.prepare('INSERT INTO payees VALUES (?, ?, ?)');
  openAuditLog(desk.raw, 'meera@desk-1').transaction(() => {
    for (const name of ['asha rao', 'ravi iyer']) insert.run(desk.merchantId, name, 'upi:asha@okbank');
  })();

  const states = desk.raw.prepare<[], string>('SELECT DISTINCT state FROM payouts').pluck().all();
  expect(new Set(states)).toEqual(new Set(STATE_KINDS));
  const image = desk.raw.serialize();
  // Bytes 18 and 19 of the header request a write-ahead log, which an in-memory database cannot have.
  return image.fill(1, 18, 20);
}

/** Enrols and removes persons, and has them approve a batch. */
function fillTeam({ store, merchantId }: ReturnType<typeof makeDesk>): void {
  const [asha, bala, chitra, dev] = TEAM;
  found(store, [asha, bala], NOW_MS);
  for (const { person } of [chitra, dev]) agree(store, [asha, bala], { kind: 'enrol', person }, NOW_MS);
  for (const { person } of [chitra, dev]) agree(store, [bala, asha], { kind: 'remove', person }, NOW_MS);
  for (const scope of ['batch', 'payment'] as const) {
    store.approvals.setTier({ profile: 'acme', scope, fromPaise: 1, approvals: 1 }, NOW_MS);
  }
  for (const at of [1, 2]) {
    const beneficiary = { method: 'UPI', upiId: `team${at}@bank` } as const;
    const asked = confirmation({ store, merchantId }, [
      payment({ beneficiary, name: `Team ${at}`, remark: `team ${at}` }),
    ]);
    const seal = String(at).repeat(64) as Sha256;
    agree(store, [asha, bala], paymentNow({ ...asked, seal }), NOW_MS);
    confirm(store, { ...asked, seal, payer: asha.person });
  }
}

const TEAM = await Promise.all([member('Asha'), member('Bala'), member('Chitra'), member('Dev')]);

/** Holds payees and releases them, as this desk and another of its team, and pays others of their names. */
function fillHolds({ store, merchantId }: ReturnType<typeof makeDesk>): void {
  const accounts = [{ person: 'upi:asha@okbank', payTo: 'asha@okbank' }];
  const { hold } = store.holds.hold({ name: 'Asha', accounts, reason: 'dispute', notBefore: '2030-01-01' }, NOW_MS);
  store.holds.release({ hold, reason: 'settled' }, NOW_MS);
  const said = {
    hold: 'aaaaaaaa-0000-4000-8000-000000000001',
    name: null,
    accounts,
    reason: 'in Pune',
    notBefore: null,
  };
  const ended = { hold: said.hold, reason: 'over', releasedBy: 'om@pune', releasedAtMs: NOW_MS, desk: 'Pune' };
  const theirs = [{ person: 'upi:om@okbank', payTo: 'om@okbank' }];
  const holds = [{ ...said, accounts: theirs, heldBy: 'om@pune', heldAtMs: NOW_MS, desk: 'Pune' }];
  store.holds.adopt({ holds, releases: [ended] }, NOW_MS);
  for (const id of [hold, said.hold]) {
    const marks = { ...NO_MARKS, heldNames: new Map([[2, [id]]]) };
    const paid = [payment({ beneficiary: { method: 'UPI', upiId: `${id}@bank` }, remark: id.slice(0, 8) })];
    const batch = confirm(store, confirmation({ store, merchantId }, paid, { marks }));
    store.ledger.cancel(batch, { nowMs: NOW_MS, backoff: BACKOFF });
  }
}

/** Joins a register, claims batches there and stops them, leaves, and joins and leaves once more. */
function fillRegister(desk: ReturnType<typeof makeDesk>): void {
  const { register, ledger } = desk.store;
  const about = { deskName: 'Delhi', addressJson: '{}', copyMark: 'm1', position: '0/1', lineage: '1' };
  const [one, other] = [payments(1, { remark: 'Delhi' }), payments(2, { remark: 'Goa' })];
  const batches = [confirmBatch(desk, one), confirmBatch(desk, other.slice(1))];
  register.join({ ...about, registerId: 'r1', deskId: 'd1' }, NOW_MS);
  for (const batch of batches) {
    register.beginSet(batch);
    register.claimed(batch, { position: '0/2', lineage: '1', head: 's1', nowMs: NOW_MS });
    ledger.cancel(batch, { nowMs: NOW_MS, backoff: BACKOFF });
  }
  register.nextMark();
  register.noteFloor(1 as Mid, { perSecond: 1, heardAtMs: NOW_MS });
  register.noteFloor(2 as Mid, { perSecond: 0, heardAtMs: NOW_MS });
  register.leave(NOW_MS);
  register.join({ ...about, registerId: 'r2', deskId: 'd2' }, NOW_MS);
  register.leave(NOW_MS + 1);
}

/** What the audit need not notice, and why. */
const MAY_CHANGE: Readonly<Record<string, string>> = {
  'payouts.next_lookup_at_ms': 'a look-up that comes earlier or later moves no money; that none comes is named',
};

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly notnull: 0 | 1;
  readonly pk: number;
}

function columnsOf(table: string): readonly Column[] {
  const rows = MADE.prepare<[string], Column>('SELECT name, type, "notnull", pk FROM pragma_table_info(?)').all(table);
  return rows.map((row) => ({ ...row, table }));
}

const MADE = new DeskDatabase(':memory:').exec(MIGRATIONS.join(''));
const TABLES = MADE.prepare<[], string>(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`)
  .pluck()
  .all()
  // An archive is a file, which this desk in memory has not: test/store/archives.
  .filter((name) => name !== 'archives');
const COLUMNS = TABLES.flatMap(columnsOf);

function keyOf(table: string): string {
  return columnsOf(table)
    .filter(({ pk }) => pk > 0)
    .map(({ name }) => name)
    .join(', ');
}

function ordered(key: string, order: '' | ' DESC'): string {
  return `${key.replaceAll(',', `${order},`)}${order}`;
}

/** The codes for wrong rows; excludes damage of the file itself, which another check also finds when a CHECK is broken. */
const ROW_CODES =
  /^(row(Changed|Unexplained|Missing|sDiffer)|keysDiffer|clockDiffers|journalDiffers|entry(Changed|Missing|Unreadable))$/;

describe('the audit of a desk that only the desk wrote', () => {
  let filled: Buffer | null = null;
  /** A copy in memory of the one filled desk. */
  const copy = (): DeskDatabase => {
    filled ??= filledDesk();
    return new DeskDatabase(filled);
  };

  /** Makes the change in a copy. Returns what the audit finds in the rows, or null when nothing changed. */
  function findingsAfter(sql: string): readonly string[] | null {
    const database = copy();
    database.pragma('ignore_check_constraints = ON');
    const before = database.prepare<[], number>('SELECT total_changes()').pluck().get() ?? 0;
    tamper(database, sql);
    const changes = (database.prepare<[], number>('SELECT total_changes()').pluck().get() ?? 0) - before;
    const { findings } = verifyDatabase(database, { prefix: 'B', machine: '', head: null });
    database.close();
    return changes === 0 ? null : findings.map(({ code }) => code).filter((code) => ROW_CODES.test(code));
  }

  /** Changes one value of the column, in the first row where it is, or is not, NULL; or in the last. */
  function changeOne(
    { table, name }: Column,
    { where, value, order = '' }: { readonly where: string; readonly value: string; readonly order?: '' | ' DESC' },
  ): readonly string[] | null {
    const key = keyOf(table);
    const row = `SELECT ${key} FROM ${table} WHERE ${name} ${where} ORDER BY ${ordered(key, order)} LIMIT 1`;
    return findingsAfter(`UPDATE ${table} SET ${name} = ${value} WHERE (${key}) IN (${row})`);
  }

  it('finds nothing', () => {
    const database = copy();
    expect(verifyDatabase(database, { prefix: 'B', machine: '', head: null }).findings).toEqual([]);
    database.close();
  });

  const named = COLUMNS.map((column) => [`${column.table}.${column.name}`, column] as const);

  it.each(named.filter(([name]) => !(name in MAY_CHANGE)))('finds another value of %s', (_name, column) => {
    const value = column.type === 'TEXT' ? `${column.name} || 'x'` : `${column.name} + 1000`;
    for (const order of ['', ' DESC'] as const) {
      const changed = changeOne(column, { where: 'IS NOT NULL', value, order });
      expect(changed, 'the filled desk has no value in this column').not.toBeNull();
      expect(changed).not.toEqual([]);
    }
  });

  it('leaves out only columns that there are, each with a reason, and finds nothing in another value of them', () => {
    for (const [name, reason] of Object.entries(MAY_CHANGE)) {
      expect(reason).not.toBe('');
      const [, column] = named.find(([one]) => one === name) ?? [];
      if (column === undefined) throw new Error(`there is no column ${name}`);
      expect(changeOne(column, { where: 'IS NOT NULL', value: `${column.name} + 1000` })).toEqual([]);
    }
  });

  it.each(named.filter(([, { notnull, pk }]) => notnull === 0 && pk === 0))(
    'finds %s filled or emptied',
    (_name, column) => {
      const emptied = changeOne(column, { where: 'IS NOT NULL', value: 'NULL' });
      const filledIn = changeOne(column, { where: 'IS NULL', value: column.type === 'TEXT' ? `''` : '0' });
      expect([emptied, filledIn].filter((findings) => findings !== null)).not.toEqual([]);
      for (const findings of [emptied, filledIn]) expect(findings).not.toEqual([]);
    },
  );

  it.each(TABLES)('finds a row that is taken out of %s', (table) => {
    const key = keyOf(table);
    for (const order of ['', ' DESC'] as const) {
      const row = `SELECT ${key} FROM ${table} ORDER BY ${ordered(key, order)} LIMIT 1`;
      const findings = findingsAfter(`DELETE FROM ${table} WHERE (${key}) IN (${row})`);
      expect(findings).not.toBeNull();
      expect(findings).not.toEqual([]);
    }
  });

  it.each(TABLES)('finds a row that is put into %s', (table) => {
    const unique = MADE.prepare<[string], string>(
      `SELECT DISTINCT c.name FROM pragma_index_list(?) i JOIN pragma_index_info(i.name) c WHERE i."unique" = 1`,
    )
      .pluck()
      .all(table);
    const values = columnsOf(table).map(({ name, type, pk }) => {
      if (pk === 0 && !unique.includes(name)) return name;
      return type === 'TEXT' ? `${name} || 'x'` : `${name} + 1000`;
    });
    const findings = findingsAfter(`INSERT INTO ${table} SELECT ${values.join(', ')} FROM ${table} LIMIT 1`);
    expect(findings).not.toBeNull();
    expect(findings).not.toEqual([]);
  });

  // Swapping two rows that consist only of their key changes nothing.
  const withValues = TABLES.filter((table) => table !== 'desk' && columnsOf(table).some(({ pk }) => pk === 0));

  it.each(withValues)('finds two rows of %s that changed places', (table) => {
    const columns = columnsOf(table).map(({ name, pk }) => (pk > 0 ? `there.${name}` : `here.${name}`));
    // Most sums are zero.
    const differing = table === 'batch_sums' ? 'count' : keyOf(table);
    const findings = findingsAfter(`
      CREATE TEMP TABLE two AS SELECT *, row_number() OVER (ORDER BY ${differing}) AS place FROM ${table};
      DELETE FROM two WHERE place NOT IN (1, (SELECT max(place) FROM two));
      DELETE FROM ${table} WHERE (${keyOf(table)}) IN (SELECT ${keyOf(table)} FROM two);
      INSERT INTO ${table} SELECT ${columns.join(', ')} FROM two here JOIN two there ON here.place <> there.place;`);
    expect(findings).not.toBeNull();
    expect(findings).not.toEqual([]);
  });

  it('finds a log that is cut short, wherever it ends', () => {
    const database = copy();
    const entries = database.prepare<[], number>('SELECT sequence FROM audit ORDER BY sequence').pluck().all();
    database.close();
    expect(entries.length).toBeGreaterThan(50);
    for (const sequence of entries) {
      const findings = findingsAfter(`DELETE FROM audit WHERE sequence >= ${sequence}`);
      expect(findings, `cut before entry ${sequence}`).not.toEqual([]);
    }
  });
});
