// Answers for commands that this build of the desk does not offer yet, so that their screens can be looked at. A command
// that the desk does offer is never touched. In: the page. Out: nothing. This file must never be part of the program.

import type { Page } from 'playwright-core';
import { type AnswerOf, type CommandName, CONTRACT } from '../../shared/api/contract.ts';
import { COMMAND_PATH } from '../../shared/api/wire.ts';

const HOUR_MS = 3_600_000;

type StandIns = { readonly [Name in CommandName]?: AnswerOf<Name> };

const STAND_INS: StandIns = {
  listUnknown: {
    groups: [
      {
        evidence: 'HTTP 429, then 6 look-ups that did not know it',
        reason: 'refusedByRate',
        refusedByRate: true,
        sentFromMs: Date.now() - HOUR_MS,
        sentToMs: Date.now() - HOUR_MS,
        notKnownAnswers: 6,
        mayDecideFromMs: Date.now() + 23 * HOUR_MS,
        sum: { count: 1, paise: 150_825 },
        payouts: ['P0001-10'],
      },
      {
        evidence: 'No answer within 30 s, then 9 look-ups that did not know it',
        reason: 'timeout',
        refusedByRate: false,
        sentFromMs: Date.now() - 30 * HOUR_MS,
        sentToMs: Date.now() - 29 * HOUR_MS,
        notKnownAnswers: 27,
        mayDecideFromMs: Date.now() - HOUR_MS,
        sum: { count: 3, paise: 6_050_100 },
        payouts: ['P0001-21', 'P0001-22', 'P0001-37'],
      },
    ],
  },
  listLateNews: {
    news: [
      {
        news: 1,
        payout: 'P0001-14',
        from: 'success',
        to: 'reversed',
        word: 'reversed',
        heardAtMs: Date.now() - HOUR_MS,
        readAtMs: null,
      },
      {
        news: 2,
        payout: 'P0001-15',
        from: 'failed',
        to: 'success',
        word: 'success',
        heardAtMs: Date.now() - 2 * HOUR_MS,
        readAtMs: Date.now(),
      },
    ],
  },
  readAttention: { unknown: 4, lateNews: 1, paused: 0 },
};

/** Answers in the desk's place where it says `notHere`. Shape: every answer is held against the contract first. */
export async function standIn(page: Page): Promise<void> {
  await page.route(`**${COMMAND_PATH}`, async (route) => {
    const asked = JSON.parse(route.request().postData() ?? '{}') as { readonly name: CommandName };
    const response = await route.fetch();
    const reply = (await response.json()) as { readonly refusal?: { readonly code: string } };
    const answer = STAND_INS[asked.name];
    if (reply.refusal?.code !== 'notHere' || answer === undefined) return await route.fulfill({ response });
    return await route.fulfill({ response, json: { kind: 'done', value: CONTRACT[asked.name].answer.parse(answer) } });
  });
}
