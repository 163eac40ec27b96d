// What Confirm shows, put into the contract's words. In: what start or retry would pay, and what stands against the rest.
// Out: parts of a confirmation. This file must never choose a row: it counts and groups what was chosen.

import type { Confirmation } from '../../../../shared/api/batch-commands.ts';
import type { ConfirmView } from '../../../../shared/api/views.ts';
import type { Issue } from '../../../../shared/issues.ts';
import { CONFIRM_LISTED, LEFT_OUT_ROWS_SHOWN } from '../../../../shared/limits.ts';
import type { Profile } from '../../../../shared/profiles.ts';
import type { PayableRow } from '../../../../shared/rows.ts';
import type { TickReason, TickRow } from '../../../../shared/ticks.ts';
import { walletPaise } from '../../../../shared/wallet.ts';
import type { Sealed, Warning } from '../confirm-seal.ts';
import { knownWallet } from '../wallet-shortfall.ts';

type Figures = Omit<
  Confirmation,
  | 'draft'
  | 'revision'
  | 'repeats'
  | 'leftOut'
  | 'leftOutCount'
  | 'warnings'
  | 'warningCount'
  | 'ticks'
  | 'tickable'
  | 'retry'
  | 'seal'
  | 'blocked'
>;

export function figuresOf(view: ConfirmView, known: Pick<Profile, 'ratePerSecond' | 'walletUnit'>): Figures {
  const { profile, environment, mid, baseUrl, file, count, totalPaise, totalInWords, byMethod, largestPaise } = view;
  const { walletAsReported, estimatedSeconds } = view;
  const money = walletAsReported === null ? null : knownWallet(walletAsReported, known);
  const balancePaise = money === null ? null : walletPaise(money);
  return {
    profile,
    environment,
    mid,
    baseUrl,
    file,
    count,
    totalPaise,
    totalInWords,
    byMethod,
    largestPaise,
    wallet: walletAsReported === null ? null : { reported: walletAsReported, balancePaise },
    estimatedSeconds,
    ratePerSecond: known.ratePerSecond,
  };
}

/** What can be said of a draft that cannot be started. */
export function figuresWithout(
  file: string,
  { name, environment, mid, baseUrl, ratePerSecond }: Profile,
  rows: readonly PayableRow[],
): Figures {
  const totalPaise = rows.reduce((total, row) => total + row.payment.amountPaise, 0);
  const share = (method: 'UPI' | 'IMPS') => {
    const ofMethod = rows.filter((row) => row.payment.beneficiary.method === method);
    return { count: ofMethod.length, paise: ofMethod.reduce((total, row) => total + row.payment.amountPaise, 0) };
  };
  return {
    profile: name,
    environment,
    mid,
    baseUrl,
    file,
    count: rows.length,
    totalPaise,
    totalInWords: '',
    byMethod: { UPI: share('UPI'), IMPS: share('IMPS') },
    largestPaise: rows.reduce((most, row) => Math.max(most, row.payment.amountPaise), 0),
    wallet: null,
    estimatedSeconds: 0,
    ratePerSecond,
  };
}

/** Rows that are left out, by the sentence of their first reason, the most frequent first. Shape: at most CONFIRM_LISTED of them. */
export function leftOutOf(
  excluded: readonly { readonly rowNumber: number; readonly issues: readonly Issue[] }[],
): Pick<Confirmation, 'leftOut' | 'leftOutCount'> {
  const groups = Map.groupBy(excluded, ({ issues: [first] }) => `${first?.code} ${first?.message}`);
  const leftOut = [...groups.values()].map((rows) => ({
    code: rows[0]?.issues[0]?.code ?? 'leftOut',
    message: rows[0]?.issues[0]?.message ?? '',
    count: rows.length,
    rowNumbers: rows.slice(0, LEFT_OUT_ROWS_SHOWN).map(({ rowNumber }) => rowNumber),
  }));
  const shown = leftOut.toSorted((a, b) => b.count - a.count).slice(0, CONFIRM_LISTED);
  return { leftOut: shown, leftOutCount: excluded.length };
}

/** The same from issues of rows, of which a row may have several. */
export function leftOutByIssues(issues: readonly Issue[]): Pick<Confirmation, 'leftOut' | 'leftOutCount'> {
  const byRow = Map.groupBy(issues, ({ row }) => row);
  return leftOutOf([...byRow].map(([rowNumber, ofRow]) => ({ rowNumber, issues: ofRow })));
}

/** Warnings by their sentence, in the order in which they were found. Shape: at most `listed` of them. */
export function warningsOf(
  warnings: readonly Warning[],
  listed: number,
): Pick<Confirmation, 'warnings' | 'warningCount'> {
  const groups = [...Map.groupBy(warnings, ({ message }) => message)].slice(0, listed);
  const shown = groups.map(([message, all]) => {
    const rowNumbers = all.flatMap(({ row }) => (row === null ? [] : [row])).slice(0, LEFT_OUT_ROWS_SHOWN);
    return { message, count: all.length, rowNumbers };
  });
  return { warnings: shown, warningCount: warnings.length };
}

/** What must be ticked about the warnings. That lost answers could not be looked up here has a tick of its own. */
export function warningTicks({ warnings }: Sealed): Confirmation['ticks'] {
  const unsure = warnings.filter(({ code }) => code === 'lookupsUnreliable').length;
  return [
    ...(warnings.length > unsure ? (['warnings'] as const) : []),
    ...(unsure > 0 ? (['unsureLookups'] as const) : []),
  ];
}

const REASONS: readonly TickReason[] = ['paidBefore', 'accountChanged'];

/** Rows that only a tick lets through, by the reason that it lifts. */
export function tickableOf(asked: readonly TickRow[], listed: number): Confirmation['tickable'] {
  return REASONS.flatMap((reason) => {
    const rows = asked.filter(({ reasons }) => reasons.includes(reason));
    if (rows.length === 0) return [];
    const paise = rows.reduce((total, { amountPaise }) => total + amountPaise, 0);
    return {
      reason,
      sum: { count: rows.length, paise },
      rows: rows.slice(0, listed).map(({ rowNumber, name, amountPaise, messages }) => {
        return { rowNumber, name, paise: amountPaise, message: messages.join(' ') };
      }),
    };
  });
}
