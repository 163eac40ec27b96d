// What is built is decided in electron.vite.config.ts, never here.

import { buildAnew } from './fresh-build.ts';

process.exitCode = buildAnew() ? 0 : 1;
