import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './empty.module.css';

export function Empty({
  icon: Icon,
  title,
  children,
}: {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly children?: ReactNode;
}) {
  return (
    <div className={styles.empty}>
      <Icon size={24} aria-hidden="true" className={styles.icon} />
      <p className={styles.title}>{title}</p>
      {children === undefined ? null : <div className={styles.more}>{children}</div>}
    </div>
  );
}
