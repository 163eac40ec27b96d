// The promises of package.json and its lockfile: exact versions, installable on every platform, and no README command that does
// not exist.

import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { builtWorker } from '../../build/fresh-build.ts';
import { REPOSITORY } from '../../build/repository.ts';
import { NODE_MAJOR_MIN } from '../../electron/main/platform/node-version.ts';

const VERSIONS = z.record(z.string(), z.string());

const MANIFEST = z.object({
  scripts: VERSIONS,
  dependencies: VERSIONS,
  devDependencies: VERSIONS,
  overrides: z.record(z.string(), z.union([z.string(), VERSIONS])),
});

const LOCKFILE = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      link: z.boolean().optional(),
      resolved: z.string().optional(),
      os: z.array(z.string()).optional(),
      cpu: z.array(z.string()).optional(),
      optionalDependencies: VERSIONS.optional(),
    }),
  ),
});

const manifest = MANIFEST.parse(readJson('package.json'));
const locked = LOCKFILE.parse(readJson('package-lock.json')).packages;

describe('package.json', () => {
  const wanted = { ...manifest.dependencies, ...manifest.devDependencies };

  it.each(Object.entries(wanted))('pins %s exactly', (name, version) => {
    expect(version).toMatch(/^\d+\.\d+\.\d+(?:-beta\.\d+)?$/);
    expect(locked[`node_modules/${name}`]?.version).toBe(version);
  });

  it('puts our own empty package in the place of each that nothing here reaches', () => {
    const replaced = Object.entries(manifest.overrides).flatMap(([name, one]) =>
      typeof one === 'string' ? [[name, one] as const] : Object.entries(one),
    );
    expect(new Set(replaced.map(([, by]) => by))).toEqual(new Set(['file:build/empty-package']));
    // Where npm resolves an override anew, it looks for the folder below who needs it: `resolved` is then put right by hand.
    const links = Object.entries(locked).filter(([, { link }]) => link === true);
    expect(links.map(([, { resolved }]) => resolved)).toEqual(links.map(() => 'build/empty-package'));
    expect(new Set(links.map(([place]) => place.slice('node_modules/'.length)))).toEqual(
      new Set(replaced.map(([name]) => name)),
    );
    const folder = path.join(REPOSITORY, 'build', 'empty-package');
    expect(readdirSync(folder).toSorted()).toEqual(['index.cjs', 'package.json']);
    expect(createRequire(import.meta.url)(folder)).toEqual({});
  });

  it('brings the Node that the launcher and the scripts ask for', () => {
    const starter = readFileSync(path.join(REPOSITORY, 'build', 'run.mjs'), 'utf8');
    expect(manifest.devDependencies['node']).toMatch(new RegExp(`^${NODE_MAJOR_MIN}\\.`));
    expect(starter).toContain(`const NODE_MAJOR_MIN = ${NODE_MAJOR_MIN};`);
  });

  it('has every script that the README names', () => {
    const readme = readFileSync(path.join(REPOSITORY, 'README.md'), 'utf8');
    const named = [...readme.matchAll(/\bnpm (?:run(?: (?:-s|--silent))? ([\w:-]+)|(test|start)\b)/g)].map(
      ([, run, short]) => run ?? short,
    );
    expect(named).toContain('test:all');
    expect(named.filter((name) => name === undefined || !(name in manifest.scripts))).toEqual([]);
  });
});

const PLATFORMS = [
  { os: 'darwin', cpu: 'arm64' },
  { os: 'darwin', cpu: 'x64' },
  { os: 'linux', cpu: 'x64' },
  { os: 'win32', cpu: 'x64' },
];

const NATIVE = [
  '@napi-rs/keyring',
  '@biomejs/biome',
  'oxlint',
  'oxlint-tsgolint',
  'typescript',
  'rolldown',
  'lightningcss',
  '@swc/core',
];

describe('package-lock.json', () => {
  const cases = NATIVE.flatMap((name) => PLATFORMS.map((platform) => ({ name, ...platform })));

  it.each(cases)('holds the $os-$cpu half of $name', ({ name, os, cpu }) => {
    const halves = Object.keys(locked[`node_modules/${name}`]?.optionalDependencies ?? {});
    const fitting = halves.filter((half) => {
      const entry = locked[`node_modules/${half}`];
      return entry?.os?.includes(os) === true && entry.cpu?.includes(cpu) === true;
    });
    expect(fitting).not.toEqual([]);
  });

  it('lacks no optional dependency of any package', () => {
    const names = new Set(
      Object.keys(locked).map((key) => key.slice(key.lastIndexOf('node_modules/') + 'node_modules/'.length)),
    );
    const lacking = Object.entries(locked).flatMap(([key, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter((name) => !names.has(name))
        .map((name) => `${key} wants ${name}`),
    );
    expect(lacking).toEqual([]);
  });
});

function readJson(name: string): unknown {
  return JSON.parse(readFileSync(path.join(REPOSITORY, name), 'utf8'));
}

describe('a thread of the built program', () => {
  it.each(['draft-thread', 'xlsx-worker'])(
    '%s starts for each file, and so loads no schema of the contract',
    (name) => {
      const loaded = loadedBy(builtWorker(name));
      expect(loaded.size).toBeGreaterThan(2);
      expect([...loaded].filter(([, text]) => text.includes('// node_modules/zod/'))).toEqual([]);
    },
  );

  it('is told apart by this from one that does', () => {
    expect([...loadedBy(builtWorker('desk-thread')).values()].join('\n')).toContain('// node_modules/zod/');
  });
});

/** A built file and everything it imports statically, each with its text. */
function loadedBy(file: string, loaded = new Map<string, string>()): ReadonlyMap<string, string> {
  if (loaded.has(file)) return loaded;
  const text = readFileSync(file, 'utf8');
  loaded.set(file, text);
  for (const [, from = ''] of text.matchAll(/^import [^;]*?"(\.[^"]+)";/gm))
    loadedBy(path.join(path.dirname(file), from), loaded);
  return loaded;
}
