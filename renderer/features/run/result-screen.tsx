// Never offer a retry of a payout in doubt.

import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { AnswerOf } from '../../../shared/api/contract.ts';
import type { BatchId } from '../../../shared/ids.ts';
import { formatRupees } from '../../../shared/money.ts';
import { bookOf } from '../../../shared/profiles.ts';
import { JOURNAL_FORMS, LANGUAGES } from '../../../shared/report-forms.ts';
import { endedUnpaid, STATE_KINDS, type StateKind } from '../../../shared/states.ts';
import { CONFIRM, REVIEW } from '../../../shared/text/drafts.ts';
import { formatClock, formatDayAndTime } from '../../../shared/text/format.ts';
import { ADVICE, RESULT, RUN } from '../../../shared/text/payouts.ts';
import { newestAtMs, newestView } from '../../bridge/live-state.ts';
import { useAsk, useChange, useDownload, useLiveBatch } from '../../bridge/use-desk.ts';
import { useNeeds } from '../../bridge/use-needs.ts';
import { say } from '../../language.ts';
import { Button, Menu, SelectField } from '../../ui/controls.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { JournalNotice, useJournalSaving } from '../../ui/journal-notice.tsx';
import { go, goToBatch, goToReview, stillHere } from '../../ui/navigation.ts';
import { Loaded, NotDoneNotice } from '../../ui/notice.tsx';
import { Faint, LoadedPage, Page, Stack } from '../../ui/page.tsx';
import { PassportHead, usePassports } from '../../ui/payout-papers.tsx';
import { BatchMark } from '../../ui/status.tsx';
import { HOW_MUCH, Table, type TableColumn, WHO } from '../../ui/table.tsx';
import { AdviceListDialog, AdviceNotice, SendAdviceDialog } from './advice-mails.tsx';
import { BatchBody, StatusLine } from './batch-strip.tsx';
import { firstShown, RESULT_GROUPS, stillShown } from './run-facts.ts';

type Detail = AnswerOf<'readBatch'>;

const READ_EVERY_MS = 60_000;

/** A report form that is addressed to payees. */
interface Addressed {
  readonly form: 'advice-files' | 'mail-merge' | 'mail';
  readonly language: 'en' | 'hi';
}

const REPORTS = ['xlsx', 'pdf', 'csv', 'checksums'] as const;
const ADVICE_FORMS = [
  ['advice', 'en'],
  ['advice', 'hi'],
  ['advice-files', 'en'],
  ['advice-files', 'hi'],
] as const;
const KEYS = ['row', 'state', 'name', 'message', 'todo', 'beneficiary', 'ifsc', 'note', 'reference', 'amount'] as const;

export function ResultScreen({ batch }: { readonly batch: BatchId }) {
  // While the batch settles, quiet minutes are read again, so that the figures' time is not an old one.
  const question = useAsk(
    'readBatch',
    { batch },
    { nextInMs: (result) => (result.kind === 'done' && result.value.view.state !== 'settled' ? READ_EVERY_MS : null) },
  );
  return (
    <LoadedPage of={question} title={batch}>
      {(detail) => <Result detail={detail} />}
    </LoadedPage>
  );
}

function Result({ detail }: { readonly detail: Detail }) {
  const live = useLiveBatch(detail.view.batch);
  const view = newestView(detail, live);
  const { batch, counts } = view;
  const exported = useDownload('exportBatch');
  const passports = usePassports();
  const journal = useJournalSaving();
  const [isRetrying, setRetrying] = useState(false);
  const [first] = useState(() => firstShown(view));
  const [chosen, setOnly] = useState<readonly StateKind[] | null>(null);
  const only = chosen ?? stillShown(first, view);
  const [addressed, setAddressed] = useState<Addressed | null>(null);
  // Asked once per file.
  const [emailColumn, setEmailColumn] = useState<string | null>(null);
  const [mailed, setMailed] = useState<'en' | 'hi' | null>(null);
  const [isListing, setListing] = useState(false);
  const make = ({ form, language }: Addressed, column: string | null): void => {
    if (form === 'mail') setMailed(language);
    else exported.save({ batch, form, language, emailColumn: column });
  };
  const address = (asked: Addressed): void => {
    const isNobodys = emailColumn === null || (emailColumn === '' && asked.form === 'mail');
    if (detail.emailColumns.length > 0 && isNobodys) setAddressed(asked);
    else make(asked, emailColumn);
  };
  const { decide } = useNeeds(bookOf(detail), batch);
  const mayRetry = STATE_KINDS.some((kind) => endedUnpaid(kind) && counts[kind] > 0);
  const retried = useAsk('readRetry', { batch }, { enabled: mayRetry }).value?.retried.count ?? null;
  const confirmed = RESULT.confirmed(
    detail.confirmedBy,
    formatDayAndTime(detail.createdAtMs),
    `${view.profile} · ${detail.mid}`,
  );
  return (
    <Page
      isFilled
      title={detail.name === '' ? detail.file : detail.name}
      environment={detail.environment}
      mark={<BatchMark view={view} />}
      about={[batch, detail.file, confirmed, detail.leftOutCount === 0 ? null : RESULT.leftOut(detail.leftOutCount)]
        .filter((part) => part !== null)
        .join(' · ')}
      step="result"
      footer={
        <>
          <Button onClick={() => goToBatch(batch)}>{RESULT.seePayouts}</Button>
          <Menu
            opener={<Button>{RESULT.saveReport}</Button>}
            items={[
              ...REPORTS.map((form) => ({
                word: RESULT.forms[form],
                run: () => exported.save({ batch, form, language: 'en' }),
              })),
              ...JOURNAL_FORMS.map((form) => ({
                word: RESULT.forms[form],
                run: () => journal.book({ batch }, form),
              })),
            ]}
          />
          {counts.success === 0 ? null : (
            <Menu
              opener={<Button>{RESULT.makeAdvice}</Button>}
              items={[
                ...ADVICE_FORMS.map(([form, language]) => ({
                  word: RESULT.adviceForms[form][language],
                  run: () =>
                    form === 'advice' ? exported.save({ batch, form, language }) : address({ form, language }),
                })),
                { word: RESULT.mailMerge, run: () => address({ form: 'mail-merge', language: 'en' }) },
                ...LANGUAGES.map((language) => ({
                  word: ADVICE.send[language],
                  run: () => address({ form: 'mail', language }),
                })),
                ...LANGUAGES.map((language) => ({
                  word: RESULT.passports[language],
                  run: () => void passports.save({ batch, rowNumber: null, format: 'zip', language }),
                })),
              ]}
            />
          )}
          {decide.count === 0 ? null : <Button onClick={() => goToReview(batch)}>{RUN.review(decide.count)}</Button>}
          {retried === null ? null : (
            // With nothing to retry, the dialog says why.
            <Button weight={retried === 0 ? 'plain' : 'primary'} onClick={() => setRetrying(true)}>
              {RESULT.retry(retried)}
            </Button>
          )}
        </>
      }
    >
      <NotDoneNotice result={exported.result} />
      <PassportHead of={passports} />
      <AdviceNotice batch={batch} onShow={() => setListing(true)} />
      <JournalNotice saving={journal} />
      <BatchBody
        name="result"
        keys={KEYS}
        batch={batch}
        view={view}
        groups={RESULT_GROUPS}
        only={only}
        onOnly={setOnly}
        isTall={only.some((state) => state !== 'success')}
        isSending={false}
      >
        <TotalsLine
          view={view}
          asOfMs={newestAtMs(detail, live)}
          rows={detail.rows}
          totalPaise={detail.totalPaise}
          alarms={detail.alarms}
        />
      </BatchBody>
      {addressed === null ? null : (
        <EmailColumnDialog
          columns={detail.emailColumns}
          isForMails={addressed.form === 'mail'}
          onClose={() => setAddressed(null)}
          onChoose={(column) => {
            setEmailColumn(column);
            setAddressed(null);
            make(addressed, column);
          }}
        />
      )}
      {mailed === null ? null : (
        <SendAdviceDialog batch={batch} language={mailed} emailColumn={emailColumn} onClose={() => setMailed(null)} />
      )}
      {isListing ? <AdviceListDialog batch={batch} onClose={() => setListing(false)} /> : null}
      {isRetrying ? <RetryDialog batch={batch} onClose={() => setRetrying(false)} /> : null}
    </Page>
  );
}

interface EmailColumnProps {
  readonly columns: readonly string[];
  /** Without a column there is nobody to write to. */
  readonly isForMails: boolean;
  readonly onClose: () => void;
  readonly onChoose: (column: string) => void;
}

/** Nothing is preselected: a slip sent to another person's mailbox cannot be taken back. */
function EmailColumnDialog({ columns, isForMails, onClose, onChoose }: EmailColumnProps) {
  const [chosen, setChosen] = useState('');
  const column = chosen === NO_COLUMN ? '' : columns[Number(chosen)];
  return (
    <Dialog
      title={RESULT.emailTitle}
      onClose={onClose}
      act={{
        word: isForMails ? ADVICE.choose : RESULT.emailSave,
        disabled: chosen === '',
        run: () => (column === undefined ? undefined : onChoose(column)),
      }}
    >
      <Stack>
        <p>{RESULT.emailAbout}</p>
        <SelectField
          label={RESULT.emailColumn}
          options={[
            ['', RESULT.emailNotChosen],
            ...columns.map((header, at) => [String(at), header] as const),
            ...(isForMails ? [] : [[NO_COLUMN, RESULT.noEmail] as const]),
          ]}
          value={chosen}
          onChange={({ target }) => setChosen(target.value)}
        />
      </Stack>
    </Dialog>
  );
}

const NO_COLUMN = 'none';

/** Compares the sum of all states with what was confirmed, to the paisa. */
function TotalsLine({
  view,
  asOfMs,
  rows,
  totalPaise,
  alarms,
}: Pick<Detail, 'view' | 'asOfMs' | 'rows' | 'totalPaise' | 'alarms'>) {
  const count = STATE_KINDS.reduce((sum, kind) => sum + view.counts[kind], 0);
  const paise = STATE_KINDS.reduce((sum, kind) => sum + view.paise[kind], 0);
  if (count !== rows || paise !== totalPaise)
    return <StatusLine icon={<TriangleAlert size={16} aria-hidden="true" />} tone="error" title={RESULT.differs} />;
  if (alarms > 0)
    return (
      <StatusLine icon={<TriangleAlert size={16} aria-hidden="true" />} tone="error" title={RESULT.alarmed(alarms)} />
    );
  return (
    <StatusLine
      icon={<CircleCheck size={16} aria-hidden="true" />}
      tone="good"
      title={`${RESULT.matches}: ${formatRupees(totalPaise)}`}
      figures={view.state === 'settled' ? undefined : RESULT.asOf(formatClock(asOfMs))}
    />
  );
}

/** The report lists the rest. */
const REASONS_SHOWN = 20;

type Retried = AnswerOf<'readRetry'>['first'][number];
type NotRetried = AnswerOf<'readRetry'>['notRetried'][number];

/** Who and how much, and why. */
const RETRY_COLUMNS: readonly TableColumn<Retried>[] = [
  WHO,
  HOW_MUCH,
  { word: CONFIRM.columns.why, cell: ({ message }) => (message === null ? RESULT.noMessage : say(message)) },
];

function notRetriedRows(notRetried: readonly NotRetried[]): readonly Retried[] {
  return notRetried.slice(0, REASONS_SHOWN).map(({ why, ...row }) => ({ ...row, message: why }));
}

function notRetriedWords(count: number): string {
  const words = RESULT.notRetried(count);
  return count > REASONS_SHOWN ? `${words}, ${REVIEW.more(count - REASONS_SHOWN)}` : words;
}

/**
 * What a retry would pay again, what it would not, and why. It pays nothing itself: the draft is reviewed and confirmed like a
 * file.
 */
function RetryDialog({ batch, onClose }: { readonly batch: BatchId; readonly onClose: () => void }) {
  const question = useAsk('readRetry', { batch });
  const open = useChange('openRetry');
  const commandId = useMemo(() => crypto.randomUUID(), []);
  const count = question.value?.retried.count ?? 0;
  const start = async (): Promise<void> => {
    const isHere = stillHere();
    const result = await open.run({ batch }, commandId);
    if (result.kind === 'done' && isHere()) go({ at: 'draft', draft: result.value.draft, step: 'review' });
  };
  return (
    <Dialog
      isWide
      onClose={onClose}
      title={RESULT.retryTitle}
      act={{ word: RESULT.openRetry, disabled: count === 0, isPending: open.isPending, run: start }}
    >
      <NotDoneNotice result={open.result} />
      <Loaded of={question}>
        {({ retried, first, notRetried }) => (
          <Stack>
            <p>
              {retried.count === 0 ? RESULT.noRetry : RESULT.retryAbout(retried.count, formatRupees(retried.paise))}
            </p>
            <Table
              label={RESULT.retryTitle}
              columns={RETRY_COLUMNS}
              groups={[
                { key: 'retried', heading: null, rows: first },
                { key: 'notRetried', heading: notRetriedWords(notRetried.length), rows: notRetriedRows(notRetried) },
              ].filter(({ rows }) => rows.length > 0)}
              keyOf={({ payout }) => payout}
            />
            {retried.count > first.length ? <Faint>{RESULT.retryMore(retried.count - first.length)}</Faint> : null}
          </Stack>
        )}
      </Loaded>
    </Dialog>
  );
}
