// A row with an error never looks payable.

import { Download, ListChecks, Redo2, RefreshCw, Replace, StepForward, Undo2 } from 'lucide-react';
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { AnswerOf } from '../../../shared/api/contract.ts';
import type { GridLayout } from '../../../shared/api/desk-commands.ts';
import {
  type CarriedEdits,
  type CheckedReading,
  type DraftFilter,
  type DraftQuery,
  type DraftSort,
  type DraftSummary,
  EVERY_ROW,
} from '../../../shared/api/draft-commands.ts';
import { formatCount } from '../../../shared/counts.ts';
import { formatRupees } from '../../../shared/money.ts';
import { type Field, METHODS, SPREADSHEET_ENDINGS } from '../../../shared/rows.ts';
import { REVIEW, STEPS } from '../../../shared/text/drafts.ts';
import { COUNTED } from '../../../shared/text/format.ts';
import type { CommandFailure, CommandResult } from '../../bridge/desk-transport.ts';
import { type RowPage, type RowWindow, useRowList } from '../../bridge/row-list.ts';
import { useChange, useDesk, useDownload, useDraftSeen, useRemember } from '../../bridge/use-desk.ts';
import { say } from '../../language.ts';
import { AreaField, BareInput, Button, type Chip, Chips, IconButton } from '../../ui/controls.tsx';
import type { RowKey } from '../../ui/grid/bound-selection.ts';
import { useGridLayout } from '../../ui/grid/grid-columns.ts';
import type { GridHandle } from '../../ui/grid/grid-props.ts';
import { useCommands } from '../../ui/keyboard-commands.ts';
import { goToBatch } from '../../ui/navigation.ts';
import { NotDoneNotice, Notice, RepeatNotice } from '../../ui/notice.tsx';
import { Page, Row, Tools } from '../../ui/page.tsx';
import type { TicksAt } from '../../ui/repeats.tsx';
import { useScrolling } from '../../ui/scrolling.ts';
import { type SeenRow, suggestedEdit, useDraftEditing } from './draft-editing.ts';
import { ChangeDialog, ReplaceDialog } from './edit-dialogs.tsx';
import { chipCounts, chipQuery, chosenChip, type HeldBack, heldWords, nextRow, type ReviewChip } from './held-back.ts';
import { FixDialog, fixableKind, type IssueKind, IssuePanel, useIssues } from './issue-panel.tsx';
import { RepeatsLine, useRepeats } from './paid-before.tsx';
import type { DraftPage } from './paste-and-fill.ts';
import { fieldsOf, SORTED_BY } from './review-columns.tsx';
import { CellLine, ReviewGrid, useSelection } from './review-grid.tsx';
import styles from './review-screen.module.css';
import { TickedBar, useRowTicks } from './row-ticks.tsx';

interface ReviewScreenProps {
  readonly reading: CheckedReading;
  readonly profile: string;
  readonly onMatch: () => void;
  readonly onConfirm: () => void;
  readonly ticksAt: TicksAt;
}

export function ReviewScreen({ reading, profile, onMatch, onConfirm, ticksAt }: ReviewScreenProps) {
  const desk = useDesk();
  const editing = useDraftEditing(reading);
  const { summary } = editing;
  const [repeatTicks, onRepeatTick, undone] = ticksAt(summary.revision);
  const [asked, setAsked] = useState<DraftQuery>(() => firstShown(reading));
  /** Pressing a filter refetches, even the same filter: only then do corrected rows leave it. */
  const show = (query: DraftQuery): void => setAsked({ ...query, press: crypto.randomUUID() });
  useDraftSeen(reading.draft, 'review', useLasting(asked));
  const [isReplacing, setReplacing] = useState(false);
  const [changing, setChanging] = useState<DraftQuery | null>(null);
  const [fixing, setFixing] = useState<IssueKind | null>(null);
  const ticks = useRowTicks(asked);
  const problems = useDownload('exportProblemRows');
  const grid = useRef<GridHandle>(null);
  const { draft, retryOf, lockedFields } = reading;
  const open = fieldsOf(reading).filter((field) => !lockedFields.includes(field));
  const layout = useGridLayout('review', { keepsSort: false });
  const sort = useSortPress(layout.layout.sort, asked.press);
  const read = useCallback(
    (window: RowWindow) => desk.ask('readDraftRows', { draft, ...asked, sort, window }),
    [asked, desk, draft, sort],
  );
  const findRow = useCallback(
    async (rowNumber: RowKey) => {
      const result = await desk.ask('findDraftRow', { draft, ...asked, sort, rowNumber: Number(rowNumber) });
      return result.kind === 'done' ? result.value : null;
    },
    [asked, desk, draft, sort],
  );
  const load = useCallback(async (window: RowWindow) => seenPage(await read(window)), [read]);
  const list = useRowList<SeenRow>({ version: summary.revision, topics: NO_TOPICS, batch: null, load });
  const { selected, readSelected, select, wentTo, goTo } = useSelection();
  const repeats = useRepeats({ draft, revision: summary.revision, profile, ticks: repeatTicks });
  const { held } = repeats;
  const issues = useIssues(draft, summary, held);
  const leading = useRef(Promise.resolve());

  const leadToIssue = async (isBackward: boolean): Promise<void> => {
    const from = wentTo();
    const hasErrors = summary.counts.errors > 0;
    const [result, back] = await Promise.all([
      desk.ask('findNextIssue', {
        draft,
        ...asked,
        sort,
        fromRowNumber: from,
        isBackward,
        severity: hasErrors ? 'error' : 'warning',
      }),
      hasErrors ? null : heldAt(nextRow(held.rows, { from, isBackward })),
    ]);
    if (result.kind !== 'done') return;
    const both = [result.value.found, back].filter((one) => one !== null);
    const rows = both.map(({ rowNumber }) => rowNumber).toSorted((one, other) => one - other);
    const next = nextRow(rows, { from, isBackward });
    const found = both.find(({ rowNumber }) => rowNumber === next);
    if (found === undefined) return;
    const { at, rowNumber, field } = found;
    goTo(rowNumber);
    grid.current?.jumpTo({ key: rowNumber, place: at, column: field ?? 'status' });
  };
  /** Where a held-back row is in the list shown. */
  const heldAt = async (rowNumber: number | null) => {
    const at = rowNumber === null ? null : ((await findRow(rowNumber))?.at ?? null);
    return rowNumber === null || at === null ? null : { at, rowNumber, field: null };
  };
  const goToIssue = (isBackward: boolean): void => {
    leading.current = leading.current.then(() => leadToIssue(isBackward));
  };
  const suggestionFor = (row: SeenRow | undefined, field: Field | null) =>
    row === undefined ? null : suggestedEdit(row, field, { locked: lockedFields, known: editing.known });
  /** The cell of the issue that the previous key leads to, read or not, when keys follow each other quickly. */
  const readCell = async () => {
    await leading.current;
    const cell = readSelected();
    if (cell === null) return null;
    const read = cell.row === undefined ? await list.readRows({ from: cell.place, count: 1 }) : [cell.row];
    const row = read?.find(({ rowNumber }) => rowNumber === cell.key);
    return row === undefined ? null : { row, field: cell.field };
  };
  const takeSuggestion = async (): Promise<void> => {
    const cell = await readCell();
    const suggested = suggestionFor(cell?.row, cell?.field ?? null);
    if (suggested !== null) await editing.edit(suggested.edit, suggested.seenIn);
  };
  const fix = ({ code, field }: IssueKind): void => {
    setFixing(null);
    void editing.edit({ kind: 'fixAll', code, field });
  };
  const fixAlike = async (): Promise<void> => {
    const cell = await readCell();
    const own = cell?.row.issues.filter(({ field }) => cell.field === null || field === cell.field) ?? [];
    const group = fixableKind(own, issues);
    if (group !== undefined) startFix(group);
  };
  /** A single fix needs no list of what it changes. */
  const startFix = (group: (typeof issues.groups)[number]): void =>
    group.fixable === 1 ? fix(group) : setFixing(group);
  const keys: ReviewKeys = {
    onNextIssue: () => goToIssue(false),
    onPreviousIssue: () => goToIssue(true),
    onSuggestion: () => void takeSuggestion(),
    onFixAlike: () => void fixAlike(),
    onReplace: () => setReplacing(true),
    onUndo: () => void editing.undo(),
    onRedo: () => void editing.redo(),
  };
  useReviewKeys(keys);

  return (
    <Page
      isFilled
      title={STEPS.review}
      about={REVIEW.about(reading)}
      step="review"
      footer={
        <>
          <ReviewTotals summary={summary} screened={repeats.screened} />
          {retryOf === null ? (
            <Button onClick={onMatch}>{REVIEW.changeColumns}</Button>
          ) : (
            <Button onClick={() => goToBatch(retryOf, 'result')}>{REVIEW.backToResult}</Button>
          )}
          <Button
            weight="primary"
            isMain
            disabled={summary.payable.count === 0}
            isPending={editing.isEditing}
            onClick={onConfirm}
          >
            {REVIEW.next}
          </Button>
        </>
      }
    >
      {editing.keepMine === null ? (
        <NotDoneNotice result={editing.notDone} onClose={editing.dismiss} />
      ) : (
        <NotDoneNotice
          result={editing.notDone}
          actions={
            <>
              <Button onClick={editing.dismiss}>{REVIEW.keepTheirs}</Button>
              <Button onClick={editing.keepMine}>{REVIEW.keepMine}</Button>
            </>
          }
        />
      )}
      {editing.rememberedTexts.length === 0 ? null : (
        <AreaField label={REVIEW.typed} hint={REVIEW.typedAbout} readOnly value={editing.rememberedTexts.join('\n')} />
      )}
      <NotDoneNotice result={problems.result} onClose={problems.reset} />
      {retryOf === null ? null : <Notice tone="note" title={REVIEW.retry(retryOf)} about={REVIEW.retryAbout} />}
      {reading.carried === null ? null : <CarriedNotice carried={reading.carried} />}
      {reading.reopened === null ? null : <Notice tone="warning" title={REVIEW.reopened[reading.reopened]} />}
      {reading.repeats.slice(0, 1).map((repeat) => (
        <RepeatNotice key={repeat.batch} repeat={repeat} />
      ))}
      <RepeatsLine repeats={repeats} ticks={repeatTicks} undone={undone} onTick={onRepeatTick} />
      <Tools>
        <ReviewFilters summary={summary} held={held} asked={asked} onAsk={show} />
        <Row>
          <IconButton
            icon={Undo2}
            label={summary.undo === null ? REVIEW.undo : REVIEW.undoOf(say(summary.undo))}
            disabled={summary.undo === null}
            onClick={() => void editing.undo()}
          />
          <IconButton
            icon={Redo2}
            label={summary.redo === null ? REVIEW.redo : REVIEW.redoOf(say(summary.redo))}
            disabled={summary.redo === null}
            onClick={() => void editing.redo()}
          />
          <IconButton icon={Replace} label={REVIEW.replace} onClick={() => setReplacing(true)} />
          <IconButton icon={ListChecks} label={REVIEW.change} onClick={() => setChanging(asked)} />
          <ReadAgainButton
            reading={reading}
            profile={profile}
            isEditing={editing.isEditing}
            onMatch={onMatch}
            onNotDone={editing.refuse}
          />
          <IconButton
            icon={Download}
            label={REVIEW.saveProblems}
            disabled={summary.counts.errors === 0}
            onClick={() => problems.save({ draft })}
          />
          <Button
            icon={StepForward}
            title={`${REVIEW.nextIssue} (F8)`}
            disabled={summary.counts.errors + summary.counts.warnings + held.rows.length === 0}
            onClick={keys.onNextIssue}
          >
            {REVIEW.nextIssue}
          </Button>
        </Row>
      </Tools>
      <TickedBar ticks={ticks} list={list} edit={editing.edit} onChange={() => setChanging(ticks.query)} />
      <div className={styles.body}>
        <div className={styles.rows} data-region="rows">
          <ReviewGrid
            reading={reading}
            list={list}
            layout={layout}
            read={read}
            findRow={findRow}
            handle={grid}
            onSelect={select}
            editing={editing}
            ticks={ticks}
            held={held}
          />
          <CellLine
            held={held}
            selected={selected}
            suggested={selected === null ? null : suggestionFor(selected.row, selected.field)}
            locked={lockedFields}
            edit={editing.edit}
          />
        </div>
        <IssuePanel
          issues={issues}
          summary={summary}
          asked={asked}
          onAsk={show}
          onColumn={(field) => grid.current?.jumpTo({ key: null, place: 0, column: field })}
          editing={editing}
          onFix={startFix}
        />
      </div>
      {fixing === null ? null : (
        <FixDialog kind={fixing} issues={issues} onClose={() => setFixing(null)} onFix={() => fix(fixing)} />
      )}
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

/** What was shown when the person left, if any of it remains; otherwise the rows with errors. */
function firstShown({ seen, summary: { counts } }: CheckedReading): DraftQuery {
  const before = seen?.query ?? null;
  if (before !== null && counts[before.filter] > 0) return before;
  return { ...EVERY_ROW, filter: counts.errors > 0 ? 'errors' : 'all', press: crypto.randomUUID() };
}

/** Pressing a header or a filter sorts anew. */
function useSortPress(sort: GridLayout['sort'], press: DraftQuery['press']): DraftSort | null {
  return useMemo(() => {
    const by = SORTED_BY.find((known) => known === sort?.key);
    return sort === null || by === undefined
      ? null
      : { by, direction: sort.direction, press: press ?? crypto.randomUUID() };
  }, [sort, press]);
}

/** The query to remember for the next visit, without the held-back rows, which are found anew. */
function useLasting(asked: DraftQuery): DraftQuery {
  return useMemo(() => ({ ...asked, ticked: null }), [asked]);
}

/** Each row with the revision in which it was read. */
function seenPage(result: CommandResult<DraftPage>): CommandResult<RowPage<SeenRow>> {
  if (result.kind !== 'done') return result;
  const { revision, rows } = result.value;
  return { ...result, value: { ...result.value, rows: rows.map((row) => ({ ...row, revision })) } };
}

/** The draft's revision alone tells when to refetch. */
const NO_TOPICS = [] as const;

const FILTERS: readonly DraftFilter[] = ['all', 'ready', 'errors', 'warnings', 'excluded', 'edited'];

interface ReviewFiltersProps {
  readonly summary: DraftSummary;
  readonly held: HeldBack;
  readonly asked: DraftQuery;
  readonly onAsk: (asked: DraftQuery) => void;
}

function ReviewFilters({ summary, held, asked, onAsk }: ReviewFiltersProps) {
  const counts = chipCounts(summary, held);
  const chips = FILTERS.flatMap((key): readonly Chip<ReviewChip>[] => {
    const own = { key, word: REVIEW.filters[key], count: counts[key] };
    if (key !== 'ready' || held.rows.length === 0) return [own];
    return [own, { key: 'held', word: REVIEW.heldChip, count: counts.held }];
  });
  return (
    <Row>
      <Chips
        label={REVIEW.showRows}
        chips={chips}
        chosen={chosenChip(asked)}
        onChoose={(chip) => onAsk(chipQuery(chip, asked, held))}
      />
      <BareInput
        label={REVIEW.find}
        title={REVIEW.findKey}
        type="search"
        value={asked.search}
        onChange={(event) => onAsk({ ...asked, search: event.target.value })}
        widthPx={152}
      />
    </Row>
  );
}

/** Why nothing is paid where only earlier payments speak against it. */
function allHeldWords(screened: AnswerOf<'readRepeats'> | null): string {
  const [first, ...others] = screened?.held ?? [];
  return first !== undefined && others.length === 0 && !first.isAsked ? heldWords(first) : REVIEW.allPaidBefore;
}

interface ReviewTotalsProps {
  readonly summary: DraftSummary;
  /** What Confirm would pay; null while the rows are compared with earlier payments. */
  readonly screened: AnswerOf<'readRepeats'> | null;
}

function ReviewTotals({ summary, screened }: ReviewTotalsProps) {
  const { counts, hidden } = summary;
  const payable = screened?.sum ?? summary.payable;
  const byMethod = screened?.byMethod ?? summary.byMethod;
  const blocked = screened?.blocked ?? null;
  const scrolling = useScrolling();
  return (
    <div {...scrolling} className={`row ${styles.totals}`} role="status">
      <dl className={styles.figures}>
        <div>
          <dt>{screened === null || screened.isAtMost || blocked !== null ? REVIEW.atMost : REVIEW.willBePaid}</dt>
          <dd>{COUNTED.payments(payable.count)}</dd>
        </div>
        <div>
          <dt>{REVIEW.total}</dt>
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
        {payable.count === 0 || blocked !== null
          ? summary.payable.count === 0
            ? REVIEW.nothingYet
            : blocked === null
              ? allHeldWords(screened)
              : say(blocked.message)
          : counts.errors > 0
            ? REVIEW.errorsLeftOut(counts.errors)
            : REVIEW.hidden(hidden)}
      </span>
    </div>
  );
}

type ReviewKeys = Readonly<
  Record<
    'onNextIssue' | 'onPreviousIssue' | 'onSuggestion' | 'onFixAlike' | 'onReplace' | 'onUndo' | 'onRedo',
    () => void
  >
>;

/** Undo and redo do not act while a field has the focus, and no key acts behind a dialog. */
function useReviewKeys(keys: ReviewKeys): void {
  useCommands([
    { word: REVIEW.nextIssue, keys: 'F8', run: keys.onNextIssue },
    { word: REVIEW.previousIssue, keys: 'Shift+F8', run: keys.onPreviousIssue },
    { word: REVIEW.suggestionKey, keys: 'F9' },
    { word: REVIEW.fixKey, keys: 'Shift+F9' },
    { word: REVIEW.replace, keys: 'Ctrl+H', run: keys.onReplace },
    { word: REVIEW.undo, keys: 'Ctrl+Z', run: keys.onUndo },
    { word: REVIEW.redo, keys: 'Ctrl+Y', run: keys.onRedo },
  ]);
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    const act = actionOf(event, keys);
    if (act === null) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}

function actionOf(event: KeyboardEvent, keys: ReviewKeys): (() => void) | null {
  // A toast is a dialog too, but takes no keys.
  if (document.querySelector('[role="dialog"]:not([aria-modal="false"])') !== null) return null;
  if (event.key === 'F8') return event.shiftKey ? keys.onPreviousIssue : keys.onNextIssue;
  if (event.key === 'F9') return event.shiftKey ? keys.onFixAlike : keys.onSuggestion;
  if (event.altKey || !(event.ctrlKey || event.metaKey)) return null;
  const key = event.key.toLowerCase();
  if (key === 'h') return keys.onReplace;
  if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return null;
  if (key === 'z') return event.shiftKey ? keys.onRedo : keys.onUndo;
  return key === 'y' ? keys.onRedo : null;
}

// Rereads a file that was corrected in the spreadsheet program, from its place or, in a browser, by choosing it again. Edits made
// here carry over with their rows; whatever did not is listed, row by row.

interface ReadAgainProps {
  readonly reading: CheckedReading;
  readonly profile: string;
  /** Whether a cell is being edited: the typed text would have nowhere to go. */
  readonly isEditing: boolean;
  /** The changed file has other headers, so its columns must be checked. */
  readonly onMatch: () => void;
  readonly onNotDone: (result: CommandFailure) => void;
}

function ReadAgainButton({ reading, profile, isEditing, onMatch, onNotDone }: ReadAgainProps) {
  const desk = useDesk();
  const reread = useChange('rereadDraft');
  const remember = useRemember();
  const input = useRef<HTMLInputElement>(null);
  const { draft, options, isOnDisk, retryOf } = reading;
  if (retryOf !== null) return null;
  const read = async (file: string | null): Promise<void> => {
    const result = await reread.run({ draft, profile, options, newer: { file } });
    if (result.kind !== 'done') return onNotDone(result);
    remember('readDraft', { draft }, result);
    const { value } = result;
    if (value.kind === 'checked' && !value.sureOfColumns && !isSameHeaders(value, reading)) onMatch();
  };
  const give = async (file: File): Promise<void> => {
    const held = await desk.giveFile(file);
    if (held.kind === 'done') await read(held.value.file);
    else onNotDone(held);
  };
  return (
    <>
      <IconButton
        icon={RefreshCw}
        label={isOnDisk ? REVIEW.readAgain : REVIEW.chooseAgain}
        disabled={reread.isPending || isEditing}
        onClick={() => (isOnDisk ? void read(null) : input.current?.click())}
      />
      <input
        ref={input}
        type="file"
        accept={SPREADSHEET_ENDINGS.join(',')}
        aria-label={REVIEW.chooseAgain}
        hidden
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file !== undefined) void give(file);
          target.value = '';
        }}
      />
    </>
  );
}

function isSameHeaders(one: CheckedReading, other: CheckedReading): boolean {
  const names = ({ headers }: CheckedReading): string => JSON.stringify(headers.map(({ header }) => header));
  return names(one) === names(other);
}

/** What became of the edits when the file was reread. */
function CarriedNotice({ carried }: { readonly carried: CarriedEdits }) {
  const [isClosed, setClosed] = useState(false);
  const { counts, listed } = carried;
  if (isClosed) return null;
  return (
    <Notice
      tone={counts.gone + counts.fileChanged > 0 ? 'warning' : 'note'}
      title={REVIEW.carried.title(counts)}
      about={
        listed.length === 0 ? null : (
          <ul>
            {listed.map((one) => (
              <li key={`${one.rowNumber} ${one.field}`}>{REVIEW.carried.one(one)}</li>
            ))}
          </ul>
        )
      }
      onClose={() => setClosed(true)}
    />
  );
}
