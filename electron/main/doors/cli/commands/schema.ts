// The JSON Schema of what a command prints with --json, for whoever writes a script.

import { msg } from '../../../../../shared/messages/message.ts';
import { refused } from '../../../session/desks.ts';
import { type CommandSpec, defineCommand, optional } from '../command-table.ts';
import { readTypedText } from '../values.ts';

/** `commands`: all of them, this one included. */
export function schemaCommand(commands: () => readonly CommandSpec[]): CommandSpec {
  return defineCommand({
    name: 'schema',
    summary: msg('cli.schema.summary'),
    notes: [msg('cli.schema.note')],
    examples: ['schema status', 'schema audit verify', 'schema > schemas.json'],
    takes: {
      first: optional('COMMAND', { help: msg('cli.schema.command'), value: readTypedText }),
      second: optional('WORD', { help: msg('cli.schema.word'), value: readTypedText }),
    },
    ask: async (_terminal, { first, second }) => {
      const { schemaOf, schemaOfAll } = await import('../answers.ts');
      if (first === null) return { kind: 'done', value: schemaOfAll() };
      const name = second === null ? first : `${first} ${second}`;
      const schema = schemaOf(name);
      const names = commands().map((command) => command.name);
      return schema === null
        ? refused({ code: 'unknownCommand', message: msg('cli.schema.none'), cure: msg('cli.giveOneOf', { names }) })
        : { kind: 'done', value: schema };
    },
    show: () => ({ text: (schema) => JSON.stringify(schema, null, 2) }),
  });
}
