// A command whose answer got lost on its way. In: how it is asked. Out: its answer, or that nobody gave one.
// This file must never ask a second time after any reply, and must be given the very same question both times: what changes
// something carries its id, and is done once.

import type { Told } from './told.ts';

/** A connection may end at the very moment it is used: what is lost is asked for once more, on another. */
export async function askAgainIfLost(ask: () => Promise<Told<unknown>>): Promise<Told<unknown>> {
  const told = await ask();
  return told.kind === 'lost' ? ask() : told;
}
