// The question before a batch is stopped for good. In: how many are unsent. Out: a cancelled rest, or nothing.
// This file must never promise that anything sent is called back, nor that a stop under way is.

import { useRef } from 'react';
import { RUN } from '../../text/run.ts';
import { SHELL } from '../../text/shell.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { RunControls } from './use-run-controls.ts';

interface StopDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly unsent: number;
  readonly isSending: boolean;
  readonly controls: RunControls;
}

export function StopDialog({ isOpen, onClose, unsent, isSending, controls }: StopDialogProps) {
  const keep = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={RUN.stopTitle}
      firstFocus={keep}
      actions={
        <>
          <Button ref={keep} onClick={onClose}>
            {controls.isStopping ? SHELL.close : RUN.keep}
          </Button>
          <Button
            weight="danger"
            isPending={controls.isStopping}
            onClick={() => void controls.stop(isSending).then(onClose)}
          >
            {controls.isStopping ? RUN.stopWaiting : RUN.stopConfirm}
          </Button>
        </>
      }
    >
      <p>{RUN.stopAbout(unsent)}</p>
    </Dialog>
  );
}
