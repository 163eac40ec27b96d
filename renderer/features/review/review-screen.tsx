// No row with an error looks payable.

import {
  CircleAlert,
  CircleCheck,
  Download,
  Info,
  ListChecks,
  Redo2,
  Replace,
  StepForward,
  TriangleAlert,
  Undo2,
} from 'lucide-react';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { AnswerOf } from '../../../shared/api/contract.ts';
import type { CheckedReading } from '../../../shared/api/draft-commands.ts';
import {
  type DraftEdit,
  type DraftFilter,
  type DraftQuery,
  type DraftSummary,
  EVERY_ROW,
} from '../../../shared/api/draft-commands.ts';
import { countOf, formatCount } from '../../../shared/counts.ts';
import { formatRupees } from '../../../shared/money.ts';
import { METHODS } from '../../../shared/rows.ts';
import { useDraftSeen } from '../../bridge/draft-seen.ts';
import { type RowPage, type RowWindow, useRowList } from '../../bridge/row-list.ts';
import type { CommandResult } from '../../bridge/transport.ts';
import { useAsk, useDesk, useDownload } from '../../bridge/use-desk.ts';
import { REVIEW } from '../../text/drafts.ts';
import { AreaField, BareInput, Button, type Chip, Chips, IconButton } from '../../ui/controls.tsx';
import type { GridHandle } from '../../ui/grid/grid.tsx';
import { goToBatch } from '../../ui/navigation.ts';
import { Empty, NotDoneNotice, Notice, RepeatNotice } from '../../ui/notice.tsx';
import { Page, Row, Tools } from '../../ui/page.tsx';
import { Status } from '../../ui/status.tsx';
import { type SeenRow, suggestedEdit, useDraftEditing } from './draft-editing.ts';
import { ChangeDialog, ReplaceDialog } from './edit-dialogs.tsx';
import type { DraftPage } from './paste-and-fill.ts';
import { CarriedNotice, ReadAgainButton } from './read-again.tsx';
import { fieldsOf } from './review-columns.tsx';
import { CellLine, ReviewGrid, useSelection } from './review-grid.tsx';
import styles from './review-screen.module.css';
import { TickedBar, useRowTicks } from './row-ticks.tsx';

interface ReviewScreenProps {
  readonly reading: CheckedReading;
  readonly profile: string;
  /** The file was read again: its rows may be others. */
  readonly onRead: () => void;
  readonly onMatch: () => void;
  readonly onConfirm: () => void;
}

export function ReviewScreen({ reading, profile, onRead, onMatch, onConfirm }: ReviewScreenProps) {
  const desk = useDesk();
  const editing = useDraftEditing(reading);
  const { summary } = editing;
  const [asked, setAsked] = useState<DraftQuery>(() => firstShown(reading));
  useDraftSeen(reading.draft, 'review', asked);
  const [isReplacing, setReplacing] = useState(false);
  const [changing, setChanging] = useState<DraftQuery | null>(null);
  const ticks = useRowTicks(asked);
  const problems = useDownload('exportProblemRows');
  const grid = useRef<GridHandle>(null);
  const { draft, retryOf, lockedFields } = reading;
  const open = fieldsOf(reading).filter((field) => !lockedFields.includes(field));
  const read = useCallback(
    (window: RowWindow) => desk.ask('readDraftRows', { draft, ...asked, window }),
    [asked, desk, draft],
  );
  const load = useCallback(async (window: RowWindow) => seenPage(await read(window)), [read]);
  const list = useRowList<SeenRow>({ version: summary.revision, topics: NO_TOPICS, batch: null, load });
  const { selected, select, wentTo, goTo } = useSelection(list);

  const goToNextIssue = async (): Promise<void> => {
    const result = await desk.ask('findNextIssue', {
      draft,
      ...asked,
      afterRowNumber: wentTo(),
      severity: summary.counts.errors > 0 ? 'error' : 'warning',
    });
    if (result.kind !== 'done' || result.value.found === null) return;
    const { at, rowNumber, field } = result.value.found;
    goTo(rowNumber);
    grid.current?.jumpTo(at, field ?? 'status');
  };
  const takeSuggestion = async (): Promise<void> => {
    const row = selected === null ? null : (list.read().rows[selected.at]?.row ?? null);
    const suggested = row === null || selected === null ? null : suggestedEdit(row, selected.field, lockedFields);
    if (suggested !== null) await editing.edit(suggested);
  };
  useReviewKeys({
    onNextIssue: goToNextIssue,
    onSuggestion: takeSuggestion,
    onUndo: editing.undo,
    onRedo: editing.redo,
  });

  return (
    <Page
      isFilled
      title="Review and fix"
      about={REVIEW.about(reading)}
      step="review"
      footer={
        <>
          <ReviewTotals summary={summary} />
          {retryOf === null ? (
            <Button onClick={onMatch}>Change the columns</Button>
          ) : (
            <Button onClick={() => goToBatch(retryOf, 'result')}>Back to the result</Button>
          )}
          <Button
            weight="primary"
            isMain
            disabled={summary.payable.count === 0}
            isPending={editing.isEditing}
            onClick={onConfirm}
          >
            Check and confirm
          </Button>
        </>
      }
    >
      <NotDoneNotice result={editing.notDone} onClose={editing.dismiss} />
      {editing.keptTexts.length === 0 ? null : (
        <AreaField
          label="What you typed"
          hint="It is kept here until you close this. Copy from it what you need."
          readOnly
          value={editing.keptTexts.join('\n')}
        />
      )}
      <NotDoneNotice result={problems.result} onClose={problems.reset} />
      {retryOf === null ? null : (
        <Notice
          tone="note"
          title={`These rows were not paid in ${retryOf}. Correct them here; the originals stay as they are.`}
          about="Each is paid again once, for the same amount, as a new batch linked with the first one."
        />
      )}
      {reading.carried === null ? null : <CarriedNotice carried={reading.carried} />}
      {reading.reopened === null ? null : <Notice tone="warning" title={REVIEW.reopened[reading.reopened]} />}
      {reading.repeats.slice(0, 1).map((repeat) => (
        <RepeatNotice key={repeat.batch} repeat={repeat} />
      ))}
      <Tools>
        <ReviewFilters counts={summary.counts} asked={asked} onAsk={setAsked} />
        <Row>
          <IconButton
            icon={Undo2}
            label={summary.undo === null ? 'Undo' : `Undo: ${summary.undo} (Ctrl+Z)`}
            disabled={summary.undo === null}
            onClick={() => void editing.undo()}
          />
          <IconButton
            icon={Redo2}
            label={summary.redo === null ? 'Redo' : `Redo: ${summary.redo} (Ctrl+Y)`}
            disabled={summary.redo === null}
            onClick={() => void editing.redo()}
          />
          <IconButton icon={Replace} label={REVIEW.replace} onClick={() => setReplacing(true)} />
          <IconButton icon={ListChecks} label={REVIEW.change} onClick={() => setChanging(asked)} />
          <ReadAgainButton
            reading={reading}
            profile={profile}
            isEditing={editing.isEditing}
            onRead={onRead}
            onMatch={onMatch}
            onNotDone={editing.refuse}
          />
          <IconButton
            icon={Download}
            label="Save the problem rows"
            disabled={summary.counts.errors === 0}
            onClick={() => problems.save({ draft })}
          />
          <Button
            icon={StepForward}
            title="Next issue (F8)"
            disabled={summary.counts.errors + summary.counts.warnings === 0}
            onClick={() => void goToNextIssue()}
          >
            Next issue
          </Button>
        </Row>
      </Tools>
      <TickedBar ticks={ticks} list={list} edit={editing.edit} onChange={() => setChanging(ticks.query)} />
      <div className={styles.body}>
        <div className={styles.rows}>
          <ReviewGrid
            reading={reading}
            list={list}
            read={read}
            handle={grid}
            onSelect={select}
            editing={editing}
            ticks={ticks}
          />
          <CellLine list={list} selected={selected} locked={lockedFields} edit={editing.edit} />
        </div>
        <IssuePanel draft={draft} summary={summary} asked={asked} onAsk={setAsked} edit={editing.edit} />
      </div>
      {changing === null ? null : (
        <ChangeDialog
          draft={draft}
          asked={changing}
          fields={open}
          isEditing={editing.isEditing}
          onClose={() => setChanging(null)}
          edit={editing.editInDialog}
        />
      )}
      <ReplaceDialog
        draft={draft}
        isOpen={isReplacing}
        onClose={() => setReplacing(false)}
        fields={open}
        edit={editing.editInDialog}
      />
    </Page>
  );
}

/** What was shown when the person left, as long as anything of it is there; else what is wrong. */
function firstShown({ seen, summary: { counts } }: CheckedReading): DraftQuery {
  const before = seen?.query ?? null;
  if (before !== null && counts[before.filter] > 0) return before;
  return counts.errors > 0 ? { ...EVERY_ROW, filter: 'errors' } : EVERY_ROW;
}

/** Each row with the revision that it was read in. */
function seenPage(result: CommandResult<DraftPage>): CommandResult<RowPage<SeenRow>> {
  if (result.kind !== 'done') return result;
  const { revision, rows } = result.value;
  return { ...result, value: { ...result.value, rows: rows.map((row) => ({ ...row, revision })) } };
}

/** The draft's revision says it all. */
const NO_TOPICS = [] as const;

const FILTERS: readonly DraftFilter[] = ['all', 'ready', 'errors', 'warnings', 'excluded', 'edited'];

interface ReviewFiltersProps {
  readonly counts: DraftSummary['counts'];
  readonly asked: DraftQuery;
  readonly onAsk: (asked: DraftQuery) => void;
}

function ReviewFilters({ counts, asked, onAsk }: ReviewFiltersProps) {
  const chips = FILTERS.map((key): Chip<DraftFilter> => ({ key, word: REVIEW.filters[key], count: counts[key] }));
  return (
    <Row>
      <Chips
        label="Show rows"
        chips={chips}
        chosen={asked.filter}
        onChoose={(filter) => onAsk({ ...asked, filter, issue: null })}
      />
      <BareInput
        label="Search in the rows"
        type="search"
        value={asked.search}
        onChange={(event) => onAsk({ ...asked, search: event.target.value })}
        widthPx={176}
      />
    </Row>
  );
}

function ReviewTotals({ summary }: { readonly summary: DraftSummary }) {
  const { payable, byMethod, counts, hidden } = summary;
  return (
    <div className={styles.totals} role="status">
      <dl className={styles.figures}>
        <div>
          <dt>Will be paid</dt>
          <dd>{countOf(payable.count, 'payout')}</dd>
        </div>
        <div>
          <dt>Total</dt>
          <dd className={styles.total}>{formatRupees(payable.paise)}</dd>
        </div>
        {METHODS.map((method) => (
          <div key={method}>
            <dt>{method}</dt>
            <dd>
              {formatCount(byMethod[method].count)} · {formatRupees(byMethod[method].paise)}
            </dd>
          </div>
        ))}
      </dl>
      <span className={`medium ${styles.left}`}>
        {payable.count === 0
          ? 'No row can be paid yet.'
          : counts.errors > 0
            ? `${countOf(counts.errors, 'row')} with errors will be left out.`
            : REVIEW.hidden(hidden)}
      </span>
    </div>
  );
}

interface ReviewKeys {
  readonly onNextIssue: () => Promise<unknown>;
  readonly onSuggestion: () => Promise<unknown>;
  readonly onUndo: () => Promise<unknown>;
  readonly onRedo: () => Promise<unknown>;
}

/** F8, F9, Ctrl+Z, Ctrl+Y: taken neither from an input that is being typed in, nor behind a dialog. */
function useReviewKeys(keys: ReviewKeys): void {
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    const act = actionOf(event, keys);
    if (act === null) return;
    event.preventDefault();
    void act();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}

function actionOf(event: KeyboardEvent, keys: ReviewKeys): (() => Promise<unknown>) | null {
  if (document.querySelector('[role="dialog"]') !== null) return null;
  if (event.key === 'F8') return keys.onNextIssue;
  if (event.key === 'F9') return keys.onSuggestion;
  const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
  if (isTyping || event.altKey || !(event.ctrlKey || event.metaKey)) return null;
  const key = event.key.toLowerCase();
  if (key === 'z') return event.shiftKey ? keys.onRedo : keys.onUndo;
  return key === 'y' ? keys.onRedo : null;
}

type Group = AnswerOf<'readDraftIssues'>['groups'][number];

interface IssuePanelProps {
  readonly draft: string;
  readonly summary: DraftSummary;
  readonly asked: DraftQuery;
  readonly onAsk: (asked: DraftQuery) => void;
  readonly edit: (edit: DraftEdit) => Promise<unknown>;
}

const MARKS = {
  error: { tone: 'wrong', icon: CircleAlert },
  warning: { tone: 'doubt', icon: TriangleAlert },
  notice: { tone: 'quiet', icon: Info },
} as const;

function IssuePanel({ draft, summary, asked, onAsk, edit }: IssuePanelProps) {
  const groups = useAsk('readDraftIssues', { draft }).value?.groups ?? [];
  return (
    <aside className={`surface ${styles.issues}`} aria-label={REVIEW.issues}>
      <div className={styles.issuesHeader}>
        <h2>{REVIEW.issues}</h2>
        {summary.counts.errors > 0 ? (
          <Button weight="quiet" onClick={() => void edit({ kind: 'exclude', excluded: true, rows: 'errors' })}>
            Leave out all rows with errors
          </Button>
        ) : null}
      </div>
      {groups.length === 0 ? (
        <Empty
          icon={CircleCheck}
          title="Nothing is wrong with these rows."
          about="Every row of the file can be paid."
        />
      ) : (
        <ul className={styles.groups}>
          {groups.map((group) => (
            <IssueGroup key={`${group.code} ${group.field}`} group={group} asked={asked} onAsk={onAsk} edit={edit} />
          ))}
        </ul>
      )}
    </aside>
  );
}

interface IssueGroupProps extends Pick<IssuePanelProps, 'asked' | 'onAsk' | 'edit'> {
  readonly group: Group;
}

function IssueGroup({ group, asked, onAsk, edit }: IssueGroupProps) {
  const { code, field, severity, message, cure, count, firstRowNumber, fixable } = group;
  const isShown = asked.issue !== null && asked.issue.code === code && asked.issue.field === field;
  return (
    <li className={styles.group}>
      <div className={`row apart ${styles.groupHead}`}>
        <Status {...MARKS[severity]} word={REVIEW.rowsWith(count, firstRowNumber)} />
        <div className={styles.groupButtons}>
          <Button
            weight="quiet"
            aria-pressed={isShown}
            aria-label={`${REVIEW.show}: ${message}`}
            onClick={() => onAsk(isShown ? EVERY_ROW : { ...EVERY_ROW, issue: { code, field } })}
          >
            {isShown ? 'Shown' : REVIEW.show}
          </Button>
          {fixable > 0 ? (
            <Button
              weight="quiet"
              aria-label={`${REVIEW.fixAll(fixable)}: ${message}`}
              onClick={() => void edit({ kind: 'fixAll', code, field })}
            >
              {REVIEW.fixAll(fixable)}
            </Button>
          ) : null}
        </div>
      </div>
      <p className="medium">{message}</p>
      <p className={`soft small ${styles.cure}`}>{cure}</p>
    </li>
  );
}
