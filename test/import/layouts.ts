// Sheets that people pay from: the headers of banks' bulk files, of payout services, payrolls and shops, with the column of
// each field. `source` says where the headers are published; what is marked as invented is a plausible variant.

import type { Field } from '../../shared/rows.ts';

/** Shape: `headers` in one line, parted by `|`; `columns` the header of each field; `asks` the question that must be asked instead. */
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

function layout(
  name: string,
  source: string,
  headers: string,
  columns: Layout['columns'],
  cells: Readonly<Record<string, string>> = {},
): Layout {
  return { name, source, headers, columns, cells };
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
    'PYMT_PROD_TYPE_CODE|PYMT_MODE|DEBIT_ACC_NO|BNF_NAME|BENE_ACC_NO|BENE_IFSC|AMOUNT|DEBIT_NARR|CREDIT_NARR|MOBILE_NUM|EMAIL_ID|REMARK|PYMT_DATE|REF_NO|ADDL_INFO1|ADDL_INFO2',
    {
      paymentMethod: 'PYMT_MODE',
      accountNumber: 'BENE_ACC_NO',
      ifsc: 'BENE_IFSC',
      amount: 'AMOUNT',
      remark: 'REMARK',
      reference: 'REF_NO',
      name: 'BNF_NAME',
    },
  ),
  layout(
    'ICICI bulk payment with a reference',
    `${PUBLIC_CODE}: PYMT_PROD_TYPE_CODE`,
    'PYMT_PROD_TYPE_CODE|PYMT_MODE|DEBIT_ACC_NO|BNF_NAME|BENE_ACC_NO|BENE_IFSC|AMOUNT|PAYMT_REF_NO|PAYMENT_DATE|INSTRUMENT_REF_NO|CR_NARRATION|DR_NARRATION|BENE_EMAIL_ID|BENE_MOBILE_NO',
    {
      paymentMethod: 'PYMT_MODE',
      accountNumber: 'BENE_ACC_NO',
      ifsc: 'BENE_IFSC',
      amount: 'AMOUNT',
      remark: 'CR_NARRATION',
      reference: 'PAYMT_REF_NO',
      name: 'BNF_NAME',
    },
  ),
  layout(
    'ICICI corporate payout',
    `${PUBLIC_CODE}: PYMT_PROD_TYPE_CODE`,
    'PYMT_PROD_TYPE_CODE|PYMT_MODE|DEBIT_ACC_NO|BNFCY_NAME|BNFCY_ACC_NO|BNFCY_IFSC|AMOUNT|TXN_DATE|TXN_PAYABLE_AT|REMARKS',
    {
      paymentMethod: 'PYMT_MODE',
      accountNumber: 'BNFCY_ACC_NO',
      ifsc: 'BNFCY_IFSC',
      amount: 'AMOUNT',
      remark: 'REMARKS',
      name: 'BNFCY_NAME',
    },
    { TXN_PAYABLE_AT: 'MUMBAI' },
  ),
  layout(
    'ICICI bulk in one word each',
    PUBLIC_CODE,
    'PAYMODE|DEBITACCOUNT|BENEFICIARY|ACCOUNTNO|IFSCCODE|AMOUNT|CUSTOMERREF|REMARKS',
    {
      paymentMethod: 'PAYMODE',
      accountNumber: 'ACCOUNTNO',
      ifsc: 'IFSCCODE',
      amount: 'AMOUNT',
      remark: 'REMARKS',
      reference: 'CUSTOMERREF',
      name: 'BENEFICIARY',
    },
  ),
  layout(
    'ICICI nodal file',
    PUBLIC_CODE,
    'Payment Mode|Beneficiary Name|Beneficiary Bank A/c No|Beneficiary Bank IFSC Code|Instrument Amount|Payment Date|Debit Account No|Credit Narration|Instrument Reference|Dummy|Dummy2',
    {
      paymentMethod: 'Payment Mode',
      accountNumber: 'Beneficiary Bank A/c No',
      ifsc: 'Beneficiary Bank IFSC Code',
      amount: 'Instrument Amount',
      remark: 'Credit Narration',
      name: 'Beneficiary Name',
    },
  ),
  layout(
    'ICICI to other banks',
    PUBLIC_CODE,
    'Sr. No.|Cheque / RTGS Slip No|SENDER ACCOUNT NO|AMOUNT|BENEFICIARY ACCOUNT NO|BENEFICIARY ACCOUNT NAME|BENEFICIARY IFSC|BENEFICIARY LEI (If applicable)|Remarks',
    {
      accountNumber: 'BENEFICIARY ACCOUNT NO',
      ifsc: 'BENEFICIARY IFSC',
      amount: 'AMOUNT',
      remark: 'Remarks',
      name: 'BENEFICIARY ACCOUNT NAME',
    },
  ),
  layout(
    'ICICI bulk transfer text',
    PUBLIC_CODE,
    'TransactionType|BeneficiaryName|BeneficiaryAccount|IFSC|Amount|Remarks|CustomerReferenceNo',
    {
      paymentMethod: 'TransactionType',
      accountNumber: 'BeneficiaryAccount',
      ifsc: 'IFSC',
      amount: 'Amount',
      remark: 'Remarks',
      reference: 'CustomerReferenceNo',
      name: 'BeneficiaryName',
    },
  ),
  layout(
    'HDFC ENet salary',
    'github.com/PythonMit/hrms_api HRMS.Core/Models/Salary/BulkSalaryPaymentModel.cs; the manual: 1library.net zw4wjllq',
    'Transaction Type|Beneficiary Code|Beneficiary Account Number|Transaction Amount|Beneficiary Name|Drawee Location in case of Demand Draft|DD Printing Location|Bene Address 1|Bene Address 2|Instruction Reference Number|Customer Reference Number|Payment details 1|Payment details 2|Cheque Number|Chq / Trn Date|MICR Number|IFC Code|Bene Bank Name|Bene Bank Branch Name|Beneficiary email id',
    {
      paymentMethod: 'Transaction Type',
      accountNumber: 'Beneficiary Account Number',
      ifsc: 'IFC Code',
      amount: 'Transaction Amount',
      reference: 'Customer Reference Number',
      name: 'Beneficiary Name',
    },
    { 'Transaction Type': 'N' },
  ),
  layout(
    'HDFC ENet vendor payment',
    'github.com/ns-mwang/netsweet-efts Jumio/rbi-eft.ftl',
    'Transaction Type|Beneficiary Code|Beneficiary Account Number|Instrument Amount|Beneficiary Name|Customer Reference Number|Value Date|IFSC Code|Narration',
    {
      paymentMethod: 'Transaction Type',
      accountNumber: 'Beneficiary Account Number',
      ifsc: 'IFSC Code',
      amount: 'Instrument Amount',
      remark: 'Narration',
      reference: 'Customer Reference Number',
      name: 'Beneficiary Name',
    },
    { 'Transaction Type': 'R' },
  ),
  layout(
    'HDFC salary of other banks',
    PUBLIC_CODE,
    'Transaction Ref No|Amount|Value Date|Branch Code|Senders Account Type|Remitter Account No|Remitters Name|IFSC Code|Debit Account|Beneficiary Account Type|Bank Account Number|Beneficiary Name|Remittance Details|Debit Account System|Originator Of Remmittance|Emailmobileno',
    {
      accountNumber: 'Bank Account Number',
      ifsc: 'IFSC Code',
      amount: 'Amount',
      reference: 'Transaction Ref No',
      name: 'Beneficiary Name',
    },
  ),
  layout(
    'HDFC upload file',
    'scribd.com/document/382247347',
    'Customer Reference No|Bene Name|Bene Account No|IFSC code|Account Type|Amount|Value date',
    {
      accountNumber: 'Bene Account No',
      ifsc: 'IFSC code',
      amount: 'Amount',
      reference: 'Customer Reference No',
      name: 'Bene Name',
    },
  ),
  layout(
    'SBI bulk NEFT',
    PUBLIC_CODE,
    'Sl No|Debit Account No|Beneficiary Name|Beneficiary Account No|IFSC Code|Amount|Payment Date|Narration',
    {
      accountNumber: 'Beneficiary Account No',
      ifsc: 'IFSC Code',
      amount: 'Amount',
      remark: 'Narration',
      name: 'Beneficiary Name',
    },
  ),
  layout('SBI wages', PUBLIC_CODE, 'Sr No|Beneficiary A/c No|Beneficiary Name|Amount|Beneficiary IFSC|Remarks', {
    accountNumber: 'Beneficiary A/c No',
    ifsc: 'Beneficiary IFSC',
    amount: 'Amount',
    remark: 'Remarks',
    name: 'Beneficiary Name',
  }),
  layout('SBI salary sheet, misspelt', PUBLIC_CODE, 'ACCOUNT HOLDER NAME|ACCOUNT NUMBER|IFSC CODE|NET SALERY', {
    accountNumber: 'ACCOUNT NUMBER',
    ifsc: 'IFSC CODE',
    amount: 'NET SALERY',
    name: 'ACCOUNT HOLDER NAME',
  }),
  layout(
    'Axis bulk pay',
    `${PUBLIC_CODE}: Payment Amount (Request)`,
    'Payment Method Name|Payment Amount (Request)|Activation Date|Beneficiary Name (Request)|Account No|Email|Email Body|Debit Account No|CRN No|RECEIVER IFSC Code|RECEIVER Account Type|Remarks|Phone No',
    {
      paymentMethod: 'Payment Method Name',
      accountNumber: 'Account No',
      ifsc: 'RECEIVER IFSC Code',
      amount: 'Payment Amount (Request)',
      remark: 'Remarks',
      name: 'Beneficiary Name (Request)',
    },
  ),
  layout(
    'Axis salary',
    PUBLIC_CODE,
    'Debit Acct No|Credit Acct No|Beneficiary Name|IFSC Code|Amount|Payment Type|Remarks',
    {
      paymentMethod: 'Payment Type',
      accountNumber: 'Credit Acct No',
      ifsc: 'IFSC Code',
      amount: 'Amount',
      remark: 'Remarks',
      name: 'Beneficiary Name',
    },
  ),
  layout(
    'Axis within the bank',
    PUBLIC_CODE,
    'Debit Account Number|Transaction Amount|Transaction Currency|Beneficiary Name|Beneficiary Account Number|IFSC|Transaction Date|Customer Reference Number|Beneficiary Code',
    {
      accountNumber: 'Beneficiary Account Number',
      ifsc: 'IFSC',
      amount: 'Transaction Amount',
      reference: 'Customer Reference Number',
      name: 'Beneficiary Name',
    },
  ),
  layout(
    'Kotak CMS',
    'github.com/razorpay/opencensus-php app/Models/FundTransfer/Kotak/NodalAccount.php',
    'Client_Code|Product_Code|Payment_Type|Payment_Ref_No.|Payment_Date|Instrument Date|Dr_Ac_No|Amount|Bank_Code_Indicator|Beneficiary_Code|Beneficiary_Name|Beneficiary_Bank|IFSC Code|Beneficiary_Acc_No|Location|Print_Location|Instrument_Number|Beneficiary_Email|Beneficiary_Mobile|Debit_Narration|Credit_Narration',
    {
      paymentMethod: 'Payment_Type',
      accountNumber: 'Beneficiary_Acc_No',
      ifsc: 'IFSC Code',
      amount: 'Amount',
      remark: 'Credit_Narration',
      reference: 'Payment_Ref_No.',
      name: 'Beneficiary_Name',
    },
  ),
  layout('Kotak salary', PUBLIC_CODE, 'S.No|Beneficiary Name|Beneficiary A/c No|IFSC|Amount|Payment Mode|Remarks', {
    paymentMethod: 'Payment Mode',
    accountNumber: 'Beneficiary A/c No',
    ifsc: 'IFSC',
    amount: 'Amount',
    remark: 'Remarks',
    name: 'Beneficiary Name',
  }),
  layout(
    'IDFC FIRST BLKPAY',
    PUBLIC_CODE,
    'Beneficiary Name|Beneficiary Account Number|IFSC|Transaction Type|Debit Account No.|Transaction Date|Amount|Currency|Beneficiary Email ID|Remarks|Custom Header – 1',
    {
      paymentMethod: 'Transaction Type',
      accountNumber: 'Beneficiary Account Number',
      ifsc: 'IFSC',
      amount: 'Amount',
      remark: 'Remarks',
      name: 'Beneficiary Name',
    },
    { 'Transaction Type': 'IFT' },
  ),
  layout(
    'IndusInd bulk',
    PUBLIC_CODE,
    'Debit Account|Value Date|Transaction Type|Customer Ref No|Beneficiary Code|Beneficiary Name|Beneficiary A/c No.|IFSC Code|Transaction Amount|Beneficiary Email ID|Beneficiary Mobile No|Payment Details 1|Source Narration|Target Narration|Remitter LEI Information|Beneficiary LEI Information',
    {
      paymentMethod: 'Transaction Type',
      accountNumber: 'Beneficiary A/c No.',
      ifsc: 'IFSC Code',
      amount: 'Transaction Amount',
      remark: 'Target Narration',
      reference: 'Customer Ref No',
      name: 'Beneficiary Name',
    },
  ),
  layout(
    'Bank of India Star Connect',
    PUBLIC_CODE,
    'Seq|Transaction Type*|Bene IFSC Code*|Bene A/C No.*|Bene Name*|Bene Add Line 1|Bene e-mail ID|Txn Ref No*|Amount*|Sender To Rcvr Info*|Add Info 1',
    {
      paymentMethod: 'Transaction Type*',
      accountNumber: 'Bene A/C No.*',
      ifsc: 'Bene IFSC Code*',
      amount: 'Amount*',
      reference: 'Txn Ref No*',
      name: 'Bene Name*',
    },
  ),
  layout(
    'A bank file with the tax taken off',
    PUBLIC_CODE,
    'Seq|Transaction Type*|Bene IFSC Code*|Bene A/C No.*|Bene Name*|Txn Ref No*|Gross Amount|TDS (10%)|Net Amount*',
    {
      paymentMethod: 'Transaction Type*',
      accountNumber: 'Bene A/C No.*',
      ifsc: 'Bene IFSC Code*',
      amount: 'Net Amount*',
      reference: 'Txn Ref No*',
      name: 'Bene Name*',
    },
  ),
  layout(
    'A remittance file of one word each',
    PUBLIC_CODE,
    'RemitterAcno|RemitterName|RemitterAddress|BenificiaryAcno|BenificiaryName|BenificiaryIFSC|PaymentRef|Amount',
    {
      accountNumber: 'BenificiaryAcno',
      ifsc: 'BenificiaryIFSC',
      amount: 'Amount',
      reference: 'PaymentRef',
      name: 'BenificiaryName',
    },
  ),
  layout(
    'A remittance file',
    PUBLIC_CODE,
    'AMOUNT|Sender AC|Bene IFSC|Bene AC No|Bene AC Type|Bene AC Name|Bank Name|Info|Originator of Remittance|Bulk Data',
    { accountNumber: 'Bene AC No', ifsc: 'Bene IFSC', amount: 'AMOUNT', name: 'Bene AC Name' },
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
    'Record|Debit Account Number|Payment Mode|Beneficiary Name|Beneficiary Account No.|Beneficiary IFSC Code|Txn Amount|Unique Reference No|Payment Narration',
    {
      paymentMethod: 'Payment Mode',
      accountNumber: 'Beneficiary Account No.',
      ifsc: 'Beneficiary IFSC Code',
      amount: 'Txn Amount',
      remark: 'Payment Narration',
      reference: 'Unique Reference No',
      name: 'Beneficiary Name',
    },
  ),
  layout(
    'RBL bulk',
    INVENTED,
    'Payment Type|Cust Ref No|Source Account Number|Source Narration|Destination Account Number|Currency|Amount|Destination Narration|Destination Bank IFS Code|Beneficiary Name',
    {
      paymentMethod: 'Payment Type',
      accountNumber: 'Destination Account Number',
      ifsc: 'Destination Bank IFS Code',
      amount: 'Amount',
      remark: 'Destination Narration',
      reference: 'Cust Ref No',
      name: 'Beneficiary Name',
    },
    { Currency: 'INR' },
  ),
  layout('Canara bulk', INVENTED, 'Sl.No|Remitter A/c No|Bene. A/c No|Bene. Name|IFS Code|Amt|Trf Type|Remarks', {
    paymentMethod: 'Trf Type',
    accountNumber: 'Bene. A/c No',
    ifsc: 'IFS Code',
    amount: 'Amt',
    remark: 'Remarks',
    name: 'Bene. Name',
  }),
  layout(
    'PNB bulk',
    INVENTED,
    'S No|From Account|To Account No|Name of Beneficiary|IFSC of Beneficiary Bank|Amount (Rs.)|Particulars',
    {
      accountNumber: 'To Account No',
      ifsc: 'IFSC of Beneficiary Bank',
      amount: 'Amount (Rs.)',
      remark: 'Particulars',
      name: 'Name of Beneficiary',
    },
  ),

  // Payout services.
  layout(
    'RazorpayX bulk payouts in rupees',
    RAZORPAYX,
    'RazorpayX Account Number|Payout Amount (in Rupees)|Payout Currency|Payout Mode|Payout Purpose|Fund Account Id|Fund Account Type|Fund Account Name|Fund Account Ifsc|Fund Account Number|Fund Account Vpa|Fund Account Phone Number|Contact Name|Payout Narration|Payout Reference Id|Fund Account Email|Contact Type|Contact Email|Contact Mobile|Contact Reference Id|notes[place]|notes[code]',
    {
      paymentMethod: 'Payout Mode',
      upiId: 'Fund Account Vpa',
      accountNumber: 'Fund Account Number',
      ifsc: 'Fund Account Ifsc',
      amount: 'Payout Amount (in Rupees)',
      remark: 'Payout Narration',
      reference: 'Payout Reference Id',
      name: 'Fund Account Name',
    },
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
    'RazorpayX Account Number|Payout Amount|Payout Currency|Payout Mode|Fund Account Name|Fund Account Ifsc|Fund Account Number|Fund Account Vpa|Payout Narration',
    {
      paymentMethod: 'Payout Mode',
      upiId: 'Fund Account Vpa',
      accountNumber: 'Fund Account Number',
      ifsc: 'Fund Account Ifsc',
      amount: 'Payout Amount',
      remark: 'Payout Narration',
      name: 'Fund Account Name',
    },
    { 'Payout Currency': 'INR', 'Payout Amount': '369.05' },
  ),
  layout(
    'Cashfree batch transfer',
    'docs.cashfree.com/reference/batch-transfer',
    'transferId|amount|beneId|transferMode|bankAccount|ifsc|vpa|name|email|phone|remarks',
    {
      paymentMethod: 'transferMode',
      upiId: 'vpa',
      accountNumber: 'bankAccount',
      ifsc: 'ifsc',
      amount: 'amount',
      remark: 'remarks',
      reference: 'transferId',
      name: 'name',
    },
  ),
  layout(
    'PayU payouts',
    'payu-docs.gitbook.io/payouts-integration/core-payouts-api/initiate-transfer',
    'beneficiaryAccountNumber|beneficiaryIfscCode|beneficiaryName|beneficiaryEmail|beneficiaryMobile|purpose|amount|batchId|merchantRefId|paymentType|vpa',
    {
      paymentMethod: 'paymentType',
      upiId: 'vpa',
      accountNumber: 'beneficiaryAccountNumber',
      ifsc: 'beneficiaryIfscCode',
      amount: 'amount',
      remark: 'purpose',
      reference: 'merchantRefId',
      name: 'beneficiaryName',
    },
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
    'Initiation Time|Transaction Time|Transaction Id|Merchant Order Id|Utr|Beneficiary Name|Beneficiary Email|Beneficiary Phone|Beneficiary Acc|Beneficiary Ifsc|Amount|Remark',
    {
      accountNumber: 'Beneficiary Acc',
      ifsc: 'Beneficiary Ifsc',
      amount: 'Amount',
      remark: 'Remark',
      reference: 'Merchant Order Id',
      name: 'Beneficiary Name',
    },
    { Utr: '' },
  ),
  layout(
    'Cash on delivery remittances',
    PUBLIC_CODE,
    'Debit Account Number|Payment mode|Amount|Beneficiary Name|Beneficiary Account|Beneficiary Bank IFSC|Remarks|Beneficiary LEI',
    {
      paymentMethod: 'Payment mode',
      accountNumber: 'Beneficiary Account',
      ifsc: 'Beneficiary Bank IFSC',
      amount: 'Amount',
      remark: 'Remarks',
      name: 'Beneficiary Name',
    },
  ),

  // Payrolls and books.
  layout(
    'greytHR bank transfer',
    INVENTED,
    'Employee No|Employee Name|Bank|Bank Branch|Bank Account No|IFSC Code|Net Pay|Salary Payment Mode',
    {
      paymentMethod: 'Salary Payment Mode',
      accountNumber: 'Bank Account No',
      ifsc: 'IFSC Code',
      amount: 'Net Pay',
      name: 'Employee Name',
    },
    { 'Salary Payment Mode': 'Bank Transfer' },
  ),
  layout(
    'Keka payment information',
    'help.keka.com/hc/en-us/articles/39946569090577',
    "Employee Number|Employee Name|Payment mode|Bank name|Account number|IFSC code|Account holder's name|Net Pay",
    {
      paymentMethod: 'Payment mode',
      accountNumber: 'Account number',
      ifsc: 'IFSC code',
      amount: 'Net Pay',
      name: "Account holder's name",
    },
  ),
  layout(
    'Zoho Payroll bank advice',
    INVENTED,
    'Employee ID|Employee Name|Bank Name|Account Number|IFSC|Net Pay (₹)|Payment Mode',
    {
      paymentMethod: 'Payment Mode',
      accountNumber: 'Account Number',
      ifsc: 'IFSC',
      amount: 'Net Pay (₹)',
      name: 'Employee Name',
    },
  ),
  layout(
    'Zoho Books vendor payments',
    INVENTED,
    'Date|Payment Number|Vendor Name|Mode|Reference#|Description|Amount|Vendor Bank Account Number|Vendor IFSC',
    {
      paymentMethod: 'Mode',
      accountNumber: 'Vendor Bank Account Number',
      ifsc: 'Vendor IFSC',
      amount: 'Amount',
      remark: 'Description',
      reference: 'Reference#',
      name: 'Vendor Name',
    },
  ),
  layout(
    'Tally payment advice',
    INVENTED,
    'Sl No.|Favouring Name|Account No.|IFS Code|Bank Name|Transaction Type|Instrument No.|Amount|Narration',
    {
      paymentMethod: 'Transaction Type',
      accountNumber: 'Account No.',
      ifsc: 'IFS Code',
      amount: 'Amount',
      remark: 'Narration',
      name: 'Favouring Name',
    },
  ),
  layout(
    'Frappe bank payment',
    INVENTED,
    'Debit Ac No|Beneficiary Name|Beneficiary Account No|IFSC|Amount|Mode of Payment|Remarks|Party',
    {
      paymentMethod: 'Mode of Payment',
      accountNumber: 'Beneficiary Account No',
      ifsc: 'IFSC',
      amount: 'Amount',
      remark: 'Remarks',
      name: 'Beneficiary Name',
    },
    { Party: '' },
  ),
  layout(
    'A bank advice',
    PUBLIC_CODE,
    'Employee ID|Employee Name|Department|Bank Name|Bank Account|IFSC Code|Net Pay Amount (INR)|Narration',
    {
      accountNumber: 'Bank Account',
      ifsc: 'IFSC Code',
      amount: 'Net Pay Amount (INR)',
      remark: 'Narration',
      name: 'Employee Name',
    },
  ),
  layout(
    'A disbursement file',
    PUBLIC_CODE,
    'Sr. No.|Employee ID|Employee Name|Bank Name|Account Number|IFSC Code|Net Pay (INR)|Payment Mode|Narration|Debit Account|Debit IFSC',
    {
      paymentMethod: 'Payment Mode',
      accountNumber: 'Account Number',
      ifsc: 'IFSC Code',
      amount: 'Net Pay (INR)',
      remark: 'Narration',
      name: 'Employee Name',
    },
  ),
  layout(
    'A payroll file',
    PUBLIC_CODE,
    'Employee Code|Employee Name|Bank Name|Account Number|IFSC|Net Salary|Payment Month|Payment Reference',
    {
      accountNumber: 'Account Number',
      ifsc: 'IFSC',
      amount: 'Net Salary',
      reference: 'Payment Reference',
      name: 'Employee Name',
    },
  ),
  layout('A short payroll', PUBLIC_CODE, 'EMP CODE|NAME|A/C No|IFSC Code|NET PAY', {
    accountNumber: 'A/C No',
    ifsc: 'IFSC Code',
    amount: 'NET PAY',
    name: 'NAME',
  }),
  layout(
    'A salary register',
    INVENTED,
    'Emp Code|Employee Name|Days Paid|Basic|HRA|Gross Earnings|PF|ESI|PT|TDS|Total Deductions|Net Payable|Bank A/c No.|IFSC',
    {
      accountNumber: 'Bank A/c No.',
      ifsc: 'IFSC',
      amount: 'Net Payable',
      name: 'Employee Name',
    },
  ),

  // Shops and refunds.
  layout(
    'Refunds of a shop',
    INVENTED,
    'Order ID|Customer Name|Email|Refund Amount|UPI ID|Refund Mode|Reason',
    {
      paymentMethod: 'Refund Mode',
      upiId: 'UPI ID',
      amount: 'Refund Amount',
      reference: 'Order ID',
      name: 'Customer Name',
    },
    { 'Refund Mode': 'UPI' },
  ),
  layout(
    'Shopify orders with a UPI ID',
    'matrixify.app/documentation/orders',
    'Name|Billing Name|Refund Amount|Payment Method|Customer UPI ID|Note',
    {
      paymentMethod: 'Payment Method',
      upiId: 'Customer UPI ID',
      amount: 'Refund Amount',
      remark: 'Note',
    },
    { Name: '#1001', 'Payment Method': 'Cash on Delivery (COD)' },
  ),

  // Spelt as people spell.
  layout('Underscores', INVENTED, 'beneficiary_name|account_no|ifsc_code|amount_inr|payment_mode|remarks|ref_id', {
    paymentMethod: 'payment_mode',
    accountNumber: 'account_no',
    ifsc: 'ifsc_code',
    amount: 'amount_inr',
    remark: 'remarks',
    reference: 'ref_id',
    name: 'beneficiary_name',
  }),
  layout('Plurals', INVENTED, 'Names|Account Numbers|IFSC Codes|Amounts|Narrations', {
    accountNumber: 'Account Numbers',
    ifsc: 'IFSC Codes',
    amount: 'Amounts',
    remark: 'Narrations',
    name: 'Names',
  }),
  layout('Typing errors', INVENTED, 'Benificery Name|Acount Number|IFSC Coed|Amuont|Naration', {
    accountNumber: 'Acount Number',
    amount: 'Amuont',
    ifsc: 'IFSC Coed',
    remark: 'Naration',
    name: 'Benificery Name',
  }),
  layout('Run together', INVENTED, 'benename|beneaccno|beneifsc|netamount|paymentmode|refno', {
    paymentMethod: 'paymentmode',
    accountNumber: 'beneaccno',
    ifsc: 'beneifsc',
    amount: 'netamount',
    reference: 'refno',
    name: 'benename',
  }),
  layout(
    'Group words before the header',
    INVENTED,
    'Employee / Name|Beneficiary / Account No|Beneficiary / IFSC|Debit / Account No|Debit / IFSC|Payment / Amount|Payment / Mode',
    {
      paymentMethod: 'Payment / Mode',
      accountNumber: 'Beneficiary / Account No',
      ifsc: 'Beneficiary / IFSC',
      amount: 'Payment / Amount',
      name: 'Employee / Name',
    },
  ),
  layout(
    'A form with the account number twice',
    INVENTED,
    'Full Name|Account Number|Re-enter Account Number|IFSC Code|Amount to be paid|Remarks (if any)',
    {
      accountNumber: 'Account Number',
      ifsc: 'IFSC Code',
      amount: 'Amount to be paid',
      remark: 'Remarks (if any)',
      name: 'Full Name',
    },
  ),

  // Scripts.
  layout('Hindi', INVENTED, 'क्र.|कर्मचारी का नाम|बैंक खाता संख्या|आईएफएससी कोड|शुद्ध वेतन|टिप्पणी', {
    accountNumber: 'बैंक खाता संख्या',
    ifsc: 'आईएफएससी कोड',
    amount: 'शुद्ध वेतन',
    remark: 'टिप्पणी',
    name: 'कर्मचारी का नाम',
  }),
  layout('Hindi with English', INVENTED, 'नाम / Name|खाता संख्या (Account No)|IFSC कोड|यूपीआई आईडी|राशि (रुपये में)', {
    accountNumber: 'खाता संख्या (Account No)',
    upiId: 'यूपीआई आईडी',
    ifsc: 'IFSC कोड',
    amount: 'राशि (रुपये में)',
    name: 'नाम / Name',
  }),
  layout('Marathi', INVENTED, 'कर्मचाऱ्याचे नाव|बँक खाते क्रमांक|IFSC कोड|निव्वळ वेतन|शेरा', {
    accountNumber: 'बँक खाते क्रमांक',
    ifsc: 'IFSC कोड',
    amount: 'निव्वळ वेतन',
    remark: 'शेरा',
    name: 'कर्मचाऱ्याचे नाव',
  }),
  layout('Gujarati', INVENTED, 'કર્મચારીનું નામ|બેંક ખાતા નંબર|આઈએફએસસી કોડ|ચોખ્ખો પગાર|નોંધ', {
    accountNumber: 'બેંક ખાતા નંબર',
    ifsc: 'આઈએફએસસી કોડ',
    amount: 'ચોખ્ખો પગાર',
    remark: 'નોંધ',
    name: 'કર્મચારીનું નામ',
  }),
  layout('Tamil', INVENTED, 'பணியாளர் பெயர்|வங்கி கணக்கு எண்|IFSC குறியீடு|நிகர சம்பளம்|குறிப்பு', {
    accountNumber: 'வங்கி கணக்கு எண்',
    ifsc: 'IFSC குறியீடு',
    amount: 'நிகர சம்பளம்',
    remark: 'குறிப்பு',
    name: 'பணியாளர் பெயர்',
  }),
  layout('Telugu', INVENTED, 'ఉద్యోగి పేరు|బ్యాంక్ ఖాతా సంఖ్య|IFSC కోడ్|నికర జీతం|గమనిక', {
    accountNumber: 'బ్యాంక్ ఖాతా సంఖ్య',
    ifsc: 'IFSC కోడ్',
    amount: 'నికర జీతం',
    remark: 'గమనిక',
    name: 'ఉద్యోగి పేరు',
  }),
  layout('Kannada', INVENTED, 'ಉದ್ಯೋಗಿ ಹೆಸರು|ಬ್ಯಾಂಕ್ ಖಾತೆ ಸಂಖ್ಯೆ|IFSC ಕೋಡ್|ನಿವ್ವಳ ವೇತನ|ಟಿಪ್ಪಣಿ', {
    accountNumber: 'ಬ್ಯಾಂಕ್ ಖಾತೆ ಸಂಖ್ಯೆ',
    ifsc: 'IFSC ಕೋಡ್',
    amount: 'ನಿವ್ವಳ ವೇತನ',
    remark: 'ಟಿಪ್ಪಣಿ',
    name: 'ಉದ್ಯೋಗಿ ಹೆಸರು',
  }),
  layout('Bengali', INVENTED, 'কর্মচারীর নাম|ব্যাংক অ্যাকাউন্ট নম্বর|আইএফএসসি কোড|নিট বেতন|মন্তব্য', {
    accountNumber: 'ব্যাংক অ্যাকাউন্ট নম্বর',
    ifsc: 'আইএফএসসি কোড',
    amount: 'নিট বেতন',
    remark: 'মন্তব্য',
    name: 'কর্মচারীর নাম',
  }),
  asking('Hindi gross pay', INVENTED, 'नाम|खाता संख्या|IFSC कोड|सकल वेतन', 'amountUnclear'),
  asking('Tamil total pay', INVENTED, 'பெயர்|கணக்கு எண்|IFSC குறியீடு|மொத்த சம்பளம்', 'amountUnclear'),

  // Traps: each would pay the wrong amount or person if a column were taken without a word.
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
    'Name|Account No|Old Account No|PF Account No|IFSC|Net Pay',
    {
      name: 'Name',
      accountNumber: 'Account No',
      ifsc: 'IFSC',
      amount: 'Net Pay',
    },
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
    'Name|UPI ID|Earned|Recovery|Penalty|Less: TDS|Net Pay',
    {
      name: 'Name',
      upiId: 'UPI ID',
      amount: 'Net Pay',
    },
    { Earned: '28000', Recovery: '1000', Penalty: '1000', 'Less: TDS': '1000' },
  ),
  layout(
    'ICICI InstaBIZ',
    PUBLIC_CODE,
    'Debit Ac No|Beneficiary Ac No|Beneficiary Name|Amt|Pay Mod|Date|IFSC|Remarks',
    {
      accountNumber: 'Beneficiary Ac No',
      name: 'Beneficiary Name',
      amount: 'Amt',
      paymentMethod: 'Pay Mod',
      ifsc: 'IFSC',
      remark: 'Remarks',
    },
  ),
  layout('Two columns of remarks', INVENTED, 'Name|UPI ID|Amount|purpose|comments', {
    name: 'Name',
    upiId: 'UPI ID',
    amount: 'Amount',
  }),
];
