// Edits of a draft, one after the other: each waits for the one before, so that it names the newest revision. No edit is dropped
// silently, and no summary shown is older than one already known; another window may have made a newer one.

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { AnswerOf } from '../../../shared/api/contract.ts';
import type { CheckedReading, DraftEdit, DraftLine, DraftSummary } from '../../../shared/api/draft-commands.ts';
import type { Field } from '../../../shared/rows.ts';
import type { CommandFailure, CommandResult } from '../../bridge/desk-transport.ts';
import { useDesk } from '../../bridge/use-desk.ts';
import type { BlockCell } from './paste-and-fill.ts';

/** An edit valid only for the revision in which its rows were read. `seenIn` is as for `edit`. */
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
  /** Writes over what another window wrote meanwhile; null where the last refusal was not about that. */
  readonly keepMine: (() => void) | null;
  /** Cell texts that were typed but refused, since the person last dismissed them. */
  readonly rememberedTexts: readonly string[];
  /** `seenIn` is the revision in which its cells were seen. The person knows what only this window has changed since. */
  readonly edit: (edit: DraftEdit, seenIn?: number | null) => Promise<CommandResult<DraftSummary>>;
  /** Builds an edit when its turn comes, from the draft at that moment, or says why it cannot. */
  readonly editInTurn: (make: () => Promise<BoundEdit | CommandFailure>) => Promise<CommandResult<DraftSummary>>;
  /** For a dialog, which shows the failure itself. A null `revision` means the newest. */
  readonly editInDialog: (edit: DraftEdit, revision: number | null) => Promise<CommandResult<DraftSummary>>;
  readonly undo: () => Promise<CommandResult<DraftSummary>>;
  readonly redo: () => Promise<CommandResult<DraftSummary>>;
  /** The text that a person knows to be in a cell. */
  readonly known: OwnCells['known'];
  /** Shows why something was refused before it reached the desk. */
  readonly refuse: (refusal: CommandFailure) => void;
  readonly dismiss: () => void;
}

export function useDraftEditing(reading: CheckedReading): DraftEditing {
  const desk = useDesk();
  const queries = useQueryClient();
  const [latest, setLatest] = useState(reading.summary);
  const summary = newest(latest, reading.summary);
  const [notDone, setNotDone] = useState<CommandFailure | null>(null);
  const [contested, setContested] = useState<DraftEdit | null>(null);
  const [rememberedTexts, setRememberedTexts] = useState<readonly string[]>([]);
  const revision = useRef(reading.summary.revision);
  const [own] = useState(keepOwnCells);
  const { draft, readRevision } = reading;
  const { mutateAsync: wait, isPending: isEditing } = useMutation({
    // One at a time, in the order requested.
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
        // Edits still waiting were meant for the rows of this reading, so on another reading they are refused too.
        if (anew.kind === 'done' && anew.value.kind === 'checked' && anew.value.readRevision === readRevision)
          take(anew.value.summary);
      }
      return result;
    });

  const name = () => ({ draft, commandId: crypto.randomUUID() });
  // An earlier refusal stays visible until the person dismisses it or another edit is refused.
  const refuse = (result: CommandFailure, edit: DraftEdit | null = null): void => {
    setNotDone(result);
    setContested(result.kind === 'refused' && result.refusal.code === 'cellChanged' ? edit : null);
  };
  const say = (edit: DraftEdit | null) => (result: CommandFailure) => {
    const typed = edit === null ? null : typedText(edit);
    refuse(result, edit);
    if (typed !== null) setRememberedTexts((before) => [...before, typed]);
  };
  /** Records what is being written at once; the edit itself is made later, at a revision. */
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
  const dismiss = (): void => {
    setNotDone(null);
    setContested(null);
    setRememberedTexts([]);
  };
  const edit: DraftEditing['edit'] = (edited, seenIn = null) => inTurn(write(edited, seenIn), say(edited));
  const keep = (mine: DraftEdit) => (): void => {
    dismiss();
    void edit(withoutSeen(mine));
  };
  return {
    summary,
    isEditing,
    notDone,
    keepMine: contested === null ? null : keep(contested),
    rememberedTexts,
    edit,
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
    refuse,
    dismiss,
  };
}

/** Reports the revision the edit is in, or that it was refused. */
function settled(
  result: CommandResult<DraftSummary>,
  end: (revision: number | null) => void,
): CommandResult<DraftSummary> {
  end(result.kind === 'done' ? result.value.revision : null);
  return result;
}

const NOBODY = (): void => undefined;

/** What a person typed into one cell. A pasted block is still where it was copied, and other edits can be made again. */
function typedText(edit: DraftEdit): string | null {
  return edit.kind === 'setCells' && edit.cells.length === 1 ? (edit.cells[0]?.text ?? null) : null;
}

/** Another window of the same draft may be ahead of this one, and this one ahead of an older request. */
function newest(one: DraftSummary, other: DraftSummary): DraftSummary {
  return one.revision >= other.revision ? one : other;
}

/** Removes the seen texts, because nobody else has changed anything since. */
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
 * Writes the suggestion for a cell over the text shown. Returns null when there is none, or when the person knows that the cell
 * already holds another text.
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

/** A row with the draft revision in which it was read. */
export interface SeenRow extends DraftLine {
  readonly revision: number;
}

interface OwnCells {
  /** What a person knows to be in a cell: what was written here since the row was read, or what is shown. */
  readonly known: (row: SeenRow, field: Field) => string;
  /** Records what is being written. Call the returned function with the revision it is in, or null when it was refused. */
  readonly write: (cells: readonly BlockCell[]) => (revision: number | null) => void;
  /** After undo or redo, only what is shown next counts as known. */
  readonly forget: () => void;
  /** This window made a revision. */
  readonly made: (revision: number) => void;
  /** Whether this window made every revision after one, up to another. */
  readonly areMine: (after: number, upTo: number) => boolean;
}

/** `revision` is null while the edit is pending. */
interface WrittenText {
  readonly text: string;
  revision: number | null;
}

/** What this window wrote into cells and its list may not show yet. Another window's edits never count as known. */
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

/** Identifies one cell of the file. */
export function cellKey(rowNumber: number, field: Field): string {
  return `${rowNumber} ${field}`;
}
