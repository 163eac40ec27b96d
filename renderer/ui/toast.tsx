// Briefly says what was done. Anything that must be read or answered is a notice.

import { Toast } from '@base-ui/react/toast';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { SHELL } from '../../shared/text/shell.ts';
import { IconButton } from './controls.tsx';
import { PersonName } from './person-name.tsx';
import styles from './toast.module.css';

const SHOWN_MS = 5_000;

export function Toasts({ children }: { readonly children: ReactNode }) {
  return (
    <Toast.Provider timeout={SHOWN_MS}>
      {children}
      <Toast.Portal>
        <Toast.Viewport aria-label={SHELL.notices} className={styles.toasts}>
          <Shown />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function Shown() {
  return Toast.useToastManager().toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className={styles.toast}>
      <Toast.Content className={`row nowrap gap-3 ${styles.content}`}>
        <Toast.Title className="medium">
          {typeof toast.title === 'string' ? <PersonName>{toast.title}</PersonName> : toast.title}
        </Toast.Title>
        <Toast.Action className={`link ${styles.undo}`} />
        <Toast.Close render={<IconButton icon={X} label={SHELL.close} />} />
      </Toast.Content>
    </Toast.Root>
  ));
}

/** Says that something was done. `undo` is the one step that reverses it. */
export function useToast(): (said: string, undo?: { readonly word: string; readonly run: () => void }) => void {
  const { add } = Toast.useToastManager();
  return (said, undo) => {
    add({ title: said, ...(undo === undefined ? {} : { actionProps: { children: undo.word, onClick: undo.run } }) });
  };
}
