// Archives a desk's old batches, and kills itself right before the operation with the given number: a statement that writes or
// commits, or a call of the file system. Prints how many there were when it gets to the end, and where it was killed.

import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { DeskDatabase } from '../../electron/main/store/desk-database.ts';
import { openStoreWriter } from '../../electron/main/store/store.ts';
import { RefusedError } from '../../shared/failures.ts';
import { LATER_MS, OLD } from './archived-desk.ts';

const [path = '', killedAt = '0'] = process.argv.slice(2);
let count = 0;

function operation(name: string): void {
  count += 1;
  if (count !== Number(killedAt)) return;
  fs.writeSync(1, `${name}\n`);
  process.kill(process.pid, 'SIGKILL');
}

function watch(object: object, names: readonly string[], named: (self: unknown) => string = () => ''): void {
  for (const name of names) {
    const original: unknown = Reflect.get(object, name);
    if (typeof original !== 'function') throw new Error(`there is no ${name}`);
    Object.defineProperty(object, name, {
      configurable: true,
      writable: true,
      value(this: unknown, ...args: unknown[]): unknown {
        operation(`${name} ${named(this)}`);
        return Reflect.apply(original, this, args);
      },
    });
  }
}

const opening = openStoreWriter({ path, prefix: 'B' }, { actor: 'tester', nowMs: LATER_MS, monotonicMs: () => 0 });
if (opening.kind === 'refused') throw new RefusedError(opening.refusal);
const { store } = opening;
watch(fs, ['renameSync', 'rmSync', 'fsyncSync', 'chmodSync', 'openSync', 'closeSync', 'mkdirSync']);
syncBuiltinESMExports();
const sample = new DeskDatabase(':memory:').prepare('SELECT 1');
watch(Object.getPrototypeOf(sample) as object, ['run'], (statement) =>
  String(Reflect.get(statement as object, 'source'))
    .replaceAll(/\s+/g, ' ')
    .slice(0, 60),
);
watch(DeskDatabase.prototype, ['exec', 'close']);
const { unfinished, batches } = store.archives.plan(OLD);
for (const batch of unfinished) for (const _ of store.archiving.finish(batch));
for (const { batch, stays } of batches) if (stays === null) for (const _ of store.archiving.archive(batch, OLD));
store.archiving.compact();
store.close();
fs.writeSync(1, `${count}\n`);
