// In: a checkout with its packages installed. Out: the program built, every gate, test and proof run, the skipped tests
// with their reasons, and one last line `N passed, N failed`, in which a proof counts as one test. This file must never end
// with that line saying 0 failed while anything was refused: a gate that refuses counts as one failure.
import { findRuntime } from './electron-runtime.ts';
import { ensureBuilt } from './fresh-build.ts';
import { type GateResult, runGate, runGates, STATIC_GATES, tests, TESTS_TIMEOUT_MS } from './gates.ts';
import { PROOF_TIMEOUT_MS, PROOFS, SIMULATION } from './proofs.ts';
import { prepareSystemPrograms } from './system-packages.ts';
import { clearTestReport, readTestReport, REPORT_OPTIONS, type SkippedTest } from './test-report.ts';

for (const sentence of prepareSystemPrograms()) console.log(sentence);

const isBuilt = ensureBuilt();
const simulation = runGate(SIMULATION, PROOF_TIMEOUT_MS, 'beside');
const gates = await runGates(STATIC_GATES);
clearTestReport();
const testGate = await runGate(tests(REPORT_OPTIONS), TESTS_TIMEOUT_MS);
const report = readTestReport() ?? { passed: 0, failed: 0, skipped: 0, skippedTests: [] };

const proofs: GateResult[] = [];
for (const proof of PROOFS) proofs.push(sayFigures(await runGate(proof, PROOF_TIMEOUT_MS)));
proofs.push(sayFigures(await simulation));

sayWhatWasSkipped(report.skippedTests);
sayWhatStoodForElectron();

const refusedGates = gates.filter(({ isPassed }) => !isPassed).map(({ gate }) => gate.name);
const refused = isBuilt ? refusedGates : ['build', ...refusedGates];
if (refused.length > 0) console.log(`refused, each counted as one failure: ${refused.join(', ')}`);

// A run that vitest itself calls failed has failed, whatever its report says.
const failedTests = testGate.isPassed ? report.failed : Math.max(report.failed, 1);
const provenCount = proofs.filter(({ isPassed }) => isPassed).length;
const failed = failedTests + refused.length + proofs.length - provenCount;
console.log(
  `${report.passed + provenCount} passed, ${failed} failed${report.skipped > 0 ? `, ${report.skipped} skipped` : ''}`,
);
process.exitCode = failed === 0 ? 0 : 1;

function sayFigures(proof: GateResult): GateResult {
  console.log(`  ${proof.lastLine}`);
  return proof;
}

/** Whoever reads the last lines must know what the desktop's tests have not seen. */
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
