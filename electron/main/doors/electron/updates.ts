// A newer version of the app. It is looked for when the person asks, downloaded when he says so, and installed when he says
// so once more and no batch is open: an installer ends the program, and a run is never ended for it.

import type { MessageBoxOptions } from 'electron';
import { formatCount } from '../../../../shared/counts.ts';
import { question } from './windows.ts';

export interface NewVersion {
  readonly version: string;
  /** What has changed, as text; empty where the release says nothing. */
  readonly notes: string;
}

/** Errors: what cannot be reached or is not signed as it should be is thrown. */
export interface UpdateWorld {
  readonly version: string;
  /** Shape: null when this is the newest. */
  find(): Promise<NewVersion | null>;
  /** Downloads what was found; its signature and hash are checked. */
  download(): Promise<void>;
  /** How many batches are not settled. */
  openBatches(): Promise<number>;
  /** Gives the desk back, ends the app and installs. */
  install(): Promise<void>;
  /** Shape: the number of the button that was pressed. */
  ask(box: MessageBoxOptions): Promise<number>;
  onFault(error: unknown): void;
}

type UpdateEnding = 'newest' | 'left' | 'waits' | 'installing' | 'failed';

/** Shape: how it ended, once it has been said. */
export async function lookForUpdate(world: UpdateWorld): Promise<UpdateEnding> {
  try {
    const found = await world.find();
    if (found === null) {
      await world.ask(said('This is the newest version.', `Payout Desk ${world.version}`));
      return 'newest';
    }
    if ((await world.ask(offer(found))) !== YES) return 'left';
    await world.download();
    const open = await world.openBatches();
    if (open > 0) {
      await world.ask(said(`Version ${found.version} is downloaded and waits.`, whyItWaits(open)));
      return 'waits';
    }
    if ((await world.ask(askToInstall(found))) !== YES) return 'left';
    await world.install();
    return 'installing';
  } catch (error) {
    world.onFault(error);
    await world.ask(
      said('There is no update now.', 'It could not be reached, or is not what was published. Nothing has changed.'),
    );
    return 'failed';
  }
}

const YES = 1;

function said(message: string, detail: string): MessageBoxOptions {
  return { type: 'info', message, detail, buttons: ['OK'], noLink: true };
}

function offer({ version, notes }: NewVersion): MessageBoxOptions {
  const detail = notes === '' ? 'The release says nothing about what has changed.' : notes;
  return question({ type: 'question', message: `Payout Desk ${version} is there.`, detail }, ['Not now', 'Download']);
}

function whyItWaits(open: number): string {
  const batches = open === 1 ? 'One batch is' : `${formatCount(open)} batches are`;
  return `${batches} not finished. Ask again when nothing is being paid or checked.`;
}

function askToInstall({ version }: NewVersion): MessageBoxOptions {
  const message = `Install Payout Desk ${version} now?`;
  const detail = 'Payout Desk ends and starts again. Before the new version changes the database, it is copied.';
  return question({ type: 'question', message, detail }, ['Later', 'Install and start again']);
}

/** A release's notes as plain text. Shape: what the publisher wrote, or one piece for each version in between. */
export function plainNotes(notes: unknown): string {
  const pieces = Array.isArray(notes) ? notes.map((piece: unknown) => (isNote(piece) ? piece.note : '')) : [notes];
  const text = pieces.filter((piece): piece is string => typeof piece === 'string').join('\n\n');
  return text
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/[^\P{C}\n]/gu, '')
    .trim()
    .slice(0, NOTES_MAX_CHARACTERS);
}

function isNote(piece: unknown): piece is { readonly note: unknown } {
  return typeof piece === 'object' && piece !== null && 'note' in piece;
}

/** A box that is taller than the screen has no buttons. */
const NOTES_MAX_CHARACTERS = 1_500;
