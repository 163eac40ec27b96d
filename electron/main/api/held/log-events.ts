// The desk's own story in its log: what it began, how it ended, what a person had to see. In: events. Out: lines.
// This file must never write what one payout was about.

import type { DeskEvent } from '../../../../shared/api/events.ts';
import type { DeskLog } from '../ports.ts';

/** Writes an event down where it tells something; progress is told many times a second and is left out. */
export function logEvent(log: DeskLog, event: DeskEvent): void {
  switch (event.kind) {
    case 'activity': {
      const { activity } = event;
      if (activity.kind === 'preparing' || activity.kind === 'sending') {
        const work = activity.kind === 'preparing' && activity.work !== 'pay' ? activity.work : activity.kind;
        log.note('run', `${work} ${activity.batch ?? (work === activity.kind ? 'a batch' : 'of a desk')}`);
      }
      return;
    }
    case 'ended': {
      const counts = Object.entries(event.view.counts).filter(([, count]) => count > 0);
      const states = counts.map(([state, count]) => `${count} ${state}`).join(', ');
      const why = event.pause === null ? '' : `, paused: ${event.pause.code}`;
      const how = event.end === 'madeWay' ? 'made way' : event.end;
      log.note('run', `${event.view.batch} ${how}: ${states}${why}`);
      return;
    }
    case 'alarm':
      log.note('alarm', `${event.alarm} ${event.payout ?? event.batch}`);
      return;
    case 'environment':
      log.note('around', event.about);
      return;
    case 'snapshot':
    case 'progress':
    case 'changed':
  }
}
