// What is written about one payment, or about a batch, and given to others.

import { useState } from 'react';
import type { AnswerOf, ParamsOf } from '../../shared/api/contract.ts';
import type { BatchId } from '../../shared/ids.ts';
import { LANGUAGES } from '../../shared/report-forms.ts';
import { PAYOUT } from '../../shared/text/payouts.ts';
import { makeCommandIds } from '../bridge/command-ids.ts';
import type { CommandFailure } from '../bridge/desk-transport.ts';
import { useChange, useDesk, useDownload } from '../bridge/use-desk.ts';
import { Button, CopyText, Menu } from './controls.tsx';
import { NotDoneNotice, Notice } from './notice.tsx';

const DISPUTES = ['pdf', 'zip'] as const;

type PassportWanted = Omit<ParamsOf<'exportPassport'>, 'commandId'>;

interface PassportSaving {
  readonly made: AnswerOf<'exportPassport'> | null;
  readonly notDone: CommandFailure | null;
  readonly save: (wanted: PassportWanted) => Promise<void>;
  readonly close: () => void;
}

/** Makes passports, and saves the file where the person chooses. */
export function usePassports(): PassportSaving {
  const desk = useDesk();
  const [commandIds] = useState(makeCommandIds);
  const { run, result, notDone, reset: close } = useChange('exportPassport');
  const save = async (wanted: PassportWanted): Promise<void> => {
    const answer = await run(wanted, commandIds.idOf(wanted));
    commandIds.settle(wanted, answer);
    if (answer.kind === 'done') await desk.saveDownload(answer.value);
  };
  return { made: result?.kind === 'done' ? result.value : null, notDone, save, close };
}

/** What the passports just made are checked against: the person must tell it to others. */
export function PassportHead({ of: { made, notDone, close } }: { readonly of: PassportSaving }) {
  return (
    <>
      <NotDoneNotice result={notDone} />
      {made === null ? null : (
        <Notice
          tone="good"
          title={PAYOUT.passportAbout(String(made.entry))}
          about={<CopyText text={made.hash} label={PAYOUT.passportHash} />}
          onClose={close}
        />
      )}
    </>
  );
}

/** The documents about one payment. */
export function PayoutPapers({ batch, rowNumber }: { readonly batch: BatchId; readonly rowNumber: number }) {
  const passports = usePassports();
  const dispute = useDownload('exportDispute');
  return (
    <>
      <div>
        <Menu
          opener={<Button>{PAYOUT.papers}</Button>}
          items={[
            ...DISPUTES.map((format) => ({
              word: PAYOUT.dispute[format],
              run: () => dispute.save({ batch, rowNumber, format }),
            })),
            ...LANGUAGES.map((language) => ({
              word: PAYOUT.passport[language],
              run: () => void passports.save({ batch, rowNumber, format: 'pdf', language }),
            })),
          ]}
        />
      </div>
      <NotDoneNotice result={dispute.result} />
      <PassportHead of={passports} />
    </>
  );
}
