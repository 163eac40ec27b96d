// What the columns that are not sent, and the lines above the header, say against paying: that it was done already, that it is
// held, that the payee has left, or that the account is another one or somebody else's.

import { asPaise, formatRupees } from '../../../shared/money.ts';
import type { Payment } from '../../../shared/rows.ts';
import { remembering } from '../domain/remembering.ts';
import { parseAmountWords } from './amount-words.ts';
import { namesOtherBank } from './banks.ts';
import { mostlyAgree } from './column-content.ts';
import { namesDiffer } from './compare-names.ts';
import { meaningOf } from './field-names.ts';
import type { Columns } from './match-columns.ts';
import { headingAgainstPaying } from './no-payment.ts';
import { type RowCells, trimSpaces } from './row-cells.ts';
import { type Table, VALUE_MAX_CHARACTERS } from './table.ts';

/** Shape: `yes` and `no` are the answers that hold a row back; `held` a yes, or the reason in its place. */
type Says = SaidInWords | 'bankReference' | 'paidBy' | 'paidHow' | 'left' | 'account' | 'name' | 'bank' | 'amountWords';
type SaidInWords =
  | 'status'
  | 'remark'
  | 'note'
  | 'flag'
  | 'yes'
  | 'held'
  | 'no'
  | 'check'
  | 'reason'
  | 'direction'
  | 'nameMark';

/** Shape: `marksRows` where some rows are marked as approved, so that one without a mark is not. */
interface OtherColumn {
  readonly index: number;
  readonly header: string;
  readonly says: Says;
  readonly marksRows: boolean;
}

/** What a status says of a row that is not to be paid, as it is repeated to a person. */
const NOT_TO_BE_PAID: Readonly<Record<string, string>> = wordsBySpelling(`
  Paid: paid, already paid, payment done, fully paid, salary paid, भुगतान हो गया, भुगतान किया गया
  Done: done, completed, complete, closed
  Processed: processed, success, successful, settled, credited, transferred, released, disbursed, sent
  Processing: initiated, in process, in progress, under process, processing, submitted, sent to bank, uploaded, scheduled, queued
  Hold: hold, on hold, held, withheld, pending approval, not approved, unapproved, disapproved
  Stopped: stop, stopped, stop payment, do not pay, dont pay, don t pay, not to be paid, no payment, blocked, suspended, रोकें, रोका गया
  Cancelled: cancelled, canceled, cancel, void, voided, withdrawn
  Rejected: rejected, reject, failed, failure, returned, reversed, refunded, declined, duplicate
  Left out: remove, removed, ignore, ignored, skip, skipped, exclude, excluded, delete, deleted, remove ignore
  Invalid: invalid, frozen, dormant, account closed, name mismatch, mismatch
  Left: left, resigned, exited, terminated, relieved, absconded, inactive
  Deceased: deceased, died
`);

/** What a status or a remark says of such a row among other words; none of them may be said of a row that is to be paid. */
const SAID_ANYWHERE: readonly (readonly [shown: string, phrase: RegExp])[] = [
  [
    'Stopped',
    /\b(?:do not|dont|don t|not to be) (?:pay|paid|release|released|process|transfer)\b|\bnot payable\b|\bmat (?:dena|bhejna)\b|\bto be (?:recovered|withheld|held|stopped)\b|(?:भुगतान|पेमेंट) (?:न|मत|नहीं) |(?:वेतन|भुगतान) रोक|^no (?:salary|payment|wages|pay)\b(?! (?:leave|days?|due|pending)\b)/,
  ],
  ['Closed', /\b(?:account|ac|a c) (?:is )?closed\b/],
  ['Paid', /\balready (?:paid|refunded|settled|transferred|credited)\b/],
  ['Paid', /^(?:salary |amount )?paid (?:by|on|via|through|in) (?!full and)/],
  [
    'Hold',
    /^(?:keep |kept |put |salary |payment )?(?:on )?hold(?: (?:till|until|for|due|as|since|by|resigned|left|absconding)\b|$)/,
  ],
  ['Hold', /^(?:salary|payment|wages|amount) (?:is )?(?:withheld|held|stopped|blocked)\b/],
  ['Paid', /\bcash (?:de diya|diya)\b/],
  ['Refunded', /^refund (?:done|made|completed)\b/],
  ['Pay the nominee', /\bpay(?:able|ment)? (?:only )?(?:to )?(?:the |his |her )?nominee\b/],
  ['Fraud', /\b(?:fraud|fraudulent)\b/],
  [
    'Left',
    /^(?:has |have |employee |emp )?left (?:on|in|from|since|wef|w e f)\b|\bleft (?:the )?(?:company|organi[sz]ation|job|service)\b/,
  ],
  [
    'Wrong details',
    /\b(?:wrong|incorrect|invalid) (?:account|ac|a c|ifsc|upi|vpa|bank|payee|beneficiary)\b|\b(?:account|ac|a c|ifsc|upi|vpa|bank) (?:no |number |code |id |details? )?(?:is )?(?:wrong|incorrect|invalid)\b|\bname (?:mismatch|does not match)\b/,
  ],
];
/** What pays a row another time, whatever else is said; a remark may say so of what is paid. */
const LATER =
  /\b(?:pay|paid|payable|release|released|transfer) (?:only )?(?:after|next|later)\b|\bnext month\b|\bafter (?:noc|approval|clearance|verification)\b/;
/** The same of a status alone: a remark may name what is paid so, such as a settlement. */
const SAID_IN_STATUS: readonly (readonly [shown: string, phrase: RegExp])[] = [
  ['Hold', /\bhold\b/],
  ['Left', /\b(?:resigned|absconded|absconding)\b/],
  ['Deceased', /\bdeceased\b/],
];
const DENIED = /\b(?:not|no hold|never|un|to be|will be|release|released|removed|lifted|cleared)\b/;
const YES: ReadonlySet<string> = new Set(['yes', 'y', 'true', '1', 'x', '✓', '✔']);
const NO = /^(?:no|n|false|0|not\b.*|later\b.*|next\b.*|wait\b.*|pending|✗|✘|❌|✖)$/;
/** A date or a reference where a yes is looked for: it was done then. */
const SAYS_WHEN = /\d{1,4}[-/.]\w+|\d{6}/;
/** Why a row is held back, where a yes is looked for, and what says that it is so no more. */
const SAYS_WHY =
  /^(?:raised|open|kyc|legal|court|as per|due to|wrong|see|yes)\b|\b(?:pending|awaited|mismatch|issue|case|query)\b/;
const NO_LONGER = /^(?:no|not|nil|none)\b|\b(?:resolved|closed|cleared|released|removed|lifted)\b/;
/** How a check of the payee or an approval says that it is not there, or not yet. */
const NOT_CHECKED =
  /^(?:n|x|false|0|✗|✘|❌|✖)$|\b(?:no|not|fail(?:ed|ure)?|reject(?:ed)?|expired|incomplete|invalid|mismatch(?:ed)?|unverified|unapproved|unable|error|hold|blocked|missing|wrong)\b/;
const NOT_YET_CHECKED = /\b(?:pending|awaited|awaiting|process|progress|under|due|submitted|partial)\b/;
const NO_CHECK_NEEDED = /^(?:not (?:required|applicable|needed)|no (?:issues?|errors?|mismatch))$/;
/** How a row is marked as one to be paid. */
const MARKED =
  /^(?:yes|y|true|1|x|✓|✔|ok|okay|approved|verified|checked|done|pass|passed|match|matched|pay|release|eligible)$/;

function wordsBySpelling(lines: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    lines
      .trim()
      .split('\n')
      .flatMap((line) => {
        const [shown = '', spellings = ''] = line.trim().split(': ');
        return spellings.split(', ').map((spelling) => [spelling, shown] as const);
      }),
  );
}

/** What has a status of its own: a customer's payment of an order, their papers. */
const STATUSES_OF_OTHERS = ['financial', 'order', 'fulfillment', 'fulfilment', 'invoice', 'bill'] as const;
/** What is checked or approved before a row is paid. */
const CHECKS =
  'kyc penny verification verified validation validated match matched approved approval authorised authorized sanction'.split(
    ' ',
  );
/** What was checked of a bank, which may be matched or validate as well. */
const CHECKED = ['verified', 'verification'] as const;
/** What a header says beside one of those words when its cells say who did it, or when, or what is checked of it. */
const NOT_A_CHECK = 'by on date id number reference amount day days leave level limit type'.split(' ');

/** Columns of which a yes means that the row is not to be paid, and a reason in its place means it as well. */
const HOLD_WORDS = 'hold stop exclude excluded fraud disputed dispute blacklisted suspended frozen lien'.split(' ');
/** Columns of which only a yes means it. */
const HELD_WORDS = (
  'paid cancelled settled done processed released refunded transferred credited disbursed left resigned ' +
  'blocked skip ignore omit opted duplicate inactive terminated rejected void deceased absconded absconding deleted removed'
).split(' ');
/** Columns of which a no means it. */
const ALLOWED_WORDS = ['eligible', 'release', 'include', 'active', 'ok'] as const;
/** What was done to a row once a date stands in its column: `Paid On`, `Date of Refund`. */
const DONE_WORDS = [
  'paid',
  'settled',
  'processed',
  'released',
  'refunded',
  'transferred',
  'credited',
  'disbursed',
] as const;
/** What a number is of that a row gets once it is paid: `Refund ID`, `Cheque No`. */
const MADE_WORDS = ['refund', 'txn', 'pay', 'payout', 'bank', 'cheque', 'transfer', 'settlement'] as const;
/** What a bank gives a payment once it is made. */
const BANK_REFERENCES = ['utr', 'rrn'] as const;
/** Of these, what is a payment itself: its date in every row says that the whole sheet was paid. */
const PAID_WORDS = ['paid', 'settled', 'refunded', 'credited', 'disbursed'] as const;
/** How and not by whom something was paid. */
const PAID_HOW: ReadonlySet<string> = new Set(
  'upi imps neft rtgs cash cheque chq check bank online transfer dd card company nil none na'.split(' '),
);
/** When an employee left, as the words of a header beside one of DATE_WORDS. */
const LEAVING_WORDS =
  'leaving left exit resignation resigned relieving relieved separation termination terminated retirement'.split(' ');
const DATE_WORDS = ['on', 'date', 'dt', 'day'] as const;
/** Dates that stand for none. */
const NO_DATE = /9999|2099|1900/;
/** A date in its shortest form, such as 5-Oct. */
const DATE_MIN_CHARACTERS = 5;
/** Names that may be another person's than the payee's. */
const NAMES_OF_OTHERS = ['contact', 'billing'] as const;
/** Numbers that a row has before it is paid. */
const NOT_MADE_WORDS = [
  'account',
  'phone',
  'mobile',
  'upi',
  'vpa',
  'code',
  'order',
  'branch',
  'payee',
  'customer',
] as const;
/** All that a header of `Pay?`, `OK to Pay` or `Pay (Y/N)` says. */
const ASKS_WHETHER: ReadonlySet<string> = new Set([
  'ok',
  'to',
  'pay',
  'y',
  'n',
  'yes',
  'no',
  'or',
  'process',
  'transfer',
  'send',
  'payable',
  'now',
]);
/** Columns of which a yes means it where their header says nothing else: a mail may have been sent as well. */
const SENT = /^(?:payment |amount |money )?sent\b[ ?]*$/i;
/** Whose notes judge a row. */
const REVIEWERS = 'checker approver verifier reviewer audit auditor manager hod hr finance bank'.split(' ');
/** Numbers and dates beside one of those words are not about the row's payment. */
const NOT_ABOUT_THE_ROW = ['day', 'days', 'amount', 'leave', 'holiday', 'by', 'to'] as const;
/** A bank's reference is longer than a dash or a "no". */
const BANK_REFERENCE_MIN_CHARACTERS = 6;

export class OtherColumns {
  readonly #table: Table;
  readonly #columns: readonly OtherColumn[];
  /** What a cell says against paying its row, as it is repeated to a person; null when it says nothing. */
  readonly #against: Readonly<Record<SaidInWords, (text: string) => string | null>> = {
    status: remembering((text) => saysAgainstPaying(text, 'status')),
    remark: remembering((text) => saysAgainstPaying(text, 'remark')),
    yes: remembering((text) => saysAgainstPaying(text, 'yes')),
    held: remembering((text) => saysAgainstPaying(text, 'held')),
    no: remembering((text) => saysAgainstPaying(text, 'no')),
    check: remembering((text) => saysAgainstPaying(text, 'check')),
    flag: remembering((text) => saysAgainstPaying(text, 'flag')),
    reason: remembering((text) => saysAgainstPaying(text, 'reason')),
    note: remembering((text) => saysAgainstPaying(text, 'note')),
    direction: (text) => (DEBIT.test(text) ? 'Debit' : null),
    nameMark: markOfName,
  };

  constructor(table: Table, columns: Columns) {
    // A remark of "Hold" is a status, whatever its header says.
    const { remark, ...others } = columns;
    const taken = new Set(Object.values(others).map(({ index }) => index));
    this.#table = table;
    this.#columns = table.headers.flatMap((header, index) => {
      const column = { index, header, marksRows: false };
      if (index === remark?.index) return [{ ...column, says: 'remark' as const }];
      if (index === columns.name?.index) return [{ ...column, says: 'nameMark' as const }];
      const says = taken.has(index) ? null : whatItSays(table, { header, index, columns });
      if (says === null) return [];
      return [{ ...column, says, marksRows: (says === 'no' || says === 'check') && marksRows(table, index) }];
    });
  }

  /** Warns about a row that could be paid. */
  report(cells: RowCells, row: number, { beneficiary, name, amountPaise }: Payment): void {
    for (const { index, header, says, marksRows } of this.#columns) {
      const cell = this.#table.rows[row]?.[index] ?? '';
      if (cell === '' && marksRows) cells.report('notMarked', null, { header });
      if (cell === '' || cell.length > VALUE_MAX_CHARACTERS) continue;
      const text = trimSpaces(cell);
      if (says === 'account') {
        if (text === '' || beneficiary.method === 'UPI' || text === beneficiary.accountNumber) continue;
        cells.report('accountsDiffer', 'accountNumber', { header });
      } else if (says === 'amountWords') {
        const words = parseAmountWords(text);
        const differsBy = words === null ? 0 : Math.abs(words.paise - amountPaise);
        // Whoever leaves the paise out of the words means the same.
        if (words !== null && differsBy >= (words.saysPaise ? 1 : 100))
          cells.report('amountWordsDiffer', 'amount', { header, amount: formatRupees(asPaise(words.paise)) });
      } else if (says === 'bank') {
        if (beneficiary.method === 'IMPS' && namesOtherBank(text, beneficiary.ifsc))
          cells.report('bankDiffers', 'ifsc', { header });
      } else if (says === 'name') {
        if (name !== null && namesDiffer(name, text)) cells.report('holderDiffers', 'name', { header });
      } else if (says === 'left') {
        if (isDate(text)) cells.report('statusSays', null, { header, said: 'Left' });
      } else if (says === 'paidHow') {
        cells.report('bankReferenceThere', null, { header });
      } else if (says === 'paidBy') {
        if (namesSomebody(text, name)) cells.report('bankReferenceThere', null, { header });
      } else if (says === 'bankReference') {
        if (isBankReference(text)) cells.report('bankReferenceThere', null, { header });
      } else {
        const shown = this.#against[says](text);
        if (shown !== null) cells.report('statusSays', null, { header, said: shown });
      }
    }
  }
}

function isDate(text: string): boolean {
  return text.length >= DATE_MIN_CHARACTERS && /\d/.test(text) && !NO_DATE.test(text);
}

/** Whether a cell names who paid a row: neither how it is paid, nor the payee, who may have paid an expense. */
function namesSomebody(text: string, payee: string | null): boolean {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  if (words.every((word) => PAID_HOW.has(word))) return false;
  return payee === null || namesDiffer(payee, text);
}

/** What the title of a sheet says against paying it, as it is repeated to a person. */
const SAID_IN_TITLE: readonly (readonly [shown: string, phrase: RegExp])[] = [
  ['Do not pay', /\b(?:do not|don['’]?t|not to be|not for) (?:pay|paid|payment|release|released|process|upload)\b/i],
  ['Draft', /(?<!\b(?:demand|bank) )\bdraft\b/i],
  ['Previous month', /\b(?:previous|prior|last) month\b/i],
  ['Not approved', /\b(?:not (?:yet )?approved|unapproved|(?:pending|awaiting|subject to|for) approval)\b/i],
  ['Provisional', /\b(?:provisional|tentative|estimated?|projected|projections?|simulation)\b/i],
  ['For information only', /\bfor (?:information|reference|review|verification|discussion)(?: purposes?)? only\b/i],
  ['Sample', /\b(?:samples?|specimen|dummy|test data|for testing)\b/i],
  ['Cancelled', /\b(?:cancelled|canceled|superseded|obsolete|withdrawn)\b/i],
  ['On hold', /\bon hold\b/i],
  ['Already paid', /\b(?:already|salary|amount) paid\b|^paid$|^paid (?:on|in|for|by|via)\b/i],
  ['Old', /^(?:old|outdated|void)\b|\b(?:old (?:version|file|data|list)|do not use|not in use)\b/i],
  [
    'Rejected',
    /\b(?:rejected|returned|failed|bounced|unsuccessful) (?:by|from|payments?|transfers?|transactions?|list|cases?)\b/i,
  ],
  [
    'Money that comes in',
    /^(?:list of |statement of |details of )?(?:deductions?|recover(?:y|ies)|collections?|receipts?|receivables?|dues)\b(?! pay)|\breceived from\b/i,
  ],
];

/** What a heading of some rows says as well as one of all of them. */
const SAID_OF_ALL: ReadonlySet<string> = new Set(['Do not pay', 'Hold', 'Later', 'Already paid', 'Left']);

/** What a cell above the header, or the name of the sheet, says against paying it; null when it says nothing. */
export function titleAgainstPaying(cell: string): string | null {
  if (cell.length > VALUE_MAX_CHARACTERS) return null;
  const said = SAID_IN_TITLE.find(([, phrase]) => phrase.test(cell))?.[0] ?? headingAgainstPaying(cell);
  return said !== null && (SAID_OF_ALL.has(said) || SAID_IN_TITLE.some(([shown]) => shown === said)) ? said : null;
}

function saysAgainstPaying(text: string, says: SaidInWords): string | null {
  const words = text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}✓✔✗✘✖❌]+/gu, ' ')
    .trim();
  if (says === 'reason') return /\p{L}{3}/u.test(words) && !/^(?:nil|none|nothing)$/.test(words) ? 'Hold' : null;
  const said = Object.hasOwn(NOT_TO_BE_PAID, words) ? NOT_TO_BE_PAID[words] : undefined;
  if (says === 'check') return notChecked(words);
  if (said === 'Processing' && says !== 'status') return null;
  if (said !== undefined) {
    const isSaid = says === 'note' ? SAID_IN_NOTES.has(said) : says !== 'flag' || SAID_IN_FLAGS.has(said);
    return isSaid ? said : null;
  }
  if (says === 'held' && SAYS_WHY.test(words) && !NO_LONGER.test(words)) return 'Yes';
  if (says === 'yes' || says === 'held') return YES.has(words) || SAYS_WHEN.test(text) ? 'Yes' : null;
  if (says === 'no') return NO.test(words) ? 'No' : null;
  const [stopped, ...others] = SAID_ANYWHERE;
  if (stopped?.[1].test(words) === true) return stopped[0];
  if (says !== 'remark' && LATER.test(words)) return 'Later';
  if (DENIED.test(words)) return null;
  const phrases = says === 'status' ? [...others, ...SAID_IN_STATUS] : others;
  const found = phrases.find(([, phrase]) => phrase.test(words))?.[0] ?? null;
  return found;
}

/** What the cell of a check or an approval says where it is not there; null where it is. */
function notChecked(words: string): string | null {
  if (NO_CHECK_NEEDED.test(words)) return null;
  if (words === 'no' || words === 'n') return 'No';
  if (NOT_CHECKED.test(words)) return 'Failed';
  return NOT_YET_CHECKED.test(words) ? 'Pending' : null;
}

/** Whether some rows of a column are marked as approved and others are empty. */
function marksRows(table: Table, index: number): boolean {
  return table.rows.some((cells) => MARKED.test((cells[index] ?? '').trim().toLowerCase()));
}

/** What alone counts in a column of which nobody knows what it is for. */
const SAID_IN_FLAGS: ReadonlySet<string> = new Set(['Hold', 'Stopped', 'Invalid']);
const FLAG =
  /hold|held|stop|not|wrong|incorrect|mismatch|recover|left|don.?t|no (?:salary|pay)|paid|after|month|closed|fraud|refund|block|suspend|रोक|मत/i;
const FLAG_MAX_CHARACTERS = 60;

/** Whether any cell of a column says that its row is held. */
function holdsFlags(table: Table, index: number): boolean {
  return table.rows.some((cells) => {
    const cell = cells[index] ?? '';
    return cell.length <= FLAG_MAX_CHARACTERS && FLAG.test(cell) && saysAgainstPaying(cell, 'flag') !== null;
  });
}

/** What a note says of its row's payment; why a refund is made, such as a return, is no reason against it. */
const SAID_IN_NOTES: ReadonlySet<string> = new Set([
  'Paid',
  'Hold',
  'Stopped',
  'Left out',
  'Left',
  'Deceased',
  'Invalid',
]);
const NOTES = ['comment', 'comments', 'note', 'notes', 'remark', 'remarks', 'reason'] as const;

/** What says on which side of an account a row stands. */
const DIRECTIONS =
  /^(?:d(?:r|ebit)?\s*[/|-]\s*c(?:r|redit)?|c(?:r|redit)?\s*[/|-]\s*d(?:r|ebit)?|\+\s*\/\s*-|sign|(?:transaction|txn|entry)(?: type)?|type)$/i;
const DEBIT = /^(?:dr?|debit|deduction|recovery|reversal|chargeback|minus|-)\.?$/i;

/** Whether some rows stand on the one side and some on the other; where all are debits, it is the payer's account they debit. */
function isMixed(table: Table, index: number): boolean {
  const said = table.rows.map((cells) => (cells[index] ?? '').trim()).filter((text) => text !== '');
  return said.some((text) => DEBIT.test(text)) && !said.every((text) => DEBIT.test(text));
}

/** What stands behind a name and is none: `Ravi Kumar (HOLD)`, `Asha - Left`. */
const NAME_MARK =
  /[([/:–—-] ?(on hold|hold|held|stop|stopped|left|resigned|terminated|deceased|absconded|do not pay|don['’]?t pay|not to be paid|paid|cancelled|duplicate)[)\]]?$/i;

/** What stands for a name in a row that tries something out. */
const NO_NAME = /^(?:test|testing|dummy|demo)(?:[\s\d_-]|$)/i;

function markOfName(name: string): string | null {
  if (NO_NAME.test(name)) return 'Test';
  const mark = NAME_MARK.exec(name)?.[1];
  return mark === undefined ? null : mark.charAt(0).toUpperCase() + mark.slice(1).toLowerCase();
}

/** Whether some rows have a number or a date in the column and others do not: it was filled in as they were paid. */
function isFilledForSome(
  table: Table,
  index: number,
  { amount, isFilled }: { readonly amount: number | undefined; readonly isFilled: (cell: string) => boolean },
): boolean {
  let filled = 0;
  let rows = 0;
  for (const cells of table.rows) {
    if (amount !== undefined && (cells[amount] ?? '') === '') continue;
    rows += 1;
    if (isFilled(cells[index] ?? '')) filled += 1;
  }
  return filled > 0 && filled < rows;
}

function isBankReference(text: string): boolean {
  return text.length >= BANK_REFERENCE_MIN_CHARACTERS && /\d/.test(text);
}

/** How the column with the name of the payee's bank is headed. */
const OF_BANK = /^(?:(?:bene\w*|emp\w*|payee|vendor)(?:'s)? )?bank(?: name)?$|^name of (?:the )?bank$/i;
/** What there is a reason for, where there is one, that speaks against paying. */
const REASONS_AGAINST = [
  'hold',
  'stop',
  'rejection',
  'failure',
  'bounce',
  'rejected',
  'failed',
  'cancellation',
  'bank',
] as const;

interface ColumnPlace {
  readonly header: string;
  readonly index: number;
  readonly columns: Columns;
}

function whatItSays(table: Table, place: ColumnPlace): Says | null {
  const { header, index } = place;
  if (header === '') return null;
  if (holdsAmountWords(table, index)) return 'amountWords';
  const { words } = meaningOf(header);
  const says = whatItsHeaderSays(table, place);
  if (says !== null || STATUSES_OF_OTHERS.some((word) => words.has(word))) return says;
  return holdsFlags(table, index) ? 'flag' : null;
}

/** Whether the first filled cell of a column is an amount in words. */
function holdsAmountWords(table: Table, index: number): boolean {
  const first = table.rows.find((cells) => (cells[index] ?? '') !== '');
  return parseAmountWords(first?.[index] ?? '') !== null;
}

function whatItsHeaderSays(table: Table, { header, index, columns }: ColumnPlace): Says | null {
  const meaning = meaningOf(header);
  const has = (words: readonly string[]): boolean => words.some((word) => meaning.words.has(word));
  const account = columns.accountNumber?.index;
  if (account !== undefined && !meaning.isPayers) {
    if (meaning.kind === 'repeats') return 'account';
    const isAccount = meaning.kind === 'names' && meaning.field === 'accountNumber';
    if (isAccount && mostlyAgree(table, account, index)) return 'account';
  }
  if (meaning.kind === 'names' && meaning.field === 'name' && columns.name !== undefined)
    return !has(NAMES_OF_OTHERS) && isOfSamePayee(table, columns.name, { header, index }) ? 'name' : null;
  if (has(BANK_REFERENCES)) return 'bankReference';
  if (columns.ifsc !== undefined && OF_BANK.test(header.trim()) && !meaning.isPayers) return 'bank';
  if (has(CHECKS) && !has(NOT_A_CHECK) && (!meaning.words.has('bank') || has(CHECKED))) return 'check';
  const isStatus = meaning.words.has('status') || /^(?:state|स्थिति)$/i.test(header.trim());
  if (isStatus) return has(STATUSES_OF_OTHERS) ? null : 'status';
  if (meaning.words.has('reason') && has(REASONS_AGAINST)) return 'reason';
  if (DIRECTIONS.test(header.trim()) && isMixed(table, index)) return 'direction';
  if (has(NOTES) && !has(['debit', 'credit'])) return has(REVIEWERS) ? 'status' : 'note';
  if (has(['action', 'employment', 'validation', 'response'])) return 'status';
  if (isOfLeaving(meaning.words)) return 'left';
  if (meaning.words.has('paid') && meaning.words.has('by') && meaning.words.size === 2) return 'paidBy';
  const isPaidHow = meaning.words.has('paid') && has(['through', 'via', 'mode']);
  if (isPaidHow && isFilledForSome(table, index, { amount: columns.amount?.index, isFilled: (cell) => cell !== '' }))
    return 'paidHow';
  const isDone = has(DONE_WORDS) && has(['on', 'date', 'dt']) && !has(['to', 'be']);
  if (isDone && has(PAID_WORDS)) return 'bankReference';
  const isOfRail = has(['upi', 'imps', 'neft', 'rtgs']) && has(['txn', 'reference']);
  const isMade = isOfRail || (has(MADE_WORDS) && has(['id', 'number', 'reference']) && !has(NOT_MADE_WORDS));
  const some = { amount: columns.amount?.index, isFilled: isBankReference };
  const isDated = has(['pay', 'payout', 'txn']) && has(['date', 'dt']) && !has(['due', 'value']);
  if ((isDone || isMade || isDated) && isFilledForSome(table, index, some)) return 'bankReference';
  const asks =
    has(['ok', 'pay', 'payable']) ||
    (has(['process', 'transfer', 'send']) && (has(['n', 'no']) || header.includes('?')));
  if (asks && [...meaning.words].every((word) => ASKS_WHETHER.has(word))) return 'no';
  if (has(NOT_ABOUT_THE_ROW)) return null;
  // A cancelled cheque is what an account is proved by.
  const isProof = meaning.words.has('cancelled') && has(['cheque', 'chq', 'check']);
  const says = has(HOLD_WORDS) ? 'held' : has(HELD_WORDS) || SENT.test(header) ? 'yes' : null;
  if (says !== null) return isDone || isProof ? null : says;
  return has(ALLOWED_WORDS) ? 'no' : null;
}

function isOfLeaving(words: ReadonlySet<string>): boolean {
  const has = (some: readonly string[]): boolean => some.some((word) => words.has(word));
  if (has(['dol', 'lwd']) || [...words].join('') === 'dol' || (words.has('last') && words.has('working'))) return true;
  return has(LEAVING_WORDS) && has(DATE_WORDS);
}

/** Whether two columns name the same payee, one of them perhaps as the bank does: else they name people of two kinds. */
function isOfSamePayee(
  table: Table,
  name: { readonly header: string; readonly index: number },
  other: { readonly header: string; readonly index: number },
): boolean {
  if (AS_THE_BANK.test(name.header) || AS_THE_BANK.test(other.header)) return true;
  let both = 0;
  let same = 0;
  for (const cells of table.rows) {
    const [one, two] = [cells[name.index] ?? '', cells[other.index] ?? ''];
    if (one === '' || two === '' || one.length + two.length > VALUE_MAX_CHARACTERS) continue;
    both += 1;
    if (!namesDiffer(one, two)) same += 1;
    if (both >= NAMES_COMPARED_MAX) break;
  }
  return same * 2 >= both;
}

/** How the name of an account is headed. */
const AS_THE_BANK = /holder|bank|account|a\/c/i;
/** Names that are compared to know what a column is. */
const NAMES_COMPARED_MAX = 200;
