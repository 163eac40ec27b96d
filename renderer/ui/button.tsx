// The one button. In: a label, an icon, a weight. Out: a button. This file must never submit a form unless it is told to.

import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import styles from './button.module.css';

type Weight = 'primary' | 'plain' | 'quiet' | 'danger';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  readonly weight?: Weight;
  readonly icon?: LucideIcon;
  readonly isPending?: boolean;
}

/** Shape: `isPending` keeps its place and its words, and takes no second click. */
export function Button({
  weight = 'plain',
  icon: Icon,
  isPending = false,
  disabled,
  type,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      className={`${styles.button} ${styles[weight]}`}
      disabled={disabled === true || isPending}
      aria-busy={isPending}
    >
      {Icon === undefined ? null : <Icon size={16} aria-hidden="true" />}
      {children}
    </button>
  );
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'children' | 'aria-label'> {
  readonly icon: LucideIcon;
  readonly label: string;
}

/** A button that shows only its icon; its words are its tooltip and what is read aloud. */
export function IconButton({ icon: Icon, label, type, ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      className={`${styles.button} ${styles.quiet} ${styles.square}`}
      title={label}
      aria-label={label}
    >
      <Icon size={16} aria-hidden="true" />
    </button>
  );
}
