// What was paid over time, for charts and for a payee's own page: by month, out of a wallet, to one payee.

import { BALANCES_SHOWN_MAX, BATCHES_MARKED_MAX, PAYEE_PARTS_MAX } from '../../../../shared/api/payout-commands.ts';
import { MONTHS_SHOWN } from '../../../../shared/limits.ts';
import { walletPaise } from '../../../../shared/wallet.ts';
import { monthStarts } from '../../domain/paid-months.ts';
import { foldName } from '../../domain/person-key.ts';
import { thinReadings } from '../../domain/wallet-history.ts';
import { bookOfProfile } from '../../session/desks.ts';
import { anyProfile } from '../../session/find-profile.ts';
import { done, type HandlerContext, type Handlers, replyOf } from '../runtime/context.ts';
import { payeeLine, payToLine } from './payout-handlers.ts';

type PaidHistoryCommand = 'readPayroll' | 'readWalletHistory' | 'readPayee';

export function paidHistoryHandlers({ stores, system }: HandlerContext): Handlers<PaidHistoryCommand> {
  const monthsNow = (): readonly number[] => monthStarts(system.clock.nowMs(), MONTHS_SHOWN);
  return {
    readPayroll: ({ book, person }) =>
      done({ months: stores[book].payouts.paidMonths(person, monthsNow()).map((month) => ({ ...month })) }),
    readWalletHistory: ({ profile }) =>
      replyOf(anyProfile(system, profile), (known) => {
        const store = stores[bookOfProfile(profile)];
        const [fromMs = 0] = monthsNow();
        const { readings, readAtMs } = store.walletReadings.changes(known, fromMs);
        const batches = store.batches
          .list()
          .filter(({ baseUrl, mid, confirmedAtMs: atMs }) => {
            return baseUrl === known.baseUrl && mid === known.mid && atMs >= fromMs;
          })
          .toSorted((one, other) => one.confirmedAtMs - other.confirmedAtMs || one.batch - other.batch);
        const marked = batches.slice(-BATCHES_MARKED_MAX);
        return {
          readAtMs,
          readings: thinReadings(readings, BALANCES_SHOWN_MAX).map(({ balance: reported, atMs }) => ({
            atMs,
            reported,
            paise: known.walletUnit === null ? null : walletPaise({ balance: reported, unit: known.walletUnit }),
          })),
          batches: marked.map(({ batch, id, name, fileName, confirmedAtMs: atMs }) => {
            const { counts, paise } = store.tally(batch);
            return {
              batch: id,
              name: name === '' ? fileName : name,
              atMs,
              paid: { count: counts.success, paise: paise.success },
            };
          }),
          earlierBatches: batches.length - marked.length,
        };
      }),
    readPayee: async ({ book, person }) => {
      const store = stores[book];
      const payee = store.payouts.payee(person);
      if (payee === null) return done({ payee: null });
      const { names, accounts } = store.payouts.payeeParts(person, PAYEE_PARTS_MAX);
      const named = new Set(store.payees.peopleNamed(foldName(payee.name ?? '')));
      named.delete(person);
      const others = [...named].flatMap((one) => store.payouts.payee(one) ?? []).slice(-PAYEE_PARTS_MAX);
      return done({
        payee: {
          line: await payeeLine(store, payee),
          names: [...names],
          accounts: await Promise.all(
            accounts.map(async ({ beneficiary, payoutCount, paidCount, paidPaise, ...times }) => ({
              ...times,
              ...(await payToLine(beneficiary)),
              payouts: payoutCount,
              paid: { count: paidCount, paise: paidPaise },
            })),
          ),
          sameName: await Promise.all(others.map((one) => payeeLine(store, one))),
        },
      });
    },
  };
}
