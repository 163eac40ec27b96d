"""Makes the files of the corpus that are missing, and removes those that nobody makes any more; with --all, makes each again.

Wants LibreOffice and openpyxl: apt-get install libreoffice-calc python3-openpyxl.
"""

import pathlib
import sys

sys.dont_write_bytecode = True

import books
import money
import office
import parts
import texts

FOLDER = pathlib.Path(__file__).parent.parent / 'files'


def main():
    FOLDER.mkdir(exist_ok=True)
    made = {**texts.FILES, **money.FILES, **books.FILES, **parts.FILES, **office.files()}
    for path in FOLDER.iterdir():
        if path.name not in made:
            path.unlink()
    for name, content in made.items():
        path = FOLDER / name
        if path.exists() and '--all' not in sys.argv:
            continue
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    print(f'{len(made)} files, {sum(path.stat().st_size for path in FOLDER.iterdir())} bytes')


main()
