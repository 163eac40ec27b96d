// `audit verify`: whether the audit chain, its head outside and every row fit together. In: nothing. Out: the command.
// This file must never lead to a request or a change.

import { defineCommand, taken } from '../command-table.ts';
import type { CommonValues } from '../command-table.ts';

export interface AuditVerifyCommand extends CommonValues {
  readonly kind: 'auditVerify';
}

export const auditVerify = defineCommand({
  words: ['audit', 'verify'],
  summary: 'checks the audit chain, its head outside the data folder, and every row against it',
  notes: [
    'Works beside a running desk. Ends with 0 when everything fits, 2 when something does not, 6 when the desk is locked.',
  ],
  positionals: {},
  options: {},
  make: (values) => taken<AuditVerifyCommand>({ kind: 'auditVerify', ...values }),
});
