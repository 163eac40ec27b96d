// The queries that a run repeats, as the store prepared them: each must find its rows by index, however long the batch, or the
// cost of a payout grows with the file.

import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Ledger } from '../../electron/main/domain/ledger.ts';
import { prepareNews } from '../../electron/main/store/alarms.ts';
import { openAuditLog } from '../../electron/main/store/audit-log.ts';
import { prepareCounting } from '../../electron/main/store/confirmed-batches.ts';
import { DeskDatabase } from '../../electron/main/store/desk-database.ts';
import { prepareReach } from '../../electron/main/store/earlier-payouts.ts';
import { prepareGuard } from '../../electron/main/store/guards.ts';
import { openLedger } from '../../electron/main/store/ledger.ts';
import { openWritable } from '../../electron/main/store/open-database.ts';
import { openPayeeHolds } from '../../electron/main/store/payee-holds.ts';
import { PAYOUTS_BY_REFERENCE } from '../../electron/main/store/payout-reading.ts';
import { RefusedError } from '../../shared/failures.ts';
import type { PayoutId } from '../../shared/ids.ts';
import { ACTOR, BACKOFF, confirmBatch, makeDesk, NOW_MS, payments, testFolder } from './desk-file.ts';

interface Recorded {
  readonly database: DeskDatabase;
  readonly ledger: Ledger;
  readonly statements: readonly string[];
}

/** A ledger over a database that records its statements. */
function recordedLedger(path: string): Recorded {
  const opened = openWritable(path);
  if (opened.kind === 'refused') throw new RefusedError(opened.refusal);
  const { database } = opened;
  onTestFinished(() => void database.close());
  const statements: string[] = [];
  const recording = new Proxy(database, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]): unknown => {
        if (name === 'statement') statements.push(String(args[0]));
        return Reflect.apply(value, target, args);
      };
    },
  });
  const counting = prepareCounting(recording);
  const guard = prepareGuard(recording, prepareReach(recording, { monotonicMs: () => 0, lastSequence: () => 0 }));
  const audit = openAuditLog(recording, ACTOR);
  const holds = openPayeeHolds(recording, audit);
  const ledger = openLedger(recording, { audit, prefix: 'B', counting, guard, holds });
  return { database, ledger, statements };
}

function planOf(database: DeskDatabase, sql: string): string[] {
  const parameters = Object.fromEntries([...sql.matchAll(/@(\w+)/g)].map(([, name]) => [name ?? '', 1]));
  const bound = Array.from({ length: sql.split('?').length - 1 }, () => 1);
  const rows = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...(bound.length > 0 ? bound : [parameters]));
  return rows.map((row) => (row as { detail: string }).detail);
}

const HOT: readonly (readonly [string, RegExp, RegExp])[] = [
  [
    'the claim',
    /AS requestsLeft\s+FROM payouts WHERE batch_id = \? AND state = 'queued'/,
    /^SEARCH payouts USING INDEX payouts_queued \(batch_id=\?\)$/,
  ],
  [
    'the guard',
    /person_key = \? AND payout_id >= \?$/,
    /^SEARCH payout_people USING PRIMARY KEY \(merchant_id=\? AND person_key=\?\)$/,
  ],
  ['the guard of names', /FROM payee_names WHERE name_key = \?$/, /USING PRIMARY KEY \(name_key=\?\)$/],
  [
    'what a person was shown',
    /FROM payout_relations WHERE payout_id = \? AND earlier_id = \?$/,
    /USING PRIMARY KEY \(payout_id=\? AND earlier_id=\?\)$/,
  ],
  [
    'what was paid as a difference',
    /SELECT sum\(p\.amount_paise\) FROM payout_relations/,
    /^SEARCH r USING INDEX payout_relations_by_earlier \(earlier_id=\?\)$/,
  ],
  [
    'what is one intention with it',
    /WITH RECURSIVE family/,
    /USING (COVERING )?INDEX payouts_one_successor \(retry_of=\?\)$/,
  ],
  [
    'what moved since a tick',
    /SELECT 1 FROM audit WHERE payout_id = @payout/,
    /^SEARCH audit USING INDEX audit_by_payout \(payout_id=\? AND rowid>\?\)$/,
  ],
  [
    'due look-ups',
    /settled_at_ms IS NULL AND next_lookup_at_ms <= \+\? ORDER/,
    /USING INDEX payouts_followed \(batch_id=\? AND next_lookup_at_ms<\?\)$/,
  ],
  [
    'due look-ups that nobody answered lately',
    /settled_at_ms IS NULL AND next_lookup_at_ms <= \+\? AND NOT EXISTS/,
    /USING INDEX payouts_followed \(batch_id=\? AND next_lookup_at_ms<\?\)$/,
  ],
  [
    'look-ups left in the future',
    /settled_at_ms IS NULL AND next_lookup_at_ms > \+\?/,
    /USING INDEX payouts_followed \(batch_id=\? AND next_lookup_at_ms>\?\)$/,
  ],
  [
    'the next look-up',
    /SELECT min\(next_lookup_at_ms\).* settled_at_ms IS NULL/,
    /USING INDEX payouts_followed \(batch_id=\?/,
  ],
  [
    'due look-ups of what is final',
    /settled_at_ms IS NOT NULL AND next_lookup_at_ms <= \+\?/,
    /USING INDEX payouts_watched \(batch_id=\? AND next_lookup_at_ms<\?\)$/,
  ],
  [
    'look-ups of what is final left in the future',
    /settled_at_ms IS NOT NULL AND next_lookup_at_ms > \+\?/,
    /USING INDEX payouts_watched \(batch_id=\? AND next_lookup_at_ms>\?\)$/,
  ],
  [
    'the next look-up of what is final',
    /SELECT min\(next_lookup_at_ms\).* settled_at_ms IS NOT NULL/,
    /USING INDEX payouts_watched \(batch_id=\?/,
  ],
  ['hastening', /SET next_lookup_at_ms = \?/, /USING (COVERING )?INDEX payouts_followed \(batch_id=\?/],
  ['recovery', /WHERE state = 'sending'/, /USING COVERING INDEX payouts_sending$/],
  [
    'reading a payout to settle',
    /SELECT payout_id AS payoutId, batch_id AS batchId, merchant_id AS merchantId, row_number AS rowNumber, amount_paise/,
    /USING INTEGER PRIMARY KEY \(rowid=\?\)$/,
  ],
  ['settling a payout', /UPDATE payouts SET state = @state/, /USING INTEGER PRIMARY KEY \(rowid=\?\)$/],
  ['claiming a payout', /UPDATE payouts SET state = 'sending'/, /USING INTEGER PRIMARY KEY \(rowid=\?\)$/],
  ['the tally', /SELECT state, count, paise/, /^SEARCH batch_sums USING PRIMARY KEY \(batch_id=\?\)$/],
];

describe('the plan of', () => {
  it.each(HOT)('%s uses its index and sorts nothing of the batch', (_name, statement, plan) => {
    const { database, statements } = recordedLedger(join(testFolder(), 'desk.db'));
    const found = [...new Set(statements)].filter((sql) => statement.test(sql));
    expect(found).toHaveLength(1);
    const steps = planOf(database, found[0] ?? '');
    expect(steps.filter((step) => plan.test(step))).toHaveLength(1);
    expect(steps.filter((step) => /TEMP B-TREE FOR ORDER BY/.test(step))).toEqual([]);
    expect(steps.filter((step) => /^SCAN payouts$/.test(step))).toEqual([]);
  });

  it.each(['settled_at_ms IS NULL', 'settled_at_ms IS NOT NULL'])(
    'what is due finds other payouts with the same transaction id by their index, %s',
    (condition) => {
      const { database, statements } = recordedLedger(join(testFolder(), 'desk.db'));
      const due = statements.find((sql) => sql.includes('idIsAmbiguous') && sql.includes(condition));
      expect(planOf(database, due ?? '')).toContain(
        'SEARCH other USING COVERING INDEX payouts_by_transaction (transaction_id=?)',
      );
    },
  );

  it('every statement of the ledger is known to be hot, or is asked once per command', () => {
    const { database, statements } = recordedLedger(join(testFolder(), 'desk.db'));
    const once = [
      /isKnown\s+FROM payouts WHERE batch_id = \? AND state = 'queued'/,
      /SET hold = NULL/,
      /SELECT payout_id AS payoutId, reference, amount_paise AS amountPaise/,
    ];
    const scanning = [...new Set(statements)].filter((sql) =>
      planOf(database, sql).some((step) => /^SCAN payouts\b(?!.*payouts_sending)/.test(step)),
    );
    expect(scanning.filter((sql) => !once.some((known) => known.test(sql)))).toEqual([]);
  });
});

describe('the cost of a claim', () => {
  it('does not grow with the batch: what is sent or settled is not in the index that it reads', () => {
    const desk = makeDesk();
    const batch = confirmBatch(desk, payments(5_000));
    desk.raw.exec(`UPDATE payouts SET state = 'success' WHERE payout_id <= 4900`);
    desk.raw.pragma('wal_checkpoint(TRUNCATE)');
    desk.store.close();
    const { database, ledger, statements } = recordedLedger(desk.path);
    const claim = statements.find((sql) => /requestsLeft\s+FROM payouts/.test(sql)) ?? '';
    const busy: ReadonlySet<PayoutId> = new Set();
    const request = {
      nowMs: NOW_MS,
      backoff: BACKOFF,
      news: [],
      claim: { batch, count: 10, busy, cleared: busy, lookUpAll: false, earlierStands: () => true, budgetPaise: null },
    };
    const answer = ledger.turn(request);
    expect(answer.kind === 'committed' && answer.result.claimed.map(({ payoutId }) => payoutId)).toEqual(
      Array.from({ length: 10 }, (_, index) => 4_901 + index),
    );
    // The index contains only queued payouts, so its first entry is the first to be claimed.
    expect(
      database
        .prepare(
          `SELECT count(*) FROM payouts INDEXED BY payouts_queued WHERE batch_id = ? AND state = 'queued' AND hold IS NULL`,
        )
        .pluck()
        .get(batch),
    ).toBe(90);
    expect(planOf(database, claim)).toEqual(['SEARCH payouts USING INDEX payouts_queued (batch_id=?)']);
  });
});

describe('reading alarms', () => {
  it('finds the payout of each, and what paid it again, by their indexes', () => {
    const { database } = recordedLedger(join(testFolder(), 'desk.db'));
    const made = vi.spyOn(database, 'statement');
    prepareNews(database, 'B');
    const plans = made.mock.calls.map(([sql]) => planOf(database, sql));
    made.mockRestore();
    expect(plans.flat().filter((step) => /^SCAN (?!chain$|n\b|late_news\b)/.test(step))).toEqual([]);
    const followed = plans.filter((steps) => steps.some((step) => step.includes('payouts_one_successor')));
    expect(followed).toHaveLength(2);
    for (const steps of followed) expect(steps.join('\n')).toContain('payout_relations_by_earlier (earlier_id=?)');
  });
});

describe('the statements of a store', () => {
  it('can all be compiled, those too that nothing has run yet', () => {
    const made = vi.spyOn(DeskDatabase.prototype, 'statement');
    const { raw } = makeDesk();
    const statements = made.mock.calls.map(([sql]) => sql);
    made.mockRestore();
    expect(statements.length).toBeGreaterThan(200);
    for (const sql of new Set(statements)) expect(raw.prepare(sql).source).toBe(sql);
  });
});

describe('finding a payout by its reference', () => {
  it('asks for its key, whoever the merchant is, and reads no other payout', () => {
    const { database } = recordedLedger(join(testFolder(), 'desk.db'));
    const steps = planOf(database, `SELECT p.payout_id FROM ${PAYOUTS_BY_REFERENCE}`);
    expect(steps).toContain('SEARCH k USING PRIMARY KEY (merchant_id=? AND reference=?)');
    expect(steps).toContain('SEARCH p USING INTEGER PRIMARY KEY (rowid=?)');
  });
});
