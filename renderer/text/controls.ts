// What the controls say of themselves.

export const DATES = {
  form: 'dd-mm-yyyy',
  wrong: 'Write a day as dd-mm-yyyy.',
  choose: (label: string): string => `Choose a day: ${label}`,
  earlier: 'Month before',
  later: 'Month after',
  week: ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'],
} as const;

export const COPY = { of: (what: string): string => `Copy ${what}`, done: 'Copied' } as const;

export const COMBOBOX = { nothing: 'Nothing has this name.' } as const;
