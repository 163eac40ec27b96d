// Settings: how the window looks, the accounts, the data. In: the settings. Out: changed settings.
// This file must never let a setting change what may be paid.

import type { ReactNode } from 'react';
import type { Settings } from '../../../shared/api/desk-commands.ts';
import type { Book } from '../../../shared/books.ts';
import { useChange, useForget } from '../../bridge/use-desk.ts';
import { SETTINGS } from '../../text/places.ts';
import { Chips } from '../../ui/chips.tsx';
import { Tick } from '../../ui/field.tsx';
import { NotDoneNotice } from '../../ui/notice.tsx';
import { Card, Facts, Page, Stack } from '../../ui/page.tsx';
import { DataCard } from './data-card.tsx';
import { LogCard } from './log-card.tsx';

interface SettingsScreenProps {
  readonly settings: Settings;
  readonly book: Book;
  readonly accounts: ReactNode;
}

const THEMES = ['system', 'light', 'dark'] as const;
const DENSITIES = ['comfortable', 'compact'] as const;

export function SettingsScreen({ settings, book, accounts }: SettingsScreenProps) {
  const save = useChange('saveSettings');
  const forget = useForget();
  const change = (changed: Partial<Settings>): void =>
    void save.run({ settings: changed }).then(() => forget('readSettings'));
  return (
    <Page isNarrow title={SETTINGS.title}>
      <NotDoneNotice told={save.told} />
      <Card title={SETTINGS.looks}>
        <Stack>
          <Facts
            facts={[
              [
                SETTINGS.theme,
                <Chips
                  key="theme"
                  label={SETTINGS.theme}
                  chosen={settings.theme}
                  chips={THEMES.map((key) => ({ key, word: SETTINGS.themes[key] }))}
                  onChoose={(theme) => change({ theme })}
                />,
              ],
              [
                SETTINGS.density,
                <Chips
                  key="density"
                  label={SETTINGS.density}
                  chosen={settings.density}
                  chips={DENSITIES.map((key) => ({ key, word: SETTINGS.densities[key] }))}
                  onChoose={(density) => change({ density })}
                />,
              ],
            ]}
          />
          <Tick checked={settings.maskAccounts} onChange={(event) => change({ maskAccounts: event.target.checked })}>
            {SETTINGS.mask}
          </Tick>
        </Stack>
      </Card>
      {accounts}
      <DataCard key={book} book={book} />
      <LogCard />
    </Page>
  );
}
