// Corrections to a draft, one after the other. In: edits, and the draft's reading, which another window may have made newer.
// Out: the draft's newest summary, and why an edit was refused. Each waits for the one before, so that it names the newest
// revision. This file must never drop an edit silently, nor show a summary older than one it knows.

import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { AnswerOf } from '../../../shared/api/contract.ts';
import type { DraftEdit, DraftSummary } from '../../../shared/api/draft-commands.ts';
import type { NotTold, Told } from '../../bridge/told.ts';
import { useDesk } from '../../bridge/use-desk.ts';

export type CheckedReading = Extract<AnswerOf<'readDraft'>, { kind: 'checked' }>;

/** An edit that holds for one revision only: its rows were read in it. */
export interface BoundEdit {
  readonly kind: 'edit';
  readonly revision: number;
  readonly edit: DraftEdit;
}

export interface DraftEditing {
  readonly summary: DraftSummary;
  readonly isEditing: boolean;
  readonly notDone: NotTold | null;
  /** The text of a cell that was typed and not taken; null when nothing is lost. */
  readonly keptText: string | null;
  readonly edit: (edit: DraftEdit) => Promise<boolean>;
  /** Makes an edit when its turn comes, from the draft as it is then, and says why where it cannot be made. */
  readonly editInTurn: (make: () => Promise<BoundEdit | NotTold>) => Promise<boolean>;
  readonly undo: () => Promise<boolean>;
  readonly redo: () => Promise<boolean>;
  /** Says why something was not done that the desk was never asked for. */
  readonly refuse: (refusal: NotTold) => void;
  readonly dismiss: () => void;
}

export function useDraftEditing(reading: CheckedReading): DraftEditing {
  const desk = useDesk();
  const queries = useQueryClient();
  const [told, setTold] = useState(reading.summary);
  const summary = newest(told, reading.summary);
  const [waiting, setWaiting] = useState(0);
  const [notDone, setNotDone] = useState<NotTold | null>(null);
  const [keptText, setKeptText] = useState<string | null>(null);
  const revision = useRef(reading.summary.revision);
  const chain = useRef<Promise<boolean>>(Promise.resolve(true));
  const { draft } = reading;
  useEffect(() => {
    revision.current = Math.max(revision.current, summary.revision);
  }, [summary]);

  const take = useCallback(
    (next: DraftSummary) => {
      revision.current = Math.max(revision.current, next.revision);
      setTold((before) => newest(before, next));
      queries.setQueryData(['readDraft', { draft }], (before: Told<AnswerOf<'readDraft'>> | undefined) =>
        before?.kind === 'done' && before.value.kind === 'checked'
          ? { ...before, value: { ...before.value, summary: newest(before.value.summary, next) } }
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
        // What was refused before is still not done: it is said until the person closes it, or something else is refused.
        if (told.kind !== 'done') {
          setNotDone(told);
          setKeptText(typed);
        }
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
  const editInTurn = useCallback(
    (make: () => Promise<BoundEdit | NotTold>) =>
      inTurn(async () => {
        const made = await make();
        if (made.kind !== 'edit') return made;
        return desk.ask('editDraft', { ...name(), revision: made.revision, edit: made.edit });
      }),
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
  return { summary, isEditing: waiting > 0, notDone, keptText, edit, editInTurn, undo, redo, refuse, dismiss };
}

/** What a person wrote into one cell; a block is still where it was copied, and other edits are asked for again. */
function typedText(edit: DraftEdit): string | null {
  return edit.kind === 'setCells' && edit.cells.length === 1 ? (edit.cells[0]?.text ?? null) : null;
}

/** Another window of the same draft may be ahead of what this one was told, and this one of what was asked before. */
function newest(one: DraftSummary, other: DraftSummary): DraftSummary {
  return one.revision >= other.revision ? one : other;
}
