// What the window remembers: how it looks, and which columns a person chose for which headers. A file in which a window
// keeps what it could do without. This file must never let a disk that takes nothing stop what the content is about: it
// then holds while this process lives.

import { z } from 'zod';
import { HEARD } from '../../../../shared/api/collect-commands.ts';
import { type Settings, WINDOW_SETTINGS } from '../../../../shared/api/desk-commands.ts';
import { FIELD, METHOD_ANSWER } from '../../../../shared/api/schemas.ts';
import { prepareFileWrite, type SmallFile } from '../../platform/settings-file.ts';

/** Sets of headers whose columns are remembered; the oldest is forgotten first. */
const LAYOUTS_REMEMBERED_MAX = 200;

const COLUMNS = z.array(z.object({ field: FIELD, header: z.string() }));

/** More grids than the window has; names of old versions are forgotten first. */
const GRIDS_REMEMBERED_MAX = 50;

/** What a person confirmed for a set of headers. Until methods were asked about, a file held its columns alone. */
export const LAYOUT = z.union([
  z.object({ columns: COLUMNS, methods: z.array(METHOD_ANSWER) }),
  COLUMNS.transform((columns) => ({ columns, methods: [] })),
]);
export type RememberedLayout = z.output<typeof LAYOUT>;

/** What is remembered of a profile's wallet; its readings are in the store. */
const WALLET_MEMORY = z.object({ below: z.string().nullable() });

type Heard = z.infer<typeof HEARD>;

/** More orders than the window lists; what was heard of older ones is asked again. */
const HEARD_REMEMBERED_MAX = 1_000;

const FILE = z.object({
  settings: WINDOW_SETTINGS.catch({
    theme: 'system',
    density: 'comfortable',
    maskAccounts: false,
    language: 'en',
    profile: null,
    draft: null,
    grids: {},
    filters: [],
    books: { debit: 'Payouts', credit: 'Gateway wallet', payer: '' },
  }),
  layouts: z.record(z.string(), LAYOUT).catch({}),
  wallets: z.record(z.string(), WALLET_MEMORY).catch({}),
  heard: z.record(z.string(), HEARD).catch({}),
});

export interface Memory {
  readonly settings: Settings;
  /** Shape: what is left out stays as it is. */
  save(changes: { readonly [Key in keyof Settings]?: Settings[Key] | undefined }): Settings;
  /** What was confirmed for these headers before; null when nothing was. */
  layoutOf(headersKey: string): RememberedLayout | null;
  /** Null forgets it. */
  rememberLayout(headersKey: string, layout: RememberedLayout | null): void;
  /** What a person wants to be warned at, in the gateway's own unit. */
  lowBalanceOf(profile: string): string | null;
  saveLowBalance(profile: string, below: string | null): void;
  /** What was heard of an order last. */
  heardOf(orderId: string): Heard | null;
  rememberHeard(orderId: string, heard: Heard): void;
}

/** Opens the memory. `onWriteFailed` is called when the disk did not take it: it then holds for as long as this process lives. */
export function openMemory(file: SmallFile, onWriteFailed: () => void): Memory {
  let { settings, layouts, wallets, heard } = readRemembered(file);
  const keep = prepareFileWrite(file, onWriteFailed);
  const write = (): void => keep({ settings, layouts, wallets, heard });
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
    heardOf: (orderId) => (Object.hasOwn(heard, orderId) ? (heard[orderId] ?? null) : null),
    rememberHeard: (orderId, last) => {
      const others = Object.entries(heard).filter(([known]) => known !== orderId);
      heard = Object.fromEntries([...others, [orderId, last] as const].slice(-HEARD_REMEMBERED_MAX));
      write();
    },
  };
}

/** The language of the window, and of what it writes for people. */
export function windowLanguage({ files }: { readonly files: { readonly settings: SmallFile } }): Settings['language'] {
  return readRemembered(files.settings).settings.language;
}

/** What a window left for whoever has none, such as the command line. */
export function readRemembered(file: SmallFile): z.infer<typeof FILE> {
  const read = FILE.safeParse(file.read() ?? {});
  return read.success ? read.data : FILE.parse({});
}

function definedOnly(changes: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}
