// The token stays in its own input until the gateway has accepted it, and is never put into state or shown. A test result is never shown
// for another account, nor after the account's address, merchant id or token has changed.

import { useMutation } from '@tanstack/react-query';
import { type ClipboardEvent, type RefObject, useRef, useState } from 'react';
import type { AnswerOf } from '../../../shared/api/contract.ts';
import type { ListedProfile } from '../../../shared/api/profile-commands.ts';
import { formatBalance } from '../../../shared/text/format.ts';
import { ACCOUNTS, TOKEN } from '../../../shared/text/settings.ts';
import { SHELL } from '../../../shared/text/shell.ts';
import type { WalletUnit } from '../../../shared/wallet.ts';
import type { CommandResult } from '../../bridge/desk-transport.ts';
import { type ChangeCommand, useAsk, useChange, useDesk } from '../../bridge/use-desk.ts';
import { TextField } from '../../ui/controls.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { NotDoneNotice, Notice } from '../../ui/notice.tsx';
import { UnitButtons } from '../../ui/unit-buttons.tsx';

export function TokenDialog({ profile, onClose }: { readonly profile: ListedProfile; readonly onClose: () => void }) {
  const token = useRef<HTMLInputElement>(null);
  const setToken = useChange('setToken');
  const { tested, test, forget: forgetTest } = useConnectionTest();
  const submit = async (): Promise<void> => {
    forgetTest();
    const result = await setToken.run({ profile: profile.name, token: token.current?.value ?? '' });
    if (result.kind === 'done') clearOrSelect(token, await test(profile));
  };
  const tokenError = tokenErrorOf(tested);
  return (
    <Dialog
      onClose={onClose}
      title={ACCOUNTS.of(ACCOUNTS.replaceToken, profile.name)}
      firstFocus={token}
      // Once it is stored, nothing is left to cancel, whether or not the gateway took it.
      cancel={setToken.result?.kind === 'done' ? SHELL.close : SHELL.cancel}
      act={{
        word: ACCOUNTS.save,
        isForm: true,
        isPending: setToken.isPending || tested?.result === null,
        run: submit,
      }}
    >
      <p>
        {TOKEN.about} {TOKEN.oldOne}
      </p>
      <TokenField token={token} label={TOKEN.label} error={tokenError} required onTyped={forgetTest} />
      <NotDoneNotice result={setToken.result} />
      <SessionTokenNotice of={setToken} />
      {tokenError === null ? <ConnectionNotice tested={tested} /> : null}
    </Dialog>
  );
}

export function ForgetTokenDialog({ profile, onClose }: { readonly profile: string; readonly onClose: () => void }) {
  const remove = useChange('removeToken');
  const submit = async (): Promise<void> => {
    const result = await remove.run({ profile });
    if (result.kind === 'done') onClose();
  };
  return (
    <Dialog
      onClose={onClose}
      title={ACCOUNTS.of(ACCOUNTS.forgetToken, profile)}
      firstFocus="cancel"
      act={{ word: TOKEN.forget, weight: 'danger', isPending: remove.isPending, run: submit }}
    >
      <p>
        {TOKEN.forgetAbout} {TOKEN.forgetUntil} {TOKEN.forgetNow}
      </p>
      <NotDoneNotice result={remove.result} />
    </Dialog>
  );
}

interface TokenFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly required?: boolean;
  readonly error: string | null;
  readonly token: RefObject<HTMLInputElement | null>;
  readonly onTyped: () => void;
}

/**
 * Refuses pasted text with a space or line break inside: the input would join its lines into another token, and nobody could see
 * it.
 */
export function TokenField({ token, error, onTyped, ...words }: TokenFieldProps) {
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
      error={isBroken ? TOKEN.broken : error}
      onPaste={onPaste}
      onInput={() => {
        setBroken(false);
        onTyped();
      }}
    />
  );
}

/** The error to show at the token's field; null if the token is not the cause. */
export function tokenErrorOf(tested: Pick<ConnectionTest, 'result'> | null): string | null {
  if (tested?.result?.kind !== 'refused') return null;
  const { code } = tested.result.refusal;
  return code === 'tokenRefused' ? TOKEN.refused : code === 'noToken' ? TOKEN.missing : null;
}

/** An accepted token leaves the page; one that was refused is there to be corrected or typed over. */
export function clearOrSelect(
  { current }: RefObject<HTMLInputElement | null>,
  result: CommandResult<AnswerOf<'testConnection'>>,
): void {
  if (current === null) return;
  if (result.kind === 'done') current.value = '';
  else if (tokenErrorOf({ result }) !== null) current.select();
}

/** Says how long the token is kept when a machine has no keychain. */
export function SessionTokenNotice({ of: { result } }: { readonly of: ChangeCommand<'setToken'> }) {
  if (result?.kind !== 'done' || result.value.kept !== 'session') return null;
  return <Notice tone="warning" title={TOKEN.session} about={TOKEN.sessionAbout} />;
}

/** `tested` is the newest test; null before the first one and after what it tested has changed. */
export function useConnectionTest() {
  const desk = useDesk();
  const work = useMutation({
    mutationFn: (profile: ListedProfile) => desk.ask('testConnection', { profile: profile.name }),
  });
  const newest = work.variables === undefined ? null : { profile: work.variables, result: work.data ?? null };
  const profiles = useAsk('listProfiles', {});
  const token = useAsk('readTokenState', { profile: newest?.profile.name ?? '' }, { enabled: newest !== null });
  const now = { known: profiles.value?.profiles ?? [], state: token.value };
  return {
    tested: newest !== null && isTestCurrent(newest, now) ? newest : null,
    test: work.mutateAsync,
    forget: work.reset,
  };
}

export function ConnectionNotice({ tested }: { readonly tested: ConnectionTest | null }) {
  if (tested === null || tested.result === null) return null;
  return tested.result.kind === 'done' ? (
    <Answered profile={tested.profile} balance={tested.result.value.balance} />
  ) : (
    <NotDoneNotice result={tested.result} />
  );
}

/** Asks in place what the wallet counts, where nobody has said so yet. */
function Answered({ profile, balance }: { readonly profile: ListedProfile; readonly balance: string }) {
  const save = useChange('confirmWalletUnit');
  const [unit, setUnit] = useState(profile.walletUnit);
  const asks = unit === null && profile.environment === 'LIVE';
  const choose = async (wanted: WalletUnit): Promise<void> => {
    const result = await save.run({ profile: profile.name, unit: wanted });
    if (result.kind === 'done') setUnit(wanted);
  };
  return (
    <>
      <NotDoneNotice result={save.result} />
      <Notice
        tone="good"
        title={TOKEN.answered(profile.name)}
        about={
          asks ? TOKEN.answeredAsks(formatBalance(balance, null)) : TOKEN.answeredAbout(formatBalance(balance, unit))
        }
        {...(asks ? { actions: <UnitButtons isPending={save.isPending} onChosen={choose} /> } : {})}
      />
    </>
  );
}

export interface ConnectionTest {
  readonly profile: ListedProfile;
  /** Null while the gateway is being asked. */
  readonly result: CommandResult<AnswerOf<'testConnection'>> | null;
}

interface ProfileNow {
  readonly known: readonly ListedProfile[];
  /** Null until the desk has answered. */
  readonly state: AnswerOf<'readTokenState'> | null;
}

/** Never true while the account or token state is unknown. A pending test, and one that failed, stay shown until the next. */
export function isTestCurrent({ profile, result }: ConnectionTest, { known, state }: ProfileNow): boolean {
  if (result === null || result.kind !== 'done') return true;
  const now = known.find(({ name }) => name === profile.name);
  const hasToken = state?.kind === 'stored' || state?.kind === 'session';
  return (
    now !== undefined &&
    now.baseUrl === profile.baseUrl &&
    now.mid === profile.mid &&
    hasToken &&
    state.vaultChanges === result.value.vaultChanges
  );
}
