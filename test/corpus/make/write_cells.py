"""Writes the rows of a CSV as a workbook: amounts as numbers, everything else as text."""

import csv
import sys

import openpyxl

AMOUNT_COLUMN = 4

source, target = sys.argv[1:]
book = openpyxl.Workbook(write_only=True)
sheet = book.create_sheet('Payouts')
with open(source, encoding='utf-8', newline='') as file:
    for number, cells in enumerate(csv.reader(file)):
        if number > 0:
            cells[AMOUNT_COLUMN] = float(cells[AMOUNT_COLUMN])
        sheet.append([None if cell == '' else cell for cell in cells])
book.save(target)
