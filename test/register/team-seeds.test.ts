// Many seeds of a team whose register crashes, lags, goes back and fails over: nobody is paid twice, nothing is lost, and every claim
// is closed in the end.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CuttingProxy, startCuttingProxy } from './cutting-proxy.ts';
import { NO_POSTGRES, type PrivatePostgres, startPostgres } from './private-postgres.ts';
import { runTeamSeed } from './simulated-team.ts';
import { newTeam } from './team.ts';

const SEEDS = Number(process.env['TEAM_SEEDS'] ?? 6);
const FIRST = Number(process.env['TEAM_SEED'] ?? 1);
const SKIPPED = NO_POSTGRES === null ? '' : ` (skipped: ${NO_POSTGRES})`;

describe.skipIf(NO_POSTGRES !== null)(`a simulated team${SKIPPED}`, { timeout: 120_000 }, () => {
  let server: PrivatePostgres;
  let proxy: CuttingProxy;

  beforeAll(async () => {
    server = await startPostgres({ settings: ['fsync = off'] });
    proxy = await startCuttingProxy(server.port);
    server.sql('CREATE ROLE payout_desk_member NOLOGIN');
    server.sql('CREATE ROLE clerk LOGIN IN ROLE payout_desk_member');
  }, 60_000);

  afterAll(async () => {
    await proxy?.close();
    server?.remove();
  });

  it.each(Array.from({ length: SEEDS }, (_, at) => FIRST + at))('keeps its promises in seed %i', async (seed) => {
    const { broken, payments, seen } = await runTeamSeed(seed, { team: await newTeam(server, proxy), server });
    process.stdout.write(`seed ${seed}: ${payments} payments, ${JSON.stringify(seen)}\n`);
    expect(broken).toEqual([]);
    expect(payments).toBeGreaterThan(0);
  });
});
