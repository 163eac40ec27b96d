// Nothing here is ticked automatically, and nothing unlisted can be ticked. The desk computes the amounts; the one exception is a
// difference of two exact integers.

import type { ReactNode } from 'react';
import type { ConfirmationView, NamedRow } from '../../../shared/api/batch-commands.ts';
import type { DraftSummary } from '../../../shared/api/draft-commands.ts';
import { formatCount } from '../../../shared/counts.ts';
import { formatRupees } from '../../../shared/money.ts';
import type { Ticks } from '../../../shared/repeats.ts';
import { FIELD_WORDS } from '../../../shared/rows.ts';
import { CONFIRM } from '../../../shared/text/drafts.ts';
import { COUNTED, formatBalance, formatDay, formatDuration } from '../../../shared/text/format.ts';
import { formatWalletPaise } from '../../../shared/wallet.ts';
import { say } from '../../language.ts';
import { Button, GivenTick, Tick } from '../../ui/controls.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Card, Faint, Figure } from '../../ui/page.tsx';
import { PersonName } from '../../ui/person-name.tsx';
import { RepeatGroups } from '../../ui/repeats.tsx';
import { TableCard, type TableColumn, type TableGroup, WideTable } from '../../ui/table.tsx';
import styles from './confirm-screen.module.css';
import { type Entered, leftOutWords, unlistedWarnings, warningKey, warningKeys } from './shown-confirmation.ts';

interface MoneyCardProps {
  readonly byMethod: DraftSummary['byMethod'];
  /** Null while the gateway and the history are being asked. */
  readonly confirmation: ConfirmationView | null;
}

/** How the batch is paid and what it leaves of the balance. Values that arrive later do not move the rest. */
export function MoneyCard({ byMethod, confirmation }: MoneyCardProps) {
  const wallet = confirmation?.wallet ?? null;
  const balance = wallet?.balancePaise ?? null;
  const missing = confirmation === null || balance === null ? 0 : confirmation.totalPaise - balance;
  const known = (value: (shown: ConfirmationView) => ReactNode): ReactNode =>
    confirmation === null ? <Faint>{CONFIRM.asking}</Faint> : value(confirmation);
  return (
    <Card>
      <dl className={styles.figures}>
        {(['UPI', 'IMPS'] as const).map((method) => (
          <Figure
            key={method}
            label={method}
            value={formatRupees(byMethod[method].paise)}
            about={COUNTED.payments(byMethod[method].count)}
          />
        ))}
        <Figure label={CONFIRM.largest} value={known(({ largestPaise }) => formatRupees(largestPaise))} />
        <Figure
          label={CONFIRM.balance}
          value={known(() =>
            wallet === null
              ? CONFIRM.notKnown
              : balance === null
                ? formatBalance(wallet.reported, null)
                : formatWalletPaise(balance),
          )}
          about={wallet !== null && balance === null ? CONFIRM.unitUnknown : undefined}
        />
        {confirmation === null || balance === null || missing > 0 ? null : (
          <Figure label={CONFIRM.balanceAfter} value={formatRupees(balance - confirmation.totalPaise)} />
        )}
        <Figure label={CONFIRM.time} value={known(({ estimatedSeconds }) => formatDuration(estimatedSeconds * 1000))} />
      </dl>
      {missing > 0 ? (
        <Notice tone="warning" title={CONFIRM.short(formatRupees(missing))} about={CONFIRM.shortAbout} />
      ) : null}
    </Card>
  );
}

interface AboutRow extends NamedRow {
  readonly key: string;
  readonly why: string;
}

/** The row's payee and amount, and why it is listed. */
const ABOUT_ROW: readonly TableColumn<AboutRow>[] = [
  { word: CONFIRM.columns.row, isNumber: true, cell: ({ rowNumber }) => rowNumber },
  { word: CONFIRM.columns.name, cell: ({ name }) => named(name ?? CONFIRM.none) },
  { word: CONFIRM.columns.payTo, cell: ({ payTo }) => <span className={styles.payTo}>{payTo ?? CONFIRM.none}</span> },
  { word: CONFIRM.columns.amount, isNumber: true, cell: ({ paise }) => (paise === null ? '' : formatRupees(paise)) },
  { word: CONFIRM.columns.why, cell: ({ why }) => why },
];

/** Beside a long reason a name keeps its room. */
function named(name: string): ReactNode {
  return (
    <span className={styles.name}>
      <PersonName>{name}</PersonName>
    </span>
  );
}

interface AboutRowsProps {
  readonly label: string;
  readonly groups: readonly TableGroup<AboutRow>[];
}

function AboutRows({ label, groups }: AboutRowsProps) {
  const isSaid = groups.some(({ rows }) => rows.some(({ why }) => why !== ''));
  const columns = isSaid ? ABOUT_ROW : ABOUT_ROW.filter(({ word }) => word !== CONFIRM.columns.why);
  return <WideTable label={label} columns={columns} groups={groups} keyOf={({ key }) => key} />;
}

function headingOf(title: string, unlisted: number): string {
  return unlisted === 0 ? title : `${title}, ${CONFIRM.andMore(unlisted)}`;
}

/** The rows left out, grouped by reason, with their sums. */
export function LeftOutCard({
  confirmation,
}: {
  readonly confirmation: Pick<ConfirmationView, 'leftOut' | 'leftOutCount' | 'leftOutPaise'>;
}) {
  const { leftOut, leftOutCount, leftOutPaise } = confirmation;
  if (leftOutCount === 0) return <Faint>{CONFIRM.leftOut(0, null)}</Faint>;
  const unlisted = leftOutCount - leftOut.reduce((listed, { sum }) => listed + sum.count, 0);
  const title = CONFIRM.leftOut(leftOutCount, leftOutPaise === 0 ? null : formatRupees(leftOutPaise));
  return (
    <Card title={title} isFlush>
      <AboutRows
        label={title}
        groups={leftOut.map((group, at) => ({
          key: String(at),
          heading: headingOf(leftOutWords(group), group.sum.count - group.rows.length),
          rows: group.rows.map(({ message, ...row }) => ({
            ...row,
            key: `${at} ${row.rowNumber}`,
            why: message === null ? '' : say(message),
          })),
        }))}
      />
      {unlisted === 0 ? null : <p className={styles.more}>{CONFIRM.andMore(unlisted)}</p>}
    </Card>
  );
}

interface SinceLastCardProps {
  readonly since: NonNullable<ConfirmationView['since']>;
}

/** What changed since the last batch of the same people. */
export function SinceLastCard({ since: last }: SinceLastCardProps) {
  const about = [last.batch, ...(last.name === null ? [] : [last.name]), formatDay(last.confirmedAtMs)].join(' · ');
  const kinds = (['added', 'moved', 'raised'] as const).filter((kind) => last[kind].sum.count > 0);
  if (kinds.length === 0) return <Faint>{CONFIRM.since.nothing(about)}</Faint>;
  return (
    <Card title={CONFIRM.since.title(about)} isFlush>
      <AboutRows
        label={CONFIRM.since.title(about)}
        groups={kinds.map((kind) => {
          const { sum, rows } = last[kind];
          const title = `${CONFIRM.since[kind](sum.count)} · ${formatRupees(sum.paise)}`;
          return {
            key: kind,
            heading: headingOf(title, sum.count - rows.length),
            rows: rows.map(({ beforePaise, accounts, ...row }) => ({
              ...row,
              key: `${kind} ${row.rowNumber}`,
              why: [
                ...(beforePaise === null ? [] : [CONFIRM.since.before(formatRupees(beforePaise))]),
                ...(accounts === null ? [] : [CONFIRM.since.before(accounts.before)]),
              ].join(' · '),
            })),
          };
        })}
      />
    </Card>
  );
}

interface AskedCardProps {
  readonly confirmation: Pick<
    ConfirmationView,
    'warnings' | 'warningCount' | 'ticks' | 'tickable' | 'questions' | 'claimed'
  >;
  readonly title?: string;
  /** Everything was answered, and cannot be changed. */
  readonly isGiven?: boolean;
  /** The ticks for rows that repeat earlier payments. */
  readonly rowTicks: Ticks;
  readonly onRowTick: (ticks: Ticks) => void;
  readonly entered: Entered;
  readonly onEntered: (entered: Entered) => void;
  readonly onMore: () => void;
}

interface WarningLine extends NamedRow {
  readonly key: string;
  readonly message: string;
  /** The heading above says the message. */
  readonly isSaid: boolean;
  readonly about: 'row' | 'rest' | 'batch';
  /** How many rows the line stands for. */
  readonly count: number;
}

/**
 * Everything that is asked, kind by kind: rows that repeat earlier payments, warnings, each with its own tick, and below them the
 * other ticks for the file.
 */
export function AskedCard({
  confirmation,
  title = CONFIRM.warnings,
  isGiven = false,
  rowTicks,
  onRowTick,
  entered,
  onEntered,
  onMore,
}: AskedCardProps) {
  const { warnings, ticks, tickable, questions, claimed } = confirmation;
  const others = ticks.filter((tick) => tick !== 'warnings');
  if (warnings.length + others.length + tickable.length + questions.length + claimed.rows.length === 0) return null;
  const unlisted = unlistedWarnings(confirmation);
  const kinds = kindsOf(warnings);
  const read = (keys: readonly string[], isTicked: boolean): void => {
    const next = new Set(entered.read);
    for (const key of keys) {
      if (isTicked) next.add(key);
      else next.delete(key);
    }
    onEntered({ ...entered, read: next });
  };
  return (
    <Card title={title} isFlush>
      <RepeatGroups repeats={confirmation} ticks={rowTicks} onTick={onRowTick} onMore={onMore} isGiven={isGiven} />
      {warnings.length === 0 ? null : (
        <WideTable
          label={CONFIRM.warnings}
          columns={lineColumns(kinds, {
            isTicked: ({ key }) => entered.read.has(key),
            onTick: ({ key }, isTicked) => read([key], isTicked),
            isDisabled: unlisted > 0,
            isGiven,
          })}
          groups={kinds.map(({ key, words, about, count, keys, lines }) => ({
            key,
            heading:
              words === null && about === null && keys.length < 2 ? null : (
                <>
                  <div className="row spread">
                    <span className="medium">{words}</span>
                    {keys.length < 2 || isGiven ? null : (
                      <Tick
                        checked={keys.every((key) => entered.read.has(key))}
                        onTick={(isTicked) => read(keys, isTicked)}
                        disabled={unlisted > 0}
                      >
                        {CONFIRM.tickAll(count)}
                      </Tick>
                    )}
                  </div>
                  {about === null ? null : <div className={styles.about}>{about}</div>}
                </>
              ),
            rows: lines,
          }))}
          keyOf={({ key }) => key}
        />
      )}
      {unlisted === 0 && others.length === 0 ? null : (
        <div className={`row ${styles.kinds}`}>
          {unlisted === 0 ? null : <Button onClick={onMore}>{CONFIRM.showMore(unlisted)}</Button>}
          {others.map((tick) => (
            <Tick
              key={tick}
              checked={entered.ticks.includes(tick)}
              onTick={(isTicked) =>
                onEntered({
                  ...entered,
                  ticks: [...entered.ticks.filter((one) => one !== tick), ...(isTicked ? [tick] : [])],
                })
              }
            >
              {CONFIRM.ticks[tick]}
            </Tick>
          ))}
        </div>
      )}
    </Card>
  );
}

interface WarningKind {
  readonly key: string;
  /** The kind's title with its count and rupees; null below a kind that has them already. */
  readonly words: string | null;
  /** What all rows below have in common; each of the rows says only what differs. */
  readonly about: string | null;
  readonly count: number;
  readonly keys: readonly string[];
  readonly lines: readonly WarningLine[];
}

/** Warnings of one kind together, the kind's title first. Several rows with one sentence stand below it. */
function kindsOf(warnings: ConfirmationView['warnings']): readonly WarningKind[] {
  return [...Map.groupBy(warnings, ({ code }) => code)].flatMap(([code, alike]): readonly WarningKind[] => {
    const title = alike[0]?.title ?? null;
    const count = alike.reduce((sum, one) => sum + one.count, 0);
    const paise = alike.reduce((sum, { rows }) => sum + rows.reduce((own, row) => own + (row.paise ?? 0), 0), 0);
    const parts = title === null ? [] : [say(title), formatCount(count), ...(paise === 0 ? [] : [formatRupees(paise)])];
    const kind = { words: parts.length === 0 ? null : parts.join(' · '), count, keys: alike.flatMap(warningKeys) };
    const [first] = alike;
    if (first !== undefined && alike.length === 1)
      return [{ key: code, ...kind, about: say(first.message), lines: linesOf(first, true) }];
    const shared = alike.filter((one) => one.count > 1);
    const single = {
      key: code,
      ...kind,
      about: null,
      lines: alike.filter((one) => one.count <= 1).flatMap((one) => linesOf(one, false)),
    };
    return [
      single,
      ...shared.map((one) => ({
        key: `${code} ${warningKey(one.message, null)}`,
        words: null,
        about: say(one.message),
        count: one.count,
        keys: [],
        lines: linesOf(one, true),
      })),
    ];
  });
}

/** The lines of one warning. `isSaid`: the heading above says its sentence. */
function linesOf(warning: ConfirmationView['warnings'][number], isSaid: boolean): readonly WarningLine[] {
  const { count, rows } = warning;
  const message = say(warning.message);
  const lines = rows.map((row) => ({
    ...row,
    key: warningKey(warning.message, row.rowNumber),
    message,
    isSaid,
    // The line of the headers pays nobody: a warning about a whole column is told of it.
    about: row.paise === null && row.payTo === null ? ('batch' as const) : ('row' as const),
    count: 1,
  }));
  if (count <= rows.length) return lines;
  const about = rows.length === 0 ? ('batch' as const) : ('rest' as const);
  const rest = { rowNumber: 0, name: null, payTo: null, paise: null, message, isSaid, about };
  const key = warningKey(warning.message, null);
  return [...lines, { ...rest, key, count: count - rows.length }];
}

interface LineTicks {
  readonly isTicked: (line: WarningLine) => boolean;
  readonly onTick: (line: WarningLine, isTicked: boolean) => void;
  readonly isDisabled: boolean;
  readonly isGiven: boolean;
}

const whyOf = ({ message, isSaid }: WarningLine): string | null => (isSaid ? null : message);

/** A tick, whom it is about, how much, and why it is asked. */
function lineColumns(
  kinds: readonly WarningKind[],
  { isTicked, onTick, isDisabled, isGiven }: LineTicks,
): readonly TableColumn<WarningLine>[] {
  const isAllSaid = kinds.every(({ lines }) => lines.every(({ isSaid }) => isSaid));
  const nameOf = ({ about, count, name, rowNumber }: WarningLine): string => {
    if (about === 'batch') return CONFIRM.wholeBatch;
    return about === 'rest' ? CONFIRM.andMore(count) : (name ?? CONFIRM.rowName(rowNumber));
  };
  const rupeesOf = ({ paise }: WarningLine): string => (paise === null ? '' : formatRupees(paise));
  return [
    {
      word: CONFIRM.columns.tick,
      cell: (line) => {
        const label = CONFIRM.tickRow(nameOf(line), rupeesOf(line) || line.message);
        if (isGiven) return <GivenTick isTicked={isTicked(line)} label={label} />;
        return (
          <Tick aria-label={label} checked={isTicked(line)} disabled={isDisabled} onTick={(next) => onTick(line, next)}>
            {null}
          </Tick>
        );
      },
    },
    { word: CONFIRM.columns.row, isNumber: true, cell: ({ rowNumber, about }) => (about === 'row' ? rowNumber : '') },
    { word: CONFIRM.columns.name, cell: (line) => named(nameOf(line)) },
    { word: CONFIRM.columns.payTo, cell: ({ payTo }) => <span className={styles.payTo}>{payTo}</span> },
    { word: CONFIRM.columns.amount, isNumber: true, cell: rupeesOf },
    ...(isAllSaid ? [] : [{ word: CONFIRM.columns.why, cell: whyOf }]),
  ];
}

type CorrectionLine = NonNullable<ConfirmationView['retry']>['corrections'][number];

const COLUMNS: readonly TableColumn<CorrectionLine>[] = [
  { word: CONFIRM.columns.row, isNumber: true, cell: ({ row }) => row },
  { word: CONFIRM.columns.name, cell: ({ name }) => <PersonName>{name ?? CONFIRM.none}</PersonName> },
  { word: CONFIRM.columns.field, cell: ({ field }) => FIELD_WORDS[field] },
  { word: CONFIRM.columns.before, cell: ({ from }) => <Faint>{from ?? CONFIRM.none}</Faint> },
  { word: CONFIRM.columns.now, cell: ({ to }) => to ?? CONFIRM.none },
];

/** Every corrected detail of a retry: a wrong one pays a stranger. */
export function RetryCard({ retry: { corrections } }: { readonly retry: NonNullable<ConfirmationView['retry']> }) {
  if (corrections.length === 0) return <Faint>{CONFIRM.noCorrection}</Faint>;
  return (
    <TableCard
      label={CONFIRM.corrected(corrections.length)}
      columns={COLUMNS}
      rows={corrections}
      keyOf={({ row, field }) => `${row} ${field}`}
    />
  );
}
