// Never colour alone: always with an icon or a word.

import {
  Ban,
  CircleCheck,
  CircleDashed,
  CircleHelp,
  CircleX,
  Clock,
  type LucideIcon,
  Pause,
  SendHorizontal,
  Undo2,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { BatchView } from '../../shared/api/views.ts';
import type { Environment } from '../../shared/profiles.ts';
import { type ShownBatchState, STATE_KINDS, STATE_WORDS, type StateKind } from '../../shared/states.ts';
import { BATCH_STATE_WORDS } from '../../shared/text/payouts.ts';
import { shownState } from '../bridge/live-state.ts';
import { useLive } from '../bridge/use-desk.ts';
import styles from './status.module.css';

/** Each is a colour of tokens.css. In a bar, paid comes first and not sent last. */
const TONES = ['paid', 'moving', 'doubt', 'wrong', 'back', 'quiet'] as const;
export type Tone = (typeof TONES)[number];

export interface Mark {
  readonly tone: Tone;
  readonly icon: LucideIcon;
}

const STATE_MARKS: Readonly<Record<StateKind, Mark>> = {
  queued: { tone: 'quiet', icon: CircleDashed },
  sending: { tone: 'moving', icon: SendHorizontal },
  processing: { tone: 'moving', icon: Clock },
  unknown: { tone: 'doubt', icon: CircleHelp },
  success: { tone: 'paid', icon: CircleCheck },
  failed: { tone: 'wrong', icon: CircleX },
  rejected: { tone: 'wrong', icon: Ban },
  reversed: { tone: 'back', icon: Undo2 },
  cancelled: { tone: 'quiet', icon: Ban },
};

const BATCH_MARKS: Readonly<Record<ShownBatchState, Mark>> = {
  sending: { tone: 'moving', icon: SendHorizontal },
  waiting: { tone: 'moving', icon: Clock },
  pausing: { tone: 'moving', icon: Clock },
  paused: { tone: 'doubt', icon: Pause },
  settling: { tone: 'moving', icon: Clock },
  settled: { tone: 'paid', icon: CircleCheck },
};

export function Status({
  tone,
  icon: Icon,
  word,
  isSoft = false,
}: Mark & { readonly word: string; readonly isSoft?: boolean }) {
  return (
    <span
      className={`${styles.status} ${isSoft ? styles.soft : ''}`}
      style={{ color: `var(--${tone})`, background: isSoft ? `var(--${tone}-soft)` : undefined }}
    >
      <Icon size={14} aria-hidden="true" />
      <span className={styles.word} data-lines="">
        {word}
      </span>
    </span>
  );
}

/** A payout's state. `word` is the gateway's own when it is not a documented one. */
export function StateMark({
  state,
  word = STATE_WORDS[state],
  isSoft = false,
}: {
  readonly state: StateKind;
  readonly word?: string | undefined;
  readonly isSoft?: boolean;
}) {
  return <Status {...STATE_MARKS[state]} word={word} isSoft={isSoft} />;
}

export function BatchMark({ view, isSoft = true }: { readonly view: BatchView; readonly isSoft?: boolean }) {
  return <BatchStateMark state={useLive((live) => shownState(view, live))} isSoft={isSoft} />;
}

interface BatchStateMarkProps {
  readonly state: ShownBatchState;
  readonly isSoft: boolean;
}

export function BatchStateMark({ state, isSoft }: BatchStateMarkProps) {
  return <Status {...BATCH_MARKS[state]} word={BATCH_STATE_WORDS[state]} isSoft={isSoft} />;
}

/** LIVE moves real money and PRACTICE does not: the two must never be confused. */
export function EnvironmentBadge({ environment }: { readonly environment: Environment }) {
  return (
    <span className={`${styles.badge} ${environment === 'LIVE' ? styles.live : styles.practice}`}>{environment}</span>
  );
}

/** A title with its LIVE or PRACTICE badge. */
export function Titled({
  title,
  environment,
}: {
  readonly title: ReactNode;
  readonly environment: Environment | undefined;
}) {
  if (environment === undefined) return title;
  return (
    <>
      {title} <EnvironmentBadge environment={environment} />
    </>
  );
}

interface BarPart {
  readonly key: string;
  readonly tone: Tone;
  readonly count: number;
}

interface BarProps {
  readonly parts: readonly BarPart[];
  readonly label: string;
  readonly isThin?: boolean;
}

export function StackedBar({ parts, label, isThin = false }: BarProps) {
  return (
    <div className={`${styles.bar} ${isThin ? styles.thin : ''}`} role="img" aria-label={label}>
      {parts
        .filter(({ count }) => count > 0)
        .toSorted((left, right) => TONES.indexOf(left.tone) - TONES.indexOf(right.tone))
        .map(({ key, tone, count }) => (
          <div key={key} className={styles.part} style={{ flexGrow: count, background: `var(--${tone}-bar)` }} />
        ))}
    </div>
  );
}

/** How many payouts of a batch are in each state, as a thin bar. */
export function StatesBar({
  counts,
  label,
}: {
  readonly counts: Readonly<Record<StateKind, number>>;
  readonly label: string;
}) {
  const parts = STATE_KINDS.map((key) => ({ key, tone: STATE_MARKS[key].tone, count: counts[key] }));
  return <StackedBar isThin label={label} parts={parts} />;
}

/** The colour of a bar's part, beside its word. */
export function BarMark({ tone }: { readonly tone: Tone }) {
  return <span className={styles.mark} style={{ background: `var(--${tone}-bar)` }} aria-hidden="true" />;
}
