// Where the app begins: with its window, or with the command line where its first word is `cli`. A packaged app cannot be
// run as plain Node, so scripts and `audit verify` on a machine without this repository go this way.

import { fileURLToPath } from 'node:url';
import { app } from 'electron';
import { faultWords } from '../../shared/failures.ts';
import { forkKeychain } from './platform/keychain/keychain-vault.ts';
import { workerFiles } from './platform/worker-files.ts';

const words = process.argv.slice(app.isPackaged ? 1 : 2);

if (words[0] === 'cli') {
  app
    .whenReady()
    .then(() => runCommand(words.slice(1)))
    .catch((error: unknown) => {
      process.stderr.write(`Payout Desk stopped on a fault of its own: ${faultWords('start', error)}\n`);
      app.exit(1);
    });
} else {
  // Awaited: what must be said before Electron is ready is said there.
  await import('./doors/electron/desktop.ts');
}

async function runCommand(command: readonly string[]): Promise<void> {
  app.dock?.hide();
  const [{ main }, { startUtility }] = await Promise.all([
    import('./doors/cli/main.ts'),
    import('./doors/electron/utility-child.ts'),
  ]);
  app.exit(await main(command, { askKeychain: forkKeychain(fileURLToPath(workerFiles().keychain), startUtility) }));
}
