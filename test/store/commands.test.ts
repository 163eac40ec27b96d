// Command ids: used once and for all, together with the batch they confirm or not at all.

import { describe, expect, it } from 'vitest';
import { InvariantError } from '../../shared/failures.ts';
import { type CommandId, parseCommandId } from '../../shared/ids.ts';
import { asPaise } from '../../shared/money.ts';
import { confirm } from './confirm.ts';
import { confirmation, count, crash, makeDesk, NOW_MS, openDesk, payments } from './desk-file.ts';

const ID = '7d0f7a52-9d3c-4c1f-8a35-0f4f6d9f1a10' as CommandId;
const TICKET = { id: ID, what: 'start acme abc' };

describe('a command id', () => {
  it('is free until it is taken, and then taken for good', () => {
    const { store } = makeDesk();
    expect(store.commands.find(ID)).toBeNull();
    store.commands.take(TICKET, NOW_MS);
    expect(store.commands.find(ID)).toEqual({ what: TICKET.what, takenAtMs: NOW_MS, begun: null, answer: null });
    expect(() => store.commands.take({ id: ID, what: 'cancel B0001' }, NOW_MS)).toThrow(InvariantError);
  });

  it('keeps what it was answered, and an id that was never taken keeps nothing', () => {
    const { store, raw } = makeDesk();
    store.commands.answered(ID, '{"kind":"refused"}');
    expect(store.commands.find(ID)).toBeNull();
    store.commands.take(TICKET, NOW_MS);
    store.commands.answered(ID, '{"kind":"done","value":{"paise":12345678901234}}');
    expect(store.commands.find(ID)?.answer).toBe('{"kind":"done","value":{"paise":12345678901234}}');
    expect(() => raw.exec('DELETE FROM commands')).toThrow(/keeps every row/);
  });

  it('is free again where its command was refused after all, for any other', () => {
    const { store } = makeDesk();
    store.commands.take(TICKET, NOW_MS);
    store.commands.free(ID);
    expect(store.commands.find(ID)).toBeNull();
    store.commands.take({ id: ID, what: 'cancel B0001' }, NOW_MS + 1);
    expect(store.commands.find(ID)).toEqual({
      what: 'cancel B0001',
      takenAtMs: NOW_MS + 1,
      begun: null,
      answer: null,
    });
    expect(() => store.commands.take(TICKET, NOW_MS)).toThrow(InvariantError);
  });

  it('is never free again once its batch is confirmed, or its command was answered', () => {
    const desk = makeDesk();
    confirm(desk.store, confirmation(desk, payments(3)), TICKET);
    desk.store.commands.free(ID);
    expect(desk.store.commands.find(ID)).not.toBeNull();
    const other = 'another-command.0001' as CommandId;
    desk.store.commands.take({ id: other, what: 'cancel B0001' }, NOW_MS);
    desk.store.commands.answered(other, '{"kind":"done"}');
    desk.store.commands.free(other);
    expect(desk.store.commands.find(other)).not.toBeNull();
  });

  it('is taken in the very transaction that confirms its batch', () => {
    const desk = makeDesk();
    const batch = confirm(desk.store, confirmation(desk, payments(3)), TICKET);
    const crashed = openDesk(crash(desk.path));
    expect(crashed.commands.find(ID)).toMatchObject({ begun: batch, answer: null });
    expect(crashed.batches.find(batch)).not.toBeNull();
    desk.store.commands.answered(ID, '"told"');
    expect(desk.store.commands.find(ID)).toMatchObject({ begun: batch, answer: '"told"' });
  });

  it('that is taken already lets nothing of a second batch be stored', () => {
    const desk = makeDesk();
    confirm(desk.store, confirmation(desk, payments(3)), TICKET);
    const other = confirmation(desk, payments(2, { amountPaise: asPaise(7) }));
    expect(() => confirm(desk.store, other, TICKET)).toThrow(InvariantError);
    expect(count(desk.raw, 'batches')).toBe(1);
    expect(count(desk.raw, 'payouts')).toBe(3);
  });

  it('stays free when the confirmation fails', () => {
    const desk = makeDesk();
    const wrong = { ...confirmation(desk, payments(3)), totalPaise: asPaise(1) };
    expect(() => confirm(desk.store, wrong, TICKET)).toThrow(InvariantError);
    expect(desk.store.commands.find(ID)).toBeNull();
  });

  it.each([
    ['7d0f7a52-9d3c-4c1f-8a35-0f4f6d9f1a10', true],
    ['salaries.2026-04_v1', true],
    ['short', false],
    ['with a space', false],
    ['-starts-with-a-dash', false],
    ['x'.repeat(65), false],
    ['', false],
  ])('%j is one: %s', (text, isOne) => {
    expect(parseCommandId(text) !== null).toBe(isOne);
  });
});
