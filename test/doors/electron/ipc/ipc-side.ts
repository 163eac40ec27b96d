// Electron's IPC as a page uses it, without Electron. Never check anything here: that is the door's task.

import type { FeedPage, IpcSide, SenderFrame } from '../../../../electron/main/doors/electron/ipc-door.ts';
import type { Reply } from '../../../../shared/api/contract.ts';

type Answering = Parameters<IpcSide['handle']>[1];
type Hearing = Parameters<IpcSide['on']>[1];

export const OUR_FRAME: SenderFrame = { url: 'app://desk/', origin: 'app://desk', parent: null };

/** What was sent to a page: the channel, and its arguments. */
export interface Reported {
  readonly channel: string;
  readonly rest: readonly unknown[];
}

export interface TestPage extends FeedPage {
  readonly reported: readonly Reported[];
  destroy(): void;
}

export interface TestIpc {
  readonly side: IpcSide;
  readonly channels: readonly string[];
  invoke(channel: string, args: readonly unknown[], frame?: SenderFrame | null): Promise<Reply<unknown>>;
  send(channel: string, args: readonly unknown[], from?: { frame?: SenderFrame | null; page?: TestPage }): void;
  readonly page: TestPage;
}

export function openTestPage(): TestPage {
  const reported: Reported[] = [];
  let isDestroyed = false;
  return {
    reported,
    destroy: () => {
      isDestroyed = true;
    },
    send: (channel, ...rest) => {
      if (isDestroyed) throw new TypeError('Object has been destroyed');
      reported.push({ channel, rest });
    },
  };
}

export function openTestIpc(): TestIpc {
  const answering = new Map<string, Answering>();
  const hearing = new Map<string, Hearing>();
  const page = openTestPage();
  return {
    page,
    side: {
      handle: (channel, answer) => void answering.set(channel, answer),
      on: (channel, listener) => hearing.set(channel, listener),
    },
    get channels() {
      return [...answering.keys(), ...hearing.keys()];
    },
    invoke: (channel, args, frame = OUR_FRAME) => {
      const answer = answering.get(channel);
      if (answer === undefined) throw new Error(`nobody answers ${channel}`);
      return answer({ senderFrame: frame, sender: page }, ...args);
    },
    send: (channel, args, { frame = OUR_FRAME, page: from = page } = {}) => {
      const listener = hearing.get(channel);
      if (listener === undefined) throw new Error(`nobody hears ${channel}`);
      listener({ senderFrame: frame, sender: from }, ...args);
    },
  };
}
