// A token goes in and never comes out: no answer has a field for one.

import { z } from 'zod';
import {
  BASE_URL_MAX_CHARACTERS,
  DECIDE_AFTER_MAX_HOURS,
  IN_FLIGHT_MAX,
  POLL_LONGEST_MS,
  POLL_MIN_MS,
  PROFILE_NAME_MAX_CHARACTERS,
  RATE_MAX_PER_SECOND,
  REQUEST_TIMEOUT_MAX_MS,
  REQUEST_TIMEOUT_MIN_MS,
  TOKEN_INPUT_MAX_BYTES,
} from '../limits.ts';
import {
  CEILING_PAISE,
  COUNT,
  changing,
  ENVIRONMENT,
  MESSAGE,
  MID,
  NOTHING,
  PROFILE_NAME,
  reading,
  TIME_MS,
} from './schemas.ts';
/** Whether there is a token, never which. `session`: only this process has it, for want of a keychain or from the environment. */
export const TOKEN_STATE = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['stored', 'none', 'session']) }),
  z.object({ kind: z.enum(['locked', 'unavailable']), message: MESSAGE }),
]);
export type TokenState = z.infer<typeof TOKEN_STATE>;

/** Where a token is stored. `session`: in memory until the desk is closed, where there is no keychain. */
export const TOKEN_PLACE = z.enum(['keychain', 'session']);
export type TokenPlace = z.infer<typeof TOKEN_PLACE>;

/** How often this process stored or removed a token. A connection test is valid while this number stays the same. */
const VAULT_CHANGES = { vaultChanges: COUNT };

const WALLET_UNIT = z.enum(['rupees', 'paise']);

/** A profile as the window shows it. `decideAfterMs` is set only if a person set it. */
const PROFILE = z.object({
  name: z.string(),
  baseUrl: z.string(),
  mid: z.int(),
  environment: ENVIRONMENT,
  ratePerSecond: z.int(),
  inFlightMax: z.int(),
  maxPayoutPaise: z.int().nullable(),
  maxBatchPaise: z.int().nullable(),
  decideAfterMs: z.int().min(0).optional(),
  walletUnit: WALLET_UNIT.nullable(),
  severalComputers: z.literal(true).optional(),
});
export type ListedProfile = z.infer<typeof PROFILE>;

const TOKEN_TEXT = z.string().min(1).max(TOKEN_INPUT_MAX_BYTES);

/** A setting that null leaves unchanged. */
const orNull = <Value extends z.ZodType>(value: Value) => value.nullable().default(null);

export const PROFILE_COMMANDS = {
  /** Every profile; the last one is always practice. */
  listProfiles: reading({}, z.object({ profiles: z.array(PROFILE) })),

  /** Creates or changes a profile; with `isNew` it only creates. Null keeps a setting; `none` removes a ceiling. */
  saveProfile: changing(
    {
      name: z.string().trim().min(1).max(PROFILE_NAME_MAX_CHARACTERS),
      isNew: z.boolean().default(false),
      baseUrl: z.string().max(BASE_URL_MAX_CHARACTERS),
      mid: MID,
      ratePerSecond: orNull(z.int().min(1).max(RATE_MAX_PER_SECOND)),
      inFlightMax: orNull(z.int().min(1).max(IN_FLIGHT_MAX)),
      pollFirstMs: orNull(z.int().min(POLL_MIN_MS).max(POLL_LONGEST_MS)),
      pollMaxMs: orNull(z.int().min(POLL_MIN_MS).max(POLL_LONGEST_MS)),
      timeoutMs: orNull(z.int().min(REQUEST_TIMEOUT_MIN_MS).max(REQUEST_TIMEOUT_MAX_MS)),
      maxPayoutPaise: orNull(z.union([CEILING_PAISE, z.literal('none')])),
      maxBatchPaise: orNull(z.union([CEILING_PAISE, z.literal('none')])),
      severalComputers: orNull(z.boolean()),
    },
    PROFILE,
  ),

  readTokenState: reading({ profile: PROFILE_NAME }, TOKEN_STATE.and(z.object(VAULT_CHANGES))),
  setToken: changing({ profile: PROFILE_NAME, token: TOKEN_TEXT }, z.object({ kept: TOKEN_PLACE })),
  removeToken: changing({ profile: PROFILE_NAME }, z.object({ removed: z.boolean() })),

  /** Reads the wallet with the profile's own token, which proves address, token and mid in one request. */
  testConnection: reading(
    { profile: PROFILE_NAME },
    z.object({ balance: z.string(), askedAtMs: TIME_MS, ...VAULT_CHANGES }),
  ),

  /** A person confirms the wallet's unit; until then the balance is shown as reported and blocks nothing. */
  confirmWalletUnit: changing({ profile: PROFILE_NAME, unit: WALLET_UNIT }, NOTHING),

  /** How many hours an unknown payout waits before a person may decide "not paid"; 24 until set. */
  saveDecisionWait: changing({ profile: PROFILE_NAME, hours: z.int().min(0).max(DECIDE_AFTER_MAX_HOURS) }, NOTHING),
};
