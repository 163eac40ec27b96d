// What an alarm means, in one sentence for people. In: late news. Out: words.
// This file must never advise to pay again: it says what is known and whom to ask.

import type { LateNews } from '../../../shared/late-news.ts';

/** The alarm in a sentence, with the possible duplicate where there is one. */
export function newsSentence(news: LateNews): string {
  return [...duplicate(news), ...whatHappened(news)].join(' ');
}

function duplicate({ successor }: LateNews): readonly string[] {
  if (successor === null) return [];
  const { batch, rowNumber, state } = successor;
  return [`POSSIBLE DUPLICATE: ${batch}/${rowNumber} pays the same person again and is ${state}.`];
}

function whatHappened({ from, to, word, declaredBy }: LateNews): readonly string[] {
  if (to === 'mismatch') {
    return [`${word} The payout is unchanged; ask the gateway which payment it meant.`];
  }
  const declared = declaredBy !== null && from === 'failed' ? `${declaredBy} had declared it not paid; ` : '';
  if (to === from) return [`${declared}it was ${from}, and the gateway now says "${word}": ask the gateway.`];
  if (to === 'success') return [`${declared}it was ${from}, and the gateway now says it was paid.`];
  if (from === 'success')
    return [`It was paid, and the gateway now says ${to}: the money is not where it was believed.`];
  if (from === 'queued') return ['It was believed unsent, and the gateway knows it: it is in doubt and is not sent.'];
  return [`${declared}it was ${from}, and the gateway now says ${to}.`];
}
