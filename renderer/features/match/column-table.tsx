// One line per field: its meaning, its column, first values, how it was matched. In: headers and choices. Out: choices.
// This file must never show a guess like a certainty.

import { FIELD_WORDS } from '../../../shared/field-words.ts';
import { CircleCheck, CircleDashed, History, Pencil, ScanSearch } from 'lucide-react';
import type { Field } from '../../../shared/issues.ts';
import { MATCH } from '../../text/open.ts';
import { FIELD_HELP } from '../../text/states.ts';
import { BareSelect } from '../../ui/field.tsx';
import { Card } from '../../ui/page.tsx';
import { Status } from '../../ui/status.tsx';
import { Table } from '../../ui/table.tsx';
import { type Columns, FIELD_ORDER, type Header } from './choose-columns.ts';
import styles from './match-screen.module.css';

/** Enough to recognise a column by. */
const SAMPLES_SHOWN = 3;

const COLUMNS = [{ word: MATCH.field }, { word: MATCH.column }, { word: MATCH.samples }, { word: MATCH.how }];

interface ColumnTableProps {
  readonly headers: readonly Header[];
  readonly columns: Columns;
  readonly onChoose: (chosen: { readonly field: Field; readonly header: string | null }) => void;
}

export function ColumnTable({ headers, columns, onChoose }: ColumnTableProps) {
  const rows = FIELD_ORDER.map((field) => {
    const header = headers.find((candidate) => candidate.header === columns[field]) ?? null;
    return {
      key: field,
      cells: [
        <div key="field" className={styles.fieldName}>
          <strong>{FIELD_WORDS[field]}</strong>
          <span>{FIELD_HELP[field]}</span>
        </div>,
        <div key="column" className={styles.select}>
          <BareSelect
            label={FIELD_WORDS[field]}
            value={columns[field] ?? ''}
            onChange={(event) => onChoose({ field, header: event.target.value === '' ? null : event.target.value })}
          >
            <option value="">{MATCH.none}</option>
            {headers.map(({ header: name }) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </BareSelect>
        </div>,
        <div key="samples" className={styles.samples}>
          {header?.samples.slice(0, SAMPLES_SHOWN).join(' · ')}
        </div>,
        <How key="how" header={header} field={field} />,
      ],
    };
  });
  return (
    <Card isFlush>
      <Table label={MATCH.title} columns={COLUMNS} rows={rows} />
    </Card>
  );
}

function How({ header, field }: { readonly header: Header | null; readonly field: Field }) {
  if (header === null) return <Status tone="quiet" icon={CircleDashed} word={MATCH.missing} />;
  if (header.field !== field || header.how === 'given')
    return <Status tone="moving" icon={Pencil} word={MATCH.hows.given} />;
  if (header.how === 'guessed') return <Status tone="doubt" icon={ScanSearch} word={MATCH.hows.guessed} />;
  if (header.how === 'remembered') return <Status tone="paid" icon={History} word={MATCH.hows.remembered} />;
  return <Status tone="paid" icon={CircleCheck} word={MATCH.hows.exact} />;
}
