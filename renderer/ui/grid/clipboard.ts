// A block of cells as spreadsheets put it on the clipboard and take it from there.

export type Block = readonly (readonly string[])[];

/** Tabs and line ends; quotes around a cell that holds either, or begins with one. */
export function formatTsv(block: Block): string {
  const cell = (text: string): string => (/^"|[\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return block.map((line) => line.map(cell).join('\t')).join('\r\n');
}

/**
 * What Excel and LibreOffice take first. Every column is marked as text, so that an account number keeps its zeros and a name
 * that begins with "=" is no formula, except where a column of numbers holds one.
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

/** Reads what `formatTsv` or a spreadsheet wrote: a line end after the last row is no row. */
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

/** The block repeated over a range that holds it a whole number of times; null where it does not, or just once. */
export function tiled(block: Block, { rows, columns }: Size): Block | null {
  const wide = block[0]?.length ?? 0;
  const isEven = wide > 0 && block.every((line) => line.length === wide);
  if (!isEven || rows % block.length !== 0 || columns % wide !== 0) return null;
  if (rows === block.length && columns === wide) return null;
  const lines = block.map((line) => Array.from({ length: columns }, (_, column) => line[column % wide] ?? ''));
  return Array.from({ length: rows }, (_, row) => lines[row % lines.length] ?? []);
}
