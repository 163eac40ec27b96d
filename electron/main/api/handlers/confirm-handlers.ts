// Confirming a draft and starting it. In: a draft and what a person saw and ticked. Out: the confirmation, or a running batch.
// Both go through start-batch, or retry-batch where the draft pays again: what the window shows is what Start itself would
// pay, asked again at the moment of Start. This file must never start a batch of which the person saw other figures.

import type { ConfirmView } from '../../../../shared/api/views.ts';
import { bookOfBatch } from '../../../../shared/books.ts';
import { type BatchId, parseCommandId } from '../../../../shared/ids.ts';
import type { Issue, Refusal } from '../../../../shared/issues.ts';
import type { Profile } from '../../../../shared/profiles.ts';
import type { PayableRow } from '../../../../shared/rows.ts';
import type { TickRow, Ticks } from '../../../../shared/ticks.ts';
import { type Chosen, chooseRows } from '../choose-rows.ts';
import type { Sealed } from '../confirm-seal.ts';
import { batchProfile } from '../batch-profile.ts';
import { bookOfProfile, findBatch } from '../desks.ts';
import { CHANGED_MEANWHILE, type RetryOrigin, type WholeDraft } from '../drafts/draft.ts';
import { underCeiling } from '../hold-ceiling.ts';
import { anyProfile } from '../profiles.ts';
import { findRetryPlace } from '../retry-world.ts';
import { inTheWindow } from '../window-cures.ts';
import {
  figuresOf,
  figuresWithout,
  leftOutByIssues,
  leftOutOf,
  tickableOf,
  warningsOf,
  warningTicks,
} from './confirm-figures.ts';
import { done, type HandlerContext, type Handlers, isRefusal, refuse, replyOf } from './context.ts';
import { answerWith, payDraft } from './pay-draft.ts';
import { repeatsOf } from './repeats.ts';

type Names = 'readConfirmation' | 'startBatch';

export function confirmHandlers(context: HandlerContext): Handlers<Names> {
  const { drafts, questions, rooms, runner, stores, tellChanged } = context;

  /** Checked from scratch, and as it was seen: an edit that comes meanwhile changes nothing of what is started. */
  const findDraft = async (id: string, revision: number): Promise<WholeDraft | Refusal> => {
    const draft = drafts.find(id);
    return isRefusal(draft) ? draft : draft.checkWhole(revision);
  };

  /** What is paid from, and what the desk's history says. Shape: a retry is paid from its batch's own merchant. */
  const aboutFile = async (draft: WholeDraft, name: string, rowTicks: Ticks): Promise<About | Refusal> => {
    const profile = anyProfile(rooms, name);
    if (profile.kind !== 'done') return profile.refusal;
    const book = bookOfProfile(name);
    const store = stores[book];
    const checked = underCeiling(draft.checked, profile.value.maxPayoutPaise);
    const repeats = await repeatsOf(rooms, { store, profile: profile.value, checked });
    const { name: fileName } = checked.file;
    const at = {
      mid: profile.value.mid,
      book,
      nowMs: rooms.clock.nowMs(),
      called: { batchName: null, fileName },
      ticks: rowTicks,
    };
    const chosen = await rooms.inTurns(chooseRows(store, checked, at));
    return { profile: profile.value, repeats, chosen, payable: chosen.rows };
  };
  const aboutRetry = async (draft: WholeDraft, { batch }: RetryOrigin): Promise<About | Refusal> => {
    const place = await rooms.inTurns(findRetryPlace(stores[bookOfBatch(batch)], batch));
    if (isRefusal(place)) return place;
    const payable = draft.checked.rows.filter((row) => row.kind === 'payable');
    return { profile: place.profile, repeats: [], chosen: null, payable };
  };

  /** The account that is paid from, with its ceilings, as it is now. */
  const accountOf = (retry: RetryOrigin | null, name: string): unknown => {
    if (retry === null) return anyProfile(rooms, name);
    const store = stores[bookOfBatch(retry.batch)];
    const batch = findBatch(store, retry.batch);
    return 'kind' in batch ? batch : batchProfile(store, batch);
  };

  return {
    readConfirmation: async ({ draft: id, revision, profile: name, rowTicks, asker, listed }) => {
      const draft = await findDraft(id, revision);
      if (isRefusal(draft)) return refuse(draft);
      const { retry } = draft.reading;
      const about = retry === null ? await aboutFile(draft, name, rowTicks) : await aboutRetry(draft, retry);
      if (isRefusal(about)) return refuse(about);
      const { profile, repeats, chosen, payable } = about;
      const seen: { readonly view: ConfirmView; readonly sealed: Sealed }[] = [];
      let asked: readonly TickRow[] = [];
      const answer = await questions.ask({ draft: id, asker }, (follower) =>
        payDraft(context, draft, {
          profile: name,
          name: null,
          acceptWarnings: true,
          acceptsUnprovable: true,
          acceptRepeat: repeats[0]?.batch ?? null,
          firstAlone: false,
          follower,
          commandId: null,
          askTicks: answerWith(rowTicks, (rows) => {
            asked = rows;
          }),
          confirm: (view, sealed) => {
            seen.push({ view, sealed });
            return Promise.resolve(false);
          },
        }),
      );
      if (answer === null) return refuse(ASKED_ANEW);
      const [shown] = seen;
      const view = shown?.view;
      const issues = view?.retry?.leftOut ?? view?.refused ?? (answer.kind === 'blocked' ? answer.check.issues : []);
      const parts = {
        draft: id,
        revision,
        repeats,
        tickable: tickableOf(asked, listed),
        retry: retry === null ? null : { batch: retry.batch, corrections: [...(view?.retry?.corrections ?? [])] },
        ...(chosen === null ? leftOutByIssues(issues) : leftOutOf(withRefused(chosen, issues))),
      };
      if (shown === undefined) {
        const rows = answer.kind === 'blocked' ? [] : payable;
        const blocked = inTheWindow(answer.kind === 'done' ? CHANGED_MEANWHILE : answer.refusal);
        const figures = figuresWithout(draft.checked.file.name, profile, rows);
        return done({ ...parts, ...figures, ...warningsOf([], listed), ticks: [], seal: null, blocked });
      }
      const { sealed } = shown;
      return done({
        ...parts,
        ...figuresOf(shown.view, profile),
        ...warningsOf(sealed.warnings, listed),
        ticks: [...warningTicks(sealed), ...(repeats.length > 0 ? (['repeatedFile'] as const) : [])],
        seal: sealed.seal,
        blocked: null,
      });
    },

    startBatch: async ({ draft: id, revision, profile, name, count, totalPaise, seal, ticks, ...params }) => {
      const found = drafts.find(id);
      if (isRefusal(found)) return refuse(found);
      const { retry } = found.reading;
      const accountNow = (): string => JSON.stringify(accountOf(retry, profile));
      const account = accountNow();
      const draft = await findDraft(id, revision);
      if (isRefusal(draft)) return refuse(draft);
      const { rowTicks, firstAlone, repeatOf, commandId } = params;
      let isChanged = false;
      const answer = await runner.send(null, (follower) => {
        questions.end(id);
        return payDraft(context, draft, {
          profile,
          name: name === '' ? null : name,
          acceptWarnings: ticks.includes('warnings'),
          acceptsUnprovable: ticks.includes('unsureLookups'),
          acceptRepeat: ticks.includes('repeatedFile') ? repeatOf : null,
          firstAlone,
          follower,
          commandId: parseCommandId(commandId),
          askTicks: answerWith(rowTicks, () => {}),
          // The gateway is asked first, which takes its time: a person may go back to the rows, or to the account, meanwhile.
          stillStands: () => {
            const now = drafts.find(id);
            return !isRefusal(now) && now.revision === revision && accountNow() === account;
          },
          // Whatever becomes of the rest, what is stored is paid once.
          onStored: (batch) => drafts.closePaid(id, batch),
          confirm: (view, sealed) => {
            isChanged = sealed.seal !== seal || view.count !== count || view.totalPaise !== totalPaise;
            return Promise.resolve(!isChanged);
          },
        });
      });
      const book = retry === null ? bookOfProfile(profile) : bookOfBatch(retry.batch);
      if (answer.kind !== 'done' && answer.kind !== 'unsure') {
        // It ended what other windows asked about this draft.
        tellChanged(book, 'confirmations');
        return refuse(isChanged ? CHANGED_MEANWHILE : answer.refusal);
      }
      if (answer.kind === 'done') drafts.closePaid(id, answer.value);
      tellChanged(book, 'batches', 'payouts', 'drafts', 'confirmations');
      return replyOf(answer, (batch: BatchId) => ({ batch }));
    },
  };
}

/** What a confirmation is about. Shape: `chosen` null for a retry, whose own view tells what is left out. */
interface About {
  readonly profile: Profile;
  readonly repeats: Awaited<ReturnType<typeof repeatsOf>>;
  readonly chosen: Chosen | null;
  readonly payable: readonly PayableRow[];
}

/** What is left out of a file: what was not chosen, and what the gateway spoke against once it was asked. */
function withRefused({ rows, excluded }: Chosen, issues: readonly Issue[]): Parameters<typeof leftOutOf>[0] {
  const byRow = Map.groupBy(issues, ({ row }) => row);
  const refused = rows.flatMap(({ rowNumber }) => {
    const ofRow = byRow.get(rowNumber)?.filter(({ severity }) => severity === 'error') ?? [];
    return ofRow.length === 0 ? [] : [{ rowNumber, issues: ofRow }];
  });
  return [...excluded, ...refused];
}

/** Whoever asked last is answered. */
const ASKED_ANEW: Refusal = {
  code: 'askedAnew',
  message: 'This was asked once more meanwhile.',
  cure: 'Read it again.',
};
