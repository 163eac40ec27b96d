// Every command as typed, every wrong option, and the promise that no line makes the parser throw.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COMMANDS, parseArguments } from '../../../electron/main/doors/cli/parse-arguments.ts';
import { say } from '../../../electron/main/doors/cli/say.ts';
import type { Refusal } from '../../../shared/rows.ts';

const COMMON = { dataDir: null, json: false, language: 'en' };
const FILE = { path: 'a.csv', sheet: null, columns: [], headerRow: null, methods: [], words: [], encoding: null };
const PROFILE_SET = {
  kind: 'profileSet',
  name: 'acme',
  baseUrl: 'https://pay.example.com',
  mid: 42,
  ratePerSecond: null,
  inFlightMax: null,
  pollFirstMs: null,
  pollMaxMs: null,
  timeoutMs: null,
  maxPayoutPaise: null,
  maxBatchPaise: null,
  decideAfterMs: null,
  walletUnit: null,
  severalComputers: null,
  as: null,
  commandId: null,
};
const NONE_NAMED = { payAgain: [], payDifference: [], notOnHold: [] };
const RUN = {
  kind: 'run',
  as: null,
  profile: 'acme',
  yes: false,
  onlyPayable: false,
  acceptWarnings: false,
  acceptClaims: [],
  acceptRepeat: [],
  ...NONE_NAMED,
  includeHidden: false,
  fillRemark: null,
  name: null,
  until: 'settled',
  forMs: null,
  commandId: null,
  ...FILE,
};
const RESOLVE = {
  kind: 'resolve',
  payout: { by: 'row', batch: 'B0012', rowNumber: 7 },
  verdict: { kind: 'notPaid' },
  note: 'Asked the bank',
  ticket: null,
  sameEvidence: null,
  commandId: null,
};
const NOT_PAID = ['resolve', 'B0012/7', '--not-paid', '--note', 'Asked the bank'];
const RETRY = {
  commandId: null,
  kind: 'retry',
  as: null,
  batch: 'B0012',
  from: null,
  yes: false,
  acceptWarnings: false,
  acceptClaims: [],
  acceptRepeat: [],
  ...NONE_NAMED,
  name: null,
  until: 'settled',
  forMs: null,
};
const SET = ['profile', 'set', 'acme', '--base-url', 'https://pay.example.com', '--mid', '42'];
const ORDER = ['order', 'create', '--profile', 'acme', '--user-id', 'u1', '--mobile', '9876543210', '--name', 'Asha'];

const READ: readonly (readonly [argv: readonly string[], command: object])[] = [
  [SET, PROFILE_SET],
  [
    [
      ...SET,
      ...'--rate 20000 --in-flight 256 --poll-first-ms 1 --poll-max-ms 86400000'.split(' '),
      ...'--timeout-ms 600000 --max-payout 5,00,000 --max-batch'.split(' '),
      'Rs. 20,00,00,000.50/-',
    ],
    {
      ...PROFILE_SET,
      ratePerSecond: 20_000,
      inFlightMax: 256,
      pollFirstMs: 1,
      pollMaxMs: 86_400_000,
      timeoutMs: 600_000,
      maxPayoutPaise: 50_000_000,
      maxBatchPaise: 20_000_000_050,
    },
  ],
  [
    [...SET, '--max-payout', 'none', '--max-batch', 'none'],
    { ...PROFILE_SET, maxPayoutPaise: 'none', maxBatchPaise: 'none' },
  ],
  [['profile', 'list'], { kind: 'profileList' }],
  [['profile', 'token', 'acme'], { kind: 'profileToken', profile: 'acme', remove: false }],
  [['profile', 'token', 'acme', '--remove'], { kind: 'profileToken', profile: 'acme', remove: true }],
  [['check', 'a.csv'], { kind: 'check', ...FILE }],
  [['check', '--', '--odd name.csv'], { kind: 'check', ...FILE, path: '--odd name.csv' }],
  [
    [
      'check',
      'a.csv',
      '--sheet',
      'Salary',
      '--map',
      'amount=Net=Pay',
      '--map',
      ' ifsc = IFSC Code ',
      '--header-row',
      '4',
      '--map',
      'reference=',
      '--method',
      'Bank Transfer=imps',
      '--method',
      'COD=unpaid',
      '--method',
      'UPI',
      '--word',
      'pd=unpaid',
      '--encoding',
      'CP1252',
    ],
    {
      kind: 'check',
      path: 'a.csv',
      sheet: 'Salary',
      columns: [
        { field: 'amount', header: 'Net=Pay' },
        { field: 'ifsc', header: 'IFSC Code' },
        { field: 'reference', header: '' },
      ],
      methods: [
        { word: 'Bank Transfer', as: 'IMPS' },
        { word: 'COD', as: 'unpaid' },
        { word: '', as: 'UPI' },
      ],
      words: [{ column: '', word: 'pd', as: 'unpaid' }],
      headerRow: 4,
      encoding: 'windows-1252',
    },
  ],
  [['run', 'a.csv', '--profile', 'acme'], RUN],
  [
    [
      ...'run --profile=acme --yes --only-payable --accept-warnings --accept-repeat b0007'.split(' '),
      ...'--accept-repeat B0008 --pay-again b0007/3,12 --pay-again B0009/2 --pay-difference B0007/4,B0007/5'.split(' '),
      ...'--include-hidden --remark=-Nov --name November --until sent --for 1.5 a.csv'.split(' '),
    ],
    {
      ...RUN,
      yes: true,
      onlyPayable: true,
      acceptWarnings: true,
      acceptClaims: [],
      acceptRepeat: ['B0007', 'B0008'],
      payAgain: [
        { payouts: ['B0007/3'], rows: [12] },
        { payouts: ['B0009/2'], rows: [] },
      ],
      payDifference: [['B0007/4', 'B0007/5']],
      includeHidden: true,
      fillRemark: '-Nov',
      name: 'November',
      until: 'sent',
      forMs: 1_500,
    },
  ],
  [
    ['resume', 'B0012'],
    {
      kind: 'resume',
      as: null,
      batch: 'B0012',
      acceptClaims: [],
      yes: false,
      acceptWarnings: false,
      until: 'settled',
      forMs: null,
      commandId: null,
    },
  ],
  [
    [
      'resume',
      'P0012',
      '--accept-claims',
      'Pune/B0007',
      '--yes',
      '--accept-warnings',
      '--until',
      'SENT',
      '--for',
      '1209600',
    ],
    {
      kind: 'resume',
      as: null,
      batch: 'P0012',
      acceptClaims: ['Pune/B0007'],
      yes: true,
      acceptWarnings: true,
      until: 'sent',
      forMs: 1_209_600_000,
      commandId: null,
    },
  ],
  [['retry', 'B0012'], RETRY],
  [
    'retry B0012 --from fixed.xlsx --sheet Fixed --map amount=Net --yes --accept-warnings --name Again'.split(' '),
    {
      ...RETRY,
      from: {
        path: 'fixed.xlsx',
        sheet: 'Fixed',
        columns: [{ field: 'amount', header: 'Net' }],
        headerRow: null,
        methods: [],
        words: [],
        encoding: null,
      },
      yes: true,
      acceptWarnings: true,
      name: 'Again',
    },
  ],
  [['watch'], { kind: 'watch', batch: null, forMs: null }],
  [['watch', 'B0012', '--for', '60'], { kind: 'watch', batch: 'B0012', forMs: 60_000 }],
  [['status'], { kind: 'status', batch: null }],
  [['status', 'B0012'], { kind: 'status', batch: 'B0012' }],
  [['list'], { kind: 'list', limit: null, state: null }],
  [['list', '--limit', '5', '--state', 'paused'], { kind: 'list', limit: 5, state: 'paused' }],
  [['cancel', 'B0012'], { kind: 'cancel', batch: 'B0012', commandId: null }],
  [
    ['export', 'B0012', '--out', 'r.CSV'],
    {
      kind: 'export',
      what: 'report',
      batch: 'B0012',
      path: 'r.CSV',
      form: null,
      emailColumn: null,
      sign: null,
      force: false,
    },
  ],
  [
    ['export', 'B0012', '--out', 'd/a.pdf', '--as', 'advice', '--language', 'hi', '--sign', 'me.p12', '--force'],
    {
      kind: 'export',
      what: 'report',
      batch: 'B0012',
      path: 'd/a.pdf',
      form: 'advice',
      language: 'hi',
      emailColumn: null,
      sign: 'me.p12',
      force: true,
    },
  ],
  [
    ['export', 'B0012', '--out', 'a.zip', '--as', 'advice-files', '--email-column', 'none'],
    {
      kind: 'export',
      what: 'report',
      batch: 'B0012',
      path: 'a.zip',
      form: 'advice-files',
      emailColumn: '',
      sign: null,
      force: false,
    },
  ],
  [
    ['export', 'B0012', '--out', 'v.xml', '--command-id', '0123456789abcdef'],
    {
      kind: 'export',
      what: 'journal',
      lastInBooks: null,
      asked: { batch: 'B0012' },
      form: 'tally-xml',
      path: 'v.xml',
      commandId: '0123456789abcdef',
      force: false,
    },
  ],
  [
    ['export', '--profile', 'acme', '--as', 'tally', '--from', '2026-03-01', '--out', 'v.csv'],
    {
      kind: 'export',
      what: 'journal',
      lastInBooks: null,
      asked: { profile: 'acme', fromDay: '2026-03-01', toDay: null },
      form: 'tally',
      path: 'v.csv',
      commandId: null,
      force: false,
    },
  ],
  [
    ['export', '--again', '7', '--practice', '--out', 'v.csv', '--force'],
    { kind: 'export', what: 'again', book: 'practice', number: 7, path: 'v.csv', force: true },
  ],
  [['journals', '--practice'], { kind: 'journals', practice: true }],
  [
    ['reconcile', '--from', '2026-03-01', '--to', '2026-03-31', '--out', 'm.xlsx', '--practice'],
    {
      kind: 'reconcile',
      from: new Date(2026, 2, 1),
      to: new Date(2026, 2, 31),
      path: 'm.xlsx',
      practice: true,
      force: false,
    },
  ],
  [['wallet', '--profile', 'acme'], { kind: 'wallet', profile: 'acme' }],
  [
    ['lookup', '--profile', 'acme', '--transaction-id', 'T1'],
    { kind: 'lookup', profile: 'acme', key: { by: 'transactionId', transactionId: 'T1' } },
  ],
  [
    ['lookup', '--profile', 'acme', '--udf1', 'U1'],
    { kind: 'lookup', profile: 'acme', key: { by: 'reference', reference: 'U1' } },
  ],
  [
    [...ORDER, '--amount', '1,000.05', '--ud1', '', '--ud5', 'five'],
    {
      kind: 'orderCreate',
      commandId: null,
      profile: 'acme',
      order: {
        userId: 'u1',
        mobile: '9876543210',
        amountPaise: 100_005,
        name: 'Asha',
        userDefined: ['', '', '', '', 'five'],
      },
    },
  ],
  [['order', 'status', '2024', '--profile', 'acme'], { kind: 'orderStatus', profile: 'acme', orderId: '2024' }],
  [
    ['order', 'list', '--profile', 'acme', '--ask'],
    { kind: 'orderList', profile: 'acme', limit: 1_000_000, ask: true },
  ],
  [
    ['order', 'search', 'Asha', '--profile', 'acme', '--limit', '5'],
    { kind: 'orderSearch', profile: 'acme', search: 'Asha', limit: 5, ask: false },
  ],
  [['template', 't.csv'], { kind: 'template', out: 't.csv', force: false }],
  [[...SET, '--decide-after-hours', '0'], { ...PROFILE_SET, decideAfterMs: 0 }],
  [[...SET, '--decide-after-hours', '720'], { ...PROFILE_SET, decideAfterMs: 2_592_000_000 }],
  [['unknown'], { kind: 'unknown', batch: null }],
  [['unknown', 'b0012'], { kind: 'unknown', batch: 'B0012' }],
  [['news'], { kind: 'news', batch: null, markRead: false, all: false }],
  [['news', 'P0001', '--read', '--all'], { kind: 'news', batch: 'P0001', markRead: true, all: true }],
  [NOT_PAID, RESOLVE],
  [[...NOT_PAID, '--ticket', 'T-9'], { ...RESOLVE, ticket: 'T-9' }],
  [[...NOT_PAID, '--same-evidence', '--count', '20'], { ...RESOLVE, sameEvidence: 20 }],
  [
    ['resolve', 'SALARY/2026-7', '--paid', '--rrn', '412345678901', '--note', 'On the statement'],
    {
      ...RESOLVE,
      payout: { by: 'reference', reference: 'SALARY/2026-7' },
      verdict: { kind: 'paid', bankReference: '412345678901' },
      note: 'On the statement',
    },
  ],
  [
    [
      'mail',
      'set',
      '--host',
      'smtp.example.com',
      '--from',
      'a@example.com',
      '--security',
      'starttls',
      '--user',
      'none',
    ],
    {
      kind: 'mailSet',
      host: 'smtp.example.com',
      port: null,
      security: 'starttls',
      user: '',
      from: 'a@example.com',
      replyTo: null,
      perMinute: null,
      remove: false,
    },
  ],
  [['mail', 'password'], { kind: 'mailPassword', remove: false }],
  [['mail', 'test'], { kind: 'mailTest' }],
  [
    ['register', 'init', '--host', 'db.example', '--database', 'payout', '--user', 'keeper', '--out', 'team.join'],
    {
      kind: 'registerInit',
      host: 'db.example',
      port: 5432,
      database: 'payout',
      user: 'keeper',
      caFile: null,
      joinFile: 'team.join',
    },
  ],
  [
    ['register', 'join', 'team.join', '--name', 'Delhi', '--user', 'desk_delhi', '--port', '5433', '--ca', 'ca.pem'],
    {
      kind: 'registerJoin',
      joinFile: 'team.join',
      name: 'Delhi',
      user: 'desk_delhi',
      host: null,
      port: 5433,
      caFile: 'ca.pem',
    },
  ],
  [['register', 'status'], { kind: 'registerStatus' }],
  [['register', 'leave'], { kind: 'registerLeave' }],
  [
    ['payees', 'hold', 'Asha Verma', '--reason', 'under dispute'],
    {
      kind: 'payeesHold',
      payee: { by: 'name', name: 'Asha Verma' },
      reason: 'under dispute',
      notBefore: null,
      only: false,
      practice: false,
    },
  ],
  [
    ['payees', 'release', '001234567890/hdfc0000123', '--reason', 'settled', '--practice'],
    {
      kind: 'payeesRelease',
      payee: {
        by: 'account',
        beneficiary: { method: 'IMPS', accountNumber: '001234567890', ifsc: 'HDFC0000123' },
      },
      reason: 'settled',
      practice: true,
    },
  ],
  [['payees', 'list', '--held'], { kind: 'payeesList', held: true, practice: false }],
  [['register', 'retire', 'Pune'], { kind: 'registerRetire', desk: 'Pune', notPaid: null }],
  [
    ['register', 'retire', 'Pune', '--declare-unpaid', 'stolen'],
    { kind: 'registerRetire', desk: 'Pune', notPaid: 'stolen' },
  ],
  [
    ['advice', 'send', 'B0007', '--again', 'B0007/3,B0007/9', '--yes'],
    {
      kind: 'adviceSend',
      batch: 'B0007',
      emailColumn: null,
      again: [['B0007/3', 'B0007/9']],
      toPayees: false,
      yes: true,
    },
  ],
  [['advice', 'status', 'P0001'], { kind: 'adviceStatus', batch: 'P0001' }],
  [['person', 'add', 'Asha', '--role', 'maker'], { kind: 'personAdd', who: { name: 'Asha', role: 'maker' }, as: null }],
  [['person', 'add', '--from', 'b.json', '--as', 'Asha'], { kind: 'personAdd', who: { file: 'b.json' }, as: 'Asha' }],
  [
    ['person', 'key', 'Bala', '--role', 'approver', '--out', 'b.json'],
    { kind: 'personKey', name: 'Bala', role: 'approver', out: 'b.json' },
  ],
  [['person', 'list'], { kind: 'personList' }],
  [['person', 'remove', 'Bala', '--as', 'Asha'], { kind: 'personRemove', name: 'Bala', as: 'Asha' }],
  [
    ['tier', 'acme', '--from', '500000', '--per', 'batch', '--approvals', '1'],
    { kind: 'tier', profile: 'acme', fromPaise: 50_000_000, scope: 'batch', approvals: 1, as: null },
  ],
  [
    ['request', 'run', 'a.csv', '--profile', 'acme', '--as', 'Asha'],
    {
      kind: 'requestRun',
      acceptClaims: [],
      profile: 'acme',
      as: 'Asha',
      onlyPayable: false,
      acceptWarnings: false,
      acceptRepeat: [],
      ...NONE_NAMED,
      includeHidden: false,
      fillRemark: null,
      name: null,
      forMs: null,
      ...FILE,
    },
  ],
  [
    ['request', 'retry', 'B0012', '--as', 'Asha'],
    {
      kind: 'requestRetry',
      acceptClaims: [],
      batch: 'B0012',
      as: 'Asha',
      acceptWarnings: false,
      acceptRepeat: [],
      ...NONE_NAMED,
      name: null,
      forMs: null,
    },
  ],
  [
    ['request', 'resume', 'B0012', '--as', 'Asha'],
    { kind: 'requestResume', batch: 'B0012', as: 'Asha', acceptClaims: [] },
  ],
  [['request', 'token', 'acme', '--as', 'Asha'], { kind: 'requestToken', profile: 'acme', as: 'Asha' }],
  [['request', 'export', '3', '--out', 'r.json'], { kind: 'requestExport', request: 3, out: 'r.json' }],
  [['request', 'import', 's.json'], { kind: 'requestImport', file: 's.json' }],
  [['requests'], { kind: 'requests', request: null, qr: false }],
  [['requests', '3', '--qr'], { kind: 'requests', request: 3, qr: true }],
  [
    ['approve', '3', '--as', 'Bala'],
    { kind: 'approve', target: [3], as: 'Bala', out: null, compare: null, reason: '', decision: 'approve' },
  ],
  [
    ['approve', '3,7,3', '--as', 'Bala'],
    { kind: 'approve', target: [3, 7], as: 'Bala', out: null, compare: null, reason: '', decision: 'approve' },
  ],
  [
    ['approve', 'r.json', '--as', 'Bala', '--out', 's.json', '--note', 'seen', '--compare', '3F2A'],
    {
      kind: 'approve',
      target: 'r.json',
      as: 'Bala',
      out: 's.json',
      compare: '3F2A',
      reason: 'seen',
      decision: 'approve',
    },
  ],
  [
    ['reject', '3', '--as', 'Bala', '--reason', 'not ours'],
    { kind: 'reject', target: [3], as: 'Bala', out: null, compare: null, reason: 'not ours', decision: 'reject' },
  ],
  [['audit', 'verify'], { kind: 'auditVerify', report: null, passport: null }],
  [['audit', 'verify', '--report', 'r.xlsx'], { kind: 'auditVerify', report: 'r.xlsx', passport: null }],
  [['audit', 'verify', '--passport', 'p.pdf'], { kind: 'auditVerify', report: null, passport: 'p.pdf' }],
  [
    ['passport', 'B0001/2', '--out', 'p.pdf', '--force'],
    {
      kind: 'passport',
      of: { by: 'row', batch: 'B0001', rowNumber: 2 },
      path: 'p.pdf',
      force: true,
      commandId: null,
    },
  ],
  [
    ['dispute', 'B0001/2', '--out', 'd.zip'],
    { kind: 'dispute', payout: { by: 'row', batch: 'B0001', rowNumber: 2 }, path: 'd.zip', force: false },
  ],
  [['backup', 'b.db'], { kind: 'backup', file: 'b.db', practice: false }],
  [
    ['archive', '--before', '2025-04-01', '--with-unpaid', '--yes'],
    { kind: 'archive', before: new Date(2025, 3, 1), withUnpaid: true, yes: true, practice: false },
  ],
  [['archive', 'plan', '--practice'], { kind: 'archivePlan', before: null, withUnpaid: false, practice: true }],
  [['restore', 'b.db', '--practice'], { kind: 'restore', file: 'b.db', practice: true }],
  [
    ['unlock', '--note', 'the other disk died', '--yes'],
    { kind: 'unlock', note: 'the other disk died', yes: true, practice: false },
  ],
  [['practice'], { kind: 'practice', port: null }],
  [['completion', 'zsh'], { kind: 'completion', shell: 'zsh' }],
  [['schema', 'audit', 'verify'], { kind: 'schema', first: 'audit', second: 'verify' }],
  [['practice', '--port', '0'], { kind: 'practice', port: 0 }],
  [['practice', '--port', '65535'], { kind: 'practice', port: 65_535 }],
];

/** How a line that names a command was parsed. `kind` is the command's words joined. */
function understood(argv: readonly string[]): object {
  const parsed = parseArguments(argv);
  if (parsed.kind !== 'command') return parsed;
  const { command, dataDir, json, language } = parsed;
  const kind = command.name.replaceAll(/ (\w)/g, (_, letter: string) => letter.toUpperCase());
  return { kind, dataDir, json, language, ...command.request };
}

describe('a command line', () => {
  it.each(READ)('reads %j', (argv, command) => {
    expect(understood(argv)).toStrictEqual({ ...COMMON, ...command });
  });

  it.each([
    [['watch'], 'onlyMerchant'],
    [['watch', 'B0012'], 'firstAsked'],
    [['wallet', '--profile', 'acme'], 'firstAsked'],
  ])("uses the environment's token in %j for the %s account", (argv, tokenServes) => {
    expect(parseArguments(argv)).toMatchObject({ command: { tokenServes } });
  });

  it('has an example of every command here', () => {
    const typed = new Set(READ.map(([, command]) => JSON.stringify(command).match(/"kind":"(\w+)"/)?.[1]));
    expect(typed.size).toBe(COMMANDS.length);
  });

  it('takes the common options before, between and after the words', () => {
    const expected = { kind: 'profileList', dataDir: 'd', json: true, language: 'hi' };
    expect(understood(['--data', 'd', 'profile', '--json', '--language', 'hi', 'list'])).toStrictEqual(expected);
    expect(understood(['profile', 'list', '--data=d', '--json', '--language=hi'])).toStrictEqual(expected);
  });

  it.each([
    [['--help'], []],
    [['help'], []],
    [['-h'], []],
    [[], []],
    [
      ['help', 'profile', 'set'],
      ['profile', 'set'],
    ],
    [['order', '--help'], ['order']],
    [['run', '--help', '--rate', 'x'], ['run']],
    [['run', 'a.csv', '-h'], ['run']],
  ])('asks for help with %j', (argv, topic) => {
    expect(parseArguments(argv)).toStrictEqual({ kind: 'help', topic, json: false, quiet: false, language: 'en' });
  });

  it.each([[['--version']], [['-v']], [['version']], [['list', '-v']], [['check', 'a.csv', '--version']]])(
    'asks for the version with %j',
    (argv) => {
      expect(parseArguments(argv)).toStrictEqual({ kind: 'version', json: false, quiet: false, language: 'en' });
    },
  );

  it('gives each option name one kind in all commands, so that the words are found before the command is known', () => {
    const kinds = Map.groupBy(
      COMMANDS.flatMap((spec) => [...spec.options]),
      ({ name }) => name,
    );
    const mixed = [...kinds].filter(([, specs]) => new Set(specs.map(({ isFlag }) => isFlag)).size > 1);
    expect(mixed.map(([name]) => name)).toStrictEqual([]);
  });

  it('never throws, whatever is typed', () => {
    const words = [
      ...COMMANDS.flatMap((spec) => [...spec.words, ...spec.options.map(({ name }) => `--${name}`)]),
      ...'-- - --= --json -h --__proto__ --constructor=1 B0012 1 a.csv x=y'.split(' '),
    ];
    const line = fc.array(fc.oneof(fc.constantFrom(...words), fc.string({ unit: 'binary' })), { maxLength: 8 });
    const kinds = ['command', 'help', 'version', 'refused'];
    fc.assert(fc.property(line, (argv) => kinds.includes(parseArguments(argv).kind)));
  });
});

const WRONG: readonly (readonly [argv: readonly string[], code: string, names: RegExp])[] = [
  [['--json'], 'noCommand', /No command/],
  [['stauts'], 'unknownCommand', /"stauts".*desk status/],
  [['exp'], 'unknownCommand', /desk export/],
  [['retry', 'B0012', '--sheet', 'Fixed'], 'missingOption', /--from/],
  [['help', 'stauts'], 'unknownCommand', /desk status/],
  [['nonsense', '--help'], 'unknownCommand', /"nonsense"/],
  [['profile'], 'unknownCommand', /profile set, profile list, profile token/],
  [['profile', 'sett'], 'unknownCommand', /desk profile set/],
  [['order', 'zzz'], 'unknownCommand', /order create, order status/],
  [['status', '--jsn'], 'unknownOption', /"--jsn".*--json/],
  [['run', 'a.csv', '--profil', 'acme'], 'unknownOption', /--profil".*--profile/],
  [['run', 'a.csv', '--poll', '3'], 'unknownOption', /desk run --help/],
  [[...SET, '--poll', '3'], 'unknownOption', /--poll-first-ms/],
  [['status', '-x'], 'unknownOption', /"-x"/],
  [['run', 'a.csv', '--no-yes'], 'unknownOption', /--no-yes/],
  [['watch', '--until', 'sent'], 'unknownOption', /--until.*desk run.*desk resume/],
  [['check', 'a.csv', '--profile', 'acme'], 'unknownOption', /--profile.*desk wallet/],
  [['status', '--__proto__'], 'unknownOption', /__proto__/],
  [['status', '--constructor'], 'unknownOption', /constructor/],
  [['status', '--data'], 'missingValue', /--data/],
  [['status', '--data', '--json'], 'missingValue', /--data/],
  [['run', 'a.csv', '--profile', 'p', '--remark', '-5'], 'missingValue', /--remark=-/],
  [['status', '--json=yes'], 'wrongValue', /--json takes no value/],
  [['run', 'a.csv', '--profile', 'p', '--yes=no'], 'wrongValue', /--yes takes no value/],
  [['status', '--data', ''], 'wrongValue', /--data is empty/],
  [['status', '--data', 'a\0b'], 'wrongValue', /--data is not a path/],
  [['status', '--data', 'a', '--data', 'a'], 'optionTwice', /--data is given 2 times/],
  [['check'], 'missingArgument', /FILE/],
  [['check', ''], 'wrongValue', /FILE is empty/],
  [['check', 'a.csv', 'b.csv'], 'tooManyArguments', /at most 1, and 2 are given/],
  [['list', 'x'], 'tooManyArguments', /no argument, and 1/],
  [['check', 'a.csv', '--sheet', 'A', '--sheet', 'B'], 'optionTwice', /--sheet is given 2 times/],
  [['check', 'a.csv', '--sheet', 'x'.repeat(256)], 'wrongValue', /--sheet has 256 characters.*255/],
  [['check', 'a.csv', '--map', 'amount'], 'wrongValue', /--map.*field=Header/],
  [['check', 'a.csv', '--map', '=Net Pay'], 'wrongValue', /--map/],
  [['check', 'a.csv', '--map', '=Net'], 'wrongValue', /--map/],
  [['check', 'a.csv', '--method', 'NEFT'], 'wrongValue', /--method/],
  [['check', 'a.csv', '--method', '=IMPS'], 'wrongValue', /--method/],
  [['check', 'a.csv', '--encoding', 'utf-9'], 'wrongValue', /--encoding.*utf-8, utf-16le/],
  [['check', 'a.csv', '--encoding', 'shift_jis'], 'wrongValue', /--encoding/],
  [['check', 'a.csv', '--header-row', '0'], 'wrongValue', /--header-row/],
  [['run', 'a.csv'], 'missingOption', /--profile is missing/],
  [['run', 'a.csv', '--profile', ''], 'wrongValue', /--profile is empty/],
  [['run', 'a.csv', '--profile', 'a/b'], 'wrongValue', /--profile.*letters, digits/],
  [['run', 'a.csv', '--profile', 'p', '--until', 'done'], 'wrongValue', /--until.*sent, settled/],
  [['run', 'a.csv', '--profile', 'p', '--for', '0'], 'wrongValue', /--for/],
  [['run', 'a.csv', '--profile', 'p', '--for', '1e3'], 'wrongValue', /--for/],
  [['run', 'a.csv', '--profile', 'p', '--for', '1209601'], 'wrongValue', /--for.*1209600/],
  [['run', 'a.csv', '--profile', 'p', '--for', '5s'], 'wrongValue', /--for.*"5s"/],
  [['run', 'a.csv', '--profile', 'p', '--accept-repeat', '12'], 'wrongValue', /--accept-repeat.*B0012/],
  [['run', 'a.csv', '--profile', 'p', '--pay-again', 'B0007'], 'wrongValue', /--pay-again.*"B0007".*B0007\/3/],
  [['run', 'a.csv', '--profile', 'p', '--pay-again', 'B0007/3,'], 'wrongValue', /--pay-again.*""/],
  [['run', 'a.csv', '--profile', 'p', '--pay-again', '0'], 'wrongValue', /--pay-again.*"0"/],
  [['run', 'a.csv', '--profile', 'p', '--pay-again', 'all'], 'wrongValue', /--pay-again.*"all"/],
  [['run', 'a.csv', '--profile', 'p', '--pay-difference', 'B0007/3,12'], 'wrongValue', /--pay-difference.*"12"/],
  [['run', 'a.csv', '--profile', 'p', '--remark', 'a\nb'], 'wrongValue', /--remark.*line break/],
  [['run', 'a.csv', '--profile', 'p', '--remark', 'x'.repeat(251)], 'wrongValue', /--remark has 251.*250/],
  [['run', 'a.csv', '--profile', 'p', '--name', 'x'.repeat(101)], 'wrongValue', /--name has 101.*100/],
  [['run', 'a.csv', '--profile', 'p', '--name', 'a\u202Eb'], 'wrongValue', /--name/],
  [['resume'], 'missingArgument', /BATCH/],
  [['resume', '12'], 'wrongValue', /BATCH.*B0012.*desk list/],
  [['watch', 'latest'], 'wrongValue', /BATCH/],
  [['cancel'], 'missingArgument', /BATCH/],
  [['export', 'B0012'], 'missingOption', /--out is missing/],
  [['export', 'B0012', '--out', 'r.ods'], 'wrongValue', /--out must end in \.csv, \.xlsx, \.pdf, \.zip or \.xml/],
  [['export', 'B0012', '--out', 'r.pdf', '--as', 'letter'], 'wrongValue', /--as does not take "letter"/],
  [['reconcile', '--from', '2026-02-30', '--out', 'r.csv'], 'wrongValue', /--from does not take "2026-02-30"/],
  [['export', 'B0012', '--out', 'd/.csv'], 'wrongValue', /--out/],
  [['template', 'csv'], 'wrongValue', /FILE/],
  [['wallet'], 'missingOption', /--profile/],
  [['lookup', '--profile', 'p'], 'missingOption', /--transaction-id or --udf1/],
  [['lookup', '--profile', 'p', '--udf1', 'U', '--transaction-id', 'T'], 'optionsClash', /--transaction-id and --udf1/],
  [ORDER, 'missingOption', /--amount/],
  [[...ORDER, '--amount', '1e3'], 'wrongValue', /--amount.*scientific/],
  [[...ORDER, '--amount', '0'], 'wrongValue', /--amount.*zero/],
  [[...ORDER, '--amount', '5.001'], 'wrongValue', /--amount.*two decimals/],
  [[...ORDER, '--amount', '10,00,00,000.01'], 'wrongValue', /--amount.*too large.*₹10,00,00,000\.00/],
  [[...ORDER, '--amount', '5', '--name', ''], 'optionTwice', /--name/],
  [['order', 'status', '--profile', 'p'], 'missingArgument', /ORDERID/],
  [['resolve'], 'missingArgument', /PAYOUT/],
  [['resolve', 'B 12', '--paid'], 'wrongValue', /PAYOUT.*B0012\/7/],
  [['resolve', 'B0012/7', '--not-paid'], 'missingOption', /--note is missing/],
  [['resolve', 'B0012/7', '--not-paid', '--note', ' '], 'wrongValue', /--note is empty/],
  [['resolve', 'B0012/7', '--note', 'x'], 'missingOption', /--paid or --not-paid/],
  [[...NOT_PAID, '--paid'], 'optionsClash', /--paid and --not-paid/],
  [['resolve', 'X', '--paid', '--not-paid', '--rrn', '1'], 'optionsClash', /--paid and --not-paid/],
  [[...NOT_PAID, '--rrn', '412345678901'], 'optionsClash', /--rrn/],
  [[...NOT_PAID, '--same-evidence'], 'optionsClash', /--count/],
  [[...NOT_PAID, '--count', '3'], 'optionsClash', /--same-evidence/],
  [['resolve', 'X', '--paid', '--note', 'x'], 'missingOption', /--rrn is missing.*UTR/],
  [['resolve', 'X', '--paid', '--note', 'x', '--rrn', 'none'], 'wrongValue', /--rrn.*RRN/],
  [['resolve', 'X', '--paid', '--note', 'x', '--rrn', '4123 45678901'], 'wrongValue', /--rrn/],
  [
    ['resolve', 'X', '--paid', '--note', 'x', '--rrn', '412345678901', '--same-evidence', '--count', '2'],
    'optionsClash',
    /its own RRN/,
  ],
  [[...SET, '--decide-after-hours', '721'], 'wrongValue', /--decide-after-hours.*0 to 720 hours/],
  [['practice', '--port', '65536'], 'wrongValue', /--port.*65535/],
  [['practice', '--port', '080'], 'wrongValue', /--port/],
  [['profile', 'set', 'acme', '--mid', '1'], 'missingOption', /--base-url is missing/],
  [['profile', 'set', 'acme', '--base-url', 'https://a.example'], 'missingOption', /--mid is missing/],
  [['profile', 'set', '-', '--base-url', 'https://a.example', '--mid', '1'], 'wrongValue', /NAME/],
  [['profile', 'set', 'Practice', '--base-url', 'https://a.example', '--mid', '1'], 'wrongValue', /practice/],
  [['profile', 'set', 'x'.repeat(41), '--base-url', 'https://a.example', '--mid', '1'], 'wrongValue', /NAME.*40/],
  [[...SET, '--mid', '0'], 'optionTwice', /--mid/],
  [['profile', 'set', 'a', '--base-url', 'https://a.example', '--mid', '0'], 'wrongValue', /--mid/],
  [['profile', 'set', 'a', '--base-url', 'https://a.example', '--mid', '12a'], 'wrongValue', /--mid.*"12a"/],
  [[...SET, '--rate', '0'], 'wrongValue', /--rate.*"0".*1 to 20000 requests per second/],
  [[...SET, '--rate', '20001'], 'wrongValue', /--rate/],
  [[...SET, '--rate', '2.5'], 'wrongValue', /--rate/],
  [[...SET, '--rate', '1,000'], 'wrongValue', /--rate.*plain digits/],
  [[...SET, '--in-flight', '257'], 'wrongValue', /--in-flight.*1 to 256/],
  [[...SET, '--poll-first-ms', '0'], 'wrongValue', /--poll-first-ms.*milliseconds/],
  [[...SET, '--poll-max-ms', '86400001'], 'wrongValue', /--poll-max-ms/],
  [
    [...SET, '--poll-first-ms', '500', '--poll-max-ms', '499'],
    'optionsClash',
    /--poll-first-ms 500.*--poll-max-ms 499/,
  ],
  [[...SET, '--timeout-ms', '99'], 'wrongValue', /--timeout-ms.*100 to 600000/],
  [[...SET, '--max-payout', '-5'], 'missingValue', /--max-payout/],
  [[...SET, '--max-payout=-5'], 'wrongValue', /--max-payout.*negative/],
  [[...SET, '--max-payout', '1,00,0'], 'wrongValue', /--max-payout.*commas/],
  [[...SET, '--max-batch', '10000000000000.01'], 'wrongValue', /--max-batch.*too large/],
];

describe('a wrong command line', () => {
  it.each(WRONG)('refuses %j as %s', (argv, code, names) => {
    const refusal = refusalOf(argv);
    expect(refusal.code).toBe(code);
    expect(`${say(refusal.message)} ${say(refusal.cure)}`).toMatch(names);
    expect(say(refusal.cure)).not.toBe('');
  });

  it('says whether the refusal is wanted as JSON', () => {
    expect(parseArguments(['stauts', '--json'])).toMatchObject({ kind: 'refused', json: true });
    expect(parseArguments(['stauts'])).toMatchObject({ kind: 'refused', json: false });
  });

  it.each([
    [['nonsense', '--language', 'hi'], 'hi', 'unknownCommand'],
    [['--json', '--language=hi'], 'hi', 'noCommand'],
    [['list', '--language', 'fr'], 'en', 'wrongValue'],
    [['help', '--language', 'HINDI'], 'en', 'wrongValue'],
    [['list', '--language', 'hi', '--language', 'en'], 'en', 'optionTwice'],
    [['list', '--language='], 'en', 'wrongValue'],
    [['version', '--language'], 'en', 'missingValue'],
    [['list', '--language', '--json'], 'en', 'missingValue'],
    [['list', '--language', 'fr', '--token', 'x'], 'en', 'tokenOnCommandLine'],
  ])('is refused in the language that was chosen, and in English where none can be: %j', (argv, language, code) => {
    expect(parseArguments(argv)).toMatchObject({ kind: 'refused', language, refusal: { code } });
  });

  it('names everything that is missing at once, each with what to add', () => {
    const { code, message, cure } = refusalOf(['reconcile']);
    expect([code, say(message)]).toEqual(['missingOption', '--from and --out are missing.']);
    expect(say(cure)).toMatch(/^Add --from YYYY-MM-DD: .+\. Add --out FILE\.xlsx\|\.csv: .+\.$/);
  });

  it('refuses a file on standard input where the count would be typed there too', () => {
    expect(refusalOf(['run', '-', '--profile', 'acme']).code).toBe('optionsClash');
    expect(understood(['run', '-', '--profile', 'acme', '--yes'])).toMatchObject({ path: '-', yes: true });
  });

  it('shows what was typed without what a terminal would obey', () => {
    expect(say(refusalOf(['\u001B[31mred']).message)).toBe('There is no command "?[31mred".');
  });
});

const SECRET = 'tkn-4f3c9a1b7d2e8f60';

describe('a token on the command line', () => {
  it.each([
    [['run', 'a.csv', '--token', SECRET]],
    [['run', 'a.csv', `--token=${SECRET}`]],
    [['--token', SECRET, 'profile', 'list']],
    [['profile', 'token', 'acme', `--access-token=${SECRET}`]],
    [['wallet', '--profile', 'acme', '--bearer', SECRET]],
    [['profile', 'set', 'acme', '--api-key', SECRET]],
    [['profile', 'token', 'acme', SECRET]],
    [['mail', 'password', SECRET]],
    [['mail', 'set', `--password=${SECRET}`]],
  ])('is refused with the advice to pipe it, and is not repeated: %j', (argv) => {
    const refusal = refusalOf(argv);
    expect(refusal.code).toBe('tokenOnCommandLine');
    expect(say(refusal.cure)).toContain('desk profile token NAME <');
    expect(`${say(refusal.message)} ${say(refusal.cure)}`).not.toContain(SECRET);
    expect(JSON.stringify(refusal)).not.toContain(SECRET);
  });

  it.each([
    [['wallet', '--profile', `${SECRET}/${SECRET}`]],
    [['status', `${SECRET}-${SECRET}`]],
    [[`${SECRET}-${SECRET}`]],
    [['status', `--${SECRET}-${SECRET}`]],
    [['list', SECRET]],
    [['profile', 'set', 'a', '--base-url', `https://u:${SECRET}@a.example`, '--mid', '1']],
  ])('is not repeated from where it does not belong: %j', (argv) => {
    expect(JSON.stringify(refusalOf(argv))).not.toContain(SECRET);
  });
});

function refusalOf(argv: readonly string[]): Refusal {
  const parsed = parseArguments(argv);
  if (parsed.kind !== 'refused') throw new Error(`not refused: ${JSON.stringify(parsed)}`);
  return parsed.refusal;
}
