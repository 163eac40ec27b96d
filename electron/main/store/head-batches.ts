// The confirmed batches as the head keeps them: a line each, which says its own checksum. In: batches. Out: lines, and back.
// This file must never take a line that was torn: its batch is then written again.

import { hash } from 'node:crypto';
import type { Sha256 } from '../../../shared/ids.ts';
import type { Paise } from '../../../shared/money.ts';
import type { HeadBatch } from '../../../shared/standing.ts';

/** As many hex digits of SHA-256 as a torn line never meets by chance. */
const CHECKSUM_DIGITS = 16;

/** One batch on a line, without the newline. Units: paise, milliseconds since 1970 UTC. */
export function encodeBatchLine(batch: HeadBatch): string {
  const { batch: number, runNumber, fingerprint, count, totalPaise, confirmedAtMs, from } = batch;
  const text = JSON.stringify({ batch: number, runNumber, fingerprint, count, totalPaise, confirmedAtMs, from });
  return `${checksum(text)} ${text}`;
}

/** Every whole line. */
export function decodeBatchLines(text: string): readonly HeadBatch[] {
  return text
    .split('\n')
    .map(decodeLine)
    .filter((batch) => batch !== null);
}

/** Two batches of one number, in two stories of one database, differ in their rows or their moment. */
export function batchIdentity({ batch, fingerprint, confirmedAtMs }: HeadBatch): string {
  return `${batch} ${fingerprint} ${confirmedAtMs}`;
}

/** Each batch once. */
export function distinctBatches<Batch extends HeadBatch>(batches: readonly Batch[]): readonly Batch[] {
  return [...new Map(batches.map((batch) => [batchIdentity(batch), batch])).values()];
}

function decodeLine(line: string): HeadBatch | null {
  const text = line.slice(CHECKSUM_DIGITS + 1);
  if (text === '' || checksum(text) !== line.slice(0, CHECKSUM_DIGITS)) return null;
  const fields = JSON.parse(text) as Readonly<Record<string, unknown>>;
  return {
    batch: Number(fields['batch']),
    runNumber: Number(fields['runNumber']),
    fingerprint: String(fields['fingerprint']) as Sha256,
    count: Number(fields['count']),
    totalPaise: Number(fields['totalPaise']) as Paise,
    confirmedAtMs: Number(fields['confirmedAtMs']),
    ...(typeof fields['from'] === 'string' ? { from: fields['from'] } : {}),
  };
}

function checksum(text: string): string {
  return hash('sha256', text, 'hex').slice(0, CHECKSUM_DIGITS);
}
