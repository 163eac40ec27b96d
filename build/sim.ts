// In: the arguments of `npm run sim`. Out: the simulation of test/simulation, run in this process. It lies with the tests
// because it may use what the product must not. This file must never decide what is simulated.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { REPOSITORY } from './repository.ts';

await import(pathToFileURL(path.join(REPOSITORY, 'test', 'simulation', 'command.ts')).href);
