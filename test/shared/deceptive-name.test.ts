import { describe, expect, it } from 'vitest';
import { isDeceptive, showUnseen } from '../../shared/deceptive-name.ts';

describe('a name', () => {
  it.each([
    ['with a Cyrillic a among Latin letters', '\u0410sha Rao'],
    ['with a Greek capital among Latin letters', '\u039Deha Gupta'],
    ['with an Armenian o', 'Rav\u0585'],
    ['with a Latin letter in a Devanagari word', 'रमeश'],
    ['with a zero-width space', 'Ra\u200bvi'],
    ['with a direction override', '\u202eivaR'],
    ['with a soft hyphen', 'Ra\u00advi'],
    ['with a joiner between Latin letters', 'Ra\u200dvi'],
  ])('%s deceives', (_what, name) => {
    expect(isDeceptive(name)).toBe(true);
  });

  it.each([
    'Asha Rao',
    'A. P. J. Abdul-Kalam’s Stores (2)',
    'José Müller',
    'रमेश कुमार',
    'क्\u200dष',
    'ரமேஷ் குமார்',
    'Ramesh रमेश',
    'محمد خان',
    'Asha 🙂',
    '',
  ])('%s is what it looks like', (name) => {
    expect(isDeceptive(name)).toBe(false);
  });
});

describe('a text with marks that nobody sees', () => {
  it('has a box for each, and stays as it is without any', () => {
    expect(showUnseen('ra\u200bvi@\u202esample')).toBe('ra▯vi@▯sample');
    expect(showUnseen('ravi@sample')).toBe('ravi@sample');
    expect(showUnseen('रमेश')).toBe('रमेश');
  });
});
