// `order status`: how a collection order stands. In: the order's id. Out: the command.
// This file must never lead to a change.

import { TYPED_TEXT_MAX_CHARACTERS } from '../../../../shared/limits.ts';
import { positional } from '../argument-kinds.ts';
import { defineCommand, taken } from '../command-table.ts';
import type { CommonValues } from '../command-table.ts';
import { PROFILE } from '../profile-option.ts';
import { textUpTo } from '../values.ts';

export interface OrderStatusCommand extends CommonValues {
  readonly kind: 'orderStatus';
  readonly profile: string;
  readonly orderId: string;
}

export const orderStatus = defineCommand({
  words: ['order', 'status'],
  summary: 'asks the gateway for the status of a collection order',
  positionals: {
    orderId: positional({
      label: 'ORDERID',
      help: 'the id that `order create` showed',
      value: textUpTo(TYPED_TEXT_MAX_CHARACTERS),
    }),
  },
  options: { profile: PROFILE },
  make: (values) => taken<OrderStatusCommand>({ kind: 'orderStatus', ...values }),
});
