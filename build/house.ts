// Measures the code for the documents: product lines and files, type names that mean more than one thing, how far an import
// reaches inside the desk's own folder, and exports that only one file uses.

import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readImports } from './cruise-imports.ts';
import { REPOSITORY } from './repository.ts';

const EXPORTED_TYPE = /^export (?:declare )?(?:abstract )?(?:type|interface|class|enum) (\w+)/gm;
const DEFINED_TYPE = /^(?:export )?(?:declare )?(?:abstract )?(?:type|interface|class|enum) (\w+)/gm;

const root = path.resolve(process.argv[2] ?? REPOSITORY);
const desk = 'electron/main/desk/';

const files = globSync('{electron,renderer,shared}/**/*.{ts,tsx,css}', { cwd: root }).toSorted();
const sources = new Map(files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]));
const lineCounts = new Map([...sources].map(([file, source]) => [file, source.split('\n').length - 1]));

const { modules } = await readImports(root);
const product = modules.filter(({ source }) => sources.has(source));
const importsOf = new Map(
  product.map(({ source, dependencies }) => [
    source,
    [...new Set(dependencies.map(({ resolved }) => resolved))].filter((file) => sources.has(file)),
  ]),
);
const importersOf = Map.groupBy(
  [...importsOf].flatMap(([from, all]) => all.map((to) => ({ from, to }))),
  ({ to }) => to,
);
const withOneImporter = [...importersOf].filter(([, importers]) => importers.length === 1).map(([file]) => file);

console.log(`product: ${linesOf(files)} lines in ${files.length} files, median ${median([...lineCounts.values()])}`);
for (const folder of ['electron/', 'renderer/', 'shared/', 'electron/main/*/']) {
  const inside = Map.groupBy(files, (file) => folderOf(file, folder));
  for (const [name, of] of inside)
    if (name !== null) console.log(`  ${name} ${linesOf(of)} lines in ${of.length} files`);
}
console.log(`type names defined in two files or more: ${namesOfMany(DEFINED_TYPE).length}`);
console.log(`type names exported by two files or more: ${namesOfMany(EXPORTED_TYPE).join(', ') || 'none'}`);
console.log(`files that one other imports: ${withOneImporter.length}, ${linesOf(withOneImporter)} lines`);
const chain = longestChain([...importsOf.keys()].filter((file) => file.startsWith(desk)));
console.log(`longest chain of imports inside ${desk}: ${chain.length} files: ${chain.map(nameOf).join(' > ')}`);

function linesOf(some: readonly string[]): number {
  return some.reduce((sum, file) => sum + (lineCounts.get(file) ?? 0), 0);
}

function median(counts: readonly number[]): number {
  return counts.toSorted((one, other) => one - other)[Math.floor(counts.length / 2)] ?? 0;
}

/** The file's folder at the depth of the pattern, or null when the file is not inside such a folder. */
function folderOf(file: string, pattern: string): string | null {
  const depth = pattern.split('/').length - 1;
  const parts = file.split('/');
  const isInside = pattern.endsWith('*/') ? file.startsWith(pattern.slice(0, -2)) : file.startsWith(pattern);
  return isInside && parts.length > depth ? `${parts.slice(0, depth).join('/')}/` : null;
}

function namesOfMany(definition: RegExp): readonly string[] {
  const found = [...sources].flatMap(([file, source]) =>
    [...source.matchAll(definition)].map(([, name]) => ({ file, name: name ?? '' })),
  );
  const places = Map.groupBy(found, ({ name }) => name);
  return [...places]
    .filter(([, all]) => new Set(all.map(({ file }) => file)).size > 1)
    .map(([name]) => name)
    .toSorted();
}

/** The longest chain of imports among these files. It ends, because the import rules allow no cycles. */
function longestChain(among: readonly string[]): readonly string[] {
  const inside = new Set(among);
  const found = new Map<string, readonly string[]>();
  const walk = (file: string): readonly string[] => {
    const known = found.get(file);
    if (known !== undefined) return known;
    const next = (importsOf.get(file) ?? []).filter((to) => inside.has(to));
    const chain = [file, ...longest(next.map(walk))];
    found.set(file, chain);
    return chain;
  };
  return longest(among.map(walk));
}

function longest(chains: readonly (readonly string[])[]): readonly string[] {
  return chains.reduce((best, chain) => (chain.length > best.length ? chain : best), []);
}

function nameOf(file: string): string {
  return path.basename(file).replace(/\.tsx?$/, '');
}
