// What the disk says when a file cannot be written, in words and with a cure. In: an error of the file system. Out: a
// refusal. This file must never hide an error that is not the file system's: that one is a bug and goes on.

import { basename, dirname } from 'node:path';
import type { Refusal } from '../../../shared/issues.ts';

/** What was being done. Shape: `replacing`: the new content is complete and takes the target's place. */
export type WritingStage = 'opening' | 'writing' | 'replacing';

/** The refusal for an error of the file system. Errors: null when it is not one. */
export function refusalOf(
  error: unknown,
  about: { readonly path: string; readonly stage: WritingStage },
): Refusal | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string' || !('syscall' in error))
    return null;
  const file = basename(about.path);
  const folder = dirname(about.path);
  switch (error.code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return refuse('folderMissing', `There is no folder ${folder}.`, 'Make the folder first, or choose another.');
    case 'EISDIR':
      return targetIsFolder(file);
    case 'EEXIST':
      return targetExists(file);
    case 'EACCES':
    case 'EPERM':
      // Windows answers so when another program holds the file open; a folder's rights were tried before.
      return about.stage === 'replacing' ? busy(file) : notWritable(file);
    case 'EROFS':
      return notWritable(file);
    case 'EBUSY':
    case 'ETXTBSY':
      return busy(file);
    case 'ENOSPC':
    case 'EDQUOT':
    case 'EFBIG':
      return refuse('diskFull', `There is no room on the disk for ${file}.`, 'Make room, or choose another folder.');
    case 'ENAMETOOLONG':
      return refuse('nameTooLong', 'The file name is too long.', 'Choose a shorter one.');
    default:
      return refuse(
        'writeFailed',
        `The disk did not take ${file} (${error.code}).`,
        'Check the disk or the network drive, or choose another folder.',
      );
  }
}

/** The refusal for a target that is there already. */
export function targetExists(file: string): Refusal {
  return refuse('fileExists', `${file} is already there.`, 'Give another name, or add --force to replace it.');
}

/** The refusal for a target that payouts came from. */
export function sourceSheet(file: string): Refusal {
  return refuse(
    'sourceSheet',
    `${file} is a sheet that payouts came from.`,
    'Give another name: it is never replaced.',
  );
}

/** The refusal for a target that is a folder. */
export function targetIsFolder(file: string): Refusal {
  return refuse('targetIsFolder', `${file} is a folder.`, 'Give the name of a file inside it.');
}

/** The refusal for a target that is a device, a pipe or a socket. */
export function targetIsNoFile(file: string): Refusal {
  return refuse('targetIsNoFile', `${file} is not a file that can be replaced.`, 'Choose another name.');
}

/** The refusal for a writing that the person ended. */
export function cancelled(file: string): Refusal {
  return refuse(
    'cancelled',
    `Writing ${file} was cancelled; nothing was left behind.`,
    'Start it again when you want it.',
  );
}

function notWritable(file: string): Refusal {
  return refuse('notWritable', `${file} may not be written there.`, 'Choose a folder and a file that you may write.');
}

function busy(file: string): Refusal {
  return refuse('targetBusy', `${file} is in use by another program.`, 'Close it in Excel and try again.');
}

function refuse(code: string, message: string, cure: string): Refusal {
  return { code, message, cure };
}
