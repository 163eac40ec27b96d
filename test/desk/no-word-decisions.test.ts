// A person's decision about a payout for which the gateway has had no documented word in days, or no useful answer: it is looked
// up once more, and the message says what the gateway really said.

import { describe, expect, it } from 'vitest';
import { readUnknown } from '../../electron/main/desk/payouts/doubts.ts';
import { type ResolveOptions, resolvePayout } from '../../electron/main/desk/payouts/resolve-payout.ts';
import type { LookedUpOnce, Preflight } from '../../electron/main/domain/run.ts';
import { formatUnknown } from '../../electron/main/doors/cli/commands/payout-specs.ts';
import type { System } from '../../electron/main/session/system.ts';
import type { BatchId, PayoutId } from '../../shared/ids.ts';
import { DAY_MS, HOUR_MS } from '../../shared/limits.ts';
import { verbatim } from '../../shared/messages/message.ts';
import { inEnglish } from '../../shared/messages/speak.ts';
import { NO_IDS } from '../../shared/outcomes.ts';
import type { Finding, SettlingOutcome } from '../../shared/states.ts';
import { confirm } from '../store/confirm.ts';
import {
  ACCEPTED,
  answer,
  claimOne,
  confirmation,
  LOST,
  lookUp,
  MERCHANT,
  NOW_MS,
  payments,
  said,
  turn,
} from '../store/desk-file.ts';
import { type DoubtfulDesk, doubtfulDesk } from './doubtful-desk.ts';
import { STILL_NOT_KNOWN } from './filled-desk.ts';

const REFUNDED = said('processing', 'refunded');
const UNCLEAR = { kind: 'unclear' } as const;
const UNNAMED = { ...ACCEPTED, ids: NO_IDS } as const;
const DAILY = [1, 25, 49, 73, 97, 121, 145, 169];

/** One payout with this outcome when sent, looked up at these hours since. */
function followed(outcome: SettlingOutcome, finding: Finding, hours: readonly number[] = DAILY): DoubtfulDesk {
  const desk = doubtfulDesk(NOW_MS);
  const store = desk.writer('live');
  const batch = confirm(store, confirmation({ store, merchantId: store.merchants.ensure(MERCHANT) }, payments(1)));
  const claimed = claimOne(store, batch);
  turn(store, batch, { news: [answer(claimed, outcome)] });
  for (const hour of hours) {
    turn(store, batch, { news: [lookUp(claimed, finding, NOW_MS + hour * HOUR_MS)] });
  }
  store.close();
  desk.clock.nowMs = NOW_MS + 30 * DAY_MS;
  return desk;
}

const UNPAID: ResolveOptions = {
  payout: { by: 'row', batch: 'B0001' as BatchId, rowNumber: 2 },
  verdict: { kind: 'notPaid' },
  note: 'Support says that it came back.',
  ticket: null,
  sameEvidence: null,
};
const PAID: ResolveOptions = { ...UNPAID, verdict: { kind: 'paid', bankReference: '512345678901' } };

const looked = (finding: Finding, word?: string): LookedUpOnce => ({
  ...STILL_NOT_KNOWN,
  finding,
  evidence: { httpStatus: finding.kind === 'state' ? 200 : 500, text: '{}' },
  ...(word === undefined ? {} : { word }),
});
const TOKEN_REFUSED = { code: 'tokenRefused', message: verbatim('The gateway refused the token.') } as const;
const REFUSED: LookedUpOnce = {
  kind: 'stopped',
  pause: TOKEN_REFUSED,
  evidence: { httpStatus: 401, text: null },
};

/** A gateway that is not even asked for its wallet. */
function withoutPreflight({ system }: DoubtfulDesk): System {
  const preflight = (): Promise<Preflight> => Promise.resolve({ ...REFUSED, kind: 'stopped' } as Preflight);
  return { ...system, engine: { ...system.engine, preflight } };
}

async function said1(system: System, options: ResolveOptions): Promise<string> {
  const settled = await resolvePayout(system, options);
  return settled.kind === 'refused'
    ? `${settled.refusal.code}: ${inEnglish(settled.refusal.message)}`
    : settled.kind === 'done'
      ? settled.value.decided
      : settled.kind;
}

function stateOf(desk: DoubtfulDesk): unknown {
  const store = desk.writer('live');
  const [found] = store.findPayout(UNPAID.payout);
  store.close();
  return found?.state;
}

describe('a decision about a payout in doubt for want of a documented word', () => {
  it.each<[string, LookedUpOnce, string]>([
    [
      'the same word',
      looked(REFUNDED, 'refunded'),
      'The gateway calls B0001/2 "refunded", a word that this desk does not know. Nothing was decided.',
    ],
    ['an error', looked(UNCLEAR), 'The gateway did not answer about B0001/2: HTTP 500. Nothing was decided.'],
    ['a refused token', REFUSED, 'The gateway did not answer about B0001/2: HTTP 401. Nothing was decided.'],
    [
      'nothing',
      { kind: 'stopped', pause: { code: 'unreachable', message: verbatim('It is gone.') } },
      'The gateway did not answer about B0001/2. Nothing was decided.',
    ],
  ])('wants a ticket for either when the gateway then says %s, and says so', async (_name, says, message) => {
    for (const asked of [PAID, UNPAID]) {
      const desk = followed(UNNAMED, REFUNDED);
      desk.says.now = () => says;
      if (asked === PAID) expect(await said1(desk.system, PAID)).toBe(`wantsTicket: ${message}`);
      else expect(await said1(desk.system, UNPAID)).toContain('notPaidNotOpen');
      expect(stateOf(desk)).toBe('unknown');
      expect(await said1(desk.system, { ...asked, ticket: 'T-1' })).toBe(asked.verdict.kind);
    }
  });

  it('asks about the payout even where the wallet is refused, and the token with it', async () => {
    const desk = followed(UNNAMED, REFUNDED);
    desk.says.now = () => REFUSED;
    expect(await said1(withoutPreflight(desk), { ...UNPAID, ticket: 'T-1' })).toBe('notPaid');
    const known = followed(UNNAMED, REFUNDED);
    known.says.now = () => looked(UNCLEAR, 'success');
    expect(await said1(withoutPreflight(known), { ...UNPAID, ticket: 'T-1' })).toMatch(/^gatewayKnows: .*"success"/);
  });

  it.each(['pending', 'success', 'failed'] as const)(
    'decides nothing when it then says %s, ticket or not',
    async (word) => {
      for (const asked of [PAID, UNPAID]) {
        const desk = followed(UNNAMED, REFUNDED);
        const state = word === 'pending' ? 'processing' : word;
        desk.says.now = () => looked(said(state, word), word);
        expect(await said1(desk.system, { ...asked, ticket: 'T-1' })).toMatch(
          `gatewayKnows: The gateway knows payment B0001/2 now: it says "${word}".`,
        );
        expect(stateOf(desk)).toBe(word === 'failed' ? 'unknown' : state);
      }
    },
  );

  it("takes the bank's number alone when the gateway then does not know it", async () => {
    const desk = followed(UNNAMED, REFUNDED);
    expect(await said1(desk.system, PAID)).toBe('paid');
  });

  it('shows the words, and that either wants a ticket', () => {
    const { system } = followed(UNNAMED, REFUNDED);
    const view = readUnknown(system, null);
    const text = view.kind === 'done' ? formatUnknown(view.value, 400) : '';
    expect(text).toContain(
      'Why in doubt: for days the gateway had no word for it that this desk knows, or gave no useful answer.',
    );
    expect(text).toContain('--paid --rrn R --note TEXT --ticket T`');
    expect(text).toContain('refunded, HTTP 200');
  });
});

describe('a payout that the gateway is still said to work on', () => {
  it('is told by the word that the gateway has for it', async () => {
    const desk = followed(UNNAMED, REFUNDED, [1, 25]);
    expect(await said1(desk.system, { ...UNPAID, ticket: 'T-1' })).toBe(
      'notUnknown: The gateway calls B0001/2 "refunded", a word that this desk does not know. Nothing to decide.',
    );
  });

  it('is told by the answers that say nothing', async () => {
    const desk = followed(UNNAMED, UNCLEAR, [1, 25]);
    expect(await said1(desk.system, { ...UNPAID, ticket: 'T-1' })).toBe(
      'notUnknown: The gateway did not answer about B0001/2: HTTP 200. Nothing to decide.',
    );
  });

  it('is being paid where the gateway says a documented word', async () => {
    const desk = followed(UNNAMED, said('processing', 'pending'), [1, 25]);
    expect(await said1(desk.system, UNPAID)).toBe(
      'notUnknown: The gateway now says B0001/2 is being paid. Nothing to decide.',
    );
  });
});

describe('"not paid" about a payout in doubt for another reason', () => {
  const CONTRADICTION = looked(UNCLEAR, 'success');
  const OF_ANOTHER: LookedUpOnce = {
    ...STILL_NOT_KNOWN,
    finding: UNCLEAR,
    mismatch: verbatim('The gateway answered about another reference.'),
  };

  it.each([
    ['contradicts itself', CONTRADICTION, 'gatewayKnows', "The gateway's answers about B0001/2 do not fit together."],
    [
      'answers about another payment',
      OF_ANOTHER,
      'echoMismatch',
      'The gateway answers about another payment than B0001/2.',
    ],
  ] as const)(
    'is decided with a ticket once the gateway %s for days, and not at the first such answer',
    async (_what, says, code, received) => {
      const desk = followed(LOST, UNCLEAR, []);
      desk.says.now = () => says;
      for (const hour of DAILY) {
        desk.clock.nowMs = NOW_MS + (30 * 24 + hour) * HOUR_MS;
        expect(await said1(desk.system, { ...UNPAID, ticket: 'T-1' })).toContain(`${code}: `);
      }
      desk.clock.nowMs += HOUR_MS;
      expect(await said1(desk.system, { ...UNPAID, ticket: null })).toContain('notPaidNotOpen');
      expect(await said1(desk.system, { ...UNPAID, ticket: 'T-1' })).toBe('notPaid');
      const wordless = followed(UNNAMED, UNCLEAR);
      wordless.says.now = () => says;
      expect(await said1(wordless.system, PAID)).toContain(`${code}: `);
      expect(await said1(wordless.system, PAID)).toBe(`wantsTicket: ${received} Nothing was decided.`);
    },
  );

  it('is not decided by a few successes that could not be confirmed, after days without a useful answer', async () => {
    const desk = followed(LOST, UNCLEAR);
    desk.says.now = () => CONTRADICTION;
    for (let asked = 0; asked < 3; asked += 1) {
      desk.clock.nowMs += HOUR_MS;
      expect(await said1(desk.system, { ...UNPAID, ticket: 'T-1' })).toContain('gatewayKnows: ');
    }
  });

  it('asks by its own id first, and not by its reference alone where the two contradict each other', async () => {
    const desk = followed({ ...ACCEPTED, ids: { ...NO_IDS, transactionId: 'TX-1' } }, UNCLEAR, []);
    const store = desk.writer('live');
    const key = {
      by: 'transactionId',
      transactionId: 'TX-1',
      reference: store.retries.payouts(1)[0]?.reference,
    } as never;
    for (const hour of DAILY) {
      const atMs = NOW_MS + hour * HOUR_MS;
      const evidence = { httpStatus: 200, text: '{}' };
      const finding = { ...UNCLEAR, word: 'failed' };
      const news = { kind: 'lookup', payoutId: 1 as PayoutId, key, utr: null, message: null, evidence, atMs } as const;
      turn(store, 1, { news: [{ ...news, finding: UNCLEAR, word: finding.word }], nowMs: atMs });
    }
    store.close();
    expect(stateOf(desk)).toBe('unknown');
    desk.says.now = ({ by }) =>
      by === 'reference' ? looked(said('processing', 'pending')) : looked(UNCLEAR, 'failed');
    expect(await said1(desk.system, { ...UNPAID, ticket: 'T-1' })).toBe('notPaid');
  });

  it('is never decided where the gateway says success, though "not known" cannot be told for days', async () => {
    for (const word of ['success', 'failed']) {
      const desk = followed(LOST, UNCLEAR, []);
      desk.says.now = () => looked(UNCLEAR, word);
      const system = withoutPreflight(desk);
      const store = desk.writer('live');
      for (const hour of DAILY) {
        const { payoutId, reference } = store.retries.payouts(1)[0] ?? { payoutId: 1, reference: '' };
        const news = { payoutId, order: { reference } } as never;
        turn(store, 1, { news: [{ ...lookUp(news, UNCLEAR, NOW_MS + hour * HOUR_MS), word } as never] });
      }
      store.close();
      const answer = await said1(system, { ...UNPAID, ticket: 'T-1' });
      if (word === 'success') expect(answer).toMatch(/^gatewayKnows: .*"success"/);
      else expect(answer).toBe('notPaid');
    }
  });

  it('is decided with a ticket where the gateway says failed and rejected in turn', async () => {
    const desk = followed(LOST, UNCLEAR, [1]);
    for (const word of ['failed', 'rejected'] as const) {
      desk.says.now = () => looked(said(word), word);
      const answer = await said1(desk.system, { ...UNPAID, ticket: 'T-1' });
      if (word === 'failed') expect(answer).toContain('gatewayKnows: ');
      else expect(answer).toBe('notPaid');
    }
  });

  it('is decided with a ticket where there has been no token for days, as where the merchant is gone', async () => {
    const desk = followed(LOST, UNCLEAR, []);
    const tokens = { ...desk.system.tokens, read: () => Promise.resolve({ kind: 'none' } as const) };
    const system = { ...desk.system, tokens };
    for (const hour of DAILY) {
      desk.clock.nowMs = NOW_MS + (30 * 24 + hour) * HOUR_MS;
      expect(await said1(system, { ...UNPAID, ticket: 'T-1' })).toContain('noToken: ');
    }
    expect(await said1(system, UNPAID)).toContain('notPaidNotOpen');
    expect(await said1(system, { ...UNPAID, ticket: 'T-1' })).toBe('notPaid');
  });

  it.each(['success', 'failed', 'pending'] as const)(
    'is decided with a ticket where the gateway says %s by an id of another payout',
    async (word) => {
      const desk = doubtfulDesk(NOW_MS);
      const store = desk.writer('live');
      const batch = confirm(store, confirmation({ store, merchantId: store.merchants.ensure(MERCHANT) }, payments(3)));
      const ids = { ...NO_IDS, transactionId: 'TX-1' };
      turn(store, batch, { news: [answer(claimOne(store, batch), LOST)] });
      for (let sent = 0; sent < 2; sent += 1) {
        turn(store, batch, { news: [answer(claimOne(store, batch), { ...ACCEPTED, ids })] });
      }
      store.close();
      const state = word === 'pending' ? 'processing' : word;
      desk.says.now = () => ({ ...looked(said(state, word)), echoedId: 'TX-1' });
      const decided: string[] = [];
      for (const hour of word === 'failed' ? [0, 1] : [0, ...DAILY, 193]) {
        desk.clock.nowMs = NOW_MS + hour * HOUR_MS;
        decided.push(await said1(desk.system, { ...UNPAID, ticket: 'T-1' }));
        if (decided.length === 1) expect(await said1(desk.system, UNPAID)).toContain('notPaidNotOpen');
      }
      // A refusal counts once it has lasted; with any other word, only a week of it allows "not paid".
      expect(decided.at(-1)).toBe('notPaid');
      expect(decided.slice(0, -1).every((answer) => answer.includes('gatewayKnows'))).toBe(true);
    },
  );

  it('is decided with a ticket once its look-ups have got no useful answer for days, and with none before', async () => {
    const desk = followed(LOST, UNCLEAR);
    desk.says.now = () => looked(UNCLEAR);
    expect(await said1(desk.system, { ...UNPAID, ticket: 'T-1' })).toBe('notPaid');
    const early = followed(LOST, UNCLEAR, [1, 25, 49]);
    early.says.now = () => looked(UNCLEAR);
    expect(await said1(early.system, { ...UNPAID, ticket: 'T-1' })).toMatch(/^notLookedUpNow/);
    const view = readUnknown(early.system, null);
    expect(view.kind === 'done' ? formatUnknown(view.value, 400) : '').toContain(
      'a ticket decides once the gateway answers',
    );
  });
});
