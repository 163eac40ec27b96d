// Rows that are left out unless a person ticks them: lately paid already, or a payee whose account is another one now.
// In: those rows and what is ticked. Out: the ticks, by row number. This file must never tick anything by itself, nor a row
// that is not listed.

import type { Confirmation } from '../../../shared/api/batch-commands.ts';
import type { Ticks } from '../../../shared/ticks.ts';
import { CONFIRM } from '../../text/confirm.ts';
import { formatRupees } from '../../text/format.ts';
import { Button } from '../../ui/button.tsx';
import { Tick } from '../../ui/field.tsx';
import { Card, Faint, Stack } from '../../ui/page.tsx';
import styles from './confirm-screen.module.css';
import { withRowTicks } from './may-pay.ts';

interface RowTicksCardProps {
  readonly tickable: Confirmation['tickable'];
  readonly ticks: Ticks;
  readonly onTick: (ticks: Ticks) => void;
  readonly onMore: () => void;
}

export function RowTicksCard({ tickable, ticks, onTick, onMore }: RowTicksCardProps) {
  if (tickable.length === 0) return null;
  return (
    <Card title={CONFIRM.leftOutUnlessTicked}>
      <Stack>
        {tickable.map(({ reason, sum, rows }) => (
          <Stack key={reason} isTight>
            <p>{CONFIRM.tickable[reason](sum.count, formatRupees(sum.paise))}</p>
            <ul className={styles.leftOut}>
              {rows.map(({ rowNumber, name, paise, message }) => (
                <li key={rowNumber}>
                  <span className={styles.leftOutCount}>{rowNumber}</span>
                  <span>
                    {name === null ? '' : `${name} · `}
                    {formatRupees(paise)}
                    <br />
                    <Faint>{message}</Faint>
                  </span>
                </li>
              ))}
            </ul>
            {sum.count > rows.length ? (
              <Button onClick={onMore}>{CONFIRM.moreRows(sum.count - rows.length)}</Button>
            ) : null}
            <Tick
              checked={rows.every(({ rowNumber }) => ticks[reason].includes(rowNumber))}
              onChange={(event) => onTick(withRowTicks(ticks, { reason, rows }, event.target.checked))}
            >
              {CONFIRM.payAllTheSame[reason](rows.length)}
            </Tick>
          </Stack>
        ))}
      </Stack>
    </Card>
  );
}
