// Begins a file as a report is written, says when half of it is on the disk, and waits to be killed.
// In: the data folder and the file's path. Out: one line.

import { writeAtomically } from '../../electron/main/export/atomic-file.ts';
import { trackTempFiles } from '../../electron/main/platform/temp-files.ts';

const [dataFolder = '', path = ''] = process.argv.slice(2);
setInterval(() => {}, 60_000);
await writeAtomically({
  path,
  track: trackTempFiles(dataFolder),
  fill: (sink) =>
    new Promise(() => {
      sink.write('salaries', () => process.stdout.write('half'));
    }),
});
