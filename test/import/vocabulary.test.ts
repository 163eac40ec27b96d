// The words that the importer knows, each found by the one function that says what it means.

import { describe, expect, it } from 'vitest';
import { knownIn, knownOf, type Role } from '../../electron/main/import/known-words.ts';
import { VOCABULARY } from '../../electron/main/import/vocabulary.ts';

const ROLES = Object.keys(VOCABULARY) as Role[];

/** What a person reads about a text, with the role and language in which it is known. */
function reported(text: string, role: Role): string | null {
  const known = knownIn(text, role);
  return known === null ? null : `${known.phrase}: ${known.meaning}, ${known.language}`;
}

describe('a known word', () => {
  it('is told with what it means where it stands', () => {
    expect(reported('do not pay', 'status')).toBe('do not pay: notPaid, en');
    expect(reported('please do not pay him', 'remark')).toBe('do not pay: notPaid, en');
    expect(reported("Salary, don't pay", 'title')).toBe("don't pay: notPaid, en");
    expect(reported('not to be paid', 'heading')).toBe('not to be paid: notPaid, en');
    expect(reported('इस माह वेतन रोक दिया', 'remark')).toBe('वेतन रोक: notPaid, hi');
    expect(reported('रक्कम', 'spelling')).toBe('रक्कम: amount, mr');
    expect(reported('lacs', 'unit')).toBe('lacs: lakhs, en');
    expect(reported('एकूण', 'total')).toBe('एकूण: total, mr');
  });

  it('is none beside what denies it, and none as a part of another', () => {
    expect(reported('no salary due', 'remark')).toBeNull();
    expect(reported('paid in full and final', 'remark')).toBeNull();
    expect(reported('demand draft', 'title')).toBeNull();
    expect(reported('list of deductions payable', 'title')).toBeNull();
    expect(reported('to be paid in cash', 'heading')).toBeNull();
    expect(reported('household', 'heading')).toBeNull();
    expect(reported('totally', 'total')).toBeNull();
  });

  it('is the first meaning of several, or the one that is asked for', () => {
    expect(knownIn('tax', 'money')?.meaning).toBe('takenOff');
    expect(knownIn('tax', 'money', 'paidBack')?.meaning).toBe('paidBack');
    expect(knownIn('tax', 'money', 'noMoney')).toBeNull();
    expect(reported('stopped, hold', 'heading')).toBe('stopped: notPaid, en');
  });
});

describe('the vocabulary', () => {
  it.each(ROLES)('has each phrase of %s once, in lower case', (role) => {
    const phrases = knownOf(role).map(({ meaning, phrase }) => `${meaning}: ${phrase}`);
    expect(new Set(phrases).size).toBe(phrases.length);
    for (const { phrase } of knownOf(role)) expect(phrase).toMatch(/^\S(?:.*\S)?$/u);
    for (const { phrase } of knownOf(role)) expect(phrase).toBe(phrase.toLowerCase());
  });

  it.each(ROLES)('finds each phrase of %s by itself, or before other words', (role) => {
    const lost = knownOf(role).filter(({ phrase, meaning }) => {
      const found = knownIn(phrase, role, meaning) ?? knownIn(`${phrase} x`, role, meaning);
      return meaning !== 'nothing' && found?.meaning !== meaning;
    });
    expect(lost).toEqual([]);
  });
});
