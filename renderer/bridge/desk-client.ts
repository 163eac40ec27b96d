// Keeps no token after sending it.

import type { z } from 'zod';
import { type AnswerOf, CONTRACT, type CommandName, type ParamsOf } from '../../shared/api/contract.ts';
import type { NumberedEvent } from '../../shared/api/events.ts';
import type { CommandResult, Transport } from './desk-transport.ts';
import { applyEvent, LIVE_START, type LiveState, makeRecentStates, type RecentStates } from './live-state.ts';

export interface DeskClient extends Pick<Transport, 'giveFile' | 'saveDownload' | 'restart' | 'followWindowRequests'> {
  readonly ask: <Name extends CommandName>(
    name: Name,
    params: ParamsOf<Name>,
  ) => Promise<CommandResult<AnswerOf<Name>>>;
  readonly live: LiveStore;
}

export interface LiveStore extends Pick<RecentStates, 'eventCount' | 'stateSince'> {
  readonly read: () => LiveState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Each event arrives once, in order. */
  readonly onEvent: (listener: (event: NumberedEvent['event']) => void) => () => void;
}

export function makeDeskClient(transport: Transport): DeskClient {
  const { giveFile, saveDownload, restart, followWindowRequests } = transport;
  return {
    ask: (name, params) => transport.command({ name, params }, answerSchema(name)),
    giveFile,
    saveDownload,
    restart,
    followWindowRequests,
    live: followDesk(transport),
  };
}

/** The contract's map loses the link between a name and its schema; this restores it. */
function answerSchema<Name extends CommandName>(name: Name): z.ZodType<AnswerOf<Name>> {
  return CONTRACT[name].answer as unknown as z.ZodType<AnswerOf<Name>>;
}

function followDesk(transport: Transport): LiveStore {
  let state = LIVE_START;
  const states = makeRecentStates();
  const listeners = new Set<() => void>();
  const eventListeners = new Set<(event: NumberedEvent['event']) => void>();
  const become = (next: LiveState): void => {
    state = next;
    for (const listener of listeners) listener();
  };

  const connectAnew = transport.followEvents({
    onConnection: (connection) => {
      if (connection !== state.connection) become({ ...state, connection });
    },
    onEvent: (numbered) => {
      const step = applyEvent(state, numbered, performance.now());
      if (step.kind === 'missed') connectAnew();
      if (step.kind !== 'next') return;
      states.add(numbered.event);
      become(step.state);
      for (const listener of eventListeners) listener(numbered.event);
    },
  });

  return {
    read: () => state,
    eventCount: states.eventCount,
    stateSince: states.stateSince,
    subscribe: (listener) => subscribe(listeners, listener),
    onEvent: (listener) => subscribe(eventListeners, listener),
  };
}

function subscribe<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
