// The headers that keep the page to itself, the same at every door of a window. In: what the page may connect to. Out: headers.
// This file must never let a page load anything but its own files.

/** Shape: `connect` the page's own door over HTTP; nothing at all where the preload speaks for it. */
export function pageHeaders({ connect }: { readonly connect: "'self'" | "'none'" }): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    `connect-src ${connect}`,
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    'Content-Security-Policy': policy.join('; '),
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), usb=(), serial=(), payment=()',
    'Cache-Control': 'no-store',
  };
}
