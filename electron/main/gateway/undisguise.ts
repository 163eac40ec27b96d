// Undoes what a person could undo: escapes, entities, separators. In: a text. Out: the same in plain letters and digits.
// This file must never take longer than a fixed number of passes over the text, whatever is in it.

import { DISGUISE_LAYERS_MAX } from '../../../shared/limits.ts';

/**
 * One written-out character, or what a reader would not see. Each prefix may stand escaped again (%25.., &amp;..): that costs no
 * further pass. Shape: the groups are a code in base 16, 10 and 8; no group is a thing to drop.
 */
const WRITTEN_OUT = new RegExp(
  [
    String.raw`(?:%(?:25)*u?|\\[ux]\{?|&(?:amp;)*#x|=|0x|u\+)0*([0-9a-f]{2})[;}]?`,
    String.raw`&(?:amp;)*#0*(\d{2,3});?`,
    String.raw`\\0*([0-7]{2,3})`,
    String.raw`\\[nrtbfv]`,
    '&(?:amp;)*[a-z]{2,12};',
  ].join('|'),
  'gi',
);
/** What stands between two letters on a page and is not seen there. */
const TAG = /<[^<>]{1,64}>/g;
const MAYBE_WRITTEN_OUT = /[%\\&=]|0x|u\+/i;
const BEYOND_ASCII = /[^\0-\x7f]/;

/**
 * The text with one more layer taken off at a time, the text itself first.
 * Errors: null where layers are left after the last: nobody nests them so deep who does not hide something.
 */
export function layersOf(text: string): readonly string[] | null {
  let layer = BEYOND_ASCII.test(text) ? text.normalize('NFKC') : text;
  const layers = [layer];
  while (MAYBE_WRITTEN_OUT.test(layer)) {
    const inner = layer.replace(WRITTEN_OUT, readOut);
    if (inner === layer) return layers;
    if (layers.length > DISGUISE_LAYERS_MAX) return null;
    layers.push(inner);
    layer = inner;
  }
  return layers;
}

function readOut(_: string, hex: string | undefined, decimal: string | undefined, octal: string | undefined): string {
  if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
  if (decimal !== undefined) return String.fromCharCode(Number(decimal));
  return octal === undefined ? '' : String.fromCharCode(Number.parseInt(octal, 8));
}

/** The text as a page shows it. Shape: what a tag itself says is gone, so the text with its tags must be looked at as well. */
export function withoutTags(text: string): string {
  return text.replace(TAG, '');
}

/** The letters and digits of a text, in lower case: spaces, dashes, quotes and what cannot be seen are gone. */
export function folded(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]+/g, '');
}
