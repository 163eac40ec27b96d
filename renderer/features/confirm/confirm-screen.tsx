// Confirm: what would be paid, asked of the desk and asked again when something happens. In: the draft. Out: the form that
// pays it. This file must never show a confirmation of another question than the one that is asked.

import { useState } from 'react';
import type { Confirmation } from '../../../shared/api/batch-commands.ts';
import { CONFIRM_LISTED, CONFIRM_LISTED_GROWTH, SHEET_MAX_ROWS } from '../../../shared/limits.ts';
import type { Ticks } from '../../../shared/ticks.ts';
import { type Asked, useAsk } from '../../bridge/use-desk.ts';
import { CONFIRM } from '../../text/confirm.ts';
import { formatMonth } from '../../text/format.ts';
import { STEP_ORDER, STEPS } from '../../text/open.ts';
import { Button } from '../../ui/button.tsx';
import { Loaded, Waiting } from '../../ui/loaded.tsx';
import { NotDoneNotice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { Steps } from '../../ui/steps.tsx';
import { ConfirmForm, type ConfirmScreenProps, type Named } from './confirm-form.tsx';
import { useShownConfirmation } from './shown-confirmation.ts';

export function ConfirmScreen(props: ConfirmScreenProps) {
  const { draft, revision, profile, start } = props;
  const [rowTicks, setRowTicks] = useState<Ticks>({ paidBefore: [], accountChanged: [] });
  const [named, setNamed] = useState<Named | null>(null);
  const [listed, setListed] = useState(CONFIRM_LISTED);
  const asked = { paidBefore: [...rowTicks.paidBefore], accountChanged: [...rowTicks.accountChanged] };
  const question = useAsk(
    'readConfirmation',
    { draft, revision, profile, rowTicks: asked, listed, asker: THIS_PAGE },
    { isFresh: true },
  );
  const actions = <Steps label={STEPS.label} steps={STEP_ORDER} current={STEPS.confirm} />;
  const { shown, seen } = useShownConfirmation(question.told, {
    asked: JSON.stringify([asked, listed]),
    isFrozen: start.isPending,
  });
  if (shown !== null && stands(question.told, start.isPending))
    return (
      <ConfirmForm
        key={shown.key}
        {...props}
        confirmation={shown.confirmation}
        isChanged={shown.isChanged}
        isAsking={question.isAsking}
        actions={actions}
        again={() => {
          start.reset();
          seen();
          question.again();
        }}
        onRefused={question.again}
        rowTicks={asked}
        onRowTicks={setRowTicks}
        onMore={() => setListed(Math.min(listed * CONFIRM_LISTED_GROWTH, SHEET_MAX_ROWS))}
        named={named ?? suggestName(shown.confirmation)}
        onName={setNamed}
      />
    );
  return (
    <Page
      title={CONFIRM.title}
      about={CONFIRM.asking}
      actions={actions}
      footer={<Button onClick={props.onBack}>{CONFIRM.cancel}</Button>}
    >
      <NotDoneNotice told={start.told} />
      <Loaded of={question} waiting={<Waiting lines={8} />}>
        {() => null}
      </Loaded>
    </Page>
  );
}

/** Questions of this page: another window's about the same draft are its own. */
const THIS_PAGE = crypto.randomUUID();

/** Whether what is shown still stands: a question that a Start cut short has told nothing new. */
function stands(told: Asked<Confirmation>, isStarting: boolean): boolean {
  if (told.kind === 'done' || isStarting) return true;
  return told.kind === 'refused' && told.refusal.code === 'askedAnew';
}

/** What most batches are called in the month they are paid in; a retry is called like what it pays again. */
function suggestName({ retry }: Confirmation): Named {
  if (retry !== null) return { name: '', period: '' };
  return { name: CONFIRM.namePlaceholder, period: formatMonth(Date.now()) };
}
