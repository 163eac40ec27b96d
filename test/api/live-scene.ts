// A desk for windows whose only profile pays through a gateway written from the specification alone. In: how each payee is
// treated. Out: the desk, the gateway's own books, and what a person does from a file to a started batch.

import { type TestContext, vi } from 'vitest';
import type { AnswerOf } from '../../shared/api/contract.ts';
import type { BatchId } from '../../shared/ids.ts';
import type { Conduct } from '../cli/spec-payouts.ts';
import { type SpecGateway, type SpecGatewayOptions, startSpecGateway } from '../cli/spec-gateway.ts';
import { openTestDesk, type TestDeskOptions, type TestWindowDesk } from './window-desk.ts';

export const PROFILE = 'acme';
export const REJECTED: Partial<Conduct> = { executes: false, word: 'rejected' };

/** Accepted, and refused after that: look-ups know it. `later.word` may be changed by a test. */
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
    change = (rooms) => rooms,
    ...options
  }: Pick<SpecGatewayOptions, 'wallet' | 'notKnown'> & Pick<TestDeskOptions, 'change'> = {},
): Promise<LiveScene> {
  const gateway = await startSpecGateway(test, { ...options, conduct: ({ upiId }) => conducts[String(upiId)] ?? {} });
  const desk = openTestDesk(undefined, { token: gateway.token, change });
  test.onTestFinished(() => desk.close());
  await saveAccount(desk, gateway);
  return { desk, gateway, conducts };
}

/** Makes the account, or makes it another one. */
export async function saveAccount(desk: TestWindowDesk, { url, mid }: SpecGateway, limits = {}): Promise<void> {
  const pace = { ratePerSecond: 100, pollFirstMs: 100, pollMaxMs: 200 };
  await desk.change('saveProfile', { name: PROFILE, baseUrl: url, mid, ...pace, ...limits });
}

/** Opens a file, as soon as the batch before is known to have left: its last progress is told a moment after it did. */
export async function openFile(desk: TestWindowDesk, lines: readonly string[], name = 'pay.csv'): Promise<Reading> {
  const file = await desk.give(name, lines.join('\n'));
  const open = () => desk.change('openDraft', { file, profile: PROFILE, options: {} });
  return checked(await vi.waitFor(open, { timeout: 15_000 }));
}

export type Reading = Extract<AnswerOf<'openRetry'>, { kind: 'checked' }>;

/** Errors: throws when the reading asks for something. */
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

/** What a person who looked at the confirmation and ticked what it asks would send. */
export function startParams({ draft, revision, ...seen }: AnswerOf<'readConfirmation'>, more = {}) {
  const { count, totalPaise, seal, ticks, repeats } = seen;
  const repeatOf = repeats[0]?.batch ?? null;
  return { draft, revision, profile: PROFILE, name: null, count, totalPaise, seal, ticks, repeatOf, ...more };
}

/** Starts a file. */
export async function startFile(
  desk: TestWindowDesk,
  lines: readonly string[],
  { name = 'pay.csv', ...more }: { readonly name?: string; readonly firstAlone?: boolean } = {},
): Promise<BatchId> {
  const { summary } = await openFile(desk, lines, name);
  return (await desk.change('startBatch', startParams(await confirmation(desk, summary), more))).batch;
}
