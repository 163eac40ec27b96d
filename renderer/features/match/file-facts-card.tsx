// What the file is, and which of its sheets is read. In: the reading. Out: facts and a choice.
// This file must never choose a hidden sheet by itself.

import { formatCount, formatSize } from '../../text/format.ts';
import { MATCH, OPEN } from '../../text/open.ts';
import { SelectField } from '../../ui/field.tsx';
import { Card, Facts, Stack } from '../../ui/page.tsx';
import type { AnswerOf } from '../../../shared/api/contract.ts';

/** Enough of a fingerprint to compare two files by eye. */
const FINGERPRINT_SHOWN_CHARACTERS = 12;

export function FileFactsCard({
  reading,
  isBusy,
  onSheet,
}: {
  readonly reading: AnswerOf<'readDraft'>;
  readonly isBusy: boolean;
  readonly onSheet: (sheet: string) => void;
}) {
  const { file, sheets, sheet, rows } = reading;
  return (
    <Card title={MATCH.facts}>
      <Stack isTight>
        <Facts
          facts={[
            [OPEN.file, file.name],
            [MATCH.size, formatSize(file.sizeBytes)],
            [OPEN.rows, formatCount(rows)],
            [MATCH.fingerprint, <code key="sha">{file.sha256.slice(0, FINGERPRINT_SHOWN_CHARACTERS)}</code>],
          ]}
        />
        {sheets.length > 1 ? (
          <SelectField
            label={MATCH.sheet}
            value={sheet ?? ''}
            // Disabled, it would lose the focus in the middle of its own choice.
            aria-disabled={isBusy}
            onChange={(event) => (isBusy ? undefined : onSheet(event.target.value))}
          >
            {sheet === null ? <option value="">{MATCH.chooseSheet}</option> : null}
            {sheets.map(({ name, hidden }) => (
              <option key={name} value={name}>
                {hidden ? `${name} (${MATCH.hiddenSheet})` : name}
              </option>
            ))}
          </SelectField>
        ) : null}
      </Stack>
    </Card>
  );
}
