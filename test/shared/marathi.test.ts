// A language that is begun: the sentences it has are spoken with their parameters, and the others are English until it has them.

import { describe, expect, it } from 'vitest';
import { EN } from '../../shared/messages/en.ts';
import { msg } from '../../shared/messages/message.ts';
import { say } from '../../shared/messages/speak.ts';
import { FIFTY, MARATHI } from '../fixtures/marathi.ts';
import { AS_THEY_ARE } from '../fixtures/spoken.ts';

const inMarathi = (words: Parameters<typeof say>[0]): string => say(words, { language: MARATHI, door: 'window' });

describe('Marathi', () => {
  it('has fifty sentences, each with the places of the English one and no English word', () => {
    const entries = Object.entries(FIFTY);
    expect(entries).toHaveLength(50);
    const placesOf = (text: unknown): readonly string[] => [...String(text).matchAll(/\{[^}]*\}/g)].map(String).sort();
    for (const [code, text] of entries) expect([code, placesOf(text)]).toEqual([code, placesOf(EN[code as never])]);
    const plain = entries.map(([, text]) => text.replaceAll(/\{[^}]*\}|name@bank/g, '').replace(AS_THEY_ARE, ''));
    expect(plain.filter((text) => /[A-Za-z]{2,}/.test(text))).toEqual([]);
  });

  it('is spoken with rupees, counts and messages within messages', () => {
    expect(inMarathi(msg('paper.sumOf', { count: 3, paise: 1_234_567_00 }))).toBe('3 भरणे, ₹12,34,567.00.');
    expect(inMarathi(msg('paper.sumOf', { count: 1, paise: 100 }))).toBe('1 भरणा, ₹1.00.');
    expect(inMarathi(msg('pause.unreachable', { why: msg('row.amountEmpty') }))).toBe(
      'गेटवेपर्यंत पोहोचता येत नाही: रक्कम रिकामी आहे.',
    );
  });
});
