// The same file or the same rows were run before. In: the earlier batch. Out: a warning that leads to it.
// This file must never sound harmless: this is how people get paid twice.

import type { AnswerOf } from '../../shared/api/contract.ts';
import type { BatchId } from '../../shared/ids.ts';
import { MATCH } from '../text/open.ts';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

type Repeat = AnswerOf<'readConfirmation'>['repeats'][number];

export function RepeatNotice({
  repeat,
  onOpen,
}: {
  readonly repeat: Repeat;
  readonly onOpen: (batch: BatchId) => void;
}) {
  return (
    <Notice
      tone="warning"
      title={MATCH.repeats(repeat)}
      actions={repeat.paid === null ? null : <Button onClick={() => onOpen(repeat.batch)}>{MATCH.openBatch}</Button>}
    />
  );
}
