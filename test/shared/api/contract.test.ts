import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CONTRACT, isCommandName } from '../../../shared/api/contract.ts';
import { DESK_EVENT } from '../../../shared/api/events.ts';

const COMMANDS = Object.entries(CONTRACT);
const ID = '0b9f3c1e-8f2a-4a3d-9a55-0c1d2e3f4a5b';

/** Every name of a property anywhere in a schema, as its JSON Schema writes it. */
function namesIn(schema: z.ZodType): Set<string> {
  const names = new Set<string>();
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const [key, value] of Object.entries(node)) {
      const child: unknown = value;
      if (key === 'properties' && typeof child === 'object' && child !== null) {
        for (const name of Object.keys(child)) names.add(name.toLowerCase());
      }
      visit(child);
    }
  };
  visit(z.toJSONSchema(schema, { unrepresentable: 'any' }));
  return names;
}

describe('the contract', () => {
  it('has a command id in every changing command and in no reading one', () => {
    const wrong = COMMANDS.filter(([, { params, changing }]) => Object.hasOwn(params.shape, 'commandId') !== changing);
    expect(wrong.map(([name]) => name)).toEqual([]);
  });

  it('has no place for a token in any answer or event', () => {
    const isSecret = (word: string): boolean => /token|secret|password|authorization/.test(word);
    const leaks = COMMANDS.filter(([, { answer }]) => [...namesIn(answer)].some(isSecret));
    expect(leaks.map(([name]) => name)).toEqual([]);
    expect([...namesIn(DESK_EVENT)].filter(isSecret)).toEqual([]);
  });

  it('refuses a parameter that it does not know', () => {
    const lax = COMMANDS.filter(([, { params }]) => {
      const problems = params.safeParse({ stranger: 1, commandId: ID }).error?.issues ?? [];
      return !problems.some((problem) => problem.code === 'unrecognized_keys');
    });
    expect(lax.map(([name]) => name)).toEqual([]);
  });

  it('drops from an answer what it does not know', () => {
    const answer = { balance: '1', askedAtMs: 5, vaultChanges: 0 };
    expect(CONTRACT.testConnection.answer.parse({ ...answer, authorization: 'Bearer x' })).toEqual(answer);
  });

  it('takes only its own names for commands', () => {
    expect(isCommandName('startBatch')).toBe(true);
    for (const name of ['constructor', '__proto__', 'toString', 'startbatch', ''])
      expect(isCommandName(name)).toBe(false);
  });

  it('takes amounts only as whole paise within bounds', () => {
    const order = (amountPaise: unknown) =>
      CONTRACT.createOrder.params.safeParse({
        commandId: ID,
        profile: 'a',
        order: { userId: '1', mobile: '9', amountPaise, name: 'A', userDefined: ['', '', '', '', ''] },
      }).success;
    expect(order(100)).toBe(true);
    for (const wrong of [0, -1, 1.5, Number.NaN, 1e18, '100', null, undefined]) expect(order(wrong)).toBe(false);
  });

  it('takes batch and payout names exactly as the desk writes them', () => {
    const batch = (name: unknown) => CONTRACT.readBatch.params.safeParse({ batch: name }).success;
    expect(batch('B0012')).toBe(true);
    for (const wrong of ['b0012', ' B0012', 'B12', 'X0012', 12, null]) expect(batch(wrong)).toBe(false);
    const payout = (name: unknown) => CONTRACT.readPayout.params.safeParse({ payout: name }).success;
    expect(payout('P0001/2')).toBe(true);
    for (const wrong of ['P0001', 'P0001/', 'P0001-2', 'P0001/2;', 'P0001/2/3']) expect(payout(wrong)).toBe(false);
  });
});
