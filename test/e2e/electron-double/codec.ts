// Values that cross between the page, the preload's world and the main process. The source text of makeCodec runs in Chromium, so
// it must not refer to anything outside itself.

export type Encoded =
  | string
  | number
  | boolean
  | null
  | readonly Encoded[]
  | { readonly is: string; readonly v: unknown };

export interface Codec {
  /** Throws what Electron throws when a value cannot be cloned. */
  readonly encode: (value: unknown, onFunction?: (fn: (...args: unknown[]) => unknown) => number) => Encoded;
  readonly decode: (encoded: Encoded, onFunction?: (id: number) => unknown) => unknown;
}

export function makeCodec(): Codec {
  const CHUNK = 0x8000;
  const refuse = (): never => {
    throw new Error('An object could not be cloned.');
  };

  const encodeBytes = (bytes: Uint8Array): string => {
    let text = '';
    for (let at = 0; at < bytes.length; at += CHUNK) text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
    return btoa(text);
  };

  const encode: Codec['encode'] = (value, onFunction) => {
    switch (typeof value) {
      case 'string':
      case 'boolean':
        return value;
      case 'number':
        return Number.isFinite(value) ? value : { is: 'number', v: String(value) };
      case 'undefined':
        return { is: 'undefined', v: null };
      case 'bigint':
        return { is: 'bigint', v: String(value) };
      case 'function':
        return onFunction === undefined
          ? refuse()
          : { is: 'function', v: onFunction(value as (...args: unknown[]) => unknown) };
      case 'object':
        return encodeObject(value, onFunction);
      case 'symbol':
        return refuse();
      default:
        return refuse();
    }
  };

  const encodeObject = (value: object | null, onFunction: Parameters<Codec['encode']>[1]): Encoded => {
    if (value === null) return null;
    if (Array.isArray(value)) return value.map((one) => encode(one, onFunction));
    if (value instanceof Uint8Array) return { is: 'bytes', v: encodeBytes(value) };
    if (value instanceof ArrayBuffer) return { is: 'buffer', v: encodeBytes(new Uint8Array(value)) };
    if (value instanceof Date) return { is: 'date', v: value.getTime() };
    if (value instanceof Error) return { is: 'error', v: value.message };
    if ([Promise, Map, Set, Blob].some((kind) => value instanceof kind)) return refuse();
    const entries = Object.entries(value).map(([name, one]) => [name, encode(one, onFunction)]);
    return { is: 'object', v: entries };
  };

  const decode: Codec['decode'] = (encoded, onFunction) => {
    if (encoded === null || typeof encoded !== 'object') return encoded;
    if (!('is' in encoded)) return encoded.map((one) => decode(one, onFunction));
    const { is, v } = encoded;
    switch (is) {
      case 'undefined':
        return undefined;
      case 'number':
        return Number(v);
      case 'bigint':
        return BigInt(String(v));
      case 'bytes':
        return Uint8Array.from(atob(String(v)), (letter) => letter.charCodeAt(0));
      case 'buffer':
        return Uint8Array.from(atob(String(v)), (letter) => letter.charCodeAt(0)).buffer;
      case 'date':
        return new Date(Number(v));
      case 'error':
        return new Error(String(v));
      case 'function':
        return onFunction === undefined ? refuse() : onFunction(Number(v));
      default:
        return Object.fromEntries((v as [string, Encoded][]).map(([name, one]) => [name, decode(one, onFunction)]));
    }
  };

  return { encode, decode };
}
