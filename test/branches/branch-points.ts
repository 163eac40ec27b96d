// Where a source branches. `?.` and stacked cases without a body are not told apart.

import { parseSync } from '@swc/core';

/**
 * One branch. It was taken when the count at `at` is above zero or, with `past`, above the count at `past`. Offsets are in UTF-16
 * units, as V8 counts.
 */
export interface Way {
  readonly line: number;
  readonly what: string;
  readonly at: number;
  readonly past: number | null;
}

interface Node {
  readonly type: string;
  readonly span: { readonly start: number; readonly end: number };
  readonly [key: string]: unknown;
}

/** Finds every branch of a source. */
export function findWays(source: string): Way[] {
  const bytes = Buffer.from(source);
  const module = parseSync(source, { syntax: 'typescript', target: 'es2024' });
  // swc counts bytes, from one, and continues counting from one source to the next; a module's last byte is the text's last.
  const base = module.span.end - bytes.length;
  const offset = (at: number): number => bytes.subarray(0, at - base).toString('utf8').length;
  const ways: Way[] = [];
  const add = (what: string, at: Node, past: Node | null): void => {
    const start = offset(at.span.start);
    const line = source.slice(0, start).split('\n').length;
    ways.push({ line, what, at: start, past: past === null ? null : offset(past.span.start) });
  };
  for (const node of nodesIn(module)) addWays(node, add);
  return ways;
}

function addWays(node: Node, add: (what: string, at: Node, past: Node | null) => void): void {
  switch (node.type) {
    case 'IfStatement': {
      const [then] = childrenOf(node['consequent']);
      const [otherwise] = childrenOf(node['alternate']);
      if (then !== undefined) add('if', then, null);
      if (otherwise !== undefined) add('else', otherwise, null);
      else if (then !== undefined) add('past the if', node, then);
      return;
    }
    case 'ConditionalExpression':
      for (const way of ['consequent', 'alternate']) for (const child of childrenOf(node[way])) add(way, child, null);
      return;
    case 'BinaryExpression': {
      const [right] = childrenOf(node['right']);
      const operator = String(node['operator']);
      if (!['&&', '||', '??'].includes(operator) || right === undefined) return;
      add(`right of ${operator}`, right, null);
      add(`past the right of ${operator}`, node, right);
      return;
    }
    case 'SwitchCase': {
      const [first] = childrenOf(node['consequent']);
      if (first !== undefined) add('case', first, null);
      return;
    }
    default:
  }
}

function* nodesIn(value: unknown): Generator<Node> {
  for (const node of childrenOf(value)) {
    yield node;
    for (const inner of Object.values(node)) yield* nodesIn(inner);
  }
}

/** The nodes that a value is or lists, or contains without being one itself. */
function childrenOf(value: unknown): Node[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(childrenOf);
  if ('type' in value && 'span' in value) return [value as Node];
  return Object.values(value).flatMap(childrenOf);
}
