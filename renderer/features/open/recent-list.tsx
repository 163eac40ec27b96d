// The files opened last. None is opened while payouts are being sent, and no copy without saying that it is one.

import { X } from 'lucide-react';
import { useState } from 'react';
import type { AnswerOf } from '../../../shared/api/contract.ts';
import type { FileHandle } from '../../../shared/api/file-handles.ts';
import { RECENT_FILE_GONE } from '../../../shared/api/recent-commands.ts';
import { RECENT_FILES_SHOWN } from '../../../shared/limits.ts';
import type { NotTold, Told } from '../../bridge/told.ts';
import { useAsk, useChange } from '../../bridge/use-desk.ts';
import { formatCount, formatDayAndTime, formatRupees, formatSize } from '../../text/format.ts';
import { MATCH, OPEN, RECENT } from '../../text/open.ts';
import { SHELL } from '../../text/shell.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { goToBatch } from '../../ui/navigation.ts';
import { NotDoneNotice } from '../../ui/notice.tsx';
import { Card, Faint, Row } from '../../ui/page.tsx';
import { Table, type TableRow } from '../../ui/table.tsx';
import styles from './open-screen.module.css';

interface RecentListProps {
  readonly profile: string;
  /** Nothing can be opened now: a batch is sent, or a file is being read. */
  readonly isBusy: boolean;
  readonly onHeld: (file: FileHandle) => void;
  /** The person gives the file again. */
  readonly onChoose: () => void;
}

const COLUMNS = [
  { word: OPEN.file },
  { word: RECENT.openedAt },
  { word: OPEN.rows, isNumber: true },
  { word: RECENT.total, isNumber: true },
  { word: OPEN.open, isHidden: true, isNumber: true },
];

export function RecentList({ profile, isBusy, onHeld, onChoose }: RecentListProps) {
  const question = useAsk('listRecentFiles', { profile });
  const acts = useRecentFiles({ onHeld, onChoose });
  const [isAllShown, setAllShown] = useState(false);
  const count = question.told.kind === 'done' ? question.told.value.files.length : 0;
  return (
    <>
      <NotOpened acts={acts} />
      <NotDoneNotice told={acts.notForgotten} />
      <Card
        title={RECENT.title}
        actions={
          count === 0 ? null : (
            <Row>
              {isAllShown || count <= RECENT_FILES_SHOWN ? null : (
                <Button weight="quiet" onClick={() => setAllShown(true)}>
                  {RECENT.showAll(count)}
                </Button>
              )}
              <Button weight="quiet" onClick={acts.clear}>
                {RECENT.clear}
              </Button>
            </Row>
          )
        }
        isFlush
      >
        <Loaded of={question} waiting={<Quiet>{SHELL.waiting}</Quiet>}>
          {({ files }) =>
            files.length === 0 ? (
              <Quiet>{RECENT.none}</Quiet>
            ) : (
              <>
                <Table
                  label={RECENT.title}
                  columns={COLUMNS}
                  rows={files
                    .slice(0, isAllShown ? files.length : RECENT_FILES_SHOWN)
                    .map((file) => rowOf(file, { acts, isBusy }))}
                />
                {files.some(({ opens }) => opens === 'copy') ? <Quiet>{RECENT.copies}</Quiet> : null}
              </>
            )
          }
        </Loaded>
      </Card>
    </>
  );
}

function Quiet({ children }: { readonly children: string }) {
  return (
    <div className={styles.pad}>
      <Faint>{children}</Faint>
    </div>
  );
}

function NotOpened({ acts: { notOpened, gone, takeOff, dismiss } }: { readonly acts: RecentFiles }) {
  return (
    <NotDoneNotice
      told={notOpened}
      actions={
        <Row>
          {gone === null ? null : <Button onClick={() => takeOff(gone)}>{RECENT.takeOff}</Button>}
          <Button onClick={dismiss}>{SHELL.close}</Button>
        </Row>
      }
    />
  );
}

interface RowWays {
  readonly acts: RecentFiles;
  readonly isBusy: boolean;
}

function rowOf(file: RecentFile, { acts, isBusy }: RowWays): TableRow {
  const { entry, name, openedAtMs, sizeBytes, rows, totalPaise, opens, run } = file;
  return {
    key: entry,
    cells: [
      <span key="name">
        <span className={styles.name}>{name}</span> <Faint>{formatSize(sizeBytes)}</Faint>
        {run === null ? null : (
          <>
            <br />
            <button type="button" className={styles.link} onClick={() => goToBatch(run.batch)}>
              {MATCH.repeats(run)}
            </button>
          </>
        )}
      </span>,
      formatDayAndTime(openedAtMs),
      rows === null ? RECENT.notRead : formatCount(rows),
      totalPaise === null ? RECENT.notRead : formatRupees(totalPaise),
      <span key="act" className={styles.act}>
        <Row>
          <Button
            aria-label={RECENT.opens(opens, name)}
            isPending={acts.opening === entry}
            disabled={isBusy || (acts.opening !== null && acts.opening !== entry)}
            onClick={() => acts.open(file)}
          >
            {RECENT.open[opens]}
          </Button>
          <IconButton icon={X} label={RECENT.takeOffOf(name)} onClick={() => acts.takeOff(entry)} />
        </Row>
      </span>,
    ],
  };
}

type RecentFile = AnswerOf<'listRecentFiles'>['files'][number];

interface RecentFiles {
  readonly open: (file: RecentFile) => void;
  readonly takeOff: (entry: string) => void;
  readonly clear: () => void;
  /** The line whose file is being taken to the desk. */
  readonly opening: string | null;
  /** Why it was not; `gone` its line, when taking it off mends that. */
  readonly notOpened: NotTold | null;
  readonly gone: string | null;
  readonly notForgotten: NotTold | null;
  readonly dismiss: () => void;
}

function useRecentFiles({
  onHeld,
  onChoose,
}: {
  readonly onHeld: (file: FileHandle) => void;
  readonly onChoose: () => void;
}): RecentFiles {
  // What could not be opened from here may only be chosen again by now.
  const opening = useChange('openRecentFile', 'listRecentFiles');
  const forgetting = useChange('forgetRecentFile', 'listRecentFiles');
  const clearing = useChange('clearRecentFiles', 'listRecentFiles');
  const [asked, setAsked] = useState<string | null>(null);

  const open = async ({ entry, opens }: RecentFile): Promise<void> => {
    if (opens === 'choose') {
      onChoose();
      return;
    }
    setAsked(entry);
    const told = await opening.run({ entry });
    if (told.kind === 'done') onHeld(told.value);
  };
  const drop = (act: () => Promise<unknown>): void => {
    opening.reset();
    void act();
  };
  const notOpened = notDone(opening.told);
  const isGone = notOpened?.kind === 'refused' && notOpened.refusal.code === RECENT_FILE_GONE;
  return {
    open: (file) => void open(file),
    takeOff: (entry) => drop(() => forgetting.run({ entry })),
    clear: () => drop(() => clearing.run({})),
    opening: opening.isPending ? asked : null,
    notOpened,
    gone: isGone ? asked : null,
    notForgotten: notDone(forgetting.told) ?? notDone(clearing.told),
    dismiss: opening.reset,
  };
}

function notDone(told: Told<unknown> | null): NotTold | null {
  return told?.kind === 'done' ? null : told;
}
