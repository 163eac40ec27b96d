// Loaded into a utility process before its script. Never leave process.send behind: Electron's child has none.

import { EventEmitter } from 'node:events';

const send = process.send?.bind(process);
const port = Object.assign(new EventEmitter(), { postMessage: (message: unknown) => void send?.(message) });
Reflect.deleteProperty(process, 'send');
// Electron ends such a process with its parent.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.on('message', (data) => void port.emit('message', { data, ports: [] }));
Object.defineProperty(process, 'parentPort', { value: port });
