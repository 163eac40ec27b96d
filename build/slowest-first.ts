import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { REPOSITORY } from './repository.ts';

const E2E = path.join(REPOSITORY, 'test', 'e2e');

/** It walks through every screen, most of a minute; begun last, one worker would have it and the others nothing. */
const WALK = path.join(E2E, 'every-screen.test.ts');

export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification): number => {
      const file = path.normalize(moduleId);
      if (file === WALK) return 0;
      return file.startsWith(E2E) ? 1 : 2;
    };
    return sorted.toSorted((left, right) => rank(left) - rank(right));
  }
}
