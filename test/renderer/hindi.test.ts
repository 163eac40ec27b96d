// The window's Hindi: all of it is Hindi, and the desk's sentences about rows, files and batches are found by their English. The
// compiler checks that nothing is missing.

import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from '@swc/core';
import { describe, expect, it } from 'vitest';

import { say, speakLanguage } from '../../renderer/language.ts';
import { HINDI as LANGUAGE } from '../../shared/messages/hi.ts';
import { LANGUAGE_OF } from '../../shared/messages/languages.ts';
import { joined, msg, verbatim } from '../../shared/messages/message.ts';
import { say as sayWords } from '../../shared/messages/speak.ts';
import { CHECKER_WORDS } from '../../shared/passport/checker-words.ts';
import { RESULT_WORDS, STATE_WORDS } from '../../shared/states.ts';
import { AS_THEY_ARE, textsOfSentence } from '../fixtures/spoken.ts';

describe('the window in Hindi', () => {
  it('says every sentence in Hindi', () => {
    const sentences = textsOf(LANGUAGE.window);
    expect(sentences.length).toBeGreaterThan(500);
    expect(sentences.filter(isEnglish)).toEqual([]);
  });

  it('calls the states of a payment what the page that checks passports calls them', () => {
    expect(CHECKER_WORDS.hi.states).toEqual(LANGUAGE.window.STATE_WORDS);
    expect(CHECKER_WORDS.en.states).toEqual(STATE_WORDS);
  });

  it('says every message in Hindi, at every door', () => {
    const sentences = Object.values(LANGUAGE.sentences).flatMap(textsOfSentence);
    const plain = sentences.map((text) =>
      text.replaceAll(/\{[^}]*\}|`[^`]*`|--[a-z-]+(?: [A-Z_]+)?|[A-Z]+_[A-Z_]+/g, ''),
    );
    expect(sentences.length).toBeGreaterThan(1_300);
    expect(plain.filter((text) => /[a-z]{2,} [a-z]{2,}/.test(text.replace(AS_THEY_ARE, '')))).toEqual([]);
  });

  it('finds no sentence in the code of the desk: they are all messages', () => {
    expect(DESK_FOLDERS.flatMap(sentencesIn).filter((sentence) => !FOR_NO_WINDOW.test(sentence))).toEqual([]);
  });

  it('finds no words in the code of the command line either, where labels and pieces of sentences stand alone', () => {
    // Completion is scripts in the languages of three shells.
    const files = sourcesIn(COMMAND_LINE).filter((file) => basename(file) !== 'completion.ts');
    expect(files.length).toBeGreaterThan(20);
    const found = files.flatMap((file) => wordsOf(readFileSync(join(COMMAND_LINE, file), 'utf8')));
    expect(found.filter((text) => !TYPED.test(text))).toEqual([]);
  });

  it('finds them wherever they stand', () => {
    const planted = `const facts = [['Largest', rupees], [\`about \${span} left\`, 'anything else: ']];
      const command = { name: 'profile set', help: 'the merchant id', term: '--until sent|settled', of: "row's own" };
      show(\`\${count} \${money}\`, 'Wrote it.', 'exact', 'UPI', \`\${file}: \${why}\`);`;
    expect(wordsOf(planted).filter((text) => !TYPED.test(text))).toEqual([
      'Largest',
      'about 7 left',
      'anything else: ',
      'the merchant id',
      "row's own",
      'Wrote it.',
    ]);
  });

  it('makes it of its parts, each as the language says it', () => {
    const at = new Date(2026, 10, 3, 12).getTime();
    const place = msg('place.ofAccount', { place: msg('place.row', { batch: 'B0001', row: 2 }), account: '7' });
    const standing = msg('standing.paidOn', { day: at });
    const spokenInHindi = [
      msg('repeat.paidBefore.more', { amount: 500, standing, place, change: 100 }),
      joined([
        msg('repeat.repeatsBatch', { batch: 'B0001', amount: 500, day: msg('part.day', { at }) }),
        msg('repeat.repeatsBatch.clock'),
      ]),
    ].map((words) => sayWords(words, { language: LANGUAGE, door: 'window' }));
    expect(spokenInHindi).toEqual([
      'इसके लिए ₹5.00: 3 नव॰ को भुगतान हो चुका है (खाते 7 का बैच B0001 पंक्ति 2); अब ₹1.00 ज़्यादा।',
      'बैच B0001 ने 3 नव॰ को इस व्यक्ति को ₹5.00 दिए: क्या यह दूसरा भुगतान है? इस कंप्यूटर की तारीख़ जाँचें।',
    ]);
  });

  it('says in Hindi what the desktop app says outside its page', () => {
    const sentences = textsOf(LANGUAGE.desktop);
    expect(sentences.length).toBeGreaterThan(60);
    expect(sentences.map((sentence) => sentence.replace(/ ?\(&[A-Z]\)/, '')).filter(isEnglish)).toEqual([]);
  });

  it('is spoken where the desk speaks, and nowhere else: what the gateway says stays word for word', () => {
    speakLanguage(LANGUAGE);
    try {
      expect(say(verbatim('Nothing was sent.'))).toBe('Nothing was sent.');
      expect(say(msg('row.dateCell', { field: msg('field.accountNumber') }))).toBe('खाता संख्या एक तारीख़ है।');
      expect(RESULT_WORDS.notPaid).toBe('भुगतान नहीं हुआ');
    } finally {
      speakLanguage(LANGUAGE_OF.en);
    }
    expect(RESULT_WORDS.notPaid).toBe('Not paid');
  });
});

const MAIN = fileURLToPath(new URL('../../electron/main/', import.meta.url));

const DESK_FOLDERS = ['store', 'desk', 'session', 'engine', 'gateway', 'domain', 'platform', 'import'];

/** What is stored in English, whoever reads it later, and the mail for the gateway's support. */
const FOR_NO_WINDOW =
  /^(?:Batch 777 7\.|The gateway already knows this reference\.|The gateway gave no clear answer about this reference\.|The gateway called it by the 7\.|The answer names the transaction id of another payment\.|7 7, not payable, stop\(ped\)\?)$/;

const COMMAND_LINE = join(MAIN, 'doors', 'cli');

/** What a person types, and names that are in Latin letters in every language. */
const TYPED =
  /^(?:(?:profile|audit|order|mail|advice|archive|person|request|register|payees) [a-z]+|(?:run \w+\.|(?:retry|passport|dispute) B\d|audit verify --|mail set --|advice send B\d|export (?:B\d|--)).*|7 (?:resolve 7|--not-paid .* TEXT)|--[a-z-]+(?: \[?[a-zA-Z|=\]]+)?|Google Pay|PhonePe|Paytm|(?:, )?HTTP 7|state 7|payout-desk 7 --json)$/;

function sourcesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
}

/** Every text with words in a source, with a 7 for each inserted value; module names, codes, keys and typed examples do not count. */
function wordsOf(source: string): readonly string[] {
  const found: string[] = [];
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) for (const part of node) walk(part);
    if (typeof node !== 'object' || node === null || Array.isArray(node)) return;
    const { type, key, value, quasis } = node as Readonly<Record<string, unknown>>;
    if (type === 'ImportDeclaration' || (type === 'KeyValueProperty' && isNamed(key, 'examples'))) return;
    const text =
      type === 'StringLiteral'
        ? String(value)
        : type === 'TemplateLiteral' && Array.isArray(quasis)
          ? quasis.map(({ cooked }: { readonly cooked: string }) => cooked).join('7')
          : '';
    if (/[A-Za-z]{2,}[',:]? [a-z7]|[a-z]{2,}'s |^[A-Z][a-z]+|[a-z]{2,}[.:?](?: |$)/.test(text)) found.push(text);
    for (const inner of Object.values(node)) walk(inner);
  };
  walk(parseSync(source, { syntax: 'typescript' }).body);
  return found;
}

function isNamed(key: unknown, name: string): boolean {
  return typeof key === 'object' && key !== null && 'value' in key && key.value === name;
}

/** The sentences of the sources in a folder, with a 7 for each inserted value, except those of internal errors. */
function sentencesIn(folder: string): readonly string[] {
  return sourcesIn(join(MAIN, folder)).flatMap((name) => {
    const code = readFileSync(join(MAIN, folder, name), 'utf8').replace(/^\s*(?:\/\/|\*|\/\*).*$/gm, '');
    return [...code.matchAll(LITERAL)].flatMap(([, bug, literal = '']) => {
      const text = literal
        .slice(1, -1)
        .replace(/\\(.)/g, '$1')
        .replace(/\$\{[^}]*\}/g, '7');
      return bug === undefined && /^[A-Z7].* .* .*[.?]$/s.test(text) && !SQL.test(text) ? [text] : [];
    });
  });
}

const LITERAL =
  /((?:invariant|Error)\([^;]*?)?('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\$]|\\.|\$\{[^}]*\})*`)/g;
const SQL = /\b(?:ORDER BY|SELECT|INSERT|CREATE|UPDATE|DELETE|VACUUM|WHERE)\b/;

/** Whether a sentence contains English words. False for a text without words. */
function isEnglish(sentence: string): boolean {
  return /[A-Za-z]{2,}/.test(sentence.replace(/https:\/\/|\.(xlsx|csv|pdf|json)|ZIP/g, '').replace(AS_THEY_ARE, ''));
}

/** Every text of the catalogue that is not a function, and those of functions that take only numbers and names. */
function textsOf(part: unknown): readonly string[] {
  if (typeof part === 'string') return [part];
  if (typeof part === 'function') return saidWith(part as (...args: unknown[]) => unknown);
  return typeof part === 'object' && part !== null ? Object.values(part).flatMap(textsOf) : [];
}

function saidWith(tell: (...input: unknown[]) => unknown): readonly string[] {
  return [0, 1, 7].flatMap((count) => {
    try {
      return textsOf(tell(count, count, count));
    } catch {
      // It takes other arguments: the compiler checks those, and pictures show them.
      return [];
    }
  });
}
