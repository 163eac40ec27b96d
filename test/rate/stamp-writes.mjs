// Loaded into the built desk with --import: notes the machine's monotonic clock in the moment a request's bytes are handed
// over. In: STAMPS_FILE in the environment. Out: one line of nanoseconds for each request. It must never delay a request.

import { appendFileSync } from 'node:fs';
import http from 'node:http';

const file = process.env['STAMPS_FILE'];
const { end } = http.ClientRequest.prototype;
http.ClientRequest.prototype.end = function stampedEnd(...given) {
  const at = process.hrtime.bigint();
  const result = end.apply(this, given);
  appendFileSync(file, `${at}\n`);
  return result;
};
