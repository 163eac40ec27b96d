// The batch's progress: how much is paid, the bar, and chips as its only legend. They stay in place while their numbers change.

import { ListChecks } from 'lucide-react';
import { type ReactNode, useCallback, useState } from 'react';
import type { PayoutLine } from '../../../shared/api/payout-commands.ts';
import type { BatchView } from '../../../shared/api/views.ts';
import { formatCount } from '../../../shared/counts.ts';
import type { BatchId } from '../../../shared/ids.ts';
import { formatRupees } from '../../../shared/money.ts';
import { STATE_KINDS, type StateKind } from '../../../shared/states.ts';
import { RUN } from '../../../shared/text/payouts.ts';
import { type RowWindow, useRowList } from '../../bridge/row-list.ts';
import { useDesk } from '../../bridge/use-desk.ts';
import { BareInput, Button } from '../../ui/controls.tsx';
import { useGridLayout } from '../../ui/grid/grid-columns.ts';
import { Empty } from '../../ui/notice.tsx';
import { PayoutGrid, payoutSort } from '../../ui/payout-grid.tsx';
import { useScrolling } from '../../ui/scrolling.ts';
import { BarMark, StackedBar } from '../../ui/status.tsx';
import { groupsOf, type RunGroups } from './run-facts.ts';
import styles from './run-screen.module.css';

const TOPICS = ['payouts'] as const;
const IN_ORDER = { by: 'rowNumber', direction: 'up' } as const;

interface BatchBodyProps {
  /** The key under which the grid's columns are saved. */
  readonly name: string;
  readonly keys: Parameters<typeof PayoutGrid>[0]['keys'];
  readonly batch: BatchId;
  readonly view: BatchView;
  /** Each is a chip that shows exactly what it counts. */
  readonly groups: RunGroups;
  /** The states the grid shows; empty means all. */
  readonly only: readonly StateKind[];
  readonly onOnly: (states: readonly StateKind[]) => void;
  /** Rows of two lines, where what went wrong matters more than how many rows are in sight. */
  readonly isTall?: boolean;
  /** The grid may follow what is being sent. */
  readonly isSending: boolean;
  /** Shown between the figures and the grid. */
  readonly children: ReactNode;
}

export function BatchBody({
  name,
  keys,
  batch,
  view,
  groups,
  only,
  onOnly,
  isTall = false,
  isSending,
  children,
}: BatchBodyProps) {
  const desk = useDesk();
  const [search, setSearch] = useState('');
  const [isFollowing, setFollowing] = useState(true);
  const sorted = useGridLayout(name, { keepsSort: false });
  const { sort } = sorted.layout;
  const read = useCallback(
    (window: RowWindow) =>
      desk.ask('readPayouts', {
        batch,
        states: [...only],
        search,
        sort: sort === null ? IN_ORDER : payoutSort(sort),
        window,
      }),
    [batch, desk, only, search, sort],
  );
  const list = useRowList<PayoutLine>({ version: view.state, topics: TOPICS, batch, load: read });
  const count = sumOf(view.counts);
  const sent = count - view.counts.queued - view.counts.sending - view.counts.cancelled;
  const mayFollow = isSending && only.length === 0 && search === '' && sort === null;
  const shown = groupsOf(view, groups);
  return (
    <>
      <section className={`tight ${styles.strip}`} aria-label={RUN.progress}>
        <div className={`row nowrap gap-4 ${styles.sum}`}>
          <strong className={styles.paid}>{RUN.paidOf(view.counts.success, count)}</strong>
          <StackedBar
            label={shown.map(({ word, count: many }) => `${word} ${formatCount(many)}`).join(', ')}
            parts={shown}
          />
          {mayFollow && !isFollowing ? <Button onClick={() => setFollowing(true)}>{RUN.jump}</Button> : null}
          <BareInput
            label={RUN.search}
            type="search"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            widthPx={224}
          />
        </div>
        <StateChips view={view} shown={shown} only={only} onOnly={onOnly} />
      </section>
      {children}
      <PayoutGrid
        label={RUN.payouts}
        keys={keys}
        list={list}
        sorted={sorted}
        newer={desk.live}
        isTall={isTall}
        follow={mayFollow && isFollowing ? sent : null}
        onLeaveFollow={() => setFollowing(false)}
        empty={<Empty icon={ListChecks} title={RUN.empty} about={RUN.emptyAbout} />}
      />
    </>
  );
}

interface StateChipsProps extends Pick<BatchBodyProps, 'view' | 'only' | 'onOnly'> {
  readonly shown: ReturnType<typeof groupsOf>;
}

function StateChips({ view, shown, only, onOnly }: StateChipsProps) {
  const all = {
    key: 'all',
    word: RUN.all,
    tone: null,
    states: [],
    count: sumOf(view.counts),
    paise: sumOf(view.paise),
  };
  return (
    <div className={styles.chips} role="group" aria-label={RUN.show}>
      {[all, ...shown].map(({ key, word, tone, states, count, paise }) => (
        <button
          key={key}
          type="button"
          className={styles.chip}
          aria-pressed={states.join() === only.join()}
          onClick={() => onOnly(states)}
        >
          <span className={styles.word}>
            {tone === null ? null : <BarMark tone={tone} />}
            <span className={styles.wordText} title={word}>
              {word}
            </span>{' '}
            <strong>{formatCount(count)}</strong>
          </span>{' '}
          <span className={styles.rupees}>{formatRupees(paise)}</span>
        </button>
      ))}
    </div>
  );
}

function sumOf(sums: Readonly<Record<StateKind, number>>): number {
  return STATE_KINDS.reduce((sum, state) => sum + sums[state], 0);
}

interface StatusLineProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly about?: ReactNode;
  readonly tone?: 'plain' | 'warning' | 'error' | 'good';
  /** Figures that change every second, so they are not read aloud. */
  readonly figures?: ReactNode;
  readonly children?: ReactNode;
}

/** The one line that says what the batch is doing and what helps. */
export function StatusLine({ icon, title, about = null, tone = 'plain', figures, children }: StatusLineProps) {
  const scrolling = useScrolling();
  return (
    <div {...scrolling} className={`row nowrap gap-3 ${styles.status}`} data-tone={tone} data-region="actions">
      {icon}
      <div className={styles.said}>
        <span role={tone === 'error' ? 'alert' : 'status'} className="medium">
          {title}
        </span>
        {figures === undefined ? null : (
          <span className={`soft ${styles.ticking}`} aria-live="off">
            {figures}
          </span>
        )}
        {about === null ? null : <div className="soft small">{about}</div>}
      </div>
      <div className={styles.actions}>{children}</div>
    </div>
  );
}
