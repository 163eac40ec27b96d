// The register that several desks share. No command takes a passphrase or a password as an argument: any user of the machine can
// read a command line.

import { msg } from '../../../../../shared/messages/message.ts';
import {
  joinTeam,
  leaveTeam,
  makeRegister,
  type RegisterStatus,
  registerStatus,
} from '../../../desk/register/membership.ts';
import { type Retirement, retireOther } from '../../../desk/register/retire-desk.ts';
import { refused } from '../../../session/desks.ts';
import { EXIT, type ExitCode } from '../../process-end.ts';
import { readRegisterSecrets } from '../ask.ts';
import { defineCommand, optional, optionalElse, required } from '../command-table.ts';
import { say } from '../say.ts';
import { formatLocalTime, formatTable, isoTime, plainText } from '../text.ts';
import { readPath, textUpTo, wholeNumber } from '../values.ts';

const NAME_MAX_CHARACTERS = 60;
const NOTE_MAX_CHARACTERS = 500;
const POSTGRES_PORT = 5432;

/** Enough of a hash for a person to compare. */
const HASH_SHOWN = 12;

const readHost = textUpTo(255);
const readName = textUpTo(NAME_MAX_CHARACTERS);
const readPort = wholeNumber({ min: 1, max: 65_535, unit: msg('cli.unit.port') });

const init = defineCommand({
  name: 'register init',
  summary: msg('cli.registerInit.summary'),
  examples: ['register init --host db.example --database payout --user keeper --out team.join'],
  notes: [msg('cli.register.secrets'), msg('cli.registerInit.file')],
  takes: {
    host: required('--host HOST', { help: msg('cli.register.host'), value: readHost }),
    port: optionalElse('--port N', { help: msg('cli.register.port'), value: readPort, otherwise: POSTGRES_PORT }),
    database: required('--database NAME', { help: msg('cli.register.database'), value: readName }),
    user: required('--user NAME', { help: msg('cli.registerInit.user'), value: readName }),
    caFile: optional('--ca FILE', { help: msg('cli.register.ca'), value: readPath }),
    joinFile: required('--out FILE', { help: msg('cli.registerInit.out'), value: readPath }),
  },
  ask: async ({ system, streams }, { joinFile, ...address }) => {
    const secrets = await readRegisterSecrets(streams);
    if (secrets.kind === 'refused') return refused(secrets.refusal);
    const { passphrase, password } = secrets;
    return makeRegister(system, { address, passphrase, password, joinFile });
  },
  show: () => ({
    text: ({ joinFile }) =>
      plainText(
        say(joinFile === null ? msg('cli.registerInit.upgraded') : msg('cli.registerInit.made', { file: joinFile })),
      ),
  }),
});

const join = defineCommand({
  name: 'register join',
  summary: msg('cli.registerJoin.summary'),
  examples: ['register join team.join --name Delhi --user desk_delhi'],
  notes: [msg('cli.register.secrets'), msg('cli.registerJoin.env')],
  takes: {
    joinFile: required('FILE', { help: msg('cli.registerJoin.file'), value: readPath }),
    name: required('--name NAME', { help: msg('cli.registerJoin.name'), value: readName }),
    user: required('--user NAME', { help: msg('cli.registerJoin.user'), value: readName }),
    host: optional('--host HOST', { help: msg('cli.registerJoin.host'), value: readHost }),
    port: optional('--port N', { help: msg('cli.registerJoin.host'), value: readPort }),
    caFile: optional('--ca FILE', { help: msg('cli.register.ca'), value: readPath }),
  },
  ask: async ({ system, streams }, options) => {
    const secrets = await readRegisterSecrets(streams);
    if (secrets.kind === 'refused') return refused(secrets.refusal);
    const { passphrase, password } = secrets;
    return joinTeam(system, { ...options, passphrase, password });
  },
  show: () => ({
    text: ({ desk, batches }) => plainText(say(msg('cli.registerJoin.joined', { desk, batches }))),
  }),
});

const status = defineCommand({
  name: 'register status',
  summary: msg('cli.registerStatus.summary'),
  examples: ['register status --json'],
  needsDesk: true,
  ask: ({ system }) => registerStatus(system),
  show: () => ({ text: formatStatus, json: registerStatusJson }),
});

const leave = defineCommand({
  name: 'register leave',
  summary: msg('cli.registerLeave.summary'),
  examples: ['register leave'],
  notes: [msg('cli.registerLeave.open')],
  needsDesk: true,
  ask: ({ system }) => leaveTeam(system),
  show: () => ({ text: () => plainText(say(msg('cli.registerLeave.left'))) }),
});

const retire = defineCommand({
  name: 'register retire',
  summary: msg('cli.registerRetire.summary'),
  examples: ['register retire Pune', 'register retire Pune --declare-unpaid "stolen on 3 June; gateway ticket 8812"'],
  notes: [msg('cli.registerRetire.day'), msg('cli.registerRetire.lookUp')],
  needsDesk: true,
  takes: {
    desk: required('DESK', { help: msg('cli.registerRetire.desk'), value: readName }),
    notPaid: optional('--declare-unpaid WHY', {
      help: msg('cli.registerRetire.notPaid'),
      value: textUpTo(NOTE_MAX_CHARACTERS),
    }),
  },
  ask: ({ system }, options) => retireOther(system, options),
  show: () => ({
    text: formatRetirement,
    exitCode: ({ left }): ExitCode => (left === 0 ? EXIT.done : EXIT.notAllSucceeded),
  }),
});

export const REGISTER_SPECS = [init, join, status, leave, retire] as const;

function formatRetirement({ desk, open, found, released, left, why, mayLack }: Retirement): string {
  return plainText(
    [
      say(msg('cli.registerRetire.done', { desk, open, found, released, left })),
      ...(why === null ? [] : [say(why)]),
      ...(mayLack ? [say(msg('cli.registerRetire.mayLack', { desk }))] : []),
    ].join('\n'),
  );
}

export function registerStatusJson({ desks, heads, ...status }: RegisterStatus) {
  const listed = desks.map(({ name, isOwn, seenAtMs, leftAtMs, open }) => {
    return { name, isOwn, seenAt: isoTime(seenAtMs), leftAt: leftAtMs === null ? null : isoTime(leftAtMs), open };
  });
  const seen = heads.map(({ notedAtMs, ...head }) => ({ ...head, notedAt: isoTime(notedAtMs) }));
  return { ...status, desks: listed, heads: seen };
}

function formatStatus({ register, message, desks, leases, heads }: RegisterStatus, width: number): string {
  if (register === null) return plainText(say(msg('register.none')));
  const rows = desks.map(({ name, isOwn, seenAtMs, leftAtMs, open }) => [
    isOwn ? say(msg('cli.registerStatus.own', { name })) : name,
    String(open),
    formatLocalTime(leftAtMs ?? seenAtMs),
    leftAtMs === null ? '' : say(msg('cli.registerStatus.hasLeft')),
  ]);
  const headings = [say(msg('cli.head.desk')), say(msg('cli.head.open')), say(msg('cli.head.at')), ''];
  const table = formatTable(['cut', 'right', 'left', 'left'], { rows: [headings, ...rows], width });
  const shares = leases.map(({ desk, mid, rate, floor }) =>
    plainText(say(msg('cli.registerStatus.lease', { desk, mid: String(mid), rate, floor }))),
  );
  const seen = heads.map(({ desk, sequence, hash, notedAtMs }) =>
    plainText(
      say(msg('cli.registerStatus.head', { desk, sequence, hash: hash.slice(0, HASH_SHOWN), time: notedAtMs })),
    ),
  );
  const listed = rows.length === 0 ? [] : [...table, ...shares, ...seen];
  return [say(message ?? msg('cli.registerStatus.ok')), ...listed].join('\n');
}
