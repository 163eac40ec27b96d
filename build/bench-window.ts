// In: the arguments of `npm run bench:window`. Out: the window's benchmark of test/bench/window, run in this process. It
// lies with the tests because it may use what the product must not. This file must never measure anything itself.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { REPOSITORY } from './repository.ts';

await import(pathToFileURL(path.join(REPOSITORY, 'test', 'bench', 'window', 'bench-window.ts')).href);
