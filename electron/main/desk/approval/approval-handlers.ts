// Persons and requests in a window. What is decided, and by whom, is decided by the desk's own functions: the command line has
// the same.

import { SHOWN_CONFIRM } from '../../../../shared/api/approval-commands.ts';
import type { AnswerOf } from '../../../../shared/api/contract.ts';
import { msg } from '../../../../shared/messages/message.ts';
import { NO_TICKS } from '../../../../shared/repeats.ts';
import { payToText, type Refusal } from '../../../../shared/rows.ts';
import { canApprove, type RequestContent, type ShownPayment, whyNotCounted } from '../../domain/approval.ts';
import type { HeadedReader } from '../../store/store.ts';
import type { DraftContext } from '../drafts/draft-store.ts';
import { type Handlers, refuse, replyOf } from '../runtime/context.ts';
import { carriedViews, decideCarried, readCarried, signersOfCarried } from './carried-requests.ts';
import {
  decideRequest,
  exportRequest,
  importSignature,
  listedRequest,
  listRequests,
  readRequest,
  readTeam,
  requestResume,
  tierWords,
} from './requests.ts';

type ApprovalCommand =
  | 'readTeam'
  | 'listRequests'
  | 'readRequest'
  | 'requestResume'
  | 'decideRequest'
  | 'exportRequest'
  | 'importSignature';

export function approvalHandlers({
  system,
  stores,
  drafts,
  files,
  emitChanged,
}: DraftContext): Handlers<ApprovalCommand> {
  /** A change of an account is made once it is approved. */
  const emitDecided = (): void => emitChanged('live', 'approvals', 'profiles');
  return {
    readTeam: () =>
      replyOf(readTeam(system), ({ persons, tiers, isFragile }) => {
        return { persons: [...persons], tiers: tiers.map((tier) => ({ ...tier, words: tierWords(tier) })), isFragile };
      }),
    listRequests: () =>
      replyOf(listRequests(system), ({ requests }) => ({
        requests: [...carriedViews(system), ...requests].map(listedRequest),
      })),
    readRequest: ({ request, listed }) => {
      const store = stores.live;
      const stored = store.approvals.find(request);
      return replyOf(readCarried(system, request) ?? readRequest(system, request), (details) => {
        const { shown, digest, ...view } = details;
        const { rows, ticks, warnings, confirm, draft } = shown ?? NOTHING_SHOWN;
        return {
          ...listedRequest({ ...view, digest }),
          digest,
          unsentPaise: rows.reduce((total, { paise }) => total + paise, 0),
          rows: rows.slice(0, listed),
          ticks: {
            paidBefore: [...ticks.paidBefore],
            difference: [...ticks.difference],
            accountChanged: [...ticks.accountChanged],
            heldName: [...ticks.heldName],
            batches: [...ticks.batches],
            ...(ticks.claims === undefined ? {} : { claims: [...ticks.claims] }),
          },
          warnings: [...warnings],
          // Another version may have shown something else: then the warnings are all there is.
          confirm: SHOWN_CONFIRM.nullable().safeParse(confirm).data ?? null,
          draft: drafts.list().drafts.some((one) => one.draft === draft?.id) ? draft : null,
          paidSince: paidSince(store, details, rows),
          signers: [
            ...(signersOfCarried(system, request) ??
              (stored === null ? [] : signersOf(store, stored.content, details.approvedBy))),
          ],
        };
      });
    },
    requestResume: async ({ batch, person, passphrase }) => {
      const made = await requestResume(system, { batch }, { name: person, passphrase });
      if (made.kind === 'done') emitChanged('live', 'approvals', 'batches');
      return replyOf(made, listedRequest);
    },
    decideRequest: async ({ request, digest, decision, reason, person, passphrase }) => {
      if (decision === 'reject' && reason === '') return refuse(NO_REASON);
      const deciding = { name: person, passphrase, decision, reason, seen: digest };
      const decided =
        (await decideCarried(system, request, deciding)) ?? (await decideRequest(system, request, deciding));
      emitDecided();
      return replyOf(decided, listedRequest);
    },
    exportRequest: async ({ request }) => {
      const { made, download } = await files.offer(`request-${request}.json`, (out) =>
        exportRequest(system, { request, out }),
      );
      return replyOf(made, () => download);
    },
    importSignature: async ({ file }) => {
      const path = files.pathOf(file);
      if (path === null) return refuse(FILE_GONE);
      const brought = await importSignature(system, path);
      emitDecided();
      return replyOf(brought, listedRequest);
    },
  };
}

const NOTHING_SHOWN: ShownPayment = { rows: [], ticks: NO_TICKS, warnings: [], confirm: null, draft: null };

const NO_REASON: Refusal = { code: 'noReason', message: msg('approval.noReason'), cure: msg('cure.sayWhy') };

const FILE_GONE: Refusal = {
  code: 'fileGone',
  message: msg('draft.fileGone'),
  cure: msg('cure.chooseSignatureAgain'),
};

type Details = AnswerOf<'readRequest'>;

/** Who may approve, and why somebody may not. */
function signersOf(
  { approvals }: Pick<HeadedReader, 'approvals'>,
  content: RequestContent,
  signed: readonly string[],
): Details['signers'] {
  const persons = approvals.persons();
  return persons.filter(canApprove).map((person) => {
    const { name } = person;
    const why = signed.includes(name) ? msg('approval.decidedBefore', { name }) : null;
    return { name, why: why ?? whyNotCounted(content, person, persons) };
  });
}

/** What batches that were confirmed since pay to the same accounts. */
function paidSince(
  store: Pick<HeadedReader, 'batches' | 'payouts'>,
  { asked, madeAtMs, batch: own }: Parameters<typeof listedRequest>[0],
  rows: ShownPayment['rows'],
): Details['paidSince'] {
  if (!('seal' in asked) || own !== null) return [];
  const payTo = new Set(rows.map((row) => row.payTo));
  const later = store.batches.list().filter(({ mid, confirmedAtMs, id }) => {
    return mid === asked.account.mid && confirmedAtMs >= madeAtMs && id !== asked.batch;
  });
  return later.flatMap(({ batch, id, payoutCount }) => {
    const all = { from: 0, count: payoutCount };
    const query = { states: [], search: '', sort: { by: 'rowNumber', direction: 'up' }, window: all } as const;
    const same = store.payouts.page(batch, query).rows.filter(({ beneficiary }) => payTo.has(payToText(beneficiary)));
    if (same.length === 0) return [];
    const paise = same.reduce((sum, { amountPaise }) => sum + amountPaise, 0);
    return [{ batch: id, sum: { count: same.length, paise } }];
  });
}
