// In: the arguments of `npm run chaos`. Out: the chaos of test/chaos, run in this process. It lies with the tests because it
// may use what the product must not. This file must never judge anything itself.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { REPOSITORY } from './repository.ts';

await import(pathToFileURL(path.join(REPOSITORY, 'test', 'chaos', 'chaos.ts')).href);
