// Short words for commands that leave a file or a token behind. In: what was done. Out: one sentence.
// This file must never say that something was written before it is on the disk.

import { counted } from './format-count.ts';
import { plainText } from './text-width.ts';

/** After `export`. */
export function formatExported({ file, payouts }: { readonly file: string; readonly payouts: number }): string {
  return plainText(`Wrote ${counted(payouts, 'payout')} to ${file}.`);
}

/** After `template`. */
export function formatTemplateWritten({ file }: { readonly file: string }): string {
  return plainText(`Wrote the template ${file}. Put one payout on each row and delete the sample.`);
}

/** After `profile token`. */
export function formatTokenChange({
  profile,
  change,
}: {
  readonly profile: string;
  readonly change: 'stored' | 'removed';
}): string {
  return plainText(
    change === 'stored'
      ? `The token of ${profile} is in the keychain.`
      : `The token of ${profile} is no longer in the keychain.`,
  );
}
