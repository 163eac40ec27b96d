// Every word that the importer understands, by its place and meaning. known-words.ts builds the other files' sets from it once:
// add words only here. Patterns that are not words (dates, numbers, UPI IDs) stay in those files.

/** Hindi and Marathi share a script, and both may be written in Latin letters: `mat dena` is Hindi. */
export type Language = 'en' | 'hi' | 'mr' | 'gu' | 'bn' | 'ta' | 'te' | 'kn' | 'ml';

/** The phrases of one meaning by language, comma-separated; a plain string is English. */
export type Phrases = string | Readonly<Partial<Record<Language, string>>>;

const DO_NOT = "(do not|don('|’)?t|not to be)";
const PAY_OUT = '(pay|paid|release|released|process|transfer)';
const MONEY_IN = '(deductions?|recover(y|ies)|collections?|receipts?|receivables?|dues)';
const OF_OFFICE = '(managing |finance |hr |accounts |general |branch )?';

/**
 * By role, which is the place of the words, and by meaning; if a text has several meanings, the first counts. Phrases are in
 * lower case. `(one|other)` is either, and whatever is before a question mark is optional. In roles searched for in longer texts
 * (IN_TEXTS of known-words.ts), `^` and `$` are the ends of the text, `…` means that the word may continue, and whatever is
 * inside a phrase under `nothing` is ignored.
 */
export const VOCABULARY = {
  /**
   * Spellings of a header's words, by the canonical word or words. Those in Indian scripts come from labels of bank, payroll and
   * account opening forms in public repositories (the Hindi of github.com/monikarajpoot/ims_stock, the Bengali of
   * github.com/pasahgroup/payroll and github.com/pepelawycliffe/amazcart), or from the dictionary if no form had one.
   */
  spelling: {
    account: {
      en: 'ac, acc, acct, accnt',
      hi: 'खाता, खाते',
      mr: 'खात्याचा',
      gu: 'ખાતા, ખાતું, ખાતાનો',
      bn: 'অ্যাকাউন্ট, একাউন্ট, হিসাব',
      ta: 'கணக்கு',
      te: 'ఖాతా',
      kn: 'ಖಾತೆ, ಖಾತೆಯ',
    },
    'account number': 'acno',
    number: {
      en: 'no, nos, num, nbr, numbers',
      hi: 'संख्या, क्रमांक, सं, नंबर, नम्बर, नं',
      mr: 'क्र',
      gu: 'નંબર, નં, ક્રમાંક',
      bn: 'নম্বর, নাম্বার, নং, সংখ্যা',
      ta: 'எண்',
      te: 'సంఖ్య, నంబర్, నెంబర్, నంబరు',
      kn: 'ಸಂಖ್ಯೆ, ನಂಬರ್',
    },
    amount: {
      en: 'amt, amnt, money',
      hi: 'राशि, रकम, धनराशि',
      mr: 'रक्कम',
      gu: 'રકમ',
      bn: 'পরিমাণ',
      ta: 'தொகை',
      te: 'మొత్తం',
      kn: 'ಮೊತ್ತ',
    },
    remark: {
      en: 'rmk',
      hi: 'टिप्पणी, रिमार्क, अभ्युक्ति',
      mr: 'शेरा',
      gu: 'ટિપ્પણી, નોંધ',
      bn: 'মন্তব্য',
      ta: 'குறிப்பு',
      te: 'వ్యాఖ్య, వ్యాఖ్యలు, గమనిక',
      kn: 'ಟಿಪ್ಪಣಿ, ಷರಾ',
    },
    narration: 'narr, narrative',
    description: {
      en: 'desc',
      hi: 'विवरण',
      mr: 'तपशील',
      gu: 'વિગત',
      bn: 'বিবরণ',
      ta: 'விவரம்',
      te: 'వివరణ',
      kn: 'ವಿವರಣೆ',
    },
    ifsc: {
      en: 'ifs, ifc',
      hi: 'आईएफएससी',
      mr: 'आयएफएससी',
      gu: 'આઈએફએસસી',
      bn: 'আইএফএসসি',
      ta: 'ஐஎஃப்எஸ்சி, ஐஎப்எஸ்சி',
      te: 'ఐఎఫ్ఎస్సి, ఐఎఫ్ఎస్సీ',
      kn: 'ಐಎಫ್ಎಸ್ಸಿ, ಐಎಫ್ಎಸ್‌ಸಿ',
    },
    reference: { en: 'ref', hi: 'संदर्भ', gu: 'સંદર્ભ', bn: 'রেফারেন্স', te: 'సూచన', kn: 'ಉಲ್ಲೇಖ' },
    unique: 'uniq',
    txn: 'tran, trans, trn, trxn, transaction',
    pay: {
      en: 'payment, pymt, pmt, paymt',
      hi: 'भुगतान, पेमेंट',
      gu: 'ચુકવણી, ચૂકવણી',
      bn: 'পেমেন্ট',
      ta: 'கட்டணம்',
      te: 'చెల్లింపు',
      kn: 'ಪಾವತಿ',
    },
    salary: {
      en: 'sal, wage',
      hi: 'वेतन, सैलरी, तनख्वाह',
      mr: 'पगार',
      gu: 'પગાર',
      bn: 'বেতন, মাইনে',
      ta: 'சம்பளம், ஊதியம்',
      te: 'జీతం, వేతనం',
      kn: 'ವೇತನ, ಸಂಬಳ',
    },
    transfer: 'trf, xfer',
    information: 'info',
    payee: {
      en: `bene, ben, benf, benef, bnf, bnfcy, beneficiary, benificiary, beneficary, recipient, receiver, employee, emp,
        staff, worker, labour, labourer, vendor, supplier, seller, dealer, distributor, contractor, consultant,
        freelancer, agent, partner, customer, cust, buyer, creditor, party, member, student, farmer, teacher, driver,
        rider, tenant, landlord, candidate, influencer, creator, retailer, doctor, guest, player, winner, volunteer,
        trainer, artist, producer, subscriber, claimant, applicant`,
      hi: 'कर्मचारी, कामगार, लाभार्थी, प्राप्तकर्ता, विक्रेता, श्रमिक',
      mr: 'कर्मचाऱ्याचे, कामगाराचे, मजूर, मजुराचे, लाभार्थ्याचे, सभासद',
      gu: 'કર્મચારી, કર્મચારીનું, લાભાર્થી, લાભાર્થીનું, સભાસદ, સભાસદનું',
      bn: 'কর্মচারী, কর্মচারীর, কর্মীর, প্রাপক, প্রাপকের, সুবিধাভোগীর',
      ta: 'ஊழியர், பணியாளர், பயனாளி',
      te: 'ఉద్యోగి, లబ్ధిదారు, లబ్ధిదారుని',
      kn: 'ಉದ್ಯೋಗಿ, ಉದ್ಯೋಗಿಯ, ನೌಕರ, ನೌಕರರ, ಫಲಾನುಭವಿ, ಫಲಾನುಭವಿಯ',
    },
    'account holder': {
      hi: 'खाताधारक',
      mr: 'खातेदाराचे, खातेदार',
      gu: 'ખાતાધારક, ખાતાધારકનું',
      te: 'ఖాతాదారు, ఖాతాదారుని',
    },
    bank: {
      hi: 'बैंक',
      mr: 'बँक, बँकेचा',
      gu: 'બેંક, બેન્ક',
      bn: 'ব্যাংক, ব্যাঙ্ক',
      ta: 'வங்கி',
      te: 'బ్యాంక్, బ్యాంకు',
      kn: 'ಬ್ಯಾಂಕ್',
    },
    code: { hi: 'कोड', gu: 'કોડ', bn: 'কোড', ta: 'குறியீடு', te: 'కోడ్', kn: 'ಕೋಡ್' },
    upi: {
      hi: 'यूपीआई',
      mr: 'यूपीआय, युपीआय',
      gu: 'યુપીઆઈ, યૂપીઆઈ',
      bn: 'ইউপিআই',
      ta: 'யுபிஐ',
      te: 'యుపిఐ, యూపీఐ',
      kn: 'ಯುಪಿಐ',
    },
    id: { hi: 'आईडी', mr: 'आयडी', gu: 'આઈડી', bn: 'আইডি', ta: 'ஐடி', te: 'ఐడి, ఐడీ', kn: 'ಐಡಿ' },
    net: {
      hi: 'शुद्ध, निवल, नेट',
      mr: 'निव्वळ',
      gu: 'ચોખ્ખો, ચોખ્ખી, ચોખ્ખું',
      bn: 'নিট, নেট',
      ta: 'நிகர',
      te: 'నికర',
      kn: 'ನಿವ್ವಳ',
    },
    payable: { hi: 'देय', gu: 'ચૂકવવાપાત્ર, ચૂકવવાની', bn: 'প্রদেয়', te: 'చెల్లించవలసిన', kn: 'ಪಾವತಿಸಬೇಕಾದ' },
    method: {
      hi: 'माध्यम, विधि, तरीका',
      mr: 'पद्धत',
      gu: 'પદ્ધતિ',
      bn: 'পদ্ধতি',
      ta: 'முறை',
      te: 'పద్ధతి, విధానం',
      kn: 'ವಿಧಾನ',
    },
    type: { hi: 'प्रकार', gu: 'પ્રકાર', bn: 'ধরন', ta: 'வகை', te: 'రకం', kn: 'ಪ್ರಕಾರ' },
    name: { hi: 'नाम', mr: 'नाव', gu: 'નામ', bn: 'নাম', ta: 'பெயர்', te: 'పేరు', kn: 'ಹೆಸರು' },
    rupees: {
      en: 'rupaye, rupay, rupaya, rupiya',
      hi: 'रुपये, रुपए, रु, रू',
      mr: 'रुपयांत',
      gu: 'રૂપિયા, રૂ',
      bn: 'টাকা, টাকায়, টাকার',
      ta: 'ரூபாய், ரூ',
      te: 'రూపాయలు, రూ',
      kn: 'ರೂಪಾಯಿ, ರೂಪಾಯಿಗಳು, ರೂ',
    },
    of: { hi: 'का, की, के, में', mr: 'चे, चा, ची' },
    date: { hi: 'तिथि, तारीख, दिनांक', gu: 'તારીખ', bn: 'তারিখ', ta: 'தேதி', te: 'తేదీ', kn: 'ದಿನಾಂಕ' },
    total: { hi: 'कुल, योग', mr: 'एकूण', gu: 'કુલ', bn: 'মোট', ta: 'மொத்த, மொத்தம்', kn: 'ಒಟ್ಟು' },
    gross: { hi: 'सकल', te: 'స్థూల' },
    basic: { hi: 'मूल', mr: 'मूळ', gu: 'મૂળ', bn: 'মূল', ta: 'அடிப்படை', te: 'ప్రాథమిక', kn: 'ಮೂಲ' },
    deduction: {
      hi: 'कटौती',
      mr: 'कपात, वजावट',
      gu: 'કપાત',
      bn: 'কর্তন',
      ta: 'பிடித்தம்',
      te: 'తగ్గింపు, తగ్గింపులు',
      kn: 'ಕಡಿತ',
    },
    balance: { hi: 'शेष', mr: 'बाकी', gu: 'શેષ', bn: 'বাকি', ta: 'இருப்பு', te: 'నిల్వ', kn: 'ಬಾಕಿ' },
    advance: { hi: 'अग्रिम', mr: 'आगाऊ', gu: 'અગ્રિમ', bn: 'অগ্রিম', ta: 'முன்பணம்', te: 'ముందస్తు', kn: 'ಮುಂಗಡ' },
    annual: { hi: 'वार्षिक', gu: 'વાર્ષિક', bn: 'বার্ষিক', ta: 'ஆண்டு', te: 'వార్షిక', kn: 'ವಾರ್ಷಿಕ' },
    debit: { hi: 'डेबिट, नामे', gu: 'ડેબિટ', bn: 'ডেবিট' },
    paise: { hi: 'पैसे', gu: 'પૈસા', bn: 'পয়সা', ta: 'பைசா', te: 'పైసలు', kn: 'ಪೈಸೆ' },
    lakh: { hi: 'लाख', gu: 'લાખ', bn: 'লক্ষ, লাখ', ta: 'லட்சம்', te: 'లక్షలు', kn: 'ಲಕ್ಷ' },
    crore: { hi: 'करोड़', mr: 'कोटी', gu: 'કરોડ', bn: 'কোটি', ta: 'கோடி', te: 'కోట్లు', kn: 'ಕೋಟಿ' },
    thousand: { hi: 'हजार, हज़ार', gu: 'હજાર', bn: 'হাজার', ta: 'ஆயிரம்', te: 'వేలు', kn: 'ಸಾವಿರ' },
  },
  /** Names of the fields, in canonical words. Each field's first is its own name and wins over the others. */
  field: {
    paymentMethod: `mode, method, pay mod, pay via, pay type, txn type, transfer type, payout type, pay identifier,
      pay indicator`,
    upiId: 'upi, vpa, virtual pay address',
    accountNumber: 'account, account be credited',
    ifsc: 'ifsc',
    amount: `amount, rs, inr, rupee, rupees, fee, fees, refund, amount be paid, amount be reimbursed, amount be refunded, amount be transferred,
      amount be credited, payable, payout, net, net pay, net salary, take home, hand salary, hand pay, net hand, salary,
      stipend, honorarium`,
    remark: `remark, narration, note, notes, purpose, description, pay remark, txn remark, particulars, txn particulars,
      txn particular, refund note, comment, comments, pay description, pay narration, txn narration, narration remark,
      remark narration, message, purpose pay, purpose message, credit narration, cr narration, target narration,
      destination narration, payout narration, transfer remark, remittance information, remittance info, rem info,
      payout remark, txn note, pay note, remark if any, narration 1, remark 1, short narration`,
    reference: `reference, reference number, reference id, udf1, udf 1, order id, order number, merchant order id,
      unique id, client reference, client reference id, client reference number, merchant reference,
      merchant reference id, merchant reference number, pay reference, pay reference number, pay reference id,
      payout reference, payout reference id, payout reference number, txn reference, txn reference number,
      unique reference, unique reference number, unique payee reference number, unique request number,
      unique request id, your reference, transfer id, udf1 reference`,
    name: `name, payee, full name, payee name, account name, account holder, account holder name, holder, holder name,
      name account holder, name on account, name as per bank, name as per bank record, name as per bank account,
      name at bank, name in bank, bank registered name, registered name, verified name, name account, cr account name,
      credit account name, name bank, bank account name, bank account holder name, fund account name, name payee,
      favouring, favouring name, contact name, billing name, insured, insured name, name insured`,
  },
  /** Words that may appear around those in any order without changing the meaning. Fields not listed are named exactly. */
  beside: {
    paymentMethod: 'pay, txn, type, transfer, payout, refund, salary, fund, bank, disbursement, remittance, name',
    upiId: 'upi, vpa, id, address, handle, fund, account, refund, payout, remit, primary',
    accountNumber: `bank, number, credit, cr, sb, saving, savings, salary, fund, destination, receiving, remit, refund,
      primary, iban`,
    ifsc: `code, bank, branch, number, neft, rtgs, imps, account, fund, swift, bic, micr, receiving, routing, cr,
      credit, destination, remit, refund, primary`,
    amount: `sum, amount, payable, net, pay, salary, take, home, txn, transfer, payout, refund, instrument, remittance,
      disbursement, settlement, approved, sanctioned, instructed, final, reimbursement, stipend, scholarship,
      honorarium, month`,
  },
  /** What a single word of a header says about its column. */
  header: {
    /** Means nothing beside other words. */
    silent: 'the, of, for, to, in, rs, inr, rupee, rupees, payee, detail, details',
    rupees: 'rs, inr, rupee, rupees, ₹',
    /** What an amount is paid for. Next to other money columns, such a column may be only part of what is paid. */
    paidFor: `prize, rent, reimbursable, commission, incentive, bonus, reward, cashback, subsidy, grant, award, load,
      gratuity, interest, fnf, fee, fees, refund`,
    /** The payer: such columns never belong to a payee. */
    payer: `debit, debited, debiting, debtor, dr, source, from, remitter, remitting, payer, sender, our, own, self,
      company, employer, corporate, corp, originator, originating, funding, ordering, drawer, trace, pool, nodal,
      escrow, razorpay, razorpayx`,
    /** The UPI ID, account or branch is not the payee's, or no longer. */
    somebodyElse: `merchant, store, shop, outlet, approver, supervisor, manager, hod, referrer, referred, referral,
      introducer, reviewer, verifier, checker, requester, requestor, qr, business, collect, collection, collecting,
      nominee, guarantor, sponsor, home, old, previous, former, earlier`,
    /** New or second details. */
    replaces: `new, revised, correct, corrected, updated, alternate, alternative, alt, changed, modified, amended,
      latest, second, secondary, 2, 2nd`,
    /** Asks for the account number again. */
    repeats: 'confirm, confirmed, confirmation, re, enter, reenter, retype, repeat, verify, again',
    /** An amount other than the one paid out now, or one that was already paid. */
    otherAmount: `annual, annually, annum, yearly, year, ctc, lpa, pa, gross, basic, deduction, deductions, deducted,
      tds, tax, before, balance, outstanding, due, total, ytd, quarterly, weekly, daily, hourly, previous, last, old,
      arrear, arrears, advance, recovery, recovered, loan, pf, esi, hra, gst, budget, withheld, hold, excluding,
      including, incl, excl, paid, settled, received, collected, credited, refunded, credit, deposit, deposited,
      withdrawal, order, invoice, bill, value`,
    /** May name another unit: `cr` is a crore or a credit. */
    mayBeUnit:
      'ps, cr, hundred, 000s, 00, 1000, 1000s, m, billion, bn, percent, us, pound, pounds, cent, cents, foreign, fcy',
    /** In brackets: how to fill in a column, not what it is. */
    harmless: `optional, required, mandatory, compulsory, must, as, per, bank, banks, passbook, record, records, cheque,
      only, text, format, if, any, applicable, available, please, enter, fill, correct, exact, full, valid, holder,
      credit, credited, and, or, name, number, numeric, digits, without, spaces, space, the, this, request`,
    ofPayee: `savings, saving, sb, current, salary, primary, account, branch, code, digit, alphanumeric, character,
      characters, char, chars, max, min, upto, up, leading, zero, zeros, with, eg, e, g, ex, example, like, imps, neft,
      rtgs, upi, vpa, ifsc, id, cr, gpay, phonepe, paytm, bhim, google, pay, rbi, npci`,
    ofAmount: `month, monthly, current, net, final, payable, amount, decimal, decimals, places, figures, comma, commas,
      indian, rupee, r, two, in, salary`,
    /** Must not be read as other words: `reason` is not `re as on`, and `match` is not a misspelt `march`. */
    whole: 'reason, leaving, match, shirt',
    /** The account holder's name as the bank has it, rather than the sheet owner's name for the payee. */
    asBankKnows: 'account, bank, holder',
    /** Accounts beside the paid one that are never paid into. */
    notPaidInto: `old, previous, former, earlier, charge, charges, loan, pf, epf, ppf, nps, esi, esic, uan, pran, gl,
      ledger, gst, tax, code, type, name, id, phone, mobile, email`,
    /** Numbers that are neither an account nor an amount to pay, and are never suggested as one. */
    neverPaid: 'aadhaar, aadhar, uan, pan, loan, nominee, mobile, phone, contact, sl, sr, serial, ctc, rate',
  },
  /** The person that a header names, whatever else it says. */
  party: {
    customer: 'cust(omer)?',
    payee: 'bene, ben, beneficiary, payee, emp, employee, staff, worker, vendor, supplier',
  },
  /** Accounting programs write the payee in this column. */
  particulars: { header: 'particular, particulars' },
  /** The first header of a pivot table. */
  pivotLabel: { header: 'row label, row labels' },
  unit: {
    paise: {
      en: 'paise, paisa',
      hi: 'पैसे, पैसा, पैसों',
      mr: 'पैशांत, पैशात',
      gu: 'પૈસા, પૈસામાં',
      bn: 'পয়সা, পয়সায়',
      ta: 'பைசா, பைசாவில்',
      te: 'పైసలు, పైసల్లో, పైసలలో',
      kn: 'ಪೈಸೆ, ಪೈಸೆಗಳಲ್ಲಿ, ಪೈಸೆಯಲ್ಲಿ',
    },
    hundreds: {
      en: 'hundreds',
      hi: 'सैकड़े, सैकड़ा, सैकड़ों, सौ',
      mr: 'शेकडा, शेकड्यांत, शेकड्यात, शंभरात',
      gu: 'સેંકડા, સેંકડામાં, સો',
      bn: 'শত, শতকে, শয়ে',
      ta: 'நூறு, நூறில், நூறுகளில்',
      te: 'వందలు, వందల్లో, వందలలో',
      kn: 'ನೂರು, ನೂರುಗಳಲ್ಲಿ, ನೂರರಲ್ಲಿ',
    },
    thousands: {
      en: 'thousand, thousands, thous',
      hi: 'हजार, हज़ार, हजारों, हज़ारों',
      mr: 'हजारात, हजारांत, हजारांमध्ये, हजारामध्ये',
      gu: 'હજાર, હજારમાં, હજારોમાં',
      bn: 'হাজার, হাজারে, হাজারের',
      ta: 'ஆயிரம், ஆயிரத்தில், ஆயிரங்களில்',
      te: 'వేలు, వేల, వేలలో, వేలల్లో, వెయ్యి',
      kn: 'ಸಾವಿರ, ಸಾವಿರದಲ್ಲಿ, ಸಾವಿರಗಳಲ್ಲಿ, ಸಾವಿರಗಳು',
    },
    lakhs: {
      en: 'lakh, lakhs, lac, lacs',
      hi: 'लाख, लाखों',
      mr: 'लाखात, लाखांत, लाखांमध्ये',
      gu: 'લાખ, લાખમાં, લાખોમાં',
      bn: 'লাখ, লাখে, লক্ষ, লক্ষে',
      ta: 'லட்சம், லட்சத்தில், லட்சங்களில்',
      te: 'లక్షలు, లక్షల, లక్షల్లో, లక్షలలో',
      kn: 'ಲಕ್ಷ, ಲಕ್ಷದಲ್ಲಿ, ಲಕ್ಷಗಳಲ್ಲಿ',
    },
    crores: {
      en: 'crore, crores',
      hi: 'करोड़, करोड़ों',
      mr: 'कोटी, कोटींत, कोटीत, कोटींमध्ये',
      gu: 'કરોડ, કરોડમાં',
      bn: 'কোটি, কোটিতে',
      ta: 'கோடி, கோடியில், கோடிகளில்',
      te: 'కోట్లు, కోట్ల, కోట్లలో, కోట్లల్లో',
      kn: 'ಕೋಟಿ, ಕೋಟಿಯಲ್ಲಿ, ಕೋಟಿಗಳಲ್ಲಿ',
    },
    millions: 'million, millions, mn',
    dollars: 'usd, dollar, dollars',
    euros: 'euro, euros',
    pounds: 'gbp',
    yen: 'jpy',
    dirhams: 'aed',
    singaporeDollars: 'sgd',
  },
  /** Numbers in front of a unit: with one, it belongs to a sum such as `five lakh`. */
  numberWord: {
    number: {
      en: `one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve, thirteen, fourteen, fifteen, sixteen,
        seventeen, eighteen, nineteen, twenty, thirty, forty, fourty, fifty, sixty, seventy, eighty, ninety, ninty, hundred,
        thousand, lakh, lac, crore, million, and, half, a`,
      hi: `एक, दो, तीन, चार, पाँच, पांच, छह, छः, छ, सात, आठ, नौ, दस, ग्यारह, बारह, तेरह, चौदह, पंद्रह, पन्द्रह, सोलह, सत्रह, अठारह,
        उन्नीस, बीस, पच्चीस, तीस, पैंतीस, चालीस, पैंतालीस, पचास, साठ, सत्तर, पचहत्तर, अस्सी, नब्बे, सौ, हजार, हज़ार, लाख, करोड़, डेढ़,
        ढाई, साढ़े, सवा, पौने`,
      mr: 'दोन, पाच, सहा, दहा, वीस, पन्नास, शंभर, शे, दीड, अडीच, साडे',
      gu: 'એક, બે, ત્રણ, ચાર, પાંચ, છ, સાત, આઠ, નવ, દસ, વીસ, પચાસ, સો',
      bn: 'এক, দুই, তিন, চার, পাঁচ, ছয়, সাত, আট, নয়, দশ, বিশ, পঞ্চাশ, শত',
      ta: 'ஒரு, இரண்டு, மூன்று, நான்கு, ஐந்து, ஆறு, ஏழு, எட்டு, ஒன்பது, பத்து',
      te: 'ఒక, రెండు, మూడు, నాలుగు, ఐదు, ఆరు, ఏడు, ఎనిమిది, తొమ్మిది, పది',
      kn: 'ಒಂದು, ಎರಡು, ಮೂರು, ನಾಲ್ಕು, ಐದು, ಆರು, ಏಳು, ಎಂಟು, ಒಂಬತ್ತು, ಹತ್ತು',
    },
  },
  /** Units that count only in a header. */
  unitInHeader: { thousands: '000, k', euros: 'eur' },
  /** Header of a column that may name the unit of each row's amount. */
  unitColumn: { unit: 'unit, units, amount unit, amount units, uom, in, denomination, scale' },
  /** Names of the rupee in a column of currencies. */
  currency: { rupee: 'inr, rs, rs., ₹, rupee, rupees, indian rupee, indian rupees' },
  /** What a header's words say about its numbers, to distinguish other columns from the amount. */
  money: {
    /** Nothing more is deducted from this amount. */
    final: `net, payable, payout, refund, reimbursable, home, hand, transfer, disbursement, disbursed, settlement,
      approved, sanctioned, final`,
    /** Another amount that may be the one to pay, or what was already paid of it. */
    mayBeFinal: `equivalent, net, payable, disbursement, disbursed, approved, sanctioned, revised, new, correct,
      corrected, adjusted, rounded, final, paid, refunded, settled, cash, cheque, bank, now, transfer, transferred,
      part, instalment, installment`,
    /** The same, but only next to an amount that is not final. */
    mayReplace: `total, grand, refund, payout, transfer, balance, due, outstanding, actual, interest, principal, bonus,
      incentive, arrear, overtime, cashback, reward`,
    takenOff: `tds, tax, deduction, deductions, deducted, advance, recovery, recovered, loan, adjustment, pf, epf, esi,
      esic, lop, penalty, fine, fee, fees, commission, charges, charge, gst, cess, withheld, hold, retention, discount,
      less, tcs, penalties, carry, carried, brought, forward, opening, emi, pt, ptax, lwf, vpf, adv, advn, ded, dedn, deduc,
      lic`,
    /** Not money, whatever else the header says. */
    noMoney: `day, date, year, hour, count, quantity, qty, number, id, code, rate, percent, status, mode, phone, pin,
      pincode, age, sr, serial, weight, point, name, ifsc, upi, aadhaar, aadhar, uan, pan, micr, present, worked,
      working`,
    /** Of those, numbers of time however large. */
    timeWorked: 'day, hour, year, present, worked, working',
    /** Not money, unless the header says that it is deducted or what is left: `Leave Deduction`, `Payable this Month`. */
    noMoneyAlone: 'month, leave, mobile, absent, attendance',
    /** A header with "account" names an account number, unless one of these makes it an amount: `Net Pay to Account`. */
    leftToPay: 'net, payable, final',
    /** With `paidBack`, an employee pays something back: `Deduction from Salary`, `Company Advance`. */
    paidBackTo: 'source, from, company',
    paidBack: 'tds, tax, deduction, deductions, deducted, recovery, recovered, advance',
    detail: 'detail, information, reference',
    currency: 'currency, ccy, curr, cur',
    /** With "percent": how much of an amount is paid. */
    partPaid: 'pay, payable, paid, release, released, disburse, share, ratio, portion, part',
    /** With "rate": a conversion of other money into rupees. */
    converted: 'fx, forex, exchange, conversion, currency',
    days: 'day, days, attendance, present, worked, duties, shifts',
    daysOff: 'lop, lwp, leave, leaves, absent',
    /** What an amount may be taken from: it vouches for itself where it is as large. */
    whole: `gross, earned, order, invoice, bill, claimed, claim, cod, sale, sales, price, mrp, cost, insured, premium, limit,
      ceiling, cap, maximum, max, budget, eligible, subtotal`,
    /** What a gross salary is made of. */
    part: `earning, earnings, basic, hra, da, conveyance, medical, allowance, allowances, special, spl, lta, washing,
      ot, cca, conv, ta, vda, encashment`,
    /** A figure of another time, or for statistics. It never changes what is paid now. */
    past: `ctc, lpa, annual, annually, annum, yearly, ytd, previous, prev, prior, last, old, former, earlier, budgeted,
      target, turnover, revenue, average, avg, projected, quota`,
    /** Was given before, or is what is left: beside any amount it is asked about. */
    given: `paid, refunded, settled, given, received, cash, cheque, released, credited, balance, due, outstanding, pending,
      remaining`,
    /** What others pay to whoever keeps the sheet; in Indian languages also a rate, which is the price of one. */
    comesIn: {
      en: `collection, collections, collected, collectable, collectible, subscription, subscriptions, receipt, receipts, received, receivable,
        donation, donations, dues, fees, membership, levy, demand, demanded, invoiced, billed, sales, deposits, deposited, inflow, income, revenue,
        owed, owes, owing, instalments, emi, premium`,
      hi: 'वसूली, जमा, प्राप्त, प्राप्ति, चंदा, शुल्क, फीस, बकाया, आय, दर, भाव',
      mr: 'वसुली, वर्गणी, थकबाकी',
      gu: 'વસૂલાત, જમા, આવક, ફાળો, ફી, દર, ભાવ',
      bn: 'আদায়, জমা, চাঁদা, দর',
      ta: 'வசூல், வரவு, சந்தா, விலை',
      te: 'వసూలు, జమ, చందా, ధర',
      kn: 'ವಸೂಲಿ, ಜಮಾ, ಚಂದಾ, ದರ',
    },
    /** The payer's own share of an employee's funds. */
    contribution: 'pf, epf, eps, edli, esi, esic, nps, gratuity, insurance, lwf',
    /** As the last word: money, whatever it is counted by. */
    worth: 'value, amount, amt, diff, difference, cut, worth, loss',
    /** Numbers that count or identify, whatever else the header says and however large they are. */
    neverMoney: {
      en: `number, id, code, rate, count, quantity, qty, hour, hours, pin, pincode, zip, age, sr, serial, sl, weight,
      wt, point, micr, roll, rank, score, mark, rating, grade, level, floor, version, km, kms, kilometer, distance, litre,
      litres, liter, kg, kgs, gram, pcs, pieces, sqft, area, hsn, sac, token, ticket, folio, otp, latitude, longitude,
      hrs, min, minutes, isbn, ean, sku, gl, ledger, seq, sequence, index, batch,
      centre, center, extension, ext, flat, house, plot, plant, depot, attendance, designation, department, dept, branch, section, division, class, shift, week, block, ward, circle, zone, quarter, rank, position`,
      hi: `उम्र, आयु, पिनकोड, पिन, मोबाइल, फोन, फ़ोन, आधार, दिन, दिवस, उपस्थिति, हाजिरी, हाज़िरी, दर, मात्रा, वर्ष, साल, माह, महीना, कक्षा,
        अंक, रोल`,
      mr: 'वय, हजेरी, मोबाईल, इयत्ता, वजन, नग, लिटर, लीटर, फॅट',
      gu: 'ઉંમર, દિવસ, દિવસો, દર, હાજરી, મોબાઇલ, મોબાઈલ, પિનકોડ, વર્ષ, ધોરણ, જથ્થો',
      bn: 'বয়স, দিন, হার, মোবাইল, পিনকোড, হাজিরা, উপস্থিতি, বছর',
      ta: 'வயது, நாட்கள், நாள், விகிதம், கைபேசி, வருகை, ஆண்டு, அளவு',
      te: 'వయస్సు, రోజులు, దినాలు, రేటు, మొబైల్, హాజరు, సంవత్సరం, పరిమాణం',
      kn: 'ವಯಸ್ಸು, ದಿನಗಳು, ದಿನ, ದರ, ಮೊಬೈಲ್, ಹಾಜರಿ, ವರ್ಷ, ಪ್ರಮಾಣ',
    },
    /** As the whole header: counts something. */
    counts: `orders, total orders, completed orders, deliveries, trips, rides, units, boxes, bags, classes, sessions,
      lectures, shifts, duties, visits, leads, items, products, referrals, students, children, members, persons, views,
      likes, followers, downloads, clicks, installs, calls, tasks, kids, participants, attendees, employees, nights, rooms,
      guests, tickets, coupons, posts, reels, votes, headcount, strength`,
    /** A percentage under these says nothing about how much is paid. */
    percentOf: `attendance, present, mark, marks, score, performance, achievement, achieved, target, growth, rating, result,
      gst, igst, cgst, sgst, vat, interest, commission, margin, conversion, increment, hike, roi, disability,
      profit, variation, variance, success, ctr, engagement, accuracy, passing, humidity, fat, snf`,
    /** An amount of one period or one head. */
    each: 'stipend, salary, rent, honorarium, scholarship, wage, amount, allowance, fee, grant',
  },
  /** What a header's words say about a column that is not sent. */
  column: {
    /** Has a status of its own, not the row's: a person's family, home or papers. */
    statusOfPeople: 'marital, vaccination, residence, residential, hostel',
    /** The same of an order. Where it differs from row to row, it may be why some are refunded and others not. */
    statusOfOrders: 'financial, order, fulfillment, fulfilment',
    /** The same, but only beside "status": `Bill Passed` is about the row. */
    billOfOthers: 'invoice, bill',
    status: 'action, employment, validation, response',
    /** Is checked or approved before a row is paid. */
    check: `kyc, penny, verification, verified, validation, validated, match, matched, approved, approval, authorised,
      authorized, sanction`,
    /** Is signed or initialled for each row. */
    signing: {
      en: `sign, signed, signature, sig, init, inits, initial, initials, initialled, auth, authorised, authorized, countersign,
        countersigned, passed, cleared, verified, checked, seen, sanctioned, approved`,
      hi: 'हस्ताक्षर',
      mr: 'सही, स्वाक्षरी',
      gu: 'સહી',
      ta: 'கையொப்பம்',
      te: 'సంతకం',
      kn: 'ಸಹಿ',
      bn: 'স্বাক্ষর, সই',
    },
    /** Needed beside "bank", because a bank may also be matched or may validate. */
    checked: 'verified, verification',
    /** Beside those words: who did it, when, or a detail of what is checked. */
    notACheck: 'by, on, date, id, number, reference, amount, day, days, leave, level, limit, type',
    /** A yes, or a reason in its place, means that the row must not be paid. */
    hold: 'hold, stop, exclude, excluded, fraud, disputed, dispute, blacklisted, suspended, frozen, lien, bounce, bounced',
    /** Only a yes means that the row must not be paid. */
    held: `paid, cancelled, settled, done, processed, released, refunded, transferred, credited, disbursed, left,
      resigned, blocked, skip, ignore, omit, opted, duplicate, inactive, terminated, rejected, void, deceased,
      absconded, absconding, deleted, removed`,
    /** A no means that the row must not be paid. */
    allowed: 'eligible, release, include, active, ok',
    /** Was done to a row once its column has a date: `Paid On`, `Date of Refund`. */
    done: 'paid, settled, processed, released, refunded, transferred, credited, disbursed',
    /** Of these, the payment itself: a date in every row means that the whole sheet was paid. */
    paid: 'paid, settled, refunded, credited, disbursed',
    /** With a word for a day, says when a row is to be paid: `Release Date`, `Pay On`. */
    payDay: `pay, payable, payout, release, execution, execute, transfer, value, process, processing, disbursement,
      disburse, disbursal, disb, disbt, credit, remittance, txn, schedule, scheduled, posting`,
    /** Beside those: a day of something else. */
    notPayDay: `due, invoice, bill, order, joining, birth, leaving, approval, document, voucher, period, month, days,
      paid, released, transferred, credited, disbursed, processed, settled, refunded, by, start, end, from, last`,
    /** A day of something else, even one to come. */
    otherDay: `expiry, expire, expires, expiring, valid, validity, until, till, upto, retirement, renewal, next, delivery,
      dispatch, shipment, shipping, event, travel, journey, trip, check, checkin, checkout, exam, wedding, function, warranty,
      contract, agreement, policy, dob, doj, birthday, anniversary, confirmation, probation, increment, appraisal,
      licence, license, lease, insurance, course, batch, session, class, visit, stay, booking, arrival, departure, completion,
      target, review, harvest, sowing, eta, promised, return, tenure, tenancy, project, milestone, festival, holiday, leave`,
    /** Days that are past where what is paid for was done. */
    pastDay: 'joining, joined, doj, invoice, bill, order, document, voucher, purchase, grn, delivered, birth, dob',
    /** Of those: from when on something holds. */
    starts: 'from, start, starts, starting, begins, commencing, commencement, after, since, wef, onwards, onward',
    /** Beside those: of what is paid for. */
    ofPeriod: 'period, month, quarter, year, to, end, week, service, duty, rent, bill, billing, invoice',
    paidHow: 'through, thru, via, mode, in, as',
    /** With `number`: a row gets this number when it is paid: `Refund ID`, `Cheque No`. */
    made: 'refund, txn, pay, payout, bank, cheque, transfer, settlement',
    /** With `number`: a row has this number before it is paid. */
    notMade: 'account, phone, mobile, upi, vpa, code, order, branch, payee, customer',
    /** What a bank assigns to a payment once it is made. */
    bankReference: 'utr, rrn',
    rail: 'upi, imps, neft, rtgs',
    number: 'id, number, reference',
    cheque: 'cheque, chq, check',
    /** With a word for a day: when an employee left. */
    leaving: `leaving, left, exit, resignation, resigned, relieving, relieved, separation, termination, terminated,
      retirement`,
    day: 'on, date, dt, day',
    /** The day on which an employee left or last worked. */
    lastDay: 'dol, lwd',
    /** Names that may belong to someone other than the payee. */
    nameOfOther: 'contact, billing',
    /** All the words of headers such as `Pay?`, `OK to Pay` or `Pay (Y/N)`. */
    asks: 'ok, to, pay, y, n, yes, no, or, process, transfer, send, payable, now',
    note: 'comment, comments, note, notes, remark, remarks, reason, memo',
    /** With a number: a document that is paid once. */
    document: 'invoice, bill, voucher, claim, challan, inv',
    /** Who paid: a column of such names lists money that came in. */
    payers:
      'payer, payers, remitter, remitters, depositor, depositors, sender, senders, donor, donors, borrower, borrowers, debtor',
    /** Names of something other than people who are paid. */
    namesNoPayee: `father, mother, spouse, husband, wife, guardian, nominee, branch, company, firm, department,
      project, site, product, item, course, manager, approver, file, sheet, user, first, middle, last, sur, nick, client,
      city, state, college, school, team, vehicle, scheme, policy`,
    /** Long numbers that are no accounts. */
    otherNumbers: `mobile, phone, contact, whatsapp, tel, telephone, aadhaar, aadhar, uan, pan, gst, gstin, esic, esi, pf,
      epf, utr, rrn, reference, invoice, bill, order, txn, transaction, cheque, policy, claim, loan, tracking, awb, imei,
      consumer, meter, folio, customer, cif, code, id, serial, ticket, challan, receipt, po, number`,
    /** Of a person, a place, a purchase or a document: nothing in such a column says whether a row is paid. */
    aside: `department, dept, designation, location, branch, city, state, district, village, town, country, address,
      street, area, landmark, pincode, pin, zip, region, zone, site, project, team, unit, division, section, grade, band, scale, slab,
      level, category, cost, centre, center, gender, sex, age, birth, dob, doj, joining, joined, married, marital,
      blood, father, mother, spouse, husband, wife, guardian, nominee, email, mail, mobile, phone, contact, whatsapp, gst,
      gstin, pan, tan, aadhaar, aadhar, uan, pf, epf, esi, esic, pt, lwf, tds, tax, hsn, sac, shift, day, days, leave, lop, cl, el, pl, ml, wo, ph,
      attendance, hour, hours, invoice, bill, order, product, item, sku, description, policy, claim, ticket, course,
      batch, month, period, year, week, quarter, education, qualification, skill, role, position, post, company, firm,
      client, customer, vehicle, route, machine, code, id, number, reference, ifsc, micr, swift, branch, bank, account,
      upi, vpa, name, first, middle, last, surname, initials, prefix, suffix, relation, religion, caste, nationality,
      language, size, colour, color, currency, type, method, mode, amount, rate, quantity, qty, trade, contractor, agency,
      reporting, courier, carrier, channel, source, platform, scheme, medium, school, college,
      institute, hub, slot, tier, plan, vertical, function, segment, cadre, brand, board, person, place, regime, expense, group, squad, entity, supply, terms, treatment, residence, shirt,
      uniform, model, crop, variety, season, ration, licence, license, hostel, stream, sem, semester, standard, std, subject,
      specialisation, specialization, speciality, specialty, buyer, style, process, material, work, job, trip, hospital, insurer, ward, lane, floor, room,
      cluster, taluka, taluk, mandal, hobli, tehsil, anchal, gram, parish, territory, beat, subdivision, constituency, booth, colony,
      locality, hamlet, sector, wing, lead, coach, captain, mukadam, sardar, mentor, occupation, profession, employer, business,
      industry, commodity, house, quota, rank, discipline, faculty, chapter, cohort, track, stream, program, programme, genre, theme,
      diet, meal, food, coupon, promo, package, pack, packing, variant, flavour, version, handset, device, network, operator, software,
      tool, equipment, tractor, truck, bus, train, rake, gate, bay, dock, berth, tent, counter, desk, seat, weekday, off, ownership, fleet, grp, manager, supervisor, by, agent, executive,
      representative, salesman, officer, engineer, technician, trainer, teacher, instructor, dealer, broker,
      accommodation, hobby, sport, breed, species, herd, water, soil, irrigation, fuel, pickup, relationship, title, salutation, honorific,
      shop, outlet, store, warehouse, godown, plant, factory, office, ho, line, festival, event, campaign, series, edition,
      gaon, विभाग, वार्ड, पद, पदनाम, गाँव, गांव, ग्राम, शहर, जिला, ज़िला, तहसील, पंचायत, राज्य, पता, वर्ग, जाति, लिंग, पिता, पति, शाखा, श्रेणी, कार्य, काम, कक्षा, धर्म, शिक्षा,
      विषय, योजना, गाव, तालुका, जिल्हा, हुद्दा, जात, वडील, पत्ता, इयत्ता, ગામ, મંડળી, વિભાગ, હોદ્દો, શહેર, તાલુકો, જિલ્લો, શાખા, જાતિ, પિતા, સરનામું, ધોરણ, ஊர், வட்டம், துறை, பதவி,
      கிளை, மாவட்டம், முகவரி, தந்தை, வகுப்பு, விభాగం, శాఖ, గ్రామం, హోదా, జిల్లా, చిరునామా, ವಿಭಾಗ, ಗ್ರಾಮ, ಹುದ್ದೆ, ಜಿಲ್ಲೆ, ವಿಳಾಸ, বিভাগ, গ্রাম, পদবি, জেলা, ঠিকানা`,
    /** Whose cells may be sentences, none of them about paying. */
    described: `address, street, area, landmark, description, product, item, work, job, task, material, expense, subject, business,
      occupation, trade, crop, process, education, qualification, model, terms, title, particulars, specification, service, skill, पता`,
    /** Whose cells are names of several words. */
    named:
      'name, course, place, city, village, location, designation, role, post, bank, branch, school, college, company, firm, ग्राम, पद',
    /** Of `aside`: what says only of which form the cells are. */
    form: `code, codes, level, group, grp, type, kind, category, class, slot, tier, track, batch, process, method, mode, state, step,
      source, channel, segment, position, series, line, desk`,
    /** Beside those, as harmless as themselves: `Pay Level`. */
    besideForm: 'pay, salary, payroll, the, of, for, to, skill, referral, contract, seller, user',
    /** Of `aside`: what the law or a message asks about a person, never about paying them. With a word of `asideAnswer`: `PF Applicable`. */
    asideSubject: `pf, epf, esi, esic, pt, lwf, tds, tax, gst, gstin, pan, uan, aadhaar, aadhar, email, mail, mobile, whatsapp,
      education, qualification, religion, caste, msme, udyam, hosteller, hostel, disabled, disability, pwd, bpl, minority,
      married, rcm, itc, smoker, veg, laptop, uniform, vaccinated, insured, insurance, bus, transport, canteen, mess, parking, locker, quarters, gym`,
    asideAnswer: `applicable, applicability, registered, registration, linked, linking, available, submitted, payee, covered,
      exempt, exempted, sent, deductible, opted, reg, regd, y, n, yes, no, is, has, pass, facility, availed, user, member,
      holder, allotted, required`,
    /** With "type", "nature" and the like, or alone: a column that may say on which side of an account a row is. */
    kindOfEntry:
      'type, kind, nature, direction, voucher, vch, txn, entry, flow, category, doc, document, head, प्रकार, પ્રકાર, வகை',
    /** People whose notes judge a row. */
    reviewer: 'checker, approver, verifier, reviewer, audit, auditor, manager, hod, hr, finance, bank',
    /** Beside these, numbers and dates are not about the row's payment. */
    notAboutTheRow: 'day, days, amount, leave, holiday, by, to',
    /** With "reason": a reason that speaks against paying. */
    reasonAgainst: 'hold, stop, rejection, failure, bounce, rejected, failed, cancellation, bank',
  },
  /** Whole headers, matched exactly. */
  statusHeader: { status: { en: 'state', hi: 'स्थिति' } },
  /** What a column named State holds in India, unless it holds statuses. */
  indianState: {
    name: `andhra pradesh, arunachal pradesh, assam, bihar, chhattisgarh, goa, gujarat, haryana, himachal pradesh, jharkhand,
      karnataka, kerala, madhya pradesh, maharashtra, manipur, meghalaya, mizoram, nagaland, odisha, orissa, punjab, rajasthan,
      sikkim, tamil nadu, tamilnadu, telangana, tripura, uttar pradesh, uttarakhand, west bengal, delhi, new delhi, chandigarh,
      puducherry, pondicherry, jammu and kashmir, jammu kashmir, ladakh, lakshadweep, andaman and nicobar, daman and diu`,
    code: `ap, ar, as, br, cg, ch, ct, dd, dl, dn, ga, gj, hp, hr, jh, jk, ka, kl, la, ld, mh, ml, mn, mp, mz, nl, od, or, pb, py,
      rj, sk, tg, tn, tr, ts, uk, up, ut, wb`,
  },
  /** Header of the payee's name as the bank has it. */
  bankNameHeader: { asBankKnows: 'holder, bank, account, a/c' },
  /** Cells of a method column. */
  method: {
    upi: 'upi, vpa',
    bank: 'imps, neft, rtgs, ift, ft, fund transfer, bank transfer, online transfer, bank',
    other: 'cash, cheque, chq, dd, demand draft, wallet',
  },
  /** How something was paid, not by whom. */
  paidHow: {
    how: `upi, imps, neft, rtgs, cash, cheque, chq, check, bank, online, transfer, dd, card, company, nil,
    none, na`,
  },
  /** Which side of an account a row is on. */
  direction: {
    credit:
      'c, cr, credit, plus, +, earning, earnings, allowance, income, expense, payment, payments, pay to, to pay, due to, pay out, pay, payout, invoice, bill, salary, wages, out, outgoing, outward',
    debit: 'd, dr, debit, reversal, chargeback, minus, -',
    /** Documents and entries that lower or reverse a payment. */
    against: `credit note, credit memo, cn, return, returns, purchase return, sales return, goods return, loan, loan emi, emi,
      fine, penalty, adjustment, adjusted, reversed, charge back`,
    /** Entries that bring money in: where every row says so, the sheet is one of receipts. */
    moneyIn: {
      en: `(cash |bank |upi |online |customer )?(receipt|receipts)( voucher)?, receive, received, receivable, receivables, in,
        incoming, inward, money in, collect, collection, collections, recover, recovered, recoverable, recoverables,
        (loan |advance )?recovery, deduction, deductions, debit note, debit memo, dn, refund received, refund due to us, due from,
        due from party, to be recovered, to receive, payable to us`,
      hi: 'vasuli, वसूली, कटौती, प्राप्त, प्राप्ति',
      mr: 'वसुली',
      gu: 'આવક, વસૂલી',
      ta: 'வரவு, ரசீது',
    },
  },
  /** What a cell says about a row that is to be paid, under a header that asks the same. */
  payWord: {
    toPay: 'unpaid, not paid, not yet paid, to pay, to be paid, payable, pay, please pay, pay now, for payment',
    awaited: `due, pending, awaiting payment, payment pending, payment due, payment awaited, to be processed, to be released,
      to be transferred`,
    agreed: `ok, okay, confirmed, approved, verified, cleared, ready, final, valid, eligible, included, authorised, authorized,
      sanctioned, passed, checked, matched, match, accepted, confirm, eligible for payment, ready to pay, ready for payment`,
    employed: `new, active, working, current, existing, regular, permanent, present, employed, on roll, on rolls, live, normal,
      in service, continuing, on duty, till date, full time, part time, contract, probation, trainee, intern, joined`,
    other: 'open, full, full month',
    /** In place of a day. */
    today: 'today, now, immediate, immediately, asap, at once, same day, urgent, आज, aaj, turant, तुरंत',
  },
  /** The columns that the desk itself adds to the rows to correct, in each language. */
  toCorrect: {
    en: 'row in the file, what is wrong, how to correct it',
    hi: 'फ़ाइल की पंक्ति, क्या ग़लत है, कैसे सुधारें',
  },
  /** Headers of columns that say nothing about paying, and headers' words of such columns under `column`. */
  aside: {
    header: `s, d, o, e, c, h, in, out, sr, si, sl, group, level, band, step, zone, circle, ward, block, class, section, div,
      title, mr mrs, salutation, manager, line manager, supervisor, team lead, lead, account manager, mentor, guide, warden, class teacher`,
  },
  /** Types of accounts and payees. */
  payeeType: {
    type: `savings, saving, sb, sa, current, ca, salary, overdraft, od, cc, nre, nro, account, individual, proprietor, proprietorship,
      partnership, company, huf`,
  },
  /** What a status says about a row that must not be paid. */
  status: {
    paid: {
      en: 'paid, already paid, payment done, fully paid, salary paid',
      hi: 'भुगतान हो गया, भुगतान किया गया',
    },
    done: 'done, completed, complete, closed',
    processed: 'processed, success, successful, settled, credited, transferred, released, disbursed, sent',
    processing: `initiated, in process, in progress, under process, processing, submitted, sent to bank, uploaded, scheduled,
        queued`,
    held: 'hold, on hold, held, withheld, pending approval, not approved, unapproved, disapproved',
    notPaid: {
      en: `stop, stopped, stop payment, do not pay, dont pay, don t pay, not to be paid, no payment, blocked, suspended`,
      hi: 'रोकें, रोका गया',
    },
    cancelled: 'cancelled, canceled, cancel, void, voided, withdrawn',
    rejected: 'rejected, reject, failed, failure, returned, reversed, refunded, declined, duplicate',
    leftOut: 'remove, removed, ignore, ignored, skip, skipped, exclude, excluded, delete, deleted, remove ignore',
    invalid: 'invalid, frozen, dormant, account closed, name mismatch, mismatch',
    left: 'left, resigned, exited, terminated, relieved, absconded, inactive',
    deceased: 'deceased, died',
  },
  /** The same, among other words of a status or a remark. Add only words that nobody writes about a row that is to be paid. */
  remark: {
    notPaid: {
      en: `${DO_NOT} ${PAY_OUT}, don t ${PAY_OUT}, not payable, to be (recovered|withheld|held|stopped),
        ^no (salary|payment|wages|pay)`,
      hi: 'mat (dena|bhejna), (भुगतान|पेमेंट) (न|मत|नहीं) …, (वेतन|भुगतान) रोक',
    },
    /** Pays a row at another time, whatever else is said. A remark may say this about something that is paid. */
    later: `(pay|paid|payable|release|released|transfer) (only )?(after|next|later), next month,
        after (noc|approval|clearance|verification)`,
    closed: '(account|ac|a c) (is )?closed',
    paid: `already (paid|refunded|settled|transferred|credited),
        ^(salary |amount )?paid (by|on|via|through|in) …`,
    held: `^(keep |kept |put |salary |payment )?(on )?hold( (till|until|for|due|as|since|by|resigned|left|absconding)|$),
        ^(salary|payment|wages|amount) (is )?(withheld|held|stopped|blocked)`,
    paidInCash: {
      en: '^(by |in |paid )?(cash|cheque|chq|dd)( paid| payment| given)?$',
      hi: 'cash (de diya|diya)',
    },
    refunded: '^refund (done|made|completed)',
    nominee: 'pay(able|ment)? (only )?(to )?(the |his |her )?nominee',
    fraud: 'fraud, fraudulent',
    left: `^(has |have |employee |emp )?left (on|in|from|since|wef|w e f),
        left (the )?(company|organi(s|z)ation|job|service)`,
    wrongDetails: `(wrong|incorrect|invalid) (account|ac|a c|ifsc|upi|vpa|bank|payee|beneficiary),
        (account|ac|a c|ifsc|upi|vpa|bank) (no |number |code |id |details? )?(is )?(wrong|incorrect|invalid),
        name (mismatch|does not match)`,
    nothing: `^no (salary|payment|wages|pay) (leave|days?|due|pending),
      ^(salary |amount )?paid (by|on|via|through|in) full and…`,
  },
  /** The same, only in a status: a remark may use these words for something that is paid, such as a settlement. */
  statusRemark: {
    held: 'hold',
    left: 'resigned, absconded, absconding',
    deceased: 'deceased',
  },
  /** Other words in such a cell. */
  cell: {
    /** Starts a no in a cell that answers yes or no. */
    no: '^(not|later|next|wait)',
    /** A reason for holding a row back, in place of a yes. */
    why: '^(raised|open|kyc|legal|court|as per|due to|wrong|see|yes), pending, awaited, mismatch, issue, case, query',
    /** A check or approval that failed or is missing; `pending`: not yet given. */
    failed: `no, not, fail(ed|ure)?, reject(ed)?, expired, incomplete, invalid, mismatch(ed)?, unverified, unapproved,
      unable, error, hold, blocked, missing, wrong`,
    /** In place of an approver's name. */
    notYet: 'pending, awaited, awaiting, yet to, to be, later, cancelled, canceled, hold, held',
    pending: 'pending, awaited, awaiting, process, progress, under, due, submitted, partial',
  },
  /** Words of a cell that takes a hold back. Every word must be one of these: `Not on hold`, `Hold removed on 5 11`. */
  takenBack: {
    not: 'not, no, never, un, nil, none',
    /** Never was, behind a word of `not`. */
    state: `held, withheld, stopped, blocked, suspended, fraud, disputed, resigned, left, absconded, absconding, deceased,
      mismatch, frozen, blacklisted`,
    /** Never was, or is over. */
    matter:
      'hold, stop, lien, kyc, legal, court, case, cases, issue, issues, query, queries, dispute, matter, objection, excluded',
    over: 'released, removed, lifted, cleared, clear, clean, resolved, closed, over, revoked, vacated, withdrawn, unhold',
    between:
      'on, a, an, any, is, was, has, been, now, already, yet, longer, all, the, in, of, under, from, by, hr, ho, accounts',
  },
  /** Cells that answer the question in their header. */
  answer: {
    yes: {
      en: 'yes, y, true, 1, x, ✓, ✔, ✅, ☑, 👍, √, *, #, !, •, ●',
      hi: 'हाँ, हां, जी हाँ, haan, han, haa',
      mr: 'होय, hoy',
      gu: 'હા',
      bn: 'হ্যাঁ',
      ta: 'ஆம், ஆமாம்',
      te: 'అవును',
      kn: 'ಹೌದು',
      ml: 'അതെ',
    },
    no: {
      en: 'no, n, false, 0, pending, ✗, ✘, ❌, ✖, ❎, 🚫, 👎',
      hi: 'नहीं, नही, nahi, nahin, nhi',
      mr: 'नाही, naahi',
      gu: 'ના, નહીં',
      bn: 'না',
      ta: 'இல்லை',
      te: 'కాదు, లేదు',
      kn: 'ಇಲ್ಲ',
      ml: 'ഇല്ല, അല്ല',
    },
    /** A check that was not made or failed. */
    failed: 'n, x, false, 0, ✗, ✘, ❌, ✖, ❎, 🚫, 👎',
    /** No check is needed, or it found nothing. */
    fine: 'not required, not applicable, not needed, no issue, no issues, no error, no errors, no mismatch',
    /** Marks a row as one to be paid. */
    marked: `yes, y, true, 1, x, ✓, ✔, ok, okay, approved, verified, checked, done, pass, passed, match, matched, pay,
      release, eligible`,
    none: 'nil, none, nothing',
    /** The question does not arise. */
    notAsked: 'na, n a, not applicable, not available',
  },
  /** What a remark says is paid for, beside what a title of payments may say. */
  purpose: {
    word: `advance, freight, transport, amc, electricity, water, internet, broadband, fuel, petrol, diesel, cab, taxi, auto,
      hotel, lodging, boarding, food, meal, meals, lunch, tea, courier, printing, stationery, repair, repairs, service,
      services, joining, referral, retention, visit, visits, professional, consulting, consultancy, consultation, audit,
      material, materials, goods, labour, job, work, works, order, item, items, damaged, defective, exchange, size, cancelled,
      cancellation, excess, difference, partial, part, interest, dividend, deposit, insurance, premium, sample, samples,
      photography, content, video, reel, post, posts, ot, ta, da, hra, mobile, phone, laptop, uniform, gift, donation`,
  },
  /** A status after a name: `Ravi Kumar (HOLD)`, `Asha - Left`. */
  nameMark: {
    held: 'on hold, hold, held',
    notPaid: "stop, stopped, do not pay, dont pay, don't pay, don’t pay, not to be paid",
    left: 'left, resigned, terminated, absconded',
    deceased: 'deceased, late, expired',
    paid: 'paid',
    absent: 'absent, suspended, absconding, on leave',
    cancelled: 'cancelled',
    duplicate: 'duplicate',
  },
  /** In place of a remark: the same as in the row above. */
  ditto: { above: 'do, ditto, same, same as above, as above, above, -do-, do., - do -, ", \'\', 〃, 〃〃, -"-' },
  /** In place of a name in a UPI ID. */
  noUpiId: {
    nobody: `test, testing, na, n.a, nil, none, null, no, nan, abc, abcd, xyz, xxx, xxxx, demo, dummy, sample, example,
      user, username, name, upi, upiid, vpa, payee, beneficiary, employee, unknown, tbd, tba, asdf, qwerty,
      yourname, naam, apna, aapka, someone, nobody, notavailable, notgiven, notknown, notprovided, pending, awaited, noupi, later, tobegiven`,
  },
  /** Of e-mail, never of a UPI ID. */
  mailHandle: { provider: 'gmail, googlemail, yahoo, ymail, outlook, hotmail, rediff, rediffmail, icloud, protonmail' },
  /** In place of a name in a test row. */
  noName: { test: 'test, testing, dummy, demo' },
  /** What the title of a sheet says against paying it. */
  title: {
    notPaid: `(${DO_NOT}|not for) (pay|paid|payment|release|released|process|upload)`,
    draft: 'draft',
    previousMonth: '(previous|prior|last) month',
    notApproved: 'not (yet )?approved, unapproved, (pending|awaiting|subject to|for) approval',
    provisional: {
      en: 'provisional, tentative, estimated?, projected, projections?, simulation',
      hi: 'अनुमानित, कच्चा, कच्ची, मसौदा, प्रारूप',
      mr: 'कच्चे, तात्पुरती',
      gu: 'અંદાજિત, કાચું',
    },
    information: 'for (information|reference|review|verification|discussion)( purposes?)? only',
    sample: 'samples?, specimen, dummy, test data, for testing',
    cancelled: 'cancelled, canceled, superseded, obsolete, withdrawn',
    held: 'on hold',
    paid: '(already|salary|amount) paid, ^paid$, ^paid (on|in|for|by|via)',
    old: '^(old|outdated|void), old (version|file|data|list), do not use, not in use',
    rejected: `(rejected|returned|failed|bounced|unsuccessful) (by|from|payments?|transfers?|transactions?|list|cases?)`,
    moneyIn: `^((list|statement|details) of )?${MONEY_IN}, received from, lene (hai|hain), lena hai, vasuli, वसूली`,
    nothing: `(demand|bank) draft,
      ^((list|statement|details) of )?${MONEY_IN} pay…`,
  },
  /** What a word of a file's name says against paying the file. */
  /** Short forms in front of the name of somebody who can be paid, without their full stop. */
  personTitle: {
    title: {
      en: `mr, mrs, ms, miss, mx, dr, er, ca, cs, cma, adv, prof, asst, sr, jr, st, fr, rev, rt, hon, smt, shri, sri, shree, sow, kum, ku, km,
        kumari, sh, md, mohd, moh, mohmd, sk, sd, shk, syed, abd, capt, col, maj, lt, gen, brig, wg, cdr, sgt, hav, sub, insp, pt, pdt, thiru, tmt, selvi,
        messrs, co, the, lal, ram, raj, dev, om, ch, kr, th, bh, ben`,
      hi: 'श्री, श्रीमती, सुश्री, कु, कुमारी, डॉ, डा, प्रो, मो, मु, पं, सौ, चि, एड, इंजि, मा, मे, सि, सर्वश्री',
      mr: 'श्रीम, ॲड, प्रा',
      gu: 'શ્રી, શ્રીમતી, ડૉ, ડો, કુ, પ્રો, સૌ',
      bn: 'শ্রী, শ্রীমতী, ডা, ড, মো, মোঃ, মোসা, কু',
      ta: 'திரு, திருமதி, செல்வி, டாக்டர்',
      te: 'శ్రీ, శ్రీమతి, డా, కు',
      kn: 'ಶ್ರೀ, ಶ್ರೀಮತಿ, ಡಾ, ಕು',
    },
  },
  fileName: {
    paid: `paid, done, processed, sent, uploaded, completed, complete, credited, transferred, disbursed, settled, success, successful,
      closed, executed`,
    notPaid: {
      en: `hold, held, withheld, stop, stopped, not, dont, cancelled, canceled, cancel, void, rejected, rejects, reject, returned, failed,
        failure, failures, bounced, duplicate, dup, resigned, exited, disputed, pending approval, blocked`,
      hi: 'roko, ruka, ruki, ruke, rok, mat, nahi, nahin, रोक, रुका, रुकी, रुके, नहीं, मत',
    },
    /** Of the words that a sentence has, those that name what is paid, to whom or how. */
    plain: `pay, paying, payable, release, fee, fees, invoice, invoices, customer, customers, tenant, tenants, donation, donations,
      subscription, subscriptions, advance, credit, credits, debit, debits, only, by, on, from, may, if, when, correct, corrected, revised,
      revision, subject, band, receive, last, less, send, ready, active, valid, new, salary, ok, okay, approved, verified, pending, unpaid, due`,
    old: 'old, previous, prev, backup, bkp, archive, archived, superseded, outdated, obsolete',
    draft:
      'draft, rough, tentative, provisional, estimate, estimated, specimen, sample, samples, example, mock, blank, dummy, test, testing, trial, demo, wip',
    otherwise: 'cash, cheque, cheques, chq, dd, nakad, नकद',
    moneyIn: `receipts, received, collection, collections, receivable, receivables, outstanding, recovery, recoveries, deductions, dues,
      vasuli, वसूली`,
  },
  /** What a heading says against paying the rows below it. */
  heading: {
    notPaid: `${DO_NOT} ${PAY_OUT}, not payable, stop(ped)?`,
    held: 'hold, held, withheld',
    later: '(next|coming) (month|week|cycle|run), (paid|pay|payable) (later|separately|after)',
    paid: `(already|earlier) paid, ^paid, paid (in|by|through|via|on),
        ^(by |in |through )?(cash|cheque|dd)( (payments?|cases?|salary|list))?$`,
    left: 'left, resigned, absconded, absconding, terminated, exited, inactive, ex-? ?employees?',
    pending: `pending, disputed, under (process|dispute|verification|review), not (approved|verified|confirmed|received)`,
    rejected: 'rejected, returned, failed, bounced, invalid, cancelled, canceled, duplicates?, closed',
    previousMonth: '(previous|last) month',
    nothing: 'be paid (in|by|through|via|on)',
  },
  /** What a heading says about rows that are to be paid again. */
  headingEnd: {
    /** Says so even if the heading also says that something is held. */
    lifted: 'released?, cleared, lifted',
    /** Ends an earlier heading. */
    paidAgain: 'active, regular, approved, to be paid, payable now, bank transfers?, neft, imps, upi, current',
  },
  /** What a note beside the rows says against paying some of them. */
  note: {
    notPaid: `${DO_NOT} ${PAY_OUT}`,
    held: '(on|is|are|salary|keep) (on )?hold, withheld',
    later: 'next month',
    paid: 'already (been )?paid',
  },
  /** Labels of a line of totals. */
  total: {
    total: {
      en: 'total, totals, subtotal, subtotals, grandtotal, grandtotals, sum, subsum, grandsum, ttl, tot, σ, ∑',
      hi: 'कुल, योग',
      mr: 'एकूण',
      gu: 'કુલ',
      ta: 'மொத்தம்',
      te: 'మొత్తం',
      kn: 'ಒಟ್ಟು',
      bn: 'মোট',
      ml: 'ആകെ',
    },
  },
  /** Words beside a total's label that name nobody. */
  totalBeside: {
    nobody: `sub, grand, net, gross, page, amount, amounts, of, the, all, above, in, for, no, nos, number,
    count, payable, paid, pay, payment, payments, salary, salaries, rs, inr, rupees, department, dept, section, branch,
    unit, group, site, project, employees, staff, persons, records, transactions, rows, carried, brought, forward,
    fwd, over, from, previous, next, to, g, gr, balance, and`,
  },
  /** Who signs, when nothing else is in the line. */
  signer: {
    person: `${OF_OFFICE}(director|manager|proprietor|partner|accountant|cashier),
      ${OF_OFFICE}(auditor|chairman|secretary|treasurer), md, cfo, ceo, gm, (accounts|hr|finance) (dept|dept.|department),
      principal`,
  },
  /** What a text above the columns is. */
  above: {
    /** Endings of company names. A company's name is above the whole table, not a group of columns. */
    company: 'pvt, private, ltd, limited, llp, inc',
    /** In a line of one cell: the title of the sheet. */
    title: 'months?, statement, register, report, sheet, list',
    /** The payer, in words that no title uses. */
    payer: 'debit, remitters?, remitting, payers?, senders?, drawer, originator',
  },
  /** What makes a text beside the rows harmless. Whatever is not understood is shown to a person. */
  harmless: {
    /** A text of only these words, numbers and dates names the sheet, the payer, a place or a signer. */
    word: {
      en: `salary, salaries, wage, wages, pay, payment, payments, payout, payouts, payroll, payable, payables, payslip,
        disbursement, disbursements, disbursal, remittance, remittances, transfer, transfers, bank, banks, banking, neft,
        rtgs, imps, upi, vpa, bulk, batch, file, format, template, advice, register, roll, muster, sheet, sheets, list,
        lists, statement, report, reports, summary, details, detail, particulars, schedule, voucher, vouchers, bill,
        bills, abstract, annexure, annex, appendix, data, table, records, user, month, months, monthly, fortnight,
        fortnightly, week, weekly, daily, quarter, quarterly, annual, annually, yearly, year, period, days, fy, ay,
        financial, quarter, q, for, of, the, and, a, an, with, as, per, at, rs, inr, re, rupees, rupee, amount, amounts,
        figures, all, are, values, total, grand, net, final, employee, employees, staff, worker, workers, labour,
        labourers, contractor, contractors, contract, contractual, vendor, vendors, supplier, suppliers, creditors, cycle, dt, dated, beneficiary,
        beneficiaries, payee, payees, partner, partners, agent, agents, teacher, teachers, teaching, faculty, driver,
        drivers, rider, riders, delivery, doctor, doctors, nurse, nurses, farmer, farmers, intern, interns, trainee,
        trainees, consultant, consultants, freelancer, freelancers, dealer, dealers, distributor, distributors,
        volunteers, pensioner, pensioners, permanent, temporary, casual, regular, skilled, unskilled, helper, helpers,
        apprentices, guards, security, housekeeping, artist, artists, creator, creators, influencers, influencer, bonus,
        incentive, incentives, commission, commissions, stipend, stipends, scholarship, scholarships, honorarium,
        reimbursement, reimbursements, refund, refunds, allowance, allowances, pension, pensions, expense, expenses,
        rent, overtime, ot, arrears, festival, diwali, deepavali, holi, eid, christmas, pongal, onam, puja, conveyance,
        travel, travelling, medical, leave, encashment, gratuity, settlement, settlements, full, prize, prizes, reward,
        rewards, cashback, winners, claims, claim, subsidy, grant, grants, department, departments, dept, depts, branch,
        branches, unit, units, division, section, site, office, head, regional, corporate, zone, region, north, south,
        east, west, plant, factory, depot, store, stores, warehouse, godown, hub, project, team, group, admin,
        administration, finance, hr, human, resources, it, marketing, sales, production, operations, quality, packing,
        packaging, dispatch, logistics, purchase, maintenance, engineering, design, technical, support, research,
        development, legal, accounts, account, workshop, kitchen, field, line, floor, ground, mill, company,
        organisation, organization, firm, confidential, strictly, private, internal, use, prepared, checked, verified,
        reviewed, approved, authorised, authorized, authorising, authorizing, signatory, signatories, signature,
        signatures, signed, sign, sd, seal, stamp, rubber, manager, managing, director, accountant, cashier,
        proprietor, secretary, treasurer, chairman, president, principal, cfo, ceo, coo, md, gm, dgm, agm, auditor,
        officer, owner, supervisor, incharge, in-charge, controller, executive, assistant, senior, junior, chief,
        deputy, clerk, hod, page, sr, sl, serial, number, numbers, count, strength, headcount, generated, printed,
        computer, system, electronically, end, dear, sir, madam, sirs, respected, please, kindly, find, below, following,
        above, attached, enclosed, herewith, thanks, thank, you, your, yours, regards, faithfully, sincerely, truly,
        ms, mr, mrs, shri, smt, version, mode, online, portal, app, application, india, limited, ltd, pvt, code, id,
        tuition, campus, ambassador, ambassadors, guest, visiting, exgratia, messrs, upload, uploads, cum, form, thanking, non, campaign, campaigns, contest, lucky, draw, event, union, central, state,
        punjab, national, canara, axis, hdfc, icici, kotak, mahindra, idbi, maharashtra, overseas, federal, indusind,
        bandhan, uco, idfc, rbl, sbi, pnb, bob, nil, none, active, current, existing, roll, rolls, increment, promoted, probation, joined, joinee, joiner, joining, incl,
        including, export, amt, wef`,
      hi: `वेतन, सैलरी, मजदूरी, मज़दूरी, भुगतान, सूची, लिस्ट, पत्रक, पंजी, विवरण, विवरणी, रजिस्टर, माह, महीना, महीने, मासिक, वर्ष, साल, किसान, विक्रेताओं,
        का, की, के, में, हेतु, लिए, एवं, और, कर्मचारी, कर्मचारियों, श्रमिक, श्रमिकों, मजदूर, मजदूरों, लाभार्थी, लाभार्थियों, विक्रेता, शिक्षक,
        शिक्षकों, पेंशन, मानदेय, छात्रवृत्ति, बोनस, कुल, योग, राशि, रुपये, रुपए, बैंक, खाता, शाखा, विभाग, कार्यालय, हस्ताक्षर, प्रबंधक,
        प्रबन्धक, लेखाकार, निदेशक, सचिव, अध्यक्ष, प्राचार्य, प्रधानाचार्य, अधिकारी, मुहर, दिनांक, पृष्ठ`,
      mr: `पगार, यादी, पत्र, दूध, बिल, बिले, उत्पादक, सभासद, सभासदांची, मजूर,
        जानेवारी, फेब्रुवारी, एप्रिल, जुलै, ऑगस्ट, सप्टेंबर, ऑक्टोबर, नोव्हेंबर, डिसेंबर, महिना, महिन्याचा, महिन्याची, कर्मचाऱ्यांची, कर्मचाऱ्यांचा, कामगार, स्वाक्षरी, सही, व्यवस्थापक`,
      gu: `પગાર, પત્રક, યાદી, માસ, મહિનો, કર્મચારી, કર્મચારીઓ, સહી, મેનેજર, તારીખ, દૂધ, બિલ, ચુકવણી,
        જાન્યુઆરી, ફેબ્રુઆરી, માર્ચ, એપ્રિલ, મે, જૂન, જુલાઈ, ઓગસ્ટ, સપ્ટેમ્બર, ઓક્ટોબર, નવેમ્બર, ડિસેમ્બર`,
      ta: `சம்பள, சம்பளம், பட்டியல், ஊதிய, ஊதியம், மாத, மாதம், ஊழியர், பணியாளர், தேதி, கையொப்பம், மேலாளர், விவரம், ஜனவரி, பிப்ரவரி,
        மார்ச், ஏப்ரல், மே, ஜூன், ஜூலை, ஆகஸ்ட், செப்டம்பர், அக்டோபர், நவம்பர், டிசம்பர்`,
      te: 'జీతం, జీతాల, జాబితా, నెల, ఉద్యోగుల, తేదీ, సంతకం, మేనేజర్',
      kn: 'ಸಂಬಳ, ವೇತನ, ಪಟ್ಟಿ, ತಿಂಗಳು, ನೌಕರರ, ದಿನಾಂಕ, ಸಹಿ',
      bn: 'বেতন, তালিকা, মাস, মাসের, কর্মচারী, তারিখ, স্বাক্ষর',
    },
    /** As a sheet's whole name: beside what is paid it is a register, or says how to fill in the sheet. */
    sheet: `master, masters, master data, instruction, instructions, guidelines, read me, readme, help, lookup, dropdown, config, settings,
      attendance, pivot, calculation, working, workings`,
    /** A place alone, such as a branch. */
    place: `mumbai, delhi, bengaluru, bangalore, hyderabad, ahmedabad, chennai, kolkata, surat, pune, jaipur, lucknow,
      kanpur, nagpur, indore, thane, bhopal, visakhapatnam, vizag, patna, vadodara, baroda, ghaziabad, ludhiana, agra,
      nashik, nasik, faridabad, meerut, rajkot, varanasi, srinagar, aurangabad, dhanbad, amritsar, navi, allahabad,
      prayagraj, ranchi, howrah, coimbatore, jabalpur, gwalior, vijayawada, jodhpur, madurai, raipur, kota, guwahati,
      chandigarh, solapur, hubli, mysore, mysuru, tiruchirappalli, trichy, bareilly, aligarh, tiruppur, moradabad,
      jalandhar, bhubaneswar, salem, warangal, guntur, noida, gurgaon, gurugram, kochi, cochin, dehradun, jammu,
      mangalore, udaipur, goa, panaji, pondicherry, trivandrum, thiruvananthapuram, kozhikode, calicut, shimla`,
    /** In the name of a company or an institution. */
    company: `pvt, private, ltd, limited, llp, inc, traders, trader, trading, enterprise, enterprises, industries, industry,
      textiles, textile, foods, food, school, schools, vidyalaya, vidyalay, college, university, institute, academy,
      hospital, hospitals, clinic, trust, foundation, society, association, sangh, mandal, samiti, samity, sangathan,
      agency, agencies, services, solutions, technologies, technology, tech, systems, labs, laboratories, works,
      builders, constructions, construction, infra, infrastructure, developers, transport, transports, roadlines,
      motors, automobiles, pharma, pharmaceuticals, chemicals, chemical, steel, steels, mills, farms, farm, dairy,
      co-operative, cooperative, panchayat, corporation, municipality, ministry, hotel, hotels, restaurant, restaurants,
      cafe, bakery, ngo, exports, imports, brothers, bros, sons, holdings, ventures, consultancy, associates, studio,
      studios, media, digital, software, infotech, healthcare, retail, mart, bazaar, fashions, garments, jewellers,
      electricals, electronics, hardware, printers, polymers, plastics, realty, properties, realtors, caterers, events,
      international, global, sweets, provisions, medicals, opticals, tours, travels, gym, salon, spa, orchestra,
      church, temple, mandir, gurudwara, masjid, madrasa, club, union, federation, council, board, company, co, group,
      टेक्सटाइल्स, टेक्सटाइल, फूड्स, एजेंसी, कंपनी, उद्योग, डेयरी, मिल्स, स्कूल, कॉलेज, अस्पताल, विद्यालय, संस्था, संस्थान, समिति, ट्रस्ट, प्राइवेट, लिमिटेड, इंडस्ट्रीज, इंटरप्राइजेज, ट्रेडर्स`,
    /** In an address. */
    address: `road, rd, street, st, nagar, marg, lane, floor, plot, sector, phase, colony, chowk, near, opp, opposite,
      behind, dist, district, taluka, tal, tehsil, village, po, pin, building, bldg, tower, towers, complex, estate,
      midc, gidc, block, bazar, market, junction, cross, main, layout, puram, pura, ganj, peth, wadi, park, plaza`,
    /** Labels of a date, a period, a number or a code. */
    label: `client id, client code, customer id, corporate id, corporate code, branch code, month, for month,
      for the month, for the month of, month of, salary month, pay month, wage month, month year, period,
      pay period, wage period, salary period, year, financial year, fy, date, dated, dt, report date, print date,
      printed on, generated on, report generated on, downloaded on, exported on, created on, run date,
      statement date, time, as on, as at, as of, from, account no, account number, debit account,
      debit account no, debit account number, our account, our account no, payer account, remitter account,
      remitter account no, from account, from account no, ifsc, ifsc code, micr, batch, batch no, batch number,
      batch name, batch id, file, file name, file no, file ref, ref, ref no, reference, reference no, our ref,
      letter no, voucher, voucher no, gstin, gst, gst no, pan, pan no, tan, cin, cin no, pf code, pf no, epf code,
      esi code, esic code, registration no, reg no, phone, ph, ph no, fax, cell, tel, telephone, mobile, mobile no, contact, contact no,
      email, e-mail, email id, website, web, page, page no, total employees, total staff, no of employees,
      number of employees, total records, no of records, number of records, no of transactions,
      total transactions, number of transactions, total count, record count, head count, headcount, total amount,
      total, grand total, net total, control total, hash total, दिनांक, माह`,
    /** Labels of a name. */
    nameLabel: `company, company name, name of company, name of the company, employer, name of employer, establishment,
      name of establishment, organisation, organization, firm, firm name, client, client name, customer name,
      corporate name, unit, unit name, branch, branch name, department, dept, section, division, location, site,
      place, address, city, state, to, m/s, ms, account, account name, account title, debit account name,
      remitter, remitter name, bank, bank name, name of bank, project, project name, team, shift, cost centre,
      cost center, designation, name, prepared by, made by, checked by, verified by, reviewed by, passed by,
      entered by, created by, submitted by, compiled by, generated by, printed by, approved by, authorised by,
      authorized by, sanctioned by, certified by, received by, counter signed by, user, user id, login id, attn,
      attention, sir, uploaded by, कंपनी, विभाग, शाखा, कार्यालय, पता, तैयारकर्ता, जांचकर्ता, प्रति`,
    /** Labels of a text that is weighed on its own. */
    weighed: `subject, sub, title, re, regarding, report, report name, currency, payment mode, mode of payment, mode,
      payment type, transaction type, txn type, type, purpose, category, note, notes, remark, remarks, narration`,
    /** In the header of a column that nobody filled in. */
    column: `name, no, number, code, date, dt, amount, location, address, id, type, details, detail, remarks, remark,
      narration, email, mobile, phone, city, state, signature, sign, stamp, utr, reference, ref, status, bank, branch,
      ifsc, micr, cheque, instrument, printing, voucher, comments, comment, note, notes, charge, charges, currency, flag,
      indicator, field, blank, dummy, filler, reserved, udf, info, advice, lei, swift, iban, pan, gst, gstin, uan, aadhaar,
      aadhar, department, dept, designation, zip, pin, pincode, country, district, purpose, mode, initial, initials,
      remarkif, reason, sl, sr, serial, tick, checked, photo, proof, tds, pf, esi, esic, account, ac, upi, vpa, optional,
      column, sms, whatsapp, contact, invoice, order, description, particulars, centre, center, line, due, tel, fax,
      product, customer, beneficiary, receipt, thumb, impression, witness, balance, total, days, seq, sequence, cur,
      record, validate, validation, time, timestamp, basic, hra, da, ta, lta, gross, earnings, earned, allowance,
      allowances, conveyance, special, originator, sender, receiver, information, header, custom, property, handle,
      identifier, control, ein, discount, tcs, penalty, penalties, rounded, loan, advance, bonus, incentive, arrears,
      overtime, ot, lop, deduction, deductions, cr, क्र, क्रम, संख्या, नाम, दिवस, दिन, पता, मोबाइल, फोन, विभाग, पद, हस्ताक्षर,
      ક્રમ, નામ, સહી`,
  },
  /** Words of a sentence about paying: no name, address or label is made of them. */
  sentence: {
    word: `not, do, dont, never, hold, held, withheld, stop, stopped, pay, paid, unpaid, paying, payable, release,
      released, send, sent, after, until, till, before, only, already, done, later, cash, next, previous, last, wait,
      cancel, cancelled, canceled, return, returned, wrong, correct, corrected, correction, change, changed, instead,
      advance, deduct, deducted, deduction, deductions, recover, recovery, minus, less, double, twice, again, was, will,
      be, been, collection, collections, collected, receipt, receipts, receivable, receivables, received, receive, debit,
      debits, credit, credits, credited, mandate, mandates, autopay, fee, fees, dues, due, outstanding, overdue, invoice,
      invoices, customer, customers, tenant, tenants, donation, donations, subscription, subscriptions, draft, revised,
      revision, duplicate, test, except, excluding, without, remove, removed, left, resigned, absconded, pending, awaited,
      subject, provisional, tentative, if, when, should, must, may, from, by, on, nahi, nahin, mat, roko, baad, band, ruko`,
    /** Words that say that something was done, and are complete without a verb's ending. */
    done: `given, taken, gone, gave, took, went, kept, lost, sold, bought, says, said, has, have, had, did, does, is, are, wants, asked, off, out, diya,
      liya, gaya, kiya, hai`,
    /** The verb or denial at the end of one. */
    verb: {
      hi: `गया, गयी, गई, गए, दिया, दी, दिए, दिये, लिया, लिए, किया, हुआ, हुई, छोड़ा, मिला, रखा, रुका, भेजा, देना, भेजना, करना, लेना, है, हैं, था,
        थी, थे, नहीं, मत, दो, चाहिए, होगा`,
      mr: 'दिले, दिली, घेतले, घेतली, झाले, झाली, गेला, गेली, गेले, सोडले, आहे, नाही, नको, नये',
      bn: 'না, নয়, নেই',
      gu: 'દીધું, દીધી, દીધા, લીધું, લીધા, કર્યું, ગયો, ગઈ, ગયા, છે, નથી, નહીં, હતો, હતી',
    },
    /** The same, as the end of its last word. */
    ending: {
      bn: 'ছে, য়নি',
      ta: 'டார், தார், றார், டான், றான், ாச்சு, வில்லை, ாது, டது, தது',
      te: 'ాడు, ింది, లేదు, కాదు',
      kn: 'ಾನೆ, ಾರೆ, ದರು, ಿದೆ, ಿಲ್ಲ, ಬೇಡ',
    },
  },
  /** The net amount at the end belongs to no group of earnings or deductions before it. */
  netHeader: { net: '^(net|take home)' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Phrases>>>>;
