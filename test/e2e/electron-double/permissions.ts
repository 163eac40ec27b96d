// The permissions of a page, set in Chromium as the app's handlers decide.

import { fromChromium } from './addresses.ts';
import type { Chromium } from './cdp.ts';
import type { DoubleSession } from './session.ts';

/** Electron's name of a permission, and Chromium's. */
const PERMISSIONS: readonly (readonly [string, string])[] = [
  ['geolocation', 'geolocation'],
  ['notifications', 'notifications'],
  ['clipboard-read', 'clipboard-read'],
  ['clipboard-sanitized-write', 'clipboard-write'],
  ['media', 'camera'],
  ['media', 'microphone'],
  ['persistent-storage', 'persistent-storage'],
];

/** Sets every permission of the origin. */
export async function setPermissions(chromium: Chromium, session: DoubleSession, origin: string): Promise<void> {
  const known = fromChromium(`${origin}/`);
  await Promise.all(
    PERMISSIONS.map(async ([permission, name]) => {
      const setting = session.isGranted(permission, known) ? 'granted' : 'denied';
      await chromium.send('Browser.setPermission', { permission: { name }, setting, origin });
    }),
  );
}
