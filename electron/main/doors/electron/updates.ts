// Updates of the app. It looks for a newer version when the person asks, downloads it after a yes, and installs it after a second
// yes if no batch is open: installing ends the program, and no run is ever ended for it.

import type { MessageBoxOptions } from 'electron';
import type { DesktopWords } from '../../../../shared/text/desktop.ts';
import { GO, question } from './windows.ts';

export interface NewVersion {
  readonly version: string;
  /** What has changed, as text; empty if the release says nothing. */
  readonly notes: string;
}

/** Its functions throw if the server is unreachable or the signature is wrong. */
export interface UpdateWorld {
  readonly version: string;
  readonly words: DesktopWords['update'];
  /** Returns null if this version is the newest. */
  find(): Promise<NewVersion | null>;
  /** Downloads what was found, and checks its signature and hash. */
  download(): Promise<void>;
  /** How many batches are not settled. */
  openBatches(): Promise<number>;
  /** Releases the desk, ends the app and installs. Rejects if the app is still there because it cannot be installed. */
  install(): Promise<void>;
  /** Returns the index of the pressed button. */
  ask(box: MessageBoxOptions): Promise<number>;
  onFault(error: unknown): void;
}

type UpdateEnding = 'newest' | 'left' | 'waits' | 'installing' | 'failed';

/** Returns how it ended, after telling the person. */
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

interface InstallMeans {
  readonly updater: {
    quitAndInstall(): void;
    once(event: 'error', listener: (error: Error) => void): unknown;
  };
  /** Pauses, waits for what is in flight, and releases the desk. */
  readonly closeDesk: () => Promise<void>;
  /** From now on the windows close and the app quits without a question. */
  readonly letQuit: () => void;
  /** The window stays open: on a Mac the system takes the update over only now, and the last window closed would end the app before. */
  readonly hideWindow: () => void;
}

/** Never resolves: the updater ends the app. Rejects if it cannot, and then the desk is gone all the same. */
export async function installDownloaded({ updater, closeDesk, letQuit, hideWindow }: InstallMeans): Promise<void> {
  await closeDesk();
  letQuit();
  hideWindow();
  await new Promise((_resolve, reject) => {
    updater.once('error', reject);
    updater.quitAndInstall();
  });
}

/** A release's notes as plain text: the publisher's text, or one piece per version in between. */
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

/** A box taller than the screen would hide its buttons. */
const NOTES_MAX_CHARACTERS = 1_500;
