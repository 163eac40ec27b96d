import Database from 'better-sqlite3';
import { foldName } from '../domain/person-key.ts';

/** An open database of a desk. */
export class DeskDatabase extends Database {
  constructor(...given: ConstructorParameters<typeof Database>) {
    super(...given);
    // Names are compared by what no SQL can say. A name without words is none.
    this.function('fold_name', { deterministic: true, directOnly: true }, (name) => {
      const folded = typeof name === 'string' ? foldName(name) : '';
      return folded === '' ? null : folded;
    });
  }

  /** Shape: `Bound` what is bound, in order or as one object of names; `Row` what a row is read as. */
  statement<Bound extends unknown[] = unknown[], Row = unknown>(sql: string): Statement<Bound, Row> {
    return new Statement(this, sql);
  }
}

/**
 * A statement that is compiled when it first runs. A desk has over two hundred and an evening needs a few dozen: compiling
 * them all took longer than the rest of opening. Errors: better-sqlite3's own, at the first use.
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

  /** Gives of each row its first column alone. */
  pluck(): this {
    this.#reads = 'values';
    return this;
  }
  /** Gives each row as a list. */
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
    // What a row holds is known to whoever wrote the SQL.
    const compiled = this.#database.prepare(this.#sql) as Database.Statement<Bound, Row>;
    if (this.#reads === 'rows') return compiled;
    return this.#reads === 'values' ? compiled.pluck() : compiled.raw();
  }
}
