// The body of a request, at most so many bytes of it. In: a request. Out: its JSON, or its bytes in a file, or why not.
// This file must never hold more than the cap, whatever length the request announced.

import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Receiving } from '../held/file-shelf.ts';

export type BodyProblem = 'type' | 'tooLarge' | 'malformed' | 'cut';

/** Whether a request says that it carries this type, with at most a character set beside it. */
function carries({ headers }: IncomingMessage, type: string): boolean {
  const [said = '', ...rest] = (headers['content-type'] ?? '').toLowerCase().split(';');
  return said.trim() === type && rest.every((part) => part.trim() === 'charset=utf-8');
}

/** Reads JSON. Shape: an object; anything else is malformed. */
export async function readJson(
  request: IncomingMessage,
  maxBytes: number,
): Promise<
  { readonly kind: 'json'; readonly value: object } | { readonly kind: 'problem'; readonly problem: BodyProblem }
> {
  if (!carries(request, 'application/json')) return { kind: 'problem', problem: 'type' };
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return { kind: 'problem', problem: 'tooLarge' };
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) return { kind: 'problem', problem: 'tooLarge' };
      chunks.push(chunk);
    }
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { kind: 'json', value };
    return { kind: 'problem', problem: 'malformed' };
  } catch {
    return { kind: 'problem', problem: request.complete ? 'malformed' : 'cut' };
  }
}

/** Writes the bytes to a file. Shape: the file once they are all there, else what was wrong with them. */
export async function readFile(
  request: IncomingMessage,
  { into, maxBytes }: { readonly into: () => Receiving; readonly maxBytes: number },
): Promise<{ readonly receiving: Receiving } | BodyProblem> {
  if (!carries(request, 'application/octet-stream')) return 'type';
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return 'tooLarge';
  const receiving = into();
  let isTooLarge = false;
  async function* capped(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let size = 0;
    for await (const chunk of source) {
      size += chunk.length;
      if (size > maxBytes) {
        isTooLarge = true;
        throw new RangeError('more bytes than a file may have');
      }
      yield chunk;
    }
  }
  try {
    await pipeline(request, capped, receiving.stream);
    return { receiving };
  } catch {
    receiving.abandon();
    return isTooLarge ? 'tooLarge' : 'cut';
  }
}
