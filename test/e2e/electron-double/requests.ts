// Every request of a page: Chromium holds each until it is answered here.

import type { Protocol } from '../../../node_modules/playwright-core/types/protocol.d.ts';
import type { Chromium } from './cdp.ts';
import type { DoubleSession } from './session.ts';

type Paused = Protocol.Fetch.requestPausedPayload;

export interface RequestsOptions {
  readonly chromium: Chromium;
  readonly sessionId: string;
  readonly session: DoubleSession;
  /** Whether the app lets the page itself navigate there. Only asked for documents. */
  readonly mayNavigate: (paused: Paused) => boolean;
}

/** Starts to hold and answer the requests of one page. */
export async function answerRequests({ chromium, sessionId, session, mayNavigate }: RequestsOptions): Promise<void> {
  const fail = async (requestId: string, errorReason: Protocol.Network.ErrorReason): Promise<void> => {
    await chromium.send('Fetch.failRequest', { requestId, errorReason }, sessionId);
  };

  const answer = async (paused: Paused): Promise<void> => {
    const { requestId, request, resourceType } = paused;
    if (resourceType === 'Document' && !mayNavigate(paused)) return await fail(requestId, 'Aborted');
    const response = await session.answer({
      address: request.url + (request.urlFragment ?? ''),
      method: request.method,
      headers: request.headers,
      body: request.postData ?? null,
      resourceType: TYPES[resourceType] ?? 'other',
    });
    if (response === null) return await fail(requestId, 'BlockedByClient');
    const body = Buffer.from(await response.arrayBuffer());
    await chromium.send(
      'Fetch.fulfillRequest',
      {
        requestId,
        responseCode: response.status,
        responseHeaders: [...response.headers].map(([name, value]) => ({ name, value })),
        body: body.toString('base64'),
      },
      sessionId,
    );
  };

  chromium.on(
    'Fetch.requestPaused',
    (paused) => {
      // A page that closed meanwhile needs no answer; a handler that threw fails its request, as in Electron.
      answer(paused).catch(() => fail(paused.requestId, 'Failed').catch(() => undefined));
    },
    sessionId,
  );
  await chromium.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }, sessionId);
}

const TYPES: Partial<Record<string, 'mainFrame' | 'stylesheet' | 'script' | 'image' | 'font' | 'xhr'>> = {
  Document: 'mainFrame',
  Stylesheet: 'stylesheet',
  Script: 'script',
  Image: 'image',
  Font: 'font',
  XHR: 'xhr',
  Fetch: 'xhr',
};
