// Which address gets a payment advice. A slip shows what a person earns, so it goes only to what looks like that person's own
// mailbox. A person is asked for the column unless it is obvious, and a shared mailbox is refused.

import { refusedAs } from '../../../shared/failures.ts';
import { domainOf, isOneAddress } from '../../../shared/mail.ts';
import { msg } from '../../../shared/messages/message.ts';
import type { Refusal } from '../../../shared/rows.ts';
import { personKey } from '../domain/person-key.ts';
import type { BatchReport, ReportPayout } from '../domain/report.ts';
import { payoutName } from './report-payouts.ts';

const EMAIL_HEADER = /e-?\s?mail|\bmail\b|ई-?\s?मेल/iu;

/** With these words, a column of addresses still belongs to the payee. Any other word, such as "manager", makes us ask. */
const PAYEE_WORDS: ReadonlySet<string> = new Set(
  `e mail email mails emails id ids address addresses addr no of the to employee employees emp staff worker payee
   beneficiary bene benef vendor supplier recipient customer member personal official primary registered
   ई मेल ईमेल आईडी पता कर्मचारी का की`.split(/\s+/),
);

/** Headers of the columns that a person must choose from. Empty when the column is obvious or there is none. */
export function emailColumnsToAsk(headers: readonly string[]): readonly string[] {
  const columns = emailColumns(headers);
  return columns.length === 1 && columns.every(namesPayee) ? [] : columns;
}

function emailColumns(headers: readonly string[]): readonly string[] {
  return headers.filter((header) => EMAIL_HEADER.test(header.replaceAll('_', ' ')));
}

function namesPayee(header: string): boolean {
  return (header.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []).every((word) => PAYEE_WORDS.has(word));
}

/** `withheld`: paid payouts whose mailbox is not theirs alone. They get no address. */
export interface AdviceAddresses {
  readonly of: (payout: ReportPayout) => string | null;
  readonly withheld: readonly { readonly payout: string; readonly address: string }[];
}

/**
 * The addresses of a batch's payees. `column` is a person's choice: a header, empty for no addresses, or null for the obvious
 * column. Refuses when the column is not obvious or is not in the sheet.
 */
export function readAddresses(report: BatchReport, column: string | null): AdviceAddresses | Refusal {
  const at = columnIndex(report.head.headers, column);
  if (typeof at !== 'number') return at ?? NO_ADDRESSES;
  const addressIn = (source: readonly string[]): string | null => oneAddress(source[at] ?? '');
  const payees = new Map<string, string | null>();
  const domains = new Map<string, string | null>();
  for (const payout of report.payouts()) {
    const address = addressIn(payout.source);
    if (address === null) continue;
    const payee = personKey(payout.beneficiary);
    note(payees, mailboxOf(address), payee);
    note(domains, domainOf(address), payee);
  }
  // An excluded row counts as another person's, unless a cell has the same account or UPI ID.
  for (const { source } of report.excluded()) {
    const address = addressIn(source);
    const payee = address === null ? undefined : payees.get(mailboxOf(address));
    if (address === null || payee === undefined || payee === null) continue;
    if (!source.some((cell) => payee.endsWith(`:${cell.trim().replace(/^0+/, '').toLowerCase()}`)))
      payees.set(mailboxOf(address), null);
  }
  const isOwn = (address: string): boolean =>
    payees.get(mailboxOf(address)) !== null && !isGroup(address, domains.get(domainOf(address)) === null);
  const of = (payout: ReportPayout): string | null => {
    const address = addressIn(payout.source);
    return address !== null && isOwn(address) ? address : null;
  };
  const withheld: { payout: string; address: string }[] = [];
  for (const payout of report.payouts()) {
    const address = payout.state === 'success' ? addressIn(payout.source) : null;
    if (address !== null && !isOwn(address)) withheld.push({ payout: payoutName(payout), address });
  }
  return { of, withheld };
}

const NO_ADDRESSES: AdviceAddresses = { of: () => null, withheld: [] };

/** Returns null for no column. */
function columnIndex(headers: readonly string[], column: string | null): number | Refusal | null {
  if (column === '') return null;
  const asked = emailColumnsToAsk(headers);
  if (column === null) {
    if (asked.length > 0) return notPlain(asked);
    const [plain] = emailColumns(headers);
    return plain === undefined ? null : headers.indexOf(plain);
  }
  const folded = column.trim().toLowerCase();
  const exact = headers.findIndex((header) => header.trim() === column.trim());
  const at = exact === -1 ? headers.findIndex((header) => header.trim().toLowerCase() === folded) : exact;
  return at === -1 ? noSuchColumn(emailColumns(headers)) : at;
}

function notPlain(columns: readonly string[]): Refusal {
  const [only = ''] = columns;
  const message =
    columns.length === 1
      ? msg('advice.othersAddresses', { column: only })
      : msg('advice.severalColumns', { count: columns.length, columns: columns.map(quoted) });
  return refusedAs('emailColumn', message, msg('cure.emailColumn')).refusal;
}

function noSuchColumn(columns: readonly string[]): Refusal {
  const message =
    columns.length === 0
      ? msg('advice.noSuchColumn.none')
      : msg('advice.noSuchColumn', { columns: columns.map(quoted) });
  return refusedAs('emailColumn', message, msg('cure.emailColumn')).refusal;
}

function quoted(header: string): string {
  return `"${header}"`;
}

/** Sets the owner to null once two payees share the key. */
function note(owners: Map<string, string | null>, key: string, payee: string): void {
  const known = owners.get(key);
  owners.set(key, known === undefined || known === payee ? payee : null);
}

/** The cell's text if it is a single address, else null. */
function oneAddress(cell: string): string | null {
  const text = cell.trim();
  return isOneAddress(text) ? text : null;
}

/** One key per mailbox: whatever follows a plus sign only sorts its mail. */
function mailboxOf(address: string): string {
  return address.toLowerCase().replace(/\+[^@]*@/, '@');
}

const MANY_READ = new Set(
  `all everyone everybody team teams staff employee employees workers people group hr payroll salary salaries wages
   noreply donotreply`.split(/\s+/),
);
/** A firm may be paid at such an address. Next to other payees of its domain, it is an office that reads their mail. */
const OFFICE = new Set(
  `account accounts accounting acct finance fin info office admin administration sales billing contact support help
   helpdesk hello mail purchase procurement enquiry enquiries dept department desk operations ops management`.split(
    /\s+/,
  ),
);

function isGroup(address: string, isSharedDomain: boolean): boolean {
  const words = mailboxOf(address)
    .split('@', 1)
    .flatMap((local) => local.match(/\p{L}+/gu) ?? []);
  if (words.length === 0 || !words.every((word) => MANY_READ.has(word) || OFFICE.has(word))) {
    return ['noreply', 'donotreply'].includes(words.join(''));
  }
  return isSharedDomain || words.some((word) => MANY_READ.has(word));
}
