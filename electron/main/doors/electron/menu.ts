// The app's menu. Keys are those of the page and of the system.

import type { MenuItemConstructorOptions } from 'electron';
import { PLACE_NAMES, PLACES, type Place } from '../../../../shared/api/window.ts';

export interface MenuActs {
  readonly open: () => void;
  readonly export: () => void;
  readonly go: (place: Place) => void;
  readonly guide: () => void;
  /** Null where this installation knows no newer ones. */
  readonly update: (() => void) | null;
}

export interface MenuRequest {
  readonly platform: NodeJS.Platform;
  readonly isForDevelopers: boolean;
  readonly acts: MenuActs;
}

type Items = MenuItemConstructorOptions[];
const LINE: MenuItemConstructorOptions = { type: 'separator' };

export function menuTemplate({ platform, isForDevelopers, acts }: MenuRequest): Items {
  const isMac = platform === 'darwin';
  return [
    ...(isMac ? [appMenu(acts)] : []),
    { label: '&File', submenu: fileMenu(acts, isMac) },
    { label: '&Edit', submenu: roles('undo', 'redo', null, 'cut', 'copy', 'paste', 'selectAll') },
    { label: '&View', submenu: viewMenu(acts, isForDevelopers) },
    { label: '&Window', role: 'window', submenu: isMac ? roles('minimize', 'zoom', null, 'front') : roles('minimize') },
    {
      label: '&Help',
      role: 'help',
      submenu: helpMenu(acts, isMac),
    },
  ];
}

function helpMenu({ guide, update }: MenuActs, isMac: boolean): Items {
  return [
    { label: 'User guide', click: () => guide() },
    ...(update === null ? [] : [LINE, { label: 'Check for updates…', click: () => update() }]),
    ...(isMac ? [] : roles(null, 'about')),
  ];
}

function appMenu({ go }: MenuActs): MenuItemConstructorOptions {
  const settings = { label: 'Settings…', accelerator: 'Cmd+,', click: () => go('settings') };
  return {
    role: 'appMenu',
    submenu: [
      ...roles('about', null),
      settings,
      LINE,
      ...roles('services', null, 'hide', 'hideOthers', 'unhide', null, 'quit'),
    ],
  };
}

function fileMenu(acts: MenuActs, isMac: boolean): Items {
  const recent: Items = [{ role: 'recentDocuments', submenu: roles('clearRecentDocuments') }];
  return [
    { label: '&Open…', accelerator: 'CmdOrCtrl+O', click: () => acts.open() },
    // Windows keeps its list on the taskbar, Linux in its own dialogs.
    ...(isMac ? recent : []),
    LINE,
    { label: '&Export…', accelerator: 'CmdOrCtrl+E', click: () => acts.export() },
    LINE,
    ...roles(isMac ? 'close' : 'quit'),
  ];
}

function viewMenu({ go }: MenuActs, isForDevelopers: boolean): Items {
  return [
    ...PLACES.map((place, index) => ({
      label: PLACE_NAMES[place],
      accelerator: `CmdOrCtrl+${index + 1}`,
      click: () => go(place),
    })),
    LINE,
    ...roles('reload', null, 'resetZoom', 'zoomIn', 'zoomOut', null, 'togglefullscreen'),
    ...(isForDevelopers ? roles('toggleDevTools') : []),
  ];
}

/** Items that the system knows by their role. Shape: null for a line. */
function roles(...names: readonly (NonNullable<MenuItemConstructorOptions['role']> | null)[]): Items {
  return names.map((role) => (role === null ? LINE : { role }));
}
