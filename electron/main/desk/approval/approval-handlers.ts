// Persons and requests in a window. What is decided, and by whom, is decided by the desk's own functions: the command line has
// the same.

import { SHOWN_CONFIRM } from '../../../../shared/api/approval-commands.ts';
import type { AnswerOf } from '../../../../shared/api/contract.ts';
import { msg } from '../../../../shared/messages/message.ts';
import { NO_TICKS } from '../../../../shared/repeats.ts';
import { comparisonCode } from '../../../../shared/requests.ts';
import { payToText, type Refusal } from '../../../../shared/rows.ts';
import { canApprove, canMake, type RequestContent, type ShownPayment, whyNotCounted } from '../../domain/approval.ts';
import { refuseApproval } from '../../store/approvals.ts';
import type { HeadedReader } from '../../store/store.ts';
import type { DraftContext } from '../drafts/draft-store.ts';
import { done, type Handlers, refuse, replyOf } from '../runtime/context.ts';
import { carriedViews, decideOne, decideSeen, readCarried, signersOfCarried } from './carried-requests.ts';
import {
  addPerson,
  askedShown,
  exportRequest,
  importSignature,
  listedRequest,
  listRequests,
  makePersonFile,
  readRequest,
  readRequestFile,
  readTeam,
  removePerson,
  requestResume,
  setTier,
  signRequestFile,
  tierWords,
  unlockPayer,
  whyNotSigned,
} from './requests.ts';

type ApprovalCommand =
  | 'readTeam'
  | 'readLogin'
  | 'unlock'
  | 'lock'
  | 'listRequests'
  | 'readRequest'
  | 'requestResume'
  | 'decideRequest'
  | 'decideRequests'
  | 'addPerson'
  | 'makePersonFile'
  | 'removePerson'
  | 'setTier'
  | 'readRequestFile'
  | 'signRequestFile'
  | 'exportRequest'
  | 'importSignature';

export function approvalHandlers({
  system,
  stores,
  drafts,
  files,
  login,
  emitChanged,
}: DraftContext): Handlers<ApprovalCommand> {
  /** A change of an account is made once it is approved. */
  const emitDecided = (): void => emitChanged('live', 'approvals', 'profiles');
  const readLogin = (): AnswerOf<'readLogin'> => {
    const persons = stores.live.approvals.persons();
    const now = login.person;
    return {
      isTeam: persons.length > 0,
      person: now !== null && persons.some(({ publicKey }) => publicKey === now.publicKey) ? now.name : null,
      makers: persons.filter(canMake).map(({ name }) => name),
    };
  };
  return {
    readLogin: () => done(readLogin()),
    unlock: async ({ person, passphrase }) => {
      const unlocked = await unlockPayer(system, { name: person, passphrase });
      if (unlocked.kind === 'done') login.unlock(unlocked.value);
      emitChanged('live', 'approvals');
      return replyOf(unlocked, readLogin);
    },
    lock: () => {
      login.lock();
      emitChanged('live', 'approvals');
      return done(readLogin());
    },
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
        const { shown, ...view } = details;
        const { rows, ticks, warnings, confirm, draft } = shown ?? NOTHING_SHOWN;
        return {
          ...listedRequest(view),
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
      const decided = await decideOne(system, { request, digest }, { name: person, passphrase, decision, reason });
      emitDecided();
      return replyOf(decided, listedRequest);
    },
    decideRequests: async ({ requests, decision, reason, person, passphrase }) => {
      if (decision === 'reject' && reason === '') return refuse(NO_REASON);
      const answer = await decideSeen(system, requests, { name: person, passphrase, decision, reason });
      emitDecided();
      return replyOf(answer, (all) => ({
        decided: all.flatMap((one) => (one.answer.kind === 'done' ? [listedRequest(one.answer.value)] : [])),
        refused: all.flatMap(({ request, answer: one }) =>
          'refusal' in one ? [{ request, why: one.refusal.message }] : [],
        ),
      }));
    },
    addPerson: async ({ who, by }) => {
      const path = 'file' in who ? files.pathOf(who.file) : null;
      if ('file' in who && path === null) return refuse(FILE_GONE);
      const asked = await addPerson(
        system,
        'file' in who ? { file: path ?? '' } : who,
        by === null ? null : signedBy(by),
      );
      emitDecided();
      return replyOf(asked, listedRequest);
    },
    makePersonFile: async ({ name, role, passphrase }) => {
      const { made, download } = await files.offer(`${name}.json`, (out) =>
        makePersonFile(system, { name, role, passphrase, out }),
      );
      return replyOf(made, () => download);
    },
    removePerson: async ({ name, ...by }) => {
      const asked = await removePerson(system, name, signedBy(by));
      emitDecided();
      return replyOf(asked, listedRequest);
    },
    setTier: async ({ by, profile, scope, fromPaise, approvals }) => {
      const tier = { profile, scope, fromPaise, approvals };
      const set = await setTier(system, tier, by === null ? null : signedBy(by));
      emitDecided();
      return replyOf(set, (value) => ({ request: 'tier' in value ? null : listedRequest(value) }));
    },
    readRequestFile: async ({ file }) => {
      const path = files.pathOf(file);
      if (path === null) return refuse(FILE_GONE);
      return replyOf(await readRequestFile(system, path), ({ content, digest, shown, persons }) => {
        const { asked, maker } = content;
        const rows = shown?.rows ?? [];
        return {
          ...askedShown(asked),
          digest,
          code: comparisonCode(digest),
          maker: maker.name,
          unsentPaise: rows.reduce((total, { paise }) => total + paise, 0),
          count: rows.length,
          rows: [...rows],
          warnings: [...(shown?.warnings ?? [])],
          signers: persons
            .filter(canApprove)
            .map((person) => ({ name: person.name, why: whyNotSigned(content, person, persons) })),
        };
      });
    },
    signRequestFile: async ({ file, digest, decision, reason, person, passphrase }) => {
      if (decision === 'reject' && reason === '') return refuse(NO_REASON);
      const path = files.pathOf(file);
      if (path === null) return refuse(FILE_GONE);
      const read = await readRequestFile(system, path);
      if (read.kind !== 'done') return read;
      if (read.value.digest !== digest) return refuse(refuseApproval(msg('approval.void.forged')));
      const { made, download } = await files.offer(`signature-${comparisonCode(digest).slice(0, 4)}.json`, (out) =>
        signRequestFile(system, read.value, { name: person, passphrase, decision, reason, out }),
      );
      return replyOf(made, () => download);
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

const signedBy = ({ person, passphrase }: { readonly person: string; readonly passphrase: string }) => ({
  name: person,
  passphrase,
});

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
