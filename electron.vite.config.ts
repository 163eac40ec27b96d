import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { readGuide, readLicences } from './build/page-papers.ts';
import manifest from './package.json' with { type: 'json' };
import { CONTRACT } from './shared/api/contract.ts';

/** This file is bundled where it lies before it is read. */
const ROOT = import.meta.dirname;

export default defineConfig({
  main: {
    build: {
      // Whole it takes 80 ms to load, in each thread that needs some of it: its parts that are used take 20.
      externalizeDeps: { exclude: ['zod'] },
      rolldownOptions: {
        input: {
          cli: 'electron/main/doors/cli/cli.ts',
          browser: 'electron/main/doors/http/browser.ts',
          desktop: 'electron/main/start-app.ts',
          'desk-thread': 'electron/main/desk-thread.ts',
          'draft-thread': 'electron/main/desk/drafts/draft-thread.ts',
          'draft-process': 'electron/main/desk/drafts/draft-process.ts',
          'xlsx-worker': 'electron/main/import/xlsx-worker.ts',
          'practice-worker': 'electron/main/practice/worker.ts',
          'file-work-worker': 'electron/main/store/file-work-worker.ts',
          'keychain-process': 'electron/main/platform/keychain/keychain-process.ts',
        },
        output: {
          format: 'es',
          entryFileNames: '[name].js',
          // Beside the entries, so that a worker's file is found beside whichever chunk starts it.
          chunkFileNames: '[name]-[hash].js',
        },
      },
    },
  },
  preload: {
    // The preload gets the contract's names, not its schemas: a sandboxed preload cannot load a package.
    define: { CONTRACT_COMMAND_NAMES: JSON.stringify(Object.keys(CONTRACT)) },
    build: {
      externalizeDeps: false,
      rolldownOptions: {
        input: { preload: 'electron/preload/preload.ts' },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'renderer',
    // The guide's pictures, served beside the page.
    publicDir: '../docs/screens',
    define: {
      PAGE_VERSION: JSON.stringify(manifest.version),
      PAPERS: JSON.stringify({
        guides: { en: readGuide(join(ROOT, 'docs', 'guide.md')), hi: readGuide(join(ROOT, 'docs', 'guide.hi.md')) },
        licences: readLicences(ROOT),
      }),
    },
    plugins: [react()],
    build: {
      // The window's own engine: light-dark() and layers stay as they are written.
      target: 'chrome150',
      cssTarget: 'chrome150',
      // The page's CSP allows no data: addresses and no script of a page's own.
      assetsInlineLimit: 0,
      minify: true,
      // Loaded from this machine: one file is quicker than many.
      chunkSizeWarningLimit: 1_000,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: 'renderer/index.html' },
    },
  },
});
