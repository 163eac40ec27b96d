// Archives of old batches: everything reads as before, guards do not need them, an archive that is not the one that was written is
// never read, and a process that is killed at any point loses nothing.

import { hash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { foldName, personKey } from '../../electron/main/domain/person-key.ts';
import { purposeOf } from '../../electron/main/domain/purpose.ts';
import type { Intention } from '../../electron/main/domain/same-payment.ts';
import { restore } from '../../electron/main/store/backups.ts';
import { DeskDatabase } from '../../electron/main/store/desk-database.ts';
import { ArchiveUnusable } from '../../electron/main/store/disk-refusals.ts';
import { openReadOnly } from '../../electron/main/store/open-database.ts';
import type { StoreWriter } from '../../electron/main/store/store.ts';
import { type AuditVerdict, verifyDatabase } from '../../electron/main/store/verify-database.ts';
import type { PayoutId } from '../../shared/ids.ts';
import { DAY_MS } from '../../shared/limits.ts';
import { asPaise } from '../../shared/money.ts';
import type { Payment } from '../../shared/rows.ts';
import { allOf, fillOldBatches, LATER_MS, OLD, toTheEnd } from './archived-desk.ts';
import {
  answer,
  backUpFile,
  confirmation,
  lookUp,
  MERCHANT,
  makeDesk,
  NOW_MS,
  openDesk,
  PAID,
  payment,
  payments,
  said,
  type TestDesk,
  tamper,
  testFolder,
  turn,
} from './desk-file.ts';

const EVIDENCE = ['attempts', 'attempt_results', 'lookups', 'payout_sources', 'audit'] as const;

function archive(desk: Pick<TestDesk, 'store'>, batches: readonly number[]): void {
  for (const batch of batches) toTheEnd(desk.store.archiving.archive(batch, OLD));
}

function verified(path: string): AuditVerdict {
  const opened = openReadOnly(path, { otherRules: true });
  if (opened.kind === 'refused') throw new Error(opened.refusal.code);
  try {
    return verifyDatabase(opened.database, { prefix: 'B', machine: '', head: null });
  } finally {
    opened.database.close();
  }
}

function filesOf(path: string): string[] {
  const folder = join(dirname(path), 'archives');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.archive'))
    .toSorted()
    .map((name) => join(folder, name));
}

function archivedDesk() {
  const desk = makeDesk();
  const batches = fillOldBatches(desk);
  const { first, second } = batches;
  const before = { first: allOf(desk.store, first), second: allOf(desk.store, second) };
  archive(desk, [first, second]);
  const [ofFirst = '', ofSecond = ''] = filesOf(desk.path);
  return { ...desk, ...batches, before, ofFirst, ofSecond };
}

/** The store's answer, or why it needs an archive. */
function refusalOf(act: () => unknown): string | null {
  try {
    act();
    return null;
  } catch (error) {
    if (error instanceof ArchiveUnusable) return error.refusal.code;
    throw error;
  }
}

describe('an archived batch', () => {
  it('reads as before in every list, drawer, report and check', () => {
    const { store, first, second, before } = archivedDesk();
    expect(allOf(store, first)).toEqual(before.first);
    expect(allOf(store, second)).toEqual(before.second);
  });

  it('has left the database, but for what may be paid again or was decided, and the audit verifies both together', () => {
    const { path, raw, first } = archivedDesk();
    const payouts = raw
      .prepare<[], { state: string; decided: 0 | 1; attempts: number; lookups: number; entries: number }>(
        `SELECT state, decided_by IS NOT NULL AS decided,
           (SELECT count(*) FROM attempts a WHERE a.payout_id = p.payout_id) AS attempts,
           (SELECT count(*) FROM lookups l WHERE l.payout_id = p.payout_id) AS lookups,
           (SELECT count(*) FROM audit e WHERE e.payout_id = p.payout_id) AS entries
         FROM payouts p WHERE batch_id = ${first}`,
      )
      .all();
    expect(payouts).toHaveLength(12);
    for (const { state, decided, attempts, lookups, entries } of payouts) {
      const isResting = state === 'success' && decided === 0;
      expect([attempts > 0, lookups > 0]).toEqual([!isResting, !isResting]);
      expect(entries > 0).toBe(decided === 1);
    }
    expect(
      raw.prepare(`SELECT count(*) FROM payout_sources WHERE first_payout_id BETWEEN 2 AND 13`).pluck().get(),
    ).toBe(0);
    expect(verified(path)).toMatchObject({ ok: true, archives: 2, missingArchives: [], findings: [] });
  });

  it('keeps its entry of confirmation, and everything that is said about it later', () => {
    const { store, raw, first, path } = archivedDesk();
    expect(
      raw
        .prepare(`SELECT what FROM audit WHERE batch_id = ? AND payout_id IS NULL ORDER BY sequence`)
        .pluck()
        .all(first),
    ).toEqual(expect.arrayContaining(['confirmed', 'archived']));
    const [payout] = store.retries.payouts(first);
    const claimed = { payoutId: payout?.payoutId, order: { reference: payout?.reference } } as never;
    turn(store, first, { nowMs: LATER_MS, news: [lookUp(claimed, said('reversed'), LATER_MS)] });
    const story = store.payouts.story(first, 2);
    expect(story?.payout.state).toBe('reversed');
    expect(story?.answers.map(({ finding }) => finding)).toEqual([
      ...Array.from({ length: story?.answers.length ?? 1 })
        .fill('state success')
        .slice(1),
      'state reversed',
    ]);
    expect(story?.attempts).toHaveLength(1);
    expect(verified(path)).toMatchObject({ ok: true });
  });
});

describe('what may be archived', () => {
  it('is old, settled, no longer watched, without an unread alarm, and without what can be retried unless a person says so', () => {
    const desk = makeDesk();
    const { first, second } = fillOldBatches(desk);
    const stays = (change: Partial<typeof OLD>) =>
      desk.store.archives.plan({ ...OLD, ...change }).batches.map(({ stays: why }) => why);
    expect(stays({})).toEqual(['followed', null, null]);
    expect(stays({ withUnpaid: false })).toEqual(['followed', 'unpaid', null]);
    expect(stays({ beforeMs: NOW_MS })).toEqual([]);
    expect(stays({ beforeMs: NOW_MS + DAY_MS })).toEqual(['followed', 'young', 'young']);
    expect(stays({ beforeMs: LATER_MS })).toEqual(['followed', null, null, 'open']);
    expect(desk.store.archives.plan(OLD, second).batches).toHaveLength(1);
    tamper(desk.raw, `UPDATE late_news SET read_at_ms = NULL, read_by = NULL WHERE payout_id BETWEEN 2 AND 13`);
    expect(stays({})[1]).toBe('alarm');
    expect(() => toTheEnd(desk.store.archiving.archive(first, OLD))).toThrow(ArchiveUnusable);
    expect(filesOf(desk.path)).toHaveLength(0);
    expect(verified(desk.path).archives).toBe(0);
  });

  it('is not what changed while it was copied or compared', () => {
    for (const at of ['copy', 'compare'] as const) {
      const desk = makeDesk();
      const { store, path } = desk;
      const { first } = fillOldBatches(desk);
      const [payout] = store.retries.payouts(first);
      const claimed = { payoutId: payout?.payoutId, order: { reference: payout?.reference } } as never;
      const steps = store.archiving.archive(first, OLD);
      expect(() => {
        for (const { step } of steps)
          if (step === at) turn(store, first, { nowMs: NOW_MS, news: [lookUp(claimed, said('success'), NOW_MS)] });
      }).toThrow(ArchiveUnusable);
      expect(filesOf(path)).toHaveLength(0);
      expect(verified(path)).toMatchObject({ ok: true, archives: 0 });
    }
  });

  it('is not what an old answer changed at any one step of the comparison, though the batch may still go', () => {
    for (let nth = 1, isReached = true; isReached; nth += 1) {
      const desk = makeDesk();
      const { store, path } = desk;
      const { first } = fillOldBatches(desk);
      const [payout] = store.retries.payouts(first);
      const claimed = { payoutId: payout?.payoutId, order: { reference: payout?.reference } } as never;
      const nowMs = OLD.beforeMs - 1;
      let compared = 0;
      isReached = false;
      const archive = (): void => {
        for (const { step } of store.archiving.archive(first, OLD)) {
          compared += step === 'compare' ? 1 : 0;
          if (compared !== nth || isReached) continue;
          isReached = true;
          turn(store, first, { nowMs, news: [lookUp(claimed, said('success'), nowMs)] });
        }
      };
      if (nth === 1) expect(archive).toThrow('archiveCopyDiffers');
      else
        try {
          archive();
        } catch (error) {
          expect(String(error)).toContain('archiveCopyDiffers');
        }
      expect(filesOf(path)).toHaveLength(isReached ? 0 : 1);
      expect(verified(path)).toMatchObject({ ok: true, archives: isReached ? 0 : 1 });
    }
  });

  it('is not what the disk did not keep as it was copied', () => {
    const desk = makeDesk();
    const { store, path } = desk;
    const { first } = fillOldBatches(desk);
    for (const sql of [
      `UPDATE attempt_results SET answer = 'torn' WHERE attempt_id = (SELECT max(attempt_id) FROM attempt_results)`,
      `UPDATE audit SET detail = detail || ' ' WHERE sequence = (SELECT min(sequence) FROM audit)`,
      'DELETE FROM lookups WHERE lookup_id = (SELECT max(lookup_id) FROM lookups)',
    ]) {
      let isTorn = false;
      expect(() => {
        for (const { step } of store.archiving.archive(first, OLD)) {
          if (step !== 'compare' || isTorn) continue;
          isTorn = true;
          const draft = openRawOf(join(dirname(path), 'archives', 'B0002.copying'));
          draft.exec(sql);
          draft.close();
        }
      }).toThrow('archiveCopyDiffers');
      expect(filesOf(path)).toHaveLength(0);
    }
    expect(verified(path)).toMatchObject({ ok: true, archives: 0 });
  });

  it('counts a batch that was written with the clock set back as no older than what was written before it', () => {
    const desk = makeDesk();
    const { first } = fillOldBatches(desk);
    tamper(
      desk.raw,
      `INSERT INTO clock_set_backs VALUES ((SELECT min(sequence) FROM audit WHERE batch_id = ${first}), ${LATER_MS - DAY_MS})`,
    );
    expect(desk.store.archives.plan(OLD, first).batches).toMatchObject([{ stays: 'young' }]);
  });

  it('is refused by the database itself for every other row', () => {
    const { raw, first } = archivedDesk();
    for (const sql of [
      'DELETE FROM attempts',
      'DELETE FROM attempt_results',
      'DELETE FROM lookups',
      'DELETE FROM payout_sources',
      'DELETE FROM audit',
      `DELETE FROM audit WHERE what = 'archived'`,
      `DELETE FROM audit WHERE what = 'confirmed' AND batch_id = ${first}`,
      `DELETE FROM audit WHERE payout_id IN (SELECT payout_id FROM decisions)`,
      `DELETE FROM lookups WHERE payout_id IN (SELECT payout_id FROM payouts WHERE state = 'failed')`,
      'DELETE FROM archives',
      `UPDATE archives SET sha256 = '${'0'.repeat(64)}'`,
    ])
      expect(() => raw.exec(sql)).toThrow(/keeps every row|is insert-only/);
  });
});

describe('guards', () => {
  const intention = ({ beneficiary, name, remark, reference, amountPaise }: Payment): Intention => ({
    payee: personKey(beneficiary),
    name: foldName(name ?? ''),
    purpose: purposeOf({ reference, remark, called: ['April salaries', 'salaries.csv'] }),
    amountPaise,
  });
  const asked = { mid: MERCHANT.mid, batch: Number.MAX_SAFE_INTEGER, nowMs: NOW_MS, retryOf: null };

  /** What is said of the same people being paid again, at many moments, also with the clock set back. */
  function saidOf(store: StoreWriter): unknown {
    const payees = payments(12).flatMap((one) => [
      one,
      { ...one, remark: 'Other' },
      { ...one, amountPaise: asPaise(60_000) },
      { ...one, beneficiary: { method: 'UPI', upiId: 'new@bank' } as const },
    ]);
    return [1, 10, 26, 45, 100, 499].flatMap((days) =>
      payees.map((one) =>
        store.guard({ ...asked, row: intention(one), nowMs: NOW_MS + days * DAY_MS, repeats: new Set([2]) }),
      ),
    );
  }

  it('say the same of a payment to the same people though its batch is archived, and its archive is gone', () => {
    const desk = makeDesk();
    const { first, second } = fillOldBatches(desk);
    // The time of the newest record counts, and archiving is one.
    desk.store.notes.pauseInterrupted(LATER_MS);
    const before = saidOf(openDesk(copyOf(desk.path)));
    expect(JSON.stringify(before)).toContain('"again"');
    const used = desk.store.retries.payouts(first).map(({ reference }) => reference);
    archive(desk, [first, second]);
    for (const file of filesOf(desk.path)) rmSync(file);
    expect(saidOf(openDesk(copyOf(desk.path)))).toEqual(before);
    for (const reference of used) {
      expect(desk.store.isReferenceUsed(MERCHANT.mid, reference)).toBe(true);
      expect(desk.store.referenceHolder(MERCHANT.mid, reference)).not.toBeNull();
    }
    expect(desk.store.batches.nextRunNumber(MERCHANT.mid, confirmation(desk, payments(12)).fingerprint)).toBe(2);
  });

  it('ask again about a row that was ticked before the payment that it repeats was archived', () => {
    const desk = makeDesk();
    const { first } = fillOldBatches(desk);
    const { store, raw, merchantId } = desk;
    const relations = new Map([[2, [{ earlier: 2 as PayoutId, relation: 'again' } as const]]]);
    const marks = { relations };
    const again = confirmation({ store, merchantId }, payments(1), { runNumber: 9, nowMs: LATER_MS });
    const ticked = store.confirm({ ...again, marks: { ...again.marks, ...marks } }, null, {
      at: store.lastRecord(),
      stands: () => true,
    });
    const question = {
      ...asked,
      row: intention(payments(1)[0] ?? payment()),
      batch: ticked ?? 0,
      payoutId: raw.prepare<[], PayoutId>('SELECT max(payout_id) FROM payouts').pluck().get() ?? (0 as PayoutId),
      nowMs: NOW_MS + 10 * DAY_MS,
      repeats: new Set([first]),
    };
    expect(store.guard(question).hits.map(({ kind }) => kind)).not.toContain('again');
    archive(desk, [first]);
    expect(store.guard(question).hits.map(({ kind }) => kind)).toContain('again');
  });

  it('let other payments go on while an archive is missing', () => {
    const { store, recent, ofFirst } = archivedDesk();
    rmSync(ofFirst);
    const [claimed] = turn(store, recent, { nowMs: LATER_MS, claim: 1 }).claimed;
    if (claimed === undefined) throw new Error('nothing was claimed');
    turn(store, recent, { nowMs: LATER_MS, news: [answer(claimed, PAID, LATER_MS)] });
    expect(store.tally(recent).counts).toMatchObject({ success: 1, queued: 3 });
    expect(store.checkIndexes({ nowMs: LATER_MS, batch: recent })).toBeNull();
  });
});

function openRawOf(path: string): DeskDatabase {
  chmodSync(path, 0o600);
  return new DeskDatabase(path, { fileMustExist: true });
}

function hashOf(path: string): string {
  return hash('sha256', readFileSync(path), 'hex');
}

function copyArchives(from: string, folder: string): void {
  cpSync(join(dirname(from), 'archives'), join(folder, 'archives'), { recursive: true });
}

function copyOf(path: string): string {
  const copy = join(testFolder(), 'desk.db');
  for (const ending of ['', '-wal']) copyFileSync(path + ending, copy + ending);
  return copy;
}

describe('an archive that is not the one that was written', () => {
  const spoiled: Record<string, (own: string, others: string) => void> = {
    missing: (own) => rmSync(own),
    'cut short': (own) => writeFileSync(own, readFileSync(own).subarray(0, -4_096)),
    longer: (own) => writeFileSync(own, Buffer.concat([readFileSync(own), Buffer.alloc(4_096)])),
    "another batch's": (own, others) => {
      rmSync(own);
      copyFileSync(others, own);
    },
    'a folder': (own) => {
      rmSync(own);
      renameSync(dirname(own), `${dirname(own)}-moved`);
    },
    empty: (own) => writeFileSync(own, ''),
  };
  for (const part of [0, 0.1, 0.5, 0.9, 0.999])
    spoiled[`changed in one bit, at ${part}`] = (own) => {
      const bytes = readFileSync(own);
      const at = Math.floor(bytes.length * part);
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      rmSync(own);
      writeFileSync(own, bytes);
    };

  it.each(Object.entries(spoiled))('is not read: %s', (_how, spoil) => {
    const { path, store, first, second, recent, ofFirst, ofSecond, before } = archivedDesk();
    const isAll = _how === 'a folder';
    const good = readFileSync(ofFirst);
    spoil(ofFirst, ofSecond);
    const record = store.batches.find(first);
    if (record === null) throw new Error('there is no batch');
    const refusals = [
      () => store.report(record, LATER_MS),
      () => store.checkBatch(record),
      () => store.payouts.story(first, 2),
      () => store.payoutEntries.all(first, 2),
      () => store.reportedFees(first, LATER_MS),
      () => store.sources()(2 as PayoutId),
    ].map(refusalOf);
    expect(new Set(refusals).size).toBe(1);
    expect(refusals[0]).toMatch(/^archive(?:Missing|Altered)$/);
    expect(verified(path).findings.map(({ code }) => code)).toEqual(
      isAll ? ['archiveMissing', 'archiveMissing'] : [refusals[0]],
    );
    if (!isAll) expect(allOf(store, second)).toEqual(before.second);
    expect(store.tally(first).counts.success).toBe(9);
    expect(store.payouts.story(recent, 2)).not.toBeNull();
    if (isAll) return;
    rmSync(ofFirst, { force: true });
    writeFileSync(ofFirst, good);
    expect(allOf(store, first)).toEqual(before.first);
  });

  it('is named by the audit, as is every change of what the database notes about archives', () => {
    const { path } = archivedDesk();
    for (const column of [
      'batch_id',
      'sha256',
      'bytes',
      'entry_count',
      'first_sequence',
      'last_lookup_id',
      'sequence',
    ]) {
      const folder = dirname(copyOf(path));
      const copy = join(folder, 'desk.db');
      copyArchives(path, folder);
      const opened = openDesk(copy);
      opened.close();
      const database = openRawOf(copy);
      const value = column === 'sha256' ? `replace(sha256, 'a', 'b')` : `${column} + 1`;
      tamper(
        database,
        `UPDATE archives SET ${column} = ${value} WHERE batch_id = (SELECT max(batch_id) FROM archives)`,
      );
      database.close();
      expect([column, verified(copy).ok]).toEqual([column, false]);
    }
  });

  it('cannot be forged with rows of its own: every row of an archive is in the log', () => {
    const { path, store, ofFirst, first } = archivedDesk();
    store.close();
    const forged = openRawOf(ofFirst);
    forged.exec(
      `UPDATE attempt_results SET answer = 'forged' WHERE attempt_id = (SELECT min(attempt_id) FROM attempt_results)`,
    );
    forged.close();
    // Whoever can write the database as well notes the hash of his file.
    const bytes = statSync(ofFirst).size;
    const database = openRawOf(path);
    const sha256 = hashOf(ofFirst);
    tamper(database, `UPDATE archives SET sha256 = '${sha256}', bytes = ${bytes} WHERE batch_id = ${first}`);
    database.close();
    renameSync(ofFirst, join(dirname(ofFirst), `B0002-${sha256.slice(0, 16)}.archive`));
    const { findings } = verified(path);
    expect(findings.map(({ code }) => code)).toEqual(expect.arrayContaining(['rowChanged', 'rowChanged']));
  });

  it('stops deleting before it begins', () => {
    const desk = makeDesk();
    const { first } = fillOldBatches(desk);
    const before = allOf(desk.store, first);
    const rows = () => EVIDENCE.map((table) => desk.raw.prepare(`SELECT count(*) FROM ${table}`).pluck().get());
    const counted = rows();
    const steps = desk.store.archiving.archive(first, OLD);
    for (const { step } of steps) if (step === 'delete') break;
    const [file = ''] = filesOf(desk.path);
    renameSync(file, `${file}.away`);
    expect(() => toTheEnd(desk.store.archiving.finish(first))).toThrow(ArchiveUnusable);
    expect(rows().map((count, at) => Number(count) - Number(counted[at]))).toEqual([0, 0, 0, 0, 1]);
    renameSync(`${file}.away`, file);
    toTheEnd(desk.store.archiving.finish(first));
    expect(allOf(desk.store, first)).toEqual(before);
    expect(verified(desk.path)).toMatchObject({ ok: true });
  });
});

describe('a backup', () => {
  it('brings the archives that it needs, each once, and a restore brings them back', async () => {
    const desk = archivedDesk();
    const { path, store, first, before } = desk;
    const target = testFolder();
    const made = [
      await backUpFile(path, join(target, '1.db'), { withArchives: true }),
      await backUpFile(path, join(target, '2.db'), { withArchives: true }),
    ];
    expect(made).toMatchObject([
      { kind: 'written', archives: { brought: 2, missing: [] } },
      { kind: 'written', archives: { brought: 0, missing: [] } },
    ]);
    store.close();
    const elsewhere = testFolder();
    const restored = restore({ file: join(target, '1.db'), target: join(elsewhere, 'desk.db'), prefix: 'B', nowMs: 1 });
    expect(restored).toEqual({ kind: 'restored', kept: null, missingArchives: [] });
    expect(allOf(openDesk(join(elsewhere, 'desk.db')), first)).toEqual(before.first);
    expect(verified(join(elsewhere, 'desk.db'))).toMatchObject({ ok: true, archives: 2 });
  });

  it('that is restored without its archives says which are missing, and reads all else', async () => {
    const { path, store, first, second, before, ofSecond } = archivedDesk();
    const target = testFolder();
    await backUpFile(path, join(target, 'copy.db'), { withArchives: true });
    const [lost = '', kept = ''] = filesOf(join(target, 'copy.db'));
    writeFileSync(`${lost}.new`, 'something else');
    renameSync(`${lost}.new`, lost);
    store.close();
    const elsewhere = join(testFolder(), 'desk.db');
    const restored = restore({ file: join(target, 'copy.db'), target: elsewhere, prefix: 'B', nowMs: 1 });
    expect(restored).toMatchObject({ kind: 'restored', missingArchives: [lost.slice(dirname(lost).length + 1)] });
    const opened = openDesk(elsewhere);
    expect(allOf(opened, second)).toEqual(before.second);
    expect(refusalOf(() => allOf(opened, first))).toBe('archiveMissing');
    expect(verified(elsewhere).findings.map(({ code }) => code)).toEqual(['archiveMissing']);
    expect(readFileSync(kept)).toEqual(readFileSync(ofSecond));
  });

  it('from before the archiving has everything itself, and can be archived again beside the older file', async () => {
    const desk = makeDesk();
    const { first } = fillOldBatches(desk);
    const before = allOf(desk.store, first);
    const file = join(testFolder(), 'before.db');
    expect(await backUpFile(desk.path, file)).toMatchObject({ kind: 'written' });
    archive(desk, [first]);
    desk.store.close();
    expect(restore({ file, target: desk.path, prefix: 'B', nowMs: 1 })).toMatchObject({ kind: 'restored' });
    const again = openDesk(desk.path);
    expect(allOf(again, first)).toEqual(before);
    archive({ store: again }, [first]);
    expect(allOf(again, first)).toEqual(before);
    expect(verified(desk.path)).toMatchObject({ ok: true, archives: 1 });
  });
});
