// Run inside a separate D-Bus session: performs the given steps with the real vault and prints the result of each. Tokens are on
// the command line here only because they are test values.

import { fileURLToPath } from 'node:url';
import { createKeychainVault, forkKeychain } from '../../../electron/main/platform/keychain/keychain-vault.ts';

type Step = readonly ['read' | 'remove', string] | readonly ['write', string, string];

const steps = JSON.parse(process.argv[2] ?? '[]') as readonly Step[];
const script = fileURLToPath(new URL('../../../electron/main/platform/keychain/keychain-process.ts', import.meta.url));
const vault = createKeychainVault({ ask: forkKeychain(script), timeoutMs: Number(process.argv[3] ?? 10_000) });

const results: unknown[] = [];
for (const step of steps) {
  results.push(step[0] === 'write' ? await vault.write(step[1], step[2]) : await vault[step[0]](step[1]));
}
process.stdout.write(`${JSON.stringify(results)}\n`, () => process.exit(0));
