// Shows rows that were paid before while they are still being corrected. Asks a moment after the last edit, because a long file
// takes the desk some time.

import { useEffect, useMemo, useState } from 'react';
import type { AnswerOf } from '../../../shared/api/contract.ts';
import { CONFIRM_LISTED, SHEET_MAX_ROWS } from '../../../shared/limits.ts';
import { formatRupees } from '../../../shared/money.ts';
import type { Ticks } from '../../../shared/repeats.ts';
import { REVIEW } from '../../../shared/text/drafts.ts';
import { SHELL } from '../../../shared/text/shell.ts';
import { useAsk } from '../../bridge/use-desk.ts';
import { Button } from '../../ui/controls.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import { RepeatGroups } from '../../ui/repeats.tsx';
import { type HeldBack, heldBackOf, NONE_HELD } from './held-back.ts';

const ASKED_AFTER_MS = 600;

interface RepeatsAsked {
  readonly draft: string;
  readonly revision: number;
  readonly profile: string;
  readonly ticks: Ticks;
}

interface Repeats {
  /** What Confirm would pay of this revision; null until its rows have been screened. */
  readonly screened: AnswerOf<'readRepeats'> | null;
  /** The same where any row was paid before or waits for an earlier payment; else null. */
  readonly found: AnswerOf<'readRepeats'> | null;
  readonly held: HeldBack;
  readonly more: () => void;
}

export function useRepeats({ draft, revision, profile, ticks }: RepeatsAsked): Repeats {
  const [listed, setListed] = useState(CONFIRM_LISTED);
  const settled = useSettled(revision);
  const { paidBefore, difference, accountChanged, heldName, batches } = ticks;
  const rowTicks = {
    paidBefore: [...paidBefore],
    difference: [...difference],
    accountChanged: [...accountChanged],
    heldName: [...heldName],
    batches: [...batches],
  };
  const { value } = useAsk(
    'readRepeats',
    { draft, revision: settled, profile, rowTicks, listed },
    { keepPrevious: true, enabled: settled === revision },
  );
  const found = settled === revision ? value : null;
  // Until the current rows have been screened, the earlier marks stay.
  const held = useMemo(() => (value === null ? NONE_HELD : heldBackOf(value, { difference })), [value, difference]);
  const hasRepeats = found !== null && found.tickable.length + found.questions.length + found.held.length > 0;
  return {
    screened: found,
    found: hasRepeats ? found : null,
    held,
    more: () => setListed(Math.min(listed * 10, SHEET_MAX_ROWS)),
  };
}

/** Debounces the value; the first one is used at once. */
function useSettled(value: number): number {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ASKED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

interface RepeatsLineProps {
  readonly repeats: Repeats;
  readonly ticks: Ticks;
  /** Choices from before the last edit that must be made again. */
  readonly undone: number;
  readonly onTick: (ticks: Ticks) => void;
}

/** How much was paid before, with a way to see it. */
export function RepeatsLine({ repeats: { found, more }, ticks, undone, onTick }: RepeatsLineProps) {
  const [isOpen, setOpen] = useState(false);
  if (found === null || found.repeated.count === 0) return null;
  const left = found.held.reduce((count, { isAsked, rows }) => (isAsked ? count + rows.length : count), 0);
  const rupees = formatRupees(found.repeated.paise);
  const reasons = new Set<string>(found.tickable.map(({ reason }) => reason));
  const [only] = found.questions.length === 0 && reasons.size === 1 ? reasons : [];
  const words = only === 'accountChanged' ? 'accountsChanged' : only === 'heldName' ? 'namesOnHold' : 'paidBefore';
  const title = REVIEW[words](found.repeated.count, { rupees, left });
  return (
    <>
      <Notice
        tone="warning"
        title={undone === 0 ? title : `${title} ${REVIEW.choicesUndone(undone)}`}
        actions={<Button onClick={() => setOpen(true)}>{REVIEW.paidBeforeShow}</Button>}
      />
      {isOpen ? (
        <Dialog title={title} isWide act={null} cancel={SHELL.close} onClose={() => setOpen(false)}>
          <Card isFlush>
            <RepeatGroups repeats={found} ticks={ticks} onTick={onTick} onMore={more} />
          </Card>
        </Dialog>
      ) : null}
    </>
  );
}
