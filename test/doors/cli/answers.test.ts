// The JSON Schemas of what the command line prints with --json. Real answers are held against them wherever a test of
// `test/cli` runs a command: see fits-schema.ts.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { REPOSITORY } from '../../../build/repository.ts';
import { schemaOf, schemaOfAll } from '../../../electron/main/doors/cli/answers.ts';
import { COMMANDS } from '../../../electron/main/doors/cli/parse-arguments.ts';
import { expectToFit } from '../../cli/fits-schema.ts';

const printed = (answer: object) => ({ exitCode: 0, signal: null, stderr: '', stdout: `${JSON.stringify(answer)}\n` });

describe('the schemas of answers', () => {
  it('exist for every command and for nothing else', () => {
    expect(Object.keys(schemaOfAll()).toSorted()).toEqual(COMMANDS.map(({ name }) => name).toSorted());
    expect(schemaOf('help')).toBeNull();
  });

  // After a change that is meant: npm run -s desk -- schema > docs/cli-schemas.json, and npm run format.
  it('stand in the repository as the command prints them', () => {
    const file = path.join(REPOSITORY, 'docs', 'cli-schemas.json');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(JSON.stringify(schemaOfAll())));
  });

  it.each([
    ['another key', { balance: '1', message: null, more: 1 }],
    ['a missing key', { balance: '1' }],
    ['another type', { balance: 1, message: null }],
    ['a refusal without a cure', { file: null, refused: { code: 'x', message: 'y' } }],
  ])('refuse %s', (_what, answer) => {
    expect(() => expectToFit(['wallet', '--json'], printed(answer))).toThrow('printed what its schema has not');
  });

  it.each([
    ['an answer', { balance: '1', message: null }],
    ['a refusal', { file: null, refused: { code: 'x', message: 'y', cure: 'z' } }],
  ])('take %s', (_what, answer) => {
    expectToFit(['wallet', '--json'], printed(answer));
  });
});
