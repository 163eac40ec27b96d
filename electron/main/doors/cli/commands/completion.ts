// What a shell offers behind `payout-desk`, from the table that parses the command line. Only the installed program has completions:
// in a checkout it is started through npm.

import { msg } from '../../../../../shared/messages/message.ts';
import { type CommandSpec, defineCommand, required } from '../command-table.ts';
import { COMMON_OPTIONS } from '../options.ts';
import { oneOf } from '../values.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

const PROGRAM = 'payout-desk';

/** `commands`: all of them, this one included. */
export function completionCommand(commands: () => readonly CommandSpec[]): CommandSpec {
  return defineCommand({
    name: 'completion',
    summary: msg('cli.completion.summary'),
    notes: [msg('cli.completion.note')],
    examples: ['completion bash > ~/.payout-desk-completion'],
    takes: { shell: required('bash|zsh|fish', { help: msg('cli.completion.shell'), value: oneOf(SHELLS) }) },
    ask: (_terminal, { shell }) => ({ kind: 'done', value: { shell, script: SCRIPTS[shell](offers(commands())) } }),
    show: () => ({ text: ({ script }) => script.trimEnd() }),
  });
}

const SCRIPTS: Readonly<Record<Shell, (offers: Offers) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

/** What may follow each beginning of a command line: the next word of a command, or a command's options. */
type Offers = ReadonlyMap<string, readonly string[]>;

function offers(commands: readonly CommandSpec[]): Offers {
  const offered = new Map([['', new Set(['help', 'version', '--help', '--version'])]]);
  const offer = (line: string, word: string): void => {
    offered.set(line, (offered.get(line) ?? new Set<string>()).add(word));
  };
  for (const { words, options } of commands) {
    for (const [index, word] of words.entries()) offer(words.slice(0, index).join(' '), word);
    for (const { name } of [...options, ...COMMON_OPTIONS]) offer(words.join(' '), `--${name}`);
  }
  return new Map([...offered].map(([line, words]) => [line, [...words]]));
}

/** The branches of a shell's `case` over the words typed so far; the longer beginnings first. */
function cases(all: Offers, line: (words: readonly string[]) => string): string {
  return [...all]
    .toSorted(([one], [other]) => other.length - one.length)
    .map(([beginning, words]) => {
      const pattern = beginning === '' ? "''" : `'${beginning}'|'${beginning} '*`;
      return `    ${pattern}) ${line(words)} ;;`;
    })
    .join('\n');
}

/** Files are offered where no word fits. */
function bashScript(all: Offers): string {
  return `_payout_desk() {
  local current=\${COMP_WORDS[COMP_CWORD]} typed="\${COMP_WORDS[*]:1:COMP_CWORD-1}" offered=
  case $typed in
${cases(all, (words) => `offered='${words.join(' ')}'`)}
  esac
  COMPREPLY=($(compgen -W "$offered" -- "$current"))
}
complete -o default -F _payout_desk ${PROGRAM}
`;
}

function zshScript(all: Offers): string {
  return `#compdef ${PROGRAM}
_payout_desk() {
  local typed="\${words[2,CURRENT-1]}"
  local -a offered
  case $typed in
${cases(all, (words) => `offered=(${words.join(' ')})`)}
  esac
  compadd -- $offered
  [[ $PREFIX == -* ]] || _files
}
compdef _payout_desk ${PROGRAM}
`;
}

function fishScript(all: Offers): string {
  const lines = [...all].flatMap(([beginning, words]) =>
    words.map((word) => {
      const condition = `__payout_desk_typed ${beginning === '' ? "''" : `'${beginning}'`}`;
      const offered = word.startsWith('--') ? `-l ${word.slice(2)}` : `-a ${word}`;
      return `complete -c ${PROGRAM} -n "${condition}" ${offered}`;
    }),
  );
  return `function __payout_desk_typed
  set -l typed (commandline -opc)[2..-1]
  set -l line (string join ' ' -- $typed)
  if test -z "$argv[1]"
    test -z "$line"
  else
    test "$line" = "$argv[1]"; or string match -q -- "$argv[1] *" "$line"
  end
end
${lines.join('\n')}
`;
}
