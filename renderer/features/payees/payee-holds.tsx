// Payees on hold: who is, since when and why; putting one on hold and releasing them.

import { useState } from 'react';
import type { AnswerOf } from '../../../shared/api/contract.ts';
import type { ShownHold } from '../../../shared/api/payee-commands.ts';
import type { PayeeLine } from '../../../shared/api/payout-commands.ts';
import { NOTE_MAX_CHARACTERS } from '../../../shared/limits.ts';
import type { Book } from '../../../shared/profiles.ts';
import { formatDay, formatDayAndTime, paidTo } from '../../../shared/text/format.ts';
import { HOLDS } from '../../../shared/text/places.ts';
import { SHELL } from '../../../shared/text/shell.ts';
import { useAsk, useChange } from '../../bridge/use-desk.ts';
import { say } from '../../language.ts';
import { AreaField, Button, Tick, ticked, useTyped } from '../../ui/controls.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useScreen } from '../../ui/navigation.ts';
import { NotDoneNotice, Notice } from '../../ui/notice.tsx';
import { Stack } from '../../ui/page.tsx';
import { PersonName } from '../../ui/person-name.tsx';
import { TableCard, type TableColumn } from '../../ui/table.tsx';

/** The holds in force, newest first. */
function useHolds(book: Book): readonly ShownHold[] {
  const { value } = useAsk('listHolds', { book });
  return (value?.holds ?? []).filter(({ isInForce }) => isInForce);
}

/** Those on this payee. */
function useHoldsOn(book: Book, { line }: Payee): readonly ShownHold[] {
  return useHolds(book).filter(({ accounts }) => accounts.some(({ person }) => person === line.person));
}

/** Everybody on hold; nothing where nobody is. */
export function HeldPayees({ book }: { readonly book: Book }) {
  const holds = useHolds(book);
  const [released, setReleased] = useState<ShownHold | null>(null);
  const { maskAccounts } = useScreen().settings;
  if (holds.length === 0) return null;
  return (
    <>
      <TableCard
        label={HOLDS.held(holds.length)}
        columns={heldColumns(maskAccounts, setReleased)}
        rows={holds}
        keyOf={({ hold }) => hold}
      />
      {released === null ? null : <ReleaseDialog book={book} hold={released} onClose={() => setReleased(null)} />}
    </>
  );
}

const heldColumns = (isMasked: boolean, onRelease: (hold: ShownHold) => void): readonly TableColumn<ShownHold>[] => [
  {
    word: HOLDS.columns.name,
    cell: (hold) => (
      <>
        <PersonName>{nameOf(hold, isMasked)}</PersonName>
        <div className="faint small">{hold.accounts.map((account) => accountOf(account, isMasked)).join(', ')}</div>
      </>
    ),
  },
  { word: HOLDS.columns.reason, cell: ({ reason }) => <PersonName>{reason}</PersonName> },
  {
    word: HOLDS.columns.by,
    cell: (hold) => (
      <>
        {byOf(hold)}
        {hold.notBefore === null ? null : <div className="faint small">{HOLDS.notBefore(dayOf(hold.notBefore))}</div>}
      </>
    ),
  },
  {
    word: HOLDS.release,
    cell: (hold) => <Button onClick={() => onRelease(hold)}>{HOLDS.release}</Button>,
    hasActs: true,
  },
];

type Account = ShownHold['accounts'][number];

/** The account as other screens show it. */
function accountOf({ person, payTo }: Account, isMasked: boolean): string {
  const [beneficiary = payTo, ifsc = null] = payTo.split(' ');
  return person.startsWith('upi:')
    ? paidTo({ method: 'UPI', beneficiary: payTo }, isMasked)
    : [paidTo({ method: 'IMPS', beneficiary }, isMasked), ifsc].filter((part) => part !== null).join(' ');
}

function nameOf({ name, accounts: [first] }: ShownHold, isMasked: boolean): string {
  return name ?? (first === undefined ? '' : accountOf(first, isMasked));
}

function byOf({ heldBy, heldAtMs, desk }: ShownHold): string {
  return [heldBy, ...(desk === null ? [] : [desk]), formatDayAndTime(heldAtMs)].join(', ');
}

/** A day as YYYY-MM-DD, as people read it. */
function dayOf(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return formatDay(new Date(year, month - 1, date).getTime());
}

/** Whether the payee is on hold, with the way to change that. */
export function PayeeHold({ book, payee }: { readonly book: Book; readonly payee: Payee }) {
  const holds = useHoldsOn(book, payee);
  const [released, setReleased] = useState<ShownHold | null>(null);
  return (
    <>
      {holds.map((hold) => (
        <Notice
          key={hold.hold}
          tone="warning"
          title={HOLDS.onHold(hold.reason)}
          about={[byOf(hold), ...(hold.notBefore === null ? [] : [HOLDS.notBefore(dayOf(hold.notBefore))])].join(' · ')}
          actions={<Button onClick={() => setReleased(hold)}>{HOLDS.release}</Button>}
        />
      ))}
      {released === null ? null : <ReleaseDialog book={book} hold={released} onClose={() => setReleased(null)} />}
    </>
  );
}

type Payee = NonNullable<AnswerOf<'readPayee'>['payee']>;

/** The button that puts the payee on hold. */
export function HoldButton({ book, payee }: { readonly book: Book; readonly payee: Payee }) {
  const [isOpen, setOpen] = useState(false);
  const isHeld = useHoldsOn(book, payee).length > 0;
  if (isHeld && !isOpen) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>{HOLDS.hold}</Button>
      {isOpen ? <HoldDialog book={book} payee={payee} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

interface HoldDialogProps {
  readonly book: Book;
  readonly payee: Payee;
  readonly onClose: () => void;
}

function HoldDialog({ book, payee: { line, sameName }, onClose }: HoldDialogProps) {
  const { maskAccounts } = useScreen().settings;
  const { typed, field } = useTyped({ reason: '', notBefore: '' });
  // Held too unless a person says that they are somebody else's.
  const [also, setAlso] = useState<readonly string[]>(sameName.map(({ person }) => person));
  const change = useChange('holdPayee');
  const submit = async (): Promise<void> => {
    const { reason, notBefore } = typed;
    const asked = {
      book,
      person: line.person,
      also: [...also],
      reason,
      notBefore: notBefore === '' ? null : notBefore,
    };
    const result = await change.run(asked);
    if (result.kind === 'done' && result.value.notYet === null) onClose();
  };
  const { result } = change;
  const isDone = result?.kind === 'done';
  return (
    <Dialog
      title={HOLDS.holdTitle(line.name ?? paidTo(line, maskAccounts))}
      onClose={onClose}
      {...(isDone ? { cancel: SHELL.close } : {})}
      act={
        isDone
          ? null
          : {
              word: HOLDS.hold,
              isForm: true,
              disabled: typed.reason.trim() === '' || typed.reason.trim().length > NOTE_MAX_CHARACTERS,
              isPending: change.isPending,
              run: submit,
            }
      }
    >
      <p>{HOLDS.about}</p>
      <NotDoneNotice result={result} />
      <TeamLater result={result} />
      <Stack isTight>
        <AreaField label={HOLDS.reason} hint={HOLDS.reasonHelp} {...field('reason', NOTE_MAX_CHARACTERS)} />
        <DateField label={HOLDS.notBeforeField} {...field('notBefore')} />
        {sameName.length === 0 ? null : <h3>{HOLDS.also}</h3>}
        {sameName.map((other) => (
          <Tick
            key={other.person}
            checked={also.includes(other.person)}
            onTick={(isTicked) => setAlso(ticked(also, other.person, isTicked))}
          >
            {otherWords(other, maskAccounts)}
          </Tick>
        ))}
      </Stack>
    </Dialog>
  );
}

function otherWords(other: PayeeLine, isMasked: boolean): string {
  return [paidTo(other, isMasked), other.ifsc].filter((part) => part !== null).join(' ');
}

function TeamLater({ result }: Pick<ReturnType<typeof useChange<'holdPayee'>>, 'result'>) {
  if (result?.kind !== 'done' || result.value.notYet === null) return null;
  return <Notice tone="warning" title={HOLDS.teamLater} about={say(result.value.notYet)} />;
}

interface ReleaseDialogProps {
  readonly book: Book;
  readonly hold: ShownHold;
  readonly onClose: () => void;
}

function ReleaseDialog({ book, hold, onClose }: ReleaseDialogProps) {
  const { maskAccounts } = useScreen().settings;
  const { typed, field } = useTyped({ reason: '' });
  const change = useChange('releasePayee');
  const submit = async (): Promise<void> => {
    const result = await change.run({ book, hold: hold.hold, reason: typed.reason });
    if (result.kind === 'done') onClose();
  };
  return (
    <Dialog
      title={HOLDS.releaseTitle(nameOf(hold, maskAccounts))}
      onClose={onClose}
      act={{
        word: HOLDS.release,
        weight: 'plain',
        isForm: true,
        disabled: typed.reason.trim() === '' || typed.reason.trim().length > NOTE_MAX_CHARACTERS,
        isPending: change.isPending,
        run: submit,
      }}
    >
      <Notice tone="warning" title={HOLDS.onHold(hold.reason)} about={byOf(hold)} />
      <p>{HOLDS.releaseAbout}</p>
      <NotDoneNotice result={change.result} />
      <AreaField label={HOLDS.reason} hint={HOLDS.releaseHelp} {...field('reason', NOTE_MAX_CHARACTERS)} />
    </Dialog>
  );
}
