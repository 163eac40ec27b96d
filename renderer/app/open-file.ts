// How a file comes into the window: chosen, dropped anywhere, or opened with the app. None is opened while payouts are being sent.

import { useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { FileHandle } from '../../shared/api/file-handles.ts';
import type { WindowWish } from '../../shared/api/window-wishes.ts';
import { unreachable } from '../../shared/failures.ts';
import { workNow } from '../bridge/live-state.ts';
import type { NotTold } from '../bridge/told.ts';
import { useDesk, useForget } from '../bridge/use-desk.ts';
import { SHELL } from '../text/shell.ts';
import { go } from '../ui/navigation.ts';
import type { Route } from '../ui/route.ts';

export interface OpenFile {
  readonly isOpening: boolean;
  readonly told: NotTold | null;
  readonly open: (file: File) => void;
  /** Opens what the desk holds already. */
  readonly openHeld: (file: FileHandle) => void;
  readonly dismiss: () => void;
}

/** Gives a file to the desk, which reads it into a draft, and goes on to the screen it needs. */
export function useOpenFile(profile: string): OpenFile {
  const desk = useDesk();
  const forget = useForget();
  const { mutate, isPending, data, reset } = useMutation({
    mutationFn: (told: Promise<NotTold | null>) => told,
    onSettled: () => forget('listDrafts'),
  });

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
    [desk, profile],
  );

  const open = useCallback(
    (file: File) => {
      const opened = desk.giveFile(file).then((held) => (held.kind === 'done' ? read(held.value) : held));
      mutate(opened);
    },
    [desk, mutate, read],
  );
  const openHeld = useCallback((file: FileHandle) => mutate(read(file)), [mutate, read]);
  return { isOpening: isPending, told: data ?? null, open, openHeld, dismiss: reset };
}

interface DropRefusal {
  readonly title: string;
  readonly help: string;
}

/** The browser never navigates to a dropped file. */
export function useFileDrop(open: (file: File) => void): {
  readonly isOver: boolean;
  readonly refused: DropRefusal | null;
  /** Shows why a file that did not come by dropping is refused. */
  readonly refuse: (refusal: DropRefusal) => void;
  readonly dismiss: () => void;
} {
  const desk = useDesk();
  const [isOver, setOver] = useState(false);
  const [refused, setRefused] = useState<DropRefusal | null>(null);

  useEffect(() => {
    const onOver = (event: DragEvent): void => {
      if (event.dataTransfer?.types.includes('Files') !== true) return;
      event.preventDefault();
      setOver(true);
    };
    const onLeave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false);
    };
    const onDrop = (event: DragEvent): void => {
      event.preventDefault();
      setOver(false);
      const files = event.dataTransfer?.files;
      const file = files?.[0];
      const work = workNow(desk.live.read());
      if (work !== null) setRefused({ title: SHELL.dropRefused[work], help: SHELL.dropRefusedHelp[work] });
      else if (file === undefined || files?.length !== 1) setRefused({ title: SHELL.dropWrong, help: '' });
      else {
        setRefused(null);
        open(file);
      }
    };
    window.addEventListener('dragover', onOver);
    window.addEventListener('dragleave', onLeave);
    window.addEventListener('drop', onDrop);
    return () => {
      window.removeEventListener('dragover', onOver);
      window.removeEventListener('dragleave', onLeave);
      window.removeEventListener('drop', onDrop);
    };
  }, [desk, open]);

  const dismiss = useCallback(() => setRefused(null), []);
  return { isOver, refused, refuse: setRefused, dismiss };
}

interface WishWays {
  readonly route: Route;
  readonly openHeld: OpenFile['openHeld'];
  readonly refuse: (refusal: DropRefusal) => void;
}

/** What a person asks of the window from its menu: the same as the page's own buttons do. */
export function useWindowWishes(ways: WishWays): void {
  const desk = useDesk();
  // Followed once: a wish that comes between two followings would be lost.
  const latest = useRef(ways);
  useEffect(() => {
    latest.current = ways;
  });
  useEffect(
    () =>
      desk.followWishes((wish) => {
        const work = wish.kind === 'open' ? workNow(desk.live.read()) : null;
        if (work === null) fulfil(wish, latest.current);
        else latest.current.refuse({ title: SHELL.dropRefused[work], help: SHELL.dropRefusedHelp[work] });
      }),
    [desk],
  );
}

function fulfil(wish: WindowWish, { route, openHeld, refuse }: WishWays): void {
  switch (wish.kind) {
    case 'go':
      return go({ at: 'place', place: wish.place });
    case 'open':
      return openHeld(wish.file);
    case 'export':
      // Reports are saved from a batch's result; elsewhere History says which batch.
      return go(route.at === 'batch' ? { ...route, view: 'result' } : { at: 'place', place: 'history' });
    case 'refused':
      return refuse({ title: wish.refusal.message, help: wish.refusal.cure });
    default:
      return unreachable(wish);
  }
}
