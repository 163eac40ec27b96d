// In: the arguments of `npm run planted-bugs`. Out: the hunt of test/planted-bugs, run in this process. It lies with the
// tests because it may use what the product must not. This file must never decide what is planted.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { REPOSITORY } from './repository.ts';

await import(pathToFileURL(path.join(REPOSITORY, 'test', 'planted-bugs', 'command.ts')).href);
