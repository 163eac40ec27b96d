// In: a checkout with its packages installed. Out: the program built, every gate and every test run, the skipped tests
// with their reasons, and one last line `N passed, N failed`. This file must never end with that line saying 0 failed
// while anything was refused: a gate that refuses counts as one failure.
import { ensureBuilt } from './fresh-build.ts';
import {
  runGate,
  runGates,
  SIMULATION_GATE,
  SIMULATION_TIMEOUT_MS,
  STATIC_GATES,
  tests,
  TESTS_TIMEOUT_MS,
} from './gates.ts';
import { prepareSystemPrograms } from './system-packages.ts';
import { clearTestReport, readTestReport, REPORT_OPTIONS, type SkippedTest } from './test-report.ts';

for (const sentence of prepareSystemPrograms()) console.log(sentence);

const isBuilt = ensureBuilt();
const gates = await runGates(STATIC_GATES);
clearTestReport();
const testGate = await runGate(tests(REPORT_OPTIONS), TESTS_TIMEOUT_MS);
const simulation = await runGate(SIMULATION_GATE, SIMULATION_TIMEOUT_MS);
// One that refused has said it all already.
if (simulation.isPassed) console.log(simulation.said.trimEnd());
const report = readTestReport() ?? { passed: 0, failed: 0, skipped: 0, skippedTests: [] };

sayWhatWasSkipped(report.skippedTests);

const refusedGates = [...gates, simulation].filter(({ isPassed }) => !isPassed).map(({ gate }) => gate.name);
const refused = isBuilt ? refusedGates : ['build', ...refusedGates];
if (refused.length > 0) console.log(`refused, each counted as one failure: ${refused.join(', ')}`);

// A run that vitest itself calls failed has failed, whatever its report says.
const failedTests = testGate.isPassed ? report.failed : Math.max(report.failed, 1);
const failed = failedTests + refused.length;
// The simulation counts as one test, however many seeds it ran.
const passed = report.passed + (simulation.isPassed ? 1 : 0);
console.log(`${passed} passed, ${failed} failed${report.skipped > 0 ? `, ${report.skipped} skipped` : ''}`);
process.exitCode = failed === 0 ? 0 : 1;

function sayWhatWasSkipped(skipped: readonly SkippedTest[]): void {
  const byReason = Map.groupBy(skipped, ({ reason }) => reason ?? 'no reason given');
  for (const [reason, group] of byReason) {
    console.log(`skipped: ${reason}`);
    for (const { name } of group) console.log(`  ${name}`);
  }
}
