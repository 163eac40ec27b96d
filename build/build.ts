// This file must never decide what is built: electron.vite.config.ts does.

import { buildAnew } from './fresh-build.ts';

process.exitCode = buildAnew() ? 0 : 1;
