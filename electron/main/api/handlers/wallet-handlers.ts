// The wallet as a person watches it: what the gateway reports now, what it reported before, and when to warn.
// In: checked parameters. Out: replies. This file must never take the reported number for money.

import { WALLET_READINGS_KEPT } from '../../../../shared/limits.ts';
import { isLower } from '../../../../shared/wallet.ts';
import { done, type HandlerContext, type Handlers, refuse, replyOf } from './context.ts';

export function walletHandlers({
  desk,
  rooms,
  memory,
  tellChanged,
}: HandlerContext): Handlers<'readWallet' | 'saveLowBalance'> {
  return {
    readWallet: async ({ profile }) =>
      replyOf(await desk.wallet(profile), ({ balance, message }) => {
        const now = { balance, askedAtMs: rooms.clock.nowMs() };
        const before = memory.walletOf(profile).readings;
        // The same number again is the same line with a newer moment.
        const others = before[0]?.balance === balance ? before.slice(1) : before;
        const readings = [now, ...others].slice(0, WALLET_READINGS_KEPT);
        // Shown also where the disk takes no note of it: the memory of this process has it.
        const { below } = memory.rememberWallet(profile, { readings });
        return { ...now, message, below, isLow: below !== null && isLower(balance, below) === true, readings };
      }),
    saveLowBalance: ({ profile, below }) => {
      if (below !== null && isLower(below, below) === null) return refuse(NOT_A_NUMBER);
      memory.rememberWallet(profile, { below });
      tellChanged(null, 'settings');
      return done({});
    },
  };
}

const NOT_A_NUMBER = {
  code: 'notANumber',
  message: 'This is not a number.',
  cure: 'Write it as the gateway reports its balance, such as 50000.',
};
