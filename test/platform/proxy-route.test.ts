// Which proxy a connection uses, by the environment and by the system's settings.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Route } from '../../electron/main/domain/addresses.ts';
import { findEnvironmentRoute, readProxyUrl, readSystemRoute } from '../../electron/main/platform/proxy-route.ts';

const GATEWAY = 'https://pay.example.in';
const NAMES = ['HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'all_proxy', 'NO_PROXY', 'no_proxy'];

function tunnel(host: string, port: number, more: Partial<Extract<Route, { kind: 'tunnel' }>> = {}): Route {
  return { kind: 'tunnel', host, port, secure: false, authorization: null, ...more };
}

describe('the proxy of the environment', () => {
  let before: Map<string, string | undefined>;
  beforeEach(() => {
    before = new Map(NAMES.map((name) => [name, process.env[name]]));
    for (const name of NAMES) delete process.env[name];
  });
  afterEach(() => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });

  it.each<[what: string, environment: Record<string, string>, route: Route]>([
    ['nothing', {}, { kind: 'direct' }],
    ['a proxy', { HTTPS_PROXY: 'http://proxy.corp:8080' }, tunnel('proxy.corp', 8080)],
    ['a proxy without a scheme', { https_proxy: 'proxy.corp:8080' }, tunnel('proxy.corp', 8080)],
    ['a proxy for everything', { ALL_PROXY: 'http://proxy.corp:3128' }, tunnel('proxy.corp', 3128)],
    [
      'a proxy that is itself reached over TLS',
      { HTTPS_PROXY: 'https://proxy.corp' },
      tunnel('proxy.corp', 443, { secure: true }),
    ],
    ['a SOCKS proxy', { ALL_PROXY: 'socks5://proxy.corp:1080' }, { kind: 'unusable' }],
    ['an exception by name', { HTTPS_PROXY: 'http://proxy.corp:8080', NO_PROXY: 'pay.example.in' }, { kind: 'direct' }],
    ['an exception by domain', { HTTPS_PROXY: 'http://proxy.corp:8080', NO_PROXY: '.example.in' }, { kind: 'direct' }],
    [
      'an exception for others',
      { HTTPS_PROXY: 'http://proxy.corp:8080', NO_PROXY: 'example.com' },
      tunnel('proxy.corp', 8080),
    ],
  ])('follows %s', (_what, environment, route) => {
    Object.assign(process.env, environment);
    expect(findEnvironmentRoute(GATEWAY)).toEqual(route);
  });
});

describe('a proxy’s address', () => {
  it('carries its name and password into the header made for it', () => {
    const route = readProxyUrl('http://desk:p%40ss@proxy.corp:8080');
    const authorization = `Basic ${Buffer.from('desk:p@ss').toString('base64')}`;
    expect(route).toEqual(tunnel('proxy.corp', 8080, { authorization }));
  });

  it('may be an IPv6 address', () => {
    expect(readProxyUrl('http://[::1]:8080')).toEqual(tunnel('::1', 8080));
  });

  it.each(['', 'proxy', 'ftp://proxy', 'http://', 'http://proxy:99999'])('cannot be %j', (text) => {
    expect(readProxyUrl(text)).toEqual({ kind: 'unusable' });
  });

  it.each(['http://us%er:x@proxy.corp'])('cannot be %j, whose name cannot be read', (text) => {
    expect(readProxyUrl(text)).toEqual({ kind: 'unusable' });
  });
});

describe('the proxy of the system', () => {
  it.each<[answer: string, route: Route]>([
    ['DIRECT', { kind: 'direct' }],
    ['', { kind: 'direct' }],
    ['PROXY proxy.corp:8080; DIRECT', tunnel('proxy.corp', 8080)],
    ['HTTPS proxy.corp:8443', tunnel('proxy.corp', 8443, { secure: true })],
    ['SOCKS5 proxy.corp:1080; DIRECT', { kind: 'unusable' }],
    ['DIRECT; PROXY proxy.corp:8080', { kind: 'direct' }],
  ])('reads %j', (answer, route) => {
    expect(readSystemRoute(answer)).toEqual(route);
  });
});
