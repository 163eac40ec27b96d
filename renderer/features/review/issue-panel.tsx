// What is wrong with the rows, kind by kind, each with its one right fix if there is one. A fix always shows old and new first,
// and is one undo step. The panel is beside the rows if there is room, otherwise over them, but never over who is paid and how
// much.

import { CircleAlert, Info, ListX, TriangleAlert, X } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import type { AnswerOf } from '../../../shared/api/contract.ts';
import { type DraftQuery, type DraftSummary, EVERY_ROW } from '../../../shared/api/draft-commands.ts';
import { formatCount } from '../../../shared/counts.ts';
import type { Field } from '../../../shared/rows.ts';
import { REVIEW } from '../../../shared/text/drafts.ts';
import { useAsk } from '../../bridge/use-desk.ts';
import { say } from '../../language.ts';
import { Button, IconButton } from '../../ui/controls.tsx';
import { useIsLow } from '../../ui/low-window.ts';
import type { DraftEditing } from './draft-editing.ts';
import { groupQuery, type HeldBack, type HeldGroup, heldWords } from './held-back.ts';
import styles from './review-screen.module.css';

type Group = AnswerOf<'readDraftIssues'>['groups'][number];

interface Issues {
  readonly groups: readonly Group[];
  /** Rows that earlier payments keep from being paid. */
  readonly held: readonly HeldGroup[];
  readonly isEmpty: boolean;
  /** The rows have changed since, so nothing shown here may act on them. */
  readonly isOld: boolean;
  /** Whether the panel is over the rows, because there is no room beside them. */
  readonly isOver: boolean;
  readonly hide: () => void;
  /** The button that shows it again. */
  readonly opener: ReactNode;
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
  const groups = value?.groups ?? NO_GROUPS;
  // In a low window it would cover the rows.
  const isLow = useIsLow();
  const [chosen, setOver] = useState<boolean | null>(null);
  const [hadErrors] = useState(summary.counts.errors > 0);
  const isOver = chosen ?? (hadErrors && !isLow);
  const ofFile = groups.filter(({ severity, code }) => severity !== 'notice' || LEFT_OUT_LINES.has(code)).length;
  const count = ofFile + held.groups.length;
  return {
    groups,
    held: held.groups,
    isEmpty: count === 0,
    isOld: value?.revision !== summary.revision,
    isOver,
    hide: () => setOver(false),
    opener:
      count === 0 ? null : (
        <span className={styles.opener}>
          <Button icon={ListX} aria-expanded={isOver} onClick={() => setOver(!isOver)}>
            {REVIEW.issuesShow(count)}
          </Button>
        </span>
      ),
  };
}

const NO_GROUPS: readonly Group[] = [];

interface GroupWays {
  readonly isOld: boolean;
  readonly asked: DraftQuery;
  readonly onAsk: (asked: DraftQuery) => void;
  /** Goes to the column that an issue is about. */
  readonly onColumn: (field: Field) => void;
  readonly editing: Pick<DraftEditing, 'edit'>;
}

interface IssuePanelProps extends Omit<GroupWays, 'isOld'> {
  readonly issues: Issues;
  readonly summary: DraftSummary;
}

export function IssuePanel({ issues, summary, ...ways }: IssuePanelProps) {
  const { groups, held, isEmpty, isOld, isOver, hide } = issues;
  if (isEmpty) return null;
  return (
    <aside className={`surface ${styles.issues}`} aria-label={REVIEW.issues} data-over={isOver} data-region="issues">
      <div className={`row spread ${styles.issuesHeader}`}>
        <h2>{REVIEW.issues}</h2>
        <span className={styles.opener}>
          <IconButton icon={X} label={REVIEW.issuesHide} onClick={hide} />
        </span>
        {summary.counts.errors === 0 ? null : (
          <Button
            weight="quiet"
            onClick={() => void ways.editing.edit({ kind: 'exclude', excluded: true, rows: 'errors' })}
          >
            {REVIEW.leaveOutErrors}
          </Button>
        )}
      </div>
      <ul className={styles.groups}>
        {held.map((group) => (
          <HeldLine key={`${group.code} ${group.isAsked}`} group={group} asked={ways.asked} onAsk={ways.onAsk} />
        ))}
        {groups.map((group) => (
          <GroupLine key={`${group.code} ${group.field}`} group={group} isOld={isOld} {...ways} />
        ))}
      </ul>
    </aside>
  );
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

function GroupLine({ group, isOld, asked, onAsk, onColumn, editing }: GroupWays & { readonly group: Group }) {
  const { code, field, severity, message, cure, count, rows, fixable, fixes } = group;
  const { tone, icon: Icon } = MARKS[severity];
  const about = useId();
  const shown = { ...EVERY_ROW, issue: { code, field } };
  const isShown = asked.issue?.code === code && asked.issue.field === field;
  const exclude = (excluded: boolean) => void editing.edit({ kind: 'exclude', excluded, rows: shown });
  const fix = () => void editing.edit({ kind: 'fixAll', code, field });
  const show = (): void => {
    if (rows > 0) onAsk(isShown ? EVERY_ROW : shown);
    else if (field !== null) onColumn(field);
  };
  return (
    <li className={styles.group}>
      <p id={about} className={styles.groupWords}>
        <Icon size={16} aria-hidden="true" style={{ color: `var(--${tone})` }} />
        <span className="medium">{say(message)}</span>
        <span className={styles.groupCount}>{formatCount(count)}</span>
      </p>
      <p className={`soft small ${styles.cure}`}>
        {fixes.length === 0 ? say(cure) : fixes.map(REVIEW.fixOf).slice(0, 1).join('') + REVIEW.fixesMore(fixable - 1)}
      </p>
      <div className={styles.groupButtons}>
        {fixable === 0 ? null : (
          <Button aria-describedby={about} isPending={isOld} onClick={fix}>
            {REVIEW.fix}
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
