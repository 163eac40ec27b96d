// Collection orders: made once, and their status asked for until the payment ended, across restarts. No payout is touched.

import { randomUUID } from 'node:crypto';
import type { ListedOrder } from '../../../../shared/api/collect-commands.ts';
import type { Answer } from '../../../../shared/api/contract.ts';
import type { Topic } from '../../../../shared/api/events.ts';
import { COMMAND_ID } from '../../../../shared/api/schemas.ts';
import type { CommandId } from '../../../../shared/ids.ts';
import { HOUR_MS } from '../../../../shared/limits.ts';
import { msg } from '../../../../shared/messages/message.ts';
import type { CollectionOrder, CreatedOrder, OrderStatus } from '../../../../shared/outcomes.ts';
import { BOOKS, type Book } from '../../../../shared/profiles.ts';
import type { Refusal } from '../../../../shared/rows.ts';
import type { OpenOrder, OrderPage, OrderSearch, StoredOrder } from '../../domain/orders.ts';
import {
  bookOfProfile,
  changeOnce,
  onceWithWriter,
  refused,
  withReader,
  writeIfPossible,
} from '../../session/desks.ts';
import { anyProfile } from '../../session/find-profile.ts';
import { mustWait, type Session } from '../../session/gateway-session.ts';
import type { System } from '../../session/system.ts';
import type { HeadedWriter } from '../../store/store.ts';
import { type AskedOrders, done, type HandlerContext, type Handlers, refuse, replyOf } from '../runtime/context.ts';
import { askOnce, inSession, refusalOf } from './ask-gateway.ts';

/** In an order `mid` has one to four digits. See the gateway specification, Limits. */
const ORDER_MID_MAX = 9_999;

/** Creates a collection order, once per command id. */
export async function createOrder(
  system: System,
  { profile, order, commandId }: { profile: string; order: CollectionOrder; commandId: CommandId | null },
): Promise<Answer<CreatedOrder>> {
  const known = anyProfile(system, profile);
  if (known.kind !== 'done') return known;
  const { name, baseUrl, mid } = known.value;
  if (mid > ORDER_MID_MAX) return refused(midTooLong(mid));
  return onceWithWriter<CreatedOrder>(
    system,
    {
      book: bookOfProfile(profile),
      id: commandId ?? COMMAND_ID.parse(randomUUID()),
      what: `order ${name} ${JSON.stringify(order)}`,
    },
    {
      stands: () => null,
      act: (store, ticket) =>
        inSession(system, { profile: known.value, store }, async (session) => {
          const wait = mustWait(system, session);
          if (wait !== null) return refused(wait);
          const nowMs = system.clock.nowMs();
          const number = changeOnce(system, { store, ticket }, () =>
            store.orders.ask(order, { profile: name, merchant: { baseUrl, mid } }, nowMs),
          );
          const answer = await session.orders.create(order);
          const made = answer.kind === 'created' ? answer.order : null;
          const isUnsure = answer.kind === 'unclear' && answer.maybeDone;
          // If the disk refuses this, the order stays in doubt.
          if (!isUnsure) writeIfPossible(system, () => store.orders.answered(number, made, system.clock.nowMs()));
          if (answer.kind === 'created') return { kind: 'done', value: answer.order };
          return isUnsure ? { kind: 'unsure', refusal: refusalOf(answer) } : refused(refusalOf(answer));
        }),
    },
  );
}

function midTooLong(mid: number): Refusal {
  return {
    code: 'midTooLong',
    message: msg('ask.midTooLong', { mid }),
    cure: msg('cure.askForOrderMid'),
  };
}

/** Asks for the status of an order, whether this desk made it or not, and stores what it says of the desk's own. */
export function askOrderStatus(
  system: System,
  { profile, orderId }: { profile: string; orderId: string },
): Promise<Answer<OrderStatus>> {
  return askOnce(system, profile, (session, { name }, store) =>
    heardOf(system, { session, store, orderId, number: store.orders.withId(name, orderId)?.number ?? null }),
  );
}

interface Asked {
  readonly session: Session;
  readonly store: HeadedWriter;
  readonly orderId: string;
  /** The desk's own order, or null. */
  readonly number: number | null;
}

async function heardOf(system: System, { session, store, orderId, number }: Asked): Promise<Answer<OrderStatus>> {
  const answer = await session.orders.status(orderId);
  if (answer.kind !== 'status') return refused(refusalOf(answer));
  const status = answer.order;
  // Nothing is written to a desk that may be a copy until a person has opened it.
  if (number !== null && store.standing.kind === 'current') {
    const said = { status, isOpen: !hasEnded(status) };
    writeIfPossible(system, () => store.orders.heard(number, said, system.clock.nowMs()));
  }
  return { kind: 'done', value: status };
}

/**
 * Whether a payment has ended. The specification names one word, PENDING, and says that the time of completion is null until the
 * payment is completed; where the two disagree, the status is asked for again.
 */
export function hasEnded({ status, completedAt }: Pick<OrderStatus, 'status' | 'completedAt'>): boolean {
  return status.trim().toUpperCase() !== 'PENDING' && completedAt !== null && completedAt !== '';
}

/** Lists the orders of a profile, as far as a desk can be read. */
export function listOrders(system: System, search: OrderSearch): Answer<OrderPage> {
  const known = anyProfile(system, search.profile);
  if (known.kind !== 'done') return known;
  return withReader<OrderPage>(system, bookOfProfile(search.profile), {
    act: (store) => ({ kind: 'done', value: store.orders.page({ ...search, profile: known.value.name }) }),
    absent: () => ({ kind: 'done', value: { total: 0, paise: 0, orders: [] } }),
  });
}

/** Asks for the status of every open order of a profile, oldest first. Ends early where the gateway cannot be asked. */
export function askOpenOrders(
  system: System,
  profile: string,
): Promise<Answer<readonly { readonly order: StoredOrder; readonly status: OrderStatus }[]>> {
  return askOnce(system, profile, async (session, { name }, store) => {
    const heard: { order: StoredOrder; status: OrderStatus }[] = [];
    for (const { number, orderId } of store.orders.open().filter((order) => order.profile === name)) {
      const wait = mustWait(system, session);
      if (wait !== null) return refused(wait);
      const answer = await heardOf(system, { session, store, orderId, number });
      const order = store.orders.find(number);
      if (answer.kind !== 'done') return answer;
      if (order !== null) heard.push({ order, status: answer.value });
    }
    return { kind: 'done', value: heard };
  });
}

/** A payer needs at least a few seconds. */
const FIRST_MS = 5_000;
/** The wait grows with the order's age. */
const OF_ITS_AGE = 1 / 4;
/** After a month nobody waits for a payment any more; a person may still ask. */
const ASKED_FOR_MS = 30 * 24 * HOUR_MS;
/** How long an account rests whose gateway could not be asked. */
const REST_MS = 60_000;
/** The longest wait before the orders are read again. */
const AGAIN_MAX_MS = 60_000;

/** The wait until an order's status is asked for again, by its age. */
export function nextStatusInMs(ageMs: number): number {
  return Math.min(HOUR_MS, Math.max(FIRST_MS, ageMs * OF_ITS_AGE));
}

interface OrderWatchWorld {
  readonly system: System;
  readonly stores: Readonly<Record<Book, HeadedWriter>>;
  /** False while a desk is replaced or closing. */
  readonly isReadable: () => boolean;
  readonly emitChanged: (book: Book | null, ...topics: readonly Topic[]) => void;
  readonly onFault: (error: unknown) => void;
}

/** Asks for the status of every open order at its time, one after the other, at the rate of its account. */
export class OrderWatch implements AskedOrders {
  readonly #world: OrderWatchWorld;
  /** When an order was last asked about; absent since the start. */
  readonly #askedAtMs = new Map<string, number>();
  readonly #restUntilMs = new Map<string, number>();
  #callOff = (): void => {};
  #isAsking = false;
  #isOver = false;

  constructor(world: OrderWatchWorld) {
    this.#world = world;
    this.#again(FIRST_MS);
  }

  changed(): void {
    if (!this.#isAsking) this.#again(this.#untilDueMs());
  }

  askedAtMs(book: Book, number: number): number | null {
    return this.#askedAtMs.get(keyOf(book, number)) ?? null;
  }

  noteAsked(book: Book, number: number): void {
    this.#askedAtMs.set(keyOf(book, number), this.#world.system.clock.nowMs());
  }

  close(): void {
    this.#isOver = true;
    this.#callOff();
  }

  #again(waitMs: number): void {
    this.#callOff();
    if (this.#isOver) return;
    this.#callOff = this.#world.system.clock.after(Math.min(AGAIN_MAX_MS, Math.max(0, waitMs)), () => {
      this.#isAsking = true;
      void this.#askDue()
        .catch(this.#world.onFault)
        .finally(() => {
          this.#isAsking = false;
          this.#again(this.#untilDueMs());
        });
    });
  }

  #untilDueMs(): number {
    try {
      const nowMs = this.#world.system.clock.nowMs();
      const dueAtMs = BOOKS.flatMap((book) => this.#open(book).map((order) => this.#dueAtMs(book, order)));
      return dueAtMs.reduce((soonest, atMs) => Math.min(soonest, atMs - nowMs), AGAIN_MAX_MS);
    } catch (error) {
      this.#world.onFault(error);
      return AGAIN_MAX_MS;
    }
  }

  #open(book: Book): readonly OpenOrder[] {
    if (this.#isOver || !this.#world.isReadable()) return [];
    const store = this.#world.stores[book];
    return store.standing.kind === 'current' ? store.orders.open() : [];
  }

  #dueAtMs(book: Book, { number, profile, askedAtMs }: OpenOrder): number {
    const lastMs = this.#askedAtMs.get(keyOf(book, number));
    const dueAtMs = lastMs === undefined ? askedAtMs + FIRST_MS : lastMs + nextStatusInMs(lastMs - askedAtMs);
    return Math.max(dueAtMs, this.#restUntilMs.get(profile) ?? 0);
  }

  async #askDue(): Promise<void> {
    const { system } = this.#world;
    for (const book of BOOKS) {
      const due = this.#open(book).filter((order) => this.#dueAtMs(book, order) <= system.clock.nowMs());
      for (const [profile, orders] of Map.groupBy(due, (order) => order.profile)) {
        await this.#askAbout(profile, { book, orders });
      }
    }
  }

  async #askAbout(
    profile: string,
    { book, orders }: { readonly book: Book; readonly orders: readonly OpenOrder[] },
  ): Promise<void> {
    const { system, emitChanged } = this.#world;
    const answer = await askOnce(system, profile, async (session, _, store): Promise<Answer<null>> => {
      for (const { number, orderId, askedAtMs } of orders) {
        const wait = mustWait(system, session);
        if (this.#isOver || wait !== null) return wait === null ? { kind: 'done', value: null } : refused(wait);
        const heard = await heardOf(system, { session, store, orderId, number });
        this.noteAsked(book, number);
        // An order that the gateway does not know says nothing about the others.
        if (heard.kind === 'refused' && heard.refusal.code !== 'orderNotFound') return heard;
        const isOld = system.clock.nowMs() - askedAtMs > ASKED_FOR_MS;
        if (isOld) writeIfPossible(system, () => store.orders.leave(number, system.clock.nowMs()));
        emitChanged(book, 'orders');
      }
      return { kind: 'done', value: null };
    });
    if (answer.kind !== 'done') this.#restUntilMs.set(profile, system.clock.nowMs() + REST_MS);
  }
}

function keyOf(book: Book, number: number): string {
  return `${book} ${number}`;
}

type OrderCommand = 'createOrder' | 'searchOrders' | 'readOrder' | 'readOrderStatus';

export function orderHandlers({ system, stores, orderWatch, emitChanged }: HandlerContext): Handlers<OrderCommand> {
  const listed = (book: Book, order: StoredOrder): ListedOrder => {
    const { number, name, mobile, userId, amountPaise, userDefined, created, status, statusAtMs } = order;
    const atMs = orderWatch.askedAtMs(book, number) ?? statusAtMs;
    const heard = status === null || atMs === null ? null : { status, atMs };
    return {
      order: number,
      askedForAtMs: order.askedAtMs,
      name,
      mobile,
      userId,
      amountPaise,
      created,
      userDefined: [...userDefined],
      isFollowed: order.isOpen,
      heard:
        heard === null
          ? null
          : {
              ...heard,
              status: {
                ...heard.status,
                userDefined: [...heard.status.userDefined],
              },
            },
    };
  };
  return {
    createOrder: async (wanted) => {
      const reply = await createOrder(system, wanted);
      emitChanged(bookOfProfile(wanted.profile), 'orders');
      orderWatch.changed();
      return reply;
    },
    searchOrders: (search) => {
      const book = bookOfProfile(search.profile);
      const { total, paise, orders } = stores[book].orders.page(search);
      return done({ total, sum: { count: total, paise }, rows: orders.map((order) => listed(book, order)) });
    },
    readOrder: ({ profile, order }) => {
      const book = bookOfProfile(profile);
      const found = stores[book].orders.find(order);
      return found === null ? refuse(NO_SUCH_ORDER) : done(listed(book, found));
    },
    readOrderStatus: async (asked) => {
      const book = bookOfProfile(asked.profile);
      const reply = await askOrderStatus(system, asked);
      const own = stores[book].orders.withId(asked.profile, asked.orderId);
      if (own !== null && reply.kind === 'done') orderWatch.noteAsked(book, own.number);
      emitChanged(book, 'orders');
      return replyOf(reply, (status) => ({ ...status, userDefined: [...status.userDefined] }));
    },
  };
}

const NO_SUCH_ORDER: Refusal = {
  code: 'orderNotFound',
  message: msg('ask.noSuchOrder'),
  cure: msg('cure.checkOrderId'),
};
