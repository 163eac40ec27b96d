// A status as icon, word and colour: never colour alone.

import { CircleCheck, Clock, type LucideIcon, Pause, SendHorizontal } from 'lucide-react';
import type { Environment } from '../../shared/profiles.ts';
import type { BatchState, StateKind } from '../../shared/states.ts';
import { STATE_WORDS } from '../text/states.ts';
import styles from './status.module.css';
import { STATE_ICONS, STATE_TONES, type Tone } from './tone.ts';

export function Status({
  tone,
  icon: Icon,
  word,
  isSoft = false,
}: {
  readonly tone: Tone;
  readonly icon: LucideIcon;
  readonly word: string;
  readonly isSoft?: boolean;
}) {
  return (
    <span className={`${styles.status} ${styles[tone]} ${isSoft ? styles.soft : ''}`}>
      <Icon size={14} aria-hidden="true" />
      {word}
    </span>
  );
}

/** A payout's state. Shape: `word` is the gateway's own where it is outside the documented ones. */
export function StateMark({
  state,
  word,
  isSoft = false,
}: {
  readonly state: StateKind;
  readonly word?: string;
  readonly isSoft?: boolean;
}) {
  return (
    <Status tone={STATE_TONES[state]} icon={STATE_ICONS[state]} word={word ?? STATE_WORDS[state]} isSoft={isSoft} />
  );
}

/** LIVE moves real money and PRACTICE does not: never to be mistaken. */
export function EnvironmentBadge({ environment }: { readonly environment: Environment }) {
  return (
    <span className={`${styles.badge} ${environment === 'LIVE' ? styles.live : styles.practice}`}>{environment}</span>
  );
}

const MARKS: Readonly<Record<BatchState, { readonly tone: Tone; readonly icon: LucideIcon }>> = {
  sending: { tone: 'moving', icon: SendHorizontal },
  paused: { tone: 'doubt', icon: Pause },
  settling: { tone: 'moving', icon: Clock },
  settled: { tone: 'paid', icon: CircleCheck },
};

export function BatchMark({ state, word }: { readonly state: BatchState; readonly word: string }) {
  return <Status {...MARKS[state]} word={word} isSoft />;
}
