// Every sentence that can reach a page: none tells a person to run a command, and no cure of the command line points to the
// window. Read from the sources, so that new sentences are checked too.

import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from '@swc/core';
import { describe, expect, it } from 'vitest';
import { REPOSITORY } from '../../build/repository.ts';
import { EN } from '../../shared/messages/en.ts';
import type { Sentence as MessageSentence } from '../../shared/messages/sentence.ts';
import type { Door } from '../../shared/rows.ts';

/** An option, a command in backticks, the program's own name, an environment variable, an exit code. */
const COMMAND_WORDS = /(?:^|[\s(])--[a-z]|`|\bpayout-desk\b|PAYOUT_DESK_|exit code|--yes/;

/** A place of the window, or something done there. */
const WINDOW_WORDS =
  /\bPress \b|\bin (?:Settings|History)\b|\bunder (?:Payouts|Match the columns)\b|\bon Confirm\b|\btop of the window\b/;

/** These files contain no sentences for a window. */
const NO_SENTENCES = new Set([
  'electron/main/doors/http/serve-browser.ts',
  'electron/main/doors/self-test.ts',
  'electron/main/doors/electron/desktop.ts',
  'electron/main/doors/electron/app-life.ts',
  'electron/main/platform/machine-id.ts',
  'electron/main/platform/node-version.ts',
  'electron/main/platform/small-nursery.ts',
  'electron/main/platform/environment-secrets.ts',
]);

/** Names of files that the desk offers, of its temp files, and of its folder. */
const NAMES = /^(?:payout-desk(?:-support\.txt|-verified-)?|\.payout-desk-….partial|.*payout-desk .*\.db)$/;

/** Names of declarations with parts of a command-line cure, or with text only for the command line. */
const PARTS: ReadonlySet<string> = new Set(['TICK_AT_TERMINAL', 'unlockCommand', 'options', 'EN_CLI', 'COMMAND_LINE']);

interface Node {
  readonly type?: string;
  readonly [key: string]: unknown;
}
interface Sentence {
  readonly file: string;
  readonly text: string;
  /** The door whose cure it is part of; null when every door says it. */
  readonly door: Door | null;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null;
}

function textOf(node: Node): string | null {
  if (node.type === 'StringLiteral' || node.type === 'JSXText') return String(node['value']);
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node['quasis'])) return null;
  return node['quasis'].map((part: unknown) => (isNode(part) ? String(part['cooked']) : '')).join('…');
}

function nameOf(node: unknown): string | null {
  if (!isNode(node)) return null;
  return typeof node['value'] === 'string' ? node['value'] : null;
}

/** The door for the cure inside a property or a declaration; null when the name does not say. */
function doorOf(node: Node): Door | null {
  const name =
    node.type === 'KeyValueProperty'
      ? nameOf(node['key'])
      : node.type === 'VariableDeclarator'
        ? nameOf(node['id'])
        : node.type === 'FunctionDeclaration'
          ? nameOf(node['identifier'])
          : null;
  if (name === 'window' || name === 'commandLine') return name;
  return name !== null && PARTS.has(name) ? 'commandLine' : null;
}

function sentencesIn(file: string): Sentence[] {
  const source = readFileSync(path.join(REPOSITORY, file), 'utf8');
  const ast = parseSync(source, { syntax: 'typescript', tsx: file.endsWith('x'), target: 'esnext' });
  const found: Sentence[] = [];
  const visit = (node: unknown, door: Door | null): void => {
    if (Array.isArray(node)) for (const one of node) visit(one, door);
    if (!isNode(node) || Array.isArray(node)) return;
    const text = textOf(node);
    if (text !== null) found.push({ file, text, door });
    const inner = doorOf(node) ?? door;
    for (const [key, child] of Object.entries(node)) if (key !== 'span') visit(child, inner);
  };
  visit(ast.body, null);
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

  it('name no command anywhere but in a cure of the command line', () => {
    const files = [...sources('shared/**/*.ts'), ...sources('electron/main/**/*.ts')].filter(
      (file) => !file.startsWith('electron/main/doors/cli/') && !NO_SENTENCES.has(file),
    );
    const sentences = files.flatMap(sentencesIn);
    const naming = sentences.filter(({ text }) => COMMAND_WORDS.test(text) && !NAMES.test(text));
    expect(naming.length).toBeGreaterThan(40);
    expect(naming.filter(({ door }) => door !== 'commandLine')).toEqual([]);
  });
});

describe('the sentences of the command line', () => {
  it('name no place of the window', () => {
    const atTerminal = [...sources('electron/main/doors/cli/**/*.ts'), 'shared/messages/en-cli.ts'].flatMap(
      sentencesIn,
    );
    const files = [...sources('shared/**/*.ts'), ...sources('electron/main/**/*.ts')];
    const cures = files.flatMap(sentencesIn);
    expect(cures.filter(({ door, text }) => door === 'window' && WINDOW_WORDS.test(text)).length).toBeGreaterThan(10);
    const said = [...atTerminal, ...cures.filter(({ door }) => door === 'commandLine')];
    expect(said.filter(({ text }) => WINDOW_WORDS.test(text))).toEqual([]);
  });
});

describe('the catalogue of messages', () => {
  const byDoor = Object.values<MessageSentence>(EN).flatMap((sentence) =>
    typeof sentence === 'object' && 'window' in sentence ? [sentence] : [],
  );

  it('has two whole sentences where doors differ, which each keep to their own door', () => {
    expect(byDoor.length).toBeGreaterThan(100);
    expect(byDoor.filter(({ window }) => COMMAND_WORDS.test(window) || !/^[A-Z].*\.$/.test(window))).toEqual([]);
    expect(byDoor.filter(({ commandLine }) => WINDOW_WORDS.test(commandLine))).toEqual([]);
    expect(byDoor.filter(({ window, commandLine }) => window === commandLine)).toEqual([]);
  });
});
