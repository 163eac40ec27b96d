// Loaded into a utility process before its script. Never leave process.send behind: Electron's child has none.

import { EventEmitter } from 'node:events';

const send = process.send?.bind(process);
const port = Object.assign(new EventEmitter(), { postMessage: (message: unknown) => void send?.(message) });
Reflect.deleteProperty(process, 'send');
// Electron ends such a process with its parent.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// Like Electron's, what comes waits for the first listener.
let waiting: unknown[] | null = [];
const emit = (data: unknown): void => void port.emit('message', { data, ports: [] });
process.on('message', (data) => {
  if (waiting === null) emit(data);
  else waiting.push(data);
});
port.on('newListener', (name) => {
  if (name !== 'message' || waiting === null) return;
  const early = waiting;
  waiting = null;
  // The listener is there in the next turn.
  setImmediate(() => early.forEach(emit));
});
Object.defineProperty(process, 'parentPort', { value: port });
