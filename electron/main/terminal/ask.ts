// The question before money moves: the person types how many payouts there are. In: what is about to be paid.
// Out: confirmed or not. This file must never take anything but the exact count for a yes: not Enter, not "yes".

import { createInterface } from 'node:readline';
import type { ConfirmView } from '../../../shared/api/views.ts';
import type { Refusal } from '../../../shared/issues.ts';
import { formatConfirm } from './print-confirm.ts';
import { textColumns } from './streams.ts';
import type { Streams } from './streams.ts';

/** Shape: `declined` when something else was typed, or Ctrl+C, or the input ended: nothing was paid. */
export type Answer =
  | { readonly kind: 'confirmed' }
  | { readonly kind: 'declined'; readonly message: string }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** Shows what is about to be paid and asks for the count. */
export async function askForCount(view: ConfirmView, streams: Streams): Promise<Answer> {
  streams.stderr.write(`${formatConfirm(view, textColumns(streams, 'stderr'))}\n`);
  return askForNumber(
    { count: view.count, question: 'To pay, type the number of payouts (anything else stops): ' },
    streams,
  );
}

/** Asks for a number that the person has to type exactly. */
export async function askForNumber(
  { count, question }: { readonly count: number; readonly question: string },
  streams: Streams,
): Promise<Answer> {
  if (!streams.isTty.stdin) {
    return {
      kind: 'refused',
      refusal: {
        code: 'cannotAsk',
        message: 'There is nobody to ask: standard input is not a terminal.',
        cure: 'Run it in a terminal, or add --yes to pay without being asked.',
      },
    };
  }
  const typed = await readLine(streams, question);
  if (typed?.trim() === String(count)) return { kind: 'confirmed' };
  return {
    kind: 'declined',
    message: typed === null ? 'Stopped. Nothing was paid.' : 'That is not the number of payouts. Nothing was paid.',
  };
}

/** One line from a terminal; null after Ctrl+C, Ctrl+D or the end of the input. */
export async function readLine({ stdin, stderr }: Streams, question: string): Promise<string | null> {
  // An input that ended before never ends again.
  if (stdin.readableEnded || stdin.destroyed) return null;
  const lines = createInterface({ input: stdin, output: stderr, terminal: true, historySize: 0 });
  return new Promise((resolve) => {
    let typed: string | null = null;
    lines.once('line', (line) => {
      typed = line;
      lines.close();
    });
    lines.once('SIGINT', () => {
      stderr.write('\n');
      lines.close();
    });
    lines.once('close', () => resolve(typed));
    lines.setPrompt(question);
    lines.prompt();
  });
}
