// The option by which a script names its command, so that running it again does nothing twice. In: nothing. Out: an entry
// of the table. This file must never invent an id: one that is new each time protects nobody.

import { type CommandId, parseCommandId } from '../../../shared/ids.ts';
import { optional } from './argument-kinds.ts';
import { taken } from './command-table.ts';
import { refuseValue, type ValueReader } from './values.ts';

const readCommandId: ValueReader<CommandId> = (text, shown) => {
  const id = parseCommandId(text);
  const cure = 'Give 8 to 64 letters, digits, dots, dashes or underscores, such as a UUID.';
  return id === null ? refuseValue(text, { shown, cure, why: 'it is not an id' }) : taken(id);
};

/** `--command-id`. */
export const COMMAND_ID = optional({
  name: 'command-id',
  argument: 'ID',
  help: "an id of the script's own for this very command: given again with the same id it does nothing twice and answers as the first time",
  value: readCommandId,
});
