import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { unreachable } from '../../shared/failures.ts';
import type { Environment } from '../../shared/profiles.ts';
import { MATCH, type RepeatedRun } from '../../shared/text/drafts.ts';
import { SHELL } from '../../shared/text/shell.ts';
import type { CommandFailure } from '../bridge/desk-transport.ts';
import type { Question } from '../bridge/use-desk.ts';
import { say } from '../language.ts';
import { Button } from './controls.tsx';
import { goToBatch } from './navigation.ts';
import styles from './notice.module.css';
import { PersonName } from './person-name.tsx';
import { Titled } from './status.tsx';

type NoticeTone = 'note' | 'good' | 'warning' | 'error';

const ICONS: Readonly<Record<NoticeTone, LucideIcon>> = {
  note: Info,
  good: CircleCheck,
  warning: TriangleAlert,
  error: CircleAlert,
};

interface NoticeProps {
  readonly tone: NoticeTone;
  readonly title: string;
  /** LIVE or PRACTICE money. */
  readonly environment?: Environment;
  readonly about?: ReactNode;
  readonly actions?: ReactNode;
  /** The person has read it, and it is in nobody's way any more. */
  readonly onClose?: (() => void) | undefined;
}

export function Notice({ tone, title, environment, about = null, onClose, ...rest }: NoticeProps) {
  const Icon = ICONS[tone];
  const actions = onClose === undefined ? rest.actions : <Button onClick={onClose}>{SHELL.close}</Button>;
  return (
    <div className={`${styles.notice} ${styles[tone]}`} role={tone === 'error' ? 'alert' : 'status'} data-notice>
      <Icon size={18} aria-hidden="true" className={styles.icon} />
      <div className={styles.words}>
        <p className="strong">
          <Titled title={<PersonName>{title}</PersonName>} environment={environment} />
        </p>
        {about === null ? null : <div className="soft">{about}</div>}
      </div>
      {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
    </div>
  );
}

interface NotDoneProps {
  readonly result: CommandFailure | { readonly kind: 'done' | 'waiting' } | null;
  readonly actions?: ReactNode;
  /** The person has read it. */
  readonly onClose?: (() => void) | undefined;
}

/** Why the desk did not do what was requested; nothing if it did, or before the first request. */
export function NotDoneNotice({ result, onClose, ...rest }: NotDoneProps) {
  const actions = onClose === undefined ? rest.actions : <Button onClick={onClose}>{SHELL.close}</Button>;
  switch (result?.kind) {
    case 'refused':
      return (
        <Notice tone="error" title={say(result.refusal.message)} about={say(result.refusal.cure)} actions={actions} />
      );
    case 'unsure':
      return (
        <Notice tone="warning" title={say(result.refusal.message)} about={say(result.refusal.cure)} actions={actions} />
      );
    case 'fault':
      return <Notice tone="error" title={SHELL.fault} about={say(result.message)} actions={actions} />;
    case 'lost':
      return <Notice tone="warning" title={SHELL.lost} about={SHELL.lostHelp} actions={actions} />;
    case 'done':
    case 'waiting':
    case undefined:
      return null;
    default:
      return unreachable(result);
  }
}

/** The same file or rows were run before. Never word this as harmless: this is how people get paid twice. */
export function RepeatNotice({ repeat }: { readonly repeat: RepeatedRun }) {
  return (
    <Notice
      tone="warning"
      title={MATCH.repeats(repeat)}
      actions={repeat.paid === null ? null : <Button onClick={() => goToBatch(repeat.batch)}>{SHELL.openBatch}</Button>}
    />
  );
}

interface LoadedProps<Value> {
  readonly of: Question<Value>;
  readonly children: (value: Value) => ReactNode;
  /** Shown while the first answer is pending; grey lines by default. */
  readonly waiting?: ReactNode;
}

export function Loaded<Value>({ of: question, children, waiting }: LoadedProps<Value>) {
  const { result } = question;
  if (result.kind === 'done')
    return (
      <>
        {question.isOutOfReach ? <NotDoneNotice result={{ kind: 'lost' }} /> : null}
        {children(result.value)}
      </>
    );
  if (result.kind === 'waiting') return waiting ?? <Waiting />;
  return <NotDoneNotice result={result} actions={<Button onClick={question.again}>{SHELL.tryAgain}</Button>} />;
}

export function Waiting({ lines = 4 }: { readonly lines?: number }) {
  return (
    <div className={`tight gap-3 ${styles.waiting}`} role="status" aria-label={SHELL.waiting}>
      {Array.from({ length: lines }, (_, line) => (
        <div key={line} className={styles.waitingLine} />
      ))}
    </div>
  );
}

interface EmptyProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly about: string;
}

export function Empty({ icon: Icon, title, about }: EmptyProps) {
  return (
    <div className={styles.empty}>
      <Icon size={24} aria-hidden="true" className={`faint ${styles.emptyIcon}`} />
      <p className="strong">{title}</p>
      <div className={`soft ${styles.emptyAbout}`}>{about}</div>
    </div>
  );
}
