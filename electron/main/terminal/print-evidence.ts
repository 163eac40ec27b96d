// The evidence about one payout in doubt, for people. In: its attempts and look-ups. Out: lines, the gateway's words as
// they came. This file must never shorten an answer; look-ups that said the same one after the other are one line.

import type { UnknownLookupView, UnknownPayoutView } from '../../../shared/api/unknown-views.ts';
import { counted, formatCount } from './format-count.ts';
import { formatLocalTime } from './format-time.ts';

/** Every attempt and what came back. */
export function formatAttempts({ attempts }: UnknownPayoutView): readonly string[] {
  return attempts.flatMap(({ number, sentAt, answeredAt, httpStatus, message, answer, outcome }) => {
    const sent = `  Attempt ${number}, sent ${formatLocalTime(sentAt)}: `;
    if (answeredAt === null) return [`${sent}nothing was heard`];
    const said = httpStatus === null ? 'no answer' : `HTTP ${httpStatus}`;
    const why = message ?? outcome;
    return [`${sent}${said}${why === null ? '' : `. ${why}`}`, ...(answer === null ? [] : [`    ${answer}`])];
  });
}

/** Every look-up and its answer. Shape: the first and the last time of equal answers in a row, and how many they were. */
export function formatLookups({ lookups, lookupCount, notKnownAnswers }: UnknownPayoutView): readonly string[] {
  const head = `  ${counted(lookupCount, 'look-up')}, ${formatCount(notKnownAnswers)} of them "not known"`;
  const runs: { readonly first: UnknownLookupView; last: UnknownLookupView; count: number }[] = [];
  for (const lookup of lookups) {
    const run = runs.at(-1);
    if (run !== undefined && saysTheSame(run.last, lookup)) {
      run.last = lookup;
      run.count += 1;
    } else runs.push({ first: lookup, last: lookup, count: 1 });
  }
  return [
    head,
    ...runs.flatMap(({ first, last, count }) => {
      const until = count === 1 ? '' : ` to ${formatLocalTime(last.at)}, ${formatCount(count)} times`;
      const by = first.by === 'reference' ? 'its reference' : 'its transaction id';
      const status = first.httpStatus === null ? '' : `, HTTP ${first.httpStatus}`;
      const what = `    ${formatLocalTime(first.at)}${until}, by ${by}: ${findingWords(first.finding)}${status}`;
      return [what, ...(first.answer === null ? [] : [`      ${first.answer}`])];
    }),
  ];
}

function saysTheSame(one: UnknownLookupView, other: UnknownLookupView): boolean {
  return (
    one.finding === other.finding &&
    one.by === other.by &&
    one.httpStatus === other.httpStatus &&
    one.answer === other.answer
  );
}

function findingWords(finding: string): string {
  switch (finding) {
    case 'notKnown':
      return 'not known';
    case 'mismatch':
      return 'an answer about another payment';
    case 'unclear':
    case 'referenceUnclear':
      return 'no clear answer';
    case 'referenceKnown':
      return 'the gateway knows the reference';
    default:
      return finding.replace(/^state /, '');
  }
}
