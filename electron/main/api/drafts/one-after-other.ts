// What takes several turns of the event loop, one after the other for each name. In: a name and what to do. Out: what came of it.
// This file must never begin one before the one before it has ended, however that ended.

export class OneAfterOther {
  /** The last of each name. Shape: a name is let go once nobody waits for it. */
  readonly #last = new Map<string, Promise<unknown>>();

  async do<Value>(name: string, act: () => Promise<Value>): Promise<Value> {
    const turn = (this.#last.get(name) ?? Promise.resolve()).then(act);
    const ended = turn.catch(() => undefined);
    this.#last.set(name, ended);
    try {
      return await turn;
    } finally {
      if (this.#last.get(name) === ended) this.#last.delete(name);
    }
  }
}
