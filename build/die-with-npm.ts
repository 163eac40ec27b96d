/** Checking every tenth of a second whether npm is gone costs nothing measurable. */
const ORPHAN_CHECK_MS = 100;

/** Kills this process once npm is gone. */
export function dieWithNpm(): void {
  const parent = process.ppid;
  const check = setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  }, ORPHAN_CHECK_MS);
  check.unref();
  // A closed terminal ends npm, which forwards nothing, and signals this program too.
  process.once('SIGHUP', () => {
    if (process.listenerCount('SIGHUP') > 0) clearInterval(check);
    else process.kill(process.pid, 'SIGKILL');
  });
}
