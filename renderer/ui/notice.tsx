import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AnswerOf } from '../../shared/api/contract.ts';
import { unreachable } from '../../shared/failures.ts';
import type { NotTold } from '../bridge/told.ts';
import { MATCH } from '../text/open.ts';
import { SHELL } from '../text/shell.ts';
import { Button } from './button.tsx';
import { goToBatch } from './navigation.ts';
import styles from './notice.module.css';

type NoticeTone = 'note' | 'good' | 'warning' | 'error';

const ICONS: Readonly<Record<NoticeTone, LucideIcon>> = {
  note: Info,
  good: CircleCheck,
  warning: TriangleAlert,
  error: CircleAlert,
};

interface NoticeProps {
  readonly tone: NoticeTone;
  readonly title: ReactNode;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}

export function Notice({ tone, title, children, actions }: NoticeProps) {
  const Icon = ICONS[tone];
  return (
    <div className={`${styles.notice} ${styles[tone]}`} role={tone === 'error' ? 'alert' : 'status'}>
      <Icon size={18} aria-hidden="true" className={styles.icon} />
      <div className={styles.words}>
        <p className={styles.title}>{title}</p>
        {children === undefined || children === null ? null : <div className={styles.more}>{children}</div>}
      </div>
      {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
    </div>
  );
}

/** Why the desk did not do what it was asked; nothing when it did or has not been asked. */
export function NotDoneNotice({
  told,
  actions,
}: {
  readonly told: NotTold | { readonly kind: 'done' | 'waiting' } | null;
  readonly actions?: ReactNode;
}) {
  const shown = actions === undefined ? {} : { actions };
  switch (told?.kind) {
    case 'refused':
      return (
        <Notice tone="error" title={told.refusal.message} {...shown}>
          {told.refusal.cure}
        </Notice>
      );
    case 'unsure':
      return (
        <Notice tone="warning" title={told.refusal.message} {...shown}>
          {told.refusal.cure}
        </Notice>
      );
    case 'fault':
      return (
        <Notice tone="error" title={SHELL.fault} {...shown}>
          {told.message}
        </Notice>
      );
    case 'lost':
      return (
        <Notice tone="warning" title={SHELL.lost} {...shown}>
          {SHELL.lostHelp}
        </Notice>
      );
    case 'done':
    case 'waiting':
    case undefined:
      return null;
    default:
      return unreachable(told);
  }
}

type Repeat = AnswerOf<'readConfirmation'>['repeats'][number];

/** The same file or the same rows were run before. It never sounds harmless: this is how people get paid twice. */
export function RepeatNotice({ repeat }: { readonly repeat: Repeat }) {
  return (
    <Notice
      tone="warning"
      title={MATCH.repeats(repeat)}
      actions={repeat.paid === null ? null : <Button onClick={() => goToBatch(repeat.batch)}>{MATCH.openBatch}</Button>}
    />
  );
}
