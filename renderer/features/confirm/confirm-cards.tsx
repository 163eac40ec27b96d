// Nothing here ticks anything by itself, nor lets be ticked what is not listed. No amount is computed that the desk
// could tell; one exact integer is subtracted from another.

import type { ConfirmationView } from '../../../shared/api/batch-commands.ts';
import { countOf, formatCount } from '../../../shared/counts.ts';
import { formatRupees } from '../../../shared/money.ts';
import { FIELD_WORDS, type Ticks } from '../../../shared/rows.ts';
import { formatWalletPaise } from '../../../shared/wallet.ts';
import { CONFIRM } from '../../text/drafts.ts';
import { formatDuration } from '../../text/format.ts';
import { Button, Tick, ticked } from '../../ui/controls.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Card, Facts, Faint, Figure, Figures, Stack } from '../../ui/page.tsx';
import { TableCard, type TableColumn } from '../../ui/table.tsx';
import styles from './confirm-screen.module.css';
import { type Given, unlistedWarnings, withRowTicks } from './confirmation.ts';

/** Enough rows to go and look; the grid of Review has them all. */
const ROWS_NAMED = 8;

export function MoneyCard({ confirmation }: { readonly confirmation: ConfirmationView }) {
  const { count, totalPaise, totalInWords, byMethod, largestPaise } = confirmation;
  return (
    <Card>
      <Stack>
        <Figures>
          <Figure isLarge label="Payouts" value={formatCount(count)} />
          <Figure isLarge label="Total" value={formatRupees(totalPaise)} />
        </Figures>
        <p className="soft">{totalInWords}</p>
        <Figures>
          <Figure label="UPI" value={formatRupees(byMethod.UPI.paise)} about={formatCount(byMethod.UPI.count)} />
          <Figure label="IMPS" value={formatRupees(byMethod.IMPS.paise)} about={formatCount(byMethod.IMPS.count)} />
          <Figure label="Largest payment" value={formatRupees(largestPaise)} />
        </Figures>
      </Stack>
    </Card>
  );
}

export function WalletCard({ confirmation }: { readonly confirmation: ConfirmationView }) {
  const { profile, environment, mid, baseUrl, wallet, totalPaise, estimatedSeconds, ratePerSecond } = confirmation;
  const balance = wallet?.balancePaise ?? null;
  const missing = balance === null ? 0 : totalPaise - balance;
  return (
    <Card title={profile} environment={environment}>
      <Stack>
        <Facts
          facts={{
            'Merchant id': mid,
            "Gateway's address": baseUrl,
            'Balance now':
              wallet === null ? (
                'Not known'
              ) : balance === null ? (
                <>
                  <strong>{wallet.reported}</strong>
                  <br />
                  <Faint>As the gateway reports it; it does not say whether this is rupees or paise.</Faint>
                </>
              ) : (
                <strong>{formatWalletPaise(balance)}</strong>
              ),
            'Balance afterwards': balance === null || missing > 0 ? null : formatRupees(balance - totalPaise),
            'It will take about': (
              <>
                {formatDuration(estimatedSeconds * 1000)}
                <br />
                <Faint>{formatCount(ratePerSecond)} requests a second at most, look-ups counted</Faint>
              </>
            ),
          }}
        />
        {missing > 0 ? (
          <Notice
            tone="warning"
            title={`Short by ${formatRupees(missing)}`}
            about="The wallet holds less than this batch needs. Payouts will be refused once it is empty."
          />
        ) : null}
      </Stack>
    </Card>
  );
}

/** The rows that a sentence is about, below it. */
function RowsNamed({ numbers, count }: { readonly numbers: readonly number[]; readonly count: number }) {
  return (
    <>
      <br />
      <Faint>{CONFIRM.rows(numbers.slice(0, ROWS_NAMED), count)}</Faint>
    </>
  );
}

export function LeftOutCard({ confirmation: { leftOut, leftOutCount } }: { readonly confirmation: ConfirmationView }) {
  const unlisted = leftOutCount - leftOut.reduce((listed, { count }) => listed + count, 0);
  return (
    <Card title={CONFIRM.leftOut(leftOutCount)}>
      {leftOut.length === 0 ? null : (
        <ul className={styles.leftOut}>
          {leftOut.map(({ code, message, count, rowNumbers }) => (
            <li key={`${code} ${message}`}>
              <span className="strong number">{formatCount(count)}</span>
              <span>
                {message}
                <RowsNamed numbers={rowNumbers} count={count} />
              </span>
            </li>
          ))}
          {unlisted === 0 ? null : <li>and {countOf(unlisted, 'more row')}</li>}
        </ul>
      )}
    </Card>
  );
}

interface MustTickCardProps {
  readonly confirmation: ConfirmationView;
  readonly given: Given;
  readonly onGiven: (given: Given) => void;
  readonly onMore: () => void;
}

export function MustTickCard({ confirmation, given, onGiven, onMore }: MustTickCardProps) {
  const { warnings, ticks, warningCount } = confirmation;
  if (warnings.length === 0 && ticks.length === 0) return null;
  const unlisted = unlistedWarnings(confirmation);
  return (
    <Card title={ticks.length > 0 ? 'Please read and tick' : countOf(warningCount, 'warning')}>
      <Stack isTight>
        {warnings.length === 0 ? null : (
          <ul className={styles.warnings}>
            {warnings.map(({ message, count, rowNumbers }) => (
              <li key={message}>
                {message}
                {rowNumbers.length === 0 ? null : <RowsNamed numbers={rowNumbers} count={count} />}
              </li>
            ))}
          </ul>
        )}
        {unlisted === 0 ? null : (
          <Button onClick={onMore}>Show {countOf(unlisted, 'more warning')}: all must be read first</Button>
        )}
        {ticks.map((tick) => (
          <Tick
            key={tick}
            checked={given.ticks.includes(tick)}
            disabled={tick === 'warnings' && unlisted > 0}
            onTick={(isTicked) => onGiven({ ...given, ticks: ticked(given.ticks, tick, isTicked) })}
          >
            {CONFIRM.ticks[tick]}
          </Tick>
        ))}
      </Stack>
    </Card>
  );
}

interface RowTicksCardProps {
  readonly tickable: ConfirmationView['tickable'];
  readonly ticks: Ticks;
  readonly onTick: (ticks: Ticks) => void;
  readonly onMore: () => void;
}

/** Rows that are left out unless a person ticks them: lately paid already, or a payee whose account is another one now. */
export function RowTicksCard({ tickable, ticks, onTick, onMore }: RowTicksCardProps) {
  if (tickable.length === 0) return null;
  return (
    <Card title="Left out unless you tick them">
      <Stack>
        {tickable.map(({ reason, sum, rows }) => (
          <Stack key={reason} isTight>
            <p>{CONFIRM.tickable[reason](sum.count, formatRupees(sum.paise))}</p>
            <ul className={styles.leftOut}>
              {rows.map(({ rowNumber, name, paise, message }) => (
                <li key={rowNumber}>
                  <span className="strong number">{rowNumber}</span>
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
              <Button onClick={onMore}>
                Show {countOf(sum.count - rows.length, 'more row')}: only what is listed is ticked
              </Button>
            ) : null}
            <Tick
              checked={rows.every(({ rowNumber }) => ticks[reason].includes(rowNumber))}
              onTick={(isTicked) => onTick(withRowTicks(ticks, { reason, rows }, isTicked))}
            >
              {CONFIRM.payAllTheSame[reason](rows.length)}
            </Tick>
          </Stack>
        ))}
      </Stack>
    </Card>
  );
}

type Correction = NonNullable<ConfirmationView['retry']>['corrections'][number];

const COLUMNS: readonly TableColumn<Correction>[] = [
  { word: 'Row', isNumber: true, cell: ({ row }) => row },
  { word: 'Field', cell: ({ field }) => FIELD_WORDS[field] },
  { word: 'Before', cell: ({ from }) => <Faint>{from ?? CONFIRM.none}</Faint> },
  { word: 'Now', cell: ({ to }) => to ?? CONFIRM.none },
];

/** Every value of a retry that is another one than before: a wrong one pays a stranger. */
export function RetryCard({ retry: { corrections } }: { readonly retry: NonNullable<ConfirmationView['retry']> }) {
  if (corrections.length === 0) {
    return (
      <Card>
        <Faint>No detail was corrected: the same people are paid in the same way again.</Faint>
      </Card>
    );
  }
  return (
    <TableCard
      label={`${countOf(corrections.length, 'value')} corrected`}
      columns={COLUMNS}
      rows={corrections}
      keyOf={({ row, field }) => `${row} ${field}`}
    />
  );
}
