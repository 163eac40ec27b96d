// Files of up to a hundred megabytes, built to use all memory or all time. Each is written into a temp folder when it is
// measured, and never kept.

import { closeSync, openSync, writeSync } from 'node:fs';
import { FILE_MAX_BYTES } from '../../shared/limits.ts';
import { seededRandom } from '../seeded/random.ts';
import { writeZip, type ZipPart } from './zip-parts.ts';

export interface LargeFile {
  readonly name: string;
  write(path: string): Promise<void> | void;
}

const PIECE_BYTES = 1024 * 1024;
/** The last unit may exceed it. */
const FILE_BYTES = FILE_MAX_BYTES - 200_000;
/** Nearly as many as a sheet can have. */
const ROWS = 1_040_000;
/** Just below the limit for an unpacked workbook. */
const PART_BYTES = 680 * 1024 * 1024;
const HEADER = 'upi,amount,remark\n';

/** A text of `bytes` bytes: a head, then the repeated unit, then a tail. */
function* repeated(
  bytes: number,
  {
    head = '',
    unit,
    tail = '',
  }: { readonly head?: string; readonly unit: (at: number) => string; readonly tail?: string },
): Generator<Buffer> {
  let left = bytes - Buffer.byteLength(tail);
  let at = 0;
  let piece = head;
  let size = Buffer.byteLength(head);
  while (size < left) {
    const text = unit(at);
    at += 1;
    piece += text;
    size += Buffer.byteLength(text);
    if (size < PIECE_BYTES) continue;
    yield Buffer.from(piece);
    left -= size;
    piece = '';
    size = 0;
  }
  yield Buffer.from(piece + tail);
}

function text(name: string, pieces: () => Iterable<string | Uint8Array>): LargeFile {
  return {
    name,
    write(path) {
      const file = openSync(path, 'w');
      for (const piece of pieces()) writeSync(file, Buffer.from(piece));
      closeSync(file);
    },
  };
}

function csv(
  name: string,
  what: { readonly head?: string; readonly unit: (at: number) => string; readonly tail?: string },
): LargeFile {
  return text(name, () => repeated(FILE_BYTES, { head: HEADER, ...what }));
}

/** As many rows as a sheet holds, below its header. */
function fullCsv(name: string, line: (at: number) => string, header = HEADER): LargeFile {
  return text(name, function* () {
    yield header;
    for (let at = 0; at < ROWS; at += 1_000) {
      yield Array.from({ length: 1_000 }, (_, more) => line(at + more)).join('');
    }
  });
}

const row = (upi: string, amount: string, remark: string): string => `${upi},${amount},${remark}\n`;
const pad = (text: string): string => text.padEnd(1_000, text);

const CSV_FILES: readonly LargeFile[] = [
  csv('csv-one-line', { unit: () => 'aaaaaaaaaaaaaaaa' }),
  csv('csv-commas-only', { unit: () => ','.repeat(4_096) }),
  csv('csv-quotes-only', { unit: () => '"'.repeat(4_096) }),
  csv('csv-quote-never-closed', { unit: (at) => (at === 0 ? '"' : row('ravi@okaxis', '500', 'x')) }),
  csv('csv-quote-closed-at-the-end', { unit: (at) => (at === 0 ? '"' : row('ravi@okaxis', '500', 'x')), tail: '"\n' }),
  csv('csv-line-feeds-only', { unit: () => '\n'.repeat(4_096) }),
  csv('csv-carriage-returns-only', { unit: () => '\r'.repeat(4_096) }),
  csv('csv-ends-lone-cr', { head: HEADER.replace('\n', '\r'), unit: () => 'ravi@okaxis,5,x\r' }),
  csv('csv-ends-cr-cr-lf', { unit: () => 'ravi@okaxis,5,x\r\r\n' }),
  csv('csv-ends-cr-cr-lf-only', { unit: () => '\r\r\n'.repeat(4_096) }),
  csv('csv-ends-lf-cr-only', { unit: () => '\n\r'.repeat(4_096) }),
  csv('csv-ends-line-separators', { unit: () => '\u2028'.repeat(4_096) }),
  csv('csv-ends-line-separators-in-rows', { unit: () => 'ravi@okaxis,5,x\u2028' }),
  csv('csv-ends-next-lines-in-rows', { unit: () => 'ravi@okaxis,5,x\u0085\n' }),
  csv('csv-ends-mixed', { unit: (at) => `a@b,5,x${['\n', '\r', '\r\n', '\u2028'][at % 4] ?? ''}` }),
  csv('csv-ends-mixed-at-the-last-line', { unit: () => 'ravi@okaxis,5,x\n', tail: 'ravi@okaxis,5,x\r\r\n' }),
  csv('csv-ends-mixed-in-quotes', { unit: () => `ravi@okaxis,5,"${'\r\n\n\r'.repeat(4_000)}"\n` }),
  ...['\n', '\r', '\r\n', '\r\r\n'].map((end, at) =>
    text(`csv-ends-not-utf-8-${at + 1}`, function* () {
      yield* repeated(FILE_BYTES, { head: HEADER, unit: () => end.repeat(4_096) });
      yield Uint8Array.of(0xe9, 0x0a);
    }),
  ),
  csv('csv-blank-rows-of-spaces', { unit: () => row('   ', ' ', '  ') }),
  csv('csv-cells-of-32767', { unit: () => row('r'.repeat(32_767), '5'.repeat(32_767), 'x'.repeat(32_767)) }),
  csv('csv-quoted-cells-of-32767', { unit: () => row('"'.repeat(20_000), '"5"', `"${'\n'.repeat(32_000)}"`) }),
  csv('csv-cells-of-1000-spaces', {
    unit: () => row(`r${' '.repeat(998)}x`, `5${' '.repeat(998)}x`, `x${' '.repeat(998)}x`),
  }),
  csv('csv-cells-of-1000-commas', { unit: () => row(`"${pad('a@')}"`, `"${pad('1,')}"`, `"${pad('१')}"`) }),
  csv('csv-cells-of-1000-dots', { unit: () => row(`a@${pad('a.')}`, pad('1.1'), pad('.')) }),
  csv('csv-too-many-rows', { unit: () => row('ravi@okaxis', '5', 'x') }),
  fullCsv('csv-every-row-an-error', () => row('ravi@okaxis', '1.234', 'x')),
  fullCsv(
    'csv-every-row-eight-issues',
    () => "upi, ravi ok ,' 01 , hdfco , 1.234 , ,#,x\n",
    'method,upi,account,ifsc,amount,remark,reference,name\n',
  ),
  fullCsv(
    'csv-every-row-eight-notices',
    (at) => `imps,, ${at}12345678 , hdfc0000001 , Rs.${at}/- , x , r${at} , n \n`,
    'method,upi,account,ifsc,amount,remark,reference,name\n',
  ),
  fullCsv('csv-every-row-the-same', () => row('ravi@okaxis', '5', 'x')),
  fullCsv('csv-every-row-a-total', () => row('', '5', 'Total')),
  fullCsv('csv-every-second-row-the-header', (at) => (at % 2 === 0 ? row('ravi@okaxis', '5', 'x') : HEADER)),
  fullCsv('csv-every-reference-the-same', () => 'ab@ok,5,x,r\n', 'upi,amount,remark,reference\n'),
  fullCsv('csv-references-in-pairs', (at) => `ab@ok,5,x,r${at >> 1}\n`, 'upi,amount,remark,reference\n'),
  fullCsv('csv-every-row-another', (at) => row(`p${at}@okaxis`, `${1 + (at % 9_999)}`, 'Salary for November')),
  fullCsv(
    'csv-one-account-many-names',
    (at) => `00123456789,HDFC0000001,5,x,Name of Person ${at}\n`,
    'account,ifsc,amount,remark,name\n',
  ),
  fullCsv(
    'csv-rows-of-24-cells',
    (at) => `p${at}@ok,5,x${`,${at % 100}`.repeat(21)}\n`,
    `upi,amount,remark,${Array.from({ length: 21 }, (_, at) => `h${at}`).join()}\n`,
  ),
  csv('csv-rows-of-500-cells', {
    head: `upi,amount,remark,${Array.from({ length: 497 }, (_, at) => `h${at}`).join()}\n`,
    unit: () => `ab@ok,5,x${','.repeat(497)}\n`,
  }),
  csv('csv-header-of-500-long-cells', {
    head: `upi,amount,remark,${Array.from({ length: 497 }, (_, at) => `${'h '.repeat(16_000)}${at}`).join()}\n`,
    unit: () => `ab@ok,5,x${','.repeat(497)}\n`,
  }),
  csv('csv-16384-columns', {
    head: `upi,amount,remark${',h'.repeat(16_381)}\n`,
    unit: () => `ab@ok,5,x${','.repeat(16_381)}\n`,
  }),
  csv('csv-titles-without-a-header', { head: '', unit: (at) => `Salary register ${at}\n` }),
  csv('csv-every-delimiter', { head: 'upi;amount|remark\tx,y\n', unit: () => 'a;b|c\td,e\n' }),
  csv('csv-formulas', { unit: () => row('="ravi@okaxis"', '="5"', '="x"') }),
  csv('csv-no-line-end-last', { unit: () => row('ravi@okaxis', '5', 'x'), tail: 'ravi@ok' }),
  text('csv-utf-16', () =>
    ['\ufeff', ...repeated(FILE_BYTES / 2 - 2, { head: HEADER, unit: () => row('ravi@okaxis', '5', 'x') })].map(
      (piece) => Buffer.from(piece.toString(), 'utf16le'),
    ),
  ),
  text('csv-broken-utf-8-at-the-end', () => [
    ...repeated(FILE_BYTES - 8, { head: HEADER, unit: () => row('ravi@okaxis', '5', 'पगार') }),
    Buffer.from([0xe0, 0xa4]),
  ]),
  text('csv-nul-at-the-end', () => [
    ...repeated(FILE_BYTES - 8, { head: HEADER, unit: () => row('ravi@okaxis', '5', 'x') }),
    Buffer.from([0]),
  ]),
  text('random-bytes', () => {
    const random = seededRandom(1, 'bytes');
    return Array.from({ length: 99 }, () => Buffer.from(Array.from({ length: PIECE_BYTES }, () => random.below(256))));
  }),
  text('old-office-of-zeros', () => [
    Buffer.from([0xd0, 0xcf, 0x11, 0xe0]),
    ...repeated(FILE_BYTES - 8, { unit: () => '\0'.repeat(4_096) }),
  ]),
  text('zip-of-signatures', () => repeated(FILE_BYTES, { head: 'PK\x03\x04', unit: () => 'PK\x05\x06PK\x01\x02' })),
];

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships';

type Pieces = Iterable<string | Uint8Array>;

interface BookParts {
  readonly sheet?: Pieces;
  readonly strings?: Pieces;
  readonly styles?: Pieces;
  readonly workbook?: Pieces;
  readonly sheetRelations?: Pieces;
  readonly others?: readonly ZipPart[];
  readonly stored?: boolean;
}

const HEAD_CELLS = ['upi', 'amount', 'remark']
  .map((header, at) => `<c r="${'ABC'[at]}1" t="inlineStr"><is><t>${header}</t></is></c>`)
  .join('');
const SHEET_HEAD = `<worksheet xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheetData><row r="1">${HEAD_CELLS}</row>`;
const GOOD_ROW =
  '<row r="2"><c r="A2" t="inlineStr"><is><t>ravi@okaxis</t></is></c><c r="B2"><v>5</v></c><c r="C2" t="inlineStr"><is><t>x</t></is></c></row>';
const SHEET_TAIL = '</sheetData></worksheet>';
const SMALL_SHEET = SHEET_HEAD + GOOD_ROW + SHEET_TAIL;
const SHEET_BODY = SMALL_SHEET.slice(SMALL_SHEET.indexOf('<sheetData>'));

function* partsOf(book: BookParts): Generator<ZipPart> {
  const relation = (id: string, type: string, target: string): string =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
  const relations = (content: string): string => `<Relationships xmlns="${PACKAGE}">${content}</Relationships>`;
  const sheets = '<sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets>';
  const part = (name: string, pieces: Pieces): ZipPart => ({ name, pieces, stored: book.stored === true });
  yield part('[Content_Types].xml', ['<Types/>']);
  yield part('_rels/.rels', [relations(relation('rId1', 'officeDocument', 'xl/workbook.xml'))]);
  yield part(
    'xl/workbook.xml',
    book.workbook ?? [`<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}">${sheets}</workbook>`],
  );
  yield part('xl/_rels/workbook.xml.rels', [
    relations(
      relation('rId1', 'worksheet', 'worksheets/sheet1.xml') +
        relation('rId2', 'styles', 'styles.xml') +
        relation('rId3', 'sharedStrings', 'sharedStrings.xml'),
    ),
  ]);
  yield part('xl/styles.xml', book.styles ?? [`<styleSheet xmlns="${MAIN}"/>`]);
  yield part('xl/sharedStrings.xml', book.strings ?? [`<sst xmlns="${MAIN}"><si><t>x</t></si></sst>`]);
  yield part('xl/worksheets/sheet1.xml', book.sheet ?? [SMALL_SHEET]);
  if (book.sheetRelations !== undefined) yield part('xl/worksheets/_rels/sheet1.xml.rels', book.sheetRelations);
  yield* book.others ?? [];
}

function xlsx(name: string, book: () => BookParts): LargeFile {
  return { name, write: (path) => writeZip(path, partsOf(book())) };
}

/** A comment of random letters in each megabyte: a part that deflates too well is refused before it is read. */
function salted(pieces: Iterable<Uint8Array>): Iterable<Uint8Array> {
  const random = seededRandom(2, 'salt');
  return (function* () {
    for (const piece of pieces) yield piece;
    yield Buffer.from(`<!--${Array.from({ length: 4_000_000 }, () => random.below(36).toString(36)).join('')}-->`);
  })();
}

function part(
  what: { readonly head?: string; readonly unit: (at: number) => string; readonly tail?: string },
  bytes = PART_BYTES,
): Pieces {
  return salted(repeated(bytes, what));
}

/** As many rows below the header as fit. `cells` returns the cells of one row. */
const rows = (cells: (rowNumber: number) => string, tail = ''): Pieces =>
  part({
    head: SHEET_HEAD,
    unit: (at) => `<row>${cells(at + 2)}</row>`,
    tail: SHEET_TAIL.replace('</worksheet>', `${tail}</worksheet>`),
  });

/** A thousand rows with enough cells to fill the part. */
const wideHeader = (width: number): string =>
  SHEET_HEAD.replace(
    '</row>',
    `${Array.from({ length: width - 3 }, (_, at) => `<c t="inlineStr"><is><t>h${at}</t></is></c>`).join('')}</row>`,
  );
/** A table of this many rows and columns, with identical cells. */
const table = (rowCount: number, width: number, cell: string): Pieces =>
  salted(
    (function* () {
      yield Buffer.from(wideHeader(width));
      const line = Buffer.from(`<row>${cell.repeat(width)}</row>`);
      for (let at = 0; at < rowCount; at += 1) yield line;
      yield Buffer.from(SHEET_TAIL);
    })(),
  );
const inSheet = (xml: Pieces): Pieces =>
  (function* () {
    yield SHEET_HEAD + GOOD_ROW + '</sheetData>';
    yield* xml;
    yield '</worksheet>';
  })();
const strings = (unit: (at: number) => string): Pieces =>
  part({ head: `<sst xmlns="${MAIN}"><si><t>x</t></si>`, unit, tail: '</sst>' });

const SHARED_CELL = '<c t="s"><v>0</v></c>';
const INLINE_CELL = '<c t="inlineStr"><is><t>abc</t></is></c>';

const XLSX_FILES: readonly LargeFile[] = [
  xlsx('xlsx-million-rows-by-24', () => ({ sheet: table(1_000_000, 24, '<c><v>1</v></c>') })),
  xlsx('xlsx-million-rows-by-24-shared', () => ({ sheet: table(1_000_000, 24, SHARED_CELL) })),
  xlsx('xlsx-600000-rows-by-24-inline', () => ({ sheet: table(600_000, 24, INLINE_CELL) })),
  xlsx('xlsx-40000-rows-by-500-inline', () => ({ sheet: table(33_000, 500, INLINE_CELL) })),
  xlsx('xlsx-rows-by-500-shared-32k', () => ({
    sheet: table(40_000, 500, SHARED_CELL),
    strings: [`<sst xmlns="${MAIN}"><si><t>${'x'.repeat(32_000)}</t></si></sst>`],
  })),
  xlsx('xlsx-16384-columns', () => ({ sheet: table(2_000, 16_384, '<c><v>1</v></c>') })),
  xlsx('xlsx-million-empty-rows', () => ({
    sheet: salted(
      repeated(30_000_000, { head: SHEET_HEAD + GOOD_ROW, unit: (at) => `<row r="${at + 3}"/>`, tail: SHEET_TAIL }),
    ),
  })),
  xlsx('xlsx-rows-past-the-last', () => ({ sheet: rows(() => '<c><v>1</v></c>') })),
  xlsx('xlsx-blank-cells', () => ({
    sheet: rows(() =>
      '<c/><c/><c/><c/><c/><c/><c/><c/><c/><c/><c/><c/><c/><c/><c/><c/><c/><c/><c/><c/><c/><c/><c/><c/>'.repeat(5),
    ),
  })),
  xlsx('xlsx-short-shared-strings', () => ({ strings: strings((at) => `<si><t>${at}</t></si>`) })),
  xlsx('xlsx-empty-shared-strings', () => ({ strings: strings(() => '<si/>') })),
  xlsx('xlsx-long-shared-strings', () => ({ strings: strings((at) => `<si><t>${at}${'x'.repeat(32_000)}</t></si>`) })),
  xlsx('xlsx-long-devanagari-shared-strings', () => ({
    strings: strings((at) => `<si><t>${at}${'क'.repeat(32_000)}</t></si>`),
  })),
  xlsx('xlsx-one-endless-shared-string', () => ({
    strings: part({ head: `<sst xmlns="${MAIN}"><si><t>`, unit: () => 'x'.repeat(4_096), tail: '</t></si></sst>' }),
  })),
  xlsx('xlsx-one-shared-string-of-many-runs', () => ({
    strings: part({ head: `<sst xmlns="${MAIN}"><si>`, unit: () => '<r><t>x</t></r>', tail: '</si></sst>' }),
  })),
  xlsx('xlsx-one-endless-value', () => ({
    sheet: part({
      head: `${SHEET_HEAD}<row><c><v>`,
      unit: () => '1'.repeat(4_096),
      tail: `</v></c></row>${SHEET_TAIL}`,
    }),
  })),
  xlsx('xlsx-one-endless-formula', () => ({
    sheet: part({
      head: `${SHEET_HEAD}<row><c><f>`,
      unit: () => '1+'.repeat(2_048),
      tail: `</f><v>1</v></c></row>${SHEET_TAIL}`,
    }),
  })),
  xlsx('xlsx-one-endless-row', () => ({
    sheet: part({ head: `${SHEET_HEAD}<row>`, unit: () => SHARED_CELL, tail: `</row>${SHEET_TAIL}` }),
  })),
  xlsx('xlsx-cells-of-400-digits', () => ({
    sheet: rows(
      () => `<c t="inlineStr"><is><t>ravi@okaxis</t></is></c><c><v>${'9'.repeat(400)}.${'9'.repeat(400)}</v></c>`,
    ),
  })),
  xlsx('xlsx-one-endless-attribute', () => ({
    sheet: part({ head: '<worksheet x="', unit: () => 'x'.repeat(4_096), tail: `">${SHEET_BODY}` }),
  })),
  xlsx('xlsx-one-endless-tag-name', () => ({
    sheet: part({ head: `${SHEET_HEAD}<row><`, unit: () => 'x'.repeat(4_096), tail: `/></row>${SHEET_TAIL}` }),
  })),
  xlsx('xlsx-many-attributes', () => ({
    sheet: part({ head: '<worksheet ', unit: (at) => `a${at}="1" `, tail: `>${SHEET_BODY}` }, 300_000_000),
  })),
  xlsx('xlsx-one-endless-comment', () => ({
    sheet: part({ head: '<!--', unit: () => 'x'.repeat(4_096), tail: `-->${SMALL_SHEET}` }),
  })),
  xlsx('xlsx-one-endless-instruction', () => ({
    sheet: part({ head: '<?x ', unit: () => 'x'.repeat(4_096), tail: `?>${SMALL_SHEET}` }),
  })),
  xlsx('xlsx-one-endless-entity', () => ({
    sheet: part({
      head: `${SHEET_HEAD}<row><c><v>&`,
      unit: () => 'x'.repeat(4_096),
      tail: `;</v></c></row>${SHEET_TAIL}`,
    }),
  })),
  xlsx('xlsx-endless-entities', () => ({
    sheet: part({
      head: `${SHEET_HEAD}<row><c><v>`,
      unit: () => '&amp;'.repeat(800),
      tail: `</v></c></row>${SHEET_TAIL}`,
    }),
  })),
  xlsx('xlsx-one-endless-cdata', () => ({
    sheet: part({
      head: `${SHEET_HEAD}<row><c><v><![CDATA[`,
      unit: () => 'x'.repeat(4_096),
      tail: `]]></v></c></row>${SHEET_TAIL}`,
    }),
  })),
  xlsx('xlsx-one-endless-doctype', () => ({
    sheet: part({ head: '<!DOCTYPE x [', unit: (at) => `<!ENTITY e${at} "x">`, tail: `]>${SMALL_SHEET}` }),
  })),
  xlsx('xlsx-endless-spaces', () => ({
    sheet: part({ head: SHEET_HEAD, unit: () => ' '.repeat(4_096), tail: SHEET_TAIL }),
  })),
  xlsx('xlsx-deep-elements', () => ({ sheet: part({ head: SHEET_HEAD, unit: () => '<row>', tail: SHEET_TAIL }) })),
  xlsx('xlsx-deep-elements-elsewhere', () => ({ sheet: inSheet(part({ unit: () => '<a>' })) })),
  xlsx('xlsx-merges', () => ({
    sheet: inSheet(
      part({ head: '<mergeCells>', unit: (at) => `<mergeCell ref="A${at + 1}:C${at + 9}"/>`, tail: '</mergeCells>' }),
    ),
  })),
  xlsx('xlsx-links', () => ({
    sheet: inSheet(
      part({ head: '<hyperlinks>', unit: () => '<hyperlink ref="A1:C9" r:id="rId9"/>', tail: '</hyperlinks>' }),
    ),
    sheetRelations: [
      `<Relationships xmlns="${PACKAGE}"><Relationship Id="rId9" Type="x/hyperlink" Target="mailto:m@ok" TargetMode="External"/></Relationships>`,
    ],
  })),
  xlsx('xlsx-text-boxes', () => ({
    sheetRelations: [
      `<Relationships xmlns="${PACKAGE}"><Relationship Id="rId9" Type="x/drawing" Target="../drawings/drawing1.xml"/></Relationships>`,
    ],
    others: [
      {
        name: 'xl/drawings/drawing1.xml',
        pieces: part({ head: '<wsDr>', unit: (at) => `<sp><p><r><t>hold ${at}</t></r></p></sp>`, tail: '</wsDr>' }),
      },
    ],
  })),
  xlsx('xlsx-printed-headers', () => ({
    sheet: inSheet(
      part({
        head: '<headerFooter>',
        unit: () => `<oddHeader>${'x'.repeat(4_000)}</oddHeader>`,
        tail: '</headerFooter>',
      }),
    ),
  })),
  xlsx('xlsx-fills', () => ({
    styles: part({
      head: `<styleSheet xmlns="${MAIN}"><fills>`,
      unit: (at) =>
        `<fill><patternFill><fgColor rgb="${(0xff000000 + (at % 0xffffff)).toString(16)}"/></patternFill></fill>`,
      tail: '</fills></styleSheet>',
    }),
  })),
  xlsx('xlsx-hidden-columns', () => ({
    sheet: part({
      head: SHEET_HEAD.replace('<sheetData>', '<cols>').replace(/<row.*$/s, ''),
      unit: () => '<col min="1" max="500" hidden="1"/>',
      tail: `</cols>${SHEET_BODY}`,
    }),
  })),
  xlsx('xlsx-array-formulas', () => ({
    sheet: rows((row) => `<c r="A${row}"><f t="array" ref="A${row}:C9999">x</f><v>1</v></c>`),
  })),
  xlsx('xlsx-relations', () => ({
    sheetRelations: part({
      head: `<Relationships xmlns="${PACKAGE}">`,
      unit: (at) => `<Relationship Id="r${at}" Type="x/hyperlink" Target="mailto:m@ok" TargetMode="External"/>`,
      tail: '</Relationships>',
    }),
  })),
  xlsx('xlsx-sheets', () => ({
    workbook: part({
      head: `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>`,
      unit: (at) => `<sheet name="S${at}" sheetId="${at}" r:id="rId1"/>`,
      tail: '</sheets></workbook>',
    }),
  })),
  xlsx('xlsx-sheet-name', () => ({
    workbook: part({
      head: `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet r:id="rId1" name="`,
      unit: () => 'x'.repeat(4_096),
      tail: '"/></sheets></workbook>',
    }),
  })),
  xlsx('xlsx-cell-styles', () => ({
    styles: part({
      head: `<styleSheet xmlns="${MAIN}"><cellXfs>`,
      unit: () => '<xf numFmtId="1"/>',
      tail: '</cellXfs></styleSheet>',
    }),
  })),
  xlsx('xlsx-number-formats', () => ({
    styles: part({
      head: `<styleSheet xmlns="${MAIN}"><numFmts>`,
      unit: (at) => `<numFmt numFmtId="${at}" formatCode="${'0'.repeat(200)}"/>`,
      tail: '</numFmts></styleSheet>',
    }),
  })),
  xlsx('xlsx-long-number-format', () => ({
    styles: part({
      head: `<styleSheet xmlns="${MAIN}"><numFmts><numFmt numFmtId="200" formatCode="`,
      unit: () => '[h]"'.replace('"', '&quot;').repeat(500),
      tail: '"/></numFmts><cellXfs><xf numFmtId="200"/></cellXfs></styleSheet>',
    }),
  })),
  xlsx('xlsx-10000-parts', () => ({
    others: Array.from({ length: 9_990 }, (_, at) => ({
      name: `xl/media/${at}.bin`,
      pieces: ['x'.repeat(9_000)],
      stored: true,
    })),
  })),
  xlsx('xlsx-stored', () => ({
    sheet: repeated(FILE_BYTES - 100_000, {
      head: SHEET_HEAD,
      unit: () => `<row>${INLINE_CELL}</row>`,
      tail: SHEET_TAIL,
    }),
    stored: true,
  })),
  xlsx('xlsx-cells-of-1000-spaces', () => ({
    sheet: rows(
      () =>
        `<c t="inlineStr"><is><t>r${' '.repeat(998)}x</t></is></c><c t="inlineStr"><is><t>5${' '.repeat(998)}x</t></is></c>`,
    ),
  })),
];

export const LARGE_FILES: readonly LargeFile[] = [...CSV_FILES, ...XLSX_FILES];
