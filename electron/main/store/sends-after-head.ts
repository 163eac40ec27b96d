// The ledger as the engine gets it: a claim is handed out only once the head outside the data folder has seen it.
// In: turns. Out: the store's answers; where the head cannot be written, claims are taken back, since nothing of them left.
// This file must never hand out a claim that the head has not seen, nor any claim of a locked database.

import { invariant } from '../../../shared/failures.ts';
import type { Claimed, Ledger, News, TurnAnswer, TurnRequest } from '../../../shared/ledger.ts';
import type { HeadKeeper } from './head-keeper.ts';

/** Puts the head between the commit and the sockets. The store itself brings the head up after each commit. */
export function sendAfterHead(ledger: Ledger, keeper: HeadKeeper): Ledger {
  const takeBack = (claimed: readonly Claimed[], { nowMs, pace }: TurnRequest): TurnAnswer =>
    ledger.turn({ nowMs, pace, news: claimed.map((claim) => neverLeft(claim, nowMs)), claim: null });
  return {
    ...ledger,
    turn: (request) => {
      if (request.claim !== null) {
        invariant(keeper.standing.kind === 'current', 'a locked database sends nothing');
        const behind = keeper.catchUp();
        if (behind !== null) return behind;
      }
      const answer = ledger.turn(request);
      if (answer.kind !== 'committed' || answer.result.claimed.length === 0) return answer;
      const { result } = answer;
      try {
        if (keeper.catchUp() === null) return answer;
      } catch (bug) {
        takeBack(result.claimed, request);
        throw bug;
      }
      const back = takeBack(result.claimed, request);
      // They stay `sending` on disk, which the next start calls unknown: nothing of them leaves now either.
      if (back.kind !== 'committed') return { kind: 'committed', result: { ...result, claimed: [] } };
      return {
        kind: 'committed',
        result: { ...result, claimed: [], changes: [...result.changes, ...back.result.changes] },
      };
    },
  };
}

/** A claim whose request was never written to a socket. */
function neverLeft({ payoutId, attemptId }: Claimed, atMs: number): News {
  const outcome = { kind: 'notSent', cause: 'aborted', message: NEVER_LEFT } as const;
  return { kind: 'answer', payoutId, attemptId, outcome, evidence: { httpStatus: null, text: null }, atMs };
}

const NEVER_LEFT = 'It was not sent: the note of how far the desk has come could not be written.';
