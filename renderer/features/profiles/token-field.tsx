// The one input for a token. In: a label and a ref to read it by. Out: an input. A pasted text with a blank or a line break
// inside is refused at once: the input would join its lines to another token, and nobody could see it.
// This file must never put the token into state, nor show it.

import { type ClipboardEvent, type RefObject, useState } from 'react';
import { PROFILES } from '../../text/profiles.ts';
import { TextField } from '../../ui/field.tsx';

interface TokenFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly required?: boolean;
  readonly token: RefObject<HTMLInputElement | null>;
  readonly onTyped: () => void;
}

export function TokenField({ token, onTyped, ...words }: TokenFieldProps) {
  const [isBroken, setBroken] = useState(false);
  const onPaste = (event: ClipboardEvent<HTMLInputElement>): void => {
    const hasBlank = /\s/.test(event.clipboardData.getData('text/plain').trim());
    if (hasBlank) event.preventDefault();
    setBroken(hasBlank);
  };
  return (
    <TextField
      {...words}
      ref={token}
      type="password"
      autoComplete="new-password"
      error={isBroken ? PROFILES.tokenBroken : null}
      onPaste={onPaste}
      onInput={() => {
        setBroken(false);
        onTyped();
      }}
    />
  );
}
