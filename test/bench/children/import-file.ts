// Our import: a CSV or XLSX file checked and stored as a confirmed batch, without a gateway.

import { keepNurserySmall } from '../../../electron/main/platform/small-nursery.ts';
import { peakMegabytes, readTask, report } from '../child.ts';
import { importFile, prepareDesk } from '../desk-without-gateway.ts';
import type { ReadMeasured, ReadTask } from '../tasks.ts';

// As compose does.
keepNurserySmall();
const task = readTask<ReadTask>();
prepareDesk(task.folder);
const seconds = await importFile(task);
report({ seconds, peakMegabytes: peakMegabytes() } satisfies ReadMeasured);
