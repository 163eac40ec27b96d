// The report on paper, read back by programs that are not ours.

import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { BatchReport } from '../../electron/main/domain/report.ts';
import { readPdfMarks } from '../../electron/main/reports/export-pdf.ts';
import { exportReport } from '../../electron/main/reports/export-report.ts';
import { verbatim } from '../../shared/messages/message.ts';
import { asPaise } from '../../shared/money.ts';
import type { Language } from '../../shared/report-forms.ts';
import { codeOf, reportFolder } from './report-folder.ts';
import { samplePayout, sampleReport } from './sample-report.ts';

const READER = ['pdftotext', 'pdfinfo', 'pdffonts', 'qpdf'].find(
  (program) => spawnSync(program, ['--version']).error !== undefined,
);

/** One name in each script, with letters that move or join when they are shaped. */
const NAMES = {
  Latin: 'Asha Rao',
  Devanagari: 'श्री आशा क्षत्रिय',
  Bengali: 'শ্রীমতী অনিন্দিতা বন্দ্যোপাধ্যায়',
  Gujarati: 'ક્ષિતિજ પટેલ',
  Gurmukhi: 'ਪ੍ਰੀਤ ਸਿੰਘ',
  Tamil: 'ஸ்ரீனிவாசன் கௌதம்',
  Telugu: 'శ్రీనివాస రెడ్డి',
  Kannada: 'ಶ್ರೀನಿವಾಸ ಕೃಷ್ಣ',
  Malayalam: 'ശ്രീകുമാർ കൃഷ്ണൻ',
  Oriya: 'ଶ୍ରୀକୃଷ୍ଣ ମହାନ୍ତି',
  Arabic: 'عائشہ',
};

const PAID = Object.values(NAMES).map((name, at) => samplePayout(at + 2, { name, state: 'success' }));
const FAILED = samplePayout(20, {
  name: '中村',
  state: 'failed',
  amountPaise: asPaise(12_345_678),
  message: verbatim('Beneficiary account is closed'),
});
const AUDIT = [
  { sequence: 3, atMs: 1_775_019_600_000, actor: 'meera@desk-1', what: 'confirmed', detail: '{}', hash: 'ab' },
  { sequence: 4, atMs: 1_775_019_601_000, actor: 'meera@desk-1', what: 'sending', detail: '{"attempt":1}', hash: 'ab' },
  {
    sequence: 9,
    atMs: 1_775_019_660_000,
    actor: 'ravi@desk-1',
    what: 'failed',
    detail: '{"by":"decided"}',
    hash: 'ab',
  },
];
const LISTS = { audit: () => AUDIT } as unknown as Partial<BatchReport>;

beforeAll(() => void vi.stubEnv('TZ', 'Asia/Kolkata'));
afterAll(() => void vi.unstubAllEnvs());

async function written(report: BatchReport, language: Language = 'en'): Promise<string> {
  const path = reportFolder().file('report.pdf');
  const bankOf = (ifsc: string) => Promise.resolve(ifsc.startsWith('HDFC') ? 'HDFC Bank' : null);
  expect(codeOf(await exportReport(report, path, { look: { bankOf, language } }))).toBe('written');
  return path;
}

function textOf(path: string): string {
  return execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' });
}

describe('a report as PDF', () => {
  it('is the same file for the same batch and moment', async () => {
    const report = sampleReport([...PAID, FAILED]);
    const [one, other] = [await written(report), await written(report)];
    expect(readFileSync(one).equals(readFileSync(other))).toBe(true);
  });

  it('has the pages of its version: whoever changes them raises PAGES_VERSION', async () => {
    const pdf = readFileSync(await written(sampleReport([...PAID, FAILED], {}, LISTS)));
    expect([readPdfMarks(pdf)?.isOfThisVersion, createHash('sha256').update(pdf).digest('hex')]).toMatchInlineSnapshot(`
      [
        true,
        "41f7b38a4c78afa3e1bf2ae44e34c02a99fa169f9a7fbcfe8b2134d8d039d25b",
      ]
    `);
  });

  it('is refused, and no file is there, when the payouts change while it is written', async () => {
    const folder = reportFolder();
    const report = sampleReport(PAID);
    const changed = { ...report, payouts: () => [...PAID, FAILED] };
    expect(codeOf(await exportReport(changed, folder.file('report.pdf')))).toBe('changedWhileWriting');
    expect(folder.names()).toEqual([]);
  });

  describe('read by poppler and qpdf', () => {
    it('says who was paid what, in figures and words, who must act, who confirmed and who decided', async (test) => {
      test.skip(READER !== undefined, `skipped: no ${READER}`);
      const text = textOf(await written(sampleReport([...PAID, FAILED], {}, LISTS)));
      const squeezed = text.replaceAll(/\s+/g, ' ');
      expect(squeezed).toContain('Payment report B0012');
      expect(squeezed).toContain('₹1,23,534.66');
      expect(squeezed).toContain('One Lakh Twenty Three Thousand Five Hundred Thirty Four and Sixty Six Paise Only');
      expect(squeezed).toMatch(/Paid 11 ₹77\.88/);
      expect(squeezed).toMatch(/Failed 1 ₹1,23,456\.78/);
      expect(squeezed).toMatch(/All 12 ₹1,23,534\.66/);
      expect(squeezed).toContain('Totals match: 12 payments of ₹1,23,534.66 confirmed');
      expect(squeezed).toContain('HDFC Bank (HDFC)');
      expect(squeezed).toMatch(/@bank 7 ₹/);
      expect(squeezed).toMatch(/Failed Beneficiary account is Accounts: correct it ₹1,23,456\.78/);
      expect(squeezed).toContain('by meera@desk-1 on 01-04-2026 10:30 +05:30');
      expect(squeezed).toMatch(/9 01-04-2026 10:31 \+05:30 ravi@desk-1 Decided a payment: not paid/);
      expect(squeezed).not.toContain('attempt');
      expect(squeezed).toMatch(/Prepared by Checked by Approved by/);
      expect(squeezed).not.toContain('PRACTICE');
    });

    it('says all of that in Hindi, and in which language it is', async (test) => {
      test.skip(READER !== undefined, `skipped: no ${READER}`);
      const path = await written(sampleReport([...PAID, FAILED], {}, LISTS), 'hi');
      expect(readPdfMarks(readFileSync(path))?.language).toBe('hi');
      const squeezed = textOf(path).replaceAll(/\s+/g, ' ');
      // The reader returns the letters in drawing order.
      expect(squeezed).toContain('जोड़ िमलते');
      const stored =
        /HDFC Bank|B0012\S*|[A-Z]{3,}\d*|\S+@\S+|https?:\S+|[0-9a-f]{16,}|April salaries|acme|@bank|Asha Rao|salaries\.xlsx|Sheet1|Beneficiary account is|closed|ab\b/g;
      expect(squeezed.replaceAll(stored, '')).not.toMatch(/[A-Za-z]{3,}/);
    });

    it('asks nobody to act on what was paid since', async (test) => {
      test.skip(READER !== undefined, `skipped: no ${READER}`);
      const paidSince = { ...FAILED, paidSinceAs: 'B0013/2' };
      const squeezed = textOf(await written(sampleReport([...PAID, paidSince]))).replaceAll(/\s+/g, ' ');
      // Its column wraps, and the reader reads line by line.
      expect(squeezed).toMatch(/Nobody: .*B0013\/2/);
      expect(squeezed).not.toContain('Accounts: correct it');
    });

    it('says "not paid" only of what is known not to be paid, each with its count and rupees', async (test) => {
      test.skip(READER !== undefined, `skipped: no ${READER}`);
      const states = ['success', 'failed', 'cancelled', 'unknown', 'processing', 'sending', 'queued'] as const;
      const report = sampleReport(states.map((state, at) => samplePayout(at + 2, { name: `Payee ${state}`, state })));
      const [, notPaid, notSettled, notSent] = textOf(await written(report)).split(
        /Not paid, and what to do|Not settled yet, and what to do|Not sent yet, and what to do|Signatures/,
      );
      const payees = (text = ''): readonly string[] =>
        [...text.matchAll(/Payee (\w+)/g)].map(([, state = '']) => state);
      expect([payees(notPaid), payees(notSettled), payees(notSent)]).toEqual([
        ['failed', 'cancelled'],
        ['unknown', 'processing', 'sending'],
        ['queued'],
      ]);
      expect(notPaid).toMatch(/2 payments, ₹/);
      expect(notSettled).toMatch(/3 payments, ₹/);
      expect(notSent).toMatch(/1 payment, ₹/);
    });

    it('writes names in eleven scripts, each in a font that is embedded, and names a letter it cannot draw', async (test) => {
      test.skip(READER !== undefined, `skipped: no ${READER}`);
      const path = await written(sampleReport([...PAID, FAILED]));
      const text = textOf(path);
      const spoken = execFileSync('qpdf', ['--json', path], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
      for (const [script, name] of Object.entries(NAMES)) expect(script === 'Latin' ? text : spoken).toContain(name);
      expect(text).toContain('[U+4E2D][U+6751]');
      const fonts = execFileSync('pdffonts', [path], { encoding: 'utf8' }).trim().split('\n').slice(2);
      expect(fonts.every((line) => /Identity-H\s+yes yes yes/.test(line))).toBe(true);
      for (const script of Object.keys(NAMES).filter((name) => !['Latin', 'Devanagari'].includes(name)))
        expect(fonts.some((line) => line.includes(`NotoSans${script}`))).toBe(true);
    });

    it('is whole, tagged and marked as PDF/A-2b, in English, with its title', async (test) => {
      test.skip(READER !== undefined, `skipped: no ${READER}`);
      const path = await written(sampleReport([...PAID, FAILED]));
      expect(execFileSync('qpdf', ['--check', path], { encoding: 'utf8' })).toContain(
        'No syntax or stream encoding errors',
      );
      const info = execFileSync('pdfinfo', [path], { encoding: 'utf8' });
      expect(info).toMatch(/Title: +Payment report B0012/);
      expect(info).toMatch(/Tagged: +yes/);
      const about = execFileSync('pdfinfo', ['-meta', path], { encoding: 'utf8' });
      expect(about).toMatch(/<pdfaid:part>2<\/pdfaid:part>\s*<pdfaid:conformance>B</);
      const structure = execFileSync('pdfinfo', ['-struct', path], { encoding: 'utf8' });
      for (const kind of ['Document', 'H1', 'H2', 'Table', 'TR', 'TH', 'TD', 'Figure'])
        expect(structure).toContain(kind);
    });

    it('says PRACTICE and the page on every page, and how many payouts paper leaves to the workbook', async (test) => {
      test.skip(READER !== undefined, `skipped: no ${READER}`);
      const many = Array.from({ length: 3_000 }, (_, at) =>
        samplePayout(at + 2, { state: at % 2 === 0 ? 'success' : 'failed' }),
      );
      const pages = textOf(await written(sampleReport(many, { environment: 'PRACTICE' })))
        .split('\f')
        .slice(0, -1);
      pages.forEach((page, at) => {
        expect(page).toContain('PRACTICE: no money was moved');
        expect(page).toContain(`Page ${at + 1} of ${pages.length}`);
      });
      const all = pages.join('\n');
      expect(all).toContain('2,000 more payments: see the report as .xlsx.');
      expect(all).toContain('1,000 more payments: see the report as .xlsx.');
    });
  });
});
