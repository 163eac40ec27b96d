// The gateway's hidden books: what money really moved, when, and what becomes of it. In: executions and refusals.
// Out: the state of a payment at a time. This file must never look at what the desk believes.

/** What a gateway can say of a payment. */
export type PaymentState = 'processing' | 'success' | 'failed' | 'rejected' | 'reversed';

/** What becomes of a payment. Units: milliseconds of the gateway's own time. */
export interface Course {
  readonly endsAs: Exclude<PaymentState, 'processing'>;
  readonly endsAfterMs: number;
  /** How long look-ups do not see it. */
  readonly hiddenForMs: number;
  /** What it becomes later on, such as a success taken back; null when its ending stays. */
  readonly flipsTo: { readonly state: Exclude<PaymentState, 'processing'>; readonly afterMs: number } | null;
}

/** One execution of one request: money moved. */
interface Movement {
  readonly machine: string;
  readonly atMs: number;
}

export interface Payment {
  readonly reference: string;
  readonly transactionId: string;
  readonly amountPaise: number;
  readonly movements: readonly Movement[];
  readonly sinceMs: number;
  readonly course: Course;
}

interface Request {
  readonly reference: string;
  readonly amountPaise: number;
  readonly machine: string;
}

/** More than all files together, even where a person took rupees for paise. */
const FULL_WALLET_PAISE = 10_000_000_000_010;

export class GroundTruth {
  readonly #nowMs: () => number;
  readonly #payments = new Map<string, Payment>();
  #isHealed = false;
  #walletPaise: number;

  constructor(nowMs: () => number, walletPaise: number) {
    this.#nowMs = nowMs;
    this.#walletPaise = walletPaise;
  }

  /** The money moves, at once or after a while. */
  execute({ reference, amountPaise, machine }: Request, course: Course, delayMs = 0): void {
    const atMs = this.#nowMs() + delayMs;
    this.#walletPaise -= amountPaise;
    const known = this.#payments.get(reference);
    const movements = [...(known?.movements ?? []), { machine, atMs }];
    const first = { reference, transactionId: transactionIdOf(reference), amountPaise, sinceMs: atMs, course };
    this.#payments.set(reference, { ...(known ?? first), movements });
  }

  /** The request is refused for good, and the gateway remembers it. */
  refuse({ reference, amountPaise }: Request, endsAs: 'failed' | 'rejected'): void {
    if (this.#payments.has(reference)) return;
    const course: Course = { endsAs, endsAfterMs: 0, hiddenForMs: 0, flipsTo: null };
    const transactionId = transactionIdOf(reference);
    const sinceMs = this.#nowMs();
    this.#payments.set(reference, { reference, transactionId, amountPaise, movements: [], sinceMs, course });
  }

  /** All faults are over: everything ends now and can be seen. */
  heal(): void {
    this.#isHealed = true;
    this.#walletPaise = FULL_WALLET_PAISE;
  }

  /** What the merchant's wallet holds. */
  get walletPaise(): number {
    return this.#walletPaise;
  }

  find(key: { readonly reference: string } | { readonly transactionId: string }): Payment | null {
    if ('reference' in key) return this.#payments.get(key.reference) ?? null;
    return this.#payments.get(key.transactionId.replace(/^TX-/, '')) ?? null;
  }

  /** The state that an honest look-up tells; null while it does not see the payment. */
  seen(payment: Payment | null): PaymentState | null {
    if (payment === null) return null;
    const isSeen = this.#isHealed || this.#nowMs() >= payment.sinceMs + payment.course.hiddenForMs;
    return isSeen ? this.state(payment) : null;
  }

  /** The state of a payment now, seen or not. */
  state({ sinceMs, course }: Payment): PaymentState {
    const ageMs = this.#nowMs() - sinceMs;
    if (course.flipsTo !== null && (this.#isHealed || ageMs >= course.flipsTo.afterMs)) return course.flipsTo.state;
    return this.#isHealed || ageMs >= course.endsAfterMs ? course.endsAs : 'processing';
  }

  payments(): Iterable<Payment> {
    return this.#payments.values();
  }
}

function transactionIdOf(reference: string): string {
  return `TX-${reference}`;
}
