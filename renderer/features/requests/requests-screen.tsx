// What others must approve, and who they are.

import { Signature } from 'lucide-react';
import { useRef } from 'react';
import type { ListedRequest, Team } from '../../../shared/api/approval-commands.ts';
import type { AnswerOf } from '../../../shared/api/contract.ts';
import { formatRupees } from '../../../shared/money.ts';
import { APPROVAL } from '../../../shared/text/approval.ts';
import { formatDayAndTime } from '../../../shared/text/format.ts';
import type { CommandResult } from '../../bridge/desk-transport.ts';
import { useAsk, useDesk, usePending } from '../../bridge/use-desk.ts';
import { say } from '../../language.ts';
import { Button } from '../../ui/controls.tsx';
import { go } from '../../ui/navigation.ts';
import { Empty, Loaded, NotDoneNotice, Notice } from '../../ui/notice.tsx';
import { Card, Faint, Page, Stack } from '../../ui/page.tsx';
import { PersonName } from '../../ui/person-name.tsx';
import { RequestMark } from '../../ui/request-mark.tsx';
import { Table, TableCard, type TableColumn } from '../../ui/table.tsx';

/** A request expires without an event. */
const AGAIN_MS = 60_000;

export function RequestsScreen() {
  const requests = useAsk('listRequests', {}, { nextInMs: () => AGAIN_MS });
  const team = useAsk('readTeam', {});
  const isTeam = (team.value?.persons.length ?? 0) > 0;
  return (
    <Page title={APPROVAL.title} actions={isTeam ? <ImportButton /> : null}>
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
              <Listed label={APPROVAL.openOnes} requests={open ?? []} />
              <Loaded of={team}>{(value) => <Persons team={value} />}</Loaded>
              <Listed label={APPROVAL.past} requests={past ?? []} />
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}

function isStillOpen({ state }: ListedRequest): boolean {
  return state === 'waiting' || state === 'approved';
}

function Listed({ label, requests }: { readonly label: string; readonly requests: readonly ListedRequest[] }) {
  if (requests.length === 0) return null;
  return <TableCard label={label} columns={COLUMNS} rows={requests} keyOf={({ request }) => request} />;
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

const PERSON_COLUMNS: readonly TableColumn<Team['persons'][number]>[] = [
  { word: APPROVAL.columns.name, cell: ({ name }) => <PersonName>{name}</PersonName> },
  { word: APPROVAL.columns.role, cell: ({ role }) => APPROVAL.roles[role] },
];

function Persons({ team: { persons, tiers, isFragile } }: { readonly team: AnswerOf<'readTeam'> }) {
  return (
    <>
      {isFragile ? <Notice tone="warning" title={APPROVAL.fragile} /> : null}
      <Card title={APPROVAL.persons} isFlush>
        {persons.length === 0 ? (
          <Empty icon={Signature} title={APPROVAL.noPersons} about={APPROVAL.enrol} />
        ) : (
          <Table
            label={APPROVAL.persons}
            columns={PERSON_COLUMNS}
            rows={persons}
            keyOf={({ publicKey }) => publicKey}
          />
        )}
      </Card>
      {persons.length === 0 ? null : (
        <Card title={APPROVAL.tiers}>
          <Stack isTight>
            {tiers.length === 0 ? <p>{APPROVAL.noTiers}</p> : null}
            {tiers.map((tier) => (
              <p key={JSON.stringify(tier)}>{say(tier.words)}</p>
            ))}
            <Faint>{APPROVAL.enrol}</Faint>
          </Stack>
        </Card>
      )}
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
