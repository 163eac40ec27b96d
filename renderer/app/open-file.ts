// Opening a file from anywhere in the window: given to the desk, read into a draft, and on to the screen it needs.
// In: a file. Out: a draft's route, or why not. This file must never read the file itself.

import { useCallback, useState } from 'react';
import type { FileHandle } from '../../shared/api/file-handles.ts';
import type { NotTold } from '../bridge/told.ts';
import { useDesk, useForget } from '../bridge/use-desk.ts';
import type { Route } from './route.ts';

export interface OpenFile {
  readonly isOpening: boolean;
  readonly told: NotTold | null;
  readonly open: (file: File) => void;
  /** Opens what the desk holds already. */
  readonly openHeld: (file: FileHandle) => void;
  readonly dismiss: () => void;
}

export function useOpenFile({
  profile,
  go,
}: {
  readonly profile: string;
  readonly go: (next: Route) => void;
}): OpenFile {
  const desk = useDesk();
  const forget = useForget();
  const [isOpening, setOpening] = useState(false);
  const [told, setTold] = useState<NotTold | null>(null);

  const read = useCallback(
    async (file: FileHandle): Promise<NotTold | null> => {
      const reading = await desk.ask('openDraft', {
        file: file.file,
        profile,
        options: {},
        commandId: crypto.randomUUID(),
      });
      if (reading.kind !== 'done') return reading;
      const isSure = reading.value.kind === 'checked' && reading.value.sureOfColumns;
      go({ at: 'draft', draft: reading.value.draft, step: isSure ? 'review' : 'match' });
      return null;
    },
    [desk, go, profile],
  );

  const work = useCallback(
    async (steps: () => Promise<NotTold | null>): Promise<void> => {
      setOpening(true);
      setTold(null);
      try {
        setTold(await steps());
      } finally {
        setOpening(false);
        forget('listDrafts');
      }
    },
    [forget],
  );

  const open = useCallback(
    (file: File) =>
      void work(async () => {
        const held = await desk.giveFile(file);
        return held.kind === 'done' ? await read(held.value) : held;
      }),
    [desk, read, work],
  );
  const openHeld = useCallback((file: FileHandle) => void work(() => read(file)), [read, work]);
  const dismiss = useCallback(() => setTold(null), []);
  return { isOpening, told, open, openHeld, dismiss };
}
