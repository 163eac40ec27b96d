// Persons, tiers, requests and approvals. A passphrase is typed or piped, never an argument.

import { renderUnicodeCompact } from 'uqr';
import type { Answer } from '../../../../../shared/api/contract.ts';
import { formatCount } from '../../../../../shared/counts.ts';
import { NOTE_MAX_CHARACTERS } from '../../../../../shared/limits.ts';
import { type Message, msg } from '../../../../../shared/messages/message.ts';
import { formatRupees } from '../../../../../shared/money.ts';
import {
  APPROVALS_AT_MOST,
  type ApprovalDecision,
  comparisonCode,
  isCodeOf,
  PERSON_ROLES,
  type PersonRole,
  REQUESTS_AT_ONCE_MAX,
  requestCodeText,
  TIER_SCOPES,
} from '../../../../../shared/requests.ts';
import {
  carriedViews,
  decideOne,
  decideSeen,
  exchangeApprovals,
  readCarried,
} from '../../../desk/approval/carried-requests.ts';
import {
  addPerson,
  askedWords,
  exportRequest,
  importSignature,
  listRequests,
  makePersonFile,
  type RequestDetails,
  type RequestFile,
  type RequestView,
  readRequest,
  readRequestFile,
  readTeam,
  removePerson,
  requestResume,
  requestStart,
  requestToken,
  setTier,
  signRequestFile,
  type Team,
  tierWords,
} from '../../../desk/approval/requests.ts';
import { prepareStart, type RowsAsked } from '../../../desk/batches/start-batch.ts';
import type { RequestContent, ShownPayment, Tier } from '../../../domain/approval.ts';
import { refused } from '../../../session/desks.ts';
import { EXIT, type ExitCode } from '../../process-end.ts';
import { NO_PASSPHRASE, readPassphrases, readSignedBy } from '../ask.ts';
import {
  accepted,
  defineCommand,
  flag,
  optional,
  optionalElse,
  type Reading,
  refusedReading,
  required,
} from '../command-table.ts';
import { formatConfirm } from '../confirm.ts';
import {
  ACCEPT_CLAIMS,
  ACCEPT_WARNINGS,
  AS,
  AS_IF_ASKED,
  BATCH,
  FILE,
  FILE_OPTIONS,
  FOR,
  NAMED_OPTIONS,
  PROFILE,
} from '../options.ts';
import { say } from '../say.ts';
import type { Streams } from '../terminal.ts';
import { textColumns } from '../terminal.ts';
import { factLines, formatLocalTime, formatTable, isoTime, plainText, wrapLines } from '../text.ts';
import {
  oneOf,
  readBatchName,
  readFromAmount,
  readOutFile,
  readPath,
  readPersonName,
  readProfileName,
  textUpTo,
  wholeNumber,
} from '../values.ts';
import { follow, namedRepeats, ROWS_TO_PAY, readRows } from './pay-specs.ts';

const ROLE = { help: msg('cli.person.role'), value: oneOf(PERSON_ROLES) };
const OUT = { help: msg('cli.request.out'), value: readOutFile(['.json']) };
const REQUESTS_MAX = 999_999_999;
const requestNumber = wholeNumber({ min: 1, max: REQUESTS_MAX, unit: msg('cli.unit.request') });
/** How many rows of a request a terminal lists; --json has all of them. */
const ROWS_SHOWN = 200;

/** A new passphrase: twice at a terminal. */
const newPassphrase = (name: string, { isTty }: Streams): readonly Message[] =>
  isTty.stdin
    ? [msg('cli.passphrase.new', { name }), msg('cli.passphrase.again', { name })]
    : [msg('cli.passphrase.new', { name })];

const PASSPHRASES_DIFFER = refused({
  code: 'passphrasesDiffer',
  message: msg('cli.passphrase.differ'),
  cure: msg('cli.passphrase.none.cure'),
});

interface PersonAsked {
  readonly who: { readonly file: string } | { readonly name: string; readonly role: PersonRole };
  readonly as: string | null;
}

const personAdd = defineCommand({
  name: 'person add',
  summary: msg('cli.personAdd.summary'),
  notes: [msg('cli.personAdd.first'), msg('cli.personAdd.passphrases')],
  examples: ['person add Asha --role maker', 'person add --from bala.json --as Asha'],
  takes: {
    name: optional('NAME', { help: msg('cli.person.name'), value: readPersonName }),
    role: optional<PersonRole>('--role maker|approver|both|viewer', ROLE),
    from: optional('--from FILE', { help: msg('cli.personAdd.from'), value: readPath }),
    as: AS_IF_ASKED,
  },
  check: ({ name, role, from, as }): Reading<PersonAsked> => {
    if (from !== null && name === null && role === null) return accepted({ who: { file: from }, as });
    if (from === null && name !== null && role !== null) return accepted({ who: { name, role }, as });
    return refusedReading({
      code: 'optionsClash',
      message: msg('cli.personAdd.either'),
      cure: msg('cli.personAdd.either.cure'),
    });
  },
  ask: async ({ system, streams }, { who, as }): Promise<Answer<RequestView>> => {
    const own = as === null ? [] : [msg('cli.passphrase.question', { name: as })];
    const fresh = 'file' in who ? [] : newPassphrase(who.name, streams);
    const typed = own.length + fresh.length === 0 ? [] : await readPassphrases([...own, ...fresh], streams);
    if (typed === null) return NO_PASSPHRASE;
    const [passphrase = '', again = passphrase] = typed.slice(own.length);
    if (passphrase !== again) return PASSPHRASES_DIFFER;
    const by = as === null ? null : { name: as, passphrase: typed[0] ?? '' };
    return sentOn(system, addPerson(system, 'file' in who ? who : { ...who, passphrase }, by));
  },
  show: () => ({ text: formatRequest, json: requestJson }),
});

const personKey = defineCommand({
  name: 'person key',
  summary: msg('cli.personKey.summary'),
  notes: [msg('cli.personKey.about')],
  examples: ['person key Bala --role approver --out bala.json'],
  takes: {
    name: required('NAME', { help: msg('cli.person.name'), value: readPersonName }),
    role: required<PersonRole>('--role maker|approver|both|viewer', ROLE),
    out: required('--out FILE.json', OUT),
  },
  ask: async ({ system, streams }, { name, role, out }): Promise<Answer<{ readonly file: string }>> => {
    const typed = await readPassphrases(newPassphrase(name, streams), streams);
    const [passphrase, again = passphrase] = typed ?? [];
    if (passphrase === undefined) return NO_PASSPHRASE;
    return passphrase === again ? makePersonFile(system, { name, role, passphrase, out }) : PASSPHRASES_DIFFER;
  },
  show: () => ({ text: ({ file }) => plainText(say(msg('cli.personKey.written', { file }))) }),
});

const personList = defineCommand({
  name: 'person list',
  summary: msg('cli.personList.summary'),
  examples: ['person list --json'],
  needsDesk: true,
  ask: ({ system }) => readTeam(system),
  show: () => ({ text: formatTeam }),
});

const personRemove = defineCommand({
  name: 'person remove',
  summary: msg('cli.personRemove.summary'),
  examples: ['person remove Bala --as Asha'],
  needsDesk: true,
  takes: { name: required('NAME', { help: msg('cli.person.name'), value: readPersonName }), as: AS },
  ask: async ({ system, streams }, { name, as }) => {
    const by = await readSignedBy(as, streams);
    return by.kind === 'done' ? sentOn(system, removePerson(system, name, by.value)) : by;
  },
  show: () => ({ text: formatRequest, json: requestJson }),
});

const tier = defineCommand({
  name: 'tier',
  summary: msg('cli.tier.summary'),
  notes: [msg('cli.tier.looser')],
  examples: [
    'tier acme --from 500000 --per batch --approvals 1',
    'tier acme --from 0 --per payment --approvals 0 --as Asha',
  ],
  needsDesk: true,
  takes: {
    profile: required('PROFILE', { help: msg('cli.option.profile'), value: readProfileName }),
    fromPaise: required('--from RUPEES', { help: msg('cli.tier.from'), value: readFromAmount }),
    scope: required<Tier['scope']>('--per payment|batch', { help: msg('cli.tier.per'), value: oneOf(TIER_SCOPES) }),
    approvals: required('--approvals N', {
      help: msg('cli.tier.approvals'),
      value: wholeNumber({ min: 0, max: APPROVALS_AT_MOST, unit: msg('cli.unit.approvals') }),
    }),
    as: AS_IF_ASKED,
  },
  ask: async ({ system, streams }, { as, ...asked }) => {
    const by = as === null ? null : await readSignedBy(as, streams);
    if (by !== null && by.kind !== 'done') return by;
    return sentOn(system, setTier(system, asked, by?.value ?? null));
  },
  show: () => ({
    text: (value, width) => ('tier' in value ? plainText(say(tierWords(value.tier))) : formatRequest(value, width)),
    json: (value) => ('tier' in value ? value : requestJson(value)),
  }),
});

const requestRun = defineCommand({
  name: 'request run',
  summary: msg('cli.requestRun.summary'),
  notes: [msg('cli.requestRun.about')],
  examples: [
    'request run salaries.xlsx --profile acme --as Asha',
    'request run corrected.csv --profile acme --as Asha --pay-again B0007/3',
  ],
  takes: {
    path: FILE,
    profile: PROFILE,
    as: AS,
    ...ROWS_TO_PAY,
    acceptClaims: ACCEPT_CLAIMS,
    forMs: FOR,
    ...FILE_OPTIONS,
  },
  ask: (terminal, { as, ...options }) =>
    askForStart(terminal, as, async () => {
      const rows = await readRows(terminal, options);
      return rows.kind === 'done' ? { kind: 'done', value: { ...options, ...rows.value } } : rows;
    }),
  show: () => ({ text: formatRequest, json: requestJson }),
});

const requestRetry = defineCommand({
  name: 'request retry',
  summary: msg('cli.requestRetry.summary'),
  notes: [msg('cli.requestRun.about')],
  examples: ['request retry B0007 --as Asha', 'request retry B0007 --as Asha --pay-again B0007/3'],
  needsDesk: true,
  takes: {
    batch: BATCH,
    as: AS,
    acceptWarnings: ACCEPT_WARNINGS,
    ...NAMED_OPTIONS,
    acceptClaims: ACCEPT_CLAIMS,
    name: optional('--name TEXT', { help: msg('cli.retry.name'), value: readBatchName }),
    forMs: FOR,
  },
  ask: (terminal, { as, batch, ...options }) =>
    askForStart(terminal, as, () =>
      Promise.resolve({
        kind: 'done',
        value: { ...options, named: namedRepeats(options), source: { kind: 'retry', batch, from: null } },
      }),
    ),
  show: () => ({ text: formatRequest, json: requestJson }),
});

/** Prepares what would be paid, shows it, and asks for it under the person's passphrase. */
function askForStart(
  { system, streams }: Parameters<typeof follow>[0],
  as: string,
  readAsked: () => Promise<Answer<Omit<RowsAsked, 'follower' | 'ticks'>>>,
): Promise<Answer<RequestView>> {
  return follow({ system, streams, json: false }, async (follower): Promise<Answer<RequestView>> => {
    const asked = await readAsked();
    if (asked.kind !== 'done') return asked;
    const { answer } = await follower.stoppable(() => prepareStart(system, { ...asked.value, follower, ticks: null }));
    if (answer.kind !== 'done') return answer;
    follower.stop();
    streams.stderr.write(`${formatConfirm(answer.value.view, textColumns(streams, 'stderr'))}\n`);
    const by = await readSignedBy(as, streams);
    return by.kind === 'done' ? sentOn(system, requestStart(system, answer.value, by.value)) : by;
  });
}

const requestResumed = defineCommand({
  name: 'request resume',
  summary: msg('cli.requestResume.summary'),
  examples: ['request resume B0012 --as Asha'],
  needsDesk: true,
  takes: { batch: BATCH, as: AS, acceptClaims: ACCEPT_CLAIMS },
  ask: async ({ system, streams }, { as, ...asked }) => {
    const by = await readSignedBy(as, streams);
    return by.kind === 'done' ? sentOn(system, requestResume(system, asked, by.value)) : by;
  },
  show: () => ({ text: formatRequest, json: requestJson }),
});

/** What was asked for goes to the other desks of a team at once, where there is a register. */
async function sentOn<Value>(
  system: Parameters<typeof exchangeApprovals>[0],
  asked: Promise<Answer<Value>>,
): Promise<Answer<Value>> {
  const answer = await asked;
  if (answer.kind === 'done') await exchangeApprovals(system);
  return answer;
}

const requestForToken = defineCommand({
  name: 'request token',
  summary: msg('cli.requestToken.summary'),
  notes: [msg('cli.requestToken.about')],
  examples: ['request token acme --as Asha'],
  needsDesk: true,
  takes: { profile: required('NAME', { help: msg('cli.profileToken.name'), value: readProfileName }), as: AS },
  ask: async ({ system, streams }, { profile, as }) => {
    const by = await readSignedBy(as, streams);
    return by.kind === 'done' ? sentOn(system, requestToken(system, profile, by.value)) : by;
  },
  show: () => ({ text: formatRequest, json: requestJson }),
});

const requestExport = defineCommand({
  name: 'request export',
  summary: msg('cli.requestExport.summary'),
  examples: ['request export 3 --out request-3.json'],
  needsDesk: true,
  takes: {
    request: required('REQUEST', { help: msg('cli.request.number'), value: requestNumber }),
    out: required('--out FILE.json', OUT),
  },
  ask: ({ system }, asked) => exportRequest(system, asked),
  show: () => ({ text: ({ file }) => plainText(say(msg('cli.requestExport.written', { file }))) }),
});

const requestImport = defineCommand({
  name: 'request import',
  summary: msg('cli.requestImport.summary'),
  examples: ['request import signature-3.json'],
  needsDesk: true,
  takes: { file: required('FILE', { help: msg('cli.requestImport.file'), value: readPath }) },
  ask: ({ system }, { file }) => importSignature(system, file),
  show: () => ({ text: formatRequest, json: requestJson }),
});

const requests = defineCommand({
  name: 'requests',
  summary: msg('cli.requests.summary'),
  examples: ['requests', 'requests 3 --json'],
  needsDesk: true,
  takes: {
    request: optional('REQUEST', { help: msg('cli.request.number'), value: requestNumber }),
    qr: flag('--qr', { help: msg('cli.requests.qr') }),
  },
  ask: async ({ system }, { request }): Promise<Answer<Requests>> => {
    await exchangeApprovals(system);
    if (request !== null) return readCarried(system, request) ?? readRequest(system, request);
    const own = listRequests(system);
    if (own.kind !== 'done') return own;
    return { kind: 'done', value: { requests: [...carriedViews(system), ...own.value.requests] } };
  },
  show: ({ qr }) => ({
    text: (value, width) =>
      'requests' in value
        ? formatRequests(value.requests, width)
        : [
            formatRequest(value, width),
            ...(qr ? [renderUnicodeCompact(requestCodeText(value.digest))] : []),
            ...shownLines(value.shown, width),
          ].join('\n'),
    json: requestsJson,
  }),
});

/** A pasted digest, or the whole text of a QR code. */
const CODE_MAX_CHARACTERS = 120;

const DECIDES = {
  request: required('REQUEST', { help: msg('cli.request.numberOrFile'), value: readPath }),
  as: AS,
  out: optional('--out FILE.json', { help: msg('cli.approve.out'), value: readOutFile(['.json']) }),
  compare: optional('--compare CODE', { help: msg('cli.approve.compare'), value: textUpTo(CODE_MAX_CHARACTERS) }),
} as const;

const approve = defineCommand({
  name: 'approve',
  summary: msg('cli.approve.summary'),
  notes: [msg('cli.approve.about')],
  examples: [
    'approve 3 --as Bala',
    'approve 3,4,7 --as Bala',
    'approve request-3.json --as Bala --out signature-3.json --compare "3F2A 91BC 07D4 55E1 A0C9"',
  ],
  takes: {
    ...DECIDES,
    reason: optionalElse('--note TEXT', {
      help: msg('cli.approve.note'),
      value: textUpTo(NOTE_MAX_CHARACTERS),
      otherwise: '',
    }),
  },
  check: (values) => readDeciding(values, 'approve'),
  ask: (terminal, request) => decide(terminal.system, terminal.streams, request),
  show: () => ({ text: formatDecided, json: decidedJson, exitCode: decidedEnd }),
});

const reject = defineCommand({
  name: 'reject',
  summary: msg('cli.reject.summary'),
  examples: ['reject 3 --as Bala --reason "not our vendor"'],
  takes: {
    ...DECIDES,
    reason: required('--reason TEXT', { help: msg('cli.reject.reason'), value: textUpTo(NOTE_MAX_CHARACTERS) }),
  },
  check: (values) => readDeciding(values, 'reject'),
  ask: (terminal, request) => decide(terminal.system, terminal.streams, request),
  show: () => ({ text: formatDecided, json: decidedJson, exitCode: decidedEnd }),
});

interface DecidingTyped {
  /** The numbers of requests, or a file. */
  readonly target: readonly number[] | string;
  /** What the maker read out; null where nobody compares. */
  readonly compare: string | null;
  readonly as: string;
  readonly out: string | null;
  readonly reason: string;
  readonly decision: ApprovalDecision;
}

function readDeciding(
  { request, ...values }: Omit<DecidingTyped, 'target' | 'decision'> & { readonly request: string },
  decision: ApprovalDecision,
): Reading<DecidingTyped> {
  const { out, compare } = values;
  const isNumbers = /^\d{1,9}(?:,\d{1,9})*$/.test(request);
  const numbers = isNumbers ? [...new Set(request.split(',').map(Number))] : [];
  if (numbers.length > REQUESTS_AT_ONCE_MAX || (numbers.length > 1 && compare !== null)) {
    return refusedReading({
      code: 'optionsClash',
      message:
        compare === null ? msg('cli.approve.tooMany', { count: REQUESTS_AT_ONCE_MAX }) : msg('cli.approve.compareOne'),
      cure: msg('cli.approve.fewer'),
    });
  }
  if (isNumbers === (out === null)) {
    return accepted({ ...values, target: isNumbers ? numbers : request, decision });
  }
  return refusedReading({
    code: 'optionsClash',
    message: isNumbers ? msg('cli.approve.noOut') : msg('cli.approve.needsOut'),
    cure: msg('cli.approve.out.cure'),
  });
}

/** Several: those that were signed, and why the others were not. */
interface DecidedSeveral {
  readonly requests: readonly RequestView[];
  readonly refused: readonly { readonly request: number; readonly message: Message }[];
}
type Decided = RequestView | DecidedSeveral | { readonly file: string };

/** Shows what is signed, then asks for the passphrase. */
async function decide(
  system: Parameters<typeof readRequest>[0],
  streams: Streams,
  { target, as, out, reason, compare, decision }: DecidingTyped,
): Promise<Answer<Decided>> {
  const width = textColumns(streams, 'stderr');
  const write = (lines: readonly string[]): void => void streams.stderr.write(`${lines.join('\n')}\n`);
  if (typeof target !== 'string') {
    await exchangeApprovals(system);
    const seen: RequestDetails[] = [];
    for (const number of target) {
      const details = readCarried(system, number) ?? readRequest(system, number);
      if (details.kind !== 'done') return details;
      seen.push(details.value);
      write([formatRequest(details.value, width), ...shownLines(details.value.shown, width), '']);
    }
    const [only] = seen;
    if (only === undefined || (compare !== null && !isCodeOf(compare, only.digest))) return OTHER_REQUEST;
    if (seen.length > 1) write([sumOf(seen)]);
    const by = await readSignedBy(as, streams);
    if (by.kind !== 'done') return by;
    const deciding = { ...by.value, decision, reason };
    if (seen.length === 1) return decideOne(system, only, deciding);
    const decided = await decideSeen(system, seen, deciding);
    return decided.kind === 'done' ? { kind: 'done', value: severalOf(decided.value) } : decided;
  }
  const file = await readRequestFile(system, target);
  if (file.kind !== 'done') return file;
  write([formatFile(file.value, width), ...shownLines(file.value.shown, width)]);
  if (compare !== null && !isCodeOf(compare, file.value.digest)) return OTHER_REQUEST;
  const by = await readSignedBy(as, streams);
  if (by.kind !== 'done') return by;
  return signRequestFile(system, file.value, { ...by.value, decision, reason, out: out ?? '' });
}

const OTHER_REQUEST = refused({
  code: 'otherRequest',
  message: msg('approval.otherCode'),
  cure: msg('cure.compareAgain'),
});

/** How many are signed at once, and of how much money. */
function sumOf(seen: readonly RequestDetails[]): string {
  const paise = seen.reduce(
    (total, { shown }) => total + (shown?.rows ?? []).reduce((sum, row) => sum + row.paise, 0),
    0,
  );
  return plainText(say(msg('cli.approve.sum', { count: seen.length, paise })));
}

function severalOf(all: readonly { readonly request: number; readonly answer: Answer<RequestView> }[]): DecidedSeveral {
  return {
    requests: all.flatMap(({ answer }) => (answer.kind === 'done' ? [answer.value] : [])),
    refused: all.flatMap(({ request, answer }) =>
      'refusal' in answer ? [{ request, message: answer.refusal.message }] : [],
    ),
  };
}

const decidedEnd = (value: Decided): ExitCode =>
  'refused' in value && value.refused.length > 0 ? EXIT.notAllSucceeded : EXIT.done;

export const APPROVAL_SPECS = [
  personAdd,
  personKey,
  personList,
  personRemove,
  tier,
  requestRun,
  requestRetry,
  requestResumed,
  requestForToken,
  requestExport,
  requestImport,
  requests,
  approve,
  reject,
] as const;

type Requests = { readonly requests: readonly RequestView[] } | RequestDetails;

export function requestsJson(value: Requests) {
  if ('requests' in value) return { requests: value.requests.map(requestJson) };
  if (value.shown === null) return { ...requestJson(value), shown: null };
  const { rows, warnings, ticks } = value.shown;
  return { ...requestJson(value), shown: { rows, warnings, ticks } };
}

/** A request for scripts: times as ISO 8601. */
export function requestJson(view: RequestView) {
  const { request, state, asked, maker, madeAtMs, expiresAtMs, digest, needed, approvedBy, what, batch } = view;
  const times = { madeAt: isoTime(madeAtMs), expiresAt: isoTime(expiresAtMs) };
  return { request, state, asked, maker, ...times, digest, needed, approvedBy, message: what, batch };
}

export function decidedJson(value: Decided) {
  if ('file' in value) return value;
  return 'requests' in value
    ? { requests: value.requests.map(requestJson), refused: value.refused }
    : requestJson(value);
}

function formatDecided(value: Decided, width: number): string {
  if ('file' in value) return plainText(say(msg('cli.approve.written', { file: value.file })));
  if ('request' in value) return formatRequest(value, width);
  return [
    ...(value.requests.length === 0 ? [] : [formatRequests(value.requests, width)]),
    ...value.refused.map(({ request, message }) =>
      plainText(say(msg('approval.ofRequest', { request, what: message }))),
    ),
  ].join('\n');
}

/** One request in full, without its rows. */
export function formatRequest(view: RequestView, width: number): string {
  const facts: readonly (readonly [Message, string])[] = [
    [msg('cli.fact.request'), String(view.request)],
    ...askedFacts(view.asked),
    [msg('cli.fact.askedBy'), `${plainText(view.maker)}, ${formatLocalTime(view.madeAtMs)}`],
    [msg('cli.fact.validUntil'), formatLocalTime(view.expiresAtMs)],
    [msg('cli.fact.digest'), view.digest],
    [msg('cli.fact.code'), comparisonCode(view.digest)],
    [msg('cli.fact.now'), plainText(say(view.what))],
    ...(view.batch === null ? [] : [[msg('summary.batch'), view.batch] as const]),
  ];
  return factLines(
    facts.map(([label, value]) => [say(label), value]),
    width,
  ).join('\n');
}

function formatFile({ content, digest }: RequestFile, width: number): string {
  const facts: readonly (readonly [Message, string])[] = [
    ...askedFacts(content.asked),
    [msg('cli.fact.askedBy'), `${plainText(content.maker.name)}, ${formatLocalTime(content.madeAtMs)}`],
    [msg('cli.fact.validUntil'), formatLocalTime(content.expiresAtMs)],
    [msg('cli.fact.digest'), digest],
    [msg('cli.fact.code'), comparisonCode(digest)],
  ];
  return factLines(
    facts.map(([label, value]) => [say(label), value]),
    width,
  ).join('\n');
}

function askedFacts(asked: RequestContent['asked']): readonly (readonly [Message, string])[] {
  const what: readonly [Message, string] = [msg('cli.fact.asked'), plainText(say(askedWords(asked)))];
  if (!('seal' in asked)) return [what];
  const { account, count, totalPaise, largestPaise } = asked;
  return [
    what,
    [msg('cli.fact.profile'), `${account.profile} (${account.environment})`],
    [msg('paper.gateway'), account.baseUrl],
    [msg('cli.fact.mid'), String(account.mid)],
    [msg('summary.payouts'), formatCount(count)],
    [msg('cli.fact.total'), formatRupees(totalPaise)],
    [msg('cli.fact.largest'), formatRupees(largestPaise)],
  ];
}

function shownLines(shown: ShownPayment | null, width: number): readonly string[] {
  if (shown === null) return [];
  const { rows, warnings, ticks } = shown;
  const head = [msg('cli.head.row'), msg('field.name'), msg('cli.head.payTo'), msg('cli.head.amount')].map(say);
  const table = formatTable(['right', 'cut', 'cut', 'right'], {
    rows: [
      head,
      ...rows
        .slice(0, ROWS_SHOWN)
        .map(({ row, name, payTo, paise }) => [
          String(row),
          plainText(name ?? ''),
          plainText(payTo),
          formatRupees(paise),
        ]),
    ],
    width,
  });
  const more = rows.length - ROWS_SHOWN;
  const ticked = [...ticks.paidBefore, ...ticks.difference, ...ticks.accountChanged, ...ticks.heldName];
  const notes = [
    ...(more > 0 ? [msg('part.andMore', { count: more })] : []),
    ...(ticked.length === 0 ? [] : [msg('cli.request.tickedRows', { rows: ticked.map(String) })]),
    ...(ticks.claims ?? []).map(({ rowNumber, payment }) => claimTicked(rowNumber, payment)),
    ...(ticks.batches.length === 0 ? [] : [msg('cli.confirm.batches', { batches: ticks.batches })]),
    ...warnings,
  ];
  return [...table, ...notes.map((note) => wrapLines([plainText(say(note))], width))];
}

function claimTicked(row: number, payment: string): Message {
  return row === 0 ? msg('cli.request.claim', { payment }) : msg('cli.request.claimOfRow', { row, payment });
}

function formatRequests(list: readonly RequestView[], width: number): string {
  if (list.length === 0) return plainText(say(msg('cli.requests.none')));
  const head = [msg('cli.head.request'), msg('cli.head.askedBy'), msg('cli.head.asked'), msg('cli.head.state')].map(
    say,
  );
  const rows = list.map((view) => [
    String(view.request),
    plainText(view.maker),
    plainText(
      'seal' in view.asked
        ? `${say(askedWords(view.asked))} ${formatRupees(view.asked.totalPaise)}`
        : say(askedWords(view.asked)),
    ),
    plainText(say(view.what)),
  ]);
  return formatTable(['right', 'cut', 'cut', 'cut'], { rows: [head, ...rows], width }).join('\n');
}

function formatTeam({ persons, tiers, isFragile }: Team, width: number): string {
  if (persons.length === 0) return plainText(say(msg('cli.personList.none')));
  const head = [msg('field.name'), msg('cli.head.role'), msg('cli.head.key')].map(say);
  const rows = persons.map(({ name, role, publicKey }) => [plainText(name), say(msg(`role.${role}`)), publicKey]);
  return [
    ...formatTable(['cut', 'left', 'cut'], { rows: [head, ...rows], width }),
    ...tiers.map((one) => plainText(say(tierWords(one)))),
    ...(isFragile ? [wrapLines([say(msg('cli.personList.fragile'))], width)] : []),
  ].join('\n');
}
