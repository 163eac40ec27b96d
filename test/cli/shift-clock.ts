// Loaded into the built program before it starts: its wall clock is off by what a file says, read anew at each look, as
// if somebody set the machine's clock or the machine had slept. The monotonic clock goes on as it was.

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
