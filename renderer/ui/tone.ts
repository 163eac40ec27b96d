// How things are told apart at a glance: a tone per state, always beside an icon and a word.
// In: nothing. Out: tones and icons. This file must never be the only carrier of a meaning.

import {
  Ban,
  CircleCheck,
  CircleDashed,
  CircleHelp,
  CircleX,
  Clock,
  type LucideIcon,
  SendHorizontal,
  Undo2,
} from 'lucide-react';
import type { StateKind } from '../../shared/states.ts';

export type Tone = 'paid' | 'moving' | 'doubt' | 'wrong' | 'back' | 'quiet';

export const STATE_TONES: Readonly<Record<StateKind, Tone>> = {
  queued: 'quiet',
  sending: 'moving',
  processing: 'moving',
  unknown: 'doubt',
  success: 'paid',
  failed: 'wrong',
  rejected: 'wrong',
  reversed: 'back',
  cancelled: 'quiet',
};

export const STATE_ICONS: Readonly<Record<StateKind, LucideIcon>> = {
  queued: CircleDashed,
  sending: SendHorizontal,
  processing: Clock,
  unknown: CircleHelp,
  success: CircleCheck,
  failed: CircleX,
  rejected: Ban,
  reversed: Undo2,
  cancelled: Ban,
};
