import { use } from 'react';
import type * as Papers from './papers.ts';

let loading: Promise<typeof Papers> | null = null;

/** The papers, loaded once: they are longer than the rest of the page. Suspends until they are there. */
export function usePapers(): typeof Papers {
  loading ??= import('./papers.ts');
  return use(loading);
}
