// Replacing a profile's token. In: the profile. Out: a token in the keychain. The text stays in its input, is sent once and
// cleared. This file must never put the token into state, nor show it.

import type { ListedProfile } from '../../../shared/api/profile-commands.ts';
import { useId, useRef } from 'react';
import { useChange, useForget } from '../../bridge/use-desk.ts';
import { SETTINGS } from '../../text/places.ts';
import { SHELL } from '../../text/shell.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { NotDoneNotice } from '../../ui/notice.tsx';
import { ConnectionTold, useConnectionTest } from './connection-test.tsx';
import { SessionTokenNotice } from './session-token-notice.tsx';
import { TokenField } from './token-field.tsx';

export function TokenDialog({ profile, onClose }: { readonly profile: ListedProfile; readonly onClose: () => void }) {
  const form = useId();
  const token = useRef<HTMLInputElement>(null);
  const setToken = useChange('setToken');
  const forget = useForget();
  const { tested, test, forget: forgetTest } = useConnectionTest();
  const isConnected = tested?.told?.kind === 'done';
  const submit = async (event: Pick<Event, 'preventDefault'>): Promise<void> => {
    event.preventDefault();
    forgetTest();
    const told = await setToken.run({ profile: profile.name, token: token.current?.value ?? '' });
    if (token.current !== null) token.current.value = '';
    if (told.kind !== 'done') return;
    await test(profile);
    forget('readTokenState', 'readWallet');
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`${SETTINGS.replaceToken}: ${profile.name}`}
      firstFocus={token}
      actions={
        <>
          <Button onClick={onClose}>{isConnected ? SHELL.close : SHELL.cancel}</Button>
          <Button weight="primary" type="submit" form={form} isPending={setToken.isPending || tested?.told === null}>
            {SETTINGS.saveToken}
          </Button>
        </>
      }
    >
      <p>{SETTINGS.replaceTokenAbout}</p>
      <form id={form} onSubmit={(event) => void submit(event)}>
        <TokenField token={token} label={SETTINGS.newToken} required onTyped={forgetTest} />
      </form>
      <NotDoneNotice told={setToken.told} />
      {setToken.told?.kind === 'done' && setToken.told.value.kept === 'session' ? <SessionTokenNotice /> : null}
      <ConnectionTold tested={tested} />
    </Dialog>
  );
}
