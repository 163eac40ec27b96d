// Find and replace in one column. In: what to find. Out: one edit, one step of undo, or why not, said where it was asked.
// This file must never replace in a column that was not chosen.

import { useId, useState } from 'react';
import { FIELD_WORDS } from '../../../shared/field-words.ts';
import type { Field } from '../../../shared/issues.ts';
import { REVIEW } from '../../text/review.ts';
import { SHELL } from '../../text/shell.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { NotDoneNotice } from '../../ui/notice.tsx';
import { type DialogWays, useDialogEdit } from './use-dialog-edit.ts';

interface ReplaceDialogProps extends DialogWays {
  readonly isOpen: boolean;
  readonly fields: readonly Field[];
}

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
