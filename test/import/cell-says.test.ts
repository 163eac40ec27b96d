// What cells beside the amount say against paying: a word counts as harmless only under a header that asks for it.

import { describe, expect, it } from 'vitest';
import { checked, codes, type SpokenFile } from './files.ts';

const NOW_MS = new Date(2026, 10, 30, 12).getTime();
const NAMES = ['Asha Rao', 'Ravi Kumar', 'Meera Iyer', 'Suresh Menon'];
const AMOUNTS = ['12000', '18500', '31250', '9750'];

/** A sheet of payments with one more column, its cells separated by semicolons. */
function withColumn(header: string, cells: string): Promise<SpokenFile> {
  const rows = cells.split(';').map((cell, at) => `${NAMES[at]},a${at}@okaxis,${AMOUNTS[at]},Salary,"${cell.trim()}"`);
  return checked([`Name,UPI ID,Amount,Remark,${header}`, ...rows, ''].join('\n'), { nowMs: NOW_MS });
}

/** The rows of a file about which something is said. */
async function rowsOf(header: string, cells: string): Promise<readonly number[]> {
  const { issues } = await withColumn(header, cells);
  const rows = issues
    .filter(({ severity, code }) => severity !== 'notice' && code !== 'wordsAsked')
    .map(({ row }) => row);
  return [...new Set(rows)];
}

describe('a word that is harmless elsewhere', () => {
  it.each([
    ['Resigned', 'No;Accepted;No;No'],
    ['Resigned', 'No;Confirmed;No;No'],
    ['Resignation', ';Accepted;;'],
    ['Fraud', 'No;Confirmed;No;No'],
    ['Fraud Status', 'Clear;Confirmed;Clear;Clear'],
    ['Stop Payment', 'No;Approved;No;No'],
    ['Stop Payment', 'No;OK;No;No'],
    ['Paid', 'No;Full;No;No'],
    ['Paid', 'No;Cleared;No;No'],
    ['Paid?', 'No;Not in bank, gave cash;No;No'],
    ['Approved', 'Yes;Draft;Yes;Yes'],
    ['Approved', 'Yes;New;Yes;Yes'],
    ['Approved', 'Yes;Open;Yes;Yes'],
    ['KYC', 'Done;None;Done;Done'],
    ['Pay?', 'Y;Nil;Y;Y'],
    ['Status', 'Active;Draft;Active;Active'],
    ['Lien Status', 'Nil;Active;Nil;Nil'],
    ['Blacklisted', 'No;Confirmed;No;No'],
    ['Absconded', 'No;Live;No;No'],
    ['Vigilance', ';Confirmed;;'],
    ['Invoice Status', 'Passed;On hold;Passed;Passed'],
  ])('is said under "%s": %s', async (header, cells) => {
    expect(await rowsOf(header, cells)).toEqual([3]);
  });

  it.each([
    ['Status', 'Active;Confirmed;In service;Approved'],
    ['Payment Status', 'Pending;Unpaid;Due;To be paid'],
    ['Paid', 'No;Unpaid;Not yet paid;Pending'],
    ['Resigned', 'No;N.A.;Active;On roll'],
    ['Approved', 'Yes;Confirmed;Sanctioned;Accepted'],
    ['Pay?', 'Yes;Pay;OK;To be paid'],
    ['Active', 'Yes;Active;Y;Active'],
    ['Hold', 'No;Nil;NA;-'],
  ])('is understood under "%s": %s', async (header, cells) => {
    expect((await withColumn(header, cells)).issues).toEqual([]);
  });
});

describe('a denial', () => {
  it.each([
    ['Status', 'Active;Hold - documents not received;Active;Active'],
    ['Status', 'Active;Hold will be released in Dec;Active;Active'],
    ['Status', 'Active;Absconded dues not cleared;Active;Active'],
    ['Status', 'Active;Not on hold, absconded;Active;Active'],
    ['Status', 'Active;Hold cleared then resigned;Active;Active'],
    ['Hold', 'No;Not yet released;No;No'],
    ['Hold', 'No;KYC not cleared;No;No'],
    ['Hold', 'No;No, released next month;No;No'],
  ])('takes nothing back that the cell also says: "%s", %s', async (header, cells) => {
    expect(await rowsOf(header, cells)).toEqual([3]);
  });

  it.each([
    ['Status', 'Hold released;Not on hold;No hold;Not resigned'],
    ['Status', 'Hold removed on 12-11-2026;Active;Hold is lifted;Active'],
    ['Hold', 'No;Not on hold;Case closed;KYC resolved'],
  ])('takes back the whole of it: "%s", %s', async (header, cells) => {
    expect((await withColumn(header, cells)).issues).toEqual([]);
  });
});

describe('a text of a few rows, where most have another', () => {
  it.each([
    ['Pmt Sts', 'rel;hld;rel;rel'],
    ['Salary position', 'release;rok do;release;release'],
    ['Docs', 'complete;short;complete;complete'],
    ['NPCI seeding', 'Seeded;Not seeded;Seeded;Seeded'],
    ['GRN', 'recd;not recd;recd;recd'],
    ['Director', 'ok;baad me;ok;ok'],
    ['Payout lock', 'off;on;off;off'],
    ['Q', ';?;;'],
    ['Bill chk', 'okd;objn;okd;okd'],
    ['Mentor view', 'continue;drop;continue;continue'],
    ['Bank advice', ';retd by bank;;'],
    ['स्थिती', 'देणे;दिले;देणे;देणे'],
    ['નિર્ણય', 'આપવું;રોકવું;આપવું;આપવું'],
    ['Flow', 'to rider;from rider;to rider;to rider'],
    ['Doc type', 'Bill;Vendor Credit;Bill;Bill'],
    ['प्रकार', 'देना;लेना;देना;देना'],
    ['Additional info', ';joined back 28th, 3 days only;;'],
    ['Notes', ';half only, rest after laptop is back;;'],
    ['Comments', ';gave him 5000 on 20th;;'],
    ['Comments', 'ok;sab de chuke;ok;ok'],
    ['Reason', ';discontinued;;'],
    ['குறிப்பு 2', ';அடுத்த மாதம்;;'],
  ])('is asked about under "%s": %s', async (header, cells) => {
    expect(await rowsOf(header, cells)).toEqual([3]);
  });

  it.each([
    ['Department', 'Dyeing;Weaving;Weaving;Weaving'],
    ['Contractor', 'Om Labour;Shiv Ent;Om Labour;Om Labour'],
    ['Mentor', 'Nitin;Pooja;Nitin;Nitin'],
    ['Work Location', 'HO;WFH;HO;HO'],
    ['विभाग', 'बुनाई;रंगाई;बुनाई;बुनाई'],
    ['ગામ', 'વડગામ;ખેડા;વડગામ;વડગામ'],
    ['MSME', 'Yes;No;Yes;No'],
    ['State', 'MH;GJ;MH;MH'],
    ['Place of Supply', 'MH;GJ;MH;MH'],
    ['Nature of Expense', 'Freight;Rent;Freight;Freight'],
    ['Refund Reason', 'damaged;wrong item;damaged;damaged'],
    ['Account Type', 'Savings;Current;Savings;Savings'],
    ['Return Reason', 'Damaged;Size;Damaged;Damaged'],
    ['Notes', ';new joinee;;'],
    ['Notes', ';OT 2 days;;'],
    ['Comments', 'ok;Confirmed from 1 Nov;ok;ok'],
  ])('is no question where it says what a thing is: "%s", %s', async (header, cells) => {
    expect((await withColumn(header, cells)).issues).toEqual([]);
  });

  it.each([
    ['Nov salary', 'cash se le gaya', [3]],
    ['Nov salary', 'payout shifted to next wk', [3]],
    ['वेतन', 'पहले ही मिल गया', [3]],
    ['Salary', 'Salary and OT 2 days', []],
    ['Salary', 'Salary 🎉', []],
    ['Bill payment', 'Advance', []],
    ['Refund', 'Refund damaged item', []],
  ])('is asked about in the remark as well: %s, but %s', async (usual, other, expected) => {
    const rows = NAMES.map((name, at) => `${name},a${at}@okaxis,${AMOUNTS[at]},${at === 1 ? other : usual}`);
    const { issues } = await checked(['Name,UPI ID,Amount,Remark', ...rows, ''].join('\n'), { nowMs: NOW_MS });
    const asked = issues.filter(({ code }) => code === 'wordUnknown' || code === 'cellUnclear');
    expect(asked.map(({ row }) => row)).toEqual(expected);
  });
});

it('reads the signs of a phone as answers', async () => {
  expect(await rowsOf('Approved', '✅;🚫;✔️;👍')).toEqual([3]);
});

describe('a column of days, references or names', () => {
  const day = '30-11-2026';
  it.each([
    ['Release Date', `${day};HOLD;${day};${day}`],
    ['Release Date', `${day};after audit;${day};${day}`],
    ['Pay On', '30 Nov;Agle mahine;30 Nov;30 Nov'],
    ['Value Date', `ASAP;15-12-2026;ASAP;ASAP`],
    ['Disbursement Date', `${day};cancelled;${day};${day}`],
    ['To be paid on', `${day};05/12/2026;${day};${day}`],
    ['Effective Date', `${day};01/12/2026;${day};${day}`],
    ['Disb date', `${day};10-12-2026;${day};${day}`],
    ['Kab dena hai', ';5 Dec;;'],
    ['W.e.f.', ';1-Dec-26;;'],
    ['Scheduled for', ';Fri 4 Dec;;'],
    ['செலுத்தும் தேதி', `${day};05-12-2026;${day};${day}`],
    ['Chq issued', ';000123;;'],
    ['Paid thru', ';PhonePe;;'],
    ['Sent to bank', ';25/11;;'],
    ['UTR', ';HOLD;;'],
    ['UTR', ';CASH PAID;;'],
    ['UTR No', ';given by hand;;'],
    ['Date of Leaving', '-;Absconded;-;-'],
    ['DOL', ';Serving notice;;'],
    ['Approved By', 'Rohit;Pending;Rohit;Rohit'],
    ['Approved by HOD', 'Rohit;Not approved;Rohit;Rohit'],
    ['Sanction By', 'MD;yet to sign;MD;MD'],
    ['Bank', 'HDFC;Account closed;SBI;Axis'],
    ['In words', 'Fifteeen Thousand;Two Thousand Only;Thirty One Thousand Two Hundred Fifty;'],
  ])('says more than its own kind: "%s", %s', async (header, cells) => {
    expect(await rowsOf(header, cells)).toEqual([3]);
  });

  it('warns of a hold in place of a day of payment', async () => {
    const { issues } = await withColumn('Payment Date', `${day};HOLD;;`);
    expect(codes(issues)).toContain('statusSays@3');
  });

  it.each([
    ['Release Date', `${day};${day};Today;Immediate`],
    ['Value Date', '30/11/2026 10:30;Mon 30 Nov 2026;20261130;2026-11-30'],
    ['UTR', '-;NA;Pending;Nil'],
    ['Date of Leaving', '-;NA;Working;31-12-9999'],
    ['Approved By', 'Under Secretary;CFO;Nora;HOD'],
    ['Class', 'One;Two;Three;Nursery'],
  ])('says nothing else: "%s", %s', async (header, cells) => {
    expect((await withColumn(header, cells)).issues).toEqual([]);
  });
});

describe('a column of answers', () => {
  it.each([
    ['Bank Confirmation', 'Yes;No;Yes;Yes'],
    ['Bill Passed', 'Yes;No;Yes;Yes'],
    ['Month closed', 'Yes;No;Yes;Yes'],
    ['Cleared by HO', 'Yes;No;NA;Yes'],
    ['Linked', 'Yes;No;N.A.;Yes'],
    ['Signed off', 'Yes.;No.;Yes.;Yes.'],
    ['मंजूर', 'हाँ;नहीं;हाँ;हाँ'],
    ['मंजुरी', 'होय;नाही;होय;होय'],
    ['મંજૂર', 'હા;ના;હા;હા'],
    ['ஒப்புதல்', 'ஆம்;இல்லை;ஆம்;ஆம்'],
    ['Bank manzoori', 'Haan;Nahi;Haan;Haan'],
  ])('is asked about unless its whole header is about something else: "%s", %s', async (header, cells) => {
    expect(await rowsOf(header, cells)).toContain(3);
  });

  it.each([
    ['PF Applicable', 'Yes;No;NA;Yes'],
    ['PF Opted', 'Yes;No;Yes;Yes'],
    ['GST Registered (Y/N)', 'Y;N;Y;N'],
    ['Aadhaar Linked', 'Yes;No;Yes;Yes'],
    ['Days Absent', '0;1;0;-'],
    ['Leave Taken', '0;1;0;-'],
  ])('is not asked about under "%s": %s', async (header, cells) => {
    expect((await withColumn(header, cells)).issues).toEqual([]);
  });

  it('has a gap where a dash stands for an answer', async () => {
    expect(codes((await withColumn('Approved', 'Yes;Yes;-;Yes')).issues)).toEqual(['notMarked@4']);
    expect(await rowsOf('Final', 'OK;OK;-;OK')).toEqual([4]);
  });
});

describe('a word against paying under any header', () => {
  it.each([
    ['Group', 'Alpha;Pay later;Alpha;Beta'],
    ['Team', 'North;Dormant;South;East'],
    ['Wing', 'A;Frozen;B;A'],
    ['Section', 'A;mat dena;B;A'],
    ['Desk', 'A1;Pay the nominee;A2;A3'],
    ['Cell', 'A1;next month;A2;A3'],
  ])('is warned about: "%s", %s', async (header, cells) => {
    const { issues } = await withColumn(header, cells);
    expect(codes(issues)).toContain('statusSays@3');
  });
});

describe('a sheet of which every row brings money in', () => {
  it.each([
    ['Voucher Type', 'Receipt'],
    ['Vch Type', 'Bank Receipt'],
    ['Nature', 'Collection'],
    ['Direction', 'Inward'],
    ['Type', 'Recovery'],
    ['वाउचर प्रकार', 'प्राप्ति'],
  ])('is warned about: %s %s', async (header, cell) => {
    expect(await rowsOf(header, `${cell};${cell};${cell}`)).toEqual([2, 3, 4]);
  });

  it.each([
    ['Dr/Cr', 'Dr'],
    ['Voucher Type', 'Payment'],
    ['Batch', 'Receipts'],
  ])('is not one that says %s %s', async (header, cell) => {
    expect((await withColumn(header, `${cell};${cell};${cell}`)).issues).toEqual([]);
  });
});
