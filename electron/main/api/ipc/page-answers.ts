// What the app's own scheme answers: the page's files with the headers that keep it to itself, and nothing else.
// In: a request of the window's. Out: the answer. This file must never look at the disk: the files were listed at the start.

import { PAGE_ADDRESS } from '../../../../shared/api/window-address.ts';
import type { PageFile } from '../page-files.ts';
import { pageHeaders } from '../page-headers.ts';

/** The preload speaks for the page: the page itself connects to nothing. */
const HEADERS = pageHeaders({ connect: "'none'" });

/** Shape: 404 for whatever is not in the list, 405 for anything but a plain read. */
export function answerPage(
  files: ReadonlyMap<string, PageFile>,
  { method, url }: { readonly method: string; readonly url: string },
): Response {
  if (method !== 'GET') return new Response(null, { status: 405, headers: HEADERS });
  const [address = ''] = url.split('#', 1);
  // The list is keyed by paths, each with its leading slash.
  const file = address.startsWith(PAGE_ADDRESS) ? files.get(address.slice(PAGE_ADDRESS.length - 1)) : undefined;
  if (file === undefined) return new Response(null, { status: 404, headers: HEADERS });
  return new Response(Buffer.from(file.body), { headers: { ...HEADERS, 'Content-Type': file.type } });
}
