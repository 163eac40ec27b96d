// The window's Hindi: that all of it is Hindi, and that what the desk says of rows, files and batches is found by its English.
// That nothing of the catalogue is missing the compiler says.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { DESKTOP_WORDS } from '../../electron/main/doors/electron/desktop-words.ts';
import { inHindi } from '../../renderer/hindi/desk-sentences.ts';
import { HINDI } from '../../renderer/hindi/speak-hindi.ts';
import { say, sayIn } from '../../renderer/text/say.ts';
import { EN } from '../../shared/messages/en.ts';
import { HINDI as LANGUAGE } from '../../shared/messages/hi.ts';
import { joined, msg } from '../../shared/messages/message.ts';
import { ENGLISH, say as sayWords } from '../../shared/messages/speak.ts';

/** Names and abbreviations that stand in Latin letters in any language, and what a test puts into a sentence. */
const AS_THEY_ARE =
  /\b(UPI|ID|IFSC|IMPS|UTR|RRN|QR|HTTP|HTTPS|CSV|XLSX|PDF|XML|NUL|MB|TRUE|FALSE|UTF|OpenDocument|Office|Excel|LibreOffice|Tally|File|Info|Protect|Workbook|Data|Edit|Links|Break|Link|Payout|Desk|LIVE|PRACTICE|Ctrl|Shift|Esc|English|Language|Salary|Salaries|HDFC|Nov|Google|Pay|PhonePe|Paytm|ABC|mid|debit|credit|retry|dd-mm-yyyy|zip|hi-IN-u-nu-latn|xlsb?|xls|csv|ods|asha|okaxis|name|bank|(word)+|Enter|HDFC0001234|undefined|NaN|Jan)\b/g;

describe('the window in Hindi', () => {
  it('says every sentence in Hindi', () => {
    const sentences = textsOf(HINDI);
    expect(sentences.length).toBeGreaterThan(500);
    expect(sentences.filter(isEnglish)).toEqual([]);
  });

  it('says in Hindi whatever the sentences in the code of the desk say', () => {
    const said = DESK_FOLDERS.flatMap(sentencesIn).filter((sentence) => !FOR_NO_WINDOW.test(sentence));
    expect(said.length + Object.keys(EN).length).toBeGreaterThan(1_100);
    expect(said.filter((sentence) => / [a-z]{2,} [a-z]{2,}/.test(inHindi(sentence)))).toEqual([]);
  });

  it('says in Hindi what stands against a row that repeats an earlier payment', () => {
    const place = 'batch B0001 row 2';
    const done = ['was paid on 3 Nov', 'was paid', 'is being paid', 'is not confirmed yet', 'is not sent yet'];
    const held = [
      'is not settled yet',
      'ended unpaid, and late news about it is unread',
      'paid this already',
      'paid another amount for this already',
      'paid the same name on another account',
      'paid the same amount for another purpose',
      'paid this at least 25 days ago',
    ];
    const sentences = [
      `Late news about ${place} has not been read: read it first.`,
      `Asha was paid before, to another account (${place}): then asha@okaxis, now 1234 HDFC0001234.`,
      ...done.flatMap((word) => [
        `This waits for ${place} of account 7, which ${word}.`,
        `₹5.00 to this name, on another account, ${word} (${place}): then asha@okaxis, now 1234 HDFC0001234.`,
        `₹5.00 ${word} (${place}), to the same account under another name: Asha.`,
        `₹5.00 ${word} (${place}), to the same UPI ID under another name: Asha.`,
        `₹5.00 to this person ${word} (${place}): is this another payment?`,
        `₹5.00 ${word} for this (${place}); now ₹1.00 more.`,
        `₹5.00 ${word} for this (${place} of account 7); now ₹1.00 less.`,
        `The same ${word} (${place}).`,
        `The same ${word}, to other details (${place}): then asha@okaxis, now 1234 HDFC0001234.`,
      ]),
      ...['3 Nov', 'another day'].flatMap((day) => [
        `₹5.00 was paid for this on ${day} in batch B0001, of which most amounts differ here: another payment, or a corrected copy?`,
        `Batch B0001 paid this person ₹5.00 on ${day}: is this another payment? Check this computer's date.`,
      ]),
      ...held.map((word) => `Batch B0001, row 2 (₹5.00) ${word}.`),
      'Batch B0001 may have been paid after all, and this one pays it again.',
    ];
    expect(sentences.filter((sentence) => isEnglish(inHindi(sentence).replaceAll(/B0001|Asha/g, '')))).toEqual([]);
    expect(inHindi('Batch B0001 paid this person ₹5.00 on 3 Nov: is this another payment?')).toBe(
      'बैच B0001 ने 3 Nov को इस व्यक्ति को ₹5.00 दिए: क्या यह दूसरा भुगतान है?',
    );
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
    const sentences = textsOf(DESKTOP_WORDS.hi);
    expect(sentences.length).toBeGreaterThan(60);
    expect(sentences.map((sentence) => sentence.replace(/ ?\(&[A-Z]\)/, '')).filter(isEnglish)).toEqual([]);
  });

  it('is spoken where the desk speaks, and nowhere else: what the gateway says stays word for word', () => {
    sayIn(LANGUAGE, inHindi);
    try {
      expect(say('Nothing was sent.')).toBe('कुछ नहीं भेजा गया।');
      expect(say(msg('row.dateCell', { field: msg('field.accountNumber') }))).toBe('खाता संख्या एक तारीख़ है।');
    } finally {
      sayIn(ENGLISH, (text) => text);
    }
    expect(say('Nothing was sent.')).toBe('Nothing was sent.');
  });

  it('puts into a sentence what stood in the English one', () => {
    expect(inHindi('Row 3 of B0012 is not as audit entry 7, the last about it, left it.')).toBe(
      'B0012 की पंक्ति 3 वैसा नहीं जैसा उसकी आख़िरी ऑडिट प्रविष्टि 7 ने छोड़ा।',
    );
    expect(inHindi('Two payees $& and {row}: nobody says that.')).toBe('Two payees $& and {row}: nobody says that.');
  });
});

const MAIN = fileURLToPath(new URL('../../electron/main/', import.meta.url));

/** Where what a window may be told stands. The import's sentences and the cures have codes. */
const DESK_FOLDERS = ['store', 'desk', 'session', 'engine', 'gateway', 'domain', 'platform'];

/** Parts of a sentence, whose wholes are looked at where they are made; and what only the command line can be told. */
const FOR_NO_WINDOW =
  /^(?:Row 7 of the file 7\.|7: 7, then resume\.|7, in which 7 payouts were .*|7: a payout was changed, .*|7 Nothing to decide\.|7 Nothing was decided\.|7it was 7.*|7 The payout is unchanged.*|Payout 7 may still .* from 77\.|This address 7\.|The data folder 7 (?:7|cannot be written7)\.|Set HOME to .*|Give each command an id of its own\.|Payout Desk needs Node .*|Row 7, 7: the report says "7", the desk says "7"7\.)$/;

/** The sentences of the sources in a folder, with a 7 at each place where something is put in; those of our own bugs are left out. */
function sentencesIn(folder: string): readonly string[] {
  const files = readdirSync(join(MAIN, folder), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  return files.flatMap((name) => {
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
const SQL = /\b(?:SELECT|INSERT|CREATE|UPDATE|DELETE|VACUUM|WHERE)\b/;

/** Whether anything is left in a sentence that only English has. Shape: false for what has no words. */
function isEnglish(sentence: string): boolean {
  return /[A-Za-z]{2,}/.test(sentence.replace(/https:\/\/|\.(xlsx|csv|pdf)/g, '').replace(AS_THEY_ARE, ''));
}

/** Every text of the catalogue that is no function, and those of functions that take numbers and names alone. */
function textsOf(part: unknown): readonly string[] {
  if (typeof part === 'string') return [part];
  if (typeof part === 'function') return saidWith(part as (...given: unknown[]) => unknown);
  return typeof part === 'object' && part !== null ? Object.values(part).flatMap(textsOf) : [];
}

function saidWith(tell: (...given: unknown[]) => unknown): readonly string[] {
  return [0, 1, 7].flatMap((count) => {
    try {
      return textsOf(tell(count, count, count));
    } catch {
      // It takes more than that: the compiler knows what, and pictures show it.
      return [];
    }
  });
}
