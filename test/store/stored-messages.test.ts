import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { messageFrom, storedText } from '../../electron/main/store/stored-messages.ts';
import { msg, verbatim } from '../../shared/messages/message.ts';

const HELD = msg('hold.again', { payment: msg('part.batchRow', { batch: 'B0001', row: 2 }) });

describe('what a text column holds for people', () => {
  it('is a message by its code and parameters', () => {
    expect(JSON.parse(storedText(HELD))).toEqual(HELD);
    expect(messageFrom(storedText(HELD))).toEqual(HELD);
  });

  it('is the text itself where it came from the gateway, a person or an older version', () => {
    expect(storedText(verbatim('Insufficient balance'))).toBe('Insufficient balance');
    expect(messageFrom('The gateway already knows this reference.')).toEqual(
      verbatim('The gateway already knows this reference.'),
    );
  });

  it('is read back as it was, even a text that looks like a message of the desk', () => {
    const ours = [HELD, verbatim(storedText(HELD)), verbatim(JSON.stringify(verbatim('x')))];
    const texts = fc.oneof(fc.string(), fc.json(), fc.constantFrom(...ours.map(storedText)));
    fc.assert(
      fc.property(texts, (text) => {
        expect(messageFrom(storedText(verbatim(text)))).toEqual(verbatim(text));
      }),
    );
    for (const message of ours) expect(messageFrom(storedText(message))).toEqual(message);
  });
});
