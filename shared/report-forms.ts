/** The exports of a batch: first those for books and auditors, then those for payees. */
export const REPORT_FORMS = [
  'xlsx',
  'csv',
  'checksums',
  'pdf',
  'journal',
  'tally',
  'advice',
  'advice-files',
  'mail-merge',
] as const;
export type ReportForm = (typeof REPORT_FORMS)[number];

export const LANGUAGES = ['en', 'hi'] as const;
export type Language = (typeof LANGUAGES)[number];
