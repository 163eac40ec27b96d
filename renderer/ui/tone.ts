// A tone is never the only carrier of a meaning: an icon and a word stand beside it.

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
