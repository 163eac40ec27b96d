// A request, as its maker saw it on Confirm: what others approve is exactly this. Nothing here can be ticked or changed.

import { type ReactNode, useEffect, useState } from 'react';
import type { RequestDetails } from '../../../shared/api/approval-commands.ts';
import { CONFIRM_LISTED, NOTE_MAX_CHARACTERS } from '../../../shared/limits.ts';
import { formatRupees } from '../../../shared/money.ts';
import { type ApprovalDecision, comparisonCode, isCodeOf, requestCodeText } from '../../../shared/requests.ts';
import { APPROVAL } from '../../../shared/text/approval.ts';
import { CONFIRM } from '../../../shared/text/drafts.ts';
import { formatDayAndTime } from '../../../shared/text/format.ts';
import { SHELL } from '../../../shared/text/shell.ts';
import { useAsk, useChange, useDownload } from '../../bridge/use-desk.ts';
import { say } from '../../language.ts';
import { SignDialog } from '../../ui/approval.tsx';
import { Button, TextField, useTyped } from '../../ui/controls.tsx';
import { go, goToBatch, useScreen } from '../../ui/navigation.ts';
import { NotDoneNotice, Notice } from '../../ui/notice.tsx';
import { Card, Figure, Figures, LoadedPage, Page, Why } from '../../ui/page.tsx';
import { PersonName } from '../../ui/person-name.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { REQUEST_MARKS } from '../../ui/request-mark.tsx';
import { noteSeen } from '../../ui/seen-requests.ts';
import { WideTable } from '../../ui/table.tsx';
import { AskedCard, LeftOutCard, RetryCard, SinceLastCard } from './confirm-cards.tsx';
import styles from './confirm-screen.module.css';
import { moreThan, NOTHING_ENTERED, warningKeys } from './shown-confirmation.ts';

export function RequestScreen({ request }: { readonly request: number }) {
  const [listed, setListed] = useState(CONFIRM_LISTED);
  const question = useAsk('readRequest', { request, listed }, { keepPrevious: true, nextInMs: () => AGAIN_MS });
  return (
    <LoadedPage of={question} title={APPROVAL.title} footer={<BackButton />}>
      {(details) => <Request details={details} onMore={() => setListed(moreThan(listed))} />}
    </LoadedPage>
  );
}

/** A request expires without an event. */
const AGAIN_MS = 60_000;

function BackButton() {
  return (
    <Button data-first-focus onClick={() => go({ at: 'requests' })}>
      {SHELL.back}
    </Button>
  );
}

interface RequestProps {
  readonly details: RequestDetails;
  readonly onMore: () => void;
}

function Request({ details, onMore }: RequestProps) {
  const { request, state, asked, what, payment, maker, madeAtMs, expiresAtMs, confirm } = details;
  const [deciding, setDeciding] = useState<ApprovalDecision | null>(null);
  useEffect(() => noteSeen(details.digest), [details.digest]);
  const saving = useDownload('exportRequest');
  const amount = amountOf(details);
  const title = payment === null || amount === null ? say(asked) : titleOf(payment, amount);
  const made = APPROVAL.requestOf(request, maker, formatDayAndTime(madeAtMs));
  const until = APPROVAL.validUntil(formatDayAndTime(expiresAtMs));
  const isOpen = state === 'waiting' || state === 'approved';
  return (
    <Page
      title={title}
      {...(amount === null ? {} : { amount })}
      {...(payment === null ? {} : { environment: payment.environment })}
      about={[made, ...(payment === null ? [] : [payment.file])].join(' · ')}
      isSheet
      footer={
        <>
          <Why>{isOpen ? until : null}</Why>
          <BackButton />
          {state === 'waiting' ? <Deciding onDecide={setDeciding} /> : null}
          {state === 'approved' ? <PayButton details={details} /> : null}
          {state === 'used' && details.batch !== null ? <BatchButton batch={details.batch} /> : null}
        </>
      }
    >
      <div className="tight gap-3">
        <Notice
          tone={REQUEST_MARKS[state].notice}
          title={say(what)}
          about={state === 'approved' && payment !== null ? aboutPaying(details) : null}
          actions={
            state === 'waiting' ? (
              <Button onClick={() => saving.save({ request })} isPending={saving.isPending}>
                {APPROVAL.export}
              </Button>
            ) : null
          }
        />
        <NotDoneNotice result={saving.result} />
        <PaidSince details={details} />
        {payment === null ? null : (
          <Card>
            <Figures>
              {confirm === null
                ? null
                : (['UPI', 'IMPS'] as const).map((method) => (
                    <Figure key={method} label={method} value={formatRupees(confirm.byMethod[method].paise)} />
                  ))}
              <Figure label={APPROVAL.largest} value={formatRupees(payment.largestPaise)} />
              {payment.batch === null ? null : (
                <Figure label={APPROVAL.wholeBatch} value={formatRupees(payment.totalPaise)} />
              )}
              <Figure label={APPROVAL.mid} value={String(payment.mid)} />
              <Figure label={APPROVAL.gateway} value={payment.baseUrl} />
            </Figures>
          </Card>
        )}
        <RequestCode digest={details.digest} isShown={state === 'waiting'} />
        {confirm === null ? <Said warnings={details.warnings} /> : <AsConfirmed details={details} confirm={confirm} />}
        {payment === null ? null : <PaidRows details={details} count={payment.count} onMore={onMore} />}
      </div>
      {deciding === null ? null : (
        <DecideDialog details={details} decision={deciding} onClose={() => setDeciding(null)} />
      )}
    </Page>
  );
}

const QR_SIZE_PX = 132;

/** For the approver at another computer, who compares what is signed. */
function RequestCode({ digest, isShown }: { readonly digest: string; readonly isShown: boolean }) {
  if (!isShown) return null;
  const code = comparisonCode(digest);
  return (
    <Card>
      <div className="row nowrap gap-4">
        <QrCode text={requestCodeText(digest)} label={APPROVAL.qrLabel(code)} sizePx={QR_SIZE_PX} />
        <div className="tight gap-1">
          <span className="strong">{APPROVAL.requestCode(code)}</span>
          <span className="soft small">{APPROVAL.qrAbout}</span>
        </div>
      </div>
    </Card>
  );
}

/** What leaves: of a batch that goes on, the rest. */
function amountOf({ payment, unsentPaise }: RequestDetails): string | null {
  return payment === null ? null : formatRupees(unsentPaise);
}

function titleOf({ batch, count, profile }: NonNullable<RequestDetails['payment']>, amount: string): string {
  return batch === null ? APPROVAL.payTitle(amount, count, profile) : APPROVAL.restTitle(amount, batch);
}

function aboutPaying({ draft, payment }: RequestDetails): string {
  return draft === null && payment?.batch === null ? APPROVAL.payAgain : APPROVAL.payAbout;
}

function Deciding({ onDecide }: { readonly onDecide: (decision: ApprovalDecision) => void }) {
  return (
    <>
      <Button onClick={() => onDecide('reject')}>{APPROVAL.reject}</Button>
      <Button weight="primary" isMain="focus" onClick={() => onDecide('approve')}>
        {APPROVAL.approve}
      </Button>
    </>
  );
}

/** Leads to where it is paid: what was approved is shown and confirmed there once more. */
function PayButton({ details: { request, draft, payment } }: { readonly details: RequestDetails }) {
  const { chooseProfile } = useScreen();
  if (payment === null) return null;
  if (payment.batch !== null) return <BatchButton batch={payment.batch} isMain />;
  if (draft === null) return null;
  return (
    <Button
      weight="primary"
      isMain
      onClick={() => {
        chooseProfile(payment.profile);
        go({ at: 'draft', draft: draft.id, step: 'confirm', request });
      }}
    >
      {APPROVAL.pay}
    </Button>
  );
}

interface BatchButtonProps {
  readonly batch: NonNullable<RequestDetails['batch']>;
  readonly isMain?: boolean;
}

function BatchButton({ batch, isMain = false }: BatchButtonProps) {
  return (
    <Button weight={isMain ? 'primary' : 'plain'} onClick={() => goToBatch(batch)}>
      {APPROVAL.goOn}
    </Button>
  );
}

function PaidSince({ details: { paidSince } }: { readonly details: RequestDetails }) {
  if (paidSince.length === 0) return null;
  const count = paidSince.reduce((total, { sum }) => total + sum.count, 0);
  const paise = paidSince.reduce((total, { sum }) => total + sum.paise, 0);
  const batches = paidSince.map(({ batch }) => batch).join(', ');
  return <Notice tone="warning" title={APPROVAL.since(count, formatRupees(paise))} about={APPROVAL.sinceIn(batches)} />;
}

/** The warnings of a request that was made at the command line. */
function Said({ warnings }: Pick<RequestDetails, 'warnings'>) {
  if (warnings.length === 0) return null;
  return (
    <Card title={APPROVAL.warnings}>
      <ul>
        {warnings.map((warning) => (
          <li key={JSON.stringify(warning)}>{say(warning)}</li>
        ))}
      </ul>
    </Card>
  );
}

interface AsConfirmedProps {
  readonly details: RequestDetails;
  readonly confirm: NonNullable<RequestDetails['confirm']>;
}

/** The cards of Confirm, with the ticks that were given. */
function AsConfirmed({ details: { maker, ticks }, confirm }: AsConfirmedProps) {
  const read = new Set(confirm.warnings.flatMap(warningKeys));
  return (
    <>
      {confirm.retry === null ? null : <RetryCard retry={confirm.retry} />}
      {confirm.since === null ? null : <SinceLastCard since={confirm.since} />}
      <AskedCard
        title={APPROVAL.ticked(maker)}
        isGiven
        confirmation={{ ...confirm, ticks: [] }}
        rowTicks={ticks}
        onRowTick={nothing}
        entered={{ ...NOTHING_ENTERED, read }}
        onEntered={nothing}
        onMore={nothing}
      />
      <LeftOutCard confirmation={confirm} />
    </>
  );
}

const nothing = (): void => undefined;

interface PaidRowsProps extends RequestProps {
  readonly count: number;
}

function PaidRows({ details: { rows, ticks }, count, onMore }: PaidRowsProps) {
  const title = APPROVAL.rows(count);
  const isTicked = rows.some(({ row }) => tickOf(ticks, row) !== null);
  const columns = [
    { word: CONFIRM.columns.row, isNumber: true, cell: ({ row }: Row): ReactNode => row },
    { word: CONFIRM.columns.name, cell: ({ name }: Row) => <PersonName>{name ?? CONFIRM.none}</PersonName> },
    { word: CONFIRM.columns.payTo, cell: ({ payTo }: Row) => <span className={styles.payTo}>{payTo}</span> },
    { word: APPROVAL.columns.remark, cell: ({ remark }: Row) => <PersonName>{remark}</PersonName> },
    ...(isTicked ? [{ word: CONFIRM.columns.why, cell: ({ row }: Row) => tickOf(ticks, row) }] : []),
    { word: CONFIRM.columns.amount, isNumber: true, cell: ({ paise }: Row) => formatRupees(paise) },
  ];
  const more = count - rows.length;
  return (
    <Card
      title={title}
      isFlush
      actions={more > 0 ? <Button onClick={onMore}>{CONFIRM.showMoreRows(more)}</Button> : null}
    >
      <WideTable label={title} columns={columns} rows={rows} keyOf={({ row }) => row} />
    </Card>
  );
}

type Row = RequestDetails['rows'][number];

function tickOf(
  { paidBefore, difference, accountChanged, heldName, claims = [] }: RequestDetails['ticks'],
  row: number,
): string | null {
  const claim = claims.find(({ rowNumber }) => rowNumber === row || rowNumber === 0);
  if (claim !== undefined) return APPROVAL.tickedClaim(claim.payment);
  if (difference.includes(row)) return APPROVAL.tickedDifference;
  if (paidBefore.includes(row)) return APPROVAL.tickedRow;
  if (accountChanged.includes(row)) return APPROVAL.tickedAccount;
  return heldName.includes(row) ? APPROVAL.tickedName : null;
}

interface DecideDialogProps {
  readonly details: RequestDetails;
  readonly decision: ApprovalDecision;
  readonly onClose: () => void;
}

function DecideDialog({ details, decision, onClose }: DecideDialogProps) {
  const { request, digest, signers, payment, asked } = details;
  const decide = useChange('decideRequest');
  const { typed, field } = useTyped({ reason: '', code: '' });
  const isOther = typed.code.trim() !== '' && !isCodeOf(typed.code, digest);
  const amount = amountOf(details);
  const isApproving = decision === 'approve';
  const about = payment === null || amount === null ? say(asked) : `${titleOf(payment, amount)}.`;
  return (
    <SignDialog
      title={
        !isApproving ? APPROVAL.rejectTitle : amount === null ? APPROVAL.approveChange : APPROVAL.approveTitle(amount)
      }
      word={isApproving ? APPROVAL.approve : APPROVAL.reject}
      isDanger={!isApproving}
      label={APPROVAL.whoSigns}
      persons={signers.map(({ name, why }) => ({ name, why: why === null ? null : say(why) }))}
      nobody={APPROVAL.noApprovers}
      about={isApproving ? `${about} ${APPROVAL.approveAbout}` : about}
      isReady={isApproving ? !isOther : typed.reason.trim() !== ''}
      work={decide}
      sign={(by) => decide.run({ request, digest, decision, reason: typed.reason.trim(), ...by })}
      onClose={onClose}
    >
      <TextField
        label={isApproving ? APPROVAL.note : APPROVAL.reason}
        {...(isApproving ? {} : { hint: APPROVAL.reasonHint })}
        {...field('reason', NOTE_MAX_CHARACTERS)}
      />
      {isApproving ? (
        <TextField
          label={APPROVAL.compare}
          hint={APPROVAL.compareHint}
          {...field('code')}
          error={isOther ? APPROVAL.otherCode : null}
        />
      ) : null}
    </SignDialog>
  );
}
