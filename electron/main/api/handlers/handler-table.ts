// The one table of handlers behind every window's door. In: the context. Out: a handler for each bound command.
// The compiler refuses a forgotten one.

import type { CommandName } from '../../../../shared/api/contract.ts';
import { batchHandlers } from './batch-handlers.ts';
import { confirmHandlers } from './confirm-handlers.ts';
import type { HandlerContext, Handlers } from './context.ts';
import { dataHandlers } from './data-handlers.ts';
import { deskHandlers } from './desk-handlers.ts';
import { draftHandlers } from './draft-handlers.ts';
import { logHandlers } from './log-handlers.ts';
import { payoutHandlers } from './payout-handlers.ts';
import { profileHandlers } from './profile-handlers.ts';
import { recentHandlers } from './recent-handlers.ts';
import { retryHandlers } from './retry-handlers.ts';
import { walletHandlers } from './wallet-handlers.ts';
import { unknownHandlers } from './unknown-handlers.ts';

export type HandlerTable = Handlers<CommandName>;

export function handlerTable(context: HandlerContext): HandlerTable {
  return {
    ...deskHandlers(context),
    ...logHandlers(context),
    ...profileHandlers(context),
    ...walletHandlers(context),
    ...draftHandlers(context),
    ...recentHandlers(context),
    ...confirmHandlers(context),
    ...batchHandlers(context),
    ...payoutHandlers(context),
    ...unknownHandlers(context),
    ...dataHandlers(context),
    ...retryHandlers(context),
  };
}
