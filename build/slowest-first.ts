// In: the test files of a run. Out: their order: what takes longest begins first, also in a fresh checkout, where vitest knows
// no earlier run and goes by size. This file must never leave a file out.
import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { REPOSITORY } from './repository.ts';

/** Each walks through every screen in one test, most of a minute; begun last, one worker would have it and the others nothing. */
const WALKS: readonly string[] = ['accessibility', 'layout'].map((name) =>
  path.join(REPOSITORY, 'test', 'e2e', `${name}.test.ts`),
);

export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isWalk = ({ moduleId }: TestSpecification): boolean => WALKS.includes(path.normalize(moduleId));
    return [...sorted.filter(isWalk), ...sorted.filter((file) => !isWalk(file))];
  }
}
