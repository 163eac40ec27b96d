// Parses the values of a command line, one at a time. None is rounded, clamped or guessed, and a long one is never repeated: it
// could be a token in the wrong place.

import {
  type BatchId,
  type CommandId,
  type Mid,
  parseBatchId,
  parseCommandId,
  parseMid,
  parseReference,
} from '../../../../shared/ids.ts';
import {
  AMOUNT_MAX_PAISE,
  BATCH_NAME_MAX_CHARACTERS,
  PROFILE_NAME_MAX_CHARACTERS,
  TOTAL_MAX_PAISE,
  TYPED_TEXT_MAX_CHARACTERS,
} from '../../../../shared/limits.ts';
import { type Message, msg } from '../../../../shared/messages/message.ts';
import { type AmountReading, type Paise, parseRupees, parseTotalRupees } from '../../../../shared/money.ts';
import { METHODS, type MethodAnswer, type Refusal, type WordAnswer } from '../../../../shared/rows.ts';
import type { PayeeMeant } from '../../desk/payees/payee-holds.ts';
import { readBaseUrl } from '../../domain/addresses.ts';
import { BANK_REFERENCE_CURE, isBankReference, type PayoutName } from '../../domain/decisions.ts';
import { accepted, type RefusedReading, refusedReading, type ValueReader } from './command-table.ts';
import { STANDARD } from './standard-streams.ts';

/** The limit of `--for`: nobody watches a run longer than a fortnight, and it is below the timer limit of 24.8 days. */
const FOR_MAX_SECONDS = 14 * 24 * 3_600;

/** Tokens are longer than this, and the values people mistype are shorter. */
const REPEATED_MAX_CHARACTERS = 24;

/** The typed text for a message, without characters that control a terminal; only its length if it is long. */
export function quoted(text: string): string | Message {
  const shown = Array.from(text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '?'));
  if (shown.length > REPEATED_MAX_CHARACTERS) return msg('cli.longValue', { count: shown.length });
  return `"${shown.join('')}"`;
}

/** Refuses a value, and names it if it is short. */
function refuseValue(
  text: string,
  { shown, cure, why }: { readonly shown: string; readonly cure: Message; readonly why?: Message },
): RefusedReading {
  const wrong = { option: shown, typed: quoted(text) };
  const message = why === undefined ? msg('cli.wrongValue', wrong) : msg('cli.wrongValue.why', { ...wrong, why });
  return refuseUnnamed({ message, cure });
}

function refuseUnnamed({ message, cure }: Omit<Refusal, 'code'>): RefusedReading {
  return refusedReading({ code: 'wrongValue', message, cure });
}

/** A whole number in plain digits, within its bounds. `unit`: what is counted. */
export function wholeNumber({
  min,
  max,
  unit,
}: {
  readonly min: number;
  readonly max: number;
  readonly unit: Message;
}): ValueReader<number> {
  return (text, shown) => {
    const value = /^(?:0|[1-9]\d{0,14})$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return accepted(value);
    return refuseValue(text, { shown, cure: msg('cli.wholeNumber', { min, max, unit }) });
  };
}

/** Seconds as people type them, with up to three decimals; returned in milliseconds. */
export const readSeconds: ValueReader<number> = (text, shown) => {
  const milliseconds = /^(?:0|[1-9]\d{0,8})(?:\.\d{1,3})?$/.test(text) ? Math.round(Number(text) * 1000) : Number.NaN;
  if (milliseconds > 0 && milliseconds <= FOR_MAX_SECONDS * 1000) return accepted(milliseconds);
  return refuseValue(text, { shown, cure: msg('cli.seconds', { max: FOR_MAX_SECONDS }) });
};

/** Text on one line, up to a length. */
export function textUpTo(maxCharacters: number): ValueReader<string> {
  return (text, shown) => {
    if (/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u.test(text)) {
      const message = msg('cli.unseenCharacter', { option: shown });
      return refuseUnnamed({ message, cure: msg('cli.unseenCharacter.cure') });
    }
    const length = Array.from(text).length;
    if (length <= maxCharacters) return accepted(text);
    return refuseUnnamed({
      message: msg('cli.tooLong', { option: shown, count: length }),
      cure: msg('cli.tooLong.cure', { max: maxCharacters }),
    });
  };
}

/** Free text. */
export const readTypedText = textUpTo(TYPED_TEXT_MAX_CHARACTERS);

export const readPersonName = textUpTo(PROFILE_NAME_MAX_CHARACTERS);

export const readBatchName = textUpTo(BATCH_NAME_MAX_CHARACTERS);

/** One of a few words, ignoring case. */
export function oneOf<Word extends string>(words: readonly Word[]): ValueReader<Word> {
  return (text, shown) => {
    const word = words.find((candidate) => candidate === text.toLowerCase());
    return word === undefined
      ? refuseValue(text, { shown, cure: msg('cli.giveOneOf', { names: words }) })
      : accepted(word);
  };
}

/** A calendar day, as its local midnight. */
export const readDay: ValueReader<Date> = (text, shown) => {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  const read = new Date(Number(year), Number(month) - 1, Number(day));
  const isReal = read.getMonth() === Number(month) - 1 && read.getDate() === Number(day);
  return isReal ? accepted(read) : refuseValue(text, { shown, cure: msg('cli.day') });
};

const PAYEE_MAX_CHARACTERS = 255;

/** A payee: a UPI ID, an account with its IFSC such as 001234567890/HDFC0000123, or a name. */
export const readPayeeMeant: ValueReader<PayeeMeant> = (text, shown) => {
  const [, accountNumber, ifsc] = /^([A-Za-z0-9]{5,20})\/([A-Za-z]{4}0[A-Za-z0-9]{6})$/.exec(text) ?? [];
  if (accountNumber !== undefined && ifsc !== undefined) {
    return accepted({ by: 'account', beneficiary: { method: 'IMPS', accountNumber, ifsc: ifsc.toUpperCase() } });
  }
  if (/^[^\s@/]{1,200}@[^\s@/]{1,50}$/.test(text))
    return accepted({ by: 'account', beneficiary: { method: 'UPI', upiId: text } });
  const isNumber = /\d{5}/.test(text);
  return isNumber || text.length > PAYEE_MAX_CHARACTERS
    ? refuseValue(text, { shown, cure: msg('cli.payees.payee.cure') })
    : accepted({ by: 'name', name: text });
};

/** A path to a file or folder. It cannot contain NUL. */
export const readPath: ValueReader<string> = (text, shown) =>
  text.includes('\0')
    ? refuseUnnamed({ message: msg('cli.path', { option: shown }), cure: msg('cli.path.cure') })
    : accepted(text);

/** A path whose extension says what to write. */
export function readOutFile(endings: readonly string[]): ValueReader<string> {
  return (text, shown) => {
    const path = readPath(text, shown);
    if (path.kind === 'refused') return path;
    if (text === STANDARD && endings.includes('.csv')) return path;
    const name = text.split(/[/\\]/).at(-1)?.toLowerCase() ?? '';
    if (endings.some((ending) => name.endsWith(ending) && name !== ending)) return path;
    return refuseUnnamed({
      message: msg('cli.ending', { option: shown, endings }),
      cure: msg('cli.ending.cure', { endings }),
    });
  };
}

/** The encodings a CSV file may be declared to have, by their WHATWG names. */
export const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;

/** An encoding. Also accepts the usual other names, such as utf8 and cp1252, from the WHATWG table. */
export const readEncoding: ValueReader<(typeof ENCODINGS)[number]> = (text, shown) => {
  const standardName = standardEncodingName(text);
  const encoding = ENCODINGS.find((name) => name === standardName);
  if (encoding !== undefined) return accepted(encoding);
  return refuseValue(text, { shown, cure: msg('cli.giveOneOf', { names: ENCODINGS }) });
};

function standardEncodingName(label: string): string | null {
  try {
    return new TextDecoder(label).encoding;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** `field=Header`: the header follows the first equals sign, and is empty for no column. The import checks the field names. */
export const readColumn: ValueReader<{ readonly field: string; readonly header: string }> = (text, shown) => {
  const at = text.indexOf('=');
  const field = text.slice(0, Math.max(at, 0)).trim();
  const header = text.slice(at + 1).trim();
  if (field !== '') return accepted({ field, header });
  return refuseValue(text, { shown, cure: msg('cli.column') });
};

/** `NEFT=IMPS`, or `IMPS` for rows without a method. */
export const readMethodAnswer: ValueReader<MethodAnswer> = (text, shown) => {
  const { at, word, said } = splitAnswer(text);
  const as = ([...METHODS, 'unpaid'] as const).find((answer) => answer.toLowerCase() === said);
  return as !== undefined && at !== 0 ? accepted({ word, as }) : refuseValue(text, { shown, cure: msg('cli.method') });
};

/** `pd=unpaid`, or `Status:pd=unpaid` for one column. Without a word it is about rows that have none. */
export const readWordAnswer: ValueReader<WordAnswer> = (text, shown) => {
  const { at, word, said } = splitAnswer(text);
  const as = (['pay', 'unpaid'] as const).find((answer) => answer === said);
  return as !== undefined && at >= 0
    ? accepted({ column: '', word, as })
    : refuseValue(text, { shown, cure: msg('cli.word') });
};

/** A word of the sheet and what is said of it, in lower case, behind the last equals sign, which is at `at`; -1 for none. */
function splitAnswer(text: string): { readonly at: number; readonly word: string; readonly said: string } {
  const at = text.lastIndexOf('=');
  const said = text
    .slice(at + 1)
    .trim()
    .toLowerCase();
  return { at, word: text.slice(0, Math.max(at, 0)).trim(), said };
}

/** The amount of one payment, in rupees. */
export const readAmount: ValueReader<Paise> = (text, shown) =>
  amountOf(parseRupees(text), { text, shown, maxPaise: AMOUNT_MAX_PAISE });

/** The ceiling of one payment; `none` removes it. */
export const readPayoutCeiling: ValueReader<Paise | 'none'> = (text, shown) =>
  text === 'none' ? accepted(text) : readAmount(text, shown);

/** The ceiling of a batch's total. */
export const readBatchCeiling: ValueReader<Paise | 'none'> = (text, shown) =>
  text === 'none' ? accepted(text) : amountOf(parseTotalRupees(text), { text, shown, maxPaise: TOTAL_MAX_PAISE });

/** An amount from which a rule holds; 0 for all. */
export const readFromAmount: ValueReader<number> = (text, shown) =>
  text === '0' ? accepted(0) : amountOf(parseTotalRupees(text), { text, shown, maxPaise: TOTAL_MAX_PAISE });

function amountOf(
  reading: AmountReading,
  { text, shown, maxPaise }: { readonly text: string; readonly shown: string; readonly maxPaise: number },
): ReturnType<ValueReader<Paise>> {
  if (reading.kind === 'exact') return accepted(reading.paise);
  const cure = msg('cli.amount', { max: maxPaise });
  return refuseValue(text, { shown, cure, why: msg(`cli.amount.${reading.problem}`) });
}

/** The gateway's address, by the rules of domain/addresses. */
export const readGatewayUrl: ValueReader<string> = (text, shown) => {
  const reading = readBaseUrl(text, (address) => (URL.canParse(address) ? new URL(address) : null), shown);
  return reading.kind === 'taken' ? accepted(reading.baseUrl) : refuseUnnamed(reading);
};

export const readMid: ValueReader<Mid> = (text, shown) => {
  const mid = parseMid(text);
  if (mid !== null) return accepted(mid);
  return refuseValue(text, { shown, cure: msg('cli.mid') });
};

/** A profile's name: it starts with a letter or a digit and fits on one line. */
export const readProfileName: ValueReader<string> = (text, shown) => {
  const shaped = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._-]*$/u.test(text) && !text.endsWith(' ');
  if (shaped && Array.from(text).length <= PROFILE_NAME_MAX_CHARACTERS) return accepted(text);
  return refuseUnnamed({
    message: msg('cli.profileName', { option: shown }),
    cure: msg('cli.profileName.cure', { max: PROFILE_NAME_MAX_CHARACTERS }),
  });
};

/** A batch id as `run` and `list` show it. */
export const readBatchId: ValueReader<BatchId> = (text, shown) => {
  const batch = parseBatchId(text);
  if (batch !== null) return accepted(batch);
  return refuseValue(text, { shown, cure: msg('cli.batch.cure'), why: msg('cli.batch') });
};

/** A payout by batch and row, `B0012/7`, or by its reference, exactly as typed. */
export const readPayoutName: ValueReader<PayoutName> = (text, shown) => {
  const byRow = payoutOfRow(text, '/');
  if (byRow !== null) return accepted(byRow);
  const reference = parseReference(text);
  if (reference !== null) return accepted({ by: 'reference', reference });
  return refuseValue(text, { shown, cure: msg('cli.payout.cure'), why: msg('cli.payout') });
};

/** A batch by its id, or a payout as above. */
export const readPayoutOrBatch: ValueReader<PayoutName | BatchId> = (text, shown) => {
  const batch = parseBatchId(text);
  return batch === null ? readPayoutName(text, shown) : accepted(batch);
};

/** What is paid again: payouts by batch and row, and rows of the file itself. */
export interface NamedAgain {
  readonly payouts: readonly string[];
  readonly rows: readonly number[];
}

/** Payouts such as `B0007/3` and rows of the file such as `12`, separated by commas. */
export const readNamedAgain: ValueReader<NamedAgain> = (text, shown) => {
  const payouts: string[] = [];
  const rows: number[] = [];
  for (const part of text.split(',').map((one) => one.trim())) {
    const named = payoutOfRow(part, '/');
    if (named?.by === 'row') payouts.push(`${named.batch}/${named.rowNumber}`);
    else if (/^[1-9]\d{0,6}$/.test(part)) rows.push(Number(part));
    else return refuseValue(text, { shown, cure: msg('cli.namedAgain.cure'), why: msg('cli.namedAgain', { part }) });
  }
  return accepted({ payouts, rows });
};

/** Payouts only: a row of the file has no earlier amount. */
export const readNamedPayouts: ValueReader<readonly string[]> = (text, shown) => {
  const read = readNamedAgain(text, shown);
  if (read.kind === 'refused') return read;
  const [row] = read.value.rows;
  if (row === undefined) return accepted(read.value.payouts);
  return refuseValue(text, { shown, cure: msg('cli.namedPayouts.cure'), why: msg('cli.namedPayouts', { part: row }) });
};

/** Rows of the file only. */
export const readNamedRows: ValueReader<readonly number[]> = (text, shown) => {
  const read = readNamedAgain(text, shown);
  if (read.kind === 'refused') return read;
  const [payout] = read.value.payouts;
  if (payout === undefined) return accepted(read.value.rows);
  return refuseValue(text, { shown, cure: msg('cli.namedRows.cure'), why: msg('cli.namedRows', { part: payout }) });
};

/** A payout by batch and row; null if the text is something else. */
export function payoutOfRow(text: string, separator: '/' | '-'): PayoutName | null {
  const [batchText = '', rowText = '', ...rest] = text.split(separator);
  const batch = /^[BP]\d{4,9}$/i.test(batchText) ? parseBatchId(batchText) : null;
  if (batch === null || rest.length > 0 || !/^[1-9]\d{0,6}$/.test(rowText)) return null;
  return { by: 'row', batch, rowNumber: Number(rowText) };
}

/** The RRN or UTR on a bank's statement, exactly as typed: it is evidence. */
export const readBankReference: ValueReader<string> = (text, shown) => {
  if (isBankReference(text)) return accepted(text);
  return refuseValue(text, { shown, cure: BANK_REFERENCE_CURE, why: msg('cli.bankReference') });
};

/** The script's own id for a command. */
export const readCommandId: ValueReader<CommandId> = (text, shown) => {
  const id = parseCommandId(text);
  if (id !== null) return accepted(id);
  return refuseValue(text, { shown, cure: msg('cli.commandId.cure'), why: msg('cli.commandId') });
};
