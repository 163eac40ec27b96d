// A token's text stays in its own input, is sent once and cleared: it is never put into state, nor shown.

import { type ClipboardEvent, type RefObject, useId, useRef, useState } from 'react';
import type { ListedProfile } from '../../../shared/api/profile-commands.ts';
import { useChange, useForget } from '../../bridge/use-desk.ts';
import { SETTINGS } from '../../text/places.ts';
import { PROFILES } from '../../text/profiles.ts';
import { SHELL } from '../../text/shell.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { NotDoneNotice, Notice } from '../../ui/notice.tsx';
import { ConnectionTold, useConnectionTest } from './connection-test.tsx';

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

export function ForgetTokenDialog({ profile, onClose }: { readonly profile: string; readonly onClose: () => void }) {
  const cancel = useRef<HTMLButtonElement>(null);
  const remove = useChange('removeToken', 'readTokenState', 'readWallet');
  const submit = async (): Promise<void> => {
    const told = await remove.run({ profile });
    if (told.kind === 'done') onClose();
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`${SETTINGS.forgetToken}: ${profile}`}
      firstFocus={cancel}
      actions={
        <>
          <Button ref={cancel} onClick={onClose}>
            {SHELL.cancel}
          </Button>
          <Button weight="danger" isPending={remove.isPending} onClick={() => void submit()}>
            {SETTINGS.forgetIt}
          </Button>
        </>
      }
    >
      <p>{SETTINGS.forgetTokenAbout}</p>
      <NotDoneNotice told={remove.told} />
    </Dialog>
  );
}

interface TokenFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly required?: boolean;
  readonly token: RefObject<HTMLInputElement | null>;
  readonly onTyped: () => void;
}

/**
 * A pasted text with a blank or a line break inside is refused at once: the input would join its lines to another token, and
 * nobody could see it.
 */
export function TokenField({ token, onTyped, ...words }: TokenFieldProps) {
  const [isBroken, setBroken] = useState(false);
  const onPaste = (event: ClipboardEvent<HTMLInputElement>): void => {
    const hasBlank = /\s/.test(event.clipboardData.getData('text/plain').trim());
    if (hasBlank) event.preventDefault();
    setBroken(hasBlank);
  };
  return (
    <TextField
      {...words}
      ref={token}
      type="password"
      autoComplete="new-password"
      error={isBroken ? PROFILES.tokenBroken : null}
      onPaste={onPaste}
      onInput={() => {
        setBroken(false);
        onTyped();
      }}
    />
  );
}

/** Said plainly where a machine has no keychain: how long the token is kept. */
export function SessionTokenNotice() {
  return (
    <Notice tone="warning" title={PROFILES.forSession}>
      {PROFILES.forSessionAbout}
    </Notice>
  );
}
