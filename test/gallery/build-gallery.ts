// Builds the page of controls into a folder, and serves it to this machine only.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { REPOSITORY } from '../../build/repository.ts';
import { listPageFiles, pageHeaders } from '../../electron/main/doors/page-files.ts';

const FOLDER = path.join(REPOSITORY, 'out', 'gallery', 'page');

export interface Gallery {
  readonly url: string;
  readonly close: () => void;
}

/** With the same headers as the window's own page. */
export async function openGallery(): Promise<Gallery> {
  await build({
    configFile: false,
    logLevel: 'warn',
    root: path.join(REPOSITORY, 'test', 'gallery'),
    plugins: [react()],
    build: { outDir: FOLDER, emptyOutDir: true, target: 'chrome150', cssTarget: 'chrome150', assetsInlineLimit: 0 },
  });
  const files = listPageFiles(FOLDER);
  const server = createServer(({ url = '/' }, response) => {
    const file = files.get(url);
    response.writeHead(file === undefined ? 404 : 200, {
      ...pageHeaders({ connect: "'none'" }),
      ...(file === undefined ? {} : { 'Content-Type': file.type }),
    });
    response.end(file?.body);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}
