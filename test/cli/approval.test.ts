// Persons and approval as they are typed: two who enrol each other, a tier, a request, a signature, and then a payment of exactly that.

import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ExcelJS from 'exceljs';
import { describe, expect, it, type TestContext } from 'vitest';
import { z } from 'zod';
import { VERIFIED_REPORT } from './audit-views.ts';
import { openDesk, openDeskFor } from './desk-in-process.ts';
import { answerOf, BATCH, REFUSED } from './json-answers.ts';
import { memoryKeychain } from './memory-keychain.ts';
import { makeRows, writeCsv } from './payout-files.ts';
import { type Desk, type Finished, PATIENCE_MS } from './run-desk.ts';
import { startSpecGateway } from './spec-gateway.ts';

const HAS_PDFTOTEXT = spawnSync('pdftotext', ['-v']).error === undefined;

const ASHA = 'three green lamps\n';
const BALA = 'a quiet brown river\n';

const REQUEST = z.looseObject({
  request: z.int(),
  state: z.string(),
  maker: z.string(),
  approvedBy: z.array(z.string()),
  batch: z.string().nullable(),
});
const TEAM = z.strictObject({
  persons: z.array(z.looseObject({ name: z.string(), role: z.string() })),
  tiers: z.array(z.looseObject({ approvals: z.int() })),
  isFragile: z.boolean(),
});

const refusedAs = (finished: Finished): string => {
  expect(finished.exitCode).toBe(2);
  return answerOf(finished, REFUSED).refused.code;
};

/** Types a command and a passphrase. */
const typing = (desk: Desk, passphrase: string, ...words: readonly string[]): Promise<Finished> =>
  desk.with({ input: passphrase }).run(...words, '--json');

async function asked(typed: Promise<Finished>): Promise<z.infer<typeof REQUEST>> {
  const finished = await typed;
  expect(finished).toMatchObject({ exitCode: 0 });
  return answerOf(finished, REQUEST);
}

async function deskOf(test: TestContext) {
  const gateway = await startSpecGateway(test);
  const desk = await openDeskFor(test, gateway, { askKeychain: memoryKeychain() });
  const file = writeCsv(desk.folder, { name: 'pay.csv', rows: makeRows(2) });
  const run = (which = file): Promise<Finished> =>
    typing(desk, ASHA, 'run', which, '--profile', 'acme', '--yes', '--as', 'Asha');
  return { gateway, desk, file, run, sent: (): number => gateway.payoutPosts().length };
}

describe.concurrent('approval at the command line', { timeout: 5 * PATIENCE_MS }, () => {
  it('goes from two persons who enrol each other to a payment of exactly what was approved, and its report', async (test) => {
    const { desk, file, run, sent } = await deskOf(test);
    expect(refusedAs(await typing(desk, 'short\n', 'person', 'add', 'Asha', '--role', 'maker'))).toBe(
      'passphraseShort',
    );
    await asked(typing(desk, ASHA, 'person', 'add', 'Asha', '--role', 'maker'));
    await asked(typing(desk, BALA, 'person', 'add', 'Bala', '--role', 'approver'));
    await asked(typing(desk, BALA, 'approve', '1', '--as', 'Bala'));
    expect(answerOf(await desk.run('person', 'list', '--json'), TEAM).persons).toEqual([]);
    await asked(typing(desk, ASHA, 'approve', '2', '--as', 'Asha'));
    const tier = ['tier', 'acme', '--from', '100', '--per', 'batch', '--approvals', '1', '--json'];
    expect(await desk.run(...tier)).toMatchObject({ exitCode: 0 });
    expect(answerOf(await desk.run('person', 'list', '--json'), TEAM)).toMatchObject({
      persons: [{ name: 'Bala' }, { name: 'Asha' }],
      tiers: [{ approvals: 1 }],
      isFragile: true,
    });

    expect(refusedAs(await run())).toBe('needsApproval');
    expect(refusedAs(await desk.run('run', file, '--profile', 'acme', '--yes', '--json'))).toBe('whoPays');
    const asBala = ['run', file, '--profile', 'acme', '--yes', '--as', 'Bala'];
    expect(refusedAs(await typing(desk, BALA, ...asBala))).toBe('mayNotPay');
    expect(refusedAs(await typing(desk, BALA, ...asBala.slice(0, -1), 'Asha'))).toBe('wrongPassphrase');
    const request = ['request', 'run', file, '--profile', 'acme', '--as'];
    expect(refusedAs(await typing(desk, BALA, ...request, 'Asha'))).toBe('wrongPassphrase');
    const made = await typing(desk, ASHA, ...request, 'Asha');
    // What is asked for was shown before the passphrase.
    expect(made.stderr).toContain('Rupees Two Hundred One and Seven Paise Only');
    expect(answerOf(made, REQUEST)).toMatchObject({ request: 3, state: 'waiting', maker: 'Asha' });
    expect(refusedAs(await run())).toBe('needsApproval');
    expect(refusedAs(await typing(desk, ASHA, 'approve', '3', '--as', 'Asha'))).toBe('notApproved');
    const approved = await typing(desk, BALA, 'approve', '3', '--as', 'Bala', '--note', 'seen');
    expect(approved.stderr).toContain('Person row 0001');
    expect(answerOf(approved, REQUEST)).toMatchObject({ state: 'approved', approvedBy: ['Bala'] });

    const other = makeRows(2).map((row, at) => (at === 1 ? { ...row, amount: '101.08' } : row));
    expect(refusedAs(await run(writeCsv(desk.folder, { name: 'other.csv', rows: other })))).toBe('needsApproval');
    expect(sent()).toBe(0);
    const paid = await run();
    expect(paid).toMatchObject({ exitCode: 0 });
    expect(answerOf(paid, BATCH).counts).toMatchObject({ success: 2 });
    expect(sent()).toBe(2);
    expect(await asked(desk.run('requests', '3', '--json'))).toMatchObject({ state: 'used', batch: 'B0001' });
    expect((await run()).exitCode).not.toBe(0);
    expect(sent()).toBe(2);

    await namesItsApprover(desk);
  });

  it('goes by files between two computers, and takes no file that was altered', async (test) => {
    const { desk, file, run, sent } = await deskOf(test);
    const elsewhere = openDesk(test, { askKeychain: memoryKeychain() });
    const at = (name: string): string => path.join(elsewhere.folder, name);
    const key = ['person', 'key', 'Bala', '--role', 'approver', '--out', at('bala.json')];
    expect(await typing(elsewhere, BALA, ...key)).toMatchObject({ exitCode: 0 });
    const own = await asked(typing(desk, ASHA, 'person', 'add', 'Asha', '--role', 'maker'));
    await asked(typing(desk, ASHA, 'person', 'add', '--from', at('bala.json'), '--as', 'Asha'));
    const approvedElsewhere = async (request: number): Promise<string> => {
      const [out, signed] = [at(`request-${request}.json`), at(`signed-${request}.json`)];
      expect(await desk.run('request', 'export', String(request), '--out', out)).toMatchObject({ exitCode: 0 });
      const shown = await typing(elsewhere, BALA, 'approve', out, '--as', 'Bala', '--out', signed);
      expect(shown).toMatchObject({ exitCode: 0 });
      return signed;
    };
    await asked(desk.run('request', 'import', await approvedElsewhere(own.request), '--json'));
    const tier = ['tier', 'acme', '--from', '0', '--per', 'payment', '--approvals', '1', '--json'];
    expect(await desk.run(...tier)).toMatchObject({ exitCode: 0 });

    const { request } = await asked(typing(desk, ASHA, 'request', 'run', file, '--profile', 'acme', '--as', 'Asha'));
    const signed = await approvedElsewhere(request);
    const text = readFileSync(at(`request-${request}.json`), 'utf8');
    writeFileSync(at('altered.json'), text.replace('Person row 0001', 'Person row 0009'));
    const altered = ['approve', at('altered.json'), '--as', 'Bala', '--out', at('no.json')];
    expect(refusedAs(await typing(elsewhere, BALA, ...altered))).toBe('notApproved');
    writeFileSync(at('forged.json'), readFileSync(signed, 'utf8').replace('"reason":""', '"reason":"x"'));
    expect(refusedAs(await desk.run('request', 'import', at('forged.json'), '--json'))).toBe('notOurFile');
    expect(refusedAs(await run())).toBe('needsApproval');
    expect(sent()).toBe(0);
    expect(await asked(desk.run('request', 'import', signed, '--json'))).toMatchObject({ state: 'approved' });
    expect(answerOf(await run(), BATCH).counts).toMatchObject({ success: 2 });
    expect(sent()).toBe(2);
  });

  it('is refused on a computer without a keychain, which says so', async (test) => {
    const desk = await openDeskFor(test, await startSpecGateway(test));
    expect(refusedAs(await typing(desk, ASHA, 'person', 'add', 'Asha', '--role', 'maker'))).toBe('noKeychain');
  });
});

/** Its workbook and its paper name who approved B0001, and a changed name is found. */
async function namesItsApprover(desk: Desk): Promise<void> {
  const [book, paper] = ['report.xlsx', 'report.pdf'].map((name) => path.join(desk.folder, name)) as [string, string];
  for (const out of [book, paper])
    expect(await desk.run('export', 'B0001', '--out', out)).toMatchObject({ exitCode: 0 });
  const verdictOn = async (report: string): Promise<unknown> => {
    const { verdict, findings } = answerOf(
      await desk.run('audit', 'verify', '--report', report, '--json'),
      VERIFIED_REPORT,
    ).report;
    return [verdict, findings.map(({ message }) => message)];
  };
  expect([await verdictOn(book), await verdictOn(paper)]).toEqual([
    ['same', []],
    ['same', []],
  ]);
  if (HAS_PDFTOTEXT) {
    const text = execFileSync('pdftotext', ['-layout', paper, '-'], { encoding: 'utf8' });
    expect(text).toMatch(/Approved by\s+Bala, asked by Asha, digest\s+[0-9a-f]/);
  }
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.readFile(book);
  const said: string[] = [];
  workbook.getWorksheet('Summary')?.eachRow((row) => {
    if (row.getCell(1).value !== 'Approved by') return;
    said.push(row.getCell(2).text);
    row.getCell(2).value = row.getCell(2).text.replace('Bala', 'Mala');
  });
  expect(said).toEqual([expect.stringMatching(/^Bala, asked by Asha, digest [0-9a-f]{64}$/)]);
  await workbook.xlsx.writeFile(book);
  expect(await verdictOn(book)).toEqual([
    'altered',
    [expect.stringMatching(/^Approved by: the report says "Mala, asked by Asha/)],
  ]);
}
