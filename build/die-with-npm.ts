/** Noticing within a tenth of a second that npm is gone costs nothing measurable. */
const ORPHAN_CHECK_MS = 100;

/** Ends this process as if killed itself. */
export function dieWithNpm(): void {
  const parent = process.ppid;
  const check = setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  }, ORPHAN_CHECK_MS);
  check.unref();
  // A closed terminal ends npm, which passes nothing on, and is told to this program as well.
  process.once('SIGHUP', () => {
    if (process.listenerCount('SIGHUP') > 0) clearInterval(check);
    else process.kill(process.pid, 'SIGKILL');
  });
}
