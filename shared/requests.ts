// Words of approval that a page and the desk share.

export const PERSON_ROLES = ['maker', 'approver', 'both', 'viewer'] as const;
export type PersonRole = (typeof PERSON_ROLES)[number];

export const TIER_SCOPES = ['payment', 'batch'] as const;

export const DECISIONS = ['approve', 'reject'] as const;
export type ApprovalDecision = (typeof DECISIONS)[number];

/** How a request stands. `used`: it let its payment or change through. */
export const REQUEST_STATES = ['waiting', 'approved', 'rejected', 'void', 'used'] as const;
export type RequestState = (typeof REQUEST_STATES)[number];
