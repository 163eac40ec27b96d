// How a request stands, at a glance.

import { Ban, CircleCheck, CircleCheckBig, CircleX, Clock } from 'lucide-react';
import type { RequestState } from '../../shared/requests.ts';
import { APPROVAL } from '../../shared/text/approval.ts';
import { type Mark, Status } from './status.tsx';

export const REQUEST_MARKS: Readonly<
  Record<RequestState, Mark & { readonly notice: 'note' | 'good' | 'warning' | 'error' }>
> = {
  waiting: { tone: 'doubt', icon: Clock, notice: 'note' },
  approved: { tone: 'moving', icon: CircleCheck, notice: 'good' },
  rejected: { tone: 'wrong', icon: CircleX, notice: 'warning' },
  void: { tone: 'quiet', icon: Ban, notice: 'warning' },
  used: { tone: 'quiet', icon: CircleCheckBig, notice: 'note' },
};

export function RequestMark({ state }: { readonly state: RequestState }) {
  const { tone, icon } = REQUEST_MARKS[state];
  return <Status tone={tone} icon={icon} word={APPROVAL.states[state]} />;
}
