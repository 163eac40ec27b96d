"""Workbooks that openpyxl writes: number formats, types of cells, formulas, links, fonts, hidden and merged parts."""

import datetime
import io

import openpyxl
from openpyxl.comments import Comment
from openpyxl.formatting.rule import CellIsRule
from openpyxl.styles import Font, PatternFill
from openpyxl.utils.datetime import CALENDAR_MAC_1904
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.table import Table

UPI = ['UPI ID', 'Amount', 'Remark']
BANK = ['Account Number', 'IFSC', 'Amount', 'Remark']
RAVI = ['ravi@okaxis', 500, 'Salary']
ASHA = ['asha@ybl', 700, 'Salary']
ASHA_BANK = ['50100234567891', 'HDFC0000001', 500, 'Salary']


def book(header, rows, change=None, title='Sheet1'):
    made = openpyxl.Workbook()
    sheet = made.active
    sheet.title = title
    for row in [header, *rows]:
        sheet.append(row)
    if change is not None:
        change(made, sheet)
    return saved(made)


def saved(made):
    # The same bytes whenever it is made again.
    made.properties.created = datetime.datetime(2026, 11, 24)
    file = io.BytesIO()
    made.save(file)
    return file.getvalue()


def formatted(value, code):
    def change(_, sheet):
        sheet['B2'].number_format = code
    return book(UPI, [['ravi@okaxis', value, 'Salary']], change)


def account_formatted(value, code='General', ifsc='HDFC0000001'):
    def change(_, sheet):
        sheet['A2'].number_format = code
    return book(BANK, [[value, ifsc, 500, 'Salary']], change)


def changed(change, rows=(RAVI, ASHA)):
    return book(UPI, rows, change)


def two_sheets(second_state='visible', first_state='visible'):
    def change(made, sheet):
        other = made.create_sheet('October')
        other.append(UPI)
        other.append(['asha@ybl', 900, 'Salary'])
        other.sheet_state = second_state
        sheet.sheet_state = first_state
        made.active = 0 if first_state == 'visible' else 1
    return book(UPI, [RAVI], change, title='November')


def merge(cells):
    return changed(lambda _, sheet: sheet.merge_cells(cells))


def hide_row(_, sheet):
    sheet.row_dimensions[3].hidden = True


def hide_column(letter):
    def change(_, sheet):
        sheet.column_dimensions[letter].hidden = True
    return changed(change)


def filtered(_, sheet):
    sheet.auto_filter.ref = 'A1:C3'
    sheet.auto_filter.add_filter_column(0, ['ravi@okaxis'])
    sheet.row_dimensions[3].hidden = True


def struck(cell):
    def change(_, sheet):
        sheet[cell].font = Font(strike=True)
    return changed(change)


def linked(target):
    def change(_, sheet):
        sheet['A2'].hyperlink = target
    return changed(change)


def titled(*titles):
    def change(_, sheet):
        sheet.insert_rows(1, len(titles))
        for at, title in enumerate(titles):
            sheet.cell(at + 1, 1, title)
    return changed(change)


def titled_and_merged(_, sheet):
    sheet.insert_rows(1, 2)
    sheet['A1'] = 'Acme Private Limited'
    sheet.merge_cells('A1:C1')
    sheet['A2'] = 'Salary register for November 2026'
    sheet.merge_cells('A2:C2')


def grouped_header():
    made = openpyxl.Workbook()
    sheet = made.active
    sheet.append(['Employee', None, 'Beneficiary', None, 'Amount', 'Remark'])
    sheet.append(['Code', 'Name', 'Account No', 'IFSC', None, None])
    sheet.append(['E1', 'Asha', '50100234567891', 'HDFC0000001', 500, 'Salary'])
    for cells in ['A1:B1', 'C1:D1', 'E1:E2', 'F1:F2']:
        sheet.merge_cells(cells)
    return saved(made)


def payer_group():
    made = openpyxl.Workbook()
    sheet = made.active
    sheet.append(['Debit', 'Beneficiary', None, None, None])
    sheet.append(['Account No', 'Account No', 'IFSC', 'Amount', 'Remark'])
    sheet.append(['999900001111', '50100234567891', 'HDFC0000001', 500, 'Salary'])
    sheet.merge_cells('B1:E1')
    return saved(made)


def table_with_total(made, sheet):
    sheet.append(['Total', 1200, None])
    table = Table(displayName='Payouts', ref='A1:C4')
    table.totalsRowCount = 1
    sheet.add_table(table)


def mac_dates():
    made = openpyxl.Workbook()
    made.epoch = CALENDAR_MAC_1904
    sheet = made.active
    sheet.append([*UPI, 'Date'])
    sheet.append([*RAVI, datetime.date(2026, 11, 24)])
    return saved(made)


def chart_sheet(made, _):
    made.create_chartsheet('Chart')


def comment(_, sheet):
    sheet['B2'].comment = Comment('Pay only 50', 'Asha')


def comment_at(cell, words):
    def change(_, sheet):
        sheet[cell].comment = Comment(words, 'Asha')

    return change


def validation(_, sheet):
    rule = DataValidation(type='list', formula1='"500,700"')
    rule.add('B2:B9')
    sheet.add_data_validation(rule)


def styled_empty_rows(_, sheet):
    for row in range(4, 400):
        for column in range(1, 4):
            sheet.cell(row, column).fill = PatternFill('solid', fgColor='FFFF00')


def named_range(made, _):
    made.defined_names.append(DefinedName('Payees', attr_text='Sheet1!$A$2:$A$3'))


def protect(made, sheet):
    sheet.protection.sheet = True
    sheet.protection.set_password('secret')


def white_text(_, sheet):
    for cell in sheet[3]:
        cell.font = Font(color='FFFFFF')


def group_rows(_, sheet):
    sheet.row_dimensions.group(3, 3, hidden=True)


def freeze(_, sheet):
    sheet.freeze_panes = 'B2'
    sheet.print_title_rows = '1:1'


def far_cell(_, sheet):
    sheet['ZZ1'] = 'Far header'
    sheet['ZZ2'] = 'far'


def far_row(_, sheet):
    sheet['A1048576'] = 'kiran@paytm'
    sheet['B1048576'] = 300
    sheet['C1048576'] = 'Salary'


def note_beside(_, sheet):
    sheet['F2'] = 'check with HR'


NUMBERS = {
    'general': formatted(500, 'General'),
    'float': formatted(500.25, 'General'),
    'float-noise': formatted(1234.5600000000001, '0.00'),
    'three-decimals': formatted(1234.565, '0.000'),
    'three-decimals-shown-as-two': formatted(1234.565, '0.00'),
    'paise-hidden': formatted(500.5, '0'),
    'paise-hidden-none-there': formatted(500, '#,##0'),
    'lakh-grouping': formatted(100000.5, '[>=10000000]##\\,##\\,##\\,##0.00;[>=100000]##\\,##\\,##0.00;##,##0.00'),
    'rupee-format': formatted(1000, '[$₹-4009] #,##0.00'),
    'rupee-quoted': formatted(1000, '"₹" #,##0.00'),
    'rs-quoted': formatted(1000, '"Rs." #,##0.00'),
    'rs-and-dash': formatted(1000, '"Rs. "#,##0"/-"'),
    'accounting': formatted(1000, '_ [$₹-4009]* #,##0.00_ ;_ [$₹-4009]* -#,##0.00_ ;_ [$₹-4009]* "-"??_ ;_ @_ '),
    'dollar-format': formatted(1000, '[$$-409]#,##0.00'),
    'usd-quoted': formatted(1000, '"USD" 0.00'),
    'lakh-quoted': formatted(1.5, '0.0 "Lakh"'),
    'paise-quoted': formatted(50000, '0" paise"'),
    'thousands-scaled': formatted(500000, '#,##0,'),
    'percent': formatted(0.5, '0%'),
    'scientific': formatted(500, '0.00E+00'),
    'fraction': formatted(500.5, '# ?/?'),
    'hidden-by-format': formatted(500, ';;;'),
    'text-by-format': formatted(500, '"paid"'),
    'date-format': formatted(46350, 'dd-mm-yyyy'),
    'time-format': formatted(500, '[h]:mm'),
    'zero-masked': formatted(500, '00000'),
    'negative': formatted(-500, '0.00'),
    'negative-shown-positive': formatted(-500, '0.00;0.00'),
    'zero': formatted(0, '0.00'),
    'text-format': formatted(500, '@'),
    'text-cell': formatted('500', '@'),
    'text-cell-grouped': formatted('1,00,000', '@'),
    'colour-format': formatted(500, '[Red]0.00'),
    'condition-that-changes': formatted(500, '[>100]"100";0'),
    'fifteen-digits': formatted(123456789012345, '0'),
    'large-exponent': formatted(1e20, 'General'),
    'tiny': formatted(1e-9, 'General'),
    'boolean': formatted(True, 'General'),
    'date-cell': formatted(datetime.date(2026, 11, 24), 'yyyy-mm-dd'),
    'time-cell': formatted(datetime.time(5, 0), 'h:mm'),
    'error-cell': formatted('#N/A', 'General'),
}

ACCOUNTS = {
    'text': account_formatted('50100234567891'),
    'text-leading-zeros': account_formatted('000401234567', ifsc='ICIC0000004'),
    'number': account_formatted(50100234567891),
    'number-whole-format': account_formatted(50100234567891, '0'),
    'number-zeros-by-format': account_formatted(401234567, '000000000000', 'ICIC0000004'),
    'number-zeros-lost': account_formatted(401234567, 'General', 'ICIC0000004'),
    'number-scientific-format': account_formatted(50100234567891, '0.00E+00'),
    'number-of-16-digits': account_formatted(5010023456789123),
    'number-of-18-digits': account_formatted(123456789012345678, '0', 'ABHY0065001'),
    'number-with-decimals': account_formatted(50100234567891.5),
    'number-grouped': account_formatted(50100234567891, '#,##0'),
    'number-spaced-by-format': account_formatted(50100234567891, '0000 0000 0000 00'),
    'formula-text': account_formatted('=TEXT(401234567,"000000000000")', ifsc='ICIC0000004'),
    'date': account_formatted(datetime.date(2026, 11, 24), 'yyyy-mm-dd'),
    'text-line-break': account_formatted('50100\n234567891'),
}

PARTS = {
    'plain': book(UPI, [RAVI, ASHA]),
    'formula-without-value': changed(lambda _, sheet: sheet.__setitem__('B2', '=250*2')),
    'formula-hyperlink': changed(lambda _, sheet: sheet.__setitem__('A2', '=HYPERLINK("mailto:m@ok","ravi@okaxis")')),
    'link-to-the-same': linked('mailto:ravi@okaxis'),
    'link-to-another': linked('mailto:mallory@okaxis'),
    'link-to-a-page': linked('https://example.com/'),
    'link-upi-to-another': linked('upi://pay?pa=mallory@okaxis'),
    'struck-amount': struck('B3'),
    'struck-payee': struck('A3'),
    'struck-remark': struck('C3'),
    'white-text': changed(white_text),
    'hidden-row': changed(hide_row),
    'hidden-row-by-group': changed(group_rows),
    'hidden-row-by-filter': changed(filtered),
    'hidden-column-of-the-amount': hide_column('B'),
    'hidden-column-of-the-remark': hide_column('C'),
    'hidden-column-unused': book([*UPI, 'Grade'], [[*RAVI, 'A']], lambda _, sheet: setattr(sheet.column_dimensions['D'], 'hidden', True)),
    'two-sheets': two_sheets(),
    'second-sheet-hidden': two_sheets('hidden'),
    'second-sheet-very-hidden': two_sheets('veryHidden'),
    'first-sheet-hidden': two_sheets('visible', 'hidden'),
    'chart-sheet': changed(chart_sheet),
    'sheet-name-with-quotes': book(UPI, [RAVI], title="Ravi's \"Nov\""),
    'sheet-name-in-hindi': book(UPI, [RAVI], title='वेतन'),
    'merged-amounts': merge('B2:B3'),
    'merged-payees': merge('A2:A3'),
    'merged-remarks': merge('C2:C3'),
    'merged-across': merge('B3:C3'),
    'merged-header': merge('B1:C1'),
    'merged-far-away': merge('F1:G9'),
    'title-row': titled('Salary register for November 2026'),
    'title-rows': titled('Acme Private Limited', '12 MG Road, Pune', None, 'Salary register for November 2026'),
    'title-rows-merged': changed(titled_and_merged),
    'header-of-two-rows': grouped_header(),
    'header-of-two-rows-with-debit': payer_group(),
    'table-with-total': changed(table_with_total),
    'total-formula-without-value': changed(lambda _, sheet: sheet.append(['Total', '=SUM(B2:B3)', None])),
    'signature-below': changed(lambda _, sheet: sheet.append(['Authorised signatory', None, None])),
    'note-without-a-header': changed(note_beside),
    'sheet-named-hold': book(UPI, [RAVI, ASHA], title='Hold cases'),
    'comment': changed(comment),
    'comment-on-a-column-that-is-not-read': book(['Sr', *UPI], [[1, *RAVI], [2, *ASHA]], comment_at('A3', 'Do not pay')),
    'comment-on-the-account': book(BANK, [ASHA_BANK], comment_at('A2', 'Old a/c, ask him')),
    'comment-on-the-header-of-a-unit': changed(comment_at('B1', 'All amounts in thousands')),
    'comment-on-the-header': changed(comment_at('B1', 'In rupees, please')),

    'validation': changed(validation),
    'named-range': changed(named_range),
    'protected-sheet': changed(protect),
    'conditional-format': changed(lambda _, sheet: sheet.conditional_formatting.add('B2:B9', CellIsRule('greaterThan', ['100']))),
    'styled-empty-rows': changed(styled_empty_rows),
    'frozen-panes': changed(freeze),
    'far-column': changed(far_cell),
    'last-row-of-the-sheet': changed(far_row),
    'first-columns-empty': book([None, None, *UPI], [[None, None, *RAVI]]),
    'first-rows-empty': changed(lambda _, sheet: sheet.insert_rows(1, 4)),
    'mac-dates': mac_dates(),
    'date-as-remark': book(UPI, [['ravi@okaxis', 500, datetime.date(2026, 11, 1)]]),
    'number-as-remark': book(UPI, [['ravi@okaxis', 500, 202611]]),
    'number-as-header': book(['UPI ID', 'Amount', 'Remark', 2026], [[*RAVI, 'x']]),
    'date-as-header': book(['UPI ID', 'Amount', 'Remark', datetime.date(2026, 11, 1)], [[*RAVI, 'x']]),
    'formula-as-header': book(['UPI ID', '="Am"&"ount"', 'Remark'], [RAVI]),
    'number-as-reference': book([*UPI, 'Reference'], [[*RAVI, 1001]]),
    'number-as-name': book([*UPI, 'Name'], [[*RAVI, 1001]]),
    'spaces-and-line-breaks': book(UPI, [[' ravi@okaxis ', 500, 'Salary\nNovember']]),
    'escaped-letters': book(UPI, [['ravi@okaxis', 500, '_x0041_']]),
    'markup-in-text': book(UPI, [['ravi@okaxis', 500, '<b>&amp;</b>']]),
    'formula-like-text': book(UPI, [['ravi@okaxis', 500, "'=1+1"]]),
    'blank-texts': book(UPI, [RAVI, ['', '', ''], [' ', None, ' '], ASHA]),
    'only-a-header': book(UPI, []),
    'nothing': book([], []),
    'duplicate-headers': book(['UPI ID', 'Amount', 'Amount', 'Remark'], [['ravi@okaxis', 500, 700, 'Salary']]),
    'wrapped-header': book(['UPI\nID', 'Amount\n(Rs.)', 'Remark'], [RAVI]),
    'one-account-two-names': book(['Name', *BANK], [['Ravi Kumar', *ASHA_BANK], ['Asha Nair', '50100234567891', 'HDFC0000001', 700, 'Salary']]),
}



FILES = {
    **{f'xlsx-number-{name}.xlsx': content for name, content in NUMBERS.items()},
    **{f'xlsx-account-{name}.xlsx': content for name, content in ACCOUNTS.items()},
    **{f'xlsx-{name}.xlsx': content for name, content in PARTS.items()},
}
