// The app's menu. Its keys are those of the page and of the system.

import type { MenuItemConstructorOptions } from 'electron';
import { PLACES, type Place } from '../../../../shared/api/window.ts';
import type { DesktopWords } from '../../../../shared/text/desktop.ts';

export interface MenuActs {
  readonly open: () => void;
  readonly export: () => void;
  readonly go: (place: Place) => void;
  readonly guide: () => void;
  /** Null if this installation cannot look for updates. */
  readonly update: (() => void) | null;
}

export interface MenuRequest {
  readonly platform: NodeJS.Platform;
  readonly isForDevelopers: boolean;
  readonly acts: MenuActs;
  readonly words: Pick<DesktopWords, 'menu' | 'items' | 'places' | 'roles'>;
}

type Words = MenuRequest['words'];

type Items = MenuItemConstructorOptions[];
type Role = NonNullable<MenuItemConstructorOptions['role']>;
const LINE: MenuItemConstructorOptions = { type: 'separator' };
const PLAIN_WINDOW: readonly Role[] = ['minimize'];
const MAC_WINDOW: readonly (Role | null)[] = ['minimize', 'zoom', null, 'front'];

export function menuTemplate({ platform, isForDevelopers, acts, words }: MenuRequest): Items {
  const { menu } = words;
  const isMac = platform === 'darwin';
  return [
    ...(isMac ? [appMenu(acts, words)] : []),
    { label: menu.file, submenu: fileMenu(acts, isMac, words) },
    { label: menu.edit, submenu: roles(words, 'undo', 'redo', null, 'cut', 'copy', 'paste', 'selectAll') },
    { label: menu.view, submenu: viewMenu(acts, isForDevelopers, words) },
    { label: menu.window, role: 'window', submenu: roles(words, ...(isMac ? MAC_WINDOW : PLAIN_WINDOW)) },
    {
      label: menu.help,
      role: 'help',
      submenu: helpMenu(acts, isMac, words),
    },
  ];
}

function helpMenu({ guide, update }: MenuActs, isMac: boolean, words: Words): Items {
  return [
    { label: words.items.guide, click: () => guide() },
    ...(update === null ? [] : [LINE, { label: words.items.update, click: () => update() }]),
    ...(isMac ? [] : roles(words, null, 'about')),
  ];
}

function appMenu({ go }: MenuActs, words: Words): MenuItemConstructorOptions {
  const settings = { label: words.items.settings, accelerator: 'Cmd+,', click: () => go('settings') };
  return {
    role: 'appMenu',
    submenu: [
      ...roles(words, 'about', null),
      settings,
      LINE,
      ...roles(words, 'services', null, 'hide', 'hideOthers', 'unhide', null, 'quit'),
    ],
  };
}

function fileMenu(acts: MenuActs, isMac: boolean, words: Words): Items {
  const recent: Items = roles(words, 'recentDocuments').map((item) => ({
    ...item,
    submenu: roles(words, 'clearRecentDocuments'),
  }));
  return [
    { label: words.items.open, accelerator: 'CmdOrCtrl+O', click: () => acts.open() },
    // Windows shows its list on the taskbar, Linux in its own dialogs.
    ...(isMac ? recent : []),
    LINE,
    { label: words.items.export, accelerator: 'CmdOrCtrl+E', click: () => acts.export() },
    LINE,
    ...roles(words, isMac ? 'close' : 'quit'),
  ];
}

function viewMenu({ go }: MenuActs, isForDevelopers: boolean, words: Words): Items {
  return [
    ...PLACES.map((place, index) => ({
      label: words.places[place],
      accelerator: `CmdOrCtrl+${index + 1}`,
      click: () => go(place),
    })),
    LINE,
    ...roles(words, 'reload', null, 'resetZoom', 'zoomIn', 'zoomOut', null, 'togglefullscreen'),
    ...(isForDevelopers ? roles(words, 'toggleDevTools') : []),
  ];
}

/** Items that the system knows by their role; null is a separator. */
function roles({ roles: labels }: Words, ...names: readonly (Role | null)[]): Items {
  return names.map((role) => {
    if (role === null) return LINE;
    const label = labels[role];
    return label === undefined ? { role } : { role, label };
  });
}
