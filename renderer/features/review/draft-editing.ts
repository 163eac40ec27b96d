// Corrections to a draft, one after the other: each waits for the one before, so that it names the newest revision. No
// edit is dropped silently, and no summary shown that is older than one that is known; another window may have made it
// newer.

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { AnswerOf } from '../../../shared/api/contract.ts';
import type { CheckedReading, DraftEdit, DraftLine, DraftSummary } from '../../../shared/api/draft-commands.ts';
import type { Field } from '../../../shared/rows.ts';
import type { CommandFailure, CommandResult } from '../../bridge/transport.ts';
import { useDesk } from '../../bridge/use-desk.ts';
import type { BlockCell } from './paste-and-fill.ts';

/** An edit that holds for one revision only, in which its rows were read. `seenIn` is as for `edit`. */
interface BoundEdit {
  readonly kind: 'edit';
  readonly revision: number;
  readonly edit: DraftEdit;
  readonly seenIn: number | null;
}

export interface DraftEditing {
  readonly summary: DraftSummary;
  readonly isEditing: boolean;
  readonly notDone: CommandFailure | null;
  /** The texts of cells that were typed and not taken, since the person last closed it. */
  readonly keptTexts: readonly string[];
  /** `seenIn` is the revision in which its cells were seen. What only this window has changed since, the person knows. */
  readonly edit: (edit: DraftEdit, seenIn?: number | null) => Promise<CommandResult<DraftSummary>>;
  /** Makes an edit when its turn comes, from the draft as it is then, and says why where it cannot be made. */
  readonly editInTurn: (make: () => Promise<BoundEdit | CommandFailure>) => Promise<CommandResult<DraftSummary>>;
  /** For a dialog, which says itself why it was not done. Shape: null for whatever revision is the newest. */
  readonly editInDialog: (edit: DraftEdit, revision: number | null) => Promise<CommandResult<DraftSummary>>;
  readonly undo: () => Promise<CommandResult<DraftSummary>>;
  readonly redo: () => Promise<CommandResult<DraftSummary>>;
  /** What a person knows to stand in a cell. */
  readonly known: OwnCells['known'];
  /** Says why something was not done that the desk was never asked for. */
  readonly refuse: (refusal: CommandFailure) => void;
  readonly dismiss: () => void;
}

export function useDraftEditing(reading: CheckedReading): DraftEditing {
  const desk = useDesk();
  const queries = useQueryClient();
  const [latest, setLatest] = useState(reading.summary);
  const summary = newest(latest, reading.summary);
  const [notDone, setNotDone] = useState<CommandFailure | null>(null);
  const [keptTexts, setKeptTexts] = useState<readonly string[]>([]);
  const revision = useRef(reading.summary.revision);
  const [own] = useState(keepOwnCells);
  const { draft, readRevision } = reading;
  const { mutateAsync: wait, isPending: isEditing } = useMutation({
    // One at a time, in the order in which they were asked for.
    scope: { id: `edits of ${draft}` },
    mutationFn: (turn: () => Promise<CommandResult<DraftSummary>>) => turn(),
  });
  useEffect(() => {
    revision.current = Math.max(revision.current, summary.revision);
  }, [summary]);

  const take = (next: DraftSummary): void => {
    revision.current = Math.max(revision.current, next.revision);
    setLatest((before) => newest(before, next));
    queries.setQueryData(['readDraft', { draft }], (before: CommandResult<AnswerOf<'readDraft'>> | undefined) =>
      before?.kind === 'done' && before.value.kind === 'checked'
        ? { ...before, value: { ...before.value, summary: newest(before.value.summary, next) } }
        : before,
    );
  };

  const inTurn = (
    ask: (revision: number) => Promise<CommandResult<DraftSummary>>,
    onNotDone: (result: CommandFailure) => void = NOBODY,
  ): Promise<CommandResult<DraftSummary>> =>
    wait(async () => {
      const before = revision.current;
      const result = await ask(before);
      if (result.kind === 'done') {
        if (result.value.revision > before) own.made(result.value.revision);
        take(result.value);
      } else onNotDone(result);
      if (result.kind === 'refused' && result.refusal.code === 'changedMeanwhile') {
        const anew = await desk.ask('readDraft', { draft });
        // What still waits was meant for the rows of this reading: on those of another one it is refused as well.
        if (anew.kind === 'done' && anew.value.kind === 'checked' && anew.value.readRevision === readRevision)
          take(anew.value.summary);
      }
      return result;
    });

  const name = () => ({ draft, commandId: crypto.randomUUID() });
  // What was refused before is still not done: it is said until the person closes it, or something else is refused.
  const say = (typed: string | null) => (result: CommandFailure) => {
    setNotDone(result);
    if (typed !== null) setKeptTexts((before) => [...before, typed]);
  };
  /** Notes at once what is being written; the edit itself is made at a revision. */
  const write = (edit: DraftEdit, seenIn: number | null) => {
    const end = edit.kind === 'setCells' ? own.write(edit.cells) : NOBODY;
    return async (at: number): Promise<CommandResult<DraftSummary>> => {
      const isKnown = seenIn !== null && own.areMine(seenIn, at);
      const asked = isKnown ? withoutSeen(edit) : edit;
      return settled(await desk.ask('editDraft', { ...name(), revision: at, edit: asked }), end);
    };
  };
  const step = (command: 'undoDraft' | 'redoDraft') =>
    inTurn(async (at) => settled(await desk.ask(command, { ...name(), revision: at }), own.forget), say(null));
  return {
    summary,
    isEditing,
    notDone,
    keptTexts,
    edit: (edited, seenIn = null) => inTurn(write(edited, seenIn), say(typedText(edited))),
    editInTurn: (make) =>
      inTurn(async () => {
        const made = await make();
        return made.kind === 'edit' ? write(made.edit, made.seenIn)(made.revision) : made;
      }, say(null)),
    editInDialog: (edited, seen) =>
      inTurn((at) => desk.ask('editDraft', { ...name(), revision: seen ?? at, edit: edited })),
    undo: () => step('undoDraft'),
    redo: () => step('redoDraft'),
    known: own.known,
    refuse: setNotDone,
    dismiss: () => {
      setNotDone(null);
      setKeptTexts([]);
    },
  };
}

/** Tells in which revision it stands, or that it stands nowhere. */
function settled(
  result: CommandResult<DraftSummary>,
  end: (revision: number | null) => void,
): CommandResult<DraftSummary> {
  end(result.kind === 'done' ? result.value.revision : null);
  return result;
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

/** Without what was seen: nobody else has changed anything since. */
function withoutSeen(edit: DraftEdit): DraftEdit {
  if (edit.kind !== 'setCells') return edit;
  return { ...edit, cells: edit.cells.map(({ rowNumber, field, text }) => ({ rowNumber, field, text })) };
}

type SetCells = Extract<DraftEdit, { readonly kind: 'setCells' }>;

/** `seenIn` is as for `edit`. */
export interface SuggestedEdit {
  readonly edit: SetCells;
  readonly seenIn: number;
}

/**
 * Writes what is suggested for a cell in place of what is shown there. Shape: null where nothing is, and where the person knows
 * that another text stands there by now.
 */
export function suggestedEdit(
  row: SeenRow,
  field: Field | null,
  { locked, known }: { readonly locked: readonly Field[]; readonly known: OwnCells['known'] },
): SuggestedEdit | null {
  if (field === null || locked.includes(field) || row.status === 'excluded') return null;
  const { rowNumber } = row;
  const suggested = row.issues.find((issue) => issue.field === field && issue.suggestion !== null)?.suggestion;
  const seen = row.cells.find((cell) => cell.field === field)?.text;
  if (suggested === undefined || suggested === null || seen === undefined || known(row, field) !== seen) return null;
  const edit = { kind: 'setCells', words: 'edit', cells: [{ rowNumber, field, text: suggested, seen }] } as const;
  return { edit: { ...edit, cells: [...edit.cells] }, seenIn: row.revision };
}

/** A row with the draft's revision that it was read in. */
export interface SeenRow extends DraftLine {
  readonly revision: number;
}

interface OwnCells {
  /** What a person knows to stand in a cell: what was written here since the row was read, else what is shown. */
  readonly known: (row: SeenRow, field: Field) => string;
  /** Notes what is being written. Gives the way to say how it ended: in which revision it stands, null when it was refused. */
  readonly write: (cells: readonly BlockCell[]) => (revision: number | null) => void;
  /** A step was undone or redone: what stands in a cell is what is shown next. */
  readonly forget: () => void;
  /** This window made a revision. */
  readonly made: (revision: number) => void;
  /** Whether this window made every revision after one, up to another. */
  readonly areMine: (after: number, upTo: number) => boolean;
}

/** Shape: `revision` null while it is on its way. */
interface WrittenText {
  readonly text: string;
  revision: number | null;
}

/** What this window wrote into cells and its list may not show yet. What another window wrote is never taken for known. */
export function keepOwnCells(): OwnCells {
  const written = new Map<string, WrittenText>();
  const mine = new Set<number>();
  return {
    known: (row, field) => {
      const own = written.get(cellKey(row.rowNumber, field));
      const isNewer = own !== undefined && (own.revision === null || own.revision > row.revision);
      return isNewer ? own.text : (row.cells.find((cell) => cell.field === field)?.text ?? '');
    },
    write: (cells) => {
      const texts = cells.map(({ rowNumber, field, text }) => {
        const one: WrittenText = { text, revision: null };
        const key = cellKey(rowNumber, field);
        written.set(key, one);
        return { key, one };
      });
      return (revision) => {
        for (const { key, one } of texts) {
          one.revision = revision;
          if (revision === null && written.get(key) === one) written.delete(key);
        }
      };
    },
    forget: () => {
      for (const [key, { revision }] of written) if (revision !== null) written.delete(key);
    },
    made: (revision) => void mine.add(revision),
    areMine: (after, upTo) => {
      for (let revision = after + 1; revision <= upTo; revision += 1) if (!mine.has(revision)) return false;
      return true;
    },
  };
}

/** One cell of the file among all. */
export function cellKey(rowNumber: number, field: Field): string {
  return `${rowNumber} ${field}`;
}
