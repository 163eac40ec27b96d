// A desk for windows whose only profile pays through a gateway written from the specification alone, and what a person does in it
// from a file to a batch. The profile `practice` pays through the practice gateway.

import { expect, type TestContext, vi } from 'vitest';
import type { AnswerOf } from '../../shared/api/contract.ts';
import type { NumberedEvent } from '../../shared/api/events.ts';
import type { BatchId } from '../../shared/ids.ts';
import { type SpecGateway, type SpecGatewayOptions, startSpecGateway } from '../cli/spec-gateway.ts';
import type { Conduct } from '../cli/spec-payouts.ts';
import { deskFor, type TestDeskOptions, type TestWindowDesk } from './window-desk.ts';

export const PROFILE = 'acme';

/** Retries until it no longer throws. Also works in a concurrent test, where `expect.poll` cannot be used. */
export const eventually = <Value>(see: () => Value | Promise<Value>): Promise<Value> =>
  vi.waitFor(see, { timeout: 30_000 });

export const REJECTED: Partial<Conduct> = { executes: false, word: 'rejected', remembers: true };

/** Accepted, and refused afterwards: lookups know it. A test may change `later.word`. */
export function failing(): Partial<Conduct> & {
  readonly later: { readonly afterMs: number; word: string; names?: string };
} {
  return { word: 'pending', later: { afterMs: 0, word: 'failed' } };
}

export interface LiveScene {
  readonly desk: TestWindowDesk;
  readonly gateway: SpecGateway;
  /** How each payee is treated from now on. */
  readonly conducts: Record<string, Partial<Conduct>>;
}

/** Opens the desk. It ends with the test. */
export async function openScene(
  test: TestContext,
  conducts: Record<string, Partial<Conduct>>,
  {
    change = (system) => system,
    ...options
  }: Pick<SpecGatewayOptions, 'wallet' | 'notKnown'> & Pick<TestDeskOptions, 'change'> = {},
): Promise<LiveScene> {
  const gateway = await startSpecGateway(test, { ...options, conduct: ({ upiId }) => conducts[String(upiId)] ?? {} });
  const desk = deskFor(test, undefined, { token: gateway.token, change });
  await saveAccount(desk, gateway);
  return { desk, gateway, conducts };
}

/** Creates the account, or changes it. */
export async function saveAccount(desk: TestWindowDesk, { url, mid }: SpecGateway, limits = {}): Promise<void> {
  const backoff = { ratePerSecond: 100, pollFirstMs: 100, pollMaxMs: 200 };
  await desk.change('saveProfile', { name: PROFILE, baseUrl: url, mid, ...backoff, ...limits });
}

/** Waits until the desk has released the last batch; the last progress event comes a moment earlier. */
export async function putDown(desk: TestWindowDesk): Promise<void> {
  const isPutDown = async () => expect((await desk.ask('readDesk')).activity.kind).toMatch(/^(?:idle|following)$/);
  await eventually(isPutDown);
}

/** Opens a file, once the last batch is released. */
export async function openFile(
  desk: TestWindowDesk,
  lines: readonly string[],
  { name = 'pay.csv', profile = PROFILE } = {},
): Promise<Reading> {
  const file = await desk.give(name, `${lines.join('\n')}\n`);
  return checked(await eventually(() => desk.change('openDraft', { file, profile, options: {} })));
}

export type Reading = Extract<AnswerOf<'openRetry'>, { kind: 'checked' }>;

/** Throws when the reading has a question. */
export function checked(reading: AnswerOf<'openRetry'>): Reading {
  if (reading.kind !== 'checked') throw new Error(reading.refusal.code);
  return reading;
}

export function confirmation(
  desk: TestWindowDesk,
  { draft, revision }: Pick<Reading['summary'], 'draft' | 'revision'>,
  more = {},
): Promise<AnswerOf<'readConfirmation'>> {
  return desk.ask('readConfirmation', { draft, revision, profile: PROFILE, ...more });
}

/** What a person sends after reading the confirmation and ticking what it asks. */
export function startParams({ draft, revision, ...seen }: AnswerOf<'readConfirmation'>, more = {}) {
  const { count, totalPaise, seal, ticks, repeats } = seen;
  const repeatOf = repeats[0]?.batch ?? null;
  return { draft, revision, profile: PROFILE, name: null, count, totalPaise, seal, ticks, repeatOf, ...more };
}

/** Starts a file. Throws with the code of whatever prevents it. */
export async function startFile(
  desk: TestWindowDesk,
  lines: readonly string[],
  {
    name = 'pay.csv',
    profile = PROFILE,
    ...more
  }: { readonly name?: string; readonly profile?: string; readonly firstAlone?: boolean } = {},
): Promise<BatchId> {
  const { summary } = await openFile(desk, lines, { name, profile });
  return startReading(desk, summary, { profile, ...more });
}

/** Starts an open draft. Throws as `startFile` does. */
export async function startReading(
  desk: TestWindowDesk,
  summary: Pick<Reading['summary'], 'draft' | 'revision'>,
  { profile = PROFILE, ...more }: { readonly profile?: string; readonly firstAlone?: boolean } = {},
): Promise<BatchId> {
  const seen = await confirmation(desk, summary, { profile });
  if (seen.blocked !== null) throw new Error(seen.blocked.code);
  return (await desk.change('startBatch', startParams(seen, { profile, ...more }))).batch;
}

/** Waits until every payout of the batch has ended. */
export const settled = (desk: TestWindowDesk, batch: BatchId): Promise<NumberedEvent> =>
  desk.eventWhere((event) => event.kind === 'ended' && event.view.batch === batch && event.view.state === 'settled');

/** A file of this many people, each with their own amount. */
export function people(count: number, word = 'p'): readonly string[] {
  const rows = Array.from({ length: count }, (_, at) => `${word} ${at},${word}${at}@sample,${at + 1},pay`);
  return ['name,upi id,amount,remark', ...rows];
}
