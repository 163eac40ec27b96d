// What pdfkit writes, written with less work, byte for byte the same: reports are checked by writing them again.
//
// pdfkit 0.20.2 makes an array of bytes of its own for each line that it writes, letter by letter: thousands for a page, which took
// a third of the time of many slips. This joins the lines of a page, and those of the file, into large pieces of the same bytes.

/** The parts of pdfkit that write, which its type declarations lack. */
interface Writing {
  page: { readonly content: Content };
  _offset: number;
  _write(data: string | Uint8Array): void;
  push(chunk: Uint8Array | null): boolean;
  on(event: 'pageAdded', listener: () => void): unknown;
}

interface Content {
  write(chunk: string | Uint8Array): void;
  end(chunk?: string): void;
}

/** Far below what a stream buffers, far above a line. */
const PIECE_CHARACTERS = 32 * 1024;

/** Call it before the first page is added. */
export function joinWrites(document: PDFKit.PDFDocument): void {
  const writing = document as unknown as Writing;
  writing.on('pageAdded', () => joinContent(writing.page.content));
  const push = writing.push.bind(document);
  let lines = '';
  const flush = (): void => {
    if (lines !== '') push(Buffer.from(lines, 'latin1'));
    lines = '';
  };
  writing._write = (data) => {
    if (typeof data === 'string') {
      lines += `${data}\n`;
      writing._offset += data.length + 1;
      if (lines.length >= PIECE_CHARACTERS) flush();
      return;
    }
    flush();
    push(data);
    writing._offset += data.length;
  };
  writing.push = (chunk) => {
    flush();
    return push(chunk);
  };
}

/** A page's lines are compressed together at its end. */
function joinContent(content: Content): void {
  const [write, end] = [content.write.bind(content), content.end.bind(content)];
  let lines: string[] = [];
  const flush = (): void => {
    if (lines.length > 0) write(Buffer.from(`${lines.join('\n')}\n`, 'latin1'));
    lines = [];
  };
  content.write = (chunk) => {
    if (typeof chunk === 'string') return void lines.push(chunk);
    flush();
    write(chunk);
  };
  content.end = (chunk) => {
    if (chunk !== undefined) content.write(chunk);
    flush();
    end();
  };
}

/** pdfkit's own parts of a colour and a text. */
interface Drawing {
  readonly page: { readonly height: number; readonly fonts: Record<string, unknown> };
  readonly _font: {
    readonly id: string;
    readonly scale: number;
    readonly subset: { includeGlyph(id: number): number };
    readonly widths: (number | undefined)[];
    readonly unicode: (readonly number[] | undefined)[];
    ref(): unknown;
  };
  addContent(line: string): void;
  _normalizeColor(color: string): readonly number[];
  _setColorCore(color: unknown, isStroke: boolean): boolean;
}

/** pdfkit reads a colour anew at each use. */
export function rememberColors(document: PDFKit.PDFDocument): void {
  const drawing = document as unknown as Drawing;
  const known = new Map<string, string>();
  const setColor = drawing._setColorCore.bind(document);
  drawing._setColorCore = (color, isStroke) => {
    if (typeof color !== 'string' || !color.startsWith('#')) return setColor(color, isStroke);
    const key = `${color} ${isStroke}`;
    const [space, set] = isStroke ? ['CS', 'SCN'] : ['cs', 'scn'];
    const line = known.get(key) ?? `/DeviceRGB ${space}\n${drawing._normalizeColor(color).join(' ')} ${set}`;
    known.set(key, line);
    drawing.addContent(line);
    return true;
  };
}

interface PlainLetter {
  readonly glyph: { readonly id: number; readonly advanceWidth: number; readonly codePoints: number[] };
  readonly nudge: string | null;
}

/** Draws letters of the document's current font, which pdfkit lays out, measures and turns into codes one by one. */
export function drawPlain(
  document: PDFKit.PDFDocument,
  letters: readonly PlainLetter[],
  { x, y, size }: { readonly x: number; readonly y: number; readonly size: number },
): void {
  if (letters.length === 0) return;
  const drawing = document as unknown as Drawing;
  const { _font: font, page } = drawing;
  page.fonts[font.id] ??= font.ref();
  const codes = codesOf(font);
  let shown = '<';
  let isOpen = true;
  for (const { glyph, nudge } of letters) {
    if (!isOpen) shown += ' <';
    isOpen = true;
    let code = codes.get(glyph.id);
    if (code === undefined) {
      const number = font.subset.includeGlyph(glyph.id);
      font.widths[number] ??= glyph.advanceWidth * font.scale;
      font.unicode[number] ??= glyph.codePoints;
      code = `0000${number.toString(16)}`.slice(-4);
      codes.set(glyph.id, code);
    }
    shown += code;
    if (nudge === null) continue;
    shown += `> ${nudge}`;
    isOpen = false;
  }
  if (isOpen) shown += '> 0';
  const rounded = (number: number): number => Math.round(number * 1e6) / 1e6;
  const place = `1 0 0 1 ${rounded(x)} ${rounded(page.height - y)} Tm`;
  const turned = `1 0 0 -1 0 ${rounded(page.height)} cm`;
  drawing.addContent(`q\n${turned}\nBT\n${place}\n/${font.id} ${rounded(size)} Tf\n[${shown}] TJ\nET\nQ`);
}

/** The codes of a document's font, by glyph. */
function codesOf(font: object): Map<number, string> {
  const known = CODES.get(font) ?? new Map<number, string>();
  CODES.set(font, known);
  return known;
}

const CODES = new WeakMap<object, Map<number, string>>();
