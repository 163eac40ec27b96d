import { Worker } from 'node:worker_threads';

const ACTS = {
  answer: () =>
    process.parentPort.once('message', ({ data }) => {
      const environment = Object.keys(process.env).filter((name) => name.startsWith('ASSUMED'));
      process.parentPort.postMessage({ data, send: typeof process.send, environment });
      setTimeout(() => process.exit(7), 50);
    }),
  listenLate: () =>
    setTimeout(() => process.parentPort.on('message', ({ data }) => process.parentPort.postMessage(data)), 500),
  thread: () => {
    const code = `const { parentPort } = require('node:worker_threads');
      parentPort.on('message', (asked) => parentPort.postMessage({ asked, numbers: new Float64Array([1.5, -0, NaN]) }));`;
    const worker = new Worker(code, { eval: true, env: {}, resourceLimits: { maxOldGenerationSizeMb: 64 } });
    worker.on('message', (message) => process.parentPort.postMessage(message));
    process.parentPort.on('message', ({ data }) => worker.postMessage(data));
  },
  busy: () => {
    process.parentPort.postMessage({ busy: true });
    setTimeout(() => {
      for (;;);
    }, 50);
  },
  fill: () => {
    const all = [];
    for (;;) all.push(new Array(1_000_000).fill({}));
  },
};

ACTS[process.argv.at(-1)]();
