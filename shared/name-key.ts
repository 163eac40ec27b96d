// A payee's name as names are compared. In: what a sheet says. Out: the same for two spellings of one name.
// This file must never be used for anything that is sent: names stay on this machine.

/** A payee's name as it is compared: without case, and with runs of spaces as one. */
export function nameKey(name: string): string {
  return name.trim().replace(/\s+/g, ' ').toLowerCase();
}
