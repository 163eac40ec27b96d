import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { check, checkBytes, checked, codes, csvRow, folder, HEADER, payments, refused } from './files.ts';

const GOOD = `${HEADER}\n${csvRow()}\n`;

describe('the structure of a CSV file', () => {
  it.each([
    ['comma', ','],
    ['semicolon', ';'],
    ['tab', '\t'],
    ['bar', '|'],
  ])('finds the delimiter by itself: %s', async (_, delimiter) => {
    const file = await checked(GOOD.replaceAll(',', delimiter));
    expect(payments(file)).toMatchObject([{ amountPaise: 50_000, remark: 'Salary', name: 'Ravi' }]);
  });

  it('reads commas inside amounts when the delimiter is a semicolon', async () => {
    const file = await checked('upi;amount;remark\nravi@okaxis;1,00,000.50;Pay\nasha@okaxis;2,500;Pay\n');
    expect(payments(file).map(({ amountPaise }) => amountPaise)).toEqual([10_000_050, 250_000]);
  });

  it('finds the delimiter although quoted cells are full of others', async () => {
    const file = await checked('upi;amount;remark\nravi@okaxis;500;"a,b,c,d"\nasha@okaxis;600;"e,f,g,h"\n');
    expect(payments(file).map(({ remark }) => remark)).toEqual(['a,b,c,d', 'e,f,g,h']);
  });

  it('obeys a first line sep=; and counts rows as a spreadsheet shows them', async () => {
    const file = await checked(`sep=;\n${GOOD.replaceAll(',', ';')}`);
    expect(file.rows).toMatchObject([{ kind: 'payable', rowNumber: 2 }]);
  });

  it('keeps an unseen mark wherever it stands in a large file, and blocks its row', async () => {
    const mark = '\ufeff';
    const lines = Array.from({ length: 30_000 }, (_, at) => `${mark}p${at}@okaxis,5,Pay`);
    const file = await checked(['upi,amount,remark', ...lines].join('\n'));
    expect(file.payableCount).toBe(0);
  });

  it.each([
    ['LF', '\n'],
    ['CR LF', '\r\n'],
    ['CR only', '\r'],
  ])('reads lines that end in %s', async (_, lineEnd) => {
    const file = await checked(`${GOOD}${csvRow({ upi: 'asha@okaxis', name: '"Asha"' })}\n`.replaceAll('\n', lineEnd));
    expect(payments(file)).toMatchObject([{ name: 'Ravi' }, { name: '"Asha"' }]);
  });

  it.each([
    ['upi,amount,remark,Dept\nasha@okaxis,500,Pay,Sal', null],
    ['upi,remark,amount,name\nasha@okaxis,Pay,500,', null],
    ['upi,amount,remark\nasha@okaxis,500,Sal', 'C2'],
    ['upi,remark,amount\nasha@okaxis,Pay,50', 'C2'],
  ])('reads a last line without an end, and warns of it: %j', async (text, cell) => {
    const file = await checked(text);
    expect(file.payableCount).toBe(1);
    expect(file.issues).toMatchObject([{ code: 'lastLineOpen', row: 2, cell, severity: 'warning' }]);
  });

  it.each([
    ['that has an end', 'upi,remark,amount\nasha@okaxis,Pay,500\n'],
    ['with a blank line below it', 'upi,remark,amount\nasha@okaxis,Pay,500\n  '],
    ['whose last cell is closed by a quote', 'upi,remark,amount\nasha@okaxis,Pay,"500"'],
    ['that ends in a remark of a row above', 'upi,amount,remark\nravi@okaxis,700,Pay\nasha@okaxis,500,Pay'],
    ['that ends in an IFSC', 'account,amount,remark,ifsc\n00123456789,500,Pay,HDFC0000001'],
    ['that ends in an empty column', 'upi,amount,remark,UTR\nravi@okaxis,700,Pay,\nasha@okaxis,500,Pay,'],
    ['that ends in the word of all', 'upi,amount,remark\na.b@okaxis,7,A Nov\nb.c@okaxis,5,B Nov\nc.d@okaxis,9,C Nov'],
    ['that ends in paise as all do', 'upi,remark,amount\na.b@okaxis,A,7.00\nb.c@okaxis,A,5.50\nc.d@okaxis,A,9.00'],
    ['that is a total', 'upi,remark,amount\nasha@okaxis,Pay,500\nTotal,,500'],
  ])('says nothing of a last line %s', async (_, text) => {
    expect((await checked(text)).issues.filter(({ code }) => code.startsWith('last'))).toEqual([]);
  });

  it.each([
    'upi,remark,amount\nravi@okaxis,A,500\nasha@okaxis,B,50',
    'upi,amount,remark\nravi@okaxis,5,Sal\nasha@okaxis,5,Sa',
  ])('warns of a last line that may be cut though there are rows above: %j', async (text) => {
    expect(codes((await checked(text)).issues)).toEqual(['lastLineOpen@3']);
  });

  it.each(['#', '~', '^', '|'])('knows %s between the fields of a header', async (delimiter) => {
    const file = await checked(`${GOOD}${csvRow({ upi: 'asha@okaxis', amount: '700' })}\n`.replaceAll(',', delimiter));
    expect(payments(file)).toMatchObject([{ amountPaise: 50_000 }, { amountPaise: 70_000 }]);
  });

  it('takes a line of zero-width characters for a blank one', async () => {
    expect((await checked(`${GOOD}\u200b,\ufeff,,,,,,\n`)).rows).toHaveLength(1);
  });

  it('keeps the numbers of rows across blank lines, blank cells and lines before the header', async () => {
    const file = await checked(`\n${HEADER}\n\n${csvRow()}\n,,,,,,,\n  \n${csvRow({ upi: 'asha@okaxis' })}\n\n`);
    expect(file.rows.map(({ rowNumber }) => rowNumber)).toEqual([4, 7]);
  });

  it('keeps the numbers of rows when a cell of an unused column holds a line break', async () => {
    const file = await checked(
      `upi,amount,remark,address\nravi@okaxis,500,Pay,"12, MG Road\nPune"\nasha@okaxis,0,Pay,x\n`,
    );
    expect(file.rows.map(({ rowNumber }) => rowNumber)).toEqual([2, 3]);
    expect(file.issues).toMatchObject([{ row: 3, cell: 'B3', code: 'amountZero' }]);
  });

  it('keeps every cell of the source as it was written', async () => {
    const file = await checked('upi,amount,remark,extra\n ravi@okaxis ,"1,000",Pay, kept \n');
    expect(file.rows[0]?.source).toEqual([' ravi@okaxis ', '1,000', 'Pay', ' kept ']);
    expect(file.headers).toEqual(['upi', 'amount', 'remark', 'extra']);
  });

  it('drops empty columns, with or without a delimiter at the end of each line', async () => {
    const file = await checked('upi,,amount,remark,\nravi@okaxis,,500,Pay,\n');
    expect(file.headers).toEqual(['upi', '', 'amount', 'remark']);
    expect(file.rows[0]?.source).toEqual(['ravi@okaxis', '', '500', 'Pay']);
  });

  it.each<readonly [string, string, string, RegExp]>([
    ['an empty file', '', 'emptyFile', /empty/],
    ['blank lines only', '\n \n\n', 'emptyFile', /empty/],
    ['a header only', `${HEADER}\n`, 'noRows', /no rows/],
    ['an extra field', `${GOOD}${csvRow()},more\n`, 'raggedRow', /Line 3 has 9 cells where the header has 8/],
    ['a missing field', `${GOOD}ravi@okaxis,500\n`, 'raggedRow', /Line 3/],
    ['a comment line', `${GOOD}# made by payroll\n`, 'raggedRow', /Line 3/],
    ['an unclosed quote', `${GOOD}UPI,"asha@okaxis,,,500,Pay,,\n${csvRow()}\n`, 'unclosedQuote', /line 3/],
    [
      'a stray quote in a cell',
      `${GOOD}${csvRow({ upi: 'a@okaxis' }).replace('Ravi', 'Ravi "Bunty" K')}\n`,
      'strayQuote',
      /Line 3/,
    ],
    ['text behind a closing quote', `${GOOD}UPI,"asha@okaxis"x,,,500,Pay,,\n`, 'strayQuote', /Line 3/],
    ['mixed line ends', `${HEADER}\r\n${csvRow()}\n${csvRow({ upi: 'a@okaxis' })}\r\n`, 'mixedLineEnds', /Line 2/],
    ['a duplicate header after trimming', 'upi,amount, UPI ,remark\na@b,1,c@d,x\n', 'duplicateHeader', /A1 and C1/],
    ['a __proto__ header', 'upi,amount,remark,__proto__\nravi@okaxis,1,x,y\n', 'forbiddenHeader', /D1/],
    ['a missing header', 'upi,amount,,remark\nravi@okaxis,1,x,y\n', 'emptyHeader', /Column C/],
    ['a missing header at the end', 'upi,amount,remark,\nravi@okaxis,1,y,z\n', 'emptyHeader', /Column D/],
    ['one column', 'hello\nworld\n', 'columnsUnknown', /hello/],
    ['no known column', 'a,b\n1,2\n', 'columnsUnknown', /"a", "b"/],
    ['a line that never ends', `${HEADER}${',x'.repeat(20_000_000)}`, 'lineTooLong', /longer than any row/],
    ['an endless line of few cells', `${GOOD}${`${'x'.repeat(32_000)},`.repeat(600)}\n`, 'lineTooLong', /line 3/],
    ['a long line of too many cells', `${GOOD}${'x,'.repeat(1_000_000)}\n`, 'tooManyColumns', /500/],
    ['the same with a quote', `${GOOD}"y"${',x'.repeat(1_000_000)}\n`, 'tooManyColumns', /500/],
    ['a huge quoted cell', `${GOOD}"${'x'.repeat(10_000_000)}"\n`, 'cellTooLong', /line 3/],
    ['a huge cell', `${GOOD}${csvRow({ name: 'x'.repeat(10_000_000) })}\n`, 'cellTooLong', /line 3/],
    ['too many columns', `${Array.from({ length: 501 }, (_, at) => `c${at}`).join(',')}\n`, 'tooManyColumns', /500/],
  ])('refuses %s and names it', async (_, text, code, message) => {
    const refusal = await refused(text);
    expect(refusal.code).toBe(code);
    expect(refusal.message).toMatch(message);
    expect(refusal.cure).not.toBe('');
  });

  it('names the line of the text, not the row, when cells above hold line breaks', async () => {
    const refusal = await refused(`upi,amount,remark\nravi@okaxis,500,"a\nb\nc"\nasha@okaxis,500\n`);
    expect(refusal.message).toMatch(/^Line 5 /);
  });

  it.each([
    ['unclosedQuote', 'ravi@okaxis;500;"Pay\n'],
    ['strayQuote', 'ravi@okaxis;500;Pay "x"\n'],
    ['raggedRow', 'ravi@okaxis;500\n'],
  ])('counts a first line sep=; among the lines that it names: %s', async (code, row) => {
    const refusal = await refused(`sep=;\nupi;amount;remark\n${row}`);
    expect(refusal.code).toBe(code);
    expect(refusal.message).toMatch(/line 3\b/i);
  });

  it('leaves out a total at the end and a header in the middle, with one notice each', async () => {
    const total = ',,,,1000,,,Total';
    const file = await checked(
      `${HEADER}\n${csvRow()}\n${HEADER}\n${csvRow({ upi: 'b1@okaxis', name: 'Asha' })}\n${total}\n`,
    );
    expect(codes(file.issues)).toEqual(['repeatedHeader@3', 'totalLine@5']);
    expect(file.payableCount).toBe(2);
  });

  it('knows a total without a label by its sum', async () => {
    const file = await checked(
      `${HEADER}\n${csvRow()}\n${csvRow({ upi: 'b1@okaxis', name: 'Asha' })}\n,,,,"1,000.00",,,\n`,
    );
    expect(codes(file.issues)).toEqual(['totalLine@4']);
  });
});

describe('a path that is no readable file', () => {
  it('is refused by name', async () => {
    mkdirSync(join(folder, 'a-folder.csv'));
    const code = async (path: string): Promise<string> => {
      const result = await check(path);
      return result.kind === 'refused' ? `${result.fileName} ${result.refusal.code}` : 'checked';
    };
    expect(await code(join(folder, 'missing.csv'))).toBe('missing.csv missingFile');
    expect(await code(join(folder, 'a-folder.csv'))).toBe('a-folder.csv directory');
    expect(await code('/dev/null')).toBe('null notAFile');
    expect(await code('nul\0l.csv')).toContain('missingFile');
  });

  it.skipIf(process.platform === 'win32')('does not wait for the writer of a named pipe', async () => {
    const path = join(folder, 'pipe.csv');
    execFileSync('mkfifo', [path]);
    expect(await check(path)).toMatchObject({ kind: 'refused', refusal: { code: 'notAFile' } });
  });
});

describe('what a file is', () => {
  it.each<readonly [string, string | Uint8Array, string]>([
    ['a PDF', '%PDF-1.7\nnot a sheet', 'knownOther'],
    ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10]), 'knownOther'],
    ['a web page', '<!DOCTYPE html><html><table><tr><td>upi</td></tr></table></html>', 'html'],
    ['an XML spreadsheet', '<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook/>', 'xml'],
    ['binary rubbish', Buffer.from(Array.from({ length: 400 }, (_, at) => (at * 37) % 29)), 'nulBytes'],
    ['binary rubbish without NUL', Buffer.from(Array.from({ length: 400 }, (_, at) => 1 + ((at * 37) % 31))), 'binary'],
    ['text with a NUL byte', `${GOOD}ravi\0@okaxis`, 'nulBytes'],
    ['an .xls workbook', oldOffice('Workbook'), 'xls'],
    ['a password-protected workbook', oldOffice('EncryptedPackage'), 'encrypted'],
    ['another old Office file', oldOffice('WordDocument'), 'oldOffice'],
  ])('refuses %s by what it is, not by its name', async (_, content, code) => {
    expect((await refused(content)).code).toBe(code);
  });

  it('does not take --sheet for a CSV file', async () => {
    expect((await refused(GOOD, { sheet: 'Sheet1' })).code).toBe('csvHasNoSheets');
  });

  it('gives the facts of the file', async () => {
    const { file } = await checked(GOOD);
    expect(file.sizeBytes).toBe(GOOD.length);
    expect(file.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(await checkBytes(GOOD)).toMatchObject({ checked: { file: { sha256: file.sha256 } } });
  });
});

function oldOffice(stream: string): Uint8Array {
  const bytes = Buffer.alloc(2_048);
  Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]).copy(bytes);
  Buffer.from(stream, 'utf16le').copy(bytes, 1_024);
  return bytes;
}
