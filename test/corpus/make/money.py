"""Money beside the amount, and the units that a sheet says: what is asked about, and what is vouched for."""

import books

PEOPLE = (('Ravi', 'ravi@okaxis'), ('Asha', 'asha@ybl'), ('Meera', 'meera@okhdfcbank'))
AMOUNTS = (5000, 7000, 9000)


def sheet(*lines):
    return '\n'.join(lines) + '\n'


def of(headers, *columns):
    """Rows of the three payees; each column holds the cells of one header between the payee and the remark."""
    rows = (','.join(str(cell) for cell in (*PEOPLE[at], *cells, 'Nov')) for at, cells in enumerate(zip(*columns)))
    return sheet(f'Name,UPI ID,{headers},Remark', *rows)


def beside(header, *cells):
    return of(f'Amount,{header}', AMOUNTS, cells * 3 if len(cells) == 1 else cells)


def behind_net(header, *cells):
    return of(f'Net Pay,{header}', (15000, 17000, 19000), cells)


def hidden_advance():
    def hide(_, made):
        made.column_dimensions['D'].hidden = True

    rows = [[*PEOPLE[0], 5000, 1000, 'Nov'], [*PEOPLE[1], 7000, 2000, 'Nov']]
    return books.book(['Name', 'UPI ID', 'Amount', 'Adv.', 'Remark'], rows, hide)


SMALL = ('Name,UPI ID,Amount,Remark', 'Ravi,ravi@okaxis,500,Nov', 'Asha,asha@ybl,700,Nov')


def above(text):
    return sheet(f'{text},,,', *SMALL)


def below(text):
    return sheet(*SMALL, f'{text},,,')


def right_of_table(text):
    head, *rows = SMALL
    return sheet(f'{head},,{text}', *(f'{row},,' for row in rows))


BESIDE = {
    'bal': beside('Bal.', 3000),
    'deduc': beside('Deduc', 2000),
    'uchal': beside('Uchal', 2000),
    'uchal-in-marathi': beside('उचल', 2000),
    'bakaya': beside('Bakaya', 3000),
    'paid-off-in-hindi': beside('चुकता', 3000),
    'deduction-in-gujarati': beside('કપાત', 500),
    'advance-in-tamil': beside('முன்பணம்', 900),
    'given-in-telugu': beside('ఇచ్చినది', 1000),
    'canteen': beside('Canteen', 1000),
    'rcvry': beside('Rcvry', 2000),
    'already-given': beside('Already given', 5000),
    'in-hand': beside('In hand', 3000),
    'passed-amt': beside('Passed Amt', 3000),
    'restricted-to': beside('Restricted to', 3000),
    'tds-at-10-percent': beside('TDS@10%', 500),
    'half-in-percent': beside('50%', 2500),
    'this-month': beside('This month', 2500),
    'sparse-advance': beside('Adv', '', 'nil', 'Rs 1500/-'),
    'negative-in-brackets': beside('Adjust', '(500)'),
    'sides-of-an-account': beside('Dr', '500 Dr'),
    'order-value-below-the-amount': beside('Bill', 4000),
    'net-and-bal': behind_net('Bal', 5000, 6000, 7000),
    'net-and-neft-amt': behind_net('NEFT amt', 5000, 6000, 7000),
    'net-and-advance': behind_net('Advance', 2000, 2000, 2000),
    'items-total-and-balance': sheet(
        'Bill Number,Vendor Name,Vendor UPI ID,Item Total,Amount,Balance',
        'B-1,Ravi,ravi@okaxis,3000,5000,5000',
        'B-2,Asha,asha@ybl,700,700,200',
    ),
    'share-in-percent': beside('Share %', 50, 40, 60),
    'share-with-signs': beside('Share', '50%', '40%', '60%'),
    'ratio': beside('Ratio', 0.5, 0.4, 0.6),
    'stipend-and-months': of('Stipend,Months', AMOUNTS, (1, 2, 3)),
    'balance-is-the-result': of('Amount,Adv.,Bal.', (8000, 8100, 8200), (2000, 2000, 2000), (6000, 6100, 6200)),
    'amount-is-the-result': of('Gross,Adv.,Amount', (8000, 8100, 8200), (2000, 2000, 2000), (6000, 6100, 6200)),
    'net-not-less-in-one-row': of('Gross,Khoraki,Net Pay', (8000, 8100, 8200), (2000, 2000, 2000), (6000, 6100, 8200)),
}

VOUCHED = {
    'register': of(
        'Basic,HRA,PF,ESI,Gross,Deductions,Net Pay',
        (4000, 5000, 6000),
        (2000, 2100, 2200),
        (480, 600, 720),
        (45, 53, 62),
        (6000, 7100, 8200),
        (525, 653, 782),
        (5475, 6447, 7418),
    ),
    'register-of-unknown-words': of(
        'Gross,Khoraki,Uchal,Net Pay', (8000, 8100, 8200), (700, 800, 650), (1000, 0, 500), (6300, 7300, 7050)
    ),
    'register-of-days': of(
        'Fixed,Days,Earned,Khoraki,Net Pay',
        (15000, 15500, 16000),
        (22, 23, 24),
        (11000, 11883, 12800),
        (700, 700, 700),
        (10300, 11183, 12100),
    ),
    'rounded': of('Gross,Food,Net Pay', (7000.83, 7100.4, 7200.1), (1234.17, 1234.17, 1234.17), (5767, 5866, 5966)),
    'quantity-and-price': of('Qty,Price,Amount', (10, 12, 14), (250, 250, 250), (2500, 3000, 3500)),
    'sales-and-percent': of(
        'Sales,Commission %,Amount', (100000, 120000, 90000), (5, 5, 4), (5000, 6000, 3600)
    ),
    'the-amount-again': beside('Copy', *AMOUNTS),
    'ctc': beside('CTC', 60000, 84000, 108000),
    'pin-codes': beside('PIN', 560001, 110011, 400053),
    'orders-counted': beside('Orders', 145, 98, 110),
    'attendance-percent': beside('Attendance %', 95, 88, 100),
    'one-month': of('Stipend,Months', AMOUNTS, (1, 1, 1)),
}

UNITS = {
    'figures-in-thousands-only': above('Figures in thousands only'),
    'amounts-in-thousands-only': above('Amounts in thousands only'),
    'hindi-thousands': above('राशि हज़ार रुपये में'),
    'marathi-lakhs': above('रक्कम लाखांत'),
    'gujarati-thousands': above('રકમ હજારમાં'),
    'bengali-lakhs': above('টাকা লাখে'),
    'tamil-thousands': above('தொகை ஆயிரத்தில்'),
    'telugu-lakhs': above('మొత్తం లక్షల్లో'),
    'kannada-thousands': above('ಮೊತ್ತ ಸಾವಿರಗಳಲ್ಲಿ'),
    'short-k': above('INR in K'),
    'times-1000': above('Amounts x 1000'),
    'below-in-hundreds-only': below('Note: amounts in hundreds only'),
    'below-in-hindi': below('सभी राशियाँ हज़ार में'),
    'right-of-the-table': right_of_table('Rs in thousands'),
    'refunds-of-a-gateway': sheet(
        'id,entity,amount,currency,payment_id,vpa,remark',
        'rfnd_1,refund,29935,INR,pay_1,ravi@okaxis,Refund',
        'rfnd_2,refund,50000,INR,pay_2,asha@ybl,Refund',
    ),
    'payments-of-a-gateway': sheet(
        'Name,UPI ID,Amount,Remark,Against',
        'Ravi,ravi@okaxis,29935,Refund,pay_29QQoUBi66xm2f',
        'Asha,asha@ybl,50000,Refund,pay_29QQoUBi66xm2g',
    ),
    'none-in-words-above': above('Rupees one thousand two hundred only'),
    'none-in-hindi-words-above': above('रुपये एक हज़ार दो सौ मात्र'),
    'none-in-a-sum': above('Wallet funded with Rs. 2 lakh'),
    'none-in-rupees-only': above('Amounts in rupees only'),
    'none-in-a-name': above('लक्ष्मी ट्रेडर्स'),
}

FILES = {
    **{f'money-{name}.csv': content for name, content in BESIDE.items()},
    'money-hidden-advance.xlsx': hidden_advance(),
    **{f'money-vouched-{name}.csv': content for name, content in VOUCHED.items()},
    **{f'unit-{name}.csv': content for name, content in UNITS.items()},
}
