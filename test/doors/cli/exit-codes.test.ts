// The codes that scripts rely on. See CLI, Exit codes.

import { describe, expect, it } from 'vitest';
import { exitCodeOfBatch } from '../../../electron/main/doors/cli/commands/pay-specs.ts';
import { exitCodeOfCheck } from '../../../electron/main/doors/cli/commands/sheet-specs.ts';
import { EXIT, exitCodeOfUnopened } from '../../../electron/main/doors/process-end.ts';
import { verbatim } from '../../../shared/messages/message.ts';
import { STATE_KINDS } from '../../../shared/states.ts';
import { batchView, CHECK, issue } from './sample-views.ts';

const PAUSED = { code: 'sameRefusals', message: verbatim('The wallet is low.') } as const;

describe('the exit codes', () => {
  it('are those of the interface', () => {
    expect(EXIT).toStrictEqual({
      done: 0,
      fault: 1,
      refused: 2,
      rowsBlocked: 3,
      notAllSucceeded: 4,
      paused: 5,
      inUse: 6,
    });
  });
});

describe('the end of a window that could not open its desk', () => {
  it.each([
    ['alreadyOpen', EXIT.inUse],
    ['damaged', EXIT.refused],
  ])('for %s is %i', (code, exitCode) => {
    expect(exitCodeOfUnopened({ code, message: verbatim('It cannot be opened.'), cure: verbatim('Look.') })).toBe(
      exitCode,
    );
  });
});

describe('the end of a run', () => {
  it.each(
    STATE_KINDS.map((kind) => ({
      kind,
      sent: kind === 'success' || kind === 'processing' ? 0 : 4,
      settled: kind === 'success' ? 0 : 4,
    })),
  )('with one payout $kind is $sent until sent and $settled until settled', ({ kind, sent, settled }) => {
    const view = batchView({ success: 9, [kind]: 1 });
    expect(exitCodeOfBatch(view, 'sent')).toBe(sent);
    expect(exitCodeOfBatch(view, 'settled')).toBe(settled);
  });

  it.each([
    { counts: { queued: 1, success: 9 }, until: 'settled', code: 5 },
    { counts: { queued: 1, success: 9 }, until: 'sent', code: 5 },
    { counts: { processing: 1, success: 9 }, until: 'settled', code: 5 },
    { counts: { processing: 1, success: 9 }, until: 'sent', code: 0 },
    { counts: { failed: 1, queued: 1 }, until: 'settled', code: 5 },
    { counts: { success: 10 }, until: 'settled', code: 0 },
  ] as const)('after a pause with $counts until $until is $code', ({ counts, until, code }) => {
    expect(exitCodeOfBatch(batchView(counts, { paused: PAUSED }), until)).toBe(code);
  });
});

describe('a batch with late news that nobody has read', () => {
  const news = { unread: 1, possibleDuplicates: 0 };

  it('is not called done, and stays paused while it is', () => {
    expect(exitCodeOfBatch(batchView({ success: 10 }, { news }), 'settled')).toBe(4);
    expect(exitCodeOfBatch(batchView({ success: 10 }, { news }), 'sent')).toBe(4);
    expect(exitCodeOfBatch(batchView({ success: 9, queued: 1 }, { news, paused: PAUSED }), 'settled')).toBe(5);
  });
});

describe('the end of a check', () => {
  it.each([
    ['every row is payable', { rows: 3, payable: 3, issues: [] }, 0],
    ['there are only warnings', { rows: 3, payable: 3, issues: [issue(1, { severity: 'warning' })] }, 0],
    ['a row cannot be paid', { rows: 3, payable: 2, issues: [issue(1)] }, 3],
    ['there is an error about no row', { rows: 3, payable: 3, issues: [issue(1, { cell: null })] }, 3],
  ])('is told apart when %s', (_name, rest, code) => {
    expect(exitCodeOfCheck({ ...CHECK, ...rest })).toBe(code);
  });
});
