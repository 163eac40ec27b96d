// The page's one client of the desk. No token is held after it was sent.

import { type AnswerOf, type CommandName, CONTRACT, type ParamsOf } from '../../shared/api/contract.ts';
import type { NumberedEvent } from '../../shared/api/events.ts';
import type { FileHandle } from '../../shared/api/file-handles.ts';
import type { z } from 'zod';
import { decodeReply } from './decode.ts';
import { type HeardStates, makeHeardStates } from './heard-states.ts';
import { hearEvent, LIVE_START, type LiveState } from './live-state.ts';
import type { Told } from './told.ts';
import type { Transport } from './transport.ts';

export interface DeskClient {
  readonly ask: <Name extends CommandName>(name: Name, params: ParamsOf<Name>) => Promise<Told<AnswerOf<Name>>>;
  readonly giveFile: (file: File) => Promise<Told<FileHandle>>;
  readonly saveDownload: (file: { readonly download: string; readonly name: string }) => Promise<Told<unknown>>;
  readonly followWishes: Transport['followWishes'];
  readonly live: LiveStore;
}

export interface LiveStore extends Pick<HeardStates, 'moment' | 'stateSince'> {
  readonly read: () => LiveState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Hears each event once, in order. */
  readonly onEvent: (listener: (event: NumberedEvent['event']) => void) => () => void;
}

export function makeDeskClient(transport: Transport): DeskClient {
  return {
    async ask(name, params) {
      const told = await transport.command(name, params);
      return told.kind === 'done' ? decodeReply(told, answerSchema(name)) : told;
    },
    giveFile: (file) => transport.giveFile(file),
    saveDownload: (file) => transport.saveDownload(file),
    followWishes: (listener) => transport.followWishes(listener),
    live: followDesk(transport),
  };
}

/** The contract's map loses which schema belongs to which name; this is where it is found again. */
function answerSchema<Name extends CommandName>(name: Name): z.ZodType<AnswerOf<Name>> {
  return CONTRACT[name].answer as unknown as z.ZodType<AnswerOf<Name>>;
}

function followDesk(transport: Transport): LiveStore {
  let state = LIVE_START;
  const states = makeHeardStates();
  const listeners = new Set<() => void>();
  const eventListeners = new Set<(event: NumberedEvent['event']) => void>();
  const become = (next: LiveState): void => {
    state = next;
    for (const listener of listeners) listener();
  };

  const events = transport.followEvents({
    onConnection: (connection) => {
      if (connection !== state.connection) become({ ...state, connection });
    },
    onEvent: (numbered) => {
      const heard = hearEvent(state, numbered, performance.now());
      if (heard.kind === 'missed') events.fresh();
      if (heard.kind !== 'next') return;
      states.hear(numbered.event);
      become(heard.state);
      for (const listener of eventListeners) listener(numbered.event);
    },
  });

  return {
    read: () => state,
    moment: states.moment,
    stateSince: states.stateSince,
    subscribe: (listener) => subscribe(listeners, listener),
    onEvent: (listener) => subscribe(eventListeners, listener),
  };
}

function subscribe<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
