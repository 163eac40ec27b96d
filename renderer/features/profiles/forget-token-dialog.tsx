// Forgetting an account's token, asked once. In: the account. Out: no token of it on this computer.
// This file must never show a token, nor forget one without being asked twice.

import { useRef } from 'react';
import { useChange, useForget } from '../../bridge/use-desk.ts';
import { SETTINGS } from '../../text/places.ts';
import { SHELL } from '../../text/shell.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { NotDoneNotice } from '../../ui/notice.tsx';

export function ForgetTokenDialog({ profile, onClose }: { readonly profile: string; readonly onClose: () => void }) {
  const cancel = useRef<HTMLButtonElement>(null);
  const remove = useChange('removeToken');
  const forget = useForget();
  const submit = async (): Promise<void> => {
    const told = await remove.run({ profile });
    forget('readTokenState', 'readWallet');
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
