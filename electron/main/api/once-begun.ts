// What is left of a command whose first change is on disk. In: the rest. Out: its answer; where the disk fails in it, that
// nobody knows how far it came. This file must never call refused what may have been done.

import type { Answer } from '../../../shared/api/answers.ts';
import type { Rooms } from './ports.ts';

/** Errors: unsure for a fault of the disk, which keeps the command's id taken; throws a bug of ours. */
export async function onceBegun<Value>(
  { faultOfDisk }: Pick<Rooms, 'faultOfDisk'>,
  rest: () => Promise<Answer<Value>>,
): Promise<Answer<Value>> {
  try {
    return await rest();
  } catch (error) {
    const fault = faultOfDisk(error);
    if (fault === null) throw error;
    const { code, message } = fault;
    return { kind: 'unsure', refusal: { code, message: `${message} ${BEGUN}`, cure: LOOK_FIRST } };
  }
}

const BEGUN = 'This came after the command had begun, and what it had done by then is done.';
const LOOK_FIRST = 'See that the disk is there and has space, and look at the batch as it is now.';
