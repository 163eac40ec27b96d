// Maps each route to its screen. The only file that knows all features.

import { useEffect, useRef, useState } from 'react';
import type { RequestDetails } from '../../shared/api/approval-commands.ts';
import type { AnswerOf } from '../../shared/api/contract.ts';
import { unreachable } from '../../shared/failures.ts';
import { bookOf } from '../../shared/profiles.ts';
import { NO_TICKS, type Ticks } from '../../shared/repeats.ts';
import { OPEN } from '../../shared/text/drafts.ts';
import { SHELL } from '../../shared/text/shell.ts';
import { useAsk, useChange, useDraftSeen, useRemember } from '../bridge/use-desk.ts';
import { CollectScreen } from '../features/collect/collect-screen.tsx';
import { ConfirmScreen } from '../features/confirm/confirm-screen.tsx';
import { RequestScreen } from '../features/confirm/request-screen.tsx';
import { HistoryScreen } from '../features/history/history-screen.tsx';
import { LookupsScreen } from '../features/lookups/lookup-screens.tsx';
import { MatchScreen } from '../features/match/match-screen.tsx';
import { OpenScreen } from '../features/open/open-screen.tsx';
import { GuideScreen, Licences } from '../features/papers/paper-screens.tsx';
import { PayeeScreen } from '../features/payees/payee-screen.tsx';
import { PayeesScreen } from '../features/payees/payees-screen.tsx';
import { AccountsCard } from '../features/profiles/accounts-card.tsx';
import { RequestsScreen } from '../features/requests/requests-screen.tsx';
import { ReviewScreen } from '../features/review/review-screen.tsx';
import { ResultScreen } from '../features/run/result-screen.tsx';
import { RunScreen } from '../features/run/run-screen.tsx';
import { SettingsScreen } from '../features/settings/settings-screen.tsx';
import { UnknownScreen } from '../features/unknown/unknown-screen.tsx';
import { WalletScreen } from '../features/wallet/wallet-screen.tsx';
import { Button } from '../ui/controls.tsx';
import { type DraftStep, go, HOME, type ScreenRoute, useRoute, useScreen } from '../ui/navigation.ts';
import { Loaded, NotDoneNotice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import type { TicksAt } from '../ui/repeats.tsx';
import type { OpenFile } from './open-file.ts';

interface ScreensProps {
  readonly openFile: OpenFile;
}

export function Screens({ openFile }: ScreensProps) {
  const route = useRoute();
  switch (route.at) {
    case 'place':
      return <PlaceScreen place={route.place} openFile={openFile} />;
    case 'draft':
      return <DraftScreens key={route.draft} route={route} />;
    case 'batch':
      return route.view === 'result' ? (
        <ResultScreen key={route.batch} batch={route.batch} />
      ) : (
        <RunScreen key={route.batch} batch={route.batch} />
      );
    case 'unknown':
      return <UnknownScreen key={`${route.book} ${route.batch ?? ''}`} book={route.book} batch={route.batch ?? null} />;
    case 'guide':
      return <GuideScreen />;
    case 'requests':
      return <RequestsScreen />;
    case 'request':
      return <RequestScreen key={route.request} request={route.request} />;
    case 'order':
      return <OrderScreen key={route.order} order={route.order} />;
    case 'history':
      return <HistoryScreen key={route.book} book={route.book} />;
    case 'payee':
      return <PayeeScreen key={route.person} book={route.book} person={route.person} />;
    default:
      return unreachable(route);
  }
}

function OrderScreen({ order }: { readonly order: number }) {
  const { profile } = useScreen();
  return <CollectScreen key={profile.name} profile={profile.name} order={order} />;
}

interface PlaceScreenProps extends ScreensProps {
  readonly place: Extract<ScreenRoute, { at: 'place' }>['place'];
}

function PlaceScreen({ place, openFile }: PlaceScreenProps) {
  const { profile } = useScreen();
  switch (place) {
    case 'payouts':
      return <OpenScreen {...openFile} />;
    case 'history':
      return <HistoryScreen book={bookOf(profile)} />;
    case 'payees':
      return <PayeesScreen book={bookOf(profile)} />;
    case 'collect':
      return <CollectScreen key={profile.name} profile={profile.name} />;
    case 'lookups':
      return <LookupsScreen key={profile.name} profile={profile.name} />;
    case 'wallet':
      return <WalletScreen key={profile.name} profile={profile} />;
    case 'settings':
      return <SettingsScreen accounts={<AccountsCard />} licences={<Licences />} />;
    default:
      return unreachable(place);
  }
}

function DraftScreens({ route: { draft, step, request } }: { readonly route: Extract<ScreenRoute, { at: 'draft' }> }) {
  const profile = useScreen().profile.name;
  const question = useAsk('readDraft', { draft });
  useReadAnew(draft, { profile, reading: question.value });
  const start = useChange('startBatch');
  const approved = useAsk('readRequest', { request: request ?? 1 }, { enabled: request !== undefined });
  const ticksAt = useTicks(draft, profile, givenFor(approved.value, { draft, profile }));
  const startedFor = useRef(profile);
  // The result of a start from one account is not shown for another.
  useEffect(() => {
    if (startedFor.current !== profile) start.reset();
    startedFor.current = profile;
  }, [profile, start]);
  const goTo = (next: DraftStep): void => {
    start.reset();
    go({ at: 'draft', draft, step: next, ...(request === undefined ? {} : { request }) });
  };
  const reading = question.value;
  if (reading === null || (request !== undefined && approved.result.kind === 'waiting'))
    return (
      <Page title={OPEN.title} footer={<Button onClick={() => go(HOME)}>{SHELL.back}</Button>}>
        <NotDoneNotice result={start.result} />
        <Loaded of={question}>{() => null}</Loaded>
      </Page>
    );
  // A retry's rows come from the desk, so there is nothing to match.
  if (reading.kind === 'asks' || (step === 'match' && reading.retryOf === null))
    return (
      <>
        <Seen draft={draft} step="match" />
        <MatchScreen reading={reading} profile={profile} onReview={() => goTo('review')} />
      </>
    );
  if (step !== 'confirm')
    return (
      <ReviewScreen
        key={reading.readRevision}
        reading={reading}
        profile={profile}
        onMatch={() => goTo('match')}
        onConfirm={() => goTo('confirm')}
        ticksAt={ticksAt}
      />
    );
  const { revision } = reading.summary;
  const [ticks, setTicks] = ticksAt(revision);
  return (
    <>
      <Seen draft={draft} step="confirm" />
      <ConfirmScreen
        key={`${profile} ${revision}`}
        summary={reading.summary}
        draft={draft}
        revision={revision}
        profile={profile}
        start={start}
        onBack={() => goTo('review')}
        ticks={ticks}
        onTick={setTicks}
      />
    </>
  );
}

/**
 * The person's ticks for rows that repeat earlier payments, valid for one revision and one account. The screen with the rows
 * passes their revision, because Review may be ahead of the draft last read. `given`: those of an approved request.
 */
function useTicks(draft: string, profile: string, given: GivenTicks | null): TicksAt {
  const [chosen, setChosen] = useState({ draft: '', profile: '', revision: 0, ticks: NO_TICKS });
  return (revision) => {
    const isSameFile = chosen.draft === draft && chosen.profile === profile;
    const stands = isSameFile && chosen.revision === revision;
    const undone = isSameFile && !stands ? Object.values(chosen.ticks).flat().length : 0;
    const before = given?.revision === revision ? given.ticks : NO_TICKS;
    return [stands ? chosen.ticks : before, (ticks) => setChosen({ draft, profile, revision, ticks }), undone];
  };
}

interface GivenTicks {
  readonly revision: number;
  readonly ticks: Ticks;
}

/** The ticks of a request, while its draft and its account are these: a row that was changed since has to be ticked anew. */
function givenFor(
  request: RequestDetails | null,
  { draft, profile }: { readonly draft: string; readonly profile: string },
): GivenTicks | null {
  if (request === null || request.draft?.id !== draft || request.payment?.profile !== profile) return null;
  return { revision: request.draft.revision, ticks: request.ticks };
}

/** For the steps without a list of rows. */
function Seen({ draft, step }: { readonly draft: string; readonly step: DraftStep }) {
  useDraftSeen(draft, step, null);
  return null;
}

interface ReadAnew {
  readonly profile: string;
  readonly reading: AnswerOf<'readDraft'> | null;
}

/** Another account may have another ceiling, so switching rereads the open draft, with its edits. */
function useReadAnew(draft: string, { profile, reading }: ReadAnew): void {
  const { run } = useChange('rereadDraft');
  const remember = useRemember();
  const readFor = useRef(profile);
  useEffect(() => {
    if (reading === null || readFor.current === profile) return;
    readFor.current = profile;
    if (reading.kind !== 'checked' || reading.retryOf !== null) return;
    void run({ draft, profile, options: reading.options }).then((result) => {
      if (result.kind === 'done') remember('readDraft', { draft }, result);
    });
  }, [draft, profile, reading, run, remember]);
}
