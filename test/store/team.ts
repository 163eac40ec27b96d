// Persons who ask, approve and sign in a test, with keys that are cheap to open.

import {
  type ChangeAsked,
  decisionSigned,
  type Person,
  REQUEST_VALID_MS,
  type RequestContent,
  requestSigned,
  type SignedDecision,
} from '../../electron/main/domain/approval.ts';
import { makeKey, type NewKey, sha256 } from '../../electron/main/platform/signing-keys.ts';
import type { PaymentNow } from '../../electron/main/store/approvals.ts';
import type { StoreWriter } from '../../electron/main/store/store.ts';
import { NO_TICKS } from '../../shared/repeats.ts';
import type { ApprovalDecision, PersonRole } from '../../shared/requests.ts';
import type { Refusal } from '../../shared/rows.ts';

export const PASSPHRASE = 'four words in a row';

export interface Member extends Pick<NewKey, 'sign' | 'sealed'> {
  readonly person: Person;
}

export async function member(name: string, role: PersonRole = 'both'): Promise<Member> {
  const { publicKey, sign, sealed } = await makeKey(PASSPHRASE, 2 ** 4);
  return { person: { name, role, publicKey }, sign, sealed };
}

type Desk = Pick<StoreWriter, 'approvals'>;

/** Signs a request as its maker. `change`: what differs from a true one. */
export function signRequest(
  { approvals }: Desk,
  { person: maker, sign }: Member,
  asked: RequestContent['asked'],
  { nowMs, ...change }: Partial<RequestContent> & { readonly nowMs: number },
): { readonly text: string; readonly signature: string } {
  const world = approvals.world('seal' in asked ? asked.account.mid : null, nowMs);
  const { databaseId, epoch, setBacks, rules } = world;
  const times = { madeAtMs: world.nowMs, expiresAtMs: world.nowMs + REQUEST_VALID_MS };
  const content: RequestContent = {
    databaseId,
    epoch,
    setBacks,
    asked,
    rules,
    shown: sha256(''),
    maker,
    ...times,
    ...change,
  };
  const text = JSON.stringify(content);
  return { text, signature: sign(requestSigned(text)) };
}

/** A payment with its rows, or a change. */
type Asked = PaymentNow | ChangeAsked;

/** Stores a request. */
export function ask(desk: Desk, maker: Member, asked: Asked, nowMs: number): number | Refusal {
  if (!('rows' in asked)) return desk.approvals.request(signRequest(desk, maker, asked, { nowMs }), '', nowMs);
  const shown = JSON.stringify({ rows: asked.rows, warnings: [], ticks: NO_TICKS, confirm: null, draft: null });
  const signed = signRequest(desk, maker, asked.asked, { nowMs, shown: sha256(shown) });
  return desk.approvals.request(signed, shown, nowMs);
}

export function signDecision(
  desk: Desk,
  { person, sign }: Member,
  request: number,
  { nowMs, decision = 'approve' }: { readonly nowMs: number; readonly decision?: ApprovalDecision },
): SignedDecision {
  const digest = desk.approvals.find(request)?.digest;
  if (digest === undefined) throw new Error('there is no such request');
  const facts = { digest, decision, reason: '', person, signedAtMs: nowMs };
  return { ...facts, signature: sign(decisionSigned(facts)) };
}

/** Asks and has others approve. Returns the request's number. Throws with the code of what prevents it. */
export function agree(
  desk: Desk,
  [maker, ...others]: readonly [Member, ...Member[]],
  asked: Asked,
  nowMs: number,
): number {
  const request = ask(desk, maker, asked, nowMs);
  if (typeof request !== 'number') throw new Error(JSON.stringify(request));
  for (const other of others) {
    const stored = desk.approvals.decide(request, signDecision(desk, other, request, { nowMs }), nowMs);
    if ('code' in stored) throw new Error(JSON.stringify(stored));
  }
  return request;
}

/** The first two enrol each other. */
export function found(desk: Desk, [one, other]: readonly [Member, Member], nowMs: number): void {
  agree(desk, [one, other], { kind: 'enrol', person: one.person }, nowMs);
  agree(desk, [other, one], { kind: 'enrol', person: other.person }, nowMs);
}
