import { NOTE_MAX_CHARACTERS } from '../../../../../shared/limits.ts';
import { joined, msg } from '../../../../../shared/messages/message.ts';
import {
  type HoldsChanged,
  type HoldView,
  holdPayee,
  listHolds,
  releasePayee,
} from '../../../desk/payees/payee-holds.ts';
import { heldMessage } from '../../../domain/payee-hold.ts';
import { defineCommand, flag, optional, required } from '../command-table.ts';
import { PRACTICE_DESK, practiceOrLive } from '../options.ts';
import { say } from '../say.ts';
import { formatTable, isoTime, plainText } from '../text.ts';
import { readDay, readPayeeMeant, textUpTo } from '../values.ts';

const PAYEE = required('PAYEE', { help: msg('cli.payees.payee'), value: readPayeeMeant });
const REASON = required('--reason TEXT', { help: msg('cli.payees.reason'), value: textUpTo(NOTE_MAX_CHARACTERS) });

const hold = defineCommand({
  name: 'payees hold',
  summary: msg('cli.payeesHold.summary'),
  examples: [
    'payees hold "Asha Verma" --reason "account under dispute"',
    'payees hold 001234567890/HDFC0000123 --reason "new account not confirmed" --not-before 2026-12-05',
  ],
  notes: [msg('cli.payeesHold.all'), msg('cli.payeesHold.running')],
  takes: {
    payee: PAYEE,
    reason: REASON,
    notBefore: optional('--not-before DAY', { help: msg('cli.payeesHold.notBefore'), value: readDay }),
    only: flag('--only', { help: msg('cli.payeesHold.only') }),
    practice: PRACTICE_DESK,
  },
  ask: ({ system }, { payee, reason, notBefore, only, practice }) =>
    holdPayee(system, {
      book: practiceOrLive(practice),
      payee,
      also: only ? [] : 'all',
      reason,
      notBefore: notBefore === null ? null : dayText(notBefore),
    }),
  show: () => ({ text: formatHeld, json: changedJson }),
});

const release = defineCommand({
  name: 'payees release',
  summary: msg('cli.payeesRelease.summary'),
  examples: ['payees release "Asha Verma" --reason "new account confirmed by phone"'],
  needsDesk: true,
  takes: { payee: PAYEE, reason: REASON, practice: PRACTICE_DESK },
  ask: ({ system }, { payee: of, reason, practice }) =>
    releasePayee(system, { book: practiceOrLive(practice), of, reason }),
  show: () => ({ text: formatReleased, json: changedJson }),
});

const list = defineCommand({
  name: 'payees list',
  summary: msg('cli.payeesList.summary'),
  examples: ['payees list --held', 'payees list --json'],
  needsDesk: true,
  takes: { held: flag('--held', { help: msg('cli.payeesList.held') }), practice: PRACTICE_DESK },
  ask: ({ system }, { held, practice }) => {
    const listed = listHolds(system, practiceOrLive(practice));
    if (listed.kind !== 'done' || !held) return listed;
    return { kind: 'done', value: { holds: listed.value.holds.filter(({ isInForce }) => isInForce) } };
  },
  show: () => ({ text: formatHolds, json: ({ holds }) => holdsJson(holds) }),
});

export const PAYEE_SPECS = [hold, release, list] as const;

export function changedJson({ holds, notYet }: HoldsChanged) {
  return { ...holdsJson(holds), teamKnows: notYet === null };
}

export function holdsJson(holds: readonly HoldView[]) {
  return {
    holds: holds.map(({ accounts, heldAtMs, release: end, ...facts }) => ({
      ...facts,
      accounts: accounts.map(({ payTo }) => payTo),
      heldAt: isoTime(heldAtMs),
      release: end === null ? null : { reason: end.reason, by: end.releasedBy, at: isoTime(end.releasedAtMs) },
    })),
  };
}

function formatHeld({ holds, notYet }: HoldsChanged): string {
  const lines = holds.flatMap((one) => [
    heldMessage({ kind: 'payee', hold: one }),
    msg('cli.payeesHold.accounts', { accounts: one.accounts.map(({ payTo }) => payTo) }),
  ]);
  return [...lines, ...teamLines(notYet)].map((line) => plainText(say(line))).join('\n');
}

function formatReleased({ holds, notYet }: HoldsChanged): string {
  const lines = holds.map(({ name, accounts }) =>
    msg('cli.payeesRelease.done', { name: name ?? accounts[0]?.payTo ?? '' }),
  );
  return [...lines, ...teamLines(notYet)].map((line) => plainText(say(line))).join('\n');
}

function teamLines(notYet: HoldsChanged['notYet']) {
  return notYet === null ? [] : [joined([msg('payees.teamLater'), notYet])];
}

function formatHolds({ holds }: { readonly holds: readonly HoldView[] }, width: number): string {
  if (holds.length === 0) return plainText(say(msg('cli.payeesList.none')));
  const headings = ['field.name', 'cli.head.payTo', 'cli.head.state', 'cli.head.reason', 'cli.head.askedBy'] as const;
  const rows = holds.map((one) => [
    plainText(one.name ?? ''),
    plainText(one.accounts.map(({ payTo }) => payTo).join(', ')),
    say(one.isInForce ? msg('cli.payeesList.inForce') : msg('cli.payeesList.over')),
    plainText(one.reason),
    plainText(one.heldBy),
  ]);
  return formatTable(['cut', 'cut', 'left', 'cut', 'cut'], {
    rows: [headings.map((head) => say(msg(head))), ...rows],
    width,
  }).join('\n');
}

/** A local midnight as YYYY-MM-DD. */
function dayText(day: Date): string {
  const part = (value: number, digits: number): string => String(value).padStart(digits, '0');
  return `${part(day.getFullYear(), 4)}-${part(day.getMonth() + 1, 2)}-${part(day.getDate(), 2)}`;
}
