import {
  keepPreviousData,
  notifyManager,
  type Query,
  QueryClient,
  type QueryFilters,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { createContext, useCallback, useContext, useEffect, useRef, useSyncExternalStore } from 'react';
import type { AnswerOf, CommandName, ParamsOf, ReadingName } from '../../shared/api/contract.ts';
import type { DraftSeen } from '../../shared/api/draft-commands.ts';
import type { Topic } from '../../shared/api/events.ts';
import type { ListedProfile } from '../../shared/api/profile-commands.ts';
import type { BatchView } from '../../shared/api/views.ts';
import { InvariantError } from '../../shared/failures.ts';
import type { BatchId } from '../../shared/ids.ts';
import type { Refusal } from '../../shared/rows.ts';
import { STATE_KINDS, type StateKind, zeroCounts } from '../../shared/states.ts';
import type { DeskClient } from './desk-client.ts';
import type { CommandFailure, CommandResult, SavedFile } from './desk-transport.ts';
import type { LiveBatch, LiveState } from './live-state.ts';

export const DeskContext = createContext<DeskClient | null>(null);

/** How long to wait before retrying a desk that did not answer. */
const ASKS_AGAIN_MS = 2_000;

/** The desk did not answer. Its last answer stays on screen meanwhile. */
class NotReached extends Error {
  override readonly name = 'NotReached';
}

/** The desk is on this machine, so queries ignore whether the computer is online. */
export function makeQueryClient(): QueryClient {
  // Otherwise a button's pending mark waits for a timer, and a second click could come first.
  notifyManager.setScheduler(queueMicrotask);
  const always = { networkMode: 'always', retry: false } as const;
  const retry = (_count: number, error: Error): boolean => error instanceof NotReached;
  return new QueryClient({
    defaultOptions: {
      queries: {
        ...always,
        retry,
        retryDelay: ASKS_AGAIN_MS,
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
      },
      mutations: always,
    },
  });
}

export function useDesk(): DeskClient {
  const client = useContext(DeskContext);
  if (client === null) throw new InvariantError('a component stands outside the desk');
  return client;
}

export type QuestionState<Value> = CommandResult<Value> | { readonly kind: 'waiting' };

/**
 * `value` is null until the desk has answered; `again` asks anew; `answerCount` counts the answers so far; `isAsking` while any
 * answer is pending, the first or a later one; `askedAtMs` differs for each answer but is no measure of its age, since a clock
 * may be set back; `isOutOfReach` while the desk does not answer and its last answer is shown.
 */
export interface Question<Value> {
  readonly result: QuestionState<Value>;
  readonly value: Value | null;
  readonly answerCount: number;
  readonly isAsking: boolean;
  readonly askedAtMs: number;
  readonly isOutOfReach: boolean;
  readonly again: () => void;
}

interface AskOptions<Value> {
  readonly enabled?: boolean;
  /** When to ask again, given the number of answers so far; null for never. */
  readonly nextInMs?: (result: QuestionState<Value>, asked: number) => number | null;
  /** Shows the answer to the previous params until the next one arrives. */
  readonly keepPrevious?: boolean;
  /** Forgets the answer when the screen closes: the next visit asks anew and shows nothing old meanwhile. */
  readonly isFresh?: boolean;
}

/** Runs a reading command and caches the answer. */
export function useAsk<Name extends ReadingName>(
  name: Name,
  params: ParamsOf<Name>,
  { enabled = true, nextInMs, keepPrevious = false, isFresh = false }: AskOptions<AnswerOf<Name>> = {},
): Question<AnswerOf<Name>> {
  const desk = useDesk();
  // A fresh question does not share another screen's cached answer.
  const key = isFresh ? [name, params, 'fresh'] : [name, params];
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: key,
    queryFn: async ({ client, queryKey }) => {
      const result = await desk.ask(name, params);
      const known = client.getQueryData<CommandResult<AnswerOf<Name>>>(queryKey);
      if (result.kind === 'lost' && known?.kind === 'done') throw new NotReached();
      return result;
    },
    enabled,
    refetchInterval: ({ state: { data, dataUpdateCount } }: Query<CommandResult<AnswerOf<Name>>>) =>
      nextInMs?.(data ?? { kind: 'waiting' }, dataUpdateCount) ?? (data?.kind === 'lost' && ASKS_AGAIN_MS),
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
    ...(isFresh ? { gcTime: 0 } : {}),
  });
  return {
    result: query.data ?? { kind: 'waiting' },
    value: query.data?.kind === 'done' ? query.data.value : null,
    answerCount: queries.getQueryState(key)?.dataUpdateCount ?? 0,
    isAsking: query.isFetching,
    askedAtMs: query.dataUpdatedAt,
    isOutOfReach: query.failureReason instanceof NotReached,
    again: () => void query.refetch(),
  };
}

/** Caches the answer that a command just returned, so that no older one is shown. */
export function useRemember(): <Name extends ReadingName>(
  name: Name,
  params: ParamsOf<Name>,
  result: CommandResult<AnswerOf<Name>>,
) => void {
  const client = useQueryClient();
  return useCallback((name, params, result) => void client.setQueryData([name, params], result), [client]);
}

/** A command with its progress. */
export interface Pending<Value> {
  readonly isPending: boolean;
  /** How the last one ended; null before the first and while one is pending. */
  readonly result: CommandResult<Value> | null;
  /** Why the last one was not done. */
  readonly notDone: CommandFailure | null;
  readonly follow: (answer: Promise<CommandResult<Value>>) => Promise<CommandResult<Value>>;
  /** Clears the result. A pending command continues. */
  readonly reset: () => void;
}

/** Follows an answer that a person waits for. The events of the desk, which every window gets, refetch what it changed. */
export function usePending<Value>(): Pending<Value> {
  const { mutateAsync, isPending, data, reset } = useMutation({
    // Takes the answer and not the params: a mutation keeps its argument, and a token must not be kept.
    mutationFn: (answer: Promise<CommandResult<Value>>) => answer,
  });
  const notDone = data === undefined || data.kind === 'done' ? null : data;
  return { isPending, result: data ?? null, notDone, follow: mutateAsync, reset: isPending ? NOTHING : reset };
}

const NOTHING = (): void => undefined;

export interface ChangeCommand<Name extends CommandName> extends Pending<AnswerOf<Name>> {
  /** Reusing a `commandId` never does the work twice. */
  readonly run: (
    params: Omit<ParamsOf<Name>, 'commandId'>,
    commandId?: string,
  ) => Promise<CommandResult<AnswerOf<Name>>>;
}

/** A command that changes something. */
export function useChange<Name extends CommandName>(name: Name): ChangeCommand<Name> {
  const desk = useDesk();
  const work = usePending<AnswerOf<Name>>();
  const { follow } = work;
  const run = useCallback<ChangeCommand<Name>['run']>(
    (params, commandId = crypto.randomUUID()) => follow(desk.ask(name, { ...params, commandId } as ParamsOf<Name>)),
    [desk, follow, name],
  );
  return { ...work, run };
}

type DownloadName = {
  [Name in CommandName]: AnswerOf<Name> extends { download: string; name: string } ? Name : never;
}[CommandName];

/** Requests a file and saves it where the person chooses. */
export function useDownload<Name extends DownloadName>(
  name: Name,
): Pending<SavedFile> & { readonly save: (params: ParamsOf<Name>) => void } {
  const desk = useDesk();
  const work = usePending<SavedFile>();
  return { ...work, save: (params) => void work.follow(saveDownload(desk, name, params)) };
}

export async function saveDownload<Name extends DownloadName>(
  desk: DeskClient,
  name: Name,
  params: ParamsOf<Name>,
): Promise<CommandResult<SavedFile>> {
  const file = await desk.ask(name, params);
  return file.kind === 'done' ? await desk.saveDownload(file.value) : file;
}

/** Selects a part of the live state. `choose` must return the same value for the same state. */
export function useLive<Part>(choose: (state: LiveState) => Part): Part {
  const { live } = useDesk();
  return useSyncExternalStore(live.subscribe, () => choose(live.read()));
}

/** Whether the gateway of this account was reached when it was last asked. That of another account says nothing of it. */
export function useIsReached({ baseUrl }: Pick<ListedProfile, 'baseUrl'>): boolean {
  return useLive(({ unreached }) => !unreached.includes(baseUrl));
}

/** Whether the gateway of this account has answered lately, where it was asked. */
export function useIsAnswering({ name, baseUrl }: Pick<ListedProfile, 'name' | 'baseUrl'>): boolean {
  return useLive(({ unreached, unanswered }) => !unreached.includes(baseUrl) && !unanswered.includes(name));
}

/** Whether the desk was refused because its gateway was not reached. */
export function isUnreached(refusal: Pick<Refusal, 'code'> | null): boolean {
  return refusal?.code === 'unreachable' || refusal?.code === 'noAnswer';
}

export function useLiveBatch(batch: BatchId): LiveBatch | null {
  return useLive((state) => state.batches.get(batch) ?? null);
}

/** The first part of the query keys for pages of rows. */
export const ROWS = 'rows';

/** Which changes make an answer stale, so that it is fetched again. Empty when only a person's action fetches it. */
const STALE_AFTER: Readonly<Record<ReadingName, readonly Topic[]>> = {
  readDesk: ['profiles'],
  readSettings: ['settings'],
  readAttention: ['batches', 'unknown', 'lateNews'],
  listProfiles: ['profiles'],
  readTokenState: ['profiles'],
  readWallet: ['profiles'],
  listRecentFiles: ['recentFiles', 'batches'],
  listDrafts: ['drafts'],
  readDraft: ['drafts'],
  previewReplace: ['drafts'],
  readDraftIssues: ['drafts'],
  readConfirmation: ['drafts', 'profiles', 'confirmations', 'approvals'],
  readRepeats: ['batches', 'payouts', 'confirmations'],
  listBatches: ['batches'],
  listJournals: ['batches', 'payouts'],
  readBatch: ['batches', 'lateNews', 'approvals'],
  readRetry: ['batches', 'payouts'],
  readPayout: ['payouts'],
  readUnknown: ['unknown', 'profiles'],
  readFigures: ['batches', 'payouts', 'profiles'],
  readPayroll: ['batches', 'payouts'],
  readWalletHistory: ['batches', 'payouts', 'profiles'],
  readPayee: ['batches', 'payouts'],
  listHolds: ['holds'],
  listLateNews: ['lateNews'],
  readMailServer: ['settings'],
  planArchive: ['batches', 'payouts', 'lateNews', 'archive'],
  readArchiving: ['archive'],
  planAdvice: ['settings', 'payouts', 'advice'],
  readAdvice: ['advice', 'payouts'],
  readFileWork: ['fileWork'],
  readTeam: ['approvals'],
  readDesks: ['desks'],
  searchDesks: ['desks', 'payouts'],
  readRequestFile: [],
  readLogin: ['approvals'],
  // Another account or tier makes a request void.
  listRequests: ['approvals', 'profiles'],
  readRequest: ['approvals', 'profiles', 'batches', 'drafts'],
  // Long lists refetch their own pages: see `useRowList`.
  readPayouts: [],
  searchPayouts: [],
  searchBatches: [],
  listPayees: [],
  listUnknown: [],
  readDraftRows: [],
  findDraftRow: [],
  searchOrders: ['orders'],
  readOrder: ['orders'],
  // The gateway sends no change events.
  lookUpPayout: [],
  readOrderStatus: [],
  testConnection: [],
  verifyReport: [],
  checkGateways: [],
  verifyAudit: [],
  findNextIssue: [],
  readTemplate: [],
  exportProblemRows: [],
  exportBatch: [],
  exportReconciliation: [],
  exportPayouts: [],
  exportUnknown: [],
  exportDispute: [],
  exportLog: [],
  exportList: [],
  backUp: [],
  exportRequest: [],
};

const QUESTIONS = Object.entries(STALE_AFTER);

function staleAfter(changed: readonly Topic[]): readonly string[] {
  return QUESTIONS.flatMap(([name, topics]) => (topics.some((topic) => changed.includes(topic)) ? [name] : []));
}

/** Lists behind a run's counts. */
const FAILURES: readonly ReadingName[] = ['readRetry'];
const FIGURES: readonly ReadingName[] = ['readFigures', 'readPayroll', 'readWalletHistory', 'readPayee'];
const COUNTED: Readonly<Partial<Record<StateKind, readonly ReadingName[]>>> = {
  success: FIGURES,
  unknown: ['readUnknown', 'readPayee'],
  failed: [...FAILURES, ...FIGURES],
  rejected: [...FAILURES, ...FIGURES],
  reversed: [...FAILURES, ...FIGURES],
};

const COUNTED_EVERY_MS = 1_000;

/** The person first sees the answer to their own change, and changes come several at a time. */
const CHANGES_GATHERED_MS = 30;

/** Marks queries as stale; those on screen refetch at once. */
export function refetch(queries: QueryClient, asked: Pick<QueryFilters, 'queryKey' | 'predicate'>): void {
  // A first answer still pending may be older than the change, and an invalidation would only wait for it.
  void queries.resetQueries({
    ...asked,
    predicate: (query) =>
      query.state.data === undefined && query.state.fetchStatus === 'fetching' && asked.predicate?.(query) !== false,
  });
  void queries.invalidateQueries(asked);
}

/** Lists that would deny what was just done, such as "No batch yet": one that has changed out of sight is not shown again. */
const NEVER_OLD: ReadonlySet<unknown> = new Set<ReadingName>(['listBatches', 'listDrafts']);

/** Refetches what events say has changed, and everything after the connection was lost. */
export function refetchOnEvents(desk: DeskClient, queries: QueryClient): void {
  const forget = (names: ReadonlySet<unknown>): void => {
    queries.removeQueries({
      type: 'inactive',
      predicate: ({ queryKey: [name] }) => names.has(name) && NEVER_OLD.has(name),
    });
    refetch(queries, { predicate: ({ queryKey }) => names.has(queryKey[0]) });
  };
  /** Collects names for this long, then refetches them together. */
  const gathered = (withinMs: number): ((names: readonly string[]) => void) => {
    let due = new Set<string>();
    return (names) => {
      if (due.size === 0 && names.length > 0)
        setTimeout(() => {
          forget(due);
          due = new Set();
        }, withinMs);
      due = new Set([...due, ...names]);
    };
  };
  const askChanged = gathered(CHANGES_GATHERED_MS);
  // A run reports each change in its progress, which updates the counts; the lists behind them are refetched every second.
  const askCounted = gathered(COUNTED_EVERY_MS);
  let known = new Map<BatchId, BatchView['counts']>();
  const followCounts = ({ batch, counts }: BatchView): void => {
    const before = known.get(batch) ?? zeroCounts();
    known.set(batch, counts);
    const changed = STATE_KINDS.filter((kind) => before[kind] !== counts[kind]);
    askCounted(changed.flatMap((kind) => COUNTED[kind] ?? []));
  };
  let hasSnapshot = false;
  desk.live.onEvent((event) => {
    if (event.kind === 'progress') followCounts(event.progress.view);
    if (event.kind === 'changed') askChanged(staleAfter(event.topics));
    // An alarm stays until somebody has read it, so refetch what shows it.
    if (event.kind === 'alarm') forget(new Set(staleAfter(['lateNews', 'unknown'])));
    // The balance may be readable again.
    if (event.kind === 'gateways') forget(new Set(['readWallet']));
    // A finished batch changes the wallet and what Confirm shows as paid before. The batch itself has its own change event.
    if (event.kind === 'ended') forget(new Set([...staleAfter(['confirmations']), 'readWallet']));
    if (event.kind === 'snapshot') {
      // Long lists refetch the pages in view themselves.
      if (hasSnapshot) void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== ROWS });
      hasSnapshot = true;
      known = new Map(event.progress.map(({ view }) => [view.batch, view.counts]));
    }
  });
}

/**
 * Tells the desk where the person is in a draft, so that closing the window or restarting returns there. Without a query the
 * previous one stays.
 */
export function useDraftSeen(draft: string, step: DraftSeen['step'], query: DraftSeen['query']): void {
  const desk = useDesk();
  const queries = useQueryClient();
  const last = useRef<DraftSeen>({ step, query });
  useEffect(() => {
    last.current = { step, query };
    void desk.ask('noteSeen', { draft, seen: { step, query }, commandId: crypto.randomUUID() });
  }, [desk, draft, step, query]);
  // Reopening the screen in this window continues from here too.
  useEffect(
    () => () =>
      void queries.setQueryData(['readDraft', { draft }], (before: CommandResult<AnswerOf<'readDraft'>> | undefined) =>
        before?.kind === 'done' && before.value.kind === 'checked'
          ? { ...before, value: { ...before.value, seen: withQuery(last.current, before.value.seen) } }
          : before,
      ),
    [queries, draft],
  );
}

function withQuery({ step, query }: DraftSeen, before: DraftSeen | null): DraftSeen {
  return { step, query: query ?? before?.query ?? null };
}
