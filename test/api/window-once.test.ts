// A command of a window that may have been done: it is no refusal, its id is not free again, and an id that a dead desk took
// is answered from what is known.

import { randomUUID } from 'node:crypto';
import { describe, expect, it, type TestContext } from 'vitest';
import { parseCommandId } from '../../shared/ids.ts';
import { startSpecGateway } from '../cli/spec-gateway.ts';
import { openTestDesk } from './window-desk.ts';

const TIMEOUT_MS = 60_000;

const ORDER = {
  userId: '7',
  mobile: '9000000000',
  amountPaise: 50_000,
  name: 'Asha',
  userDefined: ['', '', '', '', ''],
};

async function openDeskOfOne(test: TestContext, losesOrders: boolean) {
  const gateway = await startSpecGateway(test, { losesOrders });
  const desk = openTestDesk(undefined, { token: gateway.token });
  test.onTestFinished(() => desk.close());
  await desk.change('saveProfile', { name: 'acme', baseUrl: gateway.url, mid: gateway.mid });
  const orders = () => gateway.posts.filter(({ path }) => path === '/api/ordercreate/').length;
  return { desk, gateway, orders };
}

describe('a collection order whose answer is lost', { timeout: TIMEOUT_MS }, () => {
  it('is no refusal, and the same click asks the gateway no second time', async (test) => {
    const { desk, orders } = await openDeskOfOne(test, true);
    const wish = { profile: 'acme', order: ORDER, commandId: randomUUID() };
    const first = await desk.desk.dispatch('createOrder', wish);
    expect(first).toMatchObject({ kind: 'unsure', refusal: { code: 'unclear' } });
    expect(await desk.desk.dispatch('createOrder', wish)).toEqual(first);
    expect(orders()).toBe(1);

    await desk.end();
    const next = openTestDesk(desk.folder, { token: 'tok-EN.4f6a91c2_example~value' });
    test.onTestFinished(() => next.close());
    expect(await next.desk.dispatch('createOrder', wish)).toEqual(first);
    expect(orders()).toBe(1);
  });

  it('leaves its id free where the gateway refused it, for another one that is corrected', async (test) => {
    const { desk, gateway, orders } = await openDeskOfOne(test, false);
    gateway.changeToken('another');
    const wish = { profile: 'acme', order: ORDER, commandId: randomUUID() };
    expect(await desk.desk.dispatch('createOrder', wish)).toMatchObject({ kind: 'refused' });
    gateway.changeToken(gateway.token);
    const next = { ...wish, commandId: randomUUID() };
    expect(await desk.desk.dispatch('createOrder', next)).toMatchObject({ kind: 'done' });
    expect(orders()).toBe(2);
  });
});

describe('the id of a command that a dead desk took', { timeout: TIMEOUT_MS }, () => {
  it('is not said to be under way in a window: nobody knows whether it was done, and it is not done again', async (test) => {
    const { desk, orders } = await openDeskOfOne(test, false);
    await desk.end();
    const id = parseCommandId(randomUUID());
    const opening = desk.rooms.openWriter('live');
    if (opening.kind !== 'open' || id === null) throw new Error('the desk does not open');
    opening.store.commands.take({ id, what: `order acme ${JSON.stringify(ORDER)}` }, desk.rooms.clock.nowMs());
    opening.store.close();

    const next = openTestDesk(desk.folder, { token: 'tok-EN.4f6a91c2_example~value' });
    test.onTestFinished(() => next.close());
    const told = await next.desk.dispatch('createOrder', { profile: 'acme', order: ORDER, commandId: id });
    expect(told).toMatchObject({ kind: 'unsure', refusal: { code: 'commandNotAnswered' } });
    expect(orders()).toBe(0);
  });
});
