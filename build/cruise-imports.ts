// dependency-cruiser reads the imports with swc: its TypeScript parser finds nothing under TypeScript 7 and passes blind. A tree
// that was not read must never count as clean, so every file on disk is accounted for.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { cruise, type ICruiseOptions, type ICruiseResult, type IModule } from 'dependency-cruiser';
import { IMPORT_RULES } from './import-rules.ts';

const FOLDERS = ['shared', 'electron', 'renderer', 'test', 'build'];
const SOURCE_FILE = /\.(ts|tsx|mts|cts|mjs)$/;

/** An import as our formatter writes it. Each must also be in what dependency-cruiser read: an independent, simpler check. */
const WRITTEN_IMPORT = /^(?:import|export)\b[^'"`;]*?\bfrom '(?:node:)?([^']+)'/gm;

export interface ForbiddenImport {
  readonly rule: string;
  readonly from: string;
  readonly to: string;
}

export interface ImportReport {
  readonly forbidden: readonly ForbiddenImport[];
  /** Files on disk that were not read, or whose imports were not all found. */
  readonly missed: readonly string[];
  readonly moduleCount: number;
  readonly importCount: number;
}

/** Reads every import under root and checks it against the rules. Throws when a file cannot be parsed. */
export async function cruiseImports(root: string): Promise<ImportReport> {
  return reportOn(await readImports(root), sourcesUnder(root, foldersOf(root)), root);
}

/** Reads every file under root and what it imports. Throws when a file cannot be parsed. */
export async function readImports(root: string): Promise<ICruiseResult> {
  const options: ICruiseOptions = {
    baseDir: root,
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    preserveSymlinks: true,
    ruleSet: { forbidden: [...IMPORT_RULES] },
    validate: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  };
  const { output } = await cruise(foldersOf(root), options);
  if (typeof output === 'string') throw new Error('dependency-cruiser answered in words where a result was asked for');
  return output;
}

function foldersOf(root: string): string[] {
  return FOLDERS.filter((folder) => existsSync(path.join(root, folder)));
}

function reportOn(result: ICruiseResult, sources: readonly string[], root: string): ImportReport {
  const read = new Map(result.modules.map((module) => [module.source, module]));
  const ours = sources.flatMap((source) => read.get(source) ?? []);
  return {
    forbidden: result.summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
    missed: sources.filter((source) => isMissed(root, source, read.get(source))),
    moduleCount: ours.length,
    importCount: ours.reduce((count, module) => count + module.dependencies.length, 0),
  };
}

function isMissed(root: string, source: string, module: IModule | undefined): boolean {
  if (module === undefined) return true;
  const seen = new Set(module.dependencies.map((dependency) => dependency.module));
  const written = [...readFileSync(path.join(root, source), 'utf8').matchAll(WRITTEN_IMPORT)];
  return written.some(([, specifier]) => specifier !== undefined && !seen.has(specifier));
}

function sourcesUnder(root: string, folders: readonly string[]): readonly string[] {
  return folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => path.posix.join(folder, name.replaceAll(path.sep, '/')))
      .filter((name) => SOURCE_FILE.test(name)),
  );
}
