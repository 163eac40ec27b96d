// The catalogue of messages: every language has the same places, each language composes a sentence from its parts in its own way,
// and a code unknown to this version is shown as it is.

import { describe, expect, it } from 'vitest';
import { HINDI } from '../../shared/messages/hi.ts';
import { LANGUAGE_OF } from '../../shared/messages/languages.ts';
import { areSameWords, type Language, type MessageCode, msg } from '../../shared/messages/message.ts';
import { NOUNS, type Sentence } from '../../shared/messages/sentence.ts';
import { say, speak } from '../../shared/messages/speak.ts';
import { STATE_KINDS } from '../../shared/states.ts';
import { textsOfSentence, WHOLE_ENGLISH } from '../fixtures/spoken.ts';

const { sentences: EN } = WHOLE_ENGLISH;

const CODES = Object.keys(EN) as MessageCode[];
const KINDS = new Set<string>([
  ...NOUNS,
  'text',
  'list',
  'and',
  'or',
  'sentences',
  'more',
  'number',
  'rupees',
  'day',
  'date',
  'time',
  'clock',
]);

/** Each text's places, sorted: a language may put them elsewhere, and name one twice. */
const placesOf = (sentence: Sentence): readonly string[] =>
  [
    ...new Set(
      textsOfSentence(sentence).flatMap((text) => [...text.matchAll(/\{([^}]*)\}/g)].map(([, place = '']) => place)),
    ),
  ].toSorted();

const english = { language: WHOLE_ENGLISH, door: 'commandLine' } as const;
const hindi = { language: HINDI, door: 'window' } as const;

describe('the catalogue', () => {
  it('names states and results as the window does', () => {
    for (const { sentences, window } of Object.values(LANGUAGE_OF)) {
      for (const kind of STATE_KINDS) expect(sentences[`stateTitle.${kind}`]).toBe(window.STATE_WORDS[kind]);
      for (const result of ['paid', 'notPaid', 'notSettled', 'notSent'] as const)
        expect(sentences[`resultTitle.${result}`]).toBe(window.RESULT_WORDS[result]);
    }
  });

  it('names the buttons of a paused batch as they are written', () => {
    for (const { sentences, window } of Object.values(LANGUAGE_OF)) {
      const firstAlone = textsOfSentence(sentences['pause.firstAlone.cure']).join(' ');
      expect(firstAlone).toContain(window.RUN.cures.resume);
      expect(firstAlone).toContain(window.RUN.stop);
      expect(textsOfSentence(sentences['cure.pressResume']).join(' ')).toContain(window.RUN.cures.resume);
    }
  });

  it('has the same places in every language', () => {
    const differing = CODES.filter((code) => String(placesOf(EN[code])) !== String(placesOf(HINDI.sentences[code])));
    expect(CODES.length).toBeGreaterThan(400);
    expect(differing).toEqual([]);
  });

  it('formats every place as a kind that the formatter knows', () => {
    const kinds = CODES.flatMap((code) => placesOf(EN[code])).flatMap((place) => place.split(':').slice(1));
    expect([...new Set(kinds)].filter((kind) => !KINDS.has(kind))).toEqual([]);
  });

  it('has no place twice in one sentence under two kinds', () => {
    const names = (sentence: Sentence): readonly string[] =>
      placesOf(sentence).map((place) => place.split(':')[0] ?? '');
    expect(CODES.filter((code) => new Set(names(EN[code])).size < names(EN[code]).length)).toEqual([]);
  });
});

describe('a message', () => {
  it('is spoken with its rupees, counts, lists and inner messages in the language', () => {
    const totals = msg('row.totalDiffers', { total: 10_000_000, sum: 9_900_000 });
    expect(speak(totals, english)).toBe('This total is ₹1,00,000.00, but the rows above it add up to ₹99,000.00.');
    expect(speak(totals, hindi)).toContain('₹1,00,000.00 है, पर ऊपर की पंक्तियों का जोड़ ₹99,000.00');
    const words = [
      msg('part.wordInRows', { word: 'NEFT', rows: 1 }),
      msg('part.wordInRows', { word: 'COD', rows: 1_200 }),
    ];
    const methods = msg('row.methodsAsked', { words });
    expect(speak(methods, english)).toContain(': "NEFT" (1 row), "COD" (1,200 rows).');
    expect(speak(methods, hindi)).toContain('"NEFT" (1 पंक्ति), "COD" (1,200 पंक्तियाँ)');
    expect(speak(msg('row.dateCell', { field: msg('field.accountNumber') }), hindi)).toBe('खाता संख्या एक तारीख़ है।');
  });

  it('differs by a count and by the door', () => {
    const warnings = (count: number) => msg('confirm.warnings', { count, first: 'No.' });
    expect([1, 2].map((count) => speak(warnings(count), english))).toEqual([
      'There is a warning: No.',
      'There are 2 warnings, the first: No.',
    ]);
    const cure = msg('file.chooseSheet.cure');
    expect(speak(cure, english)).toBe('Name the one to pay with --sheet.');
    expect(speak(cure, { ...english, door: 'window' })).toBe('Choose the sheet under Match the columns.');
  });

  it('puts further sentences behind its own, each with a space, and none where there are none', () => {
    const reading = [msg('reading.firstValue', { amount: 100 })];
    const doubt = (more: typeof reading) => msg('row.unitDoubtful', { header: 'Amt', unit: 'k', reading: more });
    expect(speak(doubt([]), english)).toBe('"Amt" may be in k.');
    expect(speak(doubt(reading), english)).toBe('"Amt" may be in k. Taken as rupees, its first value pays ₹1.00.');
  });

  it('never reads what a file or a gateway wrote as places of its own', () => {
    const header = '$& {why} {row:rupees} $1';
    expect(speak(msg('row.notMarked', { header }), english)).toContain(header);
  });

  it('of a code that this version does not know is shown as its code, and a text as it is', () => {
    expect(speak({ code: 'row.ofTomorrow' as MessageCode, params: {} }, english)).toBe('row.ofTomorrow');
    expect(speak({ code: 'toString' as MessageCode, params: {} }, english)).toBe('toString');
    expect(say('Insufficient balance', hindi)).toBe('Insufficient balance');
  });

  it('is the same as another by what it says', () => {
    expect(areSameWords(msg('part.row', { row: 3 }), msg('part.row', { row: 3 }))).toBe(true);
    expect(areSameWords(msg('part.row', { row: 3 }), msg('part.row', { row: 4 }))).toBe(false);
  });
});

describe('another language', () => {
  /** Marks every letter of the catalogue: any text shown without a mark did not come from it. */
  const marked = (text: string): string =>
    text.replaceAll(/(\{[^}]*\})|[^{]+/g, (part, place?: string) => place ?? `⟦${part}⟧`);
  const markAll = <Value>(value: Value): Value =>
    (typeof value === 'string'
      ? marked(value)
      : Object.fromEntries(
          Object.entries(value as object).map(([key, text]) => [key, key === 'by' ? text : markAll(text)]),
        )) as Value;
  const PSEUDO: Language = {
    ...WHOLE_ENGLISH,
    nouns: markAll(WHOLE_ENGLISH.nouns),
    sentences: markAll(WHOLE_ENGLISH.sentences),
  };

  it('is one object, and leaves nothing of a sentence in English', () => {
    const methods = msg('row.methodsAsked', { words: [msg('part.wordInRows', { word: 'NEFT', rows: 2 })] });
    const said = speak(methods, { language: PSEUDO, door: 'window' });
    expect(said.replaceAll(/⟦[^⟧]*⟧/g, '')).toBe('NEFT2');
  });
});
