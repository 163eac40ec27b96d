// A desk whose journal is exported: its store stays open, as under a window, and its settings are the test's own.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compose } from '../../electron/main/compose.ts';
import type { Journals, LedgerRules } from '../../electron/main/domain/journal.ts';
import type { System } from '../../electron/main/session/system.ts';
import { type HeadedWriter, openHeadedWriter } from '../../electron/main/store/store.ts';
import { WINDOW_SETTINGS } from '../../shared/api/desk-commands.ts';
import { headPlaceIn } from '../fixtures/head-place.ts';
import { ACTOR, MERCHANT, NOW_MS } from '../store/desk-file.ts';

export interface JournalDesk {
  readonly folder: string;
  readonly store: HeadedWriter;
  readonly merchantId: number;
  readonly system: System;
  nowMs: number;
  rules: LedgerRules;
  /** Replaces functions of the journal's store for the next export, to fail in the middle. */
  faults: Partial<Journals>;
  close(): void;
}

export const DEFAULT_RULES: LedgerRules = { debit: 'Payouts', credit: 'Gateway wallet', rules: [] };

export function journalDesk(prefix: 'B' | 'P' = 'B'): JournalDesk {
  const folder = mkdtempSync(join(tmpdir(), 'journal-desk-'));
  const who = { actor: ACTOR, nowMs: NOW_MS, monotonicMs: () => 0, place: headPlaceIn(join(folder, 'state')) };
  const opening = openHeadedWriter({ path: join(folder, 'desk.db'), prefix }, who);
  if (opening.kind !== 'open') throw new Error(`the desk is ${opening.kind}`);
  const { store } = opening;
  const plain = compose({
    dataFolder: folder,
    stateFolder: join(folder, 'state'),
    environmentToken: null,
    systemProxy: null,
    onWarning: () => undefined,
  });
  const opened = () => {
    const journals = { ...store.journals, ...desk.faults };
    return { kind: 'open' as const, store: { ...store, journals, close: () => undefined }, isFresh: false };
  };
  const settings = {
    read: () => ({ settings: WINDOW_SETTINGS.parse({ ...PLAIN, books: { ...desk.rules, payer: '' } }) }),
    write: () => undefined,
  };
  const desk: JournalDesk = {
    folder,
    store,
    merchantId: store.merchants.ensure(MERCHANT),
    system: {
      ...plain,
      clock: { ...plain.clock, nowMs: () => desk.nowMs },
      files: { ...plain.files, settings },
      openWriter: opened,
      openReader: opened,
    },
    nowMs: NOW_MS,
    rules: DEFAULT_RULES,
    faults: {},
    close: () => {
      store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return desk;
}

const PLAIN = { theme: 'system', density: 'compact', maskAccounts: true, profile: null };
