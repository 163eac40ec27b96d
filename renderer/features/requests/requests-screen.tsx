// What others must approve, and who they are.

import { Signature } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ListedRequest, Team } from '../../../shared/api/approval-commands.ts';
import type { AnswerOf } from '../../../shared/api/contract.ts';
import { NOTE_MAX_CHARACTERS } from '../../../shared/limits.ts';
import { formatRupees } from '../../../shared/money.ts';
import type { ApprovalDecision } from '../../../shared/requests.ts';
import { APPROVAL } from '../../../shared/text/approval.ts';
import { formatDayAndTime } from '../../../shared/text/format.ts';
import type { CommandResult } from '../../bridge/desk-transport.ts';
import { useAsk, useChange, useDesk, usePending } from '../../bridge/use-desk.ts';
import { say } from '../../language.ts';
import { SignDialog } from '../../ui/approval.tsx';
import { Button, TextField, Tick, useTyped } from '../../ui/controls.tsx';
import { go } from '../../ui/navigation.ts';
import { Empty, Loaded, NotDoneNotice, Notice } from '../../ui/notice.tsx';
import { Card, Faint, Page, Stack } from '../../ui/page.tsx';
import { PersonName } from '../../ui/person-name.tsx';
import { RequestMark } from '../../ui/request-mark.tsx';
import { wasSeen } from '../../ui/seen-requests.ts';
import { Table, TableCard, type TableColumn } from '../../ui/table.tsx';
import { PersonDialog, RemoveDialog, SignFileDialog, TierDialog } from './team-dialogs.tsx';

/** A request expires without an event. */
const AGAIN_MS = 60_000;

export function RequestsScreen() {
  const requests = useAsk('listRequests', {}, { nextInMs: () => AGAIN_MS });
  const team = useAsk('readTeam', {});
  const isTeam = (team.value?.persons.length ?? 0) > 0;
  return (
    <Page
      title={APPROVAL.title}
      actions={
        <>
          <SignFileButton />
          {isTeam ? <ImportButton /> : null}
        </>
      }
    >
      <Loaded of={requests}>
        {({ requests: all }) => {
          const [open, past] = [true, false].map((isOpen) => all.filter((one) => isStillOpen(one) === isOpen));
          return (
            <>
              {all.length === 0 && isTeam ? (
                <Card>
                  <Empty icon={Signature} title={APPROVAL.none} about={APPROVAL.noneAbout} />
                </Card>
              ) : null}
              <Open requests={open ?? []} team={team.value} />
              <Loaded of={team}>{(value) => <Persons team={value} />}</Loaded>
              <Listed label={APPROVAL.past} requests={past ?? []} />
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}

interface OpenProps {
  readonly requests: readonly ListedRequest[];
  readonly team: Team | null;
}

/** Several are approved with one passphrase once each was opened, or rejected for one reason. */
function Open({ requests, team }: OpenProps) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [deciding, setDeciding] = useState<ApprovalDecision | null>(null);
  const [refused, setRefused] = useState<AnswerOf<'decideRequests'>['refused']>([]);
  const waiting = requests.filter(({ state }) => state === 'waiting');
  const ticked = waiting.filter(({ digest }) => chosen.includes(digest));
  const unseen = ticked
    .filter(({ digest }) => !wasSeen(digest))
    .map(({ request }) => request)
    .toSorted((a, b) => a - b);
  const paise = ticked.reduce((total, { payment }) => total + (payment?.totalPaise ?? 0), 0);
  const tick = (digest: string, isTicked: boolean): void =>
    setChosen(isTicked ? [...chosen, digest] : chosen.filter((one) => one !== digest));
  const columns = COLUMNS.map((column, at) =>
    at > 0 || waiting.length < 2
      ? column
      : {
          ...column,
          cell: ({ request, state, digest }: ListedRequest) =>
            state === 'waiting' ? (
              <Tick
                aria-label={APPROVAL.chooseRequest(request)}
                checked={chosen.includes(digest)}
                onTick={(isTicked) => tick(digest, isTicked)}
              >
                {request}
              </Tick>
            ) : (
              request
            ),
        },
  );
  return (
    <>
      {refused.map(({ request, why }) => (
        <Notice key={request} tone="warning" title={APPROVAL.notSigned(request, say(why))} />
      ))}
      {ticked.length === 0 ? null : (
        <Notice
          tone="note"
          title={APPROVAL.chosen(ticked.length, formatRupees(paise))}
          about={unseen.length === 0 ? null : APPROVAL.notSeen(unseen.join(', '))}
          actions={
            <>
              <Button onClick={() => setDeciding('reject')}>{APPROVAL.rejectChosen(ticked.length)}</Button>
              <Button weight="primary" disabled={unseen.length > 0} onClick={() => setDeciding('approve')}>
                {APPROVAL.approveChosen(ticked.length)}
              </Button>
            </>
          }
        />
      )}
      <Listed label={APPROVAL.openOnes} requests={requests} columns={columns} />
      {deciding === null || team === null ? null : (
        <SeveralDialog
          requests={ticked}
          team={team}
          decision={deciding}
          onDone={(answer) => {
            setRefused(answer.refused);
            setChosen([]);
          }}
          onClose={() => setDeciding(null)}
        />
      )}
    </>
  );
}

interface SeveralProps {
  readonly requests: readonly ListedRequest[];
  readonly team: Team;
  readonly decision: ApprovalDecision;
  readonly onDone: (answer: AnswerOf<'decideRequests'>) => void;
  readonly onClose: () => void;
}

function SeveralDialog({ requests, team, decision, onDone, onClose }: SeveralProps) {
  // What was ticked is what is signed, whatever becomes of the list meanwhile.
  const [signed] = useState(requests);
  const decide = useChange('decideRequests');
  const { typed, field } = useTyped({ reason: '' });
  const isApproving = decision === 'approve';
  const paise = signed.reduce((total, { payment }) => total + (payment?.totalPaise ?? 0), 0);
  const word = isApproving ? APPROVAL.approveChosen(signed.length) : APPROVAL.rejectChosen(signed.length);
  return (
    <SignDialog
      title={word}
      word={word}
      isDanger={!isApproving}
      isWide
      label={APPROVAL.whoSigns}
      persons={team.persons
        .filter(({ role }) => role === 'approver' || role === 'both')
        .map(({ name }) => ({ name, why: null }))}
      nobody={APPROVAL.noApprovers}
      about={APPROVAL.chosen(signed.length, formatRupees(paise))}
      isReady={isApproving || typed.reason.trim() !== ''}
      work={decide}
      sign={async (by) => {
        const pairs = signed.map(({ request, digest }) => ({ request, digest }));
        const result = await decide.run({ requests: pairs, decision, reason: typed.reason.trim(), ...by });
        if (result.kind === 'done') onDone(result.value);
        return result;
      }}
      onClose={onClose}
    >
      <Table label={word} columns={SIGNED_COLUMNS} rows={signed} keyOf={({ request }) => request} />
      <TextField
        label={isApproving ? APPROVAL.note : APPROVAL.reason}
        {...(isApproving ? {} : { hint: APPROVAL.reasonHint })}
        {...field('reason', NOTE_MAX_CHARACTERS)}
      />
    </SignDialog>
  );
}

function isStillOpen({ state }: ListedRequest): boolean {
  return state === 'waiting' || state === 'approved';
}

interface ListedProps {
  readonly label: string;
  readonly requests: readonly ListedRequest[];
  readonly columns?: readonly TableColumn<ListedRequest>[];
}

function Listed({ label, requests, columns = COLUMNS }: ListedProps) {
  if (requests.length === 0) return null;
  return <TableCard label={label} columns={columns} rows={requests} keyOf={({ request }) => request} />;
}

const COLUMNS: readonly TableColumn<ListedRequest>[] = [
  { word: APPROVAL.columns.request, isNumber: true, cell: ({ request }) => request },
  {
    word: APPROVAL.columns.state,
    cell: ({ state, what }) => (
      <>
        <RequestMark state={state} />
        <div className="soft small">{say(what)}</div>
      </>
    ),
  },
  { word: APPROVAL.columns.what, cell: ({ asked }) => <PersonName>{say(asked)}</PersonName> },
  {
    word: APPROVAL.columns.amount,
    isNumber: true,
    cell: ({ payment }) => (payment === null ? '' : formatRupees(payment.totalPaise)),
  },
  { word: APPROVAL.columns.account, cell: ({ payment }) => payment?.profile ?? '' },
  { word: APPROVAL.columns.maker, cell: ({ maker }) => <PersonName>{maker}</PersonName> },
  { word: APPROVAL.columns.until, cell: ({ expiresAtMs }) => formatDayAndTime(expiresAtMs) },
  {
    word: APPROVAL.columns.act,
    hasActs: true,
    cell: ({ request }) => (
      <Button aria-label={APPROVAL.open(request)} onClick={() => go({ at: 'request', request })}>
        {APPROVAL.columns.act}
      </Button>
    ),
  },
];

const SIGNED_COLUMNS = COLUMNS.filter(({ word }) =>
  [APPROVAL.columns.request, APPROVAL.columns.what, APPROVAL.columns.amount, APPROVAL.columns.maker].some(
    (one) => one === word,
  ),
);

type TeamWork = 'here' | 'file' | 'keyOnly' | 'tier' | { readonly remove: string };

function Persons({ team }: { readonly team: AnswerOf<'readTeam'> }) {
  const { persons, tiers, isFragile } = team;
  const [work, setWork] = useState<TeamWork | null>(null);
  const close = (): void => setWork(null);
  const columns: readonly TableColumn<Team['persons'][number]>[] = [
    { word: APPROVAL.columns.name, cell: ({ name }) => <PersonName>{name}</PersonName> },
    { word: APPROVAL.columns.role, cell: ({ role }) => APPROVAL.roles[role] },
    {
      word: APPROVAL.remove,
      hasActs: true,
      cell: ({ name }) => (
        <Button aria-label={APPROVAL.removeOf(name)} onClick={() => setWork({ remove: name })}>
          {APPROVAL.remove}
        </Button>
      ),
    },
  ];
  return (
    <>
      {isFragile ? <Notice tone="warning" title={APPROVAL.fragile} /> : null}
      <Card
        title={APPROVAL.persons}
        isFlush
        actions={
          <div className="row gap-1">
            {(['here', 'file', 'keyOnly'] as const).map((how) => (
              <Button key={how} onClick={() => setWork(how)}>
                {APPROVAL.addHow[how]}
              </Button>
            ))}
          </div>
        }
      >
        {persons.length === 0 ? (
          <Empty icon={Signature} title={APPROVAL.noPersons} about={APPROVAL.enrol} />
        ) : (
          <Table label={APPROVAL.persons} columns={columns} rows={persons} keyOf={({ publicKey }) => publicKey} />
        )}
      </Card>
      {persons.length === 0 ? null : (
        <Card title={APPROVAL.tiers} actions={<Button onClick={() => setWork('tier')}>{APPROVAL.tierTitle}</Button>}>
          <Stack isTight>
            {tiers.length === 0 ? <p>{APPROVAL.noTiers}</p> : null}
            {tiers.map((tier) => (
              <p key={JSON.stringify(tier)}>{say(tier.words)}</p>
            ))}
            <Faint>{APPROVAL.enrol}</Faint>
          </Stack>
        </Card>
      )}
      {work === null ? null : work === 'tier' ? (
        <TierDialog team={team} onClose={close} />
      ) : typeof work === 'object' ? (
        <RemoveDialog team={team} name={work.remove} onClose={close} />
      ) : (
        <PersonDialog team={team} how={work} onClose={close} />
      )}
    </>
  );
}

/** For the approver's own computer: a request that another one made. */
function SignFileButton() {
  const desk = useDesk();
  const input = useRef<HTMLInputElement>(null);
  const { isPending, result, follow } = usePending<{ readonly file: string }>();
  const [file, setFile] = useState<string | null>(null);
  return (
    <>
      <Button isPending={isPending} onClick={() => input.current?.click()}>
        {APPROVAL.signFile}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".json"
        hidden
        onChange={({ target }) => {
          const chosen = target.files?.[0];
          if (chosen !== undefined) {
            void follow(desk.giveFile(chosen)).then((held) =>
              held.kind === 'done' ? setFile(held.value.file) : undefined,
            );
          }
          target.value = '';
        }}
      />
      <NotDoneNotice result={result} />
      {file === null ? null : <SignFileDialog file={file} onClose={() => setFile(null)} />}
    </>
  );
}

/** Takes a signature file from another computer. */
function ImportButton() {
  const desk = useDesk();
  const input = useRef<HTMLInputElement>(null);
  const { isPending, result, follow } = usePending<ListedRequest>();
  const bring = async (chosen: File): Promise<CommandResult<ListedRequest>> => {
    const held = await desk.giveFile(chosen);
    if (held.kind !== 'done') return held;
    return await desk.ask('importSignature', { file: held.value.file, commandId: crypto.randomUUID() });
  };
  return (
    <>
      <Button isPending={isPending} onClick={() => input.current?.click()}>
        {APPROVAL.import}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".json"
        hidden
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file !== undefined) void follow(bring(file));
          event.target.value = '';
        }}
      />
      <NotDoneNotice result={result} />
      {result?.kind === 'done' ? <Notice tone="good" title={APPROVAL.imported(result.value.request)} /> : null}
    </>
  );
}
