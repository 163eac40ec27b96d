// The ways a file enters the window: chosen, dropped, pasted as a block of cells, or opened from the menu.

import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FileHandle } from '../../shared/api/schemas.ts';
import type { WindowRequest } from '../../shared/api/window.ts';
import { unreachable } from '../../shared/failures.ts';
import type { Refusal } from '../../shared/rows.ts';
import { OPEN } from '../../shared/text/drafts.ts';
import type { CommandFailure, CommandResult } from '../bridge/desk-transport.ts';
import { useDesk, usePending } from '../bridge/use-desk.ts';
import { pageRefusal } from '../language.ts';
import { go, type ScreenRoute } from '../ui/navigation.ts';
import { isTyping } from './keys.ts';

export interface OpenFile {
  readonly isOpening: boolean;
  readonly result: CommandFailure | null;
  readonly open: (file: File) => void;
  /** Opens a file that the desk already has. */
  readonly openHeld: (file: FileHandle) => void;
  /** Shows why a file was refused before it reached the desk. */
  readonly refuse: (refusal: Refusal) => void;
  readonly dismiss: () => void;
  /** Stops reading a large file. */
  readonly cancel: () => void;
}

/** Sends a file to the desk, which reads it into a draft, then goes to the next screen. */
export function useOpenFile(profile: string): OpenFile {
  const desk = useDesk();
  const { isPending, notDone, follow, reset } = usePending<unknown>();

  const opening = useRef<string | null>(null);
  const read = async ({ file }: FileHandle): Promise<CommandResult<unknown>> => {
    opening.current = file;
    const reading = await desk.ask('openDraft', { file, profile, options: {}, commandId: crypto.randomUUID() });
    if (reading.kind !== 'done') return reading;
    const isSure = reading.value.kind === 'checked' && reading.value.sureOfColumns;
    go({ at: 'draft', draft: reading.value.draft, step: isSure ? 'review' : 'match' });
    return reading;
  };
  return {
    isOpening: isPending,
    result: notDone,
    open: (file) => void follow(desk.giveFile(file).then((held) => (held.kind === 'done' ? read(held.value) : held))),
    openHeld: (file) => void follow(read(file)),
    refuse: (refusal) => void follow(Promise.resolve({ kind: 'refused', refusal })),
    dismiss: reset,
    cancel: () => {
      const file = opening.current;
      if (file !== null) void desk.ask('cancelOpening', { file, commandId: crypto.randomUUID() });
    },
  };
}

/** Whether a file is dragged over the window. The browser never navigates to a dropped file. */
export function useFileDrop({ open, refuse }: Pick<OpenFile, 'open' | 'refuse'>): boolean {
  const [isOver, setOver] = useState(false);
  const drop = useEffectEvent((files: FileList | undefined): void => {
    const file = files?.[0];
    if (file === undefined || files?.length !== 1) refuse(pageRefusal('dropOne', { message: OPEN.dropOne, cure: '' }));
    else open(file);
  });

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
      drop(event.dataTransfer?.files);
    });
    return () => stop.abort();
  }, []);

  return isOver;
}

/** Opens a block of cells pasted on the home screen. Elsewhere, or while typing, a paste means something else. */
export function usePastedBlock(route: ScreenRoute, open: OpenFile['open']): void {
  const paste = useEffectEvent((event: ClipboardEvent): void => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    const isHome = route.at === 'place' && route.place === 'payouts';
    if (!isHome || event.defaultPrevented || isTyping(event.target) || !/[\t\n]/.test(text.trim())) return;
    event.preventDefault();
    open(new File([text], OPEN.pasted(Date.now()), { type: 'text/csv' }));
  });
  useEffect(() => {
    const onPaste = (event: ClipboardEvent): void => paste(event);
    window.addEventListener('paste', onPaste);
    return () => window.removeEventListener('paste', onPaste);
  }, []);
}

/** Handles requests from the window's menu, which do the same as the page's own buttons. */
export function useWindowRequests(route: ScreenRoute, { openHeld, refuse }: OpenFile): void {
  const desk = useDesk();
  // Subscribed once: a request between two subscriptions would be lost.
  const act = useEffectEvent((request: WindowRequest): void => {
    switch (request.kind) {
      case 'go':
        return go({ at: 'place', place: request.place });
      case 'guide':
        return go({ at: 'guide' });
      case 'open':
        return openHeld(request.file);
      case 'export':
        // Reports are saved from a batch's result. Elsewhere the person first picks the batch in History.
        return go(route.at === 'batch' ? { ...route, view: 'result' } : { at: 'place', place: 'history' });
      case 'refused':
        return refuse(request.refusal);
      default:
        return unreachable(request);
    }
  });
  useEffect(() => desk.followWindowRequests((request) => act(request)), [desk]);
}
