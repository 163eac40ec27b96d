// A day written as in India, dd-mm-yyyy. The value is yyyy-mm-dd, or empty; a day that does not exist counts as empty.

import { Popover } from '@base-ui/react/popover';
import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { DATES } from '../../shared/text/controls.ts';
import { formatCalendarMonth } from '../../shared/text/format.ts';
import styles from './controls.module.css';
import { Field, IconButton } from './controls.tsx';

interface DateFieldProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (event: { readonly target: { readonly value: string } }) => void;
}

export function DateField({ label, value = '', onChange }: DateFieldProps) {
  const [typed, setTyped] = useState(writtenDay(value));
  const [isOpen, setOpen] = useState(false);
  const isWrong = typed !== '' && parseDay(typed) === null;
  // A value that differs from the typed text was set from outside.
  const shown = (parseDay(typed) ?? '') === value || isWrong ? typed : writtenDay(value);
  const set = (text: string): void => {
    setTyped(text);
    onChange({ target: { value: parseDay(text) ?? '' } });
  };
  return (
    <Field label={label} error={isWrong ? DATES.wrong : null}>
      {(props) => (
        <div className={styles.date}>
          <input
            {...props}
            autoComplete="off"
            inputMode="numeric"
            placeholder={DATES.form}
            value={shown}
            aria-invalid={isWrong ? true : undefined}
            onChange={({ target }) => set(target.value)}
            onKeyDown={(event) => {
              const step = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
              if (step === 0) return;
              event.preventDefault();
              set(writtenDay(value === '' ? today() : dayAfter(value, step)));
            }}
          />
          <Popover.Root open={isOpen} onOpenChange={setOpen}>
            <Popover.Trigger render={<IconButton icon={CalendarDays} label={DATES.choose(label)} tabIndex={-1} />} />
            <Popover.Portal>
              <Popover.Positioner sideOffset={4} align="end" className={styles.over}>
                <Popover.Popup className={styles.calendar} aria-label={DATES.choose(label)}>
                  <Calendar
                    day={value}
                    onChoose={(day) => {
                      set(writtenDay(day));
                      setOpen(false);
                    }}
                  />
                </Popover.Popup>
              </Popover.Positioner>
            </Popover.Portal>
          </Popover.Root>
        </div>
      )}
    </Field>
  );
}

const WEEK_DAYS = 7;

function Calendar({ day, onChoose }: { readonly day: string; readonly onChoose: (day: string) => void }) {
  const [first, setFirst] = useState(() => `${(day === '' ? today() : day).slice(0, 8)}01`);
  const month = utc(first);
  // The week starts on Monday.
  const start = dayAfter(first, -((month.getUTCDay() + 6) % WEEK_DAYS));
  const days = Array.from({ length: 6 * WEEK_DAYS }, (_, at) => dayAfter(start, at));
  const move = (by: number): void =>
    setFirst(isoDay(new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + by, 1))));
  return (
    <>
      <div className={styles.month}>
        <IconButton icon={ChevronLeft} label={DATES.earlier} onClick={() => move(-1)} />
        <span aria-live="polite">{formatCalendarMonth(month.getTime())}</span>
        <IconButton icon={ChevronRight} label={DATES.later} onClick={() => move(1)} />
      </div>
      <table>
        <thead>
          <tr>
            {DATES.week.map((word) => (
              <th key={word} scope="col">
                {word}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: days.length / WEEK_DAYS }, (_, week) => (
            <tr key={days[week * WEEK_DAYS]}>
              {days.slice(week * WEEK_DAYS, (week + 1) * WEEK_DAYS).map((one) => (
                <td key={one}>
                  {one.slice(0, 7) === first.slice(0, 7) ? (
                    <button
                      type="button"
                      className={styles.day}
                      aria-pressed={one === day}
                      aria-label={writtenDay(one)}
                      onClick={() => onChoose(one)}
                    >
                      {Number(one.slice(8))}
                    </button>
                  ) : null}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** Converts dd-mm-yyyy, also with dots or slashes and without leading zeros, to yyyy-mm-dd. Returns null for no valid day. */
function parseDay(text: string): string | null {
  const [, day, month, year] = /^\s*(\d{1,2})[-./](\d{1,2})[-./](\d{4})\s*$/.exec(text) ?? [];
  if (day === undefined || month === undefined || year === undefined) return null;
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const at = utc(iso);
  return Number.isNaN(at.getTime()) || isoDay(at) !== iso ? null : iso;
}

function writtenDay(iso: string): string {
  return iso.split('-').toReversed().join('-');
}

function utc(iso: string): Date {
  return new Date(`${iso}T00:00:00Z`);
}

function isoDay(at: Date): string {
  return at.toISOString().slice(0, 10);
}

function dayAfter(iso: string, days: number): string {
  const at = utc(iso);
  at.setUTCDate(at.getUTCDate() + days);
  return isoDay(at);
}

/** In this computer's time zone. */
function today(): string {
  const now = new Date();
  return isoDay(new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())));
}
