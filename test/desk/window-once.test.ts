// A window's command that may have been done: it is not a refusal, its id is not free again, and an id used by a desk that died
// is answered from what is known.

import { randomUUID } from 'node:crypto';
import { describe, expect, it, type TestContext } from 'vitest';
import { parseCommandId } from '../../shared/ids.ts';
import { msg } from '../../shared/messages/message.ts';
import { startSpecGateway } from '../cli/spec-gateway.ts';
import { deskFor } from './window-desk.ts';

const ORDER = {
  userId: '7',
  mobile: '9000000000',
  amountPaise: 50_000,
  name: 'Asha',
  userDefined: ['', '', '', '', ''],
};

async function openDeskOfOne(test: TestContext, losesOrders: boolean) {
  const gateway = await startSpecGateway(test, { losesOrders });
  const desk = deskFor(test, undefined, { token: gateway.token });
  await desk.change('saveProfile', { name: 'acme', baseUrl: gateway.url, mid: gateway.mid });
  const orders = () => gateway.posts.filter(({ path }) => path === '/api/ordercreate/').length;
  return { desk, gateway, orders };
}

describe('a collection order whose answer is lost', () => {
  it('is no refusal, and the same click asks the gateway no second time', async (test) => {
    const { desk, orders } = await openDeskOfOne(test, true);
    const options = { profile: 'acme', order: ORDER, commandId: randomUUID() };
    const first = await desk.desk.dispatch('createOrder', options);
    expect(first).toMatchObject({ kind: 'unsure', refusal: { code: 'unclear' } });
    expect(await desk.desk.dispatch('createOrder', options)).toEqual(first);
    expect(orders()).toBe(1);

    await desk.end();
    const next = deskFor(test, desk.folder, { token: 'tok-EN.4f6a91c2_example~value' });
    expect(await next.desk.dispatch('createOrder', options)).toEqual(first);
    expect(orders()).toBe(1);
    const { name } = ORDER;
    const everything = { search: '', amountFromPaise: null, amountToPaise: null, fromMs: null, toMs: null };
    const newest = { sort: { by: 'askedFor', direction: 'down' }, window: { from: 0, count: 100 } };
    const listed = await next.ask('searchOrders', { profile: 'acme', ...everything, ...newest });
    expect(listed).toMatchObject({ rows: [{ name, created: null }] });
  });

  it('leaves its id free where the gateway refused it, for the same click once more and for a corrected order', async (test) => {
    const { desk, gateway, orders } = await openDeskOfOne(test, false);
    gateway.changeToken('another');
    const params = { profile: 'acme', order: ORDER, commandId: randomUUID() };
    expect(await desk.desk.dispatch('createOrder', params)).toMatchObject({ kind: 'refused' });
    const corrected = { ...params, order: { ...ORDER, name: 'Asha Rao' } };
    expect(await desk.desk.dispatch('createOrder', corrected)).toMatchObject({ kind: 'refused' });
    gateway.changeToken(gateway.token);
    const done = await desk.desk.dispatch('createOrder', params);
    expect(done).toMatchObject({ kind: 'done' });
    expect(orders()).toBe(3);

    await desk.end();
    const next = deskFor(test, desk.folder, { token: 'tok-EN.4f6a91c2_example~value' });
    expect(await next.desk.dispatch('createOrder', params)).toEqual(done);
    expect(orders()).toBe(3);
  });
});

describe('the id of a command that a dead desk took', () => {
  it('is not said to be under way in a window: nobody knows whether it was done, and it is not done again', async (test) => {
    const { desk, orders } = await openDeskOfOne(test, false);
    await desk.end();
    const id = parseCommandId(randomUUID());
    const opening = desk.system.openWriter('live');
    if (opening.kind !== 'open' || id === null) throw new Error('the desk does not open');
    opening.store.commands.take({ id, what: `order acme ${JSON.stringify(ORDER)}` }, desk.system.clock.nowMs());
    opening.store.close();

    const next = deskFor(test, desk.folder, { token: 'tok-EN.4f6a91c2_example~value' });
    const reported = await next.desk.dispatch('createOrder', { profile: 'acme', order: ORDER, commandId: id });
    expect(reported).toMatchObject({
      kind: 'unsure',
      refusal: { code: 'commandNotAnswered', cure: msg('cure.commandNotAnswered') },
    });
    expect(orders()).toBe(0);
  });
});
