// In test/, because it may use what the product must not.

import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { REPOSITORY } from './repository.ts';

await import(pathToFileURL(path.join(REPOSITORY, 'test', 'forge', 'forge.ts')).href);
