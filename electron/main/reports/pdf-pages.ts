// Pages of a document that is read on paper and by screen readers: texts in any script, tables across pages, and page footers.
// Positions are in points, from the upper left corner.

import PDFDocument from 'pdfkit';
import { msg } from '../../../shared/messages/message.ts';
import type { Language } from '../../../shared/report-forms.ts';
import { type FontWeight, openedFont, pairsOf, runsOf } from './pdf-fonts.ts';
import { drawPlain, joinWrites, rememberColors } from './pdf-writes.ts';
import { type Voice, voiceOf } from './report-voice.ts';

declare global {
  // pdfkit's type declarations lack these two.
  // oxlint-disable-next-line typescript/no-namespace -- it is theirs.
  namespace PDFKit.Mixins {
    interface StructureElementOptions {
      /** Left, top, right, bottom, in points from the upper left corner. */
      bbox?: readonly [number, number, number, number];
      scope?: 'Column' | 'Row';
    }
  }
}

const PAGE = { width: 595.28, margin: 42, foot: 46 } as const;
/** A4 portrait and A5 landscape, which is half of it. In points. */
export const PAGE_HEIGHT = { a4: 841.89, a5: 419.53 } as const;
const CONTENT_WIDTH = PAGE.width - 2 * PAGE.margin;

export const INK = { text: '#1a1d24', soft: '#5b6270', line: '#c9ced8', band: '#f2f4f8', alarm: '#b42318' } as const;

type Align = 'left' | 'right' | 'center';

export interface TextLook {
  readonly size: number;
  readonly weight?: FontWeight;
  readonly color?: string;
  readonly align?: Align;
}

/** A column of a table. `width` is its share of the whole width; together they make 1. */
export interface PdfColumn<Row> {
  readonly header: string;
  readonly width: number;
  readonly align?: Align;
  readonly text: (row: Row) => string;
  /** The colour of a square before the text. */
  readonly swatch?: (row: Row) => string;
}

interface PagesLook {
  readonly title: string;
  readonly madeAtMs: number;
  /** Printed at the foot of every page; `alarm`, at the head. */
  readonly foot: string;
  readonly alarm: string | null;
  /** A4 by default. */
  readonly height?: number;
  readonly language: Language;
  readonly creator?: string;
  readonly isCompressed?: boolean;
  /** Prints page counts. The total is known only at the end, so all pages are kept until then. */
  readonly isCounted?: boolean;
  /** Leaves empty room for one signature, made at `madeAtMs`. */
  readonly isToBeSigned?: boolean;
  /** Whether files are attached, which needs another kind of PDF/A. */
  readonly hasFiles?: boolean;
}

/** Room for a signature with a chain of several certificates. */
const SIGNATURE_BYTES = 8_192;
/** Flags of a field and of a form: ISO 32000-1, 12.5.3 and 12.7.2. */
const PRINTED_AND_LOCKED = 132;
const SIGNED_AND_APPENDED_ONLY = 3;

const LINE = 1.36;
const CELL = { size: 8, padX: 4, padY: 3 } as const;

/** Draws a text that is not wrapped. pdfkit's own `text()` draws the same, and measures it three times more. */
interface FragmentWriter {
  _fragment(text: string, x: number, y: number, options: typeof ONE_FRAGMENT): void;
}

const ONE_FRAGMENT = { baseline: 'alphabetic', textWidth: 0, wordCount: 0 } as const;

interface FormRef {
  readonly data: { readonly Fields: PDFKit.PDFKitReference[]; NeedAppearances?: boolean; SigFlags?: number };
}

/** pdfkit's type declarations lack the number of an object. */
interface ObjectRef {
  readonly id: number;
}
interface FileRef {
  readonly data: { readonly EF: { readonly F: ObjectRef } };
}

export class PdfPages {
  readonly document: PDFKit.PDFDocument;
  readonly #look: PagesLook;
  readonly #voice: Voice;
  readonly #root: PDFKit.PDFStructureElement;
  readonly #widths = new Map<string, number>();
  readonly #registered = new Set<string>();
  readonly #made: Date;
  #y = 0;
  #pageCount = 0;

  readonly #height: number;

  constructor(look: PagesLook) {
    this.#look = look;
    this.#voice = voiceOf(look.language);
    this.#height = look.height ?? PAGE_HEIGHT.a4;
    // Whole seconds, as PDFs store them, so that the same moment makes the same file.
    const made = new Date(Math.floor(look.madeAtMs / 1_000) * 1_000);
    this.#made = made;
    this.document = new PDFDocument({
      size: [PAGE.width, this.#height],
      margin: 0,
      autoFirstPage: false,
      bufferPages: look.isCounted ?? true,
      compress: look.isCompressed ?? true,
      pdfVersion: '1.7',
      subset: look.hasFiles === true ? 'PDF/A-3b' : 'PDF/A-2b',
      tagged: true,
      lang: `${look.language}-IN`,
      displayTitle: true,
      // Fonts remember their words themselves, for all documents.
      fontLayoutCache: false,
      // No default font: pdfkit would embed Helvetica, or open a font given here anew at each use.
      font: '',
      info: {
        Title: look.title,
        Author: 'Payout Desk',
        Creator: look.creator ?? 'Payout Desk',
        CreationDate: made,
        ModDate: made,
      },
    });
    joinWrites(this.document);
    rememberColors(this.document);
    this.#root = this.document.struct('Document');
    this.document.addStructure(this.#root);
    this.newPage();
  }

  /** Moves down. */
  skip(height: number): void {
    this.#y += height;
  }

  heading(text: string, level: 'H1' | 'H2'): void {
    const look = { size: level === 'H1' ? 17 : 11, weight: 'bold' } as const;
    if (level === 'H2') this.skip(12);
    // Never leave a heading alone at the end of a page.
    this.#need(look.size * LINE + 60);
    this.#paragraph(level, text, look);
    this.skip(level === 'H1' ? 2 : 4);
  }

  text(text: string, look: TextLook): void {
    this.#paragraph('P', text, look);
  }

  #paragraph(kind: string, text: string, look: TextLook): void {
    const lines = this.#wrap(text, look, CONTENT_WIDTH);
    this.#need(lines.length * look.size * LINE);
    this.#tag(this.#root, kind, text, () =>
      this.#lines(lines, { x: PAGE.margin, y: this.#y, width: CONTENT_WIDTH }, look),
    );
    this.skip(lines.length * look.size * LINE);
  }

  /** A bar with parts as wide as their shares. `alt` describes it for screen readers. */
  bar(parts: readonly { readonly share: number; readonly color: string }[], alt: string): void {
    const height = 12;
    this.#need(height + 6);
    const figure = this.document.struct(
      'Figure',
      { alt, bbox: [PAGE.margin, this.#y, PAGE.margin + CONTENT_WIDTH, this.#y + height] },
      [
        () => {
          let x = PAGE.margin;
          for (const { share, color } of parts) {
            this.document.rect(x, this.#y, share * CONTENT_WIDTH, height).fill(color);
            x += share * CONTENT_WIDTH;
          }
        },
      ],
    );
    this.#root.add(figure);
    this.skip(height + 6);
  }

  /** A table that repeats its header on every page. Calls `yieldTurn` after every 50 rows, to yield. */
  async table<Row>(
    columns: readonly PdfColumn<Row>[],
    rows: Iterable<Row>,
    { yieldTurn, total }: { readonly yieldTurn: () => Promise<void>; readonly total?: Row },
  ): Promise<void> {
    const table = this.document.struct('Table');
    this.#root.add(table);
    this.#need(60);
    this.#row(table, columns, { kind: 'header' });
    let count = 0;
    for (const row of rows) {
      this.#row(table, columns, { kind: 'row', row, weight: row === total ? 'bold' : 'regular' });
      count += 1;
      if (count % 50 === 0) await yieldTurn();
    }
    table.end();
    this.skip(4);
  }

  #row<Row>(
    table: PDFKit.PDFStructureElement,
    columns: readonly PdfColumn<Row>[],
    of: { readonly kind: 'header' } | { readonly kind: 'row'; readonly row: Row; readonly weight: FontWeight },
  ): void {
    const look = { size: CELL.size, weight: of.kind === 'header' ? 'bold' : of.weight } as const;
    const cells = columns.map((column) => {
      const swatch = of.kind === 'row' ? (column.swatch?.(of.row) ?? null) : null;
      const inset = CELL.padX + (swatch === null ? 0 : 11);
      const width = column.width * CONTENT_WIDTH - CELL.padX - inset;
      const text = of.kind === 'header' ? column.header : column.text(of.row);
      return { column, swatch, inset, width, text, lines: this.#wrap(text, look, width) };
    });
    const height = Math.max(...cells.map(({ lines }) => lines.length)) * look.size * LINE + 2 * CELL.padY;
    const isNew = this.#need(height);
    // The repeated header is not content: a screen reader has already read it.
    if (isNew && of.kind === 'row') this.#artifact(() => this.#header(columns));
    const tr = this.document.struct('TR');
    table.add(tr);
    if (of.kind === 'header') this.#artifact(() => this.#band(height));
    let x = PAGE.margin;
    for (const { column, swatch, inset, width, text, lines } of cells) {
      const at = { x: x + inset, y: this.#y + CELL.padY, width };
      if (swatch !== null)
        this.#artifact(() => this.document.rect(x + CELL.padX, this.#y + CELL.padY + 2, 7, 7).fill(swatch));
      this.#tag(tr, of.kind === 'header' ? 'TH' : 'TD', text, () =>
        this.#lines(lines, at, { ...look, align: column.align ?? 'left' }),
      );
      x += column.width * CONTENT_WIDTH;
    }
    tr.end();
    this.skip(height);
    this.#rule();
  }

  #header<Row>(columns: readonly PdfColumn<Row>[]): void {
    const look = { size: CELL.size, weight: 'bold' } as const;
    const height = look.size * LINE + 2 * CELL.padY;
    this.#band(height);
    let x = PAGE.margin;
    for (const { header, width, align = 'left' } of columns) {
      const at = { x: x + CELL.padX, y: this.#y + CELL.padY, width: width * CONTENT_WIDTH - 2 * CELL.padX };
      this.#lines(this.#wrap(header, look, at.width).slice(0, 1), at, { ...look, align });
      x += width * CONTENT_WIDTH;
    }
    this.skip(height);
  }

  #band(height: number): void {
    this.document.rect(PAGE.margin, this.#y, CONTENT_WIDTH, height).fill(INK.band);
  }

  #rule(): void {
    this.#artifact(() =>
      this.document
        .moveTo(PAGE.margin, this.#y)
        .lineTo(PAGE.margin + CONTENT_WIDTH, this.#y)
        .lineWidth(0.4)
        .stroke(INK.line),
    );
  }

  /** Facts about one thing, each read as one line. A table would say no more and take three times as many tags. */
  facts(lines: readonly (readonly [label: string, value: string])[]): void {
    const look = { size: 9 } as const;
    const split = 0.3 * CONTENT_WIDTH;
    for (const [label, value] of lines) {
      const wrapped = this.#wrap(value, look, CONTENT_WIDTH - split);
      const height = wrapped.length * look.size * LINE + 2 * CELL.padY;
      this.#need(height);
      const y = this.#y + CELL.padY;
      this.#tag(this.#root, 'P', `${label}: ${value}`, () => {
        this.#lines([label], { x: PAGE.margin, y, width: split }, { ...look, color: INK.soft });
        this.#lines(wrapped, { x: PAGE.margin + split, y, width: CONTENT_WIDTH - split }, look);
      });
      this.skip(height);
      this.#rule();
    }
  }

  /** An empty file, attached. Returns the number of the object with its content, which an update to the PDF fills in. */
  emptyFile({ name, about }: { readonly name: string; readonly about: string }): number {
    const attached = this.document.file(Buffer.from('{}'), {
      name,
      type: 'application/json',
      description: about,
      creationDate: this.#made,
      modifiedDate: this.#made,
      relationship: 'Data',
    } as Parameters<PDFKit.PDFDocument['file']>[1]) as unknown as FileRef;
    return attached.data.EF.F.id;
  }

  /** An empty square picture at the left, with texts beside it. Returns its number, as above. */
  emptyPicture({ size, alt }: { readonly size: number; readonly alt: string }, texts: readonly string[]): number {
    const { document } = this;
    this.#need(size);
    const top = this.#y;
    const picture = document.ref({
      Type: 'XObject',
      Subtype: 'Image',
      Width: 1,
      Height: 1,
      ColorSpace: 'DeviceGray',
      BitsPerComponent: 8,
    });
    picture.end(Buffer.from([255]));
    const page = document.page as unknown as { readonly xobjects: Record<string, unknown> };
    page.xobjects['Empty'] = picture;
    const box = { bbox: [PAGE.margin, top, PAGE.margin + size, top + size] as const };
    const figure = document.struct('Figure', { alt, ...box }, [
      () => {
        document.save().transform(size, 0, 0, -size, PAGE.margin, top + size);
        document.addContent('/Empty Do').restore();
      },
    ]);
    this.#root.add(figure);
    const look = { size: 9 } as const;
    const beside = { x: PAGE.margin + size + 14, width: CONTENT_WIDTH - size - 14 };
    for (const text of texts) {
      const lines = this.#wrap(text, look, beside.width);
      this.#tag(this.#root, 'P', text, () => this.#lines(lines, { ...beside, y: this.#y }, look));
      this.skip(lines.length * look.size * LINE + 6);
    }
    this.#y = Math.max(this.#y, top + size);
    return (picture as unknown as ObjectRef).id;
  }

  /** Lines to sign on, side by side. */
  signatures(roles: readonly string[]): void {
    this.#need(74);
    const width = CONTENT_WIDTH / roles.length;
    this.skip(40);
    roles.forEach((role, at) => {
      const x = PAGE.margin + at * width;
      this.#artifact(() =>
        this.document
          .moveTo(x, this.#y)
          .lineTo(x + width - 16, this.#y)
          .lineWidth(0.6)
          .stroke(INK.text),
      );
      this.#tag(this.#root, 'P', role, () => {
        this.#lines(
          [role, this.#voice.say(msg('paper.nameAndDate'))],
          { x, y: this.#y + 4, width: width - 16 },
          { size: 8, color: INK.soft },
        );
      });
    });
    this.skip(34);
  }

  /** Writes the foot of every page that has none yet, and ends the document. */
  end(): void {
    const { document } = this;
    const isCounted = this.#look.isCounted ?? true;
    const count = isCounted ? document.bufferedPageRange().count : 0;
    for (let at = 0; at < count; at += 1) {
      document.switchToPage(at);
      this.#foot(this.#voice.say(msg('paper.page', { page: at + 1, of: count })));
    }
    if (!isCounted) this.#foot(null);
    if (this.#look.isToBeSigned === true) this.#signatureRoom();
    this.#root.end();
    document.end();
  }

  /** An invisible field on the last page. The signing library finds the range by its asterisks. */
  #signatureRoom(): void {
    const { document } = this;
    const signature = document.ref({
      Type: 'Sig',
      Filter: 'Adobe.PPKLite',
      SubFilter: 'adbe.pkcs7.detached',
      ByteRange: [0, ...Array<string>(3).fill('*'.repeat(10))],
      Contents: Buffer.alloc(SIGNATURE_BYTES),
      Reason: new String('Report of Payout Desk'),
      M: this.#made,
    });
    const field = document.ref({
      Type: 'Annot',
      Subtype: 'Widget',
      FT: 'Sig',
      Rect: [0, 0, 0, 0],
      V: signature,
      T: new String('Signature'),
      F: PRINTED_AND_LOCKED,
      P: document.page.dictionary,
    });
    Object.assign(document.page.dictionary.data, { Annots: [field] });
    document.initForm();
    // pdfkit's own forms are for fields that a person fills in.
    const { _root: root } = document as unknown as {
      readonly _root: { readonly data: { readonly AcroForm: FormRef } };
    };
    const form = root.data.AcroForm.data;
    form.Fields.push(field);
    delete form.NeedAppearances;
    form.SigFlags = SIGNED_AND_APPENDED_ONLY;
    for (const one of [signature, field]) one.end('');
  }

  /** Writes the page's foot, and the alarm at its head. */
  #foot(page: string | null): void {
    this.#artifact(() => {
      const y = this.#height - PAGE.foot + 10;
      const look = { size: 7.5, color: INK.soft } as const;
      const room = { x: PAGE.margin, y, width: CONTENT_WIDTH - 90 };
      this.#lines(this.#wrap(this.#look.foot, look, room.width).slice(0, 1), room, look);
      if (page !== null) this.#lines([page], { x: PAGE.margin, y, width: CONTENT_WIDTH }, { ...look, align: 'right' });
      if (this.#look.alarm !== null) {
        const head = { x: PAGE.margin, y: 18, width: CONTENT_WIDTH };
        this.#lines([this.#look.alarm], head, { size: 9, weight: 'bold', color: INK.alarm, align: 'center' });
      }
    });
  }

  /** Starts a new page when the height does not fit on this one. Returns whether it did. */
  #need(height: number): boolean {
    if (this.#y + height <= this.#height - PAGE.foot) return false;
    this.newPage();
    return true;
  }

  /** Continues in the lower half of this page, below a line to cut along. */
  lowerHalf(): void {
    this.#artifact(() =>
      this.document
        .moveTo(0, this.#height / 2)
        .lineTo(PAGE.width, this.#height / 2)
        .lineWidth(0.4)
        .dash(3, { space: 3 })
        .stroke(INK.line)
        .undash(),
    );
    this.#y = this.#height / 2 + PAGE.margin;
  }

  newPage(): void {
    if (this.#pageCount > 0 && this.#look.isCounted === false) this.#foot(null);
    this.document.addPage();
    this.#pageCount += 1;
    this.#y = PAGE.margin;
  }

  /** Also stores the text as written, because shaping may reorder letters. */
  #tag(parent: PDFKit.PDFStructureElement, kind: string, text: string, draw: () => void): void {
    const options = {
      ...(/[^\p{Script=Latin}\p{Script=Common}]/u.test(text) ? { actual: text } : {}),
      ...(kind === 'TH' ? { scope: 'Column' as const } : {}),
    };
    parent.add(this.document.struct(kind, options, [draw]));
  }

  #artifact(draw: () => void): void {
    this.document.markContent('Artifact', { type: 'Layout' });
    draw();
    this.document.endMarkedContent();
  }

  #lines(
    lines: readonly string[],
    { x, y, width }: { readonly x: number; readonly y: number; readonly width: number },
    { size, weight = 'regular', color = INK.text, align = 'left' }: TextLook,
  ): void {
    const { document } = this;
    const draw = document as unknown as FragmentWriter;
    lines.forEach((line, at) => {
      const free = align === 'left' ? 0 : width - this.#widthOf(line, size, weight);
      let left = x + (align === 'center' ? free / 2 : free);
      const runs = runsOf(line, weight);
      for (const [index, { font, text }] of runs.entries()) {
        this.#font(font).fontSize(size).fillColor(color);
        // All scripts share one baseline, whatever room their fonts want above it.
        const baseline = y + at * size * LINE + size * 1.05;
        const words = text.split(/(?<= )/).map((word) => pairsOf(font, word));
        const isPlain = words.every((word) => word !== null);
        if (isPlain) drawPlain(document, words.flat(), { x: left, y: baseline, size });
        else draw._fragment(text, left, baseline, ONE_FRAGMENT);
        if (index < runs.length - 1) left += document.widthOfString(text);
      }
    });
  }

  /** Breaks between words; breaks a word that is too long between any letters. */
  #wrap(text: string, { size, weight = 'regular' }: TextLook, width: number): readonly string[] {
    // No ASCII letter is wider than its size.
    if (text.length * size <= width && /^[ -~]*$/.test(text)) return [text.trimEnd()];
    const lines: string[] = [];
    let line = '';
    const put = (piece: string): void => {
      if (this.#widthOf((line + piece).trimEnd(), size, weight) <= width) {
        line += piece;
        return;
      }
      if (line !== '') lines.push(line.trimEnd());
      line = piece;
    };
    for (const word of text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').split(/(?<= )/)) {
      if (this.#widthOf(word.trimEnd(), size, weight) <= width) put(word);
      else for (const { segment } of LETTERS.segment(word)) put(segment);
    }
    return [...lines, line.trimEnd()];
  }

  /** In points. Each word is measured once. */
  #widthOf(text: string, size: number, weight: FontWeight): number {
    return text.split(/(?<= )/).reduce((sum, word) => sum + this.#wordWidth(word, weight), 0) * size;
  }

  #wordWidth(word: string, weight: FontWeight): number {
    const key = `${weight} ${word}`;
    const known = this.#widths.get(key);
    if (known !== undefined) return known;
    const width = runsOf(word, weight).reduce((sum, { font, text }) => {
      // A document's fonts stand in the order in which they are first measured.
      if (!this.#registered.has(font)) this.#font(font);
      const pairs = pairsOf(font, text);
      if (pairs === null) return sum + this.#font(font).fontSize(100).widthOfString(text) / 100;
      const scale = 1_000 / openedFont(font).unitsPerEm;
      // The same steps as pdfkit's, so that the same sum comes out.
      return sum + (pairs.reduce((width, { xAdvance }) => width + xAdvance * scale, 0) * (100 / 1_000)) / 100;
    }, 0);
    this.#widths.set(key, width);
    return width;
  }

  #font(name: string): PDFKit.PDFDocument {
    if (!this.#registered.has(name)) {
      this.#registered.add(name);
      // The type declarations accept only a font's path.
      this.document.registerFont(name, openedFont(name) as unknown as string);
      this.document.font(name);
      rememberTexts((this.document as unknown as { readonly _font: Encoding })._font);
    }
    return this.document.font(name);
  }
}

/** A text in the codes of a font's letters. */
interface Encoding {
  encode(text: string, features?: unknown): unknown;
}

/** A document's labels, and what all of its slips have in common. */
const TEXTS_REMEMBERED = 200;

function rememberTexts(font: Encoding): void {
  const encode = font.encode.bind(font);
  const known = new Map<string, unknown>();
  font.encode = (text, features) => {
    if (features !== undefined) return encode(text, features);
    const encoded = known.get(text) ?? encode(text);
    if (known.size < TEXTS_REMEMBERED) known.set(text, encoded);
    return encoded;
  };
}

const LETTERS = new Intl.Segmenter('en', { granularity: 'grapheme' });
