// What the command handlers need from the other rooms, in their own words; compose fills it in.
// This file must never name a room: the handlers are tested and used with whatever fits these shapes.

import type { AuditView } from '../../../shared/api/lock-views.ts';
import type {
  BatchNotes,
  BatchReading,
  BatchRecord,
  Confirmation,
  Judged,
  ReadyRows,
  Stored,
  Tally,
} from '../../../shared/batches.ts';
import type { Book } from '../../../shared/books.ts';
import type { CommandReading, Commands, CommandTicket } from '../../../shared/commands.ts';
import type { Decision, DecisionAnswer, FoundPayout, PayoutName } from '../../../shared/decisions.ts';
import type {
  CollectionOrder,
  LookupKey,
  OrderAnswer,
  OrderStatusAnswer,
  PayoutOrder,
} from '../../../shared/gateway-calls.ts';
import type { ExistingFile } from '../../../shared/file-writing.ts';
import type { PollPace } from '../../../shared/backoff.ts';
import type { Guarded, GuardQuestion, UnsentRepeat } from '../../../shared/guards.ts';
import type { Mid, Reference, Sha256 } from '../../../shared/ids.ts';
import type { Refusal } from '../../../shared/issues.ts';
import type { LateNews, NewsReading } from '../../../shared/late-news.ts';
import type { Ledger, LedgerFailure } from '../../../shared/ledger.ts';
import type { Paise } from '../../../shared/money.ts';
import type { LookupAnswer, PayoutAnswer, WalletAnswer } from '../../../shared/outcomes.ts';
import type { Merchant, Profile } from '../../../shared/profiles.ts';
import type { PayoutReading } from '../../../shared/payout-pages.ts';
import type { ProblemRows } from '../../../shared/problem-rows.ts';
import type { BatchReport } from '../../../shared/report.ts';
import type { RetryReading } from '../../../shared/retry.ts';
import type { CheckedFile, Payment } from '../../../shared/rows.ts';
import type { LookedAgain, PacedReads, Pacer, Preflight, RunHandle, RunRequest } from '../../../shared/run.ts';
import type { LockReason, LostBatch, Standing } from '../../../shared/standing.ts';
import type { Steps } from '../../../shared/steps.ts';
import type { UnknownPayout } from '../../../shared/unknown-desk.ts';
import type { HeldRows, SheetOpening } from './sheet-port.ts';

export interface CheckRequest {
  readonly path: string;
  readonly sheet: string | null;
  /** Columns that a person named for fields, as typed. */
  readonly columns: readonly { readonly field: string; readonly header: string }[];
  readonly encoding: string | null;
  readonly fillRemark: string | null;
  readonly includeHidden: boolean;
  readonly maxPayoutPaise: Paise | null;
}
export type CheckResult =
  | { readonly kind: 'checked'; readonly checked: CheckedFile }
  | { readonly kind: 'refused'; readonly fileName: string; readonly refusal: Refusal };

/** A database opened for reading beside a running desk. */
export interface Reader {
  /** Whether the database is the true one, by the note outside the data folder. */
  readonly standing: Standing;
  /** Batches that were confirmed and are not in the database: it was restored. */
  readonly lostBatches: readonly LostBatch[];
  readonly batches: BatchReading;
  readonly profiles: {
    find(name: string): Profile | null;
    list(): Profile[];
    unsettledCount(name: string): number;
  };
  readonly unknown: {
    list(question: { readonly batch: number; readonly withSending: boolean }): UnknownPayout[];
    fingerprint(merchantId: number): string | null;
  };
  readonly news: NewsReading;
  findPayout(name: PayoutName): FoundPayout[];
  readonly retries: RetryReading;
  readonly commands: CommandReading;
  readonly payouts: PayoutReading;
  tally(batch: number): Tally;
  nextWatchAtMs(batch: number, nowMs: number): number | null;
  /** Why the batch is no longer what was confirmed, or does not stand where the audit log says; null when all agrees. */
  checkBatch(batch: BatchRecord): Steps<Refusal | null>;
  report(batch: BatchRecord, asOfMs: number): BatchReport;
  close(): void;
}

/** A database opened by the one process that may change it. */
export interface Writer extends Reader {
  readonly ledger: Ledger;
  readonly merchants: {
    find(merchant: Merchant): number | null;
    ensure(merchant: Merchant): number;
    saveFingerprint(merchantId: number, fingerprint: string | null): void;
    /** Where the merchant is today: another address only where a person moved it there. */
    today(merchant: Merchant): Merchant;
  };
  readonly notes: BatchNotes;
  readonly payees: {
    accountChanged(question: { readonly mid: Mid; readonly name: string; readonly accountKey: string }): boolean;
  };
  readonly lock: {
    /** Every unsent payout becomes unknown. Shape: how many there were. */
    close(reason: LockReason, at: { readonly nowMs: number; readonly pace: PollPace }): number;
    /** Records that a backup took the place of the database. */
    noteRestored(from: { readonly file: string; readonly kept: string | null }, nowMs: number): void;
  };
  /** A person takes this database for the true one. Errors: why that could not be written; it stays locked then. */
  unlock(note: string, nowMs: number): LedgerFailure | null;
  saveProfile(profile: Profile, nowMs: number): void;
  readonly commands: Commands;
  /**
   * Makes of several writes one transaction; `act` sees what it has written. Errors: what the disk refuses is thrown, and then
   * nothing of any is done or told. A turn of the ledger is none of them: it tells its failure as data.
   */
  together<Result>(act: () => Result): Result;
  confirm(confirmation: Confirmation, ticket?: CommandTicket | null): number;
  /** As confirm, in steps, unless what its rows were judged by has changed since, or nobody wants it at the last moment. */
  confirmJudged(confirmation: Confirmation, ticket: CommandTicket | null, judged: Judged): Steps<Stored>;
  /**
   * From now on a statement that finds another program in the database hardly waits for it: the whole process would wait
   * with it. Errors: it fails as busy, and may be tried again.
   */
  waitInTurns(): void;
  /** Stores what is left of a batch that is being stored in steps, if any. */
  finishStoring(): void;
  /** Makes a confirmation's rows ready to be stored, before it is. */
  readyRows(confirmation: Confirmation): Steps<ReadyRows>;
  /** The number of the audit log's last entry. Whatever guards ask changes with an entry, so while it stands, so do they. */
  lastRecord(): number;
  referenceTaken(mid: Mid, reference: Reference): boolean;
  guard(question: GuardQuestion): Guarded;
  /** What of the batch is unsent and would pay something once more. */
  unsentRepeats(batch: number, nowMs: number): Steps<readonly UnsentRepeat[]>;
  decide(decision: Decision): DecisionAnswer;
  readNews(batch: number | null, nowMs: number, only?: ReadonlySet<number>): LateNews[];
  /** Why guards and claims may not be believed; null when their indexes say what the rows say. To be asked before sending. */
  checkIndexes(): Steps<Refusal | null>;
}

export type Opening<Store> =
  | { readonly kind: 'open'; readonly store: Store }
  | { readonly kind: 'absent' }
  | { readonly kind: 'busy' }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** Lines for whoever must find a fault later. Shape: `what` one word; `read` gives all that is kept, oldest first. */
export interface DeskLog {
  note(what: string, words: string): void;
  read(): string;
}

/** A desk's audit, verified. */
export type Verdict = Omit<AuditView, 'desk'>;
type Missing = Extract<Opening<never>, { kind: 'absent' | 'refused' }>;

/** Shape: `isFresh` when nobody in this process had the desk open before: what is `sending` was left by a dead one. */
export type WriterOpening =
  | { readonly kind: 'open'; readonly store: Writer; readonly isFresh: boolean }
  | Exclude<Opening<Writer>, { kind: 'open' }>;

/** A merchant's rate, lent to one session. */
export interface PacerLease {
  readonly pacer: Pacer;
  readonly release: () => void;
}

export interface Gateway {
  pay(order: PayoutOrder, onWrite: () => void): Promise<PayoutAnswer>;
  lookUp(key: LookupKey, onWrite: () => void): Promise<LookupAnswer>;
  wallet(onWrite: () => void): Promise<WalletAnswer>;
  createOrder(order: CollectionOrder, onWrite: () => void): Promise<OrderAnswer>;
  orderStatus(orderId: string, onWrite: () => void): Promise<OrderStatusAnswer>;
  close(): void;
}

/** Shape: `forSession` when the token is gone with this process. */
export type TokenReading =
  | { readonly kind: 'token'; readonly token: string; readonly forSession: boolean }
  | { readonly kind: 'none' }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'locked' | 'unavailable'; readonly message: string };

export interface Tokens {
  read(profile: string): Promise<TokenReading>;
  write(
    profile: string,
    token: string,
  ): Promise<
    | { readonly kind: 'stored'; readonly forSession: boolean }
    | { readonly kind: 'refused'; readonly refusal: Refusal }
    | { readonly kind: 'locked' | 'unavailable'; readonly message: string }
  >;
  remove(
    profile: string,
  ): Promise<
    { readonly kind: 'removed' | 'none' } | { readonly kind: 'locked' | 'unavailable'; readonly message: string }
  >;
}

/** The practice gateway that this app started itself. */
export interface Practice {
  readonly url: string;
  readonly mid: number;
  readonly token: string;
  readonly close: () => Promise<void>;
}
export type PracticeStart =
  | { readonly kind: 'started'; readonly practice: Practice }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

export interface Clock {
  nowMs(): number;
  monotonicMs(): number;
  after(delayMs: number, callback: () => void): () => void;
}

/** Everything the handlers stand on. */
type FileWritten =
  | { readonly kind: 'written'; readonly path: string }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

export interface Rooms {
  readonly clock: Clock;
  checkFile(request: CheckRequest): Promise<CheckResult>;
  openSheet(wish: {
    readonly path: string;
    readonly sheet: string | null;
    readonly encoding: string | null;
  }): Promise<SheetOpening>;
  /** Rows of the desk's own as a sheet, held against the same rules as a file's. */
  openRows(rows: HeldRows): Promise<SheetOpening>;
  /** The bank of an IFSC; null when it is not in the list. */
  bankOf(ifsc: string): Promise<string | null>;
  openReader(book: Book): Opening<Reader>;
  /** Whether a process, perhaps this one, has a desk of this data folder open for writing now. */
  isDeskHeld(): boolean;
  /** Takes the sender's lock, opens the database, and gives both back together. */
  openWriter(book: Book): WriterOpening;
  /** Verifies a desk's audit beside whoever uses it. */
  verify(book: Book): { readonly kind: 'verified'; readonly verdict: Verdict } | Missing;
  /** Writes a verified copy of a desk's database beside whoever uses it. */
  backUp(
    book: Book,
    file: string,
  ): { readonly kind: 'written'; readonly path: string; readonly bytes: number; readonly verdict: Verdict } | Missing;
  /** Puts a copy in the place of a desk's database, as its only user. Shape: `kept` where the replaced one lies. */
  restore(
    book: Book,
    file: string,
  ): { readonly kind: 'restored'; readonly kept: string | null } | Exclude<Opening<never>, { kind: 'open' | 'absent' }>;
  /** Why a write failed and was rolled back, when the disk is to blame; null for a bug of ours. */
  faultOfDisk(error: unknown): Refusal | null;
  readonly tokens: Tokens;
  startPractice(options: { readonly port: number | null }): Promise<PracticeStart>;
  connect(options: {
    readonly baseUrl: string;
    readonly mid: Mid;
    readonly token: string;
    readonly timeoutMs: number;
  }): Gateway;
  /** The rate of a merchant: all sessions of one process share it. */
  lendPacer(wish: {
    readonly merchant: Merchant;
    readonly limitPerSecond: number;
    /** The rate that the gateway refused within the last hour, as far as is known from before this process. */
    readonly refusedRate: number | null;
  }): PacerLease;
  /** Does long work a piece in each turn of the event loop: what was read before a step may have changed after it. */
  readonly inTurns: <Result>(steps: Steps<Result>) => Promise<Result>;
  fingerprint(payments: readonly Payment[]): Steps<Sha256>;
  references(batch: {
    readonly mid: Mid;
    readonly fingerprint: Sha256;
    readonly runNumber: number;
  }): (payment: Payment) => Reference;
  /** The reference of the payout that pays this one again. */
  retryReference(payout: { readonly mid: Mid; readonly retryOf: Reference }): Reference;
  exportReport(report: BatchReport, path: string, existing: ExistingFile): Promise<FileWritten>;
  writeTemplate(path: string, existing: ExistingFile): Promise<FileWritten>;
  /** Copies a file that the desk made to where a person wants it. */
  saveCopy(files: { readonly from: string; readonly to: string }, existing: ExistingFile): Promise<FileWritten>;
  /** Writes the rows that cannot be paid as a workbook. */
  exportProblemRows(problems: ProblemRows, path: string): Promise<FileWritten>;
  /** What the window remembers, as it was written; null when there is nothing that can be read. */
  readonly settings: { read(): unknown; write(value: unknown): void };
  /** The files that were opened last, kept in the same way. */
  readonly recentFiles: Rooms['settings'];
  /** A spreadsheet that pays people of the practice gateway. */
  readonly samplePath: string;
  /** A reference that nobody has ever used. */
  inventReference(): string;
  /** A random whole number from 0 to below the limit. */
  readonly randomBelow: (limit: number) => number;
  preflight(reads: PacedReads, references: readonly Reference[]): Promise<Preflight>;
  /** Asks about one payout again, beside an invented key where it is called refused. */
  lookAgain(
    reads: PacedReads,
    question: { readonly key: LookupKey; readonly notKnown: string | null },
  ): Promise<LookedAgain>;
  prepareRun(
    world: { readonly store: Writer; readonly gateway: Gateway; readonly pacer: Pacer },
    request: RunRequest,
  ): RunHandle;
}
