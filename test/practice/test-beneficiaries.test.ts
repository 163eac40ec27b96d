import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PracticeEnding } from '../../electron/main/practice/payout-ledger.ts';
import { endingFor, TEST_BENEFICIARIES } from '../../electron/main/practice/test-beneficiaries.ts';
import { impsPayout, type RunningGateway, runGateway } from './running-gateway.ts';

interface Story {
  /** HTTP status and txn_status of the create call; 0 when no answer comes. */
  readonly create: readonly [number, string | undefined];
  /** The word at these ages, in milliseconds; null when the gateway does not know the payout. */
  readonly words: Readonly<Record<number, string | null>>;
  readonly moneyMoved: boolean;
  readonly walletAtEnd: number;
}

const PAID = { moneyMoved: true, walletAtEnd: 900 } as const;
const CAME_BACK = { moneyMoved: true, walletAtEnd: 1000 } as const;
const NOT_PAID = { moneyMoved: false, walletAtEnd: 1000 } as const;

const STORIES: Readonly<Record<Exclude<PracticeEnding, 'insufficientBalance'>, Story>> = {
  success: { create: [200, 'success'], words: { 0: 'success', 9000: 'success' }, ...PAID },
  pendingThenSuccess: {
    create: [200, 'accept'],
    words: { 0: 'accept', 999: 'accept', 1000: 'pending', 1999: 'pending', 2000: 'success', 9000: 'success' },
    ...PAID,
  },
  failed: {
    create: [200, 'accept'],
    words: { 0: 'accept', 1000: 'pending', 2000: 'failed', 9000: 'failed' },
    ...CAME_BACK,
  },
  rejected: { create: [400, 'rejected'], words: { 0: 'rejected', 9000: 'rejected' }, ...NOT_PAID },
  reversed: {
    create: [200, 'accept'],
    words: { 0: 'accept', 1000: 'pending', 2000: 'reversed', 9000: 'reversed' },
    ...CAME_BACK,
  },
  reversedLate: { create: [200, 'success'], words: { 0: 'success', 7999: 'success', 8000: 'reversed' }, ...CAME_BACK },
  stuck: { create: [200, 'accept'], words: { 0: 'accept', 1000: 'pending', 86_400_000: 'pending' }, ...PAID },
  unlistedWord: {
    create: [200, 'under_review'],
    words: { 0: 'under_review', 1999: 'under_review', 2000: 'success' },
    ...PAID,
  },
  replyLost: { create: [0, undefined], words: { 0: 'success' }, ...PAID },
  serverError: { create: [500, undefined], words: { 0: 'success' }, ...PAID },
  tooManyRequests: { create: [429, undefined], words: { 0: null, 9000: null }, ...NOT_PAID },
  slow: { create: [200, 'success'], words: { 0: 'success' }, ...PAID },
};

/** The create call's HTTP status and word; moves the clock to get a slow answer. */
async function payAndFollow(
  running: RunningGateway,
  fields: object,
  isSlow: boolean,
): Promise<readonly [number, unknown]> {
  const answer = running.pay(fields).then(
    ({ status, body }) => [status, body['txn_status']] as const,
    (cause: unknown) => [0, (cause as { code: string }).code === 'ECONNRESET' ? undefined : cause] as const,
  );
  if (isSlow) {
    await running.clock.someoneWaits();
    running.clock.advance(5_000);
  }
  return answer;
}

describe('DESIGN "The practice gateway": a documented test beneficiary for each ending', () => {
  const ways = TEST_BENEFICIARIES.flatMap((beneficiary) => [
    { ...beneficiary, way: beneficiary.upiId, fields: { beneficiaryUPI: beneficiary.upiId } },
    {
      ...beneficiary,
      way: beneficiary.ifsc,
      fields: {
        ...impsPayout,
        beneficiaryBankACNumber: beneficiary.accountNumber,
        beneficiaryBankIFSC: beneficiary.ifsc,
      },
    },
  ]);

  it.each(ways)('$way: $shows', async ({ ending, fields }) => {
    if (ending === 'insufficientBalance') throw new Error('no payee is documented for it');
    const story = STORIES[ending];
    const running = await runGateway({ walletStartPaise: 1_000_00 });
    const { gateway, clock, lookUp, readWallet } = running;
    const startMs = clock.now();
    expect(await payAndFollow(running, { ...fields, amount: 100, udf1: 'T' }, ending === 'slow')).toEqual(story.create);
    for (const [age, word] of Object.entries(story.words)) {
      clock.advance(Math.max(0, startMs + Number(age) - clock.now()));
      const { body } = await lookUp({ udf1: 'T' });
      expect([age, body['status'], body['txn_status'] ?? null]).toEqual([age, word !== null, word]);
    }
    expect(gateway.listPayouts().some(({ udf1, moneyMoved }) => udf1 === 'T' && moneyMoved)).toBe(story.moneyMoved);
    expect(await readWallet()).toBe(story.walletAtEnd);
  });

  it('documents every ending once, with details the shapes of UPI and IFSC allow', () => {
    expect(TEST_BENEFICIARIES.map(({ ending }) => ending).toSorted()).toEqual(Object.keys(STORIES).toSorted());
    for (const { upiId, ifsc, accountNumber } of TEST_BENEFICIARIES) {
      expect(upiId).toMatch(/^[\w.-]{2,256}@[A-Za-z][A-Za-z0-9]{1,63}$/);
      expect(ifsc).toMatch(/^[A-Z]{4}0[A-Z0-9]{6}$/);
      expect(accountNumber).toMatch(/^\d{9,18}$/);
    }
    expect(new Set(TEST_BENEFICIARIES.map(({ ifsc }) => ifsc)).size).toBe(TEST_BENEFICIARIES.length);
  });

  it('answers 429 with Retry-After', async () => {
    const { pay } = await runGateway();
    const reply = await pay({ beneficiaryUPI: 'toomany@practice' });
    expect([reply.status, reply.headers['retry-after']]).toEqual([429, '2']);
  });

  it('has executed a slow payout before it answers', async () => {
    const { gateway, clock, pay } = await runGateway();
    const answer = pay({ beneficiaryUPI: 'slow@practice' });
    await clock.someoneWaits();
    expect(gateway.listPayouts()).toMatchObject([{ moneyMoved: true }]);
    clock.advance(5_000);
    expect((await answer).status).toBe(200);
  });
});

describe('endingFor', () => {
  it.each([
    ['FAILED@Practice', 'failed'],
    ['failed.asha@practice', 'failed'],
    ['failed.2.x@practice', 'failed'],
  ])('reads %s as %s', (upiId, ending) => {
    expect(endingFor({ method: 'UPI', upiId })).toBe(ending);
  });

  it.each(['asha@practice', 'failedx@practice', 'failed@okbank', 'constructor@practice'])(
    'treats %s as an ordinary payee',
    (upiId) => {
      expect(['success', 'pendingThenSuccess']).toContain(endingFor({ method: 'UPI', upiId }));
    },
  );

  it('decides IMPS by the IFSC, whatever the account number', () => {
    expect(endingFor({ method: 'IMPS', accountNumber: '123456789', ifsc: 'desk0000003' })).toBe('failed');
    expect(['success', 'pendingThenSuccess']).toContain(
      endingFor({ method: 'IMPS', accountNumber: '123456789', ifsc: 'DESK0000099' }),
    );
  });

  it('pays every ordinary payee, the same way each time', () => {
    const upiId = fc.stringMatching(/^[a-z0-9.]{2,20}@ok[a-z]{2,8}$/);
    fc.assert(
      fc.property(upiId, (id) => {
        const ending = endingFor({ method: 'UPI', upiId: id });
        expect(['success', 'pendingThenSuccess']).toContain(ending);
        expect(endingFor({ method: 'UPI', upiId: id.toUpperCase() })).toBe(ending);
      }),
    );
  });

  it('lets about one ordinary payee in four wait', () => {
    const endings = Array.from({ length: 2_000 }, (_, index) =>
      endingFor({ method: 'IMPS', accountNumber: String(50_100_000_000 + index), ifsc: 'SBIN0000001' }),
    );
    const delayed = endings.filter((ending) => ending === 'pendingThenSuccess').length;
    expect(delayed).toBeGreaterThan(400);
    expect(delayed).toBeLessThan(600);
  });
});
