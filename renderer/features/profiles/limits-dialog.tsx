// The ceilings and the rate of one account. In: the profile. Out: a saved profile. This file must never lift a ceiling
// without a person.

import { useId, useState } from 'react';
import type { ListedProfile } from '../../../shared/api/profile-commands.ts';
import { parseMid } from '../../../shared/ids.ts';
import { DECIDE_AFTER_MAX_HOURS, IN_FLIGHT_MAX, RATE_MAX_PER_SECOND } from '../../../shared/limits.ts';
import { useChange, useForget } from '../../bridge/use-desk.ts';
import { SETTINGS } from '../../text/places.ts';
import { SHELL } from '../../text/shell.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { NotDoneNotice } from '../../ui/notice.tsx';
import { limitsOf, wishedLimits } from './typed-limits.ts';

export function LimitsDialog({ profile, onClose }: { readonly profile: ListedProfile; readonly onClose: () => void }) {
  const form = useId();
  const save = useChange('saveProfile');
  const wait = useChange('saveDecisionWait');
  const forget = useForget();
  const [opened] = useState(() => limitsOf(profile));
  const [typed, setTyped] = useState(opened);
  const wished = wishedLimits(typed, opened);
  const mid = parseMid(String(profile.mid));
  const submit = async (event: Pick<Event, 'preventDefault'>): Promise<void> => {
    event.preventDefault();
    const { maxPayout, maxBatch, rate, inFlight, hours } = wished;
    if (maxPayout === 'wrong' || maxBatch === 'wrong' || rate === 'wrong' || inFlight === 'wrong' || hours === 'wrong')
      return;
    if (mid === null) return;
    const { name, baseUrl } = profile;
    const limits = { maxPayoutPaise: maxPayout, maxBatchPaise: maxBatch, ratePerSecond: rate, inFlightMax: inFlight };
    const told = await save.run({ name, baseUrl, mid, ...limits });
    if (told.kind !== 'done') return;
    if (hours !== null && (await wait.run({ profile: name, hours })).kind !== 'done') return;
    forget('listProfiles', 'listUnknown');
    onClose();
  };
  const set = (field: keyof typeof typed) => (event: { readonly target: { readonly value: string } }) =>
    setTyped({ ...typed, [field]: event.target.value });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`${SETTINGS.limits}: ${profile.name}`}
      actions={
        <>
          <Button onClick={onClose}>{SHELL.cancel}</Button>
          <Button weight="primary" type="submit" form={form} isPending={save.isPending || wait.isPending}>
            {SETTINGS.save}
          </Button>
        </>
      }
    >
      <p>{SETTINGS.limitsAbout}</p>
      <form id={form} onSubmit={(event) => void submit(event)}>
        <TextField
          label={SETTINGS.maxPayout}
          value={typed.maxPayout}
          error={wished.maxPayout === 'wrong' ? SETTINGS.amountWrong : null}
          onChange={set('maxPayout')}
        />
        <TextField
          label={SETTINGS.maxBatch}
          value={typed.maxBatch}
          error={wished.maxBatch === 'wrong' ? SETTINGS.amountWrong : null}
          onChange={set('maxBatch')}
        />
        <TextField
          label={SETTINGS.ratePerSecond}
          inputMode="numeric"
          value={typed.rate}
          error={wished.rate === 'wrong' ? SETTINGS.numberWrong(RATE_MAX_PER_SECOND) : null}
          onChange={set('rate')}
        />
        <TextField
          label={SETTINGS.inFlight}
          inputMode="numeric"
          value={typed.inFlight}
          error={wished.inFlight === 'wrong' ? SETTINGS.numberWrong(IN_FLIGHT_MAX) : null}
          onChange={set('inFlight')}
        />
        <TextField
          label={SETTINGS.decisionWait}
          hint={SETTINGS.decisionWaitHint}
          inputMode="numeric"
          value={typed.hours}
          error={wished.hours === 'wrong' ? SETTINGS.hoursWrong(DECIDE_AFTER_MAX_HOURS) : null}
          onChange={set('hours')}
        />
      </form>
      <NotDoneNotice told={save.told} />
      <NotDoneNotice told={wait.told} />
    </Dialog>
  );
}
