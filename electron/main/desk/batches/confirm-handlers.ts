import type { ConfirmationFigures, ConfirmationView, NamedRow } from '../../../../shared/api/batch-commands.ts';
import type { Answer, AnswerOf, ParsedParamsOf } from '../../../../shared/api/contract.ts';
import type { BatchId } from '../../../../shared/ids.ts';
import { CONFIRM_LISTED, SHEET_MAX_ROWS } from '../../../../shared/limits.ts';
import { joined, msg } from '../../../../shared/messages/message.ts';
import { asPaise, parseRupees } from '../../../../shared/money.ts';
import { bookOf, bookOfBatch, type Profile } from '../../../../shared/profiles.ts';
import {
  type BatchQuestion,
  type ClaimedRow,
  isRepeatCode,
  TICK_REASONS,
  type TickRow,
} from '../../../../shared/repeats.ts';
import type { RetryPayout } from '../../../../shared/retry-payout.ts';
import {
  type CheckedFile,
  type Field,
  type Issue,
  type PayableRow,
  type Payment,
  payToText,
  type Refusal,
} from '../../../../shared/rows.ts';
import type { ShownConfirm } from '../../domain/approval.ts';
import { isIssueCode, issueTitle } from '../../import/issues.ts';
import { bookOfProfile, findBatch, refused } from '../../session/desks.ts';
import { anyProfile, batchProfile } from '../../session/find-profile.ts';
import type { Follower } from '../../session/following.ts';
import { paymentNow } from '../../store/approvals.ts';
import type { HeadedWriter } from '../../store/store.ts';
import { approvalShown, listedRequest, requestStart } from '../approval/requests.ts';
import { underCeiling, type Warning, whyUnpaid } from '../drafts/choose-rows.ts';
import { CHANGED_MEANWHILE } from '../drafts/draft.ts';
import type { DraftContext, WholeDraft } from '../drafts/draft-store.ts';
import type { RetryOrigin } from '../drafts/retry-draft.ts';
import type { ScreenedRows } from '../drafts/screen-rows.ts';
import { done, type Handlers, isRefusal, refuse, replyOf } from '../runtime/context.ts';
import type { Acceptance } from './accept-doubts.ts';
import { type Candidate, NOTHING_ASKED } from './candidate.ts';
import { candidateOfFile, type FileRows, type Prepared, repeatsOf } from './confirmation.ts';
import { foreseeLookups, isUnforeseen } from './look-earlier.ts';
import { issueOf } from './match-corrections.ts';
import { figuresOf, shareOf } from './prepared-view.ts';
import { candidateOfRetry } from './retry.ts';
import { findRetryPlace, notSettled } from './retry-place.ts';
import { correctionsInReview, type RetryRows, reviewedRows } from './retry-rows.ts';
import { rowsToLookUp } from './rows-to-look-up.ts';
import { changedSince, findLastBatch, type LastBatch } from './since-last.ts';
import { prepareStart, startBatch } from './start-batch.ts';
import { ceilingRefusal } from './start-refusals.ts';

/** How many rows are named for each reason to leave rows out and for each warning, before "and 12 more". */
const ROWS_NAMED = 100;

type ConfirmCommand = 'readConfirmation' | 'readRepeats' | 'startBatch' | 'requestStart';

export function confirmHandlers(context: DraftContext): Handlers<ConfirmCommand> {
  const { drafts, login, questions, system, runner, stores, emitAround, emitChanged } = context;

  /** Checks the draft from scratch at the revision that was shown: a later edit does not change what is started. */
  const findDraft = async (id: string, revision: number): Promise<WholeDraft | Refusal> => {
    const draft = await drafts.load(id);
    return isRefusal(draft) ? draft : draft.checkWhole(revision);
  };

  /** The account that pays, with its ceilings, as it is now. */
  const accountOf = (retry: RetryOrigin | null, name: string): unknown => {
    if (retry === null) return anyProfile(system, name);
    const store = stores[bookOfBatch(retry.batch)];
    const batch = findBatch(store, retry.batch);
    return 'kind' in batch ? batch : batchProfile(store, batch);
  };

  /** The rows that the draft pays, from a file or as a retry. A file's rows are checked against the account's own ceiling. */
  const rowsOf = (
    draft: WholeDraft,
    name: string,
    acceptRepeats: readonly BatchId[],
  ): FileRows | RetryRows | Refusal => {
    const { retry, options } = draft;
    if (retry !== null) return { kind: 'retry', batch: retry.batch, from: reviewedRows(draft, retry) };
    const found = anyProfile(system, name);
    if (found.kind !== 'done') return found.refusal;
    const profile = found.value;
    const checked = underCeiling(draft.checked, profile.maxPayoutPaise);
    const { includeHidden } = options;
    // The name typed on Confirm comes after the rows were screened and shown, so it changes nothing about them.
    return { kind: 'file', profile, checked, onlyPayable: true, acceptRepeats, includeHidden, calledAs: null };
  };
  /**
   * The ledger already emits what a retry's lookups changed; this refreshes views of the lookups themselves, which are evidence.
   */
  const emitLookedUp = (source: FileRows | RetryRows): void => {
    if (source.kind === 'retry') emitChanged(bookOfBatch(source.batch), 'payouts', 'unknown');
  };

  /** Found once for a file on Confirm: ticks change what is paid, not what it is compared with. */
  let lastBatch: { readonly key: string; readonly found: LastBatch | null } | null = null;
  const lastBatchOf = (draft: string, revision: number, { profile, checked }: FileRows): LastBatch | null => {
    const { name, mid } = profile;
    const store = stores[bookOfProfile(name)];
    const key = JSON.stringify([draft, revision, name, mid, store.batches.list().length]);
    if (lastBatch?.key !== key) {
      const payable = checked.rows.filter((row) => row.kind === 'payable');
      lastBatch = { key, found: findLastBatch(store, mid, payable) };
    }
    return lastBatch.found;
  };

  let screening = 0;
  /** Judging many rows blocks the desk, so other windows are told why they wait. */
  const whileScreening = async <Value>(act: () => Promise<Value>): Promise<Value> => {
    screening += 1;
    if (screening === 1) emitAround('screening');
    try {
      return await act();
    } finally {
      screening -= 1;
      if (screening === 0) emitAround('screened');
    }
  };

  /** What a window shows of a draft before money moves, and exactly what would then be paid; null where nothing can be. */
  const confirm = ({
    draft: id,
    revision,
    profile: name,
    rowTicks,
    asker,
    listed,
    accepted,
  }: ParsedParamsOf<'readConfirmation'> & { readonly accepted: Acceptance }): Promise<Answer<Confirmed>> =>
    whileScreening(async () => {
      const draft = await findDraft(id, revision);
      if (isRefusal(draft)) return refuse(draft);
      const { retry } = draft;
      const rows = rowsOf(draft, name, []);
      if (isRefusal(rows)) return refuse(rows);
      const isFile = rows.kind === 'file';
      // A retry is paid from its batch's own merchant.
      const place = isFile ? rows : findRetryPlace(stores[bookOfBatch(rows.batch)], rows.batch);
      if (isRefusal(place)) return refuse(place);
      const { profile } = place;
      const repeats = isFile ? repeatsOf(stores[bookOfProfile(name)], rows) : [];
      const source = isFile ? { ...rows, acceptRepeats: repeats.slice(0, 1).map(({ batch }) => batch) } : rows;
      const preparing = await questions.ask({ draft: id, asker }, (follower) =>
        prepareStart(system, {
          source,
          ...accepted,
          follower: source.kind === 'retry' ? ofTheRunAlone(follower) : follower,
          forMs: null,
          ticks: rowTicks,
        }),
      );
      emitLookedUp(source);
      if (preparing === null) return refuse(ASKED_ANEW);
      const { screened, answer } = preparing;
      const { asked, questions: ofBatches, claimed = [] } = screened ?? NOTHING_ASKED;
      // For a retry the prepared view already says how its rows were screened.
      const ofFile = isFile ? screened : null;
      const view = answer.kind === 'done' ? answer.value.view : null;
      const payouts = 'store' in place ? place.store.retries.payouts(place.batch.batch) : [];
      const unsettled = payouts.map(notSettled).filter((issue) => issue !== null);
      const known = [...whyUnpaid(isFile ? rows.checked : draft.checked), ...unsettled];
      const issues = view?.retry?.leftOut ?? view?.refused ?? (answer.kind === 'blocked' ? answer.check.issues : known);
      const named = isFile ? namedRows(draft.checked) : namedPayouts(draft.checked, payouts);
      const paid = answer.kind === 'done' ? answer.value.candidate.rows : (ofFile?.rows ?? []);
      const last = isFile && paid.length > 0 ? lastBatchOf(id, revision, rows) : null;
      const parts = {
        draft: id,
        revision,
        repeats,
        tickable: tickableOf(asked, listed),
        questions: questionsOf(ofBatches, listed),
        claimed: claimedOf(claimed, listed),
        since: last === null ? null : changedSince(last, paid),
        retry: retry === null ? null : { batch: retry.batch, corrections: correctionsInReview(draft, retry) },
        ...(ofFile === null ? leftOutByIssues(issues, named) : leftOutOf(withRefused(ofFile, issues), named)),
      };
      if (answer.kind !== 'done') {
        const payable = ofFile?.rows ?? draft.checked.rows.filter((row) => row.kind === 'payable');
        const figures = figuresWithout(draft.checked.file.name, profile, answer.kind === 'blocked' ? [] : payable);
        const blocked = answer.refusal;
        const view = { ...parts, ...figures, ...warningsOf([], { listed, named }), ticks: [], seal: null };
        return done({ view: { ...view, approval: null, blocked }, prepared: null });
      }
      const { seal, view: shown, confirmation } = answer.value;
      const { figures, warnings } = shown;
      const store = stores[bookOf(profile)];
      const nowMs = system.clock.nowMs();
      const standing = store.approvals.standing(paymentNow({ ...confirmation, seal }), nowMs);
      return done({
        view: {
          ...parts,
          ...figures,
          ...warningsOf(warnings, { listed, named }),
          ticks: [...warningTicks(warnings), ...(repeats.length > 0 ? (['repeatedFile'] as const) : [])],
          seal,
          approval: approvalShown(store, standing, nowMs),
          blocked: null,
        },
        prepared: answer.value,
      });
    });

  return {
    readConfirmation: async (asked) =>
      replyOf(
        await confirm({ ...asked, accepted: { acceptWarnings: true, acceptsUnprovable: true } }),
        ({ view }) => view,
      ),

    requestStart: async ({ person, passphrase, seal, count, totalPaise, ticks, repeatOf, ...asked }) => {
      const accepted = {
        acceptWarnings: ticks.includes('warnings'),
        acceptsUnprovable: ticks.includes('unsureLookups'),
      };
      const answer = await confirm({ ...asked, asker: asked.commandId, listed: SHEET_MAX_ROWS, accepted });
      if (answer.kind !== 'done') return answer;
      const { view, prepared } = answer.value;
      if (prepared === null) return refuse(view.blocked ?? CHANGED_MEANWHILE);
      const isRepeatSeen =
        view.repeats.length === 0 || (ticks.includes('repeatedFile') && repeatOf === view.repeats[0]?.batch);
      const isSeen = view.seal === seal && view.count === count && view.totalPaise === totalPaise && isRepeatSeen;
      if (!isSeen) return refuse(CHANGED_MEANWHILE);
      const window = { confirm: shownConfirm(view), draft: { id: asked.draft, revision: asked.revision } };
      const made = await requestStart(system, prepared, { name: person, passphrase, window });
      if (made.kind === 'done') emitChanged('live', 'approvals');
      return replyOf(made, listedRequest);
    },

    readRepeats: async ({ draft: id, revision, profile: name, rowTicks: ticks, listed }) => {
      const draft = await findDraft(id, revision);
      if (isRefusal(draft)) return refuse(draft);
      const source = rowsOf(draft, name, []);
      if (isRefusal(source)) return refuse(source);
      const isFile = source.kind === 'file';
      const store = stores[isFile ? bookOfProfile(name) : bookOfBatch(source.batch)];
      const said = { acceptWarnings: true, ticks };
      const { screened, answer } = isFile
        ? candidateOfFile(system, { store, source: { ...source, acceptRepeats: sameRunsNamed(store, source) }, said })
        : await candidateOfRetry(system, { store, source, said });
      const ofFile = isFile ? screened : null;
      const { asked, questions: ofBatches } = screened ?? NOTHING_ASKED;
      const candidate = answer.kind === 'done' ? answer.value : null;
      const earlier = candidate === null ? [] : rowsToLookUp(store, candidate);
      const foreseen = foreseeLookups({ system, store }, earlier);
      const screenedRows = ofFile?.rows ?? candidate?.rows ?? [];
      const rows = screenedRows.filter(({ rowNumber }) => !foreseen.has(rowNumber));
      const paise = rows.reduce((total, { payment }) => total + payment.amountPaise, 0);
      const repeated = new Map(
        [...asked, ...ofBatches.flatMap((question) => question.rows)].map((row) => [row.rowNumber, row.amountPaise]),
      );
      return done({
        sum: { count: rows.length, paise },
        isAtMost: earlier.some((row) => !foreseen.has(row.rowNumber) && isUnforeseen(row)),
        byMethod: { UPI: shareOf(rows, 'UPI'), IMPS: shareOf(rows, 'IMPS') },
        repeated: { count: repeated.size, paise: [...repeated.values()].reduce((total, one) => total + one, 0) },
        ...heldBack(draft.checked, {
          paid: rows,
          asked: repeated,
          issues: [...issuesOf(ofFile, answer), ...foreseenIssues(foreseen)],
          listed,
        }),
        tickable: tickableOf(asked, listed),
        questions: questionsOf(ofBatches, listed),
        blocked: answer.kind === 'refused' ? answer.refusal : whyTooMuch(candidate, paise),
      });
    },

    startBatch: async ({ draft: id, revision, profile, name, count, totalPaise, seal, ticks, ...params }) => {
      const found = await drafts.load(id);
      if (isRefusal(found)) return refuse(found);
      const { retry } = found;
      const accountNow = (): string => JSON.stringify(accountOf(retry, profile));
      const account = accountNow();
      const draft = await findDraft(id, revision);
      if (isRefusal(draft)) return refuse(draft);
      const { rowTicks, firstAlone, repeatOf, commandId } = params;
      const book = retry === null ? bookOfProfile(profile) : bookOfBatch(retry.batch);
      const yes = {
        confirmed: { seal, count, totalPaise },
        name: name === '' ? null : name,
        until: 'settled',
        payer: login.pays(),
        firstAlone,
        commandId,
        // Asking the gateway takes time, and meanwhile the person may change the rows or the account.
        stillStands: () => {
          const now = drafts.find(id);
          return !isRefusal(now) && now.revision === revision && accountNow() === account;
        },
        // Close the draft whatever happens next: a stored batch must not be paid again.
        onStored: (batch: BatchId) => drafts.closePaid(id, batch),
      } as const;
      const answer = await runner.send(null, async (follower) => {
        questions.end(id);
        const repeats = ticks.includes('repeatedFile') && repeatOf !== null ? [repeatOf] : [];
        const source = rowsOf(draft, profile, repeats);
        if (isRefusal(source)) return refused(source);
        // Noted before storing, so that after a crash a draft that became a batch is not offered again.
        if (!drafts.noteStart(id, { book, commandId })) return refused(START_NOT_NOTED);
        const asking = {
          source,
          acceptWarnings: ticks.includes('warnings'),
          acceptsUnprovable: ticks.includes('unsureLookups'),
          follower: source.kind === 'retry' ? ofTheRunAlone(follower) : follower,
          forMs: null,
          ticks: rowTicks,
        };
        const report = await startBatch(system, asking, yes);
        emitLookedUp(source);
        return report;
      });
      if (answer.kind !== 'done' && answer.kind !== 'unsure') {
        // It ended what other windows were asking about this draft.
        emitChanged(book, 'confirmations');
        return refuse(answer.refusal);
      }
      if (answer.kind === 'done') drafts.closePaid(id, answer.value);
      emitChanged(book, 'batches', 'payouts', 'drafts', 'confirmations', 'approvals');
      return replyOf(answer, (batch: BatchId) => ({ batch }));
    },
  };
}

/** What Confirm shows, and what would be paid. */
interface Confirmed {
  readonly view: ConfirmationView;
  readonly prepared: Prepared | null;
}

function shownConfirm({
  tickable,
  questions,
  claimed,
  leftOut,
  leftOutCount,
  leftOutPaise,
  warnings,
  warningCount,
  since,
  retry,
  byMethod,
}: ConfirmationView): ShownConfirm {
  const left = { leftOut, leftOutCount, leftOutPaise };
  return { tickable, questions, claimed, ...left, warnings, warningCount, since, retry, byMethod };
}

/** Every issue from the desk's history, whether or not the row can be paid now. */
function issuesOf(screened: Pick<ScreenedRows, 'excluded'> | null, answer: Answer<Candidate>): readonly Issue[] {
  if (screened !== null) return screened.excluded.flatMap(({ issues }) => issues);
  if (answer.kind === 'done') return answer.value.findings;
  return answer.kind === 'blocked' ? answer.check.issues : [];
}

interface HeldBackAsked {
  readonly paid: readonly { readonly rowNumber: number }[];
  /** The rows that a tick lets through. */
  readonly asked: ReadonlyMap<number, unknown>;
  readonly issues: readonly Issue[];
  readonly listed: number;
}

/** Rows that only the desk's history holds back. Review does not call them ready. */
export function heldBack(
  { rows, issues: ofFile }: Pick<CheckedFile, 'rows' | 'issues'>,
  { paid, asked, issues, listed }: HeldBackAsked,
): Pick<AnswerOf<'readRepeats'>, 'held' | 'heldReady'> {
  const isPaid = new Set(paid.map(({ rowNumber }) => rowNumber));
  const isWarned = new Set(ofFile.flatMap(({ severity, row }) => (severity === 'warning' ? [row] : [])));
  const errors = Map.groupBy(
    issues.filter(({ severity }) => severity === 'error'),
    ({ row }) => row,
  );
  const held = rows.flatMap(({ kind, rowNumber }) => {
    const [issue] = errors.get(rowNumber) ?? [];
    return kind !== 'payable' || isPaid.has(rowNumber) || issue === undefined ? [] : [{ rowNumber, issue }];
  });
  const groups = Map.groupBy(held, ({ rowNumber, issue }) => `${asked.has(rowNumber)} ${issue.code}`);
  return {
    held: [...groups.values()].flatMap((alike) => {
      const [first] = alike;
      if (first === undefined) return [];
      const { code, message, cure } = first.issue;
      return {
        code,
        isAsked: asked.has(first.rowNumber),
        message,
        cure,
        rows: alike.map(({ rowNumber }) => rowNumber),
        messages: alike.slice(0, listed).map(({ issue }) => issue.message),
      };
    }),
    heldReady: held.filter(({ rowNumber }) => !isWarned.has(rowNumber)).length,
  };
}

function foreseenIssues(foreseen: ReturnType<typeof foreseeLookups>): Issue[] {
  return [...foreseen].map(([row, { code, message, cure }]) => issueOf(row, { code, message, cure }));
}

/** Why Confirm would refuse the sum of a candidate, or null. */
function whyTooMuch(candidate: Candidate | null, paise: number): Refusal | null {
  const maxBatchPaise = candidate?.profile.maxBatchPaise ?? null;
  return maxBatchPaise !== null && paise > maxBatchPaise
    ? ceilingRefusal(asPaise(paise), asPaise(maxBatchPaise))
    : null;
}

/** The batch that the file repeats as a whole, as Confirm names it. */
function sameRunsNamed(store: HeadedWriter, rows: FileRows): readonly BatchId[] {
  return repeatsOf(store, rows)
    .slice(0, 1)
    .map(({ batch }) => batch);
}

/** What is left out of a file: rows not chosen, and rows the gateway's answers spoke against. */
function withRefused(
  { rows, excluded }: Pick<ScreenedRows, 'rows' | 'excluded'>,
  issues: readonly Issue[],
): Parameters<typeof leftOutOf>[0] {
  const byRow = Map.groupBy(issues, ({ row }) => row);
  const refused = rows.flatMap(({ rowNumber }) => {
    const ofRow = byRow.get(rowNumber)?.filter(({ severity }) => severity === 'error') ?? [];
    return ofRow.length === 0 ? [] : [{ rowNumber, issues: ofRow }];
  });
  return [...excluded, ...refused];
}

const START_NOT_NOTED: Refusal = {
  code: 'startNotNoted',
  message: msg('start.notNoted'),
  cure: msg('cure.freeSpaceAndPay'),
};

/** A later question replaced this one. */
const ASKED_ANEW: Refusal = {
  code: 'askedAnew',
  message: msg('start.askedAnew'),
  cure: msg('cure.readAgain'),
};

/** The figures of a draft that cannot be started. */
function figuresWithout(file: string, profile: Profile, rows: readonly PayableRow[]): ConfirmationFigures {
  return { ...figuresOf(profile, { file, rows, payeeNumbers: 0, balance: null }), estimatedSeconds: 0 };
}

type NamesRow = (rowNumber: number) => NamedRow;
type LeftOut = Pick<ConfirmationView, 'leftOut' | 'leftOutCount' | 'leftOutPaise'>;

/** Whom each row of the sheet pays, and how much; null if the cell is empty or unreadable. */
function namedRows({ rows, columns }: CheckedFile): NamesRow {
  const byNumber = new Map(rows.map((row) => [row.rowNumber, row]));
  const textOf = (source: readonly string[], field: Field): string => {
    const column = columns[field];
    return column === undefined ? '' : (source[column.index] ?? '').trim();
  };
  return (rowNumber) => {
    const row = byNumber.get(rowNumber);
    if (row?.kind === 'payable') return namedPayment(rowNumber, row.payment);
    const text = (field: Field): string => textOf(row?.source ?? [], field);
    const amount = parseRupees(text('amount'));
    return {
      rowNumber,
      name: text('name') || null,
      payTo: text('upiId') || [text('accountNumber'), text('ifsc')].join(' ').trim() || null,
      paise: amount.kind === 'exact' ? amount.paise : null,
    };
  };
}

function namedPayment(rowNumber: number, { name, beneficiary, amountPaise }: Payment): NamedRow {
  return { rowNumber, name, payTo: payToText(beneficiary), paise: amountPaise };
}

/** The same for a retry. The batch knows every payout, even those not opened in Review. */
function namedPayouts({ rows }: CheckedFile, payouts: readonly RetryPayout[]): NamesRow {
  const now = new Map(rows.map((row) => [row.rowNumber, row.kind === 'payable' ? row.payment : null]));
  const before = new Map(payouts.map(({ rowNumber, payment }) => [rowNumber, payment]));
  return (rowNumber) => {
    const payment = before.get(rowNumber) ?? null;
    const { name = null, beneficiary = null } = now.get(rowNumber) ?? payment ?? {};
    const payTo = beneficiary === null ? null : payToText(beneficiary);
    return { rowNumber, name: name ?? payment?.name ?? null, payTo, paise: payment?.amountPaise ?? null };
  };
}

const NO_PAYMENTS: ReadonlySet<string> = new Set([
  'explanationLine',
  'totalLine',
  'totalRow',
  'noteLine',
  'numberLine',
]);

/**
 * Groups the rows left out, the most frequent reason first: by the message of the row's first issue, or by code for repeats.
 * Lists at most CONFIRM_LISTED reasons.
 */
export function leftOutOf(
  excluded: readonly { readonly rowNumber: number; readonly issues: readonly Issue[] }[],
  named: NamesRow,
): LeftOut {
  const groups = Map.groupBy(excluded, ({ issues: [first] }) =>
    first !== undefined && isRepeatCode(first.code) ? first.code : `${first?.code} ${JSON.stringify(first?.message)}`,
  );
  const leftOut = [...groups.values()].map((rows) => {
    const code = rows[0]?.issues[0]?.code ?? 'leftOut';
    const isRepeat = isRepeatCode(code);
    // An amount on a line that is no payment is not money left out: adding a total line would count all of it twice.
    const rowOf = NO_PAYMENTS.has(code) ? (rowNumber: number) => ({ ...named(rowNumber), paise: null }) : named;
    const paise = rows.reduce((sum, { rowNumber }) => sum + (rowOf(rowNumber).paise ?? 0), 0);
    return {
      code,
      message: isRepeat ? null : (rows[0]?.issues[0]?.message ?? null),
      sum: { count: rows.length, paise },
      rows: rows.slice(0, ROWS_NAMED).map(({ rowNumber, issues: [first] }) => {
        return { ...rowOf(rowNumber), message: isRepeat ? (first?.message ?? null) : null };
      }),
    };
  });
  const shown = leftOut.toSorted((a, b) => b.sum.count - a.sum.count).slice(0, CONFIRM_LISTED);
  const leftOutPaise = leftOut.reduce((total, { sum }) => total + sum.paise, 0);
  return { leftOut: shown, leftOutCount: excluded.length, leftOutPaise };
}

/** The same from a flat list of issues; a row may have several. */
function leftOutByIssues(issues: readonly Issue[], named: NamesRow): LeftOut {
  const byRow = Map.groupBy(issues, ({ row }) => row);
  return leftOutOf(
    [...byRow].map(([rowNumber, ofRow]) => ({ rowNumber, issues: ofRow })),
    named,
  );
}

/** Groups warnings by message, in the order they were found, and lists at most `listed` groups. */
export function warningsOf(
  warnings: readonly Warning[],
  { listed, named }: { readonly listed: number; readonly named: NamesRow },
): Pick<ConfirmationView, 'warnings' | 'warningCount'> {
  const groups = [...Map.groupBy(warnings, ({ message }) => JSON.stringify(message)).values()].slice(0, listed);
  const shown = groups.flatMap((all) => {
    const [first] = all;
    if (first === undefined) return [];
    const { code, message } = first;
    const rows = all.flatMap(({ row }) => (row === null ? [] : [row])).slice(0, ROWS_NAMED);
    const title = isIssueCode(code) ? issueTitle({ code, message }) : null;
    return [{ code, title, message, count: all.length, rows: rows.map(named) }];
  });
  return { warnings: shown, warningCount: warnings.length };
}

/** The ticks that the warnings need. "Lost answers could not be looked up" has a separate tick. */
function warningTicks(warnings: readonly Warning[]): ConfirmationView['ticks'] {
  const unsure = warnings.filter(({ code }) => code === 'lookupsUnreliable').length;
  return [
    ...(warnings.length > unsure ? (['warnings'] as const) : []),
    ...(unsure > 0 ? (['unsureLookups'] as const) : []),
  ];
}

/** Rows that need a tick, by the reason that the tick lifts. */
export function tickableOf(asked: readonly TickRow[], listed: number): ConfirmationView['tickable'] {
  return TICK_REASONS.flatMap((reason) => {
    const rows = asked.filter(({ reasons }) => reasons.includes(reason));
    if (rows.length === 0) return [];
    const paise = rows.reduce((total, { amountPaise }) => total + amountPaise, 0);
    return {
      reason,
      sum: { count: rows.length, paise },
      rows: rows.slice(0, listed).map((row) => {
        const { rowNumber, name, amountPaise, payTo, reasons, messages, earlier, differencePaise } = row;
        const own = messages.filter((one) => one.reason === reason);
        return {
          rowNumber,
          name,
          paise: amountPaise,
          payTo,
          reasons: [...reasons],
          message: joined(own.map((one) => one.message)),
          earlier: [...earlier],
          differencePaise,
        };
      }),
    };
  });
}

function questionsOf(questions: readonly BatchQuestion[], listed: number): ConfirmationView['questions'] {
  return questions.map(({ batch, name, confirmedAtMs, kind, rows }) => ({
    batch,
    name,
    confirmedAtMs,
    kind,
    sum: { count: rows.length, paise: rows.reduce((total, { amountPaise }) => total + amountPaise, 0) },
    rows: rows.slice(0, listed).map(({ amountPaise, ...row }) => ({ ...row, paise: amountPaise })),
  }));
}

function claimedOf(claimed: readonly ClaimedRow[], listed: number): ConfirmationView['claimed'] {
  return {
    sum: { count: claimed.length, paise: claimed.reduce((total, { amountPaise }) => total + amountPaise, 0) },
    rows: claimed.slice(0, listed).map(({ amountPaise, others, ...row }) => {
      return { ...row, paise: amountPaise, others: [...others] };
    }),
  };
}

/** Hides the progress of lookups before a retry: it is about the batch being retried, which a window shows as idle. */
function ofTheRunAlone(follower: Follower): Follower {
  return {
    ...follower,
    onProgress: (progress) => {
      if (progress.phase !== 'preflight') follower.onProgress(progress);
    },
  };
}
