// The issues that can be found in a sheet, by code, with their severities. The message catalogue has their words. A message quotes
// a cell only by quoted(), which leaves out whatever may be an account number; header and sheet names are allowed.

import type { Refused } from '../../../shared/failures.ts';
import { type Message, type MessageCode, msg, type Param } from '../../../shared/messages/message.ts';
import type { Issue, Refusal, Severity } from '../../../shared/rows.ts';

const SEVERITIES = {
  repeatedHeader: 'notice',
  leftOut: 'error',
  hiddenLeftOut: 'error',
  secondHeader: 'error',
  belowSecondHeader: 'error',
  totalRow: 'error',
  totalLine: 'notice',
  totalDiffers: 'warning',
  explanationLine: 'notice',
  noteLine: 'notice',
  numberLine: 'notice',
  lastLineOpen: 'warning',
  hiddenRow: 'warning',
  hiddenColumn: 'warning',
  struckRow: 'warning',
  columnGuessed: 'warning',
  rowsAboveHeader: 'notice',
  titleSays: 'warning',
  sheetSays: 'warning',
  payersNamed: 'warning',
  noteSays: 'warning',
  textsUnclear: 'warning',
  columnTexts: 'warning',
  fileSays: 'warning',
  rowMarked: 'warning',
  rowColoured: 'warning',
  declaredDiffers: 'warning',
  unitDoubtful: 'warning',
  columnDoubtful: 'warning',
  filledDown: 'warning',
  methodsAsked: 'error',
  wordsAsked: 'error',
  fillRemarkLong: 'warning',
  formulaColumn: 'warning',
  amountsRounded: 'warning',
  formulaCell: 'error',
  formulaText: 'error',
  errorCell: 'error',
  booleanCell: 'error',
  dateCell: 'error',
  mergedCell: 'error',
  linkDiffers: 'error',
  maskedNumber: 'error',
  unusualNumber: 'error',
  digitsLost: 'error',
  notWhole: 'error',
  scientificText: 'error',
  valueTooLong: 'error',
  trimmed: 'notice',
  spacesPlain: 'notice',
  apostrophe: 'notice',
  quotedText: 'notice',
  strangeCharacter: 'error',
  lineBreak: 'error',
  methodMissing: 'error',
  methodUnknown: 'error',
  methodUnpaid: 'error',
  methodAnswered: 'notice',
  wordUnknown: 'error',
  wordUnpaid: 'error',
  cellUnclear: 'warning',
  payDayOther: 'warning',
  recoveryThere: 'warning',
  sameInvoice: 'warning',
  otherCode: 'warning',
  remarkDitto: 'warning',
  upiPlaceholder: 'warning',
  accountPlaceholder: 'warning',
  accountRound: 'warning',
  detailsBeside: 'warning',
  detailsUnused: 'notice',
  methodCase: 'notice',
  methodUnclear: 'error',
  payeeMissing: 'error',
  upiMissing: 'error',
  upiShape: 'error',
  upiEmail: 'error',
  upiHandle: 'warning',
  bankDetailsOnUpi: 'error',
  upiOnImps: 'error',
  accountMissing: 'error',
  accountShape: 'error',
  accountUnusual: 'warning',
  accountShort: 'warning',
  accountLong: 'warning',
  accountShortNumber: 'warning',
  accountZeros: 'error',
  accountMasked: 'error',
  accountFromNumber: 'notice',
  ifscMissing: 'error',
  ifscShape: 'error',
  ifscLetterO: 'error',
  ifscSlip: 'error',
  ifscDoubtful: 'warning',
  ifscMerged: 'warning',
  ifscCase: 'notice',
  ifscNotListed: 'warning',
  amountEmpty: 'error',
  amountZero: 'error',
  amountNegative: 'error',
  amountScientific: 'error',
  amountGrouping: 'error',
  amountDecimals: 'error',
  amountTooLarge: 'error',
  amountShape: 'error',
  amountCleaned: 'notice',
  amountShownWhole: 'warning',
  aboveCeiling: 'error',
  aboveUsual: 'warning',
  remarkMissing: 'error',
  remarkLong: 'warning',
  remarkTooLong: 'error',
  remarkEmoji: 'warning',
  referenceShape: 'error',
  referenceRepeated: 'error',
  nameTooLong: 'error',
  statusSays: 'warning',
  belowHeading: 'warning',
  noteThere: 'warning',
  notMarked: 'warning',
  amountWordsDiffer: 'warning',
  bankDiffers: 'warning',
  bankReferenceThere: 'warning',
  accountsDiffer: 'warning',
  holderDiffers: 'warning',
  samePayment: 'warning',
  sameNameAndAmount: 'warning',
  otherName: 'warning',
} as const satisfies Record<string, Severity>;

export type IssueCode = keyof typeof SEVERITIES;

export function isIssueCode(code: string): code is IssueCode {
  return Object.hasOwn(SEVERITIES, code);
}

export const ISSUE_CODES = Object.keys(SEVERITIES) as readonly IssueCode[];

type CodeOf<Place extends string, Code extends MessageCode = MessageCode> = Code extends `${Place}.${infer Own}`
  ? Own extends `${string}.cure`
    ? never
    : Own
  : never;

export type RefusalCode = CodeOf<'file'>;

/** The parameters of a message. */
export type Details = Readonly<Record<string, Param>>;

interface IssueWords {
  readonly severity: Severity;
  readonly message: Message;
  readonly cure: Message;
}

/** Most rows repeat a few messages. Those that name a row or a bank keep being created. */
const CACHED_WORDS_MAX = 1_000;
const cachedWords = new Map<string, IssueWords>();

/** Returns the same object for the same words while it is cached. */
export function issueWords(code: IssueCode, params: Details): IssueWords {
  const key = JSON.stringify([code, params]);
  const cached = cachedWords.get(key);
  if (cached !== undefined) return cached;
  const words: IssueWords = {
    severity: SEVERITIES[code],
    message: { code: `row.${code}`, params },
    cure: { code: `row.${code}.cure`, params },
  };
  if (cachedWords.size >= CACHED_WORDS_MAX) cachedWords.clear();
  cachedWords.set(key, words);
  return words;
}

/** What a column of problems and a group of alike ones show. */
export function issueTitle({ code, message }: Pick<Issue, 'code' | 'message'>): Message {
  return { code: `row.${code as IssueCode}.title`, params: message.params };
}

export function refusal(code: RefusalCode, params: Details = {}): Refusal {
  return { code, message: { code: `file.${code}`, params }, cure: { code: `file.${code}.cure`, params } };
}

export function refuseSheet(code: RefusalCode, params?: Details): Refused {
  return { kind: 'refused', refusal: refusal(code, params) };
}

/** Header or sheet names in a list, quoted and shortened. */
export function listNames(names: readonly string[]): string | Message {
  const shown = names.slice(0, 20).map((name) => `"${name.length > 40 ? `${name.slice(0, 39)}…` : name}"`);
  const more = names.length - shown.length;
  return more === 0 ? shown.join(', ') : msg('names.more', { names: shown, more });
}
