// One simulated computer: a data folder with the real database in it, and at most one process that holds it. Most
// deaths leave the connection to the next process, which is quick; some copy the files as they lie and open them anew
// from the write-ahead log.

import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { WriterOpening } from '../../electron/main/session/system.ts';
import type { HeadPlace } from '../../electron/main/store/heads.ts';
import { type HeadedWriter, openHeadedWriter, verifyHeaded } from '../../electron/main/store/store.ts';
import { headPlaceIn } from '../fixtures/head-place.ts';
import { DiskReader } from './disk-reader.ts';
import type { Journal } from './journal.ts';
import type { SimulatedProcess } from './simulated-process.ts';
import { type WriteFault, watchStore } from './watched-store.ts';

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
  /** Whether another computer's database was ever copied here. */
  isForeign = false;
  readonly #place: HeadPlace;
  #hasCopy = false;
  #generation = 0;
  #store: HeadedWriter;
  #disk: DiskReader;
  #holder: SimulatedProcess | null = null;
  #opened: HeadedWriter | null = null;
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
    this.#place = headPlaceIn(join(this.#root, 'state'), name.padEnd(32, '0'));
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

  /** Whether the database is not the one that this computer's note was written for. */
  get isLocked(): boolean {
    return this.#store.standing.kind === 'locked';
  }

  /** What `audit verify` says of the whole database. */
  verify(): ReturnType<typeof verifyHeaded> {
    return verifyHeaded({ path: this.path, prefix: 'B' }, this.#place);
  }

  get isHeld(): boolean {
    return this.#holder?.alive === true;
  }

  isHeldBy(process: SimulatedProcess): boolean {
    return this.isHeld && this.#holder === process;
  }

  /** The store for reading beside whoever writes. */
  get reader(): HeadedWriter {
    return { ...this.#store, close: () => undefined };
  }

  /** Opens the desk for one process, as the only writer: what it does beside a run uses what is open already. */
  openWriter(process: SimulatedProcess): WriterOpening {
    const opened = this.#opened;
    if (this.isHeldBy(process) && opened !== null) {
      return { kind: 'open', store: { ...opened, close: () => undefined }, isFresh: false };
    }
    // Before the desk is asked for: another process can come and take it at this very point.
    process.pass();
    if (this.isHeld) return { kind: 'busy' };
    this.#holder = process;
    const store = watchStore(
      { ...this.#store, checkIndexes: () => this.#checkIndexes() },
      {
        process,
        faultAt: () => this.#faultNow(),
        onClose: () => {
          if (this.#holder !== process) return;
          this.#holder = null;
          this.#opened = null;
          this.#judgeAnew();
        },
      },
    );
    this.#opened = store;
    return { kind: 'open', store, isFresh: true };
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

  /** A process of this machine died. Whoever else holds the desk has it open still, and keeps it. */
  died(process: SimulatedProcess, { opensAnew }: { readonly opensAnew: boolean }): void {
    if (this.#holder === process) this.#holder = null;
    this.#failsAfterNextWrite = false;
    if (this.isHeld) return;
    if (opensAnew) this.#openAnew();
    else this.#judgeAnew();
  }

  /** Keeps a copy of the database as it lies, in the place of the one before. */
  keepCopy(): void {
    copyDatabase(this.path, this.#kept);
    this.#hasCopy = true;
  }

  get hasCopy(): boolean {
    return this.#hasCopy;
  }

  /** Somebody puts the kept copy in the place of the database. */
  putBack(): void {
    this.#replaceBy(this.#kept);
  }

  /** Somebody copies another computer's database over this one's. */
  takeFrom(other: Machine): void {
    this.isForeign = true;
    this.#replaceBy(other.path);
  }

  close(): void {
    this.#store.close();
    this.#disk.close();
    rmSync(this.#root, { recursive: true, force: true });
  }

  /** Copies the files as they lie, without the log's index, and opens the copy: what was not on disk is gone. */
  #openAnew(): void {
    this.#replaceBy(this.path);
    this.#journal.count('files opened anew');
  }

  /** A locked desk is judged at each opening: a person may have unlocked it. */
  #judgeAnew(): void {
    if (!this.isLocked) return;
    this.#store.close();
    this.#store = this.#open();
  }

  #replaceBy(source: string): void {
    const before = this.#folder;
    this.#generation += 1;
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    copyDatabase(source, this.path);
    // The reader last: whoever writes and closes last would first write back a log that is thrown away.
    this.#store.close();
    this.#disk.close();
    rmSync(before, { recursive: true, force: true });
    this.#store = this.#open();
    this.#disk = new DiskReader(this.path);
  }

  get #kept(): string {
    return join(this.#root, 'kept.db');
  }

  get #folder(): string {
    return join(this.#root, String(this.#generation));
  }

  /** Errors: throws when the desk refuses its own file: nothing it wrote may ever do that. */
  #open(): HeadedWriter {
    const opening = openHeadedWriter(
      { path: this.path, prefix: 'B' },
      { actor: 'simulation', nowMs: this.#nowMs.wall(), place: this.#place },
    );
    if (opening.kind !== 'open') throw new Error(`the desk refuses its own file: ${JSON.stringify(opening)}`);
    return opening.store;
  }

  #checkIndexes(): ReturnType<HeadedWriter['checkIndexes']> {
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

/** The file and its log, as they lie: without the log's index, which every opening makes anew. */
function copyDatabase(from: string, to: string): void {
  for (const part of ['', '-wal']) {
    rmSync(to + part, { force: true });
    if (existsSync(from + part)) copyFileSync(from + part, to + part);
  }
}
