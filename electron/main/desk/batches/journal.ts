// The living journal. An export has its whole file on the disk before it is recorded, and is recorded before the file gets its
// name: a crash before that books nothing, and a crash after it leaves an export that is written again from its record. Until it
// has a file, nothing further is booked, so that no export is passed over.

import { basename } from 'node:path';
import type { Answer } from '../../../../shared/api/contract.ts';
import type { JournalFile } from '../../../../shared/api/journal-commands.ts';
import { invariant } from '../../../../shared/failures.ts';
import type { BatchId, CommandId } from '../../../../shared/ids.ts';
import { JOURNAL_ENTRIES_MAX } from '../../../../shared/limits.ts';
import { joined, type Message, msg } from '../../../../shared/messages/message.ts';
import type { PaymentKind } from '../../../../shared/payment-kinds.ts';
import { type Book, batchIdIn, bookOfBatch, environmentOf } from '../../../../shared/profiles.ts';
import { DAYS_REVERSED } from '../../../../shared/ranges.ts';
import type { JournalForm } from '../../../../shared/report-forms.ts';
import type { Refusal } from '../../../../shared/rows.ts';
import type { BatchRecord } from '../../domain/batches.ts';
import type { ExistingFile } from '../../domain/file-state.ts';
import {
  type DuePayout,
  type DueSum,
  type EntrySums,
  type JournalEntry,
  type JournalExport,
  type JournalScope,
  type LedgerRules,
  type Ledgers,
  ledgersOf,
  sumEntries,
  voucherAtMs,
} from '../../domain/journal.ts';
import { paymentKind } from '../../domain/paid-months.ts';
import type { ReportedFees } from '../../domain/reported-fees.ts';
import { type FileWriting, writeByEnding } from '../../reports/atomic-file.ts';
import { type ExportedJournal, fillExport } from '../../reports/export-journal.ts';
import { localIso, payoutName } from '../../reports/report-payouts.ts';
import {
  bookOfProfile,
  findBatch,
  nothingHere,
  refused,
  refusedByDisk,
  withReader,
  withWriter,
} from '../../session/desks.ts';
import { lockedRefusal } from '../../session/locked-desk.ts';
import type { System } from '../../session/system.ts';
import type { HeadedReader, HeadedWriter } from '../../store/store.ts';
import { isSourceSheet } from '../drafts/source-sheets.ts';
import { type HandlerContext, type Handlers, replyOf, unlessUnderWay } from '../runtime/context.ts';
import { readRemembered } from '../runtime/memory.ts';

/** A batch, or an account and the local days of its vouchers, such as `2026-04-01`; null for no bound. */
export type JournalAsked =
  | { readonly batch: BatchId }
  | { readonly profile: string; readonly fromDay: string | null; readonly toDay: string | null };

interface JournalWriting {
  readonly path: string;
  readonly force?: boolean;
}

interface NewJournal extends JournalWriting {
  readonly asked: JournalAsked;
  readonly form: JournalForm;
  /** The number of the last export that is in the books, 0 for none: asked for after a restore. */
  readonly lastInBooks?: number | null;
  readonly commandId?: CommandId | null;
}

/**
 * A written export. `vouchers` counts all, `reversals` those that undo one. `left`: payouts of the batch or account that the
 * books still lack, because of the days or because the file would be too long. `restoredAtMs`: when the desk was unlocked, if no
 * export was made since: it may not know the last ones.
 */
export interface JournalExported {
  readonly file: string;
  readonly export: number;
  readonly form: JournalForm;
  readonly profile: string;
  readonly batch: BatchId | null;
  readonly vouchers: number;
  readonly reversals: number;
  readonly paidPaise: number;
  readonly reversedPaise: number;
  readonly left: number;
  readonly restoredAtMs: number | null;
}

/** Books what the books lack and writes it. Refuses without booking anything, or says which export has no file yet. */
export function exportJournal(
  system: System,
  { asked, form, lastInBooks = null, commandId = null, ...writing }: NewJournal,
): Promise<Answer<JournalExported>> {
  const book = 'batch' in asked ? bookOfBatch(asked.batch) : bookOfProfile(asked.profile);
  return withWriter(system, book, async (store) => {
    const made = commandId === null ? null : store.journals.ofCommand(commandId);
    if (made !== null) return await writeRecorded({ system, store, book }, made, writing);
    const unsaved = unsavedOf(store);
    if (unsaved !== null) return refused(notSaved(unsaved.number, []));
    const unsure = unsureOf(store, lastInBooks);
    if (unsure !== null) return refused(unsure);
    const found = scopeOf(store, asked);
    if ('code' in found) return refused(found);
    const { scope, batch } = found;
    const rules = readRemembered(system.files.settings).settings.books;
    const planned = plan(store, scope, { rules, nowMs: system.clock.nowMs() });
    if ('code' in planned) return refused(planned);
    const { entries, left } = planned;
    const number = store.journals.newest() + 1;
    const restoredAtMs = store.journals.restoredAtMs();
    const journal = journalOf({ store, book }, number, entries);
    let isRecorded = false;
    const written = await write(form, journal, {
      ...writing,
      system,
      batch,
      beforeNaming: (fileSha256) => {
        const record = { ...scope, number, form, entries, fileSha256, commandId };
        isRecorded = store.journals.record(record, system.clock.nowMs());
        return isRecorded ? null : CHANGED;
      },
    });
    if (written.kind === 'refused') {
      return refused(isRecorded ? notSaved(number, [written.refusal.message]) : written.refusal);
    }
    store.journals.saved(number, basename(written.path), system.clock.nowMs());
    const sums = { entryCount: entries.length, ...sumEntries(entries) };
    return done({ ...scope, number, form, ...sums }, { book, file: written.path, left, restoredAtMs });
  });
}

/** Writes an export again, byte for byte, and books nothing. A reader does, unless the export has no file yet. */
export async function exportJournalAgain(
  system: System,
  { book, number, ...writing }: JournalWriting & { readonly book: Book; readonly number: number },
): Promise<Answer<JournalExported>> {
  const opening = system.openReader(book);
  if (opening.kind === 'refused') return refused(opening.refusal);
  if (opening.kind !== 'open') return refused(nothingHere());
  const { store } = opening;
  try {
    const made = store.journals.find(number);
    if (made === null) return refused(noExport(number));
    if (made.saved !== null) return await writeRecorded({ system, store, book }, made, writing);
  } catch (error) {
    return refusedByDisk(system, error);
  } finally {
    store.close();
  }
  return await withWriter(system, book, async (writer) => {
    const made = writer.journals.find(number);
    return made === null
      ? refused(noExport(number))
      : await writeRecorded({ system, store: writer, book }, made, writing);
  });
}

interface OpenDesk {
  readonly store: HeadedReader | HeadedWriter;
  readonly book: Book;
}

async function writeRecorded(
  { system, store, book }: OpenDesk & { readonly system: System },
  made: JournalExport,
  writing: JournalWriting,
): Promise<Answer<JournalExported>> {
  const { number, form, fileSha256, saved } = made;
  const written = await write(form, journalOf({ store, book }, number, store.journals.entries(number)), {
    ...writing,
    system,
    batch: made.batch === null ? null : store.batches.find(made.batch),
    beforeNaming: (sha256) => (sha256 === fileSha256 ? null : otherBytes(number)),
  });
  if (written.kind === 'refused') return refused(written.refusal);
  if (saved === null && 'saved' in store.journals) {
    store.journals.saved(number, basename(written.path), system.clock.nowMs());
  }
  return done(made, { book, file: written.path, left: 0, restoredAtMs: null });
}

function done(
  made: Pick<JournalExport, 'number' | 'form' | 'profile' | 'batch' | 'entryCount' | keyof EntrySums>,
  facts: {
    readonly book: Book;
    readonly file: string;
    readonly left: number;
    readonly restoredAtMs: number | null;
  },
): Answer<JournalExported> {
  const { number, form, profile, batch, entryCount, undoneCount, paidPaise, undonePaise } = made;
  const { book, ...rest } = facts;
  return {
    kind: 'done',
    value: {
      ...rest,
      export: number,
      form,
      profile,
      batch: batch === null ? null : batchIdIn(book, batch),
      vouchers: entryCount,
      reversals: undoneCount,
      paidPaise,
      reversedPaise: undonePaise,
    },
  };
}

interface WritingOptions extends JournalWriting {
  readonly system: System;
  readonly batch: BatchRecord | null;
  readonly beforeNaming: (sha256: string) => Refusal | null;
}

function write(
  form: JournalForm,
  journal: ExportedJournal,
  { system, path, force = false, batch, beforeNaming }: WritingOptions,
): Promise<FileWriting> {
  const isSource = batch === null ? isSourceSheet(system) : isSourceSheet(system, batch);
  const existing: ExistingFile = { force, isSource };
  return writeByEnding(
    { path, existing, track: system.files.track, beforeNaming: ({ sha256 }) => beforeNaming(sha256) },
    { what: 'report', forms: { [journalEnding(form)]: fillExport(form, journal) } },
  );
}

function journalEnding(form: JournalForm): '.csv' | '.xml' {
  return form === 'tally-xml' ? '.xml' : '.csv';
}

function journalOf({ store, book }: OpenDesk, number: number, entries: readonly JournalEntry[]): ExportedJournal {
  return {
    number,
    entries,
    desk: store.chain.databaseId,
    prefix: book === 'practice' ? 'P' : 'B',
    environment: environmentOf(book),
  };
}

/** What an export would cover; a refusal when there is no such batch or account. */
function scopeOf(
  store: HeadedReader,
  asked: JournalAsked,
): { readonly scope: JournalScope; readonly batch: BatchRecord | null } | Refusal {
  if ('batch' in asked) {
    const batch = findBatch(store, asked.batch);
    if ('kind' in batch) return batch.refusal;
    return { scope: { profile: batch.profile, batch: batch.batch, fromDay: null, toDay: null }, batch };
  }
  const { profile, fromDay, toDay } = asked;
  if (fromDay !== null && toDay !== null && fromDay > toDay) return DAYS_REVERSED;
  const named = store.batches.list().find((one) => one.profile.toLowerCase() === profile.toLowerCase());
  if (named === undefined) return store.profiles.find(profile) === null ? UNKNOWN_PROFILE : nothingToBook(0);
  return { scope: { profile: named.profile, batch: null, fromDay, toDay }, batch: null };
}

/** The vouchers of the next export, or why there is none. */
function plan(
  store: HeadedReader,
  scope: JournalScope,
  { rules, nowMs }: { readonly rules: LedgerRules; readonly nowMs: number },
): { readonly entries: readonly JournalEntry[]; readonly left: number } | Refusal {
  const fits = withinDays(scope);
  const payouts: DuePayout[] = [];
  let left = 0;
  for (const payout of store.journals.due(scope)) {
    if (payouts.length < JOURNAL_ENTRIES_MAX && fits(payout)) payouts.push(payout);
    else left += 1;
  }
  if (payouts.length === 0) return nothingToBook(left);
  const batches = new Map(store.batches.list().map((batch) => [batch.batch, batch]));
  const feesOf = new Map<number, ReportedFees>();
  for (const number of new Set(payouts.map(({ batch }) => batch))) {
    for (const [payoutId, fees] of store.reportedFees(number, nowMs)) feesOf.set(payoutId, fees);
    const batch = batches.get(number);
    const changed = batch === undefined ? null : store.checkBatch(batch);
    if (changed !== null) return changed;
  }
  const sourceOf = store.sources();
  const isBySheet = rules.rules.some(({ column }) => column !== '');
  const unnamed: Unnamed[] = [];
  const entries = payouts.map((due): JournalEntry => {
    const { last, state: _, sentAtMs: __, changedAtMs: ___, ...payout } = due;
    const batch = batches.get(payout.batch);
    invariant(batch !== undefined, 'a payout has no batch');
    const kind = paymentKind(payout.remark, [batch.name, batch.fileName]);
    const named = (): Ledgers => {
      const source = isBySheet ? sourceOf(payout.payoutId) : [];
      return ledgersOf({ kind, profile: batch.profile, headers: batch.headers, source }, rules);
    };
    const { debit, credit } = last ?? named();
    if (debit === '' || credit === '') {
      const { rowNumber, name } = payout;
      unnamed.push({
        payout: payoutName({ batch: batch.id, rowNumber }),
        name,
        kind,
        missing: missingOf({ debit, credit }),
      });
    }
    // What undoes a payment is no payment: it has no fee of its own.
    const fees = (due.state === 'success' ? feesOf.get(payout.payoutId) : undefined) ?? NO_FEES;
    return { ...payout, ...fees, debit, credit, turn: (last?.turn ?? 0) + 1, day: dayOf(voucherAtMs(due)) };
  });
  return unnamed.length > 0 ? noLedger(unnamed) : { entries, left };
}

const NO_FEES: ReportedFees = { feePaise: null, taxPaise: null };

/** A payout without one of its ledgers. */
interface Unnamed {
  readonly payout: string;
  readonly name: string | null;
  readonly kind: PaymentKind;
  readonly missing: Message;
}

function missingOf({ debit, credit }: Ledgers): Message {
  if (debit === '' && credit === '') return msg('journal.missing.both');
  return debit === '' ? msg('journal.missing.debit') : msg('journal.missing.credit');
}

/** How many payouts without a ledger are named. */
const UNNAMED_SHOWN = 3;

function noLedger(unnamed: readonly Unnamed[]): Refusal {
  const named = unnamed.slice(0, UNNAMED_SHOWN).map(({ payout, name, kind, missing }) => {
    const why = { kind: msg(`paymentKind.${kind}`), missing };
    return msg('journal.noLedger.payout', { payout: name === null ? payout : `${payout} ${name}`, ...why });
  });
  const more = unnamed.length - named.length;
  const whom = more === 0 ? named : [...named, msg('journal.more', { count: more })];
  return {
    code: 'noLedger',
    message: msg('journal.noLedger', { count: unnamed.length, whom }),
    cure: msg('cure.nameLedgers'),
  };
}

/** `left`: how many payouts the books lack outside the days. */
function nothingToBook(left: number): Refusal {
  return {
    code: 'nothingToBook',
    message: left === 0 ? msg('journal.nothing') : msg('journal.nothing.days', { count: left }),
    cure: left === 0 ? msg('cure.journalAgain') : msg('cure.otherDays'),
  };
}

function unsavedOf({ journals }: HeadedReader): JournalExport | null {
  return journals.exports().find(({ saved }) => saved === null) ?? null;
}

/**
 * Why nothing may be booked after a restore: the books may have exports that this database does not know, whose payments would be
 * booked twice. Null once a person has looked into the books and found the same last export.
 */
function unsureOf({ journals }: HeadedReader, lastInBooks: number | null): Refusal | null {
  const [time, known] = [journals.restoredAtMs(), journals.newest()];
  if (time === null || lastInBooks === known) return null;
  return lastInBooks === null
    ? { code: 'journalAfterRestore', message: msg('journal.restored', { time, known }), cure: msg('cure.lastInBooks') }
    : {
        code: 'journalsDiffer',
        message: msg('journal.otherInBooks', { known, inBooks: lastInBooks }),
        cure: lastInBooks > known ? msg('cure.moreInBooks', { known }) : msg('cure.fewerInBooks', { known }),
      };
}

/** An export that is booked and has no file. `why`: what its file was refused for just now. */
function notSaved(number: number, why: readonly Message[]): Refusal {
  return {
    code: 'journalNotSaved',
    message: joined([...why, msg('journal.notSaved', { number })]),
    cure: msg('cure.saveJournal', { number }),
  };
}

function noExport(number: number): Refusal {
  return { code: 'unknownExport', message: msg('journal.noExport', { number }), cure: msg('cure.seeJournals') };
}

function otherBytes(number: number): Refusal {
  return {
    code: 'journalDiffers',
    message: msg('journal.otherBytes', { number }),
    cure: msg('cure.journalOtherBytes'),
  };
}

const CHANGED: Refusal = {
  code: 'journalChanged',
  message: msg('journal.changed'),
  cure: msg('cure.exportAgain'),
};

const UNKNOWN_PROFILE: Refusal = {
  code: 'unknownProfile',
  message: msg('session.unknownProfile'),
  cure: msg('cure.unknownProfile'),
};

/** The exports of a desk, newest first, and what the books of an account lack; of every account for null. */
export interface JournalList {
  readonly exports: readonly JournalExport[];
  readonly due: readonly JournalDue[];
  readonly restoredAtMs: number | null;
}

export interface JournalDue {
  readonly profile: string;
  readonly paid: DueSum;
  readonly back: DueSum;
}

export function listJournals(
  system: System,
  { book, profile = null }: { readonly book: Book; readonly profile?: string | null },
): Answer<JournalList> {
  return withReader<JournalList>(system, book, {
    act: (store) => {
      if (store.standing.kind === 'locked') return { kind: 'busy', refusal: lockedRefusal(store, book) };
      const profiles = new Set(store.batches.list().map((batch) => batch.profile));
      const due = [...profiles]
        .filter((name) => profile === null || name.toLowerCase() === profile.toLowerCase())
        .map((name) => ({ profile: name, ...store.journals.dueSums(name) }));
      return {
        kind: 'done',
        value: { exports: store.journals.exports(), due, restoredAtMs: store.journals.restoredAtMs() },
      };
    },
    absent: () => refused(nothingHere()),
  });
}

function withinDays({ fromDay, toDay }: JournalScope): (payout: DuePayout) => boolean {
  if (fromDay === null && toDay === null) return () => true;
  return (payout) => {
    const day = dayOf(voucherAtMs(payout));
    return day >= (fromDay ?? day) && day <= (toDay ?? day);
  };
}

function dayOf(atMs: number): string {
  return localIso(atMs).slice(0, 10);
}

type JournalCommand = 'listJournals' | 'exportJournal' | 'saveJournalAgain';

export function journalHandlers(context: HandlerContext): Handlers<JournalCommand> {
  const { files, stores, system, emitChanged } = context;
  type Offered = Awaited<ReturnType<typeof files.offer<Answer<JournalExported>>>>;
  const shown = (book: Book, { made, download }: Offered): Answer<JournalFile> => {
    emitChanged(book, 'batches');
    // The contract leaves out what a window does not need, such as the path.
    return replyOf(made, (exported) => ({ ...download, ...exported }));
  };
  // What the books lack is searched among all payments, and a batch may have most of them.
  return {
    listJournals: unlessUnderWay(context, ({ book, profile }) =>
      replyOf(listJournals(system, { book, profile }), ({ exports, due: [due], restoredAtMs }) => ({
        exports: exports.map(({ entryCount, undoneCount, undonePaise, batch, ...line }) => ({
          ...line,
          batch: batch === null ? null : batchIdIn(book, batch),
          vouchers: entryCount,
          reversals: undoneCount,
          reversedPaise: undonePaise,
        })),
        paid: due?.paid ?? NONE,
        back: due?.back ?? NONE,
        restoredAtMs,
      })),
    ),
    exportJournal: unlessUnderWay(context, async ({ asked, form, lastInBooks, commandId }) => {
      const book = 'batch' in asked ? bookOfBatch(asked.batch) : bookOfProfile(asked.profile);
      const { journals } = stores[book];
      const number = journals.ofCommand(commandId)?.number ?? journals.newest() + 1;
      const of = 'batch' in asked ? asked.batch : asked.profile;
      const name = journalName({ book, of, form, number });
      return shown(
        book,
        await files.offer(name, (path) => exportJournal(system, { asked, form, lastInBooks, path, commandId })),
      );
    }),
    saveJournalAgain: unlessUnderWay(context, async ({ book, number }) => {
      const made = stores[book].journals.find(number);
      if (made === null) return refused(noExport(number));
      const { form, batch, profile } = made;
      const name = journalName({ book, of: batch === null ? profile : batchIdIn(book, batch), form, number });
      return shown(book, await files.offer(name, (path) => exportJournalAgain(system, { book, number, path })));
    }),
  };
}

const NONE = { count: 0, paise: 0 };

function journalName({
  book,
  of,
  form,
  number,
}: {
  readonly book: Book;
  readonly of: string;
  readonly form: JournalForm;
  readonly number: number;
}): string {
  const word = form === 'journal' ? 'journal' : 'Tally';
  return `${book === 'practice' ? 'PRACTICE ' : ''}${of} ${word} ${number}${journalEnding(form)}`;
}
