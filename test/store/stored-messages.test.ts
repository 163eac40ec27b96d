import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newsSentence } from '../../electron/main/domain/late-news.ts';
import { messageFrom, storedText } from '../../electron/main/store/stored-messages.ts';
import { HINDI } from '../../shared/messages/hi.ts';
import { type Message, msg, verbatim } from '../../shared/messages/message.ts';
import { speak } from '../../shared/messages/speak.ts';
import { answer, claimOne, confirmBatch, LOST, makeDesk, NOW_MS, PAID, payment, turn } from './desk-file.ts';

function inHindi(message: Message | null | undefined): string {
  return speak(message ?? verbatim(''), { language: HINDI, door: 'window' });
}

const HELD = msg('hold.again', { payment: msg('part.batchRow', { batch: 'B0001', row: 2 }) });

describe('what a text column holds for people', () => {
  it('is a message by its code and parameters', () => {
    expect(JSON.parse(storedText(HELD))).toEqual(HELD);
    expect(messageFrom(storedText(HELD))).toEqual(HELD);
  });

  it('is the text itself where it came from the gateway, a person or an older version', () => {
    expect(storedText(verbatim('Insufficient balance'))).toBe('Insufficient balance');
    expect(messageFrom('The gateway already knows this reference.')).toEqual(
      verbatim('The gateway already knows this reference.'),
    );
  });

  it('is read back as it was, even a text that looks like a message of the desk', () => {
    const ours = [HELD, verbatim(storedText(HELD)), verbatim(JSON.stringify(verbatim('x')))];
    const texts = fc.oneof(fc.string(), fc.json(), fc.constantFrom(...ours.map(storedText)));
    fc.assert(
      fc.property(texts, (text) => {
        expect(messageFrom(storedText(verbatim(text)))).toEqual(verbatim(text));
      }),
    );
    for (const message of ours) expect(messageFrom(storedText(message))).toEqual(message);
  });
});

describe('a person who reads Hindi', () => {
  it('reads a guarded row and an alarm in Hindi', () => {
    const desk = makeDesk();
    const first = confirmBatch(desk, [payment()]);
    const paid = { ...PAID, ids: { ...PAID.ids, rrn: '412345678901' } };
    turn(desk.store, first, { news: [answer(claimOne(desk.store, first), paid)] });
    const second = confirmBatch(desk, [
      payment(),
      payment({ name: 'Ravi', beneficiary: { method: 'UPI', upiId: 'ravi@okbank' } }),
    ]);
    const [other] = turn(desk.store, second, { claim: 9 }).claimed;
    if (other === undefined) throw new Error('nothing was claimed');
    expect(inHindi(desk.store.payouts.story(second, 2)?.payout.message)).toBe(
      'बैच B0001, पंक्ति 2 (₹500.00) में यह पहले ही चुकाया गया।',
    );
    turn(desk.store, second, { news: [answer(other, paid)] });
    const [alarm] = desk.store.news.list({ batch: null, all: false });
    expect(alarm === undefined ? '' : inHindi(newsSentence(alarm))).toMatch(
      /^गेटवे ने इसे दूसरे भुगतान की पहचान RRN 412345678901 \(B0001\/2\) से बताया।/,
    );
    expect(inHindi(desk.store.payouts.story(second, 3)?.payout.message)).toMatch(/^गेटवे ने इसे .* से बताया।$/);
  });

  it('reads what an older version stored as it lies there', () => {
    const desk = makeDesk();
    const batch = confirmBatch(desk, [payment()]);
    turn(desk.store, batch, { news: [answer(claimOne(desk.store, batch), LOST)] });
    const old = 'Batch B0001, row 2 (₹500.00) paid this already.';
    desk.raw.prepare('UPDATE payouts SET message = ?').run(old);
    desk.raw
      .prepare('INSERT INTO late_news (payout_id, state_before, state_after, word, heard_at_ms) VALUES (1, ?, ?, ?, ?)')
      .run('unknown', 'sameId', 'RRN 4123 of B0001/9', NOW_MS);
    expect(inHindi(desk.store.payouts.story(batch, 2)?.payout.message)).toBe(old);
    const [alarm] = desk.store.news.list({ batch: null, all: false });
    expect(alarm === undefined ? '' : inHindi(newsSentence(alarm))).toContain('RRN 4123 of B0001/9');
  });

  it('reads why an older version left a row out as it said it', () => {
    const desk = makeDesk();
    const batch = confirmBatch(desk, [payment()]);
    const issue = {
      row: 9,
      cell: null,
      field: null,
      code: 'x',
      severity: 'error',
      message: 'Is empty.',
      cure: 'Fill it.',
    };
    desk.raw.prepare(`INSERT INTO excluded_rows VALUES (?, 9, '[]', ?)`).run(batch, JSON.stringify([issue]));
    const record = desk.store.batches.find(batch);
    const [row] = record === null ? [] : desk.store.report(record, NOW_MS).excluded();
    expect(row?.issues.map(({ message, cure }) => [inHindi(message), inHindi(cure)])).toEqual([
      ['Is empty.', 'Fill it.'],
    ]);
  });

  it('reads a decision of an older version with that version’s words behind the name', () => {
    const desk = makeDesk();
    const batch = confirmBatch(desk, [payment()]);
    desk.raw
      .prepare(`UPDATE payouts SET state = 'failed', decided_by = 'meera', settled_at_ms = 1, message = ?`)
      .run('not paid. The bank shows nothing.');
    expect(inHindi(desk.store.payouts.story(batch, 2)?.payout.message)).toBe(
      'meera का निर्णय: not paid. The bank shows nothing.',
    );
  });
});
