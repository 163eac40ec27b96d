// Loaded before the keychain's process: gives it the port of an Electron utility process, over Node's own channel, which is then
// hidden from it.

import { EventEmitter } from 'node:events';

const tell = process.send?.bind(process);
const port = Object.assign(new EventEmitter(), { postMessage: (message: object) => tell?.(message) });
process.on('message', (data) => port.emit('message', { data }));
Reflect.set(process, 'send', undefined);
Reflect.set(process, 'parentPort', port);
