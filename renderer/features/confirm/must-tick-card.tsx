// The warnings of a batch, and what a person must tick before Pay. In: the confirmation and what is ticked. Out: ticks.
// This file must never tick anything by itself, nor let warnings be ticked that are not listed.

import type { Confirmation } from '../../../shared/api/batch-commands.ts';
import { CONFIRM } from '../../text/confirm.ts';
import { Button } from '../../ui/button.tsx';
import { Tick } from '../../ui/field.tsx';
import { Card, Faint, Stack } from '../../ui/page.tsx';
import styles from './confirm-screen.module.css';
import { ROWS_NAMED } from './confirm-cards.tsx';
import { type Given, unlistedWarnings } from './may-pay.ts';

interface MustTickCardProps {
  readonly confirmation: Confirmation;
  readonly given: Given;
  readonly onGiven: (given: Given) => void;
  readonly onMore: () => void;
}

export function MustTickCard({ confirmation, given, onGiven, onMore }: MustTickCardProps) {
  const { warnings, ticks, warningCount } = confirmation;
  if (warnings.length === 0 && ticks.length === 0) return null;
  const unlisted = unlistedWarnings(confirmation);
  return (
    <Card title={ticks.length > 0 ? CONFIRM.mustTick : CONFIRM.warnings(warningCount)}>
      <Stack isTight>
        {warnings.length === 0 ? null : (
          <ul className={styles.warnings}>
            {warnings.map(({ message, count, rowNumbers }) => (
              <li key={message}>
                {message}
                {rowNumbers.length === 0 ? null : (
                  <>
                    <br />
                    <Faint>{CONFIRM.rows(rowNumbers.slice(0, ROWS_NAMED), count)}</Faint>
                  </>
                )}
              </li>
            ))}
          </ul>
        )}
        {unlisted === 0 ? null : <Button onClick={onMore}>{CONFIRM.moreWarnings(unlisted)}</Button>}
        {ticks.map((tick) => (
          <Tick
            key={tick}
            checked={given.ticks.includes(tick)}
            disabled={tick === 'warnings' && unlisted > 0}
            onChange={(event) =>
              onGiven({
                ...given,
                ticks: event.target.checked ? [...given.ticks, tick] : given.ticks.filter((other) => other !== tick),
              })
            }
          >
            {CONFIRM.ticks[tick]}
          </Tick>
        ))}
      </Stack>
    </Card>
  );
}
