import { startPracticeGateway } from '../../../electron/main/practice/start-practice-gateway.ts';
import { RefusedError } from '../../../shared/failures.ts';
import { readTask, report } from '../child.ts';
import type { ServeTask } from '../tasks.ts';

const start = await startPracticeGateway(readTask<ServeTask>());
if (start.kind === 'refused') throw new RefusedError(start.refusal);
const { url, mid, token, close } = start.gateway;
process.stdin.resume();
process.stdin.once('end', () => void close());
report({ url, mid, token });
