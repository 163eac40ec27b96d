// Collection orders: what was asked of whom, whether the gateway made the order, and its last word on the payment. An order is
// stored before its request leaves. One without an answer may have been made, and is never made again without a person's word.

import { asPaise } from '../../../shared/money.ts';
import type { CollectionOrder, CreatedOrder, OrderStatus } from '../../../shared/outcomes.ts';
import type { Merchant } from '../../../shared/profiles.ts';
import type { OrderSort } from '../../../shared/sorts.ts';
import type { OpenOrder, OrderFilter, OrderReading, StoredOrder } from '../domain/orders.ts';
import type { AuditLog } from './audit-log.ts';
import type { DeskDatabase } from './desk-database.ts';

export interface Orders extends OrderReading {
  /** Stores an order that is about to be asked for, and returns its number. */
  ask(order: CollectionOrder, at: { readonly profile: string; readonly merchant: Merchant }, nowMs: number): number;
  /** The gateway's answer: the order, or null where it surely made none. Not called where nobody knows. */
  answered(number: number, created: CreatedOrder | null, nowMs: number): void;
  /** What the gateway says of the payment. Stores it where it differs from what is known; returns whether it did. */
  heard(number: number, said: { readonly status: OrderStatus; readonly isOpen: boolean }, nowMs: number): boolean;
  /** Its status is no longer asked for, whatever it is. */
  leave(number: number, nowMs: number): void;
}

interface OrderRow {
  readonly number: number;
  readonly profile: string;
  readonly userId: string;
  readonly mobile: string;
  readonly amountPaise: number;
  readonly name: string;
  readonly ownFieldsJson: string;
  readonly askedAtMs: number;
  readonly createdJson: string | null;
  readonly statusJson: string | null;
  readonly statusAtMs: number | null;
  readonly isOpen: 0 | 1;
}

const SELECT = `SELECT order_number AS number, profile, user_id AS userId, mobile, amount_paise AS amountPaise, name,
  own_fields_json AS ownFieldsJson, asked_at_ms AS askedAtMs, created_json AS createdJson, status_json AS statusJson,
  status_at_ms AS statusAtMs, is_open AS isOpen FROM orders`;

const SORTED_BY: Readonly<Record<OrderSort['by'], string>> = {
  askedFor: 'asked_at_ms',
  name: 'name COLLATE NOCASE',
  status: 'status COLLATE NOCASE',
  order: 'order_id',
  mobile: 'mobile',
  customer: 'user_id COLLATE NOCASE',
  rrn: 'rrn',
  amount: 'amount_paise',
};

const SEARCHED = ['name', 'mobile', 'user_id', 'order_id', 'rrn', 'status', 'own_fields_json'];

type Bound = Readonly<Record<string, string | number | null>>;

export function readOrders(database: DeskDatabase): OrderReading {
  const find = database.statement<[number], OrderRow>(`${SELECT} WHERE order_number = ?`);
  const withId = database.statement<[string, string], OrderRow>(
    `${SELECT} WHERE order_id = ? AND profile = ? ORDER BY order_number DESC LIMIT 1`,
  );
  const open = database.statement<[], OpenOrder>(
    `SELECT order_number AS number, profile, order_id AS orderId, asked_at_ms AS askedAtMs FROM orders
     WHERE is_open = 1 ORDER BY order_number`,
  );
  return {
    page: ({ sort, window, ...filter }) => {
      const { where, bound } = conditionsOf(filter);
      const { total, paise } = database
        .statement<[Bound], { readonly total: number; readonly paise: number }>(
          `SELECT count(*) AS total, coalesce(sum(amount_paise), 0) AS paise FROM orders WHERE ${where}`,
        )
        .get(bound) ?? { total: 0, paise: 0 };
      const direction = sort.direction === 'up' ? 'ASC' : 'DESC';
      const rows = database
        .statement<[Bound], OrderRow>(
          `${SELECT} WHERE ${where} ORDER BY ${SORTED_BY[sort.by]} ${direction}, order_number ${direction}
           LIMIT @count OFFSET @from`,
        )
        .all({ ...bound, ...window });
      return { total, paise, orders: rows.map(decode) };
    },
    find: (number) => decodeOrNull(find.get(number)),
    withId: (profile, orderId) => decodeOrNull(withId.get(orderId, profile)),
    open: () => open.all(),
  };
}

function conditionsOf({ profile, search, ...bounds }: OrderFilter): { readonly where: string; readonly bound: Bound } {
  const conditions = ['profile = @profile', "outcome IS NOT 'refused'"];
  const limits = {
    amountFromPaise: 'amount_paise >= @amountFromPaise',
    amountToPaise: 'amount_paise <= @amountToPaise',
    fromMs: 'asked_at_ms >= @fromMs',
    toMs: 'asked_at_ms <= @toMs',
  } as const;
  const bound: Record<string, string | number | null> = { profile };
  for (const [name, condition] of Object.entries(limits)) {
    const value = bounds[name as keyof typeof limits];
    if (value === null) continue;
    conditions.push(condition);
    bound[name] = value;
  }
  if (search !== '') {
    bound['within'] = `%${search.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
    conditions.push(`(${SEARCHED.map((column) => `${column} LIKE @within ESCAPE '\\'`).join(' OR ')})`);
  }
  return { where: conditions.join(' AND '), bound };
}

function decodeOrNull(row: OrderRow | undefined): StoredOrder | null {
  return row === undefined ? null : decode(row);
}

/** Decoding: ask(), answered() and heard() below stored the JSON. */
function decode({ ownFieldsJson, createdJson, statusJson, isOpen, amountPaise, ...row }: OrderRow): StoredOrder {
  return {
    ...row,
    amountPaise: asPaise(amountPaise),
    userDefined: JSON.parse(ownFieldsJson) as CollectionOrder['userDefined'],
    created: createdJson === null ? null : (JSON.parse(createdJson) as CreatedOrder),
    status: statusJson === null ? null : (JSON.parse(statusJson) as OrderStatus),
    isOpen: isOpen === 1,
  };
}

export function openOrders(database: DeskDatabase, audit: AuditLog): Orders {
  const insert = database.statement(
    `INSERT INTO orders (profile, base_url, mid, user_id, mobile, amount_paise, name, own_fields_json, asked_at_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const answer = database.statement(
    'UPDATE orders SET outcome = ?, order_id = ?, created_json = ?, is_open = ? WHERE order_number = ?',
  );
  const hear = database.statement(
    'UPDATE orders SET status = ?, rrn = ?, status_json = ?, status_at_ms = ?, is_open = ? WHERE order_number = ?',
  );
  const leave = database.statement('UPDATE orders SET is_open = 0 WHERE order_number = ?');
  const known = database.statement<[number], { readonly statusJson: string | null; readonly isOpen: 0 | 1 }>(
    'SELECT status_json AS statusJson, is_open AS isOpen FROM orders WHERE order_number = ?',
  );
  return {
    ...readOrders(database),
    ask: audit.transaction((order, { profile, merchant }, nowMs) => {
      const { userId, mobile, amountPaise, name, userDefined } = order;
      const { baseUrl, mid } = merchant;
      const ownFields = JSON.stringify(userDefined);
      const { lastInsertRowid } = insert.run(
        profile,
        baseUrl,
        mid,
        userId,
        mobile,
        amountPaise,
        name,
        ownFields,
        nowMs,
      );
      const number = Number(lastInsertRowid);
      audit.append({ atMs: nowMs, what: 'orderAsked', detail: { order: number, profile, amountPaise } });
      return number;
    }),
    answered: audit.transaction((number, created, nowMs) => {
      if (created === null) answer.run('refused', null, null, 0, number);
      else answer.run('created', created.orderId, JSON.stringify(created), 1, number);
      const detail = { order: number, ...(created === null ? {} : { orderId: created.orderId }) };
      audit.append({ atMs: nowMs, what: created === null ? 'orderRefused' : 'orderCreated', detail });
    }),
    heard: audit.transaction((number, { status, isOpen }, nowMs) => {
      const before = known.get(number);
      const json = JSON.stringify(status);
      if (before === undefined || (before.statusJson === json && before.isOpen === Number(isOpen))) return false;
      hear.run(status.status, status.bankRrn, json, nowMs, Number(isOpen), number);
      audit.append({ atMs: nowMs, what: 'orderStatus', detail: { order: number, status: status.status } });
      return true;
    }),
    leave: audit.transaction((number, nowMs) => {
      leave.run(number);
      audit.append({ atMs: nowMs, what: 'orderLeft', detail: { order: number } });
    }),
  };
}
