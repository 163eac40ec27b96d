// In: the arguments of `npm run bench`. Out: the benchmark of test/bench, run in this process. It lies with the tests
// because it may use what the product must not. This file must never measure anything itself.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { REPOSITORY } from './repository.ts';

await import(pathToFileURL(path.join(REPOSITORY, 'test', 'bench', 'bench.ts')).href);
