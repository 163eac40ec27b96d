// Which requests a person has opened in this window: several are approved at once only then. Known by what would be signed.

const seen = new Set<string>();

export function noteSeen(digest: string): void {
  seen.add(digest);
}

export function wasSeen(digest: string): boolean {
  return seen.has(digest);
}
