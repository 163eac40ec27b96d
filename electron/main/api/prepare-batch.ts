// From a checked file to a batch that may be shown: which rows, under which references, and what may be refused without the
// gateway. In: an open desk, a checked file and what a person ticked. Out: the batch, prepared, or why there is none.
// Long files are taken in turns: this file must never rely on what it read some rows ago; confirming asks it again.

import type { Answer } from '../../../shared/api/answers.ts';
import type { BatchId, Reference, Sha256 } from '../../../shared/ids.ts';
import type { Refusal } from '../../../shared/issues.ts';
import { CONFIRM_ROWS_PER_TURN } from '../../../shared/limits.ts';
import { type Paise, sumPaise } from '../../../shared/money.ts';
import type { Profile } from '../../../shared/profiles.ts';
import type { CheckedFile } from '../../../shared/rows.ts';
import type { Steps } from '../../../shared/steps.ts';
import type { AskTicks, TickRow } from '../../../shared/ticks.ts';
import { judgeWithTicks } from './ask-ticks.ts';
import { type Chosen, chooseRows } from './choose-rows.ts';
import type { Warning } from './confirm-seal.ts';
import { bookOfProfile, refused } from './desks.ts';
import { fingerprintOfFile } from './file-fingerprint.ts';
import type { Rooms, Writer } from './ports.ts';
import {
  blockedAnswer,
  ceilingRefusal,
  hiddenRefusal,
  lostRepeatRefusal,
  NOT_CONFIRMED,
  repeatRefusal,
  TOO_MUCH,
  warningsRefusal,
} from './start-refusals.ts';

/** What a person has ticked beforehand. */
export interface PrepareWish {
  readonly onlyPayable: boolean;
  readonly acceptWarnings: boolean;
  readonly acceptRepeat: BatchId | null;
  readonly includeHidden: boolean;
  /** Asks about rows that only a tick lets through; absent where there is nobody to ask, and then nothing is lifted. */
  readonly askTicks?: AskTicks | undefined;
}

/** A batch that is ready to be confirmed. */
export interface PreparedBatch {
  readonly checked: CheckedFile;
  readonly chosen: Chosen;
  readonly profile: Profile;
  readonly fingerprint: Sha256;
  readonly runNumber: number;
  readonly references: readonly Reference[];
  readonly totalPaise: Paise;
  readonly warnings: readonly Warning[];
  /** Every row that a person was asked about. */
  readonly asked: readonly TickRow[];
}

/** Everything that can be refused without asking the gateway. */
export async function prepareBatch(
  rooms: Rooms,
  { store, checked, profile, wish }: { store: Writer; checked: CheckedFile; profile: Profile; wish: PrepareWish },
): Promise<Answer<PreparedBatch>> {
  const refuse = (refusal: Refusal): Answer<PreparedBatch> => refused(refusal, checked.file.name);
  const merchantId = store.merchants.find(profile);
  const book = bookOfProfile(profile.name);
  const fingerprint = await fingerprintOfFile(rooms, checked);
  const sameFile = { fingerprint, sha256: checked.file.sha256 };
  const repeats = merchantId === null ? [] : store.batches.repeats(merchantId, sameFile);
  const lost = store.lostBatches.filter((batch) => batch.fingerprint === fingerprint);
  const isLostNamed = lost.some((batch) => batch.id === wish.acceptRepeat);
  if (lost[0] !== undefined && !isLostNamed) return refuse(lostRepeatRefusal(lost[0]));
  const isNamed = isLostNamed || repeats.some((batch) => batch.id === wish.acceptRepeat);
  if ((repeats.length > 0 || wish.acceptRepeat !== null) && !isNamed) {
    return refuse(repeatRefusal(store, repeats, wish.acceptRepeat));
  }
  const nowMs = rooms.clock.nowMs();
  const asked = await judgeWithTicks(
    (ticks) => rooms.inTurns(chooseRows(store, checked, { merchantId, book, nowMs, ticks })),
    wish.askTicks,
  );
  if (asked.kind === 'stopped') return refuse(NOT_CONFIRMED);
  const { judged: chosen, leaveOut } = asked;
  const payments = chosen.rows.map((row) => row.payment);
  const blocked = blockedAnswer(checked, chosen, { ...wish, leaveOut });
  if (blocked !== null) return blocked;
  const isHidden = checked.hiddenRowCount + checked.hiddenColumnCount > 0;
  if (isHidden && !wish.includeHidden) return refuse(hiddenRefusal(checked));
  const leftOut = new Set(chosen.excluded.map((row) => row.rowNumber));
  const warnings = checked.issues.filter(({ severity, row }) => severity === 'warning' && !leftOut.has(row));
  if (warnings.length > 0 && !wish.acceptWarnings) return refuse(warningsRefusal(warnings));
  const totalPaise = sumPaise(payments.map((payment) => payment.amountPaise));
  if (totalPaise === null) return refuse(TOO_MUCH);
  if (profile.maxBatchPaise !== null && totalPaise > profile.maxBatchPaise) {
    return refuse(ceilingRefusal(totalPaise, profile.maxBatchPaise));
  }
  const nextRun = merchantId === null ? 1 : store.batches.nextRunNumber(merchantId, fingerprint);
  const runNumber = lost.reduce((next, batch) => Math.max(next, batch.runNumber + 1), nextRun);
  const make = rooms.references({ mid: profile.mid, fingerprint, runNumber });
  const references = await rooms.inTurns(nameRows(checked, { chosen, make }));
  const file = { checked, chosen, profile, fingerprint, runNumber, references };
  return { kind: 'done', value: { ...file, totalPaise, warnings, asked: asked.asked } };
}

/** The references of the chosen rows. Every row of the file gets its own, so that they are the same whatever is left out. */
function* nameRows(
  checked: CheckedFile,
  { chosen, make }: { readonly chosen: Chosen; readonly make: ReturnType<Rooms['references']> },
): Steps<readonly Reference[]> {
  yield;
  const references: Reference[] = [];
  for (const [index, row] of checked.rows.entries()) {
    if (index % CONFIRM_ROWS_PER_TURN === CONFIRM_ROWS_PER_TURN - 1) yield;
    if (row.kind !== 'payable') continue;
    const reference = row.payment.reference ?? make(row.payment);
    if (row === chosen.rows[references.length]) references.push(reference);
  }
  yield;
  return references.length === chosen.rows.length ? references : unnamed();
}

export function unnamed(): never {
  throw new RangeError('a row without a reference');
}
