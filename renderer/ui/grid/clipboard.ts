// Reads and writes blocks of cells in the clipboard formats of spreadsheets.

export type Block = readonly (readonly string[])[];

/** Tabs and line breaks; quotes a cell that contains either or begins with a quote. */
export function formatTsv(block: Block): string {
  const cell = (text: string): string => (/^"|[\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return block.map((line) => line.map(cell).join('\t')).join('\r\n');
}

/**
 * The format that Excel and LibreOffice prefer. Every cell is marked as text, so that an account number keeps its zeros and a
 * name that begins with "=" is no formula, except numbers in a column of numbers.
 */
export function formatHtml(block: Block, isNumber: readonly boolean[]): string {
  const cell = (text: string, column: number): string => {
    const mark = isNumber[column] === true && /^-?\d+(\.\d+)?$/.test(text) ? '' : ` style='mso-number-format:"\\@"'`;
    return `<td${mark}>${escaped(text)}</td>`;
  };
  const lines = block.map((line) => `<tr>${line.map(cell).join('')}</tr>`);
  return `<meta charset="utf-8"><table>${lines.join('')}</table>`;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/\r\n?|\n/g, '<br style="mso-data-placement:same-cell">');
}

/** Reads what `formatTsv` or a spreadsheet wrote. A line break after the last row adds no row. */
export function parseTsv(text: string): Block {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (text.charAt(at + 1) === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (character === '"' && cell === '') isQuoted = true;
    else if (character === '\t') {
      row.push(cell);
      cell = '';
    } else if (character === '\n') {
      rows.push([...row, cell]);
      row = [];
      cell = '';
    } else if (character !== '\r' || text.charAt(at + 1) !== '\n') cell += character;
  }
  if (cell !== '' || row.length > 0) rows.push([...row, cell]);
  return rows;
}

interface Size {
  readonly rows: number;
  readonly columns: number;
}

/** Repeats the block over a range that is a whole multiple of it. Returns null when it is not, or is the same size. */
export function tiled(block: Block, { rows, columns }: Size): Block | null {
  const wide = block[0]?.length ?? 0;
  const isEven = wide > 0 && block.every((line) => line.length === wide);
  if (!isEven || rows % block.length !== 0 || columns % wide !== 0) return null;
  if (rows === block.length && columns === wide) return null;
  const lines = block.map((line) => Array.from({ length: columns }, (_, column) => line[column % wide] ?? ''));
  return Array.from({ length: rows }, (_, row) => lines[row % lines.length] ?? []);
}
