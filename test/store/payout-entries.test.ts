import { describe, expect, it } from 'vitest';
import { confirm } from './confirm.ts';
import { answer, claimOne, confirmation, lookUp, makeDesk, PAID, payments, said, turn } from './desk-file.ts';

describe('the root over passports', () => {
  it('is not written once one of the payments has changed', () => {
    const desk = makeDesk();
    const batch = confirm(desk.store, confirmation(desk, payments(2)));
    const claimed = claimOne(desk.store, batch);
    turn(desk.store, batch, { news: [answer(claimed, PAID)] });
    const entries = desk.store.payoutEntries.last(batch, [2, 3]);
    expect([...entries.keys()]).toEqual([2]);
    const root = { batch, atMs: 5, root: 'ab'.repeat(32), entries };
    const written = desk.store.writePassportRoot(root);
    expect(written).toMatchObject({ batchId: batch, count: 1, root: root.root });
    expect(desk.store.chain.hashAt((written?.sequence ?? 0) - 1)).toBe(written?.before);
    turn(desk.store, batch, { news: [lookUp(claimed, said('reversed'))] });
    const before = desk.store.chain.end();
    expect(desk.store.writePassportRoot(root)).toBeNull();
    expect(desk.store.chain.end()).toEqual(before);
  });
});
