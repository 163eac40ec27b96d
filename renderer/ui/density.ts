// How dense the window is, for those who must know heights in numbers. In: the setting. Out: a context and row heights.
// This file must never differ from --row in tokens.css.

import { createContext, useContext } from 'react';

export type Density = 'comfortable' | 'compact';
export const DensityContext = createContext<Density>('comfortable');

const ROW_HEIGHT_PX: Readonly<Record<Density, number>> = { comfortable: 32, compact: 28 };

export function useRowHeight(): number {
  return ROW_HEIGHT_PX[useContext(DensityContext)];
}
