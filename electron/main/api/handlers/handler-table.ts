// The one table of handlers behind every window's door. In: the context. Out: a handler for each bound command.
// A command that is not bound yet is named here: the compiler refuses a forgotten one.

import type { CommandName } from '../../../../shared/api/contract.ts';
import { batchHandlers } from './batch-handlers.ts';
import { confirmHandlers } from './confirm-handlers.ts';
import type { HandlerContext, Handlers } from './context.ts';
import { deskHandlers } from './desk-handlers.ts';
import { draftHandlers } from './draft-handlers.ts';
import { payoutHandlers } from './payout-handlers.ts';
import { profileHandlers } from './profile-handlers.ts';
import { retryHandlers } from './retry-handlers.ts';

/** Commands of the contract whose rooms do not offer them yet; a window is told so. */
export type UnboundName =
  | 'confirmWalletUnit'
  | 'saveDecisionWait'
  | 'exportProblemRows'
  | 'listUnknown'
  | 'resolvePayouts'
  | 'listLateNews'
  | 'markLateNewsRead'
  | 'readAttention'
  | 'backUp'
  | 'restore'
  | 'verifyAudit'
  | 'openLockedDesk';

export type HandlerTable = Handlers<Exclude<CommandName, UnboundName>>;

export function handlerTable(context: HandlerContext): HandlerTable {
  return {
    ...deskHandlers(context),
    ...profileHandlers(context),
    ...draftHandlers(context),
    ...confirmHandlers(context),
    ...batchHandlers(context),
    ...payoutHandlers(context),
    ...retryHandlers(context),
  };
}
