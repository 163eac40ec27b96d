// The desk of payouts in doubt, late news, and what waits for a person. In: checked parameters. Out: replies.
// This file must never decide by itself, nor mark news as read that the person was not shown.

import type { AnswerOf, TakenParamsOf } from '../../../../shared/api/contract.ts';
import type { Reply } from '../../../../shared/api/reply.ts';
import { bookOfBatch } from '../../../../shared/books.ts';
import { BANK_REFERENCE_CURE, isBankReference, type Verdict } from '../../../../shared/decisions.ts';
import { parseBatchId, parseCommandId } from '../../../../shared/ids.ts';
import type { Refusal } from '../../../../shared/issues.ts';
import { CHANGED_MEANWHILE } from '../drafts/draft.ts';
import { tallyInDoubt } from '../left-in-doubt.ts';
import { markNewsRead } from '../late-news.ts';
import { tallyAsItStands } from '../locked-desk.ts';
import { resolvePayout } from '../resolve-payout.ts';
import { done, type HandlerContext, type Handlers, refuse, replyOf, splitPayoutName } from './context.ts';
import { newsLine, unknownGroups } from './unknown-views.ts';

type Names = 'listUnknown' | 'resolvePayouts' | 'listLateNews' | 'markLateNewsRead' | 'readAttention';
type Decision = TakenParamsOf<'resolvePayouts'>;

export function unknownHandlers(context: HandlerContext): Handlers<Names> {
  const { hub, rooms, runner, stores, tellChanged } = context;
  return {
    listUnknown: ({ book }) => done({ groups: unknownGroups(stores[book], rooms.clock.nowMs()) }),
    resolvePayouts: async (params) => {
      const { verdict, wrong } = readDecision(params);
      if (wrong !== null) return refuse(wrong);
      const rows = params.payouts.map((payout) => splitPayoutName(payout));
      const [first] = rows;
      const batch = parseBatchId(first?.batch ?? '');
      if (first === undefined || batch === null || rows.some((row) => row.batch !== first.batch)) {
        return refuse(SEVERAL_BATCHES);
      }
      const isAlone = rows.length === 1;
      const answer = await resolvePayout(rooms, {
        payout: { by: 'row', batch, rowNumber: first.rowNumber },
        verdict,
        note: params.note,
        ticket: params.decision.kind === 'notPaid' ? params.decision.ticket : null,
        sameEvidence: isAlone ? null : rows.length,
        rows: isAlone ? null : rows.map(({ rowNumber }) => rowNumber),
        commandId: parseCommandId(params.commandId),
      });
      if (answer.kind === 'done') {
        tellChanged(bookOfBatch(batch), 'unknown', 'payouts', 'batches', 'confirmations');
      }
      return replyOf(answer, () => ({}));
    },
    listLateNews: ({ book }) => {
      const news = stores[book].news.list({ batch: null, all: true }).map(newsLine);
      return done({ news: news.toReversed() });
    },
    markLateNewsRead: async ({ book, news }) => {
      const answer = await markNewsRead(rooms, { book, news });
      tellChanged(book, 'lateNews');
      return replyOf(answer, () => ({}));
    },
    readAttention: ({ book }): Reply<AnswerOf<'readAttention'>> => {
      const store = stores[book];
      const { activity } = runner;
      const sending = activity.kind === 'sending' ? activity.batch : null;
      const unknown = store.batches.list().flatMap(({ batch, id }) => {
        const tally = store.tally(batch);
        // As its own screen counts it: what nobody sends any more is in doubt.
        const { counts } = tallyAsItStands(store, id === sending ? tally : tallyInDoubt(tally));
        return counts.unknown === 0 ? [] : [{ batch: id, count: counts.unknown }];
      });
      const news = store.news.list({ batch: null, all: false });
      const mismatches = news.filter(({ to }) => to === 'mismatch').length;
      return done({ after: hub.place, unknown, lateNews: news.length, mismatches });
    },
  };
}

type DecisionReading =
  | { readonly verdict: Verdict; readonly wrong: null }
  | { readonly verdict: null; readonly wrong: Refusal };

/** What the person says, where it can be what they mean. */
function readDecision({ payouts, count, decision }: Decision): DecisionReading {
  if (new Set(payouts).size !== payouts.length) return { verdict: null, wrong: CHANGED_MEANWHILE };
  if (count !== payouts.length) return { verdict: null, wrong: otherCount(payouts.length) };
  if (decision.kind === 'notPaid') return { verdict: { kind: 'notPaid' }, wrong: null };
  if (payouts.length > 1) return { verdict: null, wrong: ONE_BY_ONE };
  if (!isBankReference(decision.rrn)) return { verdict: null, wrong: NO_BANK_REFERENCE };
  return { verdict: { kind: 'paid', bankReference: decision.rrn }, wrong: null };
}

function otherCount(count: number): Refusal {
  return {
    code: 'otherCount',
    message: `This is about ${count === 1 ? '1 payout' : `${count} payouts`}, not about as many as you typed.`,
    cure: 'Look at them once more, then type that number.',
  };
}

const ONE_BY_ONE: Refusal = {
  code: 'oneByOne',
  message: 'One transfer of the bank pays one payout.',
  cure: 'Decide about each that was paid by itself, with its own RRN or UTR.',
};
const SEVERAL_BATCHES: Refusal = {
  code: 'severalBatches',
  message: 'Payouts of several batches are not decided together.',
  cure: 'Decide about each batch by itself.',
};
const NO_BANK_REFERENCE: Refusal = {
  code: 'noBankReference',
  message: 'This is not an RRN or a UTR.',
  cure: BANK_REFERENCE_CURE,
};
