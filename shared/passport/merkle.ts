// The tree over passports, as in RFC 6962, section 2.1: what stands before a leaf's bytes differs from what stands before two hashes,
// so that no leaf passes for a part of the tree. Hashes are lower-case hex.

/** SHA-256 in lower-case hex. */
export type Sha256Of = (bytes: Uint8Array) => Promise<string>;

const LEAF = 0x00;
const NODE = 0x01;

export function leafHash(content: Uint8Array, sha256: Sha256Of): Promise<string> {
  // Not as arguments: the content of a forged passport is of any length.
  const bytes = new Uint8Array(content.length + 1);
  bytes[0] = LEAF;
  bytes.set(content, 1);
  return sha256(bytes);
}

function nodeHash(left: string, right: string, sha256: Sha256Of): Promise<string> {
  return sha256(Uint8Array.of(NODE, ...bytesOfHex(left), ...bytesOfHex(right)));
}

/** The root over at least one leaf, and the path of each leaf to it, nearest first. */
export async function treeOver(
  leaves: readonly string[],
  sha256: Sha256Of,
): Promise<{ readonly root: string; readonly paths: readonly (readonly string[])[] }> {
  const [only] = leaves;
  if (only !== undefined && leaves.length === 1) return { root: only, paths: [[]] };
  const size = leftSize(leaves.length);
  const left = await treeOver(leaves.slice(0, size), sha256);
  const right = await treeOver(leaves.slice(size), sha256);
  const paths = [
    ...left.paths.map((path) => [...path, right.root]),
    ...right.paths.map((path) => [...path, left.root]),
  ];
  return { root: await nodeHash(left.root, right.root, sha256), paths };
}

/** A leaf's place in its tree. `path` is nearest first. */
export interface LeafPlace {
  readonly leaf: number;
  readonly count: number;
  readonly path: readonly string[];
}

/** The root that a leaf and its path lead to; null if a tree of that size has no such path. */
export async function rootOver(
  hash: string,
  { leaf, count, path }: LeafPlace,
  sha256: Sha256Of,
): Promise<string | null> {
  if (leaf < 0 || leaf >= count) return null;
  if (count === 1) return path.length === 0 ? hash : null;
  const beside = path.at(-1);
  if (beside === undefined) return null;
  const size = leftSize(count);
  const isLeft = leaf < size;
  const within = isLeft ? { leaf, count: size } : { leaf: leaf - size, count: count - size };
  const part = await rootOver(hash, { ...within, path: path.slice(0, -1) }, sha256);
  if (part === null) return null;
  return isLeft ? nodeHash(part, beside, sha256) : nodeHash(beside, part, sha256);
}

/** How many hashes lead from a leaf of such a tree to its root, at most. */
export function pathLength(count: number): number {
  return Math.ceil(Math.log2(count));
}

/** The largest power of two below the count, which is at least 2. */
function leftSize(count: number): number {
  return 2 ** (pathLength(count) - 1);
}

function bytesOfHex(hex: string): readonly number[] {
  return (hex.match(/../g) ?? []).map((digits) => Number.parseInt(digits, 16));
}
