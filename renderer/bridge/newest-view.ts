// Which of two accounts of a batch is newer: what was asked for, or what events said. In: both with their times.
// Out: the newer. This file must never mix numbers of two moments.

import type { BatchView } from '../../shared/api/views.ts';
import type { LiveBatch } from './live-state.ts';

interface AskedView {
  readonly view: BatchView;
  readonly askedAtMs: number;
}

export function newestView({ view, askedAtMs }: AskedView, live: LiveBatch | null): BatchView {
  return live !== null && live.heardAtMs >= askedAtMs ? live.progress.view : view;
}
