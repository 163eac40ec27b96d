// The page that checks payment passports: one file with everything in it, for a machine without the desk and without a network. It
// checks with the desk's own code. It never calls a passport right unless it leads to a hash that the person has from the payer.

import { encode } from 'uqr';
import { formatRupees } from '../../shared/money.ts';
import { CHECKER_WORDS } from '../../shared/passport/checker-words.ts';
import { isHead, type Passport, shownTime } from '../../shared/passport/passport.ts';
import { codeLookOf, type OpenedPassport, openPassport } from '../../shared/passport/passport-pdf.ts';
import type { Language } from '../../shared/report-forms.ts';

type Opened = OpenedPassport | { readonly kind: 'nothing' | 'cannot' };

let language: Language = navigator.language.startsWith('hi') ? 'hi' : 'en';
let opened: Opened = { kind: 'nothing' };
/** Counts what was opened, so that a slow answer about an earlier file is dropped. */
let newest = 0;

const elementOf = <Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind => {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new TypeError(`the page has no ${id}`);
  return found;
};
const file = elementOf('file', HTMLInputElement);
const text = elementOf('text', HTMLTextAreaElement);
const head = elementOf('head', HTMLInputElement);

async function sha256(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytes.slice());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function readOpened(bytes: Uint8Array): Promise<Opened> {
  if (bytes.length === 0) return { kind: 'nothing' };
  // Outside a secure context a browser has no hashes.
  if ((crypto as Partial<Crypto>).subtle === undefined) return { kind: 'cannot' };
  return await openPassport(bytes, { encodeCode: (code) => encode(code, codeLookOf(code)).data, sha256 });
}

async function open(bytes: Uint8Array | Promise<Uint8Array>): Promise<void> {
  newest += 1;
  const own = newest;
  // Whatever becomes of this one, the verdict on the one before is gone.
  opened = { kind: 'nothing' };
  draw();
  const read = await Promise.resolve(bytes)
    .then(readOpened)
    .catch((): Opened => ({ kind: 'notOne' }));
  if (own !== newest) return;
  opened = read;
  draw();
}

async function openFile(chosen: File | undefined): Promise<void> {
  if (chosen === undefined) return;
  text.value = '';
  await open(chosen.arrayBuffer().then((content) => new Uint8Array(content)));
}

type Tone = 'good' | 'bad' | 'open';

function verdictOf(): { readonly tone: Tone; readonly sentence: string; readonly isShown: boolean } | null {
  const words = CHECKER_WORDS[language];
  if (opened.kind === 'nothing') return null;
  if (opened.kind !== 'whole') return { tone: 'bad', sentence: words[opened.kind], isShown: false };
  const { sequence } = opened.head;
  const typed = head.value.trim();
  const agrees = typed === '' ? null : isHead(opened.head, typed);
  if (agrees === null) return { tone: 'open', sentence: words.unchecked(sequence), isShown: true };
  return agrees
    ? { tone: 'good', sentence: words.recorded(sequence), isShown: true }
    : { tone: 'bad', sentence: words.differs(sequence), isShown: false };
}

function draw(): void {
  const words = CHECKER_WORDS[language];
  document.documentElement.lang = language;
  document.title = words.title;
  for (const name of ['title', 'about', 'drop', 'paste', 'headAbout'] as const) {
    elementOf(`words-${name}`, HTMLElement).textContent = words[name];
  }
  const leadsTo = opened.kind === 'whole' ? opened.head : null;
  elementOf('words-head', HTMLElement).textContent = leadsTo === null ? words.head : words.headOf(leadsTo.sequence);
  for (const one of ['en', 'hi'] as const) {
    elementOf(`language-${one}`, HTMLButtonElement).setAttribute('aria-pressed', String(one === language));
  }
  const isUnread = leadsTo !== null && head.value.trim() !== '' && isHead(leadsTo, head.value) === null;
  elementOf('head-wrong', HTMLElement).textContent = isUnread ? words.noHash : '';
  const verdict = verdictOf();
  const banner = elementOf('verdict', HTMLElement);
  banner.textContent = verdict?.sentence ?? '';
  banner.className = verdict?.tone ?? '';
  const passport = opened.kind === 'whole' && verdict?.isShown === true ? opened.passport : null;
  elementOf('notes', HTMLElement).replaceChildren(...notesOf(passport).map((note) => line('li', note)));
  elementOf('facts', HTMLElement).replaceChildren(
    ...factsOf(passport).flatMap(([label, value]) => [line('dt', label), line('dd', value)]),
  );
}

function notesOf(passport: Passport | null): readonly string[] {
  if (passport === null || opened.kind !== 'whole') return [];
  const words = CHECKER_WORDS[language];
  const { environment, isAlarmed, asOf } = passport.payment;
  return [
    ...(environment === 'PRACTICE' ? [words.practice] : []),
    ...(isAlarmed ? [words.alarmed] : []),
    ...(opened.isPage ? [] : [words.textOnly]),
    words.later(shownTime(asOf)),
    words.proves,
  ];
}

function factsOf(passport: Passport | null): readonly (readonly [string, string])[] {
  if (passport === null) return [];
  const { payment } = passport;
  const { facts, states, decided } = CHECKER_WORDS[language];
  const state = states[payment.state];
  const shown: readonly (readonly [string, string | null])[] = [
    [facts.amount, formatRupees(payment.amountPaise)],
    [facts.state, payment.isDecided ? `${state} (${decided})` : state],
    [facts.payer, payment.payer],
    [facts.mid, `${payment.mid} (${payment.environment})`],
    [facts.payee, payment.payee],
    [facts.payTo, payment.payTo],
    [facts.bank, [payment.bank, payment.ifsc].filter((part) => part !== null).join(', ')],
    [facts.method, payment.method],
    [facts.utr, payment.utr],
    [facts.rrn, payment.rrn],
    [facts.transactionId, payment.transactionId],
    [facts.reference, payment.reference],
    [facts.payout, payment.payout],
    [facts.remark, payment.remark],
    [facts.sentAt, payment.sentAt === null ? null : shownTime(payment.sentAt)],
    [facts.settledAt, payment.settledAt === null ? null : shownTime(payment.settledAt)],
    [facts.entry, `${payment.entry}, ${payment.entryHash}`],
  ];
  return shown.flatMap(([label, value]) => (value === null || value === '' ? [] : [[label, value] as const]));
}

function line(tag: string, content: string): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = content;
  return element;
}

file.addEventListener('change', () => void openFile(file.files?.[0]));
text.addEventListener('input', () => {
  file.value = '';
  void open(Uint8Array.from(text.value.trim(), (letter) => Math.min(letter.charCodeAt(0), 0xff)));
});
head.addEventListener('input', draw);
for (const one of ['en', 'hi'] as const) {
  elementOf(`language-${one}`, HTMLButtonElement).addEventListener('click', () => {
    language = one;
    draw();
  });
}
const zone = elementOf('zone', HTMLElement);
for (const name of ['dragover', 'drop'] as const) {
  document.addEventListener(name, (event) => {
    event.preventDefault();
    zone.classList.toggle('over', name === 'dragover');
    if (name === 'drop') void openFile(event.dataTransfer?.files[0]);
  });
}
document.addEventListener('dragleave', () => zone.classList.remove('over'));
draw();
