// The frame never hides that money is moving, nor that payouts are in doubt, of either book.

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
import type { ListedProfile } from '../../shared/api/profile-commands.ts';
import { PLACE_NAMES, PLACES, type Place } from '../../shared/api/window.ts';
import { countOf, formatCount } from '../../shared/counts.ts';
import { parseBatchId } from '../../shared/ids.ts';
import { BOOKS, type Book } from '../../shared/profiles.ts';
import { type LiveBatch, type LiveState, newestUnknown } from '../bridge/live-state.ts';
import { useAsk, useLive } from '../bridge/use-desk.ts';
import { formatAge, formatBalance } from '../text/format.ts';
import { SHELL } from '../text/shell.ts';
import { BareSelect, IconButton, LinkButton } from '../ui/controls.tsx';
import { go, goToBatch, placeOf, type ScreenRoute, useRoute, useScreen } from '../ui/navigation.ts';
import { NotDoneNotice } from '../ui/notice.tsx';
import { EnvironmentBadge, StatesBar, Status } from '../ui/status.tsx';
import styles from './app.module.css';
import { Banners } from './banners.tsx';
import { restOnScreen, useScreenFocus } from './keep-focus.ts';
import { useFileDrop, useOpenFile, useWindowRequests } from './open-file.ts';
import { Screens } from './screens.tsx';

export function Shell() {
  const route = useRoute();
  const openFile = useOpenFile(useScreen().profile.name);
  const isDropping = useFileDrop(openFile);
  usePlaceKeys();
  useScreenFocus(route);
  useWindowRequests(route, openFile);
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#main" onClick={skipToMain}>
        Skip to the screen
      </a>
      <Rail />
      <TopBar />
      <main id="main" className={styles.main}>
        <div className={styles.banners}>
          <Banners />
          <NotDoneNotice result={openFile.result} onClose={openFile.dismiss} />
        </div>
        <div className={styles.screen}>
          <Screens openFile={openFile} />
        </div>
      </main>
      <RunBar />
      {isDropping ? (
        <div className={styles.drop}>
          <div className={styles.dropFrame}>Drop the file to open it</div>
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

function Rail() {
  const route = useRoute();
  return (
    <nav className={styles.rail} aria-label="Screens">
      <div className={styles.brand}>{SHELL.product}</div>
      {PLACES.map((place, index) => {
        const Icon = ICONS[place];
        return [
          <RailItem
            key={place}
            to={{ at: 'place', place }}
            word={PLACE_NAMES[place]}
            isHere={route.at !== 'unknown' && placeOf(route) === place}
          >
            <Icon size={16} aria-hidden="true" />
            <span className={styles.label}>{PLACE_NAMES[place]}</span>
            <kbd className={styles.key} aria-hidden="true">
              Ctrl {index + 1}
            </kbd>
          </RailItem>,
          place === 'payouts' ? BOOKS.map((book) => <InDoubt key={book} book={book} />) : null,
        ];
      })}
    </nav>
  );
}

interface RailItemProps {
  readonly to: ScreenRoute;
  readonly word: string;
  readonly isHere: boolean;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

function RailItem({ to, word, isHere, className = '', children }: RailItemProps) {
  return (
    <button
      type="button"
      className={`${styles.item} ${className}`}
      title={word}
      aria-current={isHere ? 'page' : undefined}
      onClick={() => go(to)}
    >
      {children}
    </button>
  );
}

/**
 * What waits for a person in one book, whichever account is chosen at the top; nothing where nothing waits. The number is that
 * of the payouts in doubt: late news says its own in a banner.
 */
function InDoubt({ book }: { readonly book: Book }) {
  const route = useRoute();
  const { value: known } = useAsk('readAttention', { book }, { keepPrevious: true });
  const batches = useLive((state) => state.batches);
  const inDoubt = known === null ? 0 : newestUnknown(known, { book, batches });
  const isWaiting = inDoubt > 0 || (known !== null && known.lateNews > 0);
  const isHere = route.at === 'unknown' && route.book === book;
  if (!isWaiting && !isHere) return null;
  return (
    <RailItem to={{ at: 'unknown', book }} word={SHELL.unknownDesk[book]} isHere={isHere} className={styles.below}>
      <CircleHelp size={14} aria-hidden="true" />
      <span className={styles.label}>{SHELL.unknownDesk[book]}</span>
      {inDoubt === 0 ? null : <span className={styles.key}>{formatCount(inDoubt)}</span>}
    </RailItem>
  );
}

/** An age in minutes is right when it is redrawn twice a minute. */
const AGE_EVERY_MS = 30_000;

/** Whose money this is, whether it is real, and how much there is: no balance without its age. */
function TopBar() {
  const { profile, profiles, chooseProfile } = useScreen();
  const connection = useLive((state) => state.connection);
  return (
    <header className={styles.top}>
      <div className={styles.profile}>
        <BareSelect
          label="Profile"
          options={profiles.map(({ name }) => [name, name])}
          value={profile.name}
          onChange={({ target }) => chooseProfile(target.value)}
        />
      </div>
      <EnvironmentBadge environment={profile.environment} />
      <div className="line">
        <span className="faint">mid</span>
        <span>{profile.mid}</span>
      </div>
      <Balance profile={profile} />
      <div className={`line small soft push ${styles.connection}`} role="status">
        <span className={`${styles.dot} ${connection === 'open' ? styles.dotOpen : ''}`} />
        {SHELL.connection[connection]}
      </div>
    </header>
  );
}

function Balance({ profile: { name, walletUnit } }: { readonly profile: ListedProfile }) {
  const { result, value, isAsking, again } = useAsk('readWallet', { profile: name });
  const nowMs = useNow(AGE_EVERY_MS);
  return (
    <div className="line">
      <span className="faint">Balance</span>
      {value === null ? (
        <span title={result.kind === 'refused' ? result.refusal.message : undefined}>not asked</span>
      ) : (
        <>
          <span className="strong">{formatBalance(value.balance, walletUnit)}</span>
          {value.isLow ? <Status icon={TriangleAlert} tone="doubt" word="Low" /> : null}
          <span>{formatAge(value.askedAtMs, nowMs)}</span>
        </>
      )}
      <IconButton icon={RefreshCw} label="Ask for the balance again" isPending={isAsking} onClick={again} />
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
  const isJudging = useLive((state) => state.isJudging);
  const desk = useAsk('readDesk', {}).value;
  return (
    <footer className={`small soft ${styles.run}`}>
      {current === null ? isJudging ? null : <span>{idleWords(activity)}</span> : <Current batch={current} />}
      {isJudging ? <span>{SHELL.judging}</span> : null}
      <span className="push">{desk === null ? '' : `${desk.actor} · ${desk.version}`}</span>
    </footer>
  );
}

function Current({ batch: { progress } }: { readonly batch: LiveBatch }) {
  const { view, total, inFlight, phase } = progress;
  const words =
    phase === 'settling'
      ? 'Following payouts to their end'
      : `Sending ${formatCount(total - view.counts.queued)} of ${formatCount(total)}`;
  return (
    <>
      <div className={styles.runBar}>
        <StatesBar label={words} counts={view.counts} />
      </div>
      <span>{words}</span>
      {phase === 'sending' ? <span>{formatCount(inFlight)} in flight</span> : null}
      {view.counts.unknown > 0 ? <span>{countOf(view.counts.unknown, 'payout')} in doubt</span> : null}
      {view.paused === null ? null : <span>{view.paused.message}</span>}
      <LinkButton className={`strong ${styles.open}`} onClick={() => goToBatch(view.batch)}>
        Open the run {view.batch}
      </LinkButton>
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
  return activity.kind === 'sending' ? SHELL.preparing.pay : 'Nothing is being sent';
}
