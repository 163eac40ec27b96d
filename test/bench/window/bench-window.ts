import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findChromium, NO_CHROMIUM } from '../../e2e/chromium.ts';
import { startWithPractice } from '../../e2e/desk-page.ts';
import { type Figure, formatTable } from '../figures.ts';
import { writeSalaryCsv, writeSalaryXlsx } from '../salary-files.ts';
import { openMeasuredDesk } from './measured-desk.ts';
import {
  chooseProfile,
  editRows,
  firstPaint,
  openFile,
  pauseRun,
  runRows,
  savePdf,
  scrollRows,
  stopFollowing,
} from './window-figures.ts';

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '10000' },
    large: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '60' },
    rate: { type: 'string', default: '300' },
    'in-flight': { type: 'string', default: '32' },
    strict: { type: 'boolean', default: false },
    'only-pdf': { type: 'boolean', default: false },
  },
});
const [rows, large, seconds] = [Number(values.rows), Number(values.large), Number(values.seconds)];
/** A company's salaries of a month. */
const PDF_ROWS = 290;
const loadBefore = loadavg()[0] ?? 0;
const executable = findChromium();
if (executable === null) throw new Error(NO_CHROMIUM);
const figures = await measureAll(executable);
process.stdout.write(`\n${formatTable(figures)}\n\n`);
process.stdout.write(`The built door with the practice gateway in a process of its own, as a LIVE account: ${values.rate} requests a second
at most, ${values['in-flight']} at once. "At work without a pause" is processor time of the desk's own thread in one turn of its event
loop; how long that loop waited counts what else the machine did as well, as an idle process beside it tells.
Frames are what requestAnimationFrame sees in headless Chromium without a GPU, at 1920 x 1080.\n`);
process.stdout.write(
  `Machine: ${availableParallelism()} cores, load ${loadBefore.toFixed(1)} before and ${(loadavg()[0] ?? 0).toFixed(1)} after, Node ${process.versions.node}, ${process.platform}.\n`,
);
process.exitCode = values.strict && figures.some(({ isMet }) => isMet === false) ? 1 : 0;

async function measureAll(chromium: string): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'payout-desk-bench-files-'));
  const say = (what: string): void => void process.stderr.write(`measuring ${what} ...\n`);
  const [xlsx, csv, few, small, many] = [
    'salaries.xlsx',
    'salaries.csv',
    'few.csv',
    'to-pay.csv',
    'many-to-pay.csv',
  ].map((name) => join(folder, name)) as [string, string, string, string, string];
  await writeSalaryXlsx(xlsx, rows);
  writeSalaryCsv(csv, large);
  writeSmallPayments(few, PDF_ROWS);
  writeSmallPayments(small, rows);
  writeSmallPayments(many, large);
  const desk = await openMeasuredDesk(chromium, { rate: Number(values.rate), inFlight: Number(values['in-flight']) });
  const { page, door } = desk;
  const figures: Figure[] = [];
  const keep = (more: readonly Figure[]): void => {
    figures.push(...more);
    for (const { name, measured } of more) process.stderr.write(`  ${name}: ${measured}\n`);
  };
  try {
    say('first paint');
    keep(await firstPaint(page, door.link));
    await startWithPractice(page, page.url());
    await chooseProfile(page);
    say('a report');
    await openFile(desk, { name: 'few', path: few, goal: 'csvSeconds' });
    await runRows(desk, { name: 'few', rows: PDF_ROWS, seconds: 60 });
    keep(await savePdf(page, `${PDF_ROWS} payouts`));
    if (values['only-pdf']) return figures;
    say('opening files');
    keep(await openFile(desk, { name: `${rows} XLSX rows`, path: xlsx, goal: 'xlsxSeconds' }));
    keep(await editRows(desk, { name: `${rows} rows`, goal: 'editMs' }));
    keep(await openFile(desk, { name: `${large} CSV rows`, path: csv, goal: 'csvSeconds' }));
    say('editing and scrolling');
    keep(await editRows(desk, { name: `${large} rows`, goal: 'editOfManyMs' }));
    keep(await scrollRows(desk, `Review, ${large} rows`));
    say('a run');
    await openFile(desk, { name: 'to pay', path: small, goal: 'csvSeconds' });
    keep(await runRows(desk, { name: `${rows} payouts`, rows, seconds }));
    await pauseRun(page);
    say('a run of many rows');
    await openFile(desk, { name: 'many to pay', path: many, goal: 'csvSeconds' });
    keep(await runRows(desk, { name: `${large} payouts`, rows: large, seconds: 5 }));
    await stopFollowing(page);
    keep(await scrollRows(desk, `Run, ${large} payouts`));
    await pauseRun(page);
    return figures;
  } finally {
    await desk.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Small amounts to many people: a practice wallet can pay them all. */
function writeSmallPayments(path: string, count: number): void {
  const lines = Array.from(
    { length: count },
    (_, at) => `Person ${count}.${at},small${count}.${at}@okbank,${100 + (at % 100)}.50,Salary`,
  );
  writeFileSync(path, `${['Name,UPI ID,Amount,Remark', ...lines].join('\r\n')}\r\n`);
}
