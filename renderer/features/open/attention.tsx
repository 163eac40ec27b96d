// What needs a person, one line each with its rupees and one button: paused batches, payments not confirmed, late news, files
// begun. Real money comes first.

import { X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ListedRequest } from '../../../shared/api/approval-commands.ts';
import type { AnswerOf } from '../../../shared/api/contract.ts';
import { formatRupees } from '../../../shared/money.ts';
import type { Sum } from '../../../shared/needs-you.ts';
import { BOOKS, type Book, bookOfBatch, environmentOf } from '../../../shared/profiles.ts';
import { APPROVAL } from '../../../shared/text/approval.ts';
import { ATTENTION } from '../../../shared/text/drafts.ts';
import { formatDayAndTime } from '../../../shared/text/format.ts';
import { SHELL } from '../../../shared/text/shell.ts';
import { shownState } from '../../bridge/live-state.ts';
import { useAsk, useChange, useLive } from '../../bridge/use-desk.ts';
import { useAttention, useIsTeam, useNeeds } from '../../bridge/use-needs.ts';
import { say } from '../../language.ts';
import { Button, IconButton, LinkButton } from '../../ui/controls.tsx';
import { go, goToBatch } from '../../ui/navigation.ts';
import { Loaded } from '../../ui/notice.tsx';
import { EnvironmentBadge } from '../../ui/status.tsx';
import { TableCard, type TableColumn } from '../../ui/table.tsx';

export type ListedBatch = AnswerOf<'listBatches'>['batches'][number];
type ListedDraft = AnswerOf<'listDrafts'>['drafts'][number];
type UnopenedDraft = AnswerOf<'listDrafts'>['unopened'][number];

interface AttentionLine {
  readonly key: string;
  /** Null for a draft, which pays nobody yet. */
  readonly book: Book | null;
  readonly title: string;
  readonly about: string;
  readonly button: ReactNode;
}

/** The unconfirmed payments of one book, summed over its batches. */
export function notConfirmedOf(lines: readonly ListedBatch[], book: Book): Sum {
  const views = lines.map(({ view }) => view).filter(({ batch }) => bookOfBatch(batch) === book);
  return {
    count: views.reduce((sum, { counts }) => sum + counts.unknown, 0),
    paise: views.reduce((sum, { paise }) => sum + paise.unknown, 0),
  };
}

/** LIVE first. */
const BY_URGENCY: readonly Book[] = BOOKS.toSorted((one, other) => Number(other === 'live') - Number(one === 'live'));

/** Of the drafts, the newest, so that the rest of the page stays in sight. */
const DRAFTS_SHOWN = 6;

export function Attention({ lines }: { readonly lines: readonly ListedBatch[] }) {
  const [isWhole, setWhole] = useState(false);
  const live = useLive((state) => state);
  const drafts = useAsk('listDrafts', {});
  const begun = drafts.value?.drafts ?? [];
  const news = { live: useAttention('live').news, practice: useAttention('practice').news };
  const needs = { live: useNeeds('live', null), practice: useNeeds('practice', null) };
  const requests = useOpenRequests();
  const rows = [
    ...BY_URGENCY.flatMap((book) => [
      ...lines
        .filter(({ view }) => shownState(view, live) === 'paused' && bookOfBatch(view.batch) === book)
        .map(pausedLine),
      ...notConfirmedLines(book, needs[book].decide),
      ...newsLines(book, news[book]),
    ]),
    ...requests.map(requestLine),
    ...begun.slice(isWhole ? 0 : -DRAFTS_SHOWN).map(draftLine),
    ...(drafts.value?.unopened.map(unopenedLine) ?? []),
  ];
  return (
    <>
      {rows.length === 0 ? null : (
        <TableCard label={ATTENTION.title} columns={COLUMNS} rows={rows} keyOf={({ key }) => key} isPlain />
      )}
      {isWhole || begun.length <= DRAFTS_SHOWN ? null : (
        <LinkButton onClick={() => setWhole(true)}>{ATTENTION.allDrafts(begun.length)}</LinkButton>
      )}
      <Loaded of={drafts} waiting={null}>
        {() => null}
      </Loaded>
    </>
  );
}

/** What waits for an approver, and what its maker can pay. */
function useOpenRequests(): readonly ListedRequest[] {
  const { value } = useAsk('listRequests', {}, { enabled: useIsTeam() });
  return value?.requests.filter(({ state }) => state === 'waiting' || state === 'approved') ?? [];
}

function requestLine({ request, asked, what, payment, maker, expiresAtMs }: ListedRequest): AttentionLine {
  const amount = payment === null ? [] : [formatRupees(payment.totalPaise)];
  return {
    key: `request ${request}`,
    book: payment === null ? null : 'live',
    title: say(asked),
    about: [...amount, `${say(what)} ${APPROVAL.askedBy(maker, formatDayAndTime(expiresAtMs))}`].join(' · '),
    button: (
      <Button aria-label={APPROVAL.open(request)} onClick={() => go({ at: 'request', request })}>
        {APPROVAL.columns.act}
      </Button>
    ),
  };
}

const COLUMNS: readonly TableColumn<AttentionLine>[] = [
  {
    word: ATTENTION.what,
    cell: ({ book, title }) => (
      <span className="row">
        {book === null ? null : <EnvironmentBadge environment={environmentOf(book)} />}
        <span className="medium">{title}</span>
      </span>
    ),
  },
  { word: ATTENTION.why, cell: ({ about }) => about },
  { word: ATTENTION.act, hasActs: true, cell: ({ button }) => button },
];

function pausedLine({ view: { batch, counts, paise }, name, file }: ListedBatch): AttentionLine {
  return {
    key: batch,
    book: bookOfBatch(batch),
    title: `${name === '' ? file : name} · ${batch}`,
    about: ATTENTION.paused(
      { count: counts.queued, rupees: formatRupees(paise.queued) },
      { count: counts.unknown, rupees: formatRupees(paise.unknown) },
    ),
    button: (
      <Button weight="primary" aria-label={ATTENTION.resumeOf(batch)} onClick={() => goToBatch(batch)}>
        {ATTENTION.resume}
      </Button>
    ),
  };
}

function notConfirmedLines(book: Book, { count, paise }: Sum): readonly AttentionLine[] {
  if (count === 0) return [];
  return [
    {
      key: `unknown ${book}`,
      book,
      title: ATTENTION.notConfirmed(count),
      about: ATTENTION.notConfirmedAbout(count, formatRupees(paise)),
      button: <Button onClick={() => go({ at: 'unknown', book })}>{ATTENTION.review(count)}</Button>,
    },
  ];
}

function newsLines(book: Book, news: ReturnType<typeof useAttention>['news']): readonly AttentionLine[] {
  return news.map(({ kind, count, paise }) => ({
    key: `${book} ${kind}`,
    book,
    title: SHELL[kind](count),
    about: ATTENTION.newsAbout(formatRupees(paise)),
    button: <Button onClick={() => go({ at: 'unknown', book })}>{SHELL.readNews}</Button>,
  }));
}

function draftLine({ draft, file, retryOf, rows, payable, step, isSaved }: ListedDraft): AttentionLine {
  const title = ATTENTION.named(file.name, retryOf);
  const ready = payable === null ? null : { count: payable.count, rupees: formatRupees(payable.paise) };
  return {
    key: draft,
    book: null,
    title,
    about: ATTENTION.draft(rows, ready) + (isSaved ? '' : ` ${ATTENTION.notSaved}`),
    button: (
      <span className="acts">
        <span className="line">
          <Button onClick={() => go({ at: 'draft', draft, step })}>{ATTENTION.continue}</Button>
          <CloseButton draft={draft} file={title} />
        </span>
      </span>
    ),
  };
}

function unopenedLine({ name, message, cure }: UnopenedDraft): AttentionLine {
  return { key: name, book: null, title: ATTENTION.unopened, about: `${say(message)} ${say(cure)}`, button: null };
}

/** Each line has its own pending state, so closing two lines in a row is not a double click. */
function CloseButton({ draft, file }: { readonly draft: string; readonly file: string }) {
  const close = useChange('closeDraft');
  return (
    <IconButton
      icon={X}
      label={ATTENTION.close(file)}
      isPending={close.isPending}
      onClick={() => void close.run({ draft })}
    />
  );
}
