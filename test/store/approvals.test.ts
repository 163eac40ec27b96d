// The transaction that stores a batch asks itself whether others approved it, whatever was asked before.

import { describe, expect, it } from 'vitest';
import { startAsked } from '../../electron/main/store/approvals.ts';
import type { Sha256 } from '../../shared/ids.ts';
import { confirmation, makeDesk, NOW_MS, payment } from './desk-file.ts';
import { agree, ask, found, member, signDecision } from './team.ts';

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
  return { store, sealed };
}

describe('storing a batch', () => {
  it('is refused without an approved request, and then stores nothing', () => {
    const { store, sealed } = teamStore();
    expect(store.confirm(sealed, null, ANY)).toMatchObject({ code: 'needsApproval' });
    ask(store, asha, startAsked(sealed), NOW_MS);
    expect(store.confirm(sealed, null, ANY)).toMatchObject({ code: 'needsApproval' });
    expect(store.batches.list()).toEqual([]);
  });

  it('uses its request up', () => {
    const { store, sealed } = teamStore();
    const request = agree(store, [asha, bala], startAsked(sealed), NOW_MS);
    expect(store.confirm(sealed, null, ANY)).toBe(1);
    expect(store.approvals.find(request)?.used?.batch).toBe('B0001');
    expect(store.approvals.ofBatch(1, NOW_MS)).toMatchObject([{ request, maker: 'Asha', by: ['Bala'], kind: 'start' }]);
    const again = { ...sealed, runNumber: 2, references: sealed.references.map((one) => `${one}x` as typeof one) };
    expect(store.confirm(again, null, ANY)).toMatchObject({ code: 'needsApproval' });
  });

  it('is refused once its approver was removed in the meantime', () => {
    const { store, sealed } = teamStore();
    agree(store, [asha, chitra], startAsked(sealed), NOW_MS);
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
