// How much is measured.

export interface Plan {
  readonly payoutCount: number;
  readonly payoutRounds: number;
  readonly lookupCount: number;
  readonly lookupRounds: number;
  readonly rowCount: number;
  readonly csvRounds: number;
  readonly xlsxRounds: number;
  readonly smallCount: number;
  readonly growthRounds: number;
}

/** Large and repeated enough that two runs of the benchmark agree; takes some minutes. */
export const WHOLE_PLAN: Plan = {
  payoutCount: 10_000,
  payoutRounds: 5,
  lookupCount: 5_000,
  lookupRounds: 5,
  rowCount: 100_000,
  csvRounds: 5,
  xlsxRounds: 3,
  smallCount: 10_000,
  growthRounds: 3,
};

/** A quick look: the same numbers of rows, because the goals are about them, measured once. */
export const QUICK_PLAN: Plan = {
  ...WHOLE_PLAN,
  payoutCount: 4_000,
  payoutRounds: 3,
  lookupCount: 2_000,
  lookupRounds: 3,
  csvRounds: 1,
  xlsxRounds: 1,
  growthRounds: 1,
};
