// Opening a copy always says that it is a copy.

import { ChevronDown, ChevronRight, X } from 'lucide-react';
import { useState } from 'react';
import type { AnswerOf } from '../../../shared/api/contract.ts';
import { RECENT_FILE_GONE } from '../../../shared/api/draft-commands.ts';
import type { FileHandle } from '../../../shared/api/schemas.ts';
import { formatCount } from '../../../shared/counts.ts';
import { formatRupees } from '../../../shared/money.ts';
import { MATCH, OPEN, RECENT } from '../../../shared/text/drafts.ts';
import { formatDayAndTime, formatSize } from '../../../shared/text/format.ts';
import { SHELL } from '../../../shared/text/shell.ts';
import { useAsk, useChange } from '../../bridge/use-desk.ts';
import { Button, IconButton, LinkButton } from '../../ui/controls.tsx';
import { goToBatch } from '../../ui/navigation.ts';
import { Loaded, NotDoneNotice } from '../../ui/notice.tsx';
import { Faint, Quiet, Row } from '../../ui/page.tsx';
import { Table, type TableColumn } from '../../ui/table.tsx';
import styles from './open-screen.module.css';

interface RecentListProps {
  readonly profile: string;
  /** A file is being read, so nothing can be opened now. */
  readonly isBusy: boolean;
  readonly onHeld: (file: FileHandle) => void;
  /** The person chooses the file again. */
  readonly onChoose: () => void;
}

export function RecentList({ profile, isBusy, onHeld, onChoose }: RecentListProps) {
  const question = useAsk('listRecentFiles', { profile });
  const opening = useChange('openRecentFile');
  const forgetting = useChange('forgetRecentFile');
  const clearing = useChange('clearRecentFiles');
  const [asked, setAsked] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const count = question.value?.files.length ?? 0;
  const open = async ({ entry, opens }: RecentFile): Promise<void> => {
    if (opens === 'choose') return onChoose();
    setAsked(entry);
    const result = await opening.run({ entry });
    if (result.kind === 'done') onHeld(result.value);
    // After a failure, the file may now need to be chosen again.
    else question.again();
  };
  const takeOff = (entry: string): void => {
    opening.reset();
    void forgetting.run({ entry });
  };
  const clear = (): void => {
    opening.reset();
    void clearing.run({});
  };
  const { notDone: notOpened } = opening;
  /** The line whose file no longer exists; removing it from the list fixes that. */
  const gone = notOpened?.kind === 'refused' && notOpened.refusal.code === RECENT_FILE_GONE ? asked : null;
  const columns = recentColumns({ isBusy, opening: opening.isPending ? asked : null, open, takeOff });
  return (
    <>
      <NotDoneNotice
        result={notOpened}
        actions={
          <Row>
            {gone === null ? null : <Button onClick={() => takeOff(gone)}>{RECENT.takeOff}</Button>}
            <Button onClick={opening.reset}>{SHELL.close}</Button>
          </Row>
        }
      />
      <NotDoneNotice result={forgetting.notDone ?? clearing.notDone} />
      <section className="surface">
        <div className={styles.fold}>
          <Button
            weight="quiet"
            icon={isOpen ? ChevronDown : ChevronRight}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {RECENT.folded(count)}
          </Button>
          {isOpen && count > 0 ? (
            <Button weight="quiet" onClick={clear}>
              {RECENT.clear}
            </Button>
          ) : null}
        </div>
        {isOpen ? (
          <Loaded of={question} waiting={<Quiet>{SHELL.waiting}</Quiet>}>
            {({ files }) =>
              files.length === 0 ? (
                <Quiet>{RECENT.none}</Quiet>
              ) : (
                <>
                  <Table label={RECENT.title} columns={columns} rows={files} keyOf={({ entry }) => entry} />
                  {files.some(({ opens }) => opens === 'copy') ? <Quiet>{RECENT.copyAbout}</Quiet> : null}
                </>
              )
            }
          </Loaded>
        ) : null}
      </section>
    </>
  );
}

interface RecentActs {
  readonly isBusy: boolean;
  /** The line whose file is being opened. */
  readonly opening: string | null;
  readonly open: (file: RecentFile) => Promise<void>;
  readonly takeOff: (entry: string) => void;
}

function recentColumns({ isBusy, opening, open, takeOff }: RecentActs): readonly TableColumn<RecentFile>[] {
  return [
    {
      word: OPEN.file,
      cell: ({ name, sizeBytes, run }) => (
        <>
          <span className="medium">{name}</span> <Faint>{formatSize(sizeBytes)}</Faint>
          {run === null ? null : (
            <>
              <br />
              <LinkButton className="strong" onClick={() => goToBatch(run.batch)}>
                {MATCH.repeats(run)}
              </LinkButton>
            </>
          )}
        </>
      ),
    },
    { word: RECENT.opened, cell: ({ openedAtMs }) => formatDayAndTime(openedAtMs) },
    { word: OPEN.rows, isNumber: true, cell: ({ rows }) => (rows === null ? RECENT.notRead : formatCount(rows)) },
    {
      word: RECENT.payable,
      isNumber: true,
      cell: ({ totalPaise }) => (totalPaise === null ? RECENT.notRead : formatRupees(totalPaise)),
    },
    {
      word: OPEN.open,
      hasActs: true,
      cell: (file) => (
        <span className="acts">
          <Row>
            <Button
              aria-label={RECENT.opens(file.opens, file.name)}
              isPending={opening === file.entry}
              disabled={isBusy || (opening !== null && opening !== file.entry)}
              onClick={() => void open(file)}
            >
              {RECENT.open[file.opens]}
            </Button>
            <IconButton icon={X} label={RECENT.takeOffNamed(file.name)} onClick={() => takeOff(file.entry)} />
          </Row>
        </span>
      ),
    },
  ];
}

type RecentFile = AnswerOf<'listRecentFiles'>['files'][number];
