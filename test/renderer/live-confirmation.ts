// The confirmation of a LIVE batch that nothing prevents. Never add a warning, a tick or a block here: the tests are about those.

import type { ConfirmationView } from '../../shared/api/batch-commands.ts';

export const LIVE: ConfirmationView = {
  draft: 'aaaaaaaaaaaaaaaaaaaaaa',
  revision: 0,
  profile: 'Salaries',
  environment: 'LIVE',
  mid: 1001,
  baseUrl: 'https://gateway.example',
  file: 'salary.csv',
  count: 1150,
  totalPaise: 115_000,
  byMethod: { UPI: { count: 1150, paise: 115_000 }, IMPS: { count: 0, paise: 0 } },
  largestPaise: 100,
  leftOut: [],
  leftOutCount: 0,
  leftOutPaise: 0,
  repeats: [],
  warnings: [],
  warningCount: 0,
  ticks: [],
  tickable: [],
  questions: [],
  since: null,
  payeeNumbers: 0,
  retry: null,
  wallet: null,
  estimatedSeconds: 1,
  ratePerSecond: 5,
  seal: 'a'.repeat(64),
  blocked: null,
};
