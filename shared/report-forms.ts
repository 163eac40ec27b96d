/** What a batch alone makes: first for books and auditors, then for payees. */
export const REPORT_FORMS = [
  'xlsx',
  'csv',
  'checksums',
  'pdf',
  'advice',
  'advice-parts',
  'advice-files',
  'mail-merge',
] as const;
export type ReportForm = (typeof REPORT_FORMS)[number];

/** Slips to print in one PDF. More are a ZIP of PDFs, `advice-parts`. */
export const ADVICE_PDF_SLIPS_MAX = 2_000;

/** What books payments: each export has only what no earlier one has booked. */
export const JOURNAL_FORMS = ['journal', 'tally', 'tally-xml'] as const;
export type JournalForm = (typeof JOURNAL_FORMS)[number];

export function isJournalForm(form: ReportForm | JournalForm | null): form is JournalForm {
  return JOURNAL_FORMS.some((one) => one === form);
}

export const LANGUAGES = ['en', 'hi'] as const;
export type Language = (typeof LANGUAGES)[number];
