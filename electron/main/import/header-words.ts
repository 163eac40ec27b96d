// The words of a header, each in one spelling, whatever the script, the abbreviation or the way they are run together:
// `Bene A/C No.`, `BENEACCNO` and `लाभार्थी खाता संख्या` are all `payee account number`.

import { HEADER_MAX_CHARACTERS } from './table.ts';

/** One spelling of a word, and the others that stand for it. */
const SPELLINGS: Readonly<Record<string, string>> = {
  account: 'ac acc acct accnt',
  'account number': 'acno',
  number: 'no nos num nbr numbers',
  amount: 'amt amnt money',
  remark: 'rmk',
  narration: 'narr narrative',
  description: 'desc',
  ifsc: 'ifs ifc',
  reference: 'ref',
  unique: 'uniq',
  txn: 'tran trans trn trxn transaction',
  pay: 'payment pymt pmt paymt',
  salary: 'sal wage',
  transfer: 'trf xfer',
  information: 'info',
  payee:
    'bene ben benf benef bnf bnfcy beneficiary benificiary beneficary recipient receiver employee emp staff worker labour labourer vendor ' +
    'supplier seller dealer distributor contractor consultant freelancer agent partner customer cust buyer creditor party member student farmer ' +
    'teacher driver rider tenant landlord candidate influencer creator retailer doctor guest player winner volunteer trainer artist producer subscriber claimant applicant',
};

// Hindi and Marathi, Gujarati, Bengali, Tamil, Telugu, Kannada. Sources: the labels of bank, payroll and account opening forms in
// public repositories (the Hindi of github.com/monikarajpoot/ims_stock, the Bengali of github.com/pasahgroup/payroll and
// github.com/pepelawycliffe/amazcart) and the dictionary word where a form had none.
const SCRIPTS: Readonly<Record<string, string>> = {
  account: 'खाता खाते खात्याचा ખાતા ખાતું ખાતાનો অ্যাকাউন্ট একাউন্ট হিসাব கணக்கு ఖాతా ಖಾತೆ ಖಾತೆಯ',
  'account holder': 'खाताधारक खातेदाराचे खातेदार ખાતાધારક ખાતાધારકનું ఖాతాదారు ఖాతాదారుని',
  number: 'संख्या क्रमांक क्र सं नंबर नम्बर नं નંબર નં ક્રમાંક নম্বর নাম্বার নং সংখ্যা எண் సంఖ్య నంబర్ నెంబర్ నంబరు ಸಂಖ್ಯೆ ನಂಬರ್',
  bank: 'बैंक बँक बँकेचा બેંક બેન્ક ব্যাংক ব্যাঙ্ক வங்கி బ్యాంక్ బ్యాంకు ಬ್ಯಾಂಕ್',
  ifsc: 'आईएफएससी आयएफएससी આઈએફએસસી আইএফএসসি ஐஎஃப்எஸ்சி ஐஎப்எஸ்சி ఐఎఫ్ఎస్సి ఐఎఫ్ఎస్సీ ಐಎಫ್ಎಸ್ಸಿ ಐಎಫ್ಎಸ್‌ಸಿ',
  code: 'कोड કોડ কোড குறியீடு కోడ్ ಕೋಡ್',
  upi: 'यूपीआई यूपीआय युपीआय યુપીઆઈ યૂપીઆઈ ইউপিআই யுபிஐ యుపిఐ యూపీఐ ಯುಪಿಐ',
  id: 'आईडी आयडी આઈડી আইডি ஐடி ఐడి ఐడీ ಐಡಿ',
  amount: 'राशि रकम धनराशि रक्कम રકમ পরিমাণ தொகை మొత్తం ಮೊತ್ತ',
  net: 'शुद्ध निवल नेट निव्वळ ચોખ્ખો ચોખ્ખી ચોખ્ખું নিট নেট நிகர నికర ನಿವ್ವಳ',
  salary: 'वेतन सैलरी तनख्वाह पगार પગાર বেতন মাইনে சம்பளம் ஊதியம் జీతం వేతనం ವೇತನ ಸಂಬಳ',
  payable: 'देय ચૂકવવાપાત્ર ચૂકવવાની প্রদেয় చెల్లించవలసిన ಪಾವತಿಸಬೇಕಾದ',
  pay: 'भुगतान पेमेंट ચુકવણી ચૂકવણી পেমেন্ট கட்டணம் చెల్లింపు ಪಾವತಿ',
  method: 'माध्यम विधि तरीका पद्धत પદ્ધતિ পদ্ধতি முறை పద్ధతి విధానం ವಿಧಾನ',
  type: 'प्रकार પ્રકાર ধরন வகை రకం ಪ್ರಕಾರ',
  name: 'नाम नाव નામ নাম பெயர் పేరు ಹೆಸರು',
  payee:
    'कर्मचारी कर्मचाऱ्याचे कामगार कामगाराचे मजूर मजुराचे लाभार्थी लाभार्थ्याचे प्राप्तकर्ता विक्रेता કર્મચારી કર્મચારીનું લાભાર્થી લાભાર્થીનું কর্মচারী কর্মচারীর কর্মীর প্রাপক ' +
    'প্রাপকের সুবিধাভোগীর ஊழியர் பணியாளர் பயனாளி ఉద్యోగి లబ్ధిదారు లబ్ధిదారుని श्रमिक सभासद સભાસદ સભાસદનું ಉದ್ಯೋಗಿ ಉದ್ಯೋಗಿಯ ನೌಕರ ನೌಕರರ ಫಲಾನುಭವಿ ಫಲಾನುಭವಿಯ',
  remark: 'टिप्पणी रिमार्क अभ्युक्ति शेरा ટિપ્પણી નોંધ মন্তব্য குறிப்பு వ్యాఖ్య వ్యాఖ్యలు గమనిక ಟಿಪ್ಪಣಿ ಷರಾ',
  description: 'विवरण तपशील વિગત বিবরণ விவரம் వివరణ ವಿವರಣೆ',
  reference: 'संदर्भ સંદર્ભ রেফারেন্স సూచన ಉಲ್ಲೇಖ',
  rupees: 'रुपये रुपए रुपयांत रु रू રૂપિયા રૂ টাকা টাকায় টাকার ரூபாய் ரூ రూపాయలు రూ ರೂಪಾಯಿ ರೂಪಾಯಿಗಳು ರೂ',
  of: 'का की के में चे चा ची',
  total: 'कुल योग एकूण કુલ মোট மொத்த மொத்தம் ಒಟ್ಟು',
  gross: 'सकल స్థూల',
  basic: 'मूल मूळ મૂળ মূল அடிப்படை ప్రాథమిక ಮೂಲ',
  deduction: 'कटौती कपात वजावट કપાત কর্তন பிடித்தம் తగ్గింపు తగ్గింపులు ಕಡಿತ',
  balance: 'शेष बाकी શેષ বাকি இருப்பு నిల్వ ಬಾಕಿ',
  advance: 'अग्रिम आगाऊ અગ્રિમ অগ্রিম முன்பணம் ముందస్తు ಮುಂಗಡ',
  annual: 'वार्षिक વાર્ષિક বার্ষিক ஆண்டு వార్షిక ವಾರ್ಷಿಕ',
  debit: 'डेबिट नामे ડેબિટ ডেবিট',
  paise: 'पैसे પૈસા পয়সা பைசா పైసలు ಪೈಸೆ',
  lakh: 'लाख લાખ লক্ষ লাখ லட்சம் లక్షలు ಲಕ್ಷ',
  crore: 'करोड़ कोटी કરોડ কোটি கோடி కోట్లు ಕೋಟಿ',
  thousand: 'हजार हज़ार હજાર হাজার ஆயிரம் వేలు ಸಾವಿರ',
};

const SPELLING_OF = new Map(
  [SPELLINGS, SCRIPTS].flatMap((spellings) =>
    Object.entries(spellings).flatMap(([words, others]) =>
      plainLetters(others)
        .split(' ')
        .map((other) => [other, words] as const),
    ),
  ),
);

/** Signs that say as much as a word; the rupee's says nothing that is not meant anyway. */
const SIGNS: Readonly<Record<string, string>> = {
  $: ' usd ',
  '€': ' eur ',
  '£': ' gbp ',
  '¥': ' jpy ',
  '%': ' percent ',
};

/** Letters as they are compared: joiners only shape them, and one letter may be written in two ways. */
function plainLetters(text: string): string {
  return text
    .replace(/[\u200c\u200d]/g, '')
    .normalize('NFC')
    .toLowerCase();
}

/** Shape: `words` each in one spelling; `isNear` when one of them is known but for one letter. */
export interface HeaderWords {
  readonly words: readonly string[];
  readonly isNear: boolean;
}

/** Reads headers by the words that are known; words that are not stay as they are. */
export class HeaderReader {
  readonly #known: ReadonlySet<string>;

  constructor(known: Iterable<string>) {
    const spellings = [...SPELLING_OF].flatMap(([other, words]) => [other, ...words.split(' ')]);
    this.#known = new Set([...spellings, ...known]);
  }

  read(text: string): HeaderWords {
    let isNear = false;
    const words = plainLetters(
      text
        .slice(0, HEADER_MAX_CHARACTERS)
        .replace(/[$€£¥%]/g, (sign) => SIGNS[sign] ?? ' ')
        .replace(/\ba\s?[./]\s?c\b/gi, 'ac')
        // `I.F.S.C.` and `आई.एफ.एस.सी.` are one word.
        .replace(/(?<![\p{L}\p{M}])(?:(?:\p{L}\p{M}*){1,2}\.){2,}(?:\p{L}\p{M}*){1,2}(?![\p{L}\p{M}])/gu, (word) =>
          word.replaceAll('.', ''),
        )
        .replace(/['’]s\b/gi, '')
        .replace(/\p{L}[\p{L}\p{N}]*/gu, (word) => (this.#known.has(word.toLowerCase()) ? word : splitCase(word))),
    )
      .split(/[^\p{L}\p{M}\p{N}]+/u)
      .filter((word) => word !== '')
      .flatMap((word) => {
        const known = this.#parts(word);
        if (known !== null) return known;
        const meant = this.#meant(word);
        if (meant === null) return [word];
        isNear = true;
        return meant.split(' ');
      })
      .flatMap((word) => (SPELLING_OF.get(word) ?? word).split(' '));
    return { words, isNear };
  }

  /** The known words that a word consists of: itself, its singular, or several that were run together. */
  #parts(word: string): readonly string[] | null {
    if (this.#known.has(word)) return [word];
    if (word.endsWith('s') && this.#known.has(word.slice(0, -1))) return [word.slice(0, -1)];
    return word.length < RUN_TOGETHER_MIN_CHARACTERS ? null : this.#split(word);
  }

  /** Known words that make up this one, as few as possible. */
  #split(word: string): readonly string[] | null {
    const best: (readonly string[] | null)[] = [[]];
    for (let end = 1; end <= word.length; end += 1) {
      let shortest: readonly string[] | null = null;
      for (let start = 0; start <= end - PART_MIN_CHARACTERS; start += 1) {
        const before = best[start] ?? null;
        const part = word.slice(start, end);
        if (before === null || !this.#known.has(part)) continue;
        if (shortest === null || before.length + 1 < shortest.length) shortest = [...before, part];
      }
      best.push(shortest);
    }
    return best[word.length] ?? null;
  }

  /** The one known word that this is but for one letter; null when there is none, or when two of them mean different things. */
  #meant(word: string): string | null {
    if (BENEFICIARY.test(word)) return 'payee';
    if (word.length < TYPO_MIN_CHARACTERS) return null;
    const near = [...this.#known].filter(
      (known) => known.length >= TYPO_MIN_CHARACTERS && known[0] === word[0] && differsByOne(word, known),
    );
    // `Acount` is `account`, not `amount`: a letter that is doubled or not is the commonest error.
    const alike = near.filter((known) => withoutDoubles(known) === withoutDoubles(word));
    const meant = new Set((alike.length > 0 ? alike : near).map((known) => SPELLING_OF.get(known) ?? known));
    const [only] = meant;
    return meant.size === 1 ? (only ?? null) : null;
  }
}

/** `beneAccNo` as `bene Acc No`. */
function splitCase(word: string): string {
  return word.replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2').replace(/(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1 ');
}

const PART_MIN_CHARACTERS = 2;
const RUN_TOGETHER_MIN_CHARACTERS = 5;
/** Shorter words are too alike for one wrong letter to be seen. */
const TYPO_MIN_CHARACTERS = 5;

/** The word that is misspelt in more ways than can be listed; a benefit is something else. */
const BENEFICIARY = /^ben[ei]f[ei]?[cs]/;

function withoutDoubles(word: string): string {
  return word.replace(/(.)\1+/gu, '$1');
}

/** Whether one letter was added, lost or changed, or two neighbours changed places. */
export function differsByOne(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  const rest = long.slice(start + 1);
  if (short.slice(short.length === long.length ? start + 1 : start) === rest) return true;
  const isSwapped = short[start] === long[start + 1] && short[start + 1] === long[start];
  return short.length === long.length && isSwapped && short.slice(start + 2) === long.slice(start + 2);
}
