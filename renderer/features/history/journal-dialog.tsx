// What the books of an account lack, booked and saved as one export; and its earlier exports, to save again.

import type { AnswerOf } from '../../../shared/api/contract.ts';
import { formatCount } from '../../../shared/counts.ts';
import { formatRupees } from '../../../shared/money.ts';
import { bookOf, environmentOf } from '../../../shared/profiles.ts';
import { JOURNAL_FORMS } from '../../../shared/report-forms.ts';
import { formatDayAndTime } from '../../../shared/text/format.ts';
import { RESULT } from '../../../shared/text/payouts.ts';
import { JOURNAL } from '../../../shared/text/places.ts';
import { SHELL } from '../../../shared/text/shell.ts';
import { useAsk } from '../../bridge/use-desk.ts';
import { Button, SelectField, TextField, useTyped } from '../../ui/controls.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { JournalNotice, useJournalSaving } from '../../ui/journal-notice.tsx';
import { useScreen } from '../../ui/navigation.ts';
import { Loaded, Notice } from '../../ui/notice.tsx';
import { Faint, Stack } from '../../ui/page.tsx';
import { Titled } from '../../ui/status.tsx';
import { WideTable } from '../../ui/table.tsx';
import styles from './history-screen.module.css';

/** The rest is on the command line. */
const EXPORTS_SHOWN = 50;

type Line = AnswerOf<'listJournals'>['exports'][number];

export function JournalDialog({ onClose }: { readonly onClose: () => void }) {
  const { profile } = useScreen();
  const book = bookOf(profile);
  const question = useAsk('listJournals', { book, profile: profile.name });
  const saving = useJournalSaving();
  const { typed, field } = useTyped({ from: '', to: '', form: 'tally-xml', lastInBooks: '' });
  const dayOf = (text: string): string | null => (text === '' ? null : text);
  const unsaved = question.value?.exports.find(({ saved }) => saved === null) ?? null;
  const due = question.value === null ? 0 : question.value.paid.count + question.value.back.count;
  const isRestored = question.value !== null && question.value.restoredAtMs !== null;
  const lastInBooks = isRestored && /^\d{1,6}$/.test(typed.lastInBooks.trim()) ? Number(typed.lastInBooks) : null;
  const form = JOURNAL_FORMS.find((one) => one === typed.form) ?? 'tally-xml';
  const save = (): void =>
    saving.book({ profile: profile.name, fromDay: dayOf(typed.from), toDay: dayOf(typed.to) }, form, lastInBooks);
  return (
    <Dialog
      isWide
      onClose={onClose}
      title={JOURNAL.title}
      cancel={SHELL.close}
      act={{
        word: JOURNAL.save,
        disabled: due === 0 || unsaved !== null || (isRestored && lastInBooks === null),
        isPending: saving.isPending,
        run: save,
      }}
    >
      <Loaded of={question}>
        {({ exports, paid, back, restoredAtMs }) => (
          <Stack>
            <h3>
              <Titled title={profile.name} environment={environmentOf(book)} />
            </h3>
            <p>
              {due === 0
                ? JOURNAL.nothingDue
                : [
                    ...(paid.count === 0 ? [] : [JOURNAL.due(paid.count, formatRupees(paid.paise))]),
                    ...(back.count === 0 ? [] : [JOURNAL.toReverse(back.count, formatRupees(back.paise))]),
                  ].join(' ')}
            </p>
            {restoredAtMs === null ? null : (
              <>
                <Notice
                  tone="warning"
                  title={JOURNAL.restored(formatDayAndTime(restoredAtMs), exports[0]?.number ?? 0)}
                />
                <TextField label={JOURNAL.lastInBooks} inputMode="numeric" {...field('lastInBooks')} />
              </>
            )}
            {unsaved === null ? null : (
              <Notice
                tone="warning"
                title={JOURNAL.notSaved(unsaved.number)}
                about={JOURNAL.saveFirst}
                actions={
                  <Button isPending={saving.isPending} onClick={() => saving.again({ book, number: unsaved.number })}>
                    {JOURNAL.saveAgain}
                  </Button>
                }
              />
            )}
            <div className={styles.journal}>
              <SelectField
                label={JOURNAL.form}
                options={JOURNAL_FORMS.map((one) => [one, RESULT.forms[one]] as const)}
                {...field('form')}
              />
              <DateField label={JOURNAL.from} {...field('from')} />
              <DateField label={JOURNAL.to} {...field('to')} />
            </div>
            <Faint>{JOURNAL.about}</Faint>
            <JournalNotice saving={saving} isInDialog />
            {exports.length === 0 ? null : (
              <>
                <h3>{JOURNAL.earlier}</h3>
                <WideTable
                  label={JOURNAL.earlier}
                  columns={[
                    { word: JOURNAL.columns.number, cell: ({ number }: Line) => formatCount(number), isNumber: true },
                    { word: JOURNAL.columns.made, cell: ({ madeAtMs }) => formatDayAndTime(madeAtMs) },
                    { word: JOURNAL.columns.of, cell: ({ batch, profile: of }) => batch ?? of },
                    { word: JOURNAL.columns.form, cell: ({ form: one }) => RESULT.forms[one] },
                    {
                      word: JOURNAL.columns.vouchers,
                      cell: ({ vouchers }) => formatCount(vouchers),
                      isNumber: true,
                    },
                    { word: JOURNAL.columns.paid, cell: ({ paidPaise }) => formatRupees(paidPaise), isNumber: true },
                    {
                      word: JOURNAL.columns.reversed,
                      cell: ({ reversedPaise }) => formatRupees(reversedPaise),
                      isNumber: true,
                    },
                    {
                      word: JOURNAL.saveAgain,
                      cell: ({ number }) => (
                        <Button isPending={saving.isPending} onClick={() => saving.again({ book, number })}>
                          {JOURNAL.saveAgain}
                        </Button>
                      ),
                      hasActs: true,
                    },
                  ]}
                  rows={exports.slice(0, EXPORTS_SHOWN)}
                  keyOf={({ number }) => number}
                />
                {exports.length > EXPORTS_SHOWN ? <Faint>{JOURNAL.more(exports.length - EXPORTS_SHOWN)}</Faint> : null}
              </>
            )}
          </Stack>
        )}
      </Loaded>
    </Dialog>
  );
}
