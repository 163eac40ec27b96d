// What Confirm shows as changed since the last batch: compared with what was paid, not with another file.

import { describe, expect, it, type TestContext } from 'vitest';
import type { ConfirmationView } from '../../shared/api/batch-commands.ts';
import { NO_TICKS } from '../../shared/repeats.ts';
import { confirmation, openFile, openScene, settled, startFile } from './live-scene.ts';
import type { TestWindowDesk } from './window-desk.ts';

const NONE = { sum: { count: 0, paise: 0 }, rows: [] };
const HEADER = 'name,upi id,amount,remark';
const LAST = [
  HEADER,
  'Asha,asha@bank,100,Salary October 2026',
  'Ravi,ravi@bank,200,Salary October 2026',
  'Mina,mina@bank,300,Salary October 2026',
  'Dev,dev@bank,400,Salary October 2026',
];

async function since(desk: TestWindowDesk, lines: readonly string[], ticks = {}): Promise<ConfirmationView['since']> {
  const { summary } = await openFile(desk, lines);
  return (await confirmation(desk, summary, { rowTicks: { ...NO_TICKS, ...ticks } })).since;
}

describe('what changed since the last batch', { concurrent: true }, () => {
  async function paid(test: TestContext) {
    const { desk } = await openScene(test, {});
    const batch = await startFile(desk, LAST);
    await settled(desk, batch);
    return { desk, batch };
  }

  it('names new people, other accounts and amounts up more than a fifth, each person once', async (test) => {
    const { desk, batch } = await paid(test);
    const last = await since(
      desk,
      [
        HEADER,
        'Asha,asha@bank,120,Salary November 2026',
        'Ravi,ravi@bank,150,Salary November 2026',
        'Ravi,ravi@bank,90.01,Bonus November 2026',
        'Mina,mina.new@bank,300,Salary November 2026',
        'Dev,dev@bank,10,Salary November 2026',
        'Nina,nina@bank,500,Salary November 2026',
      ],
      { batches: [batch], paidBefore: [5] },
    );
    expect(last).toMatchObject({
      batch,
      added: { sum: { count: 1, paise: 50_000 }, rows: [{ rowNumber: 7, name: 'Nina', beforePaise: null }] },
      moved: {
        sum: { count: 1, paise: 30_000 },
        rows: [{ rowNumber: 5, name: 'Mina', accounts: { before: 'mina@bank', now: 'mina.new@bank' } }],
      },
      raised: {
        sum: { count: 1, paise: 24_001 },
        rows: [{ rowNumber: 3, name: 'Ravi', paise: 24_001, beforePaise: 20_000 }],
      },
    });
  });

  it('leaves out whoever is not paid', async (test) => {
    const { desk, batch } = await paid(test);
    const last = await since(
      desk,
      [
        HEADER,
        'Asha,asha@bank,100,Salary November 2026',
        'Ravi,ravi@bank,200,Salary November 2026',
        'Mina,mina.new@bank,300,Salary November 2026',
        'Dev,dev@bank,900,Salary October 2026',
      ],
      { batches: [batch] },
    );
    expect(last).toMatchObject({ added: NONE, moved: NONE, raised: NONE });
  });

  it('is held against a batch of mostly the same people only, and says of the same that it is the same', async (test) => {
    const { desk, batch } = await paid(test);
    await settled(desk, await startFile(desk, [HEADER, 'Nina,nina@bank,100,refund'], { name: 'refund.csv' }));
    expect(
      await since(desk, [
        HEADER,
        'Omar,omar@bank,1,Salary November 2026',
        'Zoya,zoya@bank,1,Salary November 2026',
        'Asha,asha@bank,1,Salary November 2026',
      ]),
    ).toBeNull();
    expect(
      await since(desk, [HEADER, 'Asha,asha@bank,99,Salary November 2026', 'Ravi,ravi@bank,199,Salary November 2026'], {
        batches: [batch],
      }),
    ).toMatchObject({
      batch,
      added: NONE,
      moved: NONE,
      raised: NONE,
    });
  });
});
