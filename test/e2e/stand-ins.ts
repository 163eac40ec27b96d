// Answers for commands that this build of the desk does not offer yet, so that their screens can be looked at. A command
// that the desk does offer is never touched. In: the page. Out: nothing. This file must never be part of the program.

import type { Page } from 'playwright-core';
import { type AnswerOf, type CommandName, CONTRACT } from '../../shared/api/contract.ts';
import { COMMAND_PATH } from '../../shared/api/wire.ts';

type StandIns = { readonly [Name in CommandName]?: AnswerOf<Name> };

const STAND_INS: StandIns = {
  readRetry: {
    retried: { count: 3, paise: 450_975 },
    notRetried: [{ payout: 'P0001-10', state: 'unknown', why: 'It may have been paid.' }],
  },
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
