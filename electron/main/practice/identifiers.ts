// The names the gateway gives to payouts and orders. In: a row's number in the practice database and that database's
// own series. Out: ids that differ between any two payouts and any two databases. This file must never use a double for
// a long number: ids are text here, whatever they look like on the wire.

/** Shape: `utr` is 20 digits, more than a double or a 64-bit integer holds, because real ones can be. */
interface PayoutIdentifiers {
  readonly transactionId: string;
  readonly logNumber: string;
  readonly tranRefNo: string;
  readonly rrn: string;
  readonly utr: string;
}

/** A row's number within a series. Shape: `series` is six digits, made once per database. */
interface SeriesNumber {
  readonly series: string;
  readonly serial: number;
}

const SERIAL_DIGITS = 12;

/** All names of one payout. */
export function payoutIdentifiers({ series, serial }: SeriesNumber): PayoutIdentifiers {
  const digits = String(serial);
  return {
    transactionId: `PG${series}${digits.padStart(SERIAL_DIGITS, '0')}`,
    logNumber: digits.padStart(10, '0'),
    tranRefNo: `TR${series}${digits.padStart(10, '0')}`,
    rrn: `${series.slice(0, 2)}${digits.padStart(10, '0')}`,
    utr: `9${series}${digits.padStart(13, '0')}`,
  };
}

/** The payout a transaction id names. Errors: null when this series never made such an id. */
export function payoutSerial(name: { readonly series: string; readonly transactionId: string }): number | null {
  return serialAfter(`PG${name.series}`, name.transactionId);
}

/** An order's id, and the bank's reference once it is paid. */
export function orderIdentifiers({ series, serial }: SeriesNumber): {
  readonly orderId: string;
  readonly bankRrn: string;
} {
  const digits = String(serial);
  return {
    orderId: `OD${series}${digits.padStart(SERIAL_DIGITS, '0')}`,
    bankRrn: `${series.slice(2, 4)}${digits.padStart(10, '0')}`,
  };
}

/** The order an id names. Errors: null when this series never made such an id. */
export function orderSerial(name: { readonly series: string; readonly orderId: string }): number | null {
  return serialAfter(`OD${name.series}`, name.orderId);
}

function serialAfter(start: string, name: string): number | null {
  const digits = name.startsWith(start) ? name.slice(start.length) : '';
  return digits.length === SERIAL_DIGITS && /^\d+$/.test(digits) ? Number(digits) : null;
}
