// A sentence that must be read, with what can be done about it. In: tone, title, words, actions. Out: a notice.
// This file must never hide what it says behind a click.

import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { unreachable } from '../../shared/failures.ts';
import type { NotTold } from '../bridge/told.ts';
import { SHELL } from '../text/shell.ts';
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
