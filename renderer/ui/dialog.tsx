// The first focus is never on an irreversible action.

import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode, type RefObject, useRef } from 'react';
import { SHELL } from '../../shared/text/shell.ts';
import { Button, type ButtonProps, IconButton } from './controls.tsx';
import styles from './dialog.module.css';
import { PersonName } from './person-name.tsx';
import { useScrolling } from './scrolling.ts';

/** With `isForm`, Enter in a field runs it too. */
interface DialogAct extends Pick<ButtonProps, 'weight' | 'disabled' | 'isPending'> {
  readonly word: string;
  readonly run: () => unknown;
  readonly isForm?: boolean;
}

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly isOpen?: boolean;
  /** The main action; null once only closing is left, absent when the content has its own buttons. */
  readonly act?: DialogAct | null;
  readonly cancel?: string;
  /** The action is under way and cannot be cancelled. */
  readonly isHeld?: boolean;
  /** `act` only where undo takes it back. */
  readonly firstFocus?: 'cancel' | 'act' | RefObject<HTMLElement | null>;
  /** For a dialog with a table. */
  readonly isWide?: boolean;
}

export function Dialog({
  title,
  onClose,
  children,
  isOpen = true,
  act,
  cancel,
  isHeld,
  firstFocus,
  isWide,
}: DialogProps) {
  const cancelButton = useRef<HTMLButtonElement>(null);
  const actButton = useRef<HTMLButtonElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  const first = firstFocus === 'cancel' ? cancelButton : firstFocus === 'act' ? actButton : firstFocus;
  const isForm = act?.isForm === true;
  const content = (
    <>
      <Body>{children}</Body>
      {act === undefined ? null : (
        <div className={styles.actions}>
          <Button ref={cancelButton} disabled={isHeld} onClick={onClose}>
            {cancel ?? SHELL.cancel}
          </Button>
          {act === null ? null : (
            <Button
              ref={actButton}
              weight={act.weight ?? 'primary'}
              type={isForm ? 'submit' : 'button'}
              disabled={act.disabled}
              isPending={act.isPending}
              onClick={isForm ? undefined : () => void act.run()}
            >
              {act.word}
            </Button>
          )}
        </div>
      )}
    </>
  );
  return (
    <Base.Root open={isOpen} onOpenChange={(next) => (next ? undefined : onClose())}>
      <Base.Portal>
        <Base.Backdrop className={styles.shade} />
        <Base.Popup
          ref={popup}
          className={`${styles.dialog} ${isWide === true ? styles.wide : ''}`}
          initialFocus={() => focusAtOnce(first?.current ?? popup.current?.querySelector<HTMLElement>(FOCUSABLE))}
        >
          <Base.Title className={styles.title}>
            <PersonName>{title}</PersonName>
          </Base.Title>
          {isForm ? (
            <form
              onSubmit={(event) => {
                event.preventDefault();
                void act.run();
              }}
            >
              {content}
            </form>
          ) : (
            content
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

const FOCUSABLE = ['button', 'input', 'textarea', 'a[href]', '[tabindex="0"]']
  .map((one) => `${one}:not(:disabled, [tabindex="-1"])`)
  .join();

/**
 * Focuses now, because the library waits for the next frame, and a key pressed until then acts on the page behind. Returns what
 * is left to the library.
 */
function focusAtOnce(element: HTMLElement | null | undefined): boolean {
  element?.focus();
  return document.activeElement !== element;
}

function Body({ children }: { readonly children: ReactNode }) {
  return (
    <div {...useScrolling()} className={styles.body}>
      {children}
    </div>
  );
}

/** A panel at the right edge with everything about one thing; the page behind stays as it was. */
export function Drawer({
  isOpen,
  onClose,
  title,
  children,
}: Pick<DialogProps, 'isOpen' | 'onClose' | 'title' | 'children'>) {
  const panel = useRef<HTMLDivElement>(null);
  return (
    <Base.Root open={isOpen} onOpenChange={(next) => (next ? undefined : onClose())}>
      <Base.Portal>
        <Base.Backdrop className={styles.shade} />
        {/* If Close had the focus, its tooltip would open, and Escape would close only that. */}
        <Base.Popup className={styles.drawer} ref={panel} initialFocus={() => focusAtOnce(panel.current)}>
          <div className={styles.drawerHeader}>
            <Base.Title className={styles.title}>{title}</Base.Title>
            <Base.Close render={<IconButton icon={X} label={SHELL.close} />} />
          </div>
          <div className={styles.drawerBody}>{children}</div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
