// The first focus is never on the action that cannot be taken back.

import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { SHELL } from '../text/shell.ts';
import styles from './dialog.module.css';

interface DialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
  /** What has the focus when it opens. */
  readonly firstFocus?: RefObject<HTMLElement | null>;
}

export function Dialog({ isOpen, onClose, title, children, actions, firstFocus }: DialogProps) {
  return (
    <Base.Root open={isOpen} onOpenChange={(next) => (next ? undefined : onClose())}>
      <Base.Portal>
        <Base.Backdrop className={styles.shade} />
        <Base.Popup className={styles.dialog} {...(firstFocus === undefined ? {} : { initialFocus: firstFocus })}>
          <Base.Title className={styles.title}>{title}</Base.Title>
          <div className={styles.body}>{children}</div>
          {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** A panel at the right edge with everything about one thing; the page stays where it was. */
export function Drawer({ isOpen, onClose, title, children }: Omit<DialogProps, 'actions' | 'firstFocus'>) {
  return (
    <Base.Root open={isOpen} onOpenChange={(next) => (next ? undefined : onClose())}>
      <Base.Portal>
        <Base.Backdrop className={styles.shade} />
        <Base.Popup className={styles.drawer}>
          <div className={styles.drawerHeader}>
            <Base.Title className={styles.title}>{title}</Base.Title>
            <Base.Close className={styles.close} aria-label={SHELL.close} title={SHELL.close}>
              <X size={16} aria-hidden="true" />
            </Base.Close>
          </div>
          <div className={styles.drawerBody}>{children}</div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
