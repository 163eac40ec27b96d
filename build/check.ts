// What a commit requires: the gates and the fast tests. Runs every gate, so that one run shows every failure.

import { endGatesWithNpm, FAST_TESTS, runGate, runGates, STATIC_GATES, TESTS_TIMEOUT_MS } from './gates.ts';

endGatesWithNpm();
const results = [...(await runGates(STATIC_GATES)), await runGate(FAST_TESTS, TESTS_TIMEOUT_MS)];
const refused = results.filter(({ isPassed }) => !isPassed);

console.log(refused.length === 0 ? 'all gates passed' : `refused: ${refused.map(({ gate }) => gate.name).join(', ')}`);
process.exitCode = refused.length === 0 ? 0 : 1;
