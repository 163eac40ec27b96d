// The first rows of the sheet: what each column is read as, which row is the header, and what is not sent.

import { useEffect, useRef } from 'react';
import { FIELD_WORDS, FIELDS, type Field } from '../../../shared/rows.ts';
import { MATCH } from '../../../shared/text/drafts.ts';
import { LinkButton, Menu } from '../../ui/controls.tsx';
import { Card } from '../../ui/page.tsx';
import { type Header, type HeaderByField, type MatchReading, offeredFor, questionsOf } from './choose-columns.ts';
import styles from './match-screen.module.css';
import { Sheets } from './question-cards.tsx';

/** Enough rows to recognise a sheet. */
const ROWS_SHOWN = 15;

/** Rows above the header that stay visible when the header is far down. */
const ABOVE_HEADER_SHOWN = 4;

interface SheetPreviewProps {
  readonly reading: MatchReading;
  readonly columns: HeaderByField;
  readonly isBusy: boolean;
  /** Null where the sheets are a question of their own. */
  readonly onSheet: ((sheet: string) => void) | null;
  readonly onHeaderRow: (row: number) => void;
  readonly onChoose: (chosen: { readonly field: Field; readonly header: string | null }) => void;
}

export function SheetPreview({ reading, columns, isBusy, onSheet, onHeaderRow, onChoose }: SheetPreviewProps) {
  const { sheets, sheet, firstRows, headers } = reading;
  const headerAt = firstRows.rows.findIndex(({ rowNumber }) => rowNumber === firstRows.headers[0]);
  const from = headerAt < ROWS_SHOWN - ABOVE_HEADER_SHOWN ? 0 : headerAt - ABOVE_HEADER_SHOWN;
  const rows = firstRows.rows.slice(from, from + ROWS_SHOWN);
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  const places = Array.from({ length: width }, (_, index) => headers.find((header) => header.index === index) ?? null);
  const fieldOf = (header: Header | null): Field | null =>
    header === null ? null : (FIELDS.find((field) => columns[field] === header.header) ?? null);
  const areSeveralPaid = headers.filter(({ sum }) => sum !== null).length > 1;
  const above = new Set(firstRows.above);
  const inQuestion = askedHeaders(reading);
  const isAsked = (header: Header | null): boolean => header !== null && inQuestion.has(header.header);
  const [firstAsked, lastAsked] = [places.findIndex(isAsked), places.findLastIndex(isAsked)];
  const amountAt = places.findIndex((header) => fieldOf(header) === 'amount');
  const table = useRef<HTMLTableElement>(null);
  useEffect(() => {
    // The first cell is the row number's.
    const [numbers, ...cells] = table.current?.rows[0]?.cells ?? [];
    const [first, last, box] = [cells[firstAsked], cells[lastAsked], table.current?.parentElement];
    if (numbers === undefined || first === undefined || last === undefined || !box) return;
    const kept = cells[amountAt]?.offsetWidth ?? 0;
    const spare =
      box.clientWidth - numbers.offsetWidth - kept - (last.offsetLeft + last.offsetWidth - first.offsetLeft);
    box.scrollLeft = first.offsetLeft - numbers.offsetWidth - Math.max(0, spare / 2);
  }, [firstAsked, lastAsked, amountAt, sheet]);
  if (rows.length === 0 && sheet === null) return null;
  const tintOf = (header: Header | null): string | undefined =>
    fieldOf(header) === 'amount'
      ? `${styles.tinted} ${styles.amount}`
      : fieldOf(header) !== null
        ? styles.tinted
        : isAsked(header)
          ? styles.asked
          : styles.faded;
  return (
    <Card isFlush>
      <div className="tight padded">
        {onSheet === null || sheets.length < 2 ? null : <Sheets reading={reading} isBusy={isBusy} onSheet={onSheet} />}
        <p className="soft small">
          {MATCH.previewAbout} {MATCH.notRead(firstRows)}
        </p>
      </div>
      {rows.length === 0 ? null : (
        <div className={`fades ${styles.previewRows}`}>
          <table ref={table} className={styles.preview} aria-label={MATCH.preview}>
            <thead>
              <tr>
                <td>
                  <span className="unseen">{MATCH.rowNumber}</span>
                </td>
                {places.map((header, index) => (
                  <ColumnHead
                    // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
                    key={index}
                    header={header}
                    headers={headers}
                    field={fieldOf(header)}
                    tint={tintOf(header)}
                    withSum={areSeveralPaid && !isAsked(header)}
                    onChoose={onChoose}
                  />
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ rowNumber, cells }) => {
                const isHeader = firstRows.headers.includes(rowNumber);
                return (
                  <tr
                    key={rowNumber}
                    className={isHeader ? styles.headerRow : above.has(rowNumber) ? styles.faded : ''}
                  >
                    <th scope="row">
                      <LinkButton
                        aria-pressed={isHeader}
                        aria-label={(isHeader ? MATCH.isHeader : MATCH.useAsHeader)(rowNumber)}
                        onClick={() => {
                          if (!isHeader && !isBusy) onHeaderRow(rowNumber);
                        }}
                      >
                        {rowNumber}
                      </LinkButton>
                    </th>
                    {/* A title alone in its row runs on over the columns beside it, as in Excel, and widens none. */}
                    {above.has(rowNumber) && cells.slice(1).every((cell) => cell === '') ? (
                      <td colSpan={width} className={styles.title}>
                        <span title={cells[0]}>{cells[0]}</span>
                      </td>
                    ) : (
                      places.map((header, index) => (
                        // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
                        <td key={index} className={tintOf(header)}>
                          {cells[index]}
                        </td>
                      ))
                    )}
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  );
}

/** The headers of the columns that the person is asked about, brought into sight. */
function askedHeaders(reading: MatchReading): ReadonlySet<string> {
  const named = questionsOf(reading).flatMap((question) => question.named);
  return new Set([...named, ...reading.sheetWords.map(({ column }) => column)]);
}

interface ColumnHeadProps extends Pick<SheetPreviewProps, 'onChoose'> {
  readonly header: Header | null;
  readonly headers: readonly Header[];
  readonly field: Field | null;
  readonly tint: string | undefined;
  readonly withSum: boolean;
}

/** What a column is sent as, with a menu to change it. */
function ColumnHead({ header, headers, field, tint, withSum, onChoose }: ColumnHeadProps) {
  if (header === null)
    return (
      <td>
        <span className="unseen">{MATCH.noHeader}</span>
      </td>
    );
  const word = field === null ? MATCH.notSent : FIELD_WORDS[field];
  const offered = FIELDS.filter((one) => one !== field && offeredFor(one, headers).includes(header));
  const free = field === null ? [] : [{ word: MATCH.notSent, run: () => onChoose({ field, header: null }) }];
  return (
    <td className={tint}>
      <Menu
        opener={<LinkButton aria-label={MATCH.column(header.header, word)}>{word}</LinkButton>}
        items={[
          ...offered.map((one) => ({
            word: FIELD_WORDS[one],
            run: () => onChoose({ field: one, header: header.header }),
          })),
          ...free,
        ]}
      />
      {withSum && header.sum !== null ? <div className="small">{MATCH.addsUp(header.sum)}</div> : null}
    </td>
  );
}
