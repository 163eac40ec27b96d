"""Files that LibreOffice writes: workbooks from its own flat XML and from CSV, and CSV in its export's spellings."""

import pathlib
import subprocess
import tempfile

SPACES = (
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" '
    'xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" '
    'xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" '
    'xmlns:number="urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0" '
    'xmlns:of="urn:oasis:names:tc:opendocument:xmlns:of:1.2" '
    'xmlns:xlink="http://www.w3.org/1999/xlink"'
)


def text(words, style=''):
    return f'<table:table-cell office:value-type="string"{style}><text:p>{words}</text:p></table:table-cell>'


def number(value, style=''):
    return f'<table:table-cell office:value-type="float" office:value="{value}"{style}/>'


def formula(inside, value, kind='float'):
    said = f'office:value="{value}"' if kind == 'float' else f'office:string-value="{value}"'
    return f'<table:table-cell table:formula="of:={inside}" office:value-type="{kind}" {said}/>'


def row(*cells, more=''):
    return f'<table:table-row{more}>{"".join(cells)}</table:table-row>'


HEAD = row(text('UPI ID'), text('Amount'), text('Remark'))
RAVI = row(text('ravi@okaxis'), number(500), text('Salary'))
ASHA = row(text('asha@ybl'), number(700), text('Salary'))
STYLE = ' table:style-name="{}"'


def sheet(*rows, name='Sheet1', more=''):
    return f'<table:table table:name="{name}"{more}>{"".join(rows)}</table:table>'


def flat(*sheets, styles='', epoch=''):
    return (
        f'<?xml version="1.0" encoding="UTF-8"?><office:document {SPACES} office:version="1.2" '
        f'office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:automatic-styles>{styles}'
        f'</office:automatic-styles><office:body><office:spreadsheet>{epoch}{"".join(sheets)}'
        '</office:spreadsheet></office:body></office:document>'
    )


def decimals(name, places, grouping=''):
    return (
        f'<number:number-style style:name="N{name}"><number:number number:decimal-places="{places}" '
        f'number:min-integer-digits="1"{grouping}/></number:number-style>'
        f'<style:style style:name="{name}" style:family="table-cell" style:data-style-name="N{name}"/>'
    )


MAC = '<table:calculation-settings><table:null-date table:date-value="1904-01-01"/></table:calculation-settings>'
STRUCK = '<style:style style:name="struck" style:family="table-cell"><style:text-properties style:text-line-through-style="solid"/></style:style>'
LAKH = decimals('lakh', 2, ' number:grouping="true"')
COLLAPSED = ' table:visibility="collapse"'

WORKBOOKS = {
    'plain': flat(sheet(HEAD, RAVI, ASHA)),
    'formulas': flat(sheet(HEAD, row(text('ravi@okaxis'), formula('250*2', 500), text('Salary')), ASHA)),
    'formula-with-tenths': flat(sheet(HEAD, row(text('ravi@okaxis'), formula('0.1+0.2', 0.3), text('Salary')))),
    'formula-text-account': flat(
        sheet(
            row(text('Account Number'), text('IFSC'), text('Amount'), text('Remark')),
            row(formula('TEXT(401234567;&quot;000000000000&quot;)', '000401234567', 'string'), text('ICIC0000004'), number(500), text('Salary')),
        )
    ),
    'formula-error': flat(sheet(HEAD, row(text('ravi@okaxis'), formula('1/0', 0), text('Salary')))),
    'total-by-formula': flat(sheet(HEAD, RAVI, ASHA, row(text('Total'), formula('SUM([.B2:.B3])', 1200)))),
    'two-sheets': flat(sheet(HEAD, RAVI, name='November'), sheet(HEAD, ASHA, name='October')),
    'hidden-row': flat(sheet(HEAD, RAVI, row(text('asha@ybl'), number(700), text('Salary'), more=COLLAPSED))),
    'filtered-row': flat(sheet(HEAD, RAVI, row(text('asha@ybl'), number(700), text('Salary'), more=' table:visibility="filter"'))),
    'hidden-column': flat(sheet(f'<table:table-column/><table:table-column{COLLAPSED}/><table:table-column/>', HEAD, RAVI)),
    'merged-title': flat(sheet(row('<table:table-cell table:number-columns-spanned="3" table:number-rows-spanned="1" office:value-type="string"><text:p>Salary register</text:p></table:table-cell><table:covered-table-cell table:number-columns-repeated="2"/>'), HEAD, RAVI)),
    'merged-amounts': flat(sheet(HEAD, row(text('ravi@okaxis'), '<table:table-cell table:number-columns-spanned="1" table:number-rows-spanned="2" office:value-type="float" office:value="500"/>', text('Salary')), row(text('asha@ybl'), '<table:covered-table-cell/>', text('Salary')))),
    'date-1904': flat(sheet(HEAD, row(text('ravi@okaxis'), number(500), '<table:table-cell office:value-type="date" office:date-value="2026-11-24"/>')), epoch=MAC),
    'struck-row': flat(sheet(HEAD, RAVI, row(text('asha@ybl', STYLE.format('struck')), number(700, STYLE.format('struck')), text('Salary', STYLE.format('struck')))), styles=STRUCK),
    'grouped-format': flat(sheet(HEAD, row(text('ravi@okaxis'), number(100000.5, STYLE.format('lakh')), text('Salary'))), styles=LAKH),
    'whole-format': flat(sheet(HEAD, row(text('ravi@okaxis'), number(500.5, STYLE.format('whole')), text('Salary'))), styles=decimals('whole', 0)),
    'zero-masked-account': flat(
        sheet(
            row(text('Account Number'), text('IFSC'), text('Amount'), text('Remark')),
            row(number(401234567, STYLE.format('masked')), text('ICIC0000004'), number(500), text('Salary')),
        ),
        styles='<number:number-style style:name="Nmasked"><number:number number:decimal-places="0" number:min-integer-digits="12"/></number:number-style><style:style style:name="masked" style:family="table-cell" style:data-style-name="Nmasked"/>',
    ),
    'link': flat(sheet(HEAD, row('<table:table-cell office:value-type="string"><text:p><text:a xlink:href="mailto:mallory@okaxis">ravi@okaxis</text:a></text:p></table:table-cell>', number(500), text('Salary')))),
    'rich-text': flat(sheet(HEAD, row('<table:table-cell office:value-type="string"><text:p>ravi<text:span text:style-name="struck">@okaxis</text:span></text:p></table:table-cell>', number(500), text('Salary')))),
    'line-break': flat(sheet(HEAD, row(text('ravi@okaxis'), number(500), '<table:table-cell office:value-type="string"><text:p>Salary</text:p><text:p>November</text:p></table:table-cell>'))),
    'scripts': flat(sheet(row(text('UPI ID'), text('Amount'), text('Remark'), text('Name')), row(text('ravi@okaxis'), number(500), text('Salary'), text('रवि ரவி রবি')))),
    'currency': flat(sheet(HEAD, row(text('ravi@okaxis'), '<table:table-cell office:value-type="currency" office:currency="INR" office:value="500"/>', text('Salary')))),
    'million-empty-rows': flat(sheet(HEAD, RAVI, '<table:table-row table:number-rows-repeated="1048570"><table:table-cell/></table:table-row>', ASHA)),
}

BOOK = flat(
    sheet(
        row(text('UPI ID'), text('Amount'), text('Remark')),
        row(text('ravi@okaxis'), number(1000.5, STYLE.format('lakh')), text('Salary, &quot;Nov&quot;')),
        row(text('asha@ybl'), number(700), text('वेतन')),
    ),
    styles=LAKH,
)
# Tokens of the export: separator, text delimiter, encoding, first line, columns, language, quote all, as shown.
CSV_EXPORTS = {
    'csv': '44,34,76,1,,0,false,true,false',
    'csv-semicolons': '59,34,76,1,,0,false,true,false',
    'csv-tabs-utf16': '9,34,65535,1,,0,false,true,false',
    'csv-all-quoted': '44,34,76,1,,0,true,true,false',
    'csv-not-as-shown': '44,34,76,1,,0,false,false,false',
    'csv-windows-1252': '44,34,1,1,,0,false,true,false',
}


def convert(folder, source, form):
    subprocess.run(
        ['soffice', f'-env:UserInstallation=file://{folder}/profile', '--headless', '--convert-to', form, '--outdir', f'{folder}/out', *source],
        check=True,
        capture_output=True,
        timeout=300,
    )


def files():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        sources = []
        for key, content in {**WORKBOOKS, 'book': BOOK}.items():
            source = folder / f'libreoffice-{key}.fods'
            source.write_text(content)
            sources.append(str(source))
        convert(name, sources[:-1], 'xlsx:Calc MS Excel 2007 XML')
        made = {path.name: path.read_bytes() for path in sorted((folder / 'out').glob('*.xlsx'))}
        for key, tokens in CSV_EXPORTS.items():
            convert(name, sources[-1:], f'csv:Text - txt - csv (StarCalc):{tokens}')
            made[f'libreoffice-{key}.csv'] = (folder / 'out' / 'libreoffice-book.csv').read_bytes()
        for form in ['ods', 'xls', 'html']:
            convert(name, sources[:1], form)
            made[f'other-libreoffice-{form}.xlsx'] = (folder / 'out' / f'libreoffice-plain.{form}').read_bytes()
        made['other-libreoffice-fods.xlsx'] = (folder / 'libreoffice-plain.fods').read_bytes()
        return made
