// Plants faults that cost money or leak a token, one per file. The lint gate must name each; a fault not planted here is not
// known to be caught.

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { REPOSITORY, toolScript } from '../../build/repository.ts';

const PROMISE = `async function work(): Promise<number> { await Promise.resolve(); return 1; }\n`;
const UNION = `type Word = 'paid' | 'failed' | 'unknown';\n`;

interface PlantedFault {
  readonly rule: string;
  readonly file: string;
  readonly text: string;
}

const FAULTS: readonly PlantedFault[] = [
  fault('typescript(no-floating-promises)', `${PROMISE}export function start(): void { work(); }`),
  fault('typescript(no-misused-promises)', `${PROMISE}export const x = (): number => (work() ? 1 : 2);`),
  fault(
    'typescript(no-misused-promises)',
    `${PROMISE}export const x = (): void => { [1].forEach(async () => { await work(); }); };`,
  ),
  fault('typescript(await-thenable)', `export async function x(): Promise<void> { const n = 5; await n; }`),
  fault(
    'typescript(switch-exhaustiveness-check)',
    `${UNION}export function x(w: Word): number {
      switch (w) { case 'paid': return 1; case 'failed': return 2; }
      return 3;
    }`,
  ),
  fault(
    'typescript(switch-exhaustiveness-check)',
    `${UNION}export function x(w: Word): number { switch (w) { case 'paid': return 1; default: return 2; } }`,
  ),
  fault('typescript(no-explicit-any)', `export const x = (value: any): string => String(value);`),
  fault('typescript(no-non-null-assertion)', `export const x = (value?: string): number => value!.length;`),
  fault('typescript(consistent-type-imports)', `export const x: import('node:fs').Stats | null = null;`),
  fault('typescript(no-import-type-side-effects)', `import { type Stats } from 'node:fs'; export type X = Stats;`),
  fault('typescript(no-require-imports)', `import fs = require('node:fs'); export const x = fs;`),
  fault(
    'eslint(no-restricted-globals)',
    `export const x = async (): Promise<unknown> => fetch('https://gateway.example/');`,
  ),
  fault(
    'eslint(no-restricted-globals)',
    `export const x = async (): Promise<unknown> => globalThis.fetch('https://gateway.example/');`,
  ),
  fault('eslint(no-restricted-imports)', `import { net } from 'electron'; export const x = net;`),
  fault('eslint(no-restricted-imports)', `import * as electron from 'electron'; export const x = electron;`),
  fault('eslint(no-restricted-imports)', `import { ipcMain } from 'electron'; export const x = ipcMain;`),
  fault('eslint(no-restricted-imports)', `import { request } from 'undici'; export const x = request;`),
  fault('eslint(no-restricted-imports)', `import axios from 'axios'; export const x = axios;`),
  fault('eslint(no-restricted-imports)', `import { connect } from 'node:net'; export const x = connect;`),
  fault('eslint(no-console)', `export const x = (): void => { console.log('paid'); };`),
  fault('import(no-default-export)', `export default function x(): void {}`),
  fault('import(no-dynamic-require)', `export const x = async (name: string): Promise<unknown> => import(name);`),
  fault('oxc(no-barrel-file)', `export * from './planted-00.ts';`),
  fault('unicorn(prefer-node-protocol)', `import { readFileSync } from 'fs'; export const x = readFileSync;`),
  {
    rule: 'eslint(no-restricted-imports)',
    file: 'electron/main/doors/electron/planted-electron.ts',
    text: `import { net } from 'electron'; export const x = net;`,
  },
  ...['fetch', 'window.fetch', 'globalThis.fetch'].map((name, index) => ({
    rule: 'eslint(no-restricted-globals)',
    file: `renderer/features/planted/planted-${index}.ts`,
    text: `export const x = async (): Promise<unknown> => ${name}('/api/command');`,
  })),
  {
    rule: 'eslint(no-restricted-globals)',
    file: 'renderer/ui/planted-storage.ts',
    text: `export const x = (token: string): void => localStorage.setItem('token', token);`,
  },
  {
    rule: 'react(no-danger)',
    file: 'renderer/ui/planted-danger.tsx',
    text: `export const x = (html: string) => <p dangerouslySetInnerHTML={{ __html: html }} />;`,
  },
  {
    rule: 'react-hooks(rules-of-hooks)',
    file: 'renderer/ui/planted-hook.tsx',
    text: `import { useState } from 'react';
           export function Planted({ on }: { readonly on: boolean }) {
             if (on) useState(0);
             return null;
           }`,
  },
  {
    rule: 'vitest(no-focused-tests)',
    file: 'test/planted.test.ts',
    text: `import { expect, it } from 'vitest'; it.only('x', () => { expect(1).toBe(1); });`,
  },
].map((planted, index) => ({ ...planted, file: planted.file.replace('#', String(index).padStart(2, '0')) }));

const FINE: readonly Omit<PlantedFault, 'rule'>[] = [
  {
    file: 'electron/main/doors/electron/planted-fine.ts',
    text: `import { ipcMain } from 'electron';\nexport const x = ipcMain;`,
  },
  { file: 'electron/main/doors/cli/address.ts', text: `import { isIP } from 'node:net';\nexport const x = isIP;` },
  { file: 'electron/main/gateway/fine.ts', text: `import { connect } from 'node:net';\nexport const x = connect;` },
  {
    file: 'renderer/bridge/http-transport.ts',
    text: `export const x = async (): Promise<unknown> => fetch('/api/command');`,
  },
  { file: 'electron/main/doors/cli/fine.ts', text: `export const x = (): void => {\n  console.log('paid');\n};` },
  {
    file: 'electron/main/engine/fine.ts',
    text: `${PROMISE}export const x = async (): Promise<number> => (await work()) + 1;`,
  },
];

const FINDINGS = z.object({ diagnostics: z.array(z.object({ code: z.string().optional(), filename: z.string() })) });

describe('the lint gate', () => {
  let tree = '';
  let findings: z.infer<typeof FINDINGS>['diagnostics'] = [];

  beforeAll(() => {
    tree = mkdtempSync(path.join(tmpdir(), 'payout-desk-lint-'));
    for (const name of [
      '.oxlintrc.json',
      'package.json',
      'tsconfig.json',
      'electron/tsconfig.json',
      'renderer/tsconfig.json',
      'test/tsconfig.json',
    ]) {
      cpSync(path.join(REPOSITORY, name), path.join(tree, name), { recursive: true });
    }
    symlinkSync(path.join(REPOSITORY, 'node_modules'), path.join(tree, 'node_modules'), 'junction');
    for (const { file, text } of [...FAULTS, ...FINE]) {
      mkdirSync(path.dirname(path.join(tree, file)), { recursive: true });
      writeFileSync(path.join(tree, file), `${text}\n`);
    }
    findings = lint(tree);
  });

  afterAll(() => rmSync(tree, { recursive: true, force: true }));

  it.each(FAULTS)('catches $rule in $file', ({ rule, file }) => {
    expect(findings.filter(({ filename }) => filename === file).map(({ code }) => code)).toContain(rule);
  });

  it.each(FINE)('has nothing to say about $file', ({ file }) => {
    expect(findings.filter(({ filename }) => filename === file)).toEqual([]);
  });
});

/** A fault in the engine; `#` is replaced by the fault's number. */
function fault(rule: string, text: string): PlantedFault {
  return { rule, file: 'electron/main/engine/planted-#.ts', text };
}

function lint(tree: string): z.infer<typeof FINDINGS>['diagnostics'] {
  const script = toolScript({ packageName: 'oxlint', command: 'oxlint' });
  const { stdout } = spawnSync(process.execPath, [script, '--type-aware', '--format=json', '.'], {
    cwd: tree,
    encoding: 'utf8',
  });
  return FINDINGS.parse(JSON.parse(stdout)).diagnostics;
}
