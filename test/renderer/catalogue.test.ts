// Where the sentences of the window are, and how they read. Nobody reviews a sentence outside the catalogue.

import { globSync, readFileSync } from 'node:fs';
import { parseSync } from '@swc/core';
import { describe, expect, it } from 'vitest';
import { EN } from '../../shared/messages/en.ts';
import { HINDI } from '../../shared/messages/hi.ts';
import type { MessageCode } from '../../shared/messages/message.ts';
import type { Sentence } from '../../shared/messages/sentence.ts';
import * as controls from '../../shared/text/controls.ts';
import * as drafts from '../../shared/text/drafts.ts';
import * as format from '../../shared/text/format.ts';
import * as payouts from '../../shared/text/payouts.ts';
import * as places from '../../shared/text/places.ts';
import * as settings from '../../shared/text/settings.ts';
import * as shell from '../../shared/text/shell.ts';
import { WHOLE_ENGLISH } from '../fixtures/spoken.ts';

const CATALOGUE = { controls, drafts, format, payouts, places, settings, shell };

/** Attributes and fields whose words a person reads or hears. */
const READ_ALOUD: ReadonlySet<string> = new Set([
  'about',
  'alt',
  'aria-label',
  'header',
  'hint',
  'label',
  'placeholder',
  'title',
  'word',
]);
const WORDS_MAX = 14;

/** Sentences older than the catalogue, repeated where a page asks the same question again. */
const STILL_SAID = [
  'no txn_status',
  'status and txn_status contradict each other',
  'Set HOME to a folder of your own, or name folders with XDG_DATA_HOME and XDG_STATE_HOME.',
];

/** Longer parts of the desk's sentences, with the wording from before the catalogue. */
const LONG_BREATHS: ReadonlySet<string> = new Set([
  'While it was being confirmed, something changed about a payment that a row of it repeats:',
  'The same row was confirmed on word as batch word, which this database no longer has:',
  'The same word rows were confirmed on word as batch word, which this database no longer has:',
  'The data folder word paid from this merchant id in the last 30 days (batches:',
  'rows are missing, and neither a reference nor a name tells which payment it means',
  'Row word of the file names reference word, which is no payment of this batch.',
  'Row word of the file means the payment of word, as an earlier row does.',
  'Compare with the gateway or the bank first, and pay what is surely unpaid from a file of its own.',
  'The gateway now says word about word, which was cancelled here before it was sent.',
  'word was sent to an address that was moved, and the new one does not know what was paid there.',
  'The gateway does not know word, but its look-ups have not found a paid payment, or have missed one since:',
  'Once the gateway finds a paid payment by its reference, this one can be paid again.',
  'word was paid for this on word in batch word, of which most amounts differ here:',
  'If it is the same payment, leave the row out until that one is known to be unpaid.',
  'These rows come from a batch of this desk and are read in one way only.',
  'The gateway has the word "word" for payment word, in an answer that does not fit together.',
  'After three days without being known it is not confirmed, and a person can decide about it.',
  'After seven days and five look-ups, half a day apart, without a word that this desk knows it is not confirmed, and a person can decide about it.',
  'Once it has given no useful answer for seven days, a ticket number is enough.',
  'The gateway did not answer this look-up (word), so it says nothing of the payment.',
  'The gateway had a fault of its own (HTTP word), so it says nothing of the payment.',
  'It is not what the desk wrote then, or another program has saved it since.',
  'once two look-ups ten minutes apart do not know it, all of it can be paid again together.',
  "The gateway knows another payment by the first payment's reference than the one it answered with:",
  'The gateway gives no steady answer about references that do not exist, so lost answers could not be looked up here.',
  'The gateway takes the token for the wallet but answers a look-up with HTTP 401, so lost answers could not be looked up here.',
  'another batch pays, or lately paid, what may be the same, or the gateway gave no clear answer about the reference.',
  'The first payment went out, but the gateway does not find it by its reference.',
  'By its last balance the wallet does not hold the next payment, and it cannot be read now.',
  'the gateway takes amounts in another unit than rupees, or counts the wallet in paise.',
  'The note of how far the desk has come, in your state folder, cannot be written (word)',
  'this computer has no note of how far this database had come, so it may be a copy or a backup',
  'this database is older than the desk was when it last sent something, so it was restored or copied',
  'This command id belongs to another command that was given before, so nothing was done.',
  'This came after the command had begun, and what it had done by then is done.',
  'See that the disk is there and has space, and look at the batch as it is now.',
  'This address is plain http to another machine, where anyone on the way can read the token and change a payment.',
  'The token has a space, a line break or a character that is not plain ASCII.',
  'Check that only the token was pasted, and ask the gateway for a shorter one if it was.',
  'No keychain is running in this session, so the token cannot be kept on this machine.',
  'The token of the environment serves one merchant only, and this desk has others as well.',
  'Set HOME to a folder of your own, or name folders with XDG_DATA_HOME and XDG_STATE_HOME.',
  'The folder word, where the desk notes how far it has come, cannot be written (word).',
  'Check that this folder is yours to write and that its disk has free space.',
  'The data folder word is on a read-only disk, where a database cannot be opened.',
  'Keep the file as it is, restore a backup into another folder, and open that one.',
  'it may not be written there, and even reading needs a small file beside it',
  'The database word was made by a development version of Payout Desk (schema word) before its first release, and was not opened.',
  'Start with another data folder, and keep this one for the version that made it.',
  'Keep the file as it is, and restore a backup made by the desk, or into another folder.',
  'word, confirmed at word with word payments, is noted outside but not in the database.',
  'The note outside has not seen the last word entries, in which word payments were sent and answered:',
  'Where the clock was set back is not noted as the audit log has it.',
  'Another database lay in this folder, as is noted outside of it, and is gone.',
  'The payments changed while the report was being written, so its totals would not agree with its rows.',
  'The certificate does not open with this passphrase, or holds no key to sign with.',
]);
/** The machine's words, which the window avoids. See UX, Words. */
const NOT_A_PERSONS =
  /in flight|in doubt|nobody knows|looked up on and on|come to its end|to the paisa|paused by a person|what was said|who must act|what does this number|blanks|in capitals|take in again|all the same|read it again|how it looks|by a way i know|beneficiar|digits, nothing else|you can mark not paid|money leaves twice|letter o; it|group thousands or|gateway wants one|names nobody, is|look for on monday|reason stands above|asked above|balance reaches|after you saw it|are right\. the wallet|no tick can|open it for new|help from others|unbroken|settling|\bpayouts?\b|snake_case|\butc\b|--[a-z]|[A-Z]{3,}_[A-Z]/i;

/** The left side of the Hindi row of UX, Words, and second names of a thing: each has another word now. */
const NOT_A_PERSONS_HINDI = /ऑडिट सूची|असफल|लेनदेन|पेआउट|पे-?आउट|वसूली|पूछताछ|निपट रहा|1 भुगतान जाँचे|भेजना बंद करें|यह बैच बंद करें|बैलेंस/;

describe('the sentences of the window', () => {
  it('24: stand in the catalogue', () => {
    const files = globSync('renderer/**/*.tsx');
    expect(files.length).toBeGreaterThan(30);
    expect(files.flatMap((file) => bareWords(readFileSync(file, 'utf8')).map((words) => `${file}: ${words}`))).toEqual(
      [],
    );
  });

  it('are found wherever they stand beside the code', () => {
    const planted = `const A = ({ is }) => <B title="Pay now" word={is ? 'Paid' : \`Not \${is} paid\`}>Close it<C key="Some key" /></B>;
      const columns = [{ word: 'Amount', cell: () => 'Not seen' }];`;
    expect(bareWords(planted)).toEqual(['Pay now', 'Paid', 'Not ', ' paid', 'Close it', 'Amount']);
  });

  it('24: take one breath, and no word of the machine', () => {
    expect(Object.keys(CATALOGUE)).toHaveLength(globSync('shared/text/*.ts').length - 1);
    const sentences = [...sentencesOf(CATALOGUE), ...sentencesOf(SAID_IN_WINDOW)];
    expect(sentences.length).toBeGreaterThan(900);
    expect(new Set(sentences.filter((sentence) => wordsIn(sentence) > WORDS_MAX))).toEqual(LONG_BREATHS);
    expect(sentences.filter(isMachines)).toEqual(STILL_SAID);
    const [English, Hindi] = ['shared/text/*.ts', '{shared/messages/hi,shared/passport/checker-words}.ts'].map(
      (files) => globSync(files).flatMap((file) => textsIn(readFileSync(file, 'utf8'))),
    );
    expect([English?.length ?? 0, Hindi?.length ?? 0].every((count) => count > 1_000)).toBe(true);
    // The time zone of a calendar is no word.
    expect(English?.filter((text) => text !== 'UTC' && isMachines(text))).toEqual([]);
    expect(Hindi?.filter((text) => NOT_A_PERSONS_HINDI.test(text))).toEqual([]);
  });

  it('have one code each, those of the command line as well', () => {
    const { sentences } = WHOLE_ENGLISH;
    const codes = Object.keys(sentences) as MessageCode[];
    expect(codes.filter((code) => code.startsWith('cli.')).length).toBeGreaterThan(400);
    const same = Object.groupBy(codes, (code) => JSON.stringify([sentences[code], HINDI.sentences[code]]));
    const twice = Object.values(same).filter(
      (all = []) => all.length > 1 && all.some((code) => code.startsWith('cli.')),
    );
    expect(twice).toEqual([]);
  });

  it('are measured by their words', () => {
    expect(wordsIn('Paused. 176 not sent (₹77,56,960.06).')).toBe(5);
    const machines = ['Payments in doubt', '3 payouts', 'The payout was sent', 'Set PAYOUT_DESK_TOKEN'];
    expect(machines.filter((words) => !isMachines(words))).toEqual([]);
    expect(['Payouts', 'Go to Payouts', 'Close Payout Desk'].filter(isMachines)).toEqual([]);
  });
});

/** As the window says it, with a word at each place. */
function textsInWindow(sentence: Sentence): readonly string[] {
  const texts =
    typeof sentence === 'string'
      ? [sentence]
      : 'window' in sentence
        ? [sentence.window]
        : [sentence.one, sentence.other];
  return texts.map((text) => text.replaceAll(/\{\w+(?::\w+)?\}/g, 'word'));
}

/** Every text of a source, those that functions put together included, with "word" for each inserted value. */
function textsIn(source: string): readonly string[] {
  const found: string[] = [];
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) for (const part of node) walk(part);
    if (typeof node !== 'object' || node === null || Array.isArray(node)) return;
    const { type, value, quasis } = node as Node;
    if (type === 'ImportDeclaration' || type === 'TsLiteralType') return;
    if (type === 'StringLiteral') found.push(String(value));
    if (type === 'TemplateLiteral' && Array.isArray(quasis))
      found.push(quasis.map(({ cooked }: { readonly cooked: string }) => cooked).join('word'));
    for (const [part, inner] of Object.entries(node as Node)) if (part !== 'key') walk(inner);
  };
  walk(parseSync(source, { syntax: 'typescript' }).body);
  return found;
}

/** Only on paper, or in a terminal. */
const IN_NO_WINDOW =
  /^(?:(?:paper|summary|reconcile|period|slip|problems|cli)\.|dispute\.(?!nothingSent$)|passport\.(?!tooMany$|nothing$))/;

const SAID_IN_WINDOW = Object.entries<Sentence>(EN)
  .filter(([code]) => !IN_NO_WINDOW.test(code))
  .map(([, sentence]) => textsInWindow(sentence));

/** Every text of a part of the catalogue that is not a function, sentence by sentence. */
function sentencesOf(part: unknown): readonly string[] {
  const found: string[] = [];
  const collect = (value: unknown): void => {
    if (typeof value === 'string') found.push(...value.split(/(?<=[.:;?!])\s+/));
    else if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) collect(inner);
  };
  collect(part);
  return found;
}

/** The product and the place in the rail have names of their own. */
const OWN_NAMES = /Payout Desk|^Payouts$|(?<=\b(?:to|under) )Payouts\b/g;

function isMachines(sentence: string): boolean {
  return NOT_A_PERSONS.test(sentence.replaceAll(OWN_NAMES, ''));
}

function wordsIn(sentence: string): number {
  return sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

type Node = Readonly<Record<string, unknown>>;

/** What a person would read of a source, in order. Names and keys of one lower-case word do not count. */
function bareWords(source: string): readonly string[] {
  const found: string[] = [];
  const isRead = (text: unknown): text is string =>
    typeof text === 'string' && /[A-Za-z]{2,}/.test(text) && /[A-Z ]/.test(text);
  const walk = (node: unknown, isAloud: boolean): void => {
    if (Array.isArray(node)) for (const part of node) walk(part, isAloud);
    if (typeof node !== 'object' || node === null || Array.isArray(node)) return;
    const { type, value, cooked, name, key } = node as Node;
    if (type === 'JSXText' && typeof value === 'string' && /[A-Za-z]{2,}/.test(value)) found.push(value.trim());
    if (type === 'JSXAttribute') return walk(value, READ_ALOUD.has(String((name as Node)['value'])));
    if (type === 'KeyValueProperty' && READ_ALOUD.has(String((key as Node)['value']))) return walk(value, true);
    if (isAloud && type === 'StringLiteral' && isRead(value)) found.push(value);
    if (isAloud && type === 'TemplateElement' && isRead(cooked)) found.push(cooked);
    // Words in calls and comparisons belong to other code.
    const isOther = type === 'CallExpression' || type === 'ArrowFunctionExpression' || type === 'BinaryExpression';
    for (const [part, inner] of Object.entries(node as Node)) if (part !== 'span') walk(inner, isAloud && !isOther);
  };
  walk(parseSync(source, { syntax: 'typescript', tsx: true }).body, false);
  return found;
}
