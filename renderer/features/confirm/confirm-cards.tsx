// Nothing here ticks anything by itself, nor lets be ticked what is not listed. No amount is computed that the desk could tell;
// one exact integer is subtracted from another.

import type { Confirmation } from '../../../shared/api/batch-commands.ts';
import { FIELD_WORDS } from '../../../shared/field-words.ts';
import type { Ticks } from '../../../shared/ticks.ts';
import { formatWalletPaise } from '../../../shared/wallet.ts';
import { CONFIRM } from '../../text/confirm.ts';
import { formatCount, formatDuration, formatRupees } from '../../text/format.ts';
import { Button } from '../../ui/button.tsx';
import { Tick } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Card, Facts, Faint, Figure, Figures, Stack } from '../../ui/page.tsx';
import { EnvironmentBadge } from '../../ui/status.tsx';
import { Table } from '../../ui/table.tsx';
import styles from './confirm-screen.module.css';
import { type Given, unlistedWarnings, withRowTicks } from './may-pay.ts';

/** Enough rows to go and look; the grid of Review has them all. */
const ROWS_NAMED = 8;

export function MoneyCard({ confirmation }: { readonly confirmation: Confirmation }) {
  const { count, totalPaise, totalInWords, byMethod, largestPaise } = confirmation;
  return (
    <Card>
      <Stack>
        <Figures>
          <Figure isLarge label={CONFIRM.payouts} value={formatCount(count)} />
          <Figure isLarge label={CONFIRM.total} value={formatRupees(totalPaise)} />
        </Figures>
        <p className={styles.words}>{totalInWords}</p>
        <Figures>
          <Figure
            label={CONFIRM.upi}
            value={formatRupees(byMethod.UPI.paise)}
            about={formatCount(byMethod.UPI.count)}
          />
          <Figure
            label={CONFIRM.imps}
            value={formatRupees(byMethod.IMPS.paise)}
            about={formatCount(byMethod.IMPS.count)}
          />
          <Figure label={CONFIRM.largest} value={formatRupees(largestPaise)} />
        </Figures>
      </Stack>
    </Card>
  );
}

export function WalletCard({ confirmation }: { readonly confirmation: Confirmation }) {
  const { profile, environment, mid, baseUrl, wallet, totalPaise, estimatedSeconds, ratePerSecond } = confirmation;
  const balance = wallet?.balancePaise ?? null;
  const missing = balance === null ? 0 : totalPaise - balance;
  return (
    <Card
      title={
        <span className={styles.account}>
          {profile} <EnvironmentBadge environment={environment} />
        </span>
      }
    >
      <Stack>
        <Facts
          facts={[
            [CONFIRM.mid, mid],
            [CONFIRM.address, baseUrl],
            [
              CONFIRM.balance,
              wallet === null ? (
                CONFIRM.balanceUnknown
              ) : balance === null ? (
                <AsReported key="reported" text={wallet.reported} />
              ) : (
                <strong key="balance">{formatWalletPaise(balance)}</strong>
              ),
            ],
            ...(balance === null || missing > 0 ? [] : [[CONFIRM.after, formatRupees(balance - totalPaise)] as const]),
            [CONFIRM.time, <Time key="time" estimatedSeconds={estimatedSeconds} ratePerSecond={ratePerSecond} />],
          ]}
        />
        {missing > 0 ? (
          <Notice tone="warning" title={`${CONFIRM.shortfall} ${formatRupees(missing)}`}>
            {CONFIRM.shortfallAbout}
          </Notice>
        ) : null}
      </Stack>
    </Card>
  );
}

function AsReported({ text }: { readonly text: string }) {
  return (
    <>
      <strong>{text}</strong>
      <br />
      <Faint>{CONFIRM.balanceAsReported}</Faint>
    </>
  );
}

function Time({ estimatedSeconds, ratePerSecond }: Pick<Confirmation, 'estimatedSeconds' | 'ratePerSecond'>) {
  return (
    <>
      {formatDuration(estimatedSeconds * 1000)}
      <br />
      <Faint>{CONFIRM.timeAbout(ratePerSecond)}</Faint>
    </>
  );
}

export function LeftOutCard({ confirmation: { leftOut, leftOutCount } }: { readonly confirmation: Confirmation }) {
  const unlisted = leftOutCount - leftOut.reduce((listed, { count }) => listed + count, 0);
  return (
    <Card title={CONFIRM.leftOut(leftOutCount)}>
      {leftOut.length === 0 ? null : (
        <ul className={styles.leftOut}>
          {leftOut.map(({ code, message, count, rowNumbers }) => (
            <li key={`${code} ${message}`}>
              <span className={styles.leftOutCount}>{formatCount(count)}</span>
              <span>
                {message}
                <br />
                <Faint>{CONFIRM.rows(rowNumbers.slice(0, ROWS_NAMED), count)}</Faint>
              </span>
            </li>
          ))}
          {unlisted === 0 ? null : <li>{CONFIRM.moreLeftOut(unlisted)}</li>}
        </ul>
      )}
    </Card>
  );
}

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

interface RowTicksCardProps {
  readonly tickable: Confirmation['tickable'];
  readonly ticks: Ticks;
  readonly onTick: (ticks: Ticks) => void;
  readonly onMore: () => void;
}

/** Rows that are left out unless a person ticks them: lately paid already, or a payee whose account is another one now. */
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

const COLUMNS = [
  { word: CONFIRM.row, isNumber: true },
  { word: CONFIRM.field },
  { word: CONFIRM.before },
  { word: CONFIRM.now },
];

/** Every value of a retry that is another one than before: a wrong one pays a stranger. */
export function RetryCard({ retry: { corrections } }: { readonly retry: NonNullable<Confirmation['retry']> }) {
  if (corrections.length === 0) {
    return (
      <Card>
        <Faint>{CONFIRM.nothingCorrected}</Faint>
      </Card>
    );
  }
  return (
    <Card title={CONFIRM.corrected(corrections.length)} isFlush>
      <Table
        label={CONFIRM.corrected(corrections.length)}
        columns={COLUMNS}
        rows={corrections.map(({ row, field, from, to }) => ({
          key: `${row} ${field}`,
          cells: [row, FIELD_WORDS[field], <Faint key="from">{from ?? CONFIRM.none}</Faint>, to ?? CONFIRM.none],
        }))}
      />
    </Card>
  );
}
