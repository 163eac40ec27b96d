// No file is opened while payouts are being sent.

import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import type { Work } from '../../shared/api/desk-commands.ts';
import type { FileHandle } from '../../shared/api/schemas.ts';
import type { WindowRequest } from '../../shared/api/window.ts';
import { unreachable } from '../../shared/failures.ts';
import { workNow } from '../bridge/live-state.ts';
import type { CommandFailure, CommandResult } from '../bridge/transport.ts';
import { useDesk, usePending } from '../bridge/use-desk.ts';
import { SHELL } from '../text/shell.ts';
import { go, type ScreenRoute } from '../ui/navigation.ts';

export interface OpenFile {
  readonly isOpening: boolean;
  readonly result: CommandFailure | null;
  readonly open: (file: File) => void;
  /** Opens what the desk holds already. */
  readonly openHeld: (file: FileHandle) => void;
  readonly dismiss: () => void;
}

/** Gives a file to the desk, which reads it into a draft, and goes on to the screen it needs. */
export function useOpenFile(profile: string): OpenFile {
  const desk = useDesk();
  const { isPending, notDone, follow, reset } = usePending<unknown>();

  const read = useCallback(
    async (file: FileHandle): Promise<CommandResult<unknown>> => {
      const reading = await desk.ask('openDraft', {
        file: file.file,
        profile,
        options: {},
        commandId: crypto.randomUUID(),
      });
      if (reading.kind !== 'done') return reading;
      const isSure = reading.value.kind === 'checked' && reading.value.sureOfColumns;
      go({ at: 'draft', draft: reading.value.draft, step: isSure ? 'review' : 'match' });
      return reading;
    },
    [desk, profile],
  );

  const open = useCallback(
    (file: File) => void follow(desk.giveFile(file).then((held) => (held.kind === 'done' ? read(held.value) : held))),
    [desk, follow, read],
  );
  const openHeld = useCallback((file: FileHandle) => void follow(read(file)), [follow, read]);
  return { isOpening: isPending, result: notDone, open, openHeld, dismiss: reset };
}

interface DropRefusal {
  readonly title: string;
  readonly help: string;
}

function dropRefusal(work: Work): DropRefusal {
  return { title: SHELL.dropRefused[work], help: SHELL.dropRefusedHelp[work] };
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
    const stop = new AbortController();
    const on = (kind: 'dragover' | 'dragleave' | 'drop', act: (event: DragEvent) => void): void =>
      window.addEventListener(kind, act, { signal: stop.signal });
    on('dragover', (event) => {
      if (event.dataTransfer?.types.includes('Files') !== true) return;
      event.preventDefault();
      setOver(true);
    });
    on('dragleave', (event) => {
      if (event.relatedTarget === null) setOver(false);
    });
    on('drop', (event) => {
      event.preventDefault();
      setOver(false);
      const files = event.dataTransfer?.files;
      const file = files?.[0];
      const work = workNow(desk.live.read());
      if (work !== null) setRefused(dropRefusal(work));
      else if (file === undefined || files?.length !== 1)
        setRefused({ title: 'Drop one .csv or .xlsx file.', help: '' });
      else {
        setRefused(null);
        open(file);
      }
    });
    return () => stop.abort();
  }, [desk, open]);

  const dismiss = useCallback(() => setRefused(null), []);
  return { isOver, refused, refuse: setRefused, dismiss };
}

interface WindowRequestActions {
  readonly route: ScreenRoute;
  readonly openHeld: OpenFile['openHeld'];
  readonly refuse: (refusal: DropRefusal) => void;
}

/** What a person asks of the window from its menu: the same as the page's own buttons do. */
export function useWindowRequests(ways: WindowRequestActions): void {
  const desk = useDesk();
  // Followed once: a request that comes between two followings would be lost.
  const act = useEffectEvent((request: WindowRequest): void => {
    const work = request.kind === 'open' ? workNow(desk.live.read()) : null;
    if (work === null) actOn(request, ways);
    else ways.refuse(dropRefusal(work));
  });
  useEffect(() => desk.followWindowRequests((request) => act(request)), [desk]);
}

function actOn(request: WindowRequest, { route, openHeld, refuse }: WindowRequestActions): void {
  switch (request.kind) {
    case 'go':
      return go({ at: 'place', place: request.place });
    case 'open':
      return openHeld(request.file);
    case 'export':
      // Reports are saved from a batch's result; elsewhere History says which batch.
      return go(route.at === 'batch' ? { ...route, view: 'result' } : { at: 'place', place: 'history' });
    case 'refused':
      return refuse({ title: request.refusal.message, help: request.refusal.cure });
    default:
      return unreachable(request);
  }
}
