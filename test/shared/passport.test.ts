import { createHash, hash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leafHash, pathLength, rootOver, type Sha256Of, treeOver } from '../../shared/passport/merkle.ts';
import {
  asciiBytes,
  decodePassport,
  encodePassport,
  hashOfPassport,
  headOf,
  isHead,
  type Passport,
} from '../../shared/passport/passport.ts';

const sha256: Sha256Of = (bytes) => Promise.resolve(hash('sha256', bytes, 'hex'));

/** The leaves and roots that certificate transparency's own code is tested with. */
const LEAVES = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
const ROOTS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

const hashesOf = (count: number): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => leafHash(asciiBytes(`leaf ${at}`), sha256)));

describe('the tree over passports', () => {
  it('has the roots of RFC 6962', async () => {
    const leaves = await Promise.all(LEAVES.map((hex) => leafHash(Buffer.from(hex, 'hex'), sha256)));
    for (const [at, root] of ROOTS.entries()) {
      expect((await treeOver(leaves.slice(0, at + 1), sha256)).root).toBe(root);
    }
  });

  it('leads from every leaf to its root, by few hashes, and from no other place', async () => {
    for (const count of [1, 2, 3, 5, 8, 13, 100]) {
      const leaves = await hashesOf(count);
      const { root, paths } = await treeOver(leaves, sha256);
      for (const [leaf, path] of paths.entries()) {
        expect(path.length).toBeLessThanOrEqual(pathLength(count));
        const of = leaves[leaf] ?? '';
        expect(await rootOver(of, { leaf, count, path }, sha256)).toBe(root);
        for (const other of [leaf - 1, leaf + 1, leaf + count]) {
          expect(await rootOver(of, { leaf: other, count, path }, sha256)).not.toBe(root);
        }
        expect(await rootOver(of, { leaf, count, path: [...path, root] }, sha256)).not.toBe(root);
        if (count > 1) expect(await rootOver(of, { leaf, count, path: path.slice(1) }, sha256)).not.toBe(root);
      }
    }
  });

  it('takes no part of the tree for a leaf', async () => {
    const leaves = await hashesOf(2);
    const { root } = await treeOver(leaves, sha256);
    const inner = Buffer.from(leaves.join(''), 'hex');
    expect(await leafHash(inner, sha256)).not.toBe(root);
    expect(createHash('sha256').update(inner).digest('hex')).not.toBe(root);
  });
});

const PAYMENT: Passport['payment'] = {
  payout: 'B0007/3',
  environment: 'LIVE',
  payer: 'Acme Pvt Ltd',
  mid: 1001,
  payee: 'आशा "Q" \\',
  method: 'IMPS',
  payTo: '••••••1234',
  ifsc: 'HDFC0000001',
  bank: 'HDFC Bank',
  amountPaise: 1_850_050,
  state: 'success',
  isDecided: false,
  isAlarmed: false,
  utr: 'UTR123',
  rrn: null,
  transactionId: null,
  reference: 'R1',
  remark: 'Salary',
  sentAt: '2026-04-01T10:30:00.123+05:30',
  settledAt: null,
  asOf: '2026-04-02T10:30:00.123+05:30',
  entry: 12,
  entryHash: 'ab'.repeat(32),
  language: 'en',
};

async function passports(count: number): Promise<readonly Passport[]> {
  const unsealed = Array.from({ length: count }, (_, at) => ({
    payment: { ...PAYMENT, payout: `B0007/${at + 2}` },
    salt: String(at).padStart(32, '0'),
    page: { bytes: 1_000, sha256: 'cd'.repeat(32), code: 4, file: 5 },
  }));
  const { root, paths } = await treeOver(await Promise.all(unsealed.map((one) => hashOfPassport(one, sha256))), sha256);
  const entry = { sequence: 77, atMs: 1_700_000_000_000, batchId: 7, count, root, before: 'ef'.repeat(32) };
  return unsealed.map((one, leaf) => ({ passport: 1, ...one, leaf, path: paths[leaf] ?? [], entry }));
}

describe('a passport', () => {
  it('has one text, of ASCII, that reads back as it was', async () => {
    for (const passport of await passports(5)) {
      const text = encodePassport(passport);
      expect(text).toMatch(/^[\x20-\x7e]+$/);
      expect(decodePassport(`${text}\n`)).toEqual(passport);
    }
  });

  it('leads to the entry that holds its root, whichever of them it is', async () => {
    const heads = await Promise.all((await passports(5)).map((one) => headOf(one, sha256)));
    expect(new Set(heads.map((head) => JSON.stringify(head))).size).toBe(1);
    expect(heads[0]).toMatchObject({ sequence: 77 });
  });

  it('leads nowhere else, whichever letter of it is changed', async () => {
    const [, one] = await passports(5);
    if (one === undefined) throw new Error('there are five');
    const text = encodePassport(one);
    const head = await headOf(one, sha256);
    if (head === null) throw new Error('it leads to its entry');
    for (let at = 0; at < text.length; at += 1) {
      for (const letter of ['0', '1', 'x', '"', '']) {
        if (text[at] === letter) continue;
        const changed = decodePassport(text.slice(0, at) + letter + text.slice(at + 1));
        const led = changed === null ? null : await headOf(changed, sha256);
        expect([at, letter, led?.hash === head.hash && led.sequence === head.sequence]).toEqual([at, letter, false]);
      }
    }
  });

  it('leads nowhere however long somebody made a text in it', async () => {
    const [one] = await passports(1);
    if (one === undefined) throw new Error('there is one');
    const long = { ...one, payment: { ...one.payment, remark: 'x'.repeat(1_000_000) } };
    expect(await headOf(long, sha256)).toBeNull();
  });

  it('is not read with anything more in it, or in another order', async () => {
    const [one] = await passports(1);
    const { salt, ...rest } = one ?? {};
    for (const other of [
      { ...one, more: 1 },
      { ...rest, salt },
      { ...one, passport: 2 },
    ]) {
      expect(decodePassport(JSON.stringify(other))).toBeNull();
    }
    expect(decodePassport(encodePassport(one as Passport).replace('"payer"', '"payer" '))).toBeNull();
    expect(decodePassport(encodePassport(one as Passport).replace('"payer":', '"payer":"x","payer":'))).toBeNull();
  });

  it('is compared with a hash that a person types, or enough of its first digits', () => {
    const head = { sequence: 1, hash: '0123456789abcdef'.repeat(4) };
    expect(isHead(head, head.hash)).toBe(true);
    expect(isHead(head, ' 0123 4567 89AB CDEF 0123 4')).toBe(true);
    expect(isHead(head, '0123456789abcdef0124')).toBe(false);
    for (const no of ['', '0123456789abcdef012', 'entry 1', `${head.hash}0`]) expect(isHead(head, no)).toBeNull();
  });

  it('reads nothing that another text of JSON says', () => {
    fc.assert(fc.property(fc.json(), (text) => decodePassport(text) === null));
  });
});
