// A payout request as the gateway reads it off the wire, written from the specification and not from our encoder.

export interface WirePayout {
  readonly reference: string;
  readonly mid: number;
  /** Who is paid, as it is sent. */
  readonly person: string;
  /** The owner of the account, however a sheet spells it: a bank gives a number only once, whatever the branch and the zeros. */
  readonly payee: string;
  readonly amountText: string;
  readonly amountPaise: number;
  readonly remark: string;
}

/** Reads a payout request. Throws for a body that no gateway would understand. */
export function readWirePayout(body: string): WirePayout {
  const fields: unknown = JSON.parse(body);
  const amountText = /"amount":(-?[\d.eE+-]+)[,}]/.exec(body)?.[1] ?? '';
  const text = (name: string): string => {
    const value: unknown = typeof fields === 'object' && fields !== null ? Reflect.get(fields, name) : undefined;
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
  const isUpi = text('paymentMethod') === 'UPI';
  const upiId = text('beneficiaryUPI').toLowerCase();
  const ifsc = text('beneficiaryBankIFSC');
  const account = text('beneficiaryBankACNumber');
  return {
    reference: text('udf1'),
    mid: Number(text('mid')),
    person: isUpi ? `upi:${upiId}` : `imps:${ifsc}:${account}`,
    payee: isUpi ? upiId : `${ifsc.slice(0, 4)} ${account.replace(/^0+/, '')}`,
    amountText,
    amountPaise: paiseOf(amountText),
    remark: text('remark'),
  };
}

/** Converts rupees to paise digit by digit. Throws when the text is not a plain decimal with at most two places. */
function paiseOf(rupees: string): number {
  const digits = /^(\d+)(?:\.(\d{1,2}))?$/.exec(rupees);
  if (digits === null) throw new Error(`the amount left as ${rupees}`);
  return Number(digits[1]) * 100 + Number((digits[2] ?? '').padEnd(2, '0'));
}
