// The transaction that stores a batch asks itself whether others approved it, whatever was asked before.

import { describe, expect, it, vi } from 'vitest';
import { REQUESTS_LISTED, viewOfRequest } from '../../electron/main/desk/approval/requests.ts';
import { sha256 } from '../../electron/main/platform/signing-keys.ts';
import { paymentNow } from '../../electron/main/store/approvals.ts';
import { DeskDatabase } from '../../electron/main/store/desk-database.ts';
import type { Sha256 } from '../../shared/ids.ts';
import { confirmation, makeDesk, NOW_MS, openDesk, payment } from './desk-file.ts';
import { agree, ask, found, member, signDecision, signRequest } from './team.ts';

const [asha, bala, chitra] = await Promise.all([member('Asha'), member('Bala'), member('Chitra', 'approver')]);
const ANY = { at: -1, stands: () => true };
const SEAL = '5'.repeat(64) as Sha256;

function teamStore() {
  const desk = makeDesk();
  const { store } = desk;
  found(store, [asha, bala], NOW_MS);
  agree(store, [asha, bala], { kind: 'enrol', person: chitra.person }, NOW_MS);
  store.approvals.setTier({ profile: 'acme', scope: 'batch', fromPaise: 0, approvals: 1 }, NOW_MS);
  const sealed = { ...confirmation(desk, [payment({})]), seal: SEAL };
  return { store, sealed, raw: desk.raw };
}

describe('storing a batch', () => {
  it('is refused without an approved request, and then stores nothing', () => {
    const { store, sealed } = teamStore();
    expect(store.confirm(sealed, null, ANY)).toMatchObject({ code: 'needsApproval' });
    ask(store, asha, paymentNow(sealed), NOW_MS);
    expect(store.confirm(sealed, null, ANY)).toMatchObject({ code: 'needsApproval' });
    expect(store.batches.list()).toEqual([]);
  });

  it('uses its request up', () => {
    const { store, sealed } = teamStore();
    const request = agree(store, [asha, bala], paymentNow(sealed), NOW_MS);
    expect(store.confirm(sealed, null, ANY)).toBe(1);
    expect(store.approvals.find(request)?.used?.batch).toBe('B0001');
    expect(store.approvals.ofBatch(1, NOW_MS)).toMatchObject([{ request, maker: 'Asha', by: ['Bala'], kind: 'start' }]);
    const again = { ...sealed, runNumber: 2, references: sealed.references.map((one) => `${one}x` as typeof one) };
    expect(store.confirm(again, null, ANY)).toMatchObject({ code: 'needsApproval' });
  });

  it('is refused where other people were shown than those that it pays, though the seal and the sums are the same', () => {
    const { store, sealed } = teamStore();
    const { asked, rows } = paymentNow(sealed);
    agree(store, [asha, bala], { asked, rows: rows.map((row) => ({ ...row, payTo: 'other@bank' })) }, NOW_MS);
    expect(store.confirm(sealed, null, ANY)).toMatchObject({ code: 'needsApproval' });
    agree(store, [asha, bala], { asked, rows }, NOW_MS + 1);
    expect(store.confirm(sealed, null, ANY)).toBe(1);
  });

  it('is refused once its approver was removed in the meantime', () => {
    const { store, sealed } = teamStore();
    agree(store, [asha, chitra], paymentNow(sealed), NOW_MS);
    agree(store, [asha, bala], { kind: 'remove', person: chitra.person }, NOW_MS);
    expect(store.confirm(sealed, null, ANY)).toMatchObject({ code: 'needsApproval' });
  });

  it('asks nothing of a desk without persons', () => {
    const desk = makeDesk();
    expect(desk.store.confirm(confirmation(desk, [payment({})]), null, ANY)).toBe(1);
  });
});

describe('persons', () => {
  it('are never removed below what the tiers ask for, and never come back with an old key', () => {
    const { store } = teamStore();
    agree(store, [asha, chitra], { kind: 'remove', person: bala.person }, NOW_MS);
    expect(ask(store, asha, { kind: 'remove', person: chitra.person }, NOW_MS)).toMatchObject({ code: 'notApproved' });
    expect(ask(store, asha, { kind: 'enrol', person: bala.person }, NOW_MS)).toMatchObject({ code: 'notApproved' });
    expect(store.approvals.persons().map(({ name }) => name)).toEqual(['Asha', 'Chitra']);
  });

  it('of a desk are not enrolled by one alone', async () => {
    const { store } = makeDesk();
    const own = ask(store, asha, { kind: 'enrol', person: asha.person }, NOW_MS);
    if (typeof own !== 'number') throw new Error(own.code);
    const decision = signDecision(store, asha, own, { nowMs: NOW_MS });
    expect(store.approvals.decide(own, decision, NOW_MS)).toMatchObject({ code: 'notApproved' });
    const eve = await member('Eve');
    const stored = store.approvals.decide(own, signDecision(store, eve, own, { nowMs: NOW_MS }), NOW_MS);
    expect(stored).toEqual({ kind: 'stored', applied: false });
    expect(store.approvals.persons()).toEqual([]);
  });
});

/** The SQL that is used for the first time meanwhile: statements are compiled when they are. */
function sqlOf(act: () => unknown): readonly string[] {
  const spy = vi.spyOn(DeskDatabase.prototype, 'prepare');
  try {
    act();
    return spy.mock.calls.map(([sql]) => sql);
  } finally {
    spy.mockRestore();
  }
}

describe('what approval costs', () => {
  const READS = /\b(?:audit|approval_requests|approval_uses|persons)\b/;

  it('is nothing but the tiers for a desk without persons, also where a batch goes on', () => {
    const desk = makeDesk();
    const { approvals } = desk.store;
    const asked = { ...confirmation(desk, [payment({})]), seal: SEAL };
    expect(desk.store.confirm(asked, null, ANY)).toBe(1);
    const batch = desk.store.batches.find(1);
    if (batch === null) throw new Error('the batch is gone');
    const other = openDesk(desk.path);
    const used = sqlOf(() => {
      expect(other.approvals.permit(asked)).toEqual({ kind: 'free' });
      expect(other.approvals.permitResume(batch, NOW_MS)).toEqual({ kind: 'free' });
    });
    expect(used.some((sql) => sql.includes('approval_tiers'))).toBe(true);
    expect(used.filter((sql) => READS.test(sql))).toEqual([]);
    expect(approvals.persons()).toEqual([]);
  });

  it('is seen where there are persons', () => {
    const { store, sealed } = teamStore();
    expect(sqlOf(() => store.approvals.permit(sealed)).some((sql) => READS.test(sql))).toBe(true);
  });

  it('stays under a second after ten years of twenty requests a day, with what was shown of each', () => {
    const { store, sealed, raw } = teamStore();
    const { asked, rows } = paymentNow(sealed);
    agree(store, [asha, bala], { asked, rows }, NOW_MS);
    const text = signRequest(store, asha, { ...asked, count: 0 }, { nowMs: NOW_MS }).text;
    const insert = raw.prepare(`INSERT INTO approval_requests VALUES (?, ?, ?, ?, 'signature', ?)`);
    const many = 73_000;
    raw.transaction(() => {
      for (let at = 100; at < many; at += 1) {
        const isOld = at < many - REQUESTS_LISTED;
        const shown = isOld ? '' : 'x'.repeat(20_000);
        insert.run(at, sha256(`seal ${at}`), isOld ? '{}' : text, sha256(`text ${at}`), shown);
      }
    })();
    // As many as wait at once in a busy firm, each of which is judged with its signature.
    for (let at = 0; at < 60; at += 1)
      ask(store, asha, { asked: { ...asked, seal: sha256(`open ${at}`) }, rows }, NOW_MS);
    const usedBefore = process.cpuUsage();
    const newest = store.approvals.newest(REQUESTS_LISTED).map((request) => viewOfRequest(store, request, NOW_MS));
    expect(store.approvals.permit(sealed)).toMatchObject({ kind: 'approved' });
    const { user, system } = process.cpuUsage(usedBefore);
    expect(newest).toHaveLength(REQUESTS_LISTED);
    expect(newest.filter(({ state }) => state === 'waiting')).toHaveLength(60);
    expect((user + system) / 1_000).toBeLessThan(1_000);
  });

  it('looks at no request but those that an index names', () => {
    const { raw, store, sealed } = teamStore();
    agree(store, [asha, bala], paymentNow(sealed), NOW_MS);
    const used = sqlOf(() => {
      const fresh = openDesk(raw.name);
      fresh.approvals.permit(sealed);
      fresh.approvals.useTokenRequest(paymentNow(sealed).asked.account, NOW_MS);
      fresh.close();
    });
    const plans = used
      .filter((sql) => /\b(?:approval_requests|approval_uses)\b|'unlocked'/.test(sql) && /^\s*SELECT/i.test(sql))
      .map((sql) => {
        const plan = raw.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql.replaceAll('?', '1')}`);
        return plan.all().map(({ detail }) => detail);
      });
    expect(plans.length).toBeGreaterThan(3);
    const scans = plans
      .flat()
      .filter((step) => step.startsWith('SCAN') && !/ INDEX \w+_(?:for_changes|unlocked)$/.test(step));
    expect(scans).toEqual([]);
    expect(store.approvals.changes().length).toBeGreaterThan(0);
  });
});
