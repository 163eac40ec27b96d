// Starts a file as a report is written, prints a line when half of it is on disk, and waits to be killed.

import { trackTempFiles } from '../../electron/main/platform/temp-files.ts';
import { writeAtomically } from '../../electron/main/reports/atomic-file.ts';

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
