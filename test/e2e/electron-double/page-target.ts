// Prepares one page of Chromium for a window: follows its frames, answers its requests, and runs the preload in its own world
// before any script of the page.

import type { Protocol } from '../../../node_modules/playwright-core/types/protocol.d.ts';
import type { Chromium } from './cdp.ts';
import { openedChromium } from './chromium-host.ts';
import { Frames } from './frames.ts';
import { pageScripts } from './page-scripts.ts';
import { answerRequests } from './requests.ts';
import type { DoubleSession } from './session.ts';

/** Electron's name for the world of a preload. */
const WORLD = 'Electron Isolated Context';

export interface PageTarget {
  readonly chromium: Chromium;
  readonly sessionId: string;
  readonly targetId: string;
  readonly frames: Frames;
}

export interface PageOptions {
  readonly session: DoubleSession;
  readonly preload: string | null;
  /** The name of the binding in the preload's world. */
  readonly secret: string;
  readonly mayNavigate: (target: PageTarget, paused: Protocol.Fetch.requestPausedPayload) => boolean;
}

export async function openTarget({
  width,
  height,
}: {
  readonly width: number;
  readonly height: number;
}): Promise<PageTarget> {
  const chromium = await openedChromium();
  const options = { url: 'about:blank', width, height, newWindow: true };
  const { targetId } = await chromium.send('Target.createTarget', options);
  const { sessionId } = await chromium.send('Target.attachToTarget', { targetId, flatten: true });
  return { chromium, sessionId, targetId, frames: new Frames({ mainId: targetId, worldName: WORLD }) };
}

export async function prepareTarget(target: PageTarget, params: PageOptions): Promise<void> {
  const { chromium, sessionId, frames } = target;
  const { session, preload, secret, mayNavigate } = params;
  frames.follow(chromium, sessionId);
  const scripts = pageScripts({ file: preload, secret });
  await Promise.all([
    chromium.send('Page.enable', {}, sessionId),
    chromium.send('Runtime.enable', undefined, sessionId),
    chromium.send('Inspector.enable', undefined, sessionId),
    answerRequests({ chromium, sessionId, session, mayNavigate: (paused) => mayNavigate(target, paused) }),
    chromium.send('Runtime.addBinding', { name: secret, executionContextName: WORLD }, sessionId),
    chromium.send('Page.addScriptToEvaluateOnNewDocument', { source: scripts.page }, sessionId),
    chromium.send('Page.addScriptToEvaluateOnNewDocument', { source: scripts.preload, worldName: WORLD }, sessionId),
  ]);
}
