// When all faults have stopped: a person presses Resume and Watch as long as that helps, and then everything that can settle must
// have settled, as the gateway's hidden books say.

import { inEnglish } from '../../shared/messages/speak.ts';
import type { PayoutRow } from './disk-reader.ts';
import { mayBePaid } from './ground-truth.ts';
import type { Machine } from './machine.ts';
import { resume, watch } from './person.ts';
import { readNews, unlock } from './person-decides.ts';
import type { World } from './world.ts';

/** More presses than any batch needs: each sends at least one payout or looks up all. */
const PRESSES_MAX = 12;

/** Long enough for a few lookups of everything, in milliseconds of virtual time. */
const PATIENCE_MS = 12_000;

export async function settleAll(world: World): Promise<void> {
  // What one machine pays last may be what another was in doubt about, so each looks again.
  for (const machine of [...world.machines, ...world.machines.slice(0, -1)]) {
    if (machine.isLocked) await world.live(unlock(world, machine, true));
    await world.live(readNews(world, machine, true));
    // Payouts that wait for a later batch continue once that batch has ended.
    for (const { batch } of [...machine.disk.sums(), ...machine.disk.sums()]) await settle(world, machine, batch);
  }
}

/** Presses as long as something of the batch could still settle; the rest would be looked up in vain. */
async function settle(world: World, machine: Machine, batch: number): Promise<void> {
  const couldSettle = (...states: readonly string[]): boolean =>
    machine.disk
      .payouts()
      .some((one) => one.batch === batch && states.includes(one.state) && unsettled(world, machine, one) !== null);
  const options = { until: 'settled', forMs: PATIENCE_MS, isFair: true } as const;
  for (let presses = 0; presses < PRESSES_MAX && world.journal.violations.length === 0; presses += 1) {
    // Each queued row may have to be looked up first, at a halved rate: a person who sees no progress waits longer.
    const patient = { ...options, forMs: PATIENCE_MS * (1 + presses) };
    // News from the lookups of the previous press may stand against a payout until a person has read it.
    if (machine.disk.news().some(({ isUnread }) => isUnread === 1)) await world.live(readNews(world, machine, true));
    if (couldSettle('queued')) await world.live(resume(world, machine, batch, patient));
    // A resume that is stopped before it sends looks nothing up.
    if (couldSettle('processing', 'unknown', 'sending')) await world.live(watch(world, machine, batch, options));
    else if (!couldSettle('queued')) return;
    await world.clock.advance(60_000);
  }
}

/** Whatever is still open must have a reason, and what moved must have moved once. */
export function checkLiveness(world: World): void {
  const { journal, truth } = world;
  if (journal.violations.length > 0) return;
  for (const machine of world.machines) {
    for (const payout of machine.disk.payouts()) {
      journal.count(`in the end ${payout.state}`);
      const lie = untrue(world, machine, payout);
      if (lie !== null) journal.violation(`${machine.name}: ${payout.reference} is called ${payout.state}: ${lie}`);
      const why = unsettled(world, machine, payout);
      if (why !== null) journal.violation(`${machine.name}: ${payout.reference} stays ${payout.state}: ${why}`);
    }
  }
  for (const machine of world.machines) verify(world, machine);
  world.witness.money.countLate();
  for (const payment of truth.payments()) {
    for (const machine of world.machines) {
      const [, ...again] = payment.movements.filter((movement) => movement.machine === machine.name);
      // Some gateways say "failed" of what never existed: there, a failed payout may be sent once more. A restored desk cannot
      // know what the gateway hid; any other posts nothing a second time, hidden or not.
      const beside = again.filter(({ atMs }) => mayBePaid(truth.seen(payment, atMs)));
      if (beside.length > 0)
        journal.violation(`${payment.reference} was paid again from ${machine.name} while it was paid`);
    }
  }
}

/** The whole audit agrees, from the first entry to the note outside the data folder. */
function verify({ journal }: World, machine: Machine): void {
  const verified = machine.verify();
  const findings = verified.kind === 'verified' ? verified.verdict.findings : [verified.refusal];
  for (const { code, message } of findings)
    journal.violation(`${machine.name}: audit verify: ${code}: ${inEnglish(message)}`);
}

/** What is untrue about an ended payout; null when the desk says what it truly heard. */
function untrue({ truth, dialect, witness, quirks }: World, machine: Machine, payout: PayoutRow): string | null {
  if (payout.state === 'success' && payout.decidedBy === null && truth.find(payout) === null) return 'nobody was paid';
  if (!NOT_PAID.includes(payout.state)) return null;
  // The desk looked up by this id another payout to which the gateway also gave it, and never this one.
  if (quirks.repeatsFirstIds && payout.transactionId === null) return null;
  const looked = witness.lastLookUp(machine.name, payout, { sinceMs: truth.healedAtMs });
  const isPlain = dialect.tells('success') && dialect.tellsById('success');
  return isPlain && looked?.says === 'success' && looked.process.isFinished ? 'the gateway said success last' : null;
}

/** Why its state should be different; null when all is well. */
function unsettled({ truth, dialect, files, quirks }: World, machine: Machine, payout: PayoutRow): string | null {
  const payment = truth.find(payout);
  const truly = payment === null ? null : truth.state(payment);
  switch (payout.state) {
    case 'success':
    case 'failed':
    case 'rejected':
    case 'reversed':
    case 'cancelled':
      return null;
    case 'sending':
      return 'nobody sends it';
    case 'processing':
    case 'unknown':
      // It has another payment's id, and a third id by its own reference: a person ends it with a ticket after a week.
      if (quirks.repeatsFirstIds && payout.transactionId !== null && payout.transactionId !== payment?.transactionId)
        return null;
      if (payout.transactionId !== null && truly !== null && !dialect.tellsById(truly)) return null;
      // A gateway that gave two payments one id must give a different id with an ending, and gives none for a reversed payment or
      // one whose id it gave to another: a person ends it with a ticket.
      if (
        payout.unknownReason === 'sameId' &&
        (truly === 'reversed' || (payment !== null && machine.disk.hasAnotherWithIdOf(payment)))
      )
        return null;
      return truly !== null && dialect.tells(truly) ? `the gateway says ${truly}` : null;
    case 'queued': {
      const isHeld = payout.hold !== null;
      const all = machine.disk.payouts();
      // Nothing is sent of a batch of which the gateway knows one reference, or a reference of the file's next run.
      const isKnown = all.some((one) => {
        return one.batch === payout.batch && one.state === 'queued' && isKnownTo(truth, { one, all });
      });
      const isGuarded = all.some((other) => other.batch !== payout.batch && isRival(files, other, payout));
      // A batch with a payout that has the id of another computer's payment stands still until a person drops the rest.
      const isMixedUp =
        quirks.repeatsFirstIds && all.some((one) => one.batch === payout.batch && isCalledByAnother(truth, one));
      const isOpen = isKnown || isMixedUp || isChained(payout, machine, truth);
      const mayWait =
        isOpen || (isHeld && (isGuarded || dialect.wasAmbiguous || isUnproven({ truth, files, all }, payout)));
      return mayWait ? null : isHeld ? `held as ${payout.hold} without reason` : 'nothing is in its way';
    }
  }
}

function isCalledByAnother(truth: World['truth'], payout: PayoutRow): boolean {
  const payment = truth.find(payout);
  return payment !== null && payout.transactionId !== null && payout.transactionId !== payment.transactionId;
}

/** Whether the gateway knows the payout, or what may be the same one under a reference that this desk never used. */
function isKnownTo(
  truth: World['truth'],
  { one, all }: { readonly one: PayoutRow; readonly all: readonly PayoutRow[] },
): boolean {
  if (truth.find(one) !== null) return true;
  const own = new Set(all.map(({ reference }) => reference));
  return [...truth.payments()].some(
    ({ mid, payee, amountPaise, reference }) =>
      mid === one.mid && payee === one.payee && amountPaise === one.amountPaise && !own.has(reference),
  );
}

/** Whether the gateway or the desk no longer says that what the batch retries ended unpaid. */
function isChained({ batch }: PayoutRow, { disk }: Machine, truth: World['truth']): boolean {
  const waiting = disk.payouts().filter((one) => one.batch === batch && one.state === 'queued');
  return waiting.some((one) =>
    disk.chainBefore(one).some((before) => {
      const { state } = before;
      const payment = truth.find(before);
      return !UNPAID.includes(state) || payment === null || truth.state(payment) !== state;
    }),
  );
}

const UNPAID: readonly string[] = ['failed', 'rejected', 'reversed'];
const NOT_PAID: readonly string[] = [...UNPAID, 'cancelled'];

/**
 * Whether the person was to be paid before through a merchant whose gateway knows neither that payout nor any paid one that could
 * prove its lookups.
 */
function isUnproven(
  { truth, files, all }: Pick<World, 'truth' | 'files'> & { readonly all: readonly PayoutRow[] },
  payout: PayoutRow,
): boolean {
  return all.some((earlier) => {
    const isSilent = earlier.batch !== payout.batch && UNPAID.includes(earlier.state) && truth.find(earlier) === null;
    return isSilent && isOfPerson(files, earlier, payout) && !all.some((one) => isFoundPaid(one, earlier));
  });
}

function isFoundPaid({ state, decidedBy, baseUrl, mid }: PayoutRow, { baseUrl: address, mid: id }: PayoutRow): boolean {
  return state === 'success' && decidedBy === null && baseUrl === address && mid === id;
}

/** Whether another payout pays the same person, by these or other details, or still may. */
function isRival(files: World['files'], other: PayoutRow, payout: PayoutRow): boolean {
  return isOfPerson(files, other, payout) && !NOT_PAID.includes(other.state);
}

/** Whether both are for one person, by these or other details. */
function isOfPerson(files: World['files'], other: PayoutRow, payout: PayoutRow): boolean {
  const employeeOf = ({ file, row }: PayoutRow): number | undefined => files.get(file)?.rows.get(row)?.employee;
  const employee = employeeOf(payout);
  return other.payee === payout.payee || (employee !== undefined && employeeOf(other) === employee);
}
