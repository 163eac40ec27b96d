// Which column of the file is which field. No column that will not be sent is hidden, and no guess looks like a certainty.

import { CircleCheck, CircleDashed, History, Pencil, ScanSearch } from 'lucide-react';
import { useState } from 'react';
import type { AnswerOf } from '../../../shared/api/contract.ts';
import type { ReadOptions } from '../../../shared/api/draft-commands.ts';
import { unreachable } from '../../../shared/failures.ts';
import { FIELD_WORDS } from '../../../shared/field-words.ts';
import type { Field } from '../../../shared/issues.ts';
import { REMARK_MAX_CHARACTERS } from '../../../shared/limits.ts';
import { useChange, useRemember } from '../../bridge/use-desk.ts';
import { formatCount, formatSize, tooLong } from '../../text/format.ts';
import { MATCH, OPEN, STEP_ORDER, STEPS } from '../../text/open.ts';
import { REVIEW } from '../../text/review.ts';
import { SHELL } from '../../text/shell.ts';
import { FIELD_HELP } from '../../text/states.ts';
import { Button } from '../../ui/button.tsx';
import { BareSelect, SelectField, TextField, Tick } from '../../ui/field.tsx';
import { go } from '../../ui/navigation.ts';
import { NotDoneNotice, Notice, RepeatNotice } from '../../ui/notice.tsx';
import { Card, Columns, Facts, Page, Stack } from '../../ui/page.tsx';
import { HOME } from '../../ui/route.ts';
import { Status } from '../../ui/status.tsx';
import { Steps } from '../../ui/steps.tsx';
import { Table } from '../../ui/table.tsx';
import {
  chooseOn,
  type Choosing,
  type ColumnChoice,
  columnsOf,
  FIELD_ORDER,
  type Header,
  ignoredHeaders,
  isSameChoice,
  type Missing,
  missingOf,
  readColumns,
} from './choose-columns.ts';
import styles from './match-screen.module.css';

type Reading = AnswerOf<'readDraft'>;

interface MatchScreenProps {
  readonly reading: Reading;
  readonly profile: string;
  readonly onReview: () => void;
}

/** Shape: what the person chose and the desk has not read yet. */
interface Choice extends Choosing {
  readonly remember: boolean;
  readonly fillRemark: string;
  readonly includeHidden: boolean;
}

export function MatchScreen({ reading, profile, onReview }: MatchScreenProps) {
  const reread = useChange('rereadDraft');
  const forgetColumns = useChange('forgetColumns');
  const remember = useRemember();
  const [choice, setChoice] = useState<Choice>(() => ({
    columns: columnsOf(reading.headers),
    before: null,
    remember: true,
    fillRemark: reading.options.fillRemark ?? '',
    includeHidden: reading.options.includeHidden,
  }));
  const missing = missingOf(choice.columns);
  const rereadAs = async (changed: Partial<ReadOptions>): Promise<boolean> => {
    const told = await reread.run({ draft: reading.draft, profile, options: { ...reading.options, ...changed } });
    if (told.kind === 'done') remember('readDraft', { draft: reading.draft }, told);
    if (told.kind === 'done') setChoice((now) => ({ ...now, columns: columnsOf(told.value.headers), before: null }));
    return told.kind === 'done' && told.value.kind === 'checked';
  };
  const next = async (): Promise<void> => {
    const isRead = await rereadAs({
      // Where the desk asks, leaving the columns as they stand is an answer too.
      ...(reading.kind === 'checked' && isSameChoice(choice.columns, columnsOf(reading.headers))
        ? {}
        : { columns: [...readColumns(choice.columns)] }),
      fillRemark: choice.fillRemark.trim() === '' ? null : choice.fillRemark.trim(),
      includeHidden: choice.includeHidden,
      rememberColumns: choice.remember,
    });
    if (isRead) onReview();
  };
  const startOver = async (): Promise<void> => {
    await forgetColumns.run({ draft: reading.draft });
    await rereadAs({ columns: [], rememberColumns: false });
  };
  const hiddenWords = reading.kind === 'checked' ? REVIEW.hidden(reading.summary.hidden) : '';
  const wantsColumns = reading.kind === 'checked' || reading.about === 'columns';
  return (
    <Page
      title={MATCH.title}
      about={MATCH.about(reading.file.name, reading.rows)}
      actions={<Steps label={STEPS.label} steps={STEP_ORDER} current={STEPS.match} />}
      footer={
        <>
          <span className={styles.why} role="status">
            {wantsColumns && missing !== null ? whyNot(missing) : null}
          </span>
          <Button onClick={() => go(HOME)}>{SHELL.back}</Button>
          <Button
            weight="primary"
            disabled={!wantsColumns || missing !== null}
            isPending={reread.isPending}
            onClick={() => void next()}
          >
            {reread.isPending ? MATCH.reading : MATCH.next}
          </Button>
        </>
      }
    >
      <NotDoneNotice told={reread.told} />
      {reading.kind === 'asks' && !isSaidBelow(reading.refusal.code) ? (
        <Notice tone="warning" title={reading.refusal.message}>
          {reading.refusal.cure}
        </Notice>
      ) : null}
      {reading.kind === 'checked'
        ? reading.repeats.map((repeat) => <RepeatNotice key={repeat.batch} repeat={repeat} />)
        : null}
      <Columns isSplit>
        <Stack>
          {reading.kind === 'asks' && reading.about === 'encoding' ? (
            <EncodingCard reading={reading} onChoose={(encoding) => void rereadAs({ encoding })} />
          ) : null}
          {wantsColumns ? (
            <ColumnTable
              headers={reading.headers}
              columns={choice.columns}
              onChoose={(chosen) => setChoice({ ...choice, ...chooseOn(choice, chosen) })}
            />
          ) : null}
        </Stack>
        <Stack>
          <FileFactsCard
            reading={reading}
            isBusy={reread.isPending}
            onSheet={(sheet) => void rereadAs({ sheet, columns: [] })}
          />
          {wantsColumns ? (
            <>
              <Ignored headers={ignoredHeaders(reading.headers, choice.columns).map(({ header }) => header)} />
              <Stack isTight>
                <TextField
                  label={MATCH.fillRemarkLabel}
                  hint={MATCH.fillRemarkHint}
                  error={tooLong(choice.fillRemark.trim(), REMARK_MAX_CHARACTERS)}
                  value={choice.fillRemark}
                  onChange={(event) => setChoice({ ...choice, fillRemark: event.target.value })}
                />
                <Tick
                  checked={choice.remember}
                  onChange={(event) => setChoice({ ...choice, remember: event.target.checked })}
                >
                  {MATCH.remember}
                </Tick>
                {reading.kind === 'checked' && (hiddenWords !== '' || choice.includeHidden) ? (
                  <Tick
                    checked={choice.includeHidden}
                    onChange={(event) => setChoice({ ...choice, includeHidden: event.target.checked })}
                  >
                    {MATCH.includeHidden}
                    {hiddenWords === '' ? null : ` (${hiddenWords})`}
                  </Tick>
                ) : null}
                {reading.headers.some(({ how }) => how === 'remembered') ? (
                  <div>
                    <Button weight="quiet" onClick={() => void startOver()}>
                      {MATCH.reset}
                    </Button>
                  </div>
                ) : null}
              </Stack>
            </>
          ) : null}
        </Stack>
      </Columns>
    </Page>
  );
}

/** What is missing stands beside the button that wants it. */
function isSaidBelow(code: string): boolean {
  return code === 'columnMissing' || code === 'columnsUnknown';
}

function whyNot(missing: Missing): string {
  switch (missing) {
    case 'amount':
      return MATCH.needsAmount;
    case 'payee':
      return MATCH.needsPayee;
    case 'payeeHalf':
      return MATCH.needsPayeeHalf;
    default:
      return unreachable(missing);
  }
}

function Ignored({ headers }: { readonly headers: readonly string[] }) {
  return (
    <Card title={headers.length === 0 ? MATCH.allUsed : MATCH.ignored(headers.length)}>
      {headers.length === 0 ? null : (
        <ul className={styles.ignored}>
          {headers.map((header) => (
            <li key={header}>{header}</li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function EncodingCard({
  reading,
  onChoose,
}: {
  readonly reading: Extract<Reading, { kind: 'asks' }>;
  readonly onChoose: (encoding: ReadOptions['encoding']) => void;
}) {
  return (
    <Card title={MATCH.encoding}>
      <Stack>
        {reading.encodings.map(({ encoding, preview }) => (
          <div key={encoding} className={styles.encoding}>
            <pre className={styles.preview}>{preview}</pre>
            <Button onClick={() => onChoose(encodingOf(encoding))}>{encoding}</Button>
          </div>
        ))}
      </Stack>
    </Card>
  );
}

function encodingOf(name: string): ReadOptions['encoding'] {
  return (['utf-8', 'windows-1252', 'utf-16le', 'utf-16be'] as const).find((known) => known === name) ?? null;
}

/** Enough to recognise a column by. */
const SAMPLES_SHOWN = 3;

const COLUMNS = [{ word: MATCH.field }, { word: MATCH.column }, { word: MATCH.samples }, { word: MATCH.how }];

interface ColumnTableProps {
  readonly headers: readonly Header[];
  readonly columns: ColumnChoice;
  readonly onChoose: (chosen: { readonly field: Field; readonly header: string | null }) => void;
}

/** One line per field: its meaning, its column, first values, how it was matched. */
function ColumnTable({ headers, columns, onChoose }: ColumnTableProps) {
  const rows = FIELD_ORDER.map((field) => {
    const header = headers.find((candidate) => candidate.header === columns[field]) ?? null;
    return {
      key: field,
      cells: [
        <div key="field" className={styles.fieldName}>
          <strong>{FIELD_WORDS[field]}</strong>
          <span>{FIELD_HELP[field]}</span>
        </div>,
        <div key="column" className={styles.select}>
          <BareSelect
            label={FIELD_WORDS[field]}
            value={columns[field] ?? ''}
            onChange={(event) => onChoose({ field, header: event.target.value === '' ? null : event.target.value })}
          >
            <option value="">{MATCH.none}</option>
            {headers.map(({ header: name }) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </BareSelect>
        </div>,
        <div key="samples" className={styles.samples}>
          {header?.samples.slice(0, SAMPLES_SHOWN).join(' · ')}
        </div>,
        <How key="how" header={header} field={field} />,
      ],
    };
  });
  return (
    <Card isFlush>
      <Table label={MATCH.title} columns={COLUMNS} rows={rows} />
    </Card>
  );
}

function How({ header, field }: { readonly header: Header | null; readonly field: Field }) {
  if (header === null) return <Status tone="quiet" icon={CircleDashed} word={MATCH.missing} />;
  if (header.field !== field || header.how === 'given')
    return <Status tone="moving" icon={Pencil} word={MATCH.hows.given} />;
  if (header.how === 'guessed') return <Status tone="doubt" icon={ScanSearch} word={MATCH.hows.guessed} />;
  if (header.how === 'remembered') return <Status tone="paid" icon={History} word={MATCH.hows.remembered} />;
  return <Status tone="paid" icon={CircleCheck} word={MATCH.hows.exact} />;
}

/** Enough of a fingerprint to compare two files by eye. */
const FINGERPRINT_SHOWN_CHARACTERS = 12;

/** What the file is, and which of its sheets is read: a hidden one only where a person chooses it. */
function FileFactsCard({
  reading,
  isBusy,
  onSheet,
}: {
  readonly reading: AnswerOf<'readDraft'>;
  readonly isBusy: boolean;
  readonly onSheet: (sheet: string) => void;
}) {
  const { file, sheets, sheet, rows } = reading;
  return (
    <Card title={MATCH.facts}>
      <Stack isTight>
        <Facts
          facts={[
            [OPEN.file, file.name],
            [MATCH.size, formatSize(file.sizeBytes)],
            [OPEN.rows, formatCount(rows)],
            [MATCH.fingerprint, <code key="sha">{file.sha256.slice(0, FINGERPRINT_SHOWN_CHARACTERS)}</code>],
          ]}
        />
        {sheets.length > 1 ? (
          <SelectField
            label={MATCH.sheet}
            value={sheet ?? ''}
            // Disabled, it would lose the focus in the middle of its own choice.
            aria-disabled={isBusy}
            onChange={(event) => (isBusy ? undefined : onSheet(event.target.value))}
          >
            {sheet === null ? <option value="">{MATCH.chooseSheet}</option> : null}
            {sheets.map(({ name, hidden }) => (
              <option key={name} value={name}>
                {hidden ? `${name} (${MATCH.hiddenSheet})` : name}
              </option>
            ))}
          </SelectField>
        ) : null}
      </Stack>
    </Card>
  );
}
