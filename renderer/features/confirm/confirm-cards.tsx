// What Confirm shows about the money, the wallet and what is left out. In: the confirmation. Out: cards.
// This file must never compute an amount that the desk could tell; it subtracts one exact integer from another.

import type { Confirmation } from '../../../shared/api/batch-commands.ts';
import { formatWalletPaise } from '../../../shared/wallet.ts';
import { CONFIRM } from '../../text/confirm.ts';
import { formatCount, formatDuration, formatRupees } from '../../text/format.ts';
import { Notice } from '../../ui/notice.tsx';
import { Card, Facts, Faint, Figure, Figures, Stack } from '../../ui/page.tsx';
import { EnvironmentBadge } from '../../ui/status.tsx';
import styles from './confirm-screen.module.css';

/** Enough rows to go and look; the grid of Review has them all. */
export const ROWS_NAMED = 8;

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
