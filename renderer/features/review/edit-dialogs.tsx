// The two edits of many rows that a dialog asks for. Each says itself why it was not done, and stays while it is under way.

import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { DraftEdit, DraftQuery } from '../../../shared/api/draft-commands.ts';
import { FIELD_WORDS } from '../../../shared/field-words.ts';
import type { Field } from '../../../shared/issues.ts';
import { CELL_MAX_CHARACTERS } from '../../../shared/limits.ts';
import type { NotTold } from '../../bridge/told.ts';
import { useAsk } from '../../bridge/use-desk.ts';
import { REVIEW } from '../../text/review.ts';
import { SHELL } from '../../text/shell.ts';
import { tooLong } from '../../text/format.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { NotDoneNotice } from '../../ui/notice.tsx';
import { actsFor, changeOf, changesCells, columnsFor, METHODS, type TypedChange } from './change-of.ts';
import type { DraftEditing } from './draft-editing.ts';

interface ChangeDialogProps extends DialogWays {
  readonly draft: string;
  readonly asked: DraftQuery;
  readonly fields: readonly Field[];
  readonly isEditing: boolean;
}

/** One change for every row that is shown, as one step of undo. It never changes other rows than those it counted. */
export function ChangeDialog({ draft, asked, fields, isEditing, onClose, edit }: ChangeDialogProps) {
  const form = useId();
  const [typed, setTyped] = useState<TypedChange>({
    act: actsFor(fields)[0],
    field: 'remark',
    method: 'UPI',
    text: '',
  });
  const { isPending, notDone, apply, unsay, close } = useDialogEdit({ onClose, edit });
  // How many rows are shown, and the one revision in which they are: the edit names it, and is refused in any other.
  const { told, isOutOfReach, again } = useAsk(
    'readDraftRows',
    { draft, ...asked, window: { from: 0, count: 1 } },
    { enabled: !isEditing, isFresh: true },
  );
  const shown = told.kind === 'done' ? told.value : null;
  const wish = changeOf(typed, { asked, fields });
  const submit = async (event: Pick<Event, 'preventDefault'>): Promise<void> => {
    event.preventDefault();
    if (wish === null || shown === null || isPending) return;
    if (!(await apply(wish, shown.revision))) again();
  };
  const set = (part: Partial<TypedChange>): void => {
    unsay();
    setTyped({ ...typed, ...part });
  };
  return (
    <Dialog
      isOpen
      onClose={close}
      title={REVIEW.change}
      actions={
        <>
          <Button disabled={isPending} onClick={close}>
            {SHELL.cancel}
          </Button>
          <Button
            weight="primary"
            type="submit"
            form={form}
            isPending={isPending}
            disabled={wish === null || shown === null || shown.total === 0}
          >
            {told.kind === 'waiting' ? REVIEW.changeCounting : REVIEW.changeApply(shown?.total ?? null)}
          </Button>
        </>
      }
    >
      <p>{changesCells(typed.act) ? REVIEW.changeAboutCells : REVIEW.changeAbout}</p>
      <form id={form} onSubmit={(event) => void submit(event)}>
        <SelectField
          label={REVIEW.changeWhat}
          value={typed.act}
          onChange={({ target }) => set({ act: actsFor(fields).find((act) => act === target.value) ?? typed.act })}
        >
          {actsFor(fields).map((act) => (
            <option key={act} value={act}>
              {REVIEW.changeActs[act]}
            </option>
          ))}
        </SelectField>
        <Details typed={typed} fields={fields} onSet={set} />
      </form>
      <NotDoneNotice
        told={isOutOfReach ? { kind: 'lost' } : told}
        actions={<Button onClick={again}>{SHELL.tryAgain}</Button>}
      />
      <NotDoneNotice told={notDone} />
    </Dialog>
  );
}

interface DetailsProps {
  readonly typed: TypedChange;
  readonly fields: readonly Field[];
  readonly onSet: (part: Partial<TypedChange>) => void;
}

/** What the act needs to be told besides. */
function Details({ typed, fields, onSet }: DetailsProps) {
  const { act, method, text } = typed;
  if (act === 'setMethod')
    return (
      <SelectField
        label={FIELD_WORDS.paymentMethod}
        value={method}
        onChange={({ target }) => onSet({ method: METHODS.find((one) => one === target.value) ?? method })}
      >
        {METHODS.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </SelectField>
    );
  if (act === 'setRemark')
    return (
      <TextField
        label={FIELD_WORDS.remark}
        error={tooLong(text, CELL_MAX_CHARACTERS)}
        value={text}
        onChange={({ target }) => onSet({ text: target.value })}
      />
    );
  const columns = columnsFor(act, fields);
  if (columns.length === 0) return null;
  return (
    <SelectField
      label={REVIEW.replaceIn}
      value={columns.find((field) => field === typed.field) ?? columns[0]}
      onChange={({ target }) => onSet({ field: columns.find((field) => field === target.value) ?? typed.field })}
    >
      {columns.map((field) => (
        <option key={field} value={field}>
          {FIELD_WORDS[field]}
        </option>
      ))}
    </SelectField>
  );
}

interface ReplaceDialogProps extends DialogWays {
  readonly isOpen: boolean;
  readonly fields: readonly Field[];
}

/** Find and replace in the one column that was chosen. */
export function ReplaceDialog({ isOpen, onClose, fields, edit }: ReplaceDialogProps) {
  const form = useId();
  const [typed, setTyped] = useState({ field: 'remark', find: '', replaceWith: '' });
  const { isPending, notDone, apply, unsay, close } = useDialogEdit({ onClose, edit });
  const field = fields.find((candidate) => candidate === typed.field) ?? fields[0];
  const submit = (event: Pick<Event, 'preventDefault'>): void => {
    event.preventDefault();
    const { find, replaceWith } = typed;
    if (field !== undefined && find !== '') void apply({ kind: 'replace', field, find, replaceWith }, null);
  };
  const set = (part: keyof typeof typed) => (event: { readonly target: { readonly value: string } }) => {
    unsay();
    setTyped({ ...typed, [part]: event.target.value });
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title={REVIEW.replace}
      actions={
        <>
          <Button disabled={isPending} onClick={close}>
            {SHELL.cancel}
          </Button>
          <Button weight="primary" type="submit" form={form} isPending={isPending} disabled={typed.find === ''}>
            {REVIEW.replaceAll}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit}>
        <SelectField label={REVIEW.replaceIn} value={field ?? ''} onChange={set('field')}>
          {fields.map((candidate) => (
            <option key={candidate} value={candidate}>
              {FIELD_WORDS[candidate]}
            </option>
          ))}
        </SelectField>
        <TextField label={REVIEW.find} value={typed.find} onChange={set('find')} />
        <TextField label={REVIEW.replaceWith} value={typed.replaceWith} onChange={set('replaceWith')} />
      </form>
      <NotDoneNotice told={notDone} />
    </Dialog>
  );
}

interface DialogWays {
  readonly onClose: () => void;
  readonly edit: DraftEditing['editInDialog'];
}

interface DialogEdit {
  readonly isPending: boolean;
  readonly notDone: NotTold | null;
  /** Makes the edit and closes the dialog. Shape: `revision` as `editInDialog` has it; false when it was not done. */
  readonly apply: (edit: DraftEdit, revision: number | null) => Promise<boolean>;
  /** Something else is typed: what was said of the edit before is not said of it. */
  readonly unsay: () => void;
  readonly close: () => void;
}

function useDialogEdit({ onClose, edit }: DialogWays): DialogEdit {
  const making = useMutation({ mutationFn: (told: ReturnType<DialogWays['edit']>) => told });
  const { isPending, data } = making;
  const unsay = (): void => (isPending ? undefined : making.reset());
  const close = (): void => {
    if (isPending) return;
    unsay();
    onClose();
  };
  const apply = async (wish: DraftEdit, revision: number | null): Promise<boolean> => {
    if (isPending) return false;
    const told = await making.mutateAsync(edit(wish, revision));
    if (told.kind === 'done') onClose();
    return told.kind === 'done';
  };
  return { isPending, notDone: data === undefined || data.kind === 'done' ? null : data, apply, unsay, close };
}
