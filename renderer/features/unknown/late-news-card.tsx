import { useState } from 'react';
import { formatRupees } from '../../../shared/money.ts';
import type { Book } from '../../../shared/profiles.ts';
import type { CommandResult } from '../../bridge/transport.ts';
import { useAsk, useChange } from '../../bridge/use-desk.ts';
import { formatDayAndTime } from '../../text/format.ts';
import { UNKNOWN } from '../../text/payouts.ts';
import { Button, LinkButton } from '../../ui/controls.tsx';
import { useScreen } from '../../ui/navigation.ts';
import { NotDoneNotice } from '../../ui/notice.tsx';
import { Faint } from '../../ui/page.tsx';
import { StateMark } from '../../ui/status.tsx';
import { TableCard, type TableColumn } from '../../ui/table.tsx';

/** What the gateway said after a payout had come to its end. */
export function LateNewsCard({ book }: { readonly book: Book }) {
  const { openPayout } = useScreen();
  const news = useAsk('listLateNews', { book }).value?.news ?? [];
  const [marked, setMarked] = useState<CommandResult<unknown> | null>(null);
  if (news.length === 0) return null;
  const unread = news.filter(({ readAtMs }) => readAtMs === null).map(({ news: number }) => number);
  const columns: readonly TableColumn<(typeof news)[number]>[] = [
    {
      word: UNKNOWN.newsColumns.payout,
      cell: ({ payout, name, amountPaise }) => (
        <LinkButton onClick={() => openPayout(payout)}>
          {name ?? payout} · {formatRupees(amountPaise)}
        </LinkButton>
      ),
    },
    { word: UNKNOWN.newsColumns.was, cell: ({ from }) => <StateMark state={from} /> },
    {
      word: UNKNOWN.newsColumns.now,
      cell: ({ isMismatch, to }) => (isMismatch ? <Faint>{UNKNOWN.unchanged}</Faint> : <StateMark state={to} />),
    },
    {
      word: UNKNOWN.newsColumns.means,
      cell: ({ isPossibleDuplicate, sentence }) => (isPossibleDuplicate ? <strong>{sentence}</strong> : sentence),
    },
    { word: UNKNOWN.newsColumns.heard, cell: ({ heardAtMs }) => formatDayAndTime(heardAtMs) },
    {
      word: UNKNOWN.read,
      hasActs: true,
      cell: ({ news: number, readAtMs, readBy }) =>
        readAtMs === null ? (
          <ReadButton book={book} news={[number]} onResult={setMarked}>
            {UNKNOWN.readOne}
          </ReadButton>
        ) : (
          <Faint>{readBy === null ? UNKNOWN.read : UNKNOWN.readBy(readBy)}</Faint>
        ),
    },
  ];
  return (
    <TableCard
      label={UNKNOWN.news}
      actions={
        unread.length > 1 ? (
          <ReadButton book={book} news={unread} onResult={setMarked}>
            {UNKNOWN.readAll}
          </ReadButton>
        ) : undefined
      }
      columns={columns}
      rows={news}
      keyOf={(one) => one.news}
    >
      <p className="soft padded">{UNKNOWN.newsAbout}</p>
      <NotDoneNotice result={marked} />
    </TableCard>
  );
}

interface ReadButtonProps {
  readonly book: Book;
  readonly news: readonly number[];
  /** Null while it is on its way. */
  readonly onResult: (result: CommandResult<unknown> | null) => void;
  readonly children: string;
}

/** Each has a pending mark of its own: reading one line does not hold up another. */
function ReadButton({ book, news, onResult, children }: ReadButtonProps) {
  const mark = useChange('markLateNewsRead');
  const read = async (): Promise<void> => {
    onResult(null);
    onResult(await mark.run({ book, news: [...news] }));
  };
  return (
    <Button isPending={mark.isPending} onClick={() => void read()}>
      {children}
    </Button>
  );
}
