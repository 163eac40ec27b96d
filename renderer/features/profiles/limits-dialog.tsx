// The ceilings and the rate of one account. In: the profile. Out: a saved profile. This file must never lift a ceiling
// without a person.

import { useId, useState } from 'react';
import type { ListedProfile } from '../../../shared/api/profile-commands.ts';
import { parseMid } from '../../../shared/ids.ts';
import {
  DECIDE_AFTER_MAX_HOURS,
  DECIDE_AFTER_MS,
  HOUR_MS,
  IN_FLIGHT_MAX,
  RATE_MAX_PER_SECOND,
} from '../../../shared/limits.ts';
import { decimalText, type Paise, parseTotalRupees } from '../../../shared/money.ts';
import { useChange, useForget } from '../../bridge/use-desk.ts';
import { SETTINGS } from '../../text/places.ts';
import { SHELL } from '../../text/shell.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { NotDoneNotice } from '../../ui/notice.tsx';

export function LimitsDialog({ profile, onClose }: { readonly profile: ListedProfile; readonly onClose: () => void }) {
  const form = useId();
  const save = useChange('saveProfile');
  const wait = useChange('saveDecisionWait');
  const forget = useForget();
  const [opened] = useState(() => limitsOf(profile));
  const [typed, setTyped] = useState(opened);
  // What stands as it was opened is left to the account, which may have another limit by now.
  const ifChanged = <Value,>(field: keyof Limits, value: Value): Value | null =>
    typed[field] === opened[field] ? null : value;
  const maxPayoutPaise = ceilingOf(typed.maxPayout);
  const maxBatchPaise = ceilingOf(typed.maxBatch);
  const ratePerSecond = wholeOf(typed.rate, RATE_MAX_PER_SECOND);
  const inFlightMax = wholeOf(typed.inFlight, IN_FLIGHT_MAX);
  const hours = hoursOf(typed.hours);
  const mid = parseMid(String(profile.mid));
  const submit = async (event: Pick<Event, 'preventDefault'>): Promise<void> => {
    event.preventDefault();
    if (
      maxPayoutPaise === null ||
      maxBatchPaise === null ||
      ratePerSecond === null ||
      inFlightMax === null ||
      hours === null ||
      mid === null
    )
      return;
    const told = await save.run({
      name: profile.name,
      baseUrl: profile.baseUrl,
      mid,
      maxPayoutPaise: ifChanged('maxPayout', maxPayoutPaise),
      maxBatchPaise: ifChanged('maxBatch', maxBatchPaise),
      ratePerSecond: ifChanged('rate', ratePerSecond),
      inFlightMax: ifChanged('inFlight', inFlightMax),
    });
    if (told.kind !== 'done') return;
    const wished = ifChanged('hours', hours);
    if (wished !== null && (await wait.run({ profile: profile.name, hours: wished })).kind !== 'done') return;
    forget('listProfiles', 'listUnknown');
    onClose();
  };
  const set = (field: keyof Limits) => (event: { readonly target: { readonly value: string } }) =>
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
          error={maxPayoutPaise === null ? SETTINGS.amountWrong : null}
          onChange={set('maxPayout')}
        />
        <TextField
          label={SETTINGS.maxBatch}
          value={typed.maxBatch}
          error={maxBatchPaise === null ? SETTINGS.amountWrong : null}
          onChange={set('maxBatch')}
        />
        <TextField
          label={SETTINGS.ratePerSecond}
          inputMode="numeric"
          value={typed.rate}
          error={ratePerSecond === null ? SETTINGS.numberWrong(RATE_MAX_PER_SECOND) : null}
          onChange={set('rate')}
        />
        <TextField
          label={SETTINGS.inFlight}
          inputMode="numeric"
          value={typed.inFlight}
          error={inFlightMax === null ? SETTINGS.numberWrong(IN_FLIGHT_MAX) : null}
          onChange={set('inFlight')}
        />
        <TextField
          label={SETTINGS.decisionWait}
          hint={SETTINGS.decisionWaitHint}
          inputMode="numeric"
          value={typed.hours}
          error={hours === null ? SETTINGS.hoursWrong(DECIDE_AFTER_MAX_HOURS) : null}
          onChange={set('hours')}
        />
      </form>
      <NotDoneNotice told={save.told} />
      <NotDoneNotice told={wait.told} />
    </Dialog>
  );
}

/** The limits as they are typed. Shape: a ceiling that is not set is empty. */
interface Limits {
  readonly maxPayout: string;
  readonly maxBatch: string;
  readonly rate: string;
  readonly inFlight: string;
  readonly hours: string;
}

function limitsOf({ maxPayoutPaise, maxBatchPaise, ratePerSecond, inFlightMax, decideAfterMs }: ListedProfile): Limits {
  return {
    maxPayout: maxPayoutPaise === null ? '' : decimalText(maxPayoutPaise),
    maxBatch: maxBatchPaise === null ? '' : decimalText(maxBatchPaise),
    rate: String(ratePerSecond),
    inFlight: String(inFlightMax),
    hours: String(Math.round((decideAfterMs ?? DECIDE_AFTER_MS) / HOUR_MS)),
  };
}

/** An empty field takes the ceiling away; null when the text is no amount. */
function ceilingOf(text: string): Paise | 'none' | null {
  if (text.trim() === '') return 'none';
  const reading = parseTotalRupees(text);
  return reading.kind === 'exact' ? reading.paise : null;
}

function hoursOf(text: string): number | null {
  const hours = /^\d{1,3}$/.test(text.trim()) ? Number(text) : null;
  return hours === null || hours > DECIDE_AFTER_MAX_HOURS ? null : hours;
}

function wholeOf(text: string, most: number): number | null {
  const whole = /^[1-9]\d{0,5}$/.test(text.trim()) ? Number(text) : null;
  return whole === null || whole > most ? null : whole;
}
