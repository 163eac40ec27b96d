import {
  keepPreviousData,
  type Query,
  QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';
import type { AnswerOf, CommandName, ParamsOf } from '../../shared/api/contract.ts';
import { InvariantError } from '../../shared/failures.ts';
import type { BatchId } from '../../shared/ids.ts';
import type { DeskClient } from './desk-client.ts';
import type { LiveBatch, LiveState } from './live-state.ts';
import type { Told } from './told.ts';

export const DeskContext = createContext<DeskClient | null>(null);

/** How long until a desk that did not answer is asked once more. */
const ASKS_AGAIN_MS = 2_000;

/** The desk did not answer; what it had answered before is shown meanwhile. */
class NotReached extends Error {
  override readonly name = 'NotReached';
}

/** The desk is on this machine: whether the computer is online does not matter to a question. */
export function makeQueryClient(): QueryClient {
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

export type Asked<Value> = Told<Value> | { readonly kind: 'waiting' };

/**
 * Shape: `again` asks anew; `asked` counts the answers so far; `isAsking` while an answer is on its way, the first or a later one; `askedAtMs` is another one for
 * each answer and says nothing of its age, since a clock may be set back; `isOutOfReach` while the desk does not answer and
 * what it told before is shown.
 */
export interface Question<Value> {
  readonly told: Asked<Value>;
  readonly asked: number;
  readonly isAsking: boolean;
  readonly askedAtMs: number;
  readonly isOutOfReach: boolean;
  readonly again: () => void;
}

export interface AskOptions<Value> {
  readonly enabled?: boolean;
  /** When it is asked again by itself, after so many answers; null when it is not. */
  readonly nextInMs?: (told: Asked<Value>, asked: number) => number | null;
  /** Shows the answer to the previous params until the next one is there. */
  readonly keepPrevious?: boolean;
  /** The answer is forgotten with the screen: the next visit asks anew and shows nothing old meanwhile. */
  readonly isFresh?: boolean;
}

/** Asks a reading command and keeps the answer. */
export function useAsk<Name extends CommandName>(
  name: Name,
  params: ParamsOf<Name>,
  { enabled = true, nextInMs, keepPrevious = false, isFresh = false }: AskOptions<AnswerOf<Name>> = {},
): Question<AnswerOf<Name>> {
  const desk = useDesk();
  // What another screen keeps of the same question is not shown where it is asked afresh.
  const key = isFresh ? [name, params, 'fresh'] : [name, params];
  const kept = useQueryClient();
  const query = useQuery({
    queryKey: key,
    queryFn: async ({ client, queryKey }) => {
      const told = await desk.ask(name, params);
      const known = client.getQueryData<Told<AnswerOf<Name>>>(queryKey);
      if (told.kind === 'lost' && known?.kind === 'done') throw new NotReached();
      return told;
    },
    enabled,
    ...(nextInMs === undefined
      ? {}
      : {
          refetchInterval: ({ state }: Query<Told<AnswerOf<Name>>>) =>
            nextInMs(state.data ?? { kind: 'waiting' }, state.dataUpdateCount) ?? false,
        }),
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
    ...(isFresh ? { gcTime: 0 } : {}),
  });
  return {
    told: query.data ?? { kind: 'waiting' },
    asked: kept.getQueryState(key)?.dataUpdateCount ?? 0,
    isAsking: query.isFetching,
    askedAtMs: query.dataUpdatedAt,
    isOutOfReach: query.failureReason instanceof NotReached,
    again: () => void query.refetch(),
  };
}

/** Forgets the answers to these commands, so that they are asked again where they are shown. */
export function useForget(): (...names: readonly CommandName[]) => void {
  const client = useQueryClient();
  return useCallback(
    (...names) =>
      void client.invalidateQueries({ predicate: ({ queryKey }) => names.some((name) => name === queryKey[0]) }),
    [client],
  );
}

/** Keeps what a command has just told as the answer to a question, so that no older one is shown. */
export function useRemember(): <Name extends CommandName>(
  name: Name,
  params: ParamsOf<Name>,
  told: Told<AnswerOf<Name>>,
) => void {
  const client = useQueryClient();
  return useCallback((name, params, told) => void client.setQueryData([name, params], told), [client]);
}

type Changing<Name extends CommandName> = Omit<ParamsOf<Name>, 'commandId'>;

export interface Change<Name extends CommandName> {
  readonly isPending: boolean;
  /** How the last one ended; null before, and while one is on its way. */
  readonly told: Told<AnswerOf<Name>> | null;
  /** Shape: the same `commandId` for the same intention does its work once. */
  readonly run: (params: Changing<Name>, commandId?: string) => Promise<Told<AnswerOf<Name>>>;
  readonly reset: () => void;
}

/** A command that changes something, with its progress. Shape: `outdated` is asked again once it was answered, however. */
export function useChange<Name extends CommandName>(name: Name, ...outdated: readonly CommandName[]): Change<Name> {
  const desk = useDesk();
  const forget = useForget();
  const { mutateAsync, isPending, data, reset } = useMutation({
    // Given the answer instead of the params: what a mutation was given it keeps, and a token must not be kept.
    mutationFn: (answer: Promise<Told<AnswerOf<Name>>>) => answer,
    onSettled: () => forget(...outdated),
  });
  const run = useCallback<Change<Name>['run']>(
    (params, commandId = crypto.randomUUID()) =>
      mutateAsync(desk.ask(name, { ...params, commandId } as ParamsOf<Name>)),
    [desk, mutateAsync, name],
  );
  return { isPending, told: data ?? null, run, reset: isPending ? NOTHING : reset };
}

/** What is under way goes on. */
const NOTHING = (): void => undefined;

/** A part of the live state; `choose` must give the same value for the same state. */
export function useLive<Part>(choose: (state: LiveState) => Part): Part {
  const { live } = useDesk();
  return useSyncExternalStore(live.subscribe, () => choose(live.read()));
}

export function useLiveBatch(batch: BatchId): LiveBatch | null {
  return useLive((state) => state.batches.get(batch) ?? null);
}
