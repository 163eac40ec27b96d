// Every command of the desk in one object, as the front doors call it. In: the rooms. Out: the commands, bound to them.
// This file must never hold more than the binding.

import type { Answer } from '../../../shared/api/answers.ts';
import type { CheckView } from '../../../shared/api/views.ts';
import { askLookup, askOrderStatus, askWallet, createOrder } from './ask-gateway.ts';
import { refused } from './desks.ts';
import { cancelBatch, resumeBatch, watchBatches } from './follow-batch.ts';
import { readNews } from './late-news.ts';
import { backUpDesk, restoreDesk } from './keep-copies.ts';
import type { CheckRequest, Rooms } from './ports.ts';
import { removeToken, setToken } from './profile-tokens.ts';
import { listProfiles, setProfile } from './profiles.ts';
import { exportBatch, listBatches, readStatus } from './read-batches.ts';
import { readUnknown } from './read-unknown.ts';
import { resolvePayout } from './resolve-payout.ts';
import { retryBatch } from './retry-batch.ts';
import { isSourceSheet } from './source-sheets.ts';
import { startBatch } from './start-batch.ts';
import { unlockDesk } from './unlock-desk.ts';
import { verifyAudit } from './verify-audit.ts';
import { checkView } from './views.ts';

/** Which file to check, and how to read it. */
type CheckWish = Pick<CheckRequest, 'path' | 'sheet' | 'columns' | 'encoding'>;

type Bound<Command> = Command extends (rooms: Rooms, ...rest: infer Rest) => infer Result
  ? (...rest: Rest) => Result
  : never;

function bind<Rest extends unknown[], Result>(
  rooms: Rooms,
  command: (rooms: Rooms, ...rest: Rest) => Result,
): Bound<typeof command> {
  return (...rest: Rest) => command(rooms, ...rest);
}

/** The desk's commands. */
export function createDesk(rooms: Rooms) {
  return {
    setProfile: bind(rooms, setProfile),
    listProfiles: bind(rooms, listProfiles),
    setToken: bind(rooms, setToken),
    removeToken: bind(rooms, removeToken),
    check: (request: CheckWish) => check(rooms, request),
    start: bind(rooms, startBatch),
    resume: bind(rooms, resumeBatch),
    watch: bind(rooms, watchBatches),
    retry: bind(rooms, retryBatch),
    cancel: bind(rooms, cancelBatch),
    status: bind(rooms, readStatus),
    list: bind(rooms, listBatches),
    unknown: bind(rooms, readUnknown),
    resolve: bind(rooms, resolvePayout),
    news: bind(rooms, readNews),
    exportBatch: bind(rooms, exportBatch),
    verifyAudit: () => verifyAudit(rooms),
    unlock: bind(rooms, unlockDesk),
    backUp: bind(rooms, backUpDesk),
    restore: bind(rooms, restoreDesk),
    wallet: bind(rooms, askWallet),
    lookup: bind(rooms, askLookup),
    createOrder: bind(rooms, createOrder),
    orderStatus: bind(rooms, askOrderStatus),
    writeTemplate: (path: string, force = false) =>
      rooms.writeTemplate(path, { force, isSource: isSourceSheet(rooms) }),
    startPractice: (options: { readonly port: number | null }) => rooms.startPractice(options),
  };
}

/** Reads and checks a file; changes nothing. */
async function check(rooms: Rooms, request: CheckWish): Promise<Answer<CheckView>> {
  const result = await rooms.checkFile({ ...request, fillRemark: null, includeHidden: false, maxPayoutPaise: null });
  if (result.kind === 'refused') return refused(result.refusal, result.fileName);
  return { kind: 'done', value: checkView(result.checked) };
}
