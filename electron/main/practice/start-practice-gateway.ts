// Starts the practice gateway on this thread. In: where its database lies. Out: a running gateway, or why there is none.
// It listens on the loopback address only. This file must never throw for what the world does: a busy port, a folder that
// cannot be written and a damaged database come back as data.

import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Refusal } from '../../../shared/issues.ts';
import { PRACTICE_WALLET_START_PAISE } from '../../../shared/limits.ts';
import type { PracticeBooks } from './books.ts';
import { type PracticeClock, systemClock } from './clock.ts';
import { openLedgerFile } from './ledger-file.ts';
import { OrderLedger } from './order-ledger.ts';
import { PayoutLedger } from './payout-ledger.ts';
import { listPayouts, type PracticePayout } from './practice-payouts.ts';
import { createPracticeServer } from './server.ts';

/** Shape: `port` 0 or absent takes a free one. Units: `walletStartPaise` counts only when the database is made. */
export interface PracticeOptions {
  readonly databasePath: string;
  readonly port?: number;
  readonly walletStartPaise?: number;
}

/** A running practice gateway. Shape: `url` is the base URL, without a closing slash. */
export interface PracticeGateway {
  readonly url: string;
  readonly mid: number;
  readonly token: string;
  /** Stops answering, keeps what was received whole, and closes the database. Calling it again waits for the same. */
  readonly close: () => Promise<void>;
}

/** The gateway on this thread, whose books can be read directly. */
export interface OpenPracticeGateway extends PracticeGateway {
  readonly listPayouts: () => PracticePayout[];
}

export type PracticeStart<Gateway extends PracticeGateway> =
  | { readonly kind: 'started'; readonly gateway: Gateway }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** Starts the practice gateway. Errors: refused with its reason and cure. */
export async function startPracticeGateway(
  options: PracticeOptions & { readonly clock?: PracticeClock },
): Promise<PracticeStart<OpenPracticeGateway>> {
  const { databasePath: path, walletStartPaise = PRACTICE_WALLET_START_PAISE, clock = systemClock } = options;
  const opening = openLedgerFile({ path, walletStartPaise });
  if (opening.kind === 'refused') return opening;
  const { database, merchant } = opening;
  const payouts = new PayoutLedger(database, clock.now);
  const books: PracticeBooks = { merchant, payouts, orders: new OrderLedger(database, clock.now), clock };
  const server = createPracticeServer(books);
  const refusal = await listen(server, options.port ?? 0);
  if (refusal !== null) {
    database.close();
    return { kind: 'refused', refusal };
  }
  let closing: Promise<void> | null = null;
  const stop = async (): Promise<void> => {
    await stopServing(server);
    database.close();
  };
  const gateway = {
    url: `http://127.0.0.1:${String(portOf(server))}`,
    mid: merchant.mid,
    token: merchant.token,
    listPayouts: () => listPayouts(payouts, { series: merchant.series, nowMs: clock.now() }),
    close: () => (closing ??= stop()),
  };
  return { kind: 'started', gateway };
}

/** Errors: the refusal; null once the server listens. */
async function listen(server: Server, port: number): Promise<Refusal | null> {
  try {
    server.listen({ host: '127.0.0.1', port });
    await once(server, 'listening');
    // A connection that cannot be taken is the client's to notice; it must not end the program.
    server.on('error', () => undefined);
    return null;
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown reason';
    return {
      code: code === 'EADDRINUSE' ? 'practicePortBusy' : 'practicePort',
      message: `The practice gateway cannot listen on port ${String(port)} (${code}).`,
      cure: 'Choose another port, or end the program that uses this one.',
    };
  }
}

/** What was received whole is stored and answered; everything else is cut. */
async function stopServing(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  // At the end of this turn the ledger commits, so what arrived in it is answered before its connection is cut.
  await nextTurn();
  server.closeAllConnections();
  await closed;
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? (address satisfies AddressInfo).port : 0;
}
