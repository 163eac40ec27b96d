// Every sentence that can reach a page: none tells a person to give a command. Read off the sources, so that a new sentence
// is held to it as well.

import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from '@swc/core';
import { describe, expect, it } from 'vitest';
import { REPOSITORY } from '../../build/repository.ts';
import { inTheWindow, WINDOW_CURES } from '../../electron/main/api/window-cures.ts';

/** An option, a command in backticks, the program's own name, a variable of the environment, an exit code. */
const COMMAND_WORDS = /(?:^|[\s(])--[a-z]|`|\bpayout-desk\b|PAYOUT_DESK_|exit code|--yes/;

/** Nothing of these is a sentence for a window. */
const NO_SENTENCES = new Set([
  'electron/main/browser.ts',
  'electron/main/desktop.ts',
  'electron/main/desktop/start-words.ts',
  'electron/main/platform/machine-id.ts',
  'electron/main/platform/node-version.ts',
  'electron/main/platform/small-nursery.ts',
  'electron/main/platform/take-token.ts',
]);

/** Names of files that the desk offers, of its temp files, and of its folder. */
const NAMES = /^(?:payout-desk(?:\.log)?|\.payout-desk-….partial|.*payout-desk .*\.db)$/;

/** Parts of a cure that stand outside it, by the name they are declared under, and what they are the cure of. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  USE_REFERENCES: ['noSuchPayout', 'rowsMoved'],
  cureOf: ['locked'],
  cureOfDoubt: ['walletLow', 'lookupsUnreliable'],
  cureOfStop: ['referenceKnown'],
  noSuchBatch: ['unknownBatch'],
  noVault: ['noKeychain'],
  notSettled: ['notSettled', 'inDoubt'],
  options: ['columnMissing', 'columnTied'],
  targetExists: ['fileExists'],
};

interface Node {
  readonly type?: string;
  readonly [key: string]: unknown;
}
interface Sentence {
  readonly file: string;
  readonly text: string;
  /** The codes it may be the cure of: of the object it stands in, and of the names around it. */
  readonly codes: readonly string[];
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null;
}

function textOf(node: Node): string | null {
  if (node.type === 'StringLiteral') return String(node['value']);
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node['quasis'])) return null;
  return node['quasis'].map((part: unknown) => (isNode(part) ? String(part['cooked']) : '')).join('…');
}

function nameOf(node: unknown): string | null {
  if (!isNode(node)) return null;
  return typeof node['value'] === 'string' ? node['value'] : null;
}

/** The codes that an object, a property or a declaration around a sentence stands for. */
function codesOf(node: Node): readonly string[] {
  if (node.type === 'ObjectExpression' && Array.isArray(node['properties']))
    return node['properties'].flatMap((property: unknown) => {
      if (!isNode(property) || nameOf(property['key']) !== 'code' || !isNode(property['value'])) return [];
      const code = textOf(property['value']);
      return code === null ? [] : [code];
    });
  if (node.type === 'KeyValueProperty') return [nameOf(node['key']) ?? ''];
  if (node.type === 'VariableDeclarator') return PARTS[nameOf(node['id']) ?? ''] ?? [];
  if (node.type === 'FunctionDeclaration') return PARTS[nameOf(node['identifier']) ?? ''] ?? [];
  return [];
}

function sentencesIn(file: string): Sentence[] {
  const source = readFileSync(path.join(REPOSITORY, file), 'utf8');
  const ast = parseSync(source, { syntax: 'typescript', tsx: file.endsWith('x'), target: 'esnext' });
  const found: Sentence[] = [];
  const visit = (node: unknown, codes: readonly string[]): void => {
    if (Array.isArray(node)) for (const one of node) visit(one, codes);
    if (!isNode(node) || Array.isArray(node)) return;
    const text = textOf(node);
    if (text !== null) found.push({ file, text, codes });
    const inner = [...codes, ...codesOf(node)];
    for (const [key, child] of Object.entries(node)) if (key !== 'span') visit(child, inner);
  };
  visit(ast.body, []);
  return found;
}

const sources = (pattern: string): string[] =>
  globSync(pattern, { cwd: REPOSITORY }).map((file) => file.split(path.sep).join('/'));

describe('the sentences of the window', () => {
  it('name no command on its own pages', () => {
    const wrong = sources('renderer/**/*.{ts,tsx}')
      .filter((file) => !file.startsWith('renderer/bridge/'))
      .flatMap(sentencesIn)
      .filter(({ text }) => COMMAND_WORDS.test(text));
    expect(wrong).toEqual([]);
  });

  it('have a cure of their own wherever the cure at a terminal names a command', () => {
    const files = [...sources('shared/**/*.ts'), ...sources('electron/main/**/*.ts')].filter(
      (file) =>
        !file.startsWith('electron/main/terminal/') && !file.startsWith('electron/main/cli') && !NO_SENTENCES.has(file),
    );
    const named = files.flatMap(sentencesIn).filter(({ text }) => COMMAND_WORDS.test(text) && !NAMES.test(text));
    expect(named.length).toBeGreaterThan(40);
    // A message is the same everywhere; only a cure has another one for the window.
    const hasOther = ({ codes }: Sentence): boolean =>
      codes.at(-1) !== 'message' && codes.some((code) => Object.hasOwn(WINDOW_CURES, code));
    const wrong = named.filter((sentence) => !hasOther(sentence));
    expect(wrong).toEqual([]);
  });

  it('name a command neither in a cure of the window nor in any message', () => {
    expect(Object.values(WINDOW_CURES).filter((cure) => COMMAND_WORDS.test(cure))).toEqual([]);
    expect(Object.values(WINDOW_CURES).filter((cure) => !/^[A-Z].*\.$/.test(cure))).toEqual([]);
  });

  it('keep what was said, and a cure that is good in both places', () => {
    const known = { code: 'tokenRefused', message: 'No.', cure: 'Replace it with `profile token`.', more: 1 };
    expect(inTheWindow(known)).toEqual({ ...known, cure: 'Press Replace the token beside the account in Settings.' });
    const same = { code: 'constructor', message: 'No.', cure: 'Wait.' };
    expect(inTheWindow(same)).toBe(same);
  });
});
