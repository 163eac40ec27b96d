import { ListChecks } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import type { PayoutLine } from '../../../shared/api/payout-commands.ts';
import type { BatchView } from '../../../shared/api/views.ts';
import type { BatchId } from '../../../shared/ids.ts';
import type { StateKind } from '../../../shared/states.ts';
import { useDesk } from '../../bridge/use-desk.ts';
import { useRowList, useRows } from '../../bridge/use-row-list.ts';
import { RUN } from '../../text/run.ts';
import { type Chip, Chips } from '../../ui/chips.tsx';
import { Empty } from '../../ui/empty.tsx';
import { BareInput, Tick } from '../../ui/field.tsx';
import { maskAccount } from '../../text/format.ts';
import { useAbove } from '../../ui/navigation.ts';
import { NotDoneNotice } from '../../ui/notice.tsx';
import { payoutColumns } from '../../ui/payout-columns.tsx';
import { RowGrid } from '../../ui/row-grid.tsx';
import { groupsOf, RUN_GROUP_KEYS, RUN_GROUPS, type RunGroupKey } from './run-facts.ts';
import styles from './run-screen.module.css';

const TOPICS = ['payouts'] as const;

interface RunGridProps {
  readonly batch: BatchId;
  readonly view: BatchView;
  readonly only: readonly StateKind[];
  readonly onOnly: (states: readonly StateKind[]) => void;
  readonly isSending: boolean;
  readonly maskAccounts: boolean;
}

export function RunGrid({ batch, view, only, onOnly, isSending, maskAccounts }: RunGridProps) {
  const { openPayout } = useAbove();
  const desk = useDesk();
  const [search, setSearch] = useState('');
  const [isFollowing, setFollowing] = useState(true);
  const read = useCallback(
    (window: { readonly from: number; readonly count: number }) =>
      desk.ask('readPayouts', { batch, states: [...only], search, sort: { by: 'rowNumber', direction: 'up' }, window }),
    [batch, desk, only, search],
  );
  const list = useRowList<PayoutLine>({ version: view.state, topics: TOPICS, batch, load: read });
  const { notTold } = useRows(list);
  const columns = useMemo(
    () =>
      payoutColumns(['row', 'state', 'name', 'beneficiary', 'ifsc', 'amount', 'utr', 'reference', 'message'], {
        newer: desk.live,
        mask: maskAccounts ? maskAccount : (account) => account,
      }),
    [desk, maskAccounts],
  );
  const sent =
    view.counts.success +
    view.counts.processing +
    view.counts.failed +
    view.counts.rejected +
    view.counts.unknown +
    view.counts.reversed;
  const follows = isFollowing && isSending && only.length === 0 && search === '';

  const count = Object.values(view.counts).reduce((sum, one) => sum + one, 0);
  const chips: Chip<RunGroupKey | 'all'>[] = [{ key: 'all', word: RUN.all, count }, ...groupsOf(view)];
  const chosen = RUN_GROUP_KEYS.find((key) => RUN_GROUPS[key].states.join() === only.join()) ?? 'all';
  return (
    <>
      <div className={styles.tools}>
        <Chips
          label={RUN.showStates}
          chips={chips}
          chosen={chosen}
          onChoose={(key) => onOnly(key === 'all' ? [] : RUN_GROUPS[key].states)}
        />
        <div className={styles.toolsEnd}>
          {isSending ? (
            <Tick checked={isFollowing} onChange={(event) => setFollowing(event.target.checked)}>
              {RUN.follow}
            </Tick>
          ) : null}
          <div className={styles.search}>
            <BareInput
              label={RUN.search}
              type="search"
              value={search}
              onChange={(event) => setSearch(event.target.value)}
            />
          </div>
        </div>
      </div>
      <NotDoneNotice told={notTold} />
      <RowGrid<PayoutLine>
        label={RUN.grid}
        columns={columns}
        list={list}
        nameOf={numberOf}
        follow={follows ? sent : null}
        empty={
          <Empty icon={ListChecks} title={RUN.noPayouts}>
            {RUN.noPayoutsAbout}
          </Empty>
        }
        onOpen={(line) => openPayout(line.payout)}
      />
    </>
  );
}

function numberOf({ rowNumber }: PayoutLine): number {
  return rowNumber;
}
