// Match: which column of the file is which field, with samples and how each was matched. In: the draft's reading.
// Out: a draft read the way a person chose. This file must never hide a column that will not be sent.

import { useState } from 'react';
import type { AnswerOf } from '../../../shared/api/contract.ts';
import type { ReadOptions } from '../../../shared/api/draft-commands.ts';
import type { BatchId } from '../../../shared/ids.ts';
import { REMARK_MAX_CHARACTERS } from '../../../shared/limits.ts';
import { unreachable } from '../../../shared/failures.ts';
import { useChange, useRemember } from '../../bridge/use-desk.ts';
import { MATCH, STEP_ORDER, STEPS } from '../../text/open.ts';
import { REVIEW } from '../../text/review.ts';
import { SHELL } from '../../text/shell.ts';
import { tooLong } from '../../text/too-long.ts';
import { Button } from '../../ui/button.tsx';
import { TextField, Tick } from '../../ui/field.tsx';
import { NotDoneNotice, Notice } from '../../ui/notice.tsx';
import { Card, Columns, Page, Stack } from '../../ui/page.tsx';
import { RepeatNotice } from '../../ui/repeat-notice.tsx';
import { Steps } from '../../ui/steps.tsx';
import {
  type Choosing,
  chooseOn,
  columnsOf,
  ignoredHeaders,
  isSameChoice,
  type Missing,
  missingOf,
  readColumns,
} from './choose-columns.ts';
import { ColumnTable } from './column-table.tsx';
import { FileFactsCard } from './file-facts-card.tsx';
import styles from './match-screen.module.css';

type Reading = AnswerOf<'readDraft'>;

interface MatchScreenProps {
  readonly reading: Reading;
  readonly profile: string;
  readonly onReview: () => void;
  readonly onBack: () => void;
  readonly onBatch: (batch: BatchId) => void;
}

/** Shape: what the person chose and the desk has not read yet. */
interface Choice extends Choosing {
  readonly remember: boolean;
  readonly fillRemark: string;
  readonly includeHidden: boolean;
}

export function MatchScreen({ reading, profile, onReview, onBack, onBatch }: MatchScreenProps) {
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
          <Button onClick={onBack}>{SHELL.back}</Button>
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
        ? reading.repeats.map((repeat) => <RepeatNotice key={repeat.batch} repeat={repeat} onOpen={onBatch} />)
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
