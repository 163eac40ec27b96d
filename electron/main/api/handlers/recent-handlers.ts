// The files opened last: listed, opened once more, forgotten. In: checked parameters. Out: replies.
// A line is opened from where it lies on the disk, as it is there now; where only its bytes were given, from the copy that this
// process still holds. This file must never give a window a path, nor take one from it.

import type { FileHandle } from '../../../../shared/api/file-handles.ts';
import type { Reply } from '../../../../shared/api/reply.ts';
import type { Refusal } from '../../../../shared/issues.ts';
import { bookOfProfile } from '../desks.ts';
import type { RecentLine } from '../held/recent-files.ts';
import { takeFromDisk } from '../held/take-from-disk.ts';
import { anyProfile } from '../profiles.ts';
import { done, type HandlerContext, type Handlers, refuse, replyWith, unlessUnderWay } from './context.ts';
import { newestRepeatOf } from './repeats.ts';

type Names = 'listRecentFiles' | 'openRecentFile' | 'forgetRecentFile' | 'clearRecentFiles';

export function recentHandlers(context: HandlerContext): Handlers<Names> {
  const { files, recent, rooms, tellChanged } = context;
  const copyOf = ({ entry, sizeBytes }: RecentLine): FileHandle | null => {
    const file = recent.copyOf(entry);
    const held = file === null ? null : files.find(file);
    return file === null || held === null ? null : { file, name: held.name, sizeBytes };
  };
  const opensFrom = (line: RecentLine): 'disk' | 'copy' | 'choose' => {
    if (line.path !== null) return 'disk';
    return copyOf(line) === null ? 'choose' : 'copy';
  };
  const forget = (entry: string | null): Reply<Record<string, never>> => {
    try {
      recent.forget(entry);
    } catch {
      return refuse(NOT_FORGOTTEN);
    }
    tellChanged(null, 'recentFiles');
    return done({});
  };
  return {
    listRecentFiles: ({ profile: name }) => {
      const known = anyProfile(rooms, name);
      if (known.kind !== 'done') return refuse(known.refusal);
      const profile = known.value;
      const store = context.stores[bookOfProfile(name)];
      const shown = recent.list().map((line) => {
        const { entry, name: fileName, openedAtMs, sizeBytes, rows, totalPaise } = line;
        const run = newestRepeatOf(store, { profile, file: line });
        return { entry, name: fileName, openedAtMs, sizeBytes, rows, totalPaise, opens: opensFrom(line), run };
      });
      return done({ files: shown });
    },
    openRecentFile: unlessUnderWay(context, async ({ entry }) => {
      const line = recent.find(entry);
      if (line === null) return refuse(NO_SUCH_LINE);
      const taken = line.path === null ? copyOf(line) : await takeFromDisk(files, line.path);
      return replyWith(taken ?? notHeld(line.name), (file) => file);
    }),
    forgetRecentFile: ({ entry }) => forget(entry),
    clearRecentFiles: () => forget(null),
  };
}

function notHeld(name: string): Refusal {
  return { code: 'fileNotHeld', message: `The desk holds no copy of ${name} any more.`, cure: 'Choose it again.' };
}

const NO_SUCH_LINE: Refusal = {
  code: 'noSuchRecentFile',
  message: 'This file is no longer in the list.',
  cure: 'Choose it again.',
};
const NOT_FORGOTTEN: Refusal = {
  code: 'notForgotten',
  message: 'The list could not be written, and is as it was.',
  cure: 'Check that the disk has free space, and try again.',
};
