// What only the page can see, told to the main process as one report.
const { bridge } = globalThis;
const settled = (promise) =>
  promise.then(
    (value) => ({ value }),
    (error) => ({ error: String(error?.message ?? error) }),
  );

const facts = {
  isInlineRun: globalThis.inlineRan === true,
  fetched: await settled(fetch('https://example.com/')),
  popup: globalThis.open('https://example.com/popup') === null,
  types: Object.fromEntries(['require', 'process', 'Buffer', 'module'].map((name) => [name, typeof globalThis[name]])),
  failed: await settled(bridge.fail()),
  asked: await settled(bridge.ask({ list: [1, 'two'], when: new Date(0) })),
  cloned: await settled(Promise.resolve().then(() => bridge.ask(() => 1))),
  permission: (await navigator.permissions.query({ name: 'geolocation' })).state,
  required: bridge.required(),
  heard: bridge.heard(),
  path: await bridge.pathOf(new File(['x'], 'made.csv')),
  isDark: matchMedia('(prefers-color-scheme: dark)').matches,
};
await bridge.report(facts);
// The main process refuses it.
setTimeout(() => {
  globalThis.location.href = 'https://example.com/elsewhere';
}, 500);
