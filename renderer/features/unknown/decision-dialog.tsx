// A person's decision about doubtful payouts. In: payouts with equal evidence and which decision. Out: a recorded decision.
// This file must never decide by itself, nor record less than the desk wants: evidence, a note, the count.

import { useId, useRef, useState } from 'react';
import { bookOfBatch } from '../../../shared/books.ts';
import { NOTE_MAX_CHARACTERS, TYPED_TEXT_MAX_CHARACTERS } from '../../../shared/limits.ts';
import { keepIntentions } from '../../bridge/intentions.ts';
import { useChange, useDesk, useForget, useRemember } from '../../bridge/use-desk.ts';
import { UNKNOWN } from '../../text/payout.ts';
import { SHELL } from '../../text/shell.ts';
import { tooLong } from '../../text/too-long.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { AreaField, SelectField, TextField } from '../../ui/field.tsx';
import { NotDoneNotice } from '../../ui/notice.tsx';
import { decisionOf, groupNow, mayDecide, type TypedDecision } from './decision.ts';
import type { UnknownGroup } from './unknown-group.ts';

interface DecisionDialogProps {
  readonly group: UnknownGroup;
  readonly paid: boolean;
  readonly onClose: () => void;
}

/** No payout is called so. */
const ALL = 'all';

export function DecisionDialog({ group: opened, paid, onClose }: DecisionDialogProps) {
  const form = useId();
  const cancel = useRef<HTMLButtonElement>(null);
  const [intentions] = useState(keepIntentions);
  const resolve = useChange('resolvePayouts');
  const desk = useDesk();
  const forget = useForget();
  const remember = useRemember();
  const [group, setGroup] = useState(opened);
  const [typed, setTyped] = useState<TypedDecision>({ rrn: '', ticket: '', note: '', count: '' });
  // One transfer of the bank pays one payout; "not paid" may be true of all of them.
  const [first = ''] = group.payouts;
  const [chosen, setChosen] = useState(paid || group.payouts.length === 1 ? first : ALL);
  const payouts = chosen === ALL ? group.payouts : [chosen];
  const asked = { paid, count: payouts.length, isOpen: group.notPaid.isOpen };
  const isReady = mayDecide(typed, asked);
  /** What was refused may be about other payouts by now: they are shown as they are, and their count is typed anew. */
  const readAgain = async (decided: readonly string[]): Promise<void> => {
    const asked = { book: bookOfBatch(group.batch) };
    const fresh = await desk.ask('listUnknown', asked);
    if (fresh.kind !== 'done') return;
    remember('listUnknown', asked, fresh);
    const now = groupNow(fresh.value.groups, decided);
    if (now === null) return;
    setGroup(now);
    if (now.payouts.join() !== group.payouts.join()) setTyped({ ...typed, count: '' });
    if (chosen === ALL && now.payouts.length === 1) setChosen(now.payouts[0] ?? chosen);
  };
  const submit = async (event: Pick<Event, 'preventDefault'>): Promise<void> => {
    event.preventDefault();
    if (!isReady) return;
    const wish = { payouts: [...payouts], count: payouts.length, decision: decisionOf(typed, paid), note: typed.note };
    const told = await resolve.run(wish, intentions.idOf(wish));
    intentions.hear(wish, told);
    if (told.kind === 'refused') return readAgain(payouts);
    if (told.kind !== 'done') return;
    forget('listUnknown', 'readAttention', 'readBatch');
    onClose();
  };
  const set = (field: keyof TypedDecision) => (event: { readonly target: { readonly value: string } }) =>
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
            disabled={!isReady}
            isPending={resolve.isPending}
          >
            {UNKNOWN.decide}
          </Button>
        </>
      }
    >
      <p>{UNKNOWN.decideAbout(payouts.length)}</p>
      {paid ? null : <p>{UNKNOWN.decideNotPaidAbout(payouts.length)}</p>}
      <NotDoneNotice told={resolve.told} />
      <form id={form} onSubmit={(event) => void submit(event)}>
        {group.payouts.length === 1 ? null : (
          <SelectField label={UNKNOWN.which} value={chosen} onChange={(event) => setChosen(event.target.value)}>
            {paid ? null : <option value={ALL}>{UNKNOWN.all(group.payouts.length)}</option>}
            {group.payouts.map((payout) => (
              <option key={payout}>{payout}</option>
            ))}
          </SelectField>
        )}
        {paid ? (
          <TextField
            label={UNKNOWN.rrn}
            hint={UNKNOWN.rrnHint}
            error={tooLong(typed.rrn.trim(), TYPED_TEXT_MAX_CHARACTERS)}
            value={typed.rrn}
            onChange={set('rrn')}
          />
        ) : group.notPaid.isOpen ? null : (
          <TextField
            label={UNKNOWN.ticket}
            hint={UNKNOWN.ticketHint}
            error={tooLong(typed.ticket.trim(), TYPED_TEXT_MAX_CHARACTERS)}
            value={typed.ticket}
            onChange={set('ticket')}
          />
        )}
        <AreaField
          label={UNKNOWN.note}
          hint={UNKNOWN.noteHint}
          error={tooLong(typed.note.trim(), NOTE_MAX_CHARACTERS)}
          value={typed.note}
          onChange={set('note')}
        />
        {payouts.length === 1 ? null : (
          <TextField
            label={UNKNOWN.count(payouts.length)}
            inputMode="numeric"
            value={typed.count}
            onChange={set('count')}
          />
        )}
      </form>
    </Dialog>
  );
}
