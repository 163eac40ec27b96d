// What can be done from the keyboard: a screen registers its commands while it is shown, and the palette and the list of
// keys are made of what is registered.

import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

export interface Command {
  /** The verb and what it is done to, as on its button. */
  readonly word: string;
  /** As a person reads it: `Ctrl+Shift+N`. Whoever registers it listens for it. */
  readonly keys?: string;
  /** Absent where only the key does it: it stands in the list of keys alone. */
  readonly run?: () => void;
}

const registered = new Map<symbol, readonly Command[]>();
const listeners = new Set<() => void>();
let all: readonly Command[] = [];

function changed(): void {
  all = [...registered.values()].flat();
  for (const listener of listeners) listener();
}

/** Registers commands while the component is shown. Shape: `run` is the one of the last drawing. */
export function useCommands(commands: readonly Command[]): void {
  const runAt = useEffectEvent((at: number) => commands[at]?.run?.());
  const read = useEffectEvent(() =>
    commands.map(({ run, ...command }, at) => (run === undefined ? command : { ...command, run: () => runAt(at) })),
  );
  const shape = commands.map(({ word, keys, run }) => `${word} ${keys ?? ''} ${run === undefined}`).join('\n');
  useEffect(() => {
    const id = Symbol(shape);
    registered.set(id, read());
    changed();
    return () => {
      registered.delete(id);
      changed();
    };
  }, [shape]);
}

export function useRegistered(): readonly Command[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => all,
  );
}
