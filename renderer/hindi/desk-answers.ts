// What the desk answers where something could not be done, and what it says of the gateway, of news, backups and reports:
// its English, and the Hindi that takes its place.

export const DESK_ANSWERS: Readonly<Record<string, string>> = {
  // Paying, and paying again.
  'This batch is not being sent now.': 'यह बैच अभी नहीं भेजा जा रहा है।',
  'Look at it as it is now.': 'देखें कि अब वह कैसा है।',
  'The disk did not take that this file is paid, so nothing was sent.':
    'डिस्क ने यह दर्ज नहीं होने दिया कि यह फ़ाइल चुकाई जा रही है, इसलिए कुछ नहीं भेजा गया।',
  'Free some space, and pay again.': 'कुछ जगह खाली करें, और फिर भुगतान करें।',
  'This was asked once more meanwhile.': 'इस बीच यही फिर से पूछा गया।',
  'Read it again.': 'फिर से पढ़ें।',
  'Ask the gateway: without look-ups nothing can be paid again.':
    'गेटवे से पूछें: पूछताछ के बिना कुछ भी फिर से नहीं चुकाया जा सकता।',
  'Nothing was sent. Mend it and retry again.': 'कुछ नहीं भेजा गया। ठीक करके फिर कोशिश करें।',
  'Try again in a while.': 'कुछ देर में फिर कोशिश करें।',
  'Try again in a while; without a clear answer nothing is paid again.':
    'कुछ देर में फिर कोशिश करें; साफ़ जवाब के बिना कुछ भी फिर से नहीं चुकाया जाता।',
  'The gateway now says {word} about {payout}, which {before}.':
    'गेटवे अब {payout} के बारे में {word} कहता है, जबकि पहले: {before}।',
  'It is recorded as late news. Ask the gateway before anything is paid again.':
    'यह देर से आई ख़बर के रूप में दर्ज है। कुछ भी फिर से चुकाने से पहले गेटवे से पूछें।',
  '{payout} was sent to an address that was moved, and the new one does not know what was paid there.':
    '{payout} उस पते पर भेजा गया था जो बदल गया है, और नया पता नहीं जानता कि वहाँ क्या चुकाया गया।',
  'Ask the gateway what became of it before anything is paid again.': 'कुछ भी फिर से चुकाने से पहले गेटवे से पूछें कि उसका क्या हुआ।',
  'The gateway answered about {payout} with another payment.': 'गेटवे ने {payout} के बारे में किसी दूसरे भुगतान का जवाब दिया।',
  'Ask the gateway what became of both before anything is paid again.':
    'कुछ भी फिर से चुकाने से पहले गेटवे से पूछें कि दोनों का क्या हुआ।',
  'This desk has {payout}, which this would pay again, as {state} by now.':
    'इस डेस्क में {payout}, जिसे यह फिर से चुकाता, अब {state} है।',
  'Look at that payout first. If this one is meant as well, pay it from a new file.':
    'पहले वह भुगतान देखें। यह भी देना हो तो नई फ़ाइल से चुकाएँ।',
  'The gateway no longer knows {payout}, which it had called {state}.':
    'गेटवे अब {payout} को नहीं जानता, जिसे उसने {state} कहा था।',
  'The gateway does not know {payout}, but its look-ups have not found a paid payment, or have missed one since: this says nothing.':
    'गेटवे {payout} को नहीं जानता, पर उसकी पूछताछ ने कोई चुकाया हुआ भुगतान नहीं पाया, या पाकर खो दिया: इससे कुछ साबित नहीं होता।',
  'Pay another row first. Once the gateway finds a paid payment by its reference, this one can be paid again.':
    'पहले कोई और पंक्ति चुकाएँ। जब गेटवे किसी चुकाए हुए भुगतान को उसके संदर्भ से पा ले, तब इसे फिर चुकाया जा सकता है।',
  'The gateway does not know {payout} yet, and may still carry it out: it can be paid again from {time}, if it is not known then either.':
    'गेटवे अभी {payout} को नहीं जानता, और उसे अब भी चुका सकता है: यदि तब भी न जाने, तो {time} से इसे फिर चुकाया जा सकता है।',
  'Try again then: two looks at least ten minutes apart must not know it.':
    'तब फिर कोशिश करें: कम से कम दस मिनट के अंतर की दो पूछताछ में वह अनजान रहे।',
  'The gateway was asked about {payout} and answered about another payment.':
    'गेटवे से {payout} के बारे में पूछा गया और उसने किसी दूसरे भुगतान का जवाब दिया।',
  'The gateway gave no clear answer about {payout}.': 'गेटवे ने {payout} के बारे में साफ़ जवाब नहीं दिया।',
  'The gateway already knows reference {reference} ({word}): it was paid from another computer or before a restore.':
    'गेटवे संदर्भ {reference} ({word}) को पहले से जानता है: भुगतान दूसरे कंप्यूटर से या बैकअप लौटाने से पहले हुआ।',
  'Compare with the gateway and with the other computer first.': 'पहले गेटवे और दूसरे कंप्यूटर से मिलाएँ।',
  'Connect an account with that address and its token, then try again.':
    'उस पते और उसके टोकन वाला खाता जोड़ें, फिर कोशिश करें।',
  'Resume again and type the count.': 'फिर से आगे बढ़ाएँ और गिनती लिखें।',
  'It is no longer unpaid: {why}.': 'यह अब बिना भुगतान का नहीं है: {why}।',
  'it is not in the batch any more': 'यह अब बैच में नहीं है',
  'the gateway says by now that it was paid': 'गेटवे अब कहता है कि भुगतान हो गया',
  'the gateway works on it again': 'गेटवे उस पर फिर काम कर रहा है',
  'it is not confirmed yet': 'अभी पक्का नहीं है',
  'it was not sent': 'नहीं भेजा गया',
  'Nothing is to be paid again here.': 'यहाँ कुछ भी फिर से नहीं चुकाना है।',
  'It was not among the rows that were opened to be paid again.': 'यह उन पंक्तियों में नहीं था जो फिर से चुकाने के लिए खोली गईं।',
  'Retry the batch again from its result.': 'बैच को उसके नतीजे से फिर चलाएँ।',
  'Where the clock was set back is not noted as the audit log has it.':
    'घड़ी कब पीछे की गई, यह वैसा दर्ज नहीं जैसा ऑडिट लॉग में है।',
  'Row {row} of the file means the payout of {batch} row {other}, as an earlier row does.':
    'फ़ाइल की पंक्ति {row} {batch} की पंक्ति {other} का भुगतान बताती है, जैसा पहले की एक पंक्ति भी।',
  'Leave one of the two out: a payout is retried once.': 'दोनों में से एक छोड़ें: एक भुगतान एक ही बार फिर किया जाता है।',
  'Row {row} of the file says {amount}, the payout of {batch} row {other} was {before}.':
    'फ़ाइल की पंक्ति {row} में {amount} है, {batch} की पंक्ति {other} का भुगतान {before} था।',
  'A retry pays the same amount: put it back. Another amount is another payment: run it from a file of its own.':
    'दोबारा में वही राशि चुकाई जाती है: उसे वापस लिखें। दूसरी राशि दूसरा भुगतान है: उसे अलग फ़ाइल से चलाएँ।',
  'It is paid, with {amount}: what the file changes of it pays nothing.':
    'इसका भुगतान {amount} से हो चुका है: फ़ाइल में बदलने से कुछ भुगतान नहीं होता।',
  'Pay what is still due from a file of its own.': 'जो अब भी देना है, उसका भुगतान अलग फ़ाइल से करें।',
  'It is row {row} of batch {batch}, which this batch does not pay again.':
    'यह बैच {batch} की पंक्ति {row} है, जिसका भुगतान यह बैच दोबारा नहीं करता।',
  'Row {row} of the file is another payment than {batch} row {other}, which is not retried.':
    'फ़ाइल की पंक्ति {row} {batch} की पंक्ति {other} से अलग भुगतान है, जो फिर नहीं किया जाता।',
  'Row {row} of the file may have moved: {why}.': 'फ़ाइल की पंक्ति {row} शायद खिसक गई है: {why}।',
  'Pay this row from a file of its own.': 'इस पंक्ति को अलग फ़ाइल से चुकाएँ।',
  'It was paid again, as {batch} row {row}.': 'इसका फिर से भुगतान हो चुका है, {batch} पंक्ति {row} में।',
  'It was tried again, as {batch} row {row}, which was not paid either.':
    'इसे फिर से आज़माया गया, {batch} पंक्ति {row} में, और वह भुगतान भी नहीं हुआ।',
  'It is being paid again, as {batch} row {row}.': 'इसका भुगतान फिर से हो रहा है, {batch} पंक्ति {row} में।',
  '{batch} row {row}, which it pays again, is called {state} now: it may have been paid.':
    '{batch} पंक्ति {row}, जिसे यह फिर से चुकाता, अब {state} कहलाता है: हो सकता है भुगतान हो गया हो।',
  'Look at both payouts, and ask the gateway, before anything is paid again.':
    'कुछ भी फिर से चुकाने से पहले दोनों भुगतान देखें, और गेटवे से पूछें।',
  'Retry what the news leaves unpaid.': 'ख़बर के बाद जो बिना भुगतान रहे उसे फिर चलाएँ।',
  'Not confirmed yet: we keep checking.': 'अभी पक्का नहीं: हम देखते रहेंगे।',
  'The gateway still works on it.': 'गेटवे अब भी उस पर काम कर रहा है।',
  'It was cancelled before it was sent.': 'भेजने से पहले रद्द किया गया।',
  'Pay it from a file.': 'फ़ाइल से चुकाएँ।',
  'The file does not name it.': 'फ़ाइल में इसका नाम नहीं है।',
  'Show it in the spreadsheet and look at it.': 'स्प्रेडशीट में दिखाएँ और देखें।',
  'No payout of this batch can be paid again now, so nothing was sent.':
    'इस बैच का कोई भुगतान अभी फिर से नहीं हो सकता, इसलिए कुछ नहीं भेजा गया।',
  'Rows of the corrected file cannot be paid, so nothing was sent.':
    'सुधारी फ़ाइल की कुछ पंक्तियाँ नहीं चुकाई जा सकतीं, इसलिए कुछ नहीं भेजा गया।',
  '{rows} of this file cannot be paid, so nothing was sent.':
    'इस फ़ाइल में {rows} नहीं चुकाई जा सकतीं, इसलिए कुछ नहीं भेजा गया।',
  'Its rows or its account were changed while it was being started: nothing was sent.':
    'शुरू करते समय इसकी पंक्तियाँ या इसका खाता बदला गया: कुछ नहीं भेजा गया।',
  'While it was being confirmed, something changed about a payout that a row of it repeats: nothing was sent.':
    'पुष्टि के दौरान उस भुगतान में कुछ बदला जिसे इसकी एक पंक्ति दोहराती है: कुछ नहीं भेजा गया।',
  'Naming {what} lets no row of this file through.': '{what} लिखने से इस फ़ाइल की कोई पंक्ति नहीं चलती।',
  'Split the file.': 'फ़ाइल को बाँटें।',
  'Stopped before anything was confirmed: nothing was stored or sent.':
    'कुछ भी पुष्ट होने से पहले रोका गया: कुछ सहेजा या भेजा नहीं गया।',
  'Run it again.': 'फिर चलाएँ।',
  'The time was over before anything was sent: no batch was stored.':
    'कुछ भेजने से पहले समय पूरा हो गया: कोई बैच सहेजा नहीं गया।',
  "{amount} is above the profile's ceiling of {ceiling}.": '{amount} खाते की सीमा {ceiling} से ऊपर है।',

  // A row that repeats an earlier payment.
  'batch {batch} row {row}': 'बैच {batch} पंक्ति {row}',
  'batch {batch} row {row}, differences included': 'बैच {batch} पंक्ति {row}, अंतर सहित',
  'batch {batch} row {row} of account {account}, differences included':
    'खाते {account} का बैच {batch} पंक्ति {row}, अंतर सहित',
  'batch {batch} row {row} of account {account}': 'खाते {account} का बैच {batch} पंक्ति {row}',
  'was paid': 'भुगतान हो चुका है',
  'was paid on {day}': '{day} को भुगतान हो चुका है',
  'is not settled yet': 'अभी निपटा नहीं है',
  'is not sent yet': 'अभी भेजा नहीं गया',
  'is being paid': 'भुगतान हो रहा है',
  'is not confirmed yet': 'अभी पक्का नहीं है',
  'ended unpaid': 'भुगतान नहीं हुआ',
  'Late news about {place} has not been read: read it first.': '{place} की देर से आई ख़बर नहीं पढ़ी गई: पहले उसे पढ़ें।',
  'Leave this row out until then.': 'तब तक यह पंक्ति छोड़ें।',
  'This waits for {place}, which {done}.': 'यह {place} के लिए रुका है: {done}।',
  '{amount} to this name, on another account, {done} ({place}): then {then}, now {now}.':
    'इसी नाम को {amount}, दूसरे खाते पर: {done} ({place})। तब {then}, अब {now}।',
  '{amount} {done} ({place}), to the same account under another name: {name}.':
    'इसी खाते पर दूसरे नाम से {amount}: {done} ({place})। नाम: {name}।',
  '{amount} {done} ({place}), to the same UPI ID under another name: {name}.':
    'इसी UPI ID पर दूसरे नाम से {amount}: {done} ({place})। नाम: {name}।',
  '{amount} to this person {done} ({place}): is this another payment?':
    'इस व्यक्ति को {amount}: {done} ({place})। क्या यह दूसरा भुगतान है?',
  '{amount} {done} for this ({place}); now {change} more.': 'इसके लिए {amount}: {done} ({place}); अब {change} ज़्यादा।',
  '{amount} {done} for this ({place}); now {change} less.': 'इसके लिए {amount}: {done} ({place}); अब {change} कम।',
  'The same {done}, to other details ({place}): then {then}, now {now}.':
    'यही, दूसरे विवरण पर: {done} ({place})। तब {then}, अब {now}।',
  "Check this computer's date.": 'इस कंप्यूटर की तारीख़ जाँचें।',
  'The same {done} ({place}).': 'यही: {done} ({place})।',
  '{name} was paid before, to another account ({place}): then {then}, now {now}.':
    '{name} को पहले दूसरे खाते पर भुगतान हुआ था ({place})। तब {then}, अब {now}।',
  '{amount} was paid for this on {day} in batch {batch}, of which most amounts differ here: another payment, or a corrected copy?':
    'इसके लिए {day} को बैच {batch} में {amount} दिए गए, जिसकी ज़्यादातर राशियाँ यहाँ अलग हैं: दूसरा भुगतान, या सुधारी हुई प्रति?',
  'Batch {batch} paid this person {amount} on {day}: is this another payment?':
    'बैच {batch} ने {day} को इस व्यक्ति को {amount} दिए: क्या यह दूसरा भुगतान है?',
  'another day': 'किसी और दिन',
  'The same person gets {amount} for the same in row {row}.': 'उसी व्यक्ति को इसी के लिए {amount} पंक्ति {row} में भी हैं।',
  'Row {row} was corrected to the same account.': 'पंक्ति {row} भी सुधारकर इसी खाते पर की गई।',
  'Row {row} pays the same account under the name {name}.': 'पंक्ति {row} इसी खाते को {name} के नाम से देती है।',
  'Left out. On Confirm you can pay the difference, or all of it again.':
    'छोड़ी गई। “पुष्टि” पर अंतर, या पूरी राशि फिर दे सकते हैं।',
  'Left out until you say on Confirm that it is another payment.': 'छोड़ी गई, जब तक “पुष्टि” पर न कहें कि यह दूसरा भुगतान है।',
  'Batch {batch}, row {row} ({amount}) {why}.': 'बैच {batch}, पंक्ति {row} ({amount}): {why}।',
  'ended unpaid, and late news about it is unread': 'भुगतान नहीं हुआ, और उसकी देर से आई ख़बर नहीं पढ़ी गई',
  'paid this already': 'यह भुगतान कर चुका है',
  'paid another amount for this already': 'इसके लिए दूसरी राशि दे चुका है',
  'paid the same name on another account': 'इसी नाम को दूसरे खाते पर दे चुका है',
  'paid the same amount for another purpose': 'यही राशि दूसरे काम के लिए दे चुका है',
  'paid this at least 25 days ago': 'कम से कम 25 दिन पहले यह दे चुका है',
  'Batch {batch} may have been paid after all, and this one pays it again.':
    'बैच {batch} का भुगतान शायद हो ही गया, और यह उसे फिर चुकाता।',
  'Another amount is another payment: leave this row out and pay it from a file of its own.':
    'दूसरी राशि दूसरा भुगतान है: यह पंक्ति छोड़ें और अलग फ़ाइल से चुकाएँ।',
  'Nothing is to be done: paying it again makes a new reference.': 'कुछ करना नहीं है: फिर से चुकाने पर नया संदर्भ बनता है।',

  'Reference {reference}, which paying it again would carry, was used before in this desk.':
    'फिर से चुकाने पर संदर्भ {reference} जाता, जो इस डेस्क में पहले आ चुका है।',
  'Row {row} of the file is no payout of this batch.': 'फ़ाइल की पंक्ति {row} इस बैच का भुगतान नहीं है।',
  'Row {row} of the file names reference {reference}, which is no payout of this batch.':
    'फ़ाइल की पंक्ति {row} में संदर्भ {reference} है, जो इस बैच का भुगतान नहीं है।',

  // Asking the gateway by hand.
  'The gateway did not answer this look-up ({why}), so it says nothing of the payout.':
    'गेटवे ने इस पूछताछ का जवाब नहीं दिया ({why}), इसलिए भुगतान के बारे में कुछ पता नहीं चला।',
  'Read its answer, and compare the key and the account with what you have.':
    'उसका जवाब पढ़ें, और कुंजी व खाते को अपने पास के से मिलाएँ।',
  'The gateway answered about another payment, so it says nothing of this one.':
    'गेटवे ने दूसरे भुगतान का जवाब दिया, इसलिए इसके बारे में कुछ पता नहीं चला।',
  'The gateway had a fault of its own (HTTP {status}), so it says nothing of the payout.':
    'गेटवे में अपनी ख़राबी थी (HTTP {status}), इसलिए भुगतान के बारे में कुछ पता नहीं चला।',
  'The answer cannot be read (HTTP {status}), so it says nothing of the payout.':
    'जवाब पढ़ा नहीं जा सकता (HTTP {status}), इसलिए भुगतान के बारे में कुछ पता नहीं चला।',
  'Compare the address of the account, and try again.': 'खाते का पता मिलाएँ, और फिर कोशिश करें।',
  'There is no gateway at the base URL (HTTP {status}).': 'इस पते पर कोई गेटवे नहीं है (HTTP {status})।',
  'Compare the address of the account with what the gateway gave you.': 'खाते का पता गेटवे के दिए पते से मिलाएँ।',
  'Check the order id.': 'ऑर्डर संख्या जाँचें।',
  'Correct the values and try again.': 'मान सुधारें और फिर कोशिश करें।',
  'Compare the account with what the gateway gave you.': 'खाते को गेटवे के दिए ब्योरे से मिलाएँ।',
  'It may have been done: look before you repeat it.': 'हो सकता है यह हो गया हो: दोहराने से पहले देखें।',
  'The gateway says that requests come too fast.': 'गेटवे कहता है कि अनुरोध बहुत तेज़ आ रहे हैं।',
  'Ask again in a minute, or lower the rate of the account.': 'एक मिनट में फिर पूछें, या खाते की गति घटाएँ।',
  'The gateway does not know this merchant id.': 'गेटवे यह मर्चेंट संख्या नहीं जानता।',
  'Orders take a merchant id of one to four digits; this account has {mid}.':
    'ऑर्डर में एक से चार अंकों की मर्चेंट संख्या चलती है; इस खाते की {mid} है।',
  'Ask the gateway which merchant id is yours for orders.': 'गेटवे से पूछें कि ऑर्डर के लिए आपकी मर्चेंट संख्या कौन-सी है।',
  'This is not a number.': 'यह संख्या नहीं है।',
  'Write it as the gateway reports its balance, such as 50000.': 'वैसे लिखें जैसे गेटवे शेष बताता है, जैसे 50000।',
  "Send this answer to the gateway's support.": 'यह जवाब गेटवे के सहायता-दल को भेजें।',
  'Nothing was asked now.': 'अभी कुछ नहीं पूछा गया।',
  'The gateway asks to wait; try again after {time}.': 'गेटवे रुकने को कहता है; {time} के बाद फिर कोशिश करें।',
  'Nothing was decided, and nothing is asked until then.': 'कुछ तय नहीं हुआ, और तब तक कुछ नहीं पूछा जाता।',
  'Waiting until {time}: the gateway asks for it.': '{time} तक रुके हैं: गेटवे ने कहा है।',
  'Unlock the keychain and try again.': 'कीचेन खोलें और फिर कोशिश करें।',

  // Files and drafts.
  'The desk does not know where this file lies.': 'डेस्क नहीं जानता कि यह फ़ाइल कहाँ है।',
  'Choose it again.': 'उसे फिर चुनें।',
  'Every row can be paid: there is nothing to correct.': 'हर पंक्ति चुकाई जा सकती है: सुधारने को कुछ नहीं।',
  'Go on to confirm the payment.': 'भुगतान की पुष्टि पर जाएँ।',
  'This file is no longer in the list.': 'यह फ़ाइल अब सूची में नहीं है।',
  'The list could not be written, and is as it was.': 'सूची लिखी नहीं जा सकी, और वैसी ही है।',
  'Check that the disk has free space, and try again.': 'देखें कि डिस्क में खाली जगह है, और फिर कोशिश करें।',
  'The copy of this file on the disk is damaged.': 'डिस्क पर इस फ़ाइल की प्रति ख़राब है।',
  'Close it, and open the file again.': 'उसे बंद करें, और फ़ाइल फिर खोलें।',
  'These rows come from a batch of this desk and are read in one way only.':
    'ये पंक्तियाँ इसी डेस्क के बैच से हैं और एक ही तरह पढ़ी जाती हैं।',
  'Correct the rows themselves.': 'पंक्तियाँ ही सुधारें।',
  'The desk does not hold this file any more.': 'डेस्क के पास यह फ़ाइल अब नहीं है।',
  '{count} files with corrections are open, and no more fit.': 'सुधारों वाली {count} फ़ाइलें खुली हैं, और जगह नहीं है।',
  'Pay one of them or close it, and open this file again.': 'उनमें से एक चुकाएँ या बंद करें, और यह फ़ाइल फिर खोलें।',
  'Open {batch} under Payouts: it tells what became of each row. Opening the file again would be another batch.':
    '“भुगतान” में {batch} खोलें: वहाँ हर पंक्ति का हाल है। फ़ाइल फिर खोलना दूसरा बैच होगा।',
  '{cell}: this was changed after you saw it, so nothing was changed.':
    '{cell}: आपके देखने के बाद यह बदला गया, इसलिए कुछ नहीं बदला।',
  'It is empty now. Look at it, and do it again.': 'अब यह खाली है। देखें, और फिर करें।',
  'It is now “{text}”. Look at it, and do it again.': 'अब यह “{text}” है। देखें, और फिर करें।',
  'The file has no such row.': 'फ़ाइल में ऐसी पंक्ति नहीं है।',
  'Look at the draft as it is now.': 'ड्राफ़्ट को जैसा अब है वैसा देखें।',
  'No row was changed.': 'कोई पंक्ति नहीं बदली।',
  'Check what was asked for.': 'जो माँगा गया उसे जाँचें।',
  'This cannot be put right for all rows at once.': 'यह सब पंक्तियों में एक साथ ठीक नहीं हो सकता।',
  'Correct the rows one by one, or leave them out.': 'पंक्तियाँ एक-एक कर सुधारें, या छोड़ें।',
  'A cell would hold more text than a spreadsheet keeps.': 'एक ख़ाने में उतना पाठ हो जाता जितना स्प्रेडशीट नहीं रखती।',
  'Replace it by something shorter.': 'उसकी जगह कुछ छोटा रखें।',
  'Choose the spreadsheet itself.': 'स्प्रेडशीट ही चुनें।',
  'Copy it to this computer and open the copy.': 'उसे इस कंप्यूटर पर उतारें और वह प्रति खोलें।',
  'Look where it was moved to, and open it there.': 'देखें कि वह कहाँ ले जाई गई, और वहाँ से खोलें।',
  'Close it in Excel, and open it again.': 'Excel में बंद करें, और फिर खोलें।',
  'Ask who owns it for access, or open a copy.': 'जिसकी फ़ाइल है उससे अनुमति लें, या उसकी प्रति खोलें।',
  'Free some space, and open it again.': 'कुछ जगह खाली करें, और फिर खोलें।',

  'The desk holds no copy of {name} any more.': 'डेस्क के पास अब {name} की प्रति नहीं है।',

  // News, and decisions of a person.
  'There is no such news in this desk.': 'इस डेस्क में ऐसी ख़बर नहीं है।',
  'Look at the news as they are now.': 'ख़बरों को जैसी अब हैं वैसी देखें।',
  'Reports of {batch} saved before then are out of date.': '{batch} की उससे पहले सहेजी रिपोर्टें पुरानी हैं।',
  'POSSIBLE DUPLICATE: {payout} pays the same person again and is {state}.':
    'शायद दोहरा भुगतान: {payout} उसी व्यक्ति को फिर से देता है और {state} है।',
  'The payout is unchanged; ask the gateway which payment it meant.':
    'भुगतान वैसा ही है; गेटवे से पूछें कि उसका मतलब किस भुगतान से था।',
  'Alarms about its payouts have changed since, so it cannot be compared.':
    'इसके भुगतानों की चेतावनियाँ तब से बदली हैं, इसलिए इसे मिलाया नहीं जा सकता।',
  'Row {row}: its alarms have changed since.': 'पंक्ति {row}: इसकी चेतावनियाँ तब से बदली हैं।',
  'The gateway called it by the {words}, another payout.': 'गेटवे ने इसे दूसरे भुगतान की पहचान {words} से बताया।',
  'It is not confirmed before it has an id of its own: ask the gateway about both.':
    'जब तक इसकी अपनी आईडी न हो, यह पक्का नहीं है: गेटवे से दोनों के बारे में पूछें।',
  'It was paid, and the gateway knew it at none of its later look-ups: ask the gateway whether it stands.':
    'इसका भुगतान हुआ था, और बाद की किसी पूछताछ में गेटवे ने इसे नहीं पहचाना: गेटवे से पूछें कि भुगतान बना हुआ है या नहीं।',
  'It was not known to be paid when the other was sent.': 'दूसरा भेजते समय इसके भुगतान का पता नहीं था।',
  'Now both are paid: ask the payee for one of them back.': 'अब दोनों का भुगतान हो चुका है: पाने वाले से एक वापस माँगें।',
  'The wallet fell by {words}, exactly a hundred times as much.': 'वॉलेट {words} के हिसाब से घटा, ठीक सौ गुना।',
  "Compare the payment with the gateway's statement before anything else is paid.":
    'कुछ और चुकाने से पहले इस भुगतान को गेटवे के विवरण से मिलाएँ।',
  'The wallet fell by {words}, exactly a hundred times as much: the gateway seems to take amounts in another unit than rupees.':
    'वॉलेट {words} के हिसाब से घटा, ठीक सौ गुना: लगता है कि गेटवे राशि रुपयों में नहीं लेता।',
  'The wallet fell by {words}, exactly a hundred times as much: the gateway takes amounts in another unit than rupees, or counts the wallet in paise.':
    'वॉलेट {words} के हिसाब से घटा, ठीक सौ गुना: गेटवे या तो राशि रुपयों में नहीं लेता, या वॉलेट को पैसों में गिनता है।',
  'The gateway called a payout by the id of another payout. Ask the gateway before going on.':
    'गेटवे ने एक भुगतान को दूसरे भुगतान की आईडी से बताया। आगे बढ़ने से पहले गेटवे से पूछें।',
  'The gateway called it by the {words}.': 'गेटवे ने इसे {words} से बताया।',
  'It was paid, and the gateway now says {word}: the money is not where it was believed.':
    'भुगतान हुआ था, और गेटवे अब {word} कहता है: पैसा वहाँ नहीं है जहाँ समझा गया था।',
  'It was believed unsent, but the gateway knows it. It is not confirmed and is not sent.':
    'इसे न भेजा हुआ माना गया था, पर गेटवे इसे जानता है। यह पक्का नहीं है और भेजा नहीं जाता।',
  'There is no payout {name} in this desk.': 'इस डेस्क में भुगतान {name} नहीं है।',
  'It is paid again as {payout}, so the decision stands.':
    'यह {payout} के रूप में फिर से चुकाया गया है, इसलिए निर्णय बना रहता है।',
  'Ask the gateway about both payments.': 'गेटवे से दोनों भुगतानों के बारे में पूछें।',
  'No decision of a person stands about this payment now.': 'इस भुगतान पर अभी किसी व्यक्ति का निर्णय नहीं है।',
  'Several payouts may be meant: {names}.': 'कई भुगतानों का मतलब हो सकता है: {names}।',
  'Name the one you mean the other way: by its batch and row, or by its reference.':
    'जिसका मतलब है उसे दूसरी तरह बताएँ: बैच और पंक्ति से, या संदर्भ से।',
  'There is no payout {name} in this data folder.': 'इस डेटा फ़ोल्डर में भुगतान {name} नहीं है।',
  'Nothing to decide.': 'तय करने को कुछ नहीं।',
  'Nothing was decided.': 'कुछ तय नहीं हुआ।',
  '"Not paid" is decided only right after the gateway was asked: try again in a minute. Once it has given no useful answer for seven days, a ticket number is enough.':
    '“भुगतान नहीं हुआ” गेटवे से पूछने के ठीक बाद ही तय होता है: एक मिनट में फिर कोशिश करें। जब वह सात दिन तक काम का जवाब न दे, तब टिकट संख्या काफ़ी है।',
  "Give it as the bank's statement shows it: 6 to 35 letters and digits, no spaces.":
    'वैसे लिखें जैसे बैंक के विवरण में है: 6 से 35 अक्षर और अंक, बिना ख़ाली जगह।',

  '{person} had declared it not paid; it was {from}, and the gateway now says "{word}": ask the gateway.':
    '{person} ने इसे बिना भुगतान का कहा था; यह {from} था, और गेटवे अब "{word}" कहता है: गेटवे से पूछें।',
  '{person} had declared it not paid; it was {from}, and the gateway now says it was paid.':
    '{person} ने इसे बिना भुगतान का कहा था; यह {from} था, और गेटवे अब कहता है कि भुगतान हो गया।',
  '{person} had declared it not paid; it was {from}, and the gateway now says {word}.':
    '{person} ने इसे बिना भुगतान का कहा था; यह {from} था, और गेटवे अब {word} कहता है।',
  'it was {from}, and the gateway now says "{word}": ask the gateway.':
    'यह {from} था, और गेटवे अब "{word}" कहता है: गेटवे से पूछें।',
  'it was {from}, and the gateway now says it was paid.': 'यह {from} था, और गेटवे अब कहता है कि भुगतान हो गया।',
  'it was {from}, and the gateway now says {word}.': 'यह {from} था, और गेटवे अब {word} कहता है।',
  'Payout {payout} may still have been paid: "not paid" can be decided from {time}, and after {answers}.':
    'भुगतान {payout} अब भी हो गया हो सकता है: “भुगतान नहीं हुआ” {time} से, और {answers} के बाद तय हो सकता है।',
  'Payout {payout} may still have been paid: "not paid" can be decided from {time}.':
    'भुगतान {payout} अब भी हो गया हो सकता है: “भुगतान नहीं हुआ” {time} से तय हो सकता है।',
  "Payout {payout} may still have been paid: the gateway's look-ups have not found a paid payment, or have missed one since.":
    'भुगतान {payout} अब भी हो गया हो सकता है: गेटवे की पूछताछ ने कोई चुकाया हुआ भुगतान नहीं पाया, या पाकर खो दिया।',
  'The gateway accepted {payout}, and has not known it since {time}.':
    'गेटवे ने {payout} स्वीकार किया, और {time} से उसे नहीं जानता।',
  'It is looked up on. After three days without being known it is not confirmed, and a person can decide about it.':
    'इसे देखते रहेंगे। तीन दिन तक अनजान रहा तो यह पक्का नहीं रहेगा, और कोई इस पर निर्णय ले सकेगा।',
  'The gateway calls {payout} "{word}", a word that this desk does not know.':
    'गेटवे {payout} को "{word}" कहता है; यह शब्द यह डेस्क नहीं जानता।',
  'The gateway calls {payout} "{word}".': 'गेटवे {payout} को "{word}" कहता है।',
  'The gateway calls {payout} by an id of another payout.': 'गेटवे {payout} को किसी दूसरे भुगतान की संख्या से बुलाता है।',
  'The gateway answers about another payment than {payout}.': 'गेटवे {payout} के बजाय किसी दूसरे भुगतान के बारे में जवाब देता है।',
  "The gateway's answers about {payout} do not fit together.": '{payout} के बारे में गेटवे के जवाब आपस में मेल नहीं खाते।',
  'The gateway did not answer about {payout}.': 'गेटवे ने {payout} के बारे में जवाब नहीं दिया।',
  'The gateway did not answer about {payout}: HTTP {status}.': 'गेटवे ने {payout} के बारे में जवाब नहीं दिया: HTTP {status}।',
  'It is looked up on. After seven days and five look-ups, half a day apart, without a word that this desk knows it is not confirmed, and a person can decide about it.':
    'इसे देखते रहेंगे। सात दिन और आधे-आधे दिन के अंतर की पाँच पूछताछ तक ऐसा कोई शब्द न आया जो यह डेस्क जानता हो, तो यह पक्का नहीं रहेगा, और कोई इस पर निर्णय ले सकेगा।',
  'The gateway has the word "{word}" for payout {payout}, in an answer that does not fit together.':
    'गेटवे के पास भुगतान {payout} के लिए शब्द "{word}" है, पर ऐसे जवाब में जो मेल नहीं खाता।',
  '{payout} was not sent yet.': '{payout} अभी नहीं भेजा गया।',
  '{payout} is being sent.': '{payout} भेजा जा रहा है।',
  '{payout} is not confirmed.': '{payout} पक्का नहीं है।',
  '{payout} was cancelled before it was sent.': '{payout} भेजने से पहले रद्द किया गया।',
  'The gateway now says {payout} is being paid.': 'गेटवे अब कहता है कि {payout} चुकाया जा रहा है।',
  'The gateway now says {payout} was paid.': 'गेटवे अब कहता है कि {payout} चुकाया गया।',
  'The gateway now says {payout} was not paid.': 'गेटवे अब कहता है कि {payout} नहीं चुकाया गया।',
  'The gateway now says {payout} was rejected.': 'गेटवे अब कहता है कि {payout} लौटाया गया।',
  'The gateway now says {payout} was paid and came back.': 'गेटवे अब कहता है कि {payout} चुकाया गया और पैसा लौट आया।',
  '{payout} is decided already: it was paid.': '{payout} पर निर्णय हो चुका है: चुकाया गया।',
  '{payout} is decided already: it was not paid.': '{payout} पर निर्णय हो चुका है: नहीं चुकाया गया।',
  '{person} cancelled it before it was sent.': '{person} ने इसे भेजने से पहले रद्द किया।',

  // Accounts, their addresses and tokens.
  'The practice account is always the same.': 'अभ्यास खाता हमेशा वही रहता है।',
  'Choose an account of your own.': 'अपना खाता चुनें।',
  'The name {name} belongs to the practice gateway.': 'नाम {name} अभ्यास गेटवे का है।',
  'This address is too long.': 'यह पता बहुत लंबा है।',
  'This address holds a space, a backslash or a character that cannot be seen.':
    'इस पते में ख़ाली जगह, उल्टी तिरछी रेखा या कोई न दिखने वाला चिह्न है।',
  'This address does not begin with https://.': 'यह पता https:// से शुरू नहीं होता।',
  'This address is not a web address.': 'यह वेब पता नहीं है।',
  'This address is neither https nor http.': 'यह पता न https है न http।',
  'This address carries a user name or a password.': 'इस पते में उपयोगकर्ता-नाम या पासवर्ड है।',
  'This address carries a question mark or a #.': 'इस पते में प्रश्नचिह्न या # है।',
  'This address is plain http to another machine, where anyone on the way can read the token and change a payout.':
    'यह दूसरे कंप्यूटर का सादा http पता है: रास्ते में कोई भी टोकन पढ़ सकता और भुगतान बदल सकता है।',
  'Give the address that the gateway gave you, such as https://pay.example.com.':
    'गेटवे का दिया पता लिखें, जैसे https://pay.example.com।',
  'Leave out everything up to the @.': '@ तक का सब कुछ हटाएँ।',
  'End the address before it.': 'पता उससे पहले ख़त्म करें।',
  'Use https://. Plain http is for this machine only: 127.0.0.1, localhost or [::1].':
    'https:// लिखें। सादा http केवल इसी कंप्यूटर के लिए है: 127.0.0.1, localhost या [::1]।',
  'There is no profile of this name.': 'इस नाम का खाता नहीं है।',
  'The token is empty.': 'टोकन खाली है।',
  'Paste the access token that the gateway gave you.': 'गेटवे का दिया टोकन यहाँ चिपकाएँ।',
  'The token has a space, a line break or a character that is not plain ASCII.':
    'टोकन में ख़ाली जगह, नई पंक्ति या कोई ऐसा चिह्न है जो सादा अंग्रेज़ी अक्षर नहीं।',
  'Paste the token alone: one line, without the word Bearer, quotes or spaces.':
    'केवल टोकन चिपकाएँ: एक पंक्ति, बिना शब्द Bearer, उद्धरण-चिह्न या ख़ाली जगह के।',
  "The token is longer than {count} characters, more than every system's keychain can hold.":
    'टोकन {count} अक्षरों से लंबा है, इतना हर सिस्टम का कीचेन नहीं रख सकता।',
  'Check that only the token was pasted, and ask the gateway for a shorter one if it was.':
    'देखें कि केवल टोकन चिपकाया गया था, और तब भी न चले तो गेटवे से छोटा टोकन माँगें।',
  'No keychain is running in this session, so the token cannot be kept on this machine.':
    'इस सत्र में कोई कीचेन नहीं चल रहा, इसलिए टोकन इस कंप्यूटर पर नहीं रखा जा सकता।',
  'The token of the environment serves one merchant only, and this desk has others as well. No keychain is running in this session to keep theirs.':
    'परिवेश का टोकन एक ही मर्चेंट के लिए है, और इस डेस्क में दूसरे भी हैं। उनके टोकन रखने को इस सत्र में कोई कीचेन नहीं चल रहा।',
  "The system's keychain could not be used.": 'सिस्टम का कीचेन काम में नहीं आ सका।',
  "What the system's keychain holds for this profile is not a token. Store the token again.":
    'सिस्टम के कीचेन में इस खाते के लिए जो है वह टोकन नहीं है। टोकन फिर से रखें।',
  "The system's keychain is locked. Unlock it (usually with your login password) and try again.":
    'सिस्टम का कीचेन बंद है। उसे खोलें (प्रायः लॉगिन पासवर्ड से) और फिर कोशिश करें।',
  "The system's keychain gave no answer. Answer its question for a password, if one is open, and try again.":
    'सिस्टम के कीचेन ने जवाब नहीं दिया। वह पासवर्ड पूछ रहा हो तो भरें, और फिर कोशिश करें।',
  "The system's keychain took the token but did not give the same one back.":
    'सिस्टम के कीचेन ने टोकन लिया, पर वही वापस नहीं दिया।',

  // The desk's data, backups and reports.
  'The desk is still locked: the note of how far it has come could not be written.':
    'डेस्क अब भी बंद है: वह कहाँ तक पहुँचा, यह दर्ज नहीं हो सका।',
  'Free some space on the disk of your state folder and unlock it again.':
    'अपने स्टेट फ़ोल्डर की डिस्क पर कुछ जगह खाली करें और उसे फिर खोलें।',
  'The desk is not locked.': 'डेस्क बंद नहीं है।',
  'Choose another backup.': 'दूसरा बैकअप चुनें।',
  'Nothing was restored: {word} was not typed.': 'कुछ नहीं लौटाया गया: {word} नहीं लिखा गया।',
  'Type {word} in capital letters.': '{word} बड़े अक्षरों में लिखें।',
  'Choose the backup again.': 'बैकअप फिर चुनें।',
  'The desk is locked and sends nothing: {why}.': 'डेस्क बंद है और कुछ नहीं भेजता: {why}।',
  'this computer has no note of how far this database had come, so it may be a copy or a backup':
    'इस कंप्यूटर पर दर्ज नहीं कि यह डेटाबेस कहाँ तक पहुँचा था, इसलिए यह प्रति या बैकअप हो सकता है',
  'this database is older than the desk was when it last sent something, so it was restored or copied':
    'डेस्क ने जब अंतिम बार कुछ भेजा, यह डेटाबेस उससे पुराना है, इसलिए यह लौटाया या उतारा गया है',
  'this database went its own way: another copy of it has been in use since':
    'यह डेटाबेस अलग राह चला गया: तब से इसकी दूसरी प्रति काम में रही है',
  'this database was last in use on another computer': 'यह डेटाबेस पिछली बार दूसरे कंप्यूटर पर काम में था',
  'the database of this folder is gone, and with it {batches}': 'इस फ़ोल्डर का डेटाबेस ग़ायब है, और उसके साथ {batches}',
  'Row {row} has changed since audit entry {entry}.': 'पंक्ति {row} ऑडिट प्रविष्टि {entry} के बाद बदली है।',
  'Another version of the desk made it, and this one cannot make the same pages.':
    'इसे डेस्क के दूसरे संस्करण ने बनाया, और यह संस्करण वही पन्ने नहीं बना सकता।',
  'It is not what the desk wrote then, or another program has saved it since.':
    'यह वह नहीं जो डेस्क ने तब लिखा था, या तब से किसी दूसरे प्रोग्राम ने इसे सहेजा है।',
  'Row {row} is not in the report.': 'पंक्ति {row} रिपोर्ट में नहीं है।',
  'Row {row} is in the report, but not in the batch.': 'पंक्ति {row} रिपोर्ट में है, पर बैच में नहीं।',
  'Row {row}, {column}: the report says "{was}", the desk says "{is}".':
    'पंक्ति {row}, {column}: रिपोर्ट में "{was}", डेस्क में "{is}"।',
  '{line} is not in the report.': '{line} रिपोर्ट में नहीं है।',
  '{line} is in the report, but not at this desk.': '{line} रिपोर्ट में है, पर इस डेस्क में नहीं।',
  '{line} says something else at this desk.': '{line} इस डेस्क में कुछ और है।',
  '{label}: the report says "{was}", the desk says "{is}".': '{label}: रिपोर्ट में "{was}", डेस्क में "{is}"।',
  "{label}: the report's summary is not what its own rows add up to.":
    '{label}: रिपोर्ट का सार उसकी अपनी पंक्तियों के जोड़ से अलग है।',
  "The audit head of the report is no entry of this desk's log.":
    'रिपोर्ट की ऑडिट मुहर इस डेस्क के लॉग की कोई प्रविष्टि नहीं है।',
  'This is no report of a batch.': 'यह किसी बैच की रिपोर्ट नहीं है।',
  'Choose a file that was saved with Save report.': '“रिपोर्ट सहेजें” से सहेजी गई फ़ाइल चुनें।',
  'The folder {folder} does not exist.': 'फ़ोल्डर {folder} नहीं है।',
  'Make it, or name another.': 'उसे बनाएँ, या दूसरा चुनें।',
  '{path} is already there.': '{path} पहले से है।',
  'Name a new file: a backup overwrites nothing.': 'नई फ़ाइल का नाम दें: बैकअप किसी फ़ाइल के ऊपर नहीं लिखता।',
  'There is no file {file}.': 'फ़ाइल {file} नहीं है।',
  '{file} is the database in use itself.': '{file} वही डेटाबेस है जो काम में है।',
  '{file} is no database of the desk.': '{file} डेस्क का डेटाबेस नहीं है।',
  '{file} belongs to the other desk: live and practice payouts are kept apart.':
    '{file} दूसरे डेस्क का है: असली और अभ्यास के भुगतान अलग रखे जाते हैं।',
  '{file} is a backup of another desk than the one in this data folder.':
    '{file} इस डेटा फ़ोल्डर के नहीं, दूसरे डेस्क का बैकअप है।',
  'Batch {batch} is not what was confirmed: its rows and the audit log do not agree. Nothing was sent.':
    'बैच {batch} वह नहीं जिसकी पुष्टि हुई थी: उसकी पंक्तियाँ और ऑडिट लॉग मेल नहीं खाते। कुछ नहीं भेजा गया।',
  'Keep the data folder as it is, and restore a backup into another folder.':
    'डेटा फ़ोल्डर को जैसा है वैसा रखें, और बैकअप दूसरे फ़ोल्डर में लौटाएँ।',
  'The data folder {folder} is on a read-only disk, where a database cannot be opened.':
    'डेटा फ़ोल्डर {folder} ऐसी डिस्क पर है जिस पर लिखा नहीं जा सकता; वहाँ डेटाबेस नहीं खुलता।',
  'Another program holds the database {path}.': 'डेटाबेस {path} किसी दूसरे प्रोग्राम के पास है।',
  'Close it or let it finish, and try again.': 'उसे बंद करें या पूरा होने दें, और फिर कोशिश करें।',
  'The database {path} is damaged and was not opened.': 'डेटाबेस {path} ख़राब है और नहीं खोला गया।',
  'Keep the file as it is, restore a backup into another folder, and open that one.':
    'फ़ाइल को जैसी है वैसी रखें, बैकअप दूसरे फ़ोल्डर में लौटाएँ, और उसे खोलें।',
  'The database {path} cannot be used: {why}.': 'डेटाबेस {path} काम में नहीं आ सकता: {why}।',
  'Check that the data folder exists, is writable by you, and has free space.':
    'देखें कि डेटा फ़ोल्डर है, आप उसमें लिख सकते हैं, और उसमें खाली जगह है।',
  'The note of how far the desk has come cannot be kept in {folder}.':
    'डेस्क कहाँ तक पहुँचा, यह {folder} में दर्ज नहीं हो सकता।',
  'Put each database back into its own folder.': 'हर डेटाबेस को उसके अपने फ़ोल्डर में वापस रखें।',
  'This user has no home folder on this computer.': 'इस कंप्यूटर पर इस उपयोगकर्ता का होम फ़ोल्डर नहीं है।',
  'The data folder {path} cannot be written.': 'डेटा फ़ोल्डर {path} में लिखा नहीं जा सकता।',
  'The data folder {path} cannot be written ({code}).': 'डेटा फ़ोल्डर {path} में लिखा नहीं जा सकता ({code})।',
  'The data folder {path} is read-only.': 'डेटा फ़ोल्डर {path} केवल पढ़ने के लिए है।',
  'Check that you may write there and that the disk has free space.': 'देखें कि आप वहाँ लिख सकते हैं और डिस्क में खाली जगह है।',
  'The folder {folder}, where the desk notes how far it has come, cannot be written ({code}).':
    'फ़ोल्डर {folder}, जहाँ डेस्क दर्ज करता है कि वह कहाँ तक पहुँचा, उसमें लिखा नहीं जा सकता ({code})।',
  'Check that this folder is yours to write and that its disk has free space.':
    'देखें कि आप इस फ़ोल्डर में लिख सकते हैं और उसकी डिस्क में खाली जगह है।',
  'It was not sent: the note of how far the desk has come could not be written.':
    'नहीं भेजा गया: डेस्क कहाँ तक पहुँचा, यह दर्ज नहीं हो सका।',
  "The data folder is on a network drive ({name}): locks there cannot be trusted. Move it to this computer's disk.":
    'डेटा फ़ोल्डर नेटवर्क ड्राइव ({name}) पर है: वहाँ के तालों पर भरोसा नहीं किया जा सकता। उसे इस कंप्यूटर की डिस्क पर ले जाएँ।',

  // The window and its desk.
  'The desk met a fault of its own. What is on disk is as it was last shown.':
    'डेस्क में अपनी ख़राबी आई। डिस्क पर सब वैसा ही है जैसा पिछली बार दिखा था।',
  'There is no such command.': 'ऐसा कोई आदेश नहीं है।',
  'Reload the page.': 'पन्ना फिर से लोड करें।',
  'This command id was used for another command.': 'यह आदेश-संख्या किसी दूसरे आदेश की थी।',
  'This page asked the desk for something that the desk does not know.': 'इस पन्ने ने डेस्क से वह माँगा जो डेस्क नहीं जानता।',
  'Reload the page, then try again.': 'पन्ना फिर से लोड करें, फिर कोशिश करें।',
  '{what}: this cannot be taken.': '{what}: यह नहीं लिया जा सकता।',
  '{what}: nothing is there.': '{what}: कुछ नहीं लिखा है।',
  'Fill it in.': 'भरें।',
  '{what}: the number is too large.': '{what}: संख्या बहुत बड़ी है।',
  'At most {count}.': 'अधिक से अधिक {count}।',
  '{what}: the number is too small.': '{what}: संख्या बहुत छोटी है।',
  'At least {count}.': 'कम से कम {count}।',
  'Type it again.': 'फिर लिखें।',
  '{what}: the text is too long, {count} characters.': '{what}: पाठ बहुत लंबा है, {count} अक्षर।',
  'At most {count} fit. Make it shorter.': 'अधिक से अधिक {count} आते हैं। छोटा करें।',
  'These are {count} {what} at once: nothing was changed.': 'एक साथ {count} {what}: कुछ नहीं बदला।',
  'At most {count} go in one step. Do it in parts.': 'एक बार में अधिक से अधिक {count}। हिस्सों में करें।',
  'An amount of {least} to {most}.': '{least} से {most} तक की राशि।',
  'An amount of {least} to {most}; leave it empty for no limit.': '{least} से {most} तक की राशि; सीमा न हो तो खाली छोड़ें।',
  'Digits only, at most 15, not beginning with 0.': 'केवल अंक, अधिक से अधिक 15, पहला 0 नहीं।',
  'Close Payout Desk and start it again: it says then what is the matter.':
    'Payout Desk बंद करके फिर चलाएँ: तब वह बताएगा कि क्या बात है।',
  'Payout Desk is already open: another process holds this data folder.':
    'Payout Desk पहले से खुला है: यह डेटा फ़ोल्डर दूसरे प्रोसेस के पास है।',
  'Payout Desk is already open: another process sends from this data folder.':
    'Payout Desk पहले से खुला है: दूसरा प्रोसेस इस डेटा फ़ोल्डर से भेज रहा है।',
  'A batch is being sent.': 'एक बैच भेजा जा रहा है।',
  'Wait until it is sent, or pause it first.': 'भेजे जाने तक रुकें, या पहले उसे विराम दें।',
  'A batch is being cancelled.': 'एक बैच रद्द किया जा रहा है।',
  'Try again when that is done.': 'वह हो जाए तब फिर कोशिश करें।',
  'A backup is being restored.': 'एक बैकअप लौटाया जा रहा है।',
  'A locked desk is being opened.': 'बंद डेस्क खोला जा रहा है।',
  'Paused before it began: nothing was sent.': 'शुरू होने से पहले विराम: कुछ नहीं भेजा गया।',
  'Press Resume when it is to be sent.': 'भेजना हो तब “आगे बढ़ाएँ” दबाएँ।',
  'Payout Desk is closing: nothing was sent.': 'Payout Desk बंद हो रहा है: कुछ नहीं भेजा गया।',
  'A batch is called like B0012.': 'बैच का नाम B0012 जैसा होता है।',
  'There is no batch {batch} in this data folder.': 'इस डेटा फ़ोल्डर में बैच {batch} नहीं है।',
  'There is no batch in this data folder yet.': 'इस डेटा फ़ोल्डर में अभी कोई बैच नहीं है।',
  'This command was given before and is being carried out: nothing is done twice.':
    'यह आदेश पहले दिया गया और पूरा किया जा रहा है: कुछ भी दो बार नहीं होता।',
  'This command id belongs to another command that was given before, so nothing was done.':
    'यह आदेश-संख्या पहले दिए किसी दूसरे आदेश की है, इसलिए कुछ नहीं किया गया।',
  'This command was taken at {time}, and the desk ended before it was answered: it may be done or not.':
    'यह आदेश {time} पर लिया गया, और जवाब से पहले डेस्क बंद हो गया: हो सकता है यह हुआ हो, हो सकता है नहीं।',
  'This came after the command had begun, and what it had done by then is done.':
    'यह आदेश शुरू होने के बाद आया, और तब तक जो हुआ वह हो चुका।',
  'See that the disk is there and has space, and look at the batch as it is now.':
    'देखें कि डिस्क है और उसमें जगह है, और बैच को जैसा अब है वैसा देखें।',

  // Why a batch stands still, and what became of a request.
  'It was not sent: the desk met a fault of its own.': 'नहीं भेजा गया: डेस्क में अपनी ख़राबी आई।',
  'The gateway refused the token, and so did the wallet call: replace it.':
    'गेटवे ने टोकन नहीं माना, वॉलेट ने भी नहीं: उसे बदलें।',
  'The gateway refused the token, and so did the wallet call: replace it. What was on its way is not confirmed: once two look-ups ten minutes apart do not know it, all of it can be paid again together.':
    'गेटवे ने टोकन नहीं माना, वॉलेट ने भी नहीं: उसे बदलें। जो रास्ते में था वह पक्का नहीं: जब दस मिनट के अंतर की दो पूछताछ उसे न पाएँ, तब वह सब एक साथ फिर चुकाया जा सकता है।',
  'The gateway refused the token for a payment, though the wallet call did not. What was on its way is not confirmed: once two look-ups ten minutes apart do not know it, all of it can be paid again together.':
    'गेटवे ने एक भुगतान पर टोकन नहीं माना, पर वॉलेट ने माना। जो रास्ते में था वह पक्का नहीं: जब दस मिनट के अंतर की दो पूछताछ उसे न पाएँ, तब वह सब एक साथ फिर चुकाया जा सकता है।',
  "The gateway does not know this merchant id: correct the profile's mid.":
    'गेटवे यह मर्चेंट संख्या नहीं जानता: खाते में mid सुधारें।',
  "The base URL is not the gateway's payout service: correct the profile's URL.":
    'यह पता गेटवे की भुगतान सेवा का नहीं है: खाते का पता सुधारें।',
  'The gateway answered with another reference than the one sent. Ask the gateway before going on.':
    'गेटवे ने भेजे गए से अलग संदर्भ का जवाब दिया। आगे बढ़ने से पहले गेटवे से पूछें।',
  'Too many answers were lost or unclear: {count} may or may not have been executed. They are being looked up.':
    'बहुत से जवाब खोए या अस्पष्ट हैं: {count} हुए हों या न हुए हों। उनकी पूछताछ चल रही है।',
  'The gateway refused {count} payouts in a row with the same words ({words}). A low wallet looks like this.':
    'गेटवे ने लगातार {count} भुगतान एक ही शब्दों ({words}) से लौटाए। वॉलेट में कम पैसा होने पर ऐसा होता है।',
  'The computer slept, or its clock was set ahead, by {minutes} minutes.':
    'कंप्यूटर {minutes} मिनट सोया, या उसकी घड़ी इतनी आगे की गई।',
  "The computer's clock was set back by {minutes} minutes.": 'कंप्यूटर की घड़ी {minutes} मिनट पीछे की गई।',
  'The gateway answered a look-up with another payment. Ask the gateway before going on.':
    'गेटवे ने पूछताछ में दूसरे भुगतान का जवाब दिया। आगे बढ़ने से पहले गेटवे से पूछें।',
  'The gateway gives no steady answer about references that do not exist, so lost answers could not be looked up here.':
    'जो संदर्भ हैं ही नहीं, उन पर गेटवे एक-सा जवाब नहीं देता, इसलिए खोए जवाब यहाँ पूछे नहीं जा सकते।',
  "The gateway's look-up of reference {reference} gave no clear answer. Try again in a minute.":
    'संदर्भ {reference} पर गेटवे ने साफ़ जवाब नहीं दिया। एक मिनट में फिर कोशिश करें।',
  'The gateway gave no clear answer to a look-up. Try again in a minute.':
    'गेटवे ने एक पूछताछ का साफ़ जवाब नहीं दिया। एक मिनट में फिर कोशिश करें।',
  'The disk is full: free some space, then resume.': 'डिस्क भर गई है: कुछ जगह खाली करें, फिर आगे बढ़ाएँ।',
  'The note of how far the desk has come, in your state folder, cannot be written ({code}): free some space, then resume.':
    'डेस्क कहाँ तक पहुँचा, यह आपके स्टेट फ़ोल्डर में दर्ज नहीं हो सकता ({code}): कुछ जगह खाली करें, फिर आगे बढ़ाएँ।',
  'Another program holds the database ({code}): close it or let it finish, then resume.':
    'डेटाबेस किसी दूसरे प्रोग्राम के पास है ({code}): उसे बंद करें या पूरा होने दें, फिर आगे बढ़ाएँ।',
  'The database cannot be written ({code}): see that its disk is there and has space, then resume.':
    'डेटाबेस में लिखा नहीं जा सकता ({code}): देखें कि उसकी डिस्क है और उसमें जगह है, फिर आगे बढ़ाएँ।',
  'The gateway already knows this reference ({word}): paid from another computer or before a restore.':
    'गेटवे यह संदर्भ पहले से जानता है ({word}): भुगतान दूसरे कंप्यूटर से या बैकअप लौटाने से पहले हुआ।',
  'Compare with the other computer. If it is meant as another payment, give the row another remark.':
    'दूसरे कंप्यूटर से मिलाएँ। यह अलग भुगतान हो तो पंक्ति को दूसरी टिप्पणी दें।',
  'The gateway already knows rows of this file, {count} in all: {rows}. They were paid from another computer or before a restore.':
    'गेटवे इस फ़ाइल की पंक्तियाँ पहले से जानता है, कुल {count}: {rows}। उनका भुगतान दूसरे कंप्यूटर से या बैकअप लौटाने से पहले हुआ।',
  'Row {row} would be sent as {reference}, which is the reference of another payment.':
    'पंक्ति {row} {reference} के रूप में भेजी जाती, जो किसी दूसरे भुगतान का संदर्भ है।',
  'Give the row a reference of its own, or leave the other one empty.':
    'पंक्ति को अपना संदर्भ दें, या दूसरी का संदर्भ खाली छोड़ें।',
  'The gateway knows a payment of this file already: each of its {count} rows is looked up.':
    'गेटवे इस फ़ाइल का एक भुगतान पहले से जानता है: इसकी {count} पंक्तियों में से हर एक गेटवे पर देखी जाती है।',
  'Looking once more whether another computer pays the same.':
    'एक बार फिर देखा जा रहा है कि दूसरा कंप्यूटर भी यही तो नहीं चुका रहा।',
  'Nothing was stored or sent. Mend it, then try again.': 'कुछ न रखा गया, न भेजा गया। ठीक करके फिर कोशिश करें।',
  "The gateway knows another payment by the first payout's reference than the one it answered with: two payments may carry it.":
    'पहले भुगतान के संदर्भ से गेटवे वह भुगतान नहीं बताता जिसका उसने जवाब दिया था: शायद दो भुगतानों का यही संदर्भ है।',
  'The gateway knows the next reference already: another computer pays this file. Nothing more was sent.':
    'गेटवे अगला संदर्भ पहले से जानता है: दूसरा कंप्यूटर यही फ़ाइल चुका रहा है। और कुछ नहीं भेजा गया।',
  'The data folder {path} paid from this merchant id in the last 30 days (batches: {count}, the last on {day}).':
    'डेटा फ़ोल्डर {path} ने पिछले 30 दिनों में इसी मर्चेंट आईडी से भुगतान किया (बैच: {count}, आख़िरी {day})।',
  'Another data folder paid from this merchant id in the last 30 days (batches: {count}, the last on {day}).':
    'किसी दूसरे डेटा फ़ोल्डर ने पिछले 30 दिनों में इसी मर्चेंट आईडी से भुगतान किया (बैच: {count}, आख़िरी {day})।',
  'This desk cannot tell whom.': 'यह डेस्क नहीं बता सकता कि किसे।',
  'The gateway already knows reference {reference} ({word}): this file was probably paid from another computer or before a restore.':
    'गेटवे संदर्भ {reference} ({word}) को पहले से जानता है: शायद यह फ़ाइल दूसरे कंप्यूटर से या बैकअप लौटाने से पहले चुकाई गई।',
  "There is no gateway at the base URL (HTTP {status}): correct the profile's URL.":
    'इस पते पर कोई गेटवे नहीं है (HTTP {status}): खाते का पता सुधारें।',
  'The gateway takes the token for the wallet but answers a look-up with HTTP 401, so lost answers could not be looked up here.':
    'गेटवे वॉलेट के लिए टोकन मानता है पर पूछताछ पर HTTP 401 देता है, इसलिए खोए जवाब यहाँ पूछे नहीं जा सकते।',
  'The first payment went out: looked up by its reference, the gateway says {word}. Nothing else was sent.':
    'पहला भुगतान गया: संदर्भ से पूछने पर गेटवे {word} कहता है। और कुछ नहीं भेजा गया।',
  'The first payment was refused: {why}. Nothing else was sent.': 'पहला भुगतान लौटाया गया: {why}। और कुछ नहीं भेजा गया।',
  'The first payment went out, but the gateway does not find it by its reference. Nothing else was sent.':
    'पहला भुगतान गया, पर गेटवे उसे संदर्भ से नहीं ढूँढ पाता। और कुछ नहीं भेजा गया।',
  'The gateway does not know the first payout by its reference after a minute: answers that get lost could not be looked up here.':
    'एक मिनट बाद भी गेटवे पहले भुगतान को संदर्भ से नहीं जानता: खोए जवाब यहाँ पूछे नहीं जा सकते।',
  '{rows} held back: the gateway already knows the reference.': '{rows} रोके गए: गेटवे संदर्भ को पहले से जानता है।',
  '{rows} held back: another batch pays, or lately paid, what may be the same, or the gateway gave no clear answer about the reference.':
    '{rows} रोके गए: दूसरा बैच शायद यही भुगतान करता है या हाल में किया, या गेटवे ने संदर्भ पर साफ़ जवाब नहीं दिया।',
  'By its last balance the wallet does not hold the next payout, and it cannot be read now.':
    'पिछले शेष के अनुसार वॉलेट में अगले भुगतान जितना नहीं है, और अभी वह पढ़ा नहीं जा सकता।',
  'Nothing was sent.': 'कुछ नहीं भेजा गया।',
  "The gateway's address could not be found: the network or the base URL is wrong. Nothing was sent.":
    'गेटवे का पता नहीं मिला: नेटवर्क या पता ग़लत है। कुछ नहीं भेजा गया।',
  'The gateway refuses connections. Nothing was sent.': 'गेटवे जुड़ने नहीं देता। कुछ नहीं भेजा गया।',
  'The gateway did not take up the connection in time. Nothing was sent.': 'गेटवे समय पर नहीं जुड़ा। कुछ नहीं भेजा गया।',
  'The connection to the gateway broke before it was ready. Nothing was sent.':
    'गेटवे से जुड़ाव बनने से पहले टूट गया। कुछ नहीं भेजा गया।',
  "The gateway's certificate is not to be trusted: somebody may be in between. Nothing was sent.":
    'गेटवे के प्रमाणपत्र पर भरोसा नहीं किया जा सकता: बीच में कोई हो सकता है। कुछ नहीं भेजा गया।',
  'No secure connection to the gateway could be agreed. Nothing was sent.':
    'गेटवे से सुरक्षित जुड़ाव नहीं बन सका। कुछ नहीं भेजा गया।',
  'The proxy did not open a way to the gateway. Nothing was sent.': 'प्रॉक्सी ने गेटवे तक रास्ता नहीं दिया। कुछ नहीं भेजा गया।',
  'The request was given up before it was sent.': 'अनुरोध भेजने से पहले छोड़ दिया गया।',
  'The gateway answered about another reference than the one that was sent.': 'गेटवे ने भेजे गए से अलग संदर्भ का जवाब दिया।',
  'The gateway answered with a status that does not say whether it paid.':
    'गेटवे ने ऐसी स्थिति दी जिससे पता नहीं चलता कि भुगतान हुआ या नहीं।',
  'The connection broke before the answer was complete.': 'जवाब पूरा होने से पहले जुड़ाव टूट गया।',
  'No complete answer came in time.': 'समय पर पूरा जवाब नहीं आया।',
  'The answer cannot be read.': 'जवाब पढ़ा नहीं जा सकता।',
  'The answer does not have the shape that the specification gives it.': 'जवाब का रूप वैसा नहीं जैसा विनिर्देश में है।',
  "The answer looks like that of another address than the gateway's.": 'जवाब गेटवे के नहीं, किसी दूसरे पते का लगता है।',
  'The answer is far larger than an answer of the gateway can be.': 'जवाब गेटवे के किसी भी जवाब से कहीं बड़ा है।',
  'The gateway refused, but an earlier request of this payout may have been executed.':
    'गेटवे ने मना किया, पर इस भुगतान का पहला अनुरोध शायद पूरा हुआ हो।',
  'The gateway gave no reason.': 'गेटवे ने कारण नहीं दिया।',
  'The gateway already knows this reference.': 'गेटवे यह संदर्भ पहले से जानता है।',
  'The gateway gave no clear answer about this reference.': 'गेटवे ने इस संदर्भ पर साफ़ जवाब नहीं दिया।',
  'The answer names the transaction id of another payout.': 'जवाब में किसी दूसरे भुगतान की लेन-देन संख्या है।',

  // The audit's check, and a database that cannot be opened.
  'The database {path} is gone. It held {batches}.': 'डेटाबेस {path} नहीं रहा। उसमें {batches} थे।',
  'This data folder was written by an older Payout Desk (schema {version}).':
    'यह डेटा फ़ोल्डर किसी पुराने Payout Desk ने लिखा है (रूप {version})।',
  'This data folder was written by a newer Payout Desk (schema {version}; this one knows {known}).':
    'यह डेटा फ़ोल्डर किसी नए Payout Desk ने लिखा है (रूप {version}; यह {known} तक जानता है)।',
  'The database {path} was made by a development version of Payout Desk (schema {version}) before its first release, and was not opened.':
    'डेटाबेस {path} पहले प्रकाशन से पहले के Payout Desk का है (रूप {version}), और खोला नहीं गया।',
  'Start with another data folder, and keep this one for the version that made it.':
    'दूसरे डेटा फ़ोल्डर से शुरू करें, और इसे उसी संस्करण के लिए रखें जिसने इसे बनाया।',
  'The database {path} was not made by Payout Desk and was not opened.':
    'डेटाबेस {path} Payout Desk का बनाया नहीं है, और खोला नहीं गया।',
  'The database {path} was not opened: {why}.': 'डेटाबेस {path} नहीं खोला गया: {why}।',
  'Keep the file as it is, and restore a backup made by the desk, or into another folder.':
    'फ़ाइल को वैसा ही रखें, और डेस्क का बनाया बैकअप लौटाएँ, या किसी दूसरे फ़ोल्डर में लौटाएँ।',
  'its id is not one that the desk makes': 'उसकी पहचान डेस्क की बनाई हुई नहीं है',
  'it holds the {object}, which the desk never made': 'उसमें {object} है, जो डेस्क ने कभी नहीं बनाया',
  'its own {object} is missing': 'उसका अपना {object} नहीं है',
  'its own {object} was changed': 'उसका अपना {object} बदला गया',
  'The database is not as the desk makes it: {difference}.': 'डेटाबेस वैसा नहीं जैसा डेस्क बनाता है: {difference}।',
  'The file is damaged: {what}.': 'फ़ाइल ख़राब है: {what}।',
  '{count} payouts are not found under their own reference, or under who they pay.':
    '{count} भुगतान अपने संदर्भ से, या पाने वाले से, नहीं मिलते।',
  'A row of {table} refers to nothing.': '{table} की एक पंक्ति जिसे बताती है वह है ही नहीं।',
  '{batch}, confirmed at {when} with {count} payouts, is noted outside but not in the database.':
    '{batch}, जिसकी पुष्टि {when} पर {count} भुगतानों के साथ हुई, बाहर दर्ज है पर डेटाबेस में नहीं।',
  'The note outside has not seen the last {ahead} entries, in which {count} payouts were sent and answered: nothing is sent before it has, so an older state folder was put back.':
    'बाहर के लेखे ने पिछली {ahead} प्रविष्टियाँ नहीं देखीं, जिनमें {count} भुगतान भेजे गए और उनके जवाब आए: उसके देखे बिना कुछ नहीं भेजा जाता, इसलिए पुराना स्टेट फ़ोल्डर लौटाया गया है।',
  'Audit entry {number} is missing.': 'ऑडिट प्रविष्टि {number} नहीं है।',
  'Audit entry {number} does not follow from the one before it: one of them was changed.':
    'ऑडिट प्रविष्टि {number} पिछली से मेल नहीं खाती: दोनों में से एक बदली गई।',
  'Audit entry {number} cannot be read.': 'ऑडिट प्रविष्टि {number} पढ़ी नहीं जा सकती।',
  '{row} is in the database, but no audit entry left it so.':
    '{row} डेटाबेस में है, पर किसी ऑडिट प्रविष्टि ने उसे ऐसा नहीं छोड़ा।',
  '{row} is not as audit entry {number}, the last about it, left it.':
    '{row} वैसा नहीं जैसा उसकी आख़िरी ऑडिट प्रविष्टि {number} ने छोड़ा।',
  '{row} was left by audit entry {number}, but is not in the database.':
    '{row} ऑडिट प्रविष्टि {number} में है, पर डेटाबेस में नहीं।',
  '{batch} no longer pays what it was confirmed to pay: a payout was changed, put in or taken out.':
    '{batch} अब वह नहीं चुकाता जिसकी पुष्टि हुई: कोई भुगतान बदला, जोड़ा या निकाला गया।',
  'There is no note of this database outside its folder: it was copied or restored, or the note was lost.':
    'इस डेटाबेस का लेखा उसके फ़ोल्डर के बाहर नहीं है: वह कॉपी या बैकअप से आया, या लेखा खो गया।',
  'The database ends before entry {number}, which was noted outside its folder: it is older than the desk was.':
    'डेटाबेस प्रविष्टि {number} से पहले ख़त्म होता है, जो उसके फ़ोल्डर के बाहर दर्ज है: वह डेस्क से पुराना है।',
  'Entry {number} is not the one that was noted outside the folder: the database went its own way.':
    'प्रविष्टि {number} वह नहीं जो फ़ोल्डर के बाहर दर्ज है: डेटाबेस की अपनी अलग राह हो गई।',
  'Another database lay in this folder, as is noted outside of it, and is gone.':
    'इस फ़ोल्डर में दूसरा डेटाबेस था, जैसा बाहर दर्ज है, और वह नहीं रहा।',
  'The note outside the folder was written by another computer.': 'फ़ोल्डर के बाहर का लेखा किसी दूसरे कंप्यूटर का है।',
  'Row {number} of {batch}': '{batch} की पंक्ति {number}',
  'row {number} of {batch}': '{batch} की पंक्ति {number}',
  'A send of {payout}': '{payout} का भेजना',
  'The answer to a send of {payout}': '{payout} के भेजने का जवाब',
  'A look-up of {payout}': '{payout} की पूछताछ',
  'A decision of {payout}': '{payout} का फ़ैसला',
  'An alarm of {payout}': '{payout} की चेतावनी',
  'The known payee {key}': 'जाना हुआ पाने वाला {key}',

  // What a run says of itself while it goes on.
  'Paying the first one alone and checking it': 'पहला भुगतान अकेले भेजकर जाँचा जा रहा है',
  'Replies are being lost; checking before sending more': 'जवाब खो रहे हैं; और भेजने से पहले जाँच हो रही है',
  'Payments already sent will finish': 'भेजे जा चुके भुगतान पूरे होंगे',
  '{trouble}. Nothing more is sent until that works; replies are kept':
    '{trouble}। जब तक यह न हो, और कुछ नहीं भेजा जाता; जवाब रखे जाते हैं',
  'looking up what is paid again: {done} of {rows}': 'जो फिर चुकाया जाएगा उसकी पूछताछ: {rows} में से {done}',

  // What undo and redo call a step.
  'Edit 1 cell': '1 ख़ाना बदलना',
  'Edit {count} cells': '{count} ख़ाने बदलना',
  'Paste 1 cell': '1 ख़ाने में चिपकाना',
  'Paste {count} cells': '{count} ख़ानों में चिपकाना',
  'Fill down 1 cell': '1 ख़ाना नीचे भरना',
  'Fill down {count} cells': '{count} ख़ाने नीचे भरना',
  'Replace in 1 row': '1 पंक्ति में बदलना',
  'Replace in {count} rows': '{count} पंक्तियों में बदलना',
  'Set {field} in 1 row': '1 पंक्ति में {field} लिखना',
  'Set {field} in {count} rows': '{count} पंक्तियों में {field} लिखना',
  'Trim {field} in 1 row': '1 पंक्ति में {field} के किनारे साफ़ करना',
  'Trim {field} in {count} rows': '{count} पंक्तियों में {field} के किनारे साफ़ करना',
  'UPPERCASE {field} in 1 row': '1 पंक्ति में {field} बड़े अक्षरों में करना',
  'UPPERCASE {field} in {count} rows': '{count} पंक्तियों में {field} बड़े अक्षरों में करना',
  'Fix {field} in 1 row': '1 पंक्ति में {field} सुधारना',
  'Fix {field} in {count} rows': '{count} पंक्तियों में {field} सुधारना',
  'Leave out 1 row': '1 पंक्ति छोड़ना',
  'Leave out {count} rows': '{count} पंक्तियाँ छोड़ना',
  'Include 1 row': '1 पंक्ति शामिल करना',
  'Include {count} rows': '{count} पंक्तियाँ शामिल करना',
};
