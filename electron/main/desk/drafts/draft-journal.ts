// What a draft consists of, on disk: how its file was read, each edit, each undo step and what was viewed. Reopening reads the
// file again and repeats the same steps through the same checks, so a stored draft never replaces the checks of a row. It is the
// window's working state and not part of the ledger. A failed write stops only a start: it is written with the next line.

import { createHash } from 'node:crypto';
import {
  close,
  closeSync,
  fdatasync,
  fdatasyncSync,
  ftruncateSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import {
  DRAFT_EDIT,
  DRAFT_SEEN,
  type DraftSeen,
  FILE_FACTS,
  READ_OPTIONS,
} from '../../../../shared/api/draft-commands.ts';
import {
  BATCH_ID,
  BOOK,
  COMMAND_ID,
  COUNT,
  HANDLE,
  PROFILE_NAME,
  SUM,
  TIME_MS,
} from '../../../../shared/api/schemas.ts';
import { invariant } from '../../../../shared/failures.ts';
import type { BatchId } from '../../../../shared/ids.ts';
import { type Message, msg } from '../../../../shared/messages/message.ts';
import { LAYOUT } from '../runtime/memory.ts';

/** How a draft was after a line. `payable` is null while its file asks for a choice. */
const FACTS = z.object({ file: FILE_FACTS, rows: COUNT, payable: SUM.nullable() });
export type DraftFacts = z.infer<typeof FACTS>;

/** `from`: the bytes the desk holds, or the batch that is retried. `remembered`: the layout known then for its headers. */
const READ = z.object({
  kind: z.literal('read'),
  atMs: TIME_MS,
  profile: PROFILE_NAME,
  options: READ_OPTIONS,
  from: z.union([
    z.object({ file: HANDLE, name: z.string(), source: z.string().nullable() }),
    z.object({ batch: BATCH_ID }),
  ]),
  remembered: LAYOUT.nullable(),
  facts: FACTS,
});

/** `start` is written before its command may begin a batch. If a batch began, the draft counts as paid, even after a crash. */
const LINE = z.discriminatedUnion('kind', [
  READ,
  z.object({ kind: z.literal('edit'), edit: DRAFT_EDIT, facts: FACTS }),
  z.object({ kind: z.literal('step'), direction: z.enum(['undo', 'redo']), facts: FACTS }),
  z.object({ kind: z.literal('seen'), seen: DRAFT_SEEN }),
  z.object({ kind: z.literal('start'), book: BOOK, commandId: COMMAND_ID }),
]);
export type JournalLine = z.infer<typeof LINE>;
export type ReadLine = z.infer<typeof READ>;
export type StartLine = Extract<JournalLine, { kind: 'start' }>;

const JOURNAL_NAME = /^([A-Za-z0-9_-]{22})\.journal$/;

/** Enough of a digest to notice that a line was changed on disk. */
const DIGEST_CHARACTERS = 16;

/** More than a long day of corrections; a text of twice this size could not be read at once. */
const JOURNAL_MAX_BYTES = 256 * 1024 * 1024;

/** Something in the folder that is no readable journal. It stays as it is: another version may read it. */
interface UnopenedDraft {
  readonly name: string;
  readonly message: Message;
  readonly cure: Message;
}

/**
 * The drafts' folder as read at the start. `mayName`: whether an unopened journal names this file, or cannot be read at all.
 */
export interface DraftFolder {
  readonly journals: readonly DraftJournal[];
  readonly unopened: readonly UnopenedDraft[];
  readonly mayName: (file: string) => boolean;
}

export class DraftJournal {
  readonly draft: string;
  readonly openedAtMs: number;
  readonly #path: string;
  readonly #onFailed: () => void;
  readonly #retryOf: BatchId | null;
  #facts: DraftFacts;
  readonly #files = new Map<string, { readonly name: string; readonly source: string | null }>();
  #seen: DraftSeen | null = null;
  #starts: readonly StartLine[] = [];
  /** The text not yet on disk, and its offset in the file. `bytes` is null while there is no file. */
  #pending = '';
  #bytes: number | null = null;

  private constructor(
    path: string,
    { draft, first, onFailed }: { draft: string; first: ReadLine; onFailed: () => void },
  ) {
    this.draft = draft;
    this.openedAtMs = first.atMs;
    this.#path = path;
    this.#onFailed = onFailed;
    this.#facts = first.facts;
    this.#retryOf = 'batch' in first.from ? first.from.batch : null;
  }

  static begin(folder: string, about: { draft: string; first: ReadLine; onFailed: () => void }): DraftJournal {
    const journal = new DraftJournal(pathOf(folder, about.draft), about);
    journal.append(about.first);
    return journal;
  }

  /** Opens the journals of a folder. Whatever else is there never prevents that, and is never removed. */
  static openAll(folder: string, onFailed: () => void): DraftFolder {
    const journals: DraftJournal[] = [];
    const unopened: UnopenedDraft[] = [];
    const texts: (string | null)[] = [];
    for (const name of namesIn(folder)) {
      const path = name === null ? folder : join(folder, name);
      const draft = JOURNAL_NAME.exec(name ?? '')?.[1];
      if (name !== null && draft === undefined) {
        if (name.endsWith(HALF_WRITTEN)) removeFile(path);
        continue;
      }
      const text = name === null ? 'unreadable' : readText(path);
      const read = typeof text === 'string' ? text : readLines(text.text);
      if (typeof read !== 'string' && draft !== undefined && read.first !== null && !read.isOfOther) {
        const { lines, starts, bytes, first } = read;
        const journal = new DraftJournal(path, { draft, first, onFailed });
        for (const line of lines) journal.#note(line);
        journal.#starts = starts;
        journal.#bytes = bytes;
        journals.push(journal);
        continue;
      }
      const why = typeof read === 'string' ? read : read.isOfOther ? 'otherVersion' : 'damaged';
      unopened.push({
        name: basename(path),
        message: msg(`draft.unopened.${why}`, { path }),
        cure: UNOPENED_CURES[why],
      });
      if (why !== 'notAFile') texts.push(typeof text === 'string' ? null : text.text);
    }
    return {
      journals: journals.toSorted((one, other) => one.openedAtMs - other.openedAtMs),
      unopened,
      mayName: (file) => texts.some((text) => text === null || text.includes(file)),
    };
  }

  get facts(): DraftFacts {
    return this.#facts;
  }
  /** The files it names: the one opened, and its newer versions. */
  get files(): ReadonlyMap<string, { readonly name: string; readonly source: string | null }> {
    return this.#files;
  }
  /** The batch whose payouts it pays again; null for a file. */
  get retryOf(): BatchId | null {
    return this.#retryOf;
  }
  get seen(): DraftSeen | null {
    return this.#seen;
  }
  get starts(): readonly StartLine[] {
    return this.#starts;
  }
  /** Whether all of it is on disk. */
  get isSaved(): boolean {
    return this.#pending === '';
  }

  /** Returns false if the write failed. With `isLasting`, true means that it survives a power cut. */
  append(line: JournalLine, isLasting = false): boolean {
    this.#note(line);
    if (line.kind === 'start') this.#starts = [...this.#starts, line];
    this.#pending += encode(line);
    try {
      this.#bytes = this.#bytes === null ? this.#create() : this.#write(this.#bytes, isLasting);
      this.#pending = '';
      return true;
    } catch {
      this.#onFailed();
      return false;
    }
  }

  /**
   * Reads its lines to repeat them; anything after a damaged line is cut off. `isDamaged`: more was lost than a torn last line.
   * Null if it cannot be read any more.
   */
  reread(): { readonly lines: readonly JournalLine[]; readonly isDamaged: boolean } | null {
    const text = readText(this.#path);
    if (typeof text === 'string') return null;
    const { lines, bytes, isDamaged } = readLines(text.text);
    this.#bytes = bytes;
    return { lines, isDamaged };
  }

  remove(): void {
    rmSync(this.#path, { force: true });
  }

  #note(line: JournalLine): void {
    if ('facts' in line) this.#facts = line.facts;
    if (line.kind === 'read' && 'file' in line.from) this.#files.set(line.from.file, line.from);
    if (line.kind === 'seen') this.#seen = line.seen;
  }

  /** Creates the file whole or not at all. */
  #create(): number {
    const half = this.#path + HALF_WRITTEN;
    writeFileSync(half, this.#pending, { mode: 0o600, flush: true });
    renameSync(half, this.#path);
    return Buffer.byteLength(this.#pending);
  }

  #write(at: number, isLasting: boolean): number {
    const file = openSync(this.#path, 'r+');
    try {
      const text = Buffer.from(this.#pending);
      // Half a line from a full disk, or a damaged end, may be there.
      ftruncateSync(file, at);
      const written = writeSync(file, text, 0, text.length, at);
      invariant(written === text.length, 'the disk took a part of a line');
      if (isLasting) fdatasyncSync(file);
    } catch (error) {
      closeSync(file);
      throw error;
    }
    if (isLasting) closeSync(file);
    else fdatasync(file, () => close(file));
    return at + Buffer.byteLength(this.#pending);
  }
}

const HALF_WRITTEN = '.new';

function pathOf(folder: string, draft: string): string {
  return join(folder, `${draft}.journal`);
}

function encode(line: JournalLine): string {
  const text = JSON.stringify(line);
  return `${digestOf(text)} ${text}\n`;
}

/** `otherVersion`: whole, but this version does not know what it says. */
function decode(text: string): JournalLine | 'damaged' | 'otherVersion' {
  const json = text.slice(DIGEST_CHARACTERS + 1);
  if (text.slice(0, DIGEST_CHARACTERS) !== digestOf(json)) return 'damaged';
  const line = LINE.safeParse(parseJson(json));
  return line.success ? line.data : 'otherVersion';
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, DIGEST_CHARACTERS);
}

/** The names in the folder; null alone if there can be no folder. */
function namesIn(folder: string): readonly (string | null)[] {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return readdirSync(folder);
  } catch {
    return [null];
  }
}

/** A pipe would never end, and a folder or a link is nothing that the desk wrote. */
function readText(path: string): { readonly text: string } | 'notAFile' | 'unreadable' {
  try {
    const about = lstatSync(path);
    if (!about.isFile()) return 'notAFile';
    return about.size > JOURNAL_MAX_BYTES ? 'unreadable' : { text: readFileSync(path, 'utf8') };
  } catch {
    return 'unreadable';
  }
}

function removeFile(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // A folder, or nothing that this user may remove.
  }
}

const UNOPENED_CURES = {
  notAFile: msg('cure.moveElsewhere'),
  unreadable: msg('cure.makeReadable'),
  otherVersion: msg('cure.useThatVersion'),
  damaged: msg('cure.openSpreadsheetAgain'),
} as const;

/**
 * The lines before the first damaged one. `first`: null if even that is damaged. `bytes`: their length. `starts`: all of them,
 * even after a damaged line, because a draft that may be paid must not come back when another part of it was lost. `isOfOther`:
 * a line is whole but another version wrote it; writing on would destroy it.
 */
function readLines(text: string): {
  readonly first: ReadLine | null;
  readonly lines: readonly JournalLine[];
  readonly starts: readonly StartLine[];
  readonly bytes: number;
  readonly isDamaged: boolean;
  readonly isOfOther: boolean;
} {
  const texts = text.split('\n');
  // Text after the last newline was never acknowledged.
  texts.pop();
  const decoded = texts.map(decode);
  const broken = decoded.findIndex((line) => typeof line === 'string');
  const whole = broken === -1 ? texts : texts.slice(0, broken);
  const lines = decoded.slice(0, whole.length).filter((line) => typeof line !== 'string');
  const starts = decoded.filter((line) => typeof line !== 'string' && line.kind === 'start');
  const bytes = whole.reduce((sum, one) => sum + Buffer.byteLength(one) + 1, 0);
  const [first] = lines;
  return {
    first: first?.kind === 'read' ? first : null,
    lines,
    starts,
    bytes,
    isDamaged: broken !== -1,
    isOfOther: decoded.includes('otherVersion'),
  };
}
