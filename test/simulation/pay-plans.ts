// What becomes of one payout request, by its kind: whether it arrives, whether money moves, and what comes back. Never combine a
// refusal that may be believed with money that moved: no desk could tell that.

import type { NotSentCause } from '../../shared/outcomes.ts';
import { type Dialect, type WireAnswer, whole } from './dialect.ts';
import { type Course, type Payment, transactionIdOf } from './ground-truth.ts';
import type { Random } from './random.ts';
import type { PayKind } from './weather.ts';
import type { WirePayout } from './wire-payout.ts';

/** `executes` when money moves; `remembers` when the gateway refuses it and lookups will say so. */
export interface PayPlan {
  readonly kind: PayKind | 'executesRefused' | 'tokenDead';
  readonly notSent: NotSentCause | null;
  readonly executes: { readonly course: Course; readonly delayMs: number } | null;
  readonly remembers: 'failed' | 'rejected' | null;
  /** How long after its refusal the gateway still pays it; null when it never does. */
  readonly executedAfterMs: number | null;
  /** How long the wallet also answers 401 although the token is good; 0 when it does not. */
  readonly walletLiesForMs: number;
  readonly answer: WireAnswer;
  readonly answerMs: number;
}

export interface PlanWorld {
  readonly random: Random;
  readonly dialect: Dialect;
  readonly payout: WirePayout;
}

const CAUSES: readonly [NotSentCause, ...NotSentCause[]] = ['dns', 'refused', 'connectionLost', 'tls', 'proxy'];
const MINUTE_MS = 60_000;
const NOTHING: WireAnswer = { httpStatus: null, body: '', says: null, ending: 'cut', retryAfter: null, encoded: false };
const WALL = '<html><body>Service temporarily unavailable</body></html>';

/** The plan of one payout request. */
export function planPay(kind: PayKind, world: PlanWorld): PayPlan {
  const { random, dialect, payout } = world;
  const course = drawCourse(random);
  const payment: Payment = {
    ...payout,
    transactionId: transactionIdOf(payout),
    movements: [],
    sinceMs: 0,
    course,
  };
  const answerMs = 2 + random.int(400);
  const word = random.pick(['accept', 'pending', 'ACCEPT', 'Pending']);
  const good = dialect.accepted(payment, 'processing', word);
  const base = {
    kind,
    notSent: null,
    executes: null,
    remembers: null,
    answer: good,
    answerMs,
    executedAfterMs: null,
    walletLiesForMs: 0,
  } as const;
  const executes = { course, delayMs: 0 };
  const paid = { ...base, executes };
  const refusal = random.pick(['failed', 'rejected'] as const);
  const never = (answer: WireAnswer): PayPlan => ({ ...base, answer });
  const moved = (answer: WireAnswer): PayPlan => ({ ...paid, answer });
  const hidden = (hiddenForMs: number): PayPlan => ({
    ...base,
    executes: { course: { ...course, endsAs: 'success', endsAfterMs: 0, flipsTo: null, hiddenForMs }, delayMs: 0 },
    answer: random.pick([NOTHING, { ...NOTHING, ending: 'timeout' }]),
  });
  switch (kind) {
    case 'paid':
      return paid;
    case 'paidAtOnce':
      return {
        ...base,
        executes: { course: { ...course, endsAs: 'success', endsAfterMs: 0, flipsTo: null }, delayMs: 0 },
        answer: dialect.accepted(payment, 'success', random.pick(['success', 'SUCCESS'])),
      };
    case 'endsFailed':
      return { ...base, executes: { course: { ...course, endsAs: refusal, flipsTo: null }, delayMs: 0 } };
    case 'endsReversed':
      return {
        ...base,
        executes: { course: { ...course, endsAs: 'reversed', endsAfterMs: 0, flipsTo: null }, delayMs: 0 },
        answer: dialect.accepted(payment, 'reversed', 'reversed'),
      };
    case 'refused':
      return {
        ...base,
        remembers: random.chance(0.5) ? refusal : null,
        answer: dialect.refused(refusal, random.pick(['Insufficient balance', 'Invalid account', 'Bank is offline'])),
      };
    case 'unseenWord':
      return moved(dialect.accepted(payment, 'processing', random.pick(['initiated', 'SUCCESS ', 'on_hold'])));
    case 'slow':
      return { ...paid, answerMs: 3_000 + random.int(24_000) };
    case 'notSent':
      return { ...base, notSent: random.pick(CAUSES) };
    case 'certificate':
      return { ...base, notSent: 'certificate' };
    case 'connectHangs':
      return { ...base, notSent: 'connectTimeout' };
    case 'resetBefore':
      return never(NOTHING);
    case 'resetAfter':
      return moved(NOTHING);
    case 'cutBody':
      return moved({ ...good, body: good.body.slice(0, random.int(good.body.length)), ending: 'cut', says: null });
    case 'hangsBefore':
      return never({ ...NOTHING, ending: 'timeout' });
    case 'hangsAfter':
      return moved({ ...NOTHING, ending: 'timeout' });
    case 'executedLate':
      return {
        ...base,
        executes: { course, delayMs: random.int(20) * MINUTE_MS },
        answer: { ...NOTHING, ending: random.pick(['timeout', 'cut'] as const) },
      };
    case 'garbageBefore':
      return never(whole(200, garbage(random)));
    case 'garbageAfter':
      return moved(whole(200, garbage(random)));
    case 'tooLarge':
      return moved({ ...whole(200, good.body), ending: 'tooLarge' });
    case 'encoded':
      return moved({ ...whole(200, good.body), encoded: true });
    case 'duplicateKeys':
      return moved(whole(200, `{"txn_status":"failed","status":false,${good.body.slice(1)}`));
    case 'statusAsText':
      return moved(whole(200, JSON.stringify({ status: 'true', txn_status: 'success', message: 'ok' })));
    case 'contradiction':
      return moved(whole(200, JSON.stringify({ status: false, txn_status: 'success', message: 'no' })));
    case 'error500Before':
      return never(whole(500, WALL));
    case 'error500After':
      return moved(whole(random.pick([500, 502, 503, 504]), random.chance(0.5) ? WALL : good.body));
    case 'failedIn500':
      return moved(whole(500, JSON.stringify({ status: false, txn_status: refusal, message: 'x', error_code: 400 })));
    case 'otherStatusBefore':
      return never(whole(random.pick([408, 421, 425, 409]), WALL));
    case 'otherStatusAfter':
      return moved(whole(random.pick([408, 421, 425, 520]), WALL));
    case 'wrongUrlBefore':
      return never(whole(random.pick([301, 302, 307, 308, 403, 404, 405]), WALL));
    case 'wrongUrlAfter':
      return moved(whole(random.pick([302, 307, 403]), WALL));
    case 'refusedRateBefore':
      return never({ ...whole(429, '{"status":false,"message":"Slow down"}'), retryAfter: waitWords(random) });
    case 'refusedRateAfter':
      return moved({ ...whole(429, WALL), retryAfter: waitWords(random) });
    case 'falseUnauthorized':
      return moved(whole(401, '{"status":false,"message":"Token expired"}'));
    case 'idleUnauthorized':
      return never(whole(401, '{"status":false,"message":"Token expired"}'));
    case 'invalidMid':
      return never(whole(400, JSON.stringify({ status: false, message: 'Invalid mid', input: {}, error_code: 400 })));
    case 'acceptedAsFailed':
      return moved(dialect.accepted(payment, 'processing', 'failed'));
    case 'executedAfterRefusal':
      return {
        ...base,
        remembers: refusal,
        executedAfterMs: MINUTE_MS * (30 + random.int(4_000)),
        answer: dialect.refused(refusal, 'Bank is offline'),
      };
    case 'hiddenAtFirst':
      return hidden(5_000 + random.int(20_000));
    case 'hiddenForHours':
      return hidden(MINUTE_MS * (60 + random.int(60 * 72)));
    case 'untrueUnauthorized':
      return {
        ...base,
        // Some of the requests it answers with 401 are executed, and shown at once or within minutes.
        executes: random.chance(0.5)
          ? { course: { ...course, hiddenForMs: random.chance(0.5) ? 0 : random.int(8 * MINUTE_MS) }, delayMs: 0 }
          : null,
        walletLiesForMs: 1_000 + random.int(10_000),
        answer: whole(401, '{"status":false,"message":"Token expired"}'),
      };
    case 'echoMismatch':
      return moved(whole(200, JSON.stringify({ ...dialect.ids(payment), ...MISTAKEN })));
  }
}

const MISTAKEN = { status: true, txn_status: 'success', udf1: 'SOMEBODYELSES0000001', transactionId: 'TX-ANOTHER' };

function drawCourse(random: Random): Course {
  const endsAfterMs = random.pick([0, 0, 2_000, 30_000, 10 * MINUTE_MS]);
  const flips = random.chance(0.1);
  return {
    endsAs: random.weighted({ success: 8, failed: 1, rejected: 0.5, reversed: 0.5 }, 'success'),
    endsAfterMs,
    // Sometimes hidden for days: a person then decides that it was not paid, and is wrong.
    hiddenForMs: random.chance(0.3) ? random.int(random.chance(0.2) ? 5_000 * MINUTE_MS : 30 * MINUTE_MS) : 0,
    flipsTo: flips
      ? { state: random.pick(['reversed', 'success', 'failed'] as const), afterMs: endsAfterMs + 60 * MINUTE_MS }
      : null,
  };
}

function garbage(random: Random): string {
  return random.pick(['', WALL, 'null', '[]', '"success"', '42', '{"status":true', '\0\0', '{"status":true}', '{}']);
}

function waitWords(random: Random): string | null {
  return random.pick([null, '0', '1', '2', '30', '3600', '31536000', 'soon', 'Wed, 01 Apr 2026 00:00:00 GMT']);
}
