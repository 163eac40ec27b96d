// A batch that paused for a doubt resumes in the window once a person has accepted exactly that doubt.

import { expect, it } from 'vitest';
import { verbatim } from '../../shared/messages/message.ts';
import { inEnglish } from '../../shared/messages/speak.ts';
import { confirmation, eventually, openFile, openScene, PROFILE, startParams } from './live-scene.ts';

it('resumes past a low wallet only with the tick that names it', async (test) => {
  let wallet = '5000';
  const { desk, gateway } = await openScene(test, { 'asha@bank': {} }, { wallet: () => wallet });
  await desk.change('confirmWalletUnit', { profile: PROFILE, unit: 'rupees' });
  const { summary } = await openFile(desk, ['name,upi id,amount,remark', 'asha,asha@bank,1,x', 'ravi,ravi@bank,90,x']);
  const options = startParams(await confirmation(desk, summary), { firstAlone: true });
  const { batch } = await desk.change('startBatch', options);
  const standsPaused = (code: string, says: string) =>
    eventually(async () => {
      const { view } = await desk.ask('readBatch', { batch });
      expect({ code: view.paused?.code, state: view.state }).toEqual({ code, state: 'paused' });
      expect(inEnglish(view.paused?.message ?? verbatim(''))).toContain(says);
      expect(gateway.payoutPosts()).toHaveLength(1);
    });
  await standsPaused('firstAlone', 'The first payment went out');
  wallet = '50';
  for (const ticks of [[], ['unsureLookups']]) {
    await desk.change('resumeBatch', { batch, count: null, ticks });
    await standsPaused('walletLow', 'less than');
  }
  // It pays as far as the wallet allows, and this payout is more.
  await desk.change('resumeBatch', { batch, count: null, ticks: ['warnings'] });
  await standsPaused('walletLow', 'the next payment is');
});
