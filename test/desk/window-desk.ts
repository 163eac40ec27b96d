// A desk for windows in its own folder, removed with its test.

import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'vitest';
import { composeForWindows } from '../../electron/main/compose.ts';
import { NEW_FILE } from '../../electron/main/desk/drafts/received-files.ts';
import { openWindowDesk, type WindowDesk } from '../../electron/main/desk/runtime/open-window-desk.ts';
import { RateWindow } from '../../electron/main/engine/rate-window.ts';
import type { Clock } from '../../electron/main/platform/clock.ts';
import type { AskKeychain } from '../../electron/main/platform/keychain/keychain-vault.ts';
import type { System } from '../../electron/main/session/system.ts';
import type { AnswerOf, CommandName, Reply } from '../../shared/api/contract.ts';
import type { NumberedEvent } from '../../shared/api/events.ts';
import { inEnglish } from '../../shared/messages/speak.ts';

export interface TestWindowDesk {
  readonly desk: WindowDesk;
  readonly system: ReturnType<typeof composeForWindows>['system'];
  readonly folder: string;
  readonly faults: readonly string[];
  /** Runs a command. Throws when it is not done. */
  ask<Name extends CommandName>(name: Name, params?: object): Promise<AnswerOf<Name>>;
  /** Runs a changing command with its own command id. Throws as `ask` does. */
  change<Name extends CommandName>(name: Name, params?: object): Promise<AnswerOf<Name>>;
  /** The code of a refusal. Throws when the command is done. */
  refusalOf(name: CommandName, params?: object): Promise<string>;
  /** Uploads a file. */
  give(name: string, text: string): Promise<string>;
  /** Uploads a file of any bytes. */
  giveBytes(name: string, bytes: Uint8Array): Promise<string>;
  /** The bytes of a download. */
  take(download: string): Buffer;
  /** The first matching event, among those so far and from now on. */
  eventWhere(fits: (event: NumberedEvent['event']) => boolean): Promise<NumberedEvent>;
  /** Ends the process, so to speak, and leaves the folder. */
  end(): Promise<void>;
  close(): Promise<void>;
}

export interface TestDeskOptions {
  /** Changes the system for this test: another clock, another network. */
  readonly change?: (system: System) => System;
  /** From the environment. */
  readonly token?: string;
  /** Whether the program's files were replaced under it. */
  readonly hasChanged?: () => boolean;
  /** Another state folder than the one in the data folder. */
  readonly stateFolder?: string;
}

/** A system with another clock, also for its rates. */
export function withClock(system: System, clock: Clock): System {
  return {
    ...system,
    clock,
    lendPacer: ({ limitPerSecond, refusedRate }) => ({
      pacer: new RateWindow({ limitPerSecond, refusedRate, nowMs: clock.monotonicMs() }),
      release: () => undefined,
    }),
  };
}

/** A desk that ends with its test, together with its folder. */
export function deskFor(test: TestContext, folder?: string, options?: TestDeskOptions): TestWindowDesk {
  const desk = openTestDesk(folder, options);
  test.onTestFinished(() => desk.close());
  return desk;
}

export function openTestDesk(
  folder = mkdtempSync(join(tmpdir(), 'window-desk-')),
  {
    change = (system) => system,
    token,
    hasChanged = () => false,
    stateFolder = join(folder, 'state'),
  }: TestDeskOptions = {},
): TestWindowDesk {
  const faults: string[] = [];
  const {
    system: plain,
    dataFolder,
    actor,
    log,
  } = composeForWindows({
    dataFolder: folder,
    stateFolder,
    environmentToken: token ?? null,
    askKeychain: noKeychain,
    systemProxy: null,
    secondLook: { leastMs: 0, mostMs: 0 },
    onWarning: () => undefined,
  });
  const system = change(plain);
  const opening = openWindowDesk({
    system,
    facts: { version: '0', door: 'browser', dataFolder, actor },
    warnings: [],
    program: { hasChanged },
    log: {
      ...log,
      note: (what, words) => {
        log.note(what, words);
        if (what === 'fault') faults.push(words);
      },
    },
  });
  if (opening.kind === 'refused') throw new Error(opening.refusal.code);
  const { desk } = opening;
  const seen: NumberedEvent[] = [];
  const waiting = new Set<(event: NumberedEvent) => void>();
  desk.hub.follow((event) => {
    seen.push(event);
    for (const listener of waiting) listener(event);
  }, null);
  const take = (reply: Reply<unknown>): unknown => {
    if (reply.kind === 'done') return reply.value;
    throw new Error(
      reply.kind === 'fault' ? inEnglish(reply.message) : `${reply.refusal.code}: ${inEnglish(reply.refusal.message)}`,
    );
  };
  const ask = async <Name extends CommandName>(name: Name, params: object = {}): Promise<AnswerOf<Name>> =>
    take(await desk.dispatch(name, params)) as AnswerOf<Name>;
  let ending: Promise<void> | null = null;
  const end = (): Promise<void> => (ending ??= desk.close());
  return {
    desk,
    system,
    folder,
    faults,
    ask,
    change: (name, params) => ask(name, { ...params, commandId: randomUUID() }),
    refusalOf: async (name, params = {}) => {
      const reply = await desk.dispatch(name, params);
      if (reply.kind === 'refused') return reply.refusal.code;
      throw new Error(`${name} was ${reply.kind}`);
    },
    give: (name, text) => giveBytes(desk, { name, bytes: Buffer.from(text) }),
    giveBytes: (name, bytes) => giveBytes(desk, { name, bytes }),
    take: (download) => readFileSync(desk.files.find(download)?.path ?? ''),
    eventWhere: (fits) =>
      new Promise((resolve) => {
        const before = seen.find(({ event }) => fits(event));
        if (before !== undefined) {
          resolve(before);
          return;
        }
        const listener = (event: NumberedEvent): void => {
          if (!fits(event.event)) return;
          waiting.delete(listener);
          resolve(event);
        };
        waiting.add(listener);
      }),
    end,
    close: async () => {
      await end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** No test touches the keychain of the person who runs it. */
const noKeychain: AskKeychain = () => Promise.resolve({ kind: 'failed' });

function giveBytes(
  desk: WindowDesk,
  { name, bytes }: { readonly name: string; readonly bytes: Uint8Array },
): Promise<string> {
  const { file, path } = desk.files.receive(name);
  writeFileSync(path, bytes, NEW_FILE);
  return Promise.resolve(desk.files.received(file).file);
}
