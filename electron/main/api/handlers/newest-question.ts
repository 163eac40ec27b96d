// Questions about a draft that take a while and that nobody wants answered twice: a newer one ends the older, and closing the
// desk ends them all. In: a draft's handle. Out: a follower that hears when its question is ended, also before it listens.
// This file must never end anything that sends: what it follows only reads.

import type { Follower } from '../../../../shared/api/following.ts';

interface Question {
  readonly follower: Follower;
  readonly isEnded: () => boolean;
  readonly end: () => void;
}

export class NewestQuestion {
  readonly #byDraft = new Map<string, Question>();
  #isClosed = false;

  /** Follows the reads of one question, and ends an older one about the same draft. Shape: null when it was ended itself. */
  async ask<Answer>(draft: string, read: (follower: Follower) => Promise<Answer>): Promise<Answer | null> {
    const question = newQuestion();
    this.end(draft);
    this.#byDraft.set(draft, question);
    if (this.#isClosed) question.end();
    try {
      const answer = await read(question.follower);
      return question.isEnded() ? null : answer;
    } finally {
      if (this.#byDraft.get(draft) === question) this.#byDraft.delete(draft);
    }
  }

  end(draft: string): void {
    this.#byDraft.get(draft)?.end();
  }

  close(): void {
    this.#isClosed = true;
    for (const question of this.#byDraft.values()) question.end();
  }
}

function newQuestion(): Question {
  const listeners = new Set<() => void>();
  let isEnded = false;
  return {
    isEnded: () => isEnded,
    end: () => {
      isEnded = true;
      for (const stop of listeners) stop();
    },
    follower: {
      onProgress: () => {},
      onPauseAsked: (stop) => {
        if (isEnded) stop();
        else listeners.add(stop);
        return () => void listeners.delete(stop);
      },
    },
  };
}
