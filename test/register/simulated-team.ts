// A team in one process, step by step in an order that the seed draws: the claims, endings, marks and settling that ship, over real
// SQLite files and the register's real SQL. Modelled are the person, the gateway, and what lies between desk and server: transactions
// that never arrive, whose answer is lost, or that arrive when the desk has given up. The server forgets what it committed last.

import type { Claimed } from '../../electron/main/domain/ledger.ts';
import { systemClock } from '../../electron/main/platform/clock.ts';
import type { RegisterConnection, RegisterFault } from '../../electron/main/register/connection.ts';
import { closeClaims, retireDesk } from '../../electron/main/register/register.ts';
import { publishNow, settleOwn } from '../../electron/main/session/register-session.ts';
import { asPaise } from '../../shared/money.ts';
import type { Payment } from '../../shared/rows.ts';
import { type Random, seededRandom } from '../seeded/random.ts';
import { answer, BACKOFF, LOST, lookUp, NOW_MS, PAID, payment, said, turn } from '../store/desk-file.ts';
import { openHeaded } from '../store/headed-desk.ts';
import type { PrivatePostgres } from './private-postgres.ts';
import { claimAgain, confirmOnly, type Member, memoryNow, type Team } from './team.ts';

const AWAY: RegisterFault = { kind: 'fault', fault: 'away', code: 'SIMULATED' };
const STEPS = 90;
const FILES = 8;
const ROWS = 5;

/** What a person does next, by how often it stands here. */
const ACTS = [
  'confirm',
  'confirm',
  'confirm',
  'claim',
  'claim',
  'claim',
  'claim',
  'pay',
  'pay',
  'pay',
  'pay',
  'pay',
  'look',
  'tell',
  'tell',
  'compare',
  'crash',
  'cancel',
  'keep',
  'failOver',
  'putBack',
  'copy',
  'die',
  'retire',
  'late',
  'late',
] as const;

interface Desk {
  member: Member;
  readonly name: string;
  /** Batches that this life of the desk may send. */
  readonly sending: Set<number>;
  readonly batches: { readonly batch: number; readonly debts: readonly number[] }[];
  /** Payments without an answer. */
  readonly inDoubt: { readonly batch: number; readonly claimed: Claimed }[];
  isDead: boolean;
  isCopy: boolean;
}

/** What was seen, for a test to know that it happened. */
export type Seen = Record<string, number>;

export interface TeamSeed {
  readonly broken: readonly string[];
  readonly payments: number;
  readonly seen: Seen;
}

/** Names in a schema before pg_catalog: the server's place in its journal, and its history, are the simulation's. */
const SIMULATED_SERVER = `
CREATE SCHEMA sim;
CREATE TABLE sim.server (back numeric NOT NULL, timeline int NOT NULL);
INSERT INTO sim.server VALUES (0, 1);
CREATE FUNCTION sim.pg_current_wal_flush_lsn() RETURNS pg_lsn LANGUAGE sql
  AS $$ SELECT pg_catalog.pg_current_wal_flush_lsn() - back FROM sim.server $$;
CREATE FUNCTION sim.pg_walfile_name(pg_lsn) RETURNS text LANGUAGE sql AS $$ SELECT lpad(timeline::text, 8, '0') FROM sim.server $$;
GRANT USAGE ON SCHEMA sim TO PUBLIC;
GRANT ALL ON sim.server TO PUBLIC;`;

const TABLES = ['register', 'desks', 'desk_marks', 'claim_sets', 'claims'] as const;

export async function runTeamSeed(
  seed: number,
  { team, server }: { readonly team: Team; readonly server: PrivatePostgres },
) {
  const world = new SimulatedTeam(seed, team, server);
  await world.live();
  await world.settle();
  return world.judged();
}

class SimulatedTeam {
  readonly #random: Random;
  readonly #team: Team;
  readonly #server: PrivatePostgres;
  readonly #desks: Desk[] = [];
  /** How often the gateway paid each debt, and each reference. */
  readonly #paid = new Map<number, string[]>();
  readonly #debtOf = new Map<string, number>();
  /** Transactions that the server has not seen yet, and nobody waits for any more. */
  readonly #late: (() => Promise<unknown>)[] = [];
  readonly #broken: string[] = [];
  readonly #seen: Seen = {};
  #hasKept = false;
  #isCalm = false;

  constructor(seed: number, team: Team, server: PrivatePostgres) {
    this.#random = seededRandom(seed, 'team');
    this.#team = team;
    this.#server = server;
  }

  async live(): Promise<void> {
    this.#sql(SIMULATED_SERVER);
    this.#sql(`ALTER DATABASE ${this.#team.database} SET search_path = sim, pg_catalog, public`);
    for (const name of ['Delhi', 'Pune', 'Goa']) {
      const hourOff = this.#random.pick([-3_600_000, 0, 3_600_000]);
      // Whoever waits has waited.
      const clock = {
        ...systemClock,
        nowMs: () => systemClock.nowMs() + hourOff,
        after: (_ms: number, callback: () => void) => {
          const soon = setImmediate(callback);
          return () => clearImmediate(soon);
        },
      };
      const member = await this.#team.member(name, clock);
      this.#desks.push({ member: this.#behindWire(member), name, ...NEW_LIFE() });
    }
    for (let step = 0; step < STEPS && this.#broken.length === 0; step += 1) await this.#take(this.#random.pick(ACTS));
  }

  /** Every fault is over: who is gone is retired, what is open is looked up, what is owed is paid by whoever may. */
  async settle(): Promise<void> {
    this.#isCalm = true;
    while (this.#late.length > 0) await this.#late.shift()?.();
    // Files that were copied are of a desk that another retires.
    for (const desk of this.#desks) if (desk.isCopy) desk.isDead = true;
    for (let round = 0; round < 3; round += 1) {
      for (const desk of this.#living()) {
        await this.#compare(desk);
        for (const { batch } of desk.batches) {
          if ((await this.#claim(desk, batch)) === null) await this.#pay(desk, batch, ROWS);
          else if (round > 0) this.#cancel(desk, batch);
        }
        this.#lookAll(desk);
        await this.#tell(desk);
      }
      await this.#retireAll();
    }
  }

  judged(): TeamSeed {
    for (const [debt, references] of this.#paid) {
      if (references.length > 1) this.#broken.push(`debt ${debt} was PAID TWICE: ${references.join(', ')}`);
    }
    const open = this.#sql(
      `SELECT string_agg(s.batch || ' row ' || c.row_number || ' ' || c.state || ' of ' || d.name, '; ') FROM payout_desk.claims c
       JOIN payout_desk.claim_sets s USING (set_id) JOIN payout_desk.desks d ON d.desk_id = c.desk_id
       WHERE c.state IN ('queued', 'sending', 'processing', 'unknown')`,
    );
    if (open !== '') this.#broken.push(`open claims: ${open}`);
    const known = this.#desks.flatMap(({ member, batches }) =>
      batches.flatMap(({ batch }) =>
        member.store.register.rows(batch).flatMap(({ reference, state }) => (state === 'success' ? [reference] : [])),
      ),
    );
    const payments = [...this.#paid.values()].flat();
    for (const reference of payments) {
      if (!known.includes(reference)) this.#broken.push(`LOST: ${reference} was paid, and no desk knows it`);
    }
    return { broken: this.#broken, payments: payments.length, seen: this.#seen };
  }

  async #take(act: (typeof ACTS)[number]): Promise<void> {
    const random = this.#random;
    const living = this.#living();
    const desk = living[random.below(living.length)];
    if (desk === undefined) return;
    const { batch } = desk.batches[random.below(Math.max(1, desk.batches.length))] ?? {};
    switch (act) {
      case 'confirm':
        return this.#confirm(desk);
      case 'claim':
        return batch === undefined ? undefined : void (await this.#claim(desk, batch));
      case 'pay':
        return batch === undefined ? undefined : this.#pay(desk, batch, random.between(1, 3));
      case 'look':
        return this.#lookAll(desk);
      case 'tell':
        return this.#tell(desk);
      case 'compare':
        return this.#compare(desk);
      case 'crash':
        return this.#crash(desk);
      case 'cancel':
        return batch === undefined || random.percent(60) ? undefined : this.#cancel(desk, batch);
      case 'keep':
        return this.#keep();
      case 'failOver':
        return this.#hasKept && random.percent(40) ? this.#goBack({ isFailover: true }) : undefined;
      case 'putBack':
        return this.#hasKept && random.percent(25) ? this.#putBack() : undefined;
      case 'copy':
        return this.#desks.length < 5 && random.percent(15) ? this.#copy(desk) : undefined;
      case 'die':
        if (living.length > 2 && random.percent(15)) desk.isDead = true;
        return;
      case 'retire':
        return this.#retireAll();
      case 'late':
        await this.#late.splice(random.below(Math.max(1, this.#late.length)), 1)[0]?.();
    }
  }

  /** One of a few files, as it is, in part, or with other paise. */
  #confirm(desk: Desk): void {
    const random = this.#random;
    const file = random.below(FILES);
    const held = new Set(desk.batches.flatMap(({ debts }) => debts));
    const all = Array.from({ length: ROWS }, (_, at) => file * ROWS + at).filter((debt) => !held.has(debt));
    const debts = all.slice(random.percent(30) ? 1 : 0, random.percent(30) ? -1 : undefined);
    if (debts.length === 0 || desk.member.store.standing.kind === 'locked') return;
    const byPaise = random.percent(25) ? 1 : 0;
    const batch = confirmOnly(
      desk.member,
      debts.map((debt) => paymentOf(debt, byPaise)),
    );
    const rows = desk.member.store.register.rows(batch);
    for (const [at, debt] of debts.entries()) this.#debtOf.set(rows[at]?.reference ?? '', debt);
    desk.batches.push({ batch, debts });
    this.#see('confirmed');
  }

  async #claim(desk: Desk, batch: number): Promise<string | null> {
    // A whole batch of another desk may be named, and lifts nothing of the same purpose.
    const names = this.#random.percent(30) ? ['Delhi/B0001', 'Pune/B0001', 'Goa/B0001', 'Goa/B0002'] : [];
    const pause = await claimAgain(desk.member, batch, new Set(names));
    this.#see(pause === null ? 'claimed' : pause.code);
    if (pause === null) desk.sending.add(batch);
    else desk.sending.delete(batch);
    return pause?.code ?? null;
  }

  /** Pays the next rows of a batch, as a run does whose last beat was good. */
  async #pay(desk: Desk, batch: number, most: number): Promise<void> {
    if (!desk.sending.has(batch)) return;
    const { member, inDoubt } = desk;
    const { store } = member;
    if ((await this.#beat(desk)) !== null) return;
    for (let times = 0; times < most; times += 1) {
      const [claimed] = turn(store, batch, { claim: 1 }).claimed;
      if (claimed === undefined) return;
      const { reference } = claimed.order;
      const [executes, answers] = this.#isCalm ? [true, true] : [!this.#random.percent(6), !this.#random.percent(20)];
      if (executes) {
        const debt = this.#debtOf.get(reference) ?? -1;
        this.#paid.set(debt, [...(this.#paid.get(debt) ?? []), reference]);
      }
      if (executes && answers) turn(store, batch, { news: [answer(claimed, PAID)] });
      else inDoubt.push({ batch, claimed });
      if (!(executes && answers) && this.#random.percent(50)) turn(store, batch, { news: [answer(claimed, LOST)] });
    }
  }

  /** A beat of a run. What the register says against it ends the run. */
  async #beat(desk: Desk): Promise<unknown> {
    const { store, session, system } = desk.member;
    const said = await publishNow(system, { store, place: session.place, memory: memoryNow({ store }), sends: true });
    if (said?.kind === 'doubt') desk.sending.clear();
    return said;
  }

  async #tell({ member: { store, session, system } }: Desk): Promise<void> {
    await publishNow(system, { store, place: session.place, memory: memoryNow({ store }) });
  }

  async #compare({ member: { store, session, system } }: Desk): Promise<void> {
    await settleOwn(system, { store, place: session.place });
  }

  /** The gateway tells the truth about what is in doubt; what it never got, it calls failed from then on. */
  #lookAll(desk: Desk): void {
    const { store } = desk.member;
    for (const { batch, claimed } of desk.inDoubt.splice(0)) {
      store.ledger.interrupt('crashed', { nowMs: NOW_MS + 1_000, backoff: BACKOFF });
      const isPaid = this.#isPaid(claimed.order.reference);
      for (const atMs of [NOW_MS + 2_000, NOW_MS + 62_000]) {
        turn(store, batch, { news: [lookUp(claimed, said(isPaid ? 'success' : 'failed'), atMs)] });
      }
    }
  }

  #cancel({ member: { store } }: Desk, batch: number): void {
    store.ledger.cancel(batch, { nowMs: NOW_MS, backoff: BACKOFF });
  }

  /** The process dies, and the next one opens its files. */
  #crash(desk: Desk): void {
    const { store, place } = desk.member;
    store.close();
    const opened = openHeaded(place);
    opened.ledger.interrupt('crashed', { nowMs: NOW_MS + 1_000, backoff: BACKOFF });
    desk.member = { ...desk.member, store: opened };
    desk.sending.clear();
    this.#see('crashes');
  }

  /** Somebody starts a copy of a desk's folder, which has the same id. */
  #copy(desk: Desk): void {
    const copied = this.#behindWire(this.#team.copyOf(desk.member, { withHead: true }));
    copied.store.ledger.interrupt('crashed', { nowMs: NOW_MS + 1_000, backoff: BACKOFF });
    this.#desks.push({ ...NEW_LIFE(), name: desk.name, member: copied, batches: [...desk.batches], isCopy: true });
    this.#see(copied.store.standing.kind === 'locked' ? 'locked copies' : 'copies');
  }

  #keep(): void {
    this.#sql(
      `DROP SCHEMA IF EXISTS kept CASCADE; CREATE SCHEMA kept;
       ${TABLES.map((table) => `CREATE TABLE kept.${table} AS TABLE payout_desk.${table};`).join(' ')}
       CREATE TABLE kept.position AS SELECT sim.pg_current_wal_flush_lsn() AS lsn;`,
    );
    this.#hasKept = true;
  }

  /** A failover to a replica that lacks everything since `#keep`, or the files of then. */
  #goBack({ isFailover }: { readonly isFailover: boolean }): void {
    this.#sql(
      `BEGIN; SET LOCAL session_replication_role = replica;
       ${TABLES.map((table) => `DELETE FROM payout_desk.${table};`).join(' ')}
       ${TABLES.map((table) => `INSERT INTO payout_desk.${table} OVERRIDING SYSTEM VALUE SELECT * FROM kept.${table};`).join(' ')}
       UPDATE sim.server SET timeline = timeline + ${isFailover ? 1 : 0};
       COMMIT;
       UPDATE sim.server SET back = pg_catalog.pg_current_wal_flush_lsn() - (SELECT lsn FROM kept.position);`,
    );
    this.#see(isFailover ? 'failovers' : 'put back');
  }

  /** Files are put back with all desks closed, and each compares before it goes on, as the guide says. */
  async #putBack(): Promise<void> {
    this.#late.length = 0;
    this.#goBack({ isFailover: false });
    for (const desk of this.#desks) desk.sending.clear();
    const wasCalm = this.#isCalm;
    this.#isCalm = true;
    for (const desk of this.#desks) await this.#compare(desk);
    this.#isCalm = wasCalm;
  }

  /** Another desk ends the membership of each that is gone, looks its payments up, and declares unpaid what nobody knows. */
  async #retireAll(): Promise<void> {
    const [by] = this.#living();
    if (by === undefined) return;
    for (const gone of this.#desks.filter(({ isDead }) => isDead)) {
      const { deskId } = memoryNow(gone.member);
      this.#sql(`UPDATE payout_desk.desks SET seen_at_ms = seen_at_ms - 86400001 WHERE desk_id = '${deskId}'`);
      const { place } = by.member.session;
      const retired = await retireDesk(place, memoryNow(by.member), gone.name);
      if (retired.kind !== 'retired' || retired.deskId !== deskId) continue;
      const endings = retired.open.map(({ setId, rowNumber, reference }) => {
        return { setId, rowNumber, state: this.#isPaid(reference) ? ('success' as const) : ('cancelled' as const) };
      });
      await closeClaims(place, memoryNow(by.member), { deskId, endings });
      this.#see('retired');
      // It comes back, and would go on.
      for (const { batch } of gone.batches) {
        await this.#claim(gone, batch);
        await this.#pay(gone, batch, 1);
      }
      this.#lookAll(gone);
      await this.#tell(gone);
    }
  }

  #isPaid(reference: string): boolean {
    return [...this.#paid.values()].some((references) => references.includes(reference));
  }

  #living(): Desk[] {
    return this.#desks.filter(({ isDead }) => !isDead);
  }

  /** The same desk, whose transactions may not arrive, may lose their answer, or may arrive late. */
  #behindWire(member: Member): Member {
    const { connection } = member.session.place;
    const run: RegisterConnection['run'] = async (act, withinMs) => {
      const served = () => connection.run(act, withinMs);
      if (this.#isCalm || !this.#random.percent(12)) return served();
      switch (this.#random.pick(['cut', 'lost', 'late'])) {
        case 'cut':
          this.#see('cut');
          return AWAY;
        case 'lost':
          this.#see('answer lost');
          await served();
          return AWAY;
        default:
          this.#see('late');
          this.#late.push(served);
          return AWAY;
      }
    };
    const place = { ...member.session.place, connection: { ...connection, run } };
    return { ...member, session: { ...member.session, place } };
  }

  #sql(text: string): string {
    return this.#server.sql(text, this.#team.database);
  }

  #see(what: string): void {
    this.#seen[what] = (this.#seen[what] ?? 0) + 1;
  }
}

const NEW_LIFE = (): Omit<Desk, 'member' | 'name'> => ({
  sending: new Set(),
  batches: [],
  inDoubt: [],
  isDead: false,
  isCopy: false,
});

/** Each debt is another person. */
function paymentOf(debt: number, byPaise: number): Payment {
  const beneficiary = { method: 'UPI', upiId: `payee${debt}@bank` } as const;
  return payment({ beneficiary, name: `Payee ${debt}`, amountPaise: asPaise(50_000 + debt + byPaise) });
}
