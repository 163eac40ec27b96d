// Which payees were sent an advice. A mail is stored before it leaves and answered afterwards, each with an audit entry. One
// without an answer may have been sent, and is never sent again without a person's word.

import type { PayoutId } from '../../../shared/ids.ts';
import type { AdviceState } from '../../../shared/mail.ts';
import type { Language } from '../../../shared/report-forms.ts';
import type { StateKind } from '../../../shared/states.ts';
import type { AuditLog } from './audit-log.ts';
import type { DeskDatabase } from './desk-database.ts';

/** A payout's newest mail. `tries`: how many there were. `payoutState`: that of the payment now. */
export interface AdviceMail {
  readonly rowNumber: number;
  readonly name: string | null;
  readonly amountPaise: number;
  readonly payoutState: StateKind;
  readonly address: string;
  readonly state: AdviceState;
  readonly answer: string | null;
  readonly atMs: number;
  readonly tries: number;
}

export interface AdviceMails {
  /** In the order of the file, one for each payout that has any. */
  list(batch: number): AdviceMail[];
}

const NEWEST = `SELECT p.row_number AS rowNumber, p.name, p.amount_paise AS amountPaise, p.state AS payoutState,
    m.address, coalesce(a.outcome, 'unsure') AS state, a.answer, coalesce(a.answered_at_ms, m.begun_at_ms) AS atMs,
    m.number AS tries
  FROM advice_mails m JOIN payouts p USING (payout_id) LEFT JOIN advice_answers a USING (mail_id)
  WHERE m.batch_id = ? AND m.number = (SELECT max(number) FROM advice_mails n WHERE n.payout_id = m.payout_id)
  ORDER BY m.payout_id`;

export function readAdviceMails(database: DeskDatabase): AdviceMails {
  const newest = database.statement<[number], AdviceMail>(NEWEST);
  return { list: (batch) => newest.all(batch) };
}

export interface NewAdviceMail {
  readonly batch: number;
  readonly rowNumber: number;
  readonly address: string;
  readonly sender: string;
  readonly language: Language;
  readonly messageId: string;
  /** How many mails this payout has had: another number means that somebody else sent one meanwhile. */
  readonly tries: number;
}

export interface AdviceWriting {
  /** Returns the mail's number, or why it must not leave. */
  begin(mail: NewAdviceMail, nowMs: number): number | 'notPaid' | 'alarm' | 'changed';
  answer(
    mailId: number,
    answer: { readonly outcome: AdviceState; readonly answer: string | null },
    nowMs: number,
  ): void;
}

export function prepareAdviceMails(database: DeskDatabase, audit: AuditLog): AdviceWriting {
  const payout = database.statement<
    [number, number],
    { readonly payoutId: PayoutId; readonly state: StateKind; readonly tries: number; readonly isAlarmed: 0 | 1 }
  >(
    `SELECT payout_id AS payoutId, state,
       EXISTS (SELECT 1 FROM late_news n WHERE n.payout_id = payouts.payout_id AND n.read_at_ms IS NULL) AS isAlarmed,
       (SELECT count(*) FROM advice_mails m WHERE m.payout_id = payouts.payout_id) AS tries
     FROM payouts JOIN batches USING (batch_id)
     WHERE batch_id = ? AND row_number = ?
       AND payout_id BETWEEN first_payout_id AND first_payout_id + payout_count - 1`,
  );
  const insert = database.statement(
    `INSERT INTO advice_mails (batch_id, payout_id, number, address, sender, language, message_id, begun_at_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertAnswer = database.statement(
    'INSERT INTO advice_answers (mail_id, outcome, answer, answered_at_ms) VALUES (?, ?, ?, ?)',
  );
  const about = database.statement<
    [number],
    { readonly batchId: number; readonly row: number; readonly address: string }
  >(
    `SELECT m.batch_id AS batchId, row_number AS row, address FROM advice_mails m JOIN payouts USING (payout_id)
     WHERE mail_id = ?`,
  );
  return {
    begin: audit.transaction((mail: NewAdviceMail, nowMs: number) => {
      const { batch, rowNumber, address, sender, language, messageId, tries } = mail;
      const found = payout.get(batch, rowNumber);
      if (found === undefined || found.tries !== tries) return 'changed';
      if (found.state !== 'success') return 'notPaid';
      if (found.isAlarmed === 1) return 'alarm';
      const { lastInsertRowid } = insert.run(
        batch,
        found.payoutId,
        tries + 1,
        address,
        sender,
        language,
        messageId,
        nowMs,
      );
      // Without a payout id: an advice does not change the payout.
      audit.append({ atMs: nowMs, what: 'adviceBegun', batchId: batch, detail: { row: rowNumber, address } });
      return Number(lastInsertRowid);
    }),
    answer: audit.transaction(
      (mailId: number, { outcome, answer }: { outcome: AdviceState; answer: string | null }, nowMs: number) => {
        insertAnswer.run(mailId, outcome, answer, nowMs);
        const { batchId = null, ...detail } = about.get(mailId) ?? {};
        audit.append({ atMs: nowMs, what: ADVICE_ACTS[outcome], batchId, detail });
      },
    ),
  };
}

/** Their names in the audit log. */
const ADVICE_ACTS: Readonly<Record<AdviceState, string>> = {
  sent: 'adviceSent',
  refused: 'adviceRefused',
  later: 'adviceDelayed',
  unsure: 'adviceUnsure',
};
