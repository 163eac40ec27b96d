// Never start a tool through a shell: Windows would split and quote its arguments differently.

import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The folder that holds package.json. */
export const REPOSITORY = path.join(import.meta.dirname, '..');

/** What package.json says of this package. */
interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

export function readManifest(): Manifest {
  return JSON.parse(readFileSync(path.join(REPOSITORY, 'package.json'), 'utf8')) as Manifest;
}

/** The script behind a tool in node_modules, to run with this same Node. Throws when the package or its command is missing. */
export function toolScript({ packageName, command }: { packageName: string; command: string }): string {
  const folder = path.join(REPOSITORY, 'node_modules', packageName);
  const manifest: unknown = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const script = commandOf(manifest, command);
  if (script === null) throw new Error(`${packageName} has no command ${command}`);
  return path.join(folder, script);
}

function commandOf(manifest: unknown, command: string): string | null {
  if (typeof manifest !== 'object' || manifest === null || !('bin' in manifest)) return null;
  const { bin } = manifest;
  if (typeof bin === 'string') return bin;
  const script: unknown = typeof bin === 'object' && bin !== null ? Reflect.get(bin, command) : null;
  return typeof script === 'string' ? script : null;
}
