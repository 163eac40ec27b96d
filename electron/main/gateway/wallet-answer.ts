// What the answer to a wallet request says. In: what was heard. Out: the balance as reported, or why there is none. Pure.
// This file must never compute with the balance: its unit is not in the specification.

import { isJsonNumber, member } from '../../../shared/lossless-json.ts';
import type { JsonObject } from '../../../shared/lossless-json.ts';
import type { WalletAnswer } from '../../../shared/outcomes.ts';
import { isWrongUrl, messageOf, objectOf, saysInvalidMid, waitAsked } from './received.ts';
import type { Received } from './received.ts';
import { UNKNOWN_SENTENCES } from './sentences.ts';

const DECIMAL = /^-?\d+(?:\.\d+)?$/;

/** The answer to a wallet request that was written. Source: gateway specification, Wallet request and response. */
export function walletAnswer(received: Received): WalletAnswer {
  const { ending, evidence, httpStatus } = received;
  if (httpStatus !== null && isWrongUrl(httpStatus)) return { kind: 'wrongUrl', httpStatus };
  if (httpStatus === null || ending === 'cut' || ending === 'timeout') {
    const why = ending === 'whole' ? 'notJson' : ending;
    return { kind: 'unreachable', message: UNKNOWN_SENTENCES[why], certificate: false, isLost: true };
  }
  if (httpStatus === 401) return { kind: 'unauthorized' };
  const object = objectOf(received);
  if (object === null) return { kind: 'unclear', message: UNKNOWN_SENTENCES.notJson, evidence, ...waitAsked(received) };
  const balance = balanceOf(object);
  if (httpStatus === 200 && member(object, 'status') === true && balance !== null) {
    return { kind: 'balance', balance, message: messageOf(object) };
  }
  if ((httpStatus === 400 || httpStatus === 200) && member(object, 'status') === false && saysInvalidMid(object)) {
    return { kind: 'invalidMid' };
  }
  const said = messageOf(object);
  const isRefusal = (httpStatus === 400 || httpStatus === 200) && member(object, 'status') === false && said !== null;
  const message = said ?? UNKNOWN_SENTENCES.otherShape;
  return { kind: 'unclear', message, evidence, ...(isRefusal ? { isRefusal } : {}), ...waitAsked(received) };
}

/** A number's source text; a text is taken where it is a plain decimal. */
function balanceOf(object: JsonObject): string | null {
  const wallet = member(object, 'wallet');
  if (isJsonNumber(wallet)) return wallet.source;
  return typeof wallet === 'string' && DECIMAL.test(wallet) ? wallet : null;
}
