// Electron's `nativeTheme`, on a system with a light theme.

import { EventEmitter } from 'node:events';
import type { NativeTheme } from 'electron';

class DoubleNativeTheme extends EventEmitter {
  #source: NativeTheme['themeSource'] = 'system';

  get themeSource(): NativeTheme['themeSource'] {
    return this.#source;
  }

  set themeSource(source: NativeTheme['themeSource']) {
    this.#source = source;
    this.emit('updated');
  }

  get shouldUseDarkColors(): boolean {
    return this.#source === 'dark';
  }
}

export const nativeTheme = new DoubleNativeTheme();
