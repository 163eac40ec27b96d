import type { AnswerOf } from '../../../shared/api/contract.ts';
import type { ListedProfile } from '../../../shared/api/profile-commands.ts';
import type { Told } from '../../bridge/told.ts';

export interface ConnectionTest {
  readonly profile: ListedProfile;
  /** Null while the gateway is asked. */
  readonly told: Told<AnswerOf<'testConnection'>> | null;
}

interface AsItIsNow {
  readonly known: readonly ListedProfile[];
  /** Null while the desk has not told it. */
  readonly state: AnswerOf<'readTokenState'> | null;
}

/** Never yes of what has not been told. A question on its way, and why an answer was not had, hold until the next one. */
export function stillHolds({ profile, told }: ConnectionTest, { known, state }: AsItIsNow): boolean {
  if (told === null || told.kind !== 'done') return true;
  const now = known.find(({ name }) => name === profile.name);
  const hasToken = state?.kind === 'stored' || state?.kind === 'session';
  return (
    now !== undefined &&
    now.baseUrl === profile.baseUrl &&
    now.mid === profile.mid &&
    hasToken &&
    state.vaultChanges === told.value.vaultChanges
  );
}
