// Files dropped anywhere on the window. In: drag events. Out: one file to open, or why it is refused.
// This file must never let the browser navigate to a dropped file.

import { useCallback, useEffect, useState } from 'react';
import { workNow } from '../bridge/live-state.ts';
import { useDesk } from '../bridge/use-desk.ts';
import { SHELL } from '../text/shell.ts';

export interface DropRefusal {
  readonly title: string;
  readonly help: string;
}

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
