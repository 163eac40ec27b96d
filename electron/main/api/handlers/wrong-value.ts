// What a window asked with does not fit the contract: said of the field a person typed in, with its limit.
// In: what the contract's check found, and what was asked with. Out: one refusal. This file must never show a name of the
// program, nor the text that was typed: it may be a secret.

import type { z } from 'zod';
import type { CommandName } from '../../../../shared/api/contract.ts';
import { FIELD_WORDS } from '../../../../shared/field-words.ts';
import { FIELDS, type Refusal } from '../../../../shared/issues.ts';
import { AMOUNT_MAX_PAISE, TOTAL_MAX_PAISE } from '../../../../shared/limits.ts';
import { asPaise, formatRupees } from '../../../../shared/money.ts';
import { TYPED_WORDS } from './typed-words.ts';

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

const COUNT = new Intl.NumberFormat('en-IN');

/** The first finding that a person can mend by typing; otherwise the page is of another version than the desk. */
export function wrongValueRefusal(command: CommandName, issues: readonly Issue[], params: unknown): Refusal {
  for (const issue of issues) {
    const words = sentenceOf(command, issue, params);
    if (words !== null) return { code: 'wrongValue', ...words };
  }
  return {
    code: 'wrongValue',
    message: 'This page asked the desk for something that the desk does not know.',
    cure: 'Reload the page, then try again.',
  };
}

type Words = Pick<Refusal, 'message' | 'cure'>;

function sentenceOf(command: CommandName, issue: Issue, params: unknown): Words | null {
  if (issue.code === 'too_big' && issue.origin === 'array')
    return tooMany(command, issue.maximum, at(params, issue.path));
  const what = placeOf(command, issue.path, params);
  if (what === null) return null;
  const shape = shapeOf(issue.path);
  if (shape !== null) return { message: `${what}: this cannot be taken.`, cure: shape };
  const isText = 'origin' in issue && issue.origin === 'string';
  if (issue.code === 'too_big' && isText) return tooLong(what, issue.maximum, at(params, issue.path));
  if (issue.code === 'too_small' && isText) return { message: `${what}: nothing is there.`, cure: 'Fill it in.' };
  if (issue.code === 'too_big')
    return { message: `${what}: the number is too large.`, cure: `At most ${COUNT.format(issue.maximum)}.` };
  if (issue.code === 'too_small')
    return { message: `${what}: the number is too small.`, cure: `At least ${COUNT.format(issue.minimum)}.` };
  return { message: `${what}: this cannot be taken.`, cure: 'Type it again.' };
}

function tooLong(what: string, maximum: number | bigint, text: unknown): Words {
  const length = typeof text === 'string' ? text.length : 0;
  return {
    message: `${what}: the text is too long, ${COUNT.format(length)} characters.`,
    cure: `At most ${COUNT.format(maximum)} fit. Make it shorter.`,
  };
}

function tooMany(command: CommandName, maximum: number | bigint, list: unknown): Words {
  const length = Array.isArray(list) ? list.length : 0;
  const what = command === 'resolvePayouts' ? 'payouts' : command === 'editDraft' ? 'cells' : 'entries';
  return {
    message: `These are ${COUNT.format(length)} ${what} at once: nothing was changed.`,
    cure: `At most ${COUNT.format(maximum)} go in one step. Do it in parts.`,
  };
}

/** Where a person typed it; null where no person types. A cell of the sheet is named by its row and its column. */
function placeOf(command: CommandName, path: Path, params: unknown): string | null {
  const cell = path[0] === 'edit' && path[1] === 'cells' ? at(params, path.slice(0, 3)) : null;
  if (typeof cell === 'object' && cell !== null && (path[3] === 'text' || path[3] === 'seen')) {
    const rowNumber: unknown = Reflect.get(cell, 'rowNumber');
    const field = FIELDS.find((known) => known === Reflect.get(cell, 'field'));
    if (typeof rowNumber === 'number' && field !== undefined) return `Row ${rowNumber}, ${FIELD_WORDS[field]}`;
    return 'A cell';
  }
  const names = path.filter((part) => typeof part === 'string');
  const last = names.at(-1) ?? '';
  const words = TYPED_WORDS[`${command}.${last}`] ?? TYPED_WORDS[last];
  if (words === undefined) return null;
  const index = path.at(-1);
  return typeof index === 'number' ? `${words} ${index + 1}` : words;
}

const rupees = (paise: number): string => formatRupees(asPaise(paise));
const AMOUNT = `An amount of ${rupees(1)} to ${rupees(AMOUNT_MAX_PAISE)}.`;
const CEILING = `An amount of ${rupees(1)} to ${rupees(TOTAL_MAX_PAISE)}; leave it empty for no limit.`;

/** What a value that is no text and no plain number must look like. */
const SHAPES: Readonly<Record<string, string>> = {
  mid: 'Digits only, at most 15, not beginning with 0.',
  amountPaise: AMOUNT,
  amountFromPaise: AMOUNT,
  amountToPaise: AMOUNT,
  maxPayoutPaise: CEILING,
  maxBatchPaise: CEILING,
};

function shapeOf(path: Path): string | null {
  const name = path.findLast((part) => typeof part === 'string');
  return (name === undefined ? undefined : SHAPES[name]) ?? null;
}

/** What stands at a path; undefined where nothing does. */
function at(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (inner, part) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, part) : undefined),
    value,
  );
}
