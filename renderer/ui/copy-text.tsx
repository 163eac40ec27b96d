import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { SHELL } from '../text/shell.ts';
import styles from './copy-text.module.css';

/** Long enough to be seen, short enough not to be read as a state. */
const COPIED_SHOWN_MS = 1_500;

interface CopyTextProps {
  readonly text: string;
  readonly label: string;
  /** For texts that are copied rather than read, such as links. */
  readonly isOneLine?: boolean;
}

export function CopyText({ text, label, isOneLine = false }: CopyTextProps) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), COPIED_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const words = isCopied ? SHELL.copied : SHELL.copy(label);
  const Icon = isCopied ? Check : Copy;
  return (
    <span className={styles.copy}>
      <code className={isOneLine ? styles.line : styles.text}>{text}</code>
      <button
        type="button"
        className={styles.button}
        title={words}
        aria-label={words}
        onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
      >
        <Icon size={14} aria-hidden="true" />
      </button>
    </span>
  );
}
