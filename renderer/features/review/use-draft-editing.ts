// Corrections to a draft, one after the other. In: edits. Out: the draft's newest summary, and why an edit was refused.
// Each waits for the one before, so that it names the revision it was made on. This file must never drop an edit silently.

import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import type { AnswerOf } from '../../../shared/api/contract.ts';
import type { DraftEdit, DraftSummary } from '../../../shared/api/draft-commands.ts';
import type { NotTold, Told } from '../../bridge/told.ts';
import { useDesk } from '../../bridge/use-desk.ts';

export type CheckedReading = Extract<AnswerOf<'readDraft'>, { kind: 'checked' }>;

export interface DraftEditing {
  readonly summary: DraftSummary;
  readonly isEditing: boolean;
  readonly notDone: NotTold | null;
  /** The text of a cell that was typed and not taken; null when nothing is lost. */
  readonly keptText: string | null;
  readonly edit: (edit: DraftEdit) => Promise<boolean>;
  readonly undo: () => Promise<boolean>;
  readonly redo: () => Promise<boolean>;
  /** Says why something was not done that the desk was never asked for. */
  readonly refuse: (refusal: NotTold) => void;
  readonly dismiss: () => void;
}

export function useDraftEditing(reading: CheckedReading): DraftEditing {
  const desk = useDesk();
  const queries = useQueryClient();
  const [summary, setSummary] = useState(reading.summary);
  const [waiting, setWaiting] = useState(0);
  const [notDone, setNotDone] = useState<NotTold | null>(null);
  const [keptText, setKeptText] = useState<string | null>(null);
  const revision = useRef(reading.summary.revision);
  const chain = useRef<Promise<boolean>>(Promise.resolve(true));
  const { draft } = reading;

  const take = useCallback(
    (next: DraftSummary) => {
      revision.current = next.revision;
      setSummary(next);
      queries.setQueryData(['readDraft', { draft }], (before: Told<AnswerOf<'readDraft'>> | undefined) =>
        before?.kind === 'done' && before.value.kind === 'checked'
          ? { ...before, value: { ...before.value, summary: next } }
          : before,
      );
    },
    [draft, queries],
  );

  const inTurn = useCallback(
    (ask: (revision: number) => Promise<Told<DraftSummary>>, typed: string | null = null): Promise<boolean> => {
      setWaiting((count) => count + 1);
      const turn = chain.current.then(async () => {
        const told = await ask(revision.current);
        if (told.kind === 'done') take(told.value);
        setNotDone(told.kind === 'done' ? null : told);
        setKeptText(told.kind === 'done' ? null : typed);
        if (told.kind === 'refused' && told.refusal.code === 'changedMeanwhile') {
          const anew = await desk.ask('readDraft', { draft });
          if (anew.kind === 'done' && anew.value.kind === 'checked') take(anew.value.summary);
        }
        setWaiting((count) => count - 1);
        return told.kind === 'done';
      });
      chain.current = turn;
      return turn;
    },
    [desk, draft, take],
  );

  const name = useCallback(() => ({ draft, commandId: crypto.randomUUID() }), [draft]);
  const edit = useCallback(
    (edited: DraftEdit) =>
      inTurn((at) => desk.ask('editDraft', { ...name(), revision: at, edit: edited }), typedText(edited)),
    [desk, inTurn, name],
  );
  const undo = useCallback(
    () => inTurn((at) => desk.ask('undoDraft', { ...name(), revision: at })),
    [desk, inTurn, name],
  );
  const redo = useCallback(
    () => inTurn((at) => desk.ask('redoDraft', { ...name(), revision: at })),
    [desk, inTurn, name],
  );
  const refuse = useCallback((refusal: NotTold) => {
    setNotDone(refusal);
    setKeptText(null);
  }, []);
  const dismiss = useCallback(() => setNotDone(null), []);
  return { summary, isEditing: waiting > 0, notDone, keptText, edit, undo, redo, refuse, dismiss };
}

/** What a person wrote into one cell; a block is still where it was copied, and other edits are asked for again. */
function typedText(edit: DraftEdit): string | null {
  return edit.kind === 'setCells' && edit.cells.length === 1 ? (edit.cells[0]?.text ?? null) : null;
}
