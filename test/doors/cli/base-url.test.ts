// To which addresses the token may be sent.

import { describe, expect, it } from 'vitest';
import { readGatewayUrl } from '../../../electron/main/doors/cli/values.ts';
import { spoken } from '../../fixtures/spoken.ts';

describe('a base URL', () => {
  it.each([
    ['https://pay.example.com', 'https://pay.example.com'],
    ['HTTPS://Pay.Example.COM/', 'https://pay.example.com'],
    ['https://pay.example.com:8443/v1//', 'https://pay.example.com:8443/v1'],
    ['https://pay.example.com:443', 'https://pay.example.com'],
    ['http://127.0.0.1:8080/', 'http://127.0.0.1:8080'],
    ['http://127.255.255.254', 'http://127.255.255.254'],
    ['http://localhost:3000/gw', 'http://localhost:3000/gw'],
    ['http://[::1]:9', 'http://[::1]:9'],
  ])('takes %s as %s', (text, baseUrl) => {
    expect(readGatewayUrl(text, '--base-url')).toStrictEqual({ kind: 'read', value: baseUrl });
  });

  it.each([
    ['http://pay.example.com', 'plain http'],
    ['http://10.0.0.5', 'plain http'],
    ['http://128.0.0.1', 'plain http'],
    ['http://127.0.0.1.example.com', 'plain http'],
    ['http://localhost.example.com', 'plain http'],
    ['http://localhost.', 'plain http'],
    ['http://[::ffff:127.0.0.1]', 'plain http'],
    ['http://0.0.0.0:80', 'plain http'],
    ['https://user:pw@pay.example.com', 'user name'],
    ['https://@pay.example.com', 'user name'],
    ['http://127.0.0.1@evil.example', 'user name'],
    ['https://pay.example.com/?a=1', 'question mark'],
    ['https://pay.example.com?', 'question mark'],
    ['https://pay.example.com/#top', 'question mark or a #'],
    ['ftp://pay.example.com', 'neither https nor http'],
    ['practice://desk', 'neither https nor http'],
    ['pay.example.com', 'does not begin with https://'],
    ['https:pay.example.com', 'does not begin with https://'],
    ['https://', 'not a web address'],
    ['https://pay example.com', 'space'],
    ['https:\\\\pay.example.com', 'backslash'],
    [`https://pay.example.com/${'a'.repeat(500)}`, 'too long'],
  ])('refuses %s: %s', (text, why) => {
    const reading = readGatewayUrl(text, '--base-url');
    expect(reading).toMatchObject({ kind: 'refused', refusal: { code: 'wrongValue' } });
    expect(JSON.stringify(spoken(reading))).toContain(why);
  });
});
