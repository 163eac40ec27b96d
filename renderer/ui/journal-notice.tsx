// A journal export from any screen: booked once, saved where the person chooses, and what it holds.

import type { ParamsOf } from '../../shared/api/contract.ts';
import type { JournalFile } from '../../shared/api/journal-commands.ts';
import { formatRupees } from '../../shared/money.ts';
import type { JournalForm } from '../../shared/report-forms.ts';
import { JOURNAL } from '../../shared/text/places.ts';
import type { CommandResult } from '../bridge/desk-transport.ts';
import { type Pending, useDesk, usePending } from '../bridge/use-desk.ts';
import { say } from '../language.ts';
import { NotDoneNotice, Notice } from './notice.tsx';

type Asked = Pick<ParamsOf<'exportJournal'>, 'asked'>['asked'];

/** `isSaved`: false when the person chose no place for the file. */
export type SavedJournal = JournalFile & { readonly isSaved: boolean };

export interface JournalSaving extends Pick<Pending<SavedJournal>, 'isPending' | 'result' | 'reset'> {
  /** `lastInBooks`: null unless a restored desk asks for it. */
  readonly book: (asked: Asked, form: JournalForm, lastInBooks?: number | null) => void;
  readonly again: (params: Omit<ParamsOf<'saveJournalAgain'>, 'commandId'>) => void;
}

export function useJournalSaving(): JournalSaving {
  const desk = useDesk();
  const { follow, ...work } = usePending<SavedJournal>();
  const save = async (made: Promise<CommandResult<JournalFile>>): Promise<CommandResult<SavedJournal>> => {
    const file = await made;
    if (file.kind !== 'done') return file;
    const saved = await desk.saveDownload(file.value);
    return saved.kind === 'done' ? { kind: 'done', value: { ...file.value, isSaved: saved.value.saved } } : saved;
  };
  const commandId = (): string => crypto.randomUUID();
  return {
    ...work,
    book: (asked, form, lastInBooks = null) =>
      void follow(save(desk.ask('exportJournal', { asked, form, lastInBooks, commandId: commandId() }))),
    again: (params) => void follow(save(desk.ask('saveJournalAgain', { ...params, commandId: commandId() }))),
  };
}

interface JournalNoticeProps {
  readonly saving: JournalSaving;
  readonly isInDialog?: boolean;
}

/** What was booked, or why nothing was. */
export function JournalNotice({ saving: { result, reset }, isInDialog = false }: JournalNoticeProps) {
  // A dialog has its own button to close.
  const onClose = isInDialog ? undefined : reset;
  if (result?.kind === 'refused' && result.refusal.code === 'nothingToBook') {
    const { message, cure } = result.refusal;
    return <Notice tone="note" title={say(message)} about={say(cure)} onClose={onClose} />;
  }
  if (result?.kind !== 'done') return <NotDoneNotice result={result} onClose={onClose} />;
  const { export: number, vouchers, reversals, paidPaise, reversedPaise, left, isSaved } = result.value;
  const more = [...(isSaved ? [] : [JOURNAL.notSavedAbout]), ...(left === 0 ? [] : [JOURNAL.left(left)])];
  const paid = JOURNAL.paid(vouchers - reversals, formatRupees(paidPaise));
  const back = reversals === 0 ? null : JOURNAL.reversed(reversals, formatRupees(reversedPaise));
  return (
    <Notice
      tone={isSaved ? 'good' : 'warning'}
      title={isSaved ? JOURNAL.saved(number) : JOURNAL.notSaved(number)}
      onClose={onClose}
      about={
        <>
          <p>{[paid, back].filter((part) => part !== null).join(' · ')}</p>
          {more.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </>
      }
    />
  );
}
