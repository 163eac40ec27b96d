// A desk with a draft, held until it is killed: `corrected` after an edit, `noted` just before its batch is stored, `stored` just
// after. Prints the draft's name.

import type { System } from '../../electron/main/session/system.ts';
import type { HeadedWriter } from '../../electron/main/store/store.ts';
import { openTestDesk } from './window-desk.ts';

const FILE = 'Name,UPI ID,Amount,Remark\nAsha,asha@sample,100.00,pay\nRavi,ravi@sample,200.00,pay\n';

const [folder = '', scenario = ''] = process.argv.slice(2);
let name = '';

/** Prints the draft and then blocks, until the parent process kills this one. */
function hold(): never {
  process.stdout.write(`${name}\n`);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  throw new Error('nobody killed this process');
}

const confirm =
  (store: HeadedWriter): HeadedWriter['confirm'] =>
  (...confirmation) => {
    if (scenario === 'noted') hold();
    store.confirm(...confirmation);
    return hold();
  };
const change = (system: System): System => ({
  ...system,
  openWriter: (book) => {
    const opening = system.openWriter(book);
    return opening.kind === 'open'
      ? { ...opening, store: { ...opening.store, confirm: confirm(opening.store) } }
      : opening;
  },
});

const desk = openTestDesk(folder, { change });
const profile = 'practice';
const file = await desk.give('pay.csv', FILE);
const { draft } = await desk.change('openDraft', { file, profile, options: {} });
name = draft;
if (scenario === 'corrected') {
  const edit = { kind: 'exclude', rows: [2], excluded: true };
  await desk.change('editDraft', { draft, revision: 0, edit });
  hold();
}
const seen = await desk.ask('readConfirmation', { draft, revision: 0, profile });
const { revision, count, totalPaise, seal, ticks } = seen;
await desk.change('startBatch', {
  draft,
  revision,
  profile,
  name: null,
  count,
  totalPaise,
  seal,
  ticks,
  repeatOf: null,
});
