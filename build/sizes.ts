// npm run sizes: how large the packages in out/packages are, packed and installed, and how many packages npm ci installs here, each
// beside its goal. Ends with 1 when one is over. A package that was not made is left out.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runNpm } from './npm-package.ts';
import { REPOSITORY } from './repository.ts';

const PACKAGES = path.join(REPOSITORY, 'out', 'packages');
const MEGABYTE = 1_000_000;

interface Measure {
  readonly what: string;
  readonly value: number;
  readonly goal: number;
  readonly unit: string;
}

const measures = [...packed('.deb', 60), ...packed('.tgz', 25), ...installed(), installedHere()];
for (const { what, value, goal, unit } of measures) {
  const verdict = value <= goal ? '' : '  OVER';
  console.log(
    `${what.padEnd(34)} ${value.toFixed(unit === 'MB' ? 1 : 0).padStart(7)} ${unit.padEnd(9)} goal ${goal}${verdict}`,
  );
}
process.exitCode = measures.every(({ value, goal }) => value <= goal) ? 0 : 1;

function packed(ending: string, goal: number): readonly Measure[] {
  if (!existsSync(PACKAGES)) return [];
  const files = readdirSync(PACKAGES).filter((name) => name.endsWith(ending));
  return files.map((name) => ({
    what: name,
    value: statSync(path.join(PACKAGES, name)).size / MEGABYTE,
    goal,
    unit: 'MB',
  }));
}

/** The npm package as npm installs it. */
function installed(): readonly Measure[] {
  const tarball = existsSync(PACKAGES) ? readdirSync(PACKAGES).find((name) => name.endsWith('.tgz')) : undefined;
  if (tarball === undefined) return [];
  const folder = mkdtempSync(path.join(tmpdir(), 'payout-desk-size-'));
  try {
    runNpm(['install', '--silent', '--global', '--prefix', folder, path.join(PACKAGES, tarball)], folder);
    const kilobytes = Number(execFileSync('du', ['-sk', folder], { encoding: 'utf8' }).split('\t')[0]);
    return [{ what: 'npm package, installed', value: (kilobytes * 1_024) / MEGABYTE, goal: 150, unit: 'MB' }];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** As npm's own record of what it installed says. */
function installedHere(): Measure {
  const record = path.join(REPOSITORY, 'node_modules', '.package-lock.json');
  const { packages } = JSON.parse(readFileSync(record, 'utf8')) as { readonly packages: object };
  const places = Object.keys(packages).filter((place) => place.startsWith('node_modules/'));
  return { what: 'npm ci', value: places.length, goal: 500, unit: 'packages' };
}
