// When a mail that was not taken is tried again, and a lost server called again, by a clock that only the test moves.

import { expect, it } from 'vitest';
import { type AdviceSending, sendAdvice } from '../../electron/main/desk/advice/send-advice.ts';
import type { Delivery, MailFault } from '../../electron/main/mail/mailer.ts';
import type { Clock } from '../../electron/main/platform/clock.ts';
import { samplePayout, sampleReport } from '../reports/sample-report.ts';

const LATER: Delivery = { kind: 'later', answer: '451 come back', fault: null };
const AWAY: MailFault = { kind: 'fault', code: 'unreachable', answer: null, mayPass: true };

/** Waits pass at once; `waits` are their lengths in seconds. */
function hurriedClock(): { readonly clock: Clock; readonly waits: number[] } {
  let nowMs = 1_000;
  const waits: number[] = [];
  const after: Clock['after'] = (ms, act) => {
    // A mail whose turn has come waits for nothing.
    if (ms > 0) waits.push(Math.round(ms / 1_000));
    nowMs += Math.max(0, ms);
    const soon = setImmediate(act);
    return () => clearImmediate(soon);
  };
  return { clock: { nowMs: () => nowMs, monotonicMs: () => nowMs, after }, waits };
}

/** Sends to one payee for each row, at 600 mails a minute. */
async function sent(rows: readonly number[], replies: { readonly send?: Delivery[]; readonly open?: MailFault[] }) {
  const { clock, waits } = hurriedClock();
  const [toSend, toOpen] = [[...(replies.send ?? [])], [...(replies.open ?? [])]];
  const states: string[] = [];
  const to: string[] = [];
  const payouts = rows.map((row) => samplePayout(row, { state: 'success' }));
  const { head, asOfMs } = sampleReport(payouts);
  const server = { host: 'mail.firm.example', port: 465, security: 'tls', user: '', from: 'a@firm.example' } as const;
  const view = { batch: head.batch } as AdviceSending['plan']['view'];
  const recipients = payouts.map((payout) => ({ payout, address: `${payout.rowNumber}@home.example`, tries: 0 }));
  const progress = await sendAdvice(
    { clock },
    {
      plan: { view, report: { head, asOfMs }, recipients },
      server: { ...server, replyTo: '', perMinute: 600 },
      mailer: {
        open: () => Promise.resolve(toOpen.shift() ?? { kind: 'open' as const }),
        send: (mail) => {
          to.push(mail.to);
          return Promise.resolve(toSend.shift() ?? { kind: 'sent' as const, answer: '250' });
        },
        close: () => undefined,
      },
      language: 'en',
      payer: 'Firm',
      writing: () => ({ begin: () => 1, answer: (_id, { outcome }) => void states.push(outcome) }),
      signal: new AbortController().signal,
      onProgress: () => undefined,
    },
  );
  return { progress, waits, states, to };
}

it('a mail that is refused for now is tried again after one and after five minutes', async () => {
  const { progress, waits, states } = await sent([2], { send: [LATER, LATER] });
  expect(states).toEqual(['later', 'later', 'sent']);
  expect(waits).toEqual([60, 300]);
  expect(progress).toMatchObject({ done: 1, total: 1, stop: null });
});

it('is left for the next sending after the third refusal', async () => {
  const { progress, states } = await sent([2], { send: [LATER, LATER, LATER] });
  expect(states).toEqual(['later', 'later', 'later']);
  expect(progress).toMatchObject({ active: false, done: 1, stop: null });
});

it('does not keep the others waiting', async () => {
  const { to } = await sent([2, 3, 4], { send: [LATER] });
  expect(to).toEqual(['2@home.example', '3@home.example', '4@home.example', '2@home.example']);
});

it('a lost server is called again after 5, 30 and 120 seconds, and then no more', async () => {
  const back = await sent([2], { open: [AWAY, AWAY, AWAY] });
  expect(back.waits).toEqual([5, 30, 120]);
  expect(back.states).toEqual(['sent']);
  const away = await sent([2], { open: [AWAY, AWAY, AWAY, AWAY] });
  expect(away.waits).toEqual([5, 30, 120]);
  expect(away.progress).toMatchObject({ done: 0, stop: { code: 'unreachable' } });
});

it('whose certificate is wrong is not called again', async () => {
  const wrong = await sent([2], { open: [{ ...AWAY, code: 'certificate', mayPass: false }] });
  expect(wrong.waits).toEqual([]);
  expect(wrong.progress).toMatchObject({ done: 0, stop: { code: 'certificate' } });
});
