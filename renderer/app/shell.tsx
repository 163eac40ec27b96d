// The frame always shows, for both books, that money is moving and that payouts are not confirmed.

import {
  Banknote,
  CircleHelp,
  History,
  type LucideIcon,
  QrCode,
  RefreshCw,
  SearchCheck,
  Settings,
  Signature,
  TriangleAlert,
  Users,
  Wallet,
} from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { AnswerOf } from '../../shared/api/contract.ts';
import type { Activity } from '../../shared/api/desk-commands.ts';
import type { ListedProfile } from '../../shared/api/profile-commands.ts';
import { PLACE_NAMES, PLACES, type Place } from '../../shared/api/window.ts';
import { formatCount } from '../../shared/counts.ts';
import { parseBatchId } from '../../shared/ids.ts';
import { BOOKS, type Book, bookOf } from '../../shared/profiles.ts';
import { APPROVAL } from '../../shared/text/approval.ts';
import { formatAge, formatBalance } from '../../shared/text/format.ts';
import { GUIDE } from '../../shared/text/places.ts';
import { ACCOUNT, KEYS, PALETTE, SHELL } from '../../shared/text/shell.ts';
import { awaitsGateway, type LiveBatch, type LiveState } from '../bridge/live-state.ts';
import { isUnreached, useAsk, useChange, useIsAnswering, useIsReached, useLive } from '../bridge/use-desk.ts';
import { useAttention, useIsTeam, useNeeds } from '../bridge/use-needs.ts';
import { say } from '../language.ts';
import { UnlockButton, useLogin } from '../ui/approval.tsx';
import { BareSelect, Button, IconButton, LinkButton } from '../ui/controls.tsx';
import { useCommands } from '../ui/keyboard-commands.ts';
import { go, goToBatch, placeOf, type ScreenRoute, useRoute, useScreen } from '../ui/navigation.ts';
import { NotDoneNotice } from '../ui/notice.tsx';
import { DesksInRail } from '../ui/other-desks.tsx';
import { EnvironmentBadge, StatesBar, Status } from '../ui/status.tsx';
import styles from './app.module.css';
import { Banners } from './banners.tsx';
import { FaultBoundary } from './fault-boundary.tsx';
import { restOnScreen, useScreenFocus } from './keep-focus.ts';
import { placeModifier, useShellKeys } from './keys.ts';
import { useFileDrop, useOpenFile, usePastedBlock, useWindowRequests } from './open-file.ts';
import { KeysDialog, Palette } from './palette.tsx';
import { Screens } from './screens.tsx';

export function Shell() {
  const route = useRoute();
  const openFile = useOpenFile(useScreen().profile.name);
  const isDropping = useFileDrop(openFile);
  usePastedBlock(route, openFile.open);
  const [above, setAbove] = useState<'palette' | 'keys' | null>(null);
  const openPalette = (): void => setAbove('palette');
  const openKeys = (): void => setAbove('keys');
  const close = (): void => setAbove(null);
  useShellKeys({ route, openPalette, openKeys });
  useCommands([
    { word: KEYS.show, run: openKeys },
    { word: GUIDE.title, run: openGuide },
  ]);
  useScreenFocus(route);
  useWindowRequests(route, openFile);
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#main" onClick={skipToMain}>
        {SHELL.skip}
      </a>
      <div className={styles.rail}>
        <Account />
        <Places />
        <div className={`tight gap-1 ${styles.below}`}>
          <LinkButton className="small" onClick={openPalette}>
            {PALETTE.open}
          </LinkButton>
          <LinkButton className="small" onClick={openGuide}>
            {GUIDE.title}
          </LinkButton>
          <DesksInRail />
          <Connection />
        </div>
      </div>
      <main id="main" className={styles.main}>
        <div className={`tight ${styles.banners}`}>
          <NotDoneNotice result={openFile.result} onClose={openFile.dismiss} />
          <Banners />
        </div>
        <div className={styles.screen}>
          <FaultBoundary place={route}>
            <Screens openFile={openFile} />
          </FaultBoundary>
        </div>
      </main>
      <RunStrip />
      {above === 'palette' ? <Palette onClose={close} /> : null}
      {above === 'keys' ? <KeysDialog onClose={close} /> : null}
      {isDropping ? (
        <div className={styles.drop}>
          <div className={styles.dropFrame}>{SHELL.drop}</div>
        </div>
      ) : null}
    </div>
  );
}

function openGuide(): void {
  go({ at: 'guide' });
}

/** The URL fragment holds the route, so skipping to the content must not change it. */
function skipToMain(event: React.MouseEvent): void {
  event.preventDefault();
  restOnScreen();
}

const ICONS: Readonly<Record<Place, LucideIcon>> = {
  payouts: Banknote,
  history: History,
  payees: Users,
  collect: QrCode,
  lookups: SearchCheck,
  wallet: Wallet,
  settings: Settings,
};

function Places() {
  const route = useRoute();
  return (
    <nav className={styles.places} aria-label={SHELL.places} data-region="rail">
      {PLACES.map((place, index) => {
        const Icon = ICONS[place];
        return [
          <RailItem
            key={place}
            to={{ at: 'place', place }}
            isHere={!isBesidePlaces(route) && placeOf(route) === place}
            keys={String(index + 1)}
          >
            <Icon size={16} aria-hidden="true" />
            <span className={styles.label}>{PLACE_NAMES[place]}</span>
          </RailItem>,
          place === 'payouts'
            ? [...BOOKS.map((book) => <NeedsReview key={book} book={book} />), <Requests key="requests" />]
            : null,
        ];
      })}
    </nav>
  );
}

const KEY_NAMES = { Alt: 'Alt', Ctrl: 'Control' } as const;

interface RailItemProps {
  readonly to: ScreenRoute;
  readonly isHere: boolean;
  readonly keys?: string;
  readonly children: ReactNode;
}

function RailItem({ to, isHere, keys, children }: RailItemProps) {
  return (
    <button
      type="button"
      className={styles.item}
      aria-current={isHere ? 'page' : undefined}
      aria-keyshortcuts={keys === undefined ? undefined : `${KEY_NAMES[placeModifier()]}+${keys}`}
      onClick={() => go(to)}
    >
      {children}
    </button>
  );
}

/**
 * What waits for a person in one book, whichever account is chosen; nothing when nothing waits and nothing is being checked. The
 * number counts payments that a person can act on now. Late news has its own count in a notice.
 */
function NeedsReview({ book }: { readonly book: Book }) {
  const route = useRoute();
  const isOwn = bookOf(useScreen().profile) === book;
  const { news } = useAttention(book);
  const { decide, checking } = useNeeds(book, null);
  const isWaiting = decide.count > 0 || news.length > 0;
  const isHere = route.at === 'unknown' && route.book === book;
  if (!isWaiting && checking.count === 0 && !isHere) return null;
  return (
    <RailItem to={{ at: 'unknown', book }} isHere={isHere}>
      <CircleHelp size={16} aria-hidden="true" className={isWaiting ? styles.amber : undefined} />
      <span className={styles.label}>{isOwn ? SHELL.needsReview : SHELL.needsReviewOf[book]}</span>
      {decide.count === 0 ? null : <span className={styles.waiting}>{formatCount(decide.count)}</span>}
    </RailItem>
  );
}

/** Who may pay now, in a desk with a team. */
function WhoPays() {
  const { value } = useLogin();
  const lock = useChange('lock');
  if (value === null || !value.isTeam) return null;
  const { person } = value;
  return (
    <div className="row spread gap-1">
      <span className="line small soft">{person === null ? APPROVAL.locked : APPROVAL.unlockedBy(person)}</span>
      {person === null ? (
        <UnlockButton />
      ) : (
        <Button isPending={lock.isPending} onClick={() => void lock.run({})}>
          {APPROVAL.lock}
        </Button>
      )}
    </div>
  );
}

/** What waits for another person to approve it; nothing in a desk where nobody is enrolled. */
function Requests() {
  const route = useRoute();
  const isHere = route.at === 'requests' || route.at === 'request';
  const isTeam = useIsTeam();
  const { value } = useAsk('listRequests', {}, { enabled: isTeam });
  if (!isTeam && !isHere) return null;
  const waiting = value?.requests.filter(({ state }) => state === 'waiting').length ?? 0;
  return (
    <RailItem to={{ at: 'requests' }} isHere={isHere}>
      <Signature size={16} aria-hidden="true" className={waiting > 0 ? styles.amber : undefined} />
      <span className={styles.label}>{APPROVAL.title}</span>
      {waiting === 0 ? null : <span className={styles.waiting}>{formatCount(waiting)}</span>}
    </RailItem>
  );
}

const isBesidePlaces = ({ at }: ScreenRoute): boolean => at === 'unknown' || at === 'requests' || at === 'request';

/** Redrawing twice a minute keeps an age in minutes right. */
const AGE_EVERY_MS = 30_000;

/** A gateway that does not answer is asked again, so that "Waiting for the gateway" ends when it is back. */
const ASKED_AGAIN_MS = 30_000;

/** Whose money this is, whether it is real, and how much there is. A balance always shows its age. */
function Account() {
  const { profile, profiles, chooseProfile } = useScreen();
  return (
    <header className={`tight ${styles.account}`}>
      <BareSelect
        label={ACCOUNT.label}
        options={profiles.map(({ name }) => [name, name])}
        value={profile.name}
        onChange={({ target }) => chooseProfile(target.value)}
      />
      <div className={`row spread ${styles.whose}`}>
        <EnvironmentBadge environment={profile.environment} />
        <span className="small soft">{ACCOUNT.mid(String(profile.mid))}</span>
      </div>
      <Balance profile={profile} />
      {profile.environment === 'LIVE' ? <WhoPays /> : null}
    </header>
  );
}

function Balance({ profile }: { readonly profile: ListedProfile }) {
  const { name, walletUnit } = profile;
  const isAnswering = useIsAnswering(profile);
  const { result, value, isAsking, again } = useAsk(
    'readWallet',
    { profile: name },
    { nextInMs: () => (isAnswering ? null : ASKED_AGAIN_MS) },
  );
  const known = useLastKnown(name, value);
  const isPaying = useLive(({ batches }) => Array.from(batches.values()).some((batch) => isSendingFrom(name, batch)));
  // A balance that was shown during a run is called the one before the run until a newer one is read.
  const [beforeRun, setBeforeRun] = useState<number | null>(null);
  if (isPaying && known !== null && known.askedAtMs !== beforeRun) setBeforeRun(known.askedAtMs);
  // The line below and the banner say that it is away.
  const isReached = useIsReached(profile);
  const nowMs = useNow(AGE_EVERY_MS);
  return (
    <div className="row spread nowrap gap-1">
      {known === null ? (
        <span className="soft small">
          {result.kind === 'refused' && isReached ? say(result.refusal.message) : ACCOUNT.noBalance}
        </span>
      ) : (
        <div className={styles.balance}>
          <div className="strong">{formatBalance(known.balance, walletUnit)}</div>
          <div className="line small soft">
            {isPaying || known.askedAtMs === beforeRun
              ? ACCOUNT.balanceBefore
              : ACCOUNT.balanceAge(formatAge(known.askedAtMs, nowMs))}
            {known.isLow ? <Status icon={TriangleAlert} tone="doubt" word={ACCOUNT.low} /> : null}
          </div>
        </div>
      )}
      <IconButton icon={RefreshCw} label={ACCOUNT.refresh} isPending={isAsking} onClick={again} />
    </div>
  );
}

/** A balance that was read stays, with its age, while the next one cannot be had. */
function useLastKnown(profile: string, value: Wallet | null): Wallet | null {
  const [last, setLast] = useState<{ readonly profile: string; readonly value: Wallet } | null>(null);
  if (value !== null && (last === null || last.value !== value || last.profile !== profile))
    setLast({ profile, value });
  return value ?? (last?.profile === profile ? last.value : null);
}

type Wallet = AnswerOf<'readWallet'>;

/** What the wallet held before is not what it holds while payments leave it. */
function isSendingFrom(profile: string, { progress: { phase, view } }: LiveBatch): boolean {
  return phase === 'sending' && view.profile === profile;
}

function Connection() {
  const connection = useLive((state) => state.connection);
  const { profile } = useScreen();
  const { result } = useAsk('readWallet', { profile: profile.name }, { enabled: false });
  // The desk calls a gateway away after three misses; the first one, shown above, already denies "Connected".
  const isAnswering = useIsAnswering(profile) && !(result.kind === 'refused' && isUnreached(result.refusal));
  const isReady = connection === 'open' && isAnswering;
  return (
    <div className="line small soft" role="status">
      <span className={`${styles.dot} ${isReady ? styles.dotOpen : ''}`} />
      {connection === 'open' && !isAnswering ? SHELL.gatewayAway : SHELL.connection[connection]}
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

/** What the desk is sending, following or checking now; hidden when idle. */
function RunStrip() {
  const activity = useLive((state) => state.activity);
  const current = useLive(currentBatch);
  const isScreening = useLive((state) => state.isScreening);
  const words = waitingWords(activity);
  const route = useRoute();
  // The batch's own screens show this already.
  if (route.at === 'batch' && activity.kind !== 'idle' && route.batch === activity.batch) return null;
  if (current === null && !isScreening && words === null) return null;
  return (
    <footer className={`row nowrap gap-4 small soft ${styles.run}`}>
      {current === null ? words === null ? null : <span>{words}</span> : <Current batch={current} />}
      {isScreening ? <span>{SHELL.screening}</span> : null}
    </footer>
  );
}

function Current({ batch: { progress } }: { readonly batch: LiveBatch }) {
  const { view, total, inFlight, phase, note } = progress;
  const isAwaited = useLive((state) => awaitsGateway(progress, state));
  const words = isAwaited
    ? SHELL.gatewayAway
    : phase === 'settling'
      ? SHELL.following
      : note === null
        ? SHELL.sending(total - view.counts.queued, total)
        : say(note);
  return (
    <>
      <div className={styles.runBar}>
        <StatesBar label={words} counts={view.counts} />
      </div>
      <span>{words}</span>
      {phase === 'sending' ? <span>{SHELL.awaiting(inFlight)}</span> : null}
      {view.counts.unknown > 0 ? <span>{SHELL.notConfirmed(view.counts.unknown)}</span> : null}
      {view.paused === null ? null : <span>{say(view.paused.message)}</span>}
      <LinkButton className={`strong push ${styles.open}`} onClick={() => goToBatch(view.batch)}>
        {SHELL.openRun(view.batch)}
      </LinkButton>
    </>
  );
}

/** What an earlier run of the batch said, before this one reports, says nothing of now. */
function currentBatch({ activity, batches }: LiveState): LiveBatch | null {
  if (activity.kind !== 'sending' && activity.kind !== 'following') return null;
  const named = parseBatchId(activity.batch ?? '');
  const batch = named === null ? undefined : batches.get(named);
  return batch === undefined || batch.progress.phase === 'done' ? null : batch;
}

/** Before a run has reported any progress. */
function waitingWords(activity: Activity): string | null {
  if (activity.kind === 'preparing') return SHELL.preparing[activity.work];
  return activity.kind === 'sending' ? SHELL.preparing.pay : null;
}
