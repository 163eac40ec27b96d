// What was not paid, grouped by what the gateway said, with who must act. In: the batch. Out: a table.
// This file must never change the gateway's words, nor leave it open that there were none.

import type { BatchId } from '../../../shared/ids.ts';
import { useAsk } from '../../bridge/use-desk.ts';
import { formatCount, formatRupees } from '../../text/format.ts';
import { RESULT, RUN } from '../../text/run.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Card, Faint } from '../../ui/page.tsx';
import { StateMark } from '../../ui/status.tsx';
import { Table } from '../../ui/table.tsx';

const COLUMNS = [
  { word: RESULT.state },
  { word: RUN.message },
  { word: RESULT.who },
  { word: RESULT.count, isNumber: true },
  { word: RESULT.amount, isNumber: true },
];

export function FailuresCard({ batch }: { readonly batch: BatchId }) {
  const question = useAsk('readFailures', { batch });
  return (
    <Loaded of={question}>
      {({ groups }) =>
        groups.length === 0 ? null : (
          <Card title={RESULT.failures} isFlush>
            <Table
              label={RESULT.failures}
              columns={COLUMNS}
              rows={groups.map(({ state, message, sum }) => ({
                key: `${state} ${message}`,
                cells: [
                  <StateMark key="state" state={state} />,
                  message === '' ? <Faint key="message">{RESULT.noReason}</Faint> : message,
                  <Faint key="who">{RESULT.whoBy[state]}</Faint>,
                  formatCount(sum.count),
                  formatRupees(sum.paise),
                ],
              }))}
            />
          </Card>
        )
      }
    </Loaded>
  );
}
