// Plants forbidden imports in a copy of the sources. The gate must refuse each by its rule, pass the sources as they are, and
// refuse what it could not read.

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cruiseImports, type ImportReport } from '../../build/cruise-imports.ts';
import { IMPORT_RULES } from '../../build/import-rules.ts';
import { REPOSITORY } from '../../build/repository.ts';
import { ALLOWED, BACK_HALF_OF_THE_CYCLE, FORBIDDEN } from './planted-imports.ts';

describe('the import rules', () => {
  let tree = '';
  let report: ImportReport;

  beforeAll(async () => {
    tree = copySources();
    for (const { file, text } of [...FORBIDDEN, ...ALLOWED, BACK_HALF_OF_THE_CYCLE]) plant({ tree, file, text });
    report = await cruiseImports(tree);
  });

  afterAll(() => rmSync(tree, { recursive: true, force: true }));

  it.each(FORBIDDEN)('refuse $file by $rule', ({ rule, file }) => {
    expect(report.forbidden.filter(({ from }) => from === file).map((found) => found.rule)).toContain(rule);
  });

  it.each(ALLOWED)('allow $file', ({ file }) => {
    expect(report.forbidden.filter(({ from }) => from === file)).toEqual([]);
  });

  it('are each seen to bite', () => {
    const planted = new Set(FORBIDDEN.map(({ rule }) => rule));
    expect(IMPORT_RULES.map(({ name }) => name).filter((name) => !planted.has(name))).toEqual([]);
  });

  it('are held against every file on disk', () => {
    expect(report.missed).toEqual([]);
    expect(report.moduleCount).toBeGreaterThan(FORBIDDEN.length + ALLOWED.length + FILES_OF_THE_HOUSE_MIN);
  });

  it('stop the gate with the rule, the file and a failing exit code', () => {
    const gate = runGate(tree);
    expect(gate.exitCode).toBe(1);
    expect(gate.said).toContain(
      'store-gateway-mail-import-reports-practice-register-looks-down: electron/main/gateway/planted-value.ts imports',
    );
  });
});

describe('the import gate', () => {
  it('passes the sources as they are, having read a plausible number of files and imports', async () => {
    const report = await cruiseImports(REPOSITORY);
    expect(report.forbidden).toEqual([]);
    expect(report.missed).toEqual([]);
    expect(report.moduleCount).toBeGreaterThan(FILES_OF_THE_HOUSE_MIN);
    expect(report.importCount).toBeGreaterThan(report.moduleCount);
  });

  it('refuses to pass blind, as dependency-cruiser does where it has no parser for TypeScript', () => {
    const gate = runGate(REPOSITORY, ['--import', `data:text/javascript,${encodeURIComponent(WITHOUT_SWC)}`]);
    expect(gate.exitCode).toBe(1);
    expect(gate.said).toContain('not read: shared/money.ts');
    expect(gate.said).toContain(' 0 forbidden');
  });

  it('refuses a tree with hardly a file in it', () => {
    const tree = mkdtempSync(path.join(tmpdir(), 'payout-desk-imports-'));
    plant({ tree, file: 'shared/alone.ts', text: 'export const x = 1;' });
    const gate = runGate(tree);
    rmSync(tree, { recursive: true, force: true });
    expect(gate.exitCode).toBe(1);
    expect(gate.said).toContain('too few files read');
  });
});

/** The shared texts, the layers and the build scripts together have far more files. */
const FILES_OF_THE_HOUSE_MIN = 60;

/** Makes @swc/core look as if it were not installed. */
const WITHOUT_SWC = `
  import { registerHooks } from 'node:module';
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier.startsWith('@swc/core')) throw Object.assign(new Error(specifier), { code: 'MODULE_NOT_FOUND' });
      return next(specifier, context);
    },
  });
`;

function copySources(): string {
  const tree = mkdtempSync(path.join(tmpdir(), 'payout-desk-imports-'));
  for (const name of ['shared', 'electron', 'renderer', 'build', 'package.json']) {
    cpSync(path.join(REPOSITORY, name), path.join(tree, name), { recursive: true });
  }
  symlinkSync(path.join(REPOSITORY, 'node_modules'), path.join(tree, 'node_modules'), 'junction');
  return tree;
}

function plant({ tree, file, text }: { tree: string; file: string; text: string }): void {
  mkdirSync(path.dirname(path.join(tree, file)), { recursive: true });
  writeFileSync(path.join(tree, file), `${text}\n`);
}

function runGate(
  tree: string,
  nodeOptions: readonly string[] = [],
): { readonly exitCode: number | null; readonly said: string } {
  const script = path.join(REPOSITORY, 'build', 'check-imports.ts');
  const { status, stdout } = spawnSync(process.execPath, [...nodeOptions, script, tree], { encoding: 'utf8' });
  return { exitCode: status, said: stdout };
}
