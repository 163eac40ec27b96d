// Leaving the app. It is `open`; a wish to leave while payouts are sent makes it `asking`; a yes, or nothing being sent, makes
// it `closing`: what is in flight is waited for, and then the app is left. Staying makes it open again. There is no way back
// from closing. In: wishes to leave. Out: one way out. This file must never leave while a request is in flight.

export interface QuitWorld {
  isSending(): boolean;
  /** Asks the person. Shape: whether to pause and quit. */
  askToQuit(): Promise<boolean>;
  /** Pauses, waits for what is in flight, gives the desk back. */
  closeDesk(): Promise<void>;
  leave(exitCode: number): void;
  onFault(error: unknown): void;
}

export interface QuitGuard {
  /** Somebody wants to leave: a closed window, a menu, the system. */
  wish(): void;
}

export function openQuitGuard(world: QuitWorld): QuitGuard {
  let stage: 'open' | 'asking' | 'closing' = 'open';
  const close = async (): Promise<void> => {
    stage = 'closing';
    try {
      await world.closeDesk();
      world.leave(0);
    } catch (error) {
      world.onFault(error);
      world.leave(1);
    }
  };
  const ask = async (): Promise<void> => {
    stage = 'asking';
    // A question that cannot be shown must not end a run.
    const wantsToQuit = await world.askToQuit().catch(() => false);
    if (wantsToQuit) await close();
    else stage = 'open';
  };
  return {
    wish: () => {
      if (stage !== 'open') return;
      void (world.isSending() ? ask() : close());
    },
  };
}
