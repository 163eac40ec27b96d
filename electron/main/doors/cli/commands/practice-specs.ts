// The practice gateway, served on loopback only until Ctrl+C.

import { PORT_MAX } from '../../../../../shared/limits.ts';
import { msg } from '../../../../../shared/messages/message.ts';
import { refused } from '../../../session/desks.ts';
import { listenForInterruption } from '../../process-end.ts';
import { defineCommand, optional } from '../command-table.ts';
import { say } from '../say.ts';
import { wholeNumber } from '../values.ts';

const practice = defineCommand({
  name: 'practice',
  summary: msg('cli.practice.summary'),
  examples: ['practice --port 4320'],
  takes: {
    port: optional('--port N', {
      help: msg('cli.practice.port'),
      value: wholeNumber({ min: 0, max: PORT_MAX, unit: msg('cli.unit.port') }),
    }),
  },
  ask: async ({ system }, options) => {
    const start = await system.startPractice(options);
    return start.kind === 'refused' ? refused(start.refusal) : { kind: 'done', value: start.gateway };
  },
  show: () => ({ text: formatPractice, json: ({ url, mid, token }) => ({ url, mid, token }) }),
  after: async ({ close }) => {
    const { promise: interrupted, resolve } = Promise.withResolvers<void>();
    const stopListening = listenForInterruption({ onFirst: resolve, onSecond: resolve });
    await interrupted;
    await close();
    stopListening();
  },
});

export const PRACTICE_SPECS = [practice] as const;

/** `token` is the practice gateway's and guards no money. */
export function formatPractice({
  url,
  mid,
  token,
}: {
  readonly url: string;
  readonly mid: number;
  readonly token: string;
}): string {
  return [say(msg('cli.practice.served')), `URL    ${url}`, `mid    ${mid}`, `token  ${token}`].join('\n');
}
