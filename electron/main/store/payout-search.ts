// Finds payouts of the whole desk by what a person typed, without reading them all: references and the gateway's and banks' ids
// from their start, by their indexes; names, accounts and UPI IDs anywhere within, in the list of different payees; remarks
// likewise, in the list of each batch's. docs/decisions/search.md compares this with SQLite's text indexes.

import { MERGED_BANKS } from '../domain/person-key.ts';

/** Shorter texts begin so many ids that they must be the whole one. */
const ID_BEGINNING_MIN_CHARACTERS = 4;

/** Follows every character. */
const LAST = '\u{10FFFF}';
/** Comes before every character that an id has. */
const FIRST = '\u0001';

const IFSC = /^[A-Z]{4}0?[A-Z0-9]{0,6}$/i;

export interface Search {
  /** A common table `found` of payout ids. */
  readonly found: string;
  readonly bound: Readonly<Record<string, string>>;
}

/** `text` is not empty. */
export function searchFor(text: string): Search {
  const within = `%${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  const end = text.length < ID_BEGINNING_MIN_CHARACTERS ? FIRST : LAST;
  const parts = [PAYEES, REMARKS, REFERENCES];
  const bound: Record<string, string> = { within, text, textEnd: text + end };
  // The ids' indexes are exact, and people type capitals as they please.
  for (const [at, spelling] of [...new Set([text, text.toUpperCase(), text.toLowerCase()])].entries()) {
    bound[`id${at}`] = spelling;
    bound[`id${at}End`] = spelling + end;
    for (const column of ['transaction_id', 'rrn', 'utr'])
      parts.push(
        `SELECT payout_id FROM payouts WHERE ${column} IS NOT NULL AND ${column} >= @id${at} AND ${column} < @id${at}End`,
      );
  }
  if (IFSC.test(text)) {
    parts.push(BRANCH);
    const code = text.slice(0, 4).toUpperCase();
    const bank = `imps:${MERGED_BANKS[code] ?? code}:`;
    Object.assign(bound, { bank, bankEnd: bank + LAST, branch: `${text}%` });
  }
  return { found: `found AS MATERIALIZED (${parts.join('\n UNION ')})`, bound };
}

/** An account's key as that of its payee: without leading zeros after `imps:HDFC:`. */
const PERSON_OF_ACCOUNT = `iif(t.account_key GLOB 'imps:*',
  substr(t.account_key, 1, 10) || ltrim(substr(t.account_key, 11), '0'), t.account_key)`;

const PAYEES = `SELECT k.payout_id FROM (
    SELECT DISTINCT ${PERSON_OF_ACCOUNT} AS person_key FROM payee_texts t
    WHERE t.name LIKE @within ESCAPE '\\'
      OR substr(t.account_key, iif(t.account_key GLOB 'imps:*', 11, 5)) LIKE @within ESCAPE '\\') n
  CROSS JOIN merchants m
  CROSS JOIN payout_people k ON k.merchant_id = m.merchant_id AND k.person_key = n.person_key`;

// The plus sign keeps SQLite from building an index over every payout's remark for one query.
const REMARKS = `SELECT p.payout_id FROM batch_remarks r CROSS JOIN batches b ON b.batch_id = r.batch_id
  CROSS JOIN payouts p ON p.payout_id BETWEEN b.first_payout_id AND b.first_payout_id + b.payout_count - 1
    AND +p.remark = r.remark
  WHERE r.remark LIKE @within ESCAPE '\\'`;

const REFERENCES = `SELECT k.payout_id FROM merchants m
  CROSS JOIN payout_references k ON k.merchant_id = m.merchant_id AND k.reference >= @text AND k.reference < @textEnd`;

const BRANCH = `SELECT p.payout_id FROM merchants m
  CROSS JOIN payout_people k ON k.merchant_id = m.merchant_id AND k.person_key >= @bank AND k.person_key < @bankEnd
  CROSS JOIN payouts p ON p.payout_id = k.payout_id WHERE p.ifsc LIKE @branch`;
