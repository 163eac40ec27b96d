import { flag } from './argument-kinds.ts';

export const FORCE = flag({
  name: 'force',
  help: 'replace a file that is there; never a sheet that payouts came from',
});
