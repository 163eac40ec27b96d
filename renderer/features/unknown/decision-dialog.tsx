// A person's decision about doubtful payouts. In: the payouts and which decision. Out: a recorded decision.
// This file must never decide by itself, nor record less than the desk wants: evidence, a note, the count.

import { useId, useMemo, useRef, useState } from 'react';
import { useChange, useForget } from '../../bridge/use-desk.ts';
import { UNKNOWN } from '../../text/payout.ts';
import { SHELL } from '../../text/shell.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { AreaField, TextField } from '../../ui/field.tsx';
import { NotDoneNotice } from '../../ui/notice.tsx';
import type { UnknownGroup } from './book.ts';

interface DecisionDialogProps {
  readonly group: UnknownGroup;
  readonly paid: boolean;
  readonly onClose: () => void;
}

export function DecisionDialog({ group, paid, onClose }: DecisionDialogProps) {
  const form = useId();
  const cancel = useRef<HTMLButtonElement>(null);
  const commandId = useMemo(() => crypto.randomUUID(), []);
  const resolve = useChange('resolvePayouts');
  const forget = useForget();
  const [typed, setTyped] = useState({ rrn: '', ticket: '', note: '', count: '' });
  const count = group.payouts.length;
  const [openedAtMs] = useState(() => Date.now());
  const isEarly = group.mayDecideFromMs !== null && group.mayDecideFromMs > openedAtMs;
  const hasEvidence = paid ? typed.rrn.trim() !== '' : !isEarly || typed.ticket.trim() !== '';
  const mayDecide = hasEvidence && typed.note.trim() !== '' && typed.count.trim() === String(count);
  const submit = async (event: Pick<Event, 'preventDefault'>): Promise<void> => {
    event.preventDefault();
    if (!mayDecide) return;
    const decision = paid
      ? ({ kind: 'paid', rrn: typed.rrn.trim() } as const)
      : ({ kind: 'notPaid', ticket: typed.ticket.trim() === '' ? null : typed.ticket.trim() } as const);
    const told = await resolve.run({ payouts: group.payouts, count, decision, note: typed.note }, commandId);
    if (told.kind !== 'done') return;
    forget('listUnknown', 'readAttention', 'readBatch', 'readPayouts');
    onClose();
  };
  const set = (field: keyof typeof typed) => (event: { readonly target: { readonly value: string } }) =>
    setTyped({ ...typed, [field]: event.target.value });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={paid ? UNKNOWN.decidePaid : UNKNOWN.decideNotPaid}
      firstFocus={cancel}
      actions={
        <>
          <Button ref={cancel} onClick={onClose}>
            {SHELL.cancel}
          </Button>
          <Button
            weight={paid ? 'primary' : 'danger'}
            type="submit"
            form={form}
            disabled={!mayDecide}
            isPending={resolve.isPending}
          >
            {UNKNOWN.decide}
          </Button>
        </>
      }
    >
      <p>{UNKNOWN.decideAbout(count)}</p>
      {paid ? null : <p>{UNKNOWN.decideNotPaidAbout}</p>}
      <NotDoneNotice told={resolve.told} />
      <form id={form} onSubmit={(event) => void submit(event)}>
        {paid ? (
          <TextField label={UNKNOWN.rrn} hint={UNKNOWN.rrnHint} value={typed.rrn} onChange={set('rrn')} />
        ) : isEarly ? (
          <TextField label={UNKNOWN.ticket} hint={UNKNOWN.ticketHint} value={typed.ticket} onChange={set('ticket')} />
        ) : null}
        <AreaField label={UNKNOWN.note} hint={UNKNOWN.noteHint} value={typed.note} onChange={set('note')} />
        <TextField label={UNKNOWN.count(count)} inputMode="numeric" value={typed.count} onChange={set('count')} />
      </form>
    </Dialog>
  );
}
