// The faulty gateway in a process of its own, so that it can be killed. In: its task as an argument, and messages of its
// parent. Out: messages: where it listens, and each payout request. This file must never outlive its parent.

import { type GatewayTask, serveFaultyGateway } from '../faulty-gateway.ts';

const task = JSON.parse(process.argv[2] ?? '') as GatewayTask;
const gateway = await serveFaultyGateway(task, () => process.send?.({ kind: 'payout' }));
process.on('message', () => gateway.calmDown());
process.once('disconnect', () => process.exit(0));
process.send?.({ kind: 'listening', port: gateway.port });
