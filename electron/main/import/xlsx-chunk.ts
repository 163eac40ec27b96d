// In: cells one by one. Out: a chunk of rows as flat arrays, cheap to hand to another thread.
// This file must never hold more than one chunk.

import type { RowsChunk } from './xlsx-messages.ts';

/** Grows one chunk of rows; rows without cells are left out. */
export class ChunkBuilder {
  rowCount = 0;
  #rowNumbers: number[] = [];
  #hidden: number[] = [];
  #rowStarts: number[] = [0];
  #columns: number[] = [];
  #kinds: number[] = [];
  #refs: number[] = [];
  #texts: string[] = [];
  #rowNumber = 0;
  #rowHidden = 0;

  startRow(rowNumber: number, hidden: boolean): void {
    this.#rowNumber = rowNumber;
    this.#rowHidden = hidden ? 1 : 0;
  }

  addText(column: number, kind: number, text: string): void {
    this.#add(column, kind, this.#texts.push(text) - 1);
  }

  addShared(column: number, kind: number, index: number): void {
    this.#add(column, kind, -1 - index);
  }

  #add(column: number, kind: number, ref: number): void {
    this.#columns.push(column);
    this.#kinds.push(kind);
    this.#refs.push(ref);
  }

  endRow(): void {
    const start = this.#rowStarts.at(-1);
    if (start === this.#columns.length) return;
    this.#rowNumbers.push(this.#rowNumber);
    this.#hidden.push(this.#rowHidden);
    this.#rowStarts.push(this.#columns.length);
    this.rowCount += 1;
  }

  take(): RowsChunk {
    const chunk = {
      rowNumbers: new Int32Array(this.#rowNumbers),
      hidden: new Uint8Array(this.#hidden),
      rowStarts: new Int32Array(this.#rowStarts),
      columns: new Uint16Array(this.#columns),
      kinds: new Uint8Array(this.#kinds),
      refs: new Int32Array(this.#refs),
      texts: this.#texts,
    };
    this.rowCount = 0;
    this.#rowNumbers = [];
    this.#hidden = [];
    this.#rowStarts = [0];
    this.#columns = [];
    this.#kinds = [];
    this.#refs = [];
    this.#texts = [];
    return chunk;
  }
}
