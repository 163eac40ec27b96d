// The person's own mail server, and what is known of a payment advice that it was given.

/** How the connection is secured. `none`: only to this computer itself. */
export const MAIL_SECURITY = ['tls', 'starttls', 'none'] as const;
export type MailSecurity = (typeof MAIL_SECURITY)[number];

/** `user` and `replyTo` are empty for none; `from` is also where test and practice mails go. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  readonly security: MailSecurity;
  readonly user: string;
  readonly from: string;
  readonly replyTo: string;
  readonly perMinute: number;
}

/** Most providers take 20 to 30 mails a minute. */
export const MAILS_PER_MINUTE = { usual: 20, max: 600 } as const;

export const MAIL_PORTS: Readonly<Record<MailSecurity, number>> = { tls: 465, starttls: 587, none: 25 };

/**
 * What became of a payee's newest advice. `sent`: the server took it. `refused`: it never will. `later`: not now. `unsure`: the
 * mail had left and no answer came, so it may have been sent.
 */
export const ADVICE_STATES = ['sent', 'refused', 'later', 'unsure'] as const;
export type AdviceState = (typeof ADVICE_STATES)[number];

/** Why a payee gets no advice now. `sent`, `refused` and `unsure`: of an earlier sending. */
/** What may have become of an earlier mail, so that another one needs a person's word. */
export const ADVICE_UNDELIVERED = ['refused', 'unsure'] as const;
export type AdviceUndelivered = (typeof ADVICE_UNDELIVERED)[number];

export const ADVICE_HOLDS = ['notPaid', 'alarm', 'noAddress', 'shared', 'sent', 'refused', 'unsure'] as const;
export type AdviceHold = (typeof ADVICE_HOLDS)[number];

/** Why sending stopped before everyone was asked for. */
export const ADVICE_STOPS = [
  'person',
  'closing',
  'unreachable',
  'certificate',
  'noStartTls',
  'tls',
  'proxy',
  'signIn',
  'server',
  'unsure',
  'sameRefusals',
  'disk',
] as const;
export type AdviceStop = (typeof ADVICE_STOPS)[number];

export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase();
}

/** One address, without a name before it. */
export function isOneAddress(text: string): boolean {
  return /^[^\s@,;<>"]{1,64}@[^\s@,;<>"]{1,190}\.[^\s@,;<>".]{1,63}$/.test(text);
}
