import { describe, expect, it } from 'vitest';
import { checked, csvRow, HEADER, payments, refused } from './files.ts';

const TEXT = `${HEADER}\n${csvRow({ name: 'रवि शर्मा', remark: 'वेतन' })}\n`;
const utf16be = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();
const LATIN = Buffer.from(`${HEADER}\n${csvRow({ name: 'José' })}\n`, 'latin1');

describe('the encoding of a CSV file', () => {
  it.each<readonly [string, Uint8Array]>([
    ['UTF-8', Buffer.from(TEXT)],
    ['UTF-8 with its mark', Buffer.from(`\uFEFF${TEXT}`)],
    ['UTF-8 with its mark twice', Buffer.from(`\uFEFF\uFEFF${TEXT}`)],
    ['UTF-16LE with its mark', Buffer.from(`\uFEFF${TEXT}`, 'utf16le')],
    ['UTF-16BE with its mark', utf16be(`\uFEFF${TEXT}`)],
  ])('reads %s', async (_, bytes) => {
    const file = await checked(bytes);
    expect(file.headers[0]).toBe('method');
    expect(payments(file)).toMatchObject([{ name: 'रवि शर्मा', remark: 'वेतन' }]);
  });

  it('finds a first line sep=; behind a mark written twice', async () => {
    const file = await checked(`\uFEFF\uFEFFsep=;\n${TEXT.replaceAll(',', ';')}`);
    expect(file.rows).toMatchObject([{ kind: 'payable', rowNumber: 2 }]);
  });

  it('reads Devanagari letter by letter across the pieces of a large file', async () => {
    const names = Array.from({ length: 30_000 }, (_, at) => `${'क्षत्रिय '.repeat(at % 7)}${at}`);
    const lines = names.map((name, at) => `p${at}@okaxis,500,Pay,${name}`);
    const file = await checked(`upi,amount,remark,name\n${lines.join('\n')}\n`);
    expect(payments(file).map(({ name }) => name)).toEqual(names);
  });

  it('asks about UTF-16 without a mark and then reads it', async () => {
    const little = Buffer.from(TEXT.replace('रवि शर्मा', 'Ravi'), 'utf16le');
    expect((await refused(little)).cure).toContain('--encoding utf-16le');
    expect((await refused(Buffer.from(little).swap16())).cure).toContain('--encoding utf-16be');
    expect((await checked(little, { encoding: 'utf-16le' })).payableCount).toBe(1);
    expect((await checked(Buffer.from(little).swap16(), { encoding: 'UTF-16BE' })).payableCount).toBe(1);
  });

  it('asks about bytes that are not UTF-8, names the line and how Windows-1252 would read it', async () => {
    const refusal = await refused(LATIN);
    expect(refusal).toMatchObject({ code: 'notUtf8' });
    expect(refusal.message).toContain('line 2');
    expect(refusal.message).toContain('José');
    for (const encoding of ['windows-1252', 'utf-16le', 'utf-16be']) expect(refusal.cure).toContain(encoding);
  });

  it('reads Windows-1252 when asked to, its own characters included', async () => {
    expect(payments(await checked(LATIN, { encoding: 'windows-1252' }))).toMatchObject([{ name: 'José' }]);
    const quotes = Buffer.from(LATIN);
    quotes.set([0x93], quotes.indexOf(0xe9));
    expect(payments(await checked(quotes, { encoding: 'cp1252' }))).toMatchObject([{ name: 'Jos“' }]);
  });

  it('refuses an encoding that the bytes are not, that the mark contradicts, or that nobody knows', async () => {
    expect((await refused(LATIN, { encoding: 'utf-8' })).code).toBe('notUtf8');
    expect((await refused(Buffer.from(`\uFEFF${TEXT}`), { encoding: 'utf-16le' })).code).toBe('encodingContradicted');
    expect((await refused(Buffer.from([0, 0xd8, 10, 0]), { encoding: 'utf-16le' })).code).toBe('notInEncoding');
    expect((await refused(TEXT, { encoding: 'klingon' })).code).toBe('unknownEncoding');
    expect((await refused(Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0]))).message).toContain('UTF-32');
  });

  it('refuses letters cut in half', async () => {
    expect((await refused(Buffer.from(TEXT).subarray(0, -30))).code).toBe('notUtf8');
  });
});
