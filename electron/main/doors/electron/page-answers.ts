// Responses for the app's own scheme: the page's files, from a list made at the start, with the headers that isolate the page.

import { PAGE_ADDRESS, type WindowRequest } from '../../../../shared/api/window.ts';
import type { HostedDesk } from '../../desk-host.ts';
import { type PageFile, pageHeaders } from '../page-files.ts';

/** The preload makes all requests; the page itself connects to nothing. */
const HEADERS = pageHeaders({ connect: "'none'" });

/** Responds 404 for anything not in the list, 405 for anything but GET. */
export function answerPage(
  files: ReadonlyMap<string, PageFile>,
  { method, url }: { readonly method: string; readonly url: string },
): Response {
  if (method !== 'GET') return new Response(null, { status: 405, headers: HEADERS });
  const [address = ''] = url.split('#', 1);
  // The list is keyed by paths with a leading slash.
  const file = address.startsWith(PAGE_ADDRESS) ? files.get(address.slice(PAGE_ADDRESS.length - 1)) : undefined;
  if (file === undefined) return new Response(null, { status: 404, headers: HEADERS });
  return new Response(Buffer.from(file.body), { headers: { ...HEADERS, 'Content-Type': file.type } });
}

/** Copies the file, so that what is checked and paid is what was opened. `refused` says why it could not be read. */
export async function openPath(desk: Pick<HostedDesk, 'takeFromDisk'>, path: string): Promise<WindowRequest> {
  const received = await desk.takeFromDisk(path);
  return 'code' in received ? { kind: 'refused', refusal: received } : { kind: 'open', file: received };
}
