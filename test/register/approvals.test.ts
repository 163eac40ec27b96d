// Requests and signatures between the desks of a team, carried by the register alone: they come by themselves, later when it was
// away, and nothing that does not stand as a file stands because the register has it.

import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, type TestContext } from 'vitest';
import {
  carriedViews,
  decideOne,
  exchangeApprovals,
  readCarried,
  signersOfCarried,
} from '../../electron/main/desk/approval/carried-requests.ts';
import {
  exportRequest,
  listRequests,
  readRequestFile,
  requestStart,
} from '../../electron/main/desk/approval/requests.ts';
import { readFileRows } from '../../electron/main/desk/batches/confirmation.ts';
import { prepareStart } from '../../electron/main/desk/batches/start-batch.ts';
import { joinTeam, makeRegister } from '../../electron/main/desk/register/membership.ts';
import { decisionSigned, type SignedDecision } from '../../electron/main/domain/approval.ts';
import { createSessionVault } from '../../electron/main/platform/keychain/vault.ts';
import { keyAccount } from '../../electron/main/platform/signing-keys.ts';
import { sendApprovalFiles } from '../../electron/main/register/approval-files.ts';
import { openRegister } from '../../electron/main/session/register-session.ts';
import type { System } from '../../electron/main/session/system.ts';
import type { HeadedWriter } from '../../electron/main/store/store.ts';
import type { Answer } from '../../shared/api/contract.ts';
import type { Sha256 } from '../../shared/ids.ts';
import type { ApprovalDecision } from '../../shared/requests.ts';
import { makeRows, type PayoutRow, writeCsv } from '../cli/payout-files.ts';
import { type SpecGateway, startSpecGateway } from '../cli/spec-gateway.ts';
import { type Computer, computer, endingOf } from '../desk/computers.ts';
import { found, type Member, member, PASSPHRASE } from '../store/team.ts';
import { type CuttingProxy, startCuttingProxy } from './cutting-proxy.ts';
import { NO_POSTGRES, type PrivatePostgres, startPostgres } from './private-postgres.ts';

const SKIPPED = NO_POSTGRES === null ? '' : ` (skipped: ${NO_POSTGRES})`;
const PATIENCE_MS = 120_000;
const TEAM_PASSPHRASE = 'five words of a long phrase';
const FOLLOWER = { onProgress: () => undefined, signal: new AbortController().signal };

describe.skipIf(NO_POSTGRES !== null)(`approvals through the register${SKIPPED}`, { timeout: PATIENCE_MS }, () => {
  let server: PrivatePostgres;
  let proxy: CuttingProxy;
  let serial = 0;

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

  const sql = (text: string): string => server.sql(text, `team${serial}`);

  /** Delhi, where Asha asks, and Pune, where Bala and Chitra have their keys. */
  async function team(test: TestContext) {
    serial += 1;
    server.sql(`CREATE DATABASE team${serial} OWNER keeper`, 'postgres');
    const gateway = await startSpecGateway(test);
    const [asha, bala, chitra] = await Promise.all([member('Asha'), member('Bala'), member('Chitra')]);
    const delhi = await desk(test, gateway, [asha]);
    const pune = await desk(test, gateway, [bala, chitra]);
    const joinFile = path.join(delhi.folder, 'team.join');
    const address = { host: '127.0.0.1', port: server.port, database: `team${serial}`, user: 'keeper', caFile: null };
    done(await makeRegister(delhi.system, { address, password: null, passphrase: TEAM_PASSPHRASE, joinFile }));
    const joining = {
      joinFile,
      user: 'clerk',
      caFile: null,
      host: null,
      port: proxy.port,
      passphrase: TEAM_PASSPHRASE,
      password: null,
    };
    done(await joinTeam(delhi.system, { ...joining, name: 'Delhi' }));
    done(await joinTeam(pune.system, { ...joining, name: 'Pune' }));
    inDesk(delhi.system, (store) => {
      const nowMs = delhi.system.clock.nowMs();
      found(store, [asha, bala], nowMs);
      store.approvals.setTier({ profile: 'acme', scope: 'batch', fromPaise: 100, approvals: 1 }, nowMs);
    });
    const signAt = (
      who: Member,
      request: number,
      decision: 'approve' | 'reject' = 'approve',
      seen: string | null = null,
    ) => {
      const shown = readCarried(pune.system, request);
      const digest = seen ?? (shown?.kind === 'done' ? shown.value.digest : '');
      const deciding = { name: who.person.name, passphrase: PASSPHRASE, decision, reason: 'seen' };
      return decideOne(pune.system, { request, digest }, deciding);
    };
    return { gateway, delhi, pune, asha, bala, chitra, signAt };
  }

  async function asks({ delhi, asha }: Awaited<ReturnType<typeof team>>, rows: readonly PayoutRow[]) {
    const made = await requestStart(delhi.system, await prepared(delhi, rows), {
      name: asha.person.name,
      passphrase: PASSPHRASE,
    });
    return done(made);
  }

  const standingOf = ({ system }: Computer) => done(listRequests(system)).requests[0]?.state;

  it('come by themselves: the request to the other desk, the signature back, and then it is paid once', async (test) => {
    const scene = await team(test);
    const { gateway, delhi, pune, asha, bala, signAt } = scene;
    const rows = makeRows(3);
    const { digest } = await asks(scene, rows);
    await exchangeApprovals(delhi.system);
    expect(await exchangeApprovals(pune.system)).toBe(true);
    const [view] = carriedViews(pune.system);
    if (view === undefined) throw new Error('nothing was carried');
    expect(view).toMatchObject({
      digest,
      state: 'waiting',
      maker: 'Asha',
      needed: 1,
      what: { params: { desk: 'Delhi' } },
    });
    const read = readCarried(pune.system, view.request);
    expect(read).toMatchObject({ value: { shown: { rows: [{ row: 2 }, { row: 3 }, { row: 4 }] } } });
    expect(signersOfCarried(pune.system, view.request)).toMatchObject([
      { name: 'Bala', why: null },
      { name: 'Asha', why: { code: 'approval.ownRequest' } },
    ]);
    expect(await signAt(bala, view.request, 'approve', digest)).toMatchObject({
      value: { state: 'approved', approvedBy: ['Bala'] },
    });
    // The payment hears of the signature itself.
    expect(endingOf(await delhi.run(rows, { payer: asha.person }))).toEqual({ success: 3 });
    expect([gateway.payoutPosts().length, standingOf(delhi)]).toEqual([3, 'used']);
  });

  it('bring a rejection back, with its reason', async (test) => {
    const scene = await team(test);
    const { delhi, pune, asha, bala, signAt, gateway } = scene;
    const rows = makeRows(2);
    await asks(scene, rows);
    await exchangeApprovals(delhi.system);
    await exchangeApprovals(pune.system);
    await signAt(bala, carriedViews(pune.system)[0]?.request ?? 0, 'reject');
    expect(await exchangeApprovals(delhi.system)).toBe(true);
    expect(standingOf(delhi)).toBe('rejected');
    expect(endingOf(await delhi.run(rows, { payer: asha.person }))).toBe('needsApproval');
    expect(gateway.payoutPosts()).toEqual([]);
  });

  it('come later when the register was away, and by file meanwhile', async (test) => {
    const scene = await team(test);
    const { delhi, pune, bala, signAt } = scene;
    const one = await prepared(delhi, makeRows(2));
    proxy.cutAll();
    onTestFinished(() => proxy.restore());
    const by = { name: 'Asha', passphrase: PASSPHRASE };
    const made = done(await requestStart(delhi.system, one, by));
    expect(await exchangeApprovals(delhi.system)).toBe(false);
    const file = path.join(delhi.folder, 'request.json');
    done(await exportRequest(delhi.system, { request: made.request, out: file }));
    expect(await readRequestFile(pune.system, file)).toMatchObject({ kind: 'done' });
    proxy.restore();
    await exchangeApprovals(delhi.system);
    await exchangeApprovals(pune.system);
    const [view] = carriedViews(pune.system);
    proxy.cutAll();
    expect(await signAt(bala, view?.request ?? 0)).toMatchObject({
      kind: 'refused',
      refusal: { code: 'registerAway' },
    });
    proxy.restore();
    expect(await signAt(bala, view?.request ?? 0)).toMatchObject({ kind: 'done' });
    await exchangeApprovals(delhi.system);
    expect(standingOf(delhi)).toBe('approved');
  });

  it('are not believed when they were changed, or sealed by whoever has the key', async (test) => {
    const scene = await team(test);
    const { delhi, pune } = scene;
    const { request } = await asks(scene, makeRows(2));
    await exchangeApprovals(delhi.system);
    const good = sql(`SELECT encode(sealed, 'hex') FROM payout_desk.approval_files`);
    sql(`UPDATE payout_desk.approval_files SET sealed = set_byte(sealed, 40, get_byte(sealed, 40) # 1)`);
    await exchangeApprovals(pune.system);
    expect(carriedViews(pune.system)).toEqual([]);
    sql(`UPDATE payout_desk.approval_files SET sealed = decode('${good}', 'hex')`);
    await exchangeApprovals(pune.system);
    expect(carriedViews(pune.system)).toHaveLength(1);
    // A member that changes the rows, the figures or the text has the key, but not the maker's.
    const file = path.join(delhi.folder, 'request.json');
    done(await exportRequest(delhi.system, { request, out: file }));
    const whole = done(await readRequestFile(pune.system, file));
    const { content } = whole;
    const text = JSON.stringify({ ...content, madeAtMs: content.madeAtMs + 1 });
    const forged = {
      format: 'Payout Desk request, form 1',
      text,
      signature: 'AAAA',
      shown: JSON.stringify(whole.shown),
      persons: whole.persons,
    };
    await sendAs(delhi.system, [{ kind: 'request', key: 'forged', about: null, text: JSON.stringify(forged) }]);
    await sendAs(delhi.system, [{ kind: 'request', key: 'noise', about: null, text: 'no JSON' }]);
    await sendAs(delhi.system, [{ kind: 'request', key: 'empty', about: null, text: '{}' }]);
    await exchangeApprovals(pune.system);
    expect(carriedViews(pune.system)).toHaveLength(1);
  });

  it("are refused where the signature is another request's, a stranger's, the maker's own, or changed", async (test) => {
    const scene = await team(test);
    const { delhi, pune, asha, bala, chitra, gateway } = scene;
    const rows = makeRows(2);
    const asked = await asks(scene, rows);
    const other = await asks(scene, makeRows(3));
    await exchangeApprovals(delhi.system);
    const digest = asked.digest;
    const nowMs = delhi.system.clock.nowMs();
    const bad = [
      signDecision(chitra, { digest, nowMs }),
      signDecision(asha, { digest, nowMs }),
      { ...signDecision(bala, { digest: other.digest, nowMs }), digest },
      { ...signDecision(bala, { digest, decision: 'reject', nowMs }), decision: 'approve' as const },
      { ...signDecision(bala, { digest, nowMs }), person: { ...bala.person, role: 'approver' as const, name: 'Asha' } },
    ];
    for (const [at, decision] of bad.entries()) {
      const text = JSON.stringify({ format: 'Payout Desk signature, form 1', ...decision });
      await sendAs(pune.system, [{ kind: 'signature', key: `bad ${at}`, about: asked.digest, text }]);
    }
    await sendAs(pune.system, [{ kind: 'signature', key: 'noise', about: asked.digest, text: 'null' }]);
    expect(await exchangeApprovals(delhi.system)).toBe(false);
    const stored = inDesk(delhi.system, ({ approvals }) => approvals.find(asked.request)?.decisions);
    expect(stored).toEqual([]);
    expect(endingOf(await delhi.run(rows, { payer: asha.person }))).toBe('needsApproval');
    expect(gateway.payoutPosts()).toEqual([]);
    // A stranger at the other desk cannot sign there either.
    await exchangeApprovals(pune.system);
    const view = carriedViews(pune.system).find((one) => one.digest === asked.digest);
    expect(await scene.signAt(chitra, view?.request ?? 0)).toMatchObject({ kind: 'refused' });
    expect(await scene.signAt(bala, view?.request ?? 0, 'approve', other.digest)).toMatchObject({ kind: 'refused' });
  });

  it('lie in the register without a name that can be read, and no desk deletes them', async (test) => {
    const scene = await team(test);
    await asks(scene, makeRows(2));
    await exchangeApprovals(scene.delhi.system);
    expect(sql('SELECT count(*) FROM payout_desk.approval_files')).toBe('1');
    const bytes = Buffer.from(sql(`SELECT encode(sealed, 'hex') FROM payout_desk.approval_files`), 'hex').toString(
      'latin1',
    );
    for (const name of ['Asha', 'acme', 'rows']) expect(bytes).not.toContain(name);
    expect(
      sql(`SELECT has_table_privilege('clerk', 'payout_desk.approval_files', 'DELETE')
      OR has_table_privilege('clerk', 'payout_desk.approval_files', 'UPDATE')`),
    ).toBe('f');
  });

  async function desk(test: TestContext, gateway: SpecGateway, keys: readonly Member[]): Promise<Computer> {
    const plain = await computer(test, gateway);
    Object.assign(plain.system, { signingKeys: createSessionVault(), registerSecrets: createSessionVault() });
    for (const { person, sealed } of keys) await plain.system.signingKeys.write(keyAccount(person.publicKey), sealed);
    return plain;
  }

  async function sendAs(system: System, files: Parameters<typeof sendApprovalFiles>[2]): Promise<void> {
    const opening = system.openWriter('live');
    if (opening.kind !== 'open') throw new Error(opening.kind);
    const session = await openRegister(system, opening.store);
    const deskId = opening.store.register.membership()?.deskId ?? '';
    if (session === null || 'code' in session) throw new Error('no register');
    expect(await sendApprovalFiles(session.place, deskId, files)).toBeNull();
    await session.close();
    opening.store.close();
  }
});

/** A person's signature under any digest. */
function signDecision(
  { person, sign }: Member,
  {
    digest,
    nowMs,
    decision = 'approve',
  }: { readonly digest: Sha256; readonly nowMs: number; readonly decision?: ApprovalDecision },
): SignedDecision {
  const facts = { digest, decision, reason: '', person, signedAtMs: nowMs };
  return { ...facts, signature: sign(decisionSigned(facts)) };
}

async function prepared({ system, folder }: Computer, rows: readonly PayoutRow[]) {
  const read = await readFileRows(system, {
    file: {
      path: writeCsv(folder, { name: 'pay.csv', rows }),
      sheet: null,
      columns: [],
      encoding: null,
      fillRemark: null,
    },
    profile: 'acme',
    onlyPayable: false,
    acceptRepeats: [],
    includeHidden: false,
    calledAs: null,
  });
  if (read.kind !== 'done') throw new Error('the file is not read');
  const asking = { source: read.value, acceptWarnings: true, follower: FOLLOWER, forMs: null, ticks: null };
  const { answer } = await prepareStart(system, asking);
  return done(answer);
}

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

function done<Value>(answer: Answer<Value>): Value {
  if (answer.kind !== 'done') throw new Error(JSON.stringify(answer));
  return answer.value;
}
