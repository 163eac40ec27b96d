// The gateway's address as an option of the command line. In: text. Out: the address, or a refusal that names the option.
// This file must never hold a rule about addresses: shared/base-url does.

import { readBaseUrl as readAddress } from '../../../shared/base-url.ts';
import { refuse, taken } from './command-table.ts';
import type { Reading } from './command-table.ts';

/** Reads a base URL. Errors: refused by the rules of shared/base-url. */
export function readBaseUrl(text: string, shown: string): Reading<string> {
  const reading = readAddress(text, (address) => (URL.canParse(address) ? new URL(address) : null));
  if (reading.kind === 'taken') return taken(reading.baseUrl);
  const message = `${shown}: this address ${reading.why}.`;
  return refuse({ code: 'wrongValue', message, cure: reading.cure });
}
