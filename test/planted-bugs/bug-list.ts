// The planted bugs: for each, one line of the product, its replacement, and what must catch it.

import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** `line` and `planted` are without indentation. `killer` is a seed of the simulation, or a named test. */
const BUG = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]+$/),
  breaks: z.string().endsWith('.'),
  file: z.string(),
  line: z.string(),
  planted: z.string(),
  killer: z.union([
    z.strictObject({ seed: z.int().positive() }),
    z.strictObject({ file: z.string(), test: z.string() }),
  ]),
});

export type PlantedBug = z.infer<typeof BUG>;

const LIST = new URL('planted-bugs.json', import.meta.url);

/** Reads the list. Throws when its shape is wrong or two bugs have the same name. */
export function readBugs(): readonly PlantedBug[] {
  const bugs = z.array(BUG).parse(JSON.parse(readFileSync(LIST, 'utf8')));
  if (new Set(bugs.map(({ id }) => id)).size !== bugs.length) throw new Error('two planted bugs have one name');
  return bugs;
}

/** The source with the bug in it. Throws unless the line occurs exactly once. */
export function plant(source: string, { id, file, line, planted }: PlantedBug): string {
  const lines = source.split('\n');
  const places = lines.flatMap((text, index) => (text.trim() === line ? [index] : []));
  const [place] = places;
  if (place === undefined || places.length > 1) {
    throw new Error(`${id}: its line is ${places.length} times in ${file}, not once: ${line}`);
  }
  const indentation = /^\s*/.exec(lines[place] ?? '')?.[0] ?? '';
  return lines.with(place, indentation + planted).join('\n');
}
