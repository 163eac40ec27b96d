// Leaving the app. It is `open`; a wish to leave while payouts are sent makes it `asking`; a yes, or nothing being sent, makes
// it `closing`: what is in flight is waited for, and then the app is left. Staying makes it open again. There is no way back
// from closing, but a way out: who wishes again is `asking to leave at once`, and what is in flight is in doubt then.
// In: wishes to leave. Out: one way out. This file must never leave while a request is in flight unless a person said so.

import { unreachable } from '../../../shared/failures.ts';

export interface QuitWorld {
  isSending(): boolean;
  /** Asks the person. Shape: whether to pause and quit. */
  askToQuit(): Promise<boolean>;
  /** Asks the person who waits for the end. Shape: whether to leave at once, with what is in flight in doubt. */
  askToLeaveAtOnce(): Promise<boolean>;
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
  let stage: 'open' | 'asking' | 'closing' | 'askingToLeaveAtOnce' | 'left' = 'open';
  const leave = (exitCode: number): void => {
    if (stage === 'left') return;
    stage = 'left';
    world.leave(exitCode);
  };
  const close = async (): Promise<void> => {
    stage = 'closing';
    try {
      await world.closeDesk();
      leave(0);
    } catch (error) {
      world.onFault(error);
      leave(1);
    }
  };
  const ask = async (): Promise<void> => {
    stage = 'asking';
    // A question that cannot be shown must not end a run.
    const wantsToQuit = await world.askToQuit().catch(() => false);
    if (wantsToQuit) await close();
    else stage = 'open';
  };
  const askAgain = async (): Promise<void> => {
    stage = 'askingToLeaveAtOnce';
    const wantsToLeave = await world.askToLeaveAtOnce().catch(() => false);
    if (wantsToLeave) leave(1);
    else if (stage === 'askingToLeaveAtOnce') stage = 'closing';
  };
  return {
    wish: () => {
      switch (stage) {
        case 'open':
          return void (world.isSending() ? ask() : close());
        case 'closing':
          return void askAgain();
        case 'asking':
        case 'askingToLeaveAtOnce':
        case 'left':
          return;
        default:
          return unreachable(stage);
      }
    },
  };
}
