// What a retry pays again: of which batch, and every value that is another one than before. In: the retry. Out: a card.
// This file must never leave out a changed value: a wrong one pays a stranger.

import { FIELD_WORDS } from '../../../shared/field-words.ts';
import type { Confirmation } from '../../../shared/api/batch-commands.ts';
import { CONFIRM } from '../../text/confirm.ts';
import { Card, Faint } from '../../ui/page.tsx';
import { Table } from '../../ui/table.tsx';

const COLUMNS = [
  { word: CONFIRM.row, isNumber: true },
  { word: CONFIRM.field },
  { word: CONFIRM.before },
  { word: CONFIRM.now },
];

export function RetryCard({ retry: { corrections } }: { readonly retry: NonNullable<Confirmation['retry']> }) {
  if (corrections.length === 0) {
    return (
      <Card>
        <Faint>{CONFIRM.nothingCorrected}</Faint>
      </Card>
    );
  }
  return (
    <Card title={CONFIRM.corrected(corrections.length)} isFlush>
      <Table
        label={CONFIRM.corrected(corrections.length)}
        columns={COLUMNS}
        rows={corrections.map(({ row, field, from, to }) => ({
          key: `${row} ${field}`,
          cells: [row, FIELD_WORDS[field], <Faint key="from">{from ?? CONFIRM.none}</Faint>, to ?? CONFIRM.none],
        }))}
      />
    </Card>
  );
}
