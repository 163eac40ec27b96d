// The data folder, ready to be written by this process alone. In: where it lies and which desk is wanted. Out: the folder
// with the sender's lock on it, or why not. This file must never leave the lock behind when the rest cannot be had.

import { join } from 'node:path';
import type { Book } from '../../../shared/books.ts';
import type { Refusal } from '../../../shared/issues.ts';
import { prepareDataFolder } from './data-folder.ts';
import type { TakeSenderLock } from './sender-lock.ts';

export type Held =
  | { readonly kind: 'held'; readonly path: string; release(): void }
  | { readonly kind: 'busy' }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** Shape: `book` names the desk; the practice desk lies in a folder of its own inside. */
export interface HoldWish {
  readonly book: Book;
  readonly takeLock: TakeSenderLock;
  readonly onWarning: (warning: string) => void;
}

/** Makes the data folder ready and takes the sender's lock. */
export function holdDataFolder(dataFolder: string, { book, takeLock, onWarning }: HoldWish): Held {
  const folder = prepareDataFolder(dataFolder);
  if (folder.kind === 'refused') return folder;
  if (folder.warning !== null) onWarning(folder.warning);
  const lock = takeLock(folder.path);
  if (lock.kind === 'busy') return lock;
  if (lock.kind === 'unusable') return { kind: 'refused', refusal: unusable(folder.path, lock.code) };
  const inner = book === 'practice' ? prepareDataFolder(join(folder.path, 'practice')) : folder;
  if (inner.kind === 'ready') return { kind: 'held', path: folder.path, release: () => lock.release() };
  lock.release();
  return inner;
}

function unusable(path: string, code: string): Refusal {
  return {
    code: 'dataFolder',
    message: `The data folder ${path} cannot be written${/^SQLITE_(?:FULL|CANTOPEN|READONLY|PERM)/.test(code) ? '' : ` (${code})`}.`,
    cure: 'Check that you may write there and that the disk has free space.',
  };
}
