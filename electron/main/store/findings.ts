// Collects what does not fit, and counts what is too much to tell. In: findings one by one. Out: the first of them.
// This file must never forget that there were more.

import { AUDIT_FINDINGS_TOLD } from '../../../shared/limits.ts';
import type { AuditFinding } from '../../../shared/api/lock-views.ts';

/** A moment of a row in words. Shape: a number that is no moment, which only tampering writes, as it is. */
export function momentInWords(atMs: number): string {
  const moment = new Date(atMs);
  return Number.isNaN(moment.getTime()) ? `moment ${atMs}` : moment.toISOString();
}

export class Findings {
  readonly #told: AuditFinding[] = [];
  #count = 0;

  add(code: string, message: string): void {
    this.#count += 1;
    if (this.#told.length < AUDIT_FINDINGS_TOLD) this.#told.push({ code, message });
  }

  get told(): readonly AuditFinding[] {
    return this.#told;
  }

  /** How many are not told. */
  get more(): number {
    return this.#count - this.#told.length;
  }
}
