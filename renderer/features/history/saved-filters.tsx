import { useState } from 'react';
import type { SavedFilter } from '../../../shared/api/desk-commands.ts';
import { SAVED_FILTERS_MAX, TYPED_TEXT_MAX_CHARACTERS } from '../../../shared/limits.ts';
import { useChange } from '../../bridge/use-desk.ts';
import { HISTORY } from '../../text/history.ts';
import { Button, TextField, useTyped } from '../../ui/controls.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Menu } from '../../ui/menu.tsx';
import { useScreen } from '../../ui/navigation.ts';
import { NotDoneNotice, Notice } from '../../ui/notice.tsx';

interface SavedFiltersProps {
  readonly now: Omit<SavedFilter, 'name'>;
  readonly onChoose: (filter: SavedFilter) => void;
}

/** Filters under a name of the person's own, on this computer. */
export function SavedFilters({ now, onChoose }: SavedFiltersProps) {
  const { filters } = useScreen().settings;
  const save = useChange('saveSettings');
  const [isNaming, setNaming] = useState(false);
  return (
    <>
      <Menu
        opener={<Button>{HISTORY.savedFilters}</Button>}
        items={[
          ...filters.map((filter) => ({ word: filter.name, run: () => onChoose(filter) })),
          { word: HISTORY.saveFilter, run: () => setNaming(true) },
          ...filters.map(({ name }) => ({
            word: HISTORY.removeFilter(name),
            isDanger: true,
            run: () => void save.run({ settings: { filters: filters.filter((filter) => filter.name !== name) } }),
          })),
        ]}
      />
      {isNaming ? <NameDialog now={now} onClose={() => setNaming(false)} /> : null}
    </>
  );
}

function NameDialog({ now, onClose }: { readonly now: SavedFiltersProps['now']; readonly onClose: () => void }) {
  const { filters } = useScreen().settings;
  const save = useChange('saveSettings');
  const { typed, field } = useTyped({ name: '' });
  const name = typed.name.trim();
  const others = filters.filter((filter) => filter.name !== name);
  const isFull = others.length >= SAVED_FILTERS_MAX;
  const keep = async (): Promise<void> => {
    const result = await save.run({ settings: { filters: [...others, { ...now, name }] } });
    if (result.kind === 'done') onClose();
  };
  return (
    <Dialog
      title={HISTORY.saveFilter}
      onClose={onClose}
      act={{
        word: HISTORY.saveFilterAct,
        isForm: true,
        disabled: name === '' || isFull,
        isPending: save.isPending,
        run: keep,
      }}
    >
      <TextField
        label={HISTORY.filterName}
        hint={others.length < filters.length ? HISTORY.filterReplaced : undefined}
        {...field('name', TYPED_TEXT_MAX_CHARACTERS)}
      />
      {isFull ? <Notice tone="warning" title={HISTORY.filtersFull} /> : null}
      <NotDoneNotice result={save.result} />
    </Dialog>
  );
}
