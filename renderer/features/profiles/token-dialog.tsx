// Replacing a profile's token. In: the profile. Out: a token in the keychain. The text stays in its input, is sent once and
// cleared. This file must never put the token into state, nor show it.

import { useId, useRef, useState } from 'react';
import type { Told } from '../../bridge/told.ts';
import { useChange, useDesk, useForget } from '../../bridge/use-desk.ts';
import { PROFILES } from '../../text/profiles.ts';
import { SETTINGS } from '../../text/places.ts';
import { SHELL } from '../../text/shell.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { NotDoneNotice, Notice } from '../../ui/notice.tsx';
import { SessionTokenNotice } from './session-token-notice.tsx';
import { TokenField } from './token-field.tsx';

export function TokenDialog({ profile, onClose }: { readonly profile: string; readonly onClose: () => void }) {
  const desk = useDesk();
  const form = useId();
  const token = useRef<HTMLInputElement>(null);
  const setToken = useChange('setToken');
  const forget = useForget();
  const [tested, setTested] = useState<Told<{ readonly balance: string }> | null>(null);
  const submit = async (event: Pick<Event, 'preventDefault'>): Promise<void> => {
    event.preventDefault();
    setTested(null);
    const told = await setToken.run({ profile, token: token.current?.value ?? '' });
    if (token.current !== null) token.current.value = '';
    if (told.kind !== 'done') return;
    setTested(await desk.ask('testConnection', { profile }));
    forget('readTokenState', 'readWallet');
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`${SETTINGS.replaceToken}: ${profile}`}
      firstFocus={token}
      actions={
        <>
          <Button onClick={onClose}>{tested?.kind === 'done' ? SHELL.close : SHELL.cancel}</Button>
          <Button weight="primary" type="submit" form={form} isPending={setToken.isPending}>
            {SETTINGS.saveToken}
          </Button>
        </>
      }
    >
      <p>{SETTINGS.replaceTokenAbout}</p>
      <form id={form} onSubmit={(event) => void submit(event)}>
        <TokenField token={token} label={SETTINGS.newToken} required />
      </form>
      <NotDoneNotice told={setToken.told} />
      {setToken.told?.kind === 'done' && setToken.told.value.kept === 'session' ? <SessionTokenNotice /> : null}
      <NotDoneNotice told={tested} />
      {tested?.kind === 'done' ? (
        <Notice tone="good" title={PROFILES.connected}>
          {PROFILES.connectedAbout(tested.value.balance)}
        </Notice>
      ) : null}
    </Dialog>
  );
}
