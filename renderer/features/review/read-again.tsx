// A file that was corrected in the spreadsheet program is read again where it lies, or chosen again in a browser. What was
// typed here goes on with its rows; whatever did not is listed, row by row.

import { RefreshCw } from 'lucide-react';
import { useRef, useState } from 'react';
import type { CarriedEdits, CheckedReading } from '../../../shared/api/draft-commands.ts';
import { SPREADSHEET_ENDINGS } from '../../../shared/rows.ts';
import type { CommandFailure } from '../../bridge/transport.ts';
import { useChange, useDesk, useRemember } from '../../bridge/use-desk.ts';
import { REVIEW } from '../../text/drafts.ts';
import { Button, IconButton } from '../../ui/controls.tsx';
import { Notice } from '../../ui/notice.tsx';

interface ReadAgainProps {
  readonly reading: CheckedReading;
  readonly profile: string;
  /** Whether a cell is being changed: what was typed would have nowhere to go. */
  readonly isEditing: boolean;
  readonly onRead: () => void;
  /** The changed file has other headers, and which column is what must be looked at. */
  readonly onMatch: () => void;
  readonly onNotDone: (result: CommandFailure) => void;
}

export function ReadAgainButton({ reading, profile, isEditing, onRead, onMatch, onNotDone }: ReadAgainProps) {
  const desk = useDesk();
  const reread = useChange('rereadDraft');
  const remember = useRemember();
  const input = useRef<HTMLInputElement>(null);
  const { draft, options, isOnDisk, retryOf } = reading;
  if (retryOf !== null) return null;
  const read = async (file: string | null): Promise<void> => {
    const result = await reread.run({ draft, profile, options, newer: { file } });
    if (result.kind !== 'done') return onNotDone(result);
    remember('readDraft', { draft }, result);
    onRead();
    const { value } = result;
    if (value.kind === 'checked' && !value.sureOfColumns && !isSameHeaders(value, reading)) onMatch();
  };
  const give = async (file: File): Promise<void> => {
    const held = await desk.giveFile(file);
    if (held.kind === 'done') await read(held.value.file);
    else onNotDone(held);
  };
  return (
    <>
      <IconButton
        icon={RefreshCw}
        label={isOnDisk ? REVIEW.readAgain : REVIEW.chooseAgain}
        disabled={reread.isPending || isEditing}
        onClick={() => (isOnDisk ? void read(null) : input.current?.click())}
      />
      <input
        ref={input}
        type="file"
        accept={SPREADSHEET_ENDINGS.join(',')}
        aria-label={REVIEW.chooseAgain}
        hidden
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file !== undefined) void give(file);
          target.value = '';
        }}
      />
    </>
  );
}

function isSameHeaders(one: CheckedReading, other: CheckedReading): boolean {
  const names = ({ headers }: CheckedReading): string => JSON.stringify(headers.map(({ header }) => header));
  return names(one) === names(other);
}

/** What became of the corrections when the file was read again. */
export function CarriedNotice({ carried }: { readonly carried: CarriedEdits }) {
  const [isClosed, setClosed] = useState(false);
  const { counts, listed } = carried;
  if (isClosed) return null;
  return (
    <Notice
      tone={counts.gone + counts.fileChanged > 0 ? 'warning' : 'note'}
      title={REVIEW.carried.title(counts)}
      about={
        listed.length === 0 ? null : (
          <ul>
            {listed.map((one) => (
              <li key={`${one.rowNumber} ${one.field}`}>{REVIEW.carried.one(one)}</li>
            ))}
          </ul>
        )
      }
      actions={<Button onClick={() => setClosed(true)}>{REVIEW.carried.close}</Button>}
    />
  );
}
