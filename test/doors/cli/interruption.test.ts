// Which signals pause a run, and which end it at once.

import { expect, it, onTestFinished, vi } from 'vitest';
import { listenForInterruption, SAME_KEY_PRESS_MS } from '../../../electron/main/doors/process-end.ts';

function listen(): string[] {
  const received: string[] = [];
  const stop = listenForInterruption({
    onFirst: () => received.push('first'),
    onSecond: () => received.push('second'),
  });
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => {
    stop();
    vi.useRealTimers();
  });
  return received;
}

it('takes one key press that is delivered twice for one, and the next for the second', () => {
  const events = listen();
  process.emit('SIGINT', 'SIGINT');
  process.emit('SIGINT', 'SIGINT');
  expect(events).toEqual(['first']);
  vi.advanceTimersByTime(SAME_KEY_PRESS_MS + 1);
  process.emit('SIGINT', 'SIGINT');
  expect(events).toEqual(['first', 'second']);
});

it('never leaves at once because a terminal is closed, however often it is told', () => {
  const answered = listen();
  for (let time = 0; time < 4; time += 1) {
    process.emit('SIGHUP', 'SIGHUP');
    vi.advanceTimersByTime(SAME_KEY_PRESS_MS + 1);
  }
  expect(answered).toEqual(['first']);
});
