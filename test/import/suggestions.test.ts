import { describe, expect, it } from 'vitest';
import { loadIfscList } from '../../electron/main/import/ifsc-list.ts';
import { ISSUE_CODES, issueWords } from '../../electron/main/import/issues.ts';
import { FIXES, METHOD_FROM_DETAILS, suggestMethod, suggestText } from '../../electron/main/import/suggestions.ts';
import { nearHandles } from '../../electron/main/import/upi-handles.ts';
import { inEnglish } from '../../shared/messages/speak.ts';

describe('a suggestion', () => {
  it.each([
    ['ifscLetterO', 'HDFCO000001', 'HDFC0000001'],
    ['ifscLetterO', ' hdfco000001 ', 'HDFC0000001'],
    ['ifscLetterO', 'HDFCO999998', null],
    ['ifscSlip', 'HDFC 0000001', 'HDFC0000001'],
    ['ifscSlip', 'SBIN-0-000300', 'SBIN0000300'],
    ['ifscSlip', '5BIN0000300', 'SBIN0000300'],
    ['ifscDoubtful', 'HDFC0O00OO1', 'HDFC0000001'],
    ['ifscDoubtful', 'HDCF0000001', 'HDFC0000001'],
    ['ifscDoubtful', 'HDFC0999998', null],
    ['ifscDoubtful', 'ZZZZ0000001', null],
    ['upiHandle', 'Ravi.K@okhdfcbnk', 'Ravi.K@okhdfcbank'],
    ['upiHandle', 'ravi@YBLL', 'ravi@ybl'],
    ['upiHandle', 'ravi@ypl', null],
    ['upiHandle', 'ravi@okaxis', null],
    ['upiShape', 'ravi @ okaxis', 'ravi@okaxis'],
    ['upiShape', 'ravi kumar@okaxis', null],
    ['upiShape', 'ravi@@okaxis', 'ravi@okaxis'],
    ['upiShape', 'ravi @ @ okaxis', 'ravi@okaxis'],
    ['upiShape', 'ravi@asha@okaxis', null],
    ['ifscShape', 'ZZZZ-0-123456', 'ZZZZ0123456'],
    ['ifscShape', 'ZZZZO123456', null],
    ['strangeCharacter', '0012\u200b3456', '00123456'],
    ['strangeCharacter', '\u0967\u0968', null],
    ['strangeCharacter', 'ravi\u202e@sample', null],
    ['lineBreak', 'Salary\nNov', 'Salary Nov'],
    ['totalRow', '100', null],
    ['accountShape', '0012 3456 789', '00123456789'],
    ['accountShape', '0012-3456-789', '00123456789'],
    ['accountShape', '12 3', null],
    ['accountShape', '0012/3456789', null],
    ['accountShape', `${'1 '.repeat(20)}1`, null],
    ['amountGrouping', '1.000,50', '1000.50'],
    ['amountGrouping', '12.34.567,50', null],
    ['amountGrouping', '1,000,50', null],
    ['amountGrouping', '1.000,5', null],
    ['amountDecimals', '1234.565', '1234.57'],
    ['amountDecimals', '43800.4549999', '43800.45'],
    ['amountDecimals', '999.995', null],
    ['amountDecimals', '999.9951', null],
    ['amountDecimals', '999.9949', '999.99'],
    ['amountDecimals', '1,234.565', null],
    ['amountShape', '500.00 Cr', '500.00'],
    ['amountShape', '1,200Cr.', '1200.00'],
    ['amountShape', '1.50 Cr', null],
    ['amountShape', '500.00 Dr', null],
    ['accountShort', '401234567', null],
    ['upiHandle', `${'x'.repeat(400)}@ybll`, null],
    ['constructor', 'HDFCO000001', null],
  ])('for %s of %s is %s', async (code, text, expected) => {
    expect(suggestText(code, text, await loadIfscList())).toBe(expected);
  });
});

describe('the method of the details', () => {
  it.each([
    ['a@okaxis', '', '', 'UPI'],
    [' ', '00123456', 'HDFC0000001', 'IMPS'],
    ['a@okaxis', '00123456', 'HDFC0000001', null],
    ['', '00123456', '', null],
    ['', '', '', null],
  ])('is known only where one alone is possible: %j, %j, %j', (upiId, accountNumber, ifsc, method) => {
    expect(suggestMethod({ upiId, accountNumber, ifsc })).toBe(method);
  });
});

/** Each needs a person: the row does not say what was meant, who is right, or whether it is paid at all. */
const FOR_A_PERSON = [
  'repeatedHeader leftOut hiddenLeftOut secondHeader belowSecondHeader totalLine totalDiffers explanationLine noteLine',
  'trimmed spacesPlain apostrophe quotedText methodCase ifscCase numberLine lastLineOpen hiddenRow hiddenColumn struckRow columnGuessed rowsAboveHeader titleSays declaredDiffers unitDoubtful',
  'cellUnclear payDayOther detailsBeside recoveryThere sameInvoice otherCode remarkDitto upiPlaceholder accountPlaceholder',
  'accountRound columnDoubtful methodsAsked wordUnknown wordUnpaid wordsAsked fillRemarkLong formulaColumn amountsRounded formulaCell formulaText errorCell booleanCell dateCell',
  'mergedCell linkDiffers maskedNumber unusualNumber digitsLost notWhole scientificText valueTooLong methodUnknown',
  'methodUnpaid methodAnswered detailsUnused methodUnclear payeeMissing upiMissing upiEmail bankDetailsOnUpi upiOnImps',
  'accountMissing accountUnusual accountShort accountLong accountShortNumber accountZeros accountMasked',
  'accountFromNumber ifscMissing ifscMerged ifscNotListed amountEmpty amountZero amountNegative amountScientific',
  'amountTooLarge amountCleaned amountShownWhole aboveCeiling aboveUsual remarkMissing remarkLong',
  'remarkTooLong remarkEmoji referenceShape referenceRepeated nameTooLong statusSays bankReferenceThere accountsDiffer',
  'holderDiffers samePayment sameNameAndAmount otherName belowHeading noteThere notMarked amountWordsDiffer bankDiffers filledDown sheetSays payersNamed noteSays textsUnclear columnTexts fileSays rowMarked rowColoured',
]
  .join(' ')
  .split(' ');

describe('each kind of issue', () => {
  it('has its one right fix, or is left to a person on purpose', () => {
    const withoutFix = ISSUE_CODES.filter((code) => !(code in FIXES) && code !== METHOD_FROM_DETAILS);
    expect(withoutFix.toSorted()).toEqual(FOR_A_PERSON.toSorted());
  });

  it('is never cured "in the sheet" by a cell that can be typed into here', () => {
    const cures = ISSUE_CODES.flatMap((code) => {
      const words = inEnglish(issueWords(code, {}).cure, 'window');
      return /in the sheet|the format|delete/i.test(words) ? [code] : [];
    });
    // The unit of a column, and what the sheet hides, belong to the sheet.
    expect(cures.toSorted()).toEqual(['hiddenColumn', 'hiddenRow', 'unitDoubtful']);
  });
});

describe('the handle of a UPI ID', () => {
  it.each([
    ['okhdfcbank', []],
    ['OKSBI', []],
    ['naviaxis', []],
    ['sample', []],
    ['okhdfcbnk', ['okhdfcbank']],
    ['okhdfcbannk', ['okhdfcbank']],
    ['okhdfcbamk', ['okhdfcbank']],
    ['okhdfcbakn', ['okhdfcbank']],
    ['okhdfcb', ['okhdfcbank']],
    ['okh', []],
    ['paytmm', ['paytm']],
    ['ok', []],
  ])('%s is near to %j', (handle, near) => {
    expect(nearHandles(handle)).toEqual(near);
  });
});
