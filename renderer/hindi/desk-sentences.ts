// What the desk says in English, in Hindi: of a row, of a file, of a batch that stands still, and what helps. A sentence is
// found by its English; what stands in its {places} is put into the Hindi one. What is not found here is shown as it came:
// it may be the gateway's, word for word.

import { FIELD_WORDS as ENGLISH_FIELD_WORDS, FIELD_NOUNS, FIELDS } from '../../shared/rows.ts';
import { DESK_ANSWERS } from './desk-answers.ts';
import { FIELD_WORDS } from './shell.ts';

const DESK_SENTENCES: Readonly<Record<string, string>> = {
  ...DESK_ANSWERS,

  'Leave this row out, or have Limits raised beside the account in Settings.':
    'यह पंक्ति छोड़ें, या सेटिंग में खाते के पास “सीमाएँ” बढ़वाएँ।',
  'The same person gets the same amount in row {row}.': 'उसी व्यक्ति को उतनी ही राशि पंक्ति {row} में भी है।',
  'Open the file again.': 'फ़ाइल फिर खोलें।',
  'Open it again once it is saved.': 'सहेजे जाने पर फिर खोलें।',

  // Cures that many share.

  // The row as a whole.

  // Cells that are not what they show.

  // Characters.

  // A character that does not belong there.

  // Method and payee.

  // Amount.

  // Remark, reference, name.

  // Why a file is refused.
  'The text is not UTF-8 (first seen on line {line}; as Windows-1252 it would read "{word}").':
    'पाठ UTF-8 नहीं है (पहली बार पंक्ति {line}; Windows-1252 में "{word}" पढ़ा जाता)।',
  'The text is not UTF-8 (first seen on line {line}).': 'पाठ UTF-8 नहीं है (पहली बार पंक्ति {line})।',

  // What helps, where the window has its own way.
  'Use the window that is open already, or wait until the other program ends.':
    'जो विंडो पहले से खुली है उसे लें, या दूसरे प्रोग्राम के बंद होने तक रुकें।',
  'Start Payout Desk with another data folder, one that you may write to.':
    'Payout Desk को ऐसे डेटा फ़ोल्डर से शुरू करें जिसमें आप लिख सकते हैं।',
  'Choose a file or a data folder of Payout Desk.': 'Payout Desk की फ़ाइल या डेटा फ़ोल्डर चुनें।',
  'Install the newer Payout Desk, or start this one with another data folder.':
    'नया Payout Desk लगाएँ, या इसे दूसरे डेटा फ़ोल्डर से शुरू करें।',
  'Open Payout Desk once with this version.': 'Payout Desk को इस संस्करण से एक बार खोलें।',
  'It updates the data folder and keeps a copy.': 'वह डेटा फ़ोल्डर को नया करता है और प्रति रखता है।',
  'Press Check the audit log in Settings, and keep the database as it is.':
    'सेटिंग में “ऑडिट लॉग जाँचें” दबाएँ, और डेटाबेस को वैसा ही रखें।',
  'Choose another name.': 'दूसरा नाम चुनें।',
  'The last day is before the first.': 'आख़िरी दिन पहले दिन से पहले का है।',
  'Give the earlier day first.': 'पहले वाला दिन पहले दें।',
  'Choose the column when you make the payment advice.': 'भुगतान सूचना बनाते समय कॉलम चुनें।',
  'Choose a file that was saved by Make a backup.': '“बैकअप बनाएँ” से सहेजी फ़ाइल चुनें।',
  'Choose practice at the top for a practice backup, else a real account.':
    'अभ्यास के बैकअप के लिए ऊपर अभ्यास चुनें, नहीं तो असली खाता।',
  'Start Payout Desk with another data folder, and restore it there.':
    'Payout Desk को दूसरे डेटा फ़ोल्डर से शुरू करें, और वहाँ वापस लाएँ।',
  'The top of the window says why, and what opens it.': 'विंडो के ऊपर लिखा है कि क्यों, और कैसे खुलेगा।',
  'Put the database back into its folder, or restore a backup in Settings.':
    'डेटाबेस उसके फ़ोल्डर में वापस रखें, या सेटिंग में बैकअप वापस लाएँ।',
  'There is nothing to unlock: payouts can be sent.': 'खोलने को कुछ नहीं: भुगतान भेजे जा सकते हैं।',
  'Choose another account at the top of the window, or connect it in Settings.': 'ऊपर दूसरा खाता चुनें, या सेटिंग में जोड़ें।',
  'Wait until they are finished, or connect another account in Settings.': 'उनके पूरे होने तक रुकें, या सेटिंग में दूसरा खाता जोड़ें।',
  'Press Replace the token beside the account in Settings.': 'सेटिंग में खाते के पास “टोकन बदलें” दबाएँ।',
  'Without a keychain it is kept until Payout Desk is closed.': 'कीचेन के बिना वह Payout Desk बंद होने तक रहता है।',
  'Go back to the rows and correct them, or leave them out.': 'पंक्तियों पर लौटकर सुधारें, या छोड़ें।',
  'Go back to the rows, correct them, and confirm again.': 'पंक्तियों पर लौटें, सुधारें, और फिर पुष्टि करें।',
  'Read Confirm once more.': 'पुष्टि का पन्ना एक बार और पढ़ें।',
  'Look at that batch in History and compare with the gateway first.': 'पहले इतिहास में वह बैच देखें और गेटवे से मिलाएँ।',
  'It is paid again only with its tick.': 'निशान लगाने पर ही फिर भुगतान होता है।',
  'Include it on Review, or unhide it in the sheet.': 'जाँच में शामिल करें, या शीट में दिखाएँ।',
  'Read them on Confirm, and tick that they are all right.': 'पुष्टि पर पढ़ें, और निशान लगाएँ कि सब ठीक है।',
  'Split the file, or have Limits raised beside the account in Settings.':
    'फ़ाइल बाँटें, या सेटिंग में खाते के पास “सीमाएँ” बढ़वाएँ।',
  'Top the wallet up, or tick that you have read it and go on.': 'वॉलेट भरें, या पढ़ लेने का निशान लगाकर आगे बढ़ें।',
  'Ask the gateway, or tick that lost replies may stay unconfirmed.':
    'गेटवे से पूछें, या निशान लगाएँ कि खोए जवाबों की पुष्टि शायद न हो।',
  'Nothing was stored or sent.': 'कुछ न रखा गया, न भेजा गया।',
  "Compare with the other computer's batches.": 'दूसरे कंप्यूटर के बैच से मिलाएँ।',
  'Confirm shows those rows and leaves them out; the others can be paid there.':
    '“पुष्टि” वे पंक्तियाँ दिखाती है और छोड़ देती है; बाकी का भुगतान वहाँ हो सकता है।',
  "Ask the gateway first under Lookups, and look at the other computer's batches.":
    'पहले “पूछताछ” में गेटवे से पूछें, और दूसरे कंप्यूटर के बैच देखें।',
  'Start it again when the gateway answers sooner.': 'जब गेटवे जल्दी जवाब दे, तब फिर शुरू करें।',
  'Try again, and type the count that is asked for.': 'फिर कोशिश करें, और पूछी गई संख्या लिखें।',
  'Ask the payee by a way you know.': 'पाने वाले से अपने जाने हुए तरीके से पूछें।',
  'If it is right, tick it on Confirm.': 'सही हो तो पुष्टि पर निशान लगाएँ।',
  'Leave this row out.': 'यह पंक्ति छोड़ें।',
  'Connect the account that it was sent through, and try again.': 'जिस खाते से यह भेजा गया था, उसे जोड़ें, फिर कोशिश करें।',
  'If you know that it was not paid, tick it on Confirm.': 'आपको पता हो कि इसका भुगतान नहीं हुआ, तो पुष्टि पर निशान लगाएँ।',
  'If it is meant, tick it on Confirm.': 'देना ही हो तो पुष्टि पर निशान लगाएँ।',
  'Wait until that batch is settled, or leave this row out.': 'उस बैच के निपटने तक रुकें, या यह पंक्ति छोड़ें।',
  'If that batch is paused, resume it or stop it; or leave this row out.':
    'वह बैच रुका हो तो उसे फिर शुरू करें या बंद करें; या यह पंक्ति छोड़ें।',
  'Wait for it: the screen shows how far it is.': 'रुकें: पन्ना दिखाता है कि कितना हुआ।',
  'Look whether it was done; do it once more if it was not.': 'देखें कि हुआ या नहीं; न हुआ हो तो एक बार और करें।',
  'Look for it in History.': 'इतिहास में खोजें।',
  'Open a file under Payouts.': '“भुगतान” में फ़ाइल खोलें।',
  'We keep checking.': 'हम जाँचते रहते हैं।',
  'Ask the gateway what became of it, and give its ticket number.': 'गेटवे से पूछें कि उसका क्या हुआ, और उसकी टिकट संख्या दें।',
  'Ask the gateway, and give its ticket number.': 'गेटवे से पूछें, और उसकी टिकट संख्या दें।',
  'Or ask the gateway, and give its ticket number.': 'या गेटवे से पूछें, और उसकी टिकट संख्या दें।',
  'Look at them once more, then type that count.': 'उन्हें एक बार और देखें, फिर वह संख्या लिखें।',
  'Resume it or stop it first, then retry what ended unpaid.': 'पहले उसे फिर शुरू या बंद करें, फिर जो नहीं हुए उन्हें दोबारा करें।',
  'Look at that batch.': 'वह बैच देखें।',
  'We keep checking what is not settled; pay what was cancelled from a file.':
    'जो नहीं निपटे उन्हें हम जाँचते रहते हैं; जो रद्द हुए उनका फ़ाइल से भुगतान करें।',
  'Look at that batch; if it ended unpaid there, retry it there.': 'वह बैच देखें; वहाँ भी न हुआ हो तो वहीं दोबारा करें।',
  'It can be retried once it is not paid.': 'जब तय हो कि नहीं हुआ, तब दोबारा हो सकता है।',
  'Open the retry again from the result of its batch.': 'बैच के परिणाम से दोबारा भुगतान फिर खोलें।',

  // Why a batch stands still, and what helps it.
  'Paused. Resume sends the rest.': 'रुका है। “फिर शुरू करें” बाकी भेजता है।',
  'Its time was over. Resume sends what is left.': 'उसका समय पूरा हुआ। “फिर शुरू करें” बाकी भेजता है।',
  'Resume goes on with the next row.': '“फिर शुरू करें” अगली पंक्ति से आगे बढ़ता है।',
  'Look at the first payment.': 'पहला भुगतान देखें।',
  'Resume then sends the others, Stop drops them.': 'फिर “फिर शुरू करें” बाकी भेजता है, “बंद करें” उन्हें छोड़ता है।',
  'Resume checks the payments already sent, then sends the rest.':
    '“फिर शुरू करें” भेजे जा चुके भुगतान जाँचता है, फिर बाकी भेजता है।',
  'The desk ended in the middle of it.': 'डेस्क बीच में बंद हो गया।',
  'Resume checks payments already sent, then sends the rest.': '“फिर शुरू करें” भेजे जा चुके भुगतान जाँचता है, फिर बाकी भेजता है।',
  'Token refused: replace it, then resume.': 'टोकन अस्वीकृत: बदलें, फिर शुरू करें।',
  'The gateway refused the token.': 'गेटवे ने टोकन नहीं माना।',
  'Store the token of this account, then resume.': 'इस खाते का टोकन रखें, फिर शुरू करें।',
  'Unlock the keychain of this computer, then resume.': 'इस कंप्यूटर की कीचेन खोलें, फिर शुरू करें।',
  'Ask the gateway which merchant id is yours.': 'गेटवे से पूछें कि आपकी मर्चेंट आईडी कौन सी है।',
  'This batch keeps its own: resume once the gateway takes it.': 'यह बैच अपनी ही रखता है: गेटवे के मानने पर फिर शुरू करें।',
  'Compare the address with what the gateway gave you.': 'पता गेटवे के दिए पते से मिलाएँ।',
  'This batch keeps its own.': 'यह बैच अपना ही रखता है।',
  'Check the network and whether the gateway is up, then resume.': 'नेटवर्क और गेटवे जाँचें, फिर शुरू करें।',
  'The gateway could not be reached for 30 minutes.': 'गेटवे तक 30 मिनट पहुँच नहीं हुई।',
  'Nothing was sent meanwhile.': 'इस बीच कुछ नहीं भेजा गया।',
  'Several payments are not confirmed.': 'कई भुगतानों की पुष्टि नहीं हुई।',
  'We keep checking; resume once they are known.': 'हम जाँचते रहते हैं; पता चलने पर फिर शुरू करें।',
  'Read the refusal and check the wallet with the gateway, then resume.': 'अस्वीकृति पढ़ें और गेटवे से वॉलेट जाँचें, फिर शुरू करें।',
  "Compare this payment with the gateway's statement. Resume only if the amount is right.":
    'इस भुगतान को गेटवे के विवरण से मिलाएँ। राशि सही हो तभी आगे बढ़ाएँ।',
  'Call the gateway with both references first: it answered about another payout.':
    'पहले दोनों संदर्भों के साथ गेटवे को फ़ोन करें: उसने दूसरे भुगतान का जवाब दिया।',
  "Check this computer's clock and network.": 'इस कंप्यूटर की घड़ी और नेटवर्क जाँचें।',
  'If they are right, ask the gateway about its certificate.': 'वे ठीक हों तो गेटवे से उसके प्रमाणपत्र के बारे में पूछें।',
  'Resume once the disk can be written again.': 'डिस्क पर फिर लिखा जा सके, तब शुरू करें।',
  'Payments already sent are checked automatically.': 'भेजे जा चुके भुगतान अपने आप जाँचे जाते हैं।',
  'Connect this computer to the network, then resume.': 'कंप्यूटर को नेटवर्क से जोड़ें, फिर शुरू करें।',
  'The computer was asleep.': 'कंप्यूटर सो रहा था।',
  'Resume checks the payments already sent first.': '“फिर शुरू करें” पहले भेजे जा चुके भुगतान जाँचता है।',
  'Top up the wallet, then resume.': 'वॉलेट भरें, फिर शुरू करें।',
  'It goes on in the order of the file.': 'फ़ाइल के क्रम में आगे बढ़ता है।',
  'The wallet holds {holds}, and the next payout is {next}: nothing more was sent.':
    'वॉलेट में {holds} है, और अगला भुगतान {next} का है: आगे कुछ नहीं भेजा गया।',
  'The wallet holds {holds}, less than the {needs} that are to be paid.': 'वॉलेट में {holds} है, देय {needs} से कम।',
  'This desk was restored or copied, and sends nothing.': 'यह डेस्क वापस लाया या कॉपी किया गया है, और कुछ नहीं भेजता।',
  'The top of the window opens it.': 'विंडो के ऊपर से वह खुलता है।',
  "Set this computer's clock right, then resume.": 'इस कंप्यूटर की घड़ी ठीक करें, फिर शुरू करें।',
  'The gateway finds no payment by its reference.': 'गेटवे संदर्भ से कोई भुगतान नहीं पाता।',
  'Resume only if lost replies may stay unconfirmed.': 'तभी शुरू करें जब खोए जवाबों की पुष्टि न होना मंज़ूर हो।',
  'Ask the gateway why its answers to look-ups contradict each other, then resume.':
    'गेटवे से पूछें कि उसके जवाब एक-दूसरे से क्यों टकराते हैं, फिर शुरू करें।',
  'This file may have been paid already, here or elsewhere.': 'इस फ़ाइल का भुगतान यहाँ या कहीं और हो चुका हो सकता है।',
  'Compare it with the gateway first.': 'पहले गेटवे से मिलाएँ।',
  'Another batch pays, or paid, what may be the same.': 'दूसरा बैच शायद यही भुगतान करता है, या कर चुका है।',
  'Stop this batch.': 'यह बैच रोकें।',
  'Pay what is still due from a file: it shows each repeat.': 'जो बाकी है उसे फ़ाइल से दें: वह हर दोहराव दिखाती है।',

  // Confirming, and what else is said often.
  'Reference {reference} was used before for another payee: {amount} to {payTo}, {done} (batch {batch} row {row}).':
    'संदर्भ {reference} पहले किसी और के भुगतान में आ चुका है: {payTo} को {amount}, {done} (बैच {batch} पंक्ति {row})।',
  paid: 'भुगतान हुआ',
  'paid on {day}': '{day} को भुगतान हुआ',
  'not paid': 'भुगतान नहीं हुआ',
  'not paid on {day}': '{day} को भुगतान नहीं हुआ',
  'not settled yet': 'परिणाम अभी नहीं आया',
  'not sent yet': 'अभी भेजा नहीं गया',
  'If it is the same payment, leave the row out until that one is known to be unpaid.':
    'यदि यह वही भुगतान है, तो उसके न होने का पता चलने तक पंक्ति छोड़ दें।',
  'If not, give it a reference of its own.': 'यदि नहीं, तो उसे अपना संदर्भ दें।',
  'No row of this file can be paid.': 'इस फ़ाइल की किसी पंक्ति का भुगतान नहीं हो सकता।',
  'This file was confirmed as batch {batch}.': 'इस फ़ाइल की पुष्टि बैच {batch} के रूप में हुई।',
  'This file, or the same rows, was run before: batch {batch} on {day}, {paid} of {count} paid.':
    'यह फ़ाइल, या यही पंक्तियाँ, पहले चल चुकी हैं: बैच {batch}, {day}, {count} में से {paid} का भुगतान हुआ।',
  'Something changed since this was shown.': 'इसे दिखाने के बाद कुछ बदल गया।',
  'Look at it again as it is now.': 'अब जैसा है वैसा फिर देखें।',
  'Not confirmed: nothing was sent.': 'पुष्टि नहीं हुई: कुछ नहीं भेजा गया।',
  'Not confirmed: nothing was stored or sent.': 'पुष्टि नहीं हुई: कुछ न रखा गया, न भेजा गया।',
  'The gateway cannot be reached: {why}': 'गेटवे तक पहुँच नहीं है: {why}',
  'The gateway gave no answer: {why}': 'गेटवे ने जवाब नहीं दिया: {why}',
  'The gateway gave no clear answer: {why}': 'गेटवे ने साफ़ जवाब नहीं दिया: {why}',
  'The gateway refused: {why}': 'गेटवे ने मना किया: {why}',
  'Profile {profile} has no token.': 'खाते {profile} का टोकन नहीं है।',
  'Check the connection, and the address of the account.': 'कनेक्शन और खाते का पता जाँचें।',
  'The disk of {folder} is full.': '{folder} की डिस्क भर गई है।',
  'Free some space and try again.': 'जगह खाली करें और फिर कोशिश करें।',
  'A retry pays the same amount: it cannot be changed here.': 'दोबारा भुगतान उतनी ही राशि का होता है: यहाँ नहीं बदलता।',
  'The reference names the payout that is paid again: it cannot be changed here.':
    'संदर्भ उस भुगतान का है जो फिर हो रहा है: यहाँ नहीं बदलता।',
  'There is nothing to undo or redo.': 'पहले जैसा या फिर से करने को कुछ नहीं।',
  'Go on with the draft as it is.': 'जैसा है वैसे ही आगे बढ़ें।',
  'The file was not opened: its reading was cancelled.': 'फ़ाइल नहीं खुली: पढ़ना रद्द किया गया।',
  'This file is not open any more.': 'यह फ़ाइल अब खुली नहीं है।',
  'Open it again first.': 'पहले फिर खोलें।',
  'Try again in a minute.': 'एक मिनट में फिर कोशिश करें।',
  'Try again.': 'फिर कोशिश करें।',

  // Why a column may not be what it seems, and what it would pay.
};

/** In the Hindi sentence a field is called as the screen calls it. */
const FIELDS_IN_HINDI = new Map(
  [FIELD_NOUNS, ENGLISH_FIELD_WORDS].flatMap((english) => FIELDS.map((field) => [english[field], FIELD_WORDS[field]])),
);

interface Pattern {
  /** What stands before, between and after the places. */
  readonly literals: readonly string[];
  /** Shape: `isQuoted` where the place holds a word of somebody else, which stays as it is. */
  readonly places: readonly { readonly name: string; readonly isQuoted: boolean }[];
  readonly hindi: string;
}

const PLACE = /\{(\w+)\}/g;

/** The sentences with places, the longest first: it is the most particular. */
const PATTERNS: readonly Pattern[] = Object.entries(DESK_SENTENCES)
  .filter(([english]) => english.includes('{'))
  .toSorted(([one], [other]) => other.length - one.length)
  .map(([english, hindi]) => {
    const literals = english.split(/\{\w+\}/);
    const isQuoted = (at: number): boolean => /["“]$/.test(literals[at] ?? '') && /^["”]/.test(literals[at + 1] ?? '');
    const places = [...english.matchAll(PLACE)].map(([, name = ''], at) => ({ name, isQuoted: isQuoted(at) }));
    return { literals, places, hindi };
  });

/** Most of a file's rows say the same few things. */
const KEPT_MAX = 1_000;
const kept = new Map<string, string>();

/** What the desk said, in Hindi as far as it is known. */
export function inHindi(said: string): string {
  const known = kept.get(said);
  if (known !== undefined) return known;
  const hindi =
    translated(said) ??
    said
      .split(/(?<=[.?!]) /)
      .map((part) => translated(part) ?? part)
      .join(' ');
  if (kept.size >= KEPT_MAX) kept.clear();
  kept.set(said, hindi);
  return hindi;
}

function translated(said: string): string | null {
  const whole = Object.hasOwn(DESK_SENTENCES, said) ? DESK_SENTENCES[said] : undefined;
  if (whole !== undefined) return whole;
  for (const { literals, places, hindi } of PATTERNS) {
    const found = placesOf(said, literals);
    if (found === null) continue;
    const given = new Map(
      places.map(({ name, isQuoted }, at) => [name, isQuoted ? (found[at] ?? '') : placeInHindi(found[at] ?? '')]),
    );
    return hindi.replace(PLACE, (_, name: string) => given.get(name) ?? '');
  }
  return null;
}

/** What stands between the literals, each as short as it can be; null where they are not those of this sentence. One pass, whatever stands there. */
function placesOf(said: string, [first = '', ...rest]: readonly string[]): readonly string[] | null {
  const last = rest.at(-1) ?? '';
  const end = said.length - last.length;
  if (first.length > end || !said.startsWith(first) || !said.endsWith(last)) return null;
  const places: string[] = [];
  let from = first.length;
  for (const literal of rest.slice(0, -1)) {
    const at = said.indexOf(literal, from);
    if (at === -1 || at + literal.length > end) return null;
    places.push(said.slice(from, at));
    from = at + literal.length;
  }
  return [...places, said.slice(from, end)];
}

/** What stands in a place: a field, something the desk calls by a name, a sentence of its own, or a name or number as it is. */
function placeInHindi(given: string): string {
  if (given.startsWith(' ')) return ` ${inHindi(given.trimStart())}`;
  return FIELDS_IN_HINDI.get(given) ?? translated(given) ?? given;
}
