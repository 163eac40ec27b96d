// Why a line's options were not taken. In: the options as they stand on the line, and the command. Out: a refusal that
// names the option and the cure. This file must never repeat a value or a long name: it may be the token.

import { COMMANDS } from './commands.ts';
import type { AnyCommandSpec } from './commands.ts';
import { refuse } from './command-table.ts';
import type { RefusedReading } from './command-table.ts';
import { COMMON_OPTIONS, VERSION } from './common-options.ts';
import { nearestName } from './nearest-name.ts';
import { quoted } from './values.ts';

/** Shape: `inline` when the value stands behind an equals sign; null when there is none. */
export interface OptionToken {
  readonly name: string;
  readonly rawName: string;
  readonly value: string | null;
  readonly inline: boolean;
}

type Known = Readonly<Record<string, { readonly type: 'string' | 'boolean' }>>;

/** Names under which people would hand over a secret. */
const SECRET_NAME = /token|secret|passw|bearer|credential|api-?key|auth/i;

const TOKEN_CURE =
  'Pipe it instead, as in `desk profile token NAME < token-file`, and treat a token that was typed here as seen by others.';

/** The refusal of a secret on the command line; null when there is none. */
export function findSecretOption(
  options: readonly OptionToken[],
  { known }: { readonly known: Known },
): RefusedReading | null {
  const secret = options.find(({ name }) => !Object.hasOwn(known, name) && SECRET_NAME.test(name));
  if (secret === undefined) return null;
  return refuse({
    code: 'tokenOnCommandLine',
    message: 'A token is never taken from the command line, where every user of this machine can read it.',
    cure: TOKEN_CURE,
  });
}

/** The refusal of a line that node:util's strict reading did not take. */
export function diagnoseOptions(
  options: readonly OptionToken[],
  { spec, known }: { readonly spec: AnyCommandSpec; readonly known: Known },
): RefusedReading {
  const own = [...spec.options, ...COMMON_OPTIONS].map(({ name }) => name);
  const command = `desk ${spec.words.join(' ')}`;
  for (const option of options) {
    const kind = Object.hasOwn(known, option.name) ? known[option.name] : undefined;
    if (kind === undefined) return refuseUnknown(option, { own, command });
    if (!own.includes(option.name)) return refuseForeign(option, { command });
    if (kind.type === 'boolean' && option.value !== null) {
      return refuse({
        code: 'wrongValue',
        message: `--${option.name} takes no value.`,
        cure: `Write --${option.name} alone, or leave it out.`,
      });
    }
    if (kind.type === 'string' && (option.value === null || (!option.inline && option.value.startsWith('-')))) {
      return refuse({
        code: 'missingValue',
        message: `--${option.name} needs a value.`,
        cure: `Put it behind the option; one that begins with a dash is written --${option.name}=-…`,
      });
    }
  }
  return refuse({
    code: 'unreadableLine',
    message: 'The options of this line cannot be read.',
    cure: `\`${command} --help\` shows how they are written.`,
  });
}

function refuseUnknown(
  { name, rawName }: OptionToken,
  { own, command }: { readonly own: readonly string[]; readonly command: string },
): RefusedReading {
  const meant = nearestName(name, own);
  return refuse({
    code: 'unknownOption',
    message: `\`${command}\` has no option ${quoted(rawName)}.`,
    cure: meant === null ? `\`${command} --help\` lists its options.` : `Did you mean --${meant}?`,
  });
}

function refuseForeign({ name }: OptionToken, { command }: { readonly command: string }): RefusedReading {
  const owners = COMMANDS.filter((spec) => spec.options.some((option) => option.name === name));
  const names = owners.map((spec) => `\`desk ${spec.words.join(' ')}\``).join(', ');
  return refuse({
    code: 'unknownOption',
    message: `\`${command}\` has no option --${name}.`,
    cure: name === VERSION.name ? 'Write `desk --version` alone.' : `Leave it out; it belongs to ${names}.`,
  });
}

/** The refusal of more arguments than the command takes. */
export function refuseTooMany(spec: AnyCommandSpec, { given }: { readonly given: number }): RefusedReading {
  const command = `desk ${spec.words.join(' ')}`;
  if (command === 'desk profile token') {
    return refuse({
      code: 'tokenOnCommandLine',
      message: '`desk profile token` takes the name of the profile only, and the token from standard input.',
      cure: TOKEN_CURE,
    });
  }
  const most = spec.positionals.length;
  return refuse({
    code: 'tooManyArguments',
    message: `\`${command}\` takes ${most === 0 ? 'no argument' : `at most ${most}`}, and ${given} are given.`,
    cure: 'Put quotes around a name with spaces, and leave out the rest.',
  });
}
