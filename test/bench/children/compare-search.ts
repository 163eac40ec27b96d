// Compares ways to find a part of a name among the different payees of a history: the list itself, and SQLite's text indexes.

import { join } from 'node:path';
import Database from 'better-sqlite3';
import { readTask, report } from '../child.ts';
import type { Found, HistoryTask, SearchCompared } from '../tasks.ts';

const { folder } = readTask<HistoryTask>();
const database = new Database(':memory:');
database.prepare('ATTACH ? AS history').run(join(folder, 'desk.db'));
const lists: Found[] = [];
const [name] = database
  .prepare<[], string>('SELECT name FROM history.payee_texts ORDER BY random() LIMIT 1')
  .pluck()
  .all();
const part = (name ?? '').slice(3);

add('the list of different payees', {
  make: 'CREATE TABLE list (name TEXT, account_key TEXT, PRIMARY KEY (name, account_key)) WITHOUT ROWID',
  fill: 'INSERT INTO list SELECT name, account_key FROM history.payee_texts ORDER BY 1, 2',
  find: `SELECT count(*) FROM list WHERE name LIKE '%' || @part || '%' OR account_key LIKE '%' || @part || '%'`,
});
const plain = 'CREATE TABLE texts (id INTEGER PRIMARY KEY, name TEXT, account_key TEXT)';
database.exec(`${plain}; INSERT INTO texts (name, account_key) SELECT name, account_key FROM history.payee_texts`);
for (const [what, tokenizer] of [
  ['FTS5, trigram', 'trigram'],
  ['FTS5, words of any script', `unicode61 categories 'L* M* N*'`],
] as const)
  add(what, {
    make: `CREATE VIRTUAL TABLE list USING fts5(name, account_key, content = 'texts', content_rowid = 'id', tokenize = "${tokenizer}")`,
    fill: `INSERT INTO list (list) VALUES ('rebuild')`,
    find: `SELECT count(*) FROM list WHERE list MATCH '"' || replace(@part, '"', '""') || '"'`,
  });
report({ lists } satisfies SearchCompared);

function add(what: string, { make, fill, find }: Readonly<Record<'make' | 'fill' | 'find', string>>): void {
  const before = bytes();
  database.exec(make);
  const from = performance.now();
  database.exec(fill);
  const filledMs = performance.now() - from;
  const size = bytes() - before;
  const search = database.prepare<[{ part: string }], number>(find).pluck();
  const searchFrom = performance.now();
  const found = search.get({ part }) ?? 0;
  lists.push({ what, megabytes: size / 1_000_000, filledMs, foundMs: performance.now() - searchFrom, found });
  database.exec('DROP TABLE list; VACUUM');
}

function bytes(): number {
  return Number(
    database.prepare('SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()').pluck().get(),
  );
}
