// A field's label, hint and error belong to it for every reader. No value is checked here: who asks, checks.

import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './field.module.css';

interface FieldWords {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | null;
}

type TextFieldProps = FieldWords & Omit<ComponentProps<'input'>, 'id' | 'className'>;

export function TextField({ label, hint, error, ...input }: TextFieldProps) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <input
        autoComplete="off"
        spellCheck={false}
        {...input}
        id={id}
        className={styles.input}
        aria-invalid={error === undefined || error === null ? undefined : true}
        aria-describedby={`${id}-words`}
      />
    </FieldFrame>
  );
}

type SelectFieldProps = FieldWords & Omit<ComponentProps<'select'>, 'id' | 'className'>;

export function SelectField({ label, hint, error, children, ...select }: SelectFieldProps) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <select {...select} id={id} className={styles.input} aria-describedby={`${id}-words`}>
        {children}
      </select>
    </FieldFrame>
  );
}

type AreaFieldProps = FieldWords & Omit<ComponentProps<'textarea'>, 'id' | 'className'>;

export function AreaField({ label, hint, error, ...area }: AreaFieldProps) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <textarea
        rows={2}
        {...area}
        id={id}
        className={`${styles.input} ${styles.area}`}
        aria-describedby={`${id}-words`}
      />
    </FieldFrame>
  );
}

/** A select without a visible label, for toolbars and tables. */
export function BareSelect({
  label,
  children,
  ...select
}: { readonly label: string } & Omit<ComponentProps<'select'>, 'className'>) {
  return (
    <select {...select} className={styles.input} aria-label={label}>
      {children}
    </select>
  );
}

/** An input without a visible label, for toolbars. */
export function BareInput({
  label,
  ...input
}: { readonly label: string } & Omit<ComponentProps<'input'>, 'className'>) {
  return (
    <input
      autoComplete="off"
      spellCheck={false}
      placeholder={label}
      {...input}
      className={styles.input}
      aria-label={label}
    />
  );
}

interface TickProps extends Omit<ComponentProps<'input'>, 'type' | 'className'> {
  readonly children: ReactNode;
}

/** A box to tick, with its sentence. */
export function Tick({ children, ...input }: TickProps) {
  return (
    <label className={styles.tick}>
      <input {...input} type="checkbox" className={styles.box} />
      <span>{children}</span>
    </label>
  );
}

function FieldFrame({
  id,
  label,
  hint,
  error,
  children,
}: {
  id: string;
  label: string;
  hint: ReactNode;
  error: string | null | undefined;
  children: ReactNode;
}) {
  // Where an error may appear its place is kept, so that nothing jumps when it does.
  const isBare = hint === undefined && error === undefined;
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {children}
      <div id={`${id}-words`} className={typeof error === 'string' ? styles.error : isBare ? undefined : styles.hint}>
        {error ?? hint}
      </div>
    </div>
  );
}
