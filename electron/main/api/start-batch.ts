// From a spreadsheet to a running batch: check, choose, ask the gateway, ask the person, confirm, run.
// In: what a person wants paid. Out: how the run ended, or why nothing was changed. Nothing is stored before the person
// confirmed, and the gateway was only read until then. This file must never lift a ceiling or a guard.

import type { Answer } from '../../../shared/api/answers.ts';
import type { Follower, RunReport } from '../../../shared/api/following.ts';
import type { ConfirmView } from '../../../shared/api/views.ts';
import { amountInWords } from '../../../shared/amount-in-words.ts';
import type { BatchRecord } from '../../../shared/batches.ts';
import { invariant } from '../../../shared/failures.ts';
import type { BatchId, Reference, Sha256 } from '../../../shared/ids.ts';
import type { Refusal } from '../../../shared/issues.ts';
import { SEND_SHARE_OF_TEN } from '../../../shared/limits.ts';
import { type Paise, sumPaise } from '../../../shared/money.ts';
import type { Profile } from '../../../shared/profiles.ts';
import type { CheckedFile, PayableRow } from '../../../shared/rows.ts';
import { type Chosen, chooseRows } from './choose-rows.ts';
import { unlessCutShort } from './cut-short.ts';
import { bookOfProfile, refused, withWriter } from './desks.ts';
import { driveRun } from './drive-run.ts';
import type { CheckRequest, Rooms, Writer } from './ports.ts';
import { chooseProbes } from './probe-references.ts';
import { anyProfile } from './profiles.ts';
import { openSession, type Session, sessionWish } from './session.ts';
import {
  blockedAnswer,
  ceilingRefusal,
  CUT_SHORT,
  hiddenRefusal,
  NOT_CONFIRMED,
  repeatRefusal,
  TOO_MUCH,
  warningsRefusal,
} from './start-refusals.ts';

/** What a person wants, and what they have ticked beforehand. */
export interface StartWish {
  readonly file: Omit<CheckRequest, 'maxPayoutPaise' | 'includeHidden'>;
  readonly profile: string;
  readonly name: string | null;
  readonly onlyPayable: boolean;
  readonly acceptWarnings: boolean;
  readonly acceptRepeat: BatchId | null;
  readonly includeHidden: boolean;
  readonly until: 'sent' | 'settled';
  readonly forMs: number | null;
  readonly follower: Follower;
  /** Shows what is about to be paid; true when the person confirms. */
  confirm(view: ConfirmView): Promise<boolean>;
}

/** Starts a batch and runs it. Errors: refused or blocked with nothing changed. */
export async function startBatch(rooms: Rooms, wish: StartWish): Promise<Answer<RunReport>> {
  const profile = anyProfile(rooms, wish.profile);
  if (profile.kind !== 'done') return profile;
  const { maxPayoutPaise } = profile.value;
  const result = await rooms.checkFile({ ...wish.file, includeHidden: wish.includeHidden, maxPayoutPaise });
  if (result.kind === 'refused') return refused(result.refusal, result.fileName);
  const { checked } = result;
  return withWriter(rooms, bookOfProfile(wish.profile), async (store) => {
    const prepared = prepare(rooms, { store, checked, profile: profile.value, wish });
    if (prepared.kind !== 'done') return prepared;
    const opened = await openSession(rooms, sessionWish(profile.value));
    if (opened.kind !== 'done') return { ...opened, file: checked.file.name };
    const session = opened.value;
    try {
      return await confirmAndRun(rooms, { store, session, draft: prepared.value, wish });
    } finally {
      await session.close();
    }
  });
}

/** A batch that is ready to be confirmed. */
interface Draft {
  readonly checked: CheckedFile;
  readonly chosen: Chosen;
  readonly profile: Profile;
  readonly fingerprint: Sha256;
  readonly runNumber: number;
  readonly references: readonly Reference[];
  readonly totalPaise: Paise;
  readonly warnings: readonly string[];
}

/** Everything that can be refused without asking the gateway. */
function prepare(
  rooms: Rooms,
  { store, checked, profile, wish }: { store: Writer; checked: CheckedFile; profile: Profile; wish: StartWish },
): Answer<Draft> {
  const refuse = (refusal: Refusal): Answer<Draft> => refused(refusal, checked.file.name);
  const merchantId = store.merchants.find(profile);
  const book = bookOfProfile(profile.name);
  const chosen = chooseRows(store, checked, { merchantId, book, nowMs: rooms.clock.nowMs() });
  const payments = chosen.rows.map((row) => row.payment);
  // Of the whole file, whatever this desk leaves out: another desk, or this one restored, must make the same references.
  const wholeFile = checked.rows.filter((row) => row.kind === 'payable');
  const fingerprint = rooms.fingerprint(wholeFile.map((row) => row.payment));
  const sameFile = { fingerprint, sha256: checked.file.sha256 };
  const repeats = merchantId === null ? [] : store.batches.repeats(merchantId, sameFile);
  const isNamed = repeats.some((batch) => batch.id === wish.acceptRepeat);
  if ((repeats.length > 0 || wish.acceptRepeat !== null) && !isNamed) {
    return refuse(repeatRefusal(store, repeats, wish.acceptRepeat));
  }
  const blocked = blockedAnswer(checked, chosen, wish);
  if (blocked !== null) return blocked;
  if (checked.hiddenRowCount > 0 && !wish.includeHidden) return refuse(hiddenRefusal(checked.hiddenRowCount));
  const leftOut = new Set(chosen.excluded.map((row) => row.rowNumber));
  const warnings = checked.issues
    .filter((issue) => issue.severity === 'warning' && !leftOut.has(issue.row))
    .map((issue) => issue.message);
  if (warnings.length > 0 && !wish.acceptWarnings) return refuse(warningsRefusal(warnings));
  const totalPaise = sumPaise(payments.map((payment) => payment.amountPaise));
  if (totalPaise === null) return refuse(TOO_MUCH);
  if (profile.maxBatchPaise !== null && totalPaise > profile.maxBatchPaise) {
    return refuse(ceilingRefusal(totalPaise, profile.maxBatchPaise));
  }
  const runNumber = merchantId === null ? 1 : store.batches.nextRunNumber(merchantId, fingerprint);
  const make = rooms.references({ mid: profile.mid, fingerprint, runNumber });
  const named = new Map(wholeFile.map(({ rowNumber, payment }) => [rowNumber, payment.reference ?? make(payment)]));
  const references = chosen.rows.map((row) => named.get(row.rowNumber) ?? unnamed());
  const draft = { checked, chosen, profile, fingerprint, runNumber, references, totalPaise, warnings };
  return { kind: 'done', value: draft };
}

async function confirmAndRun(
  rooms: Rooms,
  { store, session, draft, wish }: { store: Writer; session: Session; draft: Draft; wish: StartWish },
): Promise<Answer<RunReport>> {
  const { checked, chosen, profile, totalPaise } = draft;
  const refuse = (refusal: Refusal): Answer<RunReport> => refused(refusal, checked.file.name);
  const named = chosen.rows.map((row, index) => ({
    reference: draft.references[index] ?? unnamed(),
    amountPaise: row.payment.amountPaise,
  }));
  const probes = chooseProbes(named, rooms.randomBelow);
  const ready = await unlessCutShort(wish.follower, () => rooms.preflight(session.reads, probes));
  if (ready === null) return refuse(CUT_SHORT);
  if (ready.kind === 'stopped')
    return refuse({ ...ready.pause, cure: 'Nothing was stored or sent. Mend it and run again.' });
  if (ready.doubt !== null && !wish.acceptWarnings) {
    return refuse({ ...ready.doubt, cure: 'Ask the gateway, or go on all the same with --accept-warnings.' });
  }
  const warnings = ready.doubt === null ? draft.warnings : [...draft.warnings, ready.doubt.message];
  if (!(await wish.confirm(confirmView({ ...draft, warnings }, ready.balance)))) return refuse(NOT_CONFIRMED);
  const merchantId = store.merchants.ensure(profile);
  store.merchants.saveFingerprint(merchantId, ready.notKnown);
  const number = store.confirm({
    merchantId,
    profile: profile.name,
    baseUrl: profile.baseUrl,
    mid: profile.mid,
    environment: profile.environment,
    name: wish.name ?? checked.file.name,
    fileName: checked.file.name,
    fileSha256: checked.file.sha256,
    sheet: checked.sheet,
    headers: checked.headers,
    fingerprint: draft.fingerprint,
    runNumber: draft.runNumber,
    rows: chosen.rows,
    references: draft.references,
    totalPaise,
    excluded: chosen.excluded,
    nowMs: rooms.clock.nowMs(),
  });
  const batch = confirmed(store, number);
  const { until, forMs, acceptWarnings, follower } = wish;
  const request = { batch, profile, session, send: true, until, forMs, acceptWarnings, follower };
  const report = await driveRun({ rooms, store }, { ...request, notKnown: ready.notKnown, lookUpAll: false });
  return { kind: 'done', value: report };
}

function confirmed(store: Writer, number: number): BatchRecord {
  const batch = store.batches.find(number);
  invariant(batch !== null, 'a confirmed batch is not in the store');
  return batch;
}

function unnamed(): never {
  throw new RangeError('a row without a reference');
}

function confirmView(draft: Draft, balance: string | null): ConfirmView {
  const { profile, checked, chosen, totalPaise } = draft;
  return {
    profile: profile.name,
    environment: profile.environment,
    mid: profile.mid,
    baseUrl: profile.baseUrl,
    file: checked.file.name,
    count: chosen.rows.length,
    totalPaise,
    totalInWords: amountInWords(totalPaise),
    byMethod: { UPI: share(chosen.rows, 'UPI'), IMPS: share(chosen.rows, 'IMPS') },
    largestPaise: chosen.rows.reduce((most, row) => Math.max(most, row.payment.amountPaise), 0),
    excluded: chosen.excluded.length,
    warnings: draft.warnings,
    walletAsReported: balance,
    estimatedSeconds: Math.ceil((chosen.rows.length * 10) / (profile.ratePerSecond * SEND_SHARE_OF_TEN)),
  };
}

function share(rows: readonly PayableRow[], method: 'UPI' | 'IMPS'): { count: number; paise: number } {
  const ofMethod = rows.filter((row) => row.payment.beneficiary.method === method);
  return { count: ofMethod.length, paise: ofMethod.reduce((total, row) => total + row.payment.amountPaise, 0) };
}
