// docs/passport-checker.html: the page that checks payment passports, with its script and style in it. It is kept in the repository,
// because people get it without the program, and the desk puts it beside passports. A test compares it with its sources.

import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'vite';
import { REPOSITORY } from './repository.ts';

export const CHECKER_PAGE = path.join(REPOSITORY, 'docs', 'passport-checker.html');

const SOURCES = path.join(REPOSITORY, 'renderer', 'passport-checker');

/** Older browsers than the window's own open this page. */
const TARGET = 'es2022';

/** The page as its sources make it. */
export async function makeCheckerPage(): Promise<string> {
  const script = await bundled(path.join(SOURCES, 'checker.ts'));
  const style = readFileSync(path.join(SOURCES, 'checker.css'), 'utf8');
  // Nothing is loaded or sent, whatever the script says.
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const page = readFileSync(path.join(SOURCES, 'checker.html'), 'utf8');
  // As functions, because a text would be searched for dollar signs.
  return page
    .replace('{policy}', () => policy)
    .replace('<style></style>', () => `<style>${style}</style>`)
    .replace('<script></script>', () => `<script>${script}</script>`);
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

async function bundled(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      target: TARGET,
      minify: true,
      lib: { entry, formats: ['iife'], name: 'checker' },
    },
  });
  const [first] = [built].flat();
  const [chunk] = first !== undefined && 'output' in first ? first.output : [];
  if (chunk?.type !== 'chunk') throw new Error('the checker was not built');
  if (chunk.code.includes('</script')) throw new Error('the script would end the page');
  return chunk.code.trim();
}

if (process.argv[1] === import.meta.filename) writeFileSync(CHECKER_PAGE, await makeCheckerPage());
