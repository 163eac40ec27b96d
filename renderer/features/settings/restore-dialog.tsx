// Not made easy: every unsent payout becomes doubtful.

import { useRef, useState } from 'react';
import type { AnswerOf } from '../../../shared/api/contract.ts';
import { RESTORE_WORD } from '../../../shared/api/desk-commands.ts';
import type { Book } from '../../../shared/books.ts';
import type { Told } from '../../bridge/told.ts';
import { keepIntentions } from '../../bridge/intentions.ts';
import { useDesk } from '../../bridge/use-desk.ts';
import { SETTINGS } from '../../text/places.ts';
import { SHELL } from '../../text/shell.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { NotDoneNotice, Notice } from '../../ui/notice.tsx';

interface RestoreDialogProps {
  readonly book: Book;
  readonly onClose: () => void;
}

export function RestoreDialog({ book, onClose }: RestoreDialogProps) {
  const desk = useDesk();
  const cancel = useRef<HTMLButtonElement>(null);
  const [intentions] = useState(keepIntentions);
  const [file, setFile] = useState<File | null>(null);
  const [typed, setTyped] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [told, setTold] = useState<Told<AnswerOf<'restore'>> | null>(null);
  const isDone = told?.kind === 'done';
  const restore = async (): Promise<void> => {
    if (file === null) return;
    setBusy(true);
    // The desk names a file anew each time it is given: the wish is the file itself.
    const { name, size, lastModified } = file;
    const wish = { book, name, size, lastModified, typed };
    try {
      const held = await desk.giveFile(file);
      // What was not taken in asked for nothing: the id is still free.
      if (held.kind !== 'done') return setTold(held);
      const commandId = intentions.idOf(wish);
      const done = await desk.ask('restore', { book, file: held.value.file, typed, commandId });
      setTold(done);
      intentions.hear(wish, done);
    } finally {
      setBusy(false);
    }
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
            {isDone ? SHELL.close : SHELL.cancel}
          </Button>
          {isDone ? null : (
            <Button
              weight="danger"
              disabled={file === null || typed !== RESTORE_WORD}
              isPending={isBusy}
              onClick={() => void restore()}
            >
              {SETTINGS.restore}
            </Button>
          )}
        </>
      }
    >
      {told?.kind === 'done' ? (
        <Restored answer={told.value} />
      ) : (
        <>
          <p>{SETTINGS.restoreAbout}</p>
          {book === 'practice' ? <p>{SETTINGS.restoreAboutPractice}</p> : null}
          <TextField
            label={SETTINGS.restoreFile}
            type="file"
            onChange={(event) => setFile(event.target.files?.[0] ?? null)}
          />
          <TextField
            label={SETTINGS.restoreType(RESTORE_WORD)}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <NotDoneNotice told={told} />
        </>
      )}
    </Dialog>
  );
}

function Restored({ answer: { kept, locked, unknown } }: { readonly answer: AnswerOf<'restore'> }) {
  return (
    <Notice tone={locked === null ? 'good' : 'warning'} title={locked ?? SETTINGS.restored}>
      <p>{locked === null ? SETTINGS.restoredCurrent : SETTINGS.restoredUnknown(unknown)}</p>
      {kept === null ? null : <p>{SETTINGS.restoredKept(kept)}</p>}
    </Notice>
  );
}
