// `resolve`: a person's decision about a payout in doubt. In: the payout, the decision and why. Out: the command.
// This file must never let a decision pass without a note, nor without saying exactly one of the two.

import type { PayoutName, Verdict } from '../../../../shared/decisions.ts';
import type { CommandId } from '../../../../shared/ids.ts';
import { COUNT_TYPED_MAX, NOTE_MAX_CHARACTERS, TYPED_TEXT_MAX_CHARACTERS } from '../../../../shared/limits.ts';
import { flag, optional, positional, required } from '../argument-kinds.ts';
import { COMMAND_ID } from '../command-id-option.ts';
import { defineCommand, type Reading, refuse, taken } from '../command-table.ts';
import type { CommonValues } from '../command-table.ts';
import { readBankReference, readPayoutName } from '../payout-values.ts';
import { textUpTo, wholeNumber } from '../values.ts';

/** Shape: `sameEvidence` is the typed count, null when the decision is about the named payout alone. */
export interface ResolveCommand extends CommonValues {
  readonly kind: 'resolve';
  readonly payout: PayoutName;
  readonly verdict: Verdict;
  readonly note: string;
  readonly ticket: string | null;
  readonly sameEvidence: number | null;
  readonly commandId: CommandId | null;
}

export const resolve = defineCommand({
  words: ['resolve'],
  summary: 'records what a person found out about a payout in doubt',
  notes: [
    'Give --paid with --rrn when the bank has it; --not-paid when it has not. A note is always wanted: it stands in the reports and the audit, with your name.',
    '`desk unknown` shows what is known, and from when on "not paid" is open. A ticket number of the gateway opens it earlier.',
    'For --not-paid each payout is looked up once more: one that the gateway knows then is not decided.',
    'A payout that was declared not paid may be paid again by a retry. If the gateway calls it paid after all, `desk news` says so.',
  ],
  positionals: {
    payout: positional({
      label: 'PAYOUT',
      help: 'its reference, or its batch and row such as B0012/7',
      value: readPayoutName,
    }),
  },
  options: {
    paid: flag({ name: 'paid', help: 'it was paid: the bank shows it' }),
    rrn: optional({
      name: 'rrn',
      argument: 'R',
      help: "the RRN or UTR on the bank's statement; wanted with --paid",
      value: readBankReference,
    }),
    notPaid: flag({ name: 'not-paid', help: 'it was not paid' }),
    note: required({
      name: 'note',
      argument: 'TEXT',
      help: 'how you know: who said so, what you looked at',
      value: textUpTo(NOTE_MAX_CHARACTERS),
    }),
    ticket: optional({
      name: 'ticket',
      argument: 'T',
      help: "the number of the gateway's ticket; opens --not-paid early",
      value: textUpTo(TYPED_TEXT_MAX_CHARACTERS),
    }),
    sameEvidence: flag({
      name: 'same-evidence',
      help: 'decides about all payouts of the batch with the same evidence at once; with --not-paid and --count',
    }),
    count: optional({
      name: 'count',
      argument: 'N',
      help: 'how many these are, as `desk unknown` counts them',
      value: wholeNumber({ min: 1, max: COUNT_TYPED_MAX, unit: 'payouts' }),
    }),
    commandId: COMMAND_ID,
  },
  onlyOneOf: ['paid', 'notPaid'],
  make: ({ paid, notPaid, rrn, sameEvidence, count, ...values }): Reading<ResolveCommand> => {
    const clash = (message: string, cure: string): Reading<never> => refuse({ code: 'optionsClash', message, cure });
    if (!paid && !notPaid) {
      return refuse({
        code: 'missingOption',
        message: '--paid or --not-paid is missing.',
        cure: 'Give one of the two.',
      });
    }
    if (sameEvidence !== (count !== null)) {
      return clash(
        '--same-evidence and --count belong together.',
        'Give both, with the count that `desk unknown` shows; or neither, for this payout alone.',
      );
    }
    if (notPaid) {
      if (rrn !== null) return clash('--rrn does not go with --not-paid.', 'What has an RRN was paid: give --paid.');
      return taken({ kind: 'resolve', ...values, sameEvidence: count, verdict: { kind: 'notPaid' } });
    }
    if (rrn === null) {
      const cure = "Add --rrn R: the RRN or UTR on the bank's statement.";
      return refuse({ code: 'missingOption', message: '--rrn is missing.', cure });
    }
    if (sameEvidence) return clash('--same-evidence does not go with --paid.', 'Give each payment its own RRN or UTR.');
    return taken({ kind: 'resolve', ...values, sameEvidence: null, verdict: { kind: 'paid', bankReference: rrn } });
  },
});
