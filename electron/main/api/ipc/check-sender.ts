// Who sent a message to the main process. In: the frame it came from. Out: whether that is our own page.
// Source: Electron's security checklist, 17 (validate the sender of all IPC messages).
// This file must never trust a frame inside the page, whatever its address.

import { DESK_ORIGIN, isPageAddress } from '../../../../shared/api/window-address.ts';

/** Shape: `parent` null for the window's own frame. */
export interface SenderFrame {
  readonly url: string;
  readonly origin: string;
  readonly parent: unknown;
}

/** Shape: null when the frame is gone or went elsewhere before its message was read. */
export function isOurPage(frame: SenderFrame | null): boolean {
  return frame !== null && frame.parent === null && frame.origin === DESK_ORIGIN && isPageAddress(frame.url);
}
