// In: the repository. Out: every gate's name, verdict and time; exit code 1 when any refused. All gates are run, so
// that one round shows everything. This file must never skip a gate because another refused.
import { runGate, runGates, STATIC_GATES, TEST_GATE, TESTS_TIMEOUT_MS } from './gates.ts';

const results = [...(await runGates(STATIC_GATES)), await runGate(TEST_GATE, TESTS_TIMEOUT_MS)];
const refused = results.filter(({ isPassed }) => !isPassed);

console.log(refused.length === 0 ? 'all gates passed' : `refused: ${refused.map(({ gate }) => gate.name).join(', ')}`);
process.exitCode = refused.length === 0 ? 0 : 1;
