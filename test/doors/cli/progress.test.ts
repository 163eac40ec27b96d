// The bar's frames at several widths, when they are drawn, and the lines of a log.

import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { barOf, formatFrame, formatProgressLine, startProgress } from '../../../electron/main/doors/cli/progress.ts';
import { textWidth } from '../../../electron/main/doors/cli/text.ts';
import { verbatim } from '../../../shared/messages/message.ts';
import { STATE_KINDS, zeroCounts } from '../../../shared/states.ts';
import { fakeTerminal, handClock } from './fake-terminal.ts';
import { batchView, progressView } from './sample-views.ts';

const MIDDLE = progressView({
  queued: 330,
  sending: 4,
  processing: 31,
  unknown: 2,
  success: 620,
  failed: 1,
  rejected: 12,
});

describe('a frame', () => {
  it('shows everything beside each other where there is room', () => {
    expect(formatFrame(MIDDLE, { columns: 120, color: false })).toStrictEqual([
      'B0012 acme: sending',
      '████████████████████████████████████▓?×!▒░░░░░░░░░░░░░░░░░░░   66 %  666 of 1,000 sent',
      '█ 620 success  ▓ 31 processing  ? 2 unknown  × 1 failed  ! 12 rejected  ▒ 4 sending  ░ 330 queued',
      '₹62,000.00 of ₹1,00,000.00 paid  4.8 per second  4 in flight  2 min 05 s so far  about 1 min 09 s left',
      'next look-up in 12 s',
    ]);
  });

  it('takes more lines where there is less', () => {
    expect(formatFrame(MIDDLE, { columns: 50, color: false })).toStrictEqual([
      'B0012 acme: sending',
      '███████████▓?×!▒░░░░░░░   66 %  666 of 1,000 sent',
      '█ 620 success  ▓ 31 processing  ? 2 unknown',
      '× 1 failed  ! 12 rejected  ▒ 4 sending',
      '░ 330 queued',
      '₹62,000.00 of ₹1,00,000.00 paid  4.8 per second',
      '4 in flight  2 min 05 s so far',
      'about 1 min 09 s left  next look-up in 12 s',
    ]);
  });

  it('gives the bar a line of its own on a very narrow screen', () => {
    expect(formatFrame(MIDDLE, { columns: 24, color: false }).slice(0, 4)).toStrictEqual([
      'B0012 acme: sending',
      '███████████▓?×!▒░░░░░░░',
      '66 %  666 of 1,000 sent',
      '█ 620 success',
    ]);
  });

  it('counts what is final once everything has left, and says what it waits for', () => {
    const settling = progressView({ processing: 3, success: 7 }, { phase: 'settling', inFlight: 0 });
    const [, bar, , facts] = formatFrame(settling, { columns: 120, color: false });
    expect(bar).toMatch(/^█{42}▓{18} {3}70 % {2}7 of 10 final$/);
    expect(facts).toBe(
      '₹700.00 of ₹1,000.00 paid  4.8 per second  0 in flight  2 min 05 s so far  next look-up in 12 s',
    );
  });

  it('reaches a hundred percent only with the last payout', () => {
    const almost = progressView({ queued: 1, success: 9_999 });
    expect(formatFrame(almost, { columns: 80, color: false })[1]).toContain(' 99 %  9,999 of 10,000 sent');
    const all = progressView({ success: 10_000 }, { phase: 'done' });
    expect(formatFrame(all, { columns: 80, color: false })[1]).toContain('100 %  10,000 of 10,000 final');
  });

  it('says why it is paused, without what a terminal would obey, and foretells no end', () => {
    const view = batchView(
      { queued: 5, success: 5 },
      { paused: { code: 'sameRefusals', message: verbatim('The wallet\u001B[2J is low.') } },
    );
    const lines = formatFrame(progressView({}, { view, total: 10 }), { columns: 120, color: false });
    expect(lines[0]).toBe('B0012 acme: paused: The wallet?[2J is low.');
    expect(lines.join('\n')).not.toContain(' left');
  });

  it('shows the note behind the phase', () => {
    const view = progressView({ queued: 1 }, { phase: 'preflight', note: verbatim('asking for the wallet') });
    expect(formatFrame(view, { columns: 80, color: false })[0]).toBe(
      'B0012 acme: checking the gateway (asking for the wallet)',
    );
  });

  it('has the same text in colour', () => {
    const colored = formatFrame(MIDDLE, { columns: 80, color: true });
    expect(colored.join('\n')).toContain('\u001B[32m█');
    expect(colored.join('\n')).toContain('\u001B[31m×');
    expect(colored.map(stripVTControlCharacters)).toStrictEqual(formatFrame(MIDDLE, { columns: 80, color: false }));
  });

  it('never reaches the last column, whatever the counts', () => {
    const count = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 100_000 }));
    const counts = fc.record(Object.fromEntries(STATE_KINDS.map((kind) => [kind, count])));
    fc.assert(
      fc.property(counts, fc.integer({ min: 20, max: 200 }), (some, columns) => {
        const lines = formatFrame(progressView(some), { columns, color: false });
        return lines.every((line) => textWidth(line) < columns);
      }),
      { numRuns: 60 },
    );
  });
});

describe('the bar', () => {
  it('gives every state that occurs at least one cell, and fills exactly its cells', () => {
    const count = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 1_000_000 }));
    const counts = fc.record(Object.fromEntries(STATE_KINDS.map((kind) => [kind, count])));
    fc.assert(
      fc.property(counts, fc.integer({ min: 12, max: 60 }), (some, cells) => {
        const all = { ...zeroCounts(), ...some };
        const occurring = STATE_KINDS.filter((kind) => all[kind] > 0).length;
        const bar = barOf(all, cells);
        expect(new Set(bar).size).toBe(occurring);
        expect(bar).toHaveLength(occurring === 0 ? 0 : cells);
      }),
    );
  });

  it('keeps a single failed payout among a hundred thousand in sight', () => {
    expect(barOf({ ...zeroCounts(), success: 99_999, failed: 1 }, 20)).toBe(`${'█'.repeat(19)}×`);
  });
});

describe('progress on a screen', () => {
  it('hides the cursor, draws over itself, and gives the cursor back at the end', () => {
    const terminal = fakeTerminal({ env: { NO_COLOR: '1' } });
    const clock = handClock();
    const progress = startProgress(terminal.streams, clock);
    progress.update(progressView({ queued: 10 }));
    clock.advance(100);
    progress.update(progressView({ success: 10 }, { phase: 'done' }));
    progress.stop();
    progress.stop();
    const frames = terminal.err().split('\u001B[J');
    expect(frames[0]).toBe('\u001B[?25l');
    const rows = (frames[1]?.split('\n').length ?? 0) - 1;
    expect(frames[1]?.endsWith(`\r\u001B[${rows}A`)).toBe(true);
    expect(frames.at(-1)).toContain('100 %  10 of 10 final');
    expect(terminal.err().endsWith('\n\u001B[?25h')).toBe(true);
    expect(terminal.err().split('\u001B[?25h')).toHaveLength(2);
    expect(terminal.out()).toBe('');
  });

  it('draws at most ten frames a second, and never forgets the last', () => {
    const terminal = fakeTerminal();
    const clock = handClock();
    const progress = startProgress(terminal.streams, clock);
    for (let step = 0; step < 1_000; step += 1) {
      progress.update(progressView({ queued: 1_000 - step, success: step }));
      clock.advance(1);
    }
    const frames = (): number => terminal.err().split('\u001B[J').length - 1;
    expect(frames()).toBeGreaterThanOrEqual(9);
    expect(frames()).toBeLessThanOrEqual(11);
    const before = frames();
    clock.advance(100);
    expect(frames()).toBeLessThanOrEqual(before + 1);
    expect(stripVTControlCharacters(terminal.err())).toContain('999 of 1,000 sent');
  });

  it('goes up over every row that the last frame takes after the window became narrower', () => {
    const terminal = fakeTerminal({ columns: 120, env: { NO_COLOR: '1' } });
    const clock = handClock();
    const progress = startProgress(terminal.streams, clock);
    progress.update(MIDDLE);
    // Five lines of 19, 86, 97, 102 and 20 columns take 1 + 3 + 4 + 4 + 1 rows of 30.
    terminal.resize(30);
    clock.advance(100);
    progress.update(MIDDLE);
    expect(terminal.err()).toContain('\r\u001B[12A\u001B[J');
  });

  it('says a line above the bar and draws the bar again below it', () => {
    const terminal = fakeTerminal({ env: { NO_COLOR: '1' } });
    const clock = handClock();
    const progress = startProgress(terminal.streams, clock);
    progress.say('before');
    progress.update(progressView({ queued: 2 }));
    progress.say('Pausing: 4 in flight.');
    expect(terminal.err().startsWith('before\n\u001B[?25l')).toBe(true);
    expect(terminal.err()).toContain('\u001B[JPausing: 4 in flight.\nB0012 acme: sending\n');
  });

  it('uses no colour when the person wants none', () => {
    const plain = fakeTerminal({ env: { NO_COLOR: '1' } });
    startProgress(plain.streams, handClock()).update(MIDDLE);
    expect(plain.err()).not.toContain('\u001B[32m');
    const colored = fakeTerminal({ env: { NO_COLOR: '' } });
    startProgress(colored.streams, handClock()).update(MIDDLE);
    expect(colored.err()).toContain('\u001B[32m');
  });

  it('leaves a screen alone on which nothing was shown', () => {
    const terminal = fakeTerminal();
    startProgress(terminal.streams, handClock()).stop();
    expect(terminal.err()).toBe('');
  });
});

describe('progress in a log', () => {
  it.each([
    ['a pipe', fakeTerminal({ tty: false })],
    ['a dumb terminal', fakeTerminal({ env: { TERM: 'dumb' } })],
  ])('writes plain lines at changes of phase and every few seconds to %s', (_name, terminal) => {
    const clock = handClock();
    const progress = startProgress(terminal.streams, clock);
    const lines = (): string[] => terminal.err().split('\n').slice(0, -1);
    progress.update(progressView({ queued: 3 }, { phase: 'preflight' }));
    expect(lines()).toHaveLength(1);
    progress.update(progressView({ queued: 3 }));
    expect(lines()).toHaveLength(2);
    clock.advance(4_999);
    progress.update(progressView({ queued: 2, success: 1 }));
    expect(lines()).toHaveLength(2);
    clock.advance(1);
    progress.update(progressView({ queued: 2, success: 1 }));
    expect(lines()).toHaveLength(3);
    clock.advance(59_999);
    progress.update(progressView({ queued: 2, success: 1 }));
    expect(lines()).toHaveLength(3);
    clock.advance(1);
    progress.update(progressView({ queued: 2, success: 1 }));
    expect(lines()).toHaveLength(4);
    const paused = batchView(
      { queued: 2, success: 1 },
      { paused: { code: 'person', message: verbatim('You paused it.') } },
    );
    progress.update(progressView({}, { view: paused, total: 3 }));
    expect(lines()).toHaveLength(5);
    progress.say('Bye.');
    progress.update(progressView({ queued: 1, success: 2 }));
    progress.stop();
    expect(lines().slice(-2)).toStrictEqual(['Bye.', formatProgressLine(progressView({ queued: 1, success: 2 }))]);
    expect(terminal.err()).not.toContain('\u001B');
  });

  it('says all of it in one line', () => {
    expect(formatProgressLine(MIDDLE)).toBe(
      'B0012 acme: sending; 666 of 1,000 sent; 620 success, 31 processing, 2 unknown, 1 failed, 12 rejected, 4 sending, ' +
        '330 queued; ₹62,000.00 of ₹1,00,000.00 paid; 4.8 per second; 4 in flight; 2 min 05 s so far; ' +
        'about 1 min 09 s left; next look-up in 12 s',
    );
  });
});
