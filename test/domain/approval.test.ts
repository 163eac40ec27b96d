// The rules of approval, with real signatures.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ApprovalWorld,
  approvalsNeeded,
  canBeMet,
  decisionSigned,
  foundersOf,
  judgeRequest,
  loosensProfile,
  loosensTiers,
  type Person,
  REQUEST_VALID_MS,
  type RequestContent,
  requestSigned,
  type SignedDecision,
  type SignedRequest,
  type Tier,
  withTier,
} from '../../electron/main/domain/approval.ts';
import { isSigned, makeKey, sha256 } from '../../electron/main/platform/signing-keys.ts';
import type { Mid } from '../../shared/ids.ts';
import { asPaise } from '../../shared/money.ts';
import type { Profile } from '../../shared/profiles.ts';
import type { PersonRole } from '../../shared/requests.ts';

interface Keyed {
  readonly person: Person;
  readonly sign: (text: string) => string;
}

async function keyed(name: string, role: PersonRole): Promise<Keyed> {
  const { publicKey, sign } = await makeKey('a passphrase', 2 ** 4);
  return { person: { name, role, publicKey }, sign };
}

const [asha, bala, chitra, dev] = await Promise.all([
  keyed('Asha', 'both'),
  keyed('Bala', 'approver'),
  keyed('Chitra', 'both'),
  keyed('Dev', 'viewer'),
]);
const NOW = 1_800_000_000_000;
const RULES = sha256('rules');
const PAYMENT: RequestContent['asked'] = {
  kind: 'start',
  account: { profile: 'acme', baseUrl: 'https://gateway.example', mid: 1234 as Mid, environment: 'LIVE' },
  batch: null,
  seal: sha256('seal'),
  count: 2,
  totalPaise: 300,
  largestPaise: 200,
  file: 'pay.csv',
};
const WORLD: ApprovalWorld = {
  databaseId: 'd1',
  epoch: 0,
  setBacks: 0,
  rules: RULES,
  persons: [asha, bala, chitra, dev].map(({ person }) => person),
  nowMs: NOW + 1,
  isSigned,
};

function request(maker: Keyed, change: Partial<RequestContent> = {}): SignedRequest {
  const content: RequestContent = {
    databaseId: 'd1',
    epoch: 0,
    setBacks: 0,
    asked: PAYMENT,
    rules: RULES,
    shown: sha256('shown'),
    maker: maker.person,
    madeAtMs: NOW,
    expiresAtMs: NOW + REQUEST_VALID_MS,
    ...change,
  };
  const text = JSON.stringify(content);
  return { text, content, digest: sha256(text), signature: maker.sign(requestSigned(text)) };
}

function decision(
  { digest }: Pick<SignedRequest, 'digest'>,
  { person, sign }: Keyed,
  change: Partial<SignedDecision> = {},
): SignedDecision {
  const facts = { digest, decision: 'approve' as const, reason: '', person, signedAtMs: NOW, ...change };
  return { signature: sign(decisionSigned(facts)), ...facts };
}

const judge = (
  asked: SignedRequest,
  decisions: readonly SignedDecision[],
  { needed = 1, ...world }: Partial<ApprovalWorld> & { readonly needed?: number } = {},
) => judgeRequest(asked, { decisions, needed, world: { ...WORLD, ...world } });

describe('a request', () => {
  const own = request(asha);

  it('is approved by as many others as are needed, each counted once', () => {
    const [byBala, byChitra] = [decision(own, bala), decision(own, chitra)];
    expect(judge(own, [byBala])).toEqual({ kind: 'approved', by: ['Bala'] });
    expect(judge(own, [byBala, byBala], { needed: 2 })).toEqual({ kind: 'waiting', by: ['Bala'], needed: 2 });
    expect(judge(own, [byBala, byChitra], { needed: 2 })).toEqual({ kind: 'approved', by: ['Bala', 'Chitra'] });
    expect(judge(own, [])).toEqual({ kind: 'waiting', by: [], needed: 1 });
  });

  it('is never approved by its maker, by a viewer, by a stranger or by whom it is about', async () => {
    const stranger = await keyed('Eve', 'both');
    const sameName = await keyed('Asha', 'both');
    for (const by of [asha, dev, stranger, sameName]) {
      expect(judge(own, [decision(own, by)])).toEqual({ kind: 'waiting', by: [], needed: 1 });
    }
    const removal = request(asha, { asked: { kind: 'remove', person: bala.person } });
    expect(judge(removal, [decision(removal, bala)])).toMatchObject({ kind: 'waiting' });
    expect(judge(removal, [decision(removal, chitra)])).toMatchObject({ kind: 'approved' });
  });

  it('is rejected by one approver, whatever others say', () => {
    const against = decision(own, chitra, { decision: 'reject', reason: 'twice' });
    expect(judge(own, [decision(own, bala), against])).toEqual({ kind: 'rejected', by: 'Chitra', reason: 'twice' });
  });

  it('takes no signature of another request, and none that was altered or forged', () => {
    const other = request(asha, { asked: { ...PAYMENT, seal: sha256('another seal') } });
    const ofOther = decision(other, bala);
    const altered: readonly SignedDecision[] = [
      ofOther,
      { ...ofOther, digest: own.digest },
      { ...decision(own, bala, { decision: 'reject' }), decision: 'approve' },
      { ...decision(own, bala), reason: 'said later' },
      { ...decision(own, bala), signedAtMs: NOW + 5 },
      { ...decision(own, bala), person: chitra.person },
      { ...decision(own, bala), person: { ...bala.person, role: 'both' } },
      { ...decision(own, bala), signature: asha.sign(decisionSigned(decision(own, bala))) },
    ];
    for (const one of altered) expect(judge(own, [one])).toEqual({ kind: 'waiting', by: [], needed: 1 });
  });

  it('is void in another database, after a restore, after its time, under other rules, and without its maker', () => {
    const signed = [decision(own, bala)];
    const changes: readonly Partial<ApprovalWorld>[] = [
      { databaseId: 'd2' },
      { epoch: 1 },
      { setBacks: 1 },
      { nowMs: NOW + REQUEST_VALID_MS },
      { rules: sha256('another tier') },
      { persons: [bala.person, chitra.person] },
      { persons: [{ ...asha.person, role: 'viewer' }, bala.person] },
    ];
    for (const change of changes) expect(judge(own, signed, change)).toMatchObject({ kind: 'void' });
    const long = request(asha, { expiresAtMs: NOW + REQUEST_VALID_MS + 1 });
    expect(judge(long, [decision(long, bala)])).toMatchObject({ kind: 'void' });
  });

  it('loses the approval of a person who was removed or got another key', async () => {
    const anew = await keyed('Bala', 'approver');
    const signed = [decision(own, bala)];
    expect(judge(own, signed, { persons: [asha.person] })).toMatchObject({ kind: 'waiting', by: [] });
    expect(judge(own, signed, { persons: [asha.person, anew.person] })).toMatchObject({ kind: 'waiting', by: [] });
  });

  it('for money is made by makers only, and one whose text or signature differs is void', () => {
    const byApprover = request(bala);
    expect(judge(byApprover, [decision(byApprover, chitra)])).toMatchObject({ kind: 'void' });
    const text = own.text.replace('"totalPaise":300', '"totalPaise":900');
    const forged = { ...own, text, content: JSON.parse(text) as RequestContent, digest: sha256(text) };
    expect(forged.digest).not.toBe(own.digest);
    expect(judge(forged, [decision(forged, bala)])).toMatchObject({ kind: 'void' });
  });

  it('with any single character changed never stays approved', () => {
    const signed = [decision(own, bala)];
    fc.assert(
      fc.property(fc.nat(own.text.length - 1), fc.constantFrom('0', '1', 'a', 'Z', ' '), (at, as) => {
        const text = own.text.slice(0, at) + as + own.text.slice(at + 1);
        fc.pre(text !== own.text);
        let content: RequestContent;
        try {
          content = JSON.parse(text) as RequestContent;
        } catch {
          return;
        }
        // What has lost its maker or what it asks is refused before it is judged.
        fc.pre(typeof content.maker === 'object' && typeof content.asked === 'object');
        const verdict = judge({ ...own, text, content, digest: sha256(text) }, signed);
        expect(verdict.kind).not.toBe('approved');
      }),
    );
  });
});

describe('the first two persons', () => {
  const empty: ApprovalWorld = { ...WORLD, persons: [] };
  const enrol = (who: Keyed, by: Keyed = who): SignedRequest =>
    request(by, { asked: { kind: 'enrol', person: who.person } });
  const [one, two] = [enrol(asha), enrol(bala)];

  it('enrol each other', () => {
    const open = [
      { request: one, decisions: [decision(one, bala)] },
      { request: two, decisions: [decision(two, asha)] },
    ];
    expect(foundersOf(open, empty)).toEqual(open);
    const asked = enrol(bala, asha);
    const byOne = [open[0], { request: asked, decisions: [] }].filter((each) => each !== undefined);
    expect(foundersOf(byOne, empty)).toEqual(byOne);
  });

  it('are two who can ask and approve, both have signed, and nobody is enrolled yet', () => {
    const both = [
      { request: one, decisions: [decision(one, bala)] },
      { request: two, decisions: [decision(two, asha)] },
    ];
    expect(foundersOf(both, WORLD)).toBeNull();
    expect(foundersOf(both, { ...empty, nowMs: NOW + REQUEST_VALID_MS })).toBeNull();
    expect(foundersOf(both.slice(0, 1), empty)).toBeNull();
    const halves: readonly (readonly SignedDecision[])[] = [[], [decision(two, bala)], [decision(one, asha)]];
    for (const decisions of halves)
      expect(
        foundersOf(
          [
            { request: one, decisions: [decision(one, bala)] },
            { request: two, decisions },
          ],
          empty,
        ),
      ).toBeNull();
    const alone = { request: one, decisions: [decision(one, asha)] };
    expect(foundersOf([alone, alone], empty)).toBeNull();
    const lookers = [
      { request: one, decisions: [decision(one, dev)] },
      { request: enrol(dev), decisions: [decision(enrol(dev), asha)] },
    ];
    expect(foundersOf(lookers, empty)).toBeNull();
  });
});

const TIERS = fc.array(
  fc.record({
    profile: fc.constant('acme'),
    scope: fc.constantFrom<Tier['scope'][]>('payment', 'batch'),
    fromPaise: fc.constantFrom(0, 100, 200, 300),
    approvals: fc.integer({ min: 0, max: 3 }),
  }),
  { maxLength: 5 },
);

describe('tiers', () => {
  it('ask for as many approvals as the strictest that the payment reaches', () => {
    const tiers: readonly Tier[] = [
      { profile: 'acme', scope: 'batch', fromPaise: 1_000, approvals: 1 },
      { profile: 'acme', scope: 'payment', fromPaise: 500, approvals: 2 },
    ];
    expect(approvalsNeeded(tiers, { totalPaise: 999, largestPaise: 499 })).toBe(0);
    expect(approvalsNeeded(tiers, { totalPaise: 1_000, largestPaise: 499 })).toBe(1);
    expect(approvalsNeeded(tiers, { totalPaise: 1_000, largestPaise: 500 })).toBe(2);
    expect(approvalsNeeded([], { totalPaise: 1e15, largestPaise: 1e15 })).toBe(0);
  });

  it('are loosened exactly when some payment needs fewer approvals', () => {
    fc.assert(
      fc.property(TIERS, TIERS, (first, second) => {
        const [before, after] = [first, second].map((all) => all.reduce<readonly Tier[]>(withTier, []));
        const amounts = [0, 99, 100, 199, 200, 299, 300, 301];
        const isLooser = amounts.some((paise) =>
          [
            { totalPaise: paise, largestPaise: -1 },
            { totalPaise: -1, largestPaise: paise },
          ].some((sums) => approvalsNeeded(after ?? [], sums) < approvalsNeeded(before ?? [], sums)),
        );
        expect(loosensTiers(before ?? [], after ?? [])).toBe(isLooser);
      }),
    );
  });

  it('can be met where a maker has that many approvers beside', () => {
    const persons = [asha, bala, chitra, dev].map(({ person }) => person);
    expect([1, 2, 3].map((count) => canBeMet(persons, count))).toEqual([true, true, false]);
    expect(canBeMet([asha.person, dev.person], 1)).toBe(false);
    expect(canBeMet([bala.person], 0)).toBe(false);
  });
});

describe('settings of an account', () => {
  const profile: Profile = {
    name: 'acme',
    baseUrl: 'https://gateway.example',
    mid: 1234 as Mid,
    environment: 'LIVE',
    ratePerSecond: 5,
    inFlightMax: 4,
    pollFirstMs: 1,
    pollMaxMs: 2,
    timeoutMs: 3,
    maxPayoutPaise: asPaise(100),
    maxBatchPaise: null,
    walletUnit: null,
  };

  it('are loosened by all but lower ceilings and how fast the desk asks', () => {
    const stricter: readonly Partial<Profile>[] = [
      {},
      { maxPayoutPaise: asPaise(99) },
      { maxBatchPaise: asPaise(5) },
      { ratePerSecond: 50, inFlightMax: 9, timeoutMs: 9 },
    ];
    for (const change of stricter) expect(loosensProfile(profile, { ...profile, ...change })).toBe(false);
    const looser: readonly Partial<Profile>[] = [
      { baseUrl: 'https://other.example' },
      { mid: 9 as Mid },
      { maxPayoutPaise: asPaise(101) },
      { maxPayoutPaise: null },
      { walletUnit: 'rupees' },
      { decideAfterMs: 0 },
      { severalComputers: true },
    ];
    for (const change of looser) expect(loosensProfile(profile, { ...profile, ...change })).toBe(true);
    expect(loosensProfile(null, profile)).toBe(true);
  });
});
