// The Debian package: the headless program with its own Node below /usr/lib, a menu entry, manual pages and completions.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { COMMANDS, headlessDependencies, putProgram } from './npm-package.ts';
import { REPOSITORY, readManifest } from './repository.ts';
import { copyPackages, programPackages } from './shipped-packages.ts';

const SOURCES = path.join(REPOSITORY, 'build', 'debian');

/** What Node and the native modules link, in the oldest version that has their symbols: the output of dpkg-shlibdeps. */
const DEPENDS = 'libc6 (>= 2.28), libgcc-s1 (>= 3.4), libstdc++6 (>= 9)';

/** Returns the path of the package. Throws without dpkg-deb. */
export function packDeb(packages: string): string {
  const { name, version } = readManifest();
  const architecture = execFileSync('dpkg', ['--print-architecture'], { encoding: 'utf8' }).trim();
  const root = path.join(packages, 'deb');
  rmSync(root, { recursive: true, force: true });
  const step = (what: string): void => void process.stderr.write(`  ${what}\n`);
  step('the program and what it loads');
  const home = path.join(root, 'usr', 'lib', name);
  putProgram(home, 'deb');
  writeFileSync(path.join(home, 'package.json'), `${JSON.stringify({ name, version, type: 'module' })}\n`);
  copyPackages(programPackages(REPOSITORY, Object.keys(headlessDependencies())), {
    from: REPOSITORY,
    to: home,
    keep: isForThisSystem,
  });
  putNode(home);
  step('commands, menu entry, icons, service');
  putCommands(root, name);
  putDesktop(root, name);
  step('manual pages and completions');
  putManuals(root, home);
  putCompletions(root, home);
  putPapers(root, home, name);
  step('checksums and control');
  putControl(root, { name, version, architecture });
  const file = path.join(packages, `${name}_${version}_${architecture}.deb`);
  step('compressing');
  execFileSync('dpkg-deb', ['--root-owner-group', '-Zxz', '-z2', '--build', root, file], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return file;
}

/** Of the native modules, those of this system. */
function isForThisSystem(file: string): boolean {
  const system = `${process.platform}-${process.arch}`;
  if (file.startsWith('better-sqlite3/prebuilds/')) return file === `better-sqlite3/prebuilds/${system}.node`;
  return !file.startsWith('@napi-rs/keyring-') || file.startsWith(`@napi-rs/keyring-${system}-gnu/`);
}

/** The Node that runs this, which npm ci installed, with its licence. */
function putNode(home: string): void {
  const modules = path.join(REPOSITORY, 'node_modules', 'node');
  const node = path.join(home, 'node');
  copyFileSync(path.join(modules, 'bin', 'node'), node);
  chmodSync(node, 0o755);
  const licence = path.join(modules, 'node_modules', `node-linux-${process.arch}`, 'LICENSE');
  if (!existsSync(licence)) throw new Error('the licence of Node is not where its package had it');
  copyFileSync(licence, path.join(home, 'node.LICENSE'));
}

function putCommands(root: string, name: string): void {
  const program = `/usr/lib/${name}`;
  for (const command of Object.keys(COMMANDS)) {
    put(root, `usr/bin/${command}`, `#!/bin/sh\nexec ${program}/node ${program}/bin/${command}.js "$@"\n`, 0o755);
  }
  put(root, 'usr/bin/payout-desk-link', readFileSync(path.join(SOURCES, 'payout-desk-link'), 'utf8'), 0o755);
  put(
    root,
    'usr/lib/systemd/user/payout-desk.service',
    readFileSync(path.join(SOURCES, 'payout-desk.service'), 'utf8'),
  );
}

function putDesktop(root: string, name: string): void {
  put(root, `usr/share/applications/${name}.desktop`, readFileSync(path.join(SOURCES, 'payout-desk.desktop'), 'utf8'));
  const icons = path.join(REPOSITORY, 'build', 'resources', 'icons');
  for (const file of readdirSync(icons).filter((name) => !name.startsWith('1024'))) {
    const size = path.basename(file, '.png');
    const target = path.join(root, 'usr', 'share', 'icons', 'hicolor', size, 'apps');
    mkdirSync(target, { recursive: true });
    cpSync(path.join(icons, file), path.join(target, `${name}.png`));
  }
}

/** One page with the help of every command, as the installed program prints it. */
function putManuals(root: string, home: string): void {
  const { version } = readManifest();
  const { help } = JSON.parse(ask(home, ['help', '--json'])) as { readonly help: Readonly<Record<string, string>> };
  const head = (command: string, summary: string): string =>
    `.TH ${command.toUpperCase()} 1 "" "Payout Desk ${version}"\n.SH NAME\n${command} \\- ${summary}\n`;
  const body = Object.entries(help).map(([title, text]) => `.SH ${title.toUpperCase()}\n.nf\n${escaped(text)}\n.fi\n`);
  const more = '.SH SEE ALSO\npayout-desk-window(1), /usr/share/doc/payout-desk\n';
  putPage(
    root,
    'payout-desk.1',
    `${head('payout-desk', 'pays salaries and refunds from a spreadsheet')}${body.join('')}${more}`,
  );
  const window = ask(home, ['--help'], 'payout-desk-window');
  putPage(
    root,
    'payout-desk-window.1',
    `${head('payout-desk-window', 'the window of Payout Desk in this computer’s browser')}.SH SYNOPSIS\n.nf\n${escaped(window)}\n.fi\n.SH SEE ALSO\npayout-desk(1), payout-desk-link(1)\n`,
  );
  putPage(
    root,
    'payout-desk-link.1',
    `${head('payout-desk-link', 'a new link to the window that runs as a service of this user')}.SH SYNOPSIS\npayout-desk-link\n.SH DESCRIPTION\nStart the service with systemctl \\-\\-user enable \\-\\-now payout-desk; each link opens the window once.\n`,
  );
}

/** A line that begins with a point or a quote would be a command of the formatter. */
function escaped(text: string): string {
  return text
    .trimEnd()
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll(/^(?=[.'])/gm, '\\&');
}

function putPage(root: string, name: string, text: string): void {
  put(root, `usr/share/man/man1/${name}.gz`, gzipSync(text, { level: 9 }));
}

function putCompletions(root: string, home: string): void {
  put(root, 'usr/share/bash-completion/completions/payout-desk', ask(home, ['completion', 'bash']));
  put(root, 'usr/share/zsh/vendor-completions/_payout-desk', ask(home, ['completion', 'zsh']));
  put(root, 'usr/share/fish/vendor_completions.d/payout-desk.fish', ask(home, ['completion', 'fish']));
}

/** What the packaged program prints. */
function ask(home: string, words: readonly string[], command = 'payout-desk'): string {
  return execFileSync(process.execPath, [path.join(home, 'bin', `${command}.js`), ...words], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

function putPapers(root: string, home: string, name: string): void {
  const papers = `usr/share/doc/${name}`;
  const read = (file: string): string => readFileSync(path.join(home, file), 'utf8');
  put(root, `${papers}/README.md`, read('README.md'));
  put(root, `${papers}/changelog.gz`, gzipSync(read('CHANGELOG.md'), { level: 9 }));
  put(root, `${papers}/sbom.cdx.json`, read('sbom.cdx.json'));
  const copyright = [
    'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/',
    `Comment: Payout Desk is under the MIT licence; what it is made of follows, and Node's words are in\n /usr/lib/${name}/node.LICENSE`,
  ].join('\n');
  put(root, `${papers}/copyright`, `${copyright}\n\n${read('LICENSE')}\n${read('licences.txt')}`);
}

interface Control {
  readonly name: string;
  readonly version: string;
  readonly architecture: string;
}

function putControl(root: string, { name, version, architecture }: Control): void {
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .toSorted();
  let bytes = 0;
  const sums = files.map((file) => {
    const content = readFileSync(path.join(root, file));
    bytes += content.length;
    return `${createHash('md5').update(content).digest('hex')}  ${file}\n`;
  });
  const control = [
    `Package: ${name}`,
    `Version: ${version}`,
    `Architecture: ${architecture}`,
    'Section: misc',
    'Priority: optional',
    'Maintainer: Payout Desk <payout-desk@localhost>',
    `Installed-Size: ${Math.ceil(bytes / 1_024)}`,
    `Depends: ${DEPENDS}`,
    'Recommends: gnome-keyring | keepassxc, xdg-utils',
    'Description: pays salaries and refunds from a spreadsheet',
    ' Payout Desk checks a spreadsheet of payments, asks for the typed count, pays',
    ' every row once through a payment gateway, follows each payment to its end and',
    ' leaves a report for the auditor. With a command line, and a window in the',
    ' browser of this computer.',
    '',
  ];
  put(root, 'DEBIAN/control', control.join('\n'));
  put(root, 'DEBIAN/md5sums', sums.join(''));
  put(root, 'DEBIAN/prerm', readFileSync(path.join(SOURCES, 'prerm'), 'utf8'), 0o755);
}

function put(root: string, file: string, content: string | Buffer, mode = 0o644): void {
  const target = path.join(root, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, content);
  chmodSync(target, mode);
}
