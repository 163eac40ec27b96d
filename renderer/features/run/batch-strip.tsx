// Where a batch stands: how much of it is paid, the bar, and chips that are its only legend. They keep their places while
// their numbers change.

import { ListChecks } from 'lucide-react';
import { type ReactNode, useCallback, useState } from 'react';
import type { PayoutLine } from '../../../shared/api/payout-commands.ts';
import type { BatchView } from '../../../shared/api/views.ts';
import { formatCount } from '../../../shared/counts.ts';
import type { BatchId } from '../../../shared/ids.ts';
import { formatRupees } from '../../../shared/money.ts';
import { STATE_KINDS, type StateKind } from '../../../shared/states.ts';
import { type RowWindow, useRowList } from '../../bridge/row-list.ts';
import { useDesk } from '../../bridge/use-desk.ts';
import { RUN } from '../../text/payouts.ts';
import { BareInput, Button } from '../../ui/controls.tsx';
import { Empty } from '../../ui/notice.tsx';
import { PayoutGrid } from '../../ui/payout-grid.tsx';
import { BarMark, StackedBar } from '../../ui/status.tsx';
import { groupsOf } from './run-facts.ts';
import styles from './run-screen.module.css';

const TOPICS = ['payouts'] as const;

interface BatchBodyProps {
  /** Under which the grid's columns are kept. */
  readonly name: string;
  readonly keys: Parameters<typeof PayoutGrid>[0]['keys'];
  readonly batch: BatchId;
  readonly view: BatchView;
  /** What the grid shows before a chip is chosen. Empty means every state, here and in `only`. */
  readonly all: readonly StateKind[];
  readonly only: readonly StateKind[];
  readonly onOnly: (states: readonly StateKind[]) => void;
  /** The grid may follow what is being sent. */
  readonly isSending: boolean;
  /** What stands between the figures and the grid. */
  readonly children: ReactNode;
}

export function BatchBody({ name, keys, batch, view, all, only, onOnly, isSending, children }: BatchBodyProps) {
  const desk = useDesk();
  const [search, setSearch] = useState('');
  const [isFollowing, setFollowing] = useState(true);
  const read = useCallback(
    (window: RowWindow) =>
      desk.ask('readPayouts', { batch, states: [...only], search, sort: { by: 'rowNumber', direction: 'up' }, window }),
    [batch, desk, only, search],
  );
  const list = useRowList<PayoutLine>({ version: view.state, topics: TOPICS, batch, load: read });
  const count = sumOf(view.counts, STATE_KINDS);
  const sent = count - view.counts.queued - view.counts.sending - view.counts.cancelled;
  const mayFollow = isSending && only.length === 0 && search === '';
  const groups = groupsOf(view);
  return (
    <>
      <section className={styles.strip} aria-label={RUN.progress}>
        <div className={styles.sum}>
          <strong className={styles.paid}>{RUN.paidOf(view.counts.success, count)}</strong>
          <StackedBar
            label={groups.map(({ word, count: many }) => `${word} ${formatCount(many)}`).join(', ')}
            parts={groups}
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
        <StateChips view={view} all={all} only={only} onOnly={onOnly} />
      </section>
      {children}
      <PayoutGrid
        name={name}
        label={RUN.payouts}
        keys={keys}
        list={list}
        newer={desk.live}
        follow={mayFollow && isFollowing ? sent : null}
        onLeaveFollow={() => setFollowing(false)}
        empty={<Empty icon={ListChecks} title={RUN.empty} about={RUN.emptyAbout} />}
      />
    </>
  );
}

function StateChips({ view, all, only, onOnly }: Pick<BatchBodyProps, 'view' | 'all' | 'only' | 'onOnly'>) {
  const shown = all.length === 0 ? STATE_KINDS : all;
  const whole = {
    key: 'all',
    word: all.length === 0 ? RUN.all : RUN.notPaid,
    tone: null,
    states: all,
    count: sumOf(view.counts, shown),
    paise: sumOf(view.paise, shown),
  };
  return (
    <div className={styles.chips} role="group" aria-label={RUN.show}>
      {[whole, ...groupsOf(view)].map(({ key, word, tone, states, count, paise }) => (
        <button
          key={key}
          type="button"
          className={styles.chip}
          aria-pressed={states.join() === only.join()}
          onClick={() => onOnly(states)}
        >
          <span className={styles.word}>
            {tone === null ? null : <BarMark tone={tone} />}
            {word} <strong>{formatCount(count)}</strong>
          </span>{' '}
          <span className={styles.rupees}>{formatRupees(paise)}</span>
        </button>
      ))}
    </div>
  );
}

function sumOf(sums: Readonly<Record<StateKind, number>>, states: readonly StateKind[]): number {
  return states.reduce((sum, state) => sum + sums[state], 0);
}

interface StatusLineProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly about?: ReactNode;
  readonly tone?: 'plain' | 'warning' | 'error' | 'good';
  /** Figures that change by the second: not read aloud. */
  readonly figures?: string | undefined;
  readonly children?: ReactNode;
}

/** The one line that says what the batch is doing and what helps. */
export function StatusLine({ icon, title, about = null, tone = 'plain', figures, children }: StatusLineProps) {
  return (
    <div className={styles.status} data-tone={tone} data-region="actions">
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
