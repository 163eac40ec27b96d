import { useState } from 'react';
import type { Book } from '../../../shared/profiles.ts';
import { useAsk, useDesk } from '../../bridge/use-desk.ts';
import { UNKNOWN } from '../../text/payouts.ts';
import { AreaField, Button } from '../../ui/controls.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Loaded } from '../../ui/notice.tsx';
import { Row, Stack } from '../../ui/page.tsx';

interface ExportDialogProps {
  readonly book: Book;
  /** None means all. */
  readonly payouts: readonly string[];
  readonly count: number;
  readonly onClose: () => void;
}

/** The message to the gateway's support, and its table. */
export function ExportDialog({ book, payouts, count, onClose }: ExportDialogProps) {
  const desk = useDesk();
  const question = useAsk('exportUnknown', { book, payouts: [...payouts] }, { isFresh: true });
  const [isCopied, setCopied] = useState(false);
  return (
    <Dialog title={UNKNOWN.export} onClose={onClose}>
      <p>{UNKNOWN.exportAbout(count)}</p>
      <Loaded of={question}>
        {(file) => (
          <Stack>
            <AreaField label={UNKNOWN.message} readOnly rows={8} value={file.message} />
            <Row>
              <Button
                weight="primary"
                onClick={() => void navigator.clipboard.writeText(file.message).then(() => setCopied(true))}
              >
                {isCopied ? UNKNOWN.copied : UNKNOWN.copy}
              </Button>
              <Button onClick={() => void desk.saveDownload(file)}>{UNKNOWN.saveCsv}</Button>
            </Row>
          </Stack>
        )}
      </Loaded>
    </Dialog>
  );
}
