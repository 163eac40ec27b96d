// One command from a window: its name and parameters are checked, it is done once, and its answer is checked on the way out.
// In: whatever came through a door. Out: a reply; errors are data. This file must never show a page what a fault said: a
// message of ours could hold what a person typed.

import { CONTRACT, isCommandName, type CommandName } from '../../../../shared/api/contract.ts';
import type { Reply } from '../../../../shared/api/reply.ts';
import { COMMAND_ID } from '../../../../shared/api/schemas.ts';
import { invariant } from '../../../../shared/failures.ts';
import { COMMANDS_REMEMBERED_MAX } from '../../../../shared/limits.ts';
import { inTheWindow } from '../window-cures.ts';
import type { HandlerTable } from './handler-table.ts';
import { wrongValueRefusal } from './wrong-value.ts';

/** Carries out one command. Shape: the reply is plain data, ready for any door. */
export type Dispatch = (name: unknown, params: unknown) => Promise<Reply<unknown>>;

type AnyHandler = (params: never) => unknown;

export function createDispatch(table: HandlerTable, onFault: (name: string, error: unknown) => void): Dispatch {
  const handlers = new Map<string, AnyHandler>(Object.entries(table));
  const once = rememberCommands();

  const carryOut = async (name: CommandName, params: unknown): Promise<Reply<unknown>> => {
    const handler = handlers.get(name);
    invariant(handler !== undefined, 'every command of the contract has a handler');
    const { answer: schema } = CONTRACT[name];
    try {
      // The parameters have just passed this very command's schema.
      const reply = (await handler(params as never)) as Reply<unknown>;
      if (reply.kind === 'refused') return { kind: 'refused', refusal: inTheWindow(reply.refusal) };
      return reply.kind === 'done' ? { kind: 'done', value: schema.parse(reply.value) } : reply;
    } catch (error) {
      onFault(name, error);
      return { kind: 'fault', message: 'The desk met a fault of its own. What is on disk is as it was last shown.' };
    }
  };

  return async (name, params) => {
    if (typeof name !== 'string' || !isCommandName(name)) {
      return refuse('unknownCommand', 'There is no such command.', 'Reload the page.');
    }
    const taken = CONTRACT[name].params.safeParse(params);
    if (!taken.success) {
      return { kind: 'refused', refusal: wrongValueRefusal(name, taken.error.issues, params) };
    }
    const act = (): Promise<Reply<unknown>> => carryOut(name, taken.data);
    if (!CONTRACT[name].changing) return act();
    const commandId = 'commandId' in taken.data ? COMMAND_ID.parse(taken.data.commandId) : '';
    return once(commandId, name, act);
  };
}

/**
 * A changing command is done once per id: a second click gets the first one's reply, even while that is under way. What was
 * refused changed nothing, so its id is free again: the same click may be tried once more when the reason is gone. What may
 * have been done, or met a fault on the way, keeps its id.
 */
function rememberCommands(): (
  commandId: string,
  name: string,
  act: () => Promise<Reply<unknown>>,
) => Promise<Reply<unknown>> {
  const replies = new Map<string, { readonly name: string; readonly reply: Promise<Reply<unknown>> }>();
  const underWay = new Set<string>();
  const forgetOldest = (): void => {
    // What is under way is the only thing that keeps a second one from beginning.
    for (const id of replies.keys()) if (!underWay.has(id)) return void replies.delete(id);
  };
  return (commandId, name, act) => {
    const known = replies.get(commandId);
    if (known !== undefined) {
      if (known.name === name) return known.reply;
      return Promise.resolve(refuse('commandIdUsed', 'This command id was used for another command.', 'Try again.'));
    }
    const reply = act();
    // A copy is kept: a header or a sample cut out of a file's text would keep all its salaries in memory.
    const kept = { name, reply: reply.then((told) => structuredClone(told)) };
    replies.set(commandId, kept);
    underWay.add(commandId);
    void reply.then(({ kind }) => {
      underWay.delete(commandId);
      if (kind === 'refused' && replies.get(commandId) === kept) replies.delete(commandId);
    });
    if (replies.size > COMMANDS_REMEMBERED_MAX) forgetOldest();
    return reply;
  };
}

function refuse(code: string, message: string, cure: string): Reply<never> {
  return { kind: 'refused', refusal: { code, message, cure } };
}
