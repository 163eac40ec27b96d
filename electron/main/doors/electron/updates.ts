// A newer version of the app. It is looked for when the person asks, downloaded when he says so, and installed when he says
// so once more and no batch is open: an installer ends the program, and a run is never ended for it.

import type { MessageBoxOptions } from 'electron';
import type { DesktopWords } from '../../../../shared/text/desktop.ts';
import { GO, question } from './windows.ts';

export interface NewVersion {
  readonly version: string;
  /** What has changed, as text; empty where the release says nothing. */
  readonly notes: string;
}

/** Errors: what cannot be reached or is not signed as it should be is thrown. */
export interface UpdateWorld {
  readonly version: string;
  readonly words: DesktopWords['update'];
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
  const { words } = world;
  const say = async ({ message, detail }: DesktopWords['update']['failed']): Promise<void> => {
    await world.ask({ type: 'info', message, detail, buttons: [words.ok], noLink: true });
  };
  try {
    const found = await world.find();
    if (found === null) {
      await say({ message: words.newest, detail: `Payout Desk ${world.version}` });
      return 'newest';
    }
    const { version, notes } = found;
    if ((await world.ask(question(words.offer(version, notes)))) !== GO) return 'left';
    await world.download();
    const open = await world.openBatches();
    if (open > 0) {
      await say(words.waits(version, open));
      return 'waits';
    }
    if ((await world.ask(question(words.install(version)))) !== GO) return 'left';
    await world.install();
    return 'installing';
  } catch (error) {
    world.onFault(error);
    await say(words.failed);
    return 'failed';
  }
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
