// Ways to forge a report or a passport: bytes, zip parts, XML, PDF objects, signatures and lists. Each changes a copy, sometimes only in what
// nobody sees.

import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Random } from '../seeded/random.ts';

/** Changes a file; null where there is nothing that it could change. */
export type Mutation = (file: Buffer, random: Random) => Buffer | null;

/**
 * A part of a zip. `localName`: another name before the part itself than in the directory. `isHidden`: not in the directory.
 * `localExtra`, `extra` and `comment`: further fields before the part and in the directory. `tail`: bytes behind what is packed.
 */
interface Part {
  readonly name: string;
  readonly content: Buffer;
  readonly localName?: string;
  readonly isHidden?: boolean;
  readonly isStored?: boolean;
  readonly minutes?: number;
  readonly localExtra?: Buffer;
  readonly extra?: Buffer;
  readonly comment?: string;
  readonly tail?: string;
  readonly disk?: number;
  readonly flags?: number;
  readonly localSize?: number;
  readonly sum?: number;
  /** The version that is needed to unpack it, in the directory and before the part, and the attributes of a file. */
  readonly needed?: number;
  readonly localNeeded?: number;
  readonly attributes?: number;
}

const flipByte: Mutation = (file, random) => {
  const changed = Buffer.from(file);
  const at = random.below(changed.length);
  changed[at] = (changed[at] ?? 0) ^ (1 << random.below(8));
  return changed;
};

const cutEnd: Mutation = (file, random) => file.subarray(0, file.length - 1 - random.below(64));

const putIn: Mutation = (file, random) => {
  const at = random.below(file.length);
  return Buffer.concat([
    file.subarray(0, at),
    Buffer.from(random.pick([' ', '\n', 'ALL PAID', '%'])),
    file.subarray(at),
  ]);
};

const atEnd: Mutation = (file, random) =>
  Buffer.concat([file, Buffer.from(random.pick(['\n', '\n9 0 obj\n<<>>\nendobj\n', '"x","success"\r\n', 'PK']))]);

const swapPieces: Mutation = (file, random) => {
  const size = random.between(8, 64);
  const [one, other] = [random.below(file.length - size), random.below(file.length - size)];
  const changed = Buffer.from(file);
  file.copy(changed, one, other, other + size);
  file.copy(changed, other, one, one + size);
  return changed;
};

export const BYTES = { flipByte, cutEnd, putIn, atEnd, swapPieces };

/** The parts of an honest zip, by its directory. */
function partsOf(zip: Buffer): Part[] {
  const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  const parts: Part[] = [];
  for (let entry = zip.readUInt32LE(end + 16); entry < end; ) {
    const [nameBytes, local] = [zip.readUInt16LE(entry + 28), zip.readUInt32LE(entry + 42)];
    const name = zip.toString('utf8', entry + 46, entry + 46 + nameBytes);
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const raw = zip.subarray(from, from + zip.readUInt32LE(entry + 20));
    const isStored = zip.readUInt16LE(entry + 10) === 0;
    parts.push({ name, content: isStored ? raw : inflateRawSync(raw), isStored });
    entry += 46 + nameBytes + zip.readUInt16LE(entry + 30) + zip.readUInt16LE(entry + 32);
  }
  return parts;
}

interface ZipLook {
  /** Bytes in front of the first part, in front of the directory, and at the end. */
  readonly before?: string;
  readonly between?: string;
  readonly comment?: string;
  /** What the end says of the directory's size, of the parts on this disk, and of the disk. */
  readonly directoryBytes?: number;
  readonly countHere?: number;
  readonly disk?: number;
  /** The length of a comment that is not there. */
  readonly commentBytes?: number;
}

function zipOf(parts: readonly Part[], look: ZipLook = {}): Buffer {
  const { before = '', between = '', comment = '' } = look;
  const locals: Buffer[] = [Buffer.from(before)];
  const directory: Buffer[] = [];
  let offset = before.length;
  for (const part of parts) {
    const { name, content, localName = name, isHidden = false, isStored = false, minutes = 0, tail = '' } = part;
    const { extra = EMPTY, localExtra = EMPTY } = part;
    const packed = Buffer.concat([isStored ? content : deflateRawSync(content), Buffer.from(tail)]);
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(part.localNeeded ?? 20, 0);
    shared.writeUInt16LE(part.flags ?? 0, 2);
    shared.writeUInt16LE(isStored ? 0 : 8, 4);
    shared.writeUInt16LE(minutes << 5, 6);
    shared.writeUInt32LE(part.sum ?? crc32(content), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(content.length, 18);
    const local = Buffer.concat([
      Buffer.from('PK\x03\x04', 'latin1'),
      shared,
      Buffer.from(localName),
      localExtra,
      packed,
    ]);
    local.writeUInt32LE(part.localSize ?? packed.length, 18);
    local.writeUInt16LE(Buffer.byteLength(localName), 26);
    local.writeUInt16LE(localExtra.length, 28);
    const head = Buffer.alloc(46);
    head.write('PK\x01\x02', 'latin1');
    head.writeUInt16LE(20, 4);
    shared.copy(head, 6, 0, 22);
    head.writeUInt16LE(part.needed ?? 20, 6);
    head.writeUInt16LE(Buffer.byteLength(name), 28);
    head.writeUInt16LE(extra.length, 30);
    head.writeUInt16LE(Buffer.byteLength(part.comment ?? ''), 32);
    head.writeUInt16LE(part.disk ?? 0, 34);
    head.writeUInt32LE(part.attributes ?? 0, 38);
    head.writeUInt32LE(offset, 42);
    if (!isHidden) directory.push(head, Buffer.from(name), extra, Buffer.from(part.comment ?? ''));
    locals.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  const count = parts.filter(({ isHidden = false }) => !isHidden).length;
  end.writeUInt16LE(look.disk ?? 0, 4);
  end.writeUInt16LE(look.countHere ?? count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(look.directoryBytes ?? central.length, 12);
  end.writeUInt32LE(offset + between.length, 16);
  end.writeUInt16LE(look.commentBytes ?? comment.length, 20);
  return Buffer.concat([...locals, Buffer.from(between), central, end, Buffer.from(comment)]);
}

const EMPTY = Buffer.alloc(0);

/** A further field of a zip: its number, its length, its content. */
function fieldOf(number: number, content: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16LE(number, 0);
  head.writeUInt16LE(content.length, 2);
  return Buffer.concat([head, content]);
}

/** The field by which some programs know a part under another name. */
function nameField(name: string, other: string): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt8(1, 0);
  head.writeUInt32LE(crc32(name), 1);
  return fieldOf(0x7075, Buffer.concat([head, Buffer.from(other)]));
}

/** A directory of its own in the comment of the last part, which programs find that trust the size of the directory. */
const secondDirectory: Mutation = (file) => {
  const parts = partsOf(file);
  const honest = zipOf(parts);
  const bytes = honest.readUInt32LE(honest.length - 10);
  const directory = honest.subarray(honest.length - 22 - bytes, honest.length - 22);
  const last = parts.length - 1;
  const hiding = parts.map((part, at) => (at === last ? { ...part, comment: directory.toString('latin1') } : part));
  return zipOf(hiding, { directoryBytes: directory.length });
};

type PartsMutation = (parts: Part[], random: Random) => Part[] | null;

function rezipped(change: PartsMutation): Mutation {
  return (file, random) => {
    const parts = change(partsOf(file), random);
    return parts === null ? null : zipOf(parts);
  };
}

/** Changes the first match of an expression in one part whose name fits, chosen at random among all matches. */
function inXml(names: RegExp, what: RegExp, change: (match: string, random: Random) => string): Mutation {
  return rezipped((parts, random) => {
    const found = parts.flatMap((part, at) =>
      names.test(part.name) ? [...part.content.toString().matchAll(what)].map((match) => ({ at, match })) : [],
    );
    const chosen = found[random.below(found.length)];
    if (chosen === undefined) return null;
    const { at, match } = chosen;
    return parts.map((part, index) => {
      if (index !== at) return part;
      const text = part.content.toString();
      const [begin, end] = [text.slice(0, match.index), text.slice(match.index + match[0].length)];
      return { ...part, content: Buffer.from(begin + change(match[0], random) + end) };
    });
  });
}

const SHEET = /worksheets\/sheet\d+\.xml$/;

/** Chooses one part at random and replaces it by what `change` makes of it. */
function ofOne(change: (part: Part, parts: readonly Part[], random: Random) => readonly Part[]): PartsMutation {
  return (parts, random) => {
    const at = random.below(parts.length);
    return parts.flatMap((part, index) => (index === at ? change(part, parts, random) : [part]));
  };
}

const other = (part: Part): Part => ({ ...part, content: Buffer.concat([part.content, Buffer.from(' ')]) });

export const WORKBOOKS: Readonly<Record<string, Mutation>> = {
  // Nothing that anybody sees.
  packedAgain: (file) => zipOf(partsOf(file)),
  anotherOrder: rezipped((parts, random) => parts.toSorted(() => random.fraction() - 0.5)),
  anotherTime: rezipped((parts, random) => parts.map((part) => ({ ...part, minutes: random.below(60) }))),
  notPacked: rezipped((parts) => parts.map((part) => ({ ...part, isStored: true }))),
  // What another program may show.
  partGone: rezipped(ofOne(() => [])),
  partMore: rezipped((parts) => [...parts, { name: 'xl/drawings/drawing1.xml', content: Buffer.from('<x/>') }]),
  partTwice: rezipped(ofOne((part) => [part, other(part)])),
  partTwiceFirst: rezipped(ofOne((part) => [other(part), part])),
  partHidden: rezipped(ofOne((part) => [{ ...other(part), isHidden: true }, part])),
  partRenamed: rezipped(ofOne((part) => [{ ...part, name: part.name.toUpperCase() }])),
  otherNameBefore: rezipped(ofOne((part) => [{ ...part, localName: 'xl/worksheets/sheet9.xml' }])),
  partsSwapped: rezipped((parts, random) => {
    const [one, two] = [random.below(parts.length), random.below(parts.length)];
    return parts.map((part, at) => ({
      ...part,
      content: parts[at === one ? two : at === two ? one : at]?.content ?? part.content,
    }));
  }),
  inFront: (file) => zipOf(partsOf(file), { before: '%PDF-1.7\n' }),
  inBetween: (file) => zipOf(partsOf(file), { between: 'PK\x03\x04 all paid' }),
  comment: (file) => zipOf(partsOf(file), { comment: 'all paid' }),
  fieldBefore: rezipped(ofOne((part) => [{ ...part, localExtra: fieldOf(0xcafe, Buffer.from('all paid')) }])),
  otherNameField: rezipped(ofOne((part) => [{ ...part, extra: nameField(part.name, 'xl/worksheets/sheet9.xml') }])),
  otherNameFieldBefore: rezipped(
    ofOne((part) => [{ ...part, localExtra: nameField(part.name, 'xl/worksheets/sheet9.xml') }]),
  ),
  partComment: rezipped(ofOne((part) => [{ ...part, comment: 'all paid' }])),
  behindPacked: rezipped(ofOne((part) => [{ ...part, tail: 'PK\x03\x04 all paid' }])),
  otherDisk: rezipped(ofOne((part) => [{ ...part, disk: 1 }])),
  // unzip skips the first kind, and makes links and folders of the others.
  newerNeeded: rezipped(ofOne((part) => [{ ...part, needed: 63 }])),
  newerNeededBefore: rezipped(ofOne((part) => [{ ...part, localNeeded: 63 }])),
  link: rezipped(ofOne((part) => [{ ...part, attributes: 0o120_777 * 65_536 }])),
  folder: rezipped(ofOne((part) => [{ ...part, attributes: 0x10 }])),
  locked: rezipped(ofOne((part) => [{ ...part, flags: 1 }])),
  otherSizeBefore: rezipped(ofOne((part, _, random) => [{ ...part, localSize: random.below(99) }])),
  otherSum: rezipped(ofOne((part, _, random) => [{ ...part, sum: random.below(99) }])),
  secondDirectory,
  shortDirectory: (file, random) => zipOf(partsOf(file), { directoryBytes: random.below(99) }),
  fewerHere: (file) => zipOf(partsOf(file), { countHere: 1 }),
  secondDisk: (file) => zipOf(partsOf(file), { disk: 1 }),
  noComment: (file) => zipOf(partsOf(file), { commentBytes: 8 }),
  // What a person sees.
  number: inXml(SHEET, /<v>[\d.]+<\/v>/g, (match) => match.replace(/\d/, (digit) => String((Number(digit) + 1) % 10))),
  text: inXml(SHEET, /(?<=t="str"><v>)[^<]+/g, () => 'success'),
  formula: inXml(SHEET, /<v>[\d.]+<\/v>/g, (match) => `<f>1+1</f>${match}`),
  rowHidden: inXml(SHEET, /<row /g, () => '<row hidden="1" '),
  rowTwice: inXml(SHEET, /<row .*?<\/row>/gs, (match) => match + match),
  rowGone: inXml(SHEET, /<row .*?<\/row>/gs, () => ''),
  columnHidden: inXml(SHEET, /<col /g, () => '<col hidden="1" '),
  otherStyle: inXml(SHEET, / s="\d+"/g, (_, random) => ` s="${random.below(6)}"`),
  white: inXml(/styles\.xml$/, /<color theme="1"\/>/g, () => '<color rgb="FFFFFFFF"/>'),
  format: inXml(/styles\.xml$/, /formatCode="[^"]*"/g, () => 'formatCode="&quot;success&quot;"'),
  sheetHidden: inXml(/workbook\.xml$/, /state="visible"/g, () => 'state="hidden"'),
  sheetRenamed: inXml(/workbook\.xml$/, / name="(?=\w+" state)/g, () => ' name="All paid '),
  printed: inXml(SHEET, /<oddFooter>/g, () => '<oddFooter>&amp;LAll paid '),
  comments: inXml(SHEET, /<\/worksheet>/g, () => '<!-- all paid --></worksheet>'),
  madeAt: inXml(/core\.xml$/, /\d{4}-\d\d-\d\dT/g, () => '2030-01-01T'),
};

const inPdf =
  (what: RegExp, change: (match: string, random: Random) => string): Mutation =>
  (file, random) => {
    const text = file.toString('latin1');
    const found = [...text.matchAll(what)];
    const match = found[random.below(found.length)];
    if (match === undefined) return null;
    const changed = text.slice(0, match.index) + change(match[0], random) + text.slice(match.index + match[0].length);
    return Buffer.from(changed, 'latin1');
  };

/** The same length, so that every offset in the file stays right. */
const sameLength = (match: string, by: string): string => by.slice(0, match.length).padEnd(match.length);

export const PDFS: Readonly<Record<string, Mutation>> = {
  // The signature itself: a PDF reader judges it.
  otherSignature: inPdf(/(?<=\/Contents <)[0-9a-fA-F]+(?=>)/g, (match, random) =>
    match.replace(/[0-9a-f]/i, random.fraction().toString(16).at(-1) ?? '0'),
  ),
  // Everything else.
  inSignature: inPdf(/(?<=\/Contents <)[0-9a-fA-F]+(?=>)/g, (match) =>
    sameLength(match, '> /X (ALL 12 PAYMENTS PAID) /Y <0'),
  ),
  range: inPdf(/\/ByteRange \[[^\]]*\] */g, (match, random) =>
    sameLength(match, `/ByteRange [0 ${random.below(99)} 200 300]`),
  ),
  afterRange: inPdf(/\/ByteRange \[[^\]]*\] {9,}/g, (match) => sameLength(match, match.trim() + ' /X 1')),
  spaces: inPdf(/ (?=\d)/g, () => '\n'),
  text: inPdf(/<[0-9a-f]{8,}>/g, (match, random) => match.replace(/[0-9a-f]/, String(random.below(10)))),
  place: inPdf(/1 0 0 1 [\d.]+ [\d.]+ Tm/g, (match, random) => match.replace(/\d(?= Tm)/, String(random.below(10)))),
  colour: inPdf(/[\d.]+ [\d.]+ [\d.]+ scn/g, (match) => sameLength(match, '1 1 1 scn')),
  object: inPdf(/\/Type \/Page\b/g, () => '/Type /Xage'),
  info: inPdf(/\(Payout Desk pages/g, () => '(Payout Desk Pages'),
  update: (file) =>
    Buffer.concat([
      file,
      Buffer.from('\n99 0 obj\n<< /Type /Page >>\nendobj\ntrailer\n<< /Root 99 0 R >>\nstartxref\n0\n%%EOF\n'),
    ]),
};

const inCsv = inPdf;

export const LISTS: Readonly<Record<string, Mutation>> = {
  amount: inCsv(/,\d+\.\d\d,/g, (match, random) => match.replace(/\d/, String(random.below(10)))),
  status: inCsv(/"(?:failed|rejected|unknown|queued|processing)"/g, () => '"success"'),
  mark: (file) => file.subarray(3),
  lineEnds: inCsv(/\r\n/g, () => '\n'),
  lineGone: inCsv(/\r\n[^\r]+(?=\r\n)/g, () => ''),
  lineTwice: inCsv(/\r\n[^\r]+(?=\r\n)/g, (match) => match + match),
  quotes: inCsv(/"/g, () => ''),
  space: inCsv(/,"/g, () => ', "'),
};

/** The JSON of a passport in its text or its PDF; the offset is of its first byte. */
function passportIn(file: Buffer): { readonly from: number; readonly to: number; readonly pageBytes: number } {
  const text = file.toString('latin1');
  const from = text.lastIndexOf('{"passport":');
  const to = text.indexOf('}}', from) + 2;
  return { from, to, pageBytes: Number(/"page":\{"bytes":(\d+)/.exec(text.slice(from, to))?.[1]) };
}

const inPassport =
  (what: RegExp, change: (match: string, random: Random) => string): Mutation =>
  (file, random) => {
    const { from, to } = passportIn(file);
    const changed = inPdf(what, change)(file.subarray(from, to), random);
    return changed === null ? null : Buffer.concat([file.subarray(0, from), changed, file.subarray(to)]);
  };

const anotherDigit = (match: string, random: Random): string =>
  match.replace(/[0-9a-f](?=")/, (digit) => (random.percent(50) ? '0' : digit === '1' ? '2' : '1'));

/** Ways for the text and for the PDF. `other`: another passport of the same tree; `selfMade`: one with a tree of its own. */
export function passportWays(other: Buffer, selfMade: Buffer): Readonly<Record<string, Mutation>> {
  const { from: otherFrom, to: otherTo } = passportIn(other);
  return {
    amount: inPassport(/(?<="amountPaise":)\d+/g, (match) => sameLength(match, '9'.repeat(match.length))),
    state: inPassport(/(?<="state":)"\w+"/g, (match) => (match === '"success"' ? '"failed"' : '"success"')),
    words: inPassport(/(?<="(?:payer|payee|payTo|bank|remark|utr|reference|asOf|salt)":")[^"]/g, (match) =>
      match === 'A' ? 'B' : 'A',
    ),
    truth: inPassport(/true|false/g, (match) => (match === 'true' ? 'false' : 'true')),
    hashes: inPassport(/"[0-9a-f]{64}"/g, anotherDigit),
    pathCut: inPassport(/(?<="path":\[)"[0-9a-f]{64}",?/g, () => ''),
    pathMore: inPassport(/(?<="path":\[)/g, () => `"${'0'.repeat(64)}",`),
    numbers: inPassport(/(?<="(?:leaf|count|sequence|atMs|bytes|code|file|mid|entry)":)\d+/g, (match) =>
      String(Number(match) + 1),
    ),
    spelling: inPassport(/"passport":1|"leaf":0|,"entry"/g, (match) =>
      match.replace(/1$|0$/, '$&.0').replace(',', ', '),
    ),
    twice: inPassport(/"state":"\w+"/g, (match) => `"state":"success",${match}`),
    textMore: (file) => Buffer.concat([file, other.subarray(otherFrom, otherTo)]),
    selfMade: () => selfMade,
    spacesAround: (file) => Buffer.concat([Buffer.from(' '), file, Buffer.from('\n')]),
  };
}

/** Ways for the PDF alone. */
export function passportPageWays(other: Buffer): Readonly<Record<string, Mutation>> {
  const { from: otherFrom, to: otherTo, pageBytes: otherBytes } = passportIn(other);
  const pageOf = (file: Buffer): Buffer => file.subarray(0, passportIn(file).pageBytes);
  return {
    otherText: (file) => {
      const { from, to } = passportIn(file);
      return Buffer.concat([file.subarray(0, from), other.subarray(otherFrom, otherTo), file.subarray(to)]);
    },
    otherPage: (file) => Buffer.concat([pageOf(other), file.subarray(pageOf(file).length)]),
    otherUpdate: (file) => Buffer.concat([pageOf(file), other.subarray(otherBytes)]),
    secondUpdate: (file) => Buffer.concat([file, other.subarray(otherBytes)]),
    noUpdate: pageOf,
    code: inPdf(/(?<=\/BitsPerComponent 1 \/Length \d{1,5}>>\nstream\n)[^]{400}/g, (match, random) => {
      const at = random.below(match.length);
      return match.slice(0, at) + String.fromCharCode(match.charCodeAt(at) ^ 0x18) + match.slice(at + 1);
    }),
  };
}
