// The gateway knows the references that another computer paid, or this one before a restore. Rows whose reference it is known to
// have are left out. The others are looked up before money moves, and again after a pause, because two people may start the same
// file at the same moment.

import { invariant, type Pause } from '../../../../shared/failures.ts';
import type { Mid, Reference } from '../../../../shared/ids.ts';
import { DAY_MS } from '../../../../shared/limits.ts';
import { msg } from '../../../../shared/messages/message.ts';
import type { Profile } from '../../../../shared/profiles.ts';
import type { Issue, Payment, Refusal } from '../../../../shared/rows.ts';
import type { QueuedReference } from '../../domain/ledger.ts';
import type { Preflight } from '../../domain/run.ts';
import { unlessCutShort } from '../../session/following.ts';
import type { System } from '../../session/system.ts';
import { laterReferences } from '../../store/references.ts';
import type { HeadedWriter } from '../../store/store.ts';
import { inFileOrder } from '../drafts/choose-rows.ts';
import type { ScreenedRows } from '../drafts/screen-rows.ts';
import type { Candidate, StartPlace } from './candidate.ts';
import { issueOf } from './match-corrections.ts';
import { whyCutShort } from './start-refusals.ts';

/** Removes the rows that have a refusal, by row number. What was asked about them stays, because a person has seen it. */
export function withoutRows<Rows extends ScreenedRows>(chosen: Rows, against: ReadonlyMap<number, Refusal>): Rows {
  const { rows, excluded, findings, ticked } = chosen;
  const isAllowed = (rowNumber: number): boolean => !against.has(rowNumber);
  const left = rows.flatMap(({ rowNumber, source }) => {
    const refusal = against.get(rowNumber);
    return refusal === undefined ? [] : [{ rowNumber, source, issues: [issueOf(rowNumber, refusal)] }];
  });
  return {
    ...chosen,
    heldNames: new Map([...chosen.heldNames].filter(([rowNumber]) => isAllowed(rowNumber))),
    rows: rows.filter(({ rowNumber }) => isAllowed(rowNumber)),
    excluded: [...excluded, ...left].toSorted(inFileOrder),
    findings: [...findings, ...left.flatMap(({ issues }): readonly Issue[] => issues)],
    ticked: {
      ...ticked,
      paidBefore: ticked.paidBefore.filter(isAllowed),
      difference: ticked.difference.filter(isAllowed),
      accountChanged: ticked.accountChanged.filter(isAllowed),
      heldName: ticked.heldName.filter(isAllowed),
      ...(ticked.claims === undefined ? {} : { claims: ticked.claims.filter((one) => isAllowed(one.rowNumber)) }),
    },
  };
}

/** The same before anybody was asked: nothing is asked about a row that the gateway knows. */
function withoutKnown(chosen: ScreenedRows, against: ReadonlyMap<number, Refusal>): ScreenedRows {
  if (against.size === 0) return chosen;
  const isAllowed = ({ rowNumber }: { readonly rowNumber: number }): boolean => !against.has(rowNumber);
  return {
    ...withoutRows(chosen, against),
    asked: chosen.asked.filter(isAllowed),
    questions: chosen.questions.flatMap((question) => {
      const rows = question.rows.filter(isAllowed);
      return rows.length === 0 ? [] : { ...question, rows };
    }),
  };
}

/** Rows and their references, one for each. */
interface NamedRows {
  readonly chosen: ScreenedRows;
  readonly references: readonly Reference[];
}

/** Names the chosen rows and leaves out those the gateway knows. Refuses if another payment already has a reference. */
export function nameChosen(store: HeadedWriter, mid: Mid, chosen: ScreenedRows): NamedRows | Refusal {
  const names = store.nameRows(mid, chosen.rows);
  if (names.kind === 'taken') return usedRefusal(chosen.rows[names.at]?.rowNumber ?? 0, names.reference);
  const against = new Map<number, Refusal>();
  const references: Reference[] = [];
  for (const [at, { reference, known }] of names.rows.entries()) {
    const row = chosen.rows[at];
    invariant(row !== undefined, 'a reference without a row');
    if (known === null) references.push(reference);
    else against.set(row.rowNumber, knownRow(known));
  }
  return { chosen: withoutKnown(chosen, against), references };
}

function knownRow(word: string): Refusal {
  return {
    code: 'referenceKnown',
    message: msg('start.referenceKnown.row', { word }),
    cure: msg('cure.rowKnownElsewhere'),
  };
}

function usedRefusal(row: number, reference: Reference): Refusal {
  return {
    code: 'referenceTaken',
    message: msg('start.referenceTaken', { row, reference }),
    cure: msg('cure.referenceTaken'),
  };
}

/** For this long after another computer was noticed, each payout of the account is looked up right before it is sent. */
const OTHERS_PAY_FOR_MS = DAY_MS;

/** Whether others pay from this account (a setting, or noticed lately): then each payout is looked up before its send. */
export function othersPay(
  { clock }: Pick<System, 'clock'>,
  store: HeadedWriter,
  { mid, severalComputers }: Pick<Profile, 'mid' | 'severalComputers'>,
): boolean {
  return severalComputers === true || store.knownReferences.anySince(mid, clock.nowMs() - OTHERS_PAY_FOR_MS);
}

/** A sample of the references, and those that the first rows may have on another computer. */
export function probesOf({ randomBelow }: System, { profile, rows, references }: Candidate): Reference[] {
  const named = rows.map(({ payment }, index) => {
    const reference = references[index];
    invariant(reference !== undefined, 'a row without a reference');
    return { reference, amountPaise: payment.amountPaise, payment };
  });
  return [...chooseProbes(named, randomBelow), ...laterProbes(profile.mid, named).keys()];
}

type Known = NonNullable<Extract<Preflight, { kind: 'stopped' }>['known']>;

/**
 * Looks up every row after the gateway was found to know a reference of the file. Stores the references it knows, so that the
 * next Confirm leaves those rows out. Returns why nothing is paid now.
 */
export async function findKnown(place: StartPlace, { notKnown }: Known, pause: Pause): Promise<Refusal> {
  const { system, store, session, candidate, follower, signal } = place;
  const { profile, rows, references } = candidate;
  const found = new Map<number, Parameters<HeadedWriter['knownReferences']['note']>[1][number]>();
  const count = rows.length;
  follower.onNote?.(msg('start.looksEachUp', { count }));
  let stopped: Refusal | null = null;
  // If "not known" cannot be recognised, no other answer proves anything.
  for (const [at, { rowNumber, payment }] of notKnown === null ? [] : rows.entries()) {
    const reference = references[at];
    invariant(reference !== undefined, 'a row without a reference');
    for (const knownAs of [reference, ...laterReferences(profile.mid, payment, reference)]) {
      const key = { by: 'reference', reference: knownAs } as const;
      const looked = await unlessCutShort(signal, () => system.engine.lookUpOnce(session.reads, { key, notKnown }));
      if (looked === null) stopped = whyCutShort(signal);
      else if (looked.kind === 'stopped') stopped = { ...looked.pause, cure: msg('cure.nothingStoredTryAgain') };
      else if (looked.finding.kind === 'state') found.set(rowNumber, { reference, knownAs, word: looked.finding.word });
      if (stopped !== null || found.has(rowNumber)) break;
    }
    if (stopped !== null) break;
  }
  if (found.size > 0) {
    store.knownReferences.note(store.merchants.ensure(profile), [...found.values()], system.clock.nowMs());
  }
  if (stopped !== null) return stopped;
  if (found.size === 0) return { ...pause, cure: msg('cure.referenceKnown', { profile: profile.name }) };
  const named = [...found.keys()].slice(0, ROWS_NAMED).map(String);
  const rowsNamed = found.size > ROWS_NAMED ? [...named, '…'] : named;
  return {
    code: 'referenceKnown',
    message: msg('start.referenceKnown.rows', { count: found.size, rows: rowsNamed }),
    cure: msg('cure.rowsKnown', { profile: profile.name }),
  };
}

const ROWS_NAMED = 10;

/**
 * Looks up a sample again right before the rows are stored and sent, after a random pause of some seconds: if two people start
 * one file at the same moment, the second finds what the first has paid. Skipped in practice, where only this desk pays, and for
 * a retry unless several computers pay. Returns why nothing is paid, or null.
 */
export async function lookOnceMore(place: StartPlace): Promise<Refusal | null> {
  const { system, session, candidate, follower, signal } = place;
  const { profile, source } = candidate;
  if (profile.environment === 'PRACTICE') return null;
  if (source.kind === 'retry' && profile.severalComputers !== true) return null;
  const { leastMs, mostMs } = system.secondLook;
  const pauseMs = leastMs + system.randomBelow(mostMs - leastMs + 1);
  follower.onNote?.(msg('start.looksOnceMore'));
  const waited = await unlessCutShort(signal, () => session.reads.wait(pauseMs).then(() => true));
  if (waited === null) return whyCutShort(signal);
  // The first row comes last, because somebody else would have sent it first.
  const probes = probesOf(system, candidate).toReversed();
  const ready = await unlessCutShort(signal, () => system.engine.preflight(session.reads, probes));
  if (ready === null) return whyCutShort(signal);
  if (ready.kind === 'ready') return null;
  if (ready.known !== undefined && source.kind === 'file') return findKnown(place, ready.known, ready.pause);
  return { ...ready.pause, cure: msg('cure.mendThenTryAgain') };
}

const RANDOM_REFERENCES_PROBED = 5;

/** Taken from the start of the file. */
const FIRST_REFERENCES_PROBED = 8;

type Probed = Pick<QueuedReference, 'reference' | 'amountPaise'> & Partial<Pick<QueuedReference, 'isKnown'>>;

/** Chooses which references to look up, each once. `randomBelow` returns a whole number from 0 to below its argument. */
export function chooseProbes(references: readonly Probed[], randomBelow: (limit: number) => number): Reference[] {
  const first = references[0];
  const last = references.at(-1);
  if (first === undefined || last === undefined) return [];
  const largest = references.reduce((most, one) => (one.amountPaise > most.amountPaise ? one : most), first);
  const known = references.find(({ isKnown }) => isKnown === true) ?? first;
  const begun = references.slice(0, FIRST_REFERENCES_PROBED).map(({ reference }) => reference);
  const chosen = new Set<Reference>([known.reference, ...begun, last.reference, largest.reference]);
  const wanted = Math.min(chosen.size + RANDOM_REFERENCES_PROBED, references.length);
  while (chosen.size < wanted) {
    const one = references[randomBelow(references.length)];
    if (one !== undefined) chosen.add(one.reference);
  }
  return [...chosen];
}

/** This many of the first rows are also looked up under the next numbers of their content. */
export const ROWS_PROBED_LATER = 3;

/** Maps each reference that a first row may have on another computer to the row's own reference. */
export function laterProbes(
  mid: Mid,
  rows: readonly { readonly payment: Payment; readonly reference: Reference }[],
): ReadonlyMap<Reference, Reference> {
  const first = rows.slice(0, ROWS_PROBED_LATER);
  return new Map(
    first.flatMap(({ payment, reference }) =>
      laterReferences(mid, payment, reference).map((later) => [later, reference] as const),
    ),
  );
}
