// What a check found, for people.

import type { CheckView } from '../../../../shared/api/views.ts';
import { countOf, formatCount } from '../../../../shared/counts.ts';
import { areSameWords } from '../../../../shared/messages/message.ts';
import { formatRupees } from '../../../../shared/money.ts';
import { type ColumnHow, FIELDS, type Issue, type Severity } from '../../../../shared/rows.ts';
import { formatTable, plainText, say, typedCure, wrapText } from './text.ts';

/** How many cells of one kind of issue a summary names before "and 12 more". */
const ISSUE_CELLS_SHOWN = 5;

const HOW: Readonly<Record<ColumnHow, string>> = {
  exact: 'by its header',
  remembered: 'as remembered',
  guessed: 'guessed from its content',
  given: 'as given',
};

const SEVERITIES = [
  { severity: 'error', heading: 'Errors: these rows cannot be paid' },
  { severity: 'warning', heading: 'Warnings: these need your word' },
  { severity: 'notice', heading: 'Notices: nothing to do' },
] as const satisfies readonly { readonly severity: Severity; readonly heading: string }[];

/** Everything a check found. */
export function formatCheck(view: CheckView, columns: number): string {
  const sheet = view.sheet === null ? '' : `, sheet ${view.sheet}`;
  const { noPayments = 0 } = view;
  const blocked = view.rows - view.payable - noPayments;
  const lines = [
    ...wrapText(plainText(`${view.file}${sheet}`), columns),
    ...wrapText(
      `${countOf(view.rows, 'row')}, ${formatCount(view.payable)} payable, ${formatRupees(view.totalPaise)}` +
        (noPayments === 0 ? '' : `; ${countOf(noPayments, 'row')} left out as no payment`) +
        (blocked === 0 ? '' : `; ${countOf(blocked, 'row')} cannot be paid`),
      columns,
    ),
    `SHA-256 ${view.sha256}`,
    '',
    'Columns',
    ...columnLines(view, columns),
    ...SEVERITIES.flatMap(({ severity, heading }) => issueLines(view.issues, { severity, heading, columns })),
  ];
  return lines.join('\n');
}

function columnLines(view: CheckView, columns: number): readonly string[] {
  const rows = FIELDS.flatMap((field) => {
    const match = view.columns[field];
    return match === undefined ? [] : [[`  ${field}`, `"${match.header}"`, HOW[match.how]]];
  });
  return formatTable(['left', 'cut', 'left'], { rows, width: columns });
}

function issueLines(
  issues: readonly Issue[],
  { severity, heading, columns }: { readonly severity: Severity; readonly heading: string; readonly columns: number },
): readonly string[] {
  const byCode = Map.groupBy(
    issues.filter((issue) => issue.severity === severity),
    ({ code }) => code,
  );
  if (byCode.size === 0) return [];
  const groups = [...byCode.entries()].toSorted(([, left], [, right]) => right.length - left.length);
  return ['', heading, ...groups.flatMap(([code, group]) => groupLines(code, { group, columns }))];
}

/** Shape: the first issue speaks for its kind, by name where the others say something else; all of them are in the JSON. */
function groupLines(
  code: string,
  { group, columns }: { readonly group: readonly Issue[]; readonly columns: number },
): readonly string[] {
  const [first] = group;
  if (first === undefined) return [];
  const cells = group.slice(0, ISSUE_CELLS_SHOWN).map(({ cell, row }) => cell ?? `row ${row}`);
  const saysTheSame = group.every(({ message }) => areSameWords(message, first.message));
  const more = group.length - cells.length;
  const where = `${cells.join(', ')}${more > 0 ? ` and ${formatCount(more)} more` : ''}`;
  return [
    ...indent(`${code}: ${where}`, { by: 2, columns }),
    ...indent(saysTheSame ? say(first.message) : `${cells[0] ?? ''}: ${say(first.message)}`, { by: 4, columns }),
    ...indent(typedCure(first.cure), { by: 4, columns }),
  ];
}

function indent(text: string, { by, columns }: { readonly by: number; readonly columns: number }): readonly string[] {
  return wrapText(plainText(text), columns - by).map((line) => `${' '.repeat(by)}${line}`);
}
