// A process that is killed between the commit of a turn and the writing of its head.

import { headFolder } from '../../electron/main/platform/data-folder.ts';
import { keepHead, openHeadFile, sendAfterHead } from '../../electron/main/store/heads.ts';
import { openStoreWriter } from '../../electron/main/store/store.ts';
import { RefusedError } from '../../shared/failures.ts';
import { THIS_MACHINE } from '../fixtures/head-place.ts';

const [path = '', state = '', headsText = '0'] = process.argv.slice(2);
const opening = openStoreWriter({ path, prefix: 'B' }, { actor: 'tester', nowMs: Date.now(), monotonicMs: () => 0 });
if (opening.kind === 'refused') throw new RefusedError(opening.refusal);
const { store } = opening;
const file = openHeadFile(headFolder(state, store.chain.databaseId));
let headsLeft = Number(headsText);
const keeper = keepHead({
  chain: store.chain,
  machine: THIS_MACHINE,
  prefix: 'B',
  gone: [],
  notePath: () => {},
  file: {
    ...file,
    write: (head) => {
      if (headsLeft === 0) process.kill(process.pid, 'SIGKILL');
      headsLeft -= 1;
      file.write(head);
    },
  },
});
if (keeper.standing.kind !== 'current') throw new Error('the desk is locked');
store.afterCommit(() => void keeper.catchUp());
const ledger = sendAfterHead(store.ledger, keeper);
for (;;) {
  const claim = {
    batch: 1,
    count: 1,
    busy: new Set<never>(),
    cleared: new Set<never>(),
    lookUpAll: false,
    earlierStands: () => true,
    budgetPaise: null,
  };
  const answer = ledger.turn({ nowMs: Date.now(), backoff: { firstMs: 1, maxMs: 2 }, news: [], claim });
  if (answer.kind !== 'committed' || answer.result.claimed.length === 0) break;
  // A socket would be opened here.
  process.stdout.write(`${answer.result.claimed[0]?.order.reference}\n`);
}
