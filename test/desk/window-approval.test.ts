// A window where other persons approve: Start is refused in plain words and Confirm stays as it was. The window is closed, the
// command line asks for the same file and has it signed, and then the window pays it.

import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { decideRequest, requestStart } from '../../electron/main/desk/approval/requests.ts';
import { readFileRows } from '../../electron/main/desk/batches/confirmation.ts';
import { prepareStart } from '../../electron/main/desk/batches/start-batch.ts';
import { createSessionVault } from '../../electron/main/platform/keychain/vault.ts';
import { keyAccount } from '../../electron/main/platform/signing-keys.ts';
import type { System } from '../../electron/main/session/system.ts';
import type { Answer } from '../../shared/api/contract.ts';
import { LANGUAGE_OF } from '../../shared/messages/languages.ts';
import { ENGLISH, speak } from '../../shared/messages/speak.ts';
import { found, member, PASSPHRASE } from '../store/team.ts';
import { confirmation, openFile, openScene, PROFILE, settled, startParams } from './live-scene.ts';
import { deskFor } from './window-desk.ts';

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
  const { request } = done(await requestStart(system, prepared, { name: 'Asha', passphrase: PASSPHRASE }));
  const decision = { name: 'Bala', passphrase: PASSPHRASE, decision: 'approve', reason: '' } as const;
  expect(done(await decideRequest(system, request, decision))).toMatchObject({ state: 'approved' });
  return prepared.seal;
}

describe('a window where other persons approve', () => {
  it('refuses to start in both languages, keeps its confirmation, and pays once the command line had it approved', async (test) => {
    const signingKeys = createSessionVault();
    const { desk: first, gateway } = await openScene(test, {}, { change: (system) => ({ ...system, signingKeys }) });
    const system: System = { ...first.system, signingKeys };
    await first.end();
    await enrolIn(system);

    const desk = deskFor(test, first.folder, { token: gateway.token });
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
      ['One other person must approve this first.', expect.stringMatching(/^Close Payout Desk .*`desk request`/)],
      [expect.stringMatching(/[\u0900-\u097f]/), expect.stringMatching(/[\u0900-\u097f].*`desk approve`/)],
    ]);
    expect(gateway.payoutPosts()).toEqual([]);
    expect(await confirmation(desk, summary)).toEqual(seen);

    await desk.end();
    const file = path.join(desk.folder, 'pay.csv');
    writeFileSync(file, `${FILE.join('\n')}\n`);
    expect(await approvedFile(system, file)).toBe(seen.seal);

    const again = deskFor(test, desk.folder, { token: gateway.token });
    const params = startParams(await confirmation(again, (await openFile(again, FILE)).summary));
    const { batch } = await again.change('startBatch', params);
    await settled(again, batch);
    expect(gateway.payoutPosts()).toHaveLength(2);
  });
});
