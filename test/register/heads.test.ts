// The heads of all desks in the register: a database that went back is noticed at its next contact and locks, whatever its own
// computer knows of it.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { noteDeskHead, readDeskHead } from '../../electron/main/register/heads.ts';
import { settleOwn, watchRegister } from '../../electron/main/session/register-session.ts';
import { payments } from '../store/desk-file.ts';
import { openHeaded, tryHeaded } from '../store/headed-desk.ts';
import { type CuttingProxy, startCuttingProxy } from './cutting-proxy.ts';
import { NO_POSTGRES, type PrivatePostgres, startPostgres } from './private-postgres.ts';
import {
  claimAgain,
  confirmAndClaim,
  confirmOnly,
  type Member,
  memoryNow,
  newTeam,
  publish,
  rest,
  type Team,
} from './team.ts';

const SKIPPED = NO_POSTGRES === null ? '' : ` (skipped: ${NO_POSTGRES})`;
const PATIENCE_MS = 60_000;

describe.skipIf(NO_POSTGRES !== null)(`the heads in the register${SKIPPED}`, { timeout: PATIENCE_MS }, () => {
  let server: PrivatePostgres;
  let proxy: CuttingProxy;
  let team: Team;

  beforeAll(async () => {
    server = await startPostgres();
    proxy = await startCuttingProxy(server.port);
    server.sql('CREATE ROLE payout_desk_member NOLOGIN');
    server.sql('CREATE ROLE clerk LOGIN IN ROLE payout_desk_member');
  }, PATIENCE_MS);

  afterAll(async () => {
    await proxy?.close();
    server?.remove();
  });

  beforeEach(async () => {
    team = await newTeam(server, proxy);
  });

  const headOf = async (member: Member) => {
    const answer = await readDeskHead(member.session.place, memoryNow(member).deskId);
    return answer.kind === 'head' ? answer.head : answer;
  };
  const standingOf = ({ place }: Member): unknown => {
    const opening = tryHeaded(place);
    if (opening.kind !== 'open') return opening.kind;
    opening.store.close();
    return opening.store.standing;
  };

  it('move on with each contact, and lock nobody who goes on', async () => {
    const delhi = await team.member();
    await confirmAndClaim(delhi, payments(1, { remark: 'One' }));
    await publish(delhi);
    expect(await headOf(delhi)).toMatchObject(delhi.store.chain.end());
    expect((await confirmAndClaim(delhi, payments(1, { remark: 'Two' }))).pause).toBeNull();
    await publish(delhi);
    expect(await headOf(delhi)).toMatchObject(delhi.store.chain.end());
    delhi.store.close();
    expect(standingOf(delhi)).toEqual({ kind: 'current' });
  });

  it('never move back, whoever writes them', async () => {
    const delhi = await team.member();
    await confirmAndClaim(delhi, payments(1));
    await publish(delhi);
    const head = await headOf(delhi);
    const { deskId } = memoryNow(delhi);
    await noteDeskHead(delhi.session.place, deskId, { epoch: 0, sequence: 1, hash: 'a'.repeat(64) as never });
    expect(await headOf(delhi)).toEqual(head);
    const back = delhi.session.place.connection.run((sql) => sql`UPDATE payout_desk.desk_heads SET sequence = 1`);
    expect(await back).toMatchObject({ kind: 'fault', fault: 'clash' });
    const gone = delhi.session.place.connection.run((sql) => sql`DELETE FROM payout_desk.desk_heads`);
    expect(await gone).toMatchObject({ kind: 'fault', fault: 'denied' });
  });

  it('lock a desk that was restored from a backup, before it claims, and after it is opened again', async () => {
    const delhi = await team.member();
    const backup = team.copyOf(delhi);
    await confirmAndClaim(delhi, payments(2));
    await publish(delhi);
    await rest(delhi);
    const batch = confirmOnly(backup, payments(1, { remark: 'Another' }));
    expect(await claimAgain(backup, batch)).toMatchObject({
      code: 'locked',
      message: { params: { why: { code: expect.stringMatching(/older|forked/) as string } } },
    });
    // Whatever asks again in this session, nothing of it is claimed on disk either.
    const turn = { nowMs: Date.now(), backoff: { firstMs: 1, maxMs: 1 }, news: [], claim: { batch, count: 1 } };
    expect(backup.store.ledger.turn(turn as never)).toMatchObject({ kind: 'headUnwritable' });
    backup.store.close();
    expect(standingOf(backup)).toMatchObject({ kind: 'locked' });
    // The head of the desk that went on is as it was.
    expect(await headOf(delhi)).toMatchObject(delhi.store.chain.end());
  });

  it('lock a copy that only follows what it has', async () => {
    const delhi = await team.member();
    await confirmAndClaim(delhi, payments(2));
    const copy = team.copyOf(delhi);
    await publish(delhi);
    confirmOnly(delhi, payments(1, { remark: 'More' }));
    await publish(delhi);
    const session = { ...copy.session, close: async () => {} };
    const watch = await watchRegister(copy.system, { store: copy.store, session, sends: false });
    expect(watch.mayLeave()).toMatchObject({ code: 'locked' });
    await watch.end();
  });

  it('take a desk that a person declared to be the true one, and then the one of before no more', async () => {
    const delhi = await team.member();
    await confirmAndClaim(delhi, payments(2));
    await publish(delhi);
    const backup = team.copyOf(delhi);
    confirmOnly(delhi, payments(1, { remark: 'More' }));
    await publish(delhi);
    expect(await settleOwn(backup.system, { store: backup.store, place: backup.session.place })).toMatchObject({
      code: 'locked',
    });
    backup.store.close();
    const opened = openHeaded(backup.place);
    expect(opened.unlock('the other computer is broken', Date.now())).toBeNull();
    const unlocked = { ...backup, store: opened };
    expect(await settleOwn(unlocked.system, { store: opened, place: backup.session.place })).toBeNull();
    expect(await headOf(unlocked)).toMatchObject({ epoch: 1, ...opened.chain.end() });
    expect(await settleOwn(delhi.system, { store: delhi.store, place: delhi.session.place })).toMatchObject({
      code: 'locked',
    });
  });
});
