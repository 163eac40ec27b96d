// The person's own mail server, and payment advice through it. No command takes the password as an argument.

import { ADVICE_NAMED, type AdviceLine, type AdvicePlan } from '../../../../../shared/api/mail-commands.ts';
import { formatCount } from '../../../../../shared/counts.ts';
import { PORT_MAX, TYPED_TEXT_MAX_CHARACTERS } from '../../../../../shared/limits.ts';
import { MAIL_PORTS, MAIL_SECURITY, MAILS_PER_MINUTE, type MailServer } from '../../../../../shared/mail.ts';
import { type Message, msg } from '../../../../../shared/messages/message.ts';
import { formatRupees } from '../../../../../shared/money.ts';
import { type AdviceStatus, readAdviceStatus } from '../../../desk/advice/advice-status.ts';
import {
  findMailServer,
  removeMailPassword,
  saveMailServer,
  setMailPassword,
  testMail,
} from '../../../desk/advice/mail-server.ts';
import { planAdvice } from '../../../desk/advice/plan-advice.ts';
import { sendPlannedAdvice } from '../../../desk/advice/send-advice.ts';
import { refused } from '../../../session/desks.ts';
import { EXIT, type ExitCode, listenForInterruption } from '../../process-end.ts';
import { readLine, readPassword } from '../ask.ts';
import { accepted, defineCommand, flag, optional, repeated } from '../command-table.ts';
import { BATCH } from '../options.ts';
import { chosenLanguage, say, typedCure } from '../say.ts';
import { openStatusLine, type Streams, textColumns } from '../terminal.ts';
import { factLines, formatLocalTime, formatTable, isoTime, plainText, wrapLines } from '../text.ts';
import { oneOf, readNamedPayouts, readTypedText, textUpTo, wholeNumber } from '../values.ts';

const noneOr = (text: string, shown: string) => (text === 'none' ? accepted('') : readTypedText(text, shown));

const mailSet = defineCommand({
  name: 'mail set',
  summary: msg('cli.mailSet.summary'),
  notes: [msg('cli.mailSet.keeps')],
  examples: ['mail set --host smtp.example.com --security tls --user accounts@example.com --from accounts@example.com'],
  takes: {
    host: optional('--host NAME', { help: msg('cli.mailSet.host'), value: textUpTo(TYPED_TEXT_MAX_CHARACTERS) }),
    port: optional('--port N', {
      help: msg('cli.mailSet.port'),
      value: wholeNumber({ min: 1, max: PORT_MAX, unit: msg('cli.unit.port') }),
    }),
    security: optional('--security tls|starttls|none', {
      help: msg('cli.mailSet.security'),
      value: oneOf(MAIL_SECURITY),
    }),
    user: optional('--user NAME', { help: msg('cli.mailSet.user'), value: noneOr }),
    from: optional('--from ADDRESS', { help: msg('cli.mailSet.from'), value: readTypedText }),
    replyTo: optional('--reply-to ADDRESS', { help: msg('cli.mailSet.replyTo'), value: noneOr }),
    perMinute: optional('--per-minute N', {
      help: msg('cli.mailSet.perMinute', MAILS_PER_MINUTE),
      value: wholeNumber({ min: 1, max: MAILS_PER_MINUTE.max, unit: msg('cli.unit.mailsAMinute') }),
    }),
    remove: flag('--remove', { help: msg('cli.mailSet.remove') }),
  },
  ask: async ({ system }, { remove, ...asked }) => {
    if (remove) return await saveMailServer(system, null);
    const known = findMailServer(system);
    const before = 'code' in known ? null : known;
    const [host, from] = [asked.host ?? before?.host, asked.from ?? before?.from];
    if (host === undefined || from === undefined) {
      const options = [...(host === undefined ? ['--host'] : []), ...(from === undefined ? ['--from'] : [])];
      return refused({
        code: 'missingOption',
        message: msg('cli.mailSet.missing', { options }),
        cure: msg('cli.mailSet.missing.cure'),
      });
    }
    const security = asked.security ?? before?.security ?? 'tls';
    // Another encryption usually has another port.
    const port = asked.port ?? (security === before?.security ? before.port : MAIL_PORTS[security]);
    return await saveMailServer(system, {
      host,
      port,
      security,
      user: asked.user ?? before?.user ?? '',
      from,
      replyTo: asked.replyTo ?? before?.replyTo ?? '',
      perMinute: asked.perMinute ?? before?.perMinute ?? MAILS_PER_MINUTE.usual,
    });
  },
  show: () => ({
    text: (server, width) =>
      'host' in server ? formatServer(server as MailServer, width) : plainText(say(msg('cli.mailSet.removed'))),
  }),
});

function formatServer(server: MailServer, width: number): string {
  const facts: readonly (readonly [Message, string])[] = [
    [msg('typed.mailHost'), `${server.host}:${server.port}`],
    [msg('cli.mail.security'), server.security],
    [msg('typed.mailUser'), server.user === '' ? say(msg('cli.none')) : server.user],
    [msg('typed.mailFrom'), server.from],
    [msg('typed.mailReplyTo'), server.replyTo === '' ? server.from : server.replyTo],
    [msg('typed.mailRate'), formatCount(server.perMinute)],
  ];
  return factLines(
    facts.map(([label, value]) => [say(label), value]),
    width,
  ).join('\n');
}

const mailPassword = defineCommand({
  name: 'mail password',
  summary: msg('cli.mailPassword.summary'),
  examples: ['mail password < password-file'],
  notes: [msg('cli.mailPassword.about')],
  takes: { remove: flag('--remove', { help: msg('cli.mailPassword.remove') }) },
  ask: async ({ system, streams }, { remove }) => {
    const typed = remove ? null : await readPassword(streams);
    if (typed?.kind === 'refused') return refused(typed.refusal);
    const answer = typed === null ? await removeMailPassword(system) : await setMailPassword(system, typed.password);
    const change = remove ? 'removed' : 'stored';
    return answer.kind === 'done' ? { kind: 'done', value: { change } } : answer;
  },
  show: ({ remove }) => ({
    text: () => plainText(say(remove ? msg('cli.mailPassword.removed') : msg('cli.mailPassword.stored'))),
  }),
});

const mailTest = defineCommand({
  name: 'mail test',
  summary: msg('cli.mailTest.summary'),
  examples: ['mail test'],
  ask: ({ system }) => testMail(system, chosenLanguage()),
  show: () => ({ text: ({ to, answer }) => plainText(say(msg('cli.mailTest.sent', { to, answer }))) }),
});

const adviceSend = defineCommand({
  name: 'advice send',
  summary: msg('cli.adviceSend.summary'),
  needsDesk: true,
  notes: [msg('cli.adviceSend.about'), msg('cli.adviceSend.practice')],
  examples: ['advice send B0007', 'advice send B0007 --language hi --yes', 'advice send B0007 --again B0007/12'],
  takes: {
    batch: BATCH,
    emailColumn: optional('--email-column HEADER', { help: msg('cli.export.emailColumn'), value: readTypedText }),
    again: repeated('--again PAYOUT,...', { help: msg('cli.adviceSend.again'), value: readNamedPayouts }),
    toPayees: flag('--to-payees', { help: msg('cli.adviceSend.toPayees') }),
    yes: flag('--yes', { help: msg('cli.adviceSend.yes') }),
  },
  ask: async ({ system, streams }, { yes, again, ...named }) => {
    const server = findMailServer(system);
    if ('code' in server) return refused(server);
    const asked = { ...named, again: again.flat(), language: chosenLanguage() };
    const planned = planAdvice(system, asked, server);
    if (planned.kind !== 'done') return planned;
    const { view } = planned.value;
    streams.stderr.write(`${formatPlan(view, textColumns(streams, 'stderr'))}\n`);
    if (!yes && view.sum.count > 0) {
      const declined = await askForMails(view.sum.count, streams);
      if (declined !== null) return refused(declined);
    }
    const stopping = new AbortController();
    const write = (text: string): void => void streams.stderr.write(text);
    const stopListening = listenForInterruption({
      onFirst: () => {
        stopping.abort('person');
        write(`\n${say(msg('cli.adviceSend.wait'))}\n`);
      },
      onSecond: () => process.exit(EXIT.paused),
    });
    const status = openStatusLine(streams);
    try {
      return await sendPlannedAdvice(system, asked, {
        seal: view.seal,
        signal: stopping.signal,
        onProgress: ({ done, total }) => status.show(say(msg('cli.adviceSend.going', { done, total }))),
      });
    } finally {
      stopListening();
      status.end();
    }
  },
  show: () => ({
    text: ({ stop, ...status }, width) =>
      [
        formatStatus(status, width),
        ...(stop === null ? [] : [wrapLines([say(stop.message), typedCure(stop.cure)], width)]),
      ].join('\n'),
    json: ({ stop, ...status }) => ({ ...statusJson(status), stopped: stop }),
    exitCode: ({ stop, lines }): ExitCode => {
      if (stop !== null) return EXIT.paused;
      return lines.every(({ state }) => state === 'sent') ? EXIT.done : EXIT.notAllSucceeded;
    },
  }),
});

const adviceStatus = defineCommand({
  name: 'advice status',
  summary: msg('cli.adviceStatus.summary'),
  examples: ['advice status B0012'],
  needsDesk: true,
  takes: { batch: BATCH },
  ask: ({ system }, { batch }) => readAdviceStatus(system, batch),
  show: () => ({ text: formatStatus, json: statusJson }),
});

export const MAIL_SPECS = [mailSet, mailPassword, mailTest, adviceSend, adviceStatus] as const;

async function askForMails(count: number, streams: Streams) {
  if (!streams.isTty.stdin) {
    return { code: 'cannotAsk', message: msg('cli.cannotAsk'), cure: msg('cli.adviceSend.cannotAsk.cure') };
  }
  const typed = await readLine(streams, { question: msg('cli.adviceSend.question') });
  if (typed?.trim() === String(count)) return null;
  return { code: 'notConfirmed', message: msg('cli.adviceSend.declined'), cure: msg('cure.adviceChanged') };
}

type Payees = AdvicePlan['payees'];

/** Who gets a mail and who does not, before anything leaves. */
function formatPlan({ from, toSelf, perMinute, sum, payees, held }: AdvicePlan, width: number): string {
  const all = held.reduce((total, { sum: of }) => total + of.count, sum.count);
  const lines = [
    say(msg('cli.adviceSend.from', { from, count: sum.count, all, paise: sum.paise })),
    ...(toSelf ? [say(msg('cli.adviceSend.toSelf', { from }))] : []),
    say(msg('cli.adviceSend.rate', { perMinute })),
  ];
  return [
    wrapLines(lines, width),
    ...payeeLines(payees, sum.count, width),
    ...held.flatMap(({ why, sum: of, payees: whom }) => [
      '',
      say(msg(`adviceHold.${why}`)),
      ...payeeLines(whom, of.count, width),
    ]),
  ].join('\n');
}

function payeeLines(payees: Payees, count: number, width: number): readonly string[] {
  const rows = payees.map(({ payout, name, address, paise }) => [
    `  ${payout}`,
    name ?? '',
    address ?? '',
    formatRupees(paise),
  ]);
  const more = count > ADVICE_NAMED ? [`  ${say(msg('part.andMore', { count: count - payees.length }))}`] : [];
  return rows.length === 0 ? [] : [...formatTable(['left', 'cut', 'cut', 'right'], { rows, width }), ...more];
}

function formatStatus({ batch, counts, lines }: AdviceStatus, width: number): string {
  if (lines.length === 0) return plainText(say(msg('cli.adviceStatus.none', { batch })));
  const headings = [
    msg('cli.head.payout'),
    msg('fieldName.name'),
    msg('cli.head.address'),
    msg('cli.head.state'),
    msg('cli.head.at'),
    msg('cli.head.answer'),
  ].map(say);
  const rows = lines.map((line) => [
    line.payout,
    line.name ?? '',
    line.address ?? '',
    say(wordOf(line)),
    formatLocalTime(line.atMs),
    line.answer ?? '',
  ]);
  const open = lines.filter(({ state }) => state === 'unsure' || state === 'refused').map(({ payout }) => payout);
  const notes = [
    say(msg('cli.adviceStatus.sum', counts)),
    ...(counts.cameBack === 0 ? [] : [say(msg('cli.adviceStatus.cameBack', { count: counts.cameBack }))]),
    ...(open.length === 0
      ? []
      : [typedCure(msg('cli.adviceStatus.again', { batch, payouts: open.slice(0, AGAIN_NAMED).join(',') }))]),
  ];
  return [
    ...formatTable(['left', 'cut', 'cut', 'left', 'left', 'cut'], { rows: [headings, ...rows], width }),
    wrapLines(notes, width),
  ].join('\n');
}

const AGAIN_NAMED = 20;

function wordOf({ state, cameBack }: AdviceLine): Message {
  return cameBack ? msg('cli.adviceStatus.cameBackWord') : msg(`adviceState.${state}`);
}

export function statusJson({ batch, counts, lines }: AdviceStatus) {
  const payees = lines.map(({ payout, name, paise, address, state, atMs, answer, tries, cameBack }) => {
    return { payout, name, amountPaise: paise, address, state, at: isoTime(atMs), answer, tries, cameBack };
  });
  return { batch, ...counts, payees };
}
