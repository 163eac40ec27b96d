// The files that a person opens as payout files, by their endings. In: nothing. Out: the endings.
// This file must never be asked what a file is: its content says that, and the import asks it.

/** Shape: in lower case, with the dot. */
export const SPREADSHEET_ENDINGS: readonly string[] = ['.csv', '.xlsx'];
