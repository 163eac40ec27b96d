// The practice gateway, served until Ctrl+C. It listens on loopback only.

import { PORT_MAX } from '../../../../../shared/limits.ts';
import { refused } from '../../../session/desks.ts';
import { listenForInterruption } from '../../process-end.ts';
import { defineCommand, optional } from '../command-table.ts';
import { wholeNumber } from '../values.ts';

const practice = defineCommand({
  name: 'practice',
  summary: 'serves the practice gateway until Ctrl+C; prints its URL, mid and token',
  takes: {
    port: optional('--port N', {
      help: 'the port on 127.0.0.1; any free one if left out or 0',
      value: wholeNumber({ min: 0, max: PORT_MAX, unit: 'for a port' }),
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

/** Shape: `token` is the practice gateway's, which guards no money. */
export function formatPractice({
  url,
  mid,
  token,
}: {
  readonly url: string;
  readonly mid: number;
  readonly token: string;
}): string {
  return [
    'The practice gateway is served; no money moves. Ctrl+C ends it.',
    `URL    ${url}`,
    `mid    ${mid}`,
    `token  ${token}`,
  ].join('\n');
}
