// Money that others must approve leaves only with their signatures over exactly it. The desk is the composed program, and the
// gateway a server written from the specification alone.

import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, type TestContext } from 'vitest';
import { decideOne } from '../../electron/main/desk/approval/carried-requests.ts';
import {
  addPerson,
  changeProfileAs,
  exportRequest,
  importSignature,
  listRequests,
  makePersonFile,
  type RequestView,
  readRequest,
  readRequestFile,
  readTeam,
  requestResume,
  requestStart,
  requestToken,
  setTier,
  signRequestFile,
} from '../../electron/main/desk/approval/requests.ts';
import { readFileRows } from '../../electron/main/desk/batches/confirmation.ts';
import { resumeBatch } from '../../electron/main/desk/batches/resume-batch.ts';
import { prepareStart } from '../../electron/main/desk/batches/start-batch.ts';
import { setProfile, setToken } from '../../electron/main/desk/profiles/manage-profiles.ts';
import { backUpDesk, restoreDesk } from '../../electron/main/desk/recovery/desk-data.ts';
import type { ChangeAsked, RequestContent } from '../../electron/main/domain/approval.ts';
import { createSessionVault } from '../../electron/main/platform/keychain/vault.ts';
import { keyAccount } from '../../electron/main/platform/signing-keys.ts';
import type { System } from '../../electron/main/session/system.ts';
import { paymentNow, type StoredRequest } from '../../electron/main/store/approvals.ts';
import type { HeadedWriter } from '../../electron/main/store/store.ts';
import type { Answer } from '../../shared/api/contract.ts';
import type { BatchId, Mid } from '../../shared/ids.ts';
import { asPaise } from '../../shared/money.ts';
import { makeRows, type PayoutRow, writeCsv } from '../cli/payout-files.ts';
import { type SpecGateway, type SpecGatewayOptions, startSpecGateway } from '../cli/spec-gateway.ts';
import { agree, found, type Member, member, PASSPHRASE, signDecision } from '../store/team.ts';
import { type Computer, computer, endingOf, stoppedOnceStored } from './computers.ts';
import { REJECTED } from './live-scene.ts';

interface TeamDesk extends Computer {
  readonly gateway: SpecGateway;
  readonly asha: Member;
  readonly bala: Member;
  readonly chitra: Member;
}

const by = ({ person: { name } }: Member) => ({ name, passphrase: PASSPHRASE });

/** Writes in the desk's database. */
function inDesk<Result>(system: System, act: (store: HeadedWriter) => Result): Result {
  const opening = system.openWriter('live');
  if (opening.kind !== 'open') throw new Error(`the desk is ${opening.kind}`);
  try {
    return act(opening.store);
  } finally {
    opening.store.close();
  }
}

/** A desk of three persons, each of whom may ask and approve, where a batch from ₹1 on needs one approval. */
async function teamDesk(test: TestContext, options: SpecGatewayOptions = {}): Promise<TeamDesk> {
  const gateway = await startSpecGateway(test, options);
  const plain = await computer(test, gateway);
  const system: System = { ...plain.system, signingKeys: createSessionVault() };
  const team = await Promise.all([member('Asha'), member('Bala'), member('Chitra')]);
  for (const { person, sealed } of team) await system.signingKeys.write(keyAccount(person.publicKey), sealed);
  const [asha, bala, chitra] = team;
  inDesk(system, (store) => {
    const nowMs = system.clock.nowMs();
    found(store, [asha, bala], nowMs);
    agree(store, [asha, bala], { kind: 'enrol', person: chitra.person }, nowMs);
    store.approvals.setTier({ profile: 'acme', scope: 'batch', fromPaise: 100, approvals: 1 }, nowMs);
  });
  const payer = asha.person;
  return {
    ...plain,
    run: (rows, how) => plain.run(rows, { payer, ...how }),
    retry: (batch, how) => plain.retry(batch, { payer, ...how }),
    resume: (batch, how) => plain.resume(batch, { payer, ...how }),
    system,
    gateway,
    asha,
    bala,
    chitra,
  };
}

const FOLLOWER = { onProgress: () => undefined, signal: new AbortController().signal };

async function prepared({ system, folder }: Computer, rows: readonly PayoutRow[]) {
  const file = {
    path: writeCsv(folder, { name: 'pay.csv', rows }),
    sheet: null,
    columns: [],
    encoding: null,
    fillRemark: null,
  };
  const how = { file, profile: 'acme', onlyPayable: false, acceptRepeats: [], includeHidden: false, calledAs: null };
  const read = await readFileRows(system, how);
  if (read.kind !== 'done') throw new Error('the file is not read');
  const asking = { source: read.value, acceptWarnings: true, follower: FOLLOWER, forMs: null, ticks: null };
  const { answer } = await prepareStart(system, asking);
  if (answer.kind !== 'done') throw new Error(JSON.stringify(answer));
  return answer.value;
}

function done<Value>(answer: Answer<Value>): Value {
  if (answer.kind !== 'done') throw new Error(JSON.stringify(answer));
  return answer.value;
}

/** The code of a refusal; the answer's kind when it is none. */
const codeOf = (answer: Answer<unknown>): string => ('refusal' in answer ? answer.refusal.code : answer.kind);

const request = async (desk: TeamDesk, rows: readonly PayoutRow[]): Promise<RequestView> =>
  done(await requestStart(desk.system, await prepared(desk, rows), by(desk.asha)));

const decideAs = (desk: TeamDesk, who: Member, number: number, decision: 'approve' | 'reject' = 'approve') =>
  decideOne(desk.system, done(readRequest(desk.system, number)), { ...by(who), decision, reason: 'seen' });

const sent = ({ gateway }: TeamDesk): number => gateway.payoutPosts().length;

describe.concurrent('a payment that another person must approve', () => {
  it('is refused without a request, waits for the signature, and then leaves exactly once', async (test) => {
    const desk = await teamDesk(test);
    const rows = makeRows(3);
    expect(endingOf(await desk.run(rows))).toBe('needsApproval');
    const asked = await request(desk, rows);
    expect(asked).toMatchObject({ state: 'waiting', maker: 'Asha', needed: 1 });
    expect(endingOf(await desk.run(rows))).toBe('needsApproval');
    expect(done(await decideAs(desk, desk.bala, asked.request))).toMatchObject({
      state: 'approved',
      approvedBy: ['Bala'],
    });
    expect(sent(desk)).toBe(0);
    expect(endingOf(await desk.run(rows))).toEqual({ success: 3 });
    expect(done(listRequests(desk.system)).requests[0]).toMatchObject({ state: 'used', batch: 'B0001' });
    expect(sent(desk)).toBe(3);
    const again = await desk.run(rows, { acceptRepeats: ['B0001' as BatchId], onlyPayable: true });
    expect(endingOf(again)).not.toEqual({ success: 3 });
    expect(sent(desk)).toBe(3);
  });

  it('is not approved by its maker, with a wrong passphrase, or after a rejection', async (test) => {
    const desk = await teamDesk(test);
    const rows = makeRows(2);
    const { request: number } = await request(desk, rows);
    expect(codeOf(await decideAs(desk, desk.asha, number))).toBe('notApproved');
    const wrong = { name: 'Bala', passphrase: 'other words', decision: 'approve', reason: '' } as const;
    expect(codeOf(await decideOne(desk.system, done(readRequest(desk.system, number)), wrong))).toBe('wrongPassphrase');
    done(await decideAs(desk, desk.chitra, number, 'reject'));
    expect(codeOf(await decideAs(desk, desk.bala, number))).toBe('notApproved');
    expect(endingOf(await desk.run(rows))).toBe('needsApproval');
    expect(sent(desk)).toBe(0);
  });

  it('is void once a row, the address, a limit, a tier or the token changed, and after three days', async (test) => {
    const desk = await teamDesk(test);
    const { system, asha, bala, gateway } = desk;
    const rows = makeRows(2);
    const approved = async (): Promise<void> => {
      const { request: number } = await request(desk, rows);
      done(await decideAs(desk, bala, number));
    };
    const change = (asked: ChangeAsked) =>
      inDesk(system, (store) => agree(store, [asha, bala], asked, system.clock.nowMs()));
    const profile = () => inDesk(system, ({ profiles }) => profiles.find('acme'));
    const account = { profile: 'acme', baseUrl: gateway.url, mid: gateway.mid as Mid, environment: 'LIVE' } as const;

    await approved();
    const others = rows.map((row, at) => (at === 0 ? { ...row, amount: '7.77' } : row));
    expect(endingOf(await desk.run(others))).toBe('needsApproval');
    const now = profile();
    if (now === null) throw new Error('the account is gone');
    change({ kind: 'profile', profile: { ...now, maxPayoutPaise: asPaise(99_999_900) } });
    expect(endingOf(await desk.run(rows))).toBe('needsApproval');

    await approved();
    inDesk(system, (store) =>
      store.approvals.setTier(
        { profile: 'acme', scope: 'payment', fromPaise: 900_000, approvals: 1 },
        system.clock.nowMs(),
      ),
    );
    expect(endingOf(await desk.run(rows))).toBe('needsApproval');

    await approved();
    change({ kind: 'token', account });
    expect(done(await setToken(system, { profile: 'acme', token: 'another-token' }))).toBe('session');
    expect(endingOf(await desk.run(rows))).toBe('needsApproval');

    await approved();
    desk.setDaysLater(3);
    expect(endingOf(await desk.run(rows))).toBe('needsApproval');
    desk.setDaysLater(0);
    expect(sent(desk)).toBe(0);
  });

  it('loses an approval whose person was removed, and a request whose maker was', async (test) => {
    const desk = await teamDesk(test);
    const { system, asha, bala, chitra } = desk;
    const rows = makeRows(2);
    const { request: number } = await request(desk, rows);
    done(await decideAs(desk, bala, number));
    const remove = ({ person }: Member) =>
      inDesk(system, (store) => agree(store, [asha, chitra], { kind: 'remove', person }, system.clock.nowMs()));
    remove(bala);
    expect(endingOf(await desk.run(rows))).toBe('needsApproval');
    expect(codeOf(await decideAs(desk, bala, number))).toBe('notEnrolled');
    expect(sent(desk)).toBe(0);
  });

  it('takes no signature of another request, of another day or of another desk', async (test) => {
    const desk = await teamDesk(test);
    const other = await teamDesk(test);
    const { system, bala, asha } = desk;
    const first = await request(desk, makeRows(2));
    const second = await request(desk, makeRows(3));
    const nowMs = system.clock.nowMs();
    inDesk(system, (store) => {
      const ofFirst = signDecision(store, bala, first.request, { nowMs });
      const replayed = { ...ofFirst, digest: store.approvals.find(second.request)?.digest ?? ofFirst.digest };
      for (const decision of [ofFirst, replayed, { ...ofFirst, person: asha.person }, { ...ofFirst, signature: '' }]) {
        expect(store.approvals.decide(second.request, decision, nowMs)).toMatchObject({ code: 'notApproved' });
      }
    });
    // The same text and signature, brought to another desk.
    const taken = inDesk(system, ({ approvals }) => approvals.find(first.request)) as StoredRequest;
    const { text, signature } = taken;
    inDesk(other.system, (store) =>
      expect(store.approvals.request({ text, signature }, '', nowMs)).toMatchObject({ code: 'notApproved' }),
    );
    expect(sent(desk)).toBe(0);
  });

  it('is as strict for a second account of the same merchant', async (test) => {
    const desk = await teamDesk(test);
    const { gateway, system, asha, bala } = desk;
    const name = 'other';
    const profile = inDesk(system, ({ profiles }) => profiles.find('acme'));
    if (profile === null) throw new Error('the account is gone');
    inDesk(system, (store) =>
      agree(store, [asha, bala], { kind: 'profile', profile: { ...profile, name } }, system.clock.nowMs()),
    );
    expect(endingOf(await desk.run(makeRows(2), { profile: name }))).toBe('needsApproval');
    expect(gateway.payoutPosts()).toEqual([]);
  });

  it('is asked for and judged by exactly what the seal is over', async (test) => {
    const desk = await teamDesk(test);
    const { system, asha, bala } = desk;
    const rows = makeRows(2);
    const { confirmation, seal } = await prepared(desk, rows);
    const { asked, rows: shown } = paymentNow({ ...confirmation, seal });
    const changes: readonly Partial<Extract<RequestContent['asked'], { seal: unknown }>>[] = [
      { count: 1 },
      { totalPaise: 1 },
      { largestPaise: 1 },
      { kind: 'resume' },
      { account: { ...asked.account, baseUrl: 'https://elsewhere.example' } },
      { account: { ...asked.account, profile: 'other' } },
      { account: { ...asked.account, mid: (asked.account.mid + 1) as Mid } },
    ];
    for (const change of changes) {
      const other = { asked: { ...asked, ...change }, rows: shown };
      inDesk(system, (store) => agree(store, [asha, bala], other, system.clock.nowMs()));
      expect([change, endingOf(await desk.run(rows))]).toEqual([change, 'needsApproval']);
    }
    expect(sent(desk)).toBe(0);
  });
});

/** Asks for it as the command line does, has it approved, and pays it. */
async function paid(desk: TeamDesk, rows: readonly PayoutRow[]): Promise<void> {
  done(await decideAs(desk, desk.bala, (await request(desk, rows)).request));
  expect(endingOf(await desk.run(rows))).toEqual({ success: rows.length });
}

describe.concurrent('a way around the first approval', () => {
  it('is no retry: it pays again only with an approval of its own', async (test) => {
    const desk = await teamDesk(test, { conduct: () => REJECTED });
    const rows = makeRows(2);
    done(await decideAs(desk, desk.bala, (await request(desk, rows)).request));
    expect(endingOf(await desk.run(rows))).toEqual({ rejected: 2 });
    expect(endingOf(await desk.retry('B0001'))).toBe('needsApproval');
    expect(sent(desk)).toBe(2);
  });

  it('is no paying again by name, nor a file that repeats', async (test) => {
    const desk = await teamDesk(test);
    const rows = makeRows(2);
    await paid(desk, rows);
    const named = { payouts: ['B0001/2', 'B0001/3'], differences: [], rows: [], notOnHold: [], batches: [] };
    const again = { named, acceptRepeats: ['B0001' as BatchId], onlyPayable: true };
    expect(endingOf(await desk.run(rows, again))).toBe('needsApproval');
    expect(sent(desk)).toBe(2);
  });

  it('is no clock that was set back, for a request or for a batch that stopped', async (test) => {
    const desk = await teamDesk(test);
    const { bala } = desk;
    const rows = makeRows(2);
    const other = makeRows(5).slice(2);
    done(await decideAs(desk, bala, (await request(desk, rows)).request));
    desk.setDaysLater(4);
    await paid(desk, other);
    // Whatever was written about a batch says how late it is.
    desk.setDaysLater(0);
    expect(endingOf(await desk.run(rows))).toBe('needsApproval');
    // Once a batch has a record of the earlier time, an old request is no younger for it.
    inDesk(desk.system, ({ notes }) => notes.pause(1, null, desk.system.clock.nowMs()));
    expect(endingOf(await desk.run(rows))).toBe('needsApproval');
    expect(sent(desk)).toBe(3);
  });

  it('is no batch that goes on under a stricter tier than the one it was approved for', async (test) => {
    const desk = await teamDesk(test);
    const { system, bala } = desk;
    const rows = makeRows(2);
    done(await decideAs(desk, bala, (await request(desk, rows)).request));
    expect(endingOf(await desk.run(rows, stoppedOnceStored()))).toEqual({ queued: 2 });
    done(await setTier(system, { profile: 'acme', scope: 'batch', fromPaise: 100, approvals: 2 }, null));
    expect(endingOf(await desk.resume('B0001'))).toBe('needsApproval');
    expect(sent(desk)).toBe(0);
  });

  it('is no backup of before: persons, tiers and limits of now stay', async (test) => {
    const desk = await teamDesk(test);
    const { system, folder } = desk;
    const early = path.join(folder, 'early.db');
    done(await backUpDesk(system, { book: 'live', file: early, withArchives: false }));
    done(await setTier(system, { profile: 'acme', scope: 'payment', fromPaise: 0, approvals: 1 }, null));
    expect(codeOf(await restoreDesk(system, { book: 'live', file: early }))).toBe('otherRules');
    const late = path.join(folder, 'late.db');
    done(await backUpDesk(system, { book: 'live', file: late, withArchives: false }));
    expect((await restoreDesk(system, { book: 'live', file: late })).kind).toBe('done');
    expect(done(readTeam(system)).tiers).toHaveLength(2);
  });
});

describe.concurrent('a batch that stopped', () => {
  it('goes on within twelve hours, and later only when approved anew, once', async (test) => {
    const desk = await teamDesk(test);
    const { system, bala, asha } = desk;
    const rows = makeRows(4);
    const { request: number } = await request(desk, rows);
    done(await decideAs(desk, bala, number));
    expect(endingOf(await desk.run(rows, stoppedOnceStored()))).toEqual({ queued: 4 });
    desk.setDaysLater(0.6);
    expect(endingOf(await desk.resume('B0001'))).toBe('needsApproval');
    expect(sent(desk)).toBe(0);
    const asked = done(await requestResume(system, { batch: 'B0001' as BatchId }, by(asha)));
    expect(endingOf(await desk.resume('B0001'))).toBe('needsApproval');
    done(await decideAs(desk, bala, asked.request));
    expect(endingOf(await desk.resume('B0001'))).toEqual({ success: 4 });
    expect(
      done(listRequests(system))
        .requests.map(({ state }) => state)
        .slice(0, 2),
    ).toEqual(['used', 'used']);
    expect(sent(desk)).toBe(4);
  });

  it('is asked about once more in the transaction that goes on: twelve hours may end while the gateway is asked', async (test) => {
    const desk = await teamDesk(test);
    const { system } = desk;
    const rows = makeRows(2);
    done(await decideAs(desk, desk.bala, (await request(desk, rows)).request));
    expect(endingOf(await desk.run(rows, stoppedOnceStored()))).toEqual({ queued: 2 });
    const slow: System['engine']['preflight'] = (...asked) => {
      desk.setDaysLater(0.6);
      return system.engine.preflight(...asked);
    };
    const resumed = await resumeBatch(
      { ...system, engine: { ...system.engine, preflight: slow } },
      {
        batch: 'B0001' as BatchId,
        count: 'any',
        payer: desk.asha.person,
        acceptWarnings: true,
        until: 'settled',
        forMs: null,
        follower: FOLLOWER,
      },
    );
    expect(endingOf(resumed)).toBe('needsApproval');
    expect(desk.payouts('B0001').map(({ state }) => state)).toEqual(['queued', 'queued']);
    expect(sent(desk)).toBe(0);
  });

  it('goes on at once while that is the same run', async (test) => {
    const desk = await teamDesk(test);
    const rows = makeRows(2);
    done(await decideAs(desk, desk.bala, (await request(desk, rows)).request));
    expect(endingOf(await desk.run(rows, stoppedOnceStored()))).toEqual({ queued: 2 });
    expect(endingOf(await desk.resume('B0001'))).toEqual({ success: 2 });
  });

  it('that was confirmed before there were tiers needs approval to go on', async (test) => {
    const gateway = await startSpecGateway(test);
    const desk = await computer(test, gateway);
    expect(endingOf(await desk.run(makeRows(2), stoppedOnceStored()))).toEqual({ queued: 2 });
    const [asha, bala] = await Promise.all([member('Asha'), member('Bala')]);
    inDesk(desk.system, (store) => {
      found(store, [asha, bala], desk.system.clock.nowMs());
      store.approvals.setTier(
        { profile: 'acme', scope: 'batch', fromPaise: 0, approvals: 1 },
        desk.system.clock.nowMs(),
      );
    });
    expect(endingOf(await desk.resume('B0001', { payer: asha.person }))).toBe('needsApproval');
    expect(gateway.payoutPosts()).toEqual([]);
  });
});

describe.concurrent('a change that lets more through', () => {
  it('of an account, a token or a tier is refused until another person approves it', async (test) => {
    const desk = await teamDesk(test);
    const { system, asha, bala, gateway } = desk;
    const raised = {
      name: 'acme',
      baseUrl: gateway.url,
      mid: gateway.mid as Mid,
      maxPayoutPaise: null,
      walletUnit: 'rupees',
    } as const;
    expect(codeOf(await setProfile(system, raised))).toBe('needsApproval');
    expect(codeOf(await setProfile(system, { ...raised, name: 'fresh', walletUnit: null }))).toBe('needsApproval');
    expect(codeOf(await setToken(system, { profile: 'acme', token: 'other' }))).toBe('needsApproval');
    const tier = { profile: 'acme', scope: 'batch', fromPaise: 100, approvals: 0 } as const;
    expect(codeOf(await setTier(system, tier, null))).toBe('needsApproval');

    const asked = done(
      await changeProfileAs(system, by(asha), (onLooser) => setProfile(system, { ...raised, onLooser })),
    );
    if (!('request' in asked)) throw new Error('it was not asked for');
    expect(inDesk(system, ({ profiles }) => profiles.find('acme')?.walletUnit)).toBeNull();
    expect(done(await decideAs(desk, bala, asked.request))).toMatchObject({ state: 'used' });
    expect(inDesk(system, ({ profiles }) => profiles.find('acme')?.walletUnit)).toBe('rupees');

    const off = done(await setTier(system, tier, by(asha)));
    if (!('request' in off)) throw new Error('it was not asked for');
    expect(codeOf(await decideAs(desk, asha, off.request))).toBe('notApproved');
    done(await decideAs(desk, bala, off.request));
    expect(done(readTeam(system)).tiers).toEqual([]);
    expect(endingOf(await desk.run(makeRows(2)))).toEqual({ success: 2 });

    const token = done(await requestToken(system, 'acme', by(asha)));
    done(await decideAs(desk, bala, token.request));
    expect(done(await setToken(system, { profile: 'acme', token: 'other' }))).toBe('session');
    expect(codeOf(await setToken(system, { profile: 'acme', token: 'third' }))).toBe('needsApproval');
  });
});

describe.concurrent('between two computers', () => {
  it('a person is enrolled and a payment approved by files, and an altered file is refused', async (test) => {
    const gateway = await startSpecGateway(test);
    const plain = await computer(test, gateway);
    const [here, there] = [createSessionVault(), createSessionVault()];
    const system: System = { ...plain.system, signingKeys: here };
    const elsewhere: System = { ...plain.system, signingKeys: there };
    const file = (name: string): string => path.join(plain.folder, name);
    const bala = { name: 'Bala', passphrase: 'four other words' };

    done(await makePersonFile(elsewhere, { ...bala, role: 'approver', out: file('bala.json') }));
    const own = done(await addPerson(system, { name: 'Asha', role: 'maker', passphrase: PASSPHRASE }, null));
    const asha = { name: 'Asha', passphrase: PASSPHRASE };
    done(await addPerson(system, { file: file('bala.json') }, asha));
    expect(done(readTeam(system)).persons).toEqual([]);
    done(await exportRequest(system, { request: own.request, out: file('own.json') }));
    const founding = done(await readRequestFile(elsewhere, file('own.json')));
    const approves = { ...bala, decision: 'approve', reason: '' } as const;
    done(await signRequestFile(elsewhere, founding, { ...approves, out: file('own-signed.json') }));
    done(await importSignature(system, file('own-signed.json')));
    expect(done(readTeam(system))).toMatchObject({ persons: [{ name: 'Asha' }, { name: 'Bala' }], isFragile: true });

    done(await setTier(system, { profile: 'acme', scope: 'batch', fromPaise: 0, approvals: 1 }, null));
    const rows = makeRows(2);
    const asked = done(await requestStart(system, await prepared({ ...plain, system }, rows), asha));
    done(await exportRequest(system, { request: asked.request, out: file('pay.json') }));
    const text = readFileSync(file('pay.json'), 'utf8');
    for (const [from, to] of [
      ['payTo', 'payTO'],
      ['\\"count\\":2', '\\"count\\":3'],
      [/(\\"paise\\":)\d+/, '$11'],
    ] as const) {
      writeFileSync(file('altered.json'), text.replace(from, to));
      expect(readFileSync(file('altered.json'), 'utf8')).not.toBe(text);
      expect((await readRequestFile(elsewhere, file('altered.json'))).kind).toBe('refused');
    }
    const seen = done(await readRequestFile(elsewhere, file('pay.json')));
    expect(seen.shown?.rows).toHaveLength(2);
    done(await signRequestFile(elsewhere, seen, { ...approves, out: file('signed.json') }));
    const signed = readFileSync(file('signed.json'), 'utf8');
    writeFileSync(file('forged.json'), signed.replace('"reason":""', '"reason":"x"'));
    expect(codeOf(await importSignature(system, file('forged.json')))).toBe('notOurFile');
    expect(done(await importSignature(system, file('signed.json')))).toMatchObject({ state: 'approved' });
    const [payer = null] = done(readTeam(system)).persons;
    expect(endingOf(await plain.run(rows, { payer }))).toEqual({ success: 2 });
    expect(gateway.payoutPosts()).toHaveLength(2);
  });
});
