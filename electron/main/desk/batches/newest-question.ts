// Questions about a draft that take a while and that nobody wants answered twice: a newer one of the same page ends the
// older, and closing the desk ends them all. This file must never end anything that sends: what it follows only reads.

import type { Follower } from '../../session/following.ts';

/** Shape: `asker` names the page, null where none is named. */
interface Asking {
  readonly draft: string;
  readonly asker: string | null;
}

export class NewestQuestion {
  readonly #open = new Map<string, { readonly draft: string; readonly ending: AbortController }>();
  #isClosed = false;

  /**
   * Follows the reads of one question, and ends an older one of the same page about the same draft: two pages that are shown
   * the same draft would else end each other's for ever. Shape: null when it was ended itself.
   */
  async ask<Answer>({ draft, asker }: Asking, read: (follower: Follower) => Promise<Answer>): Promise<Answer | null> {
    const ending = new AbortController();
    const question = { draft, ending };
    const key = `${draft} ${asker ?? ''}`;
    this.#open.get(key)?.ending.abort();
    this.#open.set(key, question);
    if (this.#isClosed) ending.abort();
    try {
      const answer = await read({ onProgress: () => {}, signal: ending.signal });
      return ending.signal.aborted ? null : answer;
    } finally {
      if (this.#open.get(key) === question) this.#open.delete(key);
    }
  }

  end(draft: string): void {
    for (const question of this.#open.values()) if (question.draft === draft) question.ending.abort();
  }

  close(): void {
    this.#isClosed = true;
    for (const { ending } of this.#open.values()) ending.abort();
  }
}
