// The words of the page that checks payment passports. It is one file that holds all its languages, so it has its words here and not in
// the catalogue.

import type { Language } from '../report-forms.ts';
import type { StateKind } from '../states.ts';

interface CheckerWords {
  readonly title: string;
  readonly about: string;
  readonly drop: string;
  readonly paste: string;
  readonly head: string;
  readonly headOf: (entry: number) => string;
  readonly headAbout: string;
  readonly noHash: string;
  readonly notOne: string;
  readonly altered: string;
  readonly unchecked: (entry: number) => string;
  readonly recorded: (entry: number) => string;
  readonly differs: (entry: number) => string;
  readonly textOnly: string;
  readonly later: (time: string) => string;
  readonly proves: string;
  readonly practice: string;
  readonly alarmed: string;
  readonly decided: string;
  readonly cannot: string;
  readonly states: Readonly<Record<StateKind, string>>;
  readonly facts: {
    readonly amount: string;
    readonly state: string;
    readonly payer: string;
    readonly mid: string;
    readonly payee: string;
    readonly payTo: string;
    readonly bank: string;
    readonly method: string;
    readonly utr: string;
    readonly rrn: string;
    readonly transactionId: string;
    readonly reference: string;
    readonly payout: string;
    readonly remark: string;
    readonly sentAt: string;
    readonly settledAt: string;
    readonly entry: string;
  };
}

export const CHECKER_WORDS: Readonly<Record<Language, CheckerWords>> = {
  en: {
    title: 'Payment passport checker',
    about: 'Checks a payment passport without a desk and without a network. What you open here stays on this computer.',
    drop: 'Drop the PDF or JSON here, or choose it',
    paste: 'Or paste the text of the QR code',
    head: 'Hash of the audit entry, from the payer',
    headOf: (entry) => `Hash of audit entry ${entry}, from the payer`,
    headAbout:
      'At least the first 20 of its 64 digits, from the payer himself: on a signed batch report or by telephone. Never from whoever gave you the passport.',
    noHash: 'That is no hash, or too few digits of one.',
    notOne: 'This is no payment passport.',
    altered: 'CHANGED: something in it is not as it was written. Do not rely on it.',
    unchecked: (entry) =>
      `Not checked yet. Nothing in it was changed since it was made, but anybody can make one. Enter the hash of audit entry ${entry}, as the payer tells it to you.`,
    recorded: (entry) =>
      `Recorded by the payer: what stands below leads to the hash of audit entry ${entry} that you entered, and nothing of it was changed.`,
    differs: (entry) =>
      `DOES NOT MATCH: it does not lead to the hash of audit entry ${entry} that you entered. Do not rely on it.`,
    textOnly: 'Only the text was checked. If you have a printed page, compare it with these lines.',
    later: (time) => `As of ${time}. What came after is not known here: ask the payer.`,
    proves: 'Recorded by the payer is not credited by the bank: the bank can tell by the UTR.',
    practice: 'PRACTICE: no money was moved.',
    alarmed: 'An alarm about this payment was open at the payer: ask before you rely on it.',
    decided: 'decided by a person at the payer, not told by the gateway',
    cannot: 'This browser cannot compute hashes for a file. Open the page in a newer Chrome, Edge or Firefox.',
    states: {
      queued: 'Not sent yet',
      sending: 'Sending',
      processing: 'Processing',
      unknown: 'Not confirmed',
      success: 'Paid',
      failed: 'Failed',
      rejected: 'Rejected',
      reversed: 'Reversed',
      cancelled: 'Cancelled',
    },
    facts: {
      amount: 'Amount',
      state: 'State',
      payer: 'Paid by',
      mid: 'Merchant id',
      payee: 'Paid to',
      payTo: 'Account or UPI ID',
      bank: 'Bank',
      method: 'Method',
      utr: 'UTR',
      rrn: 'RRN',
      transactionId: 'Gateway transaction id',
      reference: 'Reference',
      payout: 'Payment',
      remark: 'For',
      sentAt: 'Sent',
      settledAt: 'Result known',
      entry: 'Recorded as audit entry',
    },
  },
  hi: {
    title: 'भुगतान पासपोर्ट की जाँच',
    about: 'भुगतान पासपोर्ट को बिना डेस्क और बिना नेटवर्क जाँचता है। जो यहाँ खोलें, वह इसी कंप्यूटर पर रहता है।',
    drop: 'PDF या JSON यहाँ छोड़ें, या चुनें',
    paste: 'या QR कोड का पाठ यहाँ चिपकाएँ',
    head: 'ऑडिट प्रविष्टि का हैश, भुगतानकर्ता से',
    headOf: (entry) => `ऑडिट प्रविष्टि ${entry} का हैश, भुगतानकर्ता से`,
    headAbout:
      '64 अंकों में से कम से कम पहले 20, ख़ुद भुगतानकर्ता से: हस्ताक्षर वाली बैच रिपोर्ट पर या फ़ोन से। उससे कभी नहीं जिसने पासपोर्ट दिया।',
    noHash: 'यह हैश नहीं है, या उसके अंक कम हैं।',
    notOne: 'यह भुगतान पासपोर्ट नहीं है।',
    altered: 'बदला हुआ: इसमें कुछ वैसा नहीं है जैसा लिखा गया था। इस पर भरोसा न करें।',
    unchecked: (entry) =>
      `अभी जाँचा नहीं गया। बनने के बाद इसमें कुछ नहीं बदला, पर इसे कोई भी बना सकता है। ऑडिट प्रविष्टि ${entry} का हैश लिखें, जैसा भुगतानकर्ता बताए।`,
    recorded: (entry) =>
      `सही मिला: नीचे जो लिखा है, भुगतानकर्ता के डेस्क में ठीक वही दर्ज है। ऑडिट प्रविष्टि ${entry} का हैश वही निकला जो आपने लिखा।`,
    differs: (entry) => `मेल नहीं खाता: ऑडिट प्रविष्टि ${entry} का हैश वह नहीं निकला जो आपने लिखा। इस पर भरोसा न करें।`,
    textOnly: 'केवल पाठ जाँचा गया। छपा पृष्ठ हो तो उसे इन पंक्तियों से मिलाएँ।',
    later: (time) => `${time} की स्थिति। बाद में क्या हुआ, यह यहाँ पता नहीं: भुगतानकर्ता से पूछें।`,
    proves: 'भुगतानकर्ता ने दर्ज किया, इसका मतलब यह नहीं कि बैंक ने जमा किया: बैंक UTR से बता सकता है।',
    practice: 'अभ्यास (PRACTICE): कोई पैसा नहीं भेजा गया।',
    alarmed: 'भुगतानकर्ता के यहाँ इस भुगतान पर एक चेतावनी खुली थी: भरोसा करने से पहले पूछें।',
    decided: 'भुगतानकर्ता के यहाँ किसी व्यक्ति का फ़ैसला, गेटवे ने नहीं बताया',
    cannot: 'यह ब्राउज़र फ़ाइल के हैश नहीं निकाल सकता। पृष्ठ को नए Chrome, Edge या Firefox में खोलें।',
    states: {
      queued: 'अभी नहीं भेजा',
      sending: 'भेजा जा रहा है',
      processing: 'प्रक्रिया में',
      unknown: 'पुष्टि नहीं',
      success: 'भुगतान हुआ',
      failed: 'विफल',
      rejected: 'अस्वीकृत',
      reversed: 'वापस आया',
      cancelled: 'रद्द',
    },
    facts: {
      amount: 'राशि',
      state: 'स्थिति',
      payer: 'भुगतानकर्ता',
      mid: 'मर्चेंट आईडी',
      payee: 'प्राप्तकर्ता',
      payTo: 'खाता या UPI ID',
      bank: 'बैंक',
      method: 'तरीक़ा',
      utr: 'UTR',
      rrn: 'RRN',
      transactionId: 'गेटवे की लेन-देन आईडी',
      reference: 'संदर्भ',
      payout: 'भुगतान',
      remark: 'किसलिए',
      sentAt: 'भेजा गया',
      settledAt: 'परिणाम मिला',
      entry: 'ऑडिट प्रविष्टि',
    },
  },
};
