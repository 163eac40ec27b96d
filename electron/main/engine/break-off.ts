// A bug of ours in a run, met once something is on disk: nothing new begins, what is out comes back and is settled, and only
// then the run breaks off with it. In: what was thrown. Out: the bug, kept. This file must never lose the first one.

export class BreakOff {
  readonly #onMet: () => void;
  #bug: { readonly error: unknown } | null = null;

  /** `onMet` hears of each bug, to stop what would begin. */
  constructor(onMet: () => void) {
    this.#onMet = onMet;
  }

  /** What the run breaks off with; null while all is well. */
  get bug(): { readonly error: unknown } | null {
    return this.#bug;
  }

  met(error: unknown): void {
    this.#bug ??= { error };
    this.#onMet();
  }

  /** Does what comes after a commit. */
  carefully(act: () => void): void {
    try {
      act();
    } catch (error) {
      this.met(error);
    }
  }
}
