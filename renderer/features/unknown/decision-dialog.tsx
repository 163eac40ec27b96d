// Marks payments as paid or not paid. Always records what the desk requires: evidence, a note, and the count of several.

import { useState } from 'react';
import type { ParamsOf } from '../../../shared/api/contract.ts';
import type { UnknownLine } from '../../../shared/api/payout-commands.ts';
import { NOTE_MAX_CHARACTERS, TYPED_TEXT_MAX_CHARACTERS } from '../../../shared/limits.ts';
import { formatRupees } from '../../../shared/money.ts';
import { resultOf } from '../../../shared/states.ts';
import { COUNTED, formatDayAndTime } from '../../../shared/text/format.ts';
import { RESULT, UNKNOWN } from '../../../shared/text/payouts.ts';
import { SHELL } from '../../../shared/text/shell.ts';
import { makeCommandIds } from '../../bridge/command-ids.ts';
import { useChange, useDesk } from '../../bridge/use-desk.ts';
import { AreaField, TextField, useTyped } from '../../ui/controls.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { go, stillHere } from '../../ui/navigation.ts';
import { NotDoneNotice, Notice } from '../../ui/notice.tsx';
import { Faint, Stack } from '../../ui/page.tsx';
import { PersonName } from '../../ui/person-name.tsx';
import { Table, type TableColumn } from '../../ui/table.tsx';

/** What a person who decides needs to know about a payment. */
export type Decided = Pick<
  UnknownLine,
  'payout' | 'name' | 'beneficiary' | 'ifsc' | 'bank' | 'amountPaise' | 'paidAgainAs'
>;

/** Nobody reads a longer list of names. */
const NAMED_MAX = 100;

interface DecisionDialogProps {
  readonly payments: readonly Decided[];
  readonly paid: boolean;
  /** Whether all of them can be decided now without a ticket. */
  readonly isOpen: boolean;
  /** The batch to retry right after the decision, with whatever else of it ended unpaid; null for no retry. */
  readonly retryBatch: UnknownLine['batch'] | null;
  readonly onClose: () => void;
}

export function DecisionDialog({ payments: opened, paid, isOpen: wasOpen, retryBatch, onClose }: DecisionDialogProps) {
  const [commandIds] = useState(makeCommandIds);
  const resolve = useChange('resolvePayouts');
  const retry = useChange('openRetry');
  const desk = useDesk();
  const [{ payments, isOpen }, setAsked] = useState({ payments: opened, isOpen: wasOpen });
  const { typed, setTyped, field } = useTyped({ rrn: '', ticket: '', note: '', count: '' });
  const isReady = payments.length > 0 && mayDecide(typed, { paid, count: payments.length, isOpen });
  /** After a refusal the payments may have changed: shows them as they are now, and asks for their count again. */
  const readAgain = async (): Promise<void> => {
    for (const { payout } of payments) {
      const fresh = await desk.ask('readUnknown', { payout });
      if (fresh.kind !== 'done') return;
      const { unknown } = fresh.value;
      if (unknown === null) continue;
      const together = new Set(unknown.together.map((one) => one.payout));
      const now = payments.filter((one) => together.has(one.payout));
      setAsked({ payments: now, isOpen: isOpenFor(unknown.line, paid) });
      if (now.length !== payments.length) setTyped({ ...typed, count: '' });
      return;
    }
    setAsked({ payments: [], isOpen });
  };
  const submit = async (): Promise<void> => {
    if (!isReady) return;
    const isHere = stillHere();
    const request = {
      payouts: payments.map(({ payout }) => payout),
      count: payments.length,
      decision: decisionOf(typed, paid),
      note: typed.note,
    };
    const result = await resolve.run(request, commandIds.idOf(request));
    commandIds.settle(request, result);
    if (result.kind === 'refused') await readAgain();
    if (result.kind !== 'done') return;
    if (retryBatch === null) return onClose();
    // They are decided, whatever prevents their retry. The dialog shows that, and the rest is left to the batch's result.
    setAsked({ payments: [], isOpen });
    const again = await retry.run({ batch: retryBatch }, crypto.randomUUID());
    if (again.kind === 'done' && isHere()) go({ at: 'draft', draft: again.value.draft, step: 'review' });
  };
  const word = paid ? UNKNOWN.paid : retryBatch === null ? UNKNOWN.notPaid : UNKNOWN.payAgain(1);
  return (
    <Dialog
      isWide={payments.length > 1}
      onClose={onClose}
      title={`${word}: ${paymentsWords(payments)}`}
      firstFocus="cancel"
      act={{
        word,
        // Neither is proposed: the person decides by the evidence.
        weight: 'plain',
        isForm: true,
        disabled: !isReady,
        isPending: resolve.isPending || retry.isPending,
        run: submit,
      }}
    >
      <p>{paid ? UNKNOWN.recorded : UNKNOWN.notPaidAbout(payments.length)}</p>
      <PaidAgain payments={payments} />
      {payments.length < 2 ? null : <PaymentTable payments={payments} />}
      <NotDoneNotice result={resolve.result} />
      <NotDoneNotice result={retry.result} />
      <Stack isTight>
        {paid ? (
          <TextField
            label={UNKNOWN.bankReference}
            hint={UNKNOWN.bankReferenceHelp}
            {...field('rrn', TYPED_TEXT_MAX_CHARACTERS)}
          />
        ) : null}
        {isOpen ? null : (
          <TextField label={UNKNOWN.ticket} hint={UNKNOWN.ticketHelp} {...field('ticket', TYPED_TEXT_MAX_CHARACTERS)} />
        )}
        <AreaField label={UNKNOWN.note} hint={UNKNOWN.noteHelp} {...field('note', NOTE_MAX_CHARACTERS)} />
        {payments.length < 2 ? null : (
          <TextField label={SHELL.typeCount(payments.length)} inputMode="numeric" {...field('count')} />
        )}
      </Stack>
    </Dialog>
  );
}

/** Whoever decides must know that the person was paid another way meanwhile. */
function PaidAgain({ payments }: { readonly payments: readonly Decided[] }) {
  const said = payments.flatMap(({ payout, name, paidAgainAs }) => {
    const result = paidAgainAs === null ? 'notPaid' : resultOf(paidAgainAs.state);
    if (paidAgainAs === null || result === 'notPaid') return [];
    return [`${name ?? payout}: ${RESULT.again[result](paidAgainAs.payout)}`];
  });
  return said.slice(0, NAMED_MAX).map((line) => <Notice key={line} tone="warning" title={line} />);
}

const COLUMNS: readonly TableColumn<Decided>[] = [
  { word: UNKNOWN.name, cell: ({ payout, name }) => <PersonName>{name ?? payout}</PersonName> },
  { word: UNKNOWN.payTo, cell: payToWords },
  { word: UNKNOWN.amount, cell: ({ amountPaise }) => formatRupees(amountPaise), isNumber: true },
];

/** Everybody whom the decision is about. */
export function PaymentTable({ payments }: { readonly payments: readonly Decided[] }) {
  return (
    <>
      <Table
        label={paymentsWords(payments)}
        columns={COLUMNS}
        rows={payments.slice(0, NAMED_MAX)}
        keyOf={({ payout }) => payout}
      />
      {payments.length > NAMED_MAX ? <Faint>{UNKNOWN.more(payments.length - NAMED_MAX)}</Faint> : null}
    </>
  );
}

export function payToWords({ beneficiary, ifsc, bank }: Decided): string {
  return [beneficiary, bank ?? ifsc].filter((word) => word !== null).join(' · ');
}

/** Whom and how much, in a few words. */
export function paymentsWords(payments: readonly Decided[]): string {
  const [first] = payments;
  if (first === undefined) return UNKNOWN.gone;
  if (payments.length === 1) return `${first.name ?? first.payout}, ${formatRupees(first.amountPaise)}`;
  const paise = payments.reduce((sum, { amountPaise }) => sum + amountPaise, 0);
  return `${COUNTED.payments(payments.length)}, ${formatRupees(paise)}`;
}

type TypedDecision = Readonly<Record<'rrn' | 'ticket' | 'note' | 'count', string>>;

/** Whether it can be decided now without a ticket. */
export function isOpenFor({ notPaid, paidWantsTicket }: UnknownLine, paid: boolean): boolean {
  return paid ? !paidWantsTicket : notPaid.isOpen;
}

/** `isOpen` when it needs no ticket now. */
interface AskedDecision {
  readonly paid: boolean;
  readonly count: number;
  readonly isOpen: boolean;
}

export function mayDecide(typed: TypedDecision, { paid, count, isOpen }: AskedDecision): boolean {
  const hasEvidence = (!paid || typed.rrn.trim() !== '') && (isOpen || typed.ticket.trim() !== '');
  const hasCount = count === 1 || typed.count.trim() === String(count);
  return hasEvidence && hasCount && typed.note.trim() !== '';
}

export function decisionOf(typed: TypedDecision, paid: boolean): ParamsOf<'resolvePayouts'>['decision'] {
  const ticket = typed.ticket.trim() === '' ? null : typed.ticket.trim();
  return paid ? { kind: 'paid', rrn: typed.rrn.trim(), ticket } : { kind: 'notPaid', ticket };
}

/** Why it is too early to decide; null when a person may decide now. `nowMs` is in milliseconds. */
export function earlyWords(
  { isOpen, opensAtMs, answersMissing, refusedOpensAtMs, lookupsProven }: UnknownLine['notPaid'],
  nowMs: number,
): string | null {
  if (isOpen) return null;
  if (!lookupsProven) return UNKNOWN.mayTicket;
  const when = opensWhen({ day: formatDayAndTime(opensAtMs), isWaiting: opensAtMs > nowMs, answersMissing });
  return refusedOpensAtMs === null
    ? UNKNOWN.opens(when)
    : UNKNOWN.opensRefused(formatDayAndTime(refusedOpensAtMs), when);
}

interface DecisionWait {
  readonly day: string;
  readonly isWaiting: boolean;
  readonly answersMissing: number;
}

/** An answer from before the time was reached still names the time, because nothing else is missing. */
function opensWhen({ day, isWaiting, answersMissing }: DecisionWait): string {
  if (answersMissing === 0) return day;
  const checks = UNKNOWN.afterChecks(answersMissing);
  return isWaiting ? `${day}, ${checks}` : checks;
}
