/** The exports of a batch: first those for books and auditors, then those for payees. */
export const REPORT_FORMS = [
  'xlsx',
  'csv',
  'checksums',
  'pdf',
  'journal',
  'tally',
  'advice',
  'advice-parts',
  'advice-files',
  'mail-merge',
] as const;
export type ReportForm = (typeof REPORT_FORMS)[number];

/** Slips to print in one PDF. More are a ZIP of PDFs, `advice-parts`. */
export const ADVICE_PDF_SLIPS_MAX = 2_000;

export const LANGUAGES = ['en', 'hi'] as const;
export type Language = (typeof LANGUAGES)[number];
