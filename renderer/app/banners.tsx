// What must be seen whatever screen is open. No banner hides behind another that matters less, nor an alarm of one book because
// an account of the other is chosen.

import { useId, useRef, useState } from 'react';
import type { AnswerOf } from '../../shared/api/contract.ts';
import { type Book, BOOKS, environmentOf } from '../../shared/books.ts';
import { NOTE_MAX_CHARACTERS } from '../../shared/limits.ts';
import { keepIntentions } from '../bridge/intentions.ts';
import { useAsk, useChange, useDesk, useLive } from '../bridge/use-desk.ts';
import { RestoreDialog } from '../features/settings/restore-dialog.tsx';
import { countOf, formatDayAndTime, formatRupees, tooLong } from '../text/format.ts';
import { LOCKED } from '../text/locked.ts';
import { SETTINGS } from '../text/places.ts';
import { SHELL } from '../text/shell.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { AreaField, Tick } from '../ui/field.tsx';
import { go } from '../ui/navigation.ts';
import { NotDoneNotice, Notice } from '../ui/notice.tsx';
import { EnvironmentBadge } from '../ui/status.tsx';
import type { Route } from '../ui/route.ts';

interface BannersProps {
  readonly route: Route;
}

export function Banners(props: BannersProps) {
  const connection = useLive((state) => state.connection);
  const closing = useLive((state) => state.closing);
  if (closing) return <Notice tone="warning" title={SHELL.closing} />;
  if (connection === 'lost')
    return (
      <Notice tone="warning" title={SHELL.lost}>
        {SHELL.lostHelp}
      </Notice>
    );
  return (
    <>
      <Surroundings />
      {BOOKS.map((book) => (
        <Waiting key={book} book={book} {...props} />
      ))}
    </>
  );
}

function Surroundings() {
  const online = useLive((state) => state.online);
  const keychainTrouble = useLive((state) => state.keychainTrouble);
  return (
    <>
      {online ? null : <Offline />}
      {keychainTrouble ? (
        <Notice tone="warning" title={SHELL.keychain}>
          {SHELL.keychainHelp}
        </Notice>
      ) : null}
    </>
  );
}

/** It goes by itself as soon as the gateway answers anything; the button asks it at once. */
function Offline() {
  const desk = useDesk();
  const [isAsking, setAsking] = useState(false);
  const [still, setStill] = useState<string | null>(null);
  const check = async (): Promise<void> => {
    setAsking(true);
    const told = await desk.ask('checkGateways', {});
    setAsking(false);
    setStill(told.kind === 'refused' ? told.refusal.message : null);
  };
  return (
    <Notice
      tone="warning"
      title={SHELL.offline}
      actions={
        <Button isPending={isAsking} onClick={() => void check()}>
          {isAsking ? SHELL.checking : SHELL.checkNow}
        </Button>
      }
    >
      {SHELL.offlineHelp} {still}
    </Notice>
  );
}

/** What waits for a person in one book, said with which it is. */
function Waiting({ book, route }: BannersProps & { readonly book: Book }) {
  const attention = useAsk('readAttention', { book }, { keepPrevious: true });
  const { lateNews, mismatches } =
    attention.told.kind === 'done' ? attention.told.value : { lateNews: 0, mismatches: 0 };
  const isShownBelow = route.at === 'unknown' && route.book === book;
  const alarms = [
    { count: lateNews - mismatches, title: SHELL.lateNews, help: SHELL.lateNewsHelp },
    { count: mismatches, title: SHELL.mismatches, help: SHELL.mismatchesHelp },
  ];
  const look = (): void => go({ at: 'unknown', book });
  return (
    <>
      <LockedBanner book={book} onUnknown={look} />
      {alarms
        .filter(({ count }) => count > 0 && !isShownBelow)
        .map(({ count, title, help }) => (
          <Notice
            key={help}
            tone="warning"
            title={
              <>
                {title(count)} <EnvironmentBadge environment={environmentOf(book)} />
              </>
            }
            actions={<Button onClick={look}>{SHELL.readNews}</Button>}
          >
            {help}
          </Notice>
        ))}
    </>
  );
}

type LockedBook = AnswerOf<'readDesk'>['lockedBooks'][number];

interface LockedBannerProps {
  readonly book: Book;
  /** Null where no screen can show the payouts in doubt. */
  readonly onUnknown: (() => void) | null;
}

/** Why a desk is locked, and the tick that opens it: never without a person who has looked at it. */
export function LockedBanner({ book, onUnknown }: LockedBannerProps) {
  const { told } = useAsk('readDesk', {});
  const [dialog, setDialog] = useState<'open' | 'restore' | null>(null);
  const close = (): void => setDialog(null);
  const locked = told.kind === 'done' ? told.value.lockedBooks.find((one) => one.book === book) : undefined;
  return (
    <>
      {locked === undefined ? null : (
        <LockedNotice
          locked={locked}
          onUnknown={onUnknown}
          onOpen={() => setDialog('open')}
          onRestore={() => setDialog('restore')}
        />
      )}
      {locked !== undefined && dialog === 'open' ? <OpenDialog locked={locked} onClose={close} /> : null}
      {
        // What a restore has done is read before its dialog closes, whether or not the desk is still locked.
        dialog === 'restore' ? <RestoreDialog book={book} onClose={close} /> : null
      }
    </>
  );
}

interface LockedNoticeProps {
  readonly locked: LockedBook;
  readonly onUnknown: (() => void) | null;
  readonly onOpen: () => void;
  readonly onRestore: () => void;
}

function LockedNotice({ locked: { book, why, isGone, unknown }, onUnknown, onOpen, onRestore }: LockedNoticeProps) {
  return (
    <Notice
      tone="warning"
      title={
        <>
          {LOCKED.title(book)} <EnvironmentBadge environment={environmentOf(book)} />
        </>
      }
      actions={
        <>
          {isGone ? <Button onClick={onRestore}>{SETTINGS.restore}</Button> : null}
          {onUnknown === null || unknown.count === 0 ? null : (
            <Button onClick={onUnknown}>{LOCKED.look(unknown.count)}</Button>
          )}
          <Button onClick={onOpen}>{isGone ? LOCKED.beginAnew : LOCKED.open}</Button>
        </>
      }
    >
      {isGone ? LOCKED.gone(why) : LOCKED.about(why)}
    </Notice>
  );
}

function OpenDialog({
  locked: { book, isGone, unknown, lost },
  onClose,
}: {
  readonly locked: LockedBook;
  readonly onClose: () => void;
}) {
  const form = useId();
  const cancel = useRef<HTMLButtonElement>(null);
  const open = useChange('openLockedDesk', 'readDesk');
  const word = isGone ? LOCKED.beginAnew : LOCKED.open;
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
    if (told.kind === 'done') onClose();
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={word}
      firstFocus={cancel}
      actions={
        <>
          <Button ref={cancel} onClick={onClose}>
            {SHELL.cancel}
          </Button>
          <Button weight="danger" type="submit" form={form} disabled={!mayOpen} isPending={open.isPending}>
            {word}
          </Button>
        </>
      }
    >
      {isGone && unknown.count === 0 ? null : <p>{LOCKED.unknown(unknown.count, formatRupees(unknown.paise))}</p>}
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
