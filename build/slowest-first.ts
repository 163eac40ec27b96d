import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { REPOSITORY } from './repository.ts';

const TESTS = path.join(REPOSITORY, 'test');
const E2E = path.join(TESTS, 'e2e');

/** These take more than a minute. Started last, one would keep a single worker busy while the others idle. */
const LONGEST = [
  'e2e/every-screen',
  'e2e/review',
  'e2e/statements-home',
  'e2e/live-money',
  'register/desks',
  'register/promises',
  'desk/journal-histories',
].map((name) => path.join(TESTS, `${name}.test.ts`));

export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification): number => {
      const file = path.normalize(moduleId);
      if (LONGEST.includes(file)) return 0;
      return file.startsWith(E2E) ? 1 : 2;
    };
    return sorted.toSorted((left, right) => rank(left) - rank(right));
  }
}
