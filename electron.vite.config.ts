// In: the entries of the main process. Out: out/main/*.js, plain ESM for Node 24 and Electron, dependencies left in
// node_modules. This file must never bundle a native module, nor need the Electron runtime to build.
import { defineConfig } from 'electron-vite';

export default defineConfig({
  main: {
    build: {
      externalizeDeps: true,
      rolldownOptions: {
        input: {
          cli: 'electron/main/cli.ts',
          browser: 'electron/main/browser.ts',
          'xlsx-worker': 'electron/main/import/xlsx-worker.ts',
          'practice-worker': 'electron/main/practice/worker.ts',
          'keychain-process': 'electron/main/keychain/keychain-process.ts',
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
});
