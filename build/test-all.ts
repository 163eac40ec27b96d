// Never print "0 failed" in the last line when anything was refused: a gate that refuses counts as one failure.

import { findRuntime } from './electron-runtime.ts';
import { ensureBuilt } from './fresh-build.ts';
import { endGatesWithNpm, type GateResult, runGate, runGates, STATIC_GATES, TESTS_TIMEOUT_MS, tests } from './gates.ts';
import { AT_A_RATE, AT_ANY_TIME, PROOF_TIMEOUT_MS, simulation } from './proofs.ts';
import { prepareSystemPrograms } from './system-packages.ts';
import { clearTestReport, REPORT_OPTIONS, readTestReport, type SkippedTest } from './test-report.ts';

const FILES_RUN_AGAIN_MAX = 5;

endGatesWithNpm();
for (const sentence of prepareSystemPrograms()) console.log(sentence);

const isBuilt = ensureBuilt();
const gates = await runGates(STATIC_GATES);
clearTestReport();
const testGate = await runGate(tests(REPORT_OPTIONS), TESTS_TIMEOUT_MS);
const report = readTestReport() ?? { passed: 0, failed: 0, skipped: 0, skippedTests: [], failedFiles: [] };
const isOnlyLate = !testGate.isPassed && (await passAlone(report.failedFiles));

const simulating = runGate(simulation(performance.now()), PROOF_TIMEOUT_MS);
const proofs = [
  ...(await runGates(AT_A_RATE, PROOF_TIMEOUT_MS)),
  ...(await runGates(AT_ANY_TIME, PROOF_TIMEOUT_MS)),
  await simulating,
].map(sayFigures);

sayWhatWasSkipped(report.skippedTests);
sayWhatStoodForElectron();

const refusedGates = gates.filter(({ isPassed }) => !isPassed).map(({ gate }) => gate.name);
const refused = isBuilt ? refusedGates : ['build', ...refusedGates];
if (refused.length > 0) console.log(`refused, each counted as one failure: ${refused.join(', ')}`);

// A run that vitest itself calls failed has failed, whatever its report says.
const failedTests = testGate.isPassed || isOnlyLate ? 0 : Math.max(report.failed, 1);
const passedTests = report.passed + (isOnlyLate ? report.failed : 0);
const provenCount = proofs.filter(({ isPassed }) => isPassed).length;
const failed = failedTests + refused.length + proofs.length - provenCount;
console.log(
  `${passedTests + provenCount} passed, ${failed} failed${report.skipped > 0 ? `, ${report.skipped} skipped` : ''}`,
);
process.exitCode = failed === 0 ? 0 : 1;

/**
 * Whether the failed files pass when run alone. A busy machine makes a test late now and then; its name is printed, because it
 * may also be a race in the program. Returns false when more than a few files failed, or none is known.
 */
async function passAlone(files: readonly string[]): Promise<boolean> {
  if (files.length === 0 || files.length > FILES_RUN_AGAIN_MAX) return false;
  const again = await runGate({ ...tests(['--maxWorkers=1', ...files]), name: 'those alone' }, TESTS_TIMEOUT_MS);
  if (again.isPassed) console.log(`FAILED BESIDE OTHERS, and passed alone: ${files.join(', ')}`);
  return again.isPassed;
}

function sayFigures(proof: GateResult): GateResult {
  console.log(`  ${proof.lastLine}`);
  return proof;
}

/** The last lines must say what the desktop's tests did not cover. */
function sayWhatStoodForElectron(): void {
  const runtime = findRuntime();
  if (runtime.kind === 'ready') return;
  console.log(`The desktop app's tests ran against a double of Electron, because ${runtime.why}.`);
}

function sayWhatWasSkipped(skipped: readonly SkippedTest[]): void {
  const byReason = Map.groupBy(skipped, ({ reason }) => reason ?? 'no reason given');
  for (const [reason, group] of byReason) {
    console.log(`skipped: ${reason}`);
    for (const { name } of group) console.log(`  ${name}`);
  }
}
