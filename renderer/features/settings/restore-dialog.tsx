// Putting a backup in the place of everything. In: a file and a typed word. Out: a restored desk.
// This file must never make it easy: every unsent payout becomes doubtful.

import { useRef, useState } from 'react';
import type { NotTold } from '../../bridge/told.ts';
import { useDesk } from '../../bridge/use-desk.ts';
import { SETTINGS } from '../../text/places.ts';
import { SHELL } from '../../text/shell.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { NotDoneNotice } from '../../ui/notice.tsx';

const WORD = 'RESTORE';

export function RestoreDialog({ onClose }: { readonly onClose: () => void }) {
  const desk = useDesk();
  const cancel = useRef<HTMLButtonElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const [typed, setTyped] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [told, setTold] = useState<NotTold | null>(null);
  const restore = async (): Promise<void> => {
    if (file === null) return;
    setBusy(true);
    const held = await desk.giveFile(file);
    const done =
      held.kind === 'done'
        ? await desk.ask('restore', { file: held.value.file, typed, commandId: crypto.randomUUID() })
        : held;
    setBusy(false);
    if (done.kind === 'done') onClose();
    else setTold(done);
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={SETTINGS.restore}
      firstFocus={cancel}
      actions={
        <>
          <Button ref={cancel} onClick={onClose}>
            {SHELL.cancel}
          </Button>
          <Button
            weight="danger"
            disabled={file === null || typed !== WORD}
            isPending={isBusy}
            onClick={() => void restore()}
          >
            {SETTINGS.restore}
          </Button>
        </>
      }
    >
      <p>{SETTINGS.restoreAbout}</p>
      <TextField
        label={SETTINGS.restoreFile}
        type="file"
        onChange={(event) => setFile(event.target.files?.[0] ?? null)}
      />
      <TextField label={SETTINGS.restoreType} value={typed} onChange={(event) => setTyped(event.target.value)} />
      <NotDoneNotice told={told} />
    </Dialog>
  );
}
