// One simulated computer: a data folder with the real database in it, and at most one process that holds it. In: deaths of
// processes. Out: the store as it lies on disk, taken over by the next process. Most deaths leave the connection to the
// next process, which is quick; some copy the files as they lie and open them anew from the write-ahead log.
// This file must never write to the database.

import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Opening, Writer } from '../../electron/main/api/ports.ts';
import { type HeadedWriter, openHeadedWriter } from '../../electron/main/store/headed-store.ts';
import { headPlaceIn } from '../fixtures/head-place.ts';
import { DiskReader } from './disk-reader.ts';
import type { Journal } from './journal.ts';
import type { SimulatedProcess } from './simulated-process.ts';
import { watchStore, type WriteFault } from './watched-store.ts';

/** How a disk fails for a while. Units: milliseconds of the virtual monotonic clock. */
interface DiskTrouble {
  readonly code: WriteFault['code'];
  readonly untilMs: number;
}

/**
 * Of so many questions whether the indexes say what the rows say, one is really asked: here nothing damages a page. That a
 * damaged one is found is shown in test/store and by `npm run torn`, and each seed ends with the whole of `audit verify`.
 */
const INDEX_CHECKS_OF = 8;

export class Machine {
  readonly name: string;
  readonly #root: string;
  readonly #journal: Journal;
  readonly #nowMs: { wall(): number; monotonic(): number };
  #generation = 0;
  #store: HeadedWriter;
  #disk: DiskReader;
  #holder: SimulatedProcess | null = null;
  #trouble: DiskTrouble | null = null;
  #failsAfterNextWrite = false;
  #indexChecks = 0;

  constructor(
    name: string,
    world: {
      readonly root: string;
      readonly template: string;
      readonly journal: Journal;
      readonly nowMs: { wall(): number; monotonic(): number };
    },
  ) {
    this.name = name;
    this.#root = join(world.root, name);
    this.#journal = world.journal;
    this.#nowMs = world.nowMs;
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    if (existsSync(world.template)) copyFileSync(world.template, this.path);
    this.#store = this.#open();
    this.#disk = new DiskReader(this.path);
  }

  get path(): string {
    return join(this.#folder, 'desk.db');
  }

  /** What lies on disk, read beside the desk. */
  get disk(): DiskReader {
    return this.#disk;
  }

  get isHeld(): boolean {
    return this.#holder?.alive === true;
  }

  /** The store for reading beside whoever writes. */
  get reader(): Writer {
    return { ...this.#store, close: () => undefined };
  }

  /** Opens the desk for one process, as the only writer. */
  openWriter(process: SimulatedProcess): Opening<Writer> {
    if (this.isHeld) return { kind: 'busy' };
    process.pass();
    this.#holder = process;
    const store = watchStore(
      { ...this.#store, checkIndexes: () => this.#checkIndexes() },
      {
        process,
        faultAt: () => this.#faultNow(),
        onClose: () => {
          if (this.#holder === process) this.#holder = null;
        },
      },
    );
    return { kind: 'open', store };
  }

  /** The disk refuses every write for a while. */
  breakDisk(code: WriteFault['code'], forMs: number): void {
    this.#journal.fault(code === 'SQLITE_FULL' ? 'diskFull' : 'diskError');
    this.#trouble = { code, untilMs: this.#nowMs.monotonic() + forMs };
  }

  /** The next write reaches the disk, and the process hears that it did not. */
  breakNextSync(): void {
    this.#failsAfterNextWrite = true;
  }

  heal(): void {
    this.#trouble = null;
    this.#failsAfterNextWrite = false;
  }

  /** A process of this machine died. */
  died(process: SimulatedProcess, { opensAnew }: { readonly opensAnew: boolean }): void {
    if (this.#holder === process) this.#holder = null;
    this.#failsAfterNextWrite = false;
    if (opensAnew) this.#openAnew();
  }

  close(): void {
    this.#store.close();
    this.#disk.close();
    rmSync(this.#root, { recursive: true, force: true });
  }

  /** Copies the files as they lie, without the log's index, and opens the copy: what was not on disk is gone. */
  #openAnew(): void {
    const before = { folder: this.#folder, path: this.path };
    this.#generation += 1;
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    for (const part of ['', '-wal']) {
      if (existsSync(before.path + part)) copyFileSync(before.path + part, this.path + part);
    }
    // The reader last: whoever writes and closes last would first write back a log that is thrown away.
    this.#store.close();
    this.#disk.close();
    rmSync(before.folder, { recursive: true, force: true });
    this.#store = this.#open();
    this.#disk = new DiskReader(this.path);
    this.#journal.count('files opened anew');
  }

  get #folder(): string {
    return join(this.#root, String(this.#generation));
  }

  /** Errors: throws when the desk refuses its own file: nothing it wrote may ever do that. */
  #open(): HeadedWriter {
    const place = headPlaceIn(join(this.#root, 'state'));
    const opening = openHeadedWriter(
      { path: this.path, prefix: 'B' },
      { actor: 'simulation', nowMs: this.#nowMs.wall(), place },
    );
    if (opening.kind !== 'open') throw new Error(`the desk refuses its own file: ${JSON.stringify(opening)}`);
    return opening.store;
  }

  #checkIndexes(): ReturnType<Writer['checkIndexes']> {
    this.#indexChecks += 1;
    return this.#indexChecks % INDEX_CHECKS_OF === 1 ? this.#store.checkIndexes() : null;
  }

  #faultNow(): WriteFault | null {
    if (this.#failsAfterNextWrite) {
      this.#failsAfterNextWrite = false;
      this.#journal.fault('diskErrorAfterCommit');
      return { when: 'after', code: 'SQLITE_IOERR_FSYNC' };
    }
    if (this.#trouble === null || this.#nowMs.monotonic() >= this.#trouble.untilMs) return null;
    return { when: 'before', code: this.#trouble.code };
  }
}
