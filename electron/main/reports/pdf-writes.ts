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
