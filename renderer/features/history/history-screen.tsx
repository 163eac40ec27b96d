import { SearchX } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import type { PayoutLine } from '../../../shared/api/payout-commands.ts';
import { type Book, environmentOf } from '../../../shared/books.ts';
import { DAY_MS } from '../../../shared/limits.ts';
import { parseRupees } from '../../../shared/money.ts';
import { STATE_KINDS } from '../../../shared/states.ts';
import { useDesk } from '../../bridge/use-desk.ts';
import { useRowList, useRows } from '../../bridge/use-row-list.ts';
import { formatRupees, maskAccount } from '../../text/format.ts';
import { HISTORY } from '../../text/places.ts';
import { STATE_WORDS } from '../../text/states.ts';
import { Empty } from '../../ui/empty.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { useAbove } from '../../ui/navigation.ts';
import { NotDoneNotice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { payoutColumns } from '../../ui/payout-columns.tsx';
import { RowGrid } from '../../ui/row-grid.tsx';
import { EnvironmentBadge } from '../../ui/status.tsx';
import styles from './history-screen.module.css';

interface HistoryScreenProps {
  readonly book: Book;
  readonly maskAccounts: boolean;
}

const TOPICS = ['payouts'] as const;
const NOTHING = { search: '', state: '', from: '', to: '', amountFrom: '', amountTo: '' };

export function HistoryScreen({ book, maskAccounts }: HistoryScreenProps) {
  const { openPayout } = useAbove();
  const desk = useDesk();
  const [typed, setTyped] = useState(NOTHING);
  const read = useCallback(
    (window: { readonly from: number; readonly count: number }) =>
      desk.ask('searchPayouts', {
        book,
        states: STATE_KINDS.filter((state) => state === typed.state),
        search: typed.search,
        amountFromPaise: paiseOf(typed.amountFrom),
        amountToPaise: paiseOf(typed.amountTo),
        fromMs: dayOf(typed.from),
        toMs: typed.to === '' ? null : (dayOf(typed.to) ?? 0) + DAY_MS - 1,
        window,
      }),
    [book, desk, typed],
  );
  const list = useRowList<PayoutLine>({ version: book, topics: TOPICS, batch: null, load: read });
  const { sum, notTold } = useRows(list);
  const columns = useMemo(
    () =>
      payoutColumns(['payout', 'state', 'name', 'beneficiary', 'amount', 'utr', 'reference', 'message', 'sentAt'], {
        newer: null,
        mask: maskAccounts ? maskAccount : (account) => account,
      }),
    [maskAccounts],
  );
  const set = (field: keyof typeof typed) => (event: { readonly target: { readonly value: string } }) =>
    setTyped({ ...typed, [field]: event.target.value });
  const amountError = (text: string): string | null =>
    text === '' || paiseOf(text) !== null ? null : HISTORY.amountWrong;
  return (
    <Page
      isFilled
      title={
        <>
          {HISTORY.title} <EnvironmentBadge environment={environmentOf(book)} />
        </>
      }
      about={sum === null ? ' ' : HISTORY.sum(sum.count, formatRupees(sum.paise))}
    >
      <div className={styles.filters}>
        <TextField
          label={HISTORY.search}
          placeholder={HISTORY.searchIn}
          type="search"
          value={typed.search}
          onChange={set('search')}
        />
        <SelectField label={HISTORY.state} value={typed.state} onChange={set('state')}>
          <option value="">{HISTORY.anyState}</option>
          {STATE_KINDS.map((state) => (
            <option key={state} value={state}>
              {STATE_WORDS[state]}
            </option>
          ))}
        </SelectField>
        <TextField label={HISTORY.from} type="date" value={typed.from} onChange={set('from')} />
        <TextField label={HISTORY.to} type="date" value={typed.to} onChange={set('to')} />
        <TextField
          label={HISTORY.amountFrom}
          value={typed.amountFrom}
          error={amountError(typed.amountFrom)}
          onChange={set('amountFrom')}
        />
        <TextField
          label={HISTORY.amountTo}
          value={typed.amountTo}
          error={amountError(typed.amountTo)}
          onChange={set('amountTo')}
        />
      </div>
      <NotDoneNotice told={notTold} />
      <RowGrid<PayoutLine>
        label={HISTORY.grid}
        columns={columns}
        list={list}
        nameOf={nameOf}
        empty={
          <Empty icon={SearchX} title={HISTORY.none}>
            {HISTORY.noneAbout}
          </Empty>
        }
        onOpen={(line) => openPayout(line.payout)}
      />
    </Page>
  );
}

function nameOf({ payout }: PayoutLine): string {
  return payout;
}

function paiseOf(text: string): number | null {
  const reading = parseRupees(text);
  return reading.kind === 'exact' ? reading.paise : null;
}

/** The first moment of a day as this computer's calendar has it; null for no day. A year half typed lies before all time. */
function dayOf(text: string): number | null {
  const atMs = Date.parse(`${text}T00:00:00`);
  return Number.isNaN(atMs) ? null : Math.max(0, atMs);
}
