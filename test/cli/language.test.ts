// The command line in another language: with `--language hi` a person reads no English except what is typed, names, and what the
// gateway or a file says; without it everything is English, on any machine.

import { copyFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { REPOSITORY } from '../../build/repository.ts';
import { COMMANDS } from '../../electron/main/doors/cli/parse-arguments.ts';
import { EN } from '../../shared/messages/en.ts';
import { HINDI as HINDI_FILE } from '../../shared/messages/hi.ts';
import { JOURNAL_FORMS, REPORT_FORMS } from '../../shared/report-forms.ts';
import { FIELDS } from '../../shared/rows.ts';
import { AS_THEY_ARE } from '../fixtures/spoken.ts';
import { hasTerminal, runAtTerminal } from './at-terminal.ts';
import { openDesk, openDeskFor } from './desk-in-process.ts';
import { makeRows, writeCsv } from './payout-files.ts';
import { type Desk, FAST, type Finished, PATIENCE_MS } from './run-desk.ts';
import { makeGate, startSpecGateway } from './spec-gateway.ts';

const HINDI = ['--language', 'hi'];

/** What is typed, in a help text or a cure, and its placeholders. */
const TYPED =
  /--[a-z0-9-]+(?:[ =][A-Za-z0-9.|/,="<>[\]-]+)?|\[[^\]]*\]|\b[a-z]+=[A-Za-z]*|\b[A-Z][A-Z0-9_]*(?:[./|-][A-Za-z0-9]+)*\b|\bCtrl\+C\b/g;

/** A file, a path, an address, a cell, text from a file, a checksum, an hour as the desk wrote it. */
const ITS_OWN = /"[^"]*"|\{.*\}|\S+:\/\/\S*|\S+!\w+|\S*[/\\.@]\S+|\b[0-9a-f]{64}\b|\d [ap]m\b/g;

/** What the gateway says, and names from a file. */
const SAID = [
  'Wallet balance fetched successfully',
  'Transaction success',
  /status (?:false|success)|  success$|error_code/g,
  /Person row \d+|शीट Messy|HDFC Bank/g,
];

const TYPED_WORDS =
  'desk practice acme en hi sent settled none unpaid pay utf le be windows http debit help version ud mid command localhost nonsense bash zsh fish file sending paused settling Debian PostgreSQL Asha Bala Pune Delhi delhi';

/** Words of the command line itself: its commands, its fields, the forms of a report, the kinds of findings of a check. */
const NAMES = new Set([
  ...COMMANDS.flatMap(({ name }) => name.split(' ')),
  ...FIELDS,
  ...[...REPORT_FORMS, ...JOURNAL_FORMS].flatMap((form) => form.split('-')),
  ...Object.keys(EN).flatMap((code) => (/^(?:row|repeat)\./.test(code) ? code.split('.').slice(1, 2) : [])),
  ...TYPED_WORDS.split(' '),
]);

/** The English words in an output, each with its line. */
function englishIn(said: string): readonly string[] {
  const withoutCode = said.replaceAll(/`[^`]*`/g, (code) => code.replaceAll(/[^\n]/g, ' '));
  return withoutCode.split('\n').flatMap((line) => {
    const ours = SAID.reduce<string>((rest, theirs) => rest.replace(theirs, ' '), line);
    const words = ours.replaceAll(ITS_OWN, ' ').replaceAll(TYPED, ' ').replaceAll(AS_THEY_ARE, ' ');
    const left = (words.match(/[A-Za-z]{2,}/g) ?? []).filter((word) => !NAMES.has(word));
    return left.length === 0 ? [] : [`${left.join(' ')} | ${line}`];
  });
}

/** Runs a command in Hindi and returns what is English in it. The JSON line is checked separately. */
function inHindi(
  desk: Desk,
): (...words: readonly string[]) => Promise<Finished & { readonly english: readonly string[] }> {
  return async (...words) => {
    const finished = await desk.run(...words, ...HINDI);
    return { ...finished, english: englishIn(`${finished.stdout}\n${finished.stderr}`) };
  };
}

describe('what is English of a text', () => {
  it('is every word but those that are typed, name a thing, or are somebody else’s', () => {
    expect(englishIn('प्रयोग: desk check FILE [--sheet NAME]\n  upiShape: C8\n  "Payout of May" /tmp/a b.csv')).toEqual(
      [],
    );
    expect(englishIn('स्थिति  failed\nLeft out   0')).toEqual(['failed | स्थिति  failed', 'Left out | Left out   0']);
  });
});

describe.concurrent('--language hi', { timeout: PATIENCE_MS }, () => {
  it('helps with everything in Hindi', async (test) => {
    const say = inHindi(openDesk(test));
    for (const topic of [[], ['profile'], ['order'], ...COMMANDS.map(({ words }) => words)]) {
      const { stdout, exitCode, english } = await say('help', ...topic);
      expect({ topic, exitCode, english }).toEqual({ topic, exitCode: 0, english: [] });
      expect(stdout).toContain('प्रयोग: desk');
    }
  });

  it('checks, pays on the practice gateway and reports in Hindi', async (test) => {
    const desk = openDesk(test);
    const say = inHindi(desk);
    for (const sample of ['salary.csv', 'messy.csv', 'messy.xlsx']) {
      copyFileSync(path.join(REPOSITORY, 'samples', sample), path.join(desk.folder, sample));
    }
    const file = (name: string): string => path.join(desk.folder, name);
    const pay = ['run', file('salary.csv'), '--profile', 'practice', '--until', 'sent'];
    const said = {
      template: await say('template', file('empty.xlsx')),
      check: await say('check', file('salary.csv')),
      messy: await say('check', file('messy.csv')),
      workbook: await say('check', file('messy.xlsx')),
      noFile: await say('check', file('absent.csv')),
      noField: await say('check', file('salary.csv'), '--map', 'nonsense=Amount'),
      empty: await say('list'),
      blocked: await say('run', file('messy.csv'), '--profile', 'practice', '--yes'),
      nobody: await say(...pay),
      run: await say(...pay, '--yes'),
      again: await say(...pay, '--yes'),
      status: await say('status'),
      list: await say('list'),
      watch: await say('watch', '--for', '1'),
      resume: await say('resume', 'P0001', '--yes', '--for', '1'),
      retry: await say('retry', 'P0001', '--yes', '--for', '5'),
      cancel: await say('cancel', 'P0001'),
      export: await say('export', 'P0001', '--out', file('report.csv')),
      there: await say('export', 'P0001', '--out', file('report.csv')),
      reconcile: await say('reconcile', '--from', '2026-01-01', '--out', file('moved.csv'), '--practice'),
      unknown: await say('unknown'),
      news: await say('news'),
      verify: await say('audit', 'verify', '--report', file('report.csv')),
      backup: await say('backup', file('copy.db'), '--practice'),
      restore: await say('restore', file('copy.db'), '--practice'),
      unlock: await say('unlock', '--note', 'x', '--practice'),
      profiles: await say('profile', 'list'),
      profile: await say('profile', 'set', 'acme', '--base-url', 'https://pay.example.com', '--mid', '7'),
      wallet: await say('wallet', '--profile', 'practice'),
    };
    expect(Object.values(said).flatMap(({ english }) => english)).toEqual([]);
    const exitCodes = Object.fromEntries(Object.entries(said).map(([name, { exitCode }]) => [name, exitCode]));
    expect(exitCodes).toMatchObject({
      check: 0,
      messy: 3,
      noFile: 2,
      noField: 2,
      blocked: 3,
      nobody: 2,
      run: 0,
      again: 2,
    });
    expect(said.run.stdout).toMatch(/^बैच P0001, प्रोफ़ाइल practice: /);
    expect(said.run.stderr).toMatch(/शब्दों में: .* रुपये.* मात्र\n/);
    expect(said.noField.stderr).toContain('nonsense नाम का कोई फ़ील्ड नहीं है।');
  });

  it('leaves payouts in doubt to a person in Hindi, with what the gateway says word for word', async (test) => {
    const gateway = await startSpecGateway(test, {
      conduct: ({ remark }) => (String(remark).endsWith('3') ? { executes: false, reply: 'lost' } : {}),
    });
    const desk = await openDeskFor(test, gateway, { options: FAST });
    const say = inHindi(desk);
    writeCsv(desk.folder, { name: 'pay.csv', rows: makeRows(4) });
    const file = path.join(desk.folder, 'pay.csv');
    const said = {
      run: await say('run', file, '--profile', 'acme', '--yes', '--until', 'sent'),
      unknown: await say('unknown'),
      early: await say('resolve', 'B0001/4', '--not-paid', '--note', 'x'),
      paid: await say('resolve', 'B0001/4', '--paid', '--rrn', '512345678901', '--note', 'x'),
      lookup: await say('lookup', '--profile', 'acme', '--udf1', gateway.executed[0]?.reference ?? ''),
      invented: await say('lookup', '--profile', 'acme', '--udf1', 'NOBODY-1'),
    };
    expect(Object.values(said).flatMap(({ english }) => english)).toEqual([]);
    expect(said.unknown.stdout).toContain(HINDI_FILE.sentences['answer.cut']);
    expect(said.lookup.stdout).toContain('Transaction success');
    expect(said.paid).toMatchObject({ exitCode: 0 });
  });

  it('asks at a terminal in Hindi, and pays for the count that is typed', async (test) => {
    test.skip(!hasTerminal(), 'script(1) is not installed');
    const gateway = await startSpecGateway(test);
    const desk = await openDeskFor(test, gateway);
    const file = writeCsv(desk.folder, { name: 'pay.csv', rows: makeRows(2) });
    const { exitCode, screen } = await runAtTerminal(test, desk, {
      words: ['run', file, '--profile', 'acme', ...HINDI],
      turns: [{ asks: 'भुगतानों की संख्या लिखें', types: '2' }],
      token: gateway.token,
    });
    expect({ exitCode, screen }).toMatchObject({
      exitCode: 0,
      screen: expect.stringContaining('LIVE, असली पैसा: 2 भुगतान'),
    });
  });

  it('says in Hindi that Ctrl+C pauses, and what is left', async (test) => {
    const gate = makeGate();
    const gateway = await startSpecGateway(test, {
      conduct: ({ remark }) => {
        if (!String(remark).endsWith('12')) return {};
        gate.reach();
        return { until: gate.opened };
      },
    });
    const desk = await openDeskFor(test, gateway, { options: ['--rate', '20', '--in-flight', '2'] });
    const file = writeCsv(desk.folder, { name: 'pay.csv', rows: makeRows(60) });
    const running = desk.start('run', file, '--profile', 'acme', '--yes', ...HINDI);
    await gate.reached;
    process.kill(running.pid, 'SIGINT');
    await running.says('जो रास्ते में हैं उनका इंतज़ार है।');
    gate.open();
    const { exitCode, stdout, stderr } = await running.finished;
    expect({ exitCode, english: englishIn(`${stdout}\n${stderr}`) }).toEqual({ exitCode: 5, english: [] });
    expect(stdout).toContain('`desk resume B0001`');
  });

  it('refuses in Hindi, with the same exit codes and the same JSON', async (test) => {
    const desk = openDesk(test);
    for (const words of REFUSED) {
      const hindi = await desk.run('--json', ...HINDI, ...words);
      const english = await desk.run('--json', ...words);
      const [theirs, ours] = [hindi, english].map(({ stdout }) => JSON.parse(stdout) as Refused) as [Refused, Refused];
      expect({ words, english: englishIn(`${theirs.refused.message}\n${theirs.refused.cure}`) }).toEqual({
        words,
        english: [],
      });
      expect({ ...theirs.refused, message: '', cure: '' }).toEqual({ ...ours.refused, message: '', cure: '' });
      expect([hindi.exitCode, Object.keys(theirs)]).toEqual([english.exitCode, Object.keys(ours)]);
      expect(theirs.refused.message).not.toBe(ours.refused.message);
    }
  });

  it('is refused with 2 for a language that it does not speak, in English', async (test) => {
    const { exitCode, stderr } = await openDesk(test).run('list', '--language', 'fr');
    expect({ exitCode, stderr }).toEqual({
      exitCode: 2,
      stderr: '--language does not take "fr".\nGive one of: en, hi.\n',
    });
  });

  it('speaks English without it, also on a computer that is set to Hindi', async (test) => {
    const before = process.env['LANG'];
    process.env['LANG'] = 'hi_IN.UTF-8';
    try {
      const desk = openDesk(test);
      expect((await desk.run('list')).stderr).toMatch(/^The data folder/);
      expect((await desk.run('list', '--language', 'en')).stderr).toMatch(/^The data folder/);
    } finally {
      if (before === undefined) delete process.env['LANG'];
      else process.env['LANG'] = before;
    }
  });

  it('speaks each of several command lines of one process in its own language', async (test) => {
    const desk = openDesk(test);
    const lines = await Promise.all([desk.run('list', ...HINDI), desk.run('list'), desk.run('list', ...HINDI)]);
    expect(lines.map(({ stderr }) => englishIn(stderr).length === 0)).toEqual([true, false, true]);
  });

  it('is the language of a payment advice too', async (test) => {
    const desk = openDesk(test);
    copyFileSync(path.join(REPOSITORY, 'samples', 'salary.csv'), path.join(desk.folder, 'salary.csv'));
    await desk.run('run', path.join(desk.folder, 'salary.csv'), '--profile', 'practice', '--yes', '--until', 'sent');
    const advice = async (language: readonly string[]): Promise<string> => {
      const out = path.join(desk.folder, `${language.join('')}advice.pdf`);
      expect(await desk.run('export', 'P0001', '--as', 'advice', '--out', out, ...language)).toMatchObject({
        exitCode: 0,
      });
      return readFileSync(out, 'latin1');
    };
    expect(await advice([])).not.toContain('hi-IN');
    expect(await advice(HINDI)).toContain('hi-IN');
  });
});

interface Refused {
  readonly refused: { readonly code: string; readonly message: string; readonly cure: string };
}

const PAID = ['resolve', 'B0001/7', '--note', 'x'];
const SET = ['profile', 'set', 'acme', '--base-url', 'https://pay.example.com', '--mid', '7'];
const REFUSED: readonly (readonly string[])[] = [
  [],
  ['nonsense'],
  ['stauts'],
  ['profile'],
  ['check'],
  ['check', 'a.csv', 'b.csv'],
  ['list', 'x'],
  ['check', 'a.csv', '--token', 'x'],
  ['profile', 'token', 'acme', 'x'],
  ['check', 'a.csv', '--shete', 'x'],
  ['check', 'a.csv', '--unheard', 'x'],
  ['check', 'a.csv', '--rrn', 'x'],
  ['check', 'a.csv', '--sheet'],
  ['check', 'a.csv', '--sheet', ''],
  ['check', 'a.csv', '--sheet', 'a', '--sheet', 'b'],
  ['check', 'a.csv', '--header-row', '0'],
  ['check', 'a.csv', '--map', 'x'],
  ['check', 'a.csv', '--method', 'x'],
  ['check', 'a.csv', '--encoding', 'x'],
  ['check', 'a\nb', '--sheet', 'a\nb'],
  ['template', 'a.txt'],
  ['status', 'x'],
  ['status', 'B0009'],
  ['watch', '--for', '0'],
  ['run', 'a.csv', '--profile', '-x'],
  ['run', 'a.csv', '--profile', 'acme', '--until', 'never'],
  ['run', 'a.csv', '--profile', 'acme', '--pay-again', 'x'],
  ['run', 'a.csv', '--profile', 'acme', '--pay-difference', '12'],
  ['run', 'a.csv', '--profile', 'acme', '--command-id', 'x'],
  ['run', 'a.csv', '--profile', 'nobody', '--yes'],
  ['retry', 'B0001', '--sheet', 'x'],
  ['reconcile', '--from', 'May', '--out', 'a.csv'],
  ['reconcile', '--from', '2026-02-02', '--to', '2026-02-01', '--out', 'a.csv'],
  [...PAID],
  [...PAID, '--paid', '--not-paid'],
  [...PAID, '--paid'],
  [...PAID, '--paid', '--rrn', 'x'],
  [...PAID, '--paid', '--rrn', '512345678901', '--same-evidence', '--count', '2'],
  [...PAID, '--not-paid', '--rrn', '512345678901'],
  [...PAID, '--not-paid', '--count', '2'],
  ['resolve', 'x y', '--paid', '--note', 'x'],
  ['lookup', '--profile', 'acme'],
  ['lookup', '--profile', 'acme', '--udf1', 'x', '--transaction-id', 'y'],
  ['profile', 'set', 'practice', '--base-url', 'https://pay.example.com', '--mid', '7'],
  ['profile', 'set', 'acme', '--base-url', 'http://pay.example.com', '--mid', '7'],
  ['profile', 'set', 'acme', '--base-url', 'https://pay.example.com', '--mid', 'x'],
  [...SET, '--rate', '0'],
  [...SET, '--max-payout', '1,00,0'],
  [...SET, '--poll-first-ms', '500', '--poll-max-ms', '499'],
  ['profile', 'token', 'acme'],
  ['unlock', '--note', 'x'],
  ['restore', 'absent.db'],
  ['audit', 'verify', '--report', 'absent.csv'],
];
