// What comes back to a lookup or a wallet call, by its kind.

import type { Post } from '../../electron/main/gateway/transport.ts';
import { type Dialect, type WireAnswer, whole } from './dialect.ts';
import type { GroundTruth, Payment, PaymentName, PaymentState } from './ground-truth.ts';
import type { Random } from './random.ts';
import type { ReadKind } from './weather.ts';

export interface ReadWorld {
  readonly post: Post;
  readonly truth: GroundTruth;
  readonly dialect: Dialect;
  readonly random: Random;
  /** Whether the desk that asks knows the payout's transaction id at the gateway. */
  readonly knowsId: (payment: PaymentName) => boolean;
  /** Whether a blind lookup may miss the payment. */
  readonly mayMiss: (payment: Payment) => boolean;
}

/**
 * `asked` is the payout looked up; null for the wallet, or when all share one id. `answerMs` counts from the write to the answer.
 */
export interface ReadAnswer {
  readonly answer: WireAnswer;
  readonly answerMs: number;
  readonly asked: PaymentName | null;
  readonly isWallet: boolean;
}

const CUT: WireAnswer = { httpStatus: null, body: '', says: null, ending: 'cut', retryAfter: null, encoded: false };

export function answerRead(kind: ReadKind, world: ReadWorld): ReadAnswer {
  const { post, random } = world;
  const answerMs = kind === 'readSlow' ? 4_000 + random.int(20_000) : 2 + random.int(200);
  if (post.path === '/api/wallet/') {
    return { answer: answerWallet(kind, world), answerMs, asked: null, isWallet: true };
  }
  const question = questionOf(world);
  const answer = disturbed(kind, question, world) ?? honest(kind, question, world);
  return { answer, answerMs, asked: question.asked, isWallet: false };
}

interface Question {
  readonly by: 'reference' | 'transactionId';
  readonly payment: Payment | null;
  readonly asked: PaymentName | null;
}

function questionOf({ post, truth, dialect }: ReadWorld): Question {
  const body = { mid: '', udf1: '', ...(JSON.parse(post.body) as object) };
  const mid = Number(body.mid);
  if (!('transactionId' in body)) {
    const asked = { mid, reference: body.udf1 };
    return { by: 'reference', asked, payment: truth.find(asked) };
  }
  const id = String(body.transactionId);
  // The shared id is answered with the latest payment in the books.
  if (id === dialect.sharedId) return { by: 'transactionId', asked: null, payment: truth.last(mid) };
  const asked = { mid, reference: id.replace(`TX${mid}-`, '') };
  return { by: 'transactionId', asked, payment: truth.findById(mid, id) };
}

function honest(kind: ReadKind, { by, payment, asked }: Question, world: ReadWorld): WireAnswer {
  const { truth, dialect, random, mayMiss } = world;
  const state = truth.seen(payment);
  const isBlind = kind === 'readBlind' && payment !== null && mayMiss(payment);
  if (payment === null || state === null || isBlind) return dialect.notKnown(by, payment !== null);
  const found = (reported: PaymentState, word: string): WireAnswer => {
    const answer = dialect.found(reported, word, payment);
    return asked === null ? { ...answer, says: null } : answer;
  };
  if (kind === 'readLie' && (state === 'processing' || state === 'success')) {
    const lie = random.pick(['failed', 'rejected'] as const);
    return found(lie, lie);
  }
  if (kind === 'readUnseenWord') return found('processing', random.pick(['queued_at_bank', 'Success.', 'ok']));
  return found(state, wordOf(state, random));
}

function wordOf(state: PaymentState, random: Random): string {
  if (state === 'processing') return random.pick(['accept', 'pending']);
  return random.chance(0.5) ? state : state.toUpperCase();
}

/** An answer unrelated to the payment; null when the answer is about it. */
function disturbed(kind: ReadKind, question: Question, { random, knowsId }: ReadWorld): WireAnswer | null {
  switch (kind) {
    case 'readCut':
      return CUT;
    case 'readHangs':
      return { ...CUT, ending: 'timeout' };
    case 'readGarbage':
      return whole(200, random.pick(['', 'null', '[]', '{"status":true,', '{"status":true}', '"failed"']));
    case 'readWall':
      return whole(random.pick([200, 403, 503]), '<html>captive portal</html>');
    case 'readError500':
      return whole(500, JSON.stringify({ status: false, txn_status: 'failed', message: 'x', error_code: 500 }));
    case 'readRefusedRate':
      return {
        ...whole(429, JSON.stringify({ status: false, txn_status: 'failed', message: 'Slow down' })),
        retryAfter: random.pick([null, '0', '1', '30', '31536000']),
      };
    case 'readUnauthorized':
      return whole(401, '{"status":false,"message":"Invalid order ID","code":401}');
    case 'readMismatch':
      return whole(200, JSON.stringify({ status: true, txn_status: 'success', ...OTHERS }));
    case 'readForeignKey': {
      // A foreign id or reference alone shows another payment only to a desk that knows the payout's own.
      const { by, asked } = question;
      const isReported = by === 'transactionId' || (asked !== null && knowsId(asked));
      const { udf1, transactionId } = OTHERS;
      const foreign = !isReported ? { udf1, transactionId } : by === 'transactionId' ? { udf1 } : { transactionId };
      const word = random.pick(['failed', 'rejected', 'success', 'pending']);
      return whole(200, JSON.stringify({ status: true, txn_status: word, ...foreign, error_code: 200 }));
    }
    case 'readInvalidMid':
      return whole(400, JSON.stringify({ status: false, message: 'Invalid mid', input: {}, error_code: 400 }));
    case 'honest':
    case 'readNotSent':
    case 'readLie':
    case 'readBlind':
    case 'readUnseenWord':
    case 'readSlow':
      return null;
  }
}

const OTHERS = { udf1: 'SOMEBODYELSES0000001', transactionId: 'TX-SOMEBODYELSES0000001', UTR: '1', error_code: 200 };

/** The wallet never answers 401 to a live token, because it is what identifies a dead one. */
function answerWallet(kind: ReadKind, { random, truth: { walletPaise } }: ReadWorld): WireAnswer {
  switch (kind) {
    case 'readCut':
      return CUT;
    case 'readHangs':
      return { ...CUT, ending: 'timeout' };
    case 'readGarbage':
    case 'readWall':
    case 'readMismatch':
      return whole(200, random.pick(['', '<html>portal</html>', '[]', '{"status":true}']));
    case 'readError500':
      return whole(500, 'Internal Server Error');
    case 'readRefusedRate':
      return whole(429, '{"status":false,"message":"Slow down"}');
    case 'readInvalidMid':
      return whole(400, JSON.stringify({ status: false, message: 'Invalid mid', input: {}, error_code: 400 }));
    case 'honest':
    case 'readNotSent':
    case 'readUnauthorized':
    case 'readLie':
    case 'readBlind':
    case 'readUnseenWord':
    case 'readSlow':
    case 'readForeignKey':
      return whole(200, `{"status":true,"message":"Wallet","wallet":${(walletPaise / 100).toFixed(2)},"code":200}`);
  }
}
