// A person accepts on Confirm that a row is another payment than one of another desk.

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { keyAccount } from '../../electron/main/platform/signing-keys.ts';
import type { System } from '../../electron/main/session/system.ts';
import type { AnswerOf } from '../../shared/api/contract.ts';
import { NO_TICKS } from '../../shared/repeats.ts';
import { confirmation, openFile, PROFILE, settled, startFile, startParams } from '../desk/live-scene.ts';
import type { TestWindowDesk } from '../desk/window-desk.ts';
import { found, member, PASSPHRASE } from '../store/team.ts';
import { NO_POSTGRES, type PrivatePostgres, startPostgres } from './private-postgres.ts';
import { openWindowTeam, type WindowTeam } from './window-team.ts';

const HEAD = 'name,upi id,amount,remark';
const SALARY = [HEAD, 'Asha Rao,asha@bank,100,Salary May'];
/** The same payee and purpose with another amount, which makes another reference. */
const CORRECTED = [HEAD, 'Asha Rao,asha@bank,101,Salary May', 'Ravi Iyer,ravi@bank,200,Salary May'];
const PATIENCE_MS = 120_000;

describe.skipIf(NO_POSTGRES !== null)('a row that another desk paid as well', () => {
  let server: PrivatePostgres;
  let serial = 0;

  beforeAll(async () => {
    server = await startPostgres();
    server.sql('CREATE ROLE payout_desk_member NOLOGIN');
    server.sql('CREATE ROLE clerk LOGIN IN ROLE payout_desk_member');
  }, 120_000);
  afterAll(() => server?.remove());

  interface Two extends Pick<WindowTeam, 'gateway' | 'conducts'> {
    readonly delhi: TestWindowDesk;
    readonly pune: TestWindowDesk;
  }

  const two = async (test: TestContext, between?: (system: System) => unknown): Promise<Two> => {
    serial += 1;
    const about = { database: `accept${serial}`, names: ['Pune', 'Delhi'] };
    const { desks, ...team } = await openWindowTeam(
      test,
      server,
      between === undefined ? about : { ...about, between },
    );
    const [pune, delhi] = desks;
    if (pune === undefined || delhi === undefined) throw new Error('no desks');
    return { pune, delhi, ...team };
  };

  it(
    'is left out and shown with who has it, and paid once it is ticked',
    async (test) => {
      const { pune, delhi, gateway } = await two(test);
      await settled(delhi, await startFile(delhi, SALARY));
      const { summary } = await openFile(pune, CORRECTED);
      const seen = await confirmation(pune, summary);
      expect(seen).toMatchObject({
        count: 1,
        claimed: {
          sum: { count: 1, paise: 10_100 },
          rows: [
            { rowNumber: 2, name: 'Asha Rao', others: [{ payment: 'Delhi/B0001/2', state: 'success', paise: 10_000 }] },
          ],
        },
      });
      const rowTicks = { ...NO_TICKS, claims: [{ rowNumber: 2, payment: 'Delhi/B0001/2' }] };
      // The tick of another row, or of another payment, lifts nothing.
      const stray = [
        { rowNumber: 3, payment: 'Delhi/B0001/2' },
        { rowNumber: 2, payment: 'Delhi/B0001/3' },
      ];
      expect(await confirmation(pune, summary, { rowTicks: { ...NO_TICKS, claims: stray } })).toMatchObject({
        count: 1,
      });
      const ticked = await confirmation(pune, summary, { rowTicks });
      expect(ticked).toMatchObject({ count: 2, totalPaise: 30_100 });
      // What is ticked is sealed: the same rows without the tick are another seal, and the seal without the tick starts nothing.
      expect(ticked.seal).not.toBe(seen.seal);
      const without = { ...startParams(ticked), commandId: randomUUID() };
      expect(await pune.refusalOf('startBatch', without)).toBe('changedMeanwhile');
      await settled(pune, (await pune.change('startBatch', startParams(ticked, { rowTicks }))).batch);
      expect(gateway.payoutPosts()).toHaveLength(3);
    },
    PATIENCE_MS,
  );

  it(
    'cannot be ticked while it is open there, nor for the very same reference',
    async (test) => {
      const { pune, delhi, conducts, gateway } = await two(test);
      conducts['asha@bank'] = { word: 'pending' };
      const { batch } = await delhi.change(
        'startBatch',
        startParams(await confirmation(delhi, (await openFile(delhi, SALARY)).summary)),
      );
      await expect.poll(() => gateway.payoutPosts().length, { timeout: 30_000 }).toBe(1);
      const { summary } = await openFile(pune, CORRECTED);
      const rowTicks = { ...NO_TICKS, claims: [{ rowNumber: 2, payment: `Delhi/${batch}/2` }] };
      const seen = await confirmation(pune, summary, { rowTicks });
      expect(seen).toMatchObject({ count: 1, claimed: { rows: [] } });
      expect(seen.leftOut[0]).toMatchObject({ code: 'otherDesk' });
    },
    PATIENCE_MS,
  );

  it(
    'is part of what others approve: they see it, and any change of it voids',
    async (test) => {
      const { pune, delhi, gateway } = await two(test, enrol);
      await settled(delhi, await startFile(delhi, SALARY));
      const { summary } = await openFile(pune, CORRECTED);
      const rowTicks = { ...NO_TICKS, claims: [{ rowNumber: 2, payment: 'Delhi/B0001/2' }] };
      const ticked = await confirmation(pune, summary, { rowTicks });
      expect(ticked.approval).toMatchObject({ needed: 1, isApproved: false });
      const { name: _, ...asked } = startParams(ticked, { rowTicks });
      const { request } = await pune.change('requestStart', { ...asked, person: 'Asha', passphrase: PASSPHRASE });
      const shown: AnswerOf<'readRequest'> = await pune.ask('readRequest', { request });
      expect(shown.ticks.claims).toEqual(rowTicks.claims);
      expect(shown.confirm?.claimed).toEqual(ticked.claimed);
      const decision = { request, digest: shown.digest, decision: 'approve', reason: '' } as const;
      await pune.change('decideRequest', { ...decision, person: 'Bala', passphrase: PASSPHRASE });
      expect((await confirmation(pune, summary)).approval).toMatchObject({ isApproved: false });
      // The other payment is not what it was when it was approved.
      const moved = (state: string): string =>
        server.sql(`UPDATE payout_desk.claims SET state = '${state}' WHERE row_number = 2`, `accept${serial}`);
      moved('unknown');
      expect((await confirmation(pune, summary, { rowTicks })).approval).toMatchObject({ isApproved: false });
      server.sql('UPDATE payout_desk.claims SET amount_paise = 9999 WHERE row_number = 2', `accept${serial}`);
      moved('success');
      expect((await confirmation(pune, summary, { rowTicks })).approval).toMatchObject({ isApproved: false });
      server.sql('UPDATE payout_desk.claims SET amount_paise = 10000 WHERE row_number = 2', `accept${serial}`);
      const approved = await confirmation(pune, summary, { rowTicks });
      expect(approved.approval).toMatchObject({ isApproved: true });
      await pune.change('unlock', { person: 'Asha', passphrase: PASSPHRASE });
      await settled(pune, (await pune.change('startBatch', startParams(approved, { rowTicks }))).batch);
      expect(gateway.payoutPosts()).toHaveLength(3);
    },
    PATIENCE_MS,
  );
});

/** Two persons whose keys are in the keychain, and a tier from ₹1 on. */
async function enrol(system: System): Promise<void> {
  const persons = await Promise.all([member('Asha'), member('Bala')]);
  for (const { person, sealed } of persons) await system.signingKeys.write(keyAccount(person.publicKey), sealed);
  const opening = system.openWriter('live');
  if (opening.kind !== 'open') throw new Error(`the desk is ${opening.kind}`);
  const nowMs = system.clock.nowMs();
  found(opening.store, persons, nowMs);
  opening.store.approvals.setTier({ profile: PROFILE, scope: 'batch', fromPaise: 100, approvals: 1 }, nowMs);
  opening.store.close();
}
