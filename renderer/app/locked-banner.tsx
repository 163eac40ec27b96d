// Why a desk is locked, and the tick that opens it. In: a desk that was restored or copied. Out: an opened desk.
// This file must never open a desk that no person has looked at.

import { useId, useRef, useState } from 'react';
import type { AnswerOf } from '../../shared/api/contract.ts';
import { environmentOf } from '../../shared/books.ts';
import { NOTE_MAX_CHARACTERS } from '../../shared/limits.ts';
import { keepIntentions } from '../bridge/intentions.ts';
import { useChange, useForget } from '../bridge/use-desk.ts';
import { countOf, formatDayAndTime, formatRupees } from '../text/format.ts';
import { LOCKED } from '../text/locked.ts';
import { SHELL } from '../text/shell.ts';
import { tooLong } from '../text/too-long.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { AreaField, Tick } from '../ui/field.tsx';
import { NotDoneNotice, Notice } from '../ui/notice.tsx';
import { EnvironmentBadge } from '../ui/status.tsx';

type LockedBook = AnswerOf<'readDesk'>['lockedBooks'][number];

export function LockedBanner({ locked, onUnknown }: { readonly locked: LockedBook; readonly onUnknown: () => void }) {
  const [isOpening, setOpening] = useState(false);
  const { book, why, unknown } = locked;
  return (
    <>
      <Notice
        tone="warning"
        title={
          <>
            {LOCKED.title(book)} <EnvironmentBadge environment={environmentOf(book)} />
          </>
        }
        actions={
          <>
            <Button onClick={onUnknown}>{LOCKED.look(unknown.count)}</Button>
            <Button onClick={() => setOpening(true)}>{LOCKED.open}</Button>
          </>
        }
      >
        {LOCKED.about(why)}
      </Notice>
      {isOpening ? <OpenDialog locked={locked} onClose={() => setOpening(false)} /> : null}
    </>
  );
}

function OpenDialog({
  locked: { book, unknown, lost },
  onClose,
}: {
  readonly locked: LockedBook;
  readonly onClose: () => void;
}) {
  const form = useId();
  const cancel = useRef<HTMLButtonElement>(null);
  const open = useChange('openLockedDesk');
  const forget = useForget();
  const [intentions] = useState(keepIntentions);
  const [note, setNote] = useState('');
  const [isSure, setSure] = useState(false);
  const mayOpen = isSure && note.trim() !== '';
  const submit = async (event: Pick<Event, 'preventDefault'>): Promise<void> => {
    event.preventDefault();
    if (!mayOpen) return;
    const wish = { book, unknown: unknown.count, note };
    const told = await open.run(wish, intentions.idOf(wish));
    intentions.hear(wish, told);
    forget('readDesk');
    if (told.kind === 'done') onClose();
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={LOCKED.open}
      firstFocus={cancel}
      actions={
        <>
          <Button ref={cancel} onClick={onClose}>
            {SHELL.cancel}
          </Button>
          <Button weight="danger" type="submit" form={form} disabled={!mayOpen} isPending={open.isPending}>
            {LOCKED.open}
          </Button>
        </>
      }
    >
      <p>{LOCKED.unknown(unknown.count, formatRupees(unknown.paise))}</p>
      {lost.length === 0 ? null : (
        <>
          <p>{LOCKED.lost(lost.length)}</p>
          <ul>
            {lost.map(({ batch, rows, totalPaise, createdAtMs }) => (
              <li key={`${batch} ${createdAtMs}`}>
                {batch} · {formatDayAndTime(createdAtMs)} · {countOf(rows, 'row')} · {formatRupees(totalPaise)}
              </li>
            ))}
          </ul>
        </>
      )}
      <NotDoneNotice told={open.told} />
      <form id={form} onSubmit={(event) => void submit(event)}>
        <Tick checked={isSure} onChange={(event) => setSure(event.target.checked)}>
          {LOCKED.sure}
        </Tick>
        <AreaField
          label={LOCKED.note}
          hint={LOCKED.noteHint}
          error={tooLong(note.trim(), NOTE_MAX_CHARACTERS)}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
