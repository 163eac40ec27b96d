// Everything the app can do, found by name.

import { useId, useState } from 'react';
import { PLACE_NAMES, PLACES } from '../../shared/api/window.ts';
import { bookOf } from '../../shared/profiles.ts';
import { APPROVAL } from '../../shared/text/approval.ts';
import { paidTo } from '../../shared/text/format.ts';
import { KEYS, PALETTE } from '../../shared/text/shell.ts';
import { useAsk } from '../bridge/use-desk.ts';
import { Dialog } from '../ui/dialog.tsx';
import { type Command, useRegistered } from '../ui/keyboard-commands.ts';
import { go, goToBatch, useScreen } from '../ui/navigation.ts';
import { Facts } from '../ui/page.tsx';
import { PersonName } from '../ui/person-name.tsx';
import styles from './app.module.css';
import { placeModifier } from './keys.ts';

const SHOWN_MAX = 12;

export function Palette({ onClose }: { readonly onClose: () => void }) {
  const listId = useId();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const found = useFound(typed);
  const chosen = found[Math.min(at, found.length - 1)];
  const run = (command: Command | undefined): void => {
    if (command === undefined) return;
    onClose();
    command.run?.();
  };
  return (
    <Dialog title={PALETTE.title} onClose={onClose}>
      <input
        className={styles.paletteInput}
        role="combobox"
        aria-expanded="true"
        aria-controls={listId}
        aria-label={PALETTE.label}
        aria-activedescendant={chosen === undefined ? undefined : `${listId}-${found.indexOf(chosen)}`}
        placeholder={PALETTE.label}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setAt(0);
        }}
        onKeyDown={(event) => {
          const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
          if (by !== 0) setAt((now) => Math.max(0, Math.min(found.length - 1, now + by)));
          if (event.key === 'Enter') run(chosen);
          if (by !== 0 || event.key === 'Enter') event.preventDefault();
        }}
      />
      <div id={listId} role="listbox" aria-label={PALETTE.title} className={styles.paletteList}>
        {found.map((command, index) => (
          // Keys act in the field and the mouse here, so that clicking never takes the focus from the field.
          <div
            key={`${index} ${command.word}`}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={command === chosen}
            className={`row spread nowrap gap-3 ${styles.paletteOption}`}
            onPointerDown={() => run(command)}
            onPointerMove={() => setAt(index)}
          >
            <span>
              <PersonName>{command.word}</PersonName>
            </span>
            {command.keys === undefined ? null : <kbd className={styles.key}>{command.keys}</kbd>}
          </div>
        ))}
      </div>
      {found.length === 0 ? <p className="soft">{PALETTE.nothing}</p> : null}
    </Dialog>
  );
}

/** A shorter text matches too many payees. */
const PAYEE_FROM_CHARACTERS = 2;
const PAYEES_SHOWN = 5;

/** Payees of the chosen account's book whose name or account matches the text. */
function usePayees(typed: string): readonly Command[] {
  const { profile, settings } = useScreen();
  const book = bookOf(profile);
  const search = typed.trim();
  const enabled = search.length >= PAYEE_FROM_CHARACTERS;
  const sort = { by: 'paid', direction: 'down' } as const;
  const asked = { book, search, sort, window: { from: 0, count: PAYEES_SHOWN } };
  const { value } = useAsk('listPayees', asked, { enabled, keepPrevious: true });
  if (!enabled || value === null) return [];
  return value.rows.map((payee) => ({
    word: PALETTE.payee(payee.name, paidTo(payee, settings.maskAccounts)),
    run: () => go({ at: 'payee', book, person: payee.person }),
  }));
}

function useFound(typed: string): readonly Command[] {
  const payees = usePayees(typed);
  const commands = useRegistered().filter(({ run }) => run !== undefined);
  const batches = useAsk('listBatches', {}).value?.batches ?? [];
  const everything: readonly Command[] = [
    ...commands,
    ...PLACES.map((place, index) => ({
      word: PALETTE.goTo(PLACE_NAMES[place]),
      keys: `${placeModifier()}+${index + 1}`,
      run: () => go({ at: 'place', place }),
    })),
    // Also where nobody is enrolled: there it is the way to the first two.
    { word: PALETTE.goTo(APPROVAL.title), run: () => go({ at: 'requests' }) },
    ...batches.map(({ view: { batch }, name }) => ({
      word: PALETTE.batch(batch, name),
      run: () => goToBatch(batch),
    })),
  ];
  const parts = typed.toLowerCase().split(/\s+/);
  const named = everything.filter(({ word }) => parts.every((part) => word.toLowerCase().includes(part)));
  return [...named.slice(0, SHOWN_MAX - payees.length), ...payees];
}

/** The list of keys: those of every screen, those of the current one, and those of every grid. */
export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  const own = useRegistered().filter(({ keys }) => keys !== undefined);
  return (
    <Dialog title={KEYS.title} onClose={onClose}>
      <Facts
        pairs={[
          ...KEYS.everywhere,
          [`${placeModifier()}+1 – ${PLACES.length}`, KEYS.goToPlace],
          ...own.map(({ keys = '', word }) => [keys, word] as const),
        ]}
      />
      <h3>{KEYS.inGrid}</h3>
      <Facts pairs={KEYS.grid} />
    </Dialog>
  );
}
