// The environment's token in a window's process: a single merchant gets it; with several, none does.

import { describe, expect, it, type TestContext } from 'vitest';
import { startSpecGateway } from '../cli/spec-gateway.ts';
import { spoken } from '../fixtures/spoken.ts';
import { deskFor } from './window-desk.ts';

async function openDeskOfOne(test: TestContext) {
  const ours = await startSpecGateway(test);
  const desk = deskFor(test, undefined, { token: ours.token });
  await desk.change('saveProfile', { name: 'acme', baseUrl: ours.url, mid: ours.mid });
  return { desk, ours };
}

describe('the token of the environment', () => {
  it('serves the only merchant there is, under each of its names', async (test) => {
    const { desk, ours } = await openDeskOfOne(test);
    await desk.ask('testConnection', { profile: 'acme' });
    await desk.change('saveProfile', { name: 'bonus', baseUrl: ours.url, mid: ours.mid });
    await desk.ask('testConnection', { profile: 'bonus' });
    expect(await desk.ask('readTokenState', { profile: 'acme' })).toEqual({ kind: 'session', vaultChanges: 0 });
  });

  it('follows the only merchant when its address is corrected', async (test) => {
    const { desk, ours } = await openDeskOfOne(test);
    await desk.change('saveProfile', { name: 'acme', baseUrl: 'http://127.0.0.1:9', mid: ours.mid });
    await desk.change('saveProfile', { name: 'acme', baseUrl: ours.url, mid: ours.mid });
    await desk.ask('testConnection', { profile: 'acme' });
    expect(ours.posts).toHaveLength(1);
  });

  it('never reaches the server of a second merchant, nor serves the first any longer', async (test) => {
    const { desk, ours } = await openDeskOfOne(test);
    const theirs = await startSpecGateway(test, { mid: 815, token: 'tok-of-their-own' });
    await desk.change('saveProfile', { name: 'other', baseUrl: theirs.url, mid: theirs.mid });
    expect(await desk.refusalOf('testConnection', { profile: 'other' })).toBe('noKeychain');
    expect(await desk.refusalOf('testConnection', { profile: 'acme' })).toBe('noKeychain');
    expect(theirs.posts).toEqual([]);
    expect(ours.posts).toEqual([]);
    expect(spoken(await desk.ask('readTokenState', { profile: 'other' }))).toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining('one merchant only') as string,
    });

    await desk.change('setToken', { profile: 'other', token: theirs.token });
    await desk.ask('testConnection', { profile: 'other' });
    expect(theirs.posts).toHaveLength(1);
  });

  it('tells with a tried connection and with its state which of the tokens it was', async (test) => {
    const { desk, ours } = await openDeskOfOne(test);
    await desk.change('setToken', { profile: 'acme', token: ours.token });
    const tried = await desk.ask('testConnection', { profile: 'acme' });
    expect(tried.vaultChanges).toBe(1);
    expect(await desk.ask('readTokenState', { profile: 'acme' })).toMatchObject({ vaultChanges: 1 });
    await desk.change('removeToken', { profile: 'acme' });
    expect(await desk.ask('readTokenState', { profile: 'acme' })).toMatchObject({ vaultChanges: 2 });
  });
});
