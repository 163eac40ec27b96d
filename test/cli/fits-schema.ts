// Whether what a command printed with --json fits the JSON Schema that `schema` prints of it, by a validator that is not ours.

import { Ajv2020, type AnySchema, type ValidateFunction } from 'ajv/dist/2020.js';
import { schemaOf } from '../../electron/main/doors/cli/answers.ts';

// Each format that zod names has its pattern beside it.
const ajv = new Ajv2020({ allErrors: true, validateFormats: false });
const validators = new Map<string, ValidateFunction>();

/** Throws when it does not. Lines that name no command, ask for help, or were killed in the middle print no answer. */
export function expectToFit(
  words: readonly string[],
  finished: { readonly signal: string | null; readonly stdout: string },
): void {
  if (!words.includes('--json') || words.some((word) => ['-h', '--help'].includes(word))) return;
  const command = [words.slice(0, 2).join(' '), words[0] ?? ''].find((name) => schemaOf(name) !== null);
  const line = finished.stdout.trimEnd().split('\n').at(-1) ?? '';
  if (command === undefined || finished.signal !== null || line === '') return;
  const validate = validators.get(command) ?? ajv.compile(schemaOf(command) as AnySchema);
  validators.set(command, validate);
  if (validate(JSON.parse(line))) return;
  throw new Error(
    `${words.join(' ')} printed what its schema has not: ${ajv.errorsText(validate.errors, { separator: '\n' })}\n${line.slice(0, 2_000)}`,
  );
}
