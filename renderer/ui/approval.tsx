// What others must approve: how far it has come, and signing. A passphrase stays in its own input until it is sent, is never put
// into state, and leaves the page at once, whatever comes of it.

import { type ReactNode, useRef, useState } from 'react';
import type { ApprovalAsked } from '../../shared/api/batch-commands.ts';
import { DAY_MS } from '../../shared/limits.ts';
import { APPROVAL } from '../../shared/text/approval.ts';
import { formatDayAndTime } from '../../shared/text/format.ts';
import type { CommandResult } from '../bridge/desk-transport.ts';
import { type Pending, useAsk, useChange } from '../bridge/use-desk.ts';
import { say } from '../language.ts';
import { Button, SelectField, TextField } from './controls.tsx';
import { Dialog } from './dialog.tsx';
import { go } from './navigation.ts';
import { NotDoneNotice, Notice } from './notice.tsx';

/** Whether it has yet to be asked for, or asked for again. */
export function mustRequest({ isApproved, request }: ApprovalAsked): boolean {
  return !isApproved && request?.state !== 'waiting';
}

/** The same in one sentence. */
export function approvalWords({ needed, why, isApproved, approvers, request }: ApprovalAsked): string {
  if (request !== null && isApproved) return say(request.what);
  if (request?.state === 'waiting') return APPROVAL.waits(request.request, say(request.what));
  const may = approvers.length === 0 ? APPROVAL.noApprovers : APPROVAL.approvers(approvers.join(', '));
  const because = why === null ? [] : [say(why)];
  return [...(request === null ? [] : [say(request.what)]), APPROVAL.needed(needed), ...because, may].join(' ');
}

/** Who must approve, and what became of the request. */
export function ApprovalNotice({ approval }: { readonly approval: ApprovalAsked }) {
  const { needed, why, isApproved, approvers, validMs, request } = approval;
  const because = why === null ? [] : [say(why)];
  const may = approvers.length === 0 ? APPROVAL.noApprovers : APPROVAL.approvers(approvers.join(', '));
  if (request === null) {
    const about = [...because, may, APPROVAL.validFor(validMs / DAY_MS)].join(' ');
    return <Notice tone="note" title={APPROVAL.needed(needed)} about={about} />;
  }
  const asked = APPROVAL.askedBy(request.maker, formatDayAndTime(request.expiresAtMs));
  const isWaiting = request.state === 'waiting';
  const what = say(request.what);
  return (
    <Notice
      tone={isApproved ? 'good' : isWaiting ? 'note' : 'warning'}
      title={isWaiting ? APPROVAL.waits(request.request, what) : what}
      about={[...because, ...(isApproved ? [asked] : isWaiting ? [asked, may] : [may])].join(' ')}
      // While it waits, that is the main button.
      actions={isWaiting ? undefined : <OpenRequest request={request.request} />}
    />
  );
}

export function OpenRequest({ request, isMain = false }: { readonly request: number; readonly isMain?: boolean }) {
  return (
    <Button weight={isMain ? 'primary' : 'plain'} onClick={() => go({ at: 'request', request })}>
      {APPROVAL.open(request)}
    </Button>
  );
}

/** Whose signature it is. */
export interface SignatureInput {
  readonly person: string;
  readonly passphrase: string;
}

interface SignDialogProps {
  readonly title: string;
  readonly word: string;
  readonly isDanger?: boolean;
  readonly isWide?: boolean;
  readonly label: string;
  /** `why`: why this person cannot sign here; null for those who can. */
  readonly persons: readonly { readonly name: string; readonly why: string | null }[];
  /** In place of the form, where there are none. */
  readonly nobody: string;
  readonly about: ReactNode;
  readonly hint?: string;
  readonly children?: ReactNode;
  readonly isReady?: boolean;
  readonly work: Pick<Pending<unknown>, 'isPending' | 'result'>;
  /** Null where what is signed has changed meanwhile: the page behind says so. */
  readonly sign: (by: SignatureInput) => Promise<CommandResult<unknown> | null>;
  readonly onClose: () => void;
}

/** Asks for a name and its passphrase. */
export function SignDialog({
  title,
  word,
  isDanger = false,
  isWide = false,
  label,
  persons,
  nobody,
  about,
  hint = APPROVAL.passphraseHint,
  children,
  isReady = true,
  work,
  sign,
  onClose,
}: SignDialogProps) {
  const passphrase = useRef<HTMLInputElement>(null);
  const able = persons.filter(({ why }) => why === null);
  const [chosen, setChosen] = useState(able.length === 1 ? (able[0]?.name ?? '') : '');
  const [isTyped, setTyped] = useState(false);
  const why = persons.find(({ name }) => name === chosen)?.why ?? null;
  const submit = async (): Promise<void> => {
    const input = passphrase.current;
    if (input === null || chosen === '' || why !== null || !isReady || input.value === '') return;
    const by = { person: chosen, passphrase: input.value };
    input.value = '';
    setTyped(false);
    const result = await sign(by);
    if (result === null || result.kind === 'done') onClose();
    else input.focus();
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      firstFocus="cancel"
      isWide={isWide}
      act={
        persons.length === 0
          ? null
          : {
              word,
              weight: isDanger ? 'danger' : 'primary',
              isForm: true,
              isPending: work.isPending,
              disabled: chosen === '' || why !== null || !isReady || !isTyped,
              run: submit,
            }
      }
    >
      {persons.length === 0 ? (
        <p>{nobody}</p>
      ) : (
        <>
          <p>{about}</p>
          {children}
          <SelectField
            label={label}
            options={[...(chosen === '' ? [['', APPROVAL.choose] as const] : []), ...persons.map(nameOption)]}
            value={chosen}
            onChange={({ target }) => setChosen(target.value)}
            error={why}
          />
          <TextField
            ref={passphrase}
            label={APPROVAL.passphrase}
            hint={hint}
            type="password"
            autoComplete="new-password"
            onInput={({ currentTarget }) => setTyped(currentTarget.value !== '')}
          />
        </>
      )}
      <NotDoneNotice result={work.result} />
    </Dialog>
  );
}

const nameOption = ({ name }: { readonly name: string }) => [name, name] as const;

interface AskDialogProps extends Pick<SignDialogProps, 'work' | 'sign' | 'onClose'> {
  /** What is asked for, in rupees. */
  readonly amount: string;
  readonly makers: readonly string[];
}

/** Asks others to approve a payment. */
export function AskDialog({ amount, makers, ...rest }: AskDialogProps) {
  return (
    <SignDialog
      {...rest}
      title={APPROVAL.ask(amount)}
      word={APPROVAL.ask(amount)}
      label={APPROVAL.whoAsks}
      persons={makers.map((name) => ({ name, why: null }))}
      nobody={APPROVAL.noMakers}
      about={APPROVAL.askAbout}
    />
  );
}

/** Whether the desk has a team and nobody who may pay has unlocked it. The desk itself decides: this only says it early. */
export function useIsLocked(): boolean {
  const { value } = useLogin();
  return value !== null && value.isTeam && value.person === null;
}

/** It locks itself without an event. */
const LOGIN_AGAIN_MS = 20_000;

export function useLogin() {
  return useAsk(
    'readLogin',
    {},
    { nextInMs: (last) => (last.kind === 'done' && last.value.person !== null ? LOGIN_AGAIN_MS : null) },
  );
}

/** In the place of a button that pays, while the desk is locked. */
export function UnlockButton({ isMain = false }: { readonly isMain?: boolean }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button
        weight={isMain ? 'primary' : 'plain'}
        {...(isMain ? { isMain: 'focus' as const } : {})}
        onClick={() => setAsking(true)}
      >
        {isMain ? APPROVAL.unlockToPay : APPROVAL.unlock}
      </Button>
      {isAsking ? <UnlockDialog onClose={() => setAsking(false)} /> : null}
    </>
  );
}

function UnlockDialog({ onClose }: { readonly onClose: () => void }) {
  const { value } = useLogin();
  const unlock = useChange('unlock');
  return (
    <SignDialog
      title={APPROVAL.unlock}
      word={APPROVAL.unlock}
      label={APPROVAL.whoPays}
      persons={(value?.makers ?? []).map((name) => ({ name, why: null }))}
      nobody={APPROVAL.noMakers}
      about={APPROVAL.unlockAbout}
      hint={APPROVAL.unlockHint}
      work={unlock}
      sign={(by) => unlock.run(by)}
      onClose={onClose}
    />
  );
}
