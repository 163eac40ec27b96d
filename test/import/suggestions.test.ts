import { describe, expect, it } from 'vitest';
import { loadIfscList } from '../../electron/main/import/ifsc-list.ts';
import { suggestText } from '../../electron/main/import/suggestions.ts';
import { nearHandles } from '../../electron/main/import/upi-handles.ts';

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
    ['amountDecimals', '999.9951', '1000.00'],
    ['amountDecimals', '1,234.565', null],
    ['accountShort', '401234567', null],
    ['upiHandle', `${'x'.repeat(400)}@ybll`, null],
    ['constructor', 'HDFCO000001', null],
  ])('for %s of %s is %s', async (code, text, expected) => {
    expect(suggestText(code, text, await loadIfscList())).toBe(expected);
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
    ['okhdfcb', []],
    ['paytmm', ['paytm']],
    ['ok', []],
  ])('%s is near to %j', (handle, near) => {
    expect(nearHandles(handle)).toEqual(near);
  });
});
