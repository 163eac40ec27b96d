// The desktop app's words outside its page: menu, boxes and notices. Before the desk is open they are English, because the
// chosen language is not known yet.

import type { DeskEvent } from '../api/events.ts';
import { PLACE_NAMES, type Place } from '../api/window.ts';
import { countOf, formatCount } from '../counts.ts';
import { formatRupees } from '../money.ts';
import type { Sum } from '../needs-you.ts';
import type { PaymentResult } from '../states.ts';

export interface Notice {
  readonly title: string;
  readonly body: string;
}

interface BoxWords {
  readonly message: string;
  readonly detail: string;
}

/** The first button changes nothing. */
interface QuestionWords extends BoxWords {
  readonly buttons: readonly [stay: string, go: string];
}

type Alarm = Extract<DeskEvent, { readonly kind: 'alarm' }>['alarm'];

export interface DesktopWords {
  readonly places: Readonly<Record<Place, string>>;
  /** `&` precedes the access key. */
  readonly menu: Readonly<Record<'file' | 'edit' | 'view' | 'window' | 'help', string>>;
  readonly items: Readonly<Record<'open' | 'export' | 'settings' | 'guide' | 'update', string>>;
  /** Where one is missing, Electron uses its own word. */
  readonly roles: Readonly<Partial<Record<string, string>>>;
  readonly quit: QuestionWords;
  readonly leaveAtOnce: QuestionWords;
  readonly afterCrash: BoxWords & { readonly button: string };
  readonly broken: BoxWords;
  readonly open: { readonly title: string; readonly kind: string };
  readonly update: {
    readonly newest: string;
    offer(version: string, notes: string): QuestionWords;
    waits(version: string, openBatches: number): BoxWords;
    install(version: string): QuestionWords;
    readonly failed: BoxWords;
    readonly ok: string;
  };
  readonly notices: {
    sent(batch: string): string;
    finished(batch: string): string;
    paused(batch: string): string;
    notSent(batch: string): string;
    readonly seeWhy: string;
    /** How many payments, and their paise added up. */
    sums(counts: Readonly<Record<PaymentResult, number>>, paise: Readonly<Record<PaymentResult, number>>): string;
    needsPerson(batch: string, payments: Sum): Notice;
    readonly alarms: Readonly<Record<Alarm, Notice>>;
  };
}

export const DESKTOP: DesktopWords = {
  places: PLACE_NAMES,
  menu: { file: '&File', edit: '&Edit', view: '&View', window: '&Window', help: '&Help' },
  items: {
    open: '&Open…',
    export: '&Export…',
    settings: 'Settings…',
    guide: 'User guide',
    update: 'Check for updates…',
  },
  roles: {},
  quit: {
    message: 'A batch is not sent to its end.',
    detail:
      'Pause and quit waits for the answers that are on their way. What is not sent yet stays queued, and goes on when you press Resume.',
    buttons: ['Stay', 'Pause and quit'],
  },
  leaveAtOnce: {
    message: 'Payout Desk still waits for answers.',
    detail:
      'Nothing new is sent. If you leave now, payments awaiting reply are not confirmed: we check them when you start Payout Desk again, and never send them a second time.',
    buttons: ['Wait', 'Leave now'],
  },
  afterCrash: {
    message: 'The window of Payout Desk stopped working.',
    detail: 'What is being sent goes on, and nothing is sent twice.',
    button: 'Show the window again',
  },
  broken: {
    message: 'Payout Desk stopped',
    detail:
      'It met a fault of its own. Nothing is sent any more; payments awaiting reply are checked at the next start.\n\nStart it again. The log in its data folder says what happened.',
  },
  open: { title: 'Open a payment file', kind: 'Spreadsheets' },
  update: {
    newest: 'This is the newest version.',
    offer: (version, notes) => ({
      message: `Payout Desk ${version} is there.`,
      detail: notes === '' ? 'The release says nothing about what has changed.' : notes,
      buttons: ['Not now', 'Download'],
    }),
    waits: (version, openBatches) => ({
      message: `Version ${version} is downloaded and waits.`,
      detail: `${openBatches === 1 ? 'One batch is' : `${formatCount(openBatches)} batches are`} not finished. Ask again when nothing is being paid or checked.`,
    }),
    install: (version) => ({
      message: `Install Payout Desk ${version} now?`,
      detail: 'Payout Desk ends and starts again. Before the new version changes the database, it is copied.',
      buttons: ['Later', 'Install and start again'],
    }),
    failed: {
      message: 'There is no update now.',
      detail: 'It could not be reached, or is not what was published. Nothing has changed.',
    },
    ok: 'OK',
  },
  notices: {
    sent: (batch) => `Batch ${batch} has been sent`,
    finished: (batch) => `Batch ${batch} is finished`,
    paused: (batch) => `Batch ${batch} is paused`,
    notSent: (batch) => `Batch ${batch} was not sent`,
    seeWhy: 'Open Payout Desk to see why.',
    sums: (counts, paise) => {
      const words = { paid: 'paid', notPaid: 'not paid', notSettled: 'not settled yet', notSent: 'not sent' };
      return `${addedUp(words, counts, paise)}.`;
    },
    needsPerson: (batch, { count, paise }) => ({
      title: `Batch ${batch} needs you`,
      body: `${countOf(count, 'payment')} not confirmed (${formatRupees(paise)}). Open Payout Desk to decide.`,
    }),
    alarms: {
      lateNews: {
        title: 'Late news about a payment',
        body: 'A payment that had ended has changed. Open Payout Desk to read it.',
      },
      echoMismatch: {
        title: 'Sending has stopped',
        body: 'The gateway answered about another payment than it was asked. Open Payout Desk to see which.',
      },
    },
  },
};

/** Joins counts with their rupees: what was paid in any case, the rest where there is any. */
export function addedUp(
  words: Readonly<Record<PaymentResult, string>>,
  counts: Readonly<Record<PaymentResult, number>>,
  paise: Readonly<Record<PaymentResult, number>>,
): string {
  return (['paid', 'notPaid', 'notSettled', 'notSent'] as const)
    .filter((result) => result === 'paid' || counts[result] > 0)
    .map((result) => `${formatCount(counts[result])} ${words[result]} (${formatRupees(paise[result])})`)
    .join(', ');
}
