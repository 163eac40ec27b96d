import type { CheckView } from '../../../../shared/api/views.ts';
import { formatCount } from '../../../../shared/counts.ts';
import { areSameWords, type Message, msg } from '../../../../shared/messages/message.ts';
import { FIELDS, type Issue, type Severity } from '../../../../shared/rows.ts';
import { say, typedCure } from './say.ts';
import { formatTable, plainText, wrapText } from './text.ts';

/** How many cells a summary names for one kind of issue, before "and 12 more". */
const ISSUE_CELLS_SHOWN = 5;

const SEVERITIES = [
  { severity: 'error', heading: msg('cli.check.errors') },
  { severity: 'warning', heading: msg('cli.check.warnings') },
  { severity: 'notice', heading: msg('cli.check.notices') },
] as const satisfies readonly { readonly severity: Severity; readonly heading: Message }[];

export function formatCheck(view: CheckView, columns: number): string {
  const { file, sheet, rows, payable, totalPaise: total, noPayments = 0 } = view;
  const blocked = rows - payable - noPayments;
  const found = msg('cli.check.rows', {
    rows,
    payable,
    total,
    noPayments: noPayments === 0 ? '' : msg('cli.check.noPayments', { count: noPayments }),
    blocked: blocked === 0 ? '' : msg('cli.check.blocked', { count: blocked }),
  });
  const lines = [
    ...wrapText(plainText(sheet === null ? file : say(msg('paper.fileAndSheet', { file, sheet }))), columns),
    ...wrapText(say(found), columns),
    `SHA-256 ${view.sha256}`,
    '',
    say(msg('cli.check.columns')),
    ...columnLines(view, columns),
    ...SEVERITIES.flatMap(({ severity, heading }) => issueLines(view.issues, { severity, heading, columns })),
  ];
  return lines.join('\n');
}

function columnLines(view: CheckView, columns: number): readonly string[] {
  const rows = FIELDS.flatMap((field) => {
    const match = view.columns[field];
    return match === undefined ? [] : [[`  ${field}`, `"${match.header}"`, say(msg(`cli.check.${match.how}`))]];
  });
  return formatTable(['left', 'cut', 'left'], { rows, width: columns });
}

function issueLines(
  issues: readonly Issue[],
  { severity, heading, columns }: { readonly severity: Severity; readonly heading: Message; readonly columns: number },
): readonly string[] {
  const byCode = Map.groupBy(
    issues.filter((issue) => issue.severity === severity),
    ({ code }) => code,
  );
  if (byCode.size === 0) return [];
  const groups = [...byCode.entries()].toSorted(([, left], [, right]) => right.length - left.length);
  return ['', say(heading), ...groups.flatMap(([code, group]) => groupLines(code, { group, columns }))];
}

/** Shows the message of the first issue, with its cell if the others have different messages. The JSON has all issues. */
function groupLines(
  code: string,
  { group, columns }: { readonly group: readonly Issue[]; readonly columns: number },
): readonly string[] {
  const [first] = group;
  if (first === undefined) return [];
  const cells = group.slice(0, ISSUE_CELLS_SHOWN).map(({ cell, row }) => cell ?? say(msg('part.row', { row })));
  const saysTheSame = group.every(({ message }) => areSameWords(message, first.message));
  const more = group.length - cells.length;
  const where = more > 0 ? say(msg('names.more', { names: cells, more: formatCount(more) })) : cells.join(', ');
  return [
    ...indent(`${code}: ${where}`, { by: 2, columns }),
    ...indent(saysTheSame ? say(first.message) : `${cells[0] ?? ''}: ${say(first.message)}`, { by: 4, columns }),
    ...indent(typedCure(first.cure), { by: 4, columns }),
  ];
}

function indent(text: string, { by, columns }: { readonly by: number; readonly columns: number }): readonly string[] {
  return wrapText(plainText(text), columns - by).map((line) => `${' '.repeat(by)}${line}`);
}
