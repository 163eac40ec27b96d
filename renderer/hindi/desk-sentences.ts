// What the desk says in English, in Hindi: of a row, of a file, of a batch that stands still, and what helps. A sentence is
// found by its English; what stands in its {places} is put into the Hindi one. What is not found here is shown as it came:
// it may be the gateway's, word for word.

import { FIELD_WORDS as ENGLISH_FIELD_WORDS, FIELD_NOUNS, FIELDS } from '../../shared/rows.ts';
import { DESK_ANSWERS } from './desk-answers.ts';
import { FIELD_WORDS } from './shell.ts';

const DESK_SENTENCES: Readonly<Record<string, string>> = {
  ...DESK_ANSWERS,

  // Cures that many share.
  'Nothing to do.': 'कुछ करना नहीं है।',
  'Nothing to do; if somebody is to be paid, fill the row in.': 'कुछ करना नहीं है; किसी को देना हो तो पंक्ति भरें।',
  'Unhide it in the sheet, or tick under Match the columns to pay it.':
    'शीट में उसे दिखाएँ, या “कॉलम मिलाएँ” में उसके भुगतान पर निशान लगाएँ।',
  'Type it here with all its digits.': 'सब अंकों के साथ यहाँ लिखें।',
  'Type it here, all of it, from the source.': 'मूल काग़ज़ से पूरा यहाँ लिखें।',
  'Type the value here.': 'मान यहाँ लिखें।',
  'Type the value itself.': 'मान ही लिखें।',
  'Type the value itself, without the rest.': 'केवल मान लिखें, बाकी नहीं।',
  'Correct it.': 'सुधारें।',
  'Shorten it.': 'छोटा करें।',
  'Leave the row out, unless it is to be paid anyway.': 'पंक्ति छोड़ें, जब तक उसका फिर भी भुगतान न करना हो।',
  'Leave one of them out, unless both are meant.': 'दोनों देने हों तो ठीक, नहीं तो एक छोड़ें।',
  "Compare it with the bank's own record.": 'बैंक के अपने रिकॉर्ड से मिलाएँ।',
  'Write {suggestion} if that is the branch.': 'यदि वही शाखा है तो {suggestion} लिखें।',
  'Look whether this is the sheet to pay, and whether it is final.': 'देखें कि भुगतान इसी शीट से होना है, और यह अंतिम है।',
  'Check that it is right, or choose another column.': 'देखें कि यह सही है, या दूसरा कॉलम चुनें।',

  // The row as a whole.
  'This row repeats the header and is left out.': 'यह पंक्ति शीर्षक दोहराती है और छोड़ी जाती है।',
  'This row was left out by a person.': 'यह पंक्ति किसी ने छोड़ी है।',
  'Include it to pay it.': 'भुगतान के लिए शामिल करें।',
  'The sheet hides this row, so it is left out.': 'शीट यह पंक्ति छिपाती है, इसलिए छोड़ी गई है।',
  'A second header with other columns starts here.': 'यहाँ से दूसरे कॉलमों वाला दूसरा शीर्षक शुरू होता है।',
  'Put the rows from here on into a file of their own.': 'यहाँ से आगे की पंक्तियाँ अलग फ़ाइल में रखें।',
  'This row belongs to the second header in row {row}, which has other columns.':
    'यह पंक्ति {row} वाले दूसरे शीर्षक की है, जिसके कॉलम अलग हैं।',
  'Put it into a file of its own, below that header.': 'उस शीर्षक के नीचे, अलग फ़ाइल में रखें।',
  'This row looks like a total.': 'यह पंक्ति जोड़ जैसी लगती है।',
  'If it is a total, leave it out; else fill in or correct who is paid.':
    'जोड़ हो तो छोड़ें; नहीं तो किसे देना है, भरें या सुधारें।',
  'This row names nobody, is a total{sum} and is left out.': 'यह पंक्ति किसी का नाम नहीं लेती, जोड़ है{sum} और छोड़ी जाती है।',
  'Nothing to do: the desk adds up by itself.': 'कुछ करना नहीं है: डेस्क ख़ुद जोड़ता है।',
  'This total is {total}, but the rows above it add up to {sum}.': 'यह जोड़ {total} है, पर ऊपर की पंक्तियों का जोड़ {sum} है।',
  'Compare the rows with the source: one may be missing, twice or changed.':
    'पंक्तियाँ मूल से मिलाएँ: कोई छूटी, दो बार या बदली हो सकती है।',
  'This row explains the columns and is left out.': 'यह पंक्ति कॉलम समझाती है और छोड़ी जाती है।',
  'A note or signature: the row names nobody and no amount, and is left out.':
    'टिप्पणी या हस्ताक्षर: पंक्ति में न नाम है न राशि, इसलिए छोड़ी जाती है।',
  'This row is empty but for a number and is left out.': 'इस पंक्ति में एक संख्या के सिवा कुछ नहीं, इसलिए छोड़ी जाती है।',
  'The file ends in this row without a line end: it may be cut off.':
    'फ़ाइल इसी पंक्ति में बिना पंक्ति-अंत के ख़त्म होती है: शायद कट गई है।',
  'Compare the row with the source, and look whether rows are missing below it.':
    'पंक्ति मूल से मिलाएँ, और देखें कि नीचे पंक्तियाँ छूटी तो नहीं।',
  'The sheet hides this row.': 'शीट यह पंक्ति छिपाती है।',
  'The sheet hides the column of the {field}.': 'शीट {field} का कॉलम छिपाती है।',
  'The sheet strikes this row through.': 'शीट में यह पंक्ति काटी हुई है।',
  'Leave it out unless it is meant to be paid.': 'भुगतान करना न हो तो छोड़ें।',
  'The column "{header}" was taken as the {field} without naming it exactly.':
    'कॉलम "{header}" को {field} माना गया, हालाँकि उसका नाम ठीक वही नहीं है।',
  'Check that it is right, or choose another under Match the columns.': 'देखें कि यह सही है, या “कॉलम मिलाएँ” में दूसरा चुनें।',
  'What stands above the header is not read: {rows}.': 'शीर्षक के ऊपर का नहीं पढ़ा जाता: {rows}।',
  'Nothing to do; if another row is the header, choose it under Match the columns.':
    'कुछ करना नहीं है; शीर्षक दूसरी पंक्ति हो तो “कॉलम मिलाएँ” में चुनें।',
  'Row {row} above the header says "{said}".': 'शीर्षक के ऊपर की पंक्ति {row} कहती है "{said}"।',
  'The name of the sheet says "{said}".': 'शीट का नाम कहता है "{said}"।',
  'This row names nobody, but says that some payments are not to be made.':
    'यह पंक्ति किसी का नाम नहीं लेती, पर कहती है कि कुछ भुगतान नहीं करने हैं।',
  'Read it, and leave the rows out that it speaks of.': 'उसे पढ़ें, और जिन पंक्तियों की बात है उन्हें छोड़ें।',
  '"{header}" may be in {unit}.{reading}': '"{header}" शायद {unit} में है।{reading}',
  'If it is not in rupees, convert it to rupees in the sheet.': 'रुपयों में न हो तो शीट में रुपयों में बदलें।',
  'The column "{header}" may not be {what}: {why}.{reading}': 'कॉलम "{header}" शायद {what} नहीं है: {why}।{reading}',
  'Account numbers of rows {from} to {to} rise one by one.': 'पंक्ति {from} से {to} की खाता संख्याएँ एक-एक बढ़ती हैं।',
  'Was a cell dragged?': 'क्या कोई खाना खींचा गया?',
  'Compare them with the source: all but the first may be made up.': 'मूल से मिलाएँ: पहली के सिवा सब बनावटी हो सकती हैं।',
  'The sheet has payment methods that are neither UPI nor IMPS: {words}.':
    'शीट में ऐसे तरीके हैं जो न UPI हैं न IMPS: {words}।',
  'Say under Match the columns how each of them is paid.': '“कॉलम मिलाएँ” में बताएँ कि हर एक का भुगतान कैसे हो।',
  'The remark for all rows is longer than the usual {limit} characters; banks may cut it.':
    'सब पंक्तियों की टिप्पणी सामान्य {limit} अक्षरों से लंबी है; बैंक उसे काट सकते हैं।',
  'The {field} comes from formulas in {rows}; the desk takes what the sheet last showed.':
    '{rows} में {field} सूत्रों से आती है; डेस्क वही लेता है जो शीट ने पिछली बार दिखाया।',
  'Check that the sheet was saved after its last change.': 'देखें कि शीट आख़िरी बदलाव के बाद सहेजी गई थी।',

  // Cells that are not what they show.
  'The {field} is a formula whose result is not in the file.': '{field} एक सूत्र है जिसका नतीजा फ़ाइल में नहीं है।',
  'Type the value here; or save the file in Excel and open it again.': 'मान यहाँ लिखें; या फ़ाइल को Excel में सहेजकर फिर खोलें।',
  'The {field} starts with "=", like a formula.': '{field} सूत्र की तरह "=" से शुरू है।',
  'The {field} is a spreadsheet error such as #N/A.': '{field} में #N/A जैसी त्रुटि है।',
  'The {field} is TRUE or FALSE.': '{field} TRUE या FALSE है।',
  'The {field} is a date.': '{field} एक तारीख़ है।',
  'Type the value here; a sheet turns "Nov-26" into a date.': 'मान यहाँ लिखें; शीट "Nov-26" को तारीख़ बना देती है।',
  'The {field} is in a merged cell: which row it belongs to is unclear.':
    '{field} मिले हुए खाने में है: किस पंक्ति की है, साफ़ नहीं।',
  'Type the value of this row here.': 'इस पंक्ति का मान यहाँ लिखें।',
  'The {field} is a link that leads to another address than it shows.':
    '{field} ऐसा लिंक है जो दिखाए पते से अलग जगह जाता है।',
  'Type the right address here.': 'सही पता यहाँ लिखें।',
  'The {field} is a number whose format shows zeros that it does not hold: its zeros are lost.':
    '{field} ऐसी संख्या है जिसके शून्य केवल दिखते हैं: असल में खो गए हैं।',
  'The {field} shows another value than it holds (percent, thousands, currency or nothing).':
    '{field} जो दिखाती है वह उसका असली मान नहीं (प्रतिशत, हज़ार, मुद्रा या कुछ नहीं)।',
  'The {field} is a number of more than 15 digits: a sheet keeps 15, the rest is lost.':
    '{field} 15 से अधिक अंकों की संख्या है: शीट 15 रखती है, बाकी खो जाते हैं।',
  'The {field} is a number with decimals.': '{field} दशमलव वाली संख्या है।',
  'The {field} is written like 1.23E+15: its digits are lost.': '{field} 1.23E+15 जैसी लिखी है: उसके अंक खो गए हैं।',
  'The {field} holds more than {limit} characters.': '{field} में {limit} से अधिक अक्षर हैं।',

  // Characters.
  'Spaces around the {field} were taken off.': '{field} के आगे-पीछे की खाली जगह हटाई गई।',
  'No-break spaces in the {field} were read as plain spaces.': '{field} की विशेष खाली जगहें सामान्य मानी गईं।',
  'The apostrophe in front of the {field} was taken off.': "{field} के आगे का चिह्न (') हटाया गया।",
  'The {field} was written as ="..." and read as its text.': '{field} ="..." लिखी थी; उसका पाठ लिया गया।',
  'The {field} holds {character}.': '{field} में {character} है।',
  'Type it again without that character.': 'उस चिह्न के बिना फिर लिखें।',
  'The {field} holds a line break.': '{field} में नई पंक्ति है।',
  'Write it on one line.': 'एक ही पंक्ति में लिखें।',

  // A character that does not belong there.
  'a tab ({code})': 'टैब ({code})',
  'a line break ({code})': 'नई पंक्ति ({code})',
  'a no-break space ({code})': 'न टूटने वाली खाली जगह ({code})',
  'a soft hyphen ({code})': 'छिपा हाइफ़न ({code})',
  'a zero-width space ({code})': 'अदृश्य खाली जगह ({code})',
  'a zero-width non-joiner ({code})': 'अदृश्य विभाजक ({code})',
  'a zero-width joiner ({code})': 'अदृश्य योजक ({code})',
  'a left-to-right mark ({code})': 'बाएँ-से-दाएँ का चिह्न ({code})',
  'a right-to-left mark ({code})': 'दाएँ-से-बाएँ का चिह्न ({code})',
  'a left-to-right embedding ({code})': 'बाएँ-से-दाएँ का चिह्न ({code})',
  'a right-to-left embedding ({code})': 'दाएँ-से-बाएँ का चिह्न ({code})',
  'a left-to-right override ({code})': 'दिशा पलटने वाला चिह्न ({code})',
  'a right-to-left override ({code})': 'दिशा पलटने वाला चिह्न ({code})',
  'a word joiner ({code})': 'अदृश्य योजक ({code})',
  'a zero-width no-break space ({code})': 'अदृश्य खाली जगह ({code})',
  'an unreadable character ({code})': 'न पढ़ा जा सकने वाला चिह्न ({code})',
  'a digit of another script ({code})': 'दूसरी लिपि का अंक ({code})',
  'a letter of another script ({code})': 'दूसरी लिपि का अक्षर ({code})',
  'an unusual space ({code})': 'असामान्य खाली जगह ({code})',
  'a control character ({code})': 'नियंत्रण चिह्न ({code})',
  'an invisible character ({code})': 'अदृश्य चिह्न ({code})',
  'an unusual sign ({code})': 'असामान्य चिह्न ({code})',

  // Method and payee.
  'The payment method is empty.': 'भुगतान का तरीका खाली है।',
  'Write UPI or IMPS.': 'UPI या IMPS लिखें।',
  'The payment method is neither UPI nor IMPS.': 'भुगतान का तरीका न UPI है न IMPS।',
  'Say under Match the columns how these are paid, or write UPI or IMPS.':
    '“कॉलम मिलाएँ” में बताएँ कि इनका भुगतान कैसे हो, या UPI या IMPS लिखें।',
  'Rows with this payment method are left unpaid, as chosen for the file.':
    'इस तरीके वाली पंक्तियों का भुगतान नहीं होता, जैसा फ़ाइल के लिए चुना गया।',
  'Say otherwise under Match the columns to pay them.': 'भुगतान करना हो तो “कॉलम मिलाएँ” में बदलें।',
  'The payment method "{word}" is paid by {method}, as chosen for the file.':
    'तरीके "{word}" का भुगतान {method} से होता है, जैसा फ़ाइल के लिए चुना गया।',
  'The row has both a UPI ID and bank details; it is paid by {method}, as a person said for the file.':
    'पंक्ति में UPI ID और बैंक विवरण दोनों हैं; भुगतान {method} से होता है, जैसा फ़ाइल के लिए कहा गया।',
  'The payment method was read in capital letters.': 'भुगतान का तरीका बड़े अक्षरों में पढ़ा गया।',
  'The row has both a UPI ID and bank details, and no payment method.':
    'पंक्ति में UPI ID और बैंक विवरण दोनों हैं, और तरीका नहीं।',
  'Say under Match the columns how these are paid, or clear one.': '“कॉलम मिलाएँ” में बताएँ कि भुगतान कैसे हो, या एक खाली करें।',
  'The row names nobody: no UPI ID and no account number.': 'पंक्ति में पाने वाला नहीं: न UPI ID, न खाता संख्या।',
  'Fill in the UPI ID, or the account number and IFSC.': 'UPI ID भरें, या खाता संख्या और IFSC।',
  'The UPI ID is missing.': 'UPI ID नहीं है।',
  'Fill in the UPI ID.': 'UPI ID भरें।',
  'The UPI ID is not of the form name@bank.': 'UPI ID name@bank जैसी नहीं है।',
  "Correct it: letters, digits, dots, hyphens and underscores, one @, then the bank's handle.":
    'सुधारें: अक्षर, अंक, बिंदु, - और _, एक @, फिर बैंक का हैंडल।',
  'This looks like an e-mail address, not a UPI ID.': 'यह ई-मेल पता लगता है, UPI ID नहीं।',
  'Ask the payee for the UPI ID, such as name@okaxis.': 'पाने वाले से UPI ID पूछें, जैसे name@okaxis।',
  'The handle after the @ is not known here, but close to {handles}.':
    '@ के बाद का हैंडल यहाँ ज्ञात नहीं, पर {handles} से मिलता-जुलता है।',
  'Check it with the payee, and correct it if it is mistyped.': 'पाने वाले से पूछें, और गलत लिखा हो तो सुधारें।',
  'A UPI row also has bank details: who is meant is unclear.': 'UPI की पंक्ति में बैंक विवरण भी है: किसे देना है, साफ़ नहीं।',
  'Clear the account number and IFSC, or change the method.': 'खाता संख्या और IFSC खाली करें, या तरीका बदलें।',
  'An IMPS row also has a UPI ID: who is meant is unclear.': 'IMPS की पंक्ति में UPI ID भी है: किसे देना है, साफ़ नहीं।',
  'Clear the UPI ID, or change the method.': 'UPI ID खाली करें, या तरीका बदलें।',
  'The account number is missing.': 'खाता संख्या नहीं है।',
  'Fill in the account number.': 'खाता संख्या भरें।',
  'The account number must be 5 to 20 letters and digits, nothing else.': 'खाता संख्या 5 से 20 अक्षर और अंक हो, और कुछ नहीं।',
  'The account number is not the usual 9 to 18 digits; leading zeros may be lost.':
    'खाता संख्या सामान्य 9 से 18 अंकों की नहीं है; आगे के शून्य खोए हो सकते हैं।',
  'The account number has fewer than the {digits} digits that are usual at {bank}: leading zeros may be lost.':
    'खाता संख्या में {bank} के सामान्य {digits} से कम अंक हैं: आगे के शून्य खोए हो सकते हैं।',
  'The account number has more than the {digits} digits that are usual at {bank}.':
    'खाता संख्या में {bank} के सामान्य {digits} से अधिक अंक हैं।',
  'The account number was stored as a number, and has fewer than {digits} digits: leading zeros may be lost.':
    'खाता संख्या संख्या के रूप में रखी गई और {digits} से कम अंक हैं: आगे के शून्य खोए हो सकते हैं।',
  'The account number is nothing but zeros.': 'खाता संख्या में केवल शून्य हैं।',
  'Type the account number.': 'खाता संख्या लिखें।',
  'Digits of the account number are hidden behind X or *.': 'खाता संख्या के अंक X या * के पीछे छिपे हैं।',
  'Type the whole account number.': 'पूरी खाता संख्या लिखें।',
  'The account number was stored as a number, which cannot hold leading zeros.':
    'खाता संख्या संख्या के रूप में रखी गई, जिसमें आगे के शून्य नहीं रहते।',
  'Check that it has no leading zeros.': 'देखें कि आगे शून्य नहीं हैं।',
  'The IFSC is missing.': 'IFSC नहीं है।',
  'Fill in the IFSC of the bank branch.': 'बैंक शाखा का IFSC भरें।',
  'The IFSC must be 4 letters, a zero, and 6 letters or digits.': 'IFSC में 4 अक्षर, एक शून्य, और 6 अक्षर या अंक हों।',
  "Correct it from a cheque or the bank's site.": 'चेक या बैंक की साइट से देखकर सुधारें।',
  'The fifth character of the IFSC is the letter O; it must be the digit 0.':
    'IFSC का पाँचवाँ चिह्न अक्षर O है; वह अंक 0 होना चाहिए।',
  'The IFSC has a wrong form, but is close to a listed branch.': 'IFSC का रूप गलत है, पर सूची की एक शाखा से मिलता-जुलता है।',
  'The IFSC is not in the list of branches, but close to one.': 'IFSC शाखाओं की सूची में नहीं, पर एक से मिलता-जुलता है।',
  'The IFSC is of {was}, which is {now} today; its old IFSCs may no longer be paid to.':
    'IFSC {was} का है, जो अब {now} है; पुराने IFSC पर शायद भुगतान न हो।',
  'Ask the payee for the IFSC of {now}.': 'पाने वाले से {now} का IFSC पूछें।',
  'The IFSC was read in capital letters.': 'IFSC बड़े अक्षरों में पढ़ा गया।',
  'The IFSC is not in the list of bank branches that this version knows.': 'IFSC उस सूची में नहीं है जो यह संस्करण जानता है।',
  'Check it; new branches may be missing from the list.': 'जाँच लें; नई शाखाएँ सूची में न हों, ऐसा हो सकता है।',

  // Amount.
  'The amount is empty.': 'राशि खाली है।',
  'Fill in the amount in rupees.': 'राशि रुपयों में भरें।',
  'The amount is zero.': 'राशि शून्य है।',
  'Fill in an amount, or leave the row out.': 'राशि भरें, या पंक्ति छोड़ें।',
  'The amount is negative.': 'राशि ऋणात्मक है।',
  'Only positive amounts can be paid.': 'केवल धनात्मक राशि का भुगतान हो सकता है।',
  'The amount is written like 1e5.': 'राशि 1e5 जैसी लिखी है।',
  'Write all its digits.': 'सब अंक लिखें।',
  'The commas and points of the amount do not group thousands or lakhs.':
    'राशि के अल्पविराम और बिंदु हज़ार या लाख के हिसाब से नहीं हैं।',
  'Write it like 1,00,000.50 or 100000.50.': '1,00,000.50 या 100000.50 जैसा लिखें।',
  'The amount has more than two decimals.': 'राशि में दो से अधिक दशमलव हैं।',
  'Round it to whole paise.': 'पूरे पैसों में करें।',
  'The amount is larger than this desk pays at once ({limit}).': 'राशि उससे बड़ी है जो यह डेस्क एक बार में देता है ({limit})।',
  'Check it, or split the payment.': 'जाँचें, या भुगतान बाँटें।',
  'The amount is not a number of rupees.': 'राशि रुपयों की संख्या नहीं है।',
  'Write it like 500, 500.50 or 1,00,000.00.': '500, 500.50 या 1,00,000.00 जैसा लिखें।',
  'The amount was read without its currency sign or commas.': 'राशि मुद्रा-चिह्न या अल्पविराम के बिना पढ़ी गई।',
  'The sheet shows this amount rounded; its paise would be paid as well.':
    'शीट यह राशि पूर्णांक में दिखाती है; उसके पैसे भी दिए जाएँगे।',
  'Check the paise, or type the amount without them.': 'पैसे जाँचें, या राशि उनके बिना लिखें।',
  'The amount is above the ceiling of the profile ({limit}).': 'राशि खाते की सीमा ({limit}) से ऊपर है।',
  'Leave this row out, or have Limits raised beside the account in Settings.':
    'यह पंक्ति छोड़ें, या सेटिंग में खाते के पास “सीमाएँ” बढ़वाएँ।',
  'The amount is above the usual limit of {method} ({limit}).': 'राशि {method} की सामान्य सीमा ({limit}) से ऊपर है।',
  'The bank may refuse it; split it or use another method.': 'बैंक मना कर सकता है; बाँटें या दूसरा तरीका लें।',

  // Remark, reference, name.
  'The remark is empty, and the gateway wants one.': 'टिप्पणी खाली है, और गेटवे को चाहिए।',
  'Fill it in, or give one for all rows under Match the columns.': 'भरें, या “कॉलम मिलाएँ” में सब पंक्तियों के लिए एक दें।',
  'The remark is longer than the usual {limit} characters; banks may cut it.':
    'टिप्पणी सामान्य {limit} अक्षरों से लंबी है; बैंक उसे काट सकते हैं।',
  'The remark is longer than {limit} characters.': 'टिप्पणी {limit} अक्षरों से लंबी है।',
  'The remark holds an emoji or symbol that banks may refuse.': 'टिप्पणी में ऐसा चिह्न है जिसे बैंक मना कर सकते हैं।',
  'Use letters and digits.': 'अक्षर और अंक लिखें।',
  'The reference may hold letters, digits, dots, hyphens, slashes and underscores, 50 at most.':
    'संदर्भ में अक्षर, अंक, . - / और _ हो सकते हैं, अधिक से अधिक 50।',
  'Correct it, or clear it: the desk then makes its own.': 'सुधारें, या खाली करें: तब डेस्क अपना बनाता है।',
  'The reference is also used in row {row}.': 'यही संदर्भ पंक्ति {row} में भी है।',
  'Give each row its own reference, or clear it.': 'हर पंक्ति को अपना संदर्भ दें, या खाली करें।',
  'The name is longer than {limit} characters.': 'नाम {limit} अक्षरों से लंबा है।',
  'Check that it is the right column.': 'देखें कि कॉलम सही है।',
  'The column "{header}" of the sheet says "{said}" for this row.':
    'शीट का कॉलम "{header}" इस पंक्ति के लिए कहता है "{said}"।',
  'Row {row} above says "{said}", which may go for this row too.':
    'ऊपर की पंक्ति {row} कहती है "{said}", जो इस पंक्ति पर भी लागू हो सकता है।',
  'A note is attached to {cell}.': '{cell} पर एक नोट लगा है।',
  'Read it in the spreadsheet: it may say not to pay this row, or how much of it.':
    'स्प्रेडशीट में पढ़ें: उसमें भुगतान न करने या कितना करने की बात हो सकती है।',
  'The column "{header}" of the sheet marks other rows, and this one not.':
    'शीट का कॉलम "{header}" दूसरी पंक्तियों पर निशान लगाता है, इस पर नहीं।',
  'The column "{header}" says {amount} in words.': 'कॉलम "{header}" शब्दों में {amount} कहता है।',
  'Compare both with the source: one of them is wrong.': 'दोनों मूल से मिलाएँ: एक गलत है।',
  'The column "{header}" names another bank than the one of the IFSC.': 'कॉलम "{header}" IFSC वाले से अलग बैंक बताता है।',
  'Ask the payee for the IFSC and the account number.': 'पाने वाले से IFSC और खाता संख्या पूछें।',
  'The column "{header}" of the sheet is filled in for this row: it may be paid already.':
    'शीट का कॉलम "{header}" इस पंक्ति में भरा है: शायद भुगतान हो चुका है।',
  'The account number is not the one in the column "{header}".': 'खाता संख्या कॉलम "{header}" वाली नहीं है।',
  'Ask the payee which of the two is right.': 'पाने वाले से पूछें कि दोनों में कौन सही है।',
  'The name is not the one in the column "{header}".': 'नाम कॉलम "{header}" वाला नहीं है।',
  'Ask the payee whose account it is.': 'पाने वाले से पूछें कि खाता किसका है।',
  'The same person gets the same amount in row {row}.': 'उसी व्यक्ति को उतनी ही राशि पंक्ति {row} में भी है।',
  'Row {row} pays this name the same amount, on another account or UPI ID.':
    'पंक्ति {row} में इसी नाम को उतनी ही राशि, दूसरे खाते या UPI ID पर।',
  'Row {row} pays the same {field} under another name.': 'पंक्ति {row} में वही {field} दूसरे नाम से है।',
  'Check whose it is; one of the two rows may have a wrong account or name.':
    'देखें कि किसका है; एक पंक्ति का खाता या नाम गलत हो सकता है।',

  // Why a file is refused.
  'Choose the sheet under Match the columns.': '“कॉलम मिलाएँ” में शीट चुनें।',
  'Choose its column under Match the columns.': '“कॉलम मिलाएँ” में उसका कॉलम चुनें।',
  'Choose its encoding under Match the columns, or save it as "CSV UTF-8".':
    '“कॉलम मिलाएँ” में अक्षर-रूप चुनें, या "CSV UTF-8" में सहेजें।',
  'Open it in Excel or LibreOffice and save it as .xlsx or as CSV.': 'Excel या LibreOffice में खोलकर .xlsx या CSV में सहेजें।',
  'Open the file in Excel or LibreOffice, correct the line and save it again.':
    'फ़ाइल Excel या LibreOffice में खोलें, पंक्ति सुधारें और फिर सहेजें।',
  'Save it as .xlsx in Excel or LibreOffice, and open the new file.':
    'Excel या LibreOffice में .xlsx सहेजें, और नई फ़ाइल खोलें।',
  'Choose a CSV or XLSX file.': 'CSV या XLSX फ़ाइल चुनें।',
  'Open it in Excel and save it as .xlsx.': 'Excel में खोलकर .xlsx में सहेजें।',
  'Split it into smaller files.': 'छोटी फ़ाइलों में बाँटें।',
  'Open the file again.': 'फ़ाइल फिर खोलें।',
  'Choose the header row under Match the columns.': '“कॉलम मिलाएँ” में शीर्षक की पंक्ति चुनें।',
  'There is no such file.': 'ऐसी कोई फ़ाइल नहीं है।',
  'Check the path and the file name.': 'पता और फ़ाइल का नाम देखें।',
  'This is a folder, not a file.': 'यह फ़ोल्डर है, फ़ाइल नहीं।',
  'Choose the spreadsheet inside it.': 'उसके भीतर की स्प्रेडशीट चुनें।',
  'This is not an ordinary file.': 'यह साधारण फ़ाइल नहीं है।',
  'Choose a CSV or XLSX file on a disk.': 'डिस्क से CSV या XLSX फ़ाइल चुनें।',
  'Another program holds the file.': 'फ़ाइल दूसरे प्रोग्राम में खुली है।',
  'Close it in Excel, then open it again.': 'Excel में बंद करें, फिर खोलें।',
  'The file cannot be read ({reason}).': 'फ़ाइल पढ़ी नहीं जा सकती ({reason})।',
  'Check that you may read it, or copy it to your own folder.': 'देखें कि आपको पढ़ने की अनुमति है, या अपने फ़ोल्डर में कॉपी करें।',
  'The file changed while it was read.': 'पढ़ते समय फ़ाइल बदल गई।',
  'Open it again once it is saved.': 'सहेजे जाने पर फिर खोलें।',
  'The file is empty.': 'फ़ाइल खाली है।',
  'Choose a file with a header line and at least one row.': 'शीर्षक और कम से कम एक पंक्ति वाली फ़ाइल चुनें।',
  'The file is larger than {limit} MB.': 'फ़ाइल {limit} MB से बड़ी है।',
  'The file has a header but no rows.': 'फ़ाइल में शीर्षक है पर पंक्तियाँ नहीं।',
  'Add at least one row below the header.': 'शीर्षक के नीचे कम से कम एक पंक्ति जोड़ें।',
  'The file has more than {limit} rows.': 'फ़ाइल में {limit} से अधिक पंक्तियाँ हैं।',
  'The file has more than {limit} columns.': 'फ़ाइल में {limit} से अधिक कॉलम हैं।',
  'Keep the payment columns and remove the others.': 'भुगतान के कॉलम रखें, बाकी हटाएँ।',
  'The sheet holds more cells than can be read at once.': 'शीट में एक बार में पढ़े जा सकने से अधिक खाने हैं।',
  'Keep the payment columns, or split the file.': 'भुगतान के कॉलम रखें, या फ़ाइल बाँटें।',
  'More than {limit} errors, warnings and notices stand at the rows of the file.':
    'फ़ाइल की पंक्तियों पर {limit} से अधिक त्रुटियाँ, चेतावनियाँ और सूचनाएँ हैं।',
  'Check that it is the right file, with the right columns, or split it.': 'देखें कि फ़ाइल और कॉलम सही हैं, या फ़ाइल बाँटें।',
  'A cell on line {line} holds more than {limit} characters.': 'पंक्ति {line} के एक खाने में {limit} से अधिक अक्षर हैं।',
  'Look for a missing closing quote or pasted text, and correct it.': 'छूटा हुआ उद्धरण-चिह्न या चिपकाया पाठ खोजें, और सुधारें।',
  'A line of the file is longer than any row can be{where}.': 'फ़ाइल की एक पंक्ति बहुत ही लंबी है{where}।',
  'Its line ends may be lost: open it in Excel or LibreOffice and save it again.':
    'पंक्ति-अंत खोए हो सकते हैं: Excel या LibreOffice में खोलकर फिर सहेजें।',
  'The amounts add up to more than this desk can hold exactly.': 'राशियों का जोड़ उससे अधिक है जितना यह डेस्क ठीक-ठीक रख सके।',
  'Check the amount column, or split the file.': 'राशि का कॉलम देखें, या फ़ाइल बाँटें।',
  'The file holds NUL bytes, so it is not a text file.': 'फ़ाइल में NUL हैं, इसलिए यह पाठ फ़ाइल नहीं।',
  'This is not a spreadsheet: its content is binary.': 'यह स्प्रेडशीट नहीं है: इसकी सामग्री बाइनरी है।',
  'This is {what}, not a spreadsheet.': 'यह {what} है, स्प्रेडशीट नहीं।',
  'This is a web page, even if its name says otherwise.': 'यह वेब पन्ना है, नाम चाहे कुछ भी हो।',
  'This is an XML file, not a CSV or XLSX file.': 'यह XML फ़ाइल है, CSV या XLSX नहीं।',
  'This is an Excel 97-2003 workbook (.xls).': 'यह Excel 97-2003 की फ़ाइल (.xls) है।',
  'The workbook is protected by a password.': 'कार्यपुस्तिका पासवर्ड से सुरक्षित है।',
  'Remove the password in Excel (File, Info, Protect Workbook), save, and open it again.':
    'Excel में पासवर्ड हटाएँ (File, Info, Protect Workbook), सहेजें, और फिर खोलें।',
  'This is an old Office file, not an XLSX workbook.': 'यह पुरानी Office फ़ाइल है, XLSX नहीं।',
  'This is an OpenDocument spreadsheet (.ods).': 'यह OpenDocument स्प्रेडशीट (.ods) है।',
  'Open it in LibreOffice and save it as .xlsx.': 'LibreOffice में खोलकर .xlsx में सहेजें।',
  'This is a binary workbook (.xlsb).': 'यह बाइनरी कार्यपुस्तिका (.xlsb) है।',
  'The workbook can carry macros.': 'कार्यपुस्तिका में मैक्रो हो सकते हैं।',
  'Open it in Excel and save it as .xlsx, without macros.': 'Excel में खोलकर बिना मैक्रो .xlsx में सहेजें।',
  'The workbook takes values from other workbooks.': 'कार्यपुस्तिका दूसरी कार्यपुस्तिकाओं से मान लेती है।',
  'In Excel choose Data, Edit Links, Break Link, save it, and open it again.':
    'Excel में Data, Edit Links, Break Link चुनें, सहेजें, और फिर खोलें।',
  'This is a zip file without a workbook in it.': 'यह zip फ़ाइल है जिसमें कार्यपुस्तिका नहीं।',
  'The workbook is damaged or was cut short ({reason}).': 'कार्यपुस्तिका खराब है या कट गई ({reason})।',
  'Copy or download it again, or save it again in Excel.': 'फिर कॉपी या डाउनलोड करें, या Excel में फिर सहेजें।',
  'The workbook holds two parts of one name, so programs may read it differently.':
    'कार्यपुस्तिका में एक नाम के दो हिस्से हैं, इसलिए प्रोग्राम उसे अलग-अलग पढ़ सकते हैं।',
  'The workbook would unpack to far more than a payout file ever holds.':
    'कार्यपुस्तिका खुलने पर किसी भुगतान फ़ाइल से कहीं बड़ी होगी।',
  'Keep the payment columns, and save it again as .xlsx.': 'भुगतान के कॉलम रखें, और फिर .xlsx में सहेजें।',
  'The workbook takes more memory or time than a file may.': 'कार्यपुस्तिका तय सीमा से अधिक मेमोरी या समय लेती है।',
  'Keep the payment columns, save it as CSV, or split it.': 'भुगतान के कॉलम रखें, CSV में सहेजें, या बाँटें।',
  'The workbook is damaged ({reason}).': 'कार्यपुस्तिका खराब है ({reason})।',
  'Row {row} stands twice or out of order: programs may read the sheet differently.':
    'पंक्ति {row} दो बार या बेतरतीब है: प्रोग्राम शीट को अलग-अलग पढ़ सकते हैं।',
  'A cell of row {row} stands twice or out of order: programs may differ.':
    'पंक्ति {row} का एक खाना दो बार या बेतरतीब है: प्रोग्राम अलग पढ़ सकते हैं।',
  'The workbook has no sheet.': 'कार्यपुस्तिका में कोई शीट नहीं है।',
  'Choose a workbook with a sheet of payouts.': 'भुगतानों की शीट वाली कार्यपुस्तिका चुनें।',
  'Every sheet of the workbook is hidden: {sheets}.': 'कार्यपुस्तिका की हर शीट छिपी है: {sheets}।',
  'The workbook has several sheets: {sheets}.': 'कार्यपुस्तिका में कई शीट हैं: {sheets}।',
  'The workbook has no sheet "{sheet}". It has: {sheets}.': 'कार्यपुस्तिका में "{sheet}" शीट नहीं है। ये हैं: {sheets}।',
  'A CSV file has no sheets.': 'CSV फ़ाइल में शीट नहीं होतीं।',
  'The encoding "{encoding}" is not known.': 'अक्षर-रूप "{encoding}" ज्ञात नहीं है।',
  'The file says that it is {found}, not {encoding}.': 'फ़ाइल कहती है कि वह {found} है, {encoding} नहीं।',
  'The text is not UTF-8 (first seen on line {line}; as Windows-1252 it would read "{word}").':
    'पाठ UTF-8 नहीं है (पहली बार पंक्ति {line}; Windows-1252 में "{word}" पढ़ा जाता)।',
  'The text is not UTF-8 (first seen on line {line}).': 'पाठ UTF-8 नहीं है (पहली बार पंक्ति {line})।',
  'The text is not valid {encoding}.': 'पाठ सही {encoding} नहीं है।',
  'The text looks like UTF-16 but does not say so.': 'पाठ UTF-16 लगता है, पर ऐसा कहता नहीं।',
  'Line {line} has {found} cells where the header has {expected}.': 'पंक्ति {line} में {found} खाने हैं, शीर्षक में {expected}।',
  'A cell that holds the delimiter must stand in double quotes.': 'जिस खाने में विभाजक हो, वह "…" में होना चाहिए।',
  'The double quote opened on line {line} is never closed.': 'पंक्ति {line} पर खुला " कहीं बंद नहीं होता।',
  'Line {line} has a double quote in the middle of a cell.': 'पंक्ति {line} के एक खाने के बीच में " है।',
  'Write it twice inside a quoted cell.': 'उद्धरण वाले खाने में उसे दो बार लिखें।',
  'Line {line} ends differently from those before: rows may have been cut or joined.':
    'पंक्ति {line} का अंत पहले वालों से अलग है: पंक्तियाँ कटी या जुड़ी हो सकती हैं।',
  'Two columns have the header "{header}" ({first} and {second}).':
    'दो कॉलमों का शीर्षक "{header}" है ({first} और {second})।',
  'Give each column its own header.': 'हर कॉलम को अपना शीर्षक दें।',
  'The header "{header}" ({cell}) cannot be used.': 'शीर्षक "{header}" ({cell}) नहीं लिया जा सकता।',
  'Rename the column.': 'कॉलम का नाम बदलें।',
  'Column {column} has values (first on line {line}) but no header on line {headerLine}.':
    'कॉलम {column} में मान हैं (पहला पंक्ति {line} पर), पर पंक्ति {headerLine} में शीर्षक नहीं।',
  'Give the column a header, or empty it.': 'कॉलम को शीर्षक दें, या खाली करें।',
  'Where line {headerLine} is not the header, choose another one.': 'पंक्ति {headerLine} शीर्षक न हो तो दूसरी चुनें।',
  'It is not clear which row is the header: {why}.': 'साफ़ नहीं कि शीर्षक कौन सी पंक्ति है: {why}।',
  'Row {row} cannot be the header: it is empty, or too far down.': 'पंक्ति {row} शीर्षक नहीं हो सकती: खाली है, या बहुत नीचे।',
  'The header in {cell} is a formula or an error.': '{cell} का शीर्षक सूत्र या त्रुटि है।',
  'Type the header as plain text.': 'शीर्षक सादे पाठ में लिखें।',
  'No column is recognised. The header line reads: {headers}.': 'कोई कॉलम पहचाना नहीं गया। शीर्षक में लिखा है: {headers}।',
  'Choose the header row and the columns under Match the columns.': '“कॉलम मिलाएँ” में शीर्षक और कॉलम चुनें।',
  'No column is recognised for {fields}. The headers are: {headers}.{hint}':
    '{fields} के लिए कोई कॉलम पहचाना नहीं गया। शीर्षक ये हैं: {headers}।{hint}',
  'More than one column could be the {field}: {headers}.{reading}':
    'एक से अधिक कॉलम {field} हो सकते हैं: {headers}।{reading}',
  'The column "{header}" is named like the {field}, but holds something else.':
    'कॉलम "{header}" का नाम {field} जैसा है, पर उसमें कुछ और है।',
  'Correct the sheet, or choose its column under Match the columns.': 'शीट सुधारें, या “कॉलम मिलाएँ” में उसका कॉलम चुनें।',
  'The column "{header}" {doubt}.{reading}': 'कॉलम "{header}": {doubt}।{reading}',
  'Choose the column of the rupees to pay under Match the columns.': '“कॉलम मिलाएँ” में देय रुपयों का कॉलम चुनें।',
  'The column "{header}" may not be the {field} of the payee: {why}.':
    'कॉलम "{header}" शायद पाने वाले की {field} नहीं है: {why}।',
  'The column "{header}" is your own {field}.': 'कॉलम "{header}" आपकी अपनी {field} है।',
  "Choose the payee's column under Match the columns.": '“कॉलम मिलाएँ” में पाने वाले का कॉलम चुनें।',
  'There is no column "{header}" for the {field}. The headers are: {headers}.':
    '{field} के लिए "{header}" कॉलम नहीं है। शीर्षक ये हैं: {headers}।',
  'The column "{header}" was given for two fields.': 'कॉलम "{header}" दो खानों के लिए दिया गया।',
  'Give each field its own column.': 'हर खाने को अपना कॉलम दें।',
  'One payment method is given two answers.': 'एक तरीके के दो जवाब दिए गए।',
  'Say once how its rows are paid.': 'एक बार बताएँ कि उसका भुगतान कैसे हो।',
  'The remark for all rows cannot be used: {reason}.': 'सब पंक्तियों की टिप्पणी नहीं ली जा सकती: {reason}।',
  'Give a short plain remark.': 'छोटी सादी टिप्पणी दें।',

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
  'The column "{header}" may not be the rupees to pay: {why}.{reading}':
    'कॉलम "{header}" शायद वे रुपये नहीं जो देने हैं: {why}।{reading}',
  'The column "{header}" may be in {unit}.{reading}': 'कॉलम "{header}" शायद {unit} में है।{reading}',
  'Row {row} above the header says {said}, but the rows below make {is}.':
    'शीर्षक के ऊपर की पंक्ति {row} के अनुसार {said}, पर नीचे की पंक्तियों से {is}।',
  '1 payment': '1 भुगतान',
  '{count} payments': '{count} भुगतान',
  'the rupees to pay': 'देने के रुपये',
  'it says "{what}"': 'उसमें "{what}" लिखा है',
  'the sheet also has {columns}': 'शीट में {columns} भी है',
  'it may be for one day, of which "{column}" counts several': 'शायद यह एक दिन का है, और "{column}" कई दिन गिनता है',
  '"{column}" speaks of somebody else': '"{column}" किसी और की बात करता है',
  'files of RazorpayX may count in paise': 'RazorpayX की फ़ाइलें पैसों में गिन सकती हैं',
  'the title, a note or the name of the sheet says "{unit}"': 'शीर्षक, किसी नोट या शीट के नाम में "{unit}" लिखा है',
  '"{column}" says "{unit}"': '"{column}" में "{unit}" लिखा है',
  '"{column}" speaks of another currency': '"{column}" किसी दूसरी मुद्रा की बात करता है',
  '"{column}" names other currencies': '"{column}" में दूसरी मुद्राएँ हैं',
  '"{column}" may pay a part of it': '"{column}" के अनुसार शायद इसका एक हिस्सा देना है',
  'Taken as rupees, its first value pays {amount}.': 'रुपये मानें तो इसका पहला मान {amount} देता है।',
  '"{one}" adds up to {x}, "{two}" adds up to {y}.': '"{one}" का जोड़ {x}, "{two}" का जोड़ {y}।',
  '"{one}" adds up to {x}, "{two}" adds up to {y}, "{three}" adds up to {z}.':
    '"{one}" का जोड़ {x}, "{two}" का जोड़ {y}, "{three}" का जोड़ {z}।',
  '{columns} could be the {field}.': '{columns} {field} हो सकता है।',
  'amount and UPI ID or account number': 'राशि और UPI ID या खाता संख्या',
  'UPI ID or account number': 'UPI ID या खाता संख्या',
  'amount and account number': 'राशि और खाता संख्या',
  'amount and IFSC': 'राशि और IFSC',
  'rows {one} and {other} both name columns': 'पंक्ति {one} और {other} दोनों कॉलमों के नाम देती हैं',
  'row {row} names the columns, but row {other} above it looks like a payment':
    'पंक्ति {row} कॉलमों के नाम देती है, पर ऊपर की पंक्ति {other} भुगतान जैसी है',
  'the whole amount': 'पूरी राशि',
  'the account number': 'खाता संख्या',
  'all its numbers look like mobile numbers': 'उसकी सब संख्याएँ मोबाइल नंबर जैसी हैं',
  'UTF-32 text': 'UTF-32 पाठ',
  'another kind of document': 'दूसरी तरह का दस्तावेज़',
  'an Apple Numbers document': 'Apple Numbers दस्तावेज़',
  'a Word document': 'Word दस्तावेज़',
  'a presentation': 'प्रस्तुति',
  'a PDF': 'PDF',
  'a PNG picture': 'PNG चित्र',
  'a JPEG picture': 'JPEG चित्र',
  'a GIF picture': 'GIF चित्र',
  'a gzip archive': 'gzip संग्रह',
  'a RAR archive': 'RAR संग्रह',
  'a 7-Zip archive': '7-Zip संग्रह',
  'a program': 'प्रोग्राम',
  'a database': 'डेटाबेस',
  'a text document (RTF)': 'टेक्स्ट दस्तावेज़ (RTF)',
  paise: 'पैसे',
  hundreds: 'सैकड़े',
  thousands: 'हज़ार',
  lakhs: 'लाख',
  crores: 'करोड़',
  millions: 'मिलियन',
  dollars: 'डॉलर',
  euros: 'यूरो',
  pounds: 'पाउंड',
  yen: 'येन',
  dirhams: 'दिरहम',
  'Singapore dollars': 'सिंगापुर डॉलर',
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
