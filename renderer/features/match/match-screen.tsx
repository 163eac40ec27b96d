// Columns that will not be sent stay visible, and a guess never looks like a certainty.

import { CircleCheck, CircleDashed, History, Pencil, ScanSearch } from 'lucide-react';
import { useState } from 'react';
import type { ReadOptions } from '../../../shared/api/draft-commands.ts';
import { REMARK_MAX_CHARACTERS } from '../../../shared/limits.ts';
import { FIELD_WORDS, type Field } from '../../../shared/rows.ts';
import { MATCH, REVIEW } from '../../../shared/text/drafts.ts';
import { COUNTED, tooLong } from '../../../shared/text/format.ts';
import { FIELD_HELP } from '../../../shared/text/payouts.ts';
import { SHELL } from '../../../shared/text/shell.ts';
import { useChange, useRemember } from '../../bridge/use-desk.ts';
import { say } from '../../language.ts';
import { BareSelect, Button, TextField, Tick } from '../../ui/controls.tsx';
import { go, HOME, stillHere } from '../../ui/navigation.ts';
import { NotDoneNotice, Notice, RepeatNotice } from '../../ui/notice.tsx';
import { Card, Page, Stack, Why } from '../../ui/page.tsx';
import { Status } from '../../ui/status.tsx';
import { Table } from '../../ui/table.tsx';
import {
  type Choosing,
  chooseOn,
  chosenColumns,
  columnsOf,
  FIELD_ORDER,
  type Header,
  type HeaderByField,
  type MatchReading,
  missingOf,
  offeredFor,
  questionsOf,
} from './choose-columns.ts';
import styles from './match-screen.module.css';
import { answersOf, ColumnCard, MethodCard, openQuestions, SheetCard, WordCard } from './question-cards.tsx';
import { SheetPreview } from './sheet-preview.tsx';

interface MatchScreenProps {
  readonly reading: MatchReading;
  readonly profile: string;
  readonly onReview: () => void;
}

/** What the person chose and the desk has not read yet. */
interface ColumnChoice extends Choosing {
  readonly remember: boolean;
  readonly fillRemark: string;
  readonly includeHidden: boolean;
  readonly methods: ReadOptions['methods'];
  readonly words: ReadOptions['words'];
}

export function MatchScreen({ reading, profile, onReview }: MatchScreenProps) {
  const reread = useChange('rereadDraft');
  const forgetColumns = useChange('forgetColumns');
  const keep = useRemember();
  // The question stays where it was answered, with the focus.
  const [asksSheet] = useState(reading.kind === 'asks' && reading.about === 'sheet');
  const [choice, setChoice] = useState<ColumnChoice>(() => ({
    ...nothingChosen(reading),
    remember: true,
    fillRemark: reading.options.fillRemark ?? '',
    includeHidden: reading.options.includeHidden,
    ...answersOf(reading),
  }));
  const choose = (chosen: Parameters<typeof chooseOn>[1]): void =>
    setChoice({ ...choice, ...chooseOn(choice, chosen) });
  const questions = questionsOf(reading);
  const missing = missingOf(choice.columns, choice.fillRemark);
  const open = openQuestions(reading, choice);
  const rereadAs = async (changed: Partial<ReadOptions>): Promise<boolean> => {
    const result = await reread.run({ draft: reading.draft, profile, options: { ...reading.options, ...changed } });
    if (result.kind !== 'done') return false;
    keep('readDraft', { draft: reading.draft }, result);
    setChoice((now) => ({ ...now, ...nothingChosen(result.value), ...answersOf(result.value) }));
    return result.value.kind === 'checked';
  };
  const next = async (): Promise<void> => {
    const isHere = stillHere();
    const isRead = await rereadAs({
      ...chosenColumns(reading, choice.columns),
      fillRemark: choice.fillRemark.trim() === '' ? null : choice.fillRemark.trim(),
      includeHidden: choice.includeHidden,
      methods: choice.methods,
      words: choice.words,
      rememberColumns: choice.remember,
    });
    if (isRead && isHere()) onReview();
  };
  const startOver = async (): Promise<void> => {
    await forgetColumns.run({ draft: reading.draft });
    await rereadAs({ ...NO_COLUMNS_CHOSEN, methods: [], words: [], rememberColumns: false });
  };
  const readSheet = (sheet: string): void => void rereadAs({ sheet, headerRow: null, ...NO_COLUMNS_CHOSEN });
  // Whatever must be answered comes before the table of columns.
  const needsRemark = reading.options.fillRemark === null && columnsOf(reading.headers).remark === null;
  const remarkField = (
    <TextField
      label={MATCH.remark}
      hint={MATCH.remarkHelp}
      error={tooLong(choice.fillRemark.trim(), REMARK_MAX_CHARACTERS)}
      value={choice.fillRemark}
      onChange={(event) => setChoice({ ...choice, fillRemark: event.target.value })}
    />
  );
  const hiddenWords = reading.kind === 'checked' ? REVIEW.hidden(reading.summary.hidden) : '';
  const wantsColumns = reading.kind === 'checked' || reading.about === 'columns';
  return (
    <Page
      title={MATCH.title}
      about={reading.rows === 0 ? reading.file.name : `${reading.file.name} · ${COUNTED.rows(reading.rows)}`}
      step="match"
      footer={
        <>
          <Why>{MATCH.open(open) ?? (missing === null ? null : MATCH.missing[missing])}</Why>
          <Button onClick={() => go(HOME)}>{SHELL.back}</Button>
          <Button
            weight="primary"
            isMain
            disabled={missing !== null || open > 0}
            isPending={reread.isPending}
            onClick={() => void next()}
          >
            {reread.isPending ? MATCH.readingAgain : MATCH.next}
          </Button>
        </>
      }
    >
      <NotDoneNotice result={reread.result} />
      {reading.kind === 'asks' && questions.length === 0 && !isAskedBelow(reading) ? (
        <Notice tone="warning" title={say(reading.refusal.message)} about={say(reading.refusal.cure)} />
      ) : null}
      {reading.kind === 'checked'
        ? reading.repeats.map((repeat) => <RepeatNotice key={repeat.batch} repeat={repeat} />)
        : null}
      <div className={styles.split}>
        <Stack>
          {asksSheet ? <SheetCard reading={reading} isBusy={reread.isPending} onSheet={readSheet} /> : null}
          {reading.kind === 'asks' && reading.about === 'encoding' ? (
            <EncodingCard reading={reading} onChoose={(encoding) => void rereadAs({ encoding })} />
          ) : null}
          {questions.map((question) => (
            <ColumnCard
              key={question.field}
              question={question}
              headers={reading.headers}
              choosing={choice}
              onChoose={choose}
            />
          ))}
          {wantsColumns ? (
            <>
              <MethodCard
                words={reading.methodWords}
                answers={choice.methods}
                onAnswer={(methods) => setChoice({ ...choice, methods })}
              />
              <WordCard
                words={reading.sheetWords}
                answers={choice.words}
                onAnswer={(words) => setChoice({ ...choice, words })}
              />
              {needsRemark ? <Card>{remarkField}</Card> : null}
              <ColumnTable headers={reading.headers} columns={choice.columns} onChoose={choose} />
              <Stack isTight>
                {needsRemark ? null : remarkField}
                <Tick checked={choice.remember} onTick={(remember) => setChoice({ ...choice, remember })}>
                  {MATCH.remember}
                </Tick>
                {reading.kind === 'checked' && (hiddenWords !== '' || choice.includeHidden) ? (
                  <Tick
                    checked={choice.includeHidden}
                    onTick={(includeHidden) => setChoice({ ...choice, includeHidden })}
                  >
                    {MATCH.includeHidden}
                    {hiddenWords === '' ? null : ` (${hiddenWords})`}
                  </Tick>
                ) : null}
                {reading.headers.some(({ how }) => how === 'remembered') ? (
                  <div>
                    <Button weight="quiet" onClick={() => void startOver()}>
                      {MATCH.forget}
                    </Button>
                  </div>
                ) : null}
              </Stack>
            </>
          ) : null}
        </Stack>
        <Stack>
          <SheetPreview
            reading={reading}
            columns={choice.columns}
            isBusy={reread.isPending}
            onSheet={asksSheet ? null : readSheet}
            onHeaderRow={(headerRow) => void rereadAs({ headerRow, ...NO_COLUMNS_CHOSEN })}
            onChoose={choose}
          />
        </Stack>
      </div>
    </Page>
  );
}

const NO_COLUMNS_CHOSEN: Pick<ReadOptions, 'columns' | 'money'> = { columns: [], money: [] };

function nothingChosen({ headers }: MatchReading): Choosing {
  return { columns: columnsOf(headers), answered: new Set(), before: null };
}

/** Shown as a card or beside the button instead. */
function isAskedBelow({ about, refusal: { code } }: Extract<MatchReading, { kind: 'asks' }>): boolean {
  return about === 'sheet' || code === 'columnMissing' || code === 'columnsUnknown';
}

interface EncodingCardProps {
  readonly reading: Extract<MatchReading, { kind: 'asks' }>;
  readonly onChoose: (encoding: ReadOptions['encoding']) => void;
}

function EncodingCard({ reading, onChoose }: EncodingCardProps) {
  return (
    <Card title={MATCH.encoding}>
      <Stack>
        {reading.encodings.map(({ encoding, preview }) => (
          <div key={encoding} className={styles.encoding}>
            <pre className="raw">{preview}</pre>
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

interface ColumnTableProps {
  readonly headers: readonly Header[];
  readonly columns: HeaderByField;
  readonly onChoose: (chosen: { readonly field: Field; readonly header: string | null }) => void;
}

/** One line per field: its meaning, its column, how it was matched, and a sample of the column. */
function ColumnTable({ headers, columns, onChoose }: ColumnTableProps) {
  const headerOf = (field: Field): Header | null => headers.find(({ header }) => header === columns[field]) ?? null;
  return (
    <Card isFlush>
      <Table<Field>
        label={MATCH.title}
        rows={FIELD_ORDER}
        keyOf={(field) => field}
        columns={[
          {
            word: MATCH.field,
            cell: (field) => (
              <div className={styles.fieldName}>
                <strong className="strong">{FIELD_WORDS[field]}</strong>
                <span className="faint small">{headerOf(field)?.samples[0] ?? FIELD_HELP[field]}</span>
              </div>
            ),
          },
          {
            word: MATCH.columnOfFile,
            cell: (field) => (
              <div className={styles.select}>
                <BareSelect
                  label={FIELD_WORDS[field]}
                  options={[
                    ['', MATCH.noColumn],
                    ...offeredFor(field, headers).map(({ header }) => [header, header] as const),
                  ]}
                  value={columns[field] ?? ''}
                  onChange={({ target }) => onChoose({ field, header: target.value === '' ? null : target.value })}
                />
              </div>
            ),
          },
          { word: MATCH.matched, cell: (field) => <How header={headerOf(field)} field={field} /> },
        ]}
      />
    </Card>
  );
}

const HOWS = {
  exact: { tone: 'paid', icon: CircleCheck, word: MATCH.how.exact },
  remembered: { tone: 'paid', icon: History, word: MATCH.how.remembered },
  guessed: { tone: 'doubt', icon: ScanSearch, word: MATCH.how.guessed },
  given: { tone: 'moving', icon: Pencil, word: MATCH.how.given },
  missing: { tone: 'quiet', icon: CircleDashed, word: MATCH.how.missing },
} as const;

function How({ header, field }: { readonly header: Header | null; readonly field: Field }) {
  return <Status {...HOWS[header === null ? 'missing' : header.field === field ? (header.how ?? 'exact') : 'given']} />;
}
