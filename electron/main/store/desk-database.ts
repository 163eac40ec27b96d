import Database from 'better-sqlite3';
import { foldName } from '../domain/person-key.ts';

export class DeskDatabase extends Database {
  constructor(...args: ConstructorParameters<typeof Database>) {
    super(...args);
    // SQL cannot fold names. A name without words folds to null.
    this.function('fold_name', { deterministic: true, directOnly: true }, (name) => {
      const folded = typeof name === 'string' ? foldName(name) : '';
      return folded === '' ? null : folded;
    });
  }

  /** `Bound`: the bound values, in order or as one object of names. `Row`: the type of a decoded row. */
  statement<Bound extends unknown[] = unknown[], Row = unknown>(sql: string): Statement<Bound, Row> {
    return new Statement(this, sql);
  }
}

/**
 * A statement that is compiled on first use. A desk has over two hundred and needs a few dozen in an evening; compiling them all
 * took longer than the rest of opening. better-sqlite3's errors appear on first use.
 */
export class Statement<Bound extends unknown[] = unknown[], Row = unknown> {
  readonly #database: Database.Database;
  readonly #sql: string;
  #reads: 'rows' | 'values' | 'lists' = 'rows';
  #compiled: Database.Statement<Bound, Row> | null = null;

  constructor(database: Database.Database, sql: string) {
    this.#database = database;
    this.#sql = sql;
  }

  /** Returns only the first column of each row. */
  pluck(): this {
    this.#reads = 'values';
    return this;
  }
  /** Returns each row as a list. */
  raw(): this {
    this.#reads = 'lists';
    return this;
  }

  get(...bound: Bound): Row | undefined {
    return this.#ready().get(...bound);
  }
  all(...bound: Bound): Row[] {
    return this.#ready().all(...bound);
  }
  iterate(...bound: Bound): IterableIterator<Row> {
    return this.#ready().iterate(...bound);
  }
  run(...bound: Bound): Database.RunResult {
    return this.#ready().run(...bound);
  }

  #ready(): Database.Statement<Bound, Row> {
    this.#compiled ??= this.#compile();
    return this.#compiled;
  }

  #compile(): Database.Statement<Bound, Row> {
    // The author of the SQL knows the row's type.
    const compiled = this.#database.prepare(this.#sql) as Database.Statement<Bound, Row>;
    if (this.#reads === 'rows') return compiled;
    return this.#reads === 'values' ? compiled.pluck() : compiled.raw();
  }
}
