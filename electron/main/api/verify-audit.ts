// `audit verify` for every desk of a data folder, beside whatever else is going on. In: nothing. Out: what does not fit.
// This file must never change anything.

import type { Answer } from '../../../shared/api/answers.ts';
import type { AuditVerifyView, AuditView } from '../../../shared/api/lock-views.ts';
import { type Book, BOOKS } from '../../../shared/books.ts';
import { nothingHere, refused } from './desks.ts';
import type { Rooms, Verdict } from './ports.ts';

/** Verifies both desks. Errors: refused when there is none, or a database cannot even be opened. */
export function verifyAudit(rooms: Rooms): Answer<AuditVerifyView> {
  const desks: AuditView[] = [];
  for (const book of BOOKS) {
    const verifying = rooms.verify(book);
    if (verifying.kind === 'refused') return refused(verifying.refusal);
    if (verifying.kind === 'verified') desks.push({ desk: book, ...verifying.verdict });
  }
  if (desks.length === 0) return refused(nothingHere());
  return { kind: 'done', value: { ok: desks.every(({ ok }) => ok), desks } };
}

/** Verifies one desk. Errors: as verifyAudit. */
export function verifyBook(rooms: Rooms, book: Book): Answer<Verdict> {
  const verifying = rooms.verify(book);
  if (verifying.kind === 'absent') return refused(nothingHere());
  return verifying.kind === 'refused' ? refused(verifying.refusal) : { kind: 'done', value: verifying.verdict };
}
