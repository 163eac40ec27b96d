import { useState } from 'react';
import type { DraftEdit, DraftQuery, DraftSummary } from '../../../shared/api/draft-commands.ts';
import { unreachable } from '../../../shared/failures.ts';
import { CELL_MAX_CHARACTERS } from '../../../shared/limits.ts';
import { FIELD_WORDS, type Field, METHODS, type Method } from '../../../shared/rows.ts';
import { REVIEW } from '../../../shared/text/drafts.ts';
import { tooLong } from '../../../shared/text/format.ts';
import { SHELL } from '../../../shared/text/shell.ts';
import { useAsk, useDesk, usePending } from '../../bridge/use-desk.ts';
import { Button, SelectField, TextField, useTyped } from '../../ui/controls.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { NotDoneNotice } from '../../ui/notice.tsx';
import { Stack } from '../../ui/page.tsx';
import type { DraftEditing } from './draft-editing.ts';
import styles from './review-screen.module.css';

interface ChangeDialogProps extends DialogWays {
  readonly draft: string;
  readonly asked: DraftQuery;
  readonly fields: readonly Field[];
  readonly isEditing: boolean;
}

/** Applies one change to every row shown, as one undo step. Never changes other rows than it counted. */
export function ChangeDialog({ draft, asked, fields, isEditing, onClose, edit }: ChangeDialogProps) {
  const acts = actsFor(fields);
  const which = asked.ticked === null ? 'shown' : 'ticked';
  const [typed, setTyped] = useState<TypedChange>({ act: acts[0], field: 'remark', method: 'UPI', text: '' });
  const { isPending, notDone, apply, unsay, close } = useDialogEdit({ onClose, edit });
  // How many rows are shown, and in which revision: the edit names that revision and is refused in any other.
  const {
    result,
    value: shown,
    isOutOfReach,
    again,
  } = useAsk(
    'readDraftRows',
    { draft, ...asked, window: { from: 0, count: 1 } },
    { enabled: !isEditing, isFresh: true },
  );
  const request = changeOf(typed, { asked, fields });
  const submit = async (): Promise<void> => {
    if (request === null || shown === null || isPending) return;
    if (!(await apply(request, shown.revision))) again();
  };
  const set = (part: Partial<TypedChange>): void => {
    unsay();
    setTyped({ ...typed, ...part });
  };
  return (
    <Dialog
      onClose={close}
      title={asked.ticked === null ? REVIEW.change : REVIEW.changeTicked}
      isHeld={isPending}
      act={{
        word: result.kind === 'waiting' ? REVIEW.countingRows : REVIEW.changeApply(shown?.total ?? null, which),
        isForm: true,
        isPending,
        disabled: request === null || shown === null || shown.total === 0,
        run: submit,
      }}
    >
      <p>
        {REVIEW.changeAbout[which]} {changesCells(typed.act) ? REVIEW.changeNotLeftOut : null} {REVIEW.changeUndo}
      </p>
      <Stack isTight>
        <SelectField
          label={REVIEW.whatToDo}
          options={acts.map((act) => [act, REVIEW.changeActs[act]])}
          value={typed.act}
          onChange={({ target }) => set({ act: acts.find((act) => act === target.value) ?? typed.act })}
        />
        <Details typed={typed} fields={fields} onSet={set} />
      </Stack>
      <NotDoneNotice
        result={isOutOfReach ? { kind: 'lost' } : result}
        actions={<Button onClick={again}>{SHELL.tryAgain}</Button>}
      />
      <NotDoneNotice result={notDone} />
    </Dialog>
  );
}

interface DetailsProps {
  readonly typed: TypedChange;
  readonly fields: readonly Field[];
  readonly onSet: (part: Partial<TypedChange>) => void;
}

/** The further inputs that the act needs. */
function Details({ typed, fields, onSet }: DetailsProps) {
  const { act, method, text } = typed;
  if (act === 'setMethod')
    return (
      <SelectField
        label={FIELD_WORDS.paymentMethod}
        options={METHODS.map((one) => [one, one])}
        value={method}
        onChange={({ target }) => onSet({ method: METHODS.find((one) => one === target.value) ?? method })}
      />
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
      options={columns.map((field) => [field, FIELD_WORDS[field]])}
      value={columns.find((field) => field === typed.field) ?? columns[0]}
      onChange={({ target }) => onSet({ field: columns.find((field) => field === target.value) ?? typed.field })}
    />
  );
}

interface ReplaceDialogProps extends DialogWays {
  readonly draft: string;
  readonly isOpen: boolean;
  readonly fields: readonly Field[];
}

/** Find and replace in one chosen column. Never changes other cells than it counted. */
export function ReplaceDialog({ draft, isOpen, onClose, fields, edit }: ReplaceDialogProps) {
  const { isPending, notDone, apply, unsay, close } = useDialogEdit({ onClose, edit });
  const { typed, field: typedField } = useTyped({ field: 'remark', find: '', replaceWith: '' }, unsay);
  const field = fields.find((candidate) => candidate === typed.field) ?? fields[0];
  const { find, replaceWith } = typed;
  const desk = useDesk();
  const asked = { draft, field: field ?? 'remark', find, replaceWith };
  const { value: preview, again } = useAsk('previewReplace', asked, {
    enabled: isOpen && field !== undefined && find !== '',
    isFresh: true,
  });
  /** When Enter comes before the cells are counted, counts them first and then replaces. */
  const submit = async (): Promise<void> => {
    if (isPending || field === undefined || find === '') return;
    const answer = preview === null ? await desk.ask('previewReplace', asked) : null;
    const counted = answer?.kind === 'done' ? answer.value : preview;
    if (counted === null || counted.count === 0) return;
    if (!(await apply({ kind: 'replace', field, find, replaceWith }, counted.revision))) again();
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title={REVIEW.replace}
      isHeld={isPending}
      act={{
        word: REVIEW.replaceAll(preview?.count ?? null),
        isForm: true,
        isPending,
        disabled: find === '' || preview?.count === 0,
        run: submit,
      }}
    >
      <Stack isTight>
        <SelectField
          label={REVIEW.replaceIn}
          options={fields.map((candidate) => [candidate, FIELD_WORDS[candidate]])}
          {...typedField('field')}
          value={field ?? ''}
        />
        <TextField label={REVIEW.findText} {...typedField('find')} />
        <TextField label={REVIEW.replaceWith} {...typedField('replaceWith')} />
      </Stack>
      {find === '' || preview === null ? null : (
        <div role="status">
          <p>{REVIEW.replacing(preview.count)}</p>
          <ul className={styles.preview}>
            {preview.first.map(({ rowNumber, from, to }) => (
              <li key={rowNumber}>
                {REVIEW.row} {rowNumber}: <del>{from}</del> → <ins>{to}</ins>
              </li>
            ))}
          </ul>
        </div>
      )}
      <NotDoneNotice result={notDone} />
    </Dialog>
  );
}

interface DialogWays {
  readonly onClose: () => void;
  readonly edit: DraftEditing['editInDialog'];
}

/** Makes one edit and closes the dialog. Typing something else clears the last error. */
function useDialogEdit({ onClose, edit }: DialogWays) {
  const { isPending, notDone, follow, reset: unsay } = usePending<DraftSummary>();
  const close = (): void => {
    if (isPending) return;
    unsay();
    onClose();
  };
  /** `revision` is as for `editInDialog`. Returns false when the edit was not done. */
  const apply = async (request: DraftEdit, revision: number | null): Promise<boolean> => {
    if (isPending) return false;
    const result = await follow(edit(request, revision));
    if (result.kind === 'done') onClose();
    return result.kind === 'done';
  };
  return { isPending, notDone, apply, unsay, close };
}

type ChangeAct = keyof typeof REVIEW.changeActs;

export interface TypedChange {
  readonly act: ChangeAct;
  readonly field: Field;
  readonly method: Method;
  readonly text: string;
}

/** Always at least one; the first is preselected. */
export function actsFor(fields: readonly Field[]): readonly [ChangeAct, ...ChangeAct[]] {
  const texts: readonly ChangeAct[] = [
    ...(fields.includes('remark') ? (['setRemark'] as const) : []),
    ...(fields.includes('paymentMethod') ? (['setMethod'] as const) : []),
    ...(columnsFor('trim', fields).length > 0 ? (['trim'] as const) : []),
    ...(columnsFor('upperCase', fields).length > 0 ? (['upperCase'] as const) : []),
  ];
  const [first, ...more] = texts;
  return first === undefined ? ['leaveOut', 'takeIn'] : [first, ...more, 'leaveOut', 'takeIn'];
}

/** Whether it changes cells, or only which rows are paid. */
function changesCells(act: ChangeAct): boolean {
  return act !== 'leaveOut' && act !== 'takeIn';
}

/** The columns to choose from. Amounts have no letters, so upper case does not apply to them. */
export function columnsFor(act: ChangeAct, fields: readonly Field[]): readonly Field[] {
  if (act === 'trim') return fields;
  return act === 'upperCase' ? fields.filter((field) => field !== 'amount') : [];
}

export function changeOf(
  { act, field, method, text }: TypedChange,
  { asked, fields }: { readonly asked: DraftQuery; readonly fields: readonly Field[] },
): DraftEdit | null {
  const columns = columnsFor(act, fields);
  const column = columns.find((one) => one === field) ?? columns[0];
  switch (act) {
    case 'setMethod':
      return { kind: 'changeShown', field: 'paymentMethod', change: { kind: 'set', text: method }, shown: asked };
    case 'setRemark':
      return text.trim() === '' || text.length > CELL_MAX_CHARACTERS
        ? null
        : { kind: 'changeShown', field: 'remark', change: { kind: 'set', text }, shown: asked };
    case 'trim':
    case 'upperCase':
      return column === undefined ? null : { kind: 'changeShown', field: column, change: { kind: act }, shown: asked };
    case 'leaveOut':
    case 'takeIn':
      return { kind: 'exclude', excluded: act === 'leaveOut', rows: asked };
    default:
      return unreachable(act);
  }
}
