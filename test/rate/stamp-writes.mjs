// Loaded into the built desk with --import: records the machine's monotonic clock when a request's bytes are passed on, as one
// line of nanoseconds each in the file STAMPS_FILE. It must never delay a request.

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
