// The papers for the gateway or a bank about one payment that is in doubt, or that a payee says never came: a letter, the
// request as it was sent, each answer and lookup word for word, what the desk and people made of them. As a PDF, or as a ZIP with the
// letters and the evidence as files of their own. The same words make the PDF and the text. The token is in none of it: it is not
// in the record.

import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { type Message, msg, withTextReplaced } from '../../../shared/messages/message.ts';
import { formatRupees } from '../../../shared/money.ts';
import { wordOfFinding } from '../../../shared/outcomes.ts';
import type { Environment } from '../../../shared/profiles.ts';
import { LANGUAGES, type Language } from '../../../shared/report-forms.ts';
import type { Beneficiary } from '../../../shared/rows.ts';
import { maskAccount } from '../../../shared/rows.ts';
import { STATE_KINDS, type StateKind } from '../../../shared/states.ts';
import type { DisputeDates } from '../domain/dispute-dates.ts';
import { type LateNews, newsSentence } from '../domain/late-news.ts';
import type { PayoutAttempt, PayoutDecision, PayoutLookup, ShownPayout } from '../domain/payout-pages.ts';
import type { ReportAuditEntry } from '../domain/report.ts';
import type { FillFile } from './atomic-file.ts';
import { INK, PdfPages } from './pdf-pages.ts';
import { localIso, payoutName, writtenDay } from './report-payouts.ts';
import { type Voice, voiceOf } from './report-voice.ts';

/** Everything about one payment. `body`: of its request, as sent each time. `bank`: the payee's, null if unknown. */
export interface DisputePack {
  readonly payout: ShownPayout;
  readonly environment: Environment;
  readonly profile: string;
  readonly mid: number;
  readonly url: string;
  readonly body: string;
  readonly payer: string;
  readonly bank: string | null;
  readonly fileName: string;
  readonly confirmedBy: string;
  readonly confirmedAtMs: number;
  readonly attempts: readonly PayoutAttempt[];
  readonly lookups: readonly PayoutLookup[];
  readonly decisions: readonly PayoutDecision[];
  readonly history: readonly ReportAuditEntry[];
  readonly alarms: readonly LateNews[];
  /** The last request that may have reached the gateway. */
  readonly sentAtMs: number;
  readonly dates: DisputeDates;
  readonly asOfMs: number;
  /** Whether only the last digits of the account are shown, as the desk is set. */
  readonly isMasked: boolean;
}

interface Entry {
  readonly head: string;
  /** Word for word. */
  readonly texts: readonly string[];
}

interface Section {
  readonly title: string;
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly entries: readonly Entry[];
  readonly notes: readonly string[];
}

/** The pack as one PDF: the letter in both languages, then the evidence. */
export function fillDisputePdf(pack: DisputePack, language: Language): FillFile {
  return async (sink, signal) => {
    await pipeline([await disputePdf(pack, language)], sink, { signal });
    return null;
  };
}

/** The PDF, the letters, the evidence as text and as JSON, and the checksums of all. */
export function fillDisputeZip(pack: DisputePack, language: Language): FillFile {
  return async (sink, signal) => {
    const { ZipFile } = await import('yazl');
    const zip = new ZipFile();
    const files: readonly (readonly [name: string, content: Buffer])[] = [
      ['dispute.pdf', await disputePdf(pack, language)],
      ...LANGUAGES.map((one) => [`letter-${one}.txt`, Buffer.from(letterText(pack, one))] as const),
      ['evidence.txt', Buffer.from(evidenceText(pack, voiceOf(language)))],
      ['evidence.json', Buffer.from(`${JSON.stringify(evidenceJson(pack), null, 2)}\n`)],
    ];
    const sums = files.map(([name, content]) => `${createHash('sha256').update(content).digest('hex')}  ${name}\n`);
    const options = { mtime: new Date(pack.asOfMs), mode: 0o100_600 };
    for (const [name, content] of files) zip.addBuffer(content, name, options);
    zip.addBuffer(Buffer.from(sums.join('')), 'SHA256SUMS', options);
    zip.end();
    await pipeline(zip.outputStream, sink, { signal });
    return null;
  };
}

async function disputePdf(pack: DisputePack, language: Language): Promise<Buffer> {
  const voice = voiceOf(language);
  const { say } = voice;
  const name = payoutName(pack.payout);
  const pages = new PdfPages({
    title: say(msg('dispute.title', { payout: name })),
    creator: 'Payout Desk dispute pack',
    madeAtMs: pack.asOfMs,
    foot: say(msg('dispute.foot', { payout: name, time: timeOf(pack.asOfMs) })),
    alarm: pack.environment === 'PRACTICE' ? say(msg('paper.practice')) : null,
    language,
  });
  const whole = buffer(pages.document);
  const [own, other] = language === 'en' ? LANGUAGES : LANGUAGES.toReversed();
  for (const [at, one] of [own, other].entries()) {
    if (one === undefined) continue;
    if (at > 0) pages.newPage();
    const { title, paragraphs } = letterOf(pack, voiceOf(one));
    pages.heading(title, 'H1');
    pages.skip(4);
    for (const paragraph of paragraphs) {
      pages.text(paragraph, { size: 10 });
      pages.skip(6);
    }
  }
  pages.newPage();
  pages.heading(say(msg('dispute.title', { payout: name })), 'H1');
  pages.text(say(msg('dispute.asOf', { time: timeOf(pack.asOfMs) })), { size: 9, color: INK.soft });
  for (const { title, facts, entries, notes } of sectionsOf(pack, voice)) {
    pages.heading(title, 'H2');
    pages.facts(facts);
    for (const { head, texts } of entries) {
      pages.skip(4);
      pages.text(head, { size: 9, weight: 'bold' });
      for (const text of texts) pages.text(text, { size: 8 });
    }
    for (const note of notes) pages.text(note, { size: 8.5, color: INK.soft });
  }
  pages.end();
  return await whole;
}

interface Letter {
  readonly title: string;
  readonly paragraphs: readonly string[];
}

/** What the letter asks for: to trace a paid payment, to answer about one in doubt, to return the money of a failed one. */
function letterOf(pack: DisputePack, { say, inWords }: Voice): Letter {
  const { payout, dates, payer, mid } = pack;
  const { amountPaise, reference, ids } = payout;
  const known = [
    msg('dispute.letter.reference', { reference }),
    ...(ids.transactionId === null ? [] : [msg('lookup.by.transactionId', { id: ids.transactionId })]),
    ...(ids.utr === null ? [] : [msg('dispute.letter.utr', { id: ids.utr })]),
    ...(ids.rrn === null ? [] : [msg('dispute.letter.rrn', { id: ids.rrn })]),
  ];
  const paragraphs: readonly Message[] = [
    msg('dispute.letter.to'),
    msg('dispute.letter.payment', {
      payer,
      mid,
      amount: amountPaise,
      words: inWords(amountPaise),
      payee: payout.name ?? msg('dispute.nobody'),
      account: accountOf(pack),
      time: timeOf(pack.sentAtMs),
    }),
    msg('dispute.letter.known', { known }),
    msg(`dispute.letter.ask.${askOf(payout.state)}`),
    msg('dispute.letter.dates', { nextDay: writtenDay(dates.nextDay), three: writtenDay(dates.threeWorkingDays) }),
    msg('dispute.rbi'),
    msg('dispute.letter.attached'),
    ...(pack.isMasked && payout.beneficiary.method === 'IMPS' ? [msg('dispute.masked')] : []),
    msg('dispute.letter.signed', { payer, day: timeOf(pack.asOfMs).slice(0, 10) }),
  ];
  return { title: say(msg('dispute.letter.title', { reference })), paragraphs: paragraphs.map((one) => say(one)) };
}

function letterText(pack: DisputePack, language: Language): string {
  const voice = voiceOf(language);
  const { title, paragraphs } = letterOf(pack, voice);
  return [...practiceLines(pack, voice), title, ...paragraphs, ''].join('\n\n');
}

function askOf(state: StateKind): 'trace' | 'doubt' | 'back' {
  if (state === 'success') return 'trace';
  return state === 'failed' || state === 'rejected' || state === 'reversed' ? 'back' : 'doubt';
}

function sectionsOf(pack: DisputePack, voice: Voice): readonly Section[] {
  const { say } = voice;
  const section = (title: Message, part: Partial<Omit<Section, 'title'>>): Section => {
    return { title: say(title), facts: [], entries: [], notes: [], ...part };
  };
  const said = (facts: readonly (readonly [Message, string | Message | null])[]): Section['facts'] =>
    facts.flatMap(([label, value]) => (value === null || value === '' ? [] : [[say(label), say(value)] as const]));
  const nothing = [say(msg('paper.none'))];
  const list = (title: Message, entries: readonly Entry[]): Section =>
    section(title, { entries, notes: entries.length === 0 ? nothing : [] });
  return [
    section(msg('dispute.payment'), {
      facts: said(paymentFacts(pack, voice)),
      notes: pack.isMasked && pack.payout.beneficiary.method === 'IMPS' ? [say(msg('dispute.masked'))] : [],
    }),
    section(msg('dispute.dates'), {
      facts: said([
        [msg('dispute.sentDay'), writtenDay(pack.dates.sent)],
        [msg('dispute.nextDay'), writtenDay(pack.dates.nextDay)],
        [msg('dispute.oneWorkingDay'), writtenDay(pack.dates.oneWorkingDay)],
        [msg('dispute.threeWorkingDays'), writtenDay(pack.dates.threeWorkingDays)],
      ]),
      notes: [say(msg('dispute.workingDays')), say(msg('dispute.rbi'))],
    }),
    section(msg('dispute.requests'), { entries: pack.attempts.map((one) => attemptEntry(pack, one, voice)) }),
    list(
      msg('dispute.lookups'),
      pack.lookups.map((one) => lookupEntry(pack, one, voice)),
    ),
    list(
      msg('dispute.history'),
      pack.history.map((one) => historyEntry(pack, one, voice)),
    ),
    list(
      msg('dispute.decisions'),
      pack.decisions.map(({ atMs, by, decided, note, bankReference, ticket }) => ({
        head: say(msg('dispute.decision', { time: timeOf(atMs), who: by, what: msg(`dispute.decided.${decided}`) })),
        texts: [shown(pack, note), ...[bankReference, ticket].filter((one) => one !== null)],
      })),
    ),
    list(
      msg('dispute.alarms'),
      pack.alarms.map((alarm) => ({
        head: timeOf(alarm.heardAtMs),
        texts: [say(shownMessage(pack, newsSentence(alarm)))],
      })),
    ),
  ];
}

function paymentFacts(pack: DisputePack, { inWords }: Voice): readonly (readonly [Message, string | Message | null])[] {
  const { payout, profile, environment, mid, payer, fileName: file, confirmedBy: who } = pack;
  const { beneficiary, ids } = payout;
  const state = msg(`stateTitle.${payout.state}`);
  return [
    [msg('paper.column.payout'), payoutName(payout)],
    [msg('slip.from'), payer],
    [msg('paper.paidFrom'), msg('paper.account', { profile, environment, mid })],
    [msg('slip.to'), payout.name],
    [msg(beneficiary.method === 'UPI' ? 'field.upiId' : 'slip.account'), accountOf(pack)],
    [msg('paper.column.bank'), pack.bank],
    [msg('paper.column.method'), beneficiary.method],
    [msg('paper.column.amount'), `${formatRupees(payout.amountPaise)} (${inWords(payout.amountPaise)})`],
    [msg('paper.column.state'), payout.decided === null ? state : msg('passport.decided', { state })],
    [msg('passport.utr'), ids.utr],
    [msg('passport.rrn'), ids.rrn],
    [msg('passport.transaction'), ids.transactionId],
    [msg('dispute.logNumber'), ids.logNumber],
    [msg('dispute.tranRefNo'), ids.tranRefNo],
    [msg('slip.reference'), payout.reference],
    [msg('slip.remark'), payout.remark],
    [msg('dispute.gatewayWord'), payout.gatewayStatus],
    [msg('paper.column.gatewayMessage'), payout.message === null ? null : shownMessage(pack, payout.message)],
    [msg('summary.file'), file],
    [msg('summary.confirmed'), msg('paper.confirmedBy', { who, time: timeOf(pack.confirmedAtMs) })],
  ];
}

function attemptEntry(pack: DisputePack, attempt: PayoutAttempt, { say }: Voice): Entry {
  const { number, sentAtMs, answeredAtMs, httpStatus, outcome, message, answer } = attempt;
  const status = httpStatus === null ? '' : `HTTP ${httpStatus}`;
  const read = [
    status,
    outcome === null ? '' : readingOf(outcome, say),
    message === null ? '' : say(shownMessage(pack, message)),
  ];
  const result =
    answeredAtMs === null
      ? say(msg('dispute.noAnswer'))
      : say(msg('dispute.answered', { time: timeOf(answeredAtMs), what: read.filter((one) => one !== '').join(', ') }));
  return {
    head: say(msg('dispute.request', { number, time: timeOf(sentAtMs) })),
    texts: [
      `POST ${pack.url}`,
      say(msg('dispute.noToken')),
      shown(pack, pack.body),
      result,
      ...worded(pack, answer, say),
    ],
  };
}

function lookupEntry(
  pack: DisputePack,
  { atMs, by, finding, httpStatus, answer }: PayoutLookup,
  { say }: Voice,
): Entry {
  const status = httpStatus === null ? '' : `, HTTP ${httpStatus}`;
  const what = `${readingOf(finding, say)}${status}`;
  return {
    head: say(msg(`dispute.lookup.${by}`, { time: timeOf(atMs), what })),
    texts: worded(pack, answer, say),
  };
}

function worded(pack: DisputePack, answer: string | null, say: Voice['say']): readonly string[] {
  return answer === null || answer === '' ? [] : [say(msg('dispute.wordForWord', { answer: shown(pack, answer) }))];
}

/** What the desk read in an answer; the gateway's own word where it gave one. */
function readingOf(finding: string, say: Voice['say']): string {
  const word = wordOfFinding(finding);
  if (word !== null) return say(msg('dispute.says', { word }));
  // `unknown: timeout`, `not sent: dns`: the message beside it says why.
  const [first = ''] = finding.split(':', 1);
  const state = STATE_KINDS.find((kind) => kind === first);
  if (state !== undefined) return say(msg(`stateTitle.${state}`));
  if (first === 'not sent') return say(msg('dispute.reading.notSent'));
  if (finding === 'unclear' || finding === 'unconfirmed') return say(msg('finding.unclear'));
  const known = READINGS.find((one) => one === finding);
  return known === undefined ? finding : say(msg(`dispute.reading.${known}`));
}

const READINGS = [
  'tokenRefused',
  'tokenDoubted',
  'notKnown',
  'unproven',
  'unanswered',
  'notAsked',
  'mismatch',
  'sameId',
] as const;

function historyEntry(
  pack: DisputePack,
  { sequence, atMs, actor, what, detail, hash }: ReportAuditEntry,
  { say }: Voice,
): Entry {
  const state = STATE_KINDS.find((kind) => kind === what);
  const words = state === undefined ? what : msg(`stateTitle.${state}`);
  const who = actor === '' ? '' : `, ${actor}`;
  return {
    head: say(msg('dispute.entry', { entry: sequence, time: timeOf(atMs), what: words, who })),
    texts: [shown(pack, detail), hash],
  };
}

function accountOf({ payout: { beneficiary }, isMasked }: DisputePack): string {
  if (beneficiary.method === 'UPI') return beneficiary.upiId;
  const { accountNumber, ifsc } = beneficiary;
  return `${isMasked ? maskAccount(accountNumber) : accountNumber}, ${ifsc}`;
}

/** A text of the evidence, with the account as it is shown elsewhere. */
function shown({ payout: { beneficiary }, isMasked }: DisputePack, text: string): string {
  if (!isMasked || beneficiary.method === 'UPI') return text;
  return text.replaceAll(beneficiary.accountNumber, maskAccount(beneficiary.accountNumber));
}

/** The gateway's own words may name the account too. */
function shownMessage({ payout: { beneficiary }, isMasked }: DisputePack, message: Message): Message {
  if (!isMasked || beneficiary.method === 'UPI') return message;
  const { accountNumber } = beneficiary;
  return withTextReplaced(message, { from: accountNumber, to: maskAccount(accountNumber) });
}

/** To the second, which a search in another log needs: `01-04-2026 10:30:15 +05:30`. */
function timeOf(atMs: number): string {
  const iso = localIso(atMs);
  return `${writtenDay(iso.slice(0, 10))} ${iso.slice(11, 19)} ${iso.slice(-6)}`;
}

/** A text has no head of its pages to say it. */
function practiceLines({ environment }: DisputePack, { say }: Voice): readonly string[] {
  return environment === 'PRACTICE' ? [say(msg('paper.practice'))] : [];
}

/** The same sections as plain text. */
function evidenceText(pack: DisputePack, voice: Voice): string {
  const lines = sectionsOf(pack, voice).flatMap(({ title, facts, entries, notes }) => [
    '',
    title,
    ...facts.map(([label, value]) => `  ${label}: ${value}`),
    ...entries.flatMap(({ head, texts }) => [`  ${head}`, ...texts.map((text) => `    ${text}`)]),
    ...notes.map((note) => `  ${note}`),
  ]);
  const title = voice.say(msg('dispute.title', { payout: payoutName(pack.payout) }));
  return [
    ...practiceLines(pack, voice),
    title,
    voice.say(msg('dispute.asOf', { time: timeOf(pack.asOfMs) })),
    ...lines,
    '',
  ].join('\n');
}

/** For programs: what the text says, with times in ISO 8601. */
function evidenceJson(pack: DisputePack): object {
  const { payout, lookups, attempts, decisions, history, alarms, dates, isMasked } = pack;
  const { beneficiary, ids, amountPaise, name, reference, remark, state, gatewayStatus } = payout;
  const iso = (atMs: number | null): string | null => (atMs === null ? null : localIso(atMs));
  return {
    payout: payoutName(payout),
    environment: pack.environment,
    asOf: localIso(pack.asOfMs),
    payer: pack.payer,
    profile: pack.profile,
    mid: pack.mid,
    payee: name,
    payTo: payToJson(beneficiary, isMasked),
    bank: pack.bank,
    amountPaise,
    reference,
    remark,
    state,
    gatewayStatus,
    ...ids,
    dates,
    accountMasked: isMasked,
    request: { url: pack.url, body: shown(pack, pack.body) },
    attempts: attempts.map(({ number, sentAtMs, answeredAtMs, outcome, httpStatus, answer }) => {
      const said = answer === null ? null : shown(pack, answer);
      return { number, sentAt: iso(sentAtMs), answeredAt: iso(answeredAtMs), outcome, httpStatus, answer: said };
    }),
    lookups: lookups.map(({ atMs, by, finding, httpStatus, answer }) => {
      return { at: iso(atMs), by, finding, httpStatus, answer: answer === null ? null : shown(pack, answer) };
    }),
    history: history.map(({ sequence, atMs, actor, what, detail, hash }) => {
      return { entry: sequence, at: iso(atMs), actor, what, detail: shown(pack, detail), hash };
    }),
    decisions: decisions.map(({ atMs, note, ...decision }) => ({
      at: iso(atMs),
      note: shown(pack, note),
      ...decision,
    })),
    alarms: alarms.map((alarm) => ({
      at: iso(alarm.heardAtMs),
      from: alarm.from,
      to: alarm.to,
      sentence: shownMessage(pack, newsSentence(alarm)),
    })),
  };
}

function payToJson(beneficiary: Beneficiary, isMasked: boolean): object {
  if (beneficiary.method === 'UPI') return { upiId: beneficiary.upiId };
  const { accountNumber, ifsc } = beneficiary;
  return { accountNumber: isMasked ? maskAccount(accountNumber) : accountNumber, ifsc };
}
