// Confirming a draft and starting it. In: a draft and what a person saw and ticked. Out: the confirmation, or a running batch.
// Both go through start-batch: what the window shows is what Start itself would pay, asked again at the moment of Start.
// This file must never start a batch of which the person saw other figures.

import type { Confirmation } from '../../../../shared/api/batch-commands.ts';
import type { ConfirmView } from '../../../../shared/api/views.ts';
import type { BatchId } from '../../../../shared/ids.ts';
import type { Refusal } from '../../../../shared/issues.ts';
import { LEFT_OUT_ROWS_SHOWN, WARNINGS_SHOWN } from '../../../../shared/limits.ts';
import type { Follower } from '../../../../shared/api/following.ts';
import { type Chosen, chooseRows } from '../choose-rows.ts';
import { bookOfProfile } from '../desks.ts';
import { CHANGED_MEANWHILE, type WholeDraft } from '../drafts/draft.ts';
import { anyProfile } from '../profiles.ts';
import { startBatch, type StartWish } from '../start-batch.ts';
import { done, type HandlerContext, type Handlers, isRefusal, refuse, replyOf } from './context.ts';
import { repeatsOf } from './repeats.ts';

type Names = 'readConfirmation' | 'startBatch';

export function confirmHandlers(context: HandlerContext): Handlers<Names> {
  const { drafts, rooms, runner, tellChanged } = context;

  /** A draft as start-batch takes a file: already read, with what the person changed. */
  const start = (draft: WholeDraft, wish: Omit<StartWish, 'file' | 'onlyPayable' | 'until' | 'forMs'>) => {
    const checkFile = () => Promise.resolve({ kind: 'checked' as const, checked: draft.checked });
    const file = { path: draft.checked.file.name, sheet: null, columns: [], encoding: null, fillRemark: null };
    return startBatch({ ...rooms, checkFile }, { ...wish, file, onlyPayable: true, until: 'settled', forMs: null });
  };

  /** Checked from scratch, and as it was seen: an edit that comes meanwhile changes nothing of what is started. */
  const findDraft = async (id: string, revision: number): Promise<WholeDraft | Refusal> => {
    const draft = drafts.find(id);
    return isRefusal(draft) ? draft : draft.checkWhole(revision);
  };

  return {
    readConfirmation: async ({ draft: id, revision, profile: name }) => {
      const draft = await findDraft(id, revision);
      if (isRefusal(draft)) return refuse(draft);
      const profile = anyProfile(rooms, name);
      if (profile.kind !== 'done') return refuse(profile.refusal);
      const book = bookOfProfile(name);
      const store = context.stores[book];
      const repeats = repeatsOf(rooms, { store, profile: profile.value, checked: draft.checked });
      const merchantId = store.merchants.find(profile.value);
      const chosen = chooseRows(store, draft.checked, { merchantId, book, nowMs: rooms.clock.nowMs() });
      const seen: ConfirmView[] = [];
      const answer = await start(draft, {
        profile: name,
        name: null,
        acceptWarnings: true,
        acceptRepeat: repeats[0]?.batch ?? null,
        includeHidden: draft.reading.options.includeHidden,
        follower: DEAF,
        confirm: (view) => {
          seen.push(view);
          return Promise.resolve(false);
        },
      });
      const [view] = seen;
      const refusal = answer.kind === 'done' ? null : answer.refusal;
      const { draft: handle, ...parts } = { draft: id, revision, repeats, ...leftOutOf(chosen) };
      if (view === undefined) {
        const figures = figuresWithout(draft, profile.value, chosen);
        return done({ draft: handle, ...parts, ...figures, blocked: refusal ?? CHANGED_MEANWHILE });
      }
      const warned = chosen.rows.length > 0 && view.warnings.length > 0;
      return done({
        draft: handle,
        ...parts,
        ...figuresOf(view, profile.value.ratePerSecond),
        ticks: [...(warned ? (['warnings'] as const) : []), ...(repeats.length > 0 ? (['repeatedFile'] as const) : [])],
        blocked: null,
      });
    },

    startBatch: async ({ draft: id, revision, profile, name, count, totalPaise, ticks, repeatOf }) => {
      const draft = await findDraft(id, revision);
      if (isRefusal(draft)) return refuse(draft);
      let isChanged = false;
      const answer = await runner.send((follower) =>
        start(draft, {
          profile,
          name: name === '' ? null : name,
          acceptWarnings: ticks.includes('warnings'),
          acceptRepeat: ticks.includes('repeatedFile') ? repeatOf : null,
          includeHidden: draft.reading.options.includeHidden,
          follower,
          confirm: (view) => {
            isChanged = view.count !== count || view.totalPaise !== totalPaise;
            return Promise.resolve(!isChanged);
          },
        }),
      );
      if (answer.kind !== 'done') return refuse(isChanged ? CHANGED_MEANWHILE : answer.refusal);
      drafts.close(id);
      tellChanged(bookOfProfile(profile), 'batches', 'payouts', 'drafts');
      return replyOf(answer, (batch: BatchId) => ({ batch }));
    },
  };
}

/** Nobody follows a question. */
const DEAF: Follower = { onProgress: () => {}, onPauseAsked: () => () => {} };

type Figures = Omit<Confirmation, 'draft' | 'revision' | 'repeats' | 'leftOut' | 'leftOutCount' | 'ticks' | 'blocked'>;

function figuresOf(view: ConfirmView, ratePerSecond: number): Figures {
  const { profile, environment, mid, baseUrl, file, count, totalPaise, totalInWords, byMethod, largestPaise } = view;
  const { warnings, walletAsReported, estimatedSeconds } = view;
  return {
    profile,
    environment,
    mid,
    baseUrl,
    file,
    count,
    totalPaise,
    totalInWords,
    byMethod,
    largestPaise,
    warnings: warnings.slice(0, WARNINGS_SHOWN),
    warningCount: warnings.length,
    wallet: walletAsReported === null ? null : { reported: walletAsReported, balancePaise: null },
    estimatedSeconds,
    ratePerSecond,
  };
}

/** What can be said of a draft that cannot be started. */
function figuresWithout(
  { checked }: WholeDraft,
  profile: { name: string; environment: 'LIVE' | 'PRACTICE'; mid: number; baseUrl: string; ratePerSecond: number },
  chosen: Chosen,
): Figures & { readonly ticks: [] } {
  const totalPaise = chosen.rows.reduce((total, row) => total + row.payment.amountPaise, 0);
  const share = (method: 'UPI' | 'IMPS') => {
    const ofMethod = chosen.rows.filter((row) => row.payment.beneficiary.method === method);
    return { count: ofMethod.length, paise: ofMethod.reduce((total, row) => total + row.payment.amountPaise, 0) };
  };
  return {
    profile: profile.name,
    environment: profile.environment,
    mid: profile.mid,
    baseUrl: profile.baseUrl,
    file: checked.file.name,
    count: chosen.rows.length,
    totalPaise,
    totalInWords: '',
    byMethod: { UPI: share('UPI'), IMPS: share('IMPS') },
    largestPaise: chosen.rows.reduce((most, row) => Math.max(most, row.payment.amountPaise), 0),
    warnings: [],
    warningCount: 0,
    ticks: [],
    wallet: null,
    estimatedSeconds: 0,
    ratePerSecond: profile.ratePerSecond,
  };
}

/** Rows that are left out, by their first reason, the most frequent first. */
function leftOutOf({ excluded }: Chosen): Pick<Confirmation, 'leftOut' | 'leftOutCount'> {
  const groups = Map.groupBy(excluded, ({ issues }) => issues[0]?.code ?? 'leftOut');
  const leftOut = [...groups].map(([code, rows]) => ({
    code,
    message: rows[0]?.issues[0]?.message ?? '',
    count: rows.length,
    rowNumbers: rows.slice(0, LEFT_OUT_ROWS_SHOWN).map(({ rowNumber }) => rowNumber),
  }));
  return { leftOut: leftOut.toSorted((a, b) => b.count - a.count), leftOutCount: excluded.length };
}
