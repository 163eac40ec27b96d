import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';
import electronUpdater from 'electron-updater';
import { type NewVersion, plainNotes, type UpdateWorld } from './updates.ts';

/** Whether this installation knows where newer ones are: a build that was published, and no portable one. */
export function knowsUpdates(): boolean {
  return (
    app.isPackaged &&
    process.env['PORTABLE_EXECUTABLE_DIR'] === undefined &&
    existsSync(join(process.resourcesPath, 'app-update.yml'))
  );
}

/** Electron's updater, which does nothing by itself. */
export function appUpdater(): Pick<UpdateWorld, 'find' | 'download'> & { readonly quitAndInstall: () => void } {
  const { autoUpdater } = electronUpdater;
  Object.assign(autoUpdater, {
    autoDownload: false,
    autoInstallOnAppQuit: false,
    allowDowngrade: false,
    allowPrerelease: false,
    logger: null,
  });
  return {
    find: async (): Promise<NewVersion | null> => {
      const found = await autoUpdater.checkForUpdates();
      if (found === null || !found.isUpdateAvailable) return null;
      return { version: found.updateInfo.version, notes: plainNotes(found.updateInfo.releaseNotes) };
    },
    download: async () => void (await autoUpdater.downloadUpdate()),
    quitAndInstall: () => autoUpdater.quitAndInstall(),
  };
}
