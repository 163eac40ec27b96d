// Opens a link in the system's browser, where there is one. The link holds a secret and every user of the machine can
// read a command line, so it goes through a page of its own: in a folder that is made for it, whose name nobody could
// have known and which only this user enters, and it is gone once the link was used.

import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { withoutToken } from './take-token.ts';

const FOLDER = 'open-';
const PAGE = 'open-desk.html';

/** Gives what removes the page; null where no window can open, such as on a server. */
export function openInBrowser(link: string, folder: string): (() => void) | null {
  const opener = openerOf(process.platform, process.env);
  if (opener === null) return null;
  const page = writePage(link, folder);
  if (page === null) return null;
  const [command, ...words] = opener;
  const child = spawn(command, [...words, pathToFileURL(page.path).href], {
    stdio: 'ignore',
    detached: true,
    env: withoutToken(process.env),
  });
  // The link is printed as well: a machine without an opener loses nothing.
  child.on('error', () => {});
  child.unref();
  return page.remove;
}

/** Errors: null where the disk does not take it; the link is printed all the same. */
function writePage(link: string, folder: string): { readonly path: string; readonly remove: () => void } | null {
  try {
    removePages(folder);
    const own = mkdtempSync(join(folder, FOLDER));
    const path = join(own, PAGE);
    const address = link.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
    writeFileSync(
      path,
      `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=${address}">`,
      // Never through a link, and never into a file that is there.
      { mode: 0o600, flag: 'wx' },
    );
    return { path, remove: () => removePage(own) };
  } catch {
    return null;
  }
}

/** What a process that was killed has left; its links are of no use any more. */
function removePages(folder: string): void {
  for (const name of readdirSync(folder)) if (/^open-\w{6}$/.test(name)) removePage(join(folder, name));
}

/** Only the page and its folder: whatever else lies there is not ours, and stays. */
function removePage(own: string): void {
  try {
    rmSync(join(own, PAGE), { force: true });
    rmdirSync(own);
  } catch {
    // It is tried again at the next start.
  }
}

function openerOf(platform: NodeJS.Platform, environment: NodeJS.ProcessEnv): readonly [string, ...string[]] | null {
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  if (platform === 'darwin') return ['open'];
  const hasScreen = [environment['DISPLAY'], environment['WAYLAND_DISPLAY']].some((screen) => (screen ?? '') !== '');
  return hasScreen ? ['xdg-open'] : null;
}
