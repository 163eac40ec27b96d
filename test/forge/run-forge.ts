// Forges reports and passports and asks whether they are the same, or right. What is called the same is rendered by other programs beside the original and
// must look the same; some of the rest is rendered too, to show that the forgeries are worth their name.

import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { exportReport } from '../../electron/main/reports/export-report.ts';
import { encodeCode, makePassportPage, sha256 } from '../../electron/main/reports/passport-page.ts';
import { isSameReport, type ReportFormat } from '../../electron/main/reports/same-report.ts';
import { treeOver } from '../../shared/passport/merkle.ts';
import {
  encodePassport,
  hashOfPassport,
  headOf,
  isHead,
  type Passport,
  type PassportPayment,
} from '../../shared/passport/passport.ts';
import { openPassport, updateOf } from '../../shared/passport/passport-pdf.ts';
import type { ReportForm } from '../../shared/report-forms.ts';
import { samplePayout, sampleReport } from '../reports/sample-report.ts';
import { type Random, seededRandom } from '../seeded/random.ts';
import { BYTES, LISTS, type Mutation, PDFS, passportPageWays, passportWays, WORKBOOKS } from './mutants.ts';

/** At most so many of those called the same, and of the others, are rendered for each original. */
const RENDERED_MAX = { same: 12, other: 8 };

const PAYOUTS = Array.from({ length: 12 }, (_, at) => samplePayout(at + 2));
const REPORT = sampleReport(PAYOUTS);

/** A file as the desk wrote it, the ways to forge it, and whether a copy is called the same as it was written. */
interface Original {
  readonly name: string;
  readonly format: ReportFormat | 'json';
  readonly file: Buffer;
  readonly isSame: (saved: Buffer) => boolean | Promise<boolean>;
  readonly mutations: Readonly<Record<string, Mutation>>;
}

interface Forged {
  readonly original: Original;
  readonly way: string;
  readonly file: Buffer;
  readonly isSame: boolean;
}

export interface Forging {
  readonly tried: number;
  readonly same: number;
  readonly looked: { readonly same: number; readonly other: number };
  /** Of those rendered that are not called the same, how many look different. */
  readonly visible: number;
  readonly failures: readonly string[];
  readonly isRendered: boolean;
}

export async function runForge({
  mutants,
  seed,
}: {
  readonly mutants: number;
  readonly seed: number;
}): Promise<Forging> {
  const folder = mkdtempSync(path.join(tmpdir(), 'payout-desk-forge-'));
  try {
    const originals = await originalsIn(folder);
    const failures: string[] = [];
    for (const original of originals) {
      if (!(await original.isSame(original.file))) failures.push(`${original.name} itself is not called the same`);
    }
    const random = seededRandom(seed, 'forge');
    const kept: Forged[] = [];
    const waysTried = new Set<string>();
    let [tried, same] = [0, 0];
    // Each way once, and then at random.
    const once = originals.flatMap((original) => Object.keys(original.mutations).map((way) => ({ original, way })));
    while (tried < mutants) {
      const { original, way } = once.shift() ?? anyOf(originals, random);
      const file = forge(original, way, random);
      if (file === null || file.equals(original.file)) continue;
      tried += 1;
      waysTried.add(`${original.name} ${way}`);
      const isSame = await original.isSame(file);
      if (isSame) same += 1;
      const alike = kept.filter((one) => one.original === original && one.isSame === isSame).length;
      if (alike < (isSame ? RENDERED_MAX.same : RENDERED_MAX.other)) kept.push({ original, way, file, isSame });
    }
    for (const original of originals) {
      for (const way of Object.keys(original.mutations)) {
        // One that finds nothing to change, in a run long enough for all.
        if (mutants >= 2_000 && !waysTried.has(`${original.name} ${way}`))
          failures.push(`${original.name}: ${way} was never tried`);
      }
    }
    const isRendered = ['soffice', 'pdftoppm'].every(
      (program) => spawnSync(program, ['-v'], { timeout: 60_000 }).error === undefined,
    );
    const looks = isRendered ? render(kept, originals, folder) : null;
    let visible = 0;
    for (const [at, { original, way, isSame }] of kept.entries()) {
      const isAlike = looks === null || looks.of(at) === looks.ofOriginal(original);
      if (isSame && !isAlike) failures.push(`${original.name}: ${way} looks different and is called the same`);
      if (!isSame && !isAlike) visible += 1;
    }
    const sameKept = kept.filter(({ isSame }) => isSame).length;
    return { tried, same, looked: { same: sameKept, other: kept.length - sameKept }, visible, failures, isRendered };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function anyOf(originals: readonly Original[], random: Random): Pick<Forged, 'original' | 'way'> {
  const original = random.pick(originals as readonly [Original, ...Original[]]);
  return { original, way: random.pick(Object.keys(original.mutations) as [string, ...string[]]) };
}

/** Forges it in one way, sometimes in two. */
function forge(original: Original, way: string, random: Random): Buffer | null {
  const once = original.mutations[way]?.(original.file, random) ?? null;
  if (once === null || !random.percent(20)) return once;
  return random.pick(Object.values(BYTES) as [Mutation, ...Mutation[]])(once, random);
}

async function originalsIn(folder: string): Promise<readonly Original[]> {
  const write = async (name: string, form: ReportForm, isToBeSigned = false): Promise<Buffer> => {
    const target = path.join(folder, name);
    const written = await exportReport(REPORT, target, { form, look: { isToBeSigned } });
    if (written.kind === 'refused') throw new Error(`the original ${name} was refused`);
    return readFileSync(target);
  };
  const [csv, xlsx, pdf] = [await write('r.csv', 'csv'), await write('r.xlsx', 'xlsx'), await write('r.pdf', 'pdf')];
  const ready = await write('s.pdf', 'pdf', true);
  const sameAs = (format: ReportFormat, made: Buffer) => (saved: Buffer) => isSameReport(format, saved, made);
  return [
    { name: 'csv', format: 'csv', file: csv, isSame: sameAs('csv', csv), mutations: { ...BYTES, ...LISTS } },
    { name: 'xlsx', format: 'xlsx', file: xlsx, isSame: sameAs('xlsx', xlsx), mutations: { ...BYTES, ...WORKBOOKS } },
    {
      name: 'pdf',
      format: 'pdf',
      file: pdf,
      isSame: sameAs('pdf', pdf),
      mutations: { ...BYTES, ...withoutSignature() },
    },
    {
      name: 'signed pdf',
      format: 'pdf',
      file: signedLike(ready),
      isSame: sameAs('pdf', ready),
      mutations: { ...BYTES, ...PDFS },
    },
    ...(await passports()),
  ];
}

const PAYMENT: PassportPayment = {
  payout: 'B0001/2',
  environment: 'LIVE',
  payer: 'Asha Traders',
  mid: 1001,
  payee: 'Ravi Kumar',
  method: 'IMPS',
  payTo: '\u2022\u2022\u2022\u20221234',
  ifsc: 'HDFC0000001',
  bank: 'HDFC Bank',
  amountPaise: 12_345_00,
  state: 'success',
  isDecided: false,
  isAlarmed: false,
  utr: '412345678901',
  rrn: null,
  transactionId: 'T1',
  reference: 'R1',
  remark: 'Salary',
  sentAt: '2026-04-01T10:30:00.000+05:30',
  settledAt: '2026-04-01T10:31:00.000+05:30',
  asOf: '2026-04-02T10:30:00.000+05:30',
  entry: 7,
  entryHash: 'ab'.repeat(32),
  language: 'en',
};

/** Three passports of one tree, the first as its PDF and its text, judged with the hash that the payer tells. */
async function passports(): Promise<readonly Original[]> {
  const payments = [
    PAYMENT,
    { ...PAYMENT, payout: 'B0001/3', payee: 'Meena', amountPaise: 99_999_00 },
    { ...PAYMENT, payout: 'B0001/4', state: 'failed', utr: null, settledAt: null },
  ] as const;
  const [first, second] = await sealed(payments, 12);
  const [selfMade] = await sealed([{ ...PAYMENT, amountPaise: 99_999_00 }], 12);
  if (first === undefined || second === undefined || selfMade === undefined) throw new Error('no passport was made');
  const isSame = async (saved: Buffer): Promise<boolean> => {
    const opened = await openPassport(saved, { encodeCode, sha256 });
    return opened.kind === 'whole' && isHead(opened.head, first.hash) === true;
  };
  // Its page is packed: there is no text in sight to change.
  const { text: _text, place: _place, colour: _colour, info: _info, ...pdfs } = withoutSignature();
  const ofPdf = { ...BYTES, ...pdfs, ...passportWays(second.pdf, selfMade.pdf), ...passportPageWays(second.pdf) };
  const ofText = { ...BYTES, ...passportWays(second.text, selfMade.text) };
  return [
    { name: 'passport', format: 'pdf', file: first.pdf, isSame, mutations: ofPdf },
    { name: 'text of a passport', format: 'json', file: first.text, isSame, mutations: ofText },
  ];
}

interface SealedPassport {
  readonly pdf: Buffer;
  readonly text: Buffer;
  readonly hash: string;
}

/** Passports under one root, as the desk makes them. */
async function sealed(payments: readonly PassportPayment[], sequence: number): Promise<readonly SealedPassport[]> {
  const count = payments.length;
  const made = await Promise.all(
    payments.map(async (payment, at) => {
      const { bytes, page } = await makePassportPage(payment, { count, madeAtMs: REPORT.asOfMs });
      return { bytes, unsealed: { payment, salt: String(at).repeat(32), page } };
    }),
  );
  const leaves = await Promise.all(made.map(({ unsealed }) => hashOfPassport(unsealed, sha256)));
  const { root, paths } = await treeOver(leaves, sha256);
  const entry = { sequence, atMs: REPORT.asOfMs, batchId: 1, count, root, before: 'cd'.repeat(32) };
  return await Promise.all(
    made.map(async ({ bytes, unsealed }, leaf): Promise<SealedPassport> => {
      const passport: Passport = { passport: 1, ...unsealed, leaf, path: paths[leaf] ?? [], entry };
      const [update, head] = [updateOf(bytes, passport, encodeCode), await headOf(passport, sha256)];
      if (update === null || head === null) throw new Error('a passport was not made');
      return {
        pdf: Buffer.concat([bytes, update]),
        text: Buffer.from(encodePassport(passport)),
        hash: head.hash,
      };
    }),
  );
}

function withoutSignature(): Readonly<Record<string, Mutation>> {
  const { otherSignature: _one, inSignature: _two, range: _three, afterRange: _four, ...others } = PDFS;
  return others;
}

/** The PDF with a signature's numbers and digits in their places, as a signing program fills them in. */
function signedLike(ready: Buffer): Buffer {
  const text = ready.toString('latin1').replace(/\n$/, '');
  const from = text.lastIndexOf('/Contents <') + '/Contents '.length;
  const to = text.indexOf('>', from) + 1;
  const range = text.lastIndexOf('/ByteRange [');
  const rangeEnd = text.indexOf(']', range) + 1;
  const numbers = `/ByteRange [0 ${from} ${to} ${text.length - to}]`.padEnd(rangeEnd - range);
  const digits = createHash('sha512')
    .update(ready)
    .digest('hex')
    .padEnd(to - from - 2, '0');
  const signed = text.slice(0, range) + numbers + text.slice(rangeEnd, from) + `<${digits}>` + text.slice(to);
  return Buffer.from(signed, 'latin1');
}

interface Looks {
  readonly of: (at: number) => string;
  readonly ofOriginal: (original: Original) => string;
}

/** What each file looks like on its pages, as a hash of the pictures, or `unreadable`. */
function render(kept: readonly Forged[], originals: readonly Original[], folder: string): Looks {
  const pages = path.join(folder, 'pages');
  mkdirSync(pages);
  const books: string[] = [];
  const put = (name: string, format: Original['format'], file: Buffer): void => {
    const target = path.join(pages, `${name}.${format}`);
    writeFileSync(target, file);
    if (format === 'csv' || format === 'xlsx') books.push(target);
  };
  for (const [at, { original, file }] of kept.entries()) put(`forged-${at}`, original.format, file);
  for (const { name, format, file } of originals) put(`original-${name}`, format, file);
  const profile = `-env:UserInstallation=file://${path.join(folder, 'office')}`;
  const convert = ['--headless', '--convert-to', 'pdf', '--outdir', pages];
  spawnSync('soffice', [profile, ...convert, ...books], { timeout: 300_000 });
  const lookOf = (name: string): string => {
    // A text looks as it reads.
    const text = path.join(pages, `${name}.json`);
    if (existsSync(text)) return readFileSync(text, 'latin1').trim();
    const pdf = path.join(pages, `${name}.pdf`);
    try {
      execFileSync('pdftoppm', ['-r', '40', '-gray', pdf, path.join(pages, `${name}-page`)], {
        stdio: 'ignore',
        timeout: 60_000,
      });
    } catch {
      return 'unreadable';
    }
    const hash = createHash('sha256');
    const pictures = readdirSync(pages)
      .filter((one) => one.startsWith(`${name}-page`))
      .toSorted();
    for (const picture of pictures) hash.update(readFileSync(path.join(pages, picture)));
    return pictures.length === 0 ? 'unreadable' : hash.digest('hex');
  };
  return { of: (at) => lookOf(`forged-${at}`), ofOriginal: ({ name }) => lookOf(`original-${name}`) };
}
