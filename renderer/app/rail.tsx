// The rail: where a person can go, with what waits there. In: the route. Out: navigation.
// This file must never hide that payouts are in doubt, of either book.

import {
  Banknote,
  CircleHelp,
  History,
  type LucideIcon,
  QrCode,
  ReceiptText,
  SearchCheck,
  Settings,
  Wallet,
} from 'lucide-react';
import { type Place, PLACES } from '../../shared/api/places.ts';
import { type Book, BOOKS } from '../../shared/books.ts';
import { newestUnknown } from '../bridge/newest-view.ts';
import { useAsk, useLive } from '../bridge/use-desk.ts';
import { formatCount } from '../text/format.ts';
import { SHELL } from '../text/shell.ts';
import styles from './app.module.css';
import { placeOf, type Route } from './route.ts';

const ICONS: Readonly<Record<Place, LucideIcon>> = {
  payouts: Banknote,
  history: History,
  collect: QrCode,
  paymentStatus: ReceiptText,
  payoutLookup: SearchCheck,
  wallet: Wallet,
  settings: Settings,
};

interface RailProps {
  readonly route: Route;
  readonly go: (next: Route) => void;
}

export function Rail({ route, go }: RailProps) {
  return (
    <nav className={styles.rail} aria-label={SHELL.rail}>
      <div className={styles.brand}>{SHELL.product}</div>
      {PLACES.map((place, index) => {
        const Icon = ICONS[place];
        const isHere = route.at !== 'unknown' && placeOf(route) === place;
        return [
          <button
            key={place}
            type="button"
            className={styles.item}
            title={SHELL.places[place]}
            aria-current={isHere ? 'page' : undefined}
            onClick={() => go({ at: 'place', place })}
          >
            <Icon size={16} aria-hidden="true" />
            <span className={styles.label}>{SHELL.places[place]}</span>
            <kbd className={styles.key} aria-hidden="true">
              Ctrl {index + 1}
            </kbd>
          </button>,
          place === 'payouts' ? BOOKS.map((book) => <InDoubt key={book} book={book} route={route} go={go} />) : null,
        ];
      })}
    </nav>
  );
}

/**
 * What waits for a person in one book, whichever account is chosen at the top; nothing where nothing waits. The number is that
 * of the payouts in doubt: late news says its own in a banner.
 */
function InDoubt({ book, route, go }: RailProps & { readonly book: Book }) {
  const attention = useAsk('readAttention', { book }, { keepPrevious: true });
  const batches = useLive((state) => state.batches);
  const known = attention.told.kind === 'done' ? attention.told.value : null;
  const inDoubt = known === null ? 0 : newestUnknown(known, { book, batches });
  const isWaiting = inDoubt > 0 || (known !== null && known.lateNews > 0);
  const isHere = route.at === 'unknown' && route.book === book;
  if (!isWaiting && !isHere) return null;
  return (
    <button
      type="button"
      className={`${styles.item} ${styles.below}`}
      title={SHELL.unknownDesk[book]}
      aria-current={isHere ? 'page' : undefined}
      onClick={() => go({ at: 'unknown', book })}
    >
      <CircleHelp size={14} aria-hidden="true" />
      <span className={styles.label}>{SHELL.unknownDesk[book]}</span>
      {inDoubt === 0 ? null : <span className={styles.key}>{formatCount(inDoubt)}</span>}
    </button>
  );
}
