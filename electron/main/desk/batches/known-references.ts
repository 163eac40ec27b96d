// What another computer paid, or this one before a restore, is known by its reference: which rows of a file the gateway
// was heard to know, what is asked about them before money moves, and once more after a pause, as two people may start
// one file at the same moment.

import { CURES } from '../../../../shared/cures.ts';
import { invariant, type Pause } from '../../../../shared/failures.ts';
import type { Mid, Reference } from '../../../../shared/ids.ts';
import type { Profile } from '../../../../shared/profiles.ts';
import type { Issue, Payment, Refusal } from '../../../../shared/rows.ts';
import type { Preflight } from '../../domain/run.ts';
import { unlessCutShort } from '../../session/following.ts';
import type { System } from '../../session/system.ts';
import { laterReferences } from '../../store/references.ts';
import type { HeadedWriter } from '../../store/store.ts';
import type { Chosen } from '../drafts/choose-rows.ts';
import type { Candidate, StartPlace } from './candidate.ts';
import { chooseProbes } from './probe-references.ts';
import { issueOf } from './retry-world.ts';
import { whyCutShort } from './start-refusals.ts';

/** Rows without what stands against some of them. Shape: `against` by row number; nothing of those is asked, ticked or chosen any more. */
export function withoutRows<Rows extends Chosen>(chosen: Rows, against: ReadonlyMap<number, Refusal>): Rows {
  const { rows, excluded, findings, ticked, asked, questions } = chosen;
  const isKept = (rowNumber: number): boolean => !against.has(rowNumber);
  const left = rows.flatMap(({ rowNumber, source }) => {
    const refusal = against.get(rowNumber);
    return refusal === undefined ? [] : [{ rowNumber, source, issues: [issueOf(rowNumber, refusal)] }];
  });
  return {
    ...chosen,
    rows: rows.filter(({ rowNumber }) => isKept(rowNumber)),
    excluded: [...excluded, ...left].toSorted((one, other) => one.rowNumber - other.rowNumber),
    findings: [...findings, ...left.flatMap(({ issues }): readonly Issue[] => issues)],
    ticked: {
      ...ticked,
      paidBefore: ticked.paidBefore.filter(isKept),
      difference: ticked.difference.filter(isKept),
      accountChanged: ticked.accountChanged.filter(isKept),
    },
    asked: asked.filter(({ rowNumber }) => isKept(rowNumber)),
    questions: questions.flatMap((question) => {
      const kept = question.rows.filter(({ rowNumber }) => isKept(rowNumber));
      return kept.length === 0 ? [] : { ...question, rows: kept };
    }),
  };
}

/** Rows with their references. Shape: one for each row. */
interface NamedRows {
  readonly chosen: Chosen;
  readonly references: readonly Reference[];
}

/** Names the chosen rows, and leaves out those that the gateway was heard to know. Errors: refused where another payment has a reference. */
export function nameChosen(store: HeadedWriter, mid: Mid, chosen: Chosen): NamedRows | Refusal {
  const names = store.nameRows(
    mid,
    chosen.rows.map(({ payment }) => ({ payment, payAgain: false })),
  );
  if (names.kind === 'taken') return takenRefusal(chosen.rows[names.at]?.rowNumber ?? 0, names.reference);
  const against = new Map<number, Refusal>();
  const references: Reference[] = [];
  for (const [at, { reference, known }] of names.rows.entries()) {
    const row = chosen.rows[at];
    invariant(row !== undefined, 'a reference without a row');
    if (known === null) references.push(reference);
    else against.set(row.rowNumber, knownRow(known));
  }
  return { chosen: against.size === 0 ? chosen : withoutRows(chosen, against), references };
}

function knownRow(word: string): Refusal {
  return {
    code: 'referenceKnown',
    message: `The gateway already knows this reference (${word}): paid from another computer or before a restore.`,
    cure: 'Compare with the other computer. If it is meant as another payment, give the row another remark.',
  };
}

function takenRefusal(row: number, reference: Reference): Refusal {
  return {
    code: 'referenceTaken',
    message: `Row ${row} would be sent as ${reference}, which is the reference of another payment.`,
    cure: 'Give the row a reference of its own, or leave the other one empty.',
  };
}

/** So long after another computer was noticed each payout of the account is looked up right before its send. */
const OTHERS_PAY_FOR_MS = 24 * 3_600_000;

/** Whether each payout is looked up right before its send: others pay from the account, as a person said or as was noticed lately. */
export function othersPay(
  { clock }: Pick<System, 'clock'>,
  store: HeadedWriter,
  { mid, severalComputers }: Pick<Profile, 'mid' | 'severalComputers'>,
): boolean {
  return severalComputers === true || store.knownReferences.anySince(mid, clock.nowMs() - OTHERS_PAY_FOR_MS);
}

/** Some of the references, each once, and what the first rows may be called on another computer. */
export function probesOf({ randomBelow }: System, { profile, rows, references }: Candidate): Reference[] {
  const named = rows.map(({ payment }, index) => {
    const reference = references[index];
    invariant(reference !== undefined, 'a row without a reference');
    return { reference, amountPaise: payment.amountPaise, payment };
  });
  return [...chooseProbes(named, randomBelow), ...laterProbes(profile.mid, named).keys()];
}

/** So many of the first rows are looked up under the next numbers of their content as well. */
export const ROWS_PROBED_LATER = 3;

/** What the first rows may be called on another computer. Shape: by that reference the row's own. */
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

type Known = NonNullable<Extract<Preflight, { kind: 'stopped' }>['known']>;

/**
 * The gateway knows a reference of the file: every row is looked up, and what it knows is kept, so that the next Confirm leaves
 * those rows out. Shape: why nothing is paid now.
 */
export async function findKnown(place: StartPlace, { notKnown }: Known, pause: Pause): Promise<Refusal> {
  const { system, store, session, candidate, follower, signal } = place;
  const { profile, rows, references } = candidate;
  const heard = new Map<number, Parameters<HeadedWriter['knownReferences']['note']>[1][number]>();
  const count = rows.length;
  follower.onNote?.(`The gateway knows a payment of this file already: each of its ${count} rows is looked up.`);
  let stopped: Refusal | null = null;
  // Where "not known" cannot be told, no other answer proves anything.
  for (const [at, { rowNumber, payment }] of notKnown === null ? [] : rows.entries()) {
    const reference = references[at];
    invariant(reference !== undefined, 'a row without a reference');
    for (const knownAs of [reference, ...laterReferences(profile.mid, payment, reference)]) {
      const key = { by: 'reference', reference: knownAs } as const;
      const looked = await unlessCutShort(signal, () => system.engine.lookAgain(session.reads, { key, notKnown }));
      if (looked === null) stopped = whyCutShort(signal);
      else if (looked.kind === 'stopped') stopped = { ...looked.pause, cure: 'Nothing was stored or sent. Try again.' };
      else if (looked.finding.kind === 'state') heard.set(rowNumber, { reference, knownAs, word: looked.finding.word });
      if (stopped !== null || heard.has(rowNumber)) break;
    }
    if (stopped !== null) break;
  }
  if (heard.size > 0) {
    store.knownReferences.note(store.merchants.ensure(profile), [...heard.values()], system.clock.nowMs());
  }
  if (stopped !== null) return stopped;
  if (heard.size === 0) return { ...pause, cure: CURES.referenceKnown(profile.name) };
  const named = [...heard.keys()].slice(0, ROWS_NAMED).join(', ');
  const rowsInWords = heard.size > ROWS_NAMED ? `${named}, …` : named;
  return {
    code: 'referenceKnown',
    message: `The gateway already knows rows of this file, ${heard.size} in all: ${rowsInWords}. They were paid from another computer or before a restore.`,
    cure: CURES.rowsKnown(profile.name),
  };
}

const ROWS_NAMED = 10;

/**
 * Looks once more right before the rows are stored and sent, after a pause of some seconds that is drawn: of two people who
 * start one file at the same moment the second finds what the first has paid. Practice is paid by this desk alone; a retry by
 * another only where several computers pay. Shape: why nothing is paid; null when nothing speaks against it.
 */
export async function lookOnceMore(place: StartPlace): Promise<Refusal | null> {
  const { system, session, candidate, follower, signal } = place;
  const { profile, source } = candidate;
  if (profile.environment === 'PRACTICE') return null;
  if (source.kind === 'retry' && profile.severalComputers !== true) return null;
  const { leastMs, mostMs } = system.secondLook;
  const pauseMs = leastMs + system.randomBelow(mostMs - leastMs + 1);
  follower.onNote?.('Looking once more whether another computer pays the same.');
  const waited = await unlessCutShort(signal, () => session.reads.wait(pauseMs).then(() => true));
  if (waited === null) return whyCutShort(signal);
  // The first row last: it is what somebody else sends first.
  const probes = probesOf(system, candidate).toReversed();
  const ready = await unlessCutShort(signal, () => system.engine.preflight(session.reads, probes));
  if (ready === null) return whyCutShort(signal);
  if (ready.kind === 'ready') return null;
  if (ready.known !== undefined && source.kind === 'file') return findKnown(place, ready.known, ready.pause);
  return { ...ready.pause, cure: 'Nothing was stored or sent. Mend it, then try again.' };
}
