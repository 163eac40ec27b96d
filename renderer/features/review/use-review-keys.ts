// The keys of Review: F8, Ctrl+Z, Ctrl+Y. In: what each does. Out: nothing but the listening.
// This file must never take a key away from an input that is being typed in, nor act behind a dialog.

import { useEffect, useRef } from 'react';

interface ReviewKeys {
  readonly onNextIssue: () => Promise<unknown>;
  readonly onUndo: () => Promise<unknown>;
  readonly onRedo: () => Promise<unknown>;
}

export function useReviewKeys(keys: ReviewKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const act = actionOf(event, latest.current);
      if (act === null) return;
      event.preventDefault();
      void act();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

function actionOf(event: KeyboardEvent, keys: ReviewKeys): (() => Promise<unknown>) | null {
  if (document.querySelector('[role="dialog"]') !== null) return null;
  if (event.key === 'F8') return keys.onNextIssue;
  const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
  if (isTyping || event.altKey || !(event.ctrlKey || event.metaKey)) return null;
  const key = event.key.toLowerCase();
  if (key === 'z') return event.shiftKey ? keys.onRedo : keys.onUndo;
  return key === 'y' ? keys.onRedo : null;
}
