// Electron's `Menu`: the template kept as items that can be found and clicked. Nothing is drawn; a role does nothing.

import type { BaseWindow, KeyboardEvent, MenuItemConstructorOptions, WebContents } from 'electron';

class DoubleMenuItem {
  readonly label: string;
  readonly role: MenuItemConstructorOptions['role'];
  readonly accelerator: MenuItemConstructorOptions['accelerator'];
  readonly id: string | undefined;
  readonly type: NonNullable<MenuItemConstructorOptions['type']>;
  readonly submenu: DoubleMenu | undefined;
  enabled: boolean;
  checked: boolean;
  visible: boolean;
  readonly #onClick: MenuItemConstructorOptions['click'];

  constructor(options: MenuItemConstructorOptions) {
    const { label, role, accelerator, id, submenu, click } = options;
    this.label = label ?? role ?? '';
    this.role = role;
    this.accelerator = accelerator;
    this.id = id;
    this.type = options.type ?? (submenu === undefined ? 'normal' : 'submenu');
    // The desk only passes templates.
    this.submenu = Array.isArray(submenu) ? DoubleMenu.buildFromTemplate(submenu) : undefined;
    this.enabled = options.enabled ?? true;
    this.checked = options.checked ?? false;
    this.visible = options.visible ?? true;
    this.#onClick = click;
  }

  /** As a person chooses it, with the same arguments as Electron's own. */
  click(event?: KeyboardEvent, window?: BaseWindow, _contents?: WebContents): void {
    if (!this.enabled) return;
    const self = this as unknown as Parameters<NonNullable<MenuItemConstructorOptions['click']>>[0];
    this.#onClick?.(self, window, event ?? { triggeredByAccelerator: false });
  }
}

class DoubleMenu {
  static #application: DoubleMenu | null = null;
  readonly items: DoubleMenuItem[] = [];

  static buildFromTemplate(template: MenuItemConstructorOptions[]): DoubleMenu {
    const menu = new DoubleMenu();
    for (const options of template) menu.items.push(new DoubleMenuItem(options));
    return menu;
  }

  static setApplicationMenu(menu: DoubleMenu | null): void {
    DoubleMenu.#application = menu;
  }

  static getApplicationMenu(): DoubleMenu | null {
    return DoubleMenu.#application;
  }

  getMenuItemById(id: string): DoubleMenuItem | null {
    for (const item of this.items) {
      const found = item.id === id ? item : (item.submenu?.getMenuItemById(id) ?? null);
      if (found !== null) return found;
    }
    return null;
  }
}

export const Menu = DoubleMenu;
