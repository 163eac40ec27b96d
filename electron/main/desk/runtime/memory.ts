// What the window remembers: its settings, and the columns a person chose for a set of headers. The window can do without it, so
// a failed write never fails the caller: the values then last as long as this process.

import { z } from 'zod';
import { type Settings, WINDOW_SETTINGS } from '../../../../shared/api/desk-commands.ts';
import { MAIL_SERVER } from '../../../../shared/api/mail-commands.ts';
import { FIELD, METHOD_ANSWER, WORD_ANSWER } from '../../../../shared/api/schemas.ts';
import type { MailServer } from '../../../../shared/mail.ts';
import { prepareFileWrite, type SmallFile } from '../../platform/settings-file.ts';

/** How many sets of headers are remembered; the oldest is forgotten first. */
const LAYOUTS_REMEMBERED_MAX = 200;

const COLUMNS = z.array(z.object({ field: FIELD, header: z.string() }));

/** More grids than the window has; names from old versions are forgotten first. */
const GRIDS_REMEMBERED_MAX = 50;

/** What a person confirmed for a set of headers. Older files have columns only, or no answers about words or other money. */
export const LAYOUT = z.union([
  z.object({
    columns: COLUMNS,
    methods: z.array(METHOD_ANSWER),
    words: z.array(WORD_ANSWER).default([]),
    money: z.array(z.string()).default([]),
  }),
  COLUMNS.transform((columns) => ({ columns, methods: [], words: [], money: [] })),
]);
export type RememberedLayout = z.output<typeof LAYOUT>;

/** What is remembered about a profile's wallet; its readings are in the store. */
const WALLET_MEMORY = z.object({ below: z.string().nullable() });

const NEW_SETTINGS: Settings = {
  theme: 'system',
  density: 'comfortable',
  maskAccounts: false,
  language: 'en',
  profile: null,
  draft: null,
  grids: {},
  filters: [],
  books: { debit: 'Payouts', credit: 'Gateway wallet', payer: '', rules: [] },
};

/**
 * Instead of settings that are there and cannot be read: no ledgers, so that nothing is booked until a person names them again, for
 * what is booked stays booked; and no account in full.
 */
const LOST_SETTINGS: Settings = {
  ...NEW_SETTINGS,
  maskAccounts: true,
  books: { debit: '', credit: '', payer: '', rules: [] },
};

const FILE = z.object({
  settings: WINDOW_SETTINGS.catch(LOST_SETTINGS),
  layouts: z.record(z.string(), LAYOUT).catch({}),
  wallets: z.record(z.string(), WALLET_MEMORY).catch({}),
  mail: MAIL_SERVER.nullable().catch(null),
});

export interface Memory {
  readonly settings: Settings;
  /** Keeps everything that `changes` leaves out. */
  save(changes: { readonly [Key in keyof Settings]?: Settings[Key] | undefined }): Settings;
  /** What was confirmed before for these headers, or null. */
  layoutOf(headersKey: string): RememberedLayout | null;
  /** Null forgets it. */
  rememberLayout(headersKey: string, layout: RememberedLayout | null): void;
  /** The balance to warn below, in the gateway's own unit. */
  lowBalanceOf(profile: string): string | null;
  saveLowBalance(profile: string, below: string | null): void;
  /** Null forgets it. Its password is in the keychain. */
  rememberMail(server: MailServer | null): void;
}

/** Opens the memory. `onWriteFailed` is called if the disk refused; the values then last as long as this process. */
export function openMemory(file: SmallFile, onWriteFailed: () => void): Memory {
  let { settings, layouts, wallets, mail } = readRemembered(file);
  const keep = prepareFileWrite(file, onWriteFailed);
  const write = (): void => keep({ settings, layouts, wallets, mail });
  return {
    get settings() {
      return settings;
    },
    save: (changes) => {
      const grids = Object.entries({ ...settings.grids, ...changes.grids }).slice(-GRIDS_REMEMBERED_MAX);
      settings = WINDOW_SETTINGS.parse({ ...settings, ...definedOnly(changes), grids: Object.fromEntries(grids) });
      write();
      return settings;
    },
    layoutOf: (key) => (Object.hasOwn(layouts, key) ? (layouts[key] ?? null) : null),
    rememberLayout: (key, layout) => {
      const others = Object.entries(layouts).filter(([known]) => known !== key);
      const remaining = layout === null ? others : [...others, [key, layout] as const];
      layouts = Object.fromEntries(remaining.slice(-LAYOUTS_REMEMBERED_MAX));
      write();
    },
    lowBalanceOf: (profile) => (Object.hasOwn(wallets, profile) ? (wallets[profile]?.below ?? null) : null),
    saveLowBalance: (profile, below) => {
      wallets = { ...wallets, [profile]: { below } };
      write();
    },
    rememberMail: (server) => {
      mail = server;
      write();
    },
  };
}

/** Remembers a mail server without a window. Throws the disk's error. */
export function rememberMailServer(file: SmallFile, mail: MailServer | null): void {
  file.write({ ...readRemembered(file), mail });
}

/** The language of the window and of the files it writes. */
export function windowLanguage({ files }: { readonly files: { readonly settings: SmallFile } }): Settings['language'] {
  return readRemembered(files.settings).settings.language;
}

/** What a window remembered, for readers without one, such as the command line. */
export function readRemembered(file: SmallFile): z.infer<typeof FILE> {
  const content = file.read();
  if (content === undefined) return FILE.parse({ settings: NEW_SETTINGS });
  const read = FILE.safeParse(content);
  return read.success ? read.data : FILE.parse({});
}

function definedOnly(changes: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}
