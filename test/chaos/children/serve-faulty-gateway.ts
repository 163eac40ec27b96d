// The faulty gateway in a separate process, so that it can be killed.

import { type GatewayTask, serveFaultyGateway } from '../faulty-gateway.ts';

const task = JSON.parse(process.argv[2] ?? '') as GatewayTask;
const gateway = await serveFaultyGateway(task, () => process.send?.({ kind: 'payout' }));
process.on('message', () => gateway.calmDown());
process.once('disconnect', () => process.exit(0));
process.send?.({ kind: 'listening', port: gateway.port });
