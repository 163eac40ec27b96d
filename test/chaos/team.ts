// Several desks of one team as real processes, which pay the same, overlapping and corrected files at once, with a PostgreSQL of
// their own. Desks and server are killed, the network between them fails, replicas take over that lack what was committed last; a
// desk dies for good, and comes back. The gateway counts the payments of each debt. The seed repeats the draws, not how the system
// interleaves the processes.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeRows, type PayoutRow, writeCsv } from '../cli/payout-files.ts';
import { type Random, seededRandom } from '../seeded/random.ts';
import { GatewayProcess } from './gateway-process.ts';
import { readTruth, type Truth } from './journal.ts';
import { TeamDesk } from './team-desk.ts';
import { TeamServer } from './team-server.ts';

export interface TeamChaos {
  readonly desks: number;
  readonly payouts: number;
  readonly seed: number;
  readonly keep: boolean;
}

const MID = 4711;
const TOKEN = 'tok-chaos-2f6b81';
const SECRET = 'five words of a long phrase';
const ROWS_MOST = 500;
const NAMES = ['Delhi', 'Pune', 'Goa', 'Agra', 'Kochi', 'Surat', 'Salem', 'Patna', 'Bhopal', 'Jaipur'] as const;

/** Slow enough that kills and faults meet a run in its middle. */
const PROFILE = [
  '--rate',
  '200',
  '--in-flight',
  '4',
  '--timeout-ms',
  '3000',
  '--poll-first-ms',
  '50',
  '--poll-max-ms',
  '500',
];
const KILL_PERCENT = 40;
const BROKEN_SHOWN = 30;

/** Each failover makes a new replica, so there is one in so many rounds. */
const FAILOVER_EVERY_ROUNDS = 3;

/** Rounds after the last fault until everybody is paid: each retry makes a batch that is settled in the next. */
const CALM_ROUNDS = 3;

/** Returns whether every promise was kept. */
export async function teamChaos(task: TeamChaos): Promise<boolean> {
  const startedMs = performance.now();
  const folder = mkdtempSync(path.join(tmpdir(), 'payout-desk-team-'));
  const random = seededRandom(task.seed, 'team');
  const journal = path.join(folder, 'journal.jsonl');
  const gateway = new GatewayProcess({
    journal,
    seed: task.seed,
    mid: MID,
    token: TOKEN,
    notKnown: 'http400',
    payers: 'team',
  });
  const server = await TeamServer.start(seededRandom(task.seed, 'server'));
  let isClean = false;
  try {
    await gateway.start();
    const desks = await makeTeam(task, { folder, server, url: gateway.url });
    const files = await troubled(task, { desks, server, random, folder });
    gateway.calmDown();
    server.calmDown();
    await calmly(desks, { server, files });
    const found = judge(desks, { server, truth: readTruth(journal), files });
    for (const words of found.broken.slice(0, BROKEN_SHOWN)) process.stdout.write(`BROKEN ${words}\n`);
    const { crashes, failovers, cuts, delays, lostCommits } = server.faults;
    const kills = desks.reduce((sum, desk) => sum + desk.kills, 0);
    const { desks: count, payouts, seed } = task;
    process.stdout.write(
      `chaos of a team: ${count} desks, ${found.debts} payouts, ${found.doubles} doubles, ${found.lost} lost, ` +
        `${found.open} open claims, ${kills} kills of desks, ${crashes + failovers} of the server, ${failovers} failovers, ` +
        `${cuts} cuts, ${delays} slow spells, ${lostCommits} commits without an answer, ${found.broken.length} promises broken, ` +
        `${((performance.now() - startedMs) / 1_000).toFixed(0)} s, seed ${seed} ` +
        `(repeat: npm run chaos -- --desks ${count} --payouts ${payouts} --seed ${seed})\n`,
    );
    isClean = found.broken.length === 0;
    return isClean;
  } finally {
    await gateway.kill();
    await server.remove();
    if (isClean && !task.keep) rmSync(folder, { recursive: true, force: true });
    else process.stdout.write(`everything lies in ${folder}\n`);
  }
}

async function makeTeam(
  { desks: count, seed }: TeamChaos,
  { folder, server, url }: { readonly folder: string; readonly server: TeamServer; readonly url: string },
): Promise<TeamDesk[]> {
  const joinFile = path.join(folder, 'team.join');
  const at = ['--host', '127.0.0.1', '--port', String(server.port), '--database', 'team'];
  const desks: TeamDesk[] = [];
  for (let number = 0; number < count; number += 1) {
    const name = `${NAMES[number % NAMES.length]}${number < NAMES.length ? '' : number}`;
    const random = seededRandom(seed, `desk ${number}`);
    const desk = new TeamDesk({ name, folder, token: TOKEN, secret: SECRET, random });
    await desk.must(['profile', 'set', 'acme', '--base-url', url, '--mid', String(MID), ...PROFILE]);
    if (number === 0) {
      await desk.must(['register', 'init', ...at, '--user', 'keeper', '--out', joinFile], `${SECRET}\n\n`);
      server.sql('CREATE ROLE clerk LOGIN IN ROLE payout_desk_member');
    }
    await desk.must(['register', 'join', joinFile, '--name', name, '--user', 'clerk'], `${SECRET}\n\n`);
    desks.push(desk);
  }
  return desks;
}

interface Play {
  readonly desks: readonly TeamDesk[];
  readonly server: TeamServer;
  readonly random: Random;
  readonly folder: string;
}

/** Rounds of files under faults. In the last one a desk dies for good. Returns every file, as it was meant. */
async function troubled({ payouts }: TeamChaos, { desks, server, random, folder }: Play): Promise<PayoutRow[][]> {
  const files: PayoutRow[][] = [];
  const rowsMost = Math.min(ROWS_MOST, Math.ceil(payouts / desks.length));
  let left = payouts;
  for (const desk of desks) desk.killPercent = KILL_PERCENT;
  for (let round = 1; left > 0; round += 1) {
    const waiting = shuffled(desks, random);
    const tasks: { readonly desk: TeamDesk; readonly file: string }[] = [];
    while (waiting.length > 0 && left > 0) {
      const rows = makeFile(files.length + 1, Math.min(rowsMost, left));
      left -= rows.length;
      files.push(rows);
      const group = waiting.splice(0, random.pick([2, 2, 2, 3]));
      const written = variants(rows, random).map((variant, at) =>
        writeCsv(folder, { name: `file${files.length}-${at}.csv`, rows: variant }),
      );
      for (const [at, desk] of group.entries()) tasks.push({ desk, file: written[at % written.length] ?? '' });
    }
    const last = left === 0 ? desks.at(-1) : undefined;
    if (last !== undefined && desks.length > 1) last.isDead = true;
    let isOver = false;
    const faults = troubles(server, { random, failsOver: round % FAILOVER_EVERY_ROUNDS === 1, isOver: () => isOver });
    await Promise.all(tasks.map(({ desk, file }) => desk.pay(file)));
    isOver = true;
    await faults;
    process.stderr.write(`round ${round}: ${payouts - left} of ${payouts} payouts\n`);
  }
  return files;
}

async function troubles(
  server: TeamServer,
  {
    random,
    failsOver,
    isOver,
  }: { readonly random: Random; readonly failsOver: boolean; readonly isOver: () => boolean },
): Promise<void> {
  const after = failsOver ? random.between(0, 2) : Number.POSITIVE_INFINITY;
  for (let times = 0; !isOver(); times += 1) {
    await sleep(random.between(700, 4_000));
    if (isOver()) return;
    await (times === after ? server.failOver() : server.trouble());
  }
}

/** Other people in each file. */
function makeFile(number: number, count: number): PayoutRow[] {
  return makeRows(count, { label: `f${number}x` }).map((row) =>
    row.account === '' ? row : { ...row, account: `${10 + number}${row.account}` },
  );
}

/** One file as two clerks have it: the same, overlapping, or corrected by a paisa. */
function variants(rows: readonly PayoutRow[], random: Random): (readonly PayoutRow[])[] {
  const third = Math.floor(rows.length / 3);
  switch (random.pick(['same', 'same', 'overlapping', 'corrected'])) {
    case 'same':
      return [rows, rows];
    case 'overlapping':
      return [rows.slice(0, rows.length - third), rows.slice(third)];
    default:
      return [rows, rows.map((row) => ({ ...row, amount: (Number(row.amount) + 0.01).toFixed(2) }))];
  }
}

/** No more faults: what is open is settled, the dead desk is retired and comes back, and whoever is owed is paid. */
async function calmly(
  desks: readonly TeamDesk[],
  { server, files }: { readonly server: TeamServer; readonly files: readonly (readonly PayoutRow[])[] },
): Promise<void> {
  const living = desks.filter(({ isDead }) => !isDead);
  const dead = desks.filter(({ isDead }) => isDead);
  const [first] = living;
  if (first === undefined) throw new Error('a team without a living desk');
  for (const desk of living) desk.killPercent = 0;
  const names = dead.map(({ name }) => `'${name}'`).join(', ');
  if (dead.length > 0) {
    // A day later.
    const back = 'seen_at_ms = seen_at_ms - 86400001, sending_at_ms = NULL';
    server.sql(`UPDATE payout_desk.desks SET ${back} WHERE name IN (${names})`);
  }
  await together(living, (desk) => desk.status());
  for (const { name } of dead) await retire(living, name);
  for (const desk of dead) {
    // It comes back, and would go on.
    desk.isDead = false;
    desk.killPercent = 0;
    for (const batch of await desk.batches()) await desk.bringToEnd(batch);
    await desk.settle();
    await desk.status();
  }
  for (let round = 0; round < CALM_ROUNDS; round += 1) {
    await together(living, async (desk) => {
      for (const batch of await desk.batches()) {
        if (desk.recorded(batch).some(({ state }) => state === 'queued')) await desk.bringToEnd(batch);
      }
      await desk.settle();
      await desk.retry();
      await desk.settle();
      await desk.status();
    });
  }
  for (const [at, rows] of files.entries()) {
    await first.pay(writeCsv(first.folder, { name: `again${at}.csv`, rows }));
  }
  await together(living, async (desk) => {
    await desk.settle();
    await desk.status();
  });
}

/** By the first desk that can say what the gateway does not know: one that has found a payment of its own there. */
async function retire(living: readonly TeamDesk[], name: string): Promise<void> {
  for (const desk of living) {
    await desk.command(['register', 'retire', name, '--json']);
    const words = ['register', 'retire', name, '--declare-unpaid', 'its disk is broken', '--json'];
    if ((await desk.command(words)).exitCode === 0) return;
  }
}

async function together(desks: readonly TeamDesk[], act: (desk: TeamDesk) => Promise<unknown>): Promise<void> {
  await Promise.all(desks.map(act));
}

interface Verdict {
  readonly debts: number;
  readonly doubles: number;
  readonly lost: number;
  readonly open: number;
  readonly broken: readonly string[];
}

/** A debt is a payee and a purpose, whatever the reference and the amount. */
function judge(
  desks: readonly TeamDesk[],
  {
    server,
    truth: { made },
    files,
  }: { readonly server: TeamServer; readonly truth: Truth; readonly files: readonly (readonly PayoutRow[])[] },
): Verdict {
  const debts = files.flat().map(({ upi, account, remark }) => debtOf(upi === '' ? account : upi, remark));
  const paid = Map.groupBy(made, ({ payment }) =>
    debtOf(payment.method === 'UPI' ? payment.upiId : payment.account, payment.remark),
  );
  const doubles = [...paid].filter(([, payments]) => payments.length > 1).map(([debt]) => debt);
  const known = new Set(
    desks.flatMap((desk) =>
      desk.recorded().flatMap(({ reference, state }) => (state === 'success' ? [reference] : [])),
    ),
  );
  const unpaid = debts.filter((debt) => !paid.has(debt));
  const unknown = made.filter(({ payment }) => !known.has(payment.reference ?? ''));
  const open = Number(
    server.sql(`SELECT count(*) FROM payout_desk.claims WHERE state IN ('queued', 'sending', 'processing', 'unknown')`),
  );
  const broken = [
    ...doubles.map((debt) => `PAID TWICE: ${debt}`),
    ...[...paid.keys()].filter((debt) => !debts.includes(debt)).map((debt) => `paid, and nobody owed it: ${debt}`),
    ...unpaid.map((debt) => `LOST, never paid: ${debt}`),
    ...unknown.map(({ payment }) => `LOST, paid and on no desk: ${payment.reference ?? ''}`),
    ...(open === 0 ? [] : [`${open} claims stay open`]),
    ...desks.flatMap((desk) => desk.broken),
  ];
  return { debts: debts.length, doubles: doubles.length, lost: unpaid.length + unknown.length, open, broken };
}

function debtOf(payee: unknown, purpose: unknown): string {
  return `${String(payee)} ${String(purpose)}`;
}

function shuffled<One>(all: readonly One[], random: Random): One[] {
  const left = [...all];
  return all.flatMap(() => left.splice(random.below(left.length), 1));
}
