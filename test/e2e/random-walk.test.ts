// Statement 25 on the grid itself. More steps: GRID_WALK_STEPS=100000, another walk: GRID_WALK_SEED=7.

import { expect, it } from 'vitest';
import { openRows, startWithPractice } from './desk-page.ts';
import { WALK, type Walked } from './grid-walk.ts';
import { useSession } from './use-session.ts';

const STEPS = Number(process.env['GRID_WALK_STEPS'] ?? 10_000);
const SEED = Number(process.env['GRID_WALK_SEED'] ?? 25);
/** Short answers, so that a page that hangs is named with its step. */
const STEPS_AT_ONCE = 1_000;
const STEP_WITHIN_MS = 60;

/** Some of every kind: ready, without an amount, with a letter O in the IFSC, with two signs in the UPI ID. */
const ROWS = Array.from({ length: 260 }, (_, at) => {
  const upi = at % 3 === 0 ? `person${at}@${at % 9 === 0 ? '@' : ''}sample` : '';
  const account = at % 3 === 0 ? ',' : `00${7_100_000_000 + at},HDFC${at % 5 === 0 ? 'O' : '0'}000001`;
  return `Person ${at},${upi},${account},${at % 4 === 0 ? '' : 500 + ((at * 37) % 900)},Salary`;
});

const current = useSession();

it(
  '25: what was typed over 10,000 random steps is in the row under the ring and nowhere else, and all name one row',
  async () => {
    const { page, link } = current();
    await startWithPractice(page, link);
    const text = ['Name,UPI ID,Account Number,IFSC,Amount,Remark', ...ROWS, ''].join('\n');
    // A low window draws fewer rows at each step.
    await page.setViewportSize({ width: 1280, height: 520 });
    await openRows(page, { name: 'walk.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    const draft = /draft\/([^/]+)/.exec(page.url())?.[1] ?? '';
    const walked: Walked[] = [];
    for (let done = 0; done < STEPS; done += STEPS_AT_ONCE) {
      const asked = { steps: Math.min(STEPS_AT_ONCE, STEPS - done), seed: SEED + done, draft };
      const part = await page.evaluate<Walked>(`(${WALK})(${JSON.stringify(asked)})`);
      walked.push(part);
      expect(part.faults, `seed ${asked.seed}`).toEqual([]);
    }
    const sum = (of: (part: Walked) => number): number => walked.reduce((all, part) => all + of(part), 0);
    expect(sum(({ steps }) => steps)).toBe(STEPS);
    // A walk that types nowhere proves nothing; what another window changed meanwhile is refused.
    expect(sum(({ typed }) => typed)).toBeGreaterThan(STEPS / 30);
    expect(sum(({ landed }) => landed)).toBeGreaterThan(sum(({ typed }) => typed) * 0.6);
    expect(sum(({ named }) => named)).toBeGreaterThan(STEPS / 6);
    expect(sum(({ ranges }) => ranges)).toBeGreaterThanOrEqual(Math.floor(STEPS / 5_000));
    expect(sum(({ others }) => others)).toBeGreaterThan(STEPS / 100);
  },
  Math.max(120_000, STEPS * STEP_WITHIN_MS),
);
