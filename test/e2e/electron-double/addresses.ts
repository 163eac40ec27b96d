// Chromium cannot be given a custom scheme from outside, so it uses an https address for each app:// address.

/** A name that no network can answer. See RFC 6761, section 6.4. */
const SUFFIX = '.invalid';

/** Schemes that the app registered. */
const schemes = new Set<string>();

export function addScheme(scheme: string): void {
  schemes.add(scheme);
}

/** The address to give Chromium. */
export function toChromium(address: string): string {
  const url = parse(address);
  if (url === null || !schemes.has(url.protocol.slice(0, -1))) return address;
  return `https://${url.host}.${url.protocol.slice(0, -1)}${SUFFIX}${url.pathname || '/'}${url.search}${url.hash}`;
}

/** The address to give the app for Chromium's. */
export function fromChromium(address: string): string {
  const url = parse(address);
  if (url === null || url.protocol !== 'https:' || !url.hostname.endsWith(SUFFIX)) return address;
  const labels = url.hostname.slice(0, -SUFFIX.length).split('.');
  const scheme = labels.pop() ?? '';
  return `${scheme}://${labels.join('.')}${url.pathname}${url.search}${url.hash}`;
}

/** Returns `app://desk`, or the text `null` when there is none. */
export function originOf(address: string): string {
  const url = parse(fromChromium(address));
  if (url === null || url.host === '') return 'null';
  return `${url.protocol}//${url.host}`;
}

function parse(address: string): URL | null {
  return URL.canParse(address) ? new URL(address) : null;
}
