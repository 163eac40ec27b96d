// Loaded into the built program before it starts: a file, reread at each call, shifts its wall clock, as if somebody set the
// machine's clock or the machine had slept. The monotonic clock is unchanged.

import { readFileSync } from 'node:fs';

const file = process.env['TEST_CLOCK_FILE'];
const { now } = Date;

Date.now = () => {
  try {
    return now() + Number(readFileSync(file ?? '', 'utf8'));
  } catch {
    return now();
  }
};
