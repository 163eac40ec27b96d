// The forbidden imports that import-rules.test.ts plants, with allowed ones beside them. Every import rule needs one here; the
// test names any without.

/** One file with one import, and the rule that must refuse it. `file` is its path in the repository. */
export interface Planted {
  readonly rule: string;
  readonly file: string;
  readonly text: string;
}

/** At least one import for every rule. */
export const FORBIDDEN: readonly Planted[] = [
  {
    rule: 'shared-stays-pure',
    file: 'shared/planted-node.ts',
    text: `export { readFileSync } from 'node:fs';`,
  },
  {
    rule: 'shared-stays-pure',
    file: 'shared/planted-room.ts',
    text: `export type { X } from '../electron/main/engine/planted-target.ts';`,
  },
  {
    rule: 'shared-stays-pure',
    file: 'shared/api/planted-package.ts',
    text: `import Papa from 'papaparse'; export const x = Papa;`,
  },
  {
    rule: 'shared-looks-down',
    file: 'shared/planted-upwards.ts',
    text: `import type { X } from '../electron/main/domain/planted-target.ts'; export const y: X | null = null;`,
  },
  {
    rule: 'command-line-sentences-in-their-place',
    file: 'shared/messages/planted-sentences.ts',
    text: `import { EN_CLI } from './en-cli.ts'; export const x = EN_CLI;`,
  },
  {
    rule: 'domain-looks-down',
    file: 'electron/main/domain/planted-upwards.ts',
    text: `import { x } from '../engine/planted-target.ts'; export const y = x;`,
  },
  {
    rule: 'domain-stays-pure',
    file: 'electron/main/domain/planted-node.ts',
    text: `export { readFileSync } from 'node:fs';`,
  },
  {
    rule: 'platform-looks-down',
    file: 'electron/main/platform/planted-upwards.ts',
    text: `import { x } from '../store/planted-fine.ts'; export const y = x;`,
  },
  {
    rule: 'store-gateway-mail-import-reports-practice-register-looks-down',
    file: 'electron/main/gateway/planted-value.ts',
    text: `import { x } from '../engine/planted-target.ts'; export const y = x;`,
  },
  {
    rule: 'store-gateway-mail-import-reports-practice-register-looks-down',
    file: 'electron/main/store/planted-type.ts',
    text: `import type { X } from '../engine/planted-target.ts'; export const y: X | null = null;`,
  },
  {
    rule: 'store-gateway-mail-import-reports-practice-register-looks-down',
    file: 'electron/main/import/planted-dynamic.ts',
    text: `export const y = async () => (await import('../engine/planted-target.ts')).x;`,
  },
  {
    rule: 'postgres-in-its-place',
    file: 'electron/main/session/planted-postgres.ts',
    text: `export { default } from 'postgres';`,
  },
  {
    rule: 'tools-apart',
    file: 'electron/main/reports/planted-export.ts',
    text: `export * from '../store/planted-fine.ts';`,
  },
  {
    rule: 'engine-looks-down',
    file: 'electron/main/engine/planted-upwards.ts',
    text: `import { x } from '../compose.ts'; export const y = x;`,
  },
  {
    rule: 'session-looks-down',
    file: 'electron/main/session/planted-upwards.ts',
    text: `import { x } from '../compose.ts'; export const y = x;`,
  },
  {
    rule: 'desk-looks-down',
    file: 'electron/main/desk/batches/planted-upwards.ts',
    text: `import { x } from '../../doors/cli/planted-fine.ts'; export const y = x;`,
  },
  {
    rule: 'doors-apart',
    file: 'electron/main/doors/http/planted-door.ts',
    text: `import { x } from '../cli/planted-fine.ts'; export const y = x;`,
  },
  {
    rule: 'doors-stay-thin',
    file: 'electron/main/doors/cli/planted-terminal.ts',
    text: `import { x } from '../../engine/planted-target.ts'; export const y = x;`,
  },
  {
    rule: 'doors-stay-thin',
    file: 'electron/main/doors/electron/desktop.ts',
    text: `import { checkToken } from '../../platform/keychain/vault.ts'; export const y = checkToken;`,
  },
  {
    rule: 'cli-starts-on-any-node',
    file: 'electron/main/platform/node-version.ts',
    text: `import Database from 'better-sqlite3'; export const startOnNewerNode = Database;`,
  },
  {
    rule: 'electron-in-its-place',
    file: 'electron/main/engine/planted-electron.ts',
    text: `import { app } from 'electron'; export const y = app;`,
  },
  {
    rule: 'electron-in-its-place',
    file: 'electron/main/desk/runtime/planted-electron.ts',
    text: `import { shell } from 'electron'; export const y = shell;`,
  },
  {
    rule: 'preload-stays-small',
    file: 'electron/preload/planted-schemas.ts',
    text: `import { CONTRACT } from '../../shared/api/contract.ts'; export const y = CONTRACT;`,
  },
  {
    rule: 'network-in-its-place',
    file: 'electron/main/engine/planted-network.ts',
    text: `import { request } from 'node:https'; export const y = request;`,
  },
  {
    rule: 'mail-in-its-place',
    file: 'electron/main/desk/planted-mail.ts',
    text: `import SMTPConnection from 'nodemailer/lib/smtp-connection'; export const y = SMTPConnection;`,
  },
  {
    rule: 'keychain-in-its-place',
    file: 'electron/main/store/planted-keychain.ts',
    text: `import { AsyncEntry } from '@napi-rs/keyring'; export const y = AsyncEntry;`,
  },
  {
    rule: 'sqlite-in-its-place',
    file: 'electron/main/engine/planted-sqlite.ts',
    text: `import Database from 'better-sqlite3'; export const y = Database;`,
  },
  {
    rule: 'renderer-imports-shared-only',
    file: 'renderer/planted-main.ts',
    text: `import { x } from '../electron/main/engine/planted-target.ts'; export const y = x;`,
  },
  {
    rule: 'renderer-has-no-node',
    file: 'renderer/planted-node.ts',
    text: `export { readFileSync } from 'node:fs';`,
  },
  {
    rule: 'features-apart',
    file: 'renderer/features/one/planted.ts',
    text: `import { x } from '../two/planted.ts'; export const y = x;`,
  },
  {
    rule: 'features-apart',
    file: 'renderer/features/one/planted.tsx',
    text: `import { x } from '../two/planted.ts'; export const y = x;`,
  },
  {
    rule: 'window-one-way',
    file: 'renderer/features/one/planted-app.ts',
    text: `import { x } from '../../app/planted.ts'; export const y = x;`,
  },
  {
    rule: 'window-parts-know-no-feature',
    file: 'renderer/ui/planted.tsx',
    text: `import type { X } from '../features/two/planted.ts'; export const y: X | null = null;`,
  },
  {
    rule: 'window-words-and-bridge-draw-nothing',
    file: 'renderer/bridge/planted.ts',
    text: `import { x } from '../ui/planted-fine.ts'; export const y = x;`,
  },
  {
    rule: 'main-knows-no-window',
    file: 'electron/main/engine/planted-window.ts',
    text: `import { x } from '../../../renderer/features/two/planted.ts'; export const y = x;`,
  },
  {
    rule: 'tests-are-leaves',
    file: 'electron/main/engine/planted-test.ts',
    text: `import { x } from '../../../test/planted-support.ts'; export const y = x;`,
  },
  {
    rule: 'program-without-its-workshop',
    file: 'electron/main/engine/planted-workshop.ts',
    text: `import { REPOSITORY } from '../../../build/repository.ts'; export const y = REPOSITORY;`,
  },
  {
    rule: 'shipped-dependencies-only',
    file: 'electron/main/engine/planted-development.ts',
    text: `import fc from 'fast-check'; export const y = fc;`,
  },
  {
    rule: 'imports-exist',
    file: 'electron/main/engine/planted-nowhere.ts',
    text: `import { x } from './planted-not-there.ts'; export const y = x;`,
  },
  {
    rule: 'no-cycles',
    file: 'electron/main/engine/planted-cycle-a.ts',
    text: `import { b } from './planted-cycle-b.ts'; export const a: number = b;`,
  },
];

/** Imports of the same kinds in places where they are allowed. */
export const ALLOWED: readonly Omit<Planted, 'rule'>[] = [
  { file: 'electron/main/engine/planted-target.ts', text: `export const x = 1; export type X = 1;` },
  {
    file: 'electron/main/compose.ts',
    text: `import { x as a } from './engine/planted-target.ts';
           import { x as b } from './store/planted-fine.ts';
           export const x = [a, b];`,
  },
  {
    file: 'electron/main/store/planted-fine.ts',
    text: `import Database from 'better-sqlite3';
           import { NODE_MAJOR_MIN } from '../../../shared/limits.ts';
           export const x = [Database, NODE_MAJOR_MIN];`,
  },
  {
    file: 'electron/main/gateway/planted-https.ts',
    text: `import { request } from 'node:https'; export const x = request;`,
  },
  {
    file: 'electron/main/doors/electron/planted-electron.ts',
    text: `import { ipcMain } from 'electron'; export const x = ipcMain;`,
  },
  {
    file: 'electron/main/doors/electron/planted-electron.ts',
    text: `import { app } from 'electron'; export const x = app;`,
  },
  {
    file: 'electron/preload/planted-fine.ts',
    text: `import { ipcRenderer } from 'electron';
           import type { CommandName } from '../../shared/api/contract.ts';
           import { COMMAND_CHANNEL } from '../../shared/api/ipc-channels.ts';
           export const x = [ipcRenderer, COMMAND_CHANNEL]; export type X = CommandName;`,
  },
  {
    file: 'electron/main/doors/cli/planted-fine.ts',
    text: `import { x } from '../../compose.ts'; export const y = x;`,
  },
  { file: 'electron/main/domain/planted-target.ts', text: `export const x = 1; export type X = 1;` },
  { file: 'shared/api/planted-zod.ts', text: `import { z } from 'zod'; export const x = z;` },
  {
    file: 'renderer/features/two/planted.ts',
    text: `import { NODE_MAJOR_MIN } from '../../../shared/limits.ts'; export const x = NODE_MAJOR_MIN; export type X = 1;`,
  },
  { file: 'renderer/ui/planted-fine.ts', text: `export const x = 1; export type X = 1;` },
  {
    file: 'renderer/app/planted.ts',
    text: `import { x as a } from '../features/two/planted.ts';
           import { x as b } from '../ui/planted-fine.ts';
           export const x = [a, b];`,
  },
  {
    file: 'test/planted-support.ts',
    text: `import { x as a } from '../electron/main/engine/planted-target.ts';
           import { x as b } from '../electron/main/store/planted-fine.ts';
           export const x = [a, b];`,
  },
];

/** The other half of the planted cycle. */
export const BACK_HALF_OF_THE_CYCLE = {
  file: 'electron/main/engine/planted-cycle-b.ts',
  text: `import { a } from './planted-cycle-a.ts'; export const b: number = a;`,
};
