// npm run sbom npm|deb|app: the bill of materials of a package, as CycloneDX 1.6: what is installed with it, what its page is made
// of, and the Node or Electron that it brings.

import { randomUUID } from 'node:crypto';
import { REPOSITORY, readManifest } from './repository.ts';
import {
  builtInPackages,
  DESKTOP_DEPENDENCIES,
  lockedPackage,
  programPackages,
  type ShippedPackage,
} from './shipped-packages.ts';

export type PackageKind = 'npm' | 'deb' | 'app';

/** What a package of this kind contains, by name. */
export function componentsOf(kind: PackageKind): readonly ShippedPackage[] {
  const { dependencies } = readManifest();
  const roots = Object.keys(dependencies).filter((name) => kind === 'app' || !DESKTOP_DEPENDENCIES.has(name));
  const runtime = { npm: [], deb: ['node'], app: ['electron'] }[kind].map((name) => lockedPackage(REPOSITORY, name));
  const all = [...programPackages(REPOSITORY, roots), ...builtInPackages(REPOSITORY), ...runtime];
  const byPlace = new Map(all.filter(({ isEmpty }) => !isEmpty).map((one) => [one.place, one]));
  return [...byPlace.values()].toSorted((one, other) => (one.place < other.place ? -1 : 1));
}

export function billOfMaterials(kind: PackageKind, madeAt = new Date()): object {
  const { name, version, description, license } = readManifest();
  const components = componentsOf(kind);
  const self = `pkg:generic/${name}@${version}`;
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${randomUUID()}`,
    version: 1,
    metadata: {
      timestamp: madeAt.toISOString(),
      component: {
        type: 'application',
        'bom-ref': self,
        name,
        version,
        description,
        licenses: licencesOf(license),
        purl: self,
      },
    },
    components: components.map((one) => ({
      type: one.name === 'electron' || one.name === 'node' ? 'framework' : 'library',
      'bom-ref': `${purlOf(one)}#${one.place}`,
      ...nameOf(one.name),
      version: one.version,
      ...(one.license === '' ? {} : { licenses: licencesOf(one.license) }),
      ...(one.integrity === null ? {} : { hashes: [hashOf(one.integrity)] }),
      purl: purlOf(one),
    })),
    dependencies: [{ ref: self, dependsOn: components.map((one) => `${purlOf(one)}#${one.place}`) }],
  };
}

function nameOf(name: string): { readonly group?: string; readonly name: string } {
  const [group, rest] = name.split('/');
  return rest === undefined || group === undefined ? { name } : { group, name: rest };
}

function purlOf({ name, version }: ShippedPackage): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

/** An identifier of SPDX, or an expression of several. */
function licencesOf(license: string): readonly object[] {
  return /^[\w.+-]+$/.test(license) ? [{ license: { id: license } }] : [{ expression: license }];
}

function hashOf(integrity: string): object {
  const [algorithm = '', digest = ''] = integrity.split(/-(.*)/);
  return { alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(digest, 'base64').toString('hex') };
}

const KINDS: readonly PackageKind[] = ['npm', 'deb', 'app'];
if (import.meta.filename === process.argv[1]) {
  const [wanted = 'app'] = process.argv.slice(2);
  const kind = KINDS.find((one) => one === wanted);
  if (kind === undefined) {
    process.stderr.write(`There is no package "${wanted}": ${KINDS.join(', ')}.\n`);
    process.exitCode = 2;
  } else process.stdout.write(`${JSON.stringify(billOfMaterials(kind), null, 2)}\n`);
}
