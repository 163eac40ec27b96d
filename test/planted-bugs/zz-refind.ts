import { readBugs } from './bug-list.ts';
import { hunt } from './hunt.ts';
const only = process.argv.slice(2);
const waiting = readBugs().filter((b) => 'seed' in b.killer && (only.length === 0 || only.includes(b.id))).values();
async function work() { for (const bug of waiting) { try { const f = await hunt(bug); console.log(bug.id, f.kind, 'by' in f ? f.by : '', f.why.slice(0, 120)); } catch (e) { console.log(bug.id, 'ERROR', String(e)); } } }
await Promise.all([work(), work()]);
