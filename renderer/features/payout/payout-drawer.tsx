// One payout with everything that is known about it. In: its name. Out: a panel with facts, ids to copy and a timeline.
// This file must never change a payout.

import type { AnswerOf } from '../../../shared/api/contract.ts';
import { useAsk } from '../../bridge/use-desk.ts';
import { reasonWords } from '../../text/evidence.ts';
import { formatDayAndTime, formatRupees } from '../../text/format.ts';
import { PAYOUT } from '../../text/payout.ts';
import { STATE_MEANINGS } from '../../text/states.ts';
import { Button } from '../../ui/button.tsx';
import { CopyText } from '../../ui/copy-text.tsx';
import { Drawer } from '../../ui/dialog.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Facts, Faint, Stack } from '../../ui/page.tsx';
import { StateMark } from '../../ui/status.tsx';
import { Timeline } from './timeline.tsx';

type Detail = AnswerOf<'readPayout'>;

interface PayoutDrawerProps {
  readonly payout: string | null;
  readonly onClose: () => void;
  /** Another payout: what this one pays again, or what pays it again. */
  readonly onPayout: (payout: string) => void;
}

export function PayoutDrawer({ payout, onClose, onPayout }: PayoutDrawerProps) {
  return (
    <Drawer isOpen={payout !== null} onClose={onClose} title={payout ?? ''}>
      {payout === null ? null : <PayoutBody payout={payout} onPayout={onPayout} />}
    </Drawer>
  );
}

type PayoutBodyProps = Pick<PayoutDrawerProps, 'onPayout'> & { readonly payout: string };

function PayoutBody({ payout, onPayout }: PayoutBodyProps) {
  const question = useAsk('readPayout', { payout });
  return (
    <Loaded of={question}>
      {(detail) => (
        <>
          <Stack isTight>
            <div>
              <StateMark state={detail.line.state} isSoft />
            </div>
            <Faint>{STATE_MEANINGS[detail.line.state]}</Faint>
            {detail.line.hold === null ? null : <p>{PAYOUT.hold[detail.line.hold]}</p>}
          </Stack>
          <Facts facts={factsOf(detail, onPayout)} />
          <Stack isTight>
            <h2>{PAYOUT.timeline}</h2>
            <Timeline detail={detail} />
          </Stack>
          <Stack isTight>
            <h2>{PAYOUT.source}</h2>
            <Facts facts={detail.source.map(({ header, text }) => [header, text] as const)} />
          </Stack>
        </>
      )}
    </Loaded>
  );
}

type Fact = readonly [string, React.ReactNode];

function factsOf(detail: Detail, onPayout: PayoutDrawerProps['onPayout']): readonly Fact[] {
  const { line } = detail;
  const copied = (label: string, text: string | null): readonly Fact[] =>
    text === null || text === '' ? [] : [[label, <CopyText key={label} text={text} label={label} />]];
  const said = (label: string, text: string | null): readonly Fact[] =>
    text === null || text === '' ? [] : [[label, text]];
  const linked = (label: string, other: string | null): readonly Fact[] =>
    other === null
      ? []
      : [
          [
            label,
            <Button key={label} weight="quiet" onClick={() => onPayout(other)}>
              {other}
            </Button>,
          ],
        ];
  return [
    [PAYOUT.amount, <strong key="amount">{formatRupees(line.amountPaise)}</strong>],
    ...said(PAYOUT.name, line.name),
    ...copied(PAYOUT.beneficiary, line.beneficiary),
    ...said(PAYOUT.bank, line.ifsc === null ? null : `${line.ifsc}${line.bank === null ? '' : ` · ${line.bank}`}`),
    ...said(PAYOUT.remark, line.remark),
    ...copied(PAYOUT.reference, line.reference),
    ...copied(PAYOUT.transactionId, line.transactionId),
    ...copied(PAYOUT.utr, line.utr),
    ...copied(PAYOUT.rrn, line.rrn),
    ...copied(PAYOUT.logNumber, detail.logNumber),
    ...copied(PAYOUT.tranRefNo, detail.tranRefNo),
    ...said(PAYOUT.gatewayStatus, line.gatewayStatus),
    ...said(PAYOUT.message, line.message),
    ...said(PAYOUT.reason, detail.unknownReason === null ? null : reasonWords(detail.unknownReason)),
    ...said(PAYOUT.decidedBy, detail.decidedBy),
    ...(detail.notKnownAnswers === 0 ? [] : [[PAYOUT.notKnown, detail.notKnownAnswers] as const]),
    ...said(PAYOUT.nextLookup, detail.nextLookupAtMs === null ? null : formatDayAndTime(detail.nextLookupAtMs)),
    ...linked(PAYOUT.retryOf, detail.retryOf),
    ...linked(PAYOUT.retriedAs, detail.retriedAs),
  ];
}
