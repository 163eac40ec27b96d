// The triggers that make a table keep what it has. In: a table's name. Out: SQL for a migration.
// This file must never be edited once released: what it says is part of every schema.

/** The table takes new rows only. */
export function insertOnly(table: string): string {
  return `
CREATE TRIGGER ${table}_never_updated BEFORE UPDATE ON ${table}
BEGIN SELECT RAISE(ABORT, '${table} is insert-only'); END;
${neverDeleted(table)}`;
}

/** The table keeps every row. */
export function neverDeleted(table: string): string {
  return `
CREATE TRIGGER ${table}_never_deleted BEFORE DELETE ON ${table}
BEGIN SELECT RAISE(ABORT, '${table} keeps every row'); END;`;
}
