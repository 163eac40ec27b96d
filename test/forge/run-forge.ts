// Forges reports and asks whether they are the same. What is called the same is rendered by other programs beside the original and
// must look the same; some of the rest is rendered too, to show that the forgeries are worth their name.

import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { exportReport } from '../../electron/main/reports/export-report.ts';
import { isSameReport, type ReportFormat } from '../../electron/main/reports/same-report.ts';
import type { ReportForm } from '../../shared/report-forms.ts';
import { samplePayout, sampleReport } from '../reports/sample-report.ts';
import { type Random, seededRandom } from '../seeded/random.ts';
import { BYTES, LISTS, type Mutation, PDFS, WORKBOOKS } from './mutants.ts';

/** At most so many of those called the same, and of the others, are rendered for each original. */
const RENDERED_MAX = { same: 12, other: 8 };

const PAYOUTS = Array.from({ length: 12 }, (_, at) => samplePayout(at + 2));
const REPORT = sampleReport(PAYOUTS);

/** A report as the desk wrote it, and the ways to forge it. `made`: what the desk writes anew. */
interface Original {
  readonly name: string;
  readonly format: ReportFormat;
  readonly file: Buffer;
  readonly made: Buffer;
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
      if (!judge(original, original.file)) failures.push(`${original.name} itself is not called the same`);
    }
    const random = seededRandom(seed, 'forge');
    const kept: Forged[] = [];
    const waysTried = new Set<string>();
    let [tried, same] = [0, 0];
    while (tried < mutants) {
      const original = random.pick(originals as [Original, ...Original[]]);
      const ways = Object.keys(original.mutations) as [string, ...string[]];
      const way = random.pick(ways);
      const file = forge(original, way, random);
      if (file === null || file.equals(original.file)) continue;
      tried += 1;
      waysTried.add(`${original.name} ${way}`);
      const isSame = judge(original, file);
      if (isSame) same += 1;
      const alike = kept.filter((one) => one.original === original && one.isSame === isSame).length;
      if (alike < (isSame ? RENDERED_MAX.same : RENDERED_MAX.other)) kept.push({ original, way, file, isSame });
    }
    for (const original of originals) {
      for (const way of Object.keys(original.mutations)) {
        // A seldom way may not be drawn in a short run.
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

/** Forges it in one way, sometimes in two. */
function forge(original: Original, way: string, random: Random): Buffer | null {
  const once = original.mutations[way]?.(original.file, random) ?? null;
  if (once === null || !random.percent(20)) return once;
  return random.pick(Object.values(BYTES) as [Mutation, ...Mutation[]])(once, random);
}

function judge({ format, made }: Original, saved: Buffer): boolean {
  return isSameReport(format, saved, made);
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
  return [
    { name: 'csv', format: 'csv', file: csv, made: csv, mutations: { ...BYTES, ...LISTS } },
    { name: 'xlsx', format: 'xlsx', file: xlsx, made: xlsx, mutations: { ...BYTES, ...WORKBOOKS } },
    { name: 'pdf', format: 'pdf', file: pdf, made: pdf, mutations: { ...BYTES, ...withoutSignature() } },
    { name: 'signed pdf', format: 'pdf', file: signedLike(ready), made: ready, mutations: { ...BYTES, ...PDFS } },
  ];
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
  const put = (name: string, format: ReportFormat, file: Buffer): void => {
    const target = path.join(pages, `${name}.${format}`);
    writeFileSync(target, file);
    if (format !== 'pdf') books.push(target);
  };
  for (const [at, { original, file }] of kept.entries()) put(`forged-${at}`, original.format, file);
  for (const { name, format, file } of originals) put(`original-${name}`, format, file);
  const profile = `-env:UserInstallation=file://${path.join(folder, 'office')}`;
  const convert = ['--headless', '--convert-to', 'pdf', '--outdir', pages];
  spawnSync('soffice', [profile, ...convert, ...books], { timeout: 300_000 });
  const lookOf = (name: string): string => {
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
