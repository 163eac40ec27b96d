// What the audit log tells of one payout, entry by entry. In: the entries about it, in their order. Out: how its row must
// stand. This file must never look at the row: it says what the row is compared with.

import { STATE_KINDS, type StateKind } from '../../../shared/states.ts';

export type Detail = Readonly<Record<string, unknown>>;

/** One entry, as the replay needs it. */
export interface ToldEntry {
  readonly sequence: number;
  readonly atMs: number;
  readonly actor: string;
  readonly what: string;
  readonly batch: number | null;
  readonly detail: Detail;
}

/** The names of the gateway's ids, in the entries and in the table. */
export const ID_NAMES = [
  ['transactionId', 'transaction_id'],
  ['rrn', 'rrn'],
  ['utr', 'utr'],
  ['logNumber', 'log_number'],
  ['tranRefNo', 'tran_ref_no'],
] as const;

/** A decision as its entry has it, and who made it when. */
export interface ToldDecision {
  readonly atMs: number;
  readonly actor: string;
  readonly detail: Detail;
}

/** Shape: `word` the gateway's last; `ids` the first ever told of each; `interrupted` how often it may have left unanswered. */
export interface Told {
  state: StateKind;
  sends: number;
  decisions: readonly ToldDecision[];
  decidedBy: string | null;
  word: string | null;
  ids: Detail;
  hold: string | null;
  sentAtMs: number | null;
  settledAtMs: number | null;
  interrupted: number;
  answered: number;
  /** The last claim's entry. */
  claimedIn: number;
  claims: readonly ToldClaim[];
  /** The last digest of its evidence; null where no entry has one. */
  evidence: string | null;
  /** Whether it ever came to success: its payee is known since. */
  wasPaid: boolean;
}

/** A claim as its entry has it. */
export interface ToldClaim {
  readonly number: unknown;
  readonly atMs: number;
}

/** A payout of which nothing was told since it was confirmed. */
export function nothingTold(): Told {
  return {
    state: 'queued',
    sends: 0,
    decisions: [],
    decidedBy: null,
    word: null,
    ids: {},
    hold: null,
    sentAtMs: null,
    settledAtMs: null,
    interrupted: 0,
    answered: 0,
    claimedIn: 0,
    claims: [],
    evidence: null,
    wasPaid: false,
  };
}

const FINAL: readonly string[] = ['success', 'failed', 'rejected', 'reversed', 'cancelled'];

/** Tells one more entry. Shape: where the entry says the payout was, when that is not where the log left it; else null. */
export function tell(told: Told, entry: ToldEntry): string | null {
  const { evidence } = entry.detail;
  if (typeof evidence === 'string') told.evidence = evidence;
  if (entry.what === 'held') {
    const hit = entry.detail['hit'];
    told.hold = hit === 'referenceKnown' || hit === 'referenceUnclear' ? hit : 'guarded';
    return null;
  }
  const state = STATE_KINDS.find((kind) => kind === entry.what);
  if (state === undefined) return null;
  const from = entry.detail['from'] ?? 'queued';
  const jump = from === told.state ? null : JSON.stringify(from);
  if ('attempt' in entry.detail) claim(told, entry);
  else hear(told, { ...entry, state, isMoved: from !== state });
  told.state = state;
  if (state !== 'queued') told.hold = null;
  return jump;
}

function claim(told: Told, { atMs, sequence, detail }: ToldEntry): void {
  told.claims = [...told.claims, { number: detail['attempt'], atMs }];
  told.sends += 1;
  told.sentAtMs = atMs;
  told.claimedIn = sequence;
}

function hear(told: Told, entry: ToldEntry & { readonly state: StateKind; readonly isMoved: boolean }): void {
  const { detail, state, isMoved, atMs, actor } = entry;
  const { by, word, decision } = detail;
  if (typeof word === 'string') told.word = word;
  for (const [name] of ID_NAMES) {
    const id = detail[name];
    if (typeof id === 'string' && told.ids[name] === undefined) told.ids = { ...told.ids, [name]: id };
  }
  if (isMoved) {
    if (state === 'success') told.wasPaid = true;
    told.settledAtMs = FINAL.includes(state) ? atMs : null;
    told.decidedBy = by === 'decided' || state === 'cancelled' ? actor : null;
  }
  if (state === 'queued') told.sentAtMs = null;
  if (by === 'decided') {
    const said = typeof decision === 'object' && decision !== null ? { ...decision } : {};
    told.decisions = [...told.decisions, { atMs, actor, detail: said }];
  }
  if (by === 'interrupted') told.interrupted += 1;
  if (by === 'answered') told.answered += 1;
}
