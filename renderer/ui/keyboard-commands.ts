// Keyboard commands: a screen registers its own while it is shown, and the palette and the list of keys show what is registered.

import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

export interface Command {
  /** A verb and its object, as on the button. */
  readonly word: string;
  /** The keys as shown: `Ctrl+Shift+N`. The component that registers it handles them. */
  readonly keys?: string;
  /** Absent for a command that only its keys run: it is then only in the list of keys. */
  readonly run?: () => void;
}

const registered = new Map<symbol, readonly Command[]>();
const listeners = new Set<() => void>();
let all: readonly Command[] = [];

function changed(): void {
  all = [...registered.values()].flat();
  for (const listener of listeners) listener();
}

/** Registers commands while the component is shown. Always calls `run` of the latest render. */
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
