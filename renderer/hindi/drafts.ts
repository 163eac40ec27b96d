// What stands in text/drafts.ts, in Hindi. A field, a file and a button are named as the screen names them.

import { amountInHindiWords } from '../../shared/amount-in-words.ts';
import type { AnswerOf } from '../../shared/api/contract.ts';
import type { CarriedEdits } from '../../shared/api/draft-commands.ts';
import { formatCount } from '../../shared/counts.ts';
import { FIELD_WORDS } from '../../shared/rows.ts';
import type * as english from '../text/drafts.ts';
import { formatDay, formatDayAndTime, formatSize } from '../text/format.ts';

const STEPS = {
  open: 'खोलें',
  match: 'मिलान',
  review: 'जाँचें और सुधारें',
  confirm: 'पुष्टि',
  run: 'भेजना',
  result: 'परिणाम',
};

const OPEN = {
  title: 'भुगतान',
  dropHere: 'स्प्रेडशीट यहाँ छोड़ें',
  dropAbout: 'या Excel से कॉपी करके चिपकाएँ। हर पंक्ति एक भुगतान, .csv या .xlsx।',
  reading: 'फ़ाइल पढ़ी जा रही है',
  cancel: 'रद्द करें',
  choose: 'फ़ाइल चुनें',
  template: { xlsx: 'नमूना ढाँचा (.xlsx)', csv: 'नमूना ढाँचा (.csv)' },
  sample: 'नमूना खोलें',
  pasted: (nowMs: number): string => `चिपकाया ${formatDayAndTime(nowMs).replaceAll(':', '.')}.csv`,
  dropOne: 'एक ही .csv या .xlsx फ़ाइल छोड़ें।',
  batches: 'बैच',
  allBatches: (count: number): string => `सभी ${formatCount(count)} इतिहास में`,
  noBatch: 'अभी कोई बैच नहीं',
  noBatchAbout: 'पुष्टि करते ही बैच यहाँ दिखता है, और यहीं रहता है।',
  batch: 'बैच',
  state: 'स्थिति',
  about: (batch: string, profile: string, confirmedAtMs: number): string =>
    [batch, ...(batch.startsWith('P') ? [] : [profile]), formatDayAndTime(confirmedAtMs)].join(' · '),
  paidOf: (paid: number, rows: number): string => `${formatCount(rows)} में से ${formatCount(paid)} का भुगतान हुआ`,
  total: 'कुल',
  file: 'फ़ाइल',
  rows: 'पंक्तियाँ',
  open: 'खोलें',
};

interface Amounting {
  readonly count: number;
  readonly rupees: string;
}

const ATTENTION = {
  title: 'इन पर ध्यान दें',
  what: 'क्या',
  why: 'क्यों',
  act: 'क्या करें',
  paused: (unsent: Amounting, notConfirmed: Amounting): string =>
    [
      `रुका है। ${formatCount(unsent.count)} नहीं भेजे गए (${unsent.rupees})।`,
      ...(notConfirmed.count === 0 ? [] : [`${formatCount(notConfirmed.count)} की पुष्टि नहीं (${notConfirmed.rupees})।`]),
    ].join(' '),
  resume: 'फिर शुरू करें',
  resumeOf: (batch: string): string => `${batch} फिर शुरू करें`,
  notConfirmed: (count: number): string => `${formatCount(count)} भुगतान की पुष्टि नहीं`,
  notConfirmedAbout: (_count: number, rupees: string): string => `${rupees}। हम जाँचते रहते हैं; ये दोबारा नहीं भेजे जाएँगे।`,
  review: (count: number): string => `${formatCount(count)} देखें`,
  newsAbout: (rupees: string): string => `${rupees}। पढ़ें कि गेटवे अब क्या कहता है।`,
  draft: (rows: number, ready: Amounting | null): string =>
    ready === null
      ? `${formatCount(rows)} पंक्तियाँ। एक चुनाव बाकी है।`
      : `भेजा नहीं गया। ${formatCount(rows)} में से ${formatCount(ready.count)} पंक्तियों में त्रुटि नहीं (${ready.rupees})।`,
  notSaved: 'सहेजा नहीं गया: डिस्क भर गई है।',
  continue: 'आगे बढ़ें',
  close: (file: string): string => `${file} बंद करें`,
};

const HOME_FIGURES = {
  label: (month: string): string => `${month} के आँकड़े`,
  paid: (month: string): string => `${month} में भुगतान हुआ`,
  failed: (month: string): string => `${month} में विफल`,
  notConfirmed: 'पुष्टि नहीं',
  payments: (count: number): string => `${formatCount(count)} भुगतान`,
  balance: (since: string): string => `शेष राशि, ${since} से`,
};

const RECENT = {
  title: 'हाल की फ़ाइलें',
  folded: (count: number): string => (count === 0 ? 'हाल की फ़ाइलें' : `हाल की फ़ाइलें (${formatCount(count)})`),
  none: 'आप जो फ़ाइलें खोलते हैं, उनके नाम यहाँ आते हैं। फ़ाइलें अपनी जगह रहती हैं।',
  copyAbout: 'प्रति में फ़ाइल वैसी ही है जैसी तब थी। बदल गई हो तो फिर चुनें।',
  clear: 'सूची खाली करें',
  takeOff: 'सूची से हटाएँ',
  takeOffNamed: (name: string): string => `${name} को सूची से हटाएँ`,
  opened: 'खोली गई',
  payable: 'भुगतान हो सकता है',
  notRead: '–',
  open: { disk: 'खोलें', copy: 'प्रति खोलें', choose: 'फिर चुनें' },
  opens: (from: 'disk' | 'copy' | 'choose', name: string): string =>
    ({ disk: `${name} खोलें`, copy: `${name} की प्रति खोलें`, choose: `फिर चुनें: ${name}` })[from],
};

const MATCH = {
  title: 'कॉलम मिलाएँ',
  notRead: ({ headers: [first, second], above }: AnswerOf<'readDraft'>['firstRows']): string | null => {
    const both = second === undefined ? [] : [`पंक्ति ${first} और ${second} शीर्षक हैं।`];
    const last = above.at(-1);
    const rows = above.length === 1 ? `ऊपर की पंक्ति ${last}` : `ऊपर की पंक्तियाँ ${above[0]} से ${last}`;
    const words = last === undefined ? both : [...both, `${rows} नहीं पढ़ी जाती।`];
    return words.length === 0 ? null : words.join(' ');
  },
  sheet: 'शीट',
  hiddenSheet: (name: string): string => `${name} (छिपी हुई)`,
  next: 'पंक्तियाँ जाँचें',
  readingAgain: 'फ़ाइल फिर पढ़ी जा रही है',
  remark: 'खाली पंक्तियों के लिए टिप्पणी',
  remarkHelp: 'जैसे Salary Nov 2026।',
  remember: 'इन शीर्षकों वाली अगली फ़ाइल में भी यही लें',
  includeHidden: 'शीट जो छिपाती है, उसका भी भुगतान करें',
  forget: 'याद रखा हुआ भूल जाएँ',
  missing: {
    amount: 'राशि का कॉलम चुनें।',
    payee: 'UPI ID का कॉलम चुनें, या खाता संख्या और IFSC के।',
    payeeHalf: 'खाता संख्या के साथ IFSC चाहिए, और IFSC के साथ खाता संख्या।',
  },
  methodsTitle: 'शीट के अपने तरीकों का भुगतान कैसे हो',
  methods: {
    open: 'अभी तय नहीं: इन पंक्तियों का भुगतान नहीं होगा',
    IMPS: 'IMPS से भुगतान करें',
    UPI: 'UPI से भुगतान करें',
    unpaid: 'भुगतान न करें',
  },
  noMethod: 'कोई तरीका नहीं',
  encoding: 'फ़ाइल अपने अक्षर कैसे लिखती है',
  field: 'किसका भुगतान',
  columnOfFile: 'फ़ाइल का कॉलम',
  matched: 'मिलान',
  how: {
    exact: 'नाम से',
    remembered: 'पिछली बार जैसा',
    guessed: 'अनुमान से',
    given: 'आपका चुना',
    missing: 'नहीं मिला',
  },
  preview: 'शीट की पहली पंक्तियाँ',
  previewAbout: 'शीर्षक के लिए पंक्ति संख्या पर क्लिक करें, या चुनने के लिए कॉलम पर।',
  useAsHeader: (row: number): string => `पंक्ति ${row} को शीर्षक मानें`,
  isHeader: (row: number): string => `पंक्ति ${row} शीर्षक है`,
  notSent: 'भेजा नहीं जाता',
  rowNumber: 'पंक्ति संख्या',
  noHeader: 'बिना शीर्षक',
  noColumn: 'कोई कॉलम नहीं',
  column: (header: string, word: string): string => `${header}: ${word}`,
  addsUp: (sum: string): string => `जोड़ ${sum}`,
  confirmedBefore: 'कॉलम वैसे ही जैसे आपने पहले पुष्टि की',
  repeats: ({ batch, confirmedAtMs, paid, rows }: english.RepeatedRun): string =>
    paid === null
      ? `${formatDay(confirmedAtMs)} को ${batch} के रूप में चली थी, जो इस वापस लाए डेस्क में नहीं है: सभी ${formatCount(rows)} का भुगतान हो चुका हो सकता है। पहले गेटवे से मिलाएँ।`
      : `${formatDay(confirmedAtMs)} को ${batch} के रूप में चली थी: ${formatCount(rows)} में से ${formatCount(paid)} का भुगतान हुआ।`,
};

const UNREADABLE = {
  message: 'यह फ़ाइल पढ़ी नहीं जा सकती।',
  cure: 'यह फ़ोल्डर हो सकता है, हटाई गई हो, या दूसरे प्रोग्राम में खुली हो। फिर चुनें।',
};

const REVIEW = {
  about: ({ file, sheet, rows, headers }: AnswerOf<'readDraft'>): string =>
    [
      file.name,
      sheet,
      `${formatCount(rows)} पंक्तियाँ`,
      file.sizeBytes === 0 ? null : formatSize(file.sizeBytes),
      headers.some(({ how }) => how === 'remembered') ? MATCH.confirmedBefore : null,
    ]
      .filter((part) => part !== null)
      .join(' · '),
  filters: {
    all: 'सभी',
    ready: 'तैयार',
    errors: 'त्रुटियाँ',
    warnings: 'चेतावनियाँ',
    excluded: 'छोड़ी गईं',
    edited: 'बदली गईं',
  },
  hidden: ({ rows, columns }: { readonly rows: number; readonly columns: number }): string => {
    const what = [
      ...(rows > 0 ? [`${formatCount(rows)} पंक्तियाँ`] : []),
      ...(columns > 0 ? [`${formatCount(columns)} कॉलम`] : []),
    ];
    return what.length === 0 ? '' : `शीट में ${what.join(' और ')} छिपे हैं`;
  },
  row: 'पंक्ति',
  method: 'तरीका',
  bank: 'बैंक',
  rows: 'फ़ाइल की पंक्तियाँ',
  showRows: 'पंक्तियाँ दिखाएँ',
  noRow: 'यहाँ कोई पंक्ति नहीं',
  noRowAbout: 'फ़ाइल की कोई पंक्ति इस छाँट में नहीं आती।',
  countingRows: 'पंक्तियाँ गिनी जा रही हैं',
  whatToDo: 'क्या करें',
  findText: 'खोजें',
  replaceWith: 'इसकी जगह लिखें',
  changeColumns: 'कॉलम बदलें',
  backToResult: 'परिणाम पर लौटें',
  next: 'जाँचें और पुष्टि करें',
  typed: 'आपने जो लिखा',
  typedAbout: 'बंद करने तक यह यहाँ रहता है। जो चाहिए, कॉपी कर लें।',
  retry: (batch: string): string => `${batch} में इन पंक्तियों का भुगतान नहीं हुआ। यहाँ सुधारें।`,
  whyUnpaid: 'गेटवे का संदेश',
  retryAbout: 'हर एक का भुगतान एक नए बैच में, उतनी ही राशि का, एक बार और होगा।',
  saveProblems: 'समस्या वाली पंक्तियाँ सहेजें',
  willBePaid: 'भुगतान होगा',
  total: 'कुल',
  nothingYet: 'अभी किसी पंक्ति का भुगतान नहीं हो सकता।',
  paidBefore: (count: number, { rupees, left }: { readonly rupees: string; readonly left: number }): string =>
    left === count
      ? `${formatCount(count)} पंक्तियों (${rupees}) का भुगतान दो बार हो सकता है। आप न कहें तो छोड़ी जाती हैं।`
      : `${formatCount(count)} पंक्तियों का भुगतान दो बार हो सकता है: आपके चुनाव से ${formatCount(count - left)}, छोड़ी गईं ${formatCount(left)}।`,
  paidBeforeShow: 'तब और अब',
  choicesUndone: (count: number): string => `बदलाव से ${formatCount(count)} चुनाव हट गए: फिर चुनें।`,
  paysOnly: (amount: string): string => `केवल ${amount} और`,
  allPaidBefore: 'अभी किसी का भुगतान नहीं होगा: हर पंक्ति में कारण है।',
  errorsLeftOut: (count: number): string => `त्रुटि वाली ${formatCount(count)} पंक्तियाँ छोड़ी जाएँगी।`,
  statuses: { ready: 'तैयार', warning: 'चेतावनी', error: 'त्रुटि', excluded: 'छोड़ी गई' },
  heldChip: 'अभी भुगतान नहीं',
  heldBack: { asked: 'भुगतान दो बार हो सकता है', waits: 'पहले के भुगतान के लिए रुकी है', other: 'अभी भुगतान नहीं हो सकता' },
  issues: 'समस्याएँ',
  issuesShow: (count: number): string => `समस्याएँ ${formatCount(count)}`,
  issuesHide: 'समस्याएँ छिपाएँ',
  show: 'दिखाएँ',
  fix: 'सुधारें',
  leaveOut: 'छोड़ें',
  include: 'शामिल करें',
  leaveOutErrors: 'त्रुटि वाली सभी पंक्तियाँ छोड़ें',
  fixOf: ({ rowNumber, from, to }: AnswerOf<'readDraftIssues'>['groups'][number]['fixes'][number]): string =>
    to === null ? `पंक्ति ${rowNumber}: छोड़ी गई` : `${from === '' ? 'खाली' : from} → ${to}`,
  fixesMore: (count: number): string => (count === 0 ? '' : ` और ${formatCount(count)} और`),
  problem: 'समस्या',
  find: 'पंक्तियों में खोजें',
  findKey: 'पंक्तियों में खोजें (Ctrl+F)',
  nextIssue: 'अगली समस्या',
  previousIssue: 'पिछली समस्या',
  undo: 'पहले जैसा करें',
  undoOf: (what: string): string => `पहले जैसा करें: ${what} (Ctrl+Z)`,
  redo: 'फिर से करें',
  redoOf: (what: string): string => `फिर से करें: ${what} (Ctrl+Y)`,
  keys: 'F8 अगली समस्या · F9 सुझाव लें · Ctrl+H बदलें · Ctrl+Z पहले जैसा',
  leaveRowOut: 'यह पंक्ति छोड़ें',
  includeRow: 'यह पंक्ति शामिल करें',
  suggestion: (text: string): string => `${text} लिखें`,
  suggestionKey: 'सुझाव लें (F9)',
  replace: 'खोजें और बदलें',
  replaceIn: 'इस कॉलम में',
  replacing: (count: number): string => (count === 0 ? 'किसी खाने में यह पाठ नहीं है।' : `${formatCount(count)} खाने बदलेंगे:`),
  replaceAll: (count: number | null): string => (count === null ? 'सब बदलें' : `${formatCount(count)} खानों में बदलें`),
  tickRow: (row: number): string => `पंक्ति ${row} पर निशान लगाएँ`,
  tickAll: 'दिख रही सभी पंक्तियों पर निशान लगाएँ',
  ticked: (rows: string): string => `${rows} पर निशान`,
  untick: 'निशान हटाएँ',
  changeTicked: 'निशान वाली पंक्तियाँ बदलें',
  readAgain: 'फ़ाइल फिर पढ़ें',
  chooseAgain: 'सुधारी हुई फ़ाइल फिर चुनें',
  carried: {
    title: ({ kept, inFile, fileChanged, gone }: CarriedEdits['counts']): string => {
      const all = kept + inFile + fileChanged + gone;
      if (all === 0) return 'फ़ाइल फिर पढ़ी गई। यहाँ कुछ सुधारा नहीं गया था।';
      const lost = fileChanged + gone;
      return lost === 0
        ? `फ़ाइल फिर पढ़ी गई। यहाँ किए ${formatCount(all)} सुधार अब भी हैं।`
        : `फ़ाइल फिर पढ़ी गई। यहाँ किए ${formatCount(lost)} सुधार अब नहीं रहे।`;
    },
    one: ({ rowNumber, nowRowNumber, field, typed, now, became }: CarriedEdits['listed'][number]): string => {
      const what = field === null ? 'छोड़ी गई' : `${FIELD_WORDS[field]} “${typed}”`;
      const here = nowRowNumber === null || nowRowNumber === rowNumber ? '' : `, अब पंक्ति ${nowRowNumber}`;
      if (became === 'inFile') return `पंक्ति ${rowNumber}${here}, ${what}: फ़ाइल में अब यही है।`;
      if (became === 'fileChanged') return `पंक्ति ${rowNumber}${here}, ${what}: फ़ाइल में अब “${now ?? ''}” है।`;
      return field === null
        ? `पंक्ति ${rowNumber} छोड़ी गई थी और अब नहीं मिलती: देखें कि अब उसका भुगतान तो नहीं होगा।`
        : `पंक्ति ${rowNumber}, ${what}: वह पंक्ति अब नहीं मिलती।`;
    },
    close: 'बंद करें',
  },
  reopened: {
    partly: 'बाद के कुछ बदलाव डिस्क पर खराब हो गए थे। पंक्तियाँ जाँच लें।',
    otherwise: 'यह फ़ाइल पहले से अलग पढ़ी जा रही है। पंक्तियाँ जाँच लें।',
  },
  change: 'दिख रही सभी पंक्तियाँ बदलें',
  changeActs: {
    setRemark: 'टिप्पणी लिखें',
    setMethod: 'तरीका तय करें',
    trim: 'खाली जगह हटाएँ',
    upperCase: 'बड़े अक्षर (ABC)',
    leaveOut: 'छोड़ें',
    takeIn: 'शामिल करें',
  },
  changeApply: (count: number | null, which: 'shown' | 'ticked'): string => {
    if (count === null) return 'लागू करें';
    return `${which === 'shown' ? 'दिख रही' : 'निशान वाली'} ${formatCount(count)} पंक्तियों पर लागू करें`;
  },
  changeAbout: {
    shown: 'हर उस पंक्ति के लिए जो छाँट और खोज अभी दिखाती है।',
    ticked: 'हर निशान वाली पंक्ति के लिए।',
  },
  changeUndo: '“पहले जैसा करें” इसे एक ही बार में लौटा देता है।',
  changeNotLeftOut: 'जो छोड़ी गई हैं, वे वैसी ही रहती हैं।',
  locked: 'दोबारा भुगतान में यह नहीं बदलता। दूसरी राशि दूसरा भुगतान है: उसे अलग फ़ाइल से करें।',
  pasteRefused: {
    notHere: {
      message: 'इस कॉलम में कुछ चिपकाया नहीं जा सकता।',
      cure: 'किसी दूसरे कॉलम का खाना चुनें, फिर चिपकाएँ।',
    },
    tooMany: (count: number, most: number) => ({
      message: `कॉपी किए हिस्से में ${formatCount(count)} खाने हैं: कुछ नहीं चिपकाया गया।`,
      cure: `एक बार में अधिक से अधिक ${formatCount(most)}। हिस्सों में कॉपी करें।`,
    }),
    outside: (count: number) => ({
      message: `कॉपी किए हिस्से के ${formatCount(count)} खाने यहाँ की पंक्तियों और कॉलमों से बाहर जाते: कुछ नहीं चिपकाया गया।`,
      cure: 'वह खाना चुनें जहाँ से हिस्सा शुरू होता है, या कम पंक्तियाँ या कॉलम कॉपी करें।',
    }),
  },
  changed: (from: string, to: string): string => `${from === '' ? 'खाली' : from} → ${to === '' ? 'खाली' : to}`,
  moved: {
    message: 'इससे पहले पंक्तियाँ बदल गईं, इसलिए कुछ नहीं बदला गया।',
    cure: 'पंक्तियाँ अब जैसी हैं वैसी देखें, और फिर करें।',
  },
  fillTooMany: (most: number) => ({
    message: `एक बार में अधिक से अधिक ${formatCount(most)} खाने भरे जाते हैं, इसलिए कुछ नहीं बदला।`,
    cure: 'एक बार में कम पंक्तियाँ भरें, या “खोजें और बदलें” लें।',
  }),
  notRead: {
    message: 'यह पंक्ति अभी पढ़ी नहीं गई, इसलिए कुछ नहीं बदला।',
    cure: 'उसके दिखने तक रुकें, फिर करें।',
  },
};

const CONFIRM = {
  title: (amount: string, count: number, profile: string): string =>
    `${profile} से ${people(count)} को ${amount} का भुगतान`,
  words: amountInHindiWords,
  nothing: 'भुगतान के लिए कुछ नहीं',
  checking: 'गेटवे से और पहले के भुगतानों से मिलाया जा रहा है',
  onlyPractice: 'यह अभ्यास है: असली पैसा नहीं जाता।',
  starting: 'शुरू हो रहा है',
  largest: 'सबसे बड़ा भुगतान',
  balance: 'अभी शेष राशि',
  balanceAfter: 'बाद में शेष राशि',
  asking: 'गेटवे से पूछा जा रहा है',
  notKnown: 'पता नहीं',
  unitUnknown: 'जैसा गेटवे बताता है; रुपये हैं या पैसे, पता नहीं।',
  time: 'समय लगेगा, लगभग',
  short: (amount: string): string => `${amount} कम`,
  shortAbout: 'शेष राशि खत्म होते ही भुगतान अस्वीकृत होंगे।',
  again: 'फिर पूछें',
  changed: 'आपके देखने के बाद भुगतान की बातें बदल गई हैं।',
  changedAbout: 'ये अभी के आँकड़े हैं। आपके निशान और लिखा हुआ हटा दिया गया है।',
  unchosen: 'किसी पंक्ति पर निशान लगाए बिना भुगतान के लिए कुछ नहीं बचता।',
  retry: (batch: string): string => `यह दोबारा भुगतान है: ${batch} में जिनका नहीं हुआ, उनका फिर होगा।`,
  retryAbout: 'हर भुगतान अभी जाँचा गया, और भेजने से पहले फिर जाँचा जाएगा।',
  seeBatch: 'वह बैच देखें',
  noCorrection: 'कुछ सुधारा नहीं गया: उन्हीं लोगों को उसी तरह फिर भुगतान होगा।',
  corrected: (count: number): string => `${formatCount(count)} विवरण ${count === 1 ? 'सुधारा गया' : 'सुधारे गए'}`,
  columns: {
    tick: 'निशान',
    row: 'पंक्ति',
    name: 'नाम',
    amount: 'राशि',
    why: 'क्यों',
    difference: 'अंतर',
    inFull: 'पूरा',
    field: 'विवरण',
    before: 'तब',
    now: 'अब',
  },
  since: {
    title: (batch: string): string => `${batch} के बाद क्या बदला`,
    nothing: (batch: string): string => `${batch} जैसे ही लोग, खाते और राशियाँ।`,
    added: (count: number): string => `${formatCount(count)} नए लोग`,
    moved: (count: number): string => `${formatCount(count)} बदले खाते`,
    raised: (count: number): string => `${formatCount(count)} राशियाँ पाँचवें हिस्से से अधिक बढ़ीं`,
    before: (amount: string): string => `पहले ${amount}`,
    accounts: ({ before, now }: { readonly before: string; readonly now: string }): string => `तब ${before}, अब ${now}`,
  },
  suggestedName: 'वेतन',
  name: 'इस बैच का नाम',
  nameHelp: 'जिस नाम से आप इसे सोमवार को खोजेंगे।',
  nameHelpRetry: 'खाली छोड़ें तो पहले वाले जैसा नाम रहेगा, (retry) के साथ।',
  period: 'अवधि',
  periodHelp: 'जैसे नव॰ 2026।',
  firstAlone: 'पहले एक भुगतान करें, फिर मुझसे पूछें',
  firstAloneAbout: 'उस भुगतान का नतीजा आते ही बैच रुकता है। “फिर शुरू करें” बाकी भेजता है।',
  warnings: 'जाँचें और निशान लगाएँ',
  wholeBatch: 'पूरा बैच',
  showMore: (count: number): string => `${formatCount(count)} और चेतावनियाँ दिखाएँ`,
  showMoreRows: (count: number): string => `${formatCount(count)} और पंक्तियाँ दिखाएँ`,
  tickAll: (count: number): string => `सभी ${formatCount(count)} पर निशान लगाएँ`,
  alike: (message: string, others: number): string => `${message} ऐसी ${formatCount(others)} और।`,
  tickRow: (name: string, amount: string): string => `${name}, ${amount}`,
  moreThanThen: (amount: string): string => `${amount} ज़्यादा`,
  lessThanThen: (amount: string): string => `${amount} कम`,
  sameAsThen: 'कुछ नहीं',
  andMore: (count: number): string => `और ${formatCount(count)} पंक्तियाँ`,
  rowName: (rowNumber: number): string => `पंक्ति ${rowNumber}`,
  leftOut: (count: number, amount: string | null): string =>
    count === 0
      ? 'कोई पंक्ति छोड़ी नहीं गई'
      : `${formatCount(count)} पंक्तियाँ छोड़ी गईं${amount === null ? '' : ` (${amount})`}`,
  leftOutAs: {
    paidBefore: (count: number): string => `${formatCount(count)} पंक्तियों का भुगतान दो बार हो सकता है`,
    correction: (count: number): string => `${formatCount(count)} पंक्तियों का भुगतान दो बार हो सकता है, अब दूसरी राशि से`,
    sameName: (count: number): string => `${formatCount(count)} पंक्तियों का भुगतान दो बार हो सकता है, अब दूसरे खाते पर`,
    payeeChanged: (count: number): string => `${formatCount(count)} पंक्तियों में खाता बदला है`,
    paidTwiceHere: (count: number): string => `${formatCount(count)} पंक्तियों में इसी फ़ाइल में एक व्यक्ति को दो बार भुगतान है`,
    repeatsBatch: (count: number): string => `${formatCount(count)} पंक्तियाँ शायद पहले का बैच दोहराती हैं`,
    inFlightElsewhere: (count: number): string => `${formatCount(count)} पंक्तियाँ पहले के भुगतान के नतीजे की प्रतीक्षा में हैं`,
    maybePaid: (count: number): string => `${formatCount(count)} पंक्तियों का भुगतान शायद हो चुका है`,
    alreadyRetried: (count: number): string => `${formatCount(count)} पंक्तियाँ फिर से आज़माई जा चुकी हैं`,
    referenceUsed: (count: number): string => `${formatCount(count)} पंक्तियों का संदर्भ पहले इस्तेमाल हो चुका है`,
  },
  leaveOutPaid: (count: number): string => `इन ${formatCount(count)} को छोड़ें`,
  ticks: {
    warnings: 'मैंने चेतावनियाँ पढ़ ली हैं और वे ठीक हैं।',
    repeatedFile: 'मुझे पता है कि यह फ़ाइल पहले चली थी। यहाँ जो है, उसका भुगतान करें।',
    unsureLookups: 'मुझे पता है कि इस गेटवे पर खोए जवाबों की पुष्टि शायद न हो।',
  },
  whyNot: {
    unchosen: 'जिनका फिर भुगतान करना है, उन पर निशान लगाएँ।',
    blocked: 'यह बैच शुरू नहीं हो सकता; कारण ऊपर लिखा है।',
    nothing: 'भुगतान के लिए कुछ नहीं है।',
    asking: 'फिर जाँचा जा रहा है',
    ticks: 'ऊपर जो पूछा गया है, उस पर निशान लगाएँ।',
    count: '',
  },
  cancel: 'पंक्तियों पर लौटें',
  pay: (amount: string, count: number): string => `${people(count)} को ${amount} का भुगतान करें`,
  tickable: {
    paidBefore: (count: number, chosen: Chosen): string =>
      `${formatCount(count)} का भुगतान दो बार हो सकता है${chosenWords(chosen)}${chosen.paid.count === 0 ? ' पूरा करना हो तो निशान लगाएँ।' : ''}`,
    accountChanged: (count: number, chosen: Chosen): string =>
      `${formatCount(count)} का खाता बदला है${chosenWords(chosen)}`,
  },
  needsBoth: 'इस पंक्ति को दोनों निशान चाहिए।',
  tickKind: {
    paidBefore: (count: number): string => `इन ${formatCount(count)} का पूरा भुगतान करें`,
    accountChanged: (_count: number): string => 'मैंने पाने वाले से नए खाते की पुष्टि कर ली है',
  },
  question: {
    another: (batch: string, isTicked: boolean): string =>
      `${batch} जितनी ही राशियाँ, दूसरे काम के लिए। ${untilTicked(isTicked)}`,
    usual: (batch: string, isTicked: boolean): string =>
      `${batch} में कम से कम 25 दिन पहले भुगतान हुआ। ${untilTicked(isTicked)}`,
    copy: (batch: string, isTicked: boolean): string =>
      `ज़्यादातर राशियाँ ${batch} से अलग हैं: दूसरा भुगतान, या सुधारी हुई प्रति? ${untilTicked(isTicked)}`,
    samePeople: (batch: string, isTicked: boolean): string =>
      `दस दिन के अंदर ${batch} वाले ही ज़्यादातर लोग। ${untilTicked(isTicked)}`,
  },
  payeeNumbers: (count: number): string =>
    `${formatCount(count)} संदर्भ उसी पाने वाले के लिए पहले आ चुके हैं: उन्हें उसका अपना नंबर माना गया, भेजा नहीं जाता।`,
  anotherPayment: (count: number, amount: string): string => `दूसरा भुगतान है: ${people(count)} को दें (${amount})`,
  none: 'कोई नहीं',
};

interface Chosen {
  readonly paid: { readonly count: number; readonly rupees: string };
  readonly leftOut: { readonly count: number; readonly rupees: string };
}

function chosenWords({ paid, leftOut }: Chosen): string {
  if (paid.count === 0) return `, छोड़े गए (${leftOut.rupees})।`;
  if (leftOut.count === 0) return `, भुगतान के लिए निशान लगा है (${paid.rupees})।`;
  return `: ${formatCount(paid.count)} पर भुगतान का निशान (${paid.rupees}), ${formatCount(leftOut.count)} छोड़े गए (${leftOut.rupees})।`;
}

function untilTicked(isTicked: boolean): string {
  return isTicked ? 'निशान लगा है: दूसरा भुगतान।' : 'निशान लगाने तक छोड़ी गई हैं।';
}

function people(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'व्यक्ति' : 'लोगों'}`;
}

export const DRAFTS = {
  STEPS,
  OPEN,
  ATTENTION,
  HOME_FIGURES,
  RECENT,
  MATCH,
  UNREADABLE,
  REVIEW,
  CONFIRM,
};
