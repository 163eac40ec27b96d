import type { ReactNode } from 'react';
import type { Question } from '../bridge/use-desk.ts';
import { SHELL } from '../text/shell.ts';
import { Button } from './button.tsx';
import styles from './loaded.module.css';
import { NotDoneNotice } from './notice.tsx';

interface LoadedProps<Value> {
  readonly of: Question<Value>;
  readonly children: (value: Value) => ReactNode;
  /** Shown while the first answer is on its way; lines of grey otherwise. */
  readonly waiting?: ReactNode;
}

export function Loaded<Value>({ of: question, children, waiting }: LoadedProps<Value>) {
  const { told } = question;
  if (told.kind === 'done')
    return (
      <>
        {question.isOutOfReach ? <NotDoneNotice told={{ kind: 'lost' }} /> : null}
        {children(told.value)}
      </>
    );
  if (told.kind === 'waiting') return waiting ?? <Waiting />;
  return <NotDoneNotice told={told} actions={<Button onClick={question.again}>{SHELL.tryAgain}</Button>} />;
}

export function Waiting({ lines = 4 }: { readonly lines?: number }) {
  return (
    <div className={styles.waiting} role="status" aria-label={SHELL.waiting}>
      {Array.from({ length: lines }, (_, line) => (
        <div key={line} className={styles.line} />
      ))}
    </div>
  );
}
