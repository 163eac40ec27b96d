// The contract between the desk and its windows, frozen as JSON Schema: what each command is asked with and what it
// answers.

import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CONTRACT } from '../../shared/api/contract.ts';
import { DESK_EVENT } from '../../shared/api/events.ts';

describe('The contract of commands and events', () => {
  it('asks and answers as it always did', async () => {
    const schemas = Object.entries(CONTRACT).map(([name, { params, answer, changing }]): readonly [string, unknown] => [
      name,
      { changing, params: schemaOf(params), answer: schemaOf(answer) },
    ]);
    const lines = [...schemas, ['event', schemaOf(DESK_EVENT)]].map(
      ([name, schema]) => `${String(name)} ${JSON.stringify(schema)}`,
    );
    await expect(`${lines.toSorted().join('\n\n')}\n`).toMatchFileSnapshot('contract.golden.txt');
  });
});

/** A brand and a transform have no schema of their own: what goes over the wire is what stands before them. */
function schemaOf(schema: z.ZodType): unknown {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' });
}
