// The transaction that stores a batch asks itself whether others approved it, whatever was asked before.

import { describe, expect, it, vi } from 'vitest';
import { REQUESTS_LISTED, viewOfRequest } from '../../electron/main/desk/approval/requests.ts';
import { sha256 } from '../../electron/main/platform/signing-keys.ts';
import { paymentNow } from '../../electron/main/store/approvals.ts';
import { DeskDatabase } from '../../electron/main/store/desk-database.ts';
import type { Sha256 } from '../../shared/ids.ts';
import { DAY_MS } from '../../shared/limits.ts';
import { asPaise } from '../../shared/money.ts';
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
  const sealed = { ...confirmation(desk, [payment({})]), seal: SEAL, payer: asha.person };
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

/** Files of their own: each has another payee, unless one is named. */
function filesOf(store: ReturnType<typeof teamStore>['store'], desk: { readonly merchantId: number }) {
  let file = 0;
  return (paise: number, change: { readonly upiId?: string; readonly nowMs?: number } = {}) => {
    file += 1;
    const { upiId = `payee${file}@bank`, nowMs = NOW_MS } = change;
    const paid = payment({ beneficiary: { method: 'UPI', upiId }, amountPaise: asPaise(paise) });
    return { ...confirmation({ store, ...desk }, [paid], { nowMs }), seal: sha256(`file ${file}`), payer: asha.person };
  };
}

/** A desk where a batch from ₹5,000 on needs one other person, from ₹9,000 on two, and a payee from ₹3,000 on one. */
function smallBatches() {
  const desk = makeDesk();
  const { store, merchantId } = desk;
  found(store, [asha, bala], NOW_MS);
  agree(store, [asha, bala], { kind: 'enrol', person: chitra.person }, NOW_MS);
  const set = (scope: 'batch' | 'payment', fromPaise: number, approvals: number): void =>
    store.approvals.setTier({ profile: 'acme', scope, fromPaise, approvals }, NOW_MS);
  set('batch', 500_000, 1);
  set('batch', 900_000, 2);
  set('payment', 300_000, 1);
  const file = filesOf(store, { merchantId });
  const start = (asked: ReturnType<typeof file>) => store.confirm(asked, null, ANY);
  return { ...desk, file, start };
}

const whyOf = (refusal: unknown): unknown =>
  typeof refusal === 'object' && refusal !== null && 'message' in refusal ? refusal.message : refusal;

describe('who pays', () => {
  it('is a maker who is enrolled, in a desk with persons, and named in the batch and the audit', async () => {
    const desk = makeDesk();
    const { store, raw } = desk;
    const [dev, other] = await Promise.all([member('Dev', 'viewer'), member('Asha')]);
    const asked = { ...confirmation(desk, [payment({})]), seal: SEAL };
    found(store, [asha, bala], NOW_MS);
    for (const { person } of [chitra, dev]) agree(store, [asha, bala], { kind: 'enrol', person }, NOW_MS);
    const endings = [null, chitra.person, dev.person, other.person, { ...chitra.person, role: 'both' as const }].map(
      (payer) => {
        const answer = store.confirm({ ...asked, payer }, null, ANY);
        return typeof answer === 'object' ? answer?.code : answer;
      },
    );
    expect(endings).toEqual(['whoPays', 'mayNotPay', 'mayNotPay', 'mayNotPay', 'mayNotPay']);
    expect(store.confirm({ ...asked, payer: asha.person }, null, ANY)).toBe(1);
    const batch = store.batches.find(1);
    if (batch === null) throw new Error('the batch is gone');
    expect(batch.confirmedBy).toMatch(/^Asha \(.+\)$/);
    expect(raw.prepare(`SELECT detail FROM audit WHERE what = 'paidBy' AND batch_id = 1`).pluck().get()).toContain(
      'Asha',
    );
    expect(store.approvals.permitResume(batch, null, NOW_MS)).toMatchObject({ code: 'whoPays' });
    expect(store.approvals.permitResume(batch, dev.person, NOW_MS)).toMatchObject({ code: 'mayNotPay' });
    expect(store.approvals.permitResume(batch, asha.person, NOW_MS)).toMatchObject({ kind: 'free' });
  });

  it('and asks is no longer one who was removed', () => {
    const { store, sealed } = teamStore();
    agree(store, [asha, chitra], paymentNow(sealed), NOW_MS);
    agree(store, [bala, chitra], { kind: 'remove', person: asha.person }, NOW_MS);
    expect(store.confirm(sealed, null, ANY)).toMatchObject({ code: 'mayNotPay' });
    expect(store.confirm({ ...sealed, payer: bala.person }, null, ANY)).toMatchObject({ code: 'needsApproval' });
  });
});

describe('several small batches', () => {
  it('count together for a day: the one that reaches the tier asks, and says why', () => {
    const { file, start, store } = smallBatches();
    expect([start(file(200_000)), start(file(250_000))]).toEqual([1, 2]);
    const third = file(50_000);
    expect(JSON.stringify(whyOf(start(third)))).toContain('"code":"approval.why.day"');
    expect(store.approvals.standing(paymentNow(third), NOW_MS)).toMatchObject({
      needed: 1,
      why: { code: 'approval.why.day', params: { earlier: 450_000, sum: 500_000, from: 500_000 } },
    });
    expect(start(file(49_999))).toBe(3);
    agree(store, [asha, bala], paymentNow(third), NOW_MS);
    expect(start(third)).toBe(4);
    // What others approved uses nothing of the day up.
    expect(start(file(1))).toMatchObject({ code: 'needsApproval' });
    expect(start(file(2, { nowMs: NOW_MS + DAY_MS }))).toBe(5);
  });

  it('that one person approved count together for a tier of two', () => {
    const { file, start, store } = smallBatches();
    const [one, other] = [file(500_000), file(500_000)];
    agree(store, [asha, bala], paymentNow(one), NOW_MS);
    expect(start(one)).toBe(1);
    agree(store, [asha, bala], paymentNow(other), NOW_MS);
    expect(start(other)).toMatchObject({ code: 'needsApproval' });
    expect(store.approvals.newest(1).map((request) => viewOfRequest(store, request, NOW_MS))).toMatchObject([
      { state: 'waiting', needed: 2, approvedBy: ['Bala'] },
    ]);
    store.approvals.decide(
      store.approvals.newest(1)[0]?.request ?? 0,
      signDecision(store, chitra, store.approvals.newest(1)[0]?.request ?? 0, { nowMs: NOW_MS }),
      NOW_MS,
    );
    expect(start(other)).toBe(2);
  });

  it('to one payee count together, however the account is written, in one file and in several', () => {
    const { file, start, store, merchantId } = smallBatches();
    expect(start(file(200_000, { upiId: 'ravi@okbank' }))).toBe(1);
    const more = file(100_000, { upiId: 'RAVI@okbank' });
    expect(start(more)).toMatchObject({ code: 'needsApproval' });
    expect(store.approvals.standing(paymentNow(more), NOW_MS)).toMatchObject({
      needed: 1,
      why: { code: 'approval.why.payee', params: { payee: 'Asha Rao', earlier: 200_000, sum: 300_000 } },
    });
    const part = payment({ amountPaise: asPaise(150_000) });
    const parts = { ...confirmation({ store, merchantId }, [part, { ...part, remark: 'more' }]), seal: SEAL };
    expect(store.approvals.standing(paymentNow(parts), NOW_MS)).toMatchObject({
      needed: 1,
      why: { code: 'approval.why.parts', params: { sum: 300_000, from: 300_000 } },
    });
    expect(start(file(99_999, { upiId: 'ravi@okbank' }))).toBe(2);
  });

  it('are no fewer for a clock that was set on and back, or a batch that goes on', () => {
    const { file, start, store, raw } = smallBatches();
    expect(start(file(200_000, { nowMs: NOW_MS + 3 * DAY_MS }))).toBe(1);
    expect(start(file(200_000))).toBe(2);
    const asked = file(100_000);
    expect(start(asked)).toMatchObject({ code: 'needsApproval' });
    const later = NOW_MS + 8 * DAY_MS;
    store.notes.pause(1, null, later);
    raw.prepare('UPDATE batches SET active_at_ms = ? WHERE batch_id = 1').run(later);
    expect(start(file(300_000, { nowMs: later + 1 }))).toMatchObject({ code: 'needsApproval' });
    expect(start(file(299_999, { nowMs: later + 1 }))).toBe(3);
  });

  it('do not count what was not paid', () => {
    const { file, start, raw } = smallBatches();
    expect(start(file(299_999))).toBe(1);
    expect(start(file(250_000))).toMatchObject({ code: 'needsApproval' });
    raw.prepare(`UPDATE payouts SET state = 'cancelled'`).run();
    expect(start(file(250_000, { nowMs: NOW_MS + 1 }))).toBe(2);
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

  it('have no second name under one key, and nobody signs under another name', () => {
    const { store, sealed } = teamStore();
    const request = agree(store, [asha], paymentNow(sealed), NOW_MS + 1);
    for (const name of ['Bala Two', 'BALA']) {
      const person = { ...bala.person, name };
      expect([name, ask(store, asha, { kind: 'enrol', person }, NOW_MS)]).toMatchObject([
        name,
        { code: 'notApproved' },
      ]);
      const decision = signDecision(store, { ...bala, person }, request, { nowMs: NOW_MS });
      expect(store.approvals.decide(request, decision, NOW_MS)).toMatchObject({ code: 'notApproved' });
    }
    const other = { ...asha.person, name: 'Asha Two' };
    const decision = signDecision(store, { ...asha, person: other }, request, { nowMs: NOW_MS });
    expect(store.approvals.decide(request, decision, NOW_MS)).toMatchObject({ code: 'notApproved' });
    expect(store.confirm(sealed, null, ANY)).toMatchObject({ code: 'needsApproval' });
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
  const READS = /\b(?:audit|approval_requests|approval_uses)\b/;

  it('is nothing but the persons and tiers for a desk without any, also where a batch goes on', () => {
    const desk = makeDesk();
    const { approvals } = desk.store;
    const asked = { ...confirmation(desk, [payment({})]), seal: SEAL };
    expect(desk.store.confirm(asked, null, ANY)).toBe(1);
    const batch = desk.store.batches.find(1);
    if (batch === null) throw new Error('the batch is gone');
    const other = openDesk(desk.path);
    const used = sqlOf(() => {
      expect(other.approvals.permit(asked)).toEqual({ kind: 'free', payer: null });
      expect(other.approvals.permitResume(batch, null, NOW_MS)).toEqual({ kind: 'free', payer: null });
    });
    expect(used.some((sql) => sql.includes('approval_tiers'))).toBe(true);
    expect(used.filter((sql) => READS.test(sql))).toEqual([]);
    expect(approvals.persons()).toEqual([]);
  });

  it('does not copy the rows of a payment that nobody must approve', () => {
    const { store, file } = smallBatches();
    const asked = file(100);
    const read: string[] = [];
    const rows = asked.rows.map((row) => {
      const watched = new Proxy(row.payment, {
        get: (target, key) => {
          read.push(String(key));
          return Reflect.get(target, key) as unknown;
        },
      });
      return { ...row, payment: watched };
    });
    const [tier] = store.approvals.tiers();
    if (tier === undefined) throw new Error('there is no tier');
    store.approvals.setTier({ ...tier, scope: 'payment', fromPaise: 300_000, approvals: 0 }, NOW_MS);
    expect(store.approvals.permit({ ...asked, rows })).toMatchObject({ kind: 'free' });
    expect(read).toEqual(['amountPaise']);
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
