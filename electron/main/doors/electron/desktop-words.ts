// What the desktop app itself says, outside its page: menu, boxes and notices, in each language that the window speaks. What
// is said before the desk is open is English: until then nobody knows which language was chosen.

import type { MenuItemConstructorOptions } from 'electron';
import type { DeskEvent } from '../../../../shared/api/events.ts';
import { PLACE_NAMES, PLACE_NAMES_IN_HINDI, type Place } from '../../../../shared/api/window.ts';
import { formatCount } from '../../../../shared/counts.ts';
import type { Language } from '../../../../shared/report-forms.ts';
import type { PaymentResult } from '../../../../shared/states.ts';

export interface Notice {
  readonly title: string;
  readonly body: string;
}

interface BoxWords {
  readonly message: string;
  readonly detail: string;
}

/** Shape: the first button changes nothing. */
interface QuestionWords extends BoxWords {
  readonly buttons: readonly [stay: string, go: string];
}

type Role = NonNullable<MenuItemConstructorOptions['role']>;
type Alarm = Extract<DeskEvent, { readonly kind: 'alarm' }>['alarm'];

export interface DesktopWords {
  readonly places: Readonly<Record<Place, string>>;
  /** Shape: `&` stands before the letter that chooses. */
  readonly menu: Readonly<Record<'file' | 'edit' | 'view' | 'window' | 'help', string>>;
  readonly items: Readonly<Record<'open' | 'export' | 'settings' | 'guide' | 'update', string>>;
  /** Shape: where none is given, Electron has its own. */
  readonly roles: Readonly<Partial<Record<Role, string>>>;
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
    counts(counts: Readonly<Record<PaymentResult, number>>): string;
    readonly alarms: Readonly<Record<Alarm, Notice>>;
  };
}

const ENGLISH: DesktopWords = {
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
    message: 'Payouts are being sent.',
    detail:
      'Pause and quit waits for the answers that are on their way. What is not sent yet stays queued, and goes on when you press Resume.',
    buttons: ['Stay', 'Pause and quit'],
  },
  leaveAtOnce: {
    message: 'Payout Desk still waits for answers.',
    detail:
      'Nothing new is sent. If you leave now, what is on its way is in doubt: it is looked up when you start Payout Desk again, and never sent a second time.',
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
      'It met a fault of its own. Nothing is sent any more; what was on its way is looked up at the next start.\n\nStart it again. The log in its data folder says what happened.',
  },
  open: { title: 'Open a payout file', kind: 'Spreadsheets' },
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
    counts: ({ paid, notPaid, notSettled, notSent }) =>
      `${counted(`${paid} paid`, [notPaid, 'not paid'], [notSettled, 'not settled yet'], [notSent, 'not sent'])}.`,
    alarms: {
      lateNews: {
        title: 'Late news about a payout',
        body: 'A payout that had ended has changed. Open Payout Desk to read it.',
      },
      echoMismatch: {
        title: 'Sending has stopped',
        body: 'The gateway answered about another payout than it was asked. Open Payout Desk to see which.',
      },
    },
  },
};

const HINDI: DesktopWords = {
  places: PLACE_NAMES_IN_HINDI,
  menu: { file: 'फ़ाइल (&F)', edit: 'संपादन (&E)', view: 'देखें (&V)', window: 'विंडो (&W)', help: 'मदद (&H)' },
  items: {
    open: 'खोलें… (&O)',
    export: 'निर्यात… (&E)',
    settings: 'सेटिंग…',
    guide: 'उपयोग की मार्गदर्शिका',
    update: 'नया संस्करण देखें…',
  },
  roles: {
    about: 'Payout Desk के बारे में',
    services: 'सेवाएँ',
    hide: 'Payout Desk छिपाएँ',
    hideOthers: 'बाकी छिपाएँ',
    unhide: 'सब दिखाएँ',
    quit: 'बंद करें',
    close: 'विंडो बंद करें',
    recentDocuments: 'हाल की फ़ाइलें',
    clearRecentDocuments: 'सूची मिटाएँ',
    undo: 'वापस लें',
    redo: 'फिर करें',
    cut: 'काटें',
    copy: 'कॉपी करें',
    paste: 'चिपकाएँ',
    selectAll: 'सब चुनें',
    reload: 'पन्ना फिर बनाएँ',
    resetZoom: 'मूल आकार',
    zoomIn: 'बड़ा करें',
    zoomOut: 'छोटा करें',
    togglefullscreen: 'पूरी स्क्रीन',
    minimize: 'छोटी करें',
    zoom: 'फैलाएँ',
    front: 'सब आगे लाएँ',
  },
  quit: {
    message: 'भुगतान भेजे जा रहे हैं।',
    detail:
      '“रोकें और बंद करें” रास्ते में आए जवाबों का इंतज़ार करता है। जो अभी नहीं भेजा गया वह क़तार में रहता है, और “फिर शुरू करें” दबाने पर आगे बढ़ता है।',
    buttons: ['रहें', 'रोकें और बंद करें'],
  },
  leaveAtOnce: {
    message: 'Payout Desk अभी जवाबों का इंतज़ार कर रहा है।',
    detail:
      'नया कुछ नहीं भेजा जाता। अभी बंद किया तो जो रास्ते में है वह अनिश्चित रहेगा: Payout Desk फिर खोलने पर उसके बारे में पूछा जाएगा, और वह दूसरी बार कभी नहीं भेजा जाएगा।',
    buttons: ['इंतज़ार करें', 'अभी बंद करें'],
  },
  afterCrash: {
    message: 'Payout Desk की विंडो ने काम करना बंद कर दिया।',
    detail: 'जो भेजा जा रहा है वह चलता रहता है, और कुछ भी दो बार नहीं भेजा जाता।',
    button: 'विंडो फिर दिखाएँ',
  },
  broken: {
    message: 'Payout Desk रुक गया',
    detail:
      'उसमें अपनी ही कोई गड़बड़ी हुई। अब कुछ नहीं भेजा जाता; जो रास्ते में था उसके बारे में अगली शुरुआत पर पूछा जाता है।\n\nउसे फिर शुरू करें। क्या हुआ, यह उसके डेटा फ़ोल्डर के लॉग में लिखा है।',
  },
  open: { title: 'भुगतान की फ़ाइल खोलें', kind: 'स्प्रेडशीट' },
  update: {
    newest: 'यही सबसे नया संस्करण है।',
    offer: (version, notes) => ({
      message: `Payout Desk ${version} आ गया है।`,
      detail: notes === '' ? 'क्या बदला है, यह संस्करण नहीं बताता।' : notes,
      buttons: ['अभी नहीं', 'डाउनलोड करें'],
    }),
    waits: (version, openBatches) => ({
      message: `संस्करण ${version} डाउनलोड हो गया है और रुका है।`,
      detail: `${formatCount(openBatches)} बैच पूरे नहीं हुए। जब कुछ भेजा या जाँचा न जा रहा हो, तब फिर पूछें।`,
    }),
    install: (version) => ({
      message: `Payout Desk ${version} अभी लगाएँ?`,
      detail: 'Payout Desk बंद होकर फिर शुरू होगा। नया संस्करण डेटाबेस बदले, उससे पहले उसकी प्रति बनती है।',
      buttons: ['बाद में', 'लगाएँ और फिर शुरू करें'],
    }),
    failed: {
      message: 'अभी कोई नया संस्करण नहीं मिला।',
      detail: 'वहाँ तक पहुँचा नहीं जा सका, या वह वैसा नहीं जैसा प्रकाशित हुआ। कुछ नहीं बदला।',
    },
    ok: 'ठीक है',
  },
  notices: {
    sent: (batch) => `बैच ${batch} भेजा जा चुका`,
    finished: (batch) => `बैच ${batch} पूरा हुआ`,
    paused: (batch) => `बैच ${batch} रुका है`,
    notSent: (batch) => `बैच ${batch} नहीं भेजा गया`,
    seeWhy: 'कारण देखने के लिए Payout Desk खोलें।',
    counts: ({ paid, notPaid, notSettled, notSent }) =>
      `${counted(`${paid} का भुगतान हुआ`, [notPaid, 'का नहीं हुआ'], [notSettled, 'का परिणाम बाकी'], [notSent, 'नहीं भेजे गए'])}।`,
    alarms: {
      lateNews: {
        title: 'एक भुगतान की देर से आई ख़बर',
        body: 'जो भुगतान निपट चुका था वह बदल गया। पढ़ने के लिए Payout Desk खोलें।',
      },
      echoMismatch: {
        title: 'भेजना रुक गया',
        body: 'गेटवे ने पूछे गए से अलग भुगतान का जवाब दिया। कौन-सा, यह देखने के लिए Payout Desk खोलें।',
      },
    },
  },
};

export const DESKTOP_WORDS: Readonly<Record<Language, DesktopWords>> = { en: ENGLISH, hi: HINDI };

/** Counts in a row, without those that are none. */
function counted(first: string, ...rest: readonly (readonly [count: number, what: string])[]): string {
  const parts = rest.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  return [first, ...parts].join(', ');
}
