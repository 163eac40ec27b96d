// Collects the body of one request. In: the request. Out: its bytes once they are all here, or why they are not.
// A body past the cap is read to its end but not kept, so that the refusal can be delivered.
// This file must never hold more than the cap in memory.

import type { IncomingMessage } from 'node:http';
import { PRACTICE_REQUEST_MAX_BYTES } from '../../../shared/limits.ts';

type BodyReading =
  | { readonly kind: 'whole'; readonly body: Buffer }
  | { readonly kind: 'tooLarge' }
  | { readonly kind: 'cut' };

/** Reads a request's body. */
export function readBody(request: IncomingMessage): Promise<BodyReading> {
  return new Promise((resolve) => {
    let chunks: Buffer[] = [];
    let sizeBytes = 0;
    request.on('data', (chunk: Buffer) => {
      sizeBytes += chunk.length;
      if (sizeBytes <= PRACTICE_REQUEST_MAX_BYTES) chunks.push(chunk);
      else chunks = [];
    });
    request.on('end', () => {
      const [only] = chunks;
      if (sizeBytes > PRACTICE_REQUEST_MAX_BYTES) resolve({ kind: 'tooLarge' });
      else resolve({ kind: 'whole', body: chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks) });
    });
    request.on('close', () => resolve({ kind: 'cut' }));
  });
}
