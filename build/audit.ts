// npm run audit: whether npm knows a fault of high severity in anything that is shipped: what is installed with a package, what its
// page is made of, and Electron. What only builds and tests is not asked about.

import { spawnSync } from 'node:child_process';
import { npmCommand } from './npm-package.ts';
import { REPOSITORY } from './repository.ts';
import { componentsOf } from './sbom.ts';

interface Audit {
  readonly vulnerabilities?: Readonly<Record<string, { readonly severity: string; readonly nodes: readonly string[] }>>;
  readonly message?: string;
}

const { command, first } = npmCommand();
const { stdout } = spawnSync(command, [...first, 'audit', '--json'], { cwd: REPOSITORY, encoding: 'utf8' });
const audit = JSON.parse(stdout) as Audit;
const shipped = new Set(componentsOf('app').map(({ place }) => place));
const found = Object.entries(audit.vulnerabilities ?? {}).filter(
  ([, { severity, nodes }]) => ['high', 'critical'].includes(severity) && nodes.some((place) => shipped.has(place)),
);
if (audit.vulnerabilities === undefined) {
  process.stderr.write(`npm could not be asked: ${audit.message ?? 'no answer'}\n`);
  process.exitCode = 1;
} else {
  for (const [name, { severity }] of found) process.stdout.write(`${name}: ${severity}\n`);
  process.stdout.write(`${shipped.size} shipped packages, ${found.length} with a known fault of high severity\n`);
  process.exitCode = found.length === 0 ? 0 : 1;
}
