process.parentPort.once('message', ({ data }) => {
  const environment = Object.keys(process.env).filter((name) => name.startsWith('ASSUMED'));
  process.parentPort.postMessage({ data, send: typeof process.send, environment });
  setTimeout(() => process.exit(7), 50);
});
