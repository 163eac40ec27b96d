// What a retry would pay again, and what not and why, before it is opened. In: the batch. Out: a draft of the failed rows.
// This file must never pay: the draft is reviewed and confirmed like a file.

import { useMemo } from 'react';
import type { BatchId } from '../../../shared/ids.ts';
import { useAsk, useChange } from '../../bridge/use-desk.ts';
import { formatRupees } from '../../text/format.ts';
import { RESULT } from '../../text/run.ts';
import { SHELL } from '../../text/shell.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { NotDoneNotice } from '../../ui/notice.tsx';
import { Facts, Stack } from '../../ui/page.tsx';

interface RetryDialogProps {
  readonly batch: BatchId;
  readonly onClose: () => void;
  readonly onDraft: (draft: string) => void;
}

/** More lines than these are for the report. */
const REASONS_SHOWN = 20;

export function RetryDialog({ batch, onClose, onDraft }: RetryDialogProps) {
  const question = useAsk('readRetry', { batch });
  const open = useChange('openRetry');
  const commandId = useMemo(() => crypto.randomUUID(), []);
  const count = question.told.kind === 'done' ? question.told.value.retried.count : 0;
  const start = async (): Promise<void> => {
    const told = await open.run({ batch }, commandId);
    if (told.kind === 'done') onDraft(told.value.draft);
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={RESULT.retryTitle}
      actions={
        <>
          <Button onClick={onClose}>{SHELL.cancel}</Button>
          <Button weight="primary" disabled={count === 0} isPending={open.isPending} onClick={() => void start()}>
            {RESULT.retryOpen}
          </Button>
        </>
      }
    >
      <NotDoneNotice told={open.told} />
      <Loaded of={question}>
        {({ retried, notRetried }) => (
          <Stack>
            <p>
              {retried.count === 0
                ? RESULT.nothingToRetry
                : RESULT.retryAbout(retried.count, formatRupees(retried.paise))}
            </p>
            {notRetried.length === 0 ? null : (
              <Stack isTight>
                <h3>{RESULT.notRetried(notRetried.length)}</h3>
                <Facts facts={notRetried.slice(0, REASONS_SHOWN).map(({ payout, why }) => [payout, why] as const)} />
              </Stack>
            )}
          </Stack>
        )}
      </Loaded>
    </Dialog>
  );
}
