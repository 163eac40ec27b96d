// Opens a link in the system's browser, where there is one. In: a link with a secret, and a private folder. Out: whether a
// browser was asked. The link goes through a private file, since every user of the machine can read a command line.
// This file must never put the link on a command line, nor hand the desk's token on.

import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { withoutToken } from './take-token.ts';

/** Shape: false where no window can open, such as on a server. */
export function openInBrowser(link: string, privateFolder: string): boolean {
  const opener = openerOf(process.platform, process.env);
  if (opener === null) return false;
  const page = join(privateFolder, 'open-desk.html');
  const address = link.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  writeFileSync(page, `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=${address}">`, {
    mode: 0o600,
  });
  const [command, ...words] = opener;
  const child = spawn(command, [...words, pathToFileURL(page).href], {
    stdio: 'ignore',
    detached: true,
    env: withoutToken(process.env),
  });
  // The link is printed as well: a machine without an opener loses nothing.
  child.on('error', () => {});
  child.unref();
  return true;
}

function openerOf(platform: NodeJS.Platform, environment: NodeJS.ProcessEnv): readonly [string, ...string[]] | null {
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  if (platform === 'darwin') return ['open'];
  const hasScreen = [environment['DISPLAY'], environment['WAYLAND_DISPLAY']].some((screen) => (screen ?? '') !== '');
  return hasScreen ? ['xdg-open'] : null;
}
