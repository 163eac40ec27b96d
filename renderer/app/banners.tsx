// What must be seen whatever screen is open: the desk cannot be reached, the gateway cannot, a locked desk, unread news.
// In: live state and both books. Out: sentences with what can be done. This file must never hide one banner behind another
// that matters less, nor an alarm of one book because an account of the other is chosen.

import { useState } from 'react';
import { type Book, BOOKS, environmentOf } from '../../shared/books.ts';
import { useAsk, useDesk, useLive } from '../bridge/use-desk.ts';
import { SHELL } from '../text/shell.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { EnvironmentBadge } from '../ui/status.tsx';
import { LockedBanner } from './locked-banner.tsx';
import type { Route } from './route.ts';

interface BannersProps {
  readonly route: Route;
  readonly go: (next: Route) => void;
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
function Waiting({ book, route, go }: BannersProps & { readonly book: Book }) {
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
