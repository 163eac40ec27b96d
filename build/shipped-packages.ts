// Which packages of npm the program needs where it is installed, and which are in its page: from the lock file, so that exactly what
// was tested is shipped.

import { copyFileSync, existsSync, globSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isShipped } from './shipped-files.ts';

interface Locked {
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  /** A folder of ours. */
  readonly link?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

export interface ShippedPackage {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** As npm locks it: `sha512-` and the digest in base64. */
  readonly integrity: string | null;
  /** Its folder below the repository, with `/`. */
  readonly place: string;
  /** True for build/empty-package, which replaces packages that nothing uses. */
  readonly isEmpty: boolean;
}

interface Lockfile {
  readonly packages: Readonly<Record<string, Locked>>;
}

/** Only the desktop app looks for updates. */
export const DESKTOP_DEPENDENCIES: ReadonlySet<string> = new Set(['electron-updater']);

/** The source of the list of bank branches, and a font of the page's styles. */
const DATA = ['ifsc', '@fontsource-variable/inter'];

/** The packages that the program loads where it is installed, those for other systems too. */
export function programPackages(repository: string, roots: readonly string[]): readonly ShippedPackage[] {
  return closure(readLock(repository), roots);
}

/** The packages of which the page and the built program hold a part. */
export function builtInPackages(repository: string): readonly ShippedPackage[] {
  const names = new Set(DATA);
  for (const file of globSync('renderer/**/*.{ts,tsx}', { cwd: repository })) {
    const source = readFileSync(path.join(repository, file), 'utf8');
    for (const [, name = ''] of source.matchAll(/ from '((?:@[\w-]+\/)?[\w][\w.-]*)[\w/.-]*'/g)) names.add(name);
  }
  const lock = readLock(repository);
  return closure(
    lock,
    [...names].filter((name) => `node_modules/${name}` in lock.packages),
  );
}

/** One package by its name. Throws if the lock file lacks it. */
export function lockedPackage(repository: string, name: string): ShippedPackage {
  const [found] = closure(readLock(repository), [name]);
  if (found === undefined) throw new Error(`the lock file lacks ${name}`);
  return found;
}

function readLock(repository: string): Lockfile {
  return JSON.parse(readFileSync(path.join(repository, 'package-lock.json'), 'utf8')) as Lockfile;
}

/** The packages and everything they need, each where npm put it, the named ones first. */
function closure({ packages }: Lockfile, roots: readonly string[]): readonly ShippedPackage[] {
  const found = new Map<string, Locked>();
  const waiting = roots.map((name) => ({ name, from: '' }));
  for (const { name, from } of waiting) {
    const place = nearest(packages, { name, from });
    const locked = place === null ? undefined : packages[place];
    if (place === null || locked === undefined || found.has(place)) continue;
    found.set(place, locked);
    const needs = { ...locked.dependencies, ...locked.optionalDependencies };
    for (const needed of Object.keys(needs)) waiting.push({ name: needed, from: place });
  }
  return [...found].map(([place, { version = '', license = '', integrity = null, link = false }]) => ({
    name: place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length),
    version,
    license,
    integrity,
    place,
    isEmpty: link,
  }));
}

/** Where Node finds a package that the one at `from` needs. */
function nearest(
  packages: Lockfile['packages'],
  { name, from }: { readonly name: string; readonly from: string },
): string | null {
  let folder = from;
  for (;;) {
    const place = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (place in packages) return place;
    if (folder === '') return null;
    const up = folder.lastIndexOf('/node_modules/');
    folder = up === -1 ? '' : folder.slice(0, up);
  }
}

/** Copies the packages that are installed, with the files that are shipped of them. `keep` may leave out more, by the path below node_modules. */
export function copyPackages(
  packages: readonly ShippedPackage[],
  {
    from,
    to,
    keep = () => true,
  }: { readonly from: string; readonly to: string; readonly keep?: (file: string) => boolean },
): void {
  for (const { place } of packages) {
    if (!existsSync(path.join(from, place))) continue;
    const below = place.slice('node_modules/'.length);
    for (const file of filesOf(path.join(from, place))) {
      const name = `${below}/${file}`;
      if (!isShipped(name) || !keep(name)) continue;
      const target = path.join(to, 'node_modules', ...name.split('/'));
      mkdirSync(path.dirname(target), { recursive: true });
      copyFileSync(path.join(from, place, file), target);
    }
  }
}

/** The files of one package, without the packages that lie in it. */
function filesOf(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((file) => !file.split('/').includes('node_modules'));
}
