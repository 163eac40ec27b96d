import { readFileSync } from 'node:fs';

/** The version in package.json. */
export function readVersion(): string {
  // The built program is two folders deep, this file three.
  const place = import.meta.url.endsWith('.ts') ? '../../../package.json' : '../../package.json';
  const { version } = JSON.parse(readFileSync(new URL(place, import.meta.url), 'utf8')) as { version: string };
  return version;
}
