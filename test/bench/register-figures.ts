// What a register costs: claims of a large batch beside as many of another desk, and the engine's payouts per second with a
// register and without, at a rate that a gateway allows, and of two desks that share it. A PostgreSQL of its own; without one nothing is measured.

import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { purposeOf } from '../../electron/main/domain/purpose.ts';
import { type ClaimRow, claimSet, initRegister, joinRegister } from '../../electron/main/register/register.ts';
import { teamKey } from '../../electron/main/register/register-keys.ts';
import { NO_POSTGRES, type PrivatePostgres, startPostgres } from '../register/private-postgres.ts';
import { runChild, startChild } from './child.ts';
import { atLeast, atMost, type Figure, median, reported, SHOW } from './figures.ts';
import type { Plan } from './plan.ts';
import type { Paid, PayTask, RegisterServed, Served, ServeTask } from './tasks.ts';
import { connectTo, MEMBER } from './team-of-one.ts';

const CLAIMS = 10_000;
const WALLET_PAISE = 1_000_000_000_000;

/** Twenty times the default rate of a profile, so that a register would be felt. */
const RATE_PER_SECOND = 100;
const PAYOUTS = 2_000;
const IN_FLIGHT = 16;

const GOALS = { claimSeconds: 5, beside: 0.9, together: 0.8 } as const;

export async function measureRegister({ growthRounds }: Plan, folder: string): Promise<Figure[]> {
  if (NO_POSTGRES !== null) return [reported('register', `skipped: ${NO_POSTGRES}`)];
  const server = await startPostgres();
  try {
    const register = await makeRegister(server);
    const claims: number[] = [];
    const both: number[] = [];
    const rounds: { readonly alone: number; readonly member: number }[] = [];
    for (let round = 0; round < growthRounds; round += 1) {
      claims.push(await claimMany(register));
      const measured = { alone: 0, member: 0 };
      const turns = ['alone', 'member'] as const;
      for (const how of round % 2 === 0 ? turns : turns.toReversed()) {
        const inFolder = join(folder, `register-${round}-${how}`);
        const { seconds } = await pay(inFolder, how === 'member' ? register : null);
        measured[how] = PAYOUTS / seconds;
      }
      rounds.push(measured);
      both.push(await payTogether(join(folder, `register-${round}-two`), register));
    }
    const rate = (how: 'alone' | 'member'): string => SHOW.perSecond(median(rounds.map((round) => round[how])));
    return [
      atMost(`${CLAIMS.toLocaleString('en')} claims`, median(claims), { goal: GOALS.claimSeconds, show: SHOW.seconds }),
      reported(`payouts of a desk alone, at most ${RATE_PER_SECOND} a second`, rate('alone')),
      reported('  of a member of a register', rate('member')),
      atLeast('two members at once beside one alone', median(both) / median(rounds.map(({ alone }) => alone)), {
        goal: GOALS.together,
        show: SHOW.times,
      }),
      atLeast('member beside alone', median(rounds.map(({ alone, member }) => member / alone)), {
        goal: GOALS.beside,
        show: SHOW.times,
      }),
    ];
  } finally {
    server.remove();
  }
}

async function makeRegister(server: PrivatePostgres): Promise<RegisterServed> {
  const secret = randomBytes(32);
  const keeper = connectTo(server.port, 'keeper');
  const made = await initRegister(keeper, teamKey(secret));
  await keeper.close();
  if (made.kind !== 'made') throw new Error(`no register was made: ${made.kind}`);
  server.sql(`CREATE ROLE ${MEMBER} LOGIN IN ROLE payout_desk_member`);
  return { port: server.port, registerId: made.registerId, secret: secret.toString('base64') };
}

/** Returns the seconds of a claim of a whole batch. Every round leaves its claims, so the table grows as in a team's year. */
async function claimMany({ port, registerId, secret }: RegisterServed): Promise<number> {
  const connection = connectTo(port, MEMBER);
  try {
    const place = { connection, registerId, key: teamKey(Buffer.from(secret, 'base64')) };
    const joined = await joinRegister(place, `claims ${randomUUID()}`);
    if (joined.kind !== 'joined') throw new Error(`the bench did not join: ${joined.kind}`);
    const setId = randomUUID();
    const about = { setId, batch: 'B0001', rows: rowsOf(CLAIMS), by: 'bench@bench', judge: () => [] };
    const startedMs = performance.now();
    const claimed = await claimSet(place, joined.memory, { ...about, decided: new Set<number>() });
    if (claimed.kind !== 'claimed') throw new Error(`the bench did not claim: ${claimed.kind}`);
    return (performance.now() - startedMs) / 1_000;
  } finally {
    await connection.close();
  }
}

function rowsOf(count: number): ClaimRow[] {
  return Array.from({ length: count }, (_, at) => {
    const id = randomUUID().replaceAll('-', '');
    const purpose = purposeOf({ reference: null, remark: 'Salary November 2026', called: ['salary.csv'] });
    const intention = {
      payee: `upi:${id}@okbank`,
      name: `ramesh ${id.slice(0, 8)}`,
      amountPaise: 100_000 + at,
      purpose,
    };
    return { rowNumber: at + 1, mid: 1234, reference: id.slice(0, 20).toUpperCase(), state: 'queued', intention };
  });
}

async function pay(folder: string, register: RegisterServed | null): Promise<Paid> {
  return serving(folder, (served) => {
    const member = register === null ? {} : { register, firstPayee: nextPayees() };
    const task: PayTask = { ...served, folder, ...LIMITS, ...member };
    return runChild<Paid>('run-engine', task);
  });
}

/** Members pay each payee once. */
let payeesUsed = 0;
function nextPayees(): number {
  payeesUsed += PAYOUTS;
  return payeesUsed;
}

const LIMITS = { count: PAYOUTS, inFlightMax: IN_FLIGHT, ratePerSecond: RATE_PER_SECOND };

/** Two desks that share the rate, each with half of the payouts. Returns the payouts per second of both until the last one ended. */
async function payTogether(folder: string, register: RegisterServed): Promise<number> {
  return serving(folder, async (served) => {
    const count = PAYOUTS / 2;
    const paid = await Promise.all(
      ['one', 'other'].map((name) => {
        const own = join(folder, name);
        mkdirSync(own, { recursive: true });
        const task: PayTask = { ...served, folder: own, ...LIMITS, count, register, firstPayee: nextPayees() };
        return runChild<Paid>('run-engine', task);
      }),
    );
    return PAYOUTS / Math.max(...paid.map(({ seconds }) => seconds));
  });
}

async function serving<Value>(folder: string, act: (served: Served) => Promise<Value>): Promise<Value> {
  mkdirSync(folder, { recursive: true });
  const served: ServeTask = { databasePath: join(folder, 'gateway.db'), walletStartPaise: WALLET_PAISE };
  const gateway = await startChild<Served>('serve-practice', served);
  try {
    return await act(gateway.report);
  } finally {
    await gateway.stop();
  }
}
