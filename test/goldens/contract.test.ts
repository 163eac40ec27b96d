// The contract between the desk and its windows, frozen as JSON Schema: what each command is asked with and what it
// answers.

import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CONTRACT } from '../../shared/api/contract.ts';
import { DESK_EVENT } from '../../shared/api/events.ts';

describe('The contract of commands and events', () => {
  it('asks and answers as it always did', async () => {
    const lines = Object.entries(CONTRACT).flatMap(([name, { params, answer, changing }]) => [
      `${name} ${changing ? 'changing' : 'reading'}`,
      ...linesOf(schemaOf(params), '  asked'),
      ...linesOf(schemaOf(answer), '  answers'),
    ]);
    lines.push('event', ...linesOf(schemaOf(DESK_EVENT), '  event'));
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('contract.golden.txt');
  });
});

/** A brand and a transform have no schema of their own: what goes over the wire is what stands before them. */
function schemaOf(schema: z.ZodType): unknown {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' });
}

/** A line for each value of a schema: where it stands, and what it may be. A schema that lets anything through is none. */
function linesOf(schema: unknown, at: string): string[] {
  const {
    $schema: _,
    $defs,
    type,
    properties,
    required,
    additionalProperties,
    items,
    anyOf,
    oneOf,
    ...rules
  } = schema as Node;
  const words = Object.entries(rules).map(([rule, value]) => `${rule}=${JSON.stringify(value)}`);
  const own =
    `${at} ${[typeof type === 'string' ? type : '', ...words].filter((word) => word !== '').join(' ')}`.trimEnd();
  const parts = [
    ...Object.entries((properties ?? {}) as Node).flatMap(([name, inner]) =>
      linesOf(inner, `${at}.${name}${(required as readonly string[] | undefined)?.includes(name) === true ? '' : '?'}`),
    ),
    ...(typeof additionalProperties === 'object' ? linesOf(additionalProperties, `${at}.*`) : []),
    ...(typeof items === 'object' ? linesOf(items, `${at}[]`) : []),
    ...(((anyOf ?? oneOf) as readonly unknown[] | undefined) ?? []).flatMap((one, index) =>
      linesOf(one, `${at}|${index + 1}`),
    ),
    ...Object.entries(($defs ?? {}) as Node).flatMap(([name, inner]) => linesOf(inner, `${at} #${name}`)),
  ];
  if (parts.length === 0 && type === undefined && words.length === 0) throw new Error(`nothing is frozen at ${at}`);
  return [own, ...parts];
}

type Node = Readonly<Record<string, unknown>>;
