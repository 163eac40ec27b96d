// The warnings of a batch, and what a person must tick before Pay. In: the confirmation and what is ticked. Out: ticks.
// This file must never tick anything by itself.

import type { Confirmation } from '../../../shared/api/batch-commands.ts';
import { CONFIRM } from '../../text/confirm.ts';
import { Tick } from '../../ui/field.tsx';
import { Card, Stack } from '../../ui/page.tsx';
import styles from './confirm-screen.module.css';
import type { Given } from './may-pay.ts';

interface MustTickCardProps {
  readonly confirmation: Confirmation;
  readonly given: Given;
  readonly onGiven: (given: Given) => void;
}

export function MustTickCard({ confirmation, given, onGiven }: MustTickCardProps) {
  const { warnings, ticks, warningCount } = confirmation;
  if (warnings.length === 0 && ticks.length === 0) return null;
  return (
    <Card title={ticks.length > 0 ? CONFIRM.mustTick : CONFIRM.warnings(warningCount)}>
      <Stack isTight>
        {warnings.length === 0 ? null : (
          <ul className={styles.warnings}>
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        )}
        {ticks.map((tick) => (
          <Tick
            key={tick}
            checked={given.ticks.includes(tick)}
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
