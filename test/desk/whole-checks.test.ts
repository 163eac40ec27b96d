// The checks of whole databases beside a window's desk: they leave the file to whoever replaces it, and break nothing.

import { expect, it } from 'vitest';
import { WholeChecks } from '../../electron/main/desk/runtime/whole-checks.ts';
import type { WholeChecking } from '../../electron/main/store/file-work.ts';
import type { HeadedWriter } from '../../electron/main/store/store.ts';
import type { Soundness } from '../../electron/main/store/whole-check.ts';

function world(checkWhole: (path: string) => WholeChecking) {
  const noted: string[] = [];
  const faults: unknown[] = [];
  const storeOf = (path: string) =>
    ({
      wholeCheck: {
        path,
        isLong: () => path === 'live',
        soundness: (): Soundness => 'unknown',
        note: (found: string) => void noted.push(found),
      },
    }) as Pick<HeadedWriter, 'wholeCheck'> as HeadedWriter;
  const checks = new WholeChecks({
    system: { checkWhole, clock: { nowMs: () => 1, monotonicMs: () => 1, after: () => () => undefined } },
    stores: { live: storeOf('live'), practice: storeOf('practice') },
    onDamage: () => undefined,
    onFault: (error) => void faults.push(error),
  });
  return { checks, noted, faults };
}

it('ends the check of a file that is to be replaced, which is due again', async () => {
  const begun: PromiseWithResolvers<Soundness>[] = [];
  const { checks, noted } = world(() => {
    const { promise, resolve, reject } = Promise.withResolvers<Soundness>();
    begun.push({ promise, resolve, reject });
    return { found: promise, stop: () => Promise.resolve(resolve('unknown')) };
  });
  checks.begin();
  checks.begin();
  expect(begun.length).toBe(1);
  await checks.stop('live');
  await begun[0]?.promise;
  checks.begin();
  expect(begun.length).toBe(2);
  begun[1]?.resolve('sound');
  await expect.poll(() => noted).toEqual(['sound']);
  await checks.close();
});

it('goes on without a check where no thread can be started', async () => {
  const { checks, faults } = world(() => {
    throw new Error('no thread');
  });
  checks.begin();
  await expect.poll(() => faults.length).toBe(1);
});
