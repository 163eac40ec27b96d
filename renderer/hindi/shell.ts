// What stands in text/shell.ts, controls.ts, format.ts and grid.ts, in Hindi.

import { formatCount } from '../../shared/counts.ts';
import { formatRupees } from '../../shared/money.ts';
import type { Book } from '../../shared/profiles.ts';

const DATES = {
  form: 'dd-mm-yyyy',
  wrong: 'दिन dd-mm-yyyy जैसा लिखें।',
  choose: (label: string): string => `दिन चुनें: ${label}`,
  earlier: 'पिछला महीना',
  later: 'अगला महीना',
  week: ['सो', 'मं', 'बु', 'गु', 'शु', 'श', 'र'],
} as const;

const COPY = { of: (what: string): string => `${what} कॉपी करें`, done: 'कॉपी हुआ' };

const COMBOBOX = { nothing: 'इस नाम का कुछ नहीं।' };

const TIMES = {
  locale: 'hi-IN-u-nu-latn',
  seconds: (count: number): string => `${count} से॰`,
  minutes: (count: number): string => `${count} मिनट`,
  hours: (hours: number, minutes: number): string => `${hours} घं॰ ${String(minutes).padStart(2, '0')} मिनट`,
  justNow: 'अभी',
  minutesAgo: (count: number): string => `${count} मिनट पहले`,
  hoursAgo: (count: number): string => `${count} घंटे पहले`,
};

const COUNTED = {
  rows: (count: number): string => `${formatCount(count)} ${count === 1 ? 'पंक्ति' : 'पंक्तियाँ'}`,
  payouts: (count: number): string => `${formatCount(count)} भुगतान`,
  payments: (count: number): string => `${formatCount(count)} भुगतान`,
  tooLong: (characters: number, most: number): string =>
    `बहुत लंबा: ${formatCount(characters)} अक्षर, और अधिक से अधिक ${formatCount(most)} आते हैं।`,
};

const GRID = {
  copy: 'कॉपी करें',
  copyWithHeaders: 'शीर्षकों के साथ कॉपी करें',
  cut: 'काटें',
  paste: 'चिपकाएँ',
  clear: 'खाली करें',
  sortUp: 'बढ़ते क्रम में',
  sortDown: 'घटते क्रम में',
  sortNot: 'क्रम हटाएँ',
  hide: 'कॉलम छिपाएँ',
  columns: 'कॉलम',
  menu: 'खाने',
  reset: 'कॉलम पहले जैसे करें',
  range: (rows: number, columns: number): string => `${COUNTED.rows(rows)}, ${formatCount(columns)} कॉलम`,
  amounts: (count: number, paise: number): string => `${formatCount(count)} राशियाँ, ${formatRupees(paise)}`,
  reading: (rows: number): string => `कॉपी के लिए ${COUNTED.rows(rows)} पढ़ी जा रही हैं …`,
  copied: (rows: number, columns: number): string => `कॉपी हुआ: ${GRID.range(rows, columns)}।`,
  pressAgain: (command: 'copy' | 'cut'): string =>
    `पंक्तियाँ पढ़ ली गईं। ${command === 'copy' ? 'Ctrl+C' : 'Ctrl+X'} एक बार और दबाएँ।`,
  notRead: 'सब पंक्तियाँ नहीं पढ़ी जा सकीं, इसलिए कुछ कॉपी नहीं हुआ।',
  tooMany: (most: number): string => `एक बार में अधिक से अधिक ${formatCount(most)} खाने कॉपी होते हैं। कम पंक्तियाँ चुनें।`,
  saveExcel: 'सूची Excel में सहेजें',
  saveCsv: 'सूची CSV में सहेजें',
  saving: (rows: number): string => `सहेजने के लिए ${COUNTED.rows(rows)} पढ़ी जा रही हैं …`,
  saved: (rows: number): string => `${COUNTED.rows(rows)} सहेजी गईं।`,
  notSaved: 'सब पंक्तियाँ नहीं पढ़ी जा सकीं, इसलिए कुछ सहेजा नहीं गया।',
  tooManyToSave: (most: number): string => `एक बार में अधिक से अधिक ${formatCount(most)} खाने सहेजे जाते हैं। सूची छाँटें।`,
  pressPaste: 'चिपकाने के लिए Ctrl+V दबाएँ।',
  rowGone: 'यह पंक्ति अब सूची में नहीं है, इसलिए कुछ लिखा नहीं गया।',
};

const FIELD_WORDS = {
  paymentMethod: 'भुगतान का तरीका',
  upiId: 'UPI ID',
  accountNumber: 'खाता संख्या',
  ifsc: 'IFSC',
  amount: 'राशि',
  remark: 'टिप्पणी',
  reference: 'संदर्भ',
  name: 'नाम',
};

const SHELL = {
  product: 'Payout Desk',
  fault: 'Payout Desk में कुछ गड़बड़ हुई।',
  unknownForm: 'डेस्क का जवाब इस पन्ने की समझ से बाहर है। पन्ना फिर लोड करें।',
  notDrawn: 'यह स्क्रीन नहीं दिखाई जा सकती।',
  notDrawnHelp: 'चलता बैच चलता रहता है। पन्ना फिर लोड करें, या दूसरी स्क्रीन पर जाएँ।',
  reload: 'पन्ना फिर लोड करें',
  toPayouts: 'भुगतान पर जाएँ',
  openBatch: 'वह बैच खोलें',
  steps: 'बैच के चरण',
  rawAnswer: 'जवाब, शब्दशः',
  lost: 'यह पन्ना Payout Desk तक नहीं पहुँच पा रहा।',
  lostHelp: 'आँकड़े पुराने हो सकते हैं। चलता बैच चलता रहता है; Payout Desk बंद हो तो फिर शुरू करें।',
  tryAgain: 'फिर कोशिश करें',
  waiting: 'खुल रहा है',
  close: 'बंद करें',
  cancel: 'रद्द करें',
  back: 'पीछे',
  typeCount: (count: number): string => `भुगतानों की संख्या लिखें, ${formatCount(count)}`,
  skip: 'सीधे पन्ने पर जाएँ',
  places: 'पन्ने',
  drop: 'खोलने के लिए फ़ाइल छोड़ें',
  needsReview: 'जाँच ज़रूरी',
  needsReviewOf: { live: 'जाँच ज़रूरी, LIVE', practice: 'जाँच ज़रूरी, अभ्यास' },
  readNews: 'ख़बर पढ़ें',
  closing: 'Payout Desk बंद हो रहा है।',
  offline: 'गेटवे तक पहुँच नहीं है।',
  offlineHelp: 'जो नहीं भेजे गए वे रुके रहते हैं और अपने आप आगे बढ़ते हैं। कुछ दो बार नहीं भेजा जाता।',
  checkNow: 'अभी जाँचें',
  checking: 'गेटवे से पूछा जा रहा है',
  keychain: 'इस कंप्यूटर की कीचेन टोकन नहीं दे रही।',
  keychainHelp: 'उसे खोलें, या सेटिंग में खाता देखें। तब तक LIVE भुगतान रुके रहते हैं।',
  lateNewsHelp: 'पूरे हुए भुगतान का नतीजा अब अलग है। यह सूचना बंद करने के लिए पढ़ें।',
  mismatchesHelp: 'भुगतान जैसा था वैसा ही रहा। गेटवे से पूछें कि उसका मतलब किससे था।',
  misfitsHelp: 'पढ़ें कि क्या ग़लत है, और आगे भुगतान से पहले गेटवे से पूछें।',
  moreNotices: (count: number): string => `${formatCount(count)} और`,
  notices: 'सूचनाएँ',
  fewerNotices: 'केवल पहली दिखाएँ',
  ended: 'यह पन्ना अब Payout Desk से जुड़ा नहीं है।',
  endedHelp: 'जहाँ Payout Desk शुरू किया था वहाँ Enter दबाएँ, फिर दिखाया लिंक खोलें।',
  following: 'भेजे जा चुके भुगतान जाँचे जा रहे हैं',
  sending: (sent: number, total: number): string => `${formatCount(total)} में से ${formatCount(sent)} भेजे जा रहे हैं`,
  awaiting: (count: number): string => `${formatCount(count)} के जवाब बाकी`,
  notConfirmed: (count: number): string => `${formatCount(count)} की पुष्टि नहीं`,
  openRun: (batch: string): string => `${batch} का भेजना देखें`,
  lateNews: (count: number): string =>
    count === 1 ? 'गेटवे ने एक भुगतान पर अपनी बात बदली।' : `गेटवे ने ${formatCount(count)} बार अपनी बात बदली।`,
  mismatches: (count: number): string =>
    count === 1 ? 'गेटवे ने किसी दूसरे भुगतान का जवाब दिया।' : `गेटवे ने ${formatCount(count)} बार किसी दूसरे भुगतान का जवाब दिया।`,
  misfits: (count: number): string =>
    count === 1 ? 'गेटवे की बात एक भुगतान से मेल नहीं खाती।' : `गेटवे की बात ${formatCount(count)} भुगतानों से मेल नहीं खाती।`,
  preparing: {
    pay: 'भेजने से पहले पंक्तियाँ जाँची जा रही हैं और गेटवे से पूछा जा रहा है',
    cancel: 'जो नहीं भेजे गए, वे रद्द हो रहे हैं',
    restore: 'बैकअप वापस लाया जा रहा है',
    unlock: 'बंद डेस्क खोला जा रहा है',
  },
  judging: 'पुष्टि की पंक्तियाँ पहले के भुगतानों से मिलाई जा रही हैं',
  connection: { connecting: 'जुड़ रहा है', open: 'जुड़ा है', lost: 'जुड़ा नहीं', ended: 'जुड़ा नहीं' },
};

const ACCOUNT = {
  label: 'खाता',
  mid: (mid: string): string => `मर्चेंट आईडी ${mid}`,
  noBalance: 'शेष राशि अभी पूछी नहीं गई',
  balanceAge: (age: string): string => `शेष राशि, ${age}`,
  low: 'कम',
  refresh: 'शेष राशि फिर पूछें',
};

const PALETTE = {
  title: 'कहाँ जाना या क्या करना है',
  label: 'कोई पन्ना, काम, बैच या पाने वाला लिखें',
  open: 'खोजें  Ctrl+K',
  nothing: 'इस नाम का कुछ नहीं।',
  goTo: (place: string): string => `${place} पर जाएँ`,
  batch: (batch: string, name: string): string => `बैच ${batch} खोलें, ${name}`,
  payee: (name: string | null, paidTo: string): string =>
    `पाने वाले को दिखाएँ: ${name === null ? paidTo : `${name}, ${paidTo}`}`,
};

const KEYS = {
  title: 'कुंजियाँ',
  show: 'कुंजियों की सूची दिखाएँ',
  everywhere: [
    ['Ctrl+K', 'पन्ने, काम, बैच और पाने वाले खोजें'],
    ['Ctrl+A', 'पन्ना स्वीकार करें; जहाँ भुगतान होता है, भुगतान के बटन पर जाएँ'],
    ['Esc', 'एक कदम पीछे'],
    ['F6, Shift+F6', 'पन्ने का अगला या पिछला हिस्सा'],
    ['Ctrl+1 … Ctrl+7', 'किसी पन्ने पर जाएँ'],
    ['?', 'यह सूची दिखाएँ'],
  ],
} as const;

const LOCKED = {
  noOther: 'इस डेस्क की कोई और प्रति, इस कंप्यूटर पर या दूसरे पर, काम में नहीं है।',
  note: 'नोट',
  noteHelp: 'इसे क्यों वापस लाया या हटाया गया। आपके नाम के साथ ऑडिट लॉग में रहता है।',
  title: (book: Book): string => (book === 'live' ? 'यह डेस्क बंद है और कुछ नहीं भेजता।' : 'अभ्यास डेस्क बंद है और कुछ नहीं भेजता।'),
  about: (why: string): string =>
    `${why}। जो नहीं भेजा लगता है, वह इस बीच भेजा गया हो सकता है: उसे जाँचा जाता है, भेजा कभी नहीं।`,
  gone: (why: string): string => `${why}। बैकअप वापस लाएँ, या Payout Desk बंद करके डेटाबेस उसके फ़ोल्डर में वापस रखें।`,
  look: (count: number): string => `जिन ${formatCount(count)} की पुष्टि नहीं, उन्हें देखें`,
  open: 'नए बैचों के लिए खोलें',
  beginAnew: 'इसके बिना नए सिरे से शुरू करें',
  unknown: (count: number, amount: string): string =>
    count === 0
      ? 'इसके सब भुगतानों की पुष्टि हो चुकी है।'
      : `${formatCount(count)} भुगतानों की पुष्टि नहीं (${amount})। हम जाँचते रहते हैं; यहाँ से कुछ नहीं भेजा जाता।`,
  lost: (count: number): string =>
    `इस डेस्क के ${formatCount(count)} बैच अब इसमें नहीं हैं। उनका भुगतान हो चुका हो सकता है: उनकी फ़ाइलों का फिर भुगतान न करें।`,
};

export const SHELL_AND_CONTROLS = {
  DATES,
  COPY,
  COMBOBOX,
  TIMES,
  COUNTED,
  GRID,
  FIELD_WORDS,
  SHELL,
  ACCOUNT,
  PALETTE,
  KEYS,
  LOCKED,
};
