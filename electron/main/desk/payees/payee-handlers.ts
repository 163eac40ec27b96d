import { type HandlerContext, type Handlers, replyOf } from '../runtime/context.ts';
import { type HoldView, holdPayee, listHolds, releasePayee } from './payee-holds.ts';

type PayeeCommand = 'listHolds' | 'holdPayee' | 'releasePayee';

export function payeeHandlers({ system, emitChanged }: HandlerContext): Handlers<PayeeCommand> {
  return {
    listHolds: ({ book }) => replyOf(listHolds(system, book), ({ holds }) => ({ holds: holds.map(shown) })),
    holdPayee: async ({ book, person, also, reason, notBefore }) => {
      const answer = await holdPayee(system, { book, payee: { by: 'person', person }, also, reason, notBefore });
      if (answer.kind === 'done') emitChanged(book, 'holds', 'confirmations');
      return replyOf(answer, ({ notYet }) => ({ notYet }));
    },
    releasePayee: async ({ book, hold, reason }) => {
      const answer = await releasePayee(system, { book, of: { hold }, reason });
      if (answer.kind === 'done') emitChanged(book, 'holds', 'confirmations');
      return replyOf(answer, ({ notYet }) => ({ notYet }));
    },
  };
}

function shown({ accounts, release, ...hold }: HoldView) {
  return {
    ...hold,
    accounts: [...accounts],
    release: release === null ? null : { ...release },
  };
}
