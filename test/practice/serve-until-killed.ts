// A process of its own that serves the practice gateway until it is killed. In: the database path as its argument.
// Out: one line of JSON with the URL, mid and token. This file must never close anything in order.

import { startPracticeGateway } from '../../electron/main/practice/start-practice-gateway.ts';

const start = await startPracticeGateway({ databasePath: process.argv[2] ?? '' });
if (start.kind === 'refused') throw new Error(start.refusal.message);
const { url, mid, token } = start.gateway;
process.stdout.write(`${JSON.stringify({ url, mid, token })}\n`);
