// Where the window stands. In: what was kept of it, and the displays there are now. Out: bounds that a person can see.
// This file must never put a window where no display is: a second screen may be gone today.

import { z } from 'zod';

/** Units: device-independent pixels. */
const BOUNDS = z.object({ x: z.int(), y: z.int(), width: z.int().positive(), height: z.int().positive() });
export type Bounds = z.infer<typeof BOUNDS>;

const PLACE = z.object({ bounds: BOUNDS, isMaximised: z.boolean() });
export type WindowPlace = z.infer<typeof PLACE>;

/** Shape: without `x` and `y` the system puts it in the middle. */
export interface WindowBounds {
  readonly x?: number;
  readonly y?: number;
  readonly width: number;
  readonly height: number;
}

/** The screens are laid out for this and more. Source: UX, statement 15. */
export const SIZE_MIN = { width: 960, height: 600 } as const;
const SIZE_USUAL = { width: 1280, height: 800 } as const;

/** So much of the window must be on a display to be seen and dragged. */
const SEEN_MIN = 120;

/** Shape: what cannot be read counts as nothing kept; a kept place that no display shows keeps its size. */
export function choosePlace(
  kept: unknown,
  displays: readonly Bounds[],
): { readonly bounds: WindowBounds; readonly isMaximised: boolean } {
  const read = PLACE.safeParse(kept);
  if (!read.success) return { bounds: SIZE_USUAL, isMaximised: false };
  const { bounds, isMaximised } = read.data;
  const display = displays.find((one) => isSeenOn(bounds, one));
  if (display === undefined) {
    const [largest = bounds] = displays.toSorted((one, other) => other.width - one.width);
    return { bounds: fitted(bounds, largest), isMaximised };
  }
  return { bounds: { ...fitted(bounds, display), x: bounds.x, y: bounds.y }, isMaximised };
}

function fitted({ width, height }: Bounds, display: Bounds): { readonly width: number; readonly height: number } {
  return {
    width: Math.max(SIZE_MIN.width, Math.min(width, display.width)),
    height: Math.max(SIZE_MIN.height, Math.min(height, display.height)),
  };
}

/** Whether a hand's breadth of its title bar lies on this display. */
function isSeenOn(bounds: Bounds, display: Bounds): boolean {
  const seenWidth = Math.min(bounds.x + bounds.width, display.x + display.width) - Math.max(bounds.x, display.x);
  const isTopSeen = bounds.y >= display.y && bounds.y + SEEN_MIN <= display.y + display.height;
  return seenWidth >= SEEN_MIN && isTopSeen;
}
