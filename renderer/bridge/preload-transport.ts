import { z } from 'zod';
import { FILE_HANDLE } from '../../shared/api/file-handles.ts';
import type { WindowDesk } from '../../shared/api/window-desk.ts';
import { decodeEvent, decodeReply, decodeWish } from './decode.ts';
import { bytesOf, CANNOT_BE_READ } from './readable-file.ts';
import type { Transport } from './transport.ts';

declare global {
  interface Window {
    readonly desk?: WindowDesk;
  }
}

/** The way to the desk through the preload's named functions. */
export function preloadTransport(desk: WindowDesk): Transport {
  const heard = async <Value>(answer: Promise<unknown>, value: z.ZodType<Value>) =>
    decodeReply(await answer.catch(() => null), value);
  return {
    command: (name, params) => heard(desk[name](params), z.unknown()),
    giveFile: async (file) => {
      const bytes = await bytesOf(file);
      return bytes === null
        ? CANNOT_BE_READ
        : await heard(desk.giveFile({ name: file.name, bytes }, file), FILE_HANDLE);
    },
    saveDownload: ({ download }) => heard(desk.saveDownload(download), z.unknown()),
    followEvents: (listener) => {
      const start = (): (() => void) => {
        listener.onConnection('open');
        return desk.followEvents((data) => {
          const numbered = decodeEvent(data);
          if (numbered !== null) listener.onEvent(numbered);
        });
      };
      let stop = start();
      return {
        fresh: () => {
          stop();
          stop = start();
        },
        stop: () => stop(),
      };
    },
    followWishes: (listener) =>
      desk.followWishes((data) => {
        const wish = decodeWish(data);
        if (wish !== null) listener(wish);
      }),
  };
}
