import { SearchX } from 'lucide-react';
import { useCallback } from 'react';
import type { PayoutLine } from '../../../shared/api/payout-commands.ts';
import { countOf } from '../../../shared/counts.ts';
import { DAY_MS } from '../../../shared/limits.ts';
import { formatRupees, parseRupees } from '../../../shared/money.ts';
import { type Book, environmentOf } from '../../../shared/profiles.ts';
import { STATE_KINDS } from '../../../shared/states.ts';
import { type RowWindow, useRowList, useRows } from '../../bridge/row-list.ts';
import { useDesk } from '../../bridge/use-desk.ts';
import { STATE_WORDS } from '../../text/payouts.ts';
import { SelectField, TextField, useTyped } from '../../ui/controls.tsx';
import { Empty } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { PayoutGrid } from '../../ui/payout-grid.tsx';
import styles from './history-screen.module.css';

const TOPICS = ['payouts'] as const;
const KEYS = ['payout', 'state', 'name', 'beneficiary', 'amount', 'utr', 'reference', 'message', 'sentAt'] as const;
const NOTHING = { search: '', state: '', from: '', to: '', amountFrom: '', amountTo: '' };
const STATES = [['', 'Any state'], ...STATE_KINDS.map((state) => [state, STATE_WORDS[state]] as const)] as const;

export function HistoryScreen({ book }: { readonly book: Book }) {
  const desk = useDesk();
  const { typed, field } = useTyped(NOTHING);
  const read = useCallback(
    (window: RowWindow) =>
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
  const { sum } = useRows(list);
  const amountField = (name: 'amountFrom' | 'amountTo') => ({
    ...field(name),
    error: typed[name] === '' || paiseOf(typed[name]) !== null ? null : 'Not an amount in rupees.',
  });
  return (
    <Page
      isFilled
      title="History"
      environment={environmentOf(book)}
      about={sum === null ? ' ' : `${countOf(sum.count, 'payout')} · ${formatRupees(sum.paise)}`}
    >
      <div className={styles.filters}>
        <TextField
          label="Search"
          placeholder="Name, account, reference, id, RRN, UTR"
          type="search"
          {...field('search')}
        />
        <SelectField label="State" options={STATES} {...field('state')} />
        <TextField label="From" type="date" {...field('from')} />
        <TextField label="To" type="date" {...field('to')} />
        <TextField label="Amount from" {...amountField('amountFrom')} />
        <TextField label="Amount to" {...amountField('amountTo')} />
      </div>
      <PayoutGrid
        name="history"
        label="Payouts of all batches"
        keys={KEYS}
        list={list}
        newer={null}
        empty={<Empty icon={SearchX} title="Nothing found" about="No payout matches. Fewer filters find more." />}
      />
    </Page>
  );
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
