// Questions about a draft that take a while and that nobody wants answered twice: a newer one of the same page ends the
// older, and closing the desk ends them all. This file must never end anything that sends: what it follows only reads.

import type { Follower } from '../../session/following.ts';

interface Question {
  readonly follower: Follower;
  readonly isEnded: () => boolean;
  readonly end: () => void;
}

/** Shape: `asker` names the page, null where none is named. */
interface Asking {
  readonly draft: string;
  readonly asker: string | null;
}

export class NewestQuestion {
  readonly #open = new Map<string, Question & { readonly draft: string }>();
  #isClosed = false;

  /**
   * Follows the reads of one question, and ends an older one of the same page about the same draft: two pages that are shown
   * the same draft would else end each other's for ever. Shape: null when it was ended itself.
   */
  async ask<Answer>({ draft, asker }: Asking, read: (follower: Follower) => Promise<Answer>): Promise<Answer | null> {
    const question = { ...newQuestion(), draft };
    const key = `${draft} ${asker ?? ''}`;
    this.#open.get(key)?.end();
    this.#open.set(key, question);
    if (this.#isClosed) question.end();
    try {
      const answer = await read(question.follower);
      return question.isEnded() ? null : answer;
    } finally {
      if (this.#open.get(key) === question) this.#open.delete(key);
    }
  }

  end(draft: string): void {
    for (const question of this.#open.values()) if (question.draft === draft) question.end();
  }

  close(): void {
    this.#isClosed = true;
    for (const question of this.#open.values()) question.end();
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
