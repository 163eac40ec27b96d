// Find and replace in one column. In: what to find. Out: one edit, one step of undo. This file must never replace in a
// column that was not chosen.

import { useId, useState } from 'react';
import { FIELD_WORDS } from '../../../shared/field-words.ts';
import type { DraftEdit } from '../../../shared/api/draft-commands.ts';
import type { Field } from '../../../shared/issues.ts';
import { REVIEW } from '../../text/review.ts';
import { SHELL } from '../../text/shell.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';

interface ReplaceDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly fields: readonly Field[];
  readonly edit: (edit: DraftEdit) => Promise<boolean>;
}

export function ReplaceDialog({ isOpen, onClose, fields, edit }: ReplaceDialogProps) {
  const form = useId();
  const [typed, setTyped] = useState({ field: 'remark', find: '', replaceWith: '' });
  const field = fields.find((candidate) => candidate === typed.field) ?? fields[0];
  const submit = (event: Pick<Event, 'preventDefault'>): void => {
    event.preventDefault();
    if (field === undefined || typed.find === '') return;
    void edit({ kind: 'replace', field, find: typed.find, replaceWith: typed.replaceWith }).then((isDone) =>
      isDone ? onClose() : undefined,
    );
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={REVIEW.replace}
      actions={
        <>
          <Button onClick={onClose}>{SHELL.cancel}</Button>
          <Button weight="primary" type="submit" form={form} disabled={typed.find === ''}>
            {REVIEW.replaceAll}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit}>
        <SelectField
          label={REVIEW.replaceIn}
          value={field ?? ''}
          onChange={(event) => setTyped({ ...typed, field: event.target.value })}
        >
          {fields.map((candidate) => (
            <option key={candidate} value={candidate}>
              {FIELD_WORDS[candidate]}
            </option>
          ))}
        </SelectField>
        <TextField
          label={REVIEW.find}
          value={typed.find}
          onChange={(event) => setTyped({ ...typed, find: event.target.value })}
        />
        <TextField
          label={REVIEW.replaceWith}
          value={typed.replaceWith}
          onChange={(event) => setTyped({ ...typed, replaceWith: event.target.value })}
        />
      </form>
    </Dialog>
  );
}
