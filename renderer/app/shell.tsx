// The frame around every screen: rail, top bar, run bar, banners, and files dropped anywhere. It never hides that money is moving,
// nor that payouts are in doubt, of either book.

import {
  Banknote,
  CircleHelp,
  History,
  type LucideIcon,
  QrCode,
  ReceiptText,
  RefreshCw,
  SearchCheck,
  Settings,
  TriangleAlert,
  Wallet,
} from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { Activity } from '../../shared/api/desk-commands.ts';
import { type Place, PLACES } from '../../shared/api/places.ts';
import type { ListedProfile } from '../../shared/api/profile-commands.ts';
import { type Book, BOOKS } from '../../shared/books.ts';
import { parseBatchId } from '../../shared/ids.ts';
import { STATE_KINDS } from '../../shared/states.ts';
import { type LiveBatch, type LiveState, newestUnknown } from '../bridge/live-state.ts';
import { useAsk, useLive } from '../bridge/use-desk.ts';
import { formatAge, formatBalance, formatCount } from '../text/format.ts';
import { SHELL } from '../text/shell.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { BareSelect } from '../ui/field.tsx';
import { go, goToBatch } from '../ui/navigation.ts';
import { NotDoneNotice, Notice } from '../ui/notice.tsx';
import { StackedBar } from '../ui/stacked-bar.tsx';
import { EnvironmentBadge, Status } from '../ui/status.tsx';
import { STATE_TONES } from '../ui/tone.ts';
import styles from './app.module.css';
import { Banners } from './banners.tsx';
import { restOnScreen, useScreenFocus } from './keep-focus.ts';
import { type OpenFile, useFileDrop, useOpenFile, useWindowWishes } from './open-file.ts';
import { placeOf, type Route } from '../ui/route.ts';

interface ShellProps {
  readonly route: Route;
  readonly profile: ListedProfile;
  readonly profiles: readonly ListedProfile[];
  readonly onProfile: (name: string) => void;
  readonly children: (openFile: OpenFile) => ReactNode;
}

export function Shell({ route, profile, profiles, onProfile, children }: ShellProps) {
  const openFile = useOpenFile(profile.name);
  const drop = useFileDrop(openFile.open);
  usePlaceKeys();
  useScreenFocus(route);
  useWindowWishes({ route, openHeld: openFile.openHeld, refuse: drop.refuse });
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#main" onClick={skipToMain}>
        {SHELL.skip}
      </a>
      <Rail route={route} />
      <TopBar profile={profile} profiles={profiles} onProfile={onProfile} />
      <main id="main" className={styles.main}>
        <div className={styles.banners}>
          <Banners route={route} />
          {drop.refused === null ? null : (
            <Notice
              tone="warning"
              title={drop.refused.title}
              actions={<Button onClick={drop.dismiss}>{SHELL.close}</Button>}
            >
              {drop.refused.help}
            </Notice>
          )}
          <NotDoneNotice told={openFile.told} actions={<Button onClick={openFile.dismiss}>{SHELL.close}</Button>} />
        </div>
        <div className={styles.screen}>{children(openFile)}</div>
      </main>
      <RunBar />
      {drop.isOver ? (
        <div className={styles.drop}>
          <div className={styles.dropFrame}>{SHELL.dropHere}</div>
        </div>
      ) : null}
    </div>
  );
}

/** The fragment is the route's: skipping must not change it. */
function skipToMain(event: React.MouseEvent): void {
  event.preventDefault();
  restOnScreen();
}

/** Ctrl+1 to Ctrl+7 (Cmd on a Mac) lead to the rail's places, and to the heading of the one that is open. */
function usePlaceKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      const place = PLACES[Number(event.key) - 1];
      if (place === undefined) return;
      event.preventDefault();
      go({ at: 'place', place });
      restOnScreen();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

const ICONS: Readonly<Record<Place, LucideIcon>> = {
  payouts: Banknote,
  history: History,
  collect: QrCode,
  paymentStatus: ReceiptText,
  payoutLookup: SearchCheck,
  wallet: Wallet,
  settings: Settings,
};

interface RailProps {
  readonly route: Route;
}

function Rail({ route }: RailProps) {
  return (
    <nav className={styles.rail} aria-label={SHELL.rail}>
      <div className={styles.brand}>{SHELL.product}</div>
      {PLACES.map((place, index) => {
        const Icon = ICONS[place];
        const isHere = route.at !== 'unknown' && placeOf(route) === place;
        return [
          <button
            key={place}
            type="button"
            className={styles.item}
            title={SHELL.places[place]}
            aria-current={isHere ? 'page' : undefined}
            onClick={() => go({ at: 'place', place })}
          >
            <Icon size={16} aria-hidden="true" />
            <span className={styles.label}>{SHELL.places[place]}</span>
            <kbd className={styles.key} aria-hidden="true">
              Ctrl {index + 1}
            </kbd>
          </button>,
          place === 'payouts' ? BOOKS.map((book) => <InDoubt key={book} book={book} route={route} />) : null,
        ];
      })}
    </nav>
  );
}

/**
 * What waits for a person in one book, whichever account is chosen at the top; nothing where nothing waits. The number is that
 * of the payouts in doubt: late news says its own in a banner.
 */
function InDoubt({ book, route }: RailProps & { readonly book: Book }) {
  const attention = useAsk('readAttention', { book }, { keepPrevious: true });
  const batches = useLive((state) => state.batches);
  const known = attention.told.kind === 'done' ? attention.told.value : null;
  const inDoubt = known === null ? 0 : newestUnknown(known, { book, batches });
  const isWaiting = inDoubt > 0 || (known !== null && known.lateNews > 0);
  const isHere = route.at === 'unknown' && route.book === book;
  if (!isWaiting && !isHere) return null;
  return (
    <button
      type="button"
      className={`${styles.item} ${styles.below}`}
      title={SHELL.unknownDesk[book]}
      aria-current={isHere ? 'page' : undefined}
      onClick={() => go({ at: 'unknown', book })}
    >
      <CircleHelp size={14} aria-hidden="true" />
      <span className={styles.label}>{SHELL.unknownDesk[book]}</span>
      {inDoubt === 0 ? null : <span className={styles.key}>{formatCount(inDoubt)}</span>}
    </button>
  );
}

/** An age in minutes is right when it is redrawn twice a minute. */
const AGE_EVERY_MS = 30_000;

interface TopBarProps {
  readonly profile: ListedProfile;
  readonly profiles: readonly ListedProfile[];
  readonly onProfile: (name: string) => void;
}

/** Whose money this is, whether it is real, and how much there is: no balance without its age. */
function TopBar({ profile, profiles, onProfile }: TopBarProps) {
  const connection = useLive((state) => state.connection);
  return (
    <header className={styles.top}>
      <div className={styles.profile}>
        <BareSelect label={SHELL.profile} value={profile.name} onChange={(event) => onProfile(event.target.value)}>
          {profiles.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </BareSelect>
      </div>
      <EnvironmentBadge environment={profile.environment} />
      <div className={styles.pair}>
        <span>{SHELL.mid}</span>
        <span>{profile.mid}</span>
      </div>
      <Balance profile={profile} />
      <div className={`${styles.connection} ${styles.push}`} role="status">
        <span className={`${styles.dot} ${connection === 'open' ? styles.dotOpen : ''}`} />
        {SHELL.connection[connection]}
      </div>
    </header>
  );
}

function Balance({ profile: { name, walletUnit } }: { readonly profile: ListedProfile }) {
  const wallet = useAsk('readWallet', { profile: name });
  const nowMs = useNow(AGE_EVERY_MS);
  const balance = wallet.told.kind === 'done' ? wallet.told.value : null;
  return (
    <div className={styles.pair}>
      <span>{SHELL.balance}</span>
      {balance === null ? (
        <span title={wallet.told.kind === 'refused' ? wallet.told.refusal.message : undefined}>
          {SHELL.balanceUnknown}
        </span>
      ) : (
        <>
          <span className={styles.balance}>{formatBalance(balance.balance, walletUnit)}</span>
          {balance.isLow ? <Status icon={TriangleAlert} tone="doubt" word={SHELL.balanceLow} /> : null}
          <span>{formatAge(balance.askedAtMs, nowMs)}</span>
        </>
      )}
      <IconButton icon={RefreshCw} label={SHELL.refreshBalance} isPending={wallet.isAsking} onClick={wallet.again} />
    </div>
  );
}

function useNow(everyMs: number): number {
  const [nowMs, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return nowMs;
}

/** What the desk is sending or following now. */
function RunBar() {
  const activity = useLive((state) => state.activity);
  const current = useLive(currentBatch);
  const desk = useAsk('readDesk', {});
  return (
    <footer className={styles.run}>
      {current === null ? <span>{idleWords(activity)}</span> : <Current batch={current} />}
      <span className={styles.push}>
        {desk.told.kind === 'done' ? `${desk.told.value.actor} · ${desk.told.value.version}` : ''}
      </span>
    </footer>
  );
}

function Current({ batch: { progress } }: { readonly batch: LiveBatch }) {
  const { view, total, inFlight, phase } = progress;
  const words = phase === 'settling' ? SHELL.following : SHELL.sending(total - view.counts.queued, total);
  return (
    <>
      <div className={styles.runBar}>
        <StackedBar
          isThin
          label={words}
          parts={STATE_KINDS.map((kind) => ({ key: kind, tone: STATE_TONES[kind], value: view.counts[kind] }))}
        />
      </div>
      <span>{words}</span>
      {phase === 'sending' ? <span>{SHELL.inFlight(inFlight)}</span> : null}
      {view.counts.unknown > 0 ? <span>{SHELL.unknownWaits(view.counts.unknown)}</span> : null}
      {view.paused === null ? null : <span>{view.paused.message}</span>}
      <button type="button" className={styles.link} onClick={() => goToBatch(view.batch)}>
        {SHELL.openRun} {view.batch}
      </button>
    </>
  );
}

function currentBatch(state: LiveState): LiveBatch | null {
  const named = state.activity.kind === 'idle' ? null : parseBatchId(state.activity.batch ?? '');
  return named === null ? null : (state.batches.get(named) ?? null);
}

/** Before a run has told anything of itself. */
function idleWords(activity: Activity): string {
  if (activity.kind === 'preparing') return SHELL.preparing[activity.work];
  return activity.kind === 'sending' ? SHELL.preparing.pay : SHELL.idle;
}
