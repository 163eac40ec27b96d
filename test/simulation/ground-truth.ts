// The gateway's hidden books: what money really moved, to whom, when, and what becomes of it.

/** What a gateway can say of a payment. */
export type PaymentState = 'processing' | 'success' | 'failed' | 'rejected' | 'reversed';

/** What becomes of a payment, in milliseconds of the gateway's own time. */
export interface Course {
  readonly endsAs: Exclude<PaymentState, 'processing'>;
  readonly endsAfterMs: number;
  /** How long lookups do not see it. */
  readonly hiddenForMs: number;
  /** What it becomes later, such as a success reversed; null when its ending stays. */
  readonly flipsTo: { readonly state: Exclude<PaymentState, 'processing'>; readonly afterMs: number } | null;
}

/** One execution of one request: money moved. */
interface Movement {
  readonly machine: string;
  readonly atMs: number;
}

/** A payment's name at the gateway: references are separate for each merchant. */
export interface PaymentName {
  readonly mid: number;
  readonly reference: string;
}

/** `payee` is the owner of the account, however a sheet spells it. */
export interface Payment extends PaymentName {
  readonly transactionId: string;
  readonly payee: string;
  readonly amountPaise: number;
  readonly movements: readonly Movement[];
  readonly sinceMs: number;
  readonly course: Course;
}

interface Request extends PaymentName {
  readonly payee: string;
  readonly amountPaise: number;
  readonly machine: string;
}

/** More than all files together, even if rupees and paise are confused. */
const FULL_WALLET_PAISE = 10_000_000_000_010;

/** How a gateway's quirks affect its books. */
export interface BookQuirks {
  hides(payment: Payment, ageMs: number): boolean;
  readonly walletTimes: number;
}

export class GroundTruth {
  readonly #nowMs: () => number;
  readonly #quirks: BookQuirks;
  readonly #payments = new Map<string, Payment>();
  #healedAtMs = Number.POSITIVE_INFINITY;
  #walletPaise: number;

  constructor(nowMs: () => number, walletPaise: number, quirks: BookQuirks) {
    this.#nowMs = nowMs;
    this.#quirks = quirks;
    this.#walletPaise = walletPaise;
  }

  /** Moves the money, at once or after a while. */
  execute(request: Request, course: Course, delayMs = 0): void {
    const { machine, amountPaise } = request;
    const atMs = this.#nowMs() + delayMs;
    this.#walletPaise -= amountPaise * this.#quirks.walletTimes;
    const known = this.find(request);
    const movements = [...(known?.movements ?? []), { machine, atMs }];
    // A request that was only refused before begins now.
    const first = known === null || known.movements.length === 0 ? begun(request, { sinceMs: atMs, course }) : known;
    this.#keep({ ...first, movements });
  }

  /** Refuses the request, and remembers it. `executedAfterMs` is set when it is still paid later. */
  refuse(request: Request, endsAs: 'failed' | 'rejected', executedAfterMs: number | null = null): void {
    if (this.find(request) !== null) return;
    const flipsTo = executedAfterMs === null ? null : ({ state: 'success', afterMs: executedAfterMs } as const);
    this.#keep(begun(request, { sinceMs: this.#nowMs(), course: { endsAs, endsAfterMs: 0, hiddenForMs: 0, flipsTo } }));
  }

  /** All faults are over: everything ends now and can be seen. */
  heal(): void {
    this.#healedAtMs = this.#nowMs();
    this.#walletPaise = FULL_WALLET_PAISE;
  }

  /** When all faults were over; never, until then. */
  get healedAtMs(): number {
    return this.#healedAtMs;
  }

  /** What the merchant's wallet holds. */
  get walletPaise(): number {
    return this.#walletPaise;
  }

  /** The factor between the amount requested and what the gateway takes from the wallet. */
  get walletTimes(): number {
    return this.#quirks.walletTimes;
  }

  find({ mid, reference }: PaymentName): Payment | null {
    return this.#payments.get(keyOf(mid, reference)) ?? null;
  }

  findById(mid: number, transactionId: string): Payment | null {
    return this.find({ mid, reference: transactionId.replace(`TX${mid}-`, '') });
  }

  /** The merchant's latest payment in the books; null when there is none. */
  last(mid: number): Payment | null {
    return [...this.#payments.values()].findLast((payment) => payment.mid === mid) ?? null;
  }

  /** The state in an honest lookup, now or at an earlier time; null while lookups do not see the payment. */
  seen(payment: Payment | null, atMs = this.#nowMs()): PaymentState | null {
    if (payment === null) return null;
    const ageMs = atMs - payment.sinceMs;
    const isSeen =
      atMs >= this.#healedAtMs || (ageMs >= payment.course.hiddenForMs && !this.#quirks.hides(payment, ageMs));
    return isSeen ? this.state(payment, atMs) : null;
  }

  /** The state of a payment, seen or not. */
  state({ sinceMs, course }: Payment, atMs = this.#nowMs()): PaymentState {
    const ageMs = atMs - sinceMs;
    const isHealed = atMs >= this.#healedAtMs;
    if (course.flipsTo !== null && (isHealed || ageMs >= course.flipsTo.afterMs)) return course.flipsTo.state;
    return isHealed || ageMs >= course.endsAfterMs ? course.endsAs : 'processing';
  }

  /** A machine is rolled back: what it has paid since counts as another machine's. */
  rolledBack(machine: string, { toMs, as }: { readonly toMs: number; readonly as: string }): void {
    for (const payment of this.#payments.values()) {
      const isLost = (movement: Movement): boolean => movement.machine === machine && movement.atMs > toMs;
      if (!payment.movements.some(isLost)) continue;
      const movements = payment.movements.map((one) => (isLost(one) ? { ...one, machine: as } : one));
      this.#keep({ ...payment, movements });
    }
  }

  payments(): Iterable<Payment> {
    return this.#payments.values();
  }

  #keep(payment: Payment): void {
    this.#payments.set(keyOf(payment.mid, payment.reference), payment);
  }
}

/** Whether a payment in this state reached the payee, or still may. */
export function mayBePaid(state: PaymentState | null): boolean {
  return state === 'processing' || state === 'success';
}

function begun(
  { mid, reference, payee, amountPaise }: Request,
  { sinceMs, course }: Pick<Payment, 'sinceMs' | 'course'>,
): Payment {
  const transactionId = transactionIdOf({ mid, reference });
  return { mid, reference, payee, amountPaise, transactionId, movements: [], sinceMs, course };
}

/** The gateway's id for a payment, unless it gives all of them the same. */
export function transactionIdOf({ mid, reference }: PaymentName): string {
  return `TX${mid}-${reference}`;
}

function keyOf(mid: number, reference: string): string {
  return `${mid} ${reference}`;
}
