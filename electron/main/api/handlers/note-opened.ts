// What the list of files opened last learns from a reading. In: a file's handle and how far its reading came. Out: a line.
// This file must never list the desk's own sample, nor rows that a person corrected.

import type { DraftReading } from '../../../../shared/api/draft-commands.ts';
import { oneTurn } from '../../../../shared/steps.ts';
import { fingerprintOfFile } from '../file-fingerprint.ts';
import type { FileFacts } from '../held/recent-files.ts';
import { type HandlerContext, isRefusal } from './context.ts';

type Needs = Pick<HandlerContext, 'drafts' | 'files' | 'recent' | 'rooms' | 'tellChanged'>;

/** A file was opened, whether or not its reading asks for a choice first. */
export async function noteOpened(needs: Needs, file: string, view: DraftReading): Promise<void> {
  const { files, recent, rooms, tellChanged } = needs;
  const path = files.sourceOf(file);
  if (path === rooms.samplePath) return;
  const facts = (await factsOf(needs, view)) ?? { rows: null, totalPaise: null, fingerprint: null };
  recent.put({ ...view.file, path, openedAtMs: rooms.clock.nowMs(), ...facts }, file);
  tellChanged(null, 'recentFiles');
}

/** It was read in another way: its other sheet, its other columns. */
export async function noteReread(needs: Needs, view: DraftReading): Promise<void> {
  const facts = await factsOf(needs, view);
  if (facts !== null) needs.recent.learn(view.file.sha256, facts);
}

/** Null until there are rows, and of rows that are no longer the file's own. */
async function factsOf({ drafts, rooms }: Needs, view: DraftReading): Promise<FileFacts | null> {
  if (view.kind === 'asks') return null;
  const draft = drafts.find(view.draft);
  if (isRefusal(draft) || draft.undoWords !== null) return null;
  // Putting a long file together takes a turn of its own.
  await rooms.inTurns(oneTurn());
  const { rows, checked } = draft;
  return { rows: rows.length, totalPaise: checked.totalPaise, fingerprint: await fingerprintOfFile(rooms, checked) };
}
