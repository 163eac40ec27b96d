// Times as reports carry them. In: milliseconds since 1970. Out: ISO 8601 in this machine's time zone, its offset said.
// This file must never lose the offset: a report is read elsewhere and later.

/** The local time with its offset: `2026-04-01T10:30:00.123+05:30`. */
export function localIso(atMs: number): string {
  const offsetMinutes = -new Date(atMs).getTimezoneOffset();
  const wallClock = new Date(atMs + offsetMinutes * 60_000).toISOString().slice(0, -1);
  const [hours, minutes] = [Math.floor(Math.abs(offsetMinutes) / 60), Math.abs(offsetMinutes) % 60].map((part) =>
    String(part).padStart(2, '0'),
  );
  return `${wallClock}${offsetMinutes < 0 ? '-' : '+'}${hours}:${minutes}`;
}
