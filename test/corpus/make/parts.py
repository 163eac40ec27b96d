"""Workbooks written part by part: XML that other programs write, and zips that are built to mislead or to stop a reader."""

import io
import struct
import zipfile
import zlib

MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships'
STRICT = 'http://purl.oclc.org/ooxml/officeDocument/relationships'
CONTENT = 'http://schemas.openxmlformats.org/package/2006/content-types'
SHEET_PART = 'xl/worksheets/sheet1.xml'
STRINGS_PART = 'xl/sharedStrings.xml'


def text(at, words):
    return f'<c r="{at}" t="inlineStr"><is><t>{words}</t></is></c>'


def row(number, payee='ravi@okaxis', amount=500, remark='Salary'):
    value = f'<c r="B{number}"><v>{amount}</v></c>' if not str(amount).startswith('<') else amount
    return f'<row r="{number}">{text(f"A{number}", payee)}{value}{text(f"C{number}", remark)}</row>'


HEAD = f'<row r="1">{text("A1", "UPI ID")}{text("B1", "Amount")}{text("C1", "Remark")}</row>'
DATA = f'<sheetData>{HEAD}{row(2)}</sheetData>'


def data(*rows):
    return f'<sheetData>{HEAD}{"".join(rows)}</sheetData>'


def formula(number, value, inside='250*2', kind='', cell=''):
    return f'<c r="B{number}"{kind}><f{cell}>{inside}</f>{value}</c>'


def worksheet(content):
    return f'<worksheet xmlns="{MAIN}" xmlns:r="{OFFICE}">{content}</worksheet>'


def relation(id, kind, target, base=OFFICE):
    return f'<Relationship Id="{id}" Type="{base}/{kind}" Target="{target}"/>'


def relations(*content):
    return f'<Relationships xmlns="{PACKAGE}">{"".join(content)}</Relationships>'


SHEETS = '<sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets>'


def parts(sheet=DATA, strings=None, styles='', workbook=SHEETS, others=None, base=OFFICE):
    made = {
        '[Content_Types].xml': f'<Types xmlns="{CONTENT}"/>',
        '_rels/.rels': relations(relation('rId1', 'officeDocument', 'xl/workbook.xml', base)),
        'xl/workbook.xml': f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}">{workbook}</workbook>',
        'xl/_rels/workbook.xml.rels': relations(
            relation('rId1', 'worksheet', 'worksheets/sheet1.xml', base),
            relation('rId2', 'styles', 'styles.xml', base),
            relation('rId3', 'sharedStrings', 'sharedStrings.xml', base) if strings is not None else '',
        ),
        'xl/styles.xml': f'<styleSheet xmlns="{MAIN}">{styles}</styleSheet>',
        SHEET_PART: worksheet(sheet),
    }
    if strings is not None:
        made[STRINGS_PART] = f'<sst xmlns="{MAIN}">{strings}</sst>'
    made.update(others or {})
    return made


def zipped(made, stored=(), doubled=(), date=(2026, 11, 24, 0, 0, 0)):
    file = io.BytesIO()
    with zipfile.ZipFile(file, 'w', zipfile.ZIP_DEFLATED, strict_timestamps=False) as archive:
        for name, content in [*made.items(), *doubled]:
            info = zipfile.ZipInfo(name, date)
            info.compress_type = zipfile.ZIP_STORED if name in stored else zipfile.ZIP_DEFLATED
            archive.writestr(info, content)
    return file.getvalue()


def book(**what):
    return zipped(parts(**what))


def sheet_part(content):
    return book(others={SHEET_PART: content})


def said(offset, size, value, name=SHEET_PART, also_local=True):
    """A workbook whose directory says something else about a part. `offset` is that of the directory's entry."""
    made = bytearray(zipped(parts()))
    where = name.encode()
    central = made.rfind(where) - 46
    made[central + offset : central + offset + size] = value.to_bytes(size, 'little')
    if also_local:
        local = made.find(where) - 30
        made[local + offset - 2 : local + offset - 2 + size] = value.to_bytes(size, 'little')
    return bytes(made)


def streamed(made):
    """With sizes behind each part, as programs write that cannot go back in a file."""
    class Pipe(io.RawIOBase):
        def __init__(self):
            self.taken = bytearray()

        def writable(self):
            return True

        def write(self, piece):
            self.taken += bytes(piece)
            return len(piece)

    pipe = Pipe()
    with zipfile.ZipFile(pipe, 'w', zipfile.ZIP_DEFLATED) as archive:
        for name, content in made.items():
            archive.writestr(zipfile.ZipInfo(name, (2026, 11, 24, 0, 0, 0)), content, zipfile.ZIP_DEFLATED)
    return bytes(pipe.taken)


def zip64(made):
    file = io.BytesIO()
    with zipfile.ZipFile(file, 'w', zipfile.ZIP_DEFLATED) as archive:
        for name, content in made.items():
            with archive.open(zipfile.ZipInfo(name, (2026, 11, 24, 0, 0, 0)), 'w', force_zip64=True) as part:
                part.write(content.encode())
    return file.getvalue()


def zip64_end():
    """An end record that sends the reader to a 64-bit one which claims four thousand million parts."""
    plain = zipped(parts())
    end = plain.rfind(b'PK\x05\x06')
    size, start = struct.unpack('<II', plain[end + 12 : end + 20])
    record = b'PK\x06\x06' + struct.pack('<QHHIIQQQQ', 44, 45, 45, 0, 0, 2**32, 2**32, size, start)
    locator = b'PK\x06\x07' + struct.pack('<IQI', 0, end, 1)
    last = b'PK\x05\x06' + struct.pack('<HHHHIIH', 0, 0, 0xFFFF, 0xFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0)
    return plain[:end] + record + locator + last


def overlapping():
    """Two parts that share the same bytes, as the smallest zip bombs do."""
    plain = bytearray(zipped(parts(others={'xl/worksheets/sheet2.xml': worksheet(DATA)})))
    first = plain.rfind(SHEET_PART.encode()) - 46
    second = plain.rfind(b'xl/worksheets/sheet2.xml') - 46
    plain[second + 42 : second + 46] = plain[first + 42 : first + 46]
    return bytes(plain)


def raw_deflate(pieces):
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return b''.join(packer.compress(piece) for piece in pieces) + packer.flush()


def bomb(size):
    return zipped(parts(others={'xl/media/image1.bin': b'\0' * size}))


def ole(name):
    """The container of old Office files and of workbooks with a password, as far as a reader looks."""
    return b'\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1' + b'\0' * 504 + name.encode('utf-16-le') + b'\0' * 512


def prefixed(xml):
    return xml.replace('xmlns=', 'xmlns:x=').replace('</', '</x:').replace('<', '<x:').replace('<x:/x:', '</x:')


def columns(count):
    cells = ''.join(f'<c t="inlineStr"><is><t>h{n}</t></is></c>' for n in range(count))
    return f'<sheetData><row r="1">{cells}</row></sheetData>'


STYLES = '<numFmts><numFmt numFmtId="200" formatCode="{}"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="200"/></cellXfs>'


def styled(code, value=500):
    cell = f'<c r="B2" s="1"><v>{value}</v></c>'
    return book(sheet=data(row(2, amount=cell)), styles=STYLES.format(code))


def struck_style():
    styles = (
        '<fonts><font><sz val="11"/></font><font><strike/><sz val="11"/></font></fonts>'
        '<cellXfs><xf numFmtId="0" fontId="0"/><xf numFmtId="0" fontId="1"/></cellXfs>'
    )
    cell = '<c r="B3" s="1"><v>700</v></c>'
    return book(sheet=data(row(2), row(3, 'asha@ybl', cell)), styles=styles)


def shared(sheet_rows, *texts):
    return book(sheet=f'<sheetData>{sheet_rows}</sheetData>', strings=''.join(f'<si>{words}</si>' for words in texts))


def shared_row(number, payee, amount='<v>500</v>', remark=4):
    return f'<row r="{number}"><c r="A{number}" t="s"><v>{payee}</v></c><c r="B{number}">{amount}</c><c r="C{number}" t="s"><v>{remark}</v></c></row>'


SHARED_HEAD = '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c></row>'
TEXTS = ['<t>UPI ID</t>', '<t>Amount</t>', '<t>Remark</t>', '<t>ravi@okaxis</t>', '<t>Salary</t>']
MACROS = f'<Types xmlns="{CONTENT}"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.ms-excel.sheet.macroEnabled.main+xml"/></Types>'
ENTITIES = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">]>'
LINK = '<Relationship Id="rId9" Type="x/hyperlink" Target="{}" TargetMode="External"/>'
RELS = 'xl/worksheets/_rels/sheet1.xml.rels'
PLAIN = zipped(parts())
MANY_ATTRIBUTES = ' '.join(f'a{number}="1"' for number in range(10_000))

SOUND = {
    'formula-with-value': book(sheet=data(row(2, amount=formula(2, '<v>500</v>')), row(3, 'asha@ybl', 700))),
    'formula-with-noisy-value': book(sheet=data(row(2, amount=formula(2, '<v>1234.5600000000001</v>', '1230.12+4.44')))),
    'formula-with-three-decimals': book(sheet=data(row(2, amount=formula(2, '<v>1234.565</v>', '2469.13/2')))),
    'formula-with-text-value': book(sheet=data(row(2, amount=formula(2, '<v>500</v>', '"5"&amp;"00"', ' t="str"')))),
    'formula-with-error': book(sheet=data(row(2, amount=formula(2, '<v>#REF!</v>', 'B9', ' t="e"')))),
    'formula-with-empty-text': book(sheet=data(row(2, amount=formula(2, '<v></v>', '""', ' t="str"')))),
    'formula-with-boolean': book(sheet=data(row(2, amount=formula(2, '<v>1</v>', 'TRUE()', ' t="b"')))),
    'formula-shared': book(
        sheet=data(
            row(2, amount=formula(2, '<v>500</v>', '250*2', cell=' t="shared" ref="B2:B3" si="0"')),
            row(3, 'asha@ybl', '<c r="B3"><f t="shared" si="0"/><v>700</v></c>'),
        )
    ),
    'formula-array': book(
        sheet=data(
            row(2, amount=formula(2, '<v>500</v>', '{250;350}*2', cell=' t="array" ref="B2:B3"')),
            row(3, 'asha@ybl', 700),
        )
    ),
    'formula-of-the-payee': book(sheet=data(f'<row r="2"><c r="A2" t="str"><f>LOWER("RAVI@OKAXIS")</f><v>ravi@okaxis</v></c><c r="B2"><v>500</v></c>{text("C2", "Salary")}</row>')),
    'formula-of-the-remark': book(sheet=data(f'<row r="2">{text("A2", "ravi@okaxis")}<c r="B2"><v>500</v></c><c r="C2" t="str"><f>"Sal"&amp;"ary"</f><v>Salary</v></c></row>')),
    'formula-of-the-total': book(sheet=data(row(2), row(3, 'asha@ybl', 700), f'<row r="4">{text("A4", "Total")}<c r="B4"><f>SUM(B2:B3)</f><v>1200</v></c></row>')),
    'formula-recalculated-on-load': book(
        sheet=data(row(2, amount=formula(2, '<v>0</v>'))), workbook=SHEETS + '<calcPr fullCalcOnLoad="1"/>'
    ),
    'formula-by-hand-calculation': book(
        sheet=data(row(2, amount=formula(2, '<v>500</v>'))), workbook=SHEETS + '<calcPr calcMode="manual"/>'
    ),
    'shared-strings': shared(SHARED_HEAD + shared_row(2, 3), *TEXTS),
    'rich-text': shared(SHARED_HEAD + shared_row(2, 3), *TEXTS[:3], '<r><t>ravi</t></r><r><rPr><b/></rPr><t>@okaxis</t></r>', TEXTS[4]),
    'rich-text-struck-run': shared(SHARED_HEAD + shared_row(2, 3), *TEXTS[:3], '<r><rPr><strike/></rPr><t>asha</t></r><r><t>ravi@okaxis</t></r>', TEXTS[4]),
    'rich-text-with-spaces': shared(SHARED_HEAD + shared_row(2, 3), *TEXTS[:3], '<r><t xml:space="preserve">ravi@ok </t></r><r><t>axis</t></r>', TEXTS[4]),
    'phonetic-text': shared(SHARED_HEAD + shared_row(2, 3), *TEXTS[:3], '<t>ravi@okaxis</t><rPh sb="0" eb="1"><t>asha</t></rPh>', TEXTS[4]),
    'struck-style': struck_style(),
    'names-with-a-prefix': book(others={SHEET_PART: prefixed(worksheet(DATA))}),
    'strict-namespaces': book(base=STRICT),
    'without-cell-addresses': book(sheet='<sheetData>' + ''.join('<row>' + ''.join(f'<c t="inlineStr"><is><t>{w}</t></is></c>' for w in words) + '</row>' for words in [('UPI ID', 'Amount', 'Remark'), ('ravi@okaxis', '500', 'Salary')]) + '</sheetData>'),
    'without-styles': zipped({name: content for name, content in parts().items() if name != 'xl/styles.xml'}),
    'parts-in-upper-case': zipped({name.upper() if name.startswith('xl/') else name: content for name, content in parts().items()}),
    'parts-in-other-folders': zipped({
        '[Content_Types].xml': f'<Types xmlns="{CONTENT}"/>',
        '_rels/.rels': relations(relation('rId1', 'officeDocument', '/book/main.xml')),
        'book/main.xml': f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}">{SHEETS}</workbook>',
        'book/_rels/main.xml.rels': relations(relation('rId1', 'worksheet', '../pages/one.xml')),
        'pages/one.xml': worksheet(DATA),
    }),
    'stored': zipped(parts(), stored=parts()),
    'streamed-with-sizes-behind': streamed(parts()),
    'zip64-sizes': zip64(parts()),
    'zip-comment': PLAIN[:-2] + struct.pack('<H', 5) + b'hello',
    'utf16-sheet': book(others={SHEET_PART: ('\ufeff<?xml version="1.0" encoding="UTF-16"?>' + worksheet(DATA)).encode('utf-16-le')}),
    'utf8-mark-in-sheet': book(others={SHEET_PART: '\ufeff' + worksheet(DATA)}),
    'cdata': book(sheet=data(row(2, '<![CDATA[ravi@okaxis]]>'))),
    'comment-within-a-value': book(sheet=data(row(2, 'ravi@<!-- asha -->okaxis'))),
    'character-references': book(sheet=data(row(2, '&#x72;avi&#64;okaxis'))),
    'number-tenths-added': book(sheet=data(row(2, amount='0.30000000000000004'))),
    'number-of-16-digits-noise': book(sheet=data(row(2, amount='1234.5600000000001'))),
    'number-of-16-digits-meant': book(sheet=data(row(2, amount='1234.560000000001'))),
    'number-of-many-digits': book(sheet=data(row(2, amount='500.00000000000000000'))),
    'number-with-exponent': book(sheet=data(row(2, amount='5E2'))),
    'number-with-plus': book(sheet=data(row(2, amount='+500'))),
    'number-empty': book(sheet=data(row(2, amount='<c r="B2"><v></v></c>'))),
    'number-as-text': book(sheet=data(row(2, amount=text('B2', '500')))),
    'iso-date': book(sheet=data(row(2, amount='<c r="B2" t="d"><v>2026-11-24T00:00:00</v></c>'))),
    'style-past-the-last': book(sheet=data(row(2, amount='<c r="B2" s="99"><v>500</v></c>'))),
    'format-percent-in-quotes': styled('0&quot;%&quot;'),
    'format-lakh-by-backslashes': styled('0.0\\L\\a\\k\\h', 1.5),
    'format-two-sections': styled('0.00;&quot;owed&quot; 0.00'),
    'format-of-300-characters': styled('0' * 300),
    'rows-hidden-by-default': book(sheet=f'<sheetFormatPr zeroHeight="1"/>{DATA}'),
    'columns-hidden-as-a-range': book(sheet=f'<cols><col min="1" max="16384" hidden="1"/></cols>{DATA}'),
    'hidden-row-by-height': book(sheet=data(row(2), row(3, 'asha@ybl', 700).replace('<row', '<row ht="0" customHeight="1"'))),
    'hidden-column-by-width': book(sheet=f'<cols><col min="2" max="2" width="0" customWidth="1"/></cols>{DATA}'),
    'link-without-a-target': book(sheet=DATA + '<hyperlinks><hyperlink ref="A2" location="Sheet2!A1"/></hyperlinks>'),
    'link-over-a-range': book(
        sheet=DATA + '<hyperlinks><hyperlink ref="A1:C9" r:id="rId9"/></hyperlinks>',
        others={RELS: relations(LINK.format('mailto:mallory@okaxis'))},
    ),
    'link-that-cannot-be-read': book(
        sheet=DATA + '<hyperlinks><hyperlink ref="A2" r:id="rId9"/></hyperlinks>',
        others={RELS: relations(LINK.format('mailto:%E0%A4%A'))},
    ),
    'unknown-elements': book(sheet=f'<x/><sheetPr/>{DATA}<extLst><ext><y/></ext></extLst>'),
    'alternate-content': book(sheet=f'<mc:AlternateContent xmlns:mc="x"><mc:Choice/></mc:AlternateContent>{DATA}'),
    'sheet-twice-in-the-list': book(workbook='<sheets><sheet name="A" sheetId="1" r:id="rId1"/><sheet name="B" sheetId="2" r:id="rId1"/></sheets>'),
    'sheet-without-a-name': book(workbook='<sheets><sheet sheetId="1" r:id="rId1"/></sheets>'),
}

HOSTILE = {
    'bomb-by-ratio': bomb(8_000_000),
    'bomb-says-two-gigabytes': said(24, 4, 0x7FFFFFFF),
    'bomb-says-little': said(24, 4, 10),
    'bomb-within-a-bomb': zipped(parts(others={'xl/embeddings/inner.zip': bomb(8_000_000)})),
    'parts-that-overlap': overlapping(),
    'million-rows-without-cells': sheet_part(worksheet(data(row(2), '<row/>' * 600_000))),
    'million-cells-without-values': sheet_part(worksheet(data(f'<row r="2">{"<c/>" * 600_000}</row>'))),
    'part-said-shorter': said(24, 4, 100),
    'part-said-longer': said(24, 4, 100_000),
    'wrong-checksum': said(16, 4, 0x12345678),
    'wrong-offset': said(42, 4, 0x00FFFFFF, also_local=False),
    'offset-of-another-part': said(42, 4, 0, also_local=False),
    'unknown-compression': said(10, 2, 12),
    'marked-encrypted': said(8, 2, 1),
    'strong-encryption': said(8, 2, 0x41),
    'zip64-of-billions-of-parts': zip64_end(),
    'cut-in-half': PLAIN[: len(PLAIN) // 2],
    'cut-by-a-byte': PLAIN[:-1],
    'without-its-directory': PLAIN[: PLAIN.find(b'PK\x01\x02')],
    'directory-only': PLAIN[PLAIN.find(b'PK\x01\x02') :],
    'bytes-before-the-zip': b'#!/bin/sh\n' + PLAIN,
    'bytes-behind-the-zip': PLAIN + b'\0' * 100,
    'two-zips-in-one': PLAIN + zipped(parts(sheet=data(row(2, 'asha@ybl', 900)))),
    'two-end-records': PLAIN + PLAIN[PLAIN.rfind(b'PK\x05\x06') :],
    'content-types-broken': PLAIN[:60] + b'\xff' * 40 + PLAIN[100:],
    'duplicate-part': zipped(parts(), doubled=[(SHEET_PART, worksheet(data(row(2, 'asha@ybl', 900))))]),
    'duplicate-part-in-other-case': zipped(parts(), doubled=[('XL/Worksheets/Sheet1.XML', worksheet(data(row(2, 'asha@ybl', 900))))]),
    'path-out-of-the-zip': zipped(parts(others={'../../evil.xml': 'x'})),
    'absolute-path': zipped(parts(others={'/etc/passwd': 'x'})),
    'path-with-backslashes': zipped(parts(others={'xl\\worksheets\\sheet1.xml': worksheet(data(row(2, 'asha@ybl', 900)))})),
    'path-with-a-drive': zipped(parts(others={'C:/evil.xml': 'x'})),
    'part-name-with-nul': zipped(parts()).replace(b'xl/styles.xml', b'xl/sty\0es.xml'),
    'part-name-of-40000-letters': zipped(parts(others={'x' * 40_000: 'x'})),
    'content-types-missing': zipped({name: content for name, content in parts().items() if name != '[Content_Types].xml'}),
    'content-types-of-macros': book(others={'[Content_Types].xml': MACROS}),
    'macros': book(others={'xl/vbaProject.bin': 'x'}),
    'old-macro-sheet': book(others={'xl/macrosheets/sheet1.xml': 'x'}),
    'external-links': book(others={'xl/externalLinks/externalLink1.xml': 'x'}),
    'sheet-missing': zipped({name: content for name, content in parts().items() if name != SHEET_PART}),
    'sheet-relation-missing': book(others={'xl/_rels/workbook.xml.rels': relations()}),
    'sheet-relation-out-of-the-zip': book(others={'xl/_rels/workbook.xml.rels': relations(relation('rId1', 'worksheet', '../../../etc/passwd'))}),
    'sheet-relation-to-the-web': book(others={'xl/_rels/workbook.xml.rels': relations('<Relationship Id="rId1" Type="x/worksheet" Target="http://example.com/s.xml" TargetMode="External"/>')}),
    'sheet-relation-to-the-workbook': book(others={'xl/_rels/workbook.xml.rels': relations(relation('rId1', 'worksheet', 'workbook.xml'))}),
    'root-relation-to-itself': book(others={'_rels/.rels': relations(relation('rId1', 'officeDocument', '_rels/.rels'))}),
    'relation-id-twice': book(others={'xl/_rels/workbook.xml.rels': relations(relation('rId1', 'worksheet', 'worksheets/sheet1.xml'), relation('rId1', 'worksheet', 'worksheets/sheet2.xml')), 'xl/worksheets/sheet2.xml': worksheet(data(row(2, 'asha@ybl', 900)))}),
    'entities-that-multiply': sheet_part(ENTITIES + worksheet(data(row(2, '&c;')))),
    'entity-from-a-file': sheet_part('<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>' + worksheet(data(row(2, '&a;')))),
    'unknown-entity': sheet_part(worksheet(data(row(2, '&nbsp;ravi@okaxis')))),
    'deep-elements': sheet_part(worksheet(DATA + '<a>' * 100_000 + '</a>' * 100_000)),
    'deep-rows': sheet_part(worksheet('<sheetData>' + '<row>' * 1_000)),
    'attribute-of-a-million-letters': sheet_part(worksheet(DATA.replace('<sheetData>', f'<sheetData x="{"x" * 1_000_000}">'))),
    'attribute-twice': sheet_part(worksheet(DATA.replace('<row r="2">', '<row r="2" r="3">'))),
    'ten-thousand-attributes': sheet_part(worksheet(DATA.replace('<sheetData>', f'<sheetData {MANY_ATTRIBUTES}>'))),
    'xml-not-closed': sheet_part(worksheet(DATA)[:-20]),
    'xml-of-two-roots': sheet_part(worksheet(DATA) + worksheet(DATA)),
    'xml-with-nul': sheet_part(worksheet(data(row(2, 'ravi\0@okaxis')))),
    'xml-in-latin-letters': book(others={SHEET_PART: worksheet(data(row(2, remark='Café'))).encode('latin-1')}),
    'sheet-that-is-html': sheet_part('<html><body><table/></body></html>'),
    'sheet-that-is-empty': sheet_part(''),
    'row-twice': book(sheet=data(row(2), row(2, 'asha@ybl', 900))),
    'rows-out-of-order': book(sheet=data(row(5), row(2, 'asha@ybl', 900))),
    'row-zero': book(sheet=data('<row r="0"/>')),
    'row-past-the-last': book(sheet=data('<row r="1048577"><c t="inlineStr"><is><t>x</t></is></c></row>')),
    'row-number-with-exponent': book(sheet=data(f'<row r="1e1">{text("A10", "ravi@okaxis")}</row>')),
    'cell-twice': book(sheet=data(f'<row r="2">{text("A2", "ravi@okaxis")}{text("A2", "asha@ybl")}</row>')),
    'cells-out-of-order': book(sheet=data(f'<row r="2"><c r="B2"><v>500</v></c>{text("A2", "ravi@okaxis")}</row>')),
    'cell-of-another-row': book(sheet=data(f'<row r="2">{text("A3", "ravi@okaxis")}</row>')),
    'cell-of-column-xfd': book(sheet=data(f'<row r="2">{text("A2", "ravi@okaxis")}<c r="B2"><v>500</v></c>{text("C2", "Salary")}{text("XFD2", "x")}</row>')),
    'cell-past-column-xfd': book(sheet=data(f'<row r="2">{text("ZZZ2", "x")}</row>')),
    'columns-16384': book(sheet=columns(16_384)),
    'shared-text-missing': shared(SHARED_HEAD + shared_row(2, 99), *TEXTS),
    'shared-text-negative': shared(SHARED_HEAD + shared_row(2, -1), *TEXTS),
    'shared-text-fraction': shared(SHARED_HEAD + shared_row(2, '3.5'), *TEXTS),
    'shared-text-of-40000-letters': shared(SHARED_HEAD + shared_row(2, 3), *TEXTS[:3], f'<t>{"x" * 40_000}</t>', TEXTS[4]),
    'cell-of-40000-letters': book(sheet=data(row(2, remark='x' * 40_000))),
    'number-hexadecimal': book(sheet=data(row(2, amount='0x1F4'))),
    'number-infinite': book(sheet=data(row(2, amount='1e999'))),
    'number-nan': book(sheet=data(row(2, amount='NaN'))),
    'number-with-a-comma': book(sheet=data(row(2, amount='500,50'))),
    'cell-type-unknown': book(sheet=data(row(2, amount='<c r="B2" t="zz"><v>500</v></c>'))),
    'merges-that-overlap': book(sheet=DATA + '<mergeCells>' + '<mergeCell ref="A1:XFD1048576"/>' * 20_000 + '</mergeCells>'),
    'merge-backwards': book(sheet=DATA + '<mergeCells><mergeCell ref="C3:A1"/></mergeCells>'),
    'array-formulas-that-overlap': book(sheet=data(*(row(n, amount=f'<c r="B{n}"><f t="array" ref="A1:XFD1048576">1</f><v>5</v></c>') for n in range(2, 2_000)))),
    'links-that-overlap': book(
        sheet=DATA + '<hyperlinks>' + '<hyperlink ref="A1:XFD1048576" r:id="rId9"/>' * 20_000 + '</hyperlinks>',
        others={RELS: relations(LINK.format('mailto:mallory@okaxis'))},
    ),
    'hidden-columns-a-hundred-thousand-times': book(sheet='<cols>' + '<col min="1" max="99999999" hidden="1"/>' * 100_000 + f'</cols>{DATA}'),
    'sheets-by-the-thousand': book(workbook='<sheets>' + ''.join(f'<sheet name="S{n}" sheetId="{n}" r:id="rId1"/>' for n in range(5_000)) + '</sheets>'),
    'no-sheet': book(workbook='<sheets/>'),
    'styles-broken': book(others={'xl/styles.xml': '<styleSheet>'}),
    'strings-broken': zipped(parts(strings='<si><t>x</si>')),
    'strings-by-the-hundred-thousand': zipped(parts(strings='<si/>' * 400_000)),
    'number-format-of-a-million-letters': styled('[' * 1_000_000),
}

OTHERS = {
    'word-document.xlsx': zipped({'[Content_Types].xml': '<Types/>', '_rels/.rels': relations(), 'word/document.xml': '<x/>'}),
    'presentation.xlsx': zipped({'[Content_Types].xml': '<Types/>', '_rels/.rels': relations(), 'ppt/presentation.xml': '<x/>'}),
    'binary-workbook.xlsx': zipped({'[Content_Types].xml': '<Types/>', '_rels/.rels': relations(), 'xl/workbook.bin': 'x'}),
    'apple-numbers.xlsx': zipped({'Index/Document.iwa': 'x'}),
    'zip-of-pictures.xlsx': zipped({'a.png': 'x', 'b.png': 'y'}),
    'zip-of-nothing.xlsx': b'PK\x05\x06' + b'\0' * 18,
    'with-a-password.xlsx': ole('EncryptedPackage'),
    'excel-97.xlsx': ole('Workbook'),
    'old-word-document.csv': ole('WordDocument'),
    'pdf.csv': b'%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n',
    'png.csv': b'\x89PNG\r\n\x1a\n\0\0\0\rIHDR',
    'jpeg.csv': b'\xff\xd8\xff\xe0\0\x10JFIF\0',
    'gzip.csv': b'\x1f\x8b\x08\0\0\0\0\0\0\x03',
    'rar.csv': b'Rar!\x1a\x07\x01\0',
    '7-zip.csv': b'7z\xbc\xaf\x27\x1c\0\x04',
    'program.csv': b'MZ\x90\0\x03\0\0\0',
    'linux-program.csv': b'\x7fELF\x02\x01\x01\0',
    'database.csv': b'SQLite format 3\0' + b'\0' * 84,
    'rtf.csv': b'{\\rtf1\\ansi Salary}',
    'web-page.csv': '<html><body><table><tr><td>UPI ID</td></tr></table></body></html>',
    'web-page-with-a-mark.csv': '\ufeff\n <!DOCTYPE html><table><tr><td>UPI ID</td></tr></table>',
    'excel-2003-xml.csv': '<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>',
    'json.csv': '[{"upi":"ravi@okaxis","amount":500}]',
    'random-bytes.csv': bytes((n * 7919 + n * n) % 256 or 1 for n in range(2_000)),
}

FILES = {
    **{f'xlsx-{name}.xlsx': content for name, content in SOUND.items()},
    **{f'hostile-{name}.xlsx': content for name, content in HOSTILE.items()},
    **{f'other-{name}': content for name, content in OTHERS.items()},
}
