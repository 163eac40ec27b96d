// What is told on the desktop when nobody looks at the window, in sentences for people. In: how a run ended. Out: a notice.
// This file must never say more than a stranger beside the screen may read: a batch's number and counts.

import type { DeskEvent } from '../../../shared/api/events.ts';
import { unreachable } from '../../../shared/failures.ts';

export interface Notice {
  readonly title: string;
  readonly body: string;
}

type Ended = Extract<DeskEvent, { readonly kind: 'ended' }>;
type Alarm = Extract<DeskEvent, { readonly kind: 'alarm' }>['alarm'];

/** A batch whose payouts have all left, and are on their way for longer than a person waits. */
export function sentNotice({ batch, counts }: Ended['view']): Notice {
  return { title: `Batch ${batch} has been sent`, body: countsOf(counts) };
}

/** A batch that is no longer sent; null where what has left is only looked up later. */
export function endNotice({ end, view }: Ended): Notice | null {
  const counts = countsOf(view.counts);
  switch (end) {
    case 'reached':
      return { title: `Batch ${view.batch} is finished`, body: counts };
    case 'bound':
      return sentNotice(view);
    case 'paused':
      return { title: `Batch ${view.batch} is paused`, body: `${counts} Open Payout Desk to see why.` };
    case 'madeWay':
      return null;
    case 'refused':
      return { title: `Batch ${view.batch} was not sent`, body: 'Open Payout Desk to see why.' };
    default:
      return unreachable(end);
  }
}

export const ALARM_NOTICES: Readonly<Record<Alarm, Notice>> = {
  lateNews: {
    title: 'Late news about a payout',
    body: 'A payout that had ended has changed. Open Payout Desk to read it.',
  },
  echoMismatch: {
    title: 'Sending has stopped',
    body: 'The gateway answered about another payout than it was asked. Open Payout Desk to see which.',
  },
};

function countsOf(counts: Ended['view']['counts']): string {
  const refused = counts.failed + counts.rejected + counts.reversed;
  const parts = [
    `${counts.success} paid`,
    ...(counts.processing > 0 ? [`${counts.processing} on the way`] : []),
    ...(refused > 0 ? [`${refused} not paid`] : []),
    ...(counts.unknown > 0 ? [`${counts.unknown} in doubt`] : []),
    ...(counts.queued > 0 ? [`${counts.queued} not sent`] : []),
  ];
  return `${parts.join(', ')}.`;
}
