import { describe, expect, it } from 'vitest';
import type { DoubtfulPayout, DoubtGroup } from '../../../electron/main/desk/payouts/doubts.ts';
import type { NotPaidChoice } from '../../../electron/main/domain/decisions.ts';
import type { LateNews } from '../../../electron/main/domain/late-news.ts';
import { formatNews, formatResolved, formatUnknown } from '../../../electron/main/doors/cli/commands/payout-specs.ts';
import { printAnswer } from '../../../electron/main/doors/cli/terminal.ts';
import type { UnreadNews } from '../../../shared/api/views.ts';
import { formatBatchId, type PayoutId, type Reference } from '../../../shared/ids.ts';
import { verbatim } from '../../../shared/messages/message.ts';
import { asPaise } from '../../../shared/money.ts';
import { fakeTerminal } from './fake-terminal.ts';

const WIDE = Number.POSITIVE_INFINITY;
const BATCH = formatBatchId('B', 12);
const at = (time: string): number => new Date(`2026-11-21T${time}:00`).getTime();
const CLOSED: NotPaidChoice = {
  isOpen: false,
  opensAtMs: at('18:00'),
  answersMissing: 0,
  refusedOpensAtMs: null,
  lookupsProven: true,
};
const OPEN: NotPaidChoice = { ...CLOSED, isOpen: true };

const LOOKUP = { by: 'reference', finding: 'notKnown', httpStatus: 400, answer: '{"status":false}' } as const;
const PAYOUT: DoubtfulPayout = {
  payoutId: 7 as PayoutId,
  batch: BATCH,
  rowNumber: 7,
  reference: 'REF-7' as Reference,
  beneficiary: { method: 'UPI', upiId: 'asha@okbank' },
  name: 'Asha Rao',
  amountPaise: asPaise(5_000_000),
  reason: 'httpStatus',
  suspected: null,
  sinceMs: at('17:00'),
  transactionId: null,
  attempts: [
    {
      number: 1,
      sentAtMs: at('17:00'),
      answeredAtMs: at('17:01'),
      outcome: 'unknown: httpStatus',
      httpStatus: 500,
      message: verbatim('The gateway answered with a status that does not say whether it paid.'),
      answer: '<html>oops</html>',
    },
  ],
  lookups: [
    { ...LOOKUP, atMs: at('17:02') },
    { ...LOOKUP, atMs: at('17:03') },
    { ...LOOKUP, atMs: at('17:04'), finding: 'unclear', httpStatus: 502, answer: null },
  ],
  lookupCount: 3,
  nextLookupAtMs: null,
  notKnownAnswers: 2,
  paidAgainAs: null,
  lookupsProven: true,
  notPaid: CLOSED,
};

function group(change: Partial<DoubtGroup> = {}): string[] {
  const one = {
    batch: BATCH,
    profile: 'acme',
    isOpen: false,
    fingerprint: '[400,"false"]',
    payouts: [PAYOUT],
  } as const;
  return formatUnknown({ asOfMs: at('17:05'), groups: [{ ...one, ...change }] }, WIDE).split('\n');
}

describe('the unknown desk', () => {
  it('shows every attempt and look-up, the fingerprint beside, and when it opens in a plain sentence', () => {
    expect(group()).toStrictEqual([
      '1 payment in doubt, ₹50,000.00. The desk never sends them again.',
      '',
      'Batch B0012, profile acme: 1 payment, ₹50,000.00',
      'Why in doubt: the gateway answered with a status that does not say whether it paid.',
      `The gateway's answer about a reference that nobody used: HTTP 400, status false.`,
      '',
      'B0012/7  ₹50,000.00 to Asha Rao, asha@okbank; reference REF-7; sent by 2026-11-21 17:00 at the latest',
      '  Attempt 1, sent 2026-11-21 17:00: HTTP 500. The gateway answered with a status that does not say whether it paid.',
      '    <html>oops</html>',
      '  3 look-ups, 2 of them "not known"',
      '    2026-11-21 17:02 to 2026-11-21 17:03, 2 times, by its reference: not known, HTTP 400',
      '      {"status":false}',
      '    2026-11-21 17:04, by its reference: no clear answer, HTTP 502',
      'The last look-up got no useful answer: a ticket decides once the gateway answers, or has given no useful answer for seven days.',
      "Paid: with the RRN or UTR of the bank's statement, `desk resolve B0012/7 --paid --rrn R --note TEXT`.",
      'Not paid: opens 2026-11-21 18:00; earlier only with the number of a ticket at the gateway (--ticket).',
    ]);
  });

  it.each([
    [OPEN, 'Not paid: may be decided now, `desk resolve B0012/7 --not-paid --note TEXT`.'],
    [
      { ...CLOSED, answersMissing: 3 },
      'Not paid: opens 2026-11-21 18:00 and after 3 more "not known" from the gateway; earlier only with the number of a ticket at the gateway (--ticket).',
    ],
    [
      { ...CLOSED, refusedOpensAtMs: at('17:12') },
      'Not paid: opens 2026-11-21 18:00, or after a look-up from 2026-11-21 17:12 on that does not know it; earlier only with the number of a ticket at the gateway (--ticket).',
    ],
  ])('says in a sentence what is open: %j', (notPaid, sentence) => {
    expect(group({ payouts: [{ ...PAYOUT, notPaid }] }).at(-1)).toBe(sentence);
  });

  it('offers those with the same evidence together once they are open, and never before', () => {
    const payouts = [PAYOUT, { ...PAYOUT, rowNumber: 9, reference: 'REF-9' as Reference }] as const;
    const together = group({ isOpen: true, payouts });
    expect(together.join('\n')).toContain('--not-paid --same-evidence --count 2 --note TEXT');
    expect(together.at(-2)).toMatch(/^payment +rupees/);
    expect(together.at(-1)).toMatch(/^B0012\/9 .*REF-9/);
    expect(group({ isOpen: false, payouts }).join('\n')).not.toContain('--same-evidence');
  });

  it('says that nothing counts as "not known" while the gateway has not shown how it says so', () => {
    expect(group({ fingerprint: null })[4]).toMatch(/not learned yet, so no answer counts/);
    expect(group({ payouts: [{ ...PAYOUT, suspected: 'failed' }] })[4]).toMatch(
      /called it failed; that counts when the next one agrees/,
    );
  });

  it.each([
    [
      '[200,"true",[["message","string"],["txn_status","string"]],"failed","","404"]',
      'HTTP 200, status true, txn_status failed, code 404',
    ],
    [`sha256:${'ab'.repeat(32)}`, 'known to the desk, and too long to show (`--json` has its fingerprint)'],
  ])('says in words how the gateway says "not known": %s', (fingerprint, words) => {
    expect(group({ fingerprint })[4]).toBe(`The gateway's answer about a reference that nobody used: ${words}.`);
  });

  it('says nothing was heard of a request that a dead process left', () => {
    const attempts = [
      {
        number: 1,
        sentAtMs: at('17:00'),
        answeredAtMs: null,
        outcome: null,
        httpStatus: null,
        message: null,
        answer: null,
      },
    ];
    expect(group({ payouts: [{ ...PAYOUT, attempts }] })).toContain(
      '  Attempt 1, sent 2026-11-21 17:00: nothing was heard',
    );
  });

  it('is empty in one sentence', () => {
    expect(formatUnknown({ asOfMs: at('17:05'), groups: [] }, WIDE)).toBe('No payment is in doubt.');
  });

  it('names who decided', () => {
    const payouts = [{ row: 7, reference: 'REF-7', amountPaise: 1, state: 'failed' as const }];
    const view = { batch: BATCH, decided: 'notPaid', decidedBy: 'meera@desk-1', payouts } as const;
    expect(formatResolved(view, WIDE)).toBe('1 payment of batch B0012 (row 7): not paid, decided by meera@desk-1.');
  });
});

describe('late news', () => {
  const NEWS: LateNews = {
    newsId: 1,
    batch: BATCH,
    rowNumber: 7,
    reference: 'REF-7' as Reference,
    name: 'Asha Rao',
    amountPaise: asPaise(5_000_000),
    from: 'failed',
    to: 'success',
    word: verbatim('success'),
    heardAtMs: at('17:00'),
    declaredBy: null,
    successor: null,
    readAtMs: null,
    readBy: null,
  };

  it('is one entry each, with who read it', () => {
    const read = { ...NEWS, readAtMs: at('18:00'), readBy: 'meera@desk-1' };
    expect(formatNews([NEWS, read], WIDE).split('\n')).toStrictEqual([
      '2026-11-21 17:00  B0012/7, Asha Rao, ₹50,000.00, reference REF-7',
      '  it was failed, and the gateway now says it was paid. Reports of B0012 saved before then are out of date.',
      '2026-11-21 17:00  B0012/7, Asha Rao, ₹50,000.00, reference REF-7; read by meera@desk-1, 2026-11-21 18:00',
      '  it was failed, and the gateway now says it was paid. Reports of B0012 saved before then are out of date.',
      '',
      '1 unread. `desk news --read` marks them as read.',
    ]);
  });

  it.each<[UnreadNews | undefined, string]>([
    [undefined, ''],
    [
      { unread: 1, possibleDuplicates: 0 },
      'ALARM: 1 piece of late news about batch B0012 nobody has read. `desk news B0012` shows it; `desk news B0012 --read` ends the alarm.\n',
    ],
    [
      { unread: 1_200, possibleDuplicates: 1 },
      'ALARM: 1,200 pieces of late news about batch B0012 nobody has read, 1 POSSIBLE DUPLICATE among them. `desk news B0012` shows them; `desk news B0012 --read` ends the alarm.\n',
    ],
  ])('is an alarm on standard error: %j', (news, expected) => {
    const terminal = fakeTerminal({ tty: false });
    const value = news === undefined ? { batch: BATCH } : { batch: BATCH, news };
    const printing = { streams: terminal.streams, json: false };
    const face = { text: () => 'text', batches: () => [value] };
    expect(printAnswer(printing, { kind: 'done', value }, face)).toBe(0);
    expect(terminal.out()).toBe('text\n');
    expect(terminal.err()).toBe(expected);
  });

  it('of another batch is an alarm as well, told once', () => {
    const terminal = fakeTerminal({ tty: false });
    const other = formatBatchId('B', 3);
    const value = [
      { batch: BATCH, newsElsewhere: [other] },
      { batch: formatBatchId('B', 2), newsElsewhere: [other, BATCH] },
    ];
    const face = { text: () => 'text', batches: () => value };
    printAnswer({ streams: terminal.streams, json: false }, { kind: 'done', value }, face);
    expect(terminal.err()).toBe('ALARM: late news about batch B0003 waits to be read: `desk news`.\n');
  });
});
