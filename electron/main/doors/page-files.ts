// The page's files. A file that is not in the list does not exist, so no path can lead out of the folder. Also the headers that
// isolate the page, the same at every door.

import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import { RefusedError } from '../../../shared/failures.ts';
import { msg } from '../../../shared/messages/message.ts';
import type { Refusal } from '../../../shared/rows.ts';

export interface PageFile {
  readonly type: string;
  readonly body: Uint8Array;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};

/** Reads the page's files into memory, by URL path; `/` is index.html. Throws RefusedError if the page is missing. */
export function listPageFiles(folder: string): ReadonlyMap<string, PageFile> {
  const files = new Map<string, PageFile>();
  for (const name of namesIn(folder)) {
    const type = TYPES[extname(name).toLowerCase()];
    if (type === undefined) continue;
    files.set(`/${name.replaceAll(sep, '/')}`, { type, body: readFileSync(join(folder, name)) });
  }
  const index = files.get('/index.html');
  if (index === undefined) throw new RefusedError(NO_PAGE);
  return files.set('/', index);
}

/** An empty window would not explain it. */
const NO_PAGE: Refusal = {
  code: 'pageMissing',
  message: msg('door.pageMissing'),
  cure: msg('cure.installAgain'),
};

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  } catch {
    return [];
  }
}

/** `connect`: the page's own door over HTTP, or nothing if the preload makes all requests. */
export function pageHeaders({ connect }: { readonly connect: "'self'" | "'none'" }): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    `connect-src ${connect}`,
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    'Content-Security-Policy': policy.join('; '),
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), usb=(), serial=(), payment=()',
    'Cache-Control': 'no-store',
  };
}
