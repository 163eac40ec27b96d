// A payee's name wherever a person decides about money.

import { TriangleAlert } from 'lucide-react';
import { isDeceptive } from '../../shared/deceptive-name.ts';
import { NAMES } from '../../shared/text/controls.ts';
import styles from './status.module.css';

/** A name that is not what it looks like has a sign before it. */
export function PersonName({ children: name }: { readonly children: string }) {
  if (!isDeceptive(name)) return name;
  return (
    <span title={NAMES.deceptive}>
      <TriangleAlert size={14} aria-hidden="true" className={styles.deceptive} />
      <span className="unseen">{NAMES.deceptive} </span>
      {name}
    </span>
  );
}
