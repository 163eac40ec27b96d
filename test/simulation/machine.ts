// One simulated computer: a data folder with the real database in it, and at most one process that holds it. After most deaths
// the next process takes over the connection, which is quick; after some the files are copied and reopened from the write-ahead
// log.

import { copyFileSync, cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { WriterOpening } from '../../electron/main/session/system.ts';
import type { HeadPlace } from '../../electron/main/store/heads.ts';
import { type HeadedWriter, openHeadedWriter, verifyHeaded } from '../../electron/main/store/store.ts';
import { headPlaceIn } from '../fixtures/head-place.ts';
import { DiskReader } from './disk-reader.ts';
import type { Journal } from './journal.ts';
import type { SimulatedProcess } from './simulated-process.ts';
import { type WriteFault, watchStore } from './watched-store.ts';

/** A disk that fails for a while, in milliseconds of the virtual monotonic clock. */
interface DiskTrouble {
  readonly code: WriteFault['code'];
  readonly untilMs: number;
}

/**
 * The check that the indexes match the rows really runs once in this many times, because nothing here damages a page. That damage
 * is found is tested in test/store and by `npm run torn`, and each seed ends with a full `audit verify`.
 */
const INDEX_CHECKS_OF = 8;

export class Machine {
  readonly name: string;
  readonly #root: string;
  readonly #journal: Journal;
  readonly #nowMs: { wall(): number; monotonic(): number };
  readonly #fileOf: (sha256: string) => string;
  /** Whether another computer's database was ever copied here. */
  isForeign = false;
  readonly #state: string;
  readonly #place: HeadPlace;
  readonly #beside: Machine | null;
  #snapshot: { readonly generation: number; readonly atMs: number } | null = null;
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
      readonly fileOf: (sha256: string) => string;
      /** Another desk of the same user on the same computer, in another data folder; absent when there is none. */
      readonly beside?: Machine;
    },
  ) {
    this.name = name;
    this.#root = join(world.root, name);
    this.#journal = world.journal;
    this.#nowMs = world.nowMs;
    this.#fileOf = world.fileOf;
    this.#beside = world.beside ?? null;
    this.#state = world.beside?.state ?? join(this.#root, 'state');
    this.#place = headPlaceIn(this.#state, (world.beside?.name ?? name).padEnd(32, '0'));
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    // Two desks of one user are two databases, and the template is only one.
    if (world.beside === undefined && existsSync(world.template)) copyFileSync(world.template, this.path);
    this.#store = this.#open();
    this.#disk = new DiskReader(this.path, this.#fileOf);
  }

  /** The user's folder in which every desk notes its head. */
  get state(): string {
    return this.#state;
  }

  /** Whether both are desks of one user on one computer. */
  isBeside(other: Machine): boolean {
    return this.#beside === other || other.#beside === this;
  }

  get path(): string {
    return join(this.#folder, 'desk.db');
  }

  /** What is on disk, read beside the desk. */
  get disk(): DiskReader {
    return this.#disk;
  }

  /** Whether the database is not the one that this computer's head was written for. */
  get isLocked(): boolean {
    return this.#store.standing.kind === 'locked';
  }

  /** Runs `audit verify` on the whole database. */
  verify(): ReturnType<typeof verifyHeaded> {
    return verifyHeaded({ path: this.path, prefix: 'B' }, this.#place, this.#nowMs.wall());
  }

  get isHeld(): boolean {
    return this.#holder?.alive === true;
  }

  isHeldBy(process: SimulatedProcess): boolean {
    return this.isHeld && this.#holder === process;
  }

  /** The store for reading beside a writer. */
  get reader(): HeadedWriter {
    return { ...this.#store, close: () => undefined };
  }

  /** Opens the desk for one process, as the only writer. What the process does beside a run uses the open desk. */
  openWriter(process: SimulatedProcess): WriterOpening {
    const opened = this.#opened;
    if (this.isHeldBy(process) && opened !== null) {
      return { kind: 'open', store: { ...opened, close: () => undefined }, isFresh: false };
    }
    // Before taking the desk, because another process can take it at this very point.
    process.pass();
    if (this.isHeld) return { kind: 'busy' };
    this.#holder = process;
    const store = watchStore(
      { ...this.#store, checkIndexes: (asked) => this.#checkIndexes(asked) },
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

  /** The next write reaches the disk, but reports a failure. */
  breakNextSync(): void {
    this.#failsAfterNextWrite = true;
  }

  heal(): void {
    this.#trouble = null;
    this.#failsAfterNextWrite = false;
  }

  /** A process of this machine died. Another process that holds the desk keeps it. */
  died(process: SimulatedProcess, { opensAnew }: { readonly opensAnew: boolean }): void {
    if (this.#holder === process) this.#holder = null;
    this.#failsAfterNextWrite = false;
    if (this.isHeld) return;
    if (opensAnew) this.#openAnew();
    else this.#judgeAnew();
  }

  /** Copies the database as it is, replacing the previous copy. */
  keepCopy(): void {
    copyDatabase(this.path, this.#stored('kept.db'));
    this.#hasCopy = true;
  }

  get hasCopy(): boolean {
    return this.#hasCopy;
  }

  /** Replaces the database with the saved copy. */
  putBack(): void {
    this.#replaceBy(this.#stored('kept.db'));
  }

  /** Copies another computer's database over this one's. */
  takeFrom(other: Machine): void {
    this.isForeign = true;
    this.#replaceBy(other.path);
  }

  /** Saves the whole computer as it is now: the database, and the notes outside it. */
  keepSnapshot(): void {
    rmSync(this.#stored('whole'), { recursive: true, force: true });
    mkdirSync(this.#stored('whole'), { recursive: true });
    copyDatabase(this.path, join(this.#stored('whole'), 'desk.db'));
    cpSync(this.#state, join(this.#stored('whole'), 'state'), { recursive: true });
    this.#snapshot = { generation: this.#generation, atMs: this.#nowMs.monotonic() };
  }

  /** When the snapshot was made, in milliseconds of the virtual monotonic clock; null when there is none. */
  get snapshotAtMs(): number | null {
    return this.#snapshot?.atMs ?? null;
  }

  /** Restores the whole computer to the snapshot: it knows nothing since. */
  rollBack(): void {
    if (this.#snapshot === null) return;
    this.#store.close();
    this.#disk.close();
    for (const gone of [this.#folder, this.#state]) rmSync(gone, { recursive: true, force: true });
    this.#generation = this.#snapshot.generation;
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    copyDatabase(join(this.#stored('whole'), 'desk.db'), this.path);
    cpSync(join(this.#stored('whole'), 'state'), this.#state, { recursive: true });
    this.#store = this.#open();
    this.#disk = new DiskReader(this.path, this.#fileOf);
  }

  close(): void {
    this.#store.close();
    this.#disk.close();
    rmSync(this.#root, { recursive: true, force: true });
  }

  /** Copies the files without the log's index and opens the copy: what was not on disk is gone. */
  #openAnew(): void {
    this.#replaceBy(this.path);
    this.#journal.count('files opened anew');
  }

  /** Checks a locked desk at each opening, because a person may have unlocked it. */
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
    // The reader last: a writer that closes last would first write back a log that is thrown away.
    this.#store.close();
    this.#disk.close();
    rmSync(before, { recursive: true, force: true });
    this.#store = this.#open();
    this.#disk = new DiskReader(this.path, this.#fileOf);
  }

  #stored(name: string): string {
    return join(this.#root, name);
  }

  get #folder(): string {
    return join(this.#root, String(this.#generation));
  }

  /** Throws when the desk refuses its own file: nothing it wrote may ever cause that. */
  #open(): HeadedWriter {
    const opening = openHeadedWriter(
      { path: this.path, prefix: 'B' },
      {
        actor: 'simulation',
        nowMs: this.#nowMs.wall(),
        monotonicMs: () => this.#nowMs.monotonic(),
        place: this.#place,
      },
    );
    if (opening.kind !== 'open') throw new Error(`the desk refuses its own file: ${JSON.stringify(opening)}`);
    return opening.store;
  }

  #checkIndexes(...asked: Parameters<HeadedWriter['checkIndexes']>): ReturnType<HeadedWriter['checkIndexes']> {
    this.#indexChecks += 1;
    return this.#indexChecks % INDEX_CHECKS_OF === 1 ? this.#store.checkIndexes(...asked) : null;
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

/** Copies the file and its log, without the log's index, which every opening rebuilds. */
function copyDatabase(from: string, to: string): void {
  for (const part of ['', '-wal']) {
    rmSync(to + part, { force: true });
    if (existsSync(from + part)) copyFileSync(from + part, to + part);
  }
}
