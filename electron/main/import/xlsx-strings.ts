// In: the XML events of shared strings and of styles. Out: whole strings in order, and the KIND of each cell style.
// This file must never drop a run of rich text nor keep a reading aid (phonetic run).

import type { Refusal } from '../../../shared/issues.ts';
import { CELL_MAX_CHARACTERS } from '../../../shared/limits.ts';
import { kindOfFormat } from './number-formats.ts';
import { refusal } from './refusals.ts';
import type { XmlListener } from './xlsx-part.ts';

const STRINGS_PER_MESSAGE = 20_000;

/** Collects shared strings and passes them on in order. */
export class SharedStrings implements XmlListener {
  #batch: string[] = [];
  #text = '';
  #taking = false;
  #phonetic = false;
  readonly #emit: (strings: readonly string[]) => void;

  constructor(emit: (strings: readonly string[]) => void) {
    this.#emit = emit;
  }

  open(name: string, _attributes: unknown, depth: number): Refusal | null {
    if (depth === 2) this.#text = '';
    else if (name === 'rPh') this.#phonetic = true;
    else if (name === 't' && !this.#phonetic) this.#taking = true;
    return null;
  }

  text(text: string): void {
    if (this.#taking) this.#text += text;
  }

  close(name: string, depth: number): Refusal | null {
    if (name === 't') this.#taking = false;
    else if (name === 'rPh') this.#phonetic = false;
    else if (name === 'si' && depth === 2) {
      if (this.#text.length > CELL_MAX_CHARACTERS) return tooLong();
      this.#batch.push(unescapeText(this.#text));
      if (this.#batch.length >= STRINGS_PER_MESSAGE) this.flush();
    }
    return null;
  }

  flush(): void {
    if (this.#batch.length > 0) this.#emit(this.#batch);
    this.#batch = [];
  }
}

/** Spreadsheets write characters that XML cannot hold as `_x000D_`. Source: ECMA-376 part 1, 22.9.2.19 ST_Xstring. */
export function unescapeText(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}

export function tooLong(): Refusal {
  return refusal('damagedWorkbook', { reason: `a cell holds more than ${CELL_MAX_CHARACTERS} characters` });
}

/** Collects the KIND that numbers have in each cell style. */
export function listStyleKinds(kinds: number[]): XmlListener {
  const codes = new Map<number, string>();
  let inCellFormats = false;
  return {
    open(name, attributes, depth) {
      if (depth === 2) inCellFormats = name === 'cellXfs';
      if (depth !== 3) return null;
      const id = Number(attributes['numFmtId'] ?? '0');
      if (name === 'numFmt') codes.set(id, attributes['formatCode'] ?? '');
      else if (name === 'xf' && inCellFormats) kinds.push(kindOfFormat(id, codes.get(id) ?? null));
      return null;
    },
    text() {
      // Styles carry no text.
    },
    close: () => null,
  };
}
