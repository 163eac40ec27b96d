// What is decided never depends on what is read by a person: a sentence that was spoken is shown or written, not compared.

import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from '@swc/core';
import { describe, expect, it } from 'vitest';
import { REPOSITORY } from '../../build/repository.ts';

const SPEAKERS = new Set(['say', 'speak', 'inEnglish', 'typedCure']);
const SEARCHES = new Set(['includes', 'match', 'matchAll', 'startsWith', 'endsWith', 'indexOf', 'search', 'split']);
const COMPARISONS = new Set(['===', '!==', '==', '!=', '<', '>']);

/** Logs, files for the gateway or other programs, and what is said before there is a language. */
const SPEAK_ENGLISH = [
  'electron/main/desk/payouts/payout-handlers.ts',
  'electron/main/desk/payouts/unknown-handlers.ts',
  'electron/main/desk/runtime/desk-handlers.ts',
  'electron/main/desk/runtime/open-window-desk.ts',
  'electron/main/doors/electron/desktop.ts',
  'electron/main/doors/http/serve-browser.ts',
  'electron/main/doors/self-test.ts',
  'shared/failures.ts',
  'shared/messages/speak.ts',
];

interface Node {
  readonly type?: string;
  readonly [key: string]: unknown;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null;
}

function nameOf(node: unknown): string | null {
  return isNode(node) && typeof node['value'] === 'string' ? node['value'] : null;
}

function isSpoken(node: unknown): boolean {
  return isNode(node) && node.type === 'CallExpression' && SPEAKERS.has(nameOf(node['callee']) ?? '');
}

/** Whether the node searches or compares a spoken sentence. */
function comparesWords(node: Node): boolean {
  if (node.type === 'BinaryExpression' && COMPARISONS.has(String(node['operator']))) {
    return isSpoken(node['left']) || isSpoken(node['right']);
  }
  const { callee } = node;
  if (node.type !== 'CallExpression' || !isNode(callee) || callee.type !== 'MemberExpression') return false;
  const method = nameOf(callee['property']) ?? '';
  if (SEARCHES.has(method) && isSpoken(callee['object'])) return true;
  const given = Array.isArray(node['arguments']) ? node['arguments'] : [];
  return ['test', 'exec'].includes(method) && given.some((one: unknown) => isNode(one) && isSpoken(one['expression']));
}

function breaches(source: string, tsx = false): number {
  let count = 0;
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (!isNode(node)) return;
    if (comparesWords(node)) count += 1;
    for (const [key, child] of Object.entries(node)) if (key !== 'span') visit(child);
  };
  visit(parseSync(source, { syntax: 'typescript', tsx, target: 'esnext' }).body);
  return count;
}

const SOURCES = globSync('{electron,renderer,shared}/**/*.{ts,tsx}', { cwd: REPOSITORY })
  .map((file) => file.split(path.sep).join('/'))
  .filter((file) => !file.endsWith('.d.ts'));
const read = (file: string): string => readFileSync(path.join(REPOSITORY, file), 'utf8');

describe('a sentence that was spoken', () => {
  it.each([
    "if (say(pause.message).includes('disk')) stop();",
    "const is = inEnglish(refusal.message) === 'The disk is full.';",
    'const row = /row (\\d+)/.exec(say(issue.message));',
    'const first = speak(message, voice).split(". ")[0];',
  ])('is seen where it is compared: %s', (planted) => {
    expect(breaches(planted)).toBe(1);
  });

  it('is not compared or searched anywhere', () => {
    expect(SOURCES.length).toBeGreaterThan(300);
    expect(SOURCES.filter((file) => breaches(read(file), file.endsWith('x')) > 0)).toEqual([]);
  });

  it('is English whatever the language only in these files', () => {
    const english = SOURCES.filter((file) => /\binEnglish\(/.test(read(file)));
    expect(english.toSorted()).toEqual(SPEAK_ENGLISH);
  });
});
