// Corrections to a draft, one after the other: each waits for the one before, so that it names the newest revision. No edit is
// dropped silently, and no summary shown that is older than one that is known; another window may have made it newer.

import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { AnswerOf } from '../../../shared/api/contract.ts';
import type { DraftEdit, DraftRow, DraftSummary } from '../../../shared/api/draft-commands.ts';
import type { Field } from '../../../shared/issues.ts';
import type { NotTold, Told } from '../../bridge/told.ts';
import { useDesk } from '../../bridge/use-desk.ts';

export type CheckedReading = Extract<AnswerOf<'readDraft'>, { kind: 'checked' }>;

/** An edit that holds for one revision only: its rows were read in it. */
interface BoundEdit {
  readonly kind: 'edit';
  readonly revision: number;
  readonly edit: DraftEdit;
}

export interface DraftEditing {
  readonly summary: DraftSummary;
  readonly isEditing: boolean;
  readonly notDone: NotTold | null;
  /** The texts of cells that were typed and not taken, since the person last closed it. */
  readonly keptTexts: readonly string[];
  readonly edit: (edit: DraftEdit) => Promise<Told<DraftSummary>>;
  /** Makes an edit when its turn comes, from the draft as it is then, and says why where it cannot be made. */
  readonly editInTurn: (make: () => Promise<BoundEdit | NotTold>) => Promise<Told<DraftSummary>>;
  /** For a dialog, which says itself why it was not done. Shape: null for whatever revision is the newest. */
  readonly editInDialog: (edit: DraftEdit, revision: number | null) => Promise<Told<DraftSummary>>;
  readonly undo: () => Promise<Told<DraftSummary>>;
  readonly redo: () => Promise<Told<DraftSummary>>;
  /** What a person knows to stand in a cell. */
  readonly known: OwnCells['known'];
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
  const [keptTexts, setKeptTexts] = useState<readonly string[]>([]);
  const revision = useRef(reading.summary.revision);
  const chain = useRef<Promise<unknown>>(Promise.resolve());
  const [own] = useState(keepOwnCells);
  const { draft, sheet } = reading;
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
    (
      ask: (revision: number) => Promise<Told<DraftSummary>>,
      onNotDone: (told: NotTold) => void = NOBODY,
    ): Promise<Told<DraftSummary>> => {
      setWaiting((count) => count + 1);
      const turn = chain.current.then(async () => {
        const told = await ask(revision.current);
        if (told.kind === 'done') take(told.value);
        else onNotDone(told);
        if (told.kind === 'refused' && told.refusal.code === 'changedMeanwhile') {
          const anew = await desk.ask('readDraft', { draft });
          // What still waits was meant for this sheet's rows: on another one it is refused as well.
          if (anew.kind === 'done' && anew.value.kind === 'checked' && anew.value.sheet === sheet)
            take(anew.value.summary);
        }
        setWaiting((count) => count - 1);
        return told;
      });
      chain.current = turn;
      return turn;
    },
    [desk, draft, sheet, take],
  );

  const name = useCallback(() => ({ draft, commandId: crypto.randomUUID() }), [draft]);
  // What was refused before is still not done: it is said until the person closes it, or something else is refused.
  const say = useCallback(
    (typed: string | null) => (told: NotTold) => {
      setNotDone(told);
      if (typed !== null) setKeptTexts((before) => [...before, typed]);
    },
    [],
  );
  const edit = useCallback(
    (edited: DraftEdit) => {
      const end = edited.kind === 'setCells' ? own.write(edited.cells) : NOBODY;
      const ask = async (at: number): Promise<Told<DraftSummary>> =>
        heard(await desk.ask('editDraft', { ...name(), revision: at, edit: edited }), end);
      return inTurn(ask, say(typedText(edited)));
    },
    [desk, inTurn, name, own, say],
  );
  const editInTurn = useCallback(
    (make: () => Promise<BoundEdit | NotTold>) =>
      inTurn(async () => {
        const made = await make();
        if (made.kind !== 'edit') return made;
        const end = made.edit.kind === 'setCells' ? own.write(made.edit.cells) : NOBODY;
        return heard(await desk.ask('editDraft', { ...name(), revision: made.revision, edit: made.edit }), end);
      }, say(null)),
    [desk, inTurn, name, own, say],
  );
  const editInDialog = useCallback(
    (edited: DraftEdit, seen: number | null) =>
      inTurn((at) => desk.ask('editDraft', { ...name(), revision: seen ?? at, edit: edited })),
    [desk, inTurn, name],
  );
  const step = useCallback(
    (command: 'undoDraft' | 'redoDraft') =>
      inTurn(async (at) => heard(await desk.ask(command, { ...name(), revision: at }), own.forget), say(null)),
    [desk, inTurn, name, own, say],
  );
  const undo = useCallback(() => step('undoDraft'), [step]);
  const redo = useCallback(() => step('redoDraft'), [step]);
  const dismiss = useCallback(() => {
    setNotDone(null);
    setKeptTexts([]);
  }, []);
  const isEditing = waiting > 0;
  const ways = { edit, editInTurn, editInDialog, undo, redo, known: own.known, refuse: setNotDone, dismiss };
  return { summary, isEditing, notDone, keptTexts, ...ways };
}

/** Tells in which revision it stands, or that it stands nowhere. */
function heard(told: Told<DraftSummary>, end: (revision: number | null) => void): Told<DraftSummary> {
  end(told.kind === 'done' ? told.value.revision : null);
  return told;
}

const NOBODY = (): void => undefined;

/** What a person wrote into one cell; a block is still where it was copied, and other edits are asked for again. */
function typedText(edit: DraftEdit): string | null {
  return edit.kind === 'setCells' && edit.cells.length === 1 ? (edit.cells[0]?.text ?? null) : null;
}

/** Another window of the same draft may be ahead of what this one was told, and this one of what was asked before. */
function newest(one: DraftSummary, other: DraftSummary): DraftSummary {
  return one.revision >= other.revision ? one : other;
}

/** A row with the draft's revision that it was read in. */
export interface SeenRow extends DraftRow {
  readonly revision: number;
}

interface OwnCells {
  /** What a person knows to stand in a cell: what was written here since the row was read, else what is shown. */
  readonly known: (row: SeenRow, field: Field) => string;
  /** Notes what is being written. Gives the way to say how it ended: in which revision it stands, null when it was refused. */
  readonly write: (cells: readonly WrittenCell[]) => (revision: number | null) => void;
  /** A step was undone or redone: what stands in a cell is what is shown next. */
  readonly forget: () => void;
}

interface WrittenCell {
  readonly rowNumber: number;
  readonly field: Field;
  readonly text: string;
}

/** Shape: `revision` null while it is on its way. */
interface Written {
  readonly text: string;
  revision: number | null;
}

/** What this window wrote into cells and its list may not show yet. What another window wrote is never taken for known. */
export function keepOwnCells(): OwnCells {
  const written = new Map<string, Written>();
  return {
    known: (row, field) => {
      const own = written.get(cellKey(row.rowNumber, field));
      const isNewer = own !== undefined && (own.revision === null || own.revision > row.revision);
      return isNewer ? own.text : (row.cells.find((cell) => cell.field === field)?.text ?? '');
    },
    write: (cells) => {
      const mine = cells.map(({ rowNumber, field, text }) => {
        const one: Written = { text, revision: null };
        const key = cellKey(rowNumber, field);
        written.set(key, one);
        return { key, one };
      });
      return (revision) => {
        for (const { key, one } of mine) {
          one.revision = revision;
          if (revision === null && written.get(key) === one) written.delete(key);
        }
      };
    },
    forget: () => {
      for (const [key, { revision }] of written) if (revision !== null) written.delete(key);
    },
  };
}

/** One cell of the file among all. */
export function cellKey(rowNumber: number, field: Field): string {
  return `${rowNumber} ${field}`;
}
