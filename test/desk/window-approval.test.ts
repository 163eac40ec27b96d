// A window where other persons approve: what is asked on Confirm is what they see, and nothing leaves by any command without their
// signatures over exactly it. What the command line asked for, the window pays, and the other way round.

import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, type TestContext } from 'vitest';
import { decideOne } from '../../electron/main/desk/approval/carried-requests.ts';
import { requestStart } from '../../electron/main/desk/approval/requests.ts';
import { readFileRows } from '../../electron/main/desk/batches/confirmation.ts';
import { prepareStart } from '../../electron/main/desk/batches/start-batch.ts';
import { createSessionVault } from '../../electron/main/platform/keychain/vault.ts';
import { keyAccount } from '../../electron/main/platform/signing-keys.ts';
import type { System } from '../../electron/main/session/system.ts';
import type { Answer, AnswerOf } from '../../shared/api/contract.ts';
import { LANGUAGE_OF } from '../../shared/messages/languages.ts';
import { ENGLISH, speak } from '../../shared/messages/speak.ts';
import { filesHolding } from '../cli/folder-contents.ts';
import type { SpecGateway } from '../cli/spec-gateway.ts';
import { found, member, PASSPHRASE } from '../store/team.ts';
import {
  checked,
  confirmation,
  eventually,
  type LiveScene,
  openFile,
  openScene,
  PROFILE,
  REJECTED,
  settled,
  startFile,
  startParams,
} from './live-scene.ts';
import { deskFor, type TestWindowDesk } from './window-desk.ts';

const FILE = ['name,upi id,amount,remark', 'asha,asha@bank,100,pay', 'ravi,ravi@bank,200,pay'];

function done<Value>(answer: Answer<Value>): Value {
  if (answer.kind !== 'done') throw new Error(JSON.stringify(answer));
  return answer.value;
}

/** Two persons whose keys are in this computer's keychain, and a tier from ₹1 on. */
async function enrolIn(system: System): Promise<void> {
  const [asha, bala] = await Promise.all([member('Asha'), member('Bala')]);
  for (const { person, sealed } of [asha, bala]) await system.signingKeys.write(keyAccount(person.publicKey), sealed);
  const opening = system.openWriter('live');
  if (opening.kind !== 'open') throw new Error(`the desk is ${opening.kind}`);
  const nowMs = system.clock.nowMs();
  found(opening.store, [asha, bala], nowMs);
  opening.store.approvals.setTier({ profile: PROFILE, scope: 'batch', fromPaise: 100, approvals: 1 }, nowMs);
  opening.store.close();
}

/** Asks for the file as the command line does, and approves it. */
async function approvedFile(system: System, file: string): Promise<string> {
  const how = { profile: PROFILE, onlyPayable: false, acceptRepeats: [], includeHidden: false, calledAs: null };
  const read = { path: file, sheet: null, columns: [], encoding: null, fillRemark: null };
  const source = done(await readFileRows(system, { ...how, file: read }));
  const follower = { onProgress: () => undefined, signal: new AbortController().signal };
  const asking = { source, acceptWarnings: true, follower, forMs: null, ticks: null };
  const prepared = done((await prepareStart(system, asking)).answer);
  const asked = done(await requestStart(system, prepared, { name: 'Asha', passphrase: PASSPHRASE }));
  const decision = { name: 'Bala', passphrase: PASSPHRASE, decision: 'approve', reason: '' } as const;
  expect(done(await decideOne(system, asked, decision))).toMatchObject({ state: 'approved' });
  return prepared.seal;
}

interface TeamWindow {
  readonly desk: TestWindowDesk;
  readonly gateway: SpecGateway;
  readonly conducts: LiveScene['conducts'];
  readonly system: System;
  /** Opens the desk again after this was done to it. */
  readonly reopened: (act: (system: System) => unknown) => Promise<TestWindowDesk>;
}

/** A window on a desk with a team, unless it is to have none yet. */
async function openTeam(test: TestContext, { isTeam = true } = {}): Promise<TeamWindow> {
  const signingKeys = createSessionVault();
  const change = (system: System): System => ({ ...system, signingKeys });
  const { desk: first, gateway, conducts } = await openScene(test, {}, { change });
  const system: System = { ...first.system, signingKeys };
  let desk = first;
  const reopened = async (act: (system: System) => unknown): Promise<TestWindowDesk> => {
    await desk.end();
    await act(system);
    desk = deskFor(test, first.folder, { token: gateway.token, change });
    if ((await desk.ask('readLogin')).isTeam) await desk.change('unlock', ASHA);
    return desk;
  };
  return { desk: isTeam ? await reopened(enrolIn) : desk, gateway, conducts, system, reopened };
}

const ASHA = { person: 'Asha', passphrase: PASSPHRASE };
const BALA = { person: 'Bala', passphrase: PASSPHRASE };

/** What a person sends after ticking what Confirm asks, to ask for approval. */
function askParams(seen: AnswerOf<'readConfirmation'>, more = {}) {
  const { name: _, ...params } = startParams(seen);
  return { ...params, ...ASHA, ...more };
}

async function decided(desk: TestWindowDesk, request: number, more = {}): Promise<AnswerOf<'decideRequest'>> {
  const { digest } = await desk.ask('readRequest', { request });
  return desk.change('decideRequest', { request, digest, decision: 'approve', reason: '', ...BALA, ...more });
}

describe.concurrent('a window where other persons approve', () => {
  it('asks on Confirm, shows the approver what the maker saw, and pays it once', async (test) => {
    const { desk, gateway } = await openTeam(test);
    const { summary } = await openFile(desk, FILE);
    const seen = await confirmation(desk, summary);
    expect(seen.approval).toMatchObject({ needed: 1, isApproved: false, makers: ['Bala', 'Asha'], request: null });
    const asked = await desk.change('requestStart', askParams(seen));
    expect(asked).toMatchObject({
      request: 3,
      state: 'waiting',
      maker: 'Asha',
      payment: { count: 2, totalPaise: 30_000 },
    });
    const waiting = await confirmation(desk, summary);
    expect(waiting.approval).toMatchObject({ isApproved: false, request: { request: 3, state: 'waiting' } });
    expect(waiting.seal).toBe(seen.seal);
    expect(await desk.refusalOf('startBatch', { ...startParams(waiting), commandId: randomUUID() })).toBe(
      'needsApproval',
    );
    expect(gateway.payoutPosts()).toEqual([]);

    const shown = await desk.ask('readRequest', { request: 3 });
    const { draft: id, revision } = summary;
    expect(shown).toMatchObject({ draft: { id, revision }, paidSince: [], unsentPaise: 30_000 });
    expect(shown.rows.map(({ name, payTo, paise }) => [name, payTo, paise])).toEqual([
      ['asha', 'asha@bank', 10_000],
      ['ravi', 'ravi@bank', 20_000],
    ]);
    const { leftOut, warnings, since, tickable } = seen;
    expect(shown.confirm).toMatchObject({ leftOut, warnings, since, tickable });
    expect(shown.signers).toEqual([
      { name: 'Bala', why: null },
      { name: 'Asha', why: expect.objectContaining({ code: 'approval.ownRequest' }) },
    ]);
    expect(await decided(desk, 3)).toMatchObject({ state: 'approved', approvedBy: ['Bala'] });
    const approved = await confirmation(desk, summary);
    expect(approved.approval).toMatchObject({ isApproved: true, request: { state: 'approved' } });
    const { batch } = await desk.change('startBatch', startParams(approved));
    await settled(desk, batch);
    expect(gateway.payoutPosts()).toHaveLength(2);
    const { requests } = await desk.ask('listRequests');
    expect(requests[0]).toMatchObject({ request: 3, state: 'used', batch });
  });

  it('takes no approval of the maker, of other figures or with another passphrase, and forgets every passphrase', async (test) => {
    const { desk, gateway } = await openTeam(test);
    const { summary } = await openFile(desk, FILE);
    const seen = await confirmation(desk, summary);
    const ask = (more = {}) => desk.refusalOf('requestStart', { ...askParams(seen, more), commandId: randomUUID() });
    expect(await ask({ seal: '0'.repeat(64) })).toBe('changedMeanwhile');
    expect(await ask({ totalPaise: seen.totalPaise - 1 })).toBe('changedMeanwhile');
    expect(await ask({ passphrase: 'a wrong secret of hers' })).toBe('wrongPassphrase');
    expect(await ask({ person: 'Eve' })).toBe('notEnrolled');
    const { request } = await desk.change('requestStart', askParams(seen));
    const { digest } = await desk.ask('readRequest', { request });
    const decide = (more = {}) =>
      desk.refusalOf('decideRequest', {
        request,
        digest,
        decision: 'approve',
        reason: '',
        ...BALA,
        commandId: randomUUID(),
        ...more,
      });
    expect(await decide(ASHA)).toBe('notApproved');
    expect(await decide({ digest: '0'.repeat(64) })).toBe('notApproved');
    expect(await decide({ passphrase: 'a wrong secret of his' })).toBe('wrongPassphrase');
    expect(await decide({ decision: 'reject' })).toBe('noReason');
    const start = { ...startParams(await confirmation(desk, summary)), commandId: randomUUID() };
    expect(await desk.refusalOf('startBatch', start)).toBe('needsApproval');
    expect(gateway.payoutPosts()).toEqual([]);
    await desk.end();
    for (const secret of [PASSPHRASE, 'a wrong secret']) expect(filesHolding(desk.folder, secret)).toEqual([]);
  });

  it('keeps the ticks that were given: without them it is another payment', async (test) => {
    const { desk, gateway } = await openTeam(test);
    const first = await openFile(desk, FILE);
    const paid = await desk.change('requestStart', askParams(await confirmation(desk, first.summary)));
    await decided(desk, paid.request);
    const { batch } = await desk.change('startBatch', startParams(await confirmation(desk, first.summary)));
    await settled(desk, batch);

    const again = ['name,upi id,amount,remark', 'asha,asha@bank,100,pay', 'meera,meera@bank,300,pay'];
    const { summary } = await openFile(desk, again, { name: 'again.csv' });
    const rowTicks = { paidBefore: [2], difference: [], accountChanged: [], heldName: [], batches: [] };
    const ticked = await confirmation(desk, summary, { rowTicks });
    const { request } = await desk.change('requestStart', askParams(ticked, { rowTicks }));
    const shown = await desk.ask('readRequest', { request });
    expect(shown.ticks).toEqual(rowTicks);
    expect(shown.confirm?.tickable).toEqual(ticked.tickable);
    await decided(desk, request);
    expect((await confirmation(desk, summary)).approval).toMatchObject({ isApproved: false, request: null });
    const now = await confirmation(desk, summary, { rowTicks: shown.ticks });
    expect(now.approval).toMatchObject({ isApproved: true, request: { request } });
    const started = await desk.change('startBatch', startParams(now, { rowTicks: shown.ticks }));
    await settled(desk, started.batch);
    expect(gateway.payoutPosts()).toHaveLength(4);
  });

  it('has a retry approved like a file', async (test) => {
    const { desk, gateway, conducts } = await openTeam(test);
    conducts['asha@bank'] = REJECTED;
    const { summary } = await openFile(desk, FILE);
    await decided(desk, (await desk.change('requestStart', askParams(await confirmation(desk, summary)))).request);
    const { batch } = await desk.change('startBatch', startParams(await confirmation(desk, summary)));
    await settled(desk, batch);
    conducts['asha@bank'] = {};

    const { summary: again } = checked(await desk.change('openRetry', { batch }));
    const seen = await confirmation(desk, again);
    expect(seen.approval).toMatchObject({ needed: 1, isApproved: false, request: null });
    const start = (now: AnswerOf<'readConfirmation'>) => ({ ...startParams(now), commandId: randomUUID() });
    expect(await desk.refusalOf('startBatch', start(seen))).toBe('needsApproval');
    const { request } = await desk.change('requestStart', askParams(seen));
    expect((await desk.ask('readRequest', { request })).confirm?.retry).toEqual({ batch, corrections: [] });
    await decided(desk, request);
    expect(gateway.payoutPosts()).toHaveLength(2);
    const retried = await desk.change('startBatch', startParams(await confirmation(desk, again)));
    await settled(desk, retried.batch);
    expect(gateway.payoutPosts()).toHaveLength(3);
  });

  it('says of a request what was paid to the same accounts since it was made', async (test) => {
    const { desk } = await openTeam(test);
    const { summary } = await openFile(desk, FILE);
    const { request } = await desk.change('requestStart', askParams(await confirmation(desk, summary)));
    const other = await openFile(desk, [...FILE.slice(0, 2), 'meera,meera@bank,300,pay'], { name: 'other.csv' });
    const asked = await desk.change('requestStart', askParams(await confirmation(desk, other.summary)));
    await decided(desk, asked.request);
    const { batch } = await desk.change('startBatch', startParams(await confirmation(desk, other.summary)));
    await settled(desk, batch);
    const { paidSince } = await desk.ask('readRequest', { request });
    expect(paidSince).toEqual([{ batch, sum: { count: 1, paise: 10_000 } }]);
  });

  it('holds a batch that goes on until that is approved as well', async (test) => {
    const { desk: alone, gateway, reopened } = await openTeam(test, { isTeam: false });
    const batch = await startFile(alone, FILE, { firstAlone: true });
    await eventually(async () => expect((await alone.ask('readBatch', { batch })).view.state).toBe('paused'));
    expect((await alone.ask('readBatch', { batch })).approval).toBeNull();
    expect(gateway.payoutPosts()).toHaveLength(1);

    const desk = await reopened(enrolIn);
    const { approval } = await desk.ask('readBatch', { batch });
    expect(approval).toMatchObject({ needed: 1, isApproved: false, request: null });
    const resume = { batch, count: 1, ticks: [], commandId: randomUUID() };
    expect(await desk.refusalOf('resumeBatch', resume)).toBe('needsApproval');
    const practice = { batch: batch.replace('B', 'P'), ...ASHA, commandId: randomUUID() };
    expect(await desk.refusalOf('requestResume', practice)).toBe('nobodyAsked');
    const { request } = await desk.change('requestResume', { batch, ...ASHA });
    expect(await desk.refusalOf('resumeBatch', { ...resume, commandId: randomUUID() })).toBe('needsApproval');
    expect(gateway.payoutPosts()).toHaveLength(1);
    expect(await desk.ask('readRequest', { request })).toMatchObject({ unsentPaise: 20_000, payment: { batch } });
    await decided(desk, request);
    expect((await desk.ask('readBatch', { batch })).approval).toMatchObject({ isApproved: true });
    await desk.change('resumeBatch', { batch, count: null, ticks: [] });
    await settled(desk, batch);
    expect(gateway.payoutPosts()).toHaveLength(2);
  });

  it('pays only once a maker has unlocked it, and not once it is locked', async (test) => {
    const { desk, gateway, reopened } = await openTeam(test);
    const { summary } = await openFile(desk, FILE);
    const asked = await desk.change('requestStart', askParams(await confirmation(desk, summary)));
    await decided(desk, asked.request);
    const start = startParams(await confirmation(desk, summary));
    const again = () => desk.refusalOf('startBatch', { ...start, commandId: randomUUID() });
    expect(await desk.ask('readLogin')).toEqual({ isTeam: true, person: 'Asha', makers: ['Bala', 'Asha'] });
    await desk.change('lock', {});
    expect(await desk.ask('readLogin')).toMatchObject({ person: null });
    expect(await again()).toBe('whoPays');
    const wrong = { person: 'Asha', passphrase: 'not her passphrase', commandId: randomUUID() };
    expect(await desk.refusalOf('unlock', wrong)).toBe('wrongPassphrase');
    expect(await again()).toBe('whoPays');
    expect(gateway.payoutPosts()).toEqual([]);
    await desk.change('unlock', BALA);
    const { batch } = await desk.change('startBatch', start);
    await settled(desk, batch);
    expect((await desk.ask('readBatch', { batch })).confirmedBy).toMatch(/^Bala \(/);
    const other = await reopened(() => undefined);
    expect(await other.ask('readLogin')).toMatchObject({ person: 'Asha' });
    expect(gateway.payoutPosts()).toHaveLength(2);
  });

  it('approves several under one passphrase, each on its own, and none that is not what was shown', async (test) => {
    const { desk } = await openTeam(test);
    const seen: { readonly request: number; readonly digest: string }[] = [];
    for (const amount of [100, 200, 300]) {
      const { summary } = await openFile(desk, ['name,upi id,amount,remark', `asha,asha@bank,${amount},pay ${amount}`]);
      const { request } = await desk.change('requestStart', askParams(await confirmation(desk, summary)));
      seen.push(await desk.ask('readRequest', { request }));
    }
    const [one, other, third] = seen.map(({ request, digest }) => ({ request, digest }));
    if (one === undefined || other === undefined || third === undefined) throw new Error('three were asked for');
    const decide = (requests: object[], more = {}) => ({ requests, decision: 'approve', reason: '', ...BALA, ...more });
    const swapped = { request: third.request, digest: other.digest };
    const answer = await desk.change('decideRequests', decide([one, other, swapped]));
    expect(answer).toMatchObject({
      decided: [
        { request: one.request, state: 'approved', approvedBy: ['Bala'] },
        { request: other.request, state: 'approved' },
      ],
      refused: [{ request: third.request, why: { code: 'approval.void.forged' } }],
    });
    const asMaker = await desk.change('decideRequests', decide([third], ASHA));
    expect(asMaker).toMatchObject({ decided: [], refused: [{ why: { code: 'approval.ownRequest' } }] });
    const rejecting = { decision: 'reject', commandId: randomUUID() };
    expect(await desk.refusalOf('decideRequests', decide([third], rejecting))).toBe('noReason');
    const rejected = await desk.change('decideRequests', decide([third], { decision: 'reject', reason: 'no' }));
    expect(rejected).toMatchObject({ decided: [{ state: 'rejected' }] });
  });

  it('enrols persons and changes tiers as the command line does', async (test) => {
    const { desk } = await openTeam(test, { isTeam: false });
    const person = (name: string, role: string) => ({ who: { name, role, passphrase: PASSPHRASE }, by: null }) as never;
    const asha = await desk.change('addPerson', person('Asha', 'maker'));
    const bala = await desk.change('addPerson', person('Bala', 'both'));
    await decided(desk, asha.request);
    expect((await desk.ask('readTeam')).persons).toEqual([]);
    await decided(desk, bala.request, ASHA);
    expect((await desk.ask('readTeam')).persons.map(({ name }) => name).toSorted()).toEqual(['Asha', 'Bala']);
    const tier = { profile: PROFILE, scope: 'batch', fromPaise: 100, approvals: 1 } as const;
    expect(await desk.change('setTier', { ...tier, by: null })).toEqual({ request: null });
    const looser = { ...tier, approvals: 0, by: null, commandId: randomUUID() };
    expect(await desk.refusalOf('setTier', looser)).toBe('needsApproval');
    expect(await desk.change('setTier', { ...tier, approvals: 0, by: ASHA })).toMatchObject({
      request: { state: 'waiting', maker: 'Asha' },
    });
    expect(await desk.refusalOf('removePerson', { name: 'Bala', ...ASHA, commandId: randomUUID() })).toBe(
      'notApproved',
    );
  });

  it('shows a request file and signs it into a file that counts, and refuses one that was altered', async (test) => {
    const { desk } = await openTeam(test);
    const { summary } = await openFile(desk, FILE);
    const { request } = await desk.change('requestStart', askParams(await confirmation(desk, summary)));
    const text = desk.take((await desk.ask('exportRequest', { request })).download).toString();
    const altered = await desk.give('altered.json', text.replace('ravi@bank', 'evil@bank'));
    expect(await desk.refusalOf('readRequestFile', { file: altered })).toBe('notApproved');
    const file = await desk.give('request.json', text);
    const seen = await desk.ask('readRequestFile', { file });
    expect(seen).toMatchObject({
      maker: 'Asha',
      count: 2,
      unsentPaise: 30_000,
      signers: [{ name: 'Bala', why: null }, {}],
    });
    const sign = { file, digest: seen.digest, decision: 'approve', reason: '', ...BALA } as const;
    const other = { ...sign, digest: 'a'.repeat(64), commandId: randomUUID() };
    expect(await desk.refusalOf('signRequestFile', other)).toBe('notApproved');
    const { download } = await desk.change('signRequestFile', sign);
    const signature = await desk.give('signature.json', desk.take(download).toString());
    expect(await desk.change('importSignature', { file: signature })).toMatchObject({
      state: 'approved',
      approvedBy: ['Bala'],
    });
  });

  it('is as it was for a desk without persons', async (test) => {
    const { desk } = await openTeam(test, { isTeam: false });
    const { summary } = await openFile(desk, FILE);
    const seen = await confirmation(desk, summary);
    expect(seen.approval).toBeNull();
    expect(await desk.refusalOf('requestStart', { ...askParams(seen), commandId: randomUUID() })).toBe('notEnrolled');
    expect(await desk.ask('readTeam')).toEqual({ persons: [], tiers: [], isFragile: false });
  });

  it('refuses to start in both languages, keeps its confirmation, and pays once the command line had it approved', async (test) => {
    const signingKeys = createSessionVault();
    const change = (system: System): System => ({ ...system, signingKeys });
    const { desk: first, gateway } = await openScene(test, {}, { change });
    const system = change(first.system);
    await first.end();
    await enrolIn(system);

    const desk = deskFor(test, first.folder, { token: gateway.token, change });
    await desk.change('unlock', ASHA);
    const { summary } = await openFile(desk, FILE);
    const seen = await confirmation(desk, summary);
    expect(seen.blocked).toBeNull();
    const reply = await desk.desk.dispatch('startBatch', { ...startParams(seen), commandId: randomUUID() });
    if (reply.kind !== 'refused') throw new Error(`the start was ${reply.kind}`);
    const { code, message, cure } = reply.refusal;
    expect(code).toBe('needsApproval');
    const said = [ENGLISH, LANGUAGE_OF.hi].map((language) =>
      [message, cure].map((one) => speak(one, { language, door: 'window' })),
    );
    expect(said).toEqual([
      ['One other person must approve this first.', 'Ask for approval here. Once it is given, start again, unchanged.'],
      [expect.stringMatching(/[\u0900-\u097f]/), expect.stringMatching(/[\u0900-\u097f]/)],
    ]);
    expect(gateway.payoutPosts()).toEqual([]);
    expect(await confirmation(desk, summary)).toEqual(seen);
    expect(seen.approval?.approvers).toEqual(['Bala', 'Asha']);

    await desk.end();
    const file = path.join(desk.folder, 'pay.csv');
    writeFileSync(file, `${FILE.join('\n')}\n`);
    expect(await approvedFile(system, file)).toBe(seen.seal);

    const again = deskFor(test, desk.folder, { token: gateway.token, change });
    await again.change('unlock', ASHA);
    const params = startParams(await confirmation(again, (await openFile(again, FILE)).summary));
    const { batch } = await again.change('startBatch', params);
    await settled(again, batch);
    expect(gateway.payoutPosts()).toHaveLength(2);
  });
});
