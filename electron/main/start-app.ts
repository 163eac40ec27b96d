// The entry point of the app: opens its window, or runs the command line if the first argument is `cli`. A packaged app cannot
// run as plain Node, so this is how scripts and `audit verify` run on a machine without this repository.

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
  // Awaited, because desktop.ts must do some things before Electron is ready.
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
