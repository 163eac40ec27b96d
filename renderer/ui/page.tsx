import type { ReactNode } from 'react';
import { useScreenHeading } from './heading-focus.ts';
import styles from './page.module.css';

interface PageProps {
  readonly title: ReactNode;
  readonly about?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  /** The body fills the window and scrolls inside itself. */
  readonly isFilled?: boolean;
  /** Reading width, for forms and questions. */
  readonly isNarrow?: boolean;
  /** What stands below and never scrolls away. */
  readonly footer?: ReactNode;
}

export function Page({ title, about, actions, children, isFilled = false, isNarrow = false, footer }: PageProps) {
  const heading = useScreenHeading();
  return (
    <div className={styles.page}>
      <div className={`${styles.scroll} ${isFilled ? styles.filled : ''}`}>
        <div className={`${styles.inner} ${isNarrow ? styles.narrow : ''}`}>
          <header className={styles.header}>
            <div className={styles.titles}>
              <h1 ref={heading} tabIndex={-1} className={styles.title}>
                {title}
              </h1>
              {about === undefined ? null : <div className={styles.about}>{about}</div>}
            </div>
            {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
          </header>
          {children}
        </div>
      </div>
      {footer === undefined ? null : <footer className={styles.footer}>{footer}</footer>}
    </div>
  );
}

/** A block with a border: a group of things that belong together. */
export function Card({
  title,
  actions,
  children,
  isFlush = false,
}: {
  readonly title?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  readonly isFlush?: boolean;
}) {
  return (
    <section className={styles.card}>
      {title === undefined ? null : (
        <div className={styles.cardHeader}>
          <h2>{title}</h2>
          {actions}
        </div>
      )}
      {children === null ? null : <div className={isFlush ? styles.flush : styles.cardBody}>{children}</div>}
    </section>
  );
}

/** A number with its name, in a row of its like. */
export function Figure({
  label,
  value,
  about,
  isLarge = false,
}: {
  readonly label: string;
  readonly value: ReactNode;
  readonly about?: ReactNode;
  readonly isLarge?: boolean;
}) {
  return (
    <div className={styles.figure}>
      <dt>{label}</dt>
      <dd className={isLarge ? styles.large : styles.value}>{value}</dd>
      {about === undefined ? null : <dd className={styles.figureAbout}>{about}</dd>}
    </div>
  );
}

export function Figures({ children }: { readonly children: ReactNode }) {
  return <dl className={styles.figures}>{children}</dl>;
}

/** Name and value, one under the other. */
export function Facts({ facts }: { readonly facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name} className={styles.fact}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Things side by side that wrap. */
export function Row({ children, isApart = false }: { readonly children: ReactNode; readonly isApart?: boolean }) {
  return <div className={`${styles.row} ${isApart ? styles.apart : ''}`}>{children}</div>;
}

/** Things one under the other. */
export function Stack({ children, isTight = false }: { readonly children: ReactNode; readonly isTight?: boolean }) {
  return <div className={isTight ? styles.tight : styles.stack}>{children}</div>;
}

/** Two or three columns that become one where there is no room. */
export function Columns({ children, isSplit = false }: { readonly children: ReactNode; readonly isSplit?: boolean }) {
  return <div className={isSplit ? styles.split : styles.columns}>{children}</div>;
}

export function Faint({ children }: { readonly children: ReactNode }) {
  return <span className={styles.faint}>{children}</span>;
}
