import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { SKIPPED_FILE, type SkippedTest } from './test-report.ts';

export default class SkippedTestsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const skipped: SkippedTest[] = [];
    for (const module of modules) {
      for (const test of module.children.allTests('skipped')) {
        const result = test.result();
        skipped.push({ name: test.fullName, reason: result.state === 'skipped' ? (result.note ?? null) : null });
      }
    }
    mkdirSync(path.dirname(SKIPPED_FILE), { recursive: true });
    writeFileSync(SKIPPED_FILE, JSON.stringify(skipped));
  }
}
