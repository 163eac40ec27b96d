// Which folder may import what, as rules for dependency-cruiser, each with the reason shown when it is broken:
//
//     doors -> desk -> session -> engine -> store, gateway, mail, import, reports, practice -> platform -> domain -> shared
//
// A higher layer imports a lower one directly; nothing imports upwards.
import type { IForbiddenRuleType } from 'dependency-cruiser';

type ImportRule = IForbiddenRuleType & { readonly name: string };

const LAYERS: readonly string[] = [
  'shared',
  'domain',
  'platform',
  'store|gateway|mail|import|reports|practice|register',
  'engine',
  'session',
  'desk',
  'doors',
];
const SIBLINGS = '^electron/main/(store|gateway|mail|import|reports|practice|register)/';

function folderOf(layer: string): string {
  return layer === 'shared' ? '^shared/' : `^electron/main/(${layer})(/|\\.ts$)`;
}

/** Nothing imports upwards: one rule per layer, against all layers above it. */
const DOWNWARDS: readonly ImportRule[] = LAYERS.slice(0, -1).map((layer, place) => ({
  name: `${layer.replaceAll('|', '-')}-looks-down`,
  comment:
    'A layer imports only what lies below it: doors, desk, session, engine, the seven tools, platform, domain, shared.',
  from: { path: folderOf(layer) },
  to: { path: [...LAYERS.slice(place + 1).map(folderOf), '^electron/main/[^/]+$'] },
}));

/** Every import rule of the design. See DESIGN, The flow and the layers. */
export const IMPORT_RULES: readonly ImportRule[] = [
  ...DOWNWARDS,
  {
    name: 'shared-stays-pure',
    comment: 'shared runs in every process: nothing of ours, nothing of Node; zod only, for the contract.',
    from: { path: '^shared/' },
    to: { pathNot: ['^shared/', '^node_modules/zod/'] },
  },
  {
    name: 'domain-stays-pure',
    comment: 'domain holds rules and words: no disk, no network, no clock.',
    from: { path: '^electron/main/domain/' },
    to: { pathNot: ['^electron/main/domain/', '^shared/'] },
  },
  {
    name: 'tools-apart',
    comment:
      'Store, gateway, mail, import, reports, practice and register never import each other: those above bring them together.',
    from: { path: SIBLINGS },
    to: { path: SIBLINGS, pathNot: '^electron/main/$1/' },
  },
  {
    name: 'doors-apart',
    comment: 'A door can be taken out without another one noticing.',
    from: { path: '^electron/main/doors/([^/]+)/' },
    to: { path: '^electron/main/doors/([^/]+)/', pathNot: '^electron/main/doors/$1/' },
  },
  {
    name: 'doors-stay-thin',
    comment: 'A door asks the desk: it knows no store, no gateway and no engine.',
    from: { path: '^electron/main/doors/' },
    to: { path: '^electron/main/(engine|store|gateway|mail|import|reports|practice|register|platform/keychain)/' },
  },
  {
    name: 'cli-starts-on-any-node',
    comment: 'An older Node must be able to read the whole static graph of the launcher. Load the rest dynamically.',
    from: {
      path: [
        '^electron/main/doors/cli/cli\\.ts$',
        '^electron/main/doors/http/browser\\.ts$',
        '^electron/main/platform/node-version\\.ts$',
      ],
    },
    to: {
      dynamic: false,
      pathNot: ['^electron/main/platform/node-version\\.ts$', '^shared/limits\\.ts$'],
      dependencyTypesNot: ['core', 'type-only'],
    },
  },
  {
    name: 'electron-in-its-place',
    comment: 'Nearly everything runs and is tested in plain Node.',
    from: {
      path: '^(electron|renderer|shared|build)/',
      pathNot: ['^electron/main/doors/electron/', '^electron/main/start-app\\.ts$', '^electron/preload/'],
    },
    to: { path: ['^electron$', '^electron/(main|renderer|common)$', '^node_modules/electron/'] },
  },
  {
    name: 'preload-stays-small',
    comment: 'A sandboxed preload can load nothing but electron: it shares names with the main process, and types.',
    from: { path: '^electron/preload/' },
    to: {
      pathNot: ['^electron$', '^node_modules/electron/', '^shared/api/ipc-channels\\.ts$'],
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'network-in-its-place',
    comment:
      'What leaves the machine leaves through gateway; practice and the http door only listen. Lint watches node:net.',
    from: { path: '^electron/', pathNot: '^electron/main/(gateway|practice|doors/http)/' },
    to: { path: '^(http|https|http2|tls|dgram)$', dependencyTypes: ['core'] },
  },
  {
    name: 'mail-in-its-place',
    comment:
      'Mails leave through mail, over a socket that compose gives it from gateway; reports writes drafts, which leave by hand.',
    from: { path: '^(electron|shared|renderer)/', pathNot: '^electron/main/mail/' },
    to: { path: '^node_modules/nodemailer/', pathNot: '/mail-composer/' },
  },
  {
    name: 'postgres-in-its-place',
    comment: 'Only register talks to the server that several desks share.',
    from: { path: '^(electron|shared|renderer)/', pathNot: '^electron/main/register/' },
    to: { path: '^node_modules/postgres/' },
  },
  {
    name: 'keychain-in-its-place',
    comment: 'The token is read in one place.',
    from: { path: '^(electron|renderer|build)/', pathNot: '^electron/main/platform/keychain/' },
    to: { path: '^node_modules/@napi-rs/keyring' },
  },
  {
    name: 'sqlite-in-its-place',
    comment: 'The store, the practice gateway with its own file, and the lock of the data folder.',
    from: { path: '^(electron|renderer)/', pathNot: '^electron/main/(store|practice|platform)/' },
    to: { path: '^node_modules/better-sqlite3/' },
  },
  {
    name: 'renderer-imports-shared-only',
    comment: 'The renderer holds no truth and no privilege: it asks through its bridge.',
    from: { path: '^renderer/' },
    to: { path: '^(electron|test|build)/' },
  },
  {
    name: 'renderer-has-no-node',
    comment: 'The sandbox has no Node.',
    from: { path: '^renderer/' },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'features-apart',
    comment: 'Features of the renderer never import each other.',
    from: { path: '^renderer/features/([^/]+)/' },
    to: { path: '^renderer/features/([^/]+)/', pathNot: '^renderer/features/$1/' },
  },
  {
    name: 'window-one-way',
    comment: 'In the renderer, app knows features, features know ui, bridge and text, and nothing looks back up.',
    from: { path: '^renderer/(features|ui|bridge|text)/' },
    to: { path: '^renderer/(app/|main\\.tsx$)' },
  },
  {
    name: 'window-parts-know-no-feature',
    comment: 'What all features share cannot know one of them.',
    from: { path: '^renderer/(ui|bridge|text)/' },
    to: { path: '^renderer/features/' },
  },
  {
    name: 'window-words-and-bridge-draw-nothing',
    comment: 'Words are words, and the bridge speaks with the desk: neither draws.',
    from: { path: '^renderer/(bridge|text)/' },
    to: { path: '^renderer/ui/' },
  },
  {
    name: 'command-line-sentences-in-their-place',
    comment: 'The page and the desk load no sentence that only the command line says.',
    from: { path: '^(electron|renderer|shared)/', pathNot: '^electron/main/doors/cli/' },
    to: { path: '^shared/messages/en-cli\\.ts$', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'main-knows-no-window',
    comment: 'The main process works without a window.',
    from: { path: '^electron/' },
    to: { path: '^renderer/' },
  },
  {
    name: 'tests-are-leaves',
    comment: 'Nothing imports a test.',
    from: { pathNot: '^test/' },
    to: { path: '^test/' },
  },
  {
    name: 'program-without-its-workshop',
    comment: 'build/ is not shipped.',
    from: { path: '^(electron|shared|renderer)/' },
    to: { path: '^build/' },
  },
  {
    name: 'shipped-dependencies-only',
    comment: 'A development dependency is not there once the program is installed.',
    from: { path: '^(electron|shared)/' },
    to: {
      dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
      dependencyTypesNot: ['type-only'],
      pathNot: '^node_modules/electron/',
    },
  },
  {
    name: 'imports-exist',
    comment: 'An import that leads nowhere is not checked by any other rule.',
    from: {},
    to: { couldNotResolve: true },
  },
  {
    name: 'no-cycles',
    comment: 'Data goes one way.',
    from: {},
    to: { circular: true },
  },
];
