// The parts of a workbook as they are in its file, without any spreadsheet library. Never guess here: anything that is not XML
// throws.

import { text } from 'node:stream/consumers';
import { SaxesParser } from 'saxes';
import yauzl from 'yauzl';

/** Each part's text by its name. */
export async function workbookParts(path: string): Promise<ReadonlyMap<string, string>> {
  const zip = await yauzl.openPromise(path, { lazyEntries: true });
  const parts = new Map<string, string>();
  for await (const entry of zip.eachEntry())
    parts.set(entry.fileName, await text(await zip.openReadStreamPromise(entry)));
  return parts;
}

/** A sheet's cells by address, unescaped as the standard says; a formula has a separate entry `formula`. */
export function cellsOf(xml: string): ReadonlyMap<string, string> {
  const cells = new Map<string, string>();
  const parser = new SaxesParser();
  let address = '';
  let value: string | null = null;
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (name === 'c') address = String(attributes['r']);
    if (name === 'v' || name === 't') value = '';
    if (name === 'f') cells.set('formula', address);
  });
  parser.on('text', (part) => {
    if (value !== null) value += part;
  });
  parser.on('closetag', ({ name }) => {
    if ((name !== 'v' && name !== 't') || value === null) return;
    cells.set(
      address,
      value.replace(/_x([0-9A-F]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    );
    value = null;
  });
  parser.write(xml).close();
  return cells;
}
