// A batch's state as icon, word and colour. In: the state and its word. Out: a mark. This file must never show colour alone.

import { CircleCheck, Clock, type LucideIcon, Pause, SendHorizontal } from 'lucide-react';
import type { BatchState } from '../../shared/states.ts';
import { Status } from './status.tsx';
import type { Tone } from './tone.ts';

const MARKS: Readonly<Record<BatchState, { readonly tone: Tone; readonly icon: LucideIcon }>> = {
  sending: { tone: 'moving', icon: SendHorizontal },
  paused: { tone: 'doubt', icon: Pause },
  settling: { tone: 'moving', icon: Clock },
  settled: { tone: 'paid', icon: CircleCheck },
};

export function BatchMark({ state, word }: { readonly state: BatchState; readonly word: string }) {
  return <Status {...MARKS[state]} word={word} isSoft />;
}
