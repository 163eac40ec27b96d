import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { AnswerOf } from '../../../shared/api/contract.ts';
import { type DraftEdit, type DraftQuery, type DraftSummary, EVERY_ROW } from '../../../shared/api/draft-commands.ts';
import { useDesk } from '../../bridge/use-desk.ts';
import { useQuery } from '@tanstack/react-query';
import { REVIEW } from '../../text/review.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Status } from '../../ui/status.tsx';
import styles from './review-screen.module.css';

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

export function IssuePanel({ draft, summary, asked, onAsk, edit }: IssuePanelProps) {
  const groups = useIssues(draft, summary.revision);
  return (
    <aside className={styles.issues} aria-label={REVIEW.issues}>
      <div className={styles.issuesHeader}>
        <h2>{REVIEW.issues}</h2>
        {summary.counts.errors > 0 ? (
          <Button weight="quiet" onClick={() => void edit({ kind: 'exclude', excluded: true, rows: 'errors' })}>
            {REVIEW.leaveOutErrors}
          </Button>
        ) : null}
      </div>
      {groups.length === 0 ? (
        <Empty icon={CircleCheck} title={REVIEW.noIssues}>
          {REVIEW.noIssuesAbout}
        </Empty>
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

function IssueGroup({
  group,
  asked,
  onAsk,
  edit,
}: { readonly group: Group } & Pick<IssuePanelProps, 'asked' | 'onAsk' | 'edit'>) {
  const { code, field, severity, message, cure, count, firstRowNumber, fixable } = group;
  const isShown = asked.issue !== null && asked.issue.code === code && asked.issue.field === field;
  return (
    <li className={styles.group}>
      <div className={styles.groupHead}>
        <Status {...MARKS[severity]} word={REVIEW.rowsWith(count, firstRowNumber)} />
        <div className={styles.groupButtons}>
          <Button
            weight="quiet"
            aria-pressed={isShown}
            aria-label={`${REVIEW.show}: ${message}`}
            onClick={() => onAsk(isShown ? EVERY_ROW : { filter: 'all', issue: { code, field }, search: '' })}
          >
            {isShown ? REVIEW.shown : REVIEW.show}
          </Button>
          {fixable ? (
            <Button
              weight="quiet"
              aria-label={`${REVIEW.fixAll(count)}: ${message}`}
              onClick={() => void edit({ kind: 'fixAll', code, field })}
            >
              {REVIEW.fixAll(count)}
            </Button>
          ) : null}
        </div>
      </div>
      <p className={styles.message}>{message}</p>
      <p className={styles.cure}>{cure}</p>
    </li>
  );
}

/** The issues of this revision; those of the one before stand until they are there. */
function useIssues(draft: string, revision: number): readonly Group[] {
  const desk = useDesk();
  const { data } = useQuery({
    queryKey: ['readDraftIssues', draft, revision],
    queryFn: () => desk.ask('readDraftIssues', { draft }),
    placeholderData: (before) => before,
  });
  return data?.kind === 'done' ? data.value.groups : [];
}
