// What a window really shows when something is wrong: the button or screen that fixes it, and no command.

import { describe, expect, it } from 'vitest';
import { spoken } from '../fixtures/spoken.ts';
import { withoutToken } from './filled-desk.ts';
import { openFile, openScene, PROFILE, saveAccount } from './live-scene.ts';
import { deskFor } from './window-desk.ts';

const COMMAND_WORDS = /--[a-z]|`|payout-desk|PAYOUT_DESK_/;
const HEADER = 'name,upi id,amount,remark';

describe.concurrent('what a window is told', () => {
  it('names the screen where the file is mended', async (test) => {
    const { desk } = await openScene(test, {});
    const file = await desk.give('odd.csv', 'first,second\n1,2\n');
    const asked = await desk.change('openDraft', { file, profile: PROFILE, options: {} });
    if (asked.kind !== 'asks') throw new Error('the columns were taken');
    expect(spoken(asked.refusal.cure)).toMatch(/under Match the columns\.$/);
    const again = await desk.ask('readDraft', { draft: asked.draft });
    // A handle is random letters, sometimes with two dashes.
    expect(JSON.stringify(spoken([asked, again])).replaceAll(asked.draft, '')).not.toMatch(COMMAND_WORDS);

    const { summary } = await openFile(desk, [HEADER, 'asha,asha@bank,100,', 'ravi,ravi@bank,200,pay']);
    const { draft } = summary;
    const { rows } = await desk.ask('readDraftRows', { draft, window: { from: 0, count: 10 } });
    const { groups } = await desk.ask('readDraftIssues', { draft });
    expect(spoken(rows[0]?.issues[0]?.cure)).toBe('Fill it in, or give one for all rows under Match the columns.');
    expect(groups[0]?.cure).toEqual(rows[0]?.issues[0]?.cure);
  });

  it('names Settings where a limit or a token stops a file', async (test) => {
    const { desk, gateway } = await openScene(test, {});
    await saveAccount(desk, gateway, { maxBatchPaise: 100 });
    const { summary } = await openFile(desk, [HEADER, 'asha,asha@bank,100,pay']);
    const about = { draft: summary.draft, revision: summary.revision, profile: PROFILE };
    const { blocked } = await desk.ask('readConfirmation', about);
    expect(spoken(blocked)).toMatchObject({ code: 'batchCeiling', cure: /Limits beside the account in Settings\.$/ });

    const bare = deskFor(test, undefined, { change: withoutToken });
    await bare.change('saveProfile', { name: 'acme', baseUrl: 'https://pay.example.com', mid: 1 });
    const reported = await bare.desk.dispatch('testConnection', { profile: 'acme' });
    expect(spoken(reported)).toMatchObject({
      kind: 'refused',
      refusal: { code: 'noToken', cure: 'Press Replace the token beside the account in Settings.' },
    });
    const unknown = await bare.desk.dispatch('readBatch', { batch: 'B0099' });
    expect(spoken(unknown)).toMatchObject({ refusal: { code: 'unknownBatch', cure: 'Look for it in History.' } });
  });
});
