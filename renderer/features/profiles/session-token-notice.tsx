// Said plainly where a machine has no keychain: how long the token is kept. In: nothing. Out: a notice.
// This file must never show a token.

import { PROFILES } from '../../text/profiles.ts';
import { Notice } from '../../ui/notice.tsx';

export function SessionTokenNotice() {
  return (
    <Notice tone="warning" title={PROFILES.forSession}>
      {PROFILES.forSessionAbout}
    </Notice>
  );
}
