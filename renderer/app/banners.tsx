// A banner never hides a more important one, and choosing an account of one book never hides an alarm of the other.

import { type ReactNode, useState } from 'react';
import type { AnswerOf } from '../../shared/api/contract.ts';
import { NOTE_MAX_CHARACTERS } from '../../shared/limits.ts';
import { formatRupees } from '../../shared/money.ts';
import { type Book, environmentOf } from '../../shared/profiles.ts';
import { COUNTED, formatDayAndTime } from '../../shared/text/format.ts';
import { SETTINGS } from '../../shared/text/settings.ts';
import { LOCKED, SHELL } from '../../shared/text/shell.ts';
import { makeCommandIds } from '../bridge/command-ids.ts';
import { useAsk, useChange, useDesk, useLive, usePending } from '../bridge/use-desk.ts';
import { useAttention } from '../bridge/use-needs.ts';
import { RestoreDialog } from '../features/settings/settings-screen.tsx';
import { say } from '../language.ts';
import { AreaField, Button, LinkButton, Tick, useTyped } from '../ui/controls.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { go, useRoute, useScreen } from '../ui/navigation.ts';
import { NotDoneNotice, Notice } from '../ui/notice.tsx';
import { Stack } from '../ui/page.tsx';
import styles from './app.module.css';

interface AlarmLine {
  readonly key: string;
  readonly notice: ReactNode;
}

/** Shows one notice at a time, the most urgent first: what hides the desk, what stops money, what is unread. */
export function Banners() {
  const [isOpen, setOpen] = useState(false);
  const [first, ...more] = useAlarms();
  if (first === undefined) return null;
  return (
    <>
      <div key={first.key}>{first.notice}</div>
      {isOpen ? more.map(({ key, notice }) => <div key={key}>{notice}</div>) : null}
      {more.length === 0 ? null : (
        <LinkButton className={`small ${styles.more}`} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? SHELL.fewerNotices : SHELL.moreNotices(more.length)}
        </LinkButton>
      )}
    </>
  );
}

function useAlarms(): readonly AlarmLine[] {
  const connection = useLive((state) => state.connection);
  const closing = useLive((state) => state.closing);
  const away = useAway();
  const route = useRoute();
  // Confirm says it itself, beside what cannot be paid.
  const isSaidHere = route.at === 'draft' && route.step === 'confirm';
  const { profile } = useScreen();
  const keychainTrouble = useLive((state) => state.keychainTrouble);
  const live = useNews('live');
  const practice = useNews('practice');
  const programChanged = useLive((state) => state.programChanged);
  const facts = useAsk('readDesk', {}).value;
  const locked = facts?.lockedBooks ?? [];
  if (closing) return [{ key: 'closing', notice: <Notice tone="warning" title={SHELL.closing} /> }];
  if (connection === 'lost')
    return [{ key: 'lost', notice: <Notice tone="warning" title={SHELL.lost} about={SHELL.lostHelp} /> }];
  return [
    ...locked.map(({ book }) => ({
      key: `locked ${book}`,
      notice: <LockedBanner book={book} onUnknown={() => go({ at: 'unknown', book })} />,
    })),
    ...(programChanged ? [{ key: 'programChanged', notice: <ProgramChanged /> }] : []),
    ...(facts === null || facts.version === PAGE_VERSION
      ? []
      : [{ key: 'otherVersion', notice: <OtherVersion desk={facts.version} /> }]),
    ...away
      .filter((name) => !isSaidHere || name !== profile.name)
      .map((name) => ({ key: `offline ${name}`, notice: <Offline account={name} /> })),
    ...(keychainTrouble
      ? [
          {
            key: 'keychain',
            notice: <Notice tone="warning" title={SHELL.keychain} about={SHELL.keychainHelp} />,
          },
        ]
      : []),
    ...live,
    ...practice,
  ];
}

/** Of the accounts whose gateway is not reached: the chosen one, and any that payments wait to be sent from. */
function useAway(): readonly string[] {
  const { profile, profiles } = useScreen();
  const unreached = useLive((state) => state.unreached);
  const batches = useLive((state) => state.batches);
  const sending = [...batches.values()].flatMap(({ progress: { phase, view } }) =>
    phase === 'sending' ? [view.profile] : [],
  );
  return profiles
    .filter(({ name, baseUrl }) => unreached.includes(baseUrl) && (name === profile.name || sending.includes(name)))
    .map(({ name }) => name);
}

/** The version that this page was built with. */
declare const PAGE_VERSION: string;

/** Stays until the restart: nothing makes the running program whole again. */
function ProgramChanged() {
  const { restart } = useDesk();
  return (
    <Notice
      tone="warning"
      title={SHELL.changed}
      about={restart === null ? `${SHELL.changedHelp} ${SHELL.restartByHand('npm start')}` : SHELL.changedHelp}
      actions={
        restart === null ? undefined : (
          <Button weight="primary" onClick={restart}>
            {SHELL.restart}
          </Button>
        )
      }
    />
  );
}

function OtherVersion({ desk }: { readonly desk: string }) {
  return (
    <Notice
      tone="warning"
      title={SHELL.otherVersion(PAGE_VERSION, desk)}
      actions={<Button onClick={() => window.location.reload()}>{SHELL.reload}</Button>}
    />
  );
}

/** Disappears as soon as the gateway answers anything; the button asks at once. */
function Offline({ account }: { readonly account: string }) {
  const desk = useDesk();
  const { isPending, result, follow } = usePending<unknown>();
  return (
    <Notice
      tone="warning"
      title={SHELL.offline(account)}
      about={
        <>
          {SHELL.offlineHelp} {result?.kind === 'refused' ? say(result.refusal.message) : null}
        </>
      }
      actions={
        <Button isPending={isPending} onClick={() => void follow(desk.ask('checkGateways', {}))}>
          {isPending ? SHELL.checking : SHELL.checkNow}
        </Button>
      }
    />
  );
}

/** Late news of one book, labelled with the book. */
function useNews(book: Book): readonly AlarmLine[] {
  const route = useRoute();
  const { news } = useAttention(book);
  const isHome = route.at === 'place' && route.place === 'payouts';
  // These screens show it themselves.
  if (isHome || (route.at === 'unknown' && route.book === book)) return [];
  return news.map(({ kind, count, paise }) => ({
    key: `${book} ${kind}`,
    notice: (
      <Notice
        tone="warning"
        title={SHELL[kind](count)}
        environment={environmentOf(book)}
        about={`${formatRupees(paise)}. ${SHELL.newsHelp[kind]}`}
        actions={<Button onClick={() => go({ at: 'unknown', book })}>{SHELL.readNews}</Button>}
      />
    ),
  }));
}

type LockedBook = AnswerOf<'readDesk'>['lockedBooks'][number];

interface LockedBannerProps {
  readonly book: Book;
  /** Null when no screen can show the payouts in doubt. */
  readonly onUnknown: (() => void) | null;
}

/** Why a desk is locked, and the tick that opens it. Only a person can open it, after looking. */
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
          about={locked.isGone ? LOCKED.gone(say(locked.why)) : LOCKED.about(say(locked.why))}
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
        // The dialog stays open until its result has been read, even when the desk is no longer locked.
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
                {batch} · {formatDayAndTime(createdAtMs)} · {COUNTED.rows(rows)} · {formatRupees(totalPaise)}
              </li>
            ))}
          </ul>
        </>
      )}
      <NotDoneNotice result={open.result} />
      <Stack isTight>
        <Tick checked={isSure} onTick={setSure}>
          {LOCKED.noOther}
        </Tick>
        <AreaField label={LOCKED.note} hint={LOCKED.noteHelp} {...field('note', NOTE_MAX_CHARACTERS)} />
      </Stack>
    </Dialog>
  );
}
