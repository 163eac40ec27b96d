// npm run manifests -- --from FOLDER --address https://… --id org.example.PayoutDesk: the manifests of a release for winget,
// Homebrew and Flatpak, from the packages in a folder, into out/manifests. `--address` is where those files can be had, `--id` a
// name of the publisher's own in the reverse order of his domain. Ends with 1 where a package is missing.

import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { REPOSITORY, readManifest } from './repository.ts';

export interface Release {
  readonly version: string;
  readonly day: string;
  readonly address: string;
  readonly id: string;
  readonly files: Readonly<Record<PackageName, { readonly name: string; readonly sha256: string }>>;
}

const PACKAGES = {
  windows: /-win-x64-setup\.exe$/,
  macIntel: /-mac-x64\.dmg$/,
  macApple: /-mac-arm64\.dmg$/,
  linux: /-linux-amd64\.deb$/,
} as const;
type PackageName = keyof typeof PACKAGES;

const SAYS = 'Pays salaries and refunds from a spreadsheet through a payment gateway, each row once.';
const WINGET_VERSION = '1.10.0';
const WINGET_ID = 'PayoutDesk.PayoutDesk';
/** As electron-builder names the menu entry and its icons. */
const LINUX_NAME = 'payout-desk-app';

/** Throws for a package that the folder lacks, or has twice: an unsigned one is never offered. */
export function readRelease(folder: string, named: Pick<Release, 'version' | 'day' | 'address' | 'id'>): Release {
  const there = readdirSync(folder);
  const find = (name: PackageName): Release['files'][PackageName] => {
    const found = there.filter((file) => PACKAGES[name].test(file) && file.includes(`-${named.version}-`));
    const [file] = found;
    if (file === undefined || found.length > 1)
      throw new Error(`${folder} has ${found.length} packages of ${named.version} like ${PACKAGES[name].source}`);
    return {
      name: file,
      sha256: createHash('sha256')
        .update(readFileSync(path.join(folder, file)))
        .digest('hex'),
    };
  };
  return {
    ...named,
    files: { windows: find('windows'), macIntel: find('macIntel'), macApple: find('macApple'), linux: find('linux') },
  };
}

/** The text of each file, by its path below the folder of manifests. */
export function manifestsOf(release: Release): Readonly<Record<string, string>> {
  const { id } = release;
  const winget = Object.entries(wingetOf(release)).map(([kind, manifest]): [string, string] => [
    `winget/${WINGET_ID}${kind === 'version' ? '' : `.${kind === 'defaultLocale' ? 'locale.en-US' : kind}`}.yaml`,
    `# yaml-language-server: $schema=https://aka.ms/winget-manifest.${kind}.${WINGET_VERSION}.schema.json\n${yamlOf(manifest)}\n`,
  ]);
  return {
    ...Object.fromEntries(winget),
    'homebrew/payout-desk.rb': caskOf(release),
    [`flatpak/${id}.json`]: `${JSON.stringify(flatpakOf(release), null, 2)}\n`,
    [`flatpak/${id}.metainfo.xml`]: metainfoOf(release),
  };
}

type Yaml = string | readonly Readonly<Record<string, string>>[] | readonly string[];

/** The three manifests that winget wants, as it names them. */
export function wingetOf({ version, day, address, files: { windows } }: Release) {
  const about = { PackageIdentifier: WINGET_ID, PackageVersion: version };
  const kind = (ManifestType: string) => ({ ManifestType, ManifestVersion: WINGET_VERSION });
  const { license } = readManifest();
  return {
    version: { ...about, DefaultLocale: 'en-US', ...kind('version') },
    installer: {
      ...about,
      InstallerType: 'nullsoft',
      Scope: 'user',
      UpgradeBehavior: 'install',
      ReleaseDate: day,
      Installers: [
        {
          Architecture: 'x64',
          InstallerUrl: `${address}/${windows.name}`,
          InstallerSha256: windows.sha256.toUpperCase(),
        },
      ],
      ...kind('installer'),
    },
    defaultLocale: {
      ...about,
      PackageLocale: 'en-US',
      Publisher: 'Payout Desk',
      PackageName: 'Payout Desk',
      License: license,
      ShortDescription: SAYS,
      Moniker: 'payout-desk',
      Tags: ['payouts', 'payroll', 'salary', 'upi'],
      ...kind('defaultLocale'),
    },
  } satisfies Record<string, Readonly<Record<string, Yaml>>>;
}

/** Every text is quoted as in JSON, which YAML reads the same. */
function yamlOf(manifest: Readonly<Record<string, Yaml>>): string {
  const line = (name: string, value: string): string => `${name}: ${JSON.stringify(value)}`;
  return Object.entries(manifest)
    .flatMap(([name, value]) => {
      if (typeof value === 'string') return [line(name, value)];
      const items = value.map((item) =>
        typeof item === 'string'
          ? `- ${JSON.stringify(item)}`
          : `- ${Object.entries(item)
              .map(([key, text]) => line(key, text))
              .join('\n  ')}`,
      );
      return [`${name}:`, ...items];
    })
    .join('\n');
}

function caskOf({ version, address, files: { macIntel, macApple } }: Release): string {
  const file = macApple.name.replace('arm64', '#{arch}').replace(version, '#{version}');
  return `cask "payout-desk" do
  arch arm: "arm64", intel: "x64"

  version "${version}"
  sha256 arm:   "${macApple.sha256}",
         intel: "${macIntel.sha256}"

  url "${address.replaceAll(version, '#{version}')}/${file}"
  name "Payout Desk"
  desc "Pays salaries and refunds from a spreadsheet"
  homepage "${homeOf(address)}"

  auto_updates true

  app "Payout Desk.app"

  # Its databases are the record of what was paid: no uninstall takes them.
end
`;
}

function flatpakOf({ address, id, files: { linux } }: Release): object {
  return {
    'app-id': id,
    runtime: 'org.freedesktop.Platform',
    'runtime-version': '25.08',
    sdk: 'org.freedesktop.Sdk',
    base: 'org.electronjs.Electron2.BaseApp',
    'base-version': '25.08',
    command: 'payout-desk',
    'rename-desktop-file': `${LINUX_NAME}.desktop`,
    'rename-icon': LINUX_NAME,
    'finish-args': [
      '--share=network',
      '--share=ipc',
      '--socket=wayland',
      '--socket=fallback-x11',
      '--device=dri',
      '--talk-name=org.freedesktop.secrets',
      '--talk-name=org.freedesktop.Notifications',
    ],
    modules: [
      {
        name: 'payout-desk',
        buildsystem: 'simple',
        'build-commands': [
          'ar x payout-desk.deb',
          'tar -xf data.tar.*',
          'mkdir -p /app/lib /app/share',
          "mv 'opt/Payout Desk' /app/lib/payout-desk",
          'cp -r usr/share/applications usr/share/icons /app/share/',
          `sed -i 's|^Exec=.*|Exec=payout-desk %U|' /app/share/applications/${LINUX_NAME}.desktop`,
          `install -Dm644 ${id}.metainfo.xml /app/share/metainfo/${id}.metainfo.xml`,
          'install -Dm755 payout-desk.sh /app/bin/payout-desk',
        ],
        sources: [
          {
            type: 'file',
            url: `${address}/${linux.name}`,
            sha256: linux.sha256,
            'dest-filename': 'payout-desk.deb',
            'only-arches': ['x86_64'],
          },
          { type: 'file', path: `${id}.metainfo.xml` },
          {
            type: 'script',
            'dest-filename': 'payout-desk.sh',
            // The sandbox of Chromium, by way of Flatpak's own.
            commands: [`exec zypak-wrapper /app/lib/payout-desk/${LINUX_NAME} "$@"`],
          },
        ],
      },
    ],
  };
}

function metainfoOf({ version, day, address, id }: Release): string {
  const { license } = readManifest();
  const developer = id.split('.').slice(0, -1).join('.');
  return `<?xml version="1.0" encoding="UTF-8"?>
<component type="desktop-application">
  <id>${id}</id>
  <metadata_license>CC0-1.0</metadata_license>
  <project_license>${license}</project_license>
  <name>Payout Desk</name>
  <summary>Pays salaries and refunds from a spreadsheet</summary>
  <developer id="${developer}">
    <name>Payout Desk</name>
  </developer>
  <description>
    <p>${SAYS} What was paid is followed to its end and recorded for audit; a payment in doubt is never sent again without a person's decision.</p>
  </description>
  <launchable type="desktop-id">${id}.desktop</launchable>
  <url type="homepage">${homeOf(address)}</url>
  <content_rating type="oars-1.1"/>
  <releases>
    <release version="${version}" date="${day}"/>
  </releases>
</component>
`;
}

/** Where the files come from: a release of GitHub is shown with its repository. */
function homeOf(address: string): string {
  return address.replace(/\/releases\/download\/[^/]*$/, '');
}

if (import.meta.filename === process.argv[1]) {
  const { values } = parseArgs({
    options: { from: { type: 'string' }, address: { type: 'string' }, id: { type: 'string' } },
  });
  const { from = path.join('out', 'packages', 'desktop'), address, id } = values;
  const isId = id !== undefined && /^[a-z][\w-]*(?:\.[\w-]+)+\.[A-Za-z][\w-]*$/.test(id);
  if (address === undefined || !/^https:\/\/\S+[^/\s]$/.test(address) || !isId) {
    process.stderr.write(
      'Give --address https://…, where the packages can be had, and --id, such as org.example.PayoutDesk.\n',
    );
    process.exitCode = 2;
  } else {
    const day = new Date().toISOString().slice(0, 10);
    try {
      const release = readRelease(from, { version: readManifest().version, day, address, id });
      for (const [name, text] of Object.entries(manifestsOf(release))) {
        const file = path.join(REPOSITORY, 'out', 'manifests', name);
        mkdirSync(path.dirname(file), { recursive: true });
        writeFileSync(file, text);
        process.stdout.write(`${path.relative(REPOSITORY, file)}\n`);
      }
    } catch (error) {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
      process.exitCode = 1;
    }
  }
}
