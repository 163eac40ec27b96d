// Late news: what the gateway said after a payout had come to its end. In: the book. Out: news, marked as read by a person.
// This file must never mark anything as read by itself.

import type { Book } from '../../../shared/books.ts';
import { useAsk, useChange, useForget } from '../../bridge/use-desk.ts';
import { formatDayAndTime, formatRupees } from '../../text/format.ts';
import { UNKNOWN } from '../../text/payout.ts';
import { Button } from '../../ui/button.tsx';
import { NotDoneNotice } from '../../ui/notice.tsx';
import { Card, Faint } from '../../ui/page.tsx';
import { StateMark } from '../../ui/status.tsx';
import { Table } from '../../ui/table.tsx';
import styles from './unknown-screen.module.css';

const COLUMNS = [
  { word: UNKNOWN.payout },
  { word: UNKNOWN.was },
  { word: UNKNOWN.is },
  { word: UNKNOWN.means },
  { word: UNKNOWN.heard },
  { word: UNKNOWN.read, isHidden: true, isNumber: true },
];

export function LateNewsCard({ book, onPayout }: { readonly book: Book; readonly onPayout: (payout: string) => void }) {
  const { told } = useAsk('listLateNews', { book });
  const mark = useChange('markLateNewsRead');
  const forget = useForget();
  if (told.kind !== 'done' || told.value.news.length === 0) return null;
  const { news } = told.value;
  const unread = news.filter(({ readAtMs }) => readAtMs === null).map(({ news: number }) => number);
  const read = (numbers: readonly number[]): void =>
    void mark.run({ book, news: [...numbers] }).then(() => forget('listLateNews', 'readAttention'));
  return (
    <Card
      title={UNKNOWN.lateNews}
      actions={
        unread.length > 1 ? (
          <Button isPending={mark.isPending} onClick={() => read(unread)}>
            {UNKNOWN.markAllRead}
          </Button>
        ) : undefined
      }
      isFlush
    >
      <p className={styles.about}>{UNKNOWN.lateNewsAbout}</p>
      <NotDoneNotice told={mark.told} />
      <Table
        label={UNKNOWN.lateNews}
        columns={COLUMNS}
        rows={news.map((one) => ({
          key: String(one.news),
          cells: [
            <span key="payout">
              <button type="button" className={styles.payout} onClick={() => onPayout(one.payout)}>
                {one.payout}
              </button>
              <br />
              {one.name === null ? null : `${one.name} · `}
              {formatRupees(one.amountPaise)}
            </span>,
            <StateMark key="from" state={one.from} />,
            one.isMismatch ? <Faint key="to">{UNKNOWN.otherPayment}</Faint> : <StateMark key="to" state={one.to} />,
            one.isPossibleDuplicate ? <strong key="means">{one.sentence}</strong> : one.sentence,
            formatDayAndTime(one.heardAtMs),
            one.readAtMs === null ? (
              <Button key="read" isPending={mark.isPending} onClick={() => read([one.news])}>
                {UNKNOWN.markRead}
              </Button>
            ) : (
              <Faint key="read">{one.readBy === null ? UNKNOWN.read : UNKNOWN.readBy(one.readBy)}</Faint>
            ),
          ],
        }))}
      />
    </Card>
  );
}
