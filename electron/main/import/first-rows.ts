// In: keys of rows, one after another. Out: the first row that had the same key. A Map would need a new text for each key;
// this compares the texts where they lie, in a quarter of the time. This file must never take two different keys for one.

/** Longer chains of occupied slots are only met when somebody makes them; a Map bears them. */
const PROBES_MAX = 64;

/** The first row of each key. A key is two texts, compared without case, and a number. */
export class FirstRows {
  readonly #slots: Int32Array;
  readonly #mask: number;
  readonly #hashes: Int32Array;
  readonly #rows: Int32Array;
  readonly #numbers: Float64Array;
  readonly #ones: string[] = [];
  readonly #others: string[] = [];
  readonly #crowded = new Map<string, number>();

  constructor(rowsMax: number) {
    const size = 2 ** Math.ceil(Math.log2(Math.max(rowsMax, 8) * 2));
    this.#slots = new Int32Array(size);
    this.#mask = size - 1;
    this.#hashes = new Int32Array(rowsMax);
    this.#rows = new Int32Array(rowsMax);
    this.#numbers = new Float64Array(rowsMax);
  }

  /** The first row with this key, or -1 when it is new. The parts come one by one: an object for each row is what is saved here. */
  findOrAdd(row: number, one: string, other: string, number = 0): number {
    const hash = mix(hashText(hashText(number | 0, one), other));
    let slot = hash & this.#mask;
    for (let probe = 0; probe < PROBES_MAX; probe += 1) {
      const entry = this.#slots[slot] ?? 0;
      if (entry === 0) {
        this.#slots[slot] = this.#add(row, hash, one, other, number);
        return -1;
      }
      const at = entry - 1;
      if (
        this.#hashes[at] === hash &&
        this.#numbers[at] === number &&
        isSameText(this.#ones[at] ?? '', one) &&
        isSameText(this.#others[at] ?? '', other)
      ) {
        return this.#rows[at] ?? -1;
      }
      slot = (slot + 1) & this.#mask;
    }
    return this.#findCrowded(row, `${one.toLowerCase()}\n${other.toLowerCase()}\n${number}`);
  }

  #add(row: number, hash: number, one: string, other: string, number: number): number {
    const at = this.#ones.push(one) - 1;
    this.#others.push(other);
    this.#hashes[at] = hash;
    this.#rows[at] = row;
    this.#numbers[at] = number;
    return at + 1;
  }

  #findCrowded(row: number, key: string): number {
    const first = this.#crowded.get(key);
    if (first === undefined) this.#crowded.set(key, row);
    return first ?? -1;
  }
}

/** FNV-1a over the letters in lower case. */
function hashText(start: number, text: string): number {
  let hash = start ^ 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    hash = Math.imul(hash ^ (code >= 65 && code <= 90 ? code + 32 : code), 0x01000193);
  }
  return hash;
}

function mix(hash: number): number {
  const spread = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  const wider = Math.imul(spread ^ (spread >>> 15), 0x846ca68b);
  return wider ^ (wider >>> 16);
}

function isSameText(one: string, other: string): boolean {
  return one === other || (one.length === other.length && one.toLowerCase() === other.toLowerCase());
}
