// Archiving old batches: what goes and what stays, the typed count, then how far it is.

import { useState } from 'react';
import type { AnswerOf } from '../../../shared/api/contract.ts';
import { formatCount } from '../../../shared/counts.ts';
import { msg } from '../../../shared/messages/message.ts';
import { formatRupees } from '../../../shared/money.ts';
import type { Book } from '../../../shared/profiles.ts';
import { formatDay } from '../../../shared/text/format.ts';
import { ARCHIVE } from '../../../shared/text/settings.ts';
import { SHELL } from '../../../shared/text/shell.ts';
import { useAsk, useChange } from '../../bridge/use-desk.ts';
import { say } from '../../language.ts';
import { Button, TextField, Tick, useTyped } from '../../ui/controls.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Loaded, NotDoneNotice, Notice } from '../../ui/notice.tsx';
import { Facts, Faint, Row, Stack } from '../../ui/page.tsx';

/** More would make the dialog scroll inside a scroller. */
const BATCHES_NAMED = 8;

export function ArchiveDialog({ book, onClose }: { readonly book: Book; readonly onClose: () => void }) {
  const archiving = useAsk('readArchiving', { book }).value;
  // What ended before this dialog was opened is no answer to it.
  const [isBegun, setBegun] = useState(false);
  const [withUnpaid, setWithUnpaid] = useState(false);
  const { typed, field } = useTyped({ count: '' });
  const asked = useAsk('planArchive', { book, withUnpaid });
  const start = useChange('startArchive');
  const plan = asked.value;
  const going = archiving?.going ?? null;
  const ended = isBegun ? (archiving?.ended ?? null) : null;
  const isConfirmed = plan !== null && plan.payments > 0 && digitsOf(typed.count) === String(plan.payments);
  const isPlanning = going === null && ended === null;
  const begin = async (): Promise<void> => {
    if (plan === null) return;
    const batches = plan.going.map(({ batch }) => batch);
    const begun = await start.run({ book, withUnpaid, batches });
    if (begun.kind === 'done') setBegun(true);
  };
  return (
    <Dialog
      onClose={onClose}
      title={ARCHIVE.open}
      firstFocus="cancel"
      cancel={isPlanning ? SHELL.cancel : SHELL.close}
      act={
        isPlanning
          ? { word: ARCHIVE.start, disabled: !isConfirmed, isPending: start.isPending, run: () => void begin() }
          : null
      }
    >
      {going === null ? null : <Going going={going} />}
      {ended === null || going !== null ? null : <Ended ended={ended} />}
      {isPlanning ? (
        <Stack>
          <p>
            {ARCHIVE.about} {ARCHIVE.keep}
          </p>
          <Tick checked={withUnpaid} onTick={setWithUnpaid}>
            {ARCHIVE.withUnpaid}
          </Tick>
          <Loaded of={asked}>{(value) => <Plan plan={value} />}</Loaded>
          {plan === null || plan.payments === 0 ? null : (
            <TextField label={ARCHIVE.type(plan.payments)} inputMode="numeric" {...field('count')} />
          )}
          <NotDoneNotice result={start.result} />
        </Stack>
      ) : null}
    </Dialog>
  );
}

/** People type the number as it is shown, or without its commas. */
function digitsOf(text: string): string {
  return text.trim().replaceAll(',', '');
}

type PlanAnswer = AnswerOf<'planArchive'>;

function Plan({ plan: { going, staying, payments, paise, bytes, databaseBytes } }: { readonly plan: PlanAnswer }) {
  return (
    <Stack>
      {going.length === 0 ? (
        <p>{ARCHIVE.none}</p>
      ) : (
        <Facts
          facts={{
            [ARCHIVE.batches]: <Batches going={going} />,
            [ARCHIVE.payments]: `${formatCount(payments)} · ${formatRupees(paise)}`,
            [ARCHIVE.database]: ARCHIVE.leaves(bytes, databaseBytes),
          }}
        />
      )}
      {staying.slice(0, BATCHES_NAMED).map(({ batch, stays, unpaid }) => (
        <Faint key={batch}>{say(msg(`archive.stays.${stays ?? 'young'}`, { batch, count: unpaid }))}</Faint>
      ))}
      {staying.length > BATCHES_NAMED ? <Faint>{ARCHIVE.andMore(staying.length - BATCHES_NAMED)}</Faint> : null}
    </Stack>
  );
}

function Batches({ going }: Pick<PlanAnswer, 'going'>) {
  return (
    <>
      {going.slice(0, BATCHES_NAMED).map(({ batch, name, lastAtMs, unpaid }) => (
        <div key={batch}>
          {batch} {name}, {formatDay(lastAtMs)} {unpaid === 0 ? null : <Faint>{ARCHIVE.unpaid(unpaid)}</Faint>}
        </div>
      ))}
      {going.length > BATCHES_NAMED ? <Faint>{ARCHIVE.andMore(going.length - BATCHES_NAMED)}</Faint> : null}
    </>
  );
}

type Archiving = AnswerOf<'readArchiving'>;

function Going({ going: { batch, step, done, of, at, batches } }: { readonly going: NonNullable<Archiving['going']> }) {
  const stop = useChange('stopArchive');
  const what = step === 'compact' ? ARCHIVE.step.compact : batch === null ? '' : ARCHIVE.step[step](batch);
  return (
    <Stack>
      <p role="status">
        {at === 0 ? null : ARCHIVE.progress(at, batches)} {what}
      </p>
      <progress aria-label={ARCHIVE.open} max={Math.max(1, of)} value={done} />
      <Row>
        <Button isPending={stop.isPending} disabled={stop.result?.kind === 'done'} onClick={() => void stop.run({})}>
          {ARCHIVE.stop}
        </Button>
        {stop.result?.kind === 'done' ? <Faint>{ARCHIVE.stopping}</Faint> : null}
      </Row>
      <NotDoneNotice result={stop.result} />
    </Stack>
  );
}

function Ended({
  ended: { archived, isStopped, bytesBefore, bytesAfter, notCompacted, refusal },
}: {
  readonly ended: NonNullable<Archiving['ended']>;
}) {
  if (refusal !== null) return <Notice tone="error" title={say(refusal.message)} about={say(refusal.cure)} />;
  return (
    <Notice
      tone={isStopped || notCompacted !== null ? 'warning' : 'good'}
      title={ARCHIVE.ended(archived.length)}
      about={
        <>
          {archived.length === 0 ? null : <p>{ARCHIVE.sizes(bytesBefore, bytesAfter)}</p>}
          {isStopped ? <p>{ARCHIVE.stopped}</p> : null}
          {notCompacted === null ? null : <p>{say(msg('archive.notCompacted', { why: notCompacted.message }))}</p>}
          {archived.length === 0 ? null : <p>{ARCHIVE.keep}</p>}
        </>
      }
    />
  );
}
