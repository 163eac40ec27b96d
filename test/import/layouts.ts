// Sheets that people pay from: the headers of banks' bulk files, payout services, payrolls and shops, with the column of each
// field. `source` says where the headers are published; those marked as invented are plausible variants.

import type { Field } from '../../shared/rows.ts';

/**
 * `headers` in one line, separated by `|`; `columns` is the header of each field; `asks` is the question that must be asked
 * instead.
 */
export interface Layout {
  readonly name: string;
  readonly source: string;
  readonly headers: string;
  readonly columns: Readonly<Partial<Record<Field, string>>>;
  readonly asks?: string;
  /** Cells that matter for the answer. */
  readonly cells?: Readonly<Record<string, string>>;
}

const INVENTED = 'invented';
const RAZORPAYX = 'razorpay.com/docs/x/bulk-payouts';
/** Headers that several public programs write for the bank's upload, found by their exact words. */
const PUBLIC_CODE = 'public repositories that write this file';

const FIELD_OF = {
  method: 'paymentMethod',
  upi: 'upiId',
  account: 'accountNumber',
  ifsc: 'ifsc',
  amount: 'amount',
  remark: 'remark',
  reference: 'reference',
  name: 'name',
} as const satisfies Record<string, Field>;

/** `marked` holds the headers in one line, separated by `|`, each field's column with its word: `BENE_ACC_NO=account`. */
function layout(name: string, source: string, marked: string, cells: Readonly<Record<string, string>> = {}): Layout {
  const columns: Partial<Record<Field, string>> = {};
  const headers = marked.split('|').map((one) => {
    const [, header = one, word] = /^(.*)=(\w+)$/.exec(one) ?? [];
    for (const [known, field] of Object.entries(FIELD_OF)) if (known === word) columns[field] = header;
    return header;
  });
  return { name, source, headers: headers.join('|'), columns, cells };
}

function asking(
  name: string,
  source: string,
  headers: string,
  asks: string,
  cells: Readonly<Record<string, string>> = {},
): Layout {
  return { name, source, headers, columns: {}, asks, cells };
}

export const LAYOUTS: readonly Layout[] = [
  // Banks.
  layout(
    'ICICI bulk payment (NPAB)',
    `${PUBLIC_CODE}: PYMT_PROD_TYPE_CODE`,
    'PYMT_PROD_TYPE_CODE|PYMT_MODE=method|DEBIT_ACC_NO|BNF_NAME=name|BENE_ACC_NO=account|BENE_IFSC=ifsc|AMOUNT=amount|DEBIT_NARR|CREDIT_NARR|MOBILE_NUM|EMAIL_ID|REMARK=remark|PYMT_DATE|REF_NO=reference|ADDL_INFO1|ADDL_INFO2',
  ),
  layout(
    'ICICI bulk payment with a reference',
    `${PUBLIC_CODE}: PYMT_PROD_TYPE_CODE`,
    'PYMT_PROD_TYPE_CODE|PYMT_MODE=method|DEBIT_ACC_NO|BNF_NAME=name|BENE_ACC_NO=account|BENE_IFSC=ifsc|AMOUNT=amount|PAYMT_REF_NO=reference|PAYMENT_DATE|INSTRUMENT_REF_NO|CR_NARRATION=remark|DR_NARRATION|BENE_EMAIL_ID|BENE_MOBILE_NO',
  ),
  layout(
    'ICICI corporate payout',
    `${PUBLIC_CODE}: PYMT_PROD_TYPE_CODE`,
    'PYMT_PROD_TYPE_CODE|PYMT_MODE=method|DEBIT_ACC_NO|BNFCY_NAME=name|BNFCY_ACC_NO=account|BNFCY_IFSC=ifsc|AMOUNT=amount|TXN_DATE|TXN_PAYABLE_AT|REMARKS=remark',
    { TXN_PAYABLE_AT: 'MUMBAI' },
  ),
  layout(
    'ICICI bulk in one word each',
    PUBLIC_CODE,
    'PAYMODE=method|DEBITACCOUNT|BENEFICIARY=name|ACCOUNTNO=account|IFSCCODE=ifsc|AMOUNT=amount|CUSTOMERREF=reference|REMARKS=remark',
  ),
  layout(
    'ICICI nodal file',
    PUBLIC_CODE,
    'Payment Mode=method|Beneficiary Name=name|Beneficiary Bank A/c No=account|Beneficiary Bank IFSC Code=ifsc|Instrument Amount=amount|Payment Date|Debit Account No|Credit Narration=remark|Instrument Reference|Dummy|Dummy2',
  ),
  layout(
    'ICICI to other banks',
    PUBLIC_CODE,
    'Sr. No.|Cheque / RTGS Slip No|SENDER ACCOUNT NO|AMOUNT=amount|BENEFICIARY ACCOUNT NO=account|BENEFICIARY ACCOUNT NAME=name|BENEFICIARY IFSC=ifsc|BENEFICIARY LEI (If applicable)|Remarks=remark',
  ),
  layout(
    'ICICI bulk transfer text',
    PUBLIC_CODE,
    'TransactionType=method|BeneficiaryName=name|BeneficiaryAccount=account|IFSC=ifsc|Amount=amount|Remarks=remark|CustomerReferenceNo=reference',
  ),
  layout(
    'HDFC ENet salary',
    'github.com/PythonMit/hrms_api HRMS.Core/Models/Salary/BulkSalaryPaymentModel.cs; the manual: 1library.net zw4wjllq',
    'Transaction Type=method|Beneficiary Code|Beneficiary Account Number=account|Transaction Amount=amount|Beneficiary Name=name|Drawee Location in case of Demand Draft|DD Printing Location|Bene Address 1|Bene Address 2|Instruction Reference Number|Customer Reference Number=reference|Payment details 1|Payment details 2|Cheque Number|Chq / Trn Date|MICR Number|IFC Code=ifsc|Bene Bank Name|Bene Bank Branch Name|Beneficiary email id',
    { 'Transaction Type': 'N' },
  ),
  layout(
    'HDFC ENet vendor payment',
    'github.com/ns-mwang/netsweet-efts Jumio/rbi-eft.ftl',
    'Transaction Type=method|Beneficiary Code|Beneficiary Account Number=account|Instrument Amount=amount|Beneficiary Name=name|Customer Reference Number=reference|Value Date|IFSC Code=ifsc|Narration=remark',
    { 'Transaction Type': 'R' },
  ),
  layout(
    'HDFC salary of other banks',
    PUBLIC_CODE,
    'Transaction Ref No=reference|Amount=amount|Value Date|Branch Code|Senders Account Type|Remitter Account No|Remitters Name|IFSC Code=ifsc|Debit Account|Beneficiary Account Type|Bank Account Number=account|Beneficiary Name=name|Remittance Details|Debit Account System|Originator Of Remmittance|Emailmobileno',
  ),
  layout(
    'HDFC upload file',
    'scribd.com/document/382247347',
    'Customer Reference No=reference|Bene Name=name|Bene Account No=account|IFSC code=ifsc|Account Type|Amount=amount|Value date',
  ),
  layout(
    'SBI bulk NEFT',
    PUBLIC_CODE,
    'Sl No|Debit Account No|Beneficiary Name=name|Beneficiary Account No=account|IFSC Code=ifsc|Amount=amount|Payment Date|Narration=remark',
  ),
  layout(
    'SBI wages',
    PUBLIC_CODE,
    'Sr No|Beneficiary A/c No=account|Beneficiary Name=name|Amount=amount|Beneficiary IFSC=ifsc|Remarks=remark',
  ),
  layout(
    'SBI salary sheet, misspelt',
    PUBLIC_CODE,
    'ACCOUNT HOLDER NAME=name|ACCOUNT NUMBER=account|IFSC CODE=ifsc|NET SALERY=amount',
  ),
  layout(
    'Axis bulk pay',
    `${PUBLIC_CODE}: Payment Amount (Request)`,
    'Payment Method Name=method|Payment Amount (Request)=amount|Activation Date|Beneficiary Name (Request)=name|Account No=account|Email|Email Body|Debit Account No|CRN No|RECEIVER IFSC Code=ifsc|RECEIVER Account Type|Remarks=remark|Phone No',
  ),
  layout(
    'Axis salary',
    PUBLIC_CODE,
    'Debit Acct No|Credit Acct No=account|Beneficiary Name=name|IFSC Code=ifsc|Amount=amount|Payment Type=method|Remarks=remark',
  ),
  layout(
    'Axis within the bank',
    PUBLIC_CODE,
    'Debit Account Number|Transaction Amount=amount|Transaction Currency|Beneficiary Name=name|Beneficiary Account Number=account|IFSC=ifsc|Transaction Date|Customer Reference Number=reference|Beneficiary Code',
  ),
  layout(
    'Kotak CMS',
    'github.com/razorpay/opencensus-php app/Models/FundTransfer/Kotak/NodalAccount.php',
    'Client_Code|Product_Code|Payment_Type=method|Payment_Ref_No.=reference|Payment_Date|Instrument Date|Dr_Ac_No|Amount=amount|Bank_Code_Indicator|Beneficiary_Code|Beneficiary_Name=name|Beneficiary_Bank|IFSC Code=ifsc|Beneficiary_Acc_No=account|Location|Print_Location|Instrument_Number|Beneficiary_Email|Beneficiary_Mobile|Debit_Narration|Credit_Narration=remark',
  ),
  layout(
    'Kotak salary',
    PUBLIC_CODE,
    'S.No|Beneficiary Name=name|Beneficiary A/c No=account|IFSC=ifsc|Amount=amount|Payment Mode=method|Remarks=remark',
  ),
  layout(
    'IDFC FIRST BLKPAY',
    PUBLIC_CODE,
    'Beneficiary Name=name|Beneficiary Account Number=account|IFSC=ifsc|Transaction Type=method|Debit Account No.|Transaction Date|Amount=amount|Currency|Beneficiary Email ID|Remarks=remark|Custom Header – 1',
    { 'Transaction Type': 'IFT' },
  ),
  layout(
    'IndusInd bulk',
    PUBLIC_CODE,
    'Debit Account|Value Date|Transaction Type=method|Customer Ref No=reference|Beneficiary Code|Beneficiary Name=name|Beneficiary A/c No.=account|IFSC Code=ifsc|Transaction Amount=amount|Beneficiary Email ID|Beneficiary Mobile No|Payment Details 1|Source Narration|Target Narration=remark|Remitter LEI Information|Beneficiary LEI Information',
  ),
  layout(
    'Bank of India Star Connect',
    PUBLIC_CODE,
    'Seq|Transaction Type*=method|Bene IFSC Code*=ifsc|Bene A/C No.*=account|Bene Name*=name|Bene Add Line 1|Bene e-mail ID|Txn Ref No*=reference|Amount*=amount|Sender To Rcvr Info*|Add Info 1',
  ),
  layout(
    'A bank file with the tax taken off',
    PUBLIC_CODE,
    'Seq|Transaction Type*=method|Bene IFSC Code*=ifsc|Bene A/C No.*=account|Bene Name*=name|Txn Ref No*=reference|Gross Amount|TDS (10%)|Net Amount*=amount',
  ),
  layout(
    'A remittance file of one word each',
    PUBLIC_CODE,
    'RemitterAcno|RemitterName|RemitterAddress|BenificiaryAcno=account|BenificiaryName=name|BenificiaryIFSC=ifsc|PaymentRef=reference|Amount=amount',
  ),
  layout(
    'A remittance file',
    PUBLIC_CODE,
    'AMOUNT=amount|Sender AC|Bene IFSC=ifsc|Bene AC No=account|Bene AC Type|Bene AC Name=name|Bank Name|Info|Originator of Remittance|Bulk Data',
  ),
  asking(
    'Union Bank NEFT upload',
    'scribd.com/document/729734128',
    'Payment Type|Payee IFSC Code|Debit Account Number|Receiver IFSC Code|Beneficiary Account Number|Transaction Currency|Transaction Amount|Tran Remarks|Beneficiary Name|User Email ID|Remarks',
    'columnTied',
    { 'Payee IFSC Code': 'UBIN0556688', 'Transaction Currency': 'INR' },
  ),
  asking(
    'A bank file whose amount is called the debit',
    PUBLIC_CODE,
    'TYPE|DEBIT BANK A/C NO|DEBIT AMT|CUR|BENEFICIARY A/C NO|IFSC CODE|NARRATION/NAME (NOT MORE THAN 20)',
    'amountUnclear',
  ),
  layout(
    'Yes Bank bulk',
    INVENTED,
    'Record|Debit Account Number|Payment Mode=method|Beneficiary Name=name|Beneficiary Account No.=account|Beneficiary IFSC Code=ifsc|Txn Amount=amount|Unique Reference No=reference|Payment Narration=remark',
  ),
  layout(
    'RBL bulk',
    INVENTED,
    'Payment Type=method|Cust Ref No=reference|Source Account Number|Source Narration|Destination Account Number=account|Currency|Amount=amount|Destination Narration=remark|Destination Bank IFS Code=ifsc|Beneficiary Name=name',
    { Currency: 'INR' },
  ),
  layout(
    'Canara bulk',
    INVENTED,
    'Sl.No|Remitter A/c No|Bene. A/c No=account|Bene. Name=name|IFS Code=ifsc|Amt=amount|Trf Type=method|Remarks=remark',
  ),
  layout(
    'PNB bulk',
    INVENTED,
    'S No|From Account|To Account No=account|Name of Beneficiary=name|IFSC of Beneficiary Bank=ifsc|Amount (Rs.)=amount|Particulars=remark',
  ),

  // Payout services.
  layout(
    'RazorpayX bulk payouts in rupees',
    RAZORPAYX,
    'RazorpayX Account Number|Payout Amount (in Rupees)=amount|Payout Currency|Payout Mode=method|Payout Purpose|Fund Account Id|Fund Account Type|Fund Account Name=name|Fund Account Ifsc=ifsc|Fund Account Number=account|Fund Account Vpa=upi|Fund Account Phone Number|Contact Name|Payout Narration=remark|Payout Reference Id=reference|Fund Account Email|Contact Type|Contact Email|Contact Mobile|Contact Reference Id|notes[place]|notes[code]',
    { 'Payout Currency': 'INR' },
  ),
  asking(
    'RazorpayX bulk payouts, which may be paise',
    RAZORPAYX,
    'RazorpayX Account Number|Payout Amount|Payout Currency|Payout Mode|Payout Narration|Payout Reference Id|Fund Account Name|Fund Account Ifsc|Fund Account Number|Fund Account Vpa',
    'amountUnclear',
    { 'Payout Currency': 'INR' },
  ),
  layout(
    'RazorpayX bulk payouts with a fraction, which is rupees',
    RAZORPAYX,
    'RazorpayX Account Number|Payout Amount=amount|Payout Currency|Payout Mode=method|Fund Account Name=name|Fund Account Ifsc=ifsc|Fund Account Number=account|Fund Account Vpa=upi|Payout Narration=remark',
    { 'Payout Currency': 'INR', 'Payout Amount': '369.05' },
  ),
  layout(
    'Cashfree batch transfer',
    'docs.cashfree.com/reference/batch-transfer',
    'transferId=reference|amount=amount|beneId|transferMode=method|bankAccount=account|ifsc=ifsc|vpa=upi|name=name|email|phone|remarks=remark',
  ),
  layout(
    'PayU payouts',
    'payu-docs.gitbook.io/payouts-integration/core-payouts-api/initiate-transfer',
    'beneficiaryAccountNumber=account|beneficiaryIfscCode=ifsc|beneficiaryName=name|beneficiaryEmail|beneficiaryMobile|purpose=remark|amount=amount|batchId|merchantRefId=reference|paymentType=method|vpa=upi',
  ),
  asking(
    'Pine Labs payouts, which count in paise',
    'developer.pluralonline.com/v2.0/reference/bulk-payouts-prerequisite',
    'clientReferenceId|beneficiaryId|payeeName|accountNumber|branchCode|vpa|email|phone|amountCurrency|amountValue|mode|dateTime|remarks|saveBeneficiary|validate',
    'amountUnclear',
    { branchCode: 'ICIC0000139', amountCurrency: 'INR' },
  ),
  layout(
    'A payout export',
    PUBLIC_CODE,
    'Initiation Time|Transaction Time|Transaction Id|Merchant Order Id=reference|Utr|Beneficiary Name=name|Beneficiary Email|Beneficiary Phone|Beneficiary Acc=account|Beneficiary Ifsc=ifsc|Amount=amount|Remark=remark',
    { Utr: '' },
  ),
  layout(
    'Cash on delivery remittances',
    PUBLIC_CODE,
    'Debit Account Number|Payment mode=method|Amount=amount|Beneficiary Name=name|Beneficiary Account=account|Beneficiary Bank IFSC=ifsc|Remarks=remark|Beneficiary LEI',
  ),

  // Payrolls and books.
  layout(
    'greytHR bank transfer',
    INVENTED,
    'Employee No|Employee Name=name|Bank|Bank Branch|Bank Account No=account|IFSC Code=ifsc|Net Pay=amount|Salary Payment Mode=method',
    { 'Salary Payment Mode': 'Bank Transfer' },
  ),
  layout(
    'Keka payment information',
    'help.keka.com/hc/en-us/articles/39946569090577',
    "Employee Number|Employee Name|Payment mode=method|Bank name|Account number=account|IFSC code=ifsc|Account holder's name=name|Net Pay=amount",
  ),
  layout(
    'Zoho Payroll bank advice',
    INVENTED,
    'Employee ID|Employee Name=name|Bank Name|Account Number=account|IFSC=ifsc|Net Pay (₹)=amount|Payment Mode=method',
  ),
  layout(
    'Zoho Books vendor payments',
    INVENTED,
    'Date|Payment Number|Vendor Name=name|Mode=method|Reference#=reference|Description=remark|Amount=amount|Vendor Bank Account Number=account|Vendor IFSC=ifsc',
  ),
  layout(
    'Tally payment advice',
    INVENTED,
    'Sl No.|Favouring Name=name|Account No.=account|IFS Code=ifsc|Bank Name|Transaction Type=method|Instrument No.|Amount=amount|Narration=remark',
  ),
  layout(
    'Frappe bank payment',
    INVENTED,
    'Debit Ac No|Beneficiary Name=name|Beneficiary Account No=account|IFSC=ifsc|Amount=amount|Mode of Payment=method|Remarks=remark|Party',
    { Party: '' },
  ),
  layout(
    'A bank advice',
    PUBLIC_CODE,
    'Employee ID|Employee Name=name|Department|Bank Name|Bank Account=account|IFSC Code=ifsc|Net Pay Amount (INR)=amount|Narration=remark',
  ),
  layout(
    'A disbursement file',
    PUBLIC_CODE,
    'Sr. No.|Employee ID|Employee Name=name|Bank Name|Account Number=account|IFSC Code=ifsc|Net Pay (INR)=amount|Payment Mode=method|Narration=remark|Debit Account|Debit IFSC',
  ),
  layout(
    'A payroll file',
    PUBLIC_CODE,
    'Employee Code|Employee Name=name|Bank Name|Account Number=account|IFSC=ifsc|Net Salary=amount|Payment Month|Payment Reference=reference',
  ),
  layout('A short payroll', PUBLIC_CODE, 'EMP CODE|NAME=name|A/C No=account|IFSC Code=ifsc|NET PAY=amount'),
  layout(
    'A salary register',
    INVENTED,
    'Emp Code|Employee Name=name|Days Paid|Basic|HRA|Gross Earnings|PF|ESI|PT|TDS|Total Deductions|Net Payable=amount|Bank A/c No.=account|IFSC=ifsc',
  ),

  // Shops and refunds.
  layout(
    'Refunds of a shop',
    INVENTED,
    'Order ID=reference|Customer Name=name|Email|Refund Amount=amount|UPI ID=upi|Refund Mode=method|Reason',
    { 'Refund Mode': 'UPI' },
  ),
  layout(
    'Shopify orders with a UPI ID',
    'matrixify.app/documentation/orders',
    'Name|Billing Name|Refund Amount=amount|Payment Method=method|Customer UPI ID=upi|Note=remark',
    { Name: '#1001', 'Payment Method': 'Cash on Delivery (COD)' },
  ),

  // Spelt as people spell.
  layout(
    'Underscores',
    INVENTED,
    'beneficiary_name=name|account_no=account|ifsc_code=ifsc|amount_inr=amount|payment_mode=method|remarks=remark|ref_id=reference',
  ),
  layout('Plurals', INVENTED, 'Names=name|Account Numbers=account|IFSC Codes=ifsc|Amounts=amount|Narrations=remark'),
  layout(
    'Typing errors',
    INVENTED,
    'Benificery Name=name|Acount Number=account|IFSC Coed=ifsc|Amuont=amount|Naration=remark',
  ),
  layout(
    'Run together',
    INVENTED,
    'benename=name|beneaccno=account|beneifsc=ifsc|netamount=amount|paymentmode=method|refno=reference',
  ),
  layout(
    'Group words before the header',
    INVENTED,
    'Employee / Name=name|Beneficiary / Account No=account|Beneficiary / IFSC=ifsc|Debit / Account No|Debit / IFSC|Payment / Amount=amount|Payment / Mode=method',
  ),
  layout(
    'A form with the account number twice',
    INVENTED,
    'Full Name=name|Account Number=account|Re-enter Account Number|IFSC Code=ifsc|Amount to be paid=amount|Remarks (if any)=remark',
  ),

  // Scripts.
  layout(
    'Hindi',
    INVENTED,
    'क्र.|कर्मचारी का नाम=name|बैंक खाता संख्या=account|आईएफएससी कोड=ifsc|शुद्ध वेतन=amount|टिप्पणी=remark',
  ),
  layout(
    'Hindi with English',
    INVENTED,
    'नाम / Name=name|खाता संख्या (Account No)=account|IFSC कोड=ifsc|यूपीआई आईडी=upi|राशि (रुपये में)=amount',
  ),
  layout('Marathi', INVENTED, 'कर्मचाऱ्याचे नाव=name|बँक खाते क्रमांक=account|IFSC कोड=ifsc|निव्वळ वेतन=amount|शेरा=remark'),
  layout('Gujarati', INVENTED, 'કર્મચારીનું નામ=name|બેંક ખાતા નંબર=account|આઈએફએસસી કોડ=ifsc|ચોખ્ખો પગાર=amount|નોંધ=remark'),
  layout(
    'Tamil',
    INVENTED,
    'பணியாளர் பெயர்=name|வங்கி கணக்கு எண்=account|IFSC குறியீடு=ifsc|நிகர சம்பளம்=amount|குறிப்பு=remark',
  ),
  layout('Telugu', INVENTED, 'ఉద్యోగి పేరు=name|బ్యాంక్ ఖాతా సంఖ్య=account|IFSC కోడ్=ifsc|నికర జీతం=amount|గమనిక=remark'),
  layout('Kannada', INVENTED, 'ಉದ್ಯೋಗಿ ಹೆಸರು=name|ಬ್ಯಾಂಕ್ ಖಾತೆ ಸಂಖ್ಯೆ=account|IFSC ಕೋಡ್=ifsc|ನಿವ್ವಳ ವೇತನ=amount|ಟಿಪ್ಪಣಿ=remark'),
  layout(
    'Bengali',
    INVENTED,
    'কর্মচারীর নাম=name|ব্যাংক অ্যাকাউন্ট নম্বর=account|আইএফএসসি কোড=ifsc|নিট বেতন=amount|মন্তব্য=remark',
  ),
  asking('Hindi gross pay', INVENTED, 'नाम|खाता संख्या|IFSC कोड|सकल वेतन', 'amountUnclear'),
  asking('Tamil total pay', INVENTED, 'பெயர்|கணக்கு எண்|IFSC குறியீடு|மொத்த சம்பளம்', 'amountUnclear'),

  // Traps: each would pay the wrong amount or person if a column were used without asking.
  asking('Salary and what is added', INVENTED, 'Name|UPI ID|Salary|Incentive|Total', 'amountUnclear', {
    Incentive: '2000',
    Total: '27000',
  }),
  asking('Amount and what was approved', INVENTED, 'Name|UPI ID|Amount|Approved Refund', 'amountUnclear', {
    'Approved Refund': '800',
  }),
  asking('Amount and its total with tax', INVENTED, 'Vendor Name|Account No|IFSC|Amount|Total', 'amountUnclear', {
    Total: '29500',
  }),
  asking('What is payable and what was paid of it', INVENTED, 'Name|UPI ID|Net Payable|Paid|Balance', 'amountUnclear', {
    Paid: '5000',
    Balance: '20000',
  }),
  asking('What was paid', INVENTED, 'Name|UPI ID|Amount Paid|Date', 'amountUnclear'),
  asking('What was refunded', INVENTED, 'Name|UPI ID|Refunded Amount', 'amountUnclear'),
  asking('What is due', INVENTED, 'Party Name|Account No|IFSC|Amount Due', 'amountUnclear'),
  asking('What is credited', INVENTED, 'Name|Account No|IFSC|Credit Amount', 'amountUnclear'),
  asking('What the invoice says', INVENTED, 'Vendor|Account No|IFSC|Invoice Amount', 'amountUnclear'),
  asking('Two nets', INVENTED, 'Name|Account No|IFSC|Net Pay|Net Payable', 'columnTied', { 'Net Payable': '24000' }),
  asking('Two accounts', INVENTED, 'Name|Account No|Salary Account No|IFSC|Amount', 'columnTied', {
    'Salary Account No': '99887766554433',
  }),
  asking('Only the own account', INVENTED, 'Name|Debit Account No|IFSC|Amount', 'payersColumn'),
  asking('Only the own account, run together', INVENTED, 'name|debitaccno|ifsc|amount', 'payersColumn'),
  asking(
    'An account in words that nobody vouches for',
    INVENTED,
    'Name|Loan Account Number|IFSC|Amount',
    'columnMissing',
  ),
  ...['New Account Number', 'Revised A/c No', 'Correct Account No', 'Updated Account No', 'Account Number 2'].map(
    (other) =>
      asking(`An account and ${other}`, INVENTED, `Name|Account Number|${other}|IFSC|Amount`, 'columnTied', {
        [other]: '99887766554433',
      }),
  ),
  asking('An account given anew in brackets', INVENTED, 'Name|A/c No|A/c No (New)|IFSC|Amount', 'columnTied'),
  asking('A new IFSC', INVENTED, 'Name|Account No|IFSC|New IFSC|Amount', 'columnTied'),
  asking('A new UPI ID', INVENTED, 'Name|UPI ID|New UPI ID|Amount', 'columnTied'),
  asking('Two accounts of an employee', INVENTED, 'Name|Salary A/c No|Reimb A/c No|IFSC|Amount', 'columnTied', {
    'Reimb A/c No': '99887766554433',
  }),
  asking("A nominee's account", INVENTED, 'Name|Emp A/c No|Nominee A/c No|IFSC|Amount', 'columnTied', {
    'Nominee A/c No': '99887766554433',
  }),
  layout(
    'An account beside others that are not paid',
    INVENTED,
    'Name=name|Account No=account|Old Account No|PF Account No|IFSC=ifsc|Net Pay=amount',
  ),
  ...['Merchant VPA', 'Store UPI ID', 'QR UPI ID', 'Business UPI', 'Collect UPI', 'Old UPI ID', 'Nominee UPI'].map(
    (upi) => asking(`Only a ${upi}`, INVENTED, `Name|${upi}|Amount`, 'columnMissing'),
  ),
  ...['Sponsor Bank IFSC', 'Home Branch IFSC', 'Old IFSC'].map((ifsc) =>
    asking(`Only a ${ifsc}`, INVENTED, `Name|Account No|${ifsc}|Amount`, 'columnMissing'),
  ),
  ...[
    'Pay Now',
    'To be transferred',
    'By Bank',
    'Part Payment',
    '1st Instalment',
    'New Amount',
    'Corrected',
    'Adjusted Amount',
    'Rounded',
    'Salary Hold Amount',
    'Recovery',
  ].flatMap((other) =>
    ['Amount', 'Net Pay'].map((amount) =>
      asking(`${amount} and ${other}`, INVENTED, `Name|UPI ID|${amount}|${other}`, 'amountUnclear', {
        [other]: '2000',
      }),
    ),
  ),
  ...['Less', 'Cancellation Charges', 'Discount', 'Debit Note', 'Credit Note', 'TCS', 'Penalties'].map((other) =>
    asking(`Amount and ${other}`, INVENTED, `Name|UPI ID|Amount|${other}`, 'amountUnclear', { [other]: '2000' }),
  ),
  asking(
    'A refund and what cancelling costs',
    INVENTED,
    'Name|UPI ID|Refund Amount|Cancellation Charges',
    'amountUnclear',
    {
      'Cancellation Charges': '50',
    },
  ),
  asking('A net and an advance to take off', INVENTED, 'Name|UPI ID|Net|Less: Advance', 'amountUnclear', {
    'Less: Advance': '-2000',
  }),
  layout(
    'A net behind what was taken off',
    INVENTED,
    'Name=name|UPI ID=upi|Earned|Recovery|Penalty|Less: TDS|Net Pay=amount',
    { Earned: '28000', Recovery: '1000', Penalty: '1000', 'Less: TDS': '1000' },
  ),
  layout(
    'ICICI InstaBIZ',
    PUBLIC_CODE,
    'Debit Ac No|Beneficiary Ac No=account|Beneficiary Name=name|Amt=amount|Pay Mod=method|Date|IFSC=ifsc|Remarks=remark',
  ),
  layout('Two columns of remarks', INVENTED, 'Name=name|UPI ID=upi|Amount=amount|purpose|comments'),
  layout(
    'Axis corporate upload',
    INVENTED,
    'Payment Method=method|Debit Account Number|Beneficiary Code|Beneficiary Name=name|Beneficiary Account No=account|IFSC/Swift Code=ifsc|Payment Amount=amount|Value Date|Customer Reference Number=reference|Transaction Currency|Remarks=remark',
  ),
  layout(
    'Axis neo',
    INVENTED,
    'PYMT_MODE=method|CORP_ACC_NUM|BENE_NAME=name|BENE_ACC_NUM=account|IFSC_CODE=ifsc|TXN_AMOUNT=amount|TXN_REMARKS=remark|CUST_UNIQ_REF=reference',
  ),
  layout(
    'A bank that pays abroad as well',
    INVENTED,
    'Beneficiary Name=name|Beneficiary Account Number=account|Beneficiary Bank Swift Code / IFSC Code=ifsc|Payment Amount=amount|Payment Currency|Customer Reference=reference',
  ),
  ...[
    'IFSC/SWIFT',
    'Bank Swift Code / IFSC Code',
    'BIC / IFSC',
    'IFSC / MICR Code',
    'Bank Code (IFSC)',
    'Receiving Bank Code (IFSC)',
    'Bank Routing Code (IFSC)',
  ].map((ifsc) =>
    layout(`An IFSC called ${ifsc}`, INVENTED, `Name=name|Account No=account|${ifsc}=ifsc|Amount=amount`),
  ),
  ...['SWIFT Code', 'MICR Code', 'Bank Routing Code', 'Debit Bank Code (IFSC)', 'Old Bank Code (IFSC)'].map((ifsc) =>
    asking(`No IFSC but ${ifsc}`, INVENTED, `Name|Account No|${ifsc}|Amount`, 'columnMissing', {
      [ifsc]: 'HDFCINBB',
    }),
  ),
  layout(
    'Decentro',
    INVENTED,
    'reference_id=reference|payment_mode=method|transfer_amount=amount|to_name=name|to_account=account|to_ifsc=ifsc|to_upi=upi|purpose_message=remark',
  ),
  layout(
    'Easebuzz',
    INVENTED,
    'beneficiary_name=name|account_number=account|ifsc=ifsc|upi_handle=upi|unique_request_number=reference|payment_mode=method|amount=amount|narration=remark',
  ),
  layout(
    'Debits and credits by their accounts',
    INVENTED,
    'DR_ACCT_NO|CR_ACCT_NO=account|CR_ACCT_NAME=name|IFSC_CODE=ifsc|TRAN_AMT=amount|TRAN_PARTICULARS=remark',
  ),
  layout(
    'A salary in hand',
    INVENTED,
    'Emp ID|Name=name|Gross Salary|Deductions|In-Hand Salary=amount|Bank Ac No.=account|IFSC=ifsc',
  ),

  // More of each.
  layout(
    'HDFC RBI format',
    INVENTED,
    'Transaction Type=method|Beneficiary Code|Beneficiary A/c No.=account|Amount=amount|Beneficiary Name=name|Drawee Location|Print Location|Beneficiary add line 1|Beneficiary add line 2|Cust Ref No=reference|Cheque No|Cheque Date|MICR Code|IFSC Code=ifsc|Beneficiary Bank Name|Beneficiary Branch Name|Beneficiary Email',
  ),
  layout(
    'SBI CMP with addresses',
    INVENTED,
    'Sr.No.|Transaction Type=method|Debit A/c No.|Beneficiary A/c No.=account|Beneficiary IFSC Code=ifsc|Amount (Rs.)=amount|Beneficiary Name=name|Beneficiary Address|Sender to Receiver Information|Customer Reference No.=reference',
  ),
  layout(
    'Axis vendor',
    INVENTED,
    'PYMT_PRODUCT|CORP_ACCT_NO|PAYEE_NAME=name|PAYEE_ACCT_NO=account|PAYEE_IFSC=ifsc|PYMT_AMT=amount|PYMT_DT|VENDOR_CODE|PYMT_REF=reference|NARRATION=remark',
  ),
  layout(
    'Kotak FCC',
    INVENTED,
    'Client Code|Product Code|Payment Type=method|Payment Ref No=reference|Payment Date|Dr A/c No|Amount=amount|Bank Code Indicator|Beneficiary Code|Beneficiary Name=name|Beneficiary Bank|Beneficiary Branch / IFSC Code=ifsc|Beneficiary Acc No=account|Beneficiary Email|Debit Narration|Credit Narration=remark|Payment Details 1|Enrichment_1',
  ),
  layout(
    'IndusInd IndusDirect',
    INVENTED,
    'Payment Type=method|Customer Reference Number=reference|Debit Account Number|Beneficiary Account Number=account|Beneficiary Name=name|Beneficiary IFSC Code=ifsc|Payment Amount=amount|Value Date|Payment Remarks=remark|Beneficiary Email Id',
  ),
  layout(
    'Canara salary',
    INVENTED,
    'SOL ID|ACCOUNT NUMBER=account|CURRENCY|CR/DR|AMOUNT=amount|PARTICULARS=remark|NAME=name|IFSC=ifsc',
  ),
  layout(
    'PNB CIB',
    INVENTED,
    'Dr Account No|Cr Account No=account|Cr IFSC=ifsc|Beneficiary Name=name|Amount=amount|Tran Particulars=remark|Purpose Code',
  ),
  layout(
    'PNB bulk salary',
    INVENTED,
    'BANK ACCOUNT NO.=account|IFSC=ifsc|NAME OF EMPLOYEE=name|NET AMOUNT PAYABLE=amount|REMARKS=remark',
  ),
  layout(
    'Yes Bank with the remitter',
    INVENTED,
    'Unique Customer Reference Number=reference|Txn Mode=method|Amount=amount|Remitter Account|Remitter Name|Beneficiary Account Number=account|Beneficiary Name=name|Beneficiary IFSC=ifsc|Remittance Information=remark',
  ),
  layout(
    'Union Bank salary',
    INVENTED,
    'ACCOUNT_NO=account|IFSC_CODE=ifsc|EMP_NAME=name|NET_SALARY=amount|CURRENCY_CODE|TRAN_PARTICULAR=remark',
  ),
  layout(
    'RazorpayX sample of payouts to accounts',
    PUBLIC_CODE,
    "Beneficiary Name (Mandatory) Special characters not supported=name|Beneficiary's Account Number (Mandatory) Typically 9-18 digits=account|IFSC Code (Mandatory) 11 digit code of the beneficiary's bank account. Eg. HDFC0004277=ifsc|Payout Amount (Mandatory) Amount should be in rupees=amount|Payout Mode (Mandatory) Select IMPS/NEFT/RTGS=method|Payout Narration (Optional) Will appear on bank statement (max 30 char with no special characters)=remark|Notes (Optional) A note for internal reference|Phone Number (Optional)|Email ID (Optional)|Contact Reference ID (Optional) Eg: Employee ID or Customer ID|Payout Reference ID (Optional) Eg: Bill no or Invoice No or Pay ID=reference",
  ),
  layout(
    'Cashfree v2 bulk',
    INVENTED,
    'transfer_id=reference|transfer_amount=amount|transfer_currency|transfer_mode=method|beneficiary_id|beneficiary_name=name|bank_account_number=account|bank_ifsc=ifsc|vpa=upi|transfer_remarks=remark|fundsource_id',
  ),
  layout(
    'Cashfree dashboard CSV',
    INVENTED,
    'Beneficiary Id|Name=name|Phone|Email|Bank Account No=account|IFSC=ifsc|VPA=upi|Amount (INR)=amount|Transfer Mode=method|Transfer ID=reference|Remarks=remark',
  ),
  layout(
    'PhonePe payouts',
    INVENTED,
    'merchantOrderId=reference|payeeName=name|payeeVpa=upi|amountInRupees=amount|message=remark',
  ),
  layout(
    'Shiprocket COD remittance',
    INVENTED,
    'CRF ID|Seller Name=name|Bank A/C=account|IFSC=ifsc|COD Amount|Freight Charges|Net Remittance=amount|Remarks=remark',
  ),
  layout(
    'Frappe payroll register',
    INVENTED,
    'Salary Slip Id|Employee|Employee Name=name|Date of Joining|Branch|Department|Designation|Company|Start Date|End Date|Leave Without Pay|Absent Days|Payment Days|Basic|Gross Pay|Total Deduction|Net Pay=amount|Bank A/C No.=account|IFSC Code=ifsc',
  ),
  layout(
    'greytHR salary statement',
    INVENTED,
    'S.No|Employee No|Name=name|Join Date|Designation|Bank A/C No=account|Bank IFSC Code=ifsc|Days In Month|LOP Days|Effective Work Days|GROSS|PF|PROF TAX|TOTAL DEDUCTIONS|NET PAY=amount',
  ),
  layout(
    'Keka salary register',
    INVENTED,
    'Employee Number|Employee Name=name|Working Days|Loss Of Pay Days|Gross(A)|Total Deductions(B)|Net Pay(A-B)=amount|Bank Account Number=account|IFSC Code=ifsc',
  ),
  layout(
    'Tally payroll e-payments',
    INVENTED,
    'Sl.No.|Employee Name=name|Employee Number|Account Number=account|IFS Code=ifsc|Bank Name|Amount=amount|Transfer Mode=method|Instrument Date',
  ),
  layout(
    'Muster wages',
    INVENTED,
    'S.No.|Worker Name=name|Total Days|Wages/Day|Net Wages=amount|A/c No.=account|IFSC Code=ifsc',
  ),
  layout(
    'Rent payout',
    INVENTED,
    'Property|Landlord Name=name|Landlord A/c No=account|IFSC=ifsc|Rent Payable=amount|Month',
  ),
  layout(
    'An expense form',
    INVENTED,
    'Timestamp|Email Address|Full Name=name|Mobile Number|UPI ID (GPay/PhonePe/Paytm)=upi|Amount to be reimbursed=amount|Purpose of expense|Upload bill',
  ),
  layout(
    'Influencer payout',
    INVENTED,
    'Handle|Influencer Name=name|UPI ID/VPA=upi|Payout (INR)=amount|Campaign|Invoice No',
  ),
  layout(
    'MLM commission',
    INVENTED,
    'Member ID|Member Name=name|Account No=account|IFSC=ifsc|Commission|TDS 5%|Admin Charges|Net Payable=amount',
  ),
  layout('Chit fund', INVENTED, 'Subscriber=name|A/c No.=account|IFSC=ifsc|Prize Amount=amount|Ticket No'),
  layout(
    'NACH credit',
    INVENTED,
    'Record Identifier|ECS Transaction Code|Control|Beneficiary Name=name|User Number|User Name|Amount=amount|Destination Bank IFSC=ifsc|Beneficiary Account Number=account|Transaction Reference=reference',
  ),
  layout(
    'IDBI',
    INVENTED,
    'Dr. Account No.|Cr. Account No.=account|Amount=amount|Cr. Narration=remark|Dr. Narration|IFSC=ifsc|Beneficiary=name',
  ),
  layout(
    'HSBCnet',
    INVENTED,
    'Debit account number|Beneficiary name=name|Beneficiary account number=account|Beneficiary bank IFSC=ifsc|Payment currency|Payment amount=amount|Customer reference=reference|Beneficiary reference',
  ),
  layout('Zaggle', INVENTED, 'Emp Id|Beneficiary Name=name|Bank A/c Number=account|IFSC Code=ifsc|Load Amount=amount'),
  layout(
    'Hindi wages',
    INVENTED,
    'क्रम संख्या|श्रमिक का नाम=name|पिता का नाम|बैंक खाता सं.=account|आईएफएससी=ifsc|कार्य दिवस|देय राशि=amount',
  ),
  layout('Gujarati dairy', INVENTED, 'ક્રમ|સભાસદનું નામ=name|બેંક ખાતા નં.=account|IFSC=ifsc|ચૂકવવાની રકમ=amount'),
  layout(
    'RazorpayX payouts to accounts with their instructions',
    PUBLIC_CODE,
    "S.No|Beneficiary Name (Mandatory) Special characters not supported=name|Beneficiary's Account Number (Mandatory) Typically 9-18 digits=account|IFSC Code (Mandatory) 11 digit code of the beneficiary’s bank account. Eg. HDFC0004277=ifsc|Payout Amount (Mandatory) Amount should be in rupees=amount|Phone Number (Optional)|Email ID (Optional)|Contact Reference ID (Optional) Eg: Employee ID or Customer ID",
  ),
  layout(
    'RazorpayX sample of payouts to UPI IDs',
    PUBLIC_CODE,
    "Beneficiary Name (Mandatory) Special characters not supported=name|Beneficiary's UPI ID (Mandatory)=upi|Payout Amount (Mandatory) Amount should be in rupees=amount|Payout Narration (Optional) Will appear on bank statement (max 30 char with no special characters)=remark|Notes (Optional) A note for internal reference|Phone Number (Optional)|Email ID (Optional)|Contact Reference ID (Optional) Eg: Employee ID or Customer ID|Payout Reference ID (Optional) Eg: Bill no or Invoice No or Pay ID=reference",
  ),
  layout(
    'ICICI bulk payment with a file number',
    PUBLIC_CODE,
    'File_Sequence_Num|Pymt_Prod_Type_Code|Pymt_Mode=method|Debit_Acct_no|Beneficiary Name=name|Beneficiary Account No=account|Bene_IFSC_Code=ifsc|Amount=amount|Debit narration|Credit narration|Mobile Number|Email id|Remark=remark|Pymt_Date|Reference_no=reference|Addl_Info1|Beneficiary LEI',
  ),
  layout(
    'A salary file by NEFT',
    PUBLIC_CODE,
    'Transaction Reference=reference|Beneficiary Name=name|Beneficiary Account Number=account|IFSC Code=ifsc|Amount=amount|Payment Date|Remarks=remark',
  ),
  layout(
    'Kotak payroll',
    PUBLIC_CODE,
    'Client Code|Product Code|Payment Type=method|Beneficiary Name=name|Beneficiary Account Number=account|IFSC Code=ifsc|Amount=amount|Debit Account Number|Value Date|Narration=remark',
  ),
  layout(
    'A standard file of NEFT and RTGS',
    PUBLIC_CODE,
    'Debit Account Number|Beneficiary Name=name|Beneficiary Account Number=account|IFSC Code=ifsc|Amount=amount|Transaction Type=method|Reference / Bill No|Narration=remark|Value Date|Beneficiary Email|Beneficiary Mobile',
  ),
  layout(
    'SBI CMP',
    PUBLIC_CODE,
    'Debit Account Number|Amount=amount|Beneficiary Name=name|Beneficiary Account Number=account|IFSC Code=ifsc|Remarks=remark|Customer Reference Number=reference',
  ),
  layout(
    'Payments to vendors',
    PUBLIC_CODE,
    'Payment Reference=reference|Payment Date|Beneficiary Name=name|Beneficiary Account Number=account|IFSC Code=ifsc|Bank Name|Amount=amount|Payment Mode=method|Narration=remark|Vendor Email|Vendor Mobile',
  ),
  layout(
    'A disbursement register',
    PUBLIC_CODE,
    'Employee ID|Employee Name|Department|Bank Name|Account Holder Name=name|Account Number=account|IFSC Code=ifsc|Net Salary=amount|Lock Status',
  ),
  layout(
    'Axis iConnect',
    PUBLIC_CODE,
    'SRNO|PAYMENT MODE=method|DEBIT ACCOUNT NO|BENEFICIARY NAME=name|BENEFICIARY ACCOUNT NO=account|IFSC CODE=ifsc|AMOUNT=amount|PAYMENT DATE|NARRATION=remark',
  ),
  layout(
    'Transfers of a money sender',
    PUBLIC_CODE,
    'Name=name|Beneficiary Acc No=account|IFSC Code=ifsc|Amount=amount|Remarks=remark|Date',
  ),
  layout(
    'Vendors in a letter to the bank',
    PUBLIC_CODE,
    'S.No|Company Name|Account Number=account|Bank Name|Branch|IFSC Code=ifsc|Amount=amount',
  ),
  layout(
    'A bank statement of salaries',
    PUBLIC_CODE,
    'Sl No|EIN|Employee Name=name|Designation|Bank Name|Account Number=account|IFSC Code=ifsc|Net Salary (₹)=amount',
  ),
];
