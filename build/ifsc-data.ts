// Makes the list of bank branches that the desk ships from the data files of the npm package `ifsc`. Run it by hand when the
// package is updated: node build/ifsc-data.ts
// Never load the package's code: it requires packages that no longer exist.

import { readFile, writeFile } from 'node:fs/promises';
import { z } from 'zod';

const PACKAGE = new URL('../node_modules/ifsc/', import.meta.url);
const TARGET = new URL('../electron/main/import/ifsc-data.json', import.meta.url);
const Branches = z.record(z.string(), z.array(z.union([z.number(), z.string()])));
const Names = z.record(z.string(), z.string());
const Manifest = z.object({ version: z.string() });

async function readJson(path: string): Promise<unknown> {
  return JSON.parse(await readFile(new URL(path, PACKAGE), 'utf8'));
}

/** Ascending numbers as `gap-length` pairs in base 36: long runs of branch numbers shrink to a few characters. */
function encodeNumbers(numbers: readonly number[]): string {
  const runs: { start: number; end: number }[] = [];
  for (const number of numbers.toSorted((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last !== undefined && number <= last.end + 1) last.end = number;
    else runs.push({ start: number, end: number });
  }
  let before = 0;
  return runs
    .map(({ start, end }) => {
      const gap = (start - before).toString(36);
      before = end;
      return end === start ? gap : `${gap}-${(end - start).toString(36)}`;
    })
    .join(',');
}

const branches = Branches.parse(await readJson('src/IFSC.json'));
const names = Names.parse(await readJson('src/banknames.json'));
const { version } = Manifest.parse(await readJson('package.json'));
const banks = Object.entries(branches).map(([bank, codes]) => {
  const texts = codes.map((code) => (typeof code === 'number' ? String(code).padStart(6, '0') : code));
  const numbers = encodeNumbers(texts.filter((text) => /^\d{6}$/.test(text)).map(Number));
  const others = [...new Set(texts.filter((text) => !/^\d{6}$/.test(text)))].toSorted().join('');
  return [bank, [names[bank] ?? '', numbers, others]] as const;
});
const lines = banks.map(([bank, parts]) => `    ${JSON.stringify(bank)}: ${JSON.stringify(parts)}`);
const source = 'https://github.com/razorpay/ifsc (RBI lists), npm package ifsc, src/IFSC.json and src/banknames.json';
await writeFile(
  TARGET,
  `{\n  "source": ${JSON.stringify(source)},\n  "version": "${version}",\n  "banks": {\n${lines.join(',\n')}\n  }\n}\n`,
);
