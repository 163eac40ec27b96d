// What Confirm shows as changed since the last batch: compared with what was paid, not with another file.

import { describe, expect, it, type TestContext } from 'vitest';
import type { AnswerOf } from '../../shared/api/contract.ts';
import { openFile, openScene, PROFILE, settled, startFile } from './live-scene.ts';
import type { TestWindowDesk } from './window-desk.ts';

const HEADER = 'name,upi id,amount,remark';
const LAST = [
  HEADER,
  'Asha,asha@bank,100,pay',
  'Ravi,ravi@bank,200,pay',
  'Mina,mina@bank,300,pay',
  'Dev,dev@bank,400,pay',
];

async function since(desk: TestWindowDesk, lines: readonly string[]): Promise<AnswerOf<'readSinceLast'>['last']> {
  const { summary } = await openFile(desk, lines);
  const { draft, revision } = summary;
  return (await desk.ask('readSinceLast', { draft, revision, profile: PROFILE })).last;
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
    const last = await since(desk, [
      HEADER,
      'Asha,asha@bank,120,pay',
      'Ravi,ravi@bank,150,pay',
      'Ravi,ravi@bank,90.01,bonus',
      'Mina,mina.new@bank,300,pay',
      'Dev,dev@bank,10,pay',
      'Nina,nina@bank,500,pay',
    ]);
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

  it('is held against a batch of mostly the same people only, and says of the same that it is the same', async (test) => {
    const { desk, batch } = await paid(test);
    await settled(desk, await startFile(desk, [HEADER, 'Nina,nina@bank,100,refund'], { name: 'refund.csv' }));
    expect(
      await since(desk, [HEADER, 'Omar,omar@bank,1,pay', 'Zoya,zoya@bank,1,pay', 'Asha,asha@bank,1,pay']),
    ).toBeNull();
    const none = { sum: { count: 0, paise: 0 }, rows: [] };
    expect(await since(desk, [HEADER, 'Asha,asha@bank,99,pay', 'Ravi,ravi@bank,199,pay'])).toMatchObject({
      batch,
      added: none,
      moved: none,
      raised: none,
    });
  });
});
