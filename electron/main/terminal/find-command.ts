// Which command of the table is meant. In: the words of a line that are not options. Out: the command, or a refusal that
// names what was most likely meant. This file must never run the nearest command by itself.

import { COMMANDS } from './commands.ts';
import type { AnyCommandSpec } from './commands.ts';
import { refuse } from './command-table.ts';
import type { RefusedReading } from './command-table.ts';
import { nearestName } from './nearest-name.ts';
import { quoted } from './values.ts';

const TABLE: readonly AnyCommandSpec[] = COMMANDS;

/** The command whose words begin the line; null when there is none. */
export function findCommand(positionals: readonly string[]): AnyCommandSpec | null {
  return TABLE.find((spec) => spec.words.every((word, index) => positionals[index] === word)) ?? null;
}

/** Why no command fits, and which may have been meant. */
export function refuseCommand(positionals: readonly string[]): RefusedReading {
  const [first, second] = positionals;
  if (first === undefined) {
    return refuse({
      code: 'noCommand',
      message: 'No command is given.',
      cure: 'Name one, as in `desk check FILE`; `desk --help` lists them.',
    });
  }
  const group = TABLE.filter((spec) => spec.words.length > 1 && spec.words[0] === first).map(nameOf);
  if (group.length > 0) {
    const meant = second === undefined ? null : nearestName(`${first} ${second}`, group);
    return refuse({
      code: 'unknownCommand',
      message:
        second === undefined
          ? `\`desk ${first}\` is not a whole command.`
          : `There is no command ${quoted(`${first} ${second}`)}.`,
      cure: meant === null ? `Give one of: ${group.join(', ')}.` : `Did you mean \`desk ${meant}\`?`,
    });
  }
  const meant = nearestName(first, [...TABLE.map(nameOf), 'help', 'version']);
  return refuse({
    code: 'unknownCommand',
    message: `There is no command ${quoted(first)}.`,
    cure: meant === null ? '`desk --help` lists the commands.' : `Did you mean \`desk ${meant}\`?`,
  });
}

function nameOf(spec: AnyCommandSpec): string {
  return spec.words.join(' ');
}
