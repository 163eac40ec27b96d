// The system's own parts of the window (menus, boxes, title bar) in the theme that a person chose. In: the desk's events.
// Out: the theme, now and after each change. This file must never hold a setting of its own.

import { type Settings, SETTINGS } from '../../../shared/api/desk-commands.ts';
import type { DeskEvent } from '../../../shared/api/events.ts';
import type { Reply } from '../../../shared/api/reply.ts';

/** The theme that is set now. Shape: null when it cannot be told. */
export async function readTheme(readSettings: () => Promise<Reply<unknown>>): Promise<Settings['theme'] | null> {
  const reply = await readSettings();
  return reply.kind === 'done' ? SETTINGS.parse(reply.value).theme : null;
}

/** Whether an event may have changed the theme. */
export function touchesTheme(event: DeskEvent): boolean {
  return event.kind === 'changed' && event.topics.includes('settings');
}
