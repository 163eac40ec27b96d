// Every row of the file with what is wrong with it, and the ways to put it right. No row with an error looks payable.

import { Download, ListChecks, Redo2, Replace, StepForward, Undo2 } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { DataGridHandle } from 'react-data-grid';
import { type DraftFilter, type DraftQuery, type DraftSummary, EVERY_ROW } from '../../../shared/api/draft-commands.ts';
import type { RowPage, RowWindow } from '../../bridge/row-list.ts';
import type { Told } from '../../bridge/told.ts';
import { useDesk } from '../../bridge/use-desk.ts';
import { useRowList } from '../../bridge/use-row-list.ts';
import { countOf, formatCount, formatRupees } from '../../text/format.ts';
import { STEP_ORDER, STEPS } from '../../text/open.ts';
import { REVIEW } from '../../text/review.ts';
import { SHELL } from '../../text/shell.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { type Chip, Chips } from '../../ui/chips.tsx';
import { AreaField, BareInput } from '../../ui/field.tsx';
import { goToBatch } from '../../ui/navigation.ts';
import { NotDoneNotice, Notice, RepeatNotice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { Steps } from '../../ui/steps.tsx';
import { type CheckedReading, type SeenRow, useDraftEditing } from './draft-editing.ts';
import { ChangeDialog, ReplaceDialog } from './edit-dialogs.tsx';
import { IssuePanel } from './issue-panel.tsx';
import type { DraftPage } from './paste-and-fill.ts';
import { columnIndexOf, fieldsOf } from './review-columns.tsx';
import { CellLine, ReviewGrid, useSelection } from './review-grid.tsx';
import styles from './review-screen.module.css';

interface ReviewScreenProps {
  readonly reading: CheckedReading;
  readonly onMatch: () => void;
  readonly onConfirm: () => void;
}

export function ReviewScreen({ reading, onMatch, onConfirm }: ReviewScreenProps) {
  const desk = useDesk();
  const editing = useDraftEditing(reading);
  const { summary } = editing;
  const [asked, setAsked] = useState<DraftQuery>(() =>
    summary.counts.errors > 0 ? { ...EVERY_ROW, filter: 'errors' } : EVERY_ROW,
  );
  const [isReplacing, setReplacing] = useState(false);
  const [isChanging, setChanging] = useState(false);
  const [saved, setSaved] = useState<Told<unknown> | null>(null);
  const grid = useRef<DataGridHandle>(null);
  const { draft, retryOf, lockedFields } = reading;
  const open = fieldsOf(reading).filter((field) => !lockedFields.includes(field));
  const read = useCallback(
    (window: RowWindow) => desk.ask('readDraftRows', { draft, ...asked, window }),
    [asked, desk, draft],
  );
  const load = useCallback(async (window: RowWindow) => seenPage(await read(window)), [read]);
  const list = useRowList<SeenRow>({ version: summary.revision, topics: NO_TOPICS, batch: null, load });
  const { selected, select, forget, wentTo, goTo } = useSelection(list);

  const goToNextIssue = useCallback(async () => {
    const told = await desk.ask('findNextIssue', {
      draft,
      ...asked,
      afterRowNumber: wentTo(),
      severity: summary.counts.errors > 0 ? 'error' : 'warning',
    });
    if (told.kind !== 'done' || told.value.found === null) return;
    const { at, rowNumber, field } = told.value.found;
    goTo(rowNumber);
    grid.current?.selectCell({ rowIdx: at, idx: columnIndexOf(fieldsOf(reading), field) }, { shouldFocusCell: true });
  }, [asked, desk, draft, goTo, reading, wentTo, summary.counts.errors]);
  useReviewKeys({ onNextIssue: goToNextIssue, onUndo: editing.undo, onRedo: editing.redo });

  const saveProblems = async (): Promise<void> => {
    const told = await desk.ask('exportProblemRows', { draft });
    setSaved(told.kind === 'done' ? await desk.saveDownload(told.value) : told);
  };
  return (
    <Page
      isFilled
      title={REVIEW.title}
      about={REVIEW.about(reading)}
      actions={<Steps label={STEPS.label} steps={STEP_ORDER} current={STEPS.review} />}
      footer={
        <>
          <ReviewTotals summary={summary} />
          {retryOf === null ? (
            <Button onClick={onMatch}>{REVIEW.changeColumns}</Button>
          ) : (
            <Button onClick={() => goToBatch(retryOf, 'result')}>{REVIEW.backToResult}</Button>
          )}
          <Button
            weight="primary"
            disabled={summary.payable.count === 0}
            isPending={editing.isEditing}
            onClick={onConfirm}
          >
            {REVIEW.next}
          </Button>
        </>
      }
    >
      <NotDoneNotice told={editing.notDone} actions={<Button onClick={editing.dismiss}>{SHELL.close}</Button>} />
      {editing.keptTexts.length === 0 ? null : (
        <AreaField
          label={REVIEW.typedText}
          hint={REVIEW.typedTextAbout}
          readOnly
          value={editing.keptTexts.join('\n')}
        />
      )}
      <NotDoneNotice told={saved} actions={<Button onClick={() => setSaved(null)}>{SHELL.close}</Button>} />
      {retryOf === null ? null : (
        <Notice tone="note" title={REVIEW.retryOf(retryOf)}>
          {REVIEW.retryAbout}
        </Notice>
      )}
      {reading.repeats.slice(0, 1).map((repeat) => (
        <RepeatNotice key={repeat.batch} repeat={repeat} />
      ))}
      <div className={styles.tools}>
        <ReviewFilters counts={summary.counts} asked={asked} onAsk={setAsked} />
        <div className={styles.buttons}>
          <IconButton
            icon={Undo2}
            label={summary.undo === null ? REVIEW.undo : REVIEW.undoStep(summary.undo)}
            disabled={summary.undo === null}
            onClick={() => void editing.undo()}
          />
          <IconButton
            icon={Redo2}
            label={summary.redo === null ? REVIEW.redo : REVIEW.redoStep(summary.redo)}
            disabled={summary.redo === null}
            onClick={() => void editing.redo()}
          />
          <IconButton icon={Replace} label={REVIEW.replace} onClick={() => setReplacing(true)} />
          <IconButton icon={ListChecks} label={REVIEW.change} onClick={() => setChanging(true)} />
          <IconButton
            icon={Download}
            label={REVIEW.exportProblems}
            disabled={summary.counts.errors === 0}
            onClick={() => void saveProblems()}
          />
          <Button
            icon={StepForward}
            title={REVIEW.nextIssueKey}
            disabled={summary.counts.errors + summary.counts.warnings === 0}
            onClick={() => void goToNextIssue()}
          >
            {REVIEW.nextIssue}
          </Button>
        </div>
      </div>
      <div className={styles.body}>
        <div className={styles.rows}>
          <ReviewGrid
            reading={reading}
            list={list}
            read={read}
            handle={grid}
            onSelect={select}
            edit={editing.edit}
            editInTurn={editing.editInTurn}
            known={editing.known}
            onNotDone={editing.refuse}
          />
          <CellLine list={list} selected={selected} onGone={forget} locked={lockedFields} edit={editing.edit} />
        </div>
        <IssuePanel draft={draft} summary={summary} asked={asked} onAsk={setAsked} edit={editing.edit} />
      </div>
      {isChanging ? (
        <ChangeDialog
          draft={draft}
          asked={asked}
          fields={open}
          isEditing={editing.isEditing}
          onClose={() => setChanging(false)}
          edit={editing.editInDialog}
        />
      ) : null}
      <ReplaceDialog
        isOpen={isReplacing}
        onClose={() => setReplacing(false)}
        fields={open}
        edit={editing.editInDialog}
      />
    </Page>
  );
}

/** Each row with the revision that it was read in. */
function seenPage(told: Told<DraftPage>): Told<RowPage<SeenRow>> {
  if (told.kind !== 'done') return told;
  const { revision, rows } = told.value;
  return { ...told, value: { ...told.value, rows: rows.map((row) => ({ ...row, revision })) } };
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
    <div className={styles.filters}>
      <Chips
        label={REVIEW.filterLabel}
        chips={chips}
        chosen={asked.filter}
        onChoose={(filter) => onAsk({ ...asked, filter, issue: null })}
      />
      <div className={styles.search}>
        <BareInput
          label={REVIEW.search}
          type="search"
          value={asked.search}
          onChange={(event) => onAsk({ ...asked, search: event.target.value })}
        />
      </div>
    </div>
  );
}

function ReviewTotals({ summary }: { readonly summary: DraftSummary }) {
  const { payable, byMethod, counts, hidden } = summary;
  return (
    <div className={styles.totals} role="status">
      <dl className={styles.figures}>
        <div>
          <dt>{REVIEW.payable}</dt>
          <dd>{countOf(payable.count, 'payout')}</dd>
        </div>
        <div>
          <dt>{REVIEW.total}</dt>
          <dd className={styles.total}>{formatRupees(payable.paise)}</dd>
        </div>
        <div>
          <dt>{REVIEW.upi}</dt>
          <dd>
            {formatCount(byMethod.UPI.count)} · {formatRupees(byMethod.UPI.paise)}
          </dd>
        </div>
        <div>
          <dt>{REVIEW.imps}</dt>
          <dd>
            {formatCount(byMethod.IMPS.count)} · {formatRupees(byMethod.IMPS.paise)}
          </dd>
        </div>
      </dl>
      <span className={styles.left}>
        {payable.count === 0
          ? REVIEW.nothingToPay
          : counts.errors > 0
            ? REVIEW.errorsLeft(counts.errors)
            : REVIEW.hidden(hidden)}
      </span>
    </div>
  );
}

interface ReviewKeys {
  readonly onNextIssue: () => Promise<unknown>;
  readonly onUndo: () => Promise<unknown>;
  readonly onRedo: () => Promise<unknown>;
}

/** F8, Ctrl+Z, Ctrl+Y: taken neither from an input that is being typed in, nor behind a dialog. */
function useReviewKeys(keys: ReviewKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const act = actionOf(event, latest.current);
      if (act === null) return;
      event.preventDefault();
      void act();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

function actionOf(event: KeyboardEvent, keys: ReviewKeys): (() => Promise<unknown>) | null {
  if (document.querySelector('[role="dialog"]') !== null) return null;
  if (event.key === 'F8') return keys.onNextIssue;
  const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
  if (isTyping || event.altKey || !(event.ctrlKey || event.metaKey)) return null;
  const key = event.key.toLowerCase();
  if (key === 'z') return event.shiftKey ? keys.onRedo : keys.onUndo;
  return key === 'y' ? keys.onRedo : null;
}
