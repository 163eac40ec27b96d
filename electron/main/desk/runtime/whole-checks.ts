// Checks large databases as a whole, beside the window's desk, when that is due: after an unclean end and once a week.

import { BOOKS, type Book } from '../../../../shared/profiles.ts';
import type { System } from '../../session/system.ts';
import type { WholeChecking } from '../../store/file-work.ts';
import type { HeadedWriter } from '../../store/store.ts';

interface WholeChecksWorld {
  readonly system: Pick<System, 'checkWhole' | 'clock'>;
  readonly stores: Readonly<Record<Book, HeadedWriter>>;
  readonly onDamage: (book: Book) => void;
  readonly onFault: (error: unknown) => void;
}

export class WholeChecks {
  readonly #world: WholeChecksWorld;
  readonly #underWay = new Map<Book, WholeChecking>();
  #isOver = false;

  constructor(world: WholeChecksWorld) {
    this.#world = world;
  }

  /** Begins what is due. A check that is under way goes on. */
  begin(): void {
    for (const book of BOOKS) if (!this.#isOver && this.#isDue(book)) this.#check(book).catch(this.#world.onFault);
  }

  /** Ends the check of a book, so that its file is free. It is due again. */
  async stop(book: Book): Promise<void> {
    await this.#underWay.get(book)?.stop();
  }

  async close(): Promise<void> {
    this.#isOver = true;
    await Promise.all(BOOKS.map((book) => this.stop(book)));
  }

  #isDue(book: Book): boolean {
    const { wholeCheck } = this.#world.stores[book];
    if (this.#underWay.has(book) || !wholeCheck.isLong()) return false;
    return wholeCheck.soundness(this.#world.system.clock.nowMs()) === 'unknown';
  }

  async #check(book: Book): Promise<void> {
    const { system, stores, onDamage } = this.#world;
    const { wholeCheck } = stores[book];
    const checking = system.checkWhole(wholeCheck.path);
    this.#underWay.set(book, checking);
    const found = await checking.found;
    this.#underWay.delete(book);
    // A database that was replaced meanwhile has its own check.
    if (found === 'unknown' || stores[book].wholeCheck !== wholeCheck) return;
    wholeCheck.note(found, system.clock.nowMs());
    if (found === 'damaged') onDamage(book);
  }
}
