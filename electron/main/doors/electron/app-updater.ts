import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';
import type { AppUpdater } from 'electron-updater';
import { type NewVersion, plainNotes, type UpdateWorld } from './updates.ts';

/** Whether this installation knows where newer ones are: a build that was published, and no portable one. */
export function knowsUpdates(): boolean {
  return (
    app.isPackaged &&
    process.env['PORTABLE_EXECUTABLE_DIR'] === undefined &&
    existsSync(join(process.resourcesPath, 'app-update.yml'))
  );
}

/** Electron's updater, loaded only when somebody asks for a newer version. It does nothing by itself. */
export function appUpdater(): Pick<UpdateWorld, 'find' | 'download'> & {
  readonly quitAndInstall: () => Promise<void>;
} {
  return {
    find: async (): Promise<NewVersion | null> => {
      const found = await (await loadUpdater()).checkForUpdates();
      if (found === null || !found.isUpdateAvailable) return null;
      return { version: found.updateInfo.version, notes: plainNotes(found.updateInfo.releaseNotes) };
    },
    download: async () => void (await (await loadUpdater()).downloadUpdate()),
    quitAndInstall: async () => (await loadUpdater()).quitAndInstall(),
  };
}

async function loadUpdater(): Promise<AppUpdater> {
  const { autoUpdater } = (await import('electron-updater')).default;
  return Object.assign(autoUpdater, {
    autoDownload: false,
    autoInstallOnAppQuit: false,
    allowDowngrade: false,
    allowPrerelease: false,
    logger: null,
  });
}
