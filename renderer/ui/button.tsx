// A button submits no form unless it is told to, takes no press while it may not, and keeps the focus while it may not be pressed.

import type { LucideIcon } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import styles from './button.module.css';

type Weight = 'primary' | 'plain' | 'quiet' | 'danger';

interface BareButtonProps extends ComponentProps<'button'> {
  /** What it was pressed for is under way. */
  readonly isPending?: boolean;
}

/**
 * A button without looks of its own. Shape: while it is pending it takes no press, neither of the mouse nor of a key, nor
 * Enter in its form; it stays where it is and keeps the focus. One that becomes disabled keeps the focus until it is left.
 */
export function BareButton({
  isPending = false,
  disabled = false,
  type,
  onClick,
  onFocus,
  onBlur,
  ...rest
}: BareButtonProps) {
  const [hasFocus, setFocus] = useState(false);
  const isOff = disabled || isPending;
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      // What the browser disables loses the focus, and the next Tab starts at the top of the page.
      disabled={disabled && !hasFocus}
      aria-disabled={isOff}
      aria-busy={isPending}
      onClick={(event) => {
        if (isOff) event.preventDefault();
        else onClick?.(event);
      }}
      onFocus={(event) => {
        setFocus(true);
        onFocus?.(event);
      }}
      onBlur={(event) => {
        // Another window in front takes the focus from the page, not from the button.
        setFocus(document.activeElement === event.currentTarget);
        onBlur?.(event);
      }}
    />
  );
}

interface ButtonProps extends Omit<BareButtonProps, 'className'> {
  readonly weight?: Weight;
  readonly icon?: LucideIcon;
}

/** Shape: `isPending` keeps its place and its words, and takes no second press. */
export function Button({ weight = 'plain', icon: Icon, children, ...rest }: ButtonProps) {
  return (
    <BareButton {...rest} className={`${styles.button} ${styles[weight]}`}>
      {Icon === undefined ? null : <Icon size={16} aria-hidden="true" />}
      {children}
    </BareButton>
  );
}

interface IconButtonProps extends Omit<BareButtonProps, 'className' | 'children' | 'aria-label'> {
  readonly icon: LucideIcon;
  readonly label: string;
}

/** A button that shows only its icon; its words are its tooltip and what is read aloud. */
export function IconButton({ icon: Icon, label, ...rest }: IconButtonProps) {
  return (
    <BareButton
      {...rest}
      className={`${styles.button} ${styles.quiet} ${styles.square}`}
      title={label}
      aria-label={label}
    >
      <Icon size={16} aria-hidden="true" />
    </BareButton>
  );
}
