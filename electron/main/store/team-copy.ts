// What the other desks of a register have told it, as a file of its own beside the desk's database: names are unsealed, so they can be
// searched, and pages are read without the network. It is no record. Nothing decides about money by it, no audit covers it, and one
// that is of another register, of another version or damaged is thrown away and read anew.

import { rmSync } from 'node:fs';
import type { DeskPaymentSort } from '../../../shared/sorts.ts';
import type { StateKind } from '../../../shared/states.ts';
import { DeskDatabase } from './desk-database.ts';
import { COMPANIONS } from './open-database.ts';

/** Changed with SCHEMA: an older copy is thrown away. */
const VERSION = 1;

const SCHEMA = `
CREATE TABLE about (membership TEXT NOT NULL, mark TEXT, as_of_ms INTEGER) STRICT;
CREATE TABLE desks (
  desk_id TEXT PRIMARY KEY, name TEXT NOT NULL, seen_at_ms INTEGER NOT NULL, is_sending INTEGER NOT NULL, has_left INTEGER NOT NULL
) STRICT;
CREATE TABLE sets (
  number INTEGER PRIMARY KEY, desk_id TEXT NOT NULL, batch TEXT NOT NULL, count INTEGER NOT NULL, at_ms INTEGER NOT NULL
) STRICT;
CREATE TABLE sums (
  number INTEGER NOT NULL, state TEXT NOT NULL, count INTEGER NOT NULL, paise INTEGER NOT NULL, PRIMARY KEY (number, state)
) STRICT, WITHOUT ROWID;
CREATE TABLE payments (
  number INTEGER NOT NULL, row_number INTEGER NOT NULL, state TEXT NOT NULL, amount_paise INTEGER NOT NULL,
  moved_at_ms INTEGER NOT NULL, payee_key TEXT NOT NULL, name TEXT, pay_to TEXT, ifsc TEXT, remark TEXT, reference TEXT, told_by TEXT,
  PRIMARY KEY (number, row_number)
) STRICT, WITHOUT ROWID;
`;

export interface CopiedDesk {
  readonly deskId: string;
  readonly name: string;
  readonly seenAtMs: number;
  readonly isSending: boolean;
  readonly hasLeft: boolean;
}

export interface CopiedSet {
  readonly number: number;
  readonly deskId: string;
  readonly batch: string;
  readonly count: number;
  readonly atMs: number;
}

export interface CopiedPayment {
  readonly set: number;
  readonly rowNumber: number;
  readonly state: StateKind;
  readonly amountPaise: number;
  readonly movedAtMs: number;
  readonly payeeKey: string;
  readonly reference: string | null;
  readonly by: string | null;
  readonly name: string | null;
  readonly shown: { readonly payTo: string; readonly ifsc: string | null; readonly remark: string } | null;
}

/** A payment with its desk and batch. */
export interface TeamPayment extends Omit<CopiedPayment, 'set' | 'payeeKey' | 'shown'> {
  readonly desk: string;
  readonly batch: string;
  readonly atMs: number;
  readonly payTo: string | null;
  readonly ifsc: string | null;
  readonly remark: string | null;
}

/** `desk` null: all. Times are those of the claims, the last one excluded. */
export interface TeamSearch {
  readonly desk: string | null;
  readonly states: readonly StateKind[];
  readonly search: string;
  readonly amountFromPaise: number | null;
  readonly amountToPaise: number | null;
  readonly fromMs: number | null;
  readonly toMs: number | null;
}

export interface TeamSort {
  readonly by: DeskPaymentSort;
  readonly direction: 'up' | 'down';
}

/** A batch, counted and summed by state. */
export interface TeamBatch extends Omit<CopiedSet, 'deskId'> {
  readonly desk: string;
  readonly deskId: string;
  readonly isSending: boolean;
  readonly sums: Readonly<Partial<Record<StateKind, { readonly count: number; readonly paise: number }>>>;
}

export interface TeamCopy {
  about(): { readonly mark: string | null; readonly asOfMs: number | null };
  /** Forgets everything, as after the register went back. */
  clear(): void;
  take(sets: readonly CopiedSet[], payments: readonly CopiedPayment[]): void;
  /** A reading is whole. */
  finish(about: { readonly mark: string; readonly asOfMs: number; readonly desks: readonly CopiedDesk[] }): void;
  desks(): readonly CopiedDesk[];
  /** The newest batches first; `openOnly`: with anything that is not settled. */
  batches(query: {
    readonly desk: string | null;
    readonly openOnly: boolean;
    readonly limit: number;
  }): readonly TeamBatch[];
  /** How many of each batch match, the oldest first. */
  bySet(search: TeamSearch): readonly { readonly atMs: number; readonly count: number; readonly paise: number }[];
  page(
    search: TeamSearch,
    sort: TeamSort,
    window: { readonly from: number; readonly count: number },
  ): readonly TeamPayment[];
  close(): void;
}

/** Opens the copy for a membership. Throws the disk's error. */
export function openTeamCopy(path: string, membership: string): TeamCopy {
  try {
    const database = opened(path);
    const [known] = database.prepare<[], { membership: string }>('SELECT membership FROM about').all();
    if (known?.membership === membership) return copyOn(database);
    database.close();
  } catch {
    // Damaged, or of another version.
  }
  removeTeamCopy(path);
  const database = opened(path);
  database.exec(SCHEMA);
  database.pragma(`user_version = ${VERSION}`);
  database.prepare('INSERT INTO about VALUES (?, NULL, NULL)').run(membership);
  return copyOn(database);
}

export function removeTeamCopy(path: string): void {
  for (const part of ['', ...COMPANIONS]) rmSync(path + part, { force: true });
}

function opened(path: string): DeskDatabase {
  const database = new DeskDatabase(path);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = NORMAL');
  database.pragma('busy_timeout = 2000');
  const version = database.pragma('user_version', { simple: true });
  if (version !== VERSION && version !== 0) throw new Error('a copy of another version');
  return database;
}

type Bound = Readonly<Record<string, string | number>>;

const ORDERS: Readonly<Record<TeamSort['by'], string>> = {
  at: 'p.number',
  desk: 'd.name',
  state: 'p.state',
  name: 'p.name COLLATE NOCASE',
  beneficiary: 'p.pay_to',
  amount: 'p.amount_paise',
  moved: 'p.moved_at_ms',
  reference: 'p.reference',
  by: 'p.told_by',
};

const OPEN = `('queued', 'sending', 'processing', 'unknown')`;

function copyOn(database: DeskDatabase): TeamCopy {
  const about = database.statement<[], { mark: string | null; asOfMs: number | null }>(
    'SELECT mark, as_of_ms AS asOfMs FROM about',
  );
  const insertSet = database.statement('INSERT OR REPLACE INTO sets VALUES (@number, @deskId, @batch, @count, @atMs)');
  const insertPayment = database.statement(
    `INSERT OR REPLACE INTO payments VALUES (@set, @rowNumber, @state, @amountPaise, @movedAtMs, @payeeKey, @name, @payTo, @ifsc,
       @remark, @reference, @by)`,
  );
  const dropSums = database.statement<[number]>('DELETE FROM sums WHERE number = ?');
  const insertSums = database.statement<[number]>(
    'INSERT INTO sums SELECT number, state, count(*), sum(amount_paise) FROM payments WHERE number = ? GROUP BY state',
  );
  const dropDesks = database.statement('DELETE FROM desks');
  const insertDesk = database.statement('INSERT INTO desks VALUES (?, ?, ?, ?, ?)');
  const setAbout = database.statement('UPDATE about SET mark = ?, as_of_ms = ?');
  const desks = database.statement<[], Omit<CopiedDesk, 'isSending' | 'hasLeft'> & { sending: 0 | 1; gone: 0 | 1 }>(
    `SELECT desk_id AS deskId, name, seen_at_ms AS seenAtMs, is_sending AS sending, has_left AS gone FROM desks ORDER BY rowid`,
  );
  const batches = database.statement<
    [{ desk: string | null; openOnly: 0 | 1; limit: number }],
    Omit<TeamBatch, 'sums' | 'isSending'> & { sending: 0 | 1; sums: string }
  >(
    `SELECT s.number, s.desk_id AS deskId, d.name AS desk, d.is_sending AS sending, s.batch, s.count, s.at_ms AS atMs,
       (SELECT json_group_object(state, json_object('count', count, 'paise', paise)) FROM sums WHERE number = s.number) AS sums
     FROM sets s JOIN desks d USING (desk_id)
     WHERE (@desk IS NULL OR s.desk_id = @desk)
       AND (@openOnly = 0 OR EXISTS (SELECT 1 FROM sums WHERE number = s.number AND state IN ${OPEN}))
     ORDER BY s.number DESC LIMIT @limit`,
  );
  return {
    about: () => about.get() ?? { mark: null, asOfMs: null },
    clear: () =>
      database.exec('DELETE FROM sets; DELETE FROM sums; DELETE FROM payments; UPDATE about SET mark = NULL'),
    take: database.transaction((sets: readonly CopiedSet[], payments: readonly CopiedPayment[]) => {
      for (const set of sets) insertSet.run(set);
      for (const { shown, ...payment } of payments) {
        const { payTo, ifsc, remark } = shown ?? { payTo: null, ifsc: null, remark: null };
        insertPayment.run({ ...payment, payTo, ifsc, remark });
      }
      for (const { number } of sets) {
        dropSums.run(number);
        insertSums.run(number);
      }
    }),
    finish: database.transaction(({ mark, asOfMs, desks: all }) => {
      dropDesks.run();
      for (const { deskId, name, seenAtMs, isSending, hasLeft } of all)
        insertDesk.run(deskId, name, seenAtMs, Number(isSending), Number(hasLeft));
      setAbout.run(mark, asOfMs);
    }),
    desks: () =>
      desks.all().map(({ sending, gone, ...desk }) => ({ ...desk, isSending: sending === 1, hasLeft: gone === 1 })),
    batches: ({ desk, openOnly, limit }) =>
      batches.all({ desk, openOnly: openOnly ? 1 : 0, limit }).map(({ sending, sums, ...batch }) => ({
        ...batch,
        isSending: sending === 1,
        sums: JSON.parse(sums) as TeamBatch['sums'],
      })),
    bySet: (search) => {
      const { where, bound, isWhole } = conditionsOf(search);
      // Sums by batch and state are kept, so that a list without a search reads no payment.
      const sql = isWhole
        ? `SELECT s.at_ms AS atMs, sum(p.count) AS count, sum(p.paise) AS paise FROM sets s JOIN sums p USING (number)`
        : `SELECT s.at_ms AS atMs, count(*) AS count, sum(p.amount_paise) AS paise FROM sets s JOIN payments p USING (number)`;
      return database
        .prepare<[Bound], { atMs: number; count: number; paise: number }>(
          `${sql} WHERE ${where} GROUP BY s.number ORDER BY s.number`,
        )
        .all(bound);
    },
    page: (search, { by, direction }, { from, count }) => {
      const { where, bound } = conditionsOf(search);
      const towards = direction === 'up' ? 'ASC' : 'DESC';
      const order = by === 'at' ? '' : `${ORDERS[by]} ${towards}, `;
      return database
        .prepare<[Bound], TeamPayment>(
          `SELECT p.row_number AS rowNumber, p.state, p.amount_paise AS amountPaise, p.moved_at_ms AS movedAtMs, p.reference,
             p.told_by AS "by", p.name, p.pay_to AS payTo, p.ifsc, p.remark, s.batch, s.at_ms AS atMs, d.name AS desk
           FROM payments p JOIN sets s USING (number) JOIN desks d USING (desk_id) WHERE ${where}
           ORDER BY ${order}p.number ${towards}, p.row_number ${towards} LIMIT @limit OFFSET @from`,
        )
        .all({ ...bound, limit: count, from });
    },
    close: () => database.close(),
  };
}

/** `isWhole`: what is asked for can be answered from the sums. What was typed is only ever bound. */
function conditionsOf({ desk, states, search, amountFromPaise, amountToPaise, fromMs, toMs }: TeamSearch): {
  readonly where: string;
  readonly bound: Bound;
  readonly isWhole: boolean;
} {
  const text = search.trim();
  const bounds: readonly (readonly [string, string, string | number | null])[] = [
    ['s.desk_id = @desk', 'desk', desk],
    ['s.at_ms >= @fromMs', 'fromMs', fromMs],
    ['s.at_ms < @toMs', 'toMs', toMs],
    ['p.amount_paise >= @least', 'least', amountFromPaise],
    ['p.amount_paise <= @most', 'most', amountToPaise],
    [SEARCHED, 'text', text === '' ? null : `%${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`],
    [
      'p.state IN (SELECT value FROM json_each(@states))',
      'states',
      states.length === 0 ? null : JSON.stringify(states),
    ],
  ];
  const asked = bounds.flatMap(([condition, name, value]) => (value === null ? [] : [{ condition, name, value }]));
  return {
    where: ['1 = 1', ...asked.map(({ condition }) => condition)].join(' AND '),
    bound: Object.fromEntries(asked.map(({ name, value }) => [name, value])),
    isWhole: text === '' && amountFromPaise === null && amountToPaise === null,
  };
}

const SEARCHED = `(${['name', 'pay_to', 'ifsc', 'remark', 'reference', 'told_by']
  .map((column) => `p.${column} LIKE @text ESCAPE '\\'`)
  .join(' OR ')})`;
