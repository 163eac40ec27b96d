// What the details of a payee look like.

/** NPCI's format: a name, one @, the bank's handle. */
export const UPI_SHAPE = /^[\w.-]{2,256}@[A-Za-z][A-Za-z0-9]{1,63}$/;
/** RBI's format: the bank, a zero, the branch. */
export const IFSC_SHAPE = /^[A-Z]{4}0[A-Z0-9]{6}$/i;
/** Some banks' accounts have letters. All zeros are no account. */
export const ACCOUNT_SHAPE = /^(?!0+$)[A-Z0-9]{5,20}$/i;

const UPI_LIKE = /^[^@\s]+@[A-Za-z][A-Za-z0-9]+$/;
const ACCOUNT_LIKE = /^\d{9,18}$/;

/** Whether a cell was meant to be a UPI ID. */
export function isUpiLike(text: string): boolean {
  return UPI_LIKE.test(text);
}

/** Whether a cell may be an account number: those of Indian banks have 9 to 18 digits. */
export function isAccountLike(text: string): boolean {
  return ACCOUNT_LIKE.test(text);
}

/** Whether a cell looks like a payee's UPI ID, account or IFSC. */
export function isPayeeLike(text: string): boolean {
  return isUpiLike(text) || isAccountLike(text) || IFSC_SHAPE.test(text);
}
