// Electron's `webContents`: one page of Chromium, its navigation, its messages.

import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { WebContents, WebFrameMain, WebPreferences } from 'electron';
import type { Protocol } from '../../../node_modules/playwright-core/types/protocol.d.ts';
import { fromChromium, originOf, toChromium } from './addresses.ts';
import { isPrevented } from './app.ts';
import { makeCodec } from './codec.ts';
import { withPaths } from './file-paths.ts';
import type { Frames } from './frames.ts';
import { ipcMain } from './ipc-main.ts';
import { openTarget, type PageTarget, prepareTarget } from './page-target.ts';
import { setPermissions } from './permissions.ts';
import type { ToMain, ToPreload } from './preload-world.ts';
import { DoubleSession, session as sessions } from './session.ts';

type OpenHandler = Parameters<WebContents['setWindowOpenHandler']>[0];

export interface ContentsOptions {
  readonly width: number;
  readonly height: number;
  readonly preferences: WebPreferences;
}

const { encode, decode } = makeCodec();
const everyContents = new Set<DoubleWebContents>();

type Modelled = Pick<
  WebContents,
  | 'mainFrame'
  | 'getURL'
  | 'isDestroyed'
  | 'setWindowOpenHandler'
  | 'loadURL'
  | 'send'
  | 'forcefullyCrashRenderer'
  | 'close'
>;

export class DoubleWebContents extends EventEmitter implements Modelled {
  readonly session: DoubleSession;
  readonly #secret = randomBytes(12).toString('hex');
  readonly #options: ContentsOptions;
  readonly #page: Promise<PageTarget>;
  #known: PageTarget | null = null;
  #openHandler: OpenHandler | null = null;
  #isDestroyed = false;
  #loadingTo: string | null = null;

  constructor(options: ContentsOptions) {
    super();
    this.#options = options;
    const { session } = options.preferences;
    this.session = session instanceof DoubleSession ? session : sessions.defaultSession;
    everyContents.add(this);
    this.#page = this.#open();
    // Closing while it opens is no fault.
    this.#page.catch(() => undefined);
  }

  /** Called by Playwright. */
  static fromDevToolsTargetId(targetId: string): DoubleWebContents | undefined {
    return [...everyContents].find((contents) => contents.#known?.targetId === targetId);
  }

  get mainFrame(): WebFrameMain {
    if (this.#known === null) throw new Error('the page is not open yet');
    return this.#known.frames.main;
  }

  getLastWebPreferences(): WebPreferences {
    return this.#options.preferences;
  }

  getURL(): string {
    return this.#known?.frames.main.url ?? '';
  }

  isDestroyed(): boolean {
    return this.#isDestroyed;
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.#openHandler = handler;
  }

  /** Rejects when the page cannot be loaded, with Chromium's message. */
  async loadURL(address: string): Promise<void> {
    const { chromium, sessionId } = await this.#page;
    const to = toChromium(address);
    this.#loadingTo = to;
    if (originOf(address) !== 'null') await setPermissions(chromium, this.session, new URL(to).origin);
    const loaded = new Promise<void>((resolve) => {
      this.once('did-finish-load', resolve);
    });
    const { errorText } = await chromium.send('Page.navigate', { url: to }, sessionId);
    if (errorText !== undefined) throw new Error(`${errorText} loading '${address}'`);
    await loaded;
  }

  send(channel: string, ...args: unknown[]): void {
    this.#tell({ kind: 'message', channel, args: encode(args) }, this.#known?.frames.mainContext ?? null);
  }

  /** For tests, as in Electron: the page's process ends at once. */
  forcefullyCrashRenderer(): void {
    // Chromium reports a failure, because nobody is left to answer.
    this.#page
      .then(({ chromium, sessionId }) => chromium.send('Page.crash', undefined, sessionId))
      .catch(() => undefined);
  }

  /** Closes the page. Called by Playwright and the window. */
  close(): void {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    everyContents.delete(this);
    void this.#page.then(
      ({ chromium, targetId }) => chromium.send('Target.closeTarget', { targetId }).catch(() => undefined),
      () => undefined,
    );
    this.emit('destroyed');
  }

  /** Sets the preferred colour scheme that the page sees. */
  async showColours(scheme: 'light' | 'dark'): Promise<void> {
    const { chromium, sessionId } = await this.#page;
    const features = [{ name: 'prefers-color-scheme', value: scheme }];
    await chromium.send('Emulation.setEmulatedMedia', { features }, sessionId);
  }

  async #open(): Promise<PageTarget> {
    const target = await openTarget(this.#options);
    this.#known = target;
    this.#follow(target);
    await prepareTarget(target, {
      session: this.session,
      preload: this.#options.preferences.preload ?? null,
      secret: this.#secret,
      mayNavigate: ({ frames }, paused) => this.#mayNavigate(frames, paused),
    });
    return target;
  }

  #follow(page: PageTarget): void {
    const { chromium, sessionId, targetId } = page;
    chromium.on('Runtime.bindingCalled', (called) => this.#subscribe(page, called), sessionId);
    chromium.on('Page.domContentEventFired', () => void this.emit('dom-ready'), sessionId);
    chromium.on('Page.loadEventFired', () => void this.emit('did-finish-load'), sessionId);
    chromium.on(
      'Inspector.targetCrashed',
      () => void this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 }),
      sessionId,
    );
    chromium.on('Target.targetDestroyed', (gone) => {
      if (gone.targetId === targetId) this.close();
    });
  }

  /**
   * A document that the app loads itself is not asked about; any other is. Chromium does not say in time whether the page wants
   * it, so a reload, which Electron does not ask about, is asked about too.
   */
  #mayNavigate(frames: Frames, { frameId, request }: Protocol.Fetch.requestPausedPayload): boolean {
    const to = request.url + (request.urlFragment ?? '');
    const isMainFrame = frames.isMain(frameId);
    const details = { url: fromChromium(to), isMainFrame };
    this.emit('did-start-navigation', { ...details, isSameDocument: false });
    if (isMainFrame && to === this.#loadingTo) {
      this.#loadingTo = null;
      return true;
    }
    if (isPrevented(this, 'will-frame-navigate', details)) return false;
    return !isMainFrame || !isPrevented(this, 'will-navigate', details);
  }

  #subscribe(page: PageTarget, { name, payload, executionContextId }: Protocol.Runtime.bindingCalledPayload): void {
    if (name !== this.#secret) return;
    const { chromium, sessionId, frames } = page;
    const message = JSON.parse(payload) as ToMain;
    const sender = { sender: this as unknown as WebContents, senderFrame: frames.ofContext(executionContextId) };
    switch (message.kind) {
      case 'invoke': {
        const { id, channel } = message;
        const world = { chromium, sessionId, contextId: executionContextId, secret: this.#secret };
        void withPaths(decode(message.args) as unknown[], world)
          .then((args) => ipcMain.answer(sender, channel, args))
          .then(({ isKept: isHeld, value }) => {
            this.#tell({ kind: 'answer', id, isKept: isHeld, value: encode(value) }, executionContextId);
          });
        return;
      }
      case 'send':
        ipcMain.subscribe(sender, message.channel, decode(message.args) as unknown[]);
        return;
      case 'window-open':
        this.#openWindow(message);
        return;
      case 'fault':
        this.emit('preload-error', {}, this.#options.preferences.preload, new Error(message.words));
        process.stderr.write(`the preload failed: ${message.words}\n`);
        return;
      default:
        throw new Error('an unknown message of the preload');
    }
  }

  #openWindow({ url, frameName, features }: Extract<ToMain, { kind: 'window-open' }>): void {
    type Details = Parameters<OpenHandler>[0];
    const details = { url: fromChromium(url), frameName, features, disposition: 'new-window' } as Details;
    const answer = this.#openHandler?.(details) ?? { action: 'allow' };
    if (answer.action === 'allow') throw new Error('the double of Electron does not open windows for a page');
  }

  #tell(message: ToPreload, contextId: number | null): void {
    if (contextId === null || this.#known === null || this.#isDestroyed) return;
    const { chromium, sessionId } = this.#known;
    chromium
      .send(
        'Runtime.callFunctionOn',
        {
          functionDeclaration: `(text) => globalThis[${JSON.stringify(`${this.#secret} hear`)}](text)`,
          executionContextId: contextId,
          arguments: [{ value: JSON.stringify(message) }],
          silent: true,
        },
        sessionId,
      )
      // The document it was for is gone.
      .catch(() => undefined);
  }
}
