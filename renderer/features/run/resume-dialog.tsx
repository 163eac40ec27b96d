// What is asked again before a batch goes on. In: how many are unsent. Out: a resumed batch. Each opening begins empty: what was
// typed or accepted once is no word about the next pause. This file must never fill in the count by itself.

import { useRef, useState } from 'react';
import { RUN } from '../../text/run.ts';
import { SHELL } from '../../text/shell.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField, Tick } from '../../ui/field.tsx';
import type { ResumeTick, ResumeTicks } from './resume-ticks.ts';
import type { RunControls } from './use-run-controls.ts';

interface ResumeDialogProps extends ResumeTicks {
  readonly onClose: () => void;
  readonly unsent: number;
  readonly asksCount: boolean;
  readonly controls: RunControls;
}

export function ResumeDialog({ onClose, unsent, asksCount, ticks, mustTick, controls }: ResumeDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null);
  const [typed, setTyped] = useState('');
  const [given, setGiven] = useState<readonly ResumeTick[]>([]);
  const isAccepted = !mustTick || ticks.slice(0, 1).every((tick) => given.includes(tick));
  const mayResume = (!asksCount || typed.trim() === String(unsent)) && isAccepted;
  const resume = async (): Promise<void> => {
    await controls.resume({ count: asksCount ? unsent : null, ticks: ticks.filter((tick) => given.includes(tick)) });
    onClose();
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={RUN.resumeTitle}
      firstFocus={cancel}
      actions={
        <>
          <Button ref={cancel} onClick={onClose}>
            {SHELL.cancel}
          </Button>
          <Button weight="primary" disabled={!mayResume} isPending={controls.isResuming} onClick={() => void resume()}>
            {RUN.resume}
          </Button>
        </>
      }
    >
      {asksCount ? (
        <>
          <p>{RUN.resumeWhy}</p>
          <TextField
            label={RUN.resumeCount(unsent)}
            inputMode="numeric"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </>
      ) : null}
      {ticks.map((tick) => (
        <Tick
          key={tick}
          checked={given.includes(tick)}
          onChange={({ target }) =>
            setGiven(target.checked ? [...given, tick] : given.filter((other) => other !== tick))
          }
        >
          {RUN.resumeTicks[tick]}
        </Tick>
      ))}
    </Dialog>
  );
}
