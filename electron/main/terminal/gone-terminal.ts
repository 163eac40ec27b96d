// A terminal that is closed, and a pipe whose reader has left, while the program goes on. In: the process's own outputs.
// Out: nothing. This file must never let words that cannot be said any more end a run: what is in flight is waited for first.

/** How a stream says that nobody is there any more: a pipe, a closed terminal, a socket. */
const NOBODY_THERE: ReadonlySet<string | undefined> = new Set(['EPIPE', 'EIO', 'ECONNRESET']);

/** Keeps the process alive whatever its outputs meet. `onLost` hears of a fault that took something away which was to be kept. */
export function outliveTerminal(onLost: (error: Error) => void = () => undefined): void {
  const { stdout, stderr } = process;
  stderr.on('error', () => undefined);
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (!NOBODY_THERE.has(error.code)) onLost(error);
  });
}
