import { it } from 'vitest';
import { SimulatedDesk, payableRow } from './simulated-desk.ts';
import { unknown, refused, unclear, unreachable, notSent, NOT_KNOWN_ANSWER } from './answers.ts';
async function go(name: string, desk: SimulatedDesk, batch: number, wish = {}, max = 20000) {
  const started = desk.start(batch, wish);
  const t = Date.now(); const t0 = desk.clock.monotonicMs;
  let steps = 0;
  while (started.ended() === null && started.broken() === null && steps < max) { if (!(await desk.clock.step(1e12))) break; steps += 1; }
  console.log(name, started.ended(), String(started.broken()), 'steps', steps, 'fired', started.process.firedCount, desk.counts(batch), desk.contradictions(batch), Date.now() - t, 'ms; virtual', desk.clock.monotonicMs - t0, 'mode', started.progress.at(-1)?.mode);
  desk.close();
}
it('slow lookups spin', async () => {
  const desk = new SimulatedDesk();
  const batch = desk.confirm(4);
  desk.gateway.script = { pay: () => ({ executes: 'processing', ends: { as: 'success', afterMs: 2000 } }), lookUp: () => ({ answerMs: 5000 }) };
  await go('slow lookups', desk, batch, {inFlightMax: 8});
});
it('429 with long retry', async () => {
  const desk = new SimulatedDesk();
  const batch = desk.confirm(30);
  desk.gateway.script = { pay: (_o, n) => n.inAll <= 4 ? { executes: null, outcome: unknown('refusedByRate', 120_000) } : { executes: 'success' } };
  await go('429', desk, batch, {until: 'sent'});
});
it('alone refusals', async () => {
  const desk = new SimulatedDesk();
  const batch = desk.confirm(60);
  desk.gateway.script = { pay: (_o, n) => n.inAll <= 3 ? { executes: null, outcome: unknown('timeout') } : { executes: null, outcome: refused('low wallet') } };
  await go('alone refusals', desk, batch, {until: 'sent'});
});
it('500 on first lookups', async () => {
  const desk = new SimulatedDesk();
  const batch = desk.confirm([payableRow(0, 'SHEET1'), payableRow(1,'SHEET2')]);
  desk.gateway.script = { lookUp: (_k, n) => n.inAll < 12 ? { answer: unclear(500) } : {} };
  await go('500 first', desk, batch, {until: 'sent'});
});
it('offline first lookups', async () => {
  const desk = new SimulatedDesk();
  const batch = desk.confirm([payableRow(0, 'SHEET1'), payableRow(1,'SHEET2')]);
  desk.gateway.script = { lookUp: () => ({ answer: unreachable(), leaves: false }) };
  await go('offline first', desk, batch, {until: 'sent'}, 30000);
});
it('proof offline', async () => {
  const desk = new SimulatedDesk();
  const batch = desk.confirm(5);
  desk.gateway.script = { lookUp: (_k, n) => n.inAll < 20 && desk.clock.monotonicMs < 12_345+90_000 ? ({ answer: unreachable(), leaves: false }) : {}, pay: () => ({executes:'success'}) };
  await go('proof offline', desk, batch, {until: 'sent', lookupsProven: false}, 30000);
});
it('disk full on claim', async () => {
  const desk = new SimulatedDesk();
  const batch = desk.confirm(5);
  let full = false;
  desk.faults = { ledger: (real) => ({...real, turn: (r) => full && (r.news.length > 0 || r.claim) ? {kind: 'diskFull'} : real.turn(r)}), notes: (real) => ({...real, pause: (...a) => { if (full) throw new Error('SQLITE_FULL'); real.pause(...a); }}) };
  full = true;
  await go('disk full', desk, batch, {until: 'sent'}, 30000);
});
it('guarded many', async () => {
  const desk = new SimulatedDesk();
  const a = desk.confirm(100);
  const batch = desk.confirm(100);
  await go('guarded', desk, batch, {until: 'sent', lookupsProven: false}, 30000);
});
it('offline burst', async () => {
  const desk = new SimulatedDesk();
  const batch = desk.confirm(200);
  desk.gateway.script = { pay: (_o, n) => n.inAll > 64 && n.inAll <= 128 ? { outcome: notSent('refused') } : { executes: 'success' } };
  await go('offline burst', desk, batch, {until: 'sent', inFlightMax: 64, ratePerSecond: 64}, 30000);
});
