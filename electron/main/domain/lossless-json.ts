// JSON without loss: numbers keep their source text, duplicate keys are refused, nothing is guessed.

/** A number as the sender wrote it. */
export interface JsonNumber {
  readonly source: string;
}
export type JsonObject = { readonly [key: string]: JsonValue };
export type JsonValue = string | boolean | null | JsonNumber | readonly JsonValue[] | JsonObject;

const NESTING_MAX = 64;
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

class SourceNumber implements JsonNumber {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
}

/** Parses one JSON document. Returns undefined for anything else, for a duplicate key and for nesting deeper than 64. */
export function parseJson(text: string): JsonValue | null | undefined {
  try {
    const value = JSON.parse(text, keepSource) as JsonValue;
    return keysAreUnique(text) ? value : undefined;
  } catch {
    return undefined;
  }
}

function keepSource(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number') return value;
  if (context?.source === undefined) throw new SyntaxError('a number without its source text');
  return new SourceNumber(context.source);
}

/** Walks the tokens. TOKEN only works on text that JSON.parse has accepted. */
function keysAreUnique(text: string): boolean {
  const objects: (Set<string> | null)[] = [];
  let lastString: string | null = null;
  for (const [token] of text.matchAll(TOKEN)) {
    const keys = objects.at(-1);
    if (token === '{' || token === '[') {
      if (objects.push(token === '{' ? new Set() : null) > NESTING_MAX) return false;
    } else if (token === '}' || token === ']') {
      objects.pop();
    } else if (token === ':' && keys && lastString !== null) {
      const key = unquote(lastString);
      if (key === null || keys.has(key)) return false;
      keys.add(key);
    }
    lastString = token.startsWith('"') ? token : null;
  }
  return true;
}

function unquote(token: string): string | null {
  try {
    return JSON.parse(token) as string;
  } catch {
    return null;
  }
}

export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof SourceNumber);
}

export function isJsonNumber(value: JsonValue | undefined): value is JsonNumber {
  return value instanceof SourceNumber;
}

/** An own member, never one of Object.prototype. */
export function member(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** A string, or a number's source text; null for everything else. We keep ids as text even where the gateway sends numbers. */
export function textOf(value: JsonValue | undefined): string | null {
  if (typeof value === 'string') return value;
  return isJsonNumber(value) ? value.source : null;
}

/** The value as JSON, its numbers as they were written. */
export function formatJson(value: JsonValue): string {
  if (isJsonNumber(value)) return value.source;
  if (Array.isArray(value)) return `[${value.map(formatJson).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, inner]) => `${JSON.stringify(name)}:${formatJson(inner)}`)
    .join(',')}}`;
}
