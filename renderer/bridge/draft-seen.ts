// Where a person is in a draft is told to the desk, so that closing the window or a restart comes back to the same place.

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { AnswerOf } from '../../shared/api/contract.ts';
import type { DraftSeen } from '../../shared/api/draft-commands.ts';
import type { CommandResult } from './transport.ts';
import { useDesk } from './use-desk.ts';

/** Shape: without a query the one that was told before stays. */
export function useDraftSeen(draft: string, step: DraftSeen['step'], query: DraftSeen['query']): void {
  const desk = useDesk();
  const queries = useQueryClient();
  const last = useRef<DraftSeen>({ step, query });
  useEffect(() => {
    last.current = { step, query };
    void desk.ask('noteSeen', { draft, seen: { step, query }, commandId: crypto.randomUUID() });
  }, [desk, draft, step, query]);
  // The same screen opened again in this window goes on from here, too.
  useEffect(
    () => () =>
      void queries.setQueryData(['readDraft', { draft }], (before: CommandResult<AnswerOf<'readDraft'>> | undefined) =>
        before?.kind === 'done' && before.value.kind === 'checked'
          ? { ...before, value: { ...before.value, seen: withQuery(last.current, before.value.seen) } }
          : before,
      ),
    [queries, draft],
  );
}

function withQuery({ step, query }: DraftSeen, before: DraftSeen | null): DraftSeen {
  return { step, query: query ?? before?.query ?? null };
}
