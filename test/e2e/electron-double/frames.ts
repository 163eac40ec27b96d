// The frames of one page, as Chromium reports them, and the preload's world in each document.

import type { WebFrameMain } from 'electron';
import { fromChromium, originOf } from './addresses.ts';
import type { Chromium } from './cdp.ts';

type Modelled = Pick<WebFrameMain, 'url' | 'origin' | 'parent' | 'top' | 'detached' | 'isDestroyed'>;

/** A frame as Electron reports it: with its own address and origin, never Chromium's stand-in for them. */
class Frame implements Modelled {
  readonly parent: WebFrameMain | null;
  detached = false;
  /** As Chromium knows it. */
  address = 'about:blank';

  constructor(parent: WebFrameMain | null) {
    this.parent = parent;
  }

  get url(): string {
    return fromChromium(this.address);
  }

  get origin(): string {
    return originOf(this.address);
  }

  get top(): WebFrameMain | null {
    return this.parent === null ? asWebFrame(this) : this.parent.top;
  }

  isDestroyed(): boolean {
    return this.detached;
  }
}

/** The desk calls nothing else of this type. */
function asWebFrame(frame: Frame): WebFrameMain {
  return frame as unknown as WebFrameMain;
}

export class Frames {
  readonly #worldName: string;
  readonly #byId = new Map<string, Frame>();
  readonly #frameOfContext = new Map<number, string>();
  #mainId: string;

  constructor({ mainId, worldName }: { readonly mainId: string; readonly worldName: string }) {
    this.#worldName = worldName;
    this.#mainId = mainId;
    this.#byId.set(mainId, new Frame(null));
  }

  follow(chromium: Chromium, sessionId: string): void {
    chromium.on(
      'Page.frameAttached',
      ({ frameId, parentFrameId }) => {
        const parent = this.#byId.get(parentFrameId);
        this.#byId.set(frameId, new Frame(parent === undefined ? null : asWebFrame(parent)));
      },
      sessionId,
    );
    chromium.on(
      'Page.frameDetached',
      ({ frameId }) => {
        const frame = this.#byId.get(frameId);
        if (frame !== undefined) frame.detached = true;
        this.#byId.delete(frameId);
      },
      sessionId,
    );
    chromium.on(
      'Page.frameNavigated',
      ({ frame: { id, parentId, url, urlFragment } }) => {
        const frame = this.#byId.get(id) ?? new Frame(null);
        frame.address = url + (urlFragment ?? '');
        this.#byId.set(id, frame);
        if (parentId === undefined) this.#mainId = id;
      },
      sessionId,
    );
    chromium.on(
      'Page.navigatedWithinDocument',
      ({ frameId, url }) => {
        const frame = this.#byId.get(frameId);
        if (frame !== undefined) frame.address = url;
      },
      sessionId,
    );
    chromium.on('Runtime.executionContextsCleared', () => this.#frameOfContext.clear(), sessionId);
    chromium.on(
      'Runtime.executionContextDestroyed',
      ({ executionContextId }) => void this.#frameOfContext.delete(executionContextId),
      sessionId,
    );
    chromium.on(
      'Runtime.executionContextCreated',
      ({ context: { id, name, auxData } }) => {
        const frameId: unknown = auxData === undefined ? undefined : Reflect.get(auxData, 'frameId');
        if (name === this.#worldName && typeof frameId === 'string') this.#frameOfContext.set(id, frameId);
      },
      sessionId,
    );
  }

  get main(): WebFrameMain {
    return asWebFrame(this.#byId.get(this.#mainId) ?? new Frame(null));
  }

  isMain(frameId: string): boolean {
    return frameId === this.#mainId;
  }

  /** The frame whose preload has this context; null when its document is gone. */
  ofContext(contextId: number): WebFrameMain | null {
    const frame = this.#byId.get(this.#frameOfContext.get(contextId) ?? '');
    return frame === undefined ? null : asWebFrame(frame);
  }

  /** The preload's world in the main frame's document; null before there is one. */
  get mainContext(): number | null {
    return [...this.#frameOfContext].findLast(([, frameId]) => frameId === this.#mainId)?.[0] ?? null;
  }
}
