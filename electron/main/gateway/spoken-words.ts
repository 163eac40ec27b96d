// The words that the specification itself puts into answers. In: a text. Out: whether it is one of them.
// They are nobody's secret, and the money is decided by them. This file must never name a word that is not in the specification.

const FIELD_NAMES = [
  'status txn_status udf1 lognumber tranrefno transactionId RRN UTR message error_code code data input wallet',
  'mid paymentMethod beneficiaryUPI beneficiaryBankACNumber beneficiaryBankIFSC amount remark userid mobile name',
  'orderid order_date order_amount order_name upi gpay phonepe paytm TxnStatus TxnInitDate TxnCompletionDate PayerVA',
  'PayerMobile BankRRN PayerName ud1 ud2 ud3 ud4 ud5',
].flatMap((line) => line.toLowerCase().split(' '));
const STATUS_WORDS = ['accept', 'pending', 'success', 'failed', 'rejected', 'reversed'];
const SENTENCES = ['invalid mid', 'invalid order id'];
const CODES = ['200', '400', '401', '500'];

const SPOKEN: ReadonlySet<string> = new Set([...FIELD_NAMES, ...STATUS_WORDS, ...SENTENCES, ...CODES]);
const LONGEST = Math.max(...[...SPOKEN].map((word) => word.length));

/** Whether a text is, in any case, a word of the specification. Source: gateway specification, fields, states and errors. */
export function isSpoken(text: string): boolean {
  return text.length <= LONGEST * 2 && SPOKEN.has(text.trim().toLowerCase());
}
