// What stays on Confirm while the desk is asked again, and the sentences about what is left out.

import { describe, expect, it } from 'vitest';
import {
  leftOutWords,
  mayPay,
  NOTHING_ENTERED,
  nextShown,
} from '../../renderer/features/confirm/shown-confirmation.ts';
import { mustRequest } from '../../renderer/ui/approval.tsx';
import { verbatim } from '../../shared/messages/message.ts';
import type { RequestState } from '../../shared/requests.ts';
import { CONFIRM } from '../../shared/text/drafts.ts';
import { LIVE } from './live-confirmation.ts';

const OTHER = { ...LIVE, count: 0, totalPaise: 0, seal: 'b'.repeat(64) };
const STOPPED = { ...LIVE, seal: null, blocked: { code: 'locked', message: verbatim('No.'), cure: verbatim('Wait.') } };

describe('what Confirm shows', () => {
  it('keeps what was typed while the same would be paid, and shows the newer balance', () => {
    const first = nextShown(null, LIVE, 'asked');
    const wallet = { reported: '5', balancePaise: null };
    const again = nextShown(first, { ...LIVE, wallet }, 'asked');
    expect([again.key === first.key, again.isChanged, again.confirmation.wallet]).toEqual([true, false, wallet]);
  });

  it('takes back what was typed, and says so, when something else would be paid', () => {
    const first = nextShown(null, LIVE, 'asked');
    for (const changed of [OTHER, STOPPED]) {
      const next = nextShown(first, changed, 'asked');
      expect([next.key === first.key, next.isChanged]).toEqual([false, true]);
      expect(nextShown(next, changed, 'asked')).toMatchObject({ key: next.key, isChanged: true });
    }
  });

  it('says nothing of a change that the person asked for', () => {
    const next = nextShown(nextShown(null, LIVE, 'asked'), OTHER, 'asked with a tick');
    expect(next.isChanged).toBe(false);
  });
});

describe('asking others to approve', () => {
  const UNTICKED = { ...LIVE, ticks: ['repeatedFile' as const] };
  const approval = {
    needed: 1,
    why: null,
    isApproved: false,
    makers: ['Asha'],
    approvers: ['Bala'],
    validMs: 1,
    request: null,
  };

  it('wants every tick, and the count only once it is paid', () => {
    expect(mayPay(UNTICKED, NOTHING_ENTERED, { isRequest: true })).toEqual({ kind: 'no', why: 'ticks', left: 1 });
    expect(mayPay(LIVE, NOTHING_ENTERED, { isRequest: true })).toEqual({ kind: 'yes' });
    expect(mayPay(LIVE, NOTHING_ENTERED)).toEqual({ kind: 'no', why: 'count' });
  });

  it('is offered until a request waits or is approved, and again after a rejection', () => {
    const asked = (state: RequestState, isApproved = false) => {
      const request = { request: 3, state, maker: 'Asha', expiresAtMs: 1, what: verbatim('…') };
      return mustRequest({ ...approval, isApproved, request });
    };
    expect(mustRequest(approval)).toBe(true);
    expect([asked('waiting'), asked('approved', true)]).toEqual([false, false]);
    expect([asked('rejected'), asked('void')]).toEqual([true, true]);
  });

  it('takes nothing back that was ticked when it is asked for and approved', () => {
    const first = nextShown(null, { ...LIVE, approval }, 'asked');
    const next = nextShown(first, { ...LIVE, approval: { ...approval, isApproved: true } }, 'asked');
    expect([next.key === first.key, next.isChanged]).toEqual([true, false]);
  });
});

describe('what is left out', () => {
  const group = (paise: number) => ({
    code: 'x',
    message: verbatim('The amount is empty.'),
    sum: { count: 14, paise },
    rows: [],
  });

  it('says its rupees where they are known, and none where no amount is', () => {
    expect(leftOutWords(group(1_234_500))).toBe('14 rows · ₹12,345.00 · The amount is empty.');
    expect(leftOutWords(group(0))).toBe('14 rows · The amount is empty.');
    expect(leftOutWords({ ...group(1_234_500), code: 'paidBefore', message: null })).toBe(
      '14 rows may be paid twice · ₹12,345.00',
    );
    expect([CONFIRM.leftOut(14, null), CONFIRM.leftOut(14, '₹5.00')]).toEqual([
      '14 rows left out',
      '14 rows left out (₹5.00)',
    ]);
  });
});
