import { describe, expect, it } from 'vitest';
import { statusIn } from '../../electron/main/desk/advice/advice-status.ts';
import type { NewAdviceMail } from '../../electron/main/store/advice-mails.ts';
import type { HeadedReader } from '../../electron/main/store/store.ts';
import type { BatchId } from '../../shared/ids.ts';
import {
  answer,
  claimOne,
  confirmBatch,
  LOST,
  lookUp,
  makeDesk,
  NOW_MS,
  PAID,
  payments,
  said,
  turn,
} from './desk-file.ts';

/** A batch with a paid payout in row 2 and one in doubt in row 3. */
function deskWithPaid() {
  const desk = makeDesk();
  const batch = confirmBatch(desk, payments(2));
  const [paid, lost] = [claimOne(desk.store, batch), claimOne(desk.store, batch)];
  turn(desk.store, batch, { news: [answer(paid, PAID), answer(lost, LOST)] });
  turn(desk.store, batch, { news: [lookUp(paid, said('success'), NOW_MS + 1_000)] });
  const about = { address: 'asha@home.example', sender: 'accounts@firm.example', language: 'en' } as const;
  const mail: NewAdviceMail = { ...about, batch, rowNumber: 2, messageId: '<1@firm.example>', tries: 0 };
  return { desk, batch, paid, mail };
}

const SENT = { outcome: 'sent', answer: '250 ok' } as const;

describe('an advice by e-mail', () => {
  it('may have been sent until it is answered, whatever became of its process', () => {
    const { desk, batch, mail } = deskWithPaid();
    const { store } = desk;
    const mailId = store.adviceWriting.begin(mail, NOW_MS);
    expect(store.adviceMails.list(batch)).toMatchObject([{ rowNumber: 2, state: 'unsure', answer: null, tries: 1 }]);
    store.adviceWriting.answer(Number(mailId), SENT, NOW_MS + 5);
    expect(store.adviceMails.list(batch)).toMatchObject([{ state: 'sent', answer: '250 ok', atMs: NOW_MS + 5 }]);
  });

  it('never leaves twice at once, nor about a payment that is not known to be paid', () => {
    const { desk, mail } = deskWithPaid();
    const { adviceWriting } = desk.store;
    expect(adviceWriting.begin({ ...mail, rowNumber: 3 }, NOW_MS)).toBe('notPaid');
    expect(adviceWriting.begin(mail, NOW_MS)).toBe(1);
    expect(adviceWriting.begin(mail, NOW_MS)).toBe('changed');
    expect(adviceWriting.begin({ ...mail, rowNumber: 99 }, NOW_MS)).toBe('changed');
  });

  it('never leaves about a payment with an alarm that nobody has read', () => {
    const { desk, mail, paid, batch } = deskWithPaid();
    const { store } = desk;
    turn(store, batch, { news: [lookUp(paid, said('failed'), NOW_MS + 90_000)] });
    expect(store.news.list({ batch, all: false })).toHaveLength(1);
    expect(store.adviceWriting.begin(mail, NOW_MS)).toBe('alarm');
  });

  it('is shown as gone out when the money comes back afterwards', () => {
    const { desk, batch, mail, paid } = deskWithPaid();
    const { store } = desk;
    store.adviceWriting.answer(Number(store.adviceWriting.begin(mail, NOW_MS)), SENT, NOW_MS);
    turn(store, batch, { news: [lookUp(paid, said('reversed'), NOW_MS + 90_000)] });
    const status = statusIn(store as unknown as HeadedReader, 'B0001' as BatchId);
    expect(status).toMatchObject({ value: { counts: { sent: 1, cameBack: 1 }, lines: [{ cameBack: true }] } });
  });

  it('is in the audit log, before it leaves and once it is answered', () => {
    const { desk, batch, mail } = deskWithPaid();
    const { store, raw } = desk;
    const mailId = Number(store.adviceWriting.begin(mail, NOW_MS));
    store.adviceWriting.answer(mailId, { outcome: 'refused', answer: '550 no' }, NOW_MS);
    const entries = raw
      .prepare(`SELECT what, batch_id, payout_id, detail FROM audit WHERE what LIKE 'advice%' ORDER BY sequence`)
      .raw()
      .all();
    const detail = '{"row":2,"address":"asha@home.example"}';
    expect(entries).toEqual([
      ['adviceBegun', batch, null, detail],
      ['adviceRefused', batch, null, detail],
    ]);
  });
});
