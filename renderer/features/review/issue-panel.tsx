// What is wrong with the rows, kind by kind, each with its one right fix if there is one. A fix always shows old and new first,
// and is one undo step. The panel is beside the rows if there is room, otherwise below them, never over them.

import { ChevronDown, ChevronUp, CircleAlert, Info, TriangleAlert } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { AnswerOf } from '../../../shared/api/contract.ts';
import { type DraftQuery, type DraftSummary, EVERY_ROW } from '../../../shared/api/draft-commands.ts';
import { formatCount } from '../../../shared/counts.ts';
import { showUnseen } from '../../../shared/deceptive-name.ts';
import { FIELD_WORDS, type Field } from '../../../shared/rows.ts';
import { REVIEW } from '../../../shared/text/drafts.ts';
import { useAsk } from '../../bridge/use-desk.ts';
import { say } from '../../language.ts';
import { Button, IconButton } from '../../ui/controls.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useIsLow } from '../../ui/low-window.ts';
import { PersonName } from '../../ui/person-name.tsx';
import { Table } from '../../ui/table.tsx';
import type { DraftEditing } from './draft-editing.ts';
import { groupQuery, type HeldBack, type HeldGroup, heldWords } from './held-back.ts';
import styles from './review-screen.module.css';

type Group = AnswerOf<'readDraftIssues'>['groups'][number];

/** Which kind of issue. */
export type IssueKind = Pick<Group, 'code' | 'field'>;

interface Issues {
  readonly groups: readonly Group[];
  /** Notices on how values were read; nothing is to be done about them. */
  readonly readings: readonly Group[];
  /** Rows that earlier payments keep from being paid. */
  readonly held: readonly HeldGroup[];
  /** The rows have changed since, so nothing shown here may act on them. */
  readonly isOld: boolean;
}

/** Notices that a row is left out automatically. All others only say how a value was read. */
const LEFT_OUT_LINES: ReadonlySet<string> = new Set([
  'hiddenLeftOut',
  'totalLine',
  'noteLine',
  'numberLine',
  'explanationLine',
  'repeatedHeader',
]);

export function useIssues(draft: string, summary: DraftSummary, held: HeldBack): Issues {
  const { value } = useAsk('readDraftIssues', { draft });
  const all = value?.groups ?? NO_GROUPS;
  const isReading = ({ severity, code }: Group): boolean => severity === 'notice' && !LEFT_OUT_LINES.has(code);
  return {
    groups: all.filter((group) => !isReading(group) && !isSaidAsHeld(group, held)),
    readings: all.filter(isReading),
    // The line above the rows tells of those that a person may tick.
    held: held.groups.filter(({ isAsked }) => !isAsked),
    isOld: (value?.revision ?? -1) < summary.revision,
  };
}

/** Whether the message names something of its row that the title does not; otherwise both say the same. */
function saysMore({ message: { params } }: Pick<Group, 'message'>): boolean {
  return Object.keys(params).some((name) => name !== 'field');
}

const NO_GROUPS: readonly Group[] = [];

/** A person paid twice in the file is said once: as the rows held back for it, while it is those rows. */
function isSaidAsHeld({ code, count }: Group, { groups }: HeldBack): boolean {
  return code === 'samePayment' && groups.some((held) => held.code === 'paidTwiceHere' && held.rows.length === count);
}

/** The first of these issues whose kind has a right fix; undefined when none has. */
export function fixableKind(issues: readonly IssueKind[], { groups }: Pick<Issues, 'groups'>): Group | undefined {
  const kinds = issues.map(keyOf);
  return kinds
    .map((kind) => groups.find((group) => group.fixable > 0 && keyOf(group) === kind))
    .find((group) => group !== undefined);
}

interface GroupWays {
  readonly isOld: boolean;
  readonly asked: DraftQuery;
  readonly onAsk: (asked: DraftQuery) => void;
  /** Goes to the column that an issue is about. */
  readonly onColumn: (field: Field) => void;
  readonly editing: Pick<DraftEditing, 'edit'>;
  /** Makes the one fix of a kind, or shows all of them first. */
  readonly onFix: (group: Group) => void;
}

interface IssuePanelProps extends Omit<GroupWays, 'isOld'> {
  readonly issues: Issues;
  readonly summary: DraftSummary;
}

export function IssuePanel({ issues, summary, ...ways }: IssuePanelProps) {
  const { groups, readings, held, isOld } = issues;
  const [isOpen, setOpen] = useState<boolean | null>(null);
  const isLow = useIsLow();
  const body = useId();
  if (groups.length + held.length === 0) return null;
  // Where the window is low, the rows have the room until a person opens the panel.
  const isShown = isOpen ?? !isLow;
  return (
    <aside className={`surface ${styles.issues}`} aria-label={REVIEW.issues} data-region="issues">
      <div className={`row nowrap ${styles.issuesHeader}`}>
        <h2>{REVIEW.issues}</h2>
        {summary.counts.errors === 0 ? null : (
          <Button
            weight="quiet"
            onClick={() => void ways.editing.edit({ kind: 'exclude', excluded: true, rows: 'errors' })}
          >
            {REVIEW.leaveOutErrors}
          </Button>
        )}
        <IconButton
          icon={isShown ? ChevronDown : ChevronUp}
          label={isShown ? REVIEW.issuesHide : REVIEW.issuesShow}
          aria-expanded={isShown}
          aria-controls={body}
          onClick={() => setOpen(!isShown)}
        />
      </div>
      <ul className={styles.groups} id={body} hidden={!isShown}>
        {held.map((group) => (
          <HeldLine key={`${group.code} ${group.isAsked}`} group={group} asked={ways.asked} onAsk={ways.onAsk} />
        ))}
        {groups.map((group) => (
          <GroupLine key={keyOf(group)} group={group} isOld={isOld} {...ways} />
        ))}
        {readings.length === 0 ? null : (
          <li className={styles.group}>
            <details>
              <summary>{REVIEW.readAs(readings.reduce((sum, reading) => sum + reading.count, 0))}</summary>
              <ul>
                {readings.map((reading) => (
                  <li key={keyOf(reading)} className="soft small">
                    {say(reading.title)} · {formatCount(reading.count)}
                  </li>
                ))}
              </ul>
            </details>
          </li>
        )}
      </ul>
    </aside>
  );
}

function keyOf({ code, field }: IssueKind): string {
  return `${code} ${field}`;
}

function HeldLine({ group, asked, onAsk }: Pick<GroupWays, 'asked' | 'onAsk'> & { readonly group: HeldGroup }) {
  const about = useId();
  const { tone, icon: Icon } = MARKS.warning;
  const shown = groupQuery(group);
  const isShown = isSameRows(asked.ticked, shown.ticked);
  return (
    <li className={styles.group}>
      <p id={about} className={styles.groupWords}>
        <Icon size={16} aria-hidden="true" style={{ color: `var(--${tone})` }} />
        <span className="medium">{heldWords(group)}</span>
        <span className={styles.groupCount}>{formatCount(group.rows.length)}</span>
      </p>
      <p className={`soft small ${styles.cure}`}>
        {group.rows.length === 1 ? `${say(group.message)} ${say(group.cure)}` : say(group.cure)}
      </p>
      <div className={styles.groupButtons}>
        <Button
          weight="quiet"
          aria-describedby={about}
          aria-pressed={isShown}
          onClick={() => onAsk(isShown ? EVERY_ROW : shown)}
        >
          {REVIEW.show}
        </Button>
      </div>
    </li>
  );
}

function isSameRows(one: DraftQuery['ticked'], other: DraftQuery['ticked']): boolean {
  if (one === null || other === null || one.isAll !== other.isAll) return false;
  return one.rows.length === other.rows.length && one.rows.every((row, at) => row === other.rows[at]);
}

const MARKS = {
  error: { tone: 'wrong', icon: CircleAlert },
  warning: { tone: 'doubt', icon: TriangleAlert },
  notice: { tone: 'quiet', icon: Info },
} as const;

function GroupLine({ group, isOld, asked, onAsk, onColumn, onFix, editing }: GroupWays & { readonly group: Group }) {
  const { code, field, severity, title, message, cure, count, rows, fixable, fixes } = group;
  const { tone, icon: Icon } = MARKS[severity];
  const about = useId();
  const shown = { ...EVERY_ROW, issue: { code, field } };
  const isShown = asked.issue?.code === code && asked.issue.field === field;
  const exclude = (excluded: boolean) => void editing.edit({ kind: 'exclude', excluded, rows: shown });
  const show = (): void => {
    if (rows > 0) onAsk(isShown ? EVERY_ROW : shown);
    else if (field !== null) onColumn(field);
  };
  const [only] = fixes;
  return (
    <li className={styles.group}>
      <p id={about} className={styles.groupWords}>
        <Icon size={16} aria-hidden="true" style={{ color: `var(--${tone})` }} />
        <span className="medium">{say(title)}</span>
        <span className={styles.groupCount}>{formatCount(count)}</span>
      </p>
      <p className={`soft small ${styles.cure}`}>
        {count === 1 && saysMore(group) ? `${say(message)} ` : null}
        {/* What is told of one row of several is true of none of the others. */}
        {only !== undefined && fixable === count ? <Change {...only} /> : say(cure)}
        {only !== undefined && fixable === count && count > 1 ? ` ${REVIEW.more(count - 1)}` : null}
      </p>
      <div className={styles.groupButtons}>
        {fixable === 0 ? null : (
          <Button aria-describedby={about} title={REVIEW.fixKey} isPending={isOld} onClick={() => onFix(group)}>
            {REVIEW.fixSome(fixable, count)}
          </Button>
        )}
        {rows === 0 || severity === 'notice' ? null : (
          <Button weight="quiet" aria-describedby={about} isPending={isOld} onClick={() => exclude(true)}>
            {REVIEW.leaveOut}
          </Button>
        )}
        {code === 'hiddenLeftOut' ? (
          <Button weight="quiet" aria-describedby={about} onClick={() => exclude(false)}>
            {REVIEW.include}
          </Button>
        ) : null}
        {rows === 0 && field === null ? null : (
          <Button weight="quiet" aria-describedby={about} aria-pressed={isShown} onClick={show}>
            {REVIEW.show}
          </Button>
        )}
      </div>
    </li>
  );
}

interface FixDialogProps {
  readonly kind: IssueKind;
  readonly issues: Pick<Issues, 'groups' | 'isOld'>;
  readonly onClose: () => void;
  readonly onFix: () => void;
}

/** Every change that the fix makes, before it is made. */
export function FixDialog({ kind, issues: { groups, isOld }, onClose, onFix }: FixDialogProps) {
  const group = groups.find((one) => keyOf(one) === keyOf(kind));
  const changes = JSON.stringify([group?.fixable, group?.fixes]);
  /** What the person agreed to while it was being read again: made once it is read, if it is still the same. */
  const agreed = useRef<string | null>(null);
  const isGone = group === undefined;
  const whenRead = useEffectEvent(() => {
    if (isOld) return;
    const before = agreed.current;
    agreed.current = null;
    if (isGone) onClose();
    else if (before === changes) onFix();
  });
  useEffect(() => whenRead(), [isGone, isOld]);
  if (group === undefined) return null;
  const { title, fixes, fixable, count } = group;
  const more = fixable - fixes.length;
  return (
    <Dialog
      isWide
      firstFocus="act"
      title={say(title)}
      onClose={onClose}
      act={{
        word: REVIEW.fixSome(fixable, count),
        isForm: true,
        run: () => {
          if (isOld) agreed.current = changes;
          else onFix();
        },
      }}
    >
      <Table<Fix>
        label={say(title)}
        rows={fixes}
        keyOf={({ rowNumber }) => rowNumber}
        columns={[
          { word: REVIEW.row, cell: ({ rowNumber }) => rowNumber },
          { word: FIELD_WORDS.name, cell: ({ name }) => <PersonName>{name}</PersonName> },
          { word: REVIEW.becomes, cell: (fix) => <Change {...fix} /> },
        ]}
      />
      {more === 0 ? null : <p className="soft">{REVIEW.more(more)}</p>}
      <p className="soft">{REVIEW.fixAbout}</p>
    </Dialog>
  );
}

type Fix = Group['fixes'][number];

/** What a cell holds, and what it becomes. */
function Change({ from, to }: Fix) {
  return to === null ? (
    <span>
      {showUnseen(from)} {REVIEW.leftOut}
    </span>
  ) : (
    <span>
      <del>{from === '' ? REVIEW.empty : showUnseen(from)}</del> → <ins>{to}</ins>
    </span>
  );
}
