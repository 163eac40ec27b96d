import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  openReceivedFiles,
  type ReceivedFiles,
  takeFromDisk,
} from '../../../../electron/main/desk/drafts/received-files.ts';
import { answerPage, openPath } from '../../../../electron/main/doors/electron/page-answers.ts';
import { listPageFiles } from '../../../../electron/main/doors/page-files.ts';
import { spoken } from '../../../fixtures/spoken.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'payout-desk-scheme-'));
  mkdirSync(join(folder, 'page', 'assets'), { recursive: true });
  writeFileSync(join(folder, 'page', 'index.html'), '<!doctype html>');
  writeFileSync(join(folder, 'page', 'assets', 'app.js'), 'export {};');
  writeFileSync(join(folder, 'private.html'), 'outside');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ask = (url: string, method = 'GET'): Response => answerPage(listPageFiles(join(folder, 'page')), { method, url });

describe('the app’s own scheme', () => {
  it('answers the page and its files, each with its type and the policy', async () => {
    const index = ask('app://desk/');
    expect([index.status, index.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(index.headers.get('content-security-policy')).toContain("connect-src 'none'");
    expect(await ask('app://desk/assets/app.js').text()).toBe('export {};');
    expect(ask('app://desk/#/history').status).toBe(200);
  });

  it.each([
    'app://desk/../private.html',
    'app://desk/assets/../../private.html',
    'app://desk/%2e%2e/private.html',
    'app://desk/..%2fprivate.html',
    'app://desk//private.html',
    'app://desk/assets',
    'app://desk/index.html?x=1',
    'app://desk/INDEX.HTML',
    'app://desk/constructor',
    'app://desk',
    'app://desk.example/',
    'app://desk@evil/',
    'app://other/',
    'file:///etc/passwd',
    'https://desk/',
    '',
  ])('has nothing at %s', async (url) => {
    const answer = ask(url);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toBe('');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it.each(['POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS'])('takes no %s', (method) => {
    expect(ask('app://desk/', method).status).toBe(405);
  });
});

describe('a file opened with the app', () => {
  let received: ReceivedFiles;
  beforeAll(() => {
    received = openReceivedFiles({ folder: join(folder, 'shelf'), isInUse: () => false });
  });
  afterAll(() => received.close());

  it('reaches the page as a handle', async () => {
    writeFileSync(join(folder, 'pay.csv'), 'a,b\n');
    expect(await openPath(deskWith(received), join(folder, 'pay.csv'))).toMatchObject({
      kind: 'open',
      file: { name: 'pay.csv', sizeBytes: 4 },
    });
  });

  it('says why it cannot be opened, without its path', async () => {
    const options = await openPath(deskWith(received), join(folder, 'gone.csv'));
    expect(spoken(options)).toMatchObject({
      kind: 'refused',
      refusal: { message: 'gone.csv is no longer there.' },
    });
    expect(JSON.stringify(options)).not.toContain(folder);
    expect(await openPath(deskWith(received), join(folder, 'page'))).toMatchObject({ kind: 'refused' });
  });

  it('is refused when another program holds it, with the cure', async () => {
    const held = Object.assign(new Error('busy'), { code: 'EBUSY' });
    writeFileSync(join(folder, 'held.csv'), 'a');
    const params = await openPath(deskWith({ copyIn: () => Promise.reject(held) }), join(folder, 'held.csv'));
    expect(spoken(params)).toMatchObject({
      kind: 'refused',
      refusal: { cure: 'Close it in Excel, and open it again.' },
    });
  });
});

function deskWith(files: Pick<ReceivedFiles, 'copyIn'>): Parameters<typeof openPath>[0] {
  return { takeFromDisk: (path) => takeFromDisk(files, path) };
}
