// No banner hides behind another that matters less, nor an alarm of one book because an account of the other is chosen.

import { useState } from 'react';
import type { AnswerOf } from '../../shared/api/contract.ts';
import { countOf } from '../../shared/counts.ts';
import { NOTE_MAX_CHARACTERS } from '../../shared/limits.ts';
import { formatRupees } from '../../shared/money.ts';
import { BOOKS, type Book, environmentOf } from '../../shared/profiles.ts';
import { makeCommandIds } from '../bridge/command-ids.ts';
import { useAsk, useChange, useDesk, useLive, usePending } from '../bridge/use-desk.ts';
import { RestoreDialog } from '../features/settings/settings-screen.tsx';
import { formatDayAndTime } from '../text/format.ts';
import { SETTINGS } from '../text/places.ts';
import { LOCKED, SHELL } from '../text/shell.ts';
import { AreaField, Button, Tick, useTyped } from '../ui/controls.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { go, useRoute } from '../ui/navigation.ts';
import { NotDoneNotice, Notice } from '../ui/notice.tsx';
import { Stack } from '../ui/page.tsx';

export function Banners() {
  const connection = useLive((state) => state.connection);
  const closing = useLive((state) => state.closing);
  const online = useLive((state) => state.online);
  const keychainTrouble = useLive((state) => state.keychainTrouble);
  if (closing) return <Notice tone="warning" title="Payout Desk is closing." />;
  if (connection === 'lost') return <Notice tone="warning" title={SHELL.lost} about={SHELL.lostHelp} />;
  return (
    <>
      {online ? null : <Offline />}
      {keychainTrouble ? (
        <Notice
          tone="warning"
          title="The keychain of this computer gives no token."
          about="Unlock it, or look at the account in Settings. Until then nothing is sent or looked up with real money."
        />
      ) : null}
      {BOOKS.map((book) => (
        <Waiting key={book} book={book} />
      ))}
    </>
  );
}

/** It goes by itself as soon as the gateway answers anything; the button asks it at once. */
function Offline() {
  const desk = useDesk();
  const { isPending, result, follow } = usePending<unknown>();
  return (
    <Notice
      tone="warning"
      title="The gateway cannot be reached."
      about={
        <>
          This computer may be offline. What provably did not leave waits and goes on when it can be reached again.
          Nothing is sent twice. {result?.kind === 'refused' ? result.refusal.message : null}
        </>
      }
      actions={
        <Button isPending={isPending} onClick={() => void follow(desk.ask('checkGateways', {}))}>
          {isPending ? 'Asking the gateway' : 'Check now'}
        </Button>
      }
    />
  );
}

/** What waits for a person in one book, said with which it is. */
function Waiting({ book }: { readonly book: Book }) {
  const route = useRoute();
  const attention = useAsk('readAttention', { book }, { keepPrevious: true });
  const { lateNews, mismatches } = attention.value ?? { lateNews: 0, mismatches: 0 };
  const isShownBelow = route.at === 'unknown' && route.book === book;
  const alarms = [
    {
      count: lateNews - mismatches,
      title: SHELL.lateNews,
      help: 'A payout that had come to its end is called something else now. This stays until you have read it.',
    },
    {
      count: mismatches,
      title: SHELL.mismatches,
      help: 'The payout stays as it was: ask the gateway which payment it meant. This stays until you have read it.',
    },
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
            title={title(count)}
            environment={environmentOf(book)}
            about={help}
            actions={<Button onClick={look}>Read the news</Button>}
          />
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
  const desk = useAsk('readDesk', {}).value;
  const [dialog, setDialog] = useState<'open' | 'restore' | null>(null);
  const close = (): void => setDialog(null);
  const locked = desk?.lockedBooks.find((one) => one.book === book);
  return (
    <>
      {locked === undefined ? null : (
        <Notice
          tone="warning"
          title={LOCKED.title(book)}
          environment={environmentOf(book)}
          about={locked.isGone ? LOCKED.gone(locked.why) : LOCKED.about(locked.why)}
          actions={
            <>
              {locked.isGone ? <Button onClick={() => setDialog('restore')}>{SETTINGS.restore}</Button> : null}
              {onUnknown === null || locked.unknown.count === 0 ? null : (
                <Button onClick={onUnknown}>{LOCKED.look(locked.unknown.count)}</Button>
              )}
              <Button onClick={() => setDialog('open')}>{locked.isGone ? LOCKED.beginAnew : LOCKED.open}</Button>
            </>
          }
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

interface OpenDialogProps {
  readonly locked: LockedBook;
  readonly onClose: () => void;
}

function OpenDialog({ locked: { book, isGone, unknown, lost }, onClose }: OpenDialogProps) {
  const open = useChange('openLockedDesk');
  const word = isGone ? LOCKED.beginAnew : LOCKED.open;
  const [commandIds] = useState(makeCommandIds);
  const { typed, field } = useTyped({ note: '' });
  const [isSure, setSure] = useState(false);
  const mayOpen = isSure && typed.note.trim() !== '';
  const submit = async (): Promise<void> => {
    if (!mayOpen) return;
    const request = { book, unknown: unknown.count, note: typed.note };
    const result = await open.run(request, commandIds.idOf(request));
    commandIds.settle(request, result);
    if (result.kind === 'done') onClose();
  };
  return (
    <Dialog
      onClose={onClose}
      title={word}
      firstFocus="cancel"
      act={{ word, weight: 'danger', isForm: true, disabled: !mayOpen, isPending: open.isPending, run: submit }}
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
      <NotDoneNotice result={open.result} />
      <Stack isTight>
        <Tick checked={isSure} onTick={setSure}>
          No other copy of this desk is in use, on this computer or another.
        </Tick>
        <AreaField
          label="Note"
          hint="Why it was restored or moved. It stands in the audit log with your name."
          {...field('note', NOTE_MAX_CHARACTERS)}
        />
      </Stack>
    </Dialog>
  );
}
