// What the app's own scheme answers: the page's files, from a list made at the start, with the headers that keep it to
// itself.

import { PAGE_ADDRESS, type WindowRequest } from '../../../../shared/api/window.ts';
import type { HostedDesk } from '../../desk-host.ts';
import { type PageFile, pageHeaders } from '../page-files.ts';

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

/** Takes a copy, so that what is checked and paid is what was opened. Shape: `refused` says why it could not be read. */
export async function openPath(desk: Pick<HostedDesk, 'takeFromDisk'>, path: string): Promise<WindowRequest> {
  const taken = await desk.takeFromDisk(path);
  return 'code' in taken ? { kind: 'refused', refusal: taken } : { kind: 'open', file: taken };
}
