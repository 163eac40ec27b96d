// Match, Review, Confirm: neither of the last two is shown of a draft that has not been checked.

import { useCallback, useEffect, useRef, useState } from 'react';
import type { AnswerOf } from '../../shared/api/contract.ts';
import { useAsk, useChange, useRemember } from '../bridge/use-desk.ts';
import { ConfirmScreen } from '../features/confirm/confirm-screen.tsx';
import { MatchScreen } from '../features/match/match-screen.tsx';
import { ReviewScreen } from '../features/review/review-screen.tsx';
import { OPEN } from '../text/open.ts';
import { SHELL } from '../text/shell.ts';
import { Button } from '../ui/button.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { go } from '../ui/navigation.ts';
import { NotDoneNotice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { type DraftStep, HOME, type Route } from '../ui/route.ts';

interface DraftScreensProps {
  readonly route: Extract<Route, { at: 'draft' }>;
  readonly profile: string;
}

export function DraftScreens({ route: { draft, step }, profile }: DraftScreensProps) {
  const question = useAsk('readDraft', { draft });
  const [read, setRead] = useState(0);
  const onRead = useCallback(() => setRead((times) => times + 1), []);
  useReadAnew(draft, { profile, reading: question.told.kind === 'done' ? question.told.value : null, onRead });
  const start = useChange('startBatch');
  const startedFor = useRef(profile);
  // What was said of a start from one account is not said of another.
  useEffect(() => {
    if (startedFor.current !== profile && !start.isPending) start.reset();
    startedFor.current = profile;
  }, [profile, start]);
  const goTo = (next: DraftStep): void => {
    start.reset();
    go({ at: 'draft', draft, step: next });
  };
  if (question.told.kind !== 'done') {
    return (
      <Page title={OPEN.title} footer={<Button onClick={() => go(HOME)}>{SHELL.back}</Button>}>
        <NotDoneNotice told={start.told} />
        <Loaded of={question}>{() => null}</Loaded>
      </Page>
    );
  }
  const reading = question.told.value;
  // The rows of a retry come from the desk: there is nothing to match.
  if (reading.kind === 'asks' || (step === 'match' && reading.retryOf === null)) {
    return (
      <MatchScreen
        reading={reading}
        profile={profile}
        onReview={() => {
          onRead();
          goTo('review');
        }}
      />
    );
  }
  if (step !== 'confirm')
    return (
      <ReviewScreen
        key={`${read} ${reading.sheet ?? ''}`}
        reading={reading}
        onMatch={() => goTo('match')}
        onConfirm={() => goTo('confirm')}
      />
    );
  return (
    <ConfirmScreen
      key={`${profile} ${reading.summary.revision}`}
      draft={draft}
      revision={reading.summary.revision}
      profile={profile}
      start={start}
      onBack={() => goTo('review')}
    />
  );
}

interface ReadAnew {
  readonly profile: string;
  readonly reading: AnswerOf<'readDraft'> | null;
  readonly onRead: () => void;
}

/** Another account may have another ceiling: what is open is read again under it, with its edits. */
function useReadAnew(draft: string, { profile, reading, onRead }: ReadAnew): void {
  const { run } = useChange('rereadDraft');
  const remember = useRemember();
  const readFor = useRef(profile);
  useEffect(() => {
    if (reading === null || readFor.current === profile) return;
    readFor.current = profile;
    if (reading.kind !== 'checked' || reading.retryOf !== null) return;
    void run({ draft, profile, options: reading.options }).then((told) => {
      if (told.kind !== 'done') return;
      remember('readDraft', { draft }, told);
      onRead();
    });
  }, [draft, profile, reading, run, remember, onRead]);
}
