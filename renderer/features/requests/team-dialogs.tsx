// Persons and tiers are changed here, on one computer or with files from another. Each passphrase stays in its own input until it is
// sent, as where a request is signed.

import { type RefObject, useRef, useState } from 'react';
import type { Team } from '../../../shared/api/approval-commands.ts';
import { formatRupees, parseTotalRupees } from '../../../shared/money.ts';
import {
  APPROVALS_AT_MOST,
  type ApprovalDecision,
  PERSON_ROLES,
  type PersonRole,
  TIER_SCOPES,
} from '../../../shared/requests.ts';
import { APPROVAL } from '../../../shared/text/approval.ts';
import type { CommandResult } from '../../bridge/desk-transport.ts';
import { useAsk, useChange, useDesk, usePending } from '../../bridge/use-desk.ts';
import { say } from '../../language.ts';
import { SignDialog } from '../../ui/approval.tsx';
import { FileField, SelectField, TextField, useTyped } from '../../ui/controls.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useScreen } from '../../ui/navigation.ts';
import { NotDoneNotice, Notice } from '../../ui/notice.tsx';
import { PersonName } from '../../ui/person-name.tsx';
import { WideTable } from '../../ui/table.tsx';

interface DialogProps {
  readonly team: Team;
  readonly onClose: () => void;
}

const nameOption = ({ name }: { readonly name: string }) => [name, name] as const;

/** Changes are asked for by whoever asks or approves. */
const mayAsk = ({ role }: Team['persons'][number]): boolean => role !== 'viewer';

type SecretRef = RefObject<HTMLInputElement | null>;

/** Takes a passphrase out of its input, which is empty then. */
function take({ current }: SecretRef): string {
  const text = current?.value ?? '';
  if (current !== null) current.value = '';
  return text;
}

interface SecretFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly secret: SecretRef;
}

function SecretField({ label, hint, secret }: SecretFieldProps) {
  return (
    <TextField
      ref={secret}
      label={label}
      {...(hint === undefined ? {} : { hint })}
      type="password"
      autoComplete="new-password"
    />
  );
}

function RoleField({ role, onRole }: { readonly role: PersonRole; readonly onRole: (role: PersonRole) => void }) {
  return (
    <SelectField
      label={APPROVAL.columns.role}
      options={PERSON_ROLES.map((one) => [one, APPROVAL.roles[one]])}
      value={role}
      onChange={({ target }) => onRole(PERSON_ROLES.find((one) => one === target.value) ?? role)}
    />
  );
}

/** A new person: whose key is made here, or whose file another computer made. `isKeyOnly`: for a desk on another computer. */
export function PersonDialog({ team, how, onClose }: DialogProps & { readonly how: 'here' | 'file' | 'keyOnly' }) {
  const desk = useDesk();
  const work = usePending<unknown>();
  const { typed, field } = useTyped({ name: '' });
  const [role, setRole] = useState<PersonRole>('both');
  const [file, setFile] = useState<File | null>(null);
  const askers = how === 'keyOnly' ? [] : team.persons.filter(mayAsk);
  const [asker, setAsker] = useState(askers.length === 1 ? (askers[0]?.name ?? '') : '');
  const own = useRef<HTMLInputElement>(null);
  const again = useRef<HTMLInputElement>(null);
  const asking = useRef<HTMLInputElement>(null);
  const [isDifferent, setDifferent] = useState(false);
  // The first two ask for themselves, so a file from elsewhere needs one who is asked for already.
  const needsName = how === 'file' && askers.length === 0;
  const name = typed.name.trim();
  const isReady =
    (how === 'file' ? file !== null : name !== '') &&
    (askers.length === 0 || asker !== '') &&
    (!needsName || name !== '');
  const act = async (): Promise<CommandResult<unknown>> => {
    const commandId = crypto.randomUUID();
    const by = needsName
      ? { person: name, passphrase: take(asking) }
      : askers.length === 0
        ? null
        : { person: asker, passphrase: take(asking) };
    if (how === 'file' && file !== null) {
      const held = await desk.giveFile(file);
      if (held.kind !== 'done') return held;
      return desk.ask('addPerson', { who: { file: held.value.file }, by, commandId });
    }
    const who = { name, role, passphrase: take(own) };
    take(again);
    if (how === 'here') return desk.ask('addPerson', { who, by, commandId });
    const made = await desk.ask('makePersonFile', { ...who, commandId });
    return made.kind === 'done' ? desk.saveDownload(made.value) : made;
  };
  const submit = async (): Promise<void> => {
    if (!isReady) return;
    const isSame = how === 'file' || own.current?.value === again.current?.value;
    setDifferent(!isSame);
    if (!isSame) return;
    const result = await work.follow(act());
    if (result.kind === 'done') onClose();
  };
  return (
    <Dialog
      title={APPROVAL.addHow[how]}
      onClose={onClose}
      firstFocus="cancel"
      act={{ word: APPROVAL.addHow[how], isForm: true, isPending: work.isPending, disabled: !isReady, run: submit }}
    >
      <p>
        {how === 'keyOnly' ? APPROVAL.keyAbout : team.persons.length === 0 ? APPROVAL.firstAbout : APPROVAL.addAbout}
      </p>
      {how === 'file' ? (
        <FileField label={APPROVAL.personFile} accept=".json" file={file} onFile={setFile} />
      ) : (
        <>
          <TextField label={APPROVAL.columns.name} {...field('name')} />
          <RoleField role={role} onRole={setRole} />
          <SecretField label={APPROVAL.newPassphrase} hint={APPROVAL.newPassphraseHint} secret={own} />
          <SecretField label={APPROVAL.passphraseAgain} secret={again} />
        </>
      )}
      {needsName ? <TextField label={APPROVAL.whoAsks} {...field('name')} /> : null}
      {askers.length === 0 ? null : (
        <SelectField
          label={APPROVAL.whoAsks}
          options={[...(asker === '' ? [['', APPROVAL.choose] as const] : []), ...askers.map(nameOption)]}
          value={asker}
          onChange={({ target }) => setAsker(target.value)}
        />
      )}
      {askers.length === 0 && !needsName ? null : <SecretField label={APPROVAL.passphraseOfAsker} secret={asking} />}
      {isDifferent ? <Notice tone="error" title={APPROVAL.passphrasesDiffer} /> : null}
      <NotDoneNotice result={work.result} />
    </Dialog>
  );
}

export function RemoveDialog({ team, name, onClose }: DialogProps & { readonly name: string }) {
  const remove = useChange('removePerson');
  return (
    <SignDialog
      title={APPROVAL.removeTitle(name)}
      word={APPROVAL.removeAsk}
      label={APPROVAL.whoAsks}
      persons={team.persons.filter(mayAsk).map((person) => ({ name: person.name, why: null }))}
      nobody={APPROVAL.noMakers}
      about={APPROVAL.removeAbout}
      work={remove}
      sign={({ person, passphrase }) => remove.run({ name, person, passphrase })}
      onClose={onClose}
    />
  );
}

/** A tier is set at once where it is stricter; a looser one asks others. */
export function TierDialog({ team, onClose }: DialogProps) {
  const { profiles } = useScreen();
  const live = profiles.filter(({ environment }) => environment === 'LIVE');
  const set = useChange('setTier');
  const [profile, setProfile] = useState(live[0]?.name ?? '');
  const [scope, setScope] = useState<(typeof TIER_SCOPES)[number]>('batch');
  const [approvals, setApprovals] = useState('1');
  const { typed, field } = useTyped({ from: '' });
  const from = typed.from.trim() === '0' ? { kind: 'exact' as const, paise: 0 } : parseTotalRupees(typed.from);
  const tier = from.kind === 'exact' ? { profile, scope, fromPaise: from.paise, approvals: Number(approvals) } : null;
  const isLooser = set.result?.kind === 'refused' && set.result.refusal.code === 'needsApproval';
  if (isLooser && tier !== null) {
    return (
      <SignDialog
        title={APPROVAL.tierTitle}
        word={APPROVAL.tierAsk}
        label={APPROVAL.whoAsks}
        persons={team.persons.filter(mayAsk).map(({ name }) => ({ name, why: null }))}
        nobody={APPROVAL.noMakers}
        about={APPROVAL.tierLooser}
        work={{ isPending: set.isPending, result: null }}
        sign={(by) => set.run({ ...tier, by })}
        onClose={onClose}
      />
    );
  }
  const submit = async (): Promise<void> => {
    if (tier === null) return;
    const result = await set.run({ ...tier, by: null });
    if (result.kind === 'done') onClose();
  };
  return (
    <Dialog
      title={APPROVAL.tierTitle}
      onClose={onClose}
      firstFocus="cancel"
      act={{
        word: APPROVAL.tierSet,
        isForm: true,
        isPending: set.isPending,
        disabled: tier === null || profile === '',
        run: submit,
      }}
    >
      <p>{APPROVAL.tierAbout}</p>
      <SelectField
        label={APPROVAL.columns.account}
        options={live.map(nameOption)}
        value={profile}
        onChange={({ target }) => setProfile(target.value)}
      />
      <SelectField
        label={APPROVAL.tierScope}
        options={TIER_SCOPES.map((one) => [one, APPROVAL.scopes[one]])}
        value={scope}
        onChange={({ target }) => setScope(TIER_SCOPES.find((one) => one === target.value) ?? scope)}
      />
      <TextField label={APPROVAL.tierFrom} inputMode="decimal" {...field('from')} />
      <SelectField
        label={APPROVAL.tierApprovals}
        options={Array.from({ length: APPROVALS_AT_MOST + 1 }, (_, count) => [
          String(count),
          APPROVAL.tierCount(count),
        ])}
        value={approvals}
        onChange={({ target }) => setApprovals(target.value)}
      />
      <NotDoneNotice result={set.result} />
    </Dialog>
  );
}

/** Shows a request file from another computer, and signs it into a file that goes back. */
export function SignFileDialog({ file, onClose }: { readonly file: string; readonly onClose: () => void }) {
  const desk = useDesk();
  const question = useAsk('readRequestFile', { file });
  const work = usePending<unknown>();
  const { typed, field } = useTyped({ reason: '' });
  const [decision, setDecision] = useState<ApprovalDecision>('approve');
  const details = question.value;
  if (details === null) {
    return (
      <Dialog title={APPROVAL.signFile} onClose={onClose} act={null}>
        <NotDoneNotice result={question.result.kind === 'waiting' ? null : question.result} />
      </Dialog>
    );
  }
  const { digest, code, payment, asked, maker, rows, count, unsentPaise, warnings, signers } = details;
  const title = payment === null ? say(asked) : APPROVAL.payTitle(formatRupees(unsentPaise), count, payment.profile);
  return (
    <SignDialog
      isWide
      title={title}
      word={decision === 'approve' ? APPROVAL.approve : APPROVAL.reject}
      label={APPROVAL.whoSigns}
      persons={signers.map(({ name, why }) => ({ name, why: why === null ? null : say(why) }))}
      nobody={APPROVAL.noApprovers}
      about={
        <>
          <span className="strong">{APPROVAL.requestCode(code)}</span>
          <br />
          {APPROVAL.codeAbout(maker)}
        </>
      }
      isReady={decision === 'approve' || typed.reason.trim() !== ''}
      work={work}
      sign={(by) =>
        work.follow(
          desk
            .ask('signRequestFile', {
              file,
              digest,
              decision,
              reason: typed.reason.trim(),
              ...by,
              commandId: crypto.randomUUID(),
            })
            .then((made) => (made.kind === 'done' ? desk.saveDownload(made.value) : made)),
        )
      }
      onClose={onClose}
    >
      {payment === null ? null : (
        <p className="soft small">
          {[payment.baseUrl, `${APPROVAL.mid} ${payment.mid}`, payment.file, APPROVAL.askedByOnly(maker)].join(' · ')}
        </p>
      )}
      {warnings.map((warning) => (
        <Notice key={JSON.stringify(warning)} tone="warning" title={say(warning)} />
      ))}
      {rows.length === 0 ? null : (
        <WideTable
          label={APPROVAL.rows(count)}
          columns={[
            { word: APPROVAL.columns.name, cell: ({ name }) => <PersonName>{name ?? ''}</PersonName> },
            { word: APPROVAL.payTo, cell: ({ payTo }) => payTo },
            { word: APPROVAL.columns.remark, cell: ({ remark }) => <PersonName>{remark}</PersonName> },
            { word: APPROVAL.columns.amount, isNumber: true, cell: ({ paise }) => formatRupees(paise) },
          ]}
          rows={rows}
          keyOf={({ row }) => row}
        />
      )}
      <SelectField
        label={APPROVAL.decision}
        options={[
          ['approve', APPROVAL.approve],
          ['reject', APPROVAL.reject],
        ]}
        value={decision}
        onChange={({ target }) => setDecision(target.value === 'reject' ? 'reject' : 'approve')}
      />
      <TextField label={decision === 'approve' ? APPROVAL.note : APPROVAL.reason} {...field('reason')} />
    </SignDialog>
  );
}
