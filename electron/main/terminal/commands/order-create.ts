// `order create`: a collection order that a customer pays. In: the order. Out: the command.
// This file must never round the amount. Source: gateway specification, Order create request.

import type { CollectionOrder } from '../../../../shared/gateway-calls.ts';
import type { CommandId } from '../../../../shared/ids.ts';
import { TYPED_TEXT_MAX_CHARACTERS } from '../../../../shared/limits.ts';
import { optionalElse, required } from '../argument-kinds.ts';
import type { ArgumentSpec } from '../command-table.ts';
import { COMMAND_ID } from '../command-id-option.ts';
import { defineCommand, taken } from '../command-table.ts';
import type { CommonValues } from '../command-table.ts';
import { readAmount } from '../desk-values.ts';
import { PROFILE } from '../profile-option.ts';
import { textUpTo } from '../values.ts';

export interface OrderCreateCommand extends CommonValues {
  readonly kind: 'orderCreate';
  readonly profile: string;
  readonly order: CollectionOrder;
  readonly commandId: CommandId | null;
}

const TEXT = textUpTo(TYPED_TEXT_MAX_CHARACTERS);

/** The gateway accepts an empty text here, and so it is the value of a field that is left out. */
function freeField(name: string): ArgumentSpec<string> {
  return optionalElse({ name, argument: 'TEXT', help: 'a field for your own use', value: TEXT, mayBeEmpty: true }, '');
}

export const orderCreate = defineCommand({
  words: ['order', 'create'],
  summary: 'creates a collection order and shows its payment links',
  positionals: {},
  options: {
    profile: PROFILE,
    userId: required({ name: 'user-id', argument: 'ID', help: "the customer's id with you", value: TEXT }),
    mobile: required({ name: 'mobile', argument: 'NUMBER', help: "the customer's mobile number", value: TEXT }),
    amountPaise: required({ name: 'amount', argument: 'RUPEES', help: 'what is to be paid', value: readAmount }),
    name: required({ name: 'name', argument: 'TEXT', help: "the customer's name", value: TEXT }),
    ud1: freeField('ud1'),
    ud2: freeField('ud2'),
    ud3: freeField('ud3'),
    ud4: freeField('ud4'),
    ud5: freeField('ud5'),
    commandId: COMMAND_ID,
  },
  make: ({ dataDir, json, profile, userId, mobile, amountPaise, name, ud1, ud2, ud3, ud4, ud5, commandId }) => {
    const order = { userId, mobile, amountPaise, name, userDefined: [ud1, ud2, ud3, ud4, ud5] } as const;
    return taken<OrderCreateCommand>({ kind: 'orderCreate', dataDir, json, profile, order, commandId });
  },
});
