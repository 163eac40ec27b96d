// Ways to forge a report: bytes, zip parts, XML, PDF objects, signatures and lists. Each changes a copy, sometimes only in what
// nobody sees.

import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Random } from '../seeded/random.ts';

/** Changes a file; null where there is nothing that it could change. */
export type Mutation = (file: Buffer, random: Random) => Buffer | null;

/** A part of a zip. `localName`: another name before the part itself than in the directory. `isHidden`: not in the directory. */
interface Part {
  readonly name: string;
  readonly content: Buffer;
  readonly localName?: string;
  readonly isHidden?: boolean;
  readonly isStored?: boolean;
  readonly minutes?: number;
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

/** A zip of these parts. `before`: bytes in front of the first; `between`: in front of the directory; `comment`: at the end. */
function zipOf(parts: readonly Part[], { before = '', between = '', comment = '' } = {}): Buffer {
  const locals: Buffer[] = [Buffer.from(before)];
  const directory: Buffer[] = [];
  let offset = before.length;
  for (const { name, content, localName = name, isHidden = false, isStored = false, minutes = 0 } of parts) {
    const packed = isStored ? content : deflateRawSync(content);
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(isStored ? 0 : 8, 4);
    shared.writeUInt16LE(minutes << 5, 6);
    shared.writeUInt32LE(crc32(content), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(content.length, 18);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), shared, Buffer.from(localName), packed]);
    local.writeUInt16LE(Buffer.byteLength(localName), 26);
    const head = Buffer.alloc(46);
    head.write('PK\x01\x02', 'latin1');
    head.writeUInt16LE(20, 4);
    shared.copy(head, 6, 0, 22);
    head.writeUInt16LE(Buffer.byteLength(name), 28);
    head.writeUInt32LE(offset, 42);
    if (!isHidden) directory.push(head, Buffer.from(name));
    locals.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  const count = parts.filter(({ isHidden = false }) => !isHidden).length;
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset + between.length, 16);
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([...locals, Buffer.from(between), central, end, Buffer.from(comment)]);
}

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
