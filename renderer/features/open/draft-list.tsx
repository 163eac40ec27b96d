// Files that were opened and not sent yet. In: the desk's drafts. Out: a list that leads back to each.
// This file must never close a draft with corrections without being told to.

import { X } from 'lucide-react';
import { useAsk, useChange, useForget } from '../../bridge/use-desk.ts';
import { formatSize } from '../../text/format.ts';
import { OPEN } from '../../text/open.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Card, Row } from '../../ui/page.tsx';
import { Table } from '../../ui/table.tsx';
import styles from './open-screen.module.css';

const COLUMNS = [{ word: OPEN.file }, { word: OPEN.rows }, { word: OPEN.open, isHidden: true, isNumber: true }];

export function DraftList({ onDraft }: { readonly onDraft: (draft: string) => void }) {
  const { told } = useAsk('listDrafts', {});
  if (told.kind !== 'done' || told.value.drafts.length === 0) return null;
  return (
    <Card title={OPEN.drafts} isFlush>
      <Table
        label={OPEN.drafts}
        columns={COLUMNS}
        rows={told.value.drafts.map(({ draft, file, rows }) => ({
          key: draft,
          cells: [
            <span key="name" className={styles.name}>
              {file.name}
            </span>,
            [OPEN.draftsAbout(rows), ...(file.sizeBytes === 0 ? [] : [formatSize(file.sizeBytes)])].join(' · '),
            <DraftButtons key="act" draft={draft} file={file.name} onDraft={onDraft} />,
          ],
        }))}
      />
    </Card>
  );
}

interface DraftButtonsProps {
  readonly draft: string;
  readonly file: string;
  readonly onDraft: (draft: string) => void;
}

/** Each line closes by itself: what is pressed in one while another is still being closed is no second press. */
function DraftButtons({ draft, file, onDraft }: DraftButtonsProps) {
  const close = useChange('closeDraft');
  const forget = useForget();
  return (
    <span style={{ display: 'inline-block' }}>
      <Row>
        <Button onClick={() => onDraft(draft)}>{OPEN.continue}</Button>
        <IconButton
          icon={X}
          label={OPEN.closeDraft(file)}
          isPending={close.isPending}
          onClick={() => void close.run({ draft }).then(() => forget('listDrafts'))}
        />
      </Row>
    </span>
  );
}
