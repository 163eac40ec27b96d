// Words of approval that a page and the desk share.

export const PERSON_ROLES = ['maker', 'approver', 'both', 'viewer'] as const;
export type PersonRole = (typeof PERSON_ROLES)[number];

export const TIER_SCOPES = ['payment', 'batch'] as const;

/** More than any tier asks for. */
export const APPROVALS_AT_MOST = 5;

export const DECISIONS = ['approve', 'reject'] as const;
export type ApprovalDecision = (typeof DECISIONS)[number];

/** How a request stands. `used`: it let its payment or change through. */
export const REQUEST_STATES = ['waiting', 'approved', 'rejected', 'void', 'used'] as const;
export type RequestState = (typeof REQUEST_STATES)[number];

/** Characters of a digest that two persons compare: more than anybody can make fit by trying. */
const CODE_CHARACTERS = 20;

/** What two persons read to each other, to see that both have the same request before them. */
export function comparisonCode(digest: string): string {
  return (digest.slice(0, CODE_CHARACTERS).toUpperCase().match(/.{4}/g) ?? []).join(' ');
}

/** What the QR code of a request holds: capitals alone, which make it small. */
export function requestCodeText(digest: string): string {
  return `PAYOUT DESK REQUEST ${digest.toUpperCase()}`;
}

/** Whether a typed code, a pasted digest or a scanned QR code is of the request with this digest. */
export function isCodeOf(typed: string, digest: string): boolean {
  const plain = typed
    .replace(/payout desk request/i, '')
    .replace(/[\s-]/g, '')
    .toLowerCase();
  return plain.length >= CODE_CHARACTERS && digest.startsWith(plain);
}

/** How many requests are signed with one passphrase. */
export const REQUESTS_AT_ONCE_MAX = 50;
