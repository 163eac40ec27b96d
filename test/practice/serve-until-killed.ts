// Serves the practice gateway in a separate process until it is killed.

import { startPracticeGateway } from '../../electron/main/practice/start-practice-gateway.ts';
import { RefusedError } from '../../shared/failures.ts';

const start = await startPracticeGateway({ databasePath: process.argv[2] ?? '' });
if (start.kind === 'refused') throw new RefusedError(start.refusal);
const { url, mid, token } = start.gateway;
process.stdout.write(`${JSON.stringify({ url, mid, token })}\n`);
