// Persons, tiers, requests and signatures in the database, and the one question that lets a batch begin: asked in the transaction
// that begins it, of what was signed and of the desk as that transaction sees it.

import { invariant } from '../../../shared/failures.ts';
import { type BatchId, batchNumber, formatBatchId, type Mid, type Sha256 } from '../../../shared/ids.ts';
import { HOUR_MS } from '../../../shared/limits.ts';
import { joined, type Message, msg } from '../../../shared/messages/message.ts';
import type { ClaimTick } from '../../../shared/repeats.ts';
import type { Refusal } from '../../../shared/rows.ts';
import {
  type AccountNamed,
  type ApprovalWorld,
  type Asking,
  approvalsAsked,
  approvalsOfChange,
  type BatchApproval,
  type ChangeAsked,
  COUNTED_TOGETHER_MS,
  canBeMet,
  canMake,
  type FoundingRequest,
  foundersOf,
  isEnrolled,
  isFounding,
  isItsOwn,
  isSamePerson,
  judgeRequest,
  type PaymentAsked,
  type Person,
  personOfPayTo,
  type RequestContent,
  type RequestVerdict,
  type ShownPayment,
  type ShownRow,
  type SignedDecision,
  type SignedRequest,
  type StartedBatch,
  shownRows,
  type Tier,
  whyNotCounted,
  withTier,
} from '../domain/approval.ts';
import type { BatchRecord, Confirmation, ConfirmationMarks } from '../domain/batches.ts';
import { isSigned, sha256 } from '../platform/signing-keys.ts';
import type { AuditLog } from './audit-log.ts';
import type { DeskDatabase } from './desk-database.ts';
import { prepareSaveProfile, readProfiles } from './merchants-and-profiles.ts';

/** After this long without activity, a batch needs approval anew before it goes on. */
const APPROVED_ANEW_AFTER_MS = 12 * HOUR_MS;

const MAY_BE_PAID = "state NOT IN ('failed', 'rejected', 'reversed', 'cancelled')";
/** As payToText() writes it. */
const PAY_TO = "coalesce(upi_id, account_number || ' ' || ifsc)";

/** A request with its number, its signatures and what became of it. */
export interface StoredRequest extends SignedRequest {
  readonly request: number;
  readonly decisions: readonly SignedDecision[];
  /** What it let through; null while nothing. `batch` is null for a change. */
  readonly used: { readonly batch: BatchId | null; readonly atMs: number } | null;
}

export interface ApprovalReading {
  persons(): readonly Person[];
  /** Why this person may not let money leave; null where they may, and for everybody in a desk without a team. */
  whyNotPaidBy(payer: Person | null): Refusal | null;
  /** The tiers in force of every account, or of those that pay from a merchant. */
  tiers(of?: { readonly profile: string; readonly mid: Mid }): readonly Tier[];
  find(request: number): StoredRequest | null;
  /** What was shown with the request; null when it is not what the maker signed. */
  shown(request: StoredRequest): string | null;
  /** The one with this digest. */
  withDigest(digest: string): StoredRequest | null;
  /** The newest requests, newest first: a desk may have made thousands. */
  newest(most: number): readonly StoredRequest[];
  /** All that ask for a change, newest first: they are few. */
  changes(): readonly StoredRequest[];
  /** What the desk is now. `mid`: for payments of this merchant; null for changes. */
  world(mid: Mid | null, nowMs: number): ApprovalWorld;
  verdict(request: StoredRequest, nowMs: number): RequestVerdict;
  /** How many approvals a change needs as the rules are now. */
  neededByChange(): number;
  /** How many approvals a payment needs, with what began in the day before. */
  neededBy(payment: PaymentNow, nowMs: number): Asking;
  /** The same for a request. */
  neededByRequest(request: StoredRequest, nowMs: number): number;
  /** What a resume of this batch would send, with the payments of other desks that it then repeats on purpose, by their names. */
  unsent(batch: BatchRecord, acceptClaims?: readonly string[]): PaymentNow;
  /** Who must approve a payment before it leaves, and how far that has come. */
  standing(payment: PaymentNow, nowMs: number): PaymentStanding;
  /** The same for a batch that goes on. */
  resumeStanding(batch: BatchRecord, nowMs: number, acceptClaims?: readonly string[]): PaymentStanding;
  ofBatch(batch: number, asOfMs: number): readonly BatchApproval[];
}

/** A payment as it would leave now. */
export interface PaymentNow {
  readonly asked: PaymentAsked;
  /** Made when they are asked for: most payments need no approval, and have many rows. */
  readonly rows: readonly ShownRow[];
  /** The payments of other desks that it repeats on purpose; absent for none. */
  readonly claims?: readonly ClaimTick[];
}

/**
 * `needed`: how many must approve; 0 where nobody must. `why`: where it is not plain from the payment itself. `approved`: the request that lets it leave. `newest`: otherwise the newest
 * request for exactly this payment.
 */
export interface PaymentStanding extends Asking {
  readonly approved: { readonly request: StoredRequest; readonly by: readonly string[] } | null;
  readonly newest: { readonly request: StoredRequest; readonly what: Message } | null;
}

const FREE: PaymentStanding = { needed: 0, why: null, approved: null, newest: null };

/** A decision that is stored: `applied` when it was the last one that a change waited for. */
export type DecisionStored = { readonly kind: 'stored'; readonly applied: boolean } | Refusal;

/** `free`: nobody has to approve. `payer` is null in a desk without a team. */
type Permit = { readonly payer: Person | null } & (
  | { readonly kind: 'free' }
  | { readonly kind: 'approved'; readonly request: StoredRequest; readonly by: readonly string[] }
);

export interface ApprovalGate {
  /** Why a confirmation may not become a batch, or what lets it. Ask in the transaction that stores it. */
  permit(confirmation: SealedPayment & Pick<Confirmation, 'nowMs' | 'payer'>): Permit | Refusal;
  /** Why a stored batch may not go on sending, or what lets it. Ask in the transaction that begins the run. */
  permitResume(
    batch: BatchRecord,
    payer: Person | null,
    nowMs: number,
    acceptClaims?: readonly string[],
  ): Permit | Refusal;
  /** Records who pays, and that the request was used for this batch: it lets nothing else through. */
  use(permit: Permit, batch: number, nowMs: number): void;
}

export interface Approvals extends ApprovalReading, ApprovalGate {
  request(signed: Omit<SignedRequest, 'digest' | 'content'>, shown: string, nowMs: number): number | Refusal;
  decide(request: number, decision: SignedDecision, nowMs: number): DecisionStored;
  /** A change that nobody has to approve: before there are persons, or one that is stricter. */
  setTier(tier: Tier, nowMs: number): void;
  /** Takes an approved request for another token, once. Returns why there is none. */
  useTokenRequest(account: AccountNamed, nowMs: number): Refusal | null;
}

interface RequestRow {
  readonly request: number;
  readonly text: string;
  readonly digest: Sha256;
  readonly signature: string;
  readonly batch: number | null;
  readonly usedAtMs: number | null;
}

interface DecisionRow extends Omit<SignedDecision, 'digest' | 'person'>, Person {}

export function readApprovals(database: DeskDatabase, prefix: 'B' | 'P'): ApprovalReading {
  const select = `SELECT request_id AS request, text, digest, signature, batch_id AS batch, used_at_ms AS usedAtMs FROM approval_requests LEFT JOIN approval_uses USING (request_id)`;
  const find = database.statement<[number], RequestRow>(`${select} WHERE request_id = ?`);
  const withDigest = database.statement<[string], RequestRow>(`${select} WHERE digest = ?`);
  const newest = database.statement<[number], RequestRow>(`${select} ORDER BY request_id DESC LIMIT ?`);
  const changes = database.statement<[], RequestRow>(`${select} WHERE subject = '' ORDER BY request_id DESC`);
  // Every judgement reads them, so a desk's payments are not looked through for them.
  const usedChanges = database.statement<[], Pick<RequestRow, 'request' | 'text'>>(
    `SELECT request_id AS request, text FROM approval_uses JOIN approval_requests USING (request_id)
     WHERE batch_id IS NULL ORDER BY request_id DESC`,
  );
  const decisionsOf = database.statement<[number], DecisionRow>(
    `SELECT decision, reason, name, role, public_key AS publicKey, signed_at_ms AS signedAtMs, signature
     FROM approval_decisions WHERE request_id = ? ORDER BY decision_id`,
  );
  const persons = database.statement<[], Person>(
    `SELECT name, role, public_key AS publicKey FROM persons
     WHERE person_id NOT IN (SELECT person_id FROM person_removals) ORDER BY person_id`,
  );
  const tiers = database.statement<[], Tier>(
    `SELECT profile, scope, from_paise AS fromPaise, approvals FROM approval_tiers ORDER BY tier_id`,
  );
  const databaseId = database.statement<[], string>('SELECT database_id FROM desk').pluck();
  const shownText = database
    .statement<[number], string>('SELECT shown_text FROM approval_requests WHERE request_id = ?')
    .pluck();
  const countUnlocked = database.statement<[], number>(`SELECT count(*) FROM audit WHERE what = 'unlocked'`).pluck();
  const newestAt = database
    .statement<[], number | null>('SELECT at_ms FROM audit ORDER BY sequence DESC LIMIT 1')
    .pluck();
  /** The plus sign keeps SQLite off the index by batch, which it would have to sort as a whole. */
  const newestOfBatchAt = database
    .statement<[], number | null>('SELECT at_ms FROM audit WHERE +batch_id IS NOT NULL ORDER BY sequence DESC LIMIT 1')
    .pluck();
  const countSetBacks = database.statement<[], number>('SELECT count(*) FROM clock_set_backs').pluck();
  const unsentOf = database.statement<[number], ShownRow & { readonly reference: string }>(
    `SELECT row_number AS row, name, ${PAY_TO} AS payTo, amount_paise AS paise, remark,
       reference FROM payouts WHERE batch_id = ? AND state = 'queued' ORDER BY payout_id`,
  );
  const lastEntry = database.statement<[], number | null>('SELECT max(sequence) FROM audit').pluck();
  const startedSince = database.statement<
    [{ mid: Mid; own: number; since: number }],
    { batch: number; paise: number; approvals: number }
  >(
    `SELECT batch_id AS batch,
       (SELECT coalesce(sum(paise), 0) FROM batch_sums s WHERE s.batch_id = b.batch_id AND ${MAY_BE_PAID}) AS paise,
       (SELECT coalesce(max(json_array_length(approved_by_json)), 0) FROM approval_uses u WHERE u.batch_id = b.batch_id) AS approvals
     FROM batches b WHERE mid = @mid AND batch_id <> @own AND (confirmed_at_ms > @since OR active_at_ms > @since AND EXISTS (
       SELECT 1 FROM audit a WHERE a.batch_id = b.batch_id AND a.what = 'resumed' AND a.at_ms > @since))`,
  );
  const paidOf = database.statement<[number], Pick<ShownRow, 'payTo' | 'paise'>>(
    `SELECT ${PAY_TO} AS payTo, amount_paise AS paise FROM payouts WHERE batch_id = ? AND ${MAY_BE_PAID}`,
  );
  const uses = database.statement<[number, number], { request: number; by: string; atMs: number }>(
    `SELECT request_id AS request, approved_by_json AS by, used_at_ms AS atMs FROM approval_uses
     WHERE batch_id = ? AND used_at_ms <= ? ORDER BY request_id`,
  );
  const bySubject = database.statement<[string], RequestRow>(
    `${select} WHERE subject = ? AND subject <> '' ORDER BY request_id DESC`,
  );
  const profiles = readProfiles(database);

  /** By any clock that the desk knows: one that was set back makes nothing younger. */
  const latestMs = (nowMs: number): number => Math.max(nowMs, newestAt.get() ?? 0, newestOfBatchAt.get() ?? 0);
  const inForce = (): readonly Tier[] => tiers.all().reduce<readonly Tier[]>(withTier, []);
  const decode = ({ batch, usedAtMs, ...row }: RequestRow): StoredRequest => ({
    ...row,
    content: JSON.parse(row.text) as RequestContent,
    decisions: decisionsOf.all(row.request).map(({ name, role, publicKey, ...decision }) => {
      return { ...decision, digest: row.digest, person: { name, role, publicKey } };
    }),
    used: usedAtMs === null ? null : { atMs: usedAtMs, batch: batch === null ? null : formatBatchId(prefix, batch) },
  });
  const decodeOne = (row: RequestRow | undefined): StoredRequest | null => (row === undefined ? null : decode(row));
  /** Tiers follow the merchant too: a second account of the same merchant id is no way around them. */
  const tiersOf = (of?: { readonly profile: string; readonly mid: Mid }): readonly Tier[] => {
    if (of === undefined) return inForce();
    const names = new Set([of.profile, ...profiles.list().flatMap(({ name, mid }) => (mid === of.mid ? [name] : []))]);
    const lower = new Set([...names].map((name) => name.toLowerCase()));
    return inForce().filter(({ profile }) => lower.has(profile.toLowerCase()));
  };
  const rulesOf = (mid: Mid | null): Sha256 => {
    const accounts = profiles.list().filter((profile) => mid === null || profile.mid === mid);
    const names = new Set(accounts.map(({ name }) => name.toLowerCase()));
    const own = inForce().filter(({ profile }) => mid === null || names.has(profile.toLowerCase()));
    const tokens = usedChanges.all().flatMap(({ text, request }) => {
      const { asked } = JSON.parse(text) as RequestContent;
      return asked.kind === 'token' && (mid === null || asked.account.mid === mid) ? [request] : [];
    });
    return sha256(JSON.stringify([accounts, own, tokens]));
  };
  const world = (mid: Mid | null, nowMs: number): ApprovalWorld => ({
    databaseId: databaseId.get() ?? '',
    epoch: countUnlocked.get() ?? 0,
    rules: rulesOf(mid),
    persons: persons.all(),
    setBacks: countSetBacks.get() ?? 0,
    nowMs: latestMs(nowMs),
    isSigned,
  });
  const neededByChange = (): number => approvalsOfChange(inForce());
  let startedOf: { readonly key: string; readonly started: readonly StartedBatch[] } | null = null;
  /** A clock that was set back hides nothing: what carries a later time counts as well. */
  const startedBefore = ({ account: { mid }, batch }: PaymentAsked, nowMs: number): readonly StartedBatch[] => {
    const key = JSON.stringify([mid, batch, nowMs, lastEntry.get()]);
    if (startedOf?.key === key) return startedOf.started;
    const own = batch === null ? 0 : batchNumber(batch);
    const started = startedSince
      .all({ mid, own, since: nowMs - COUNTED_TOGETHER_MS })
      .map(({ batch: number, ...sums }) => ({
        ...sums,
        paidTo: () => {
          const paid = new Map<string, number>();
          for (const { payTo, paise } of paidOf.all(number)) {
            const person = personOfPayTo(payTo);
            paid.set(person, paise + (paid.get(person) ?? 0));
          }
          return paid;
        },
      }));
    startedOf = { key, started };
    return started;
  };
  const neededWith = (asked: PaymentAsked, rows: () => readonly ShownRow[], nowMs: number): Asking => {
    const own = tiersOf(asked.account);
    return approvalsAsked(own, { ...asked, rows }, () => startedBefore(asked, nowMs));
  };
  const neededBy: ApprovalReading['neededBy'] = (payment, nowMs) =>
    neededWith(payment.asked, () => payment.rows, nowMs);
  const neededByRequest: ApprovalReading['neededByRequest'] = (request, nowMs) => {
    const { asked } = request.content;
    if (!('seal' in asked)) return neededByChange();
    return neededWith(asked, () => shownPayment(request)?.rows ?? [], nowMs).needed;
  };
  const verdict = (request: StoredRequest, nowMs: number, needed?: number): RequestVerdict => {
    const { asked } = request.content;
    const now = world('seal' in asked ? asked.account.mid : null, nowMs);
    if (sha256(request.text) !== request.digest) return { kind: 'void', why: msg('approval.void.forged') };
    if (now.persons.length === 0 && isFounding(request, now)) {
      return { kind: 'waiting', by: request.decisions.map(({ person }) => person.name), needed: 1 };
    }
    return judgeRequest(request, {
      decisions: request.decisions,
      needed: needed ?? neededByRequest(request, nowMs),
      world: now,
    });
  };
  const shown = ({ request, content }: StoredRequest): string | null => {
    const text = shownText.get(request) ?? '';
    return sha256(text) === content.shown ? text : null;
  };
  const shownPayment = (request: StoredRequest): ShownPayment | null => {
    const text = shown(request);
    return text === null || text === '' ? null : (JSON.parse(text) as ShownPayment);
  };
  /** A seal is a digest that no person can read: what was shown must be what leaves, row for row. */
  const isWhatWasShown = (request: StoredRequest, { rows, claims = [] }: Omit<PaymentNow, 'asked'>): boolean => {
    const was = shownPayment(request);
    return was !== null && JSON.stringify([was.rows, was.ticks.claims ?? []]) === JSON.stringify([rows, claims]);
  };
  const standing = (payment: PaymentNow, nowMs: number): PaymentStanding => {
    const { asked } = payment;
    const { needed, why } = neededBy(payment, nowMs);
    if (needed === 0) return FREE;
    let newest: PaymentStanding['newest'] = null;
    for (const row of bySubject.all(asked.seal)) {
      const request = decode(row);
      if (!isSameAsked(request.content.asked, asked)) continue;
      if (request.used !== null) {
        newest ??= { request, what: msg('approval.usedBefore', { request: request.request }) };
        continue;
      }
      const judged = verdict(request, nowMs, needed);
      const isShown = judged.kind !== 'approved' || isWhatWasShown(request, payment);
      if (judged.kind === 'approved' && isShown)
        return { needed, why, approved: { request, by: judged.by }, newest: null };
      newest ??= { request, what: isShown ? verdictInWords(judged) : msg('approval.void.forged') };
    }
    return { needed, why, approved: null, newest };
  };
  const unsent: ApprovalReading['unsent'] = (
    { batch, id, profile, baseUrl, mid, environment, fileName, fingerprint, totalPaise },
    acceptClaims = [],
  ) => {
    const accepts = [...new Set(acceptClaims)].toSorted();
    const unsentRows = unsentOf.all(batch);
    const asked: PaymentAsked = {
      kind: 'resume',
      account: { profile, baseUrl, mid, environment },
      batch: id,
      seal: sha256(JSON.stringify([id, fingerprint, unsentRows, ...(accepts.length === 0 ? [] : [accepts])])),
      count: unsentRows.length,
      // The whole batch counts: what was sent of it was part of the same intention.
      totalPaise,
      largestPaise: unsentRows.reduce((most, { paise }) => Math.max(most, paise), 0),
      file: fileName,
    };
    return {
      asked,
      rows: unsentRows.map(({ row, name, payTo, paise, remark }) => ({ row, name, payTo, paise, remark })),
      claims: accepts.map((payment) => ({ rowNumber: 0, payment })),
    };
  };
  const ofBatch: ApprovalReading['ofBatch'] = (batch, asOfMs) =>
    uses.all(batch, asOfMs).map(({ request, by, atMs }) => {
      const row = find.get(request);
      invariant(row !== undefined, 'a request that was used is gone');
      const { content, digest } = decode(row);
      invariant('seal' in content.asked, 'a change was used for a batch');
      const names = JSON.parse(by) as string[];
      return { request, maker: content.maker.name, by: names, kind: content.asked.kind, digest, atMs };
    });
  return {
    persons: () => persons.all(),
    whyNotPaidBy: (payer) => {
      const enrolled = persons.all();
      if (enrolled.length === 0) return null;
      if (payer === null) {
        return { code: 'whoPays', message: msg('approval.whoPays'), cure: msg('cure.unlockToPay') };
      }
      const { name } = payer;
      const why = isEnrolled(enrolled, payer) ? null : msg('approval.notEnrolled', { name });
      const against = why ?? (canMake(payer) ? null : msg('approval.mayNotPay', { name }));
      return against === null ? null : { code: 'mayNotPay', message: against, cure: msg('cure.unlockToPay') };
    },
    tiers: tiersOf,
    find: (request) => decodeOne(find.get(request)),
    withDigest: (digest) => decodeOne(withDigest.get(digest)),
    newest: (most) => newest.all(most).map(decode),
    changes: () => changes.all().map(decode),
    shown,
    world,
    verdict,
    neededByChange,
    neededBy,
    neededByRequest,
    unsent,
    standing,
    resumeStanding: (batch, nowMs, acceptClaims = []) => {
      if (inForce().length === 0) return FREE;
      const now = unsent(batch, acceptClaims);
      if (now.asked.count === 0) return FREE;
      const { needed } = neededBy(now, nowMs);
      const pausedMs = latestMs(nowMs) - batch.activeAtMs;
      const isLong = pausedMs > APPROVED_ANEW_AFTER_MS || nowMs < batch.activeAtMs;
      const isApproved = ofBatch(batch.batch, Number.MAX_SAFE_INTEGER).some(({ by }) => by.length >= needed);
      // Who approved the batch saw nothing of what it is to repeat now.
      return !isLong && isApproved && acceptClaims.length === 0 ? FREE : standing(now, nowMs);
    },
    ofBatch,
  };
}

const NEEDS_APPROVAL = 'needsApproval';

/** Who must approve, and how many. `why`: what became of the newest request for exactly this. */
function needsApproval(needed: number, why: readonly Message[]): Refusal {
  return {
    code: NEEDS_APPROVAL,
    message: joined([msg('approval.needed', { count: needed }), ...why]),
    cure: msg('cure.askForApproval'),
  };
}

/** A change that others must approve. */
export function changeNeedsApproval(approvals: ApprovalReading): Refusal {
  return { ...needsApproval(approvals.neededByChange(), []), cure: msg('cure.askForChange') };
}

export function refuseApproval(message: Message): Refusal {
  return { code: 'notApproved', message, cure: msg('cure.listRequests') };
}

/** What became of a request, in words. */
export function verdictInWords(verdict: RequestVerdict): Message {
  switch (verdict.kind) {
    case 'approved':
      return msg('approval.approved', { names: verdict.by });
    case 'waiting':
      return msg('approval.waiting', { have: verdict.by.length, needed: verdict.needed });
    case 'rejected':
      return msg('approval.rejected', { name: verdict.by, reason: verdict.reason });
    case 'void':
      return verdict.why;
  }
}

export function openApprovals(
  database: DeskDatabase,
  { audit, prefix }: { readonly audit: AuditLog; readonly prefix: 'B' | 'P' },
): Approvals {
  const reading = readApprovals(database, prefix);
  const saveProfile = prepareSaveProfile(database, audit);
  const profiles = readProfiles(database);
  const insertRequest = database.statement(
    `INSERT INTO approval_requests (subject, text, digest, signature, shown_text) VALUES (?, ?, ?, ?, ?)`,
  );
  const insertDecision = database.statement(
    `INSERT INTO approval_decisions (request_id, decision, reason, name, role, public_key, signed_at_ms, signature)
     VALUES (@request, @decision, @reason, @name, @role, @publicKey, @signedAtMs, @signature)`,
  );
  const insertUse = database.statement(
    'INSERT INTO approval_uses (request_id, batch_id, approved_by_json, used_at_ms) VALUES (?, ?, ?, ?)',
  );
  const insertPerson = database.statement(
    'INSERT INTO persons (name, role, public_key, request_id, enrolled_at_ms) VALUES (?, ?, ?, ?, ?)',
  );
  const insertRemoval = database.statement(
    `INSERT INTO person_removals (person_id, request_id, removed_at_ms)
     SELECT person_id, ?, ? FROM persons WHERE public_key = ?`,
  );
  const insertTier = database.statement(
    'INSERT INTO approval_tiers (profile, scope, from_paise, approvals, set_at_ms) VALUES (?, ?, ?, ?, ?)',
  );
  const usedBefore = database.statement<[string], 1>('SELECT 1 FROM persons WHERE public_key = ?').pluck();

  const writeTier = ({ profile, scope, fromPaise, approvals }: Tier, nowMs: number): void => {
    insertTier.run(profile, scope, fromPaise, approvals, nowMs);
    audit.append({ atMs: nowMs, what: 'tierSet', detail: { profile, scope, fromPaise, approvals } });
  };
  const use = (
    { request, by }: { readonly request: number; readonly by: readonly string[] },
    { batch, nowMs }: { readonly batch: number | null; readonly nowMs: number },
  ): void => {
    insertUse.run(request, batch, JSON.stringify(by), nowMs);
    audit.append({ atMs: nowMs, what: 'approvalUsed', batchId: batch, detail: { request, by } });
  };

  /** Why the change cannot be made in the desk as it is now. */
  const whyImpossible = (asked: ChangeAsked): Refusal | null => {
    const persons = reading.persons();
    const strictest = Math.max(0, ...reading.tiers().map(({ approvals }) => approvals));
    switch (asked.kind) {
      case 'enrol': {
        const { person } = asked;
        if (persons.some((one) => isSamePerson(one, person)) || usedBefore.get(person.publicKey) === 1) {
          return refuseApproval(msg('approval.enrolledBefore', { name: person.name }));
        }
        return null;
      }
      case 'remove': {
        const { person } = asked;
        const left = persons.filter((one) => one.publicKey !== person.publicKey);
        if (left.length === persons.length) return refuseApproval(msg('approval.notEnrolled', { name: person.name }));
        return canBeMet(left, Math.max(1, strictest))
          ? null
          : refuseApproval(msg('approval.tooFewLeft', { name: person.name }));
      }
      case 'tier': {
        const { approvals } = asked.tier;
        return canBeMet(persons, Math.max(1, approvals))
          ? null
          : refuseApproval(msg('approval.tooFewForTier', { count: approvals }));
      }
      case 'profile': {
        const { name, baseUrl, mid } = asked.profile;
        const before = profiles.find(name);
        const stays = before === null || (before.baseUrl === baseUrl && before.mid === mid);
        const count = stays ? 0 : profiles.unsettledCount(name);
        if (count === 0) return null;
        return refuseApproval(msg('profile.unsettledPayouts', { count, name }));
      }
      case 'token':
        return null;
    }
  };
  const apply = (asked: ChangeAsked, request: number, nowMs: number): void => {
    const enrol = ({ name, role, publicKey }: Person): void => {
      insertPerson.run(name, role, publicKey, request, nowMs);
      audit.append({ atMs: nowMs, what: 'personEnrolled', detail: { name, role, publicKey, request } });
    };
    if (asked.kind === 'enrol') enrol(asked.person);
    if (asked.kind === 'remove') {
      const { name, publicKey } = asked.person;
      insertRemoval.run(request, nowMs, publicKey);
      audit.append({ atMs: nowMs, what: 'personRemoved', detail: { name, publicKey, request } });
    }
    if (asked.kind === 'tier') writeTier(asked.tier, nowMs);
    if (asked.kind === 'profile') saveProfile(asked.profile, nowMs);
  };

  /** The two who enrol each other, once each has signed the other's request. */
  const found = (nowMs: number): boolean => {
    const open: (FoundingRequest & { readonly number: number })[] = reading
      .changes()
      .flatMap((request) =>
        request.used === null ? [{ request, decisions: request.decisions, number: request.request }] : [],
      );
    const founders = foundersOf(open, reading.world(null, nowMs));
    if (founders === null) return false;
    const [one, other] = founders;
    for (const [founder, by] of [
      [one, other],
      [other, one],
    ] as const) {
      const { content, digest } = founder.request;
      const number = open.find(({ request }) => request.digest === digest)?.number;
      invariant(number !== undefined && content.asked.kind === 'enrol', 'a founder without a request');
      apply(content.asked, number, nowMs);
      use({ request: number, by: [by.request.content.maker.name] }, { batch: null, nowMs });
    }
    return true;
  };

  const decide = (number: number, decision: SignedDecision, nowMs: number): DecisionStored => {
    const request = reading.find(number);
    if (request === null) return refuseApproval(msg('approval.noRequest', { request: number }));
    if (request.used !== null) return refuseApproval(msg('approval.usedBefore', { request: number }));
    const { content, decisions, digest } = request;
    const { asked } = content;
    const isFirst = reading.persons().length === 0;
    const before = reading.verdict(request, nowMs);
    if (before.kind === 'void' || before.kind === 'rejected') return refuseApproval(verdictInWords(before));
    if (decision.digest !== digest || !isItsOwn(decision, isSigned)) {
      return refuseApproval(msg('approval.forgedSignature', { name: decision.person.name }));
    }
    const against = isFirst
      ? isSamePerson(decision.person, content.maker)
        ? msg('approval.ownRequest', { name: decision.person.name })
        : null
      : whyNotCounted(content, decision.person, reading.persons());
    if (against !== null) return refuseApproval(against);
    if (decisions.some(({ person }) => person.publicKey === decision.person.publicKey)) {
      return refuseApproval(msg('approval.decidedBefore', { name: decision.person.name }));
    }
    const { person, ...facts } = decision;
    insertDecision.run({ ...facts, ...person, request: number });
    const detail = { request: number, decision: decision.decision, name: person.name, reason: decision.reason };
    audit.append({ atMs: nowMs, what: 'approvalSigned', detail });
    if (isFirst) return { kind: 'stored', applied: found(nowMs) };
    const now = reading.find(number);
    invariant(now !== null, 'a request is gone');
    const verdict = reading.verdict(now, nowMs);
    if ('seal' in asked || asked.kind === 'token' || verdict.kind !== 'approved')
      return { kind: 'stored', applied: false };
    const impossible = whyImpossible(asked);
    if (impossible !== null) return impossible;
    apply(asked, number, nowMs);
    use({ request: number, by: verdict.by }, { batch: null, nowMs });
    return { kind: 'stored', applied: true };
  };

  /** A refusal after the signature was written takes it back. */
  const decideWhole = audit.transaction((number: number, decision: SignedDecision, nowMs: number): DecisionStored => {
    const stored = decide(number, decision, nowMs);
    if ('code' in stored) throw new DecisionRefused(stored);
    return stored;
  });

  const permitted = (
    { needed, why: reason, approved, newest }: PaymentStanding,
    payer: Person | null,
  ): Permit | Refusal => {
    if (needed === 0) return { kind: 'free', payer };
    if (approved !== null) return { kind: 'approved', payer, ...approved };
    const why =
      newest === null || newest.request.used !== null
        ? (newest?.what ?? null)
        : msg('approval.ofRequest', { request: newest.request.request, what: newest.what });
    return needsApproval(
      needed,
      [reason, why].filter((one) => one !== null),
    );
  };

  return {
    ...reading,
    permit: ({ payer = null, ...confirmation }) =>
      reading.whyNotPaidBy(payer) ?? permitted(reading.standing(paymentNow(confirmation), confirmation.nowMs), payer),
    permitResume: (batch, payer, nowMs, acceptClaims) =>
      reading.whyNotPaidBy(payer) ?? permitted(reading.resumeStanding(batch, nowMs, acceptClaims), payer),
    use: (permit, batch, nowMs) => {
      if (permit.payer !== null) {
        const { name, publicKey } = permit.payer;
        audit.append({ atMs: nowMs, what: 'paidBy', batchId: batch, detail: { name, publicKey } });
      }
      if (permit.kind === 'approved') use({ request: permit.request.request, by: permit.by }, { batch, nowMs });
    },
    request: audit.transaction((signed: Omit<SignedRequest, 'digest' | 'content'>, shown: string, nowMs: number) => {
      const { text, signature } = signed;
      const content = JSON.parse(text) as RequestContent;
      const digest = sha256(text);
      const { asked, maker } = content;
      if (sha256(shown) !== content.shown) return refuseApproval(msg('approval.void.forged'));
      if (reading.withDigest(digest) !== null) return refuseApproval(msg('approval.requestedBefore'));
      const request = { request: 0, text, digest, content, signature, decisions: [], used: null };
      const verdict = reading.verdict(request, nowMs);
      if (verdict.kind === 'void') return refuseApproval(verdict.why);
      const impossible = 'seal' in asked ? null : whyImpossible(asked);
      if (impossible !== null) return impossible;
      const subject = 'seal' in asked ? asked.seal : '';
      const number = Number(insertRequest.run(subject, text, digest, signature, shown).lastInsertRowid);
      const detail = { request: number, kind: asked.kind, name: maker.name, digest };
      audit.append({ atMs: nowMs, what: 'approvalAsked', detail });
      return number;
    }),
    decide: (number, decision, nowMs) => {
      try {
        return decideWhole(number, decision, nowMs);
      } catch (error) {
        if (error instanceof DecisionRefused) return error.refusal;
        throw error;
      }
    },
    setTier: audit.transaction(writeTier),
    useTokenRequest: audit.transaction((account: AccountNamed, nowMs: number) => {
      if (reading.persons().length === 0) return null;
      for (const request of reading.changes()) {
        const { asked } = request.content;
        if (asked.kind !== 'token' || request.used !== null || !isSameAccount(asked.account, account)) continue;
        const verdict = reading.verdict(request, nowMs);
        if (verdict.kind !== 'approved') continue;
        use({ request: request.request, by: verdict.by }, { batch: null, nowMs });
        return null;
      }
      return changeNeedsApproval(reading);
    }),
  };
}

/** Carries a refusal out of a transaction that it takes back. */
class DecisionRefused extends Error {
  override readonly name = 'DecisionRefused';
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

interface SealedPayment
  extends Pick<
    Confirmation,
    'profile' | 'baseUrl' | 'mid' | 'environment' | 'seal' | 'rows' | 'totalPaise' | 'fileName'
  > {
  readonly marks: Pick<ConfirmationMarks, 'ticks'>;
}

/** What a confirmation would send. */
export function paymentNow({
  profile,
  baseUrl,
  mid,
  environment,
  seal,
  rows,
  totalPaise,
  fileName: file,
  marks,
}: SealedPayment): PaymentNow {
  const account = { profile, baseUrl, mid, environment };
  const largestPaise = rows.reduce((most, { payment }) => Math.max(most, payment.amountPaise), 0);
  const sums = { count: rows.length, totalPaise, largestPaise };
  let shown: readonly ShownRow[] | null = null;
  return {
    asked: { kind: 'start', account, batch: null, seal, ...sums, file },
    get rows() {
      shown ??= shownRows(rows);
      return shown;
    },
    claims: marks.ticks.claims ?? [],
  };
}

function isSameAccount(one: AccountNamed, other: AccountNamed): boolean {
  return (
    one.profile === other.profile &&
    one.baseUrl === other.baseUrl &&
    one.mid === other.mid &&
    one.environment === other.environment
  );
}

function isSameAsked(one: RequestContent['asked'], other: PaymentAsked): boolean {
  return (
    'seal' in one &&
    one.kind === other.kind &&
    isSameAccount(one.account, other.account) &&
    one.batch === other.batch &&
    one.seal === other.seal &&
    one.count === other.count &&
    one.totalPaise === other.totalPaise &&
    one.largestPaise === other.largestPaise
  );
}
