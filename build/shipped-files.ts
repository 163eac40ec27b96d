// What the packages leave out of the packages they are built from: what only developers of those read, and forms of a package that
// nothing here loads. One list for every kind of package, as globs below node_modules.

import path from 'node:path';

export const UNSHIPPED: readonly string[] = [
  '**/*.{map,flow,d.ts,d.mts,d.cts}',
  // Some licences are written in Markdown.
  '**/!(*[Ll][Ii][Cc][Ee][Nn][CcSs][Ee]*|*NOTICE*).{markdown,md}',
  '**/.*',
  // Never `doc`: exceljs keeps its workbooks in one.
  '**/{test,tests,__tests__,docs,example,examples,benchmark,benchmarks,coverage,.github}/**',
  '**/readable-stream/doc/**',
  // The build puts it into the program.
  'zod/**',
  // What TypeScript reads.
  '@types/**',
  // For browsers, for CommonJS or for old systems.
  'exceljs/dist/**',
  'pdfkit/js/pdfkit.{js,old.js,browser.js,browser.mjs,browser.old.js,browser.old.mjs,standalone.js}',
  'pdfkit/tools/**',
  'fontkit/src/**',
  'fontkit/dist/{browser.cjs,browser-module.mjs,main.cjs}',
  'node-forge/{dist,flash}/**',
  // A PDF gets the woff of these weights; the window has fonts of its own.
  '@fontsource/**/*.{css,scss,woff2}',
  '@fontsource/*/files/*-{100,200,300,500,700,800,900}-*',
  '@fontsource/*/files/*-italic.woff',
  // What its prebuilt modules were built from.
  'better-sqlite3/{deps,src}/**',
  'better-sqlite3/binding.gyp',
];

/** Whether a file of node_modules is part of a package; `/` separates its folders. */
export function isShipped(fileBelowModules: string): boolean {
  const file = fileBelowModules.replaceAll('\\', '/');
  // In a glob of Node's a star matches no point at the beginning; in electron-builder's it does.
  if (file.split('/').some((name) => name.startsWith('.'))) return false;
  return !UNSHIPPED.some((glob) => path.posix.matchesGlob(file, glob));
}
