// In: the entries of the main process, the preload, and the window's page. Out: out/main/*.js, plain ESM for Node 24 and
// Electron, dependencies left in node_modules; out/preload, one CommonJS file; out/renderer, with everything that the page needs.
// This file must never bundle a native module, nor need the Electron runtime to build.
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { CONTRACT } from './shared/api/contract.ts';

export default defineConfig({
  main: {
    build: {
      externalizeDeps: true,
      rolldownOptions: {
        input: {
          cli: 'electron/main/cli.ts',
          browser: 'electron/main/browser.ts',
          desktop: 'electron/main/desktop.ts',
          'xlsx-worker': 'electron/main/import/xlsx-worker.ts',
          'practice-worker': 'electron/main/practice/worker.ts',
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
