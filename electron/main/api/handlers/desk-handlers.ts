// The desk itself: what it is and how its window looks. In: checked parameters. Out: replies.
// This file must never let a setting change what may be paid.

import { done, type HandlerContext, type Handlers } from './context.ts';

type Names = 'readDesk' | 'readSettings' | 'saveSettings';

export function deskHandlers({ facts, warnings, runner, memory, tellChanged }: HandlerContext): Handlers<Names> {
  return {
    readDesk: () => done({ ...facts, warnings: [...warnings], activity: runner.activity }),
    readSettings: () => done(memory.settings),
    saveSettings: ({ settings }) => {
      const saved = memory.save(settings);
      tellChanged(null, 'settings');
      return done(saved);
    },
  };
}
