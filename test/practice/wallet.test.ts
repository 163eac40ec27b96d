import { describe, expect, it } from 'vitest';
import { runGateway } from './running-gateway.ts';

describe('gateway-spec "Wallet request and response"', () => {
  it('answers status, message, wallet as a number, and code', async () => {
    const { gateway, call } = await runGateway({ walletStartPaise: 5_000_000_05 });
    const reply = await call('/api/wallet/', { mid: gateway.mid });
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      status: true,
      message: 'Wallet balance fetched successfully',
      wallet: 5_000_000.05,
      code: 200,
    });
  });

  it.each([
    [1, '0.01'],
    [10, '0.1'],
    [100_000_000_000_007, '1000000000000.07'],
  ])('spells %i paise as the exact decimal %s', async (walletStartPaise, source) => {
    const { gateway, call } = await runGateway({ walletStartPaise });
    expect((await call('/api/wallet/', { mid: gateway.mid })).text).toContain(`"wallet":${source},`);
  });

  it('falls with each executed payout and rises when a failed or reversed one gives its money back', async () => {
    const { clock, pay, readWallet } = await runGateway({ walletStartPaise: 1_000_00 });
    await pay({ amount: 100 });
    await pay({ amount: 200, beneficiaryUPI: 'failed@practice' });
    await pay({ amount: 300, beneficiaryUPI: 'latereversal@practice' });
    expect(await readWallet()).toBe(400);
    clock.advance(2_000);
    expect(await readWallet()).toBe(600);
    await pay({ amount: 1 });
    clock.advance(6_000);
    expect(await readWallet()).toBe(899);
    await pay({ amount: 899 });
    expect(await readWallet()).toBe(0);
  });

  it('is never given the same money back twice', async () => {
    const { clock, pay, readWallet } = await runGateway({ walletStartPaise: 1_000_00 });
    await pay({ amount: 500, beneficiaryUPI: 'reversed@practice' });
    for (let round = 0; round < 5; round += 1) {
      clock.advance(10_000);
      await pay({ amount: 1 });
    }
    expect(await readWallet()).toBe(995);
  });
});
